// Initial assembly: poses are corrected until the joints fit, by Newton's method with minimal corrections in the mass
// norm, and then velocities are made consistent. The corrections are recorded in mechanism.assembly; if the joints
// cannot fit, the error names a joint.
#include "step/joint_reactions.h"
#include "step/step.h"

#define MAX_ROUNDS 100
#define MAX_TURN   0.3 // largest rotation in one iteration, rad: beyond it the rows are far from linear
#define FITS       1e-13
#define AGREES                                                                                                         \
    1e-6 // velocity error over the largest speed before and after, for redundant joints at a singular position
#define FITS_WELL 1e-10 // accepted where round-off stops convergence, as for redundant joints at a singular position

typedef struct assemble_joints_start {
    v3 x, v, w;
    quat q;
} assemble_joints_start;

static double reach_of(const ab_world *w, int64_t row, ab_pose frame) {
    return (row < 0 ? 0 : v3_norm(w->state.body.x[row])) + v3_norm(frame.x);
}

static double size_of(const ab_world *w) {
    double size = 0;
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        const ab_world_joint *j = &w->mechanism.joint[i];
        size = fmax(size, fmax(reach_of(w, j->a, j->joint.frame_a), reach_of(w, j->b, j->joint.frame_b)));
    }
    return size;
}

static double turn_between(quat from, quat to) {
    const quat d = quat_mul(to, quat_conjugate(from));
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w));
}

static void note_moves(ab_world *w, const assemble_joints_start *from) {
    ab_assembly *a = &w->mechanism.assembly;
    const double size = w->mechanism.size > 0 ? w->mechanism.size : 1;
    double max = 0, fastest = 0;
    for (int64_t i = 0; i < w->mechanism.kkt.nbody; i++) {
        const int64_t row = w->mechanism.held[i];
        const double shift = v3_norm(v3_sub(w->state.body.x[row], from[i].x)),
                     turn = turn_between(from[i].q, w->state.body.q[row]);
        const double kick = v3_norm(v3_sub(w->state.body.v[row], from[i].v)),
                     spin = v3_norm(v3_sub(w->state.body.w[row], from[i].w));
        a->shift = fmax(a->shift, shift);
        a->turn = fmax(a->turn, turn);
        a->kick = fmax(a->kick, kick);
        a->spin = fmax(a->spin, spin);
        if (shift / size + turn > max) max = shift / size + turn, a->body = row;
        if (kick / size + spin > fastest) fastest = kick / size + spin, a->kicked = row;
    }
}

static abut_status does_not_fit(ab_world *w, ab_joint_error worst) {
    w->mechanism.assembly.failed_joint = worst.joint;
    const ab_world_joint *j = &w->mechanism.joint[worst.joint];
    char a[ABUT_LABEL] = "the ground", b[ABUT_LABEL] = "the ground";
    if (j->a >= 0) ab_body_label(w, j->a, a);
    if (j->b >= 0) ab_body_label(w, j->b, b);
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                   "the joints cannot be assembled: joint '%s' between %s and %s does not fit, by %.2g of "
                   "the mechanism's size; check "
                   "where the bodies stand, and that the joints do not contradict each other",
                   j->name, a, b, worst.error);
}

// Removes the part of the initial velocities that violates the joints, which may be all of them. An error that remains
// is a contradiction of joints, such as two prescribed motions of one wheel.
static abut_status agree_velocities(ab_world *w) {
    double given = 0, fastest = 0;
    ab_write_rows(w, w->state.time);
    const ab_joint_error first = ab_max_velocity_error(w, &given);
    ab_find_redundant(w);
    ab_correct_velocities(w);
    const ab_joint_error worst = ab_max_velocity_error(w, &fastest);
    w->mechanism.assembly.fast_joint = first.joint;
    if (!(worst.error > AGREES * fmax(given, fastest))) return ABUT_OK;
    w->mechanism.assembly.failed_joint = worst.joint;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                   "joint '%s' cannot move as it should, because other joints hold it or drive it otherwise; "
                   "remove one of them",
                   w->mechanism.joint[worst.joint].name);
}

static ab_worst_joint worst_joint_of(const ab_world *w, int64_t joint) {
    if (joint < 0) return (ab_worst_joint){.joint = -1};
    const ab_world_joint *j = &w->mechanism.joint[joint];
    const ab_joint_frame a = ab_joint_frame_on(w, j->a, j->joint.frame_a),
                         b = ab_joint_frame_on(w, j->b, j->joint.frame_b);
    return (ab_worst_joint){joint, {a.p, b.p}, atan2(v3_norm(v3_cross(a.z, b.z)), v3_dot(a.z, b.z))};
}

static abut_status fit(ab_world *w) {
    ab_joint_error worst = {INFINITY, 0};
    for (int round = 0; round < MAX_ROUNDS; round++) {
        ab_write_rows(w, w->state.time);
        worst = ab_max_position_error(w);
        if (round == 0) w->mechanism.assembly.worst = worst_joint_of(w, worst.joint);
        if (worst.error <= FITS || !isfinite(worst.error)) break;
        ab_factor_joints(w);
        ab_correct_positions(w, MAX_TURN);
    }
    w->mechanism.margin = worst.error;
    return worst.error <= FITS_WELL ? ABUT_OK : does_not_fit(w, worst);
}

abut_status ab_assemble(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    if (m->n == 0) return ABUT_OK;
    for (int64_t i = 0; i < m->n; i++) m->joint[i].redundant = 0; // all rows are active until the joints fit
    AB_TRY(ab_mechanism_build(w));
    m->size = size_of(w);
    m->assembly = (ab_assembly){.body = -1, .kicked = -1, .failed_joint = -1, .fast_joint = -1};
    assemble_joints_start *from = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &from, m->kkt.nbody));
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const int64_t row = m->held[i];
        from[i] = (assemble_joints_start){w->state.body.x[row], w->state.body.v[row], w->state.body.w[row],
                                          w->state.body.q[row]};
    }
    AB_TRY(fit(w));
    for (int64_t i = 0; i < m->kkt.nbody; i++) { // rotations conserved l; the user's initial value is w
        const int64_t row = m->held[i];
        w->state.body.w[row] = from[i].w;
        w->state.body.l[row] = ab_angular_momentum(ab_moments_of(&w->state.body, row), w->state.body.q[row], from[i].w);
    }
    AB_TRY(agree_velocities(w));
    note_moves(w, from);
    return ABUT_OK;
}
