// Joint reactions, which satisfy the constraints on the acceleration level, and the projection of poses and velocities
// after a step, which removes the drift by the error of the integrator.
//
//   reactions    M a = f + J^T lambda,  J a = gamma;
//     J^T lambda is added to the forces, so integrators need no knowledge of joints
//   projection   M dx = J^T mu,  J dx = -phi           the smallest correction in the mass norm
//                M dv = J^T mu,  J dv = -(J v + rate)  an impulse: conserves linear momentum to the last bit
//   baumgarte    J a = gamma - 2 alpha phi' - beta^2 phi
//
// Without projection reactions do work along the drift: `drift_power` is the sum of lambda phi'.
//
// The projection uses the factors of the last evaluation, whose poses differ from those of the end of the step only by
// the correction. The forces at the beginning of the next step are those of the uncorrected state: the difference is of
// the order of the local error of the integrator.
#include "base/threads.h"
#include "step/phases.h"
#include "step/joint_reactions.h"

#define MAX_CORRECTIONS 4     // of positions in one step: one or two are usual
#define FITS            1e-13 // error of a row that needs no correction: an angle, or a length over the size
// error after the corrections that indicates a row wrongly treated as redundant
#define SUSPECT 1e-10
#define WEAK    1e-5 // pivot that indicates a row that has become redundant
#define BROKEN  0.1  // error after the corrections at which the run stops

// ------------------------------------------------------------------------------------------------------- rows

typedef struct joint_reactions_job {
    ab_world *w;
    double t;
} joint_reactions_job;

static void write_joints(void *arg, int64_t begin, int64_t end) {
    const joint_reactions_job *j = arg;
    ab_mechanism *m = &j->w->mechanism;
    for (int64_t i = begin; i < end; i++) {
        const ab_world_joint *joint = &m->joint[i];
        const ab_joint_frame a = ab_joint_frame_on(j->w, joint->a, joint->joint.frame_a);
        const ab_joint_frame b = ab_joint_frame_on(j->w, joint->b, joint->joint.frame_b);
        joint->joint.type->write(&joint->joint, &a, &b, j->t, m->row + m->kkt.joint[i].first);
    }
}

void ab_write_rows(ab_world *w, double t) {
    ab_parallel_for(w->cx, w->mechanism.n, 256, write_joints, &(joint_reactions_job){w, t});
}

static m3 moment_in_world(v3 moments, quat q) {
    if (moments.x == moments.y && moments.y == moments.z) return m3_diagonal(moments);
    const m3 axes = quat_matrix(q); // columns: principal axes
    m3 scaled = axes;
    for (int i = 0; i < 3; i++) scaled.row[i] = v3_mul(axes.row[i], moments);
    return m3_product(scaled, m3_transpose(axes));
}

static void weigh_bodies(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    const ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const int64_t row = m->held[i];
        m->inertia[i] = (ab_inertia){ab_mass_of(b, row), moment_in_world(ab_moments_of(b, row), b->q[row])};
    }
}

void ab_factor_joints(ab_world *w) {
    weigh_bodies(w);
    ab_kkt_factor(&w->mechanism.kkt, w->mechanism.inertia, w->mechanism.row);
}

void ab_find_redundant(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    weigh_bodies(w);
    ab_kkt_find_redundant(&m->kkt, m->inertia, m->row);
    for (int64_t i = 0; i < m->n; i++) {
        m->joint[i].redundant = 0;
        for (int r = 0; r < m->joint[i].joint.type->rows; r++)
            m->joint[i].redundant |= (uint64_t)m->kkt.redundant[m->kkt.joint[i].first + r] << r;
    }
}

// ---------------------------------------------------------------------------------------------------- unknowns

static void put(double *to, v3 linear, v3 angular) {
    to[0] = linear.x, to[1] = linear.y, to[2] = linear.z;
    to[3] = angular.x, to[4] = angular.y, to[5] = angular.z;
}

static v3 linear_of(const double *body) { return v3_make(body[0], body[1], body[2]); }
static v3 angular_of(const double *body) { return v3_make(body[3], body[4], body[5]); }

static double speed_of(const ab_world *w, const ab_world_joint *j, const ab_row *row) {
    return row->rate + ab_row_speed(w, j->a, j->b, row);
}

