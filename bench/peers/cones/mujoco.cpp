// MuJoCo: Newton's method on its convex relaxation, elliptic cones, default softness.
#include "common.h"
#include <cstdlib>
#include <cstring>
#include <mujoco/mujoco.h>
#include <string>

struct Mujoco {
    std::string xml;
    int bodies = 0;
    mjModel *m = nullptr;
    mjData *d = nullptr;

    static std::string text(double x) {
        char number[40];
        snprintf(number, sizeof number, "%.15g ", x);
        return number;
    }
    Mujoco(double dt, Vector g) {
        xml = "<mujoco><size nconmax=\"4000\" njmax=\"12000\"/><option cone=\"elliptic\" solver=\"Newton\" "
              "timestep=\"" +
              text(dt) + "\" gravity=\"" + text(g.x) + text(g.y) + text(g.z) +
              "\"/><default><geom friction=\"0.5 0.005 0.0001\"/></default><worldbody>";
    }
    ~Mujoco() {
        if (d) mj_deleteData(d);
        if (m) mj_deleteModel(m);
    }
    void plane() { xml += "<geom type=\"plane\" size=\"50 50 1\"/>"; }
    int add(const char *type, const std::string &size, double mass, Vector at) {
        xml += "<body pos=\"" + text(at.x) + text(at.y) + text(at.z) + "\"><freejoint/><geom type=\"" + type +
               "\" size=\"" + size + "\" mass=\"" + text(mass) + "\"/></body>";
        return ++bodies;
    }
    int box(double half, double mass, Vector at) { return add("box", text(half) + text(half) + text(half), mass, at); }
    int ball(double radius, double mass, Vector at) { return add("sphere", text(radius), mass, at); }
    void load() {
        xml += "</worldbody></mujoco>";
        char name[] = "/tmp/abut_bench_mujoco_XXXXXX", error[1000];
        const int file = mkstemp(name);
        FILE *f = file >= 0 ? fdopen(file, "w") : nullptr;
        if (!f || fwrite(xml.data(), 1, xml.size(), f) != xml.size() || fclose(f) != 0) exit(2);
        m = mj_loadXML(name, nullptr, error, sizeof error);
        remove(name);
        if (!m) fprintf(stderr, "%s\n", error), exit(2);
        d = mj_makeData(m);
    }
    void step() {
        if (!m) load();
        mj_step(m, d);
    }
    static Vector vector(const mjtNum *x) { return {x[0], x[1], x[2]}; }
    Vector position(int i) { return vector(d->qpos + 7 * (i - 1)); }
    Vector velocity(int i) { return vector(d->qvel + 6 * (i - 1)); }
    void push(int i, Vector v) {
        d->qvel[6 * (i - 1)] = v.x;
        d->qvel[6 * (i - 1) + 1] = v.y;
        d->qvel[6 * (i - 1) + 2] = v.z;
    }
    static bool can(int n) { return n <= 300; } // its dense matrix of constraints needs more than 2 GB
    double overlap() {
        double sum = 0;
        for (int i = 0; i < d->ncon; i++) sum += std::fmax(0, -d->contact[i].dist);
        return sum;
    }
};

int main() { return scenes<Mujoco>(); }
