// A chain, or four-bar linkages closed by soft constraints as stiff as the step allows, in MuJoCo with its Runge-Kutta method of order 4.
#include "common.h"

#include <mujoco/mujoco.h>

#include <string>
#include <unistd.h>

static std::string text(const char *format, double a, double b = 0, double c = 0) {
    char line[600];
    std::snprintf(line, sizeof line, format, a, b, c);
    return line;
}

static std::string inertial() {
    return text("<inertial pos=\"0.5 0 0\" mass=\"1\" diaginertia=\"%g %.17g %.17g\"/>", AXIAL, ACROSS, ACROSS);
}

static std::string chain(const Job &job) {
    std::string s;
    for (int i = 0; i < job.size; i++) {
        s += text("<body pos=\"%g 0 0\">", i ? 1 : 0) + inertial() + "<joint type=\"hinge\" axis=\"0 0 1\"/>";
        if (i == 9) s += "<site name=\"watched\" pos=\"1 0 0\"/>";
    }
    for (int i = 0; i < job.size; i++) s += "</body>";
    return s + "</worldbody>";
}

static std::string four_bars(const Job &job) {
    const char *turn = "0.70710678118654757 0 0 0.70710678118654757", *back = "0.70710678118654757 0 0 -0.70710678118654757";
    std::string s, loops;
    for (int i = 0; i <= job.size; i++) {
        const std::string n = std::to_string(i);
        s += "<body name=\"crank" + n + "\" pos=\"" + n + " 0 0\" quat=\"" + turn + "\">" + inertial() +
             "<joint name=\"crank" + n + "\" type=\"hinge\" axis=\"0 0 1\"/>";
        if (i == 0) s += "<site name=\"watched\" pos=\"1 0 0\"/>";
        if (i < job.size) {
            s += "<body name=\"bar" + n + "\" pos=\"1 0 0\" quat=\"" + back + "\">" + inertial() +
                 "<joint name=\"bar" + n + "\" type=\"hinge\" axis=\"0 0 1\"/></body>";
            loops += "<connect body1=\"bar" + n + "\" body2=\"crank" + std::to_string(i + 1) + "\" anchor=\"1 0 0\" " +
                     text("solref=\"%.17g 1\" solimp=\"0.9999 0.9999 0.001\"/>", 2 * job.step);
        }
        s += "</body>";
    }
    return s + "</worldbody><equality>" + loops + "</equality>";
}

static mjModel *load(const Job &job) {
    const std::string xml =
        "<mujoco><size njmax=\"2000\" nconmax=\"10\" nstack=\"20000000\"/>" +
        text("<option timestep=\"%.17g\" gravity=\"0 %g 0\" integrator=\"RK4\" solver=\"Newton\" tolerance=\"1e-12\">", job.step,
             GRAVITY) +
        "<flag contact=\"disable\"/></option><worldbody>" + (job.chain ? chain(job) : four_bars(job)) + "</mujoco>";
    char path[] = "/tmp/abut_mujoco_XXXXXX.xml", error[500] = "";
    const int file = mkstemps(path, 4);
    if (file < 0 || write(file, xml.data(), xml.size()) != (ssize_t)xml.size()) return nullptr;
    close(file);
    mjModel *model = mj_loadXML(path, nullptr, error, sizeof error);
    unlink(path);
    if (!model) std::fprintf(stderr, "%s\n", error);
    return model;
}

static void give_speed(const mjModel *model, mjData *data, const std::string &joint, double speed) {
    data->qvel[model->jnt_dofadr[mj_name2id(model, mjOBJ_JOINT, joint.c_str())]] = speed;
}

static Answer run(const Job &job, const mjModel *model) {
    mjData *data = mj_makeData(model);
    for (int i = 0; !job.chain && i <= job.size; i++) {
        give_speed(model, data, "crank" + std::to_string(i), -1);
        if (i < job.size) give_speed(model, data, "bar" + std::to_string(i), 1);
    }
    mj_forward(model, data);
    const long steps = (long)(job.end / job.step + 0.5);
    const double began = cpu_seconds();
    for (long i = 0; i < steps; i++) mj_step(model, data);
    const double seconds = cpu_seconds() - began;
    mj_forward(model, data);
    const double *tip = data->site_xpos + 3 * mj_name2id(model, mjOBJ_SITE, "watched");
    const Answer answer = {seconds, tip[0], tip[1]};
    mj_deleteData(data);
    return answer;
}

int main(int argc, char **argv) {
    const Job job = read_job(argc, argv);
    mjModel *model = load(job);
    if (!model) return 1;
    Answer best{};
    for (int turn = 0; turn < job.turns; turn++) keep_best(best, run(job, model), turn);
    mj_deleteModel(model);
    return print(best);
}