static bool is_rolling(const ab_world_joint *j, int row) { return j->joint.type->rolling >> row & 1; }

// --------------------------------------------------------------------------------------------------- reactions

static void set_forces(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    const ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const int64_t row = m->held[i];
        put(m->body_side + m->kkt.block[i].first, b->force[row],
            v3_sub(b->torque[row], v3_cross(b->w[row], b->l[row])));
    }
}

// Baumgarte's term of row r of a joint.
static double pull_of(const ab_world *w, const ab_world_joint *j, int r, const ab_row *row) {
    const ab_mechanism *m = &w->mechanism;
    if (m->drift != AB_DRIFT_BAUMGARTE) return 0;
    return 2 * m->alpha * speed_of(w, j, row) + (is_rolling(j, r) ? 0 : m->beta * m->beta * row->value);
}

static void set_accelerations(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    for (int64_t i = 0; i < m->n; i++)
        for (int r = 0; r < m->joint[i].joint.type->rows; r++) {
            const int64_t k = m->kkt.joint[i].first + r;
            m->row_side[k] = m->row[k].gamma - pull_of(w, &m->joint[i], r, &m->row[k]);
        }
}

void ab_set_midpoint_rows(ab_world *w, double h) {
    ab_mechanism *m = &w->mechanism;
    for (int64_t i = 0; i < m->n; i++)
        for (int r = 0; r < m->joint[i].joint.type->rows; r++) {
            const int64_t k = m->kkt.joint[i].first + r;
            m->row_side[k] = -2 * speed_of(w, &m->joint[i], &m->row[k]) - h * pull_of(w, &m->joint[i], r, &m->row[k]);
        }
}

typedef struct joint_reactions_wrench {
    v3 force, torque; // about the centre of mass
} joint_reactions_wrench;

static void add(joint_reactions_wrench *sum, double s, v3 force, v3 torque) {
    sum->force = v3_add_scaled(sum->force, s, force);
    sum->torque = v3_add_scaled(sum->torque, s, torque);
}

// J^T lambda of one joint.
static void weigh(const ab_mechanism *m, int64_t joint, joint_reactions_wrench *a, joint_reactions_wrench *b) {
    *a = *b = (joint_reactions_wrench){{0, 0, 0}, {0, 0, 0}};
    const ab_kkt_joint *l = &m->kkt.joint[joint];
    for (int64_t k = l->first; k < l->first + l->rows; k++) {
        add(a, m->row_side[k], m->row[k].va, m->row[k].wa);
        add(b, m->row_side[k], m->row[k].vb, m->row[k].wb);
    }
}

static void measure_power(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    m->driven = m->drift_power = 0;
    for (int64_t k = 0; k < m->kkt.nrow; k++) m->driven -= m->row_side[k] * m->row[k].rate;
    if (m->drift == AB_DRIFT_PROJECTION) return;
    for (int64_t i = 0; i < m->n; i++)
        for (int64_t k = m->kkt.joint[i].first; k < m->kkt.joint[i].first + m->kkt.joint[i].rows; k++)
            m->drift_power += m->row_side[k] * speed_of(w, &m->joint[i], &m->row[k]);
}

// Reaction at the joint from the wrench on b, over a time h if the wrench is an impulse.
static void store_reaction(const ab_world *w, ab_world_joint *j, joint_reactions_wrench b, double h) {
    const v3 arm = j->b < 0 ? j->joint.frame_b.x : quat_rotate(w->state.body.q[j->b], j->joint.frame_b.x);
    j->force = v3_scale(1 / h, b.force);
    j->torque = v3_scale(1 / h, v3_sub(b.torque, v3_cross(arm, b.force)));
}

static void react(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    ab_bodies *body = &w->state.body;
    measure_power(w);
    for (int64_t i = 0; i < m->n; i++) {
        ab_world_joint *j = &m->joint[i];
        joint_reactions_wrench a, b;
        weigh(m, i, &a, &b);
        if (j->a >= 0) {
            body->force[j->a] = v3_add(body->force[j->a], a.force);
            body->torque[j->a] = v3_add(body->torque[j->a], a.torque);
        }
        if (j->b >= 0) {
            body->force[j->b] = v3_add(body->force[j->b], b.force);
            body->torque[j->b] = v3_add(body->torque[j->b], b.torque);
        }
        store_reaction(w, j, b, 1);
    }
}

