// Chains of 10 to 1000 hinges and 40 four-bar linkages: seconds and error of a run, growth with size, factor and solve
// of a joint
//
// A chain of rods of 1 m and 1 kg falls from the horizontal for 1 s; the error is that of the end of the tenth rod.
// Linkages in a row swing for 10 s through ten positions in which all their rods lie in one line. References to 25
// digits are in the multibody oracles (tests/oracle/test_multibody_scenes.c uses the same). CPU time, the best of
// several turns. Peers with a fixed step of order 4 get our step, and MuJoCo's linkages the longest step with which
// they err no more than ours.
#include "common/figure.h"
#include "peers/joint_peers.h"
#include "step/step.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct machine {
    abut_context *cx;
    abut_world *w;
    int32_t shape, material;
    abut_body watched; // the rod whose far end is compared with the reference
} machine;

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_context_message(cx));
    exit(3);
}

static machine open_machine(double dt) {
    machine m = {0};
    abut_config config = abut_config_default();
    config.threads = 1;
    if (abut_context_create(&config, &m.cx) != ABUT_OK) exit(3);
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, -9.81, 0};
    def.integrator = "rk4";
    def.dt = dt;
    const abut_material_def material = abut_material_default();
    check(m.cx, abut_world_create(m.cx, &def, &m.w));
    check(m.cx, abut_material_add(m.w, &material, &m.material));
    check(m.cx, abut_shape_add_sphere(m.w, 0.1, &m.shape));
    return m;
}

static void close_machine(machine *m) {
    abut_world_destroy(m->w);
    abut_context_destroy(m->cx);
}

// A rod of 1 m and 1 kg from a point of the xy plane; its own x axis is along it.
static abut_body add_rod(machine *m, double x, double y, double angle, abut_v3 v, double spin) {
    abut_body_def def = abut_body_default();
    def.name = "rod";
    def.shape = m->shape;
    def.material = m->material;
    def.no_contact = true;
    def.mass = 1;
    def.inertia = (abut_v3){1e-3, 1.0 / 12, 1.0 / 12};
    def.position = (abut_v3){x + 0.5 * cos(angle), y + 0.5 * sin(angle), 0};
    def.orientation = (abut_quat){cos(0.5 * angle), 0, 0, sin(0.5 * angle)};
    def.velocity = v;
    def.angular_velocity = (abut_v3){0, 0, spin};
    abut_body body;
    check(m->cx, abut_body_add(m->w, &def, &body));
    return body;
}

static void add_hinge(machine *m, abut_body a, abut_body b, double x, double y) {
    const abut_v3 at = {x, y, 0}, axis = {0, 0, 1}, any = {0, 0, 0};
    abut_joint_def def = abut_joint_default();
    def.kind = "revolute";
    def.a = a;
    def.b = b;
    check(m->cx, abut_frame_at(m->w, a, at, axis, any, &def.frame_a));
    check(m->cx, abut_frame_at(m->w, b, at, axis, any, &def.frame_b));
    check(m->cx, abut_joint_add(m->w, &def, NULL));
}

static void add_chain(machine *m, int rods) {
    abut_body last = {0, 0};
    for (int i = 0; i < rods; i++) {
        const abut_body rod = add_rod(m, i, 0, 0, (abut_v3){0, 0, 0}, 0);
        add_hinge(m, last, rod, i, 0);
        if (i == 9) m->watched = rod;
        last = rod;
    }
}

static void add_four_bars(machine *m, int loops) {
    const abut_body ground = {0, 0};
    abut_body coupler = ground;
    for (int i = 0; i <= loops; i++) {
        const abut_body crank = add_rod(m, i, 0, 1.5707963267948966, (abut_v3){0.5, 0, 0}, -1);
        add_hinge(m, ground, crank, i, 0);
        if (i == 0) m->watched = crank;
        if (i > 0) add_hinge(m, coupler, crank, i, 1);
        if (i == loops) return;
        coupler = add_rod(m, i, 1, 0, (abut_v3){1, 0, 0}, 0);
        add_hinge(m, crank, coupler, i, 1);
    }
}

// ------------------------------------------------------------------------------------------------------------- timing

typedef struct result {
    double seconds, error; // s, m
    double factor, solve;  // s, of the whole system
} result;

