// Writes a LAMMPS input of the bed of a world, runs it and reads its time per step.
#include "peers/lammps_report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool lammps_installed(void) { return system("command -v lmp >/dev/null 2>&1") == 0; }

static bool is_ball(const ab_world *w, int64_t i) { return ab_collider_shape(w, i)->kind == AB_SHAPE_sphere; }

static ab_box3 box_of_balls(const ab_world *w, int64_t *count) {
    ab_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    *count = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!is_ball(w, i)) continue;
        box.low = v3_min(box.low, w->state.body.x[i]);
        box.high = v3_max(box.high, w->state.body.x[i]);
        (*count)++;
    }
    return box;
}

// "atom_style sphere": id type diameter density x y z; then id and velocity, spin.
static bool write_data(const ab_world *w, const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) return false;
    int64_t count = 0;
    const ab_box3 box = box_of_balls(w, &count);
    const double margin = ab_collider_shape(w, w->state.body.n - 1)->radius * 4;
    fprintf(f, "balls\n\n%lld atoms\n1 atom types\n\n", (long long)count);
    for (int axis = 0; axis < 3; axis++)
        fprintf(f, "%.17g %.17g %clo %chi\n", v3_at(box.low, axis) - margin, v3_at(box.high, axis) + margin,
                "xyz"[axis], "xyz"[axis]);
    fprintf(f, "\nAtoms # sphere\n\n");
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!is_ball(w, i)) continue;
        const ab_shape *shape = ab_collider_shape(w, i);
        const v3 x = w->state.body.x[i];
        fprintf(f, "%lld 1 %.17g %.17g %.17g %.17g %.17g\n", (long long)i + 1, 2 * shape->radius,
                ab_mass_of(&w->state.body, i) / shape->volume, x.x, x.y, x.z);
    }
    fprintf(f, "\nVelocities\n\n");
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!is_ball(w, i)) continue;
        const v3 v = w->state.body.v[i], s = w->state.body.w[i];
        fprintf(f, "%lld %.17g %.17g %.17g %.17g %.17g %.17g\n", (long long)i + 1, v.x, v.y, v.z, s.x, s.y, s.z);
    }
    return fclose(f) == 0;
}

// gran/hertz/history is LAMMPS' plain Hertz law with a stored tangential displacement, its fastest. Its damping is
// another law than ours; gamma is chosen to take about as much energy, which costs the same.
typedef struct law_text {
    char text[200];
} law_text;

static law_text law_of(const ab_world *w) {
    const ab_interaction *in = ab_world_interaction(w, 0, 0);
    law_text law;
    snprintf(law.text, sizeof law.text, "%.17g %.17g %g %g %g 0", 4.0 / 3 * in->young, 8 * in->shear, 2.5e6, 1.2e6,
             in->friction);
    return law;
}

static void write_wall(FILE *f, const ab_world *w, int64_t i, const char *law) {
    const v3 n = ab_collider_shape(w, i)->half;
    const int axis = fabs(n.x) > 0.5 ? 0 : fabs(n.y) > 0.5 ? 1 : 2;
    const double at = v3_at(w->state.body.x[i], axis);
    char place[80];
    if (v3_at(n, axis) > 0)
        snprintf(place, sizeof place, "%.17g NULL", at);
    else
        snprintf(place, sizeof place, "NULL %.17g", at);
    fprintf(f, "fix wall%lld all wall/gran hertz/history %s %cplane %s\n", (long long)i, law, "xyz"[axis], place);
}

static bool write_input(const ab_world *w, const char *data, const char *path, int steps) {
    FILE *f = fopen(path, "w");
    if (!f) return false;
    const law_text law = law_of(w);
    const double skin =
        0.2 * ab_collider_shape(w, w->state.body.n - 1)->radius; // as ours: 0.1 of the radius of each ball
    fprintf(f, "units si\natom_style sphere\nboundary f f f\nnewton off\ncomm_modify vel yes\nread_data %s\n", data);
    fprintf(f, "pair_style gran/hertz/history %s\npair_coeff * *\n", law.text);
    fprintf(f, "neighbor %.17g bin\nneigh_modify delay 0 every 1 check yes\ntimestep %.17g\n", skin, w->config.dt);
    fprintf(f, "fix move all nve/sphere\nfix weight all gravity %.17g vector 0 0 -1\n", -w->config.gravity.z);
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (!is_ball(w, i)) write_wall(f, w, i, law.text);
    fprintf(f, "thermo %d\nrun 10\nrun %d\n", steps, steps); // the first run warms up
    fprintf(f, "compute touching all contact/atom\ncompute sum all reduce sum c_touching\n");
    fprintf(f, "thermo_style custom step c_sum\nrun 0\n");
    return fclose(f) == 0;
}

static bool run_in(const ab_world *w, const char *folder, int steps, lammps_result *result) {
    char data[120], input[120], command[300];
    snprintf(data, sizeof data, "%s/data", folder);
    snprintf(input, sizeof input, "%s/input", folder);
    snprintf(command, sizeof command, "OMP_NUM_THREADS=1 lmp -in %s -log none 2>&1", input);
    bool good = write_data(w, data) && write_input(w, data, input, steps);
    FILE *report = good ? popen(command, "r") : NULL;
    good = report && lammps_read_report(report, steps, result);
    if (report) good = pclose(report) == 0 && good;
    remove(data);
    remove(input);
    return good;
}

bool lammps_run(const ab_world *w, int steps, lammps_result *result, char *text) {
    *result = (lammps_result){0};
    char folder[] = "/tmp/abut-lammps-XXXXXX";
    if (!mkdtemp(folder)) {
        snprintf(text, 200, "no room in /tmp");
        return false;
    }
    const bool good = run_in(w, folder, steps, result);
    rmdir(folder);
    snprintf(text, 200, good ? "" : "lmp failed");
    return good;
}