void ab_solve_joint_reactions(ab_world *w, const ab_evaluation *eval) {
    if (w->mechanism.n == 0) return;
    ab_write_rows(w, w->state.time + eval->since);
    ab_factor_joints(w);
    if (eval->middle) return;
    set_forces(w);
    set_accelerations(w);
    ab_kkt_solve(&w->mechanism.kkt, w->mechanism.body_side, w->mechanism.row_side);
    react(w);
}

// -------------------------------------------------------------------------------------------------- corrections

static bool is_angle(const ab_row *row) { return v3_norm2(row->va) == 0 && v3_norm2(row->vb) == 0; }

ab_joint_error ab_max_position_error(const ab_world *w) {
    const ab_mechanism *m = &w->mechanism;
    ab_joint_error worst = {0, -1};
    for (int64_t i = 0; i < m->n; i++)
        for (int r = 0; r < m->joint[i].joint.type->rows; r++) {
            if (is_rolling(&m->joint[i], r)) continue;
            const ab_row *row = &m->row[m->kkt.joint[i].first + r];
            const double error = fabs(row->value) / (is_angle(row) || !(m->size > 0) ? 1 : m->size);
            if (!(error <= worst.error)) worst = (ab_joint_error){error, i}; // also when not a number
        }
    return worst;
}

ab_joint_error ab_max_velocity_error(const ab_world *w, double *fastest) {
    const ab_mechanism *m = &w->mechanism;
    ab_joint_error worst = {0, -1};
    if (fastest) *fastest = 0;
    for (int64_t i = 0; i < m->n; i++) {
        const ab_world_joint *j = &m->joint[i];
        for (int r = 0; r < j->joint.type->rows; r++) {
            const ab_row *row = &m->row[m->kkt.joint[i].first + r];
            const double scale = is_angle(row) || !(m->size > 0) ? 1 : m->size;
            const double error = fabs(speed_of(w, j, row)) / scale;
            if (!(error <= worst.error)) worst = (ab_joint_error){error, i};
            if (!fastest) continue;
            *fastest = fmax(*fastest, fabs(row->rate) / scale);
            if (j->a >= 0)
                *fastest = fmax(*fastest, v3_norm(w->state.body.v[j->a]) / scale + v3_norm(w->state.body.w[j->a]));
            if (j->b >= 0)
                *fastest = fmax(*fastest, v3_norm(w->state.body.v[j->b]) / scale + v3_norm(w->state.body.w[j->b]));
        }
    }
    return worst;
}

void ab_correct_positions(ab_world *w, double max) {
    ab_mechanism *m = &w->mechanism;
    ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < m->kkt.ndof; i++) m->body_side[i] = 0;
    for (int64_t i = 0; i < m->n; i++)
        for (int r = 0; r < m->joint[i].joint.type->rows; r++) {
            const int64_t k = m->kkt.joint[i].first + r;
            m->row_side[k] = is_rolling(&m->joint[i], r) ? 0 : -m->row[k].value;
        }
    ab_kkt_solve(&m->kkt, m->body_side, m->row_side);
    double turn = 0;
    for (int64_t i = 0; i < m->kkt.nbody; i++)
        turn = fmax(turn, v3_norm(angular_of(m->body_side + m->kkt.block[i].first)));
    const double share = turn > max ? max / turn : 1;
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const int64_t row = m->held[i];
        const double *d = m->body_side + m->kkt.block[i].first;
        b->x[row] = v3_add_scaled(b->x[row], share, linear_of(d));
        b->q[row] = quat_unit(quat_mul(quat_from_turn(v3_scale(share, angular_of(d))), b->q[row]));
        b->w[row] = ab_spin(ab_moments_of(b, row), b->q[row], b->l[row]);
    }
}

static void apply_impulse(ab_world *w, int64_t row, joint_reactions_wrench impulse) {
    ab_bodies *b = &w->state.body;
    if (row < 0 || !ab_body_moves(&w->state.body, row)) return;
    b->v[row] = v3_add_scaled(b->v[row], ab_inverse_mass_of(b, row), impulse.force);
    b->l[row] = v3_add(b->l[row], impulse.torque);
}