static double tip_error(const machine *m, double x, double y) {
    abut_body_state s;
    check(m->cx, abut_body_get(m->w, m->watched, &s));
    const v3 tip = v3_add(s.centre, quat_rotate(s.orientation, v3_make(0.5, 0, 0)));
    return v3_norm(v3_sub(tip, v3_make(x, y, 0)));
}

static void time_solver(machine *m, result *r) {
    ab_mechanism *mechanism = &m->w->mechanism;
    enum { TIMES = 100 };
    double began = cpu_seconds();
    for (int i = 0; i < TIMES; i++) ab_kkt_factor(&mechanism->kkt, mechanism->inertia, mechanism->row);
    r->factor = fmin(r->factor, (cpu_seconds() - began) / TIMES);
    began = cpu_seconds();
    for (int i = 0; i < TIMES; i++) ab_kkt_solve(&mechanism->kkt, mechanism->body_side, mechanism->row_side);
    r->solve = fmin(r->solve, (cpu_seconds() - began) / TIMES);
}

typedef void add_fn(machine *m, int size);

static result run(add_fn *add, int size, double end, double dt, int turns, double x, double y) {
    result r = {INFINITY, 0, INFINITY, INFINITY};
    for (int turn = 0; turn < turns; turn++) {
        machine m = open_machine(dt);
        add(&m, size);
        check(m.cx, ab_step_start(m.w));
        const double began = cpu_seconds();
        for (int64_t i = 0; i < llround(end / dt); i++) check(m.cx, abut_world_step(m.w));
        r.seconds = fmin(r.seconds, cpu_seconds() - began);
        r.error = tip_error(&m, x, y);
        if (turn < 4) time_solver(&m, &r);
        close_machine(&m);
    }
    return r;
}

// ------------------------------------------------------------------------------------------------------------- peers

#define BULLET  "$(pkg-config --cflags --libs bullet-float64)"
#define SIMBODY "$(pkg-config --cflags --libs simbody)"
#define MUJOCO  "-lmujoco"
#define KLU     "-lklu"

// Our seconds over the peer's.
static void compare(bench *b, const char *label, double ours, const char *name, const char *flags,
                    const char *arguments, double limit) {
    joint_answer peer = {0};
    char text[200];
    if (joint_peer(name, flags, arguments, &peer, text))
        figure(b, label, ours / peer.seconds, "", at_most(limit));
    else
        figure_missing(b, label, text, at_most(limit));
}

static void compare_linkages(bench *b, const result *ours, double x, double y) {
    static const double STEP[] = {1e-3, 5e-4, 2.5e-4, 1.25e-4};
    const char *label = "four_bars_40_over_mujoco";
    for (int i = 0; i < 4; i++) {
        char arguments[100], text[200];
        joint_answer peer = {0};
        snprintf(arguments, sizeof arguments, "four_bars 40 10 %.17g 1", STEP[i]);
        if (!joint_peer("mujoco", MUJOCO, arguments, &peer, text)) {
            figure_missing(b, label, text, at_most(0.15));
            return;
        }
        if (hypot(peer.x - x, peer.y - y) > ours->error) continue;
        figure(b, label, ours->seconds / peer.seconds, "", at_most(0.15));
        return;
    }
    figure_missing(b, label, "mujoco errs more at every step tried", at_most(0.15));
}

static double entry(const ab_row *row, bool side_a, int j) {
    const v3 v = side_a ? row->va : row->vb, w = side_a ? row->wa : row->wb;
    return j < 3 ? v3_at(v, j) : v3_at(w, j - 3);
}

// Entries that are zero in every state: of the force of a row that acts at a point along an axis, and of its torque
// about that axis.
static bool is_always_zero(const ab_row *row, bool side_a, int j) {
    const v3 v = side_a ? row->va : row->vb;
    return j < 3 ? v3_at(v, j) == 0 : v3_at(v, j - 3) != 0;
}

// One block of the matrix with its mirror image: row r of the joints with a body. Returns the number of entries; f NULL
// only counts.
static int put_row(FILE *f, const ab_mechanism *m, int64_t r, int32_t body, bool side_a) {
    int count = 0;
    for (int j = 0; body >= 0 && j < 6; j++) {
        const double value = entry(&m->row[r], side_a, j);
        if (is_always_zero(&m->row[r], side_a, j)) continue;
        const long long row = (long long)(6 * m->kkt.nbody + r), column = 6LL * body + j;
        if (f) fprintf(f, "%lld %lld %.17g\n%lld %lld %.17g\n", row, column, value, column, row, value);
        count += 2;
    }
    return count;
}

static int put_matrix(FILE *f, const ab_mechanism *m) {
    int count = 0;
    for (int64_t i = 0; i < m->kkt.nbody; i++)
        for (int j = 0; j < 6; j++)
            for (int c = j < 3 ? j : 3; c < (j < 3 ? j + 1 : 6); c++, count++)
                if (f)
                    fprintf(f, "%lld %lld %.17g\n", 6LL * i + j, 6LL * i + c,
                            j < 3 ? m->inertia[i].mass : v3_at(m->inertia[i].moment.row[j - 3], c - 3));
    for (int64_t i = 0; i < m->n; i++) {
        const ab_kkt_joint *l = &m->kkt.joint[i];
        for (int64_t r = l->first; r < l->first + l->rows; r++)
            count += put_row(f, m, r, l->a, true) + put_row(f, m, r, l->b, false);
    }
    return count;
}

// The matrix of a fallen chain for KLU: its refactorisation and solution over ours.
static void compare_klu(bench *b, const result *ours) {
    char path[] = "/tmp/abut_matrix_XXXXXX", text[200];
    const int file = mkstemp(path);
    FILE *f = file < 0 ? NULL : fdopen(file, "w");
    machine m = open_machine(1e-2);
    add_chain(&m, 1000);
    for (int i = 0; i < 20; i++) check(m.cx, abut_world_step(m.w));
    const ab_mechanism *mechanism = &m.w->mechanism;
    if (f)
        fprintf(f, "%lld %d\n", (long long)(6 * mechanism->kkt.nbody + mechanism->kkt.nrow),
                put_matrix(NULL, mechanism));
    if (f) put_matrix(f, mechanism);
    joint_answer klu = {0};
    if (f && fclose(f) == 0 && joint_peer("klu", KLU, path, &klu, text))
        figure(b, "klu_over_ours", (klu.seconds + klu.x) / (ours->factor + ours->solve), "", at_least(5));
    else
        figure_missing(b, "klu_over_ours", f ? text : "no temporary file", at_least(5));
    remove(path);
    close_machine(&m);
}

int main(int argc, char **argv) {
    bench b = bench_open(argc, argv);
    const result ten = run(add_chain, 10, 1, 1e-2, 300, 7.527229015560355707, -4.906262319715003726);
    const result hundred = run(add_chain, 100, 1, 1e-2, 20, 9.128828800046863316, -4.024500504999714498);
    const result thousand = run(add_chain, 1000, 1, 1e-2, 6, 9.755793299316377876, -2.191588771211722265);
    const result forty = run(add_four_bars, 40, 10, 1e-2, 2, 0.1805122266867283901, 0.9835727405823115749);
    figure(&b, "chain_10", ten.seconds, "s", no_goal());
    figure(&b, "chain_10_error", ten.error, "m", at_most(1e-6));
    figure(&b, "chain_100", hundred.seconds, "s", no_goal());
    figure(&b, "chain_1000", thousand.seconds, "s", no_goal());
    figure(&b, "chain_1000_error", thousand.error, "m", at_most(3e-5));
    figure(&b, "chain_1000_over_100", thousand.seconds / hundred.seconds, "", at_most(12));
    figure(&b, "factor_of_a_hinge", 1e6 * thousand.factor / 1000, "us", no_goal());
    figure(&b, "solve_of_a_hinge", 1e6 * thousand.solve / 1000, "us", no_goal());
    figure(&b, "factor_and_solve", 1e6 * (thousand.factor + thousand.solve) / 1000, "us", at_most(0.4));
    figure(&b, "four_bars_40", forty.seconds, "s", no_goal());
    figure(&b, "four_bars_40_error", forty.error, "m", at_most(5e-6));
    compare(&b, "chain_1000_over_bullet", thousand.seconds, "bullet", BULLET, "chain 1000 1 0.01 6", 1);
    compare(&b, "chain_1000_over_simbody", thousand.seconds, "simbody", SIMBODY, "chain 1000 1 1e-4 2", 0.6);
    compare(&b, "chain_10_over_mujoco", ten.seconds, "mujoco", MUJOCO, "chain 10 1 0.01 300", 1.5);
    compare_linkages(&b, &forty, 0.1805122266867283901, 0.9835727405823115749);
    compare_klu(&b, &thousand);
    return bench_close(&b);
}