void ab_apply_joint_impulses(ab_world *w, double h) {
    ab_mechanism *m = &w->mechanism;
    m->driven = m->drift_power = 0;
    for (int64_t k = 0; k < m->kkt.nrow; k++) m->driven -= m->row_side[k] * m->row[k].rate / h;
    for (int64_t i = 0; i < m->n; i++) {
        joint_reactions_wrench a, b;
        weigh(m, i, &a, &b);
        apply_impulse(w, m->joint[i].a, a);
        apply_impulse(w, m->joint[i].b, b);
        store_reaction(w, &m->joint[i], b, h);
    }
}

void ab_correct_velocities(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    ab_bodies *body = &w->state.body;
    for (int64_t i = 0; i < m->kkt.ndof; i++) m->body_side[i] = 0;
    for (int64_t i = 0; i < m->n; i++)
        for (int r = 0; r < m->joint[i].joint.type->rows; r++) {
            const int64_t k = m->kkt.joint[i].first + r;
            m->row_side[k] = -speed_of(w, &m->joint[i], &m->row[k]);
        }
    ab_kkt_solve(&m->kkt, m->body_side, m->row_side);
    for (int64_t i = 0; i < m->n; i++) {
        joint_reactions_wrench a, b;
        weigh(m, i, &a, &b);
        apply_impulse(w, m->joint[i].a, a);
        apply_impulse(w, m->joint[i].b, b);
    }
    for (int64_t i = 0; i < m->kkt.nbody; i++) {
        const int64_t row = m->held[i];
        body->w[row] = ab_spin(ab_moments_of(body, row), body->q[row], body->l[row]);
    }
}

static double energy_of_held(const ab_world *w) {
    const ab_bodies *b = &w->state.body;
    double sum = 0;
    for (int64_t i = 0; i < w->mechanism.kkt.nbody; i++) {
        const int64_t row = w->mechanism.held[i];
        sum += 0.5 * ab_mass_of(b, row) * v3_norm2(b->v[row]) + 0.5 * v3_dot(b->w[row], b->l[row]) -
               ab_mass_of(b, row) * v3_dot(w->config.gravity, b->x[row]);
    }
    return sum;
}

static void remember_angles(ab_world *w) {
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        ab_world_joint *j = &w->mechanism.joint[i];
        if (!j->joint.type->turned) continue;
        const ab_joint_frame a = ab_joint_frame_on(w, j->a, j->joint.frame_a),
                             b = ab_joint_frame_on(w, j->b, j->joint.frame_b);
        double angle[2] = {0, 0};
        j->joint.type->turned(&j->joint, &a, &b, angle);
        j->joint.angle[0] = angle[0];
        j->joint.angle[1] = angle[1];
    }
}

static void remember_coordinates(ab_world *w) {
    for (int64_t i = 0; i < w->mechanism.nforce; i++) w->mechanism.force[i].force.last = w->mechanism.force[i].s;
}

static abut_status project(ab_world *w, double t) {
    const double before = energy_of_held(w);
    const double weakest = ab_kkt_weakest(&w->mechanism.kkt);
    ab_joint_error worst = ab_max_position_error(w); // the rows of the last evaluation belong to these poses
    for (int i = 0; i < MAX_CORRECTIONS && worst.error > FITS; i++) {
        ab_correct_positions(w, INFINITY);
        ab_write_rows(w, t);
        worst = ab_max_position_error(w);
    }
    ab_correct_velocities(w);
    if (worst.error > SUSPECT || weakest < WEAK) ab_find_redundant(w);
    w->mechanism.margin = worst.error;
    w->ledger.energy.lost_constraint += before - energy_of_held(w);
    if (worst.error < BROKEN) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_STEP,
                   "joint '%s' has come apart at step %lld; take a smaller time.dt, or see whether the "
                   "mechanism can move at all",
                   w->mechanism.joint[worst.joint].name, (long long)w->state.step);
}

abut_status ab_project_drift(ab_world *w, double t) {
    remember_coordinates(w);
    if (w->mechanism.n == 0) return ABUT_OK;
    if (w->mechanism.drift == AB_DRIFT_PROJECTION)
        AB_TRY(project(w, t));
    else
        w->mechanism.margin = ab_max_position_error(w).error;
    remember_angles(w);
    return ABUT_OK;
}
