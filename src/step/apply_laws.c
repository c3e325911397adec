// Forces of the contacts, by blocks of contacts with one interaction (law/law_block.h).
#include "base/threads.h"
#include "law/law_block.h"
#include "step/phases.h"

#include <string.h>

typedef struct apply_laws_job {
    ab_world *w;
    const ab_evaluation *eval;
} apply_laws_job;

// A block of contacts: the input of the laws, and further data of its contacts.
typedef struct block {
    ab_law_block law;
    double inverse[AB_LAW_ROWS];       // 1/m_a + 1/m_b, 1/kg
    double effective[AB_LAW_ROWS];     // inverse effective mass along the normal, with rotation, 1/kg
    double split[AB_LAW_ROWS];         // the same if bodies are divided among their partners, 1/kg
    double mass_fraction[AB_LAW_ROWS]; // of the pair's effective mass
    double weight[AB_LAW_ROWS];        // of the pair's stiffness
    double split_mass[AB_LAW_ROWS];    // effective mass of the gap if bodies are divided among their partners, kg
    double last[AB_LAW_ROWS];          // normal force at the beginning of the step, N
    double fresh[AB_LAW_ROWS];         // 1: the contact began within the step
    double spin[AB_LAW_ROWS];          // mean angular velocities about the normal, sum of both bodies, rad/s
    double since[AB_LAW_ROWS];         // duration of contact within the step, s
    double rate[AB_LAW_ROWS];          // closing rate of the gap, m/s
    ab_rows3 mean;                     // mean velocity of a relative to b since the beginning of the step, m/s
    double normal_force[AB_LAW_ROWS], elastic_force[AB_LAW_ROWS], stored[AB_LAW_ROWS], stiffness[AB_LAW_ROWS];
    // faces: angular velocity of a relative to b about the normal, present and mean since the step began, rad/s
    double turn[AB_LAW_ROWS], mean_turn[AB_LAW_ROWS];
    ab_rows3 sway;             // tangential acceleration of a relative to b at the contact per unit normal force, 1/kg
    double begun[AB_LAW_ROWS]; // normal force of a contact that began within the step, N; 0 of others
    ab_rolling_rows rolling;   // only with rolling resistance
    int contacts;
    bool sways; // some rows have a sway: the normal force acts beside a centre of mass
} block;

// Normal forces of overlaps and patches are computed before (overlap_pressure.c, overlap_force.c, patch_pressure.c).
static bool has_normal_force(const ab_contact_scratch *p) { return p->area > 0; }

// ------------------------------------------------------------------------------------------------------ from contacts

// Velocity of a relative to b at a point, for the given velocities of all bodies.
static inline v3 relative_velocity(const v3 *v, const v3 *spin, int64_t a, int64_t b, v3 arm_a, v3 arm_b) {
    return v3_sub(v3_add(v[a], v3_cross(spin[a], arm_a)), v3_add(v[b], v3_cross(spin[b], arm_b)));
}

// Response of one body to a force along the normal at the contact: inverse effective mass, and the acceleration of the
// contact point by the rotation alone. The lever of a ball is round-off, and left out.
typedef struct normal_response {
    double inverse; // 1/kg
    bool turns;
    v3 sway; // 1/kg
} normal_response;

static inline normal_response respond(const ab_bodies *b, const ab_mass_properties *m, int64_t row, v3 arm, v3 normal) {
    const v3 turn = v3_cross(arm, normal);
    if (!(v3_norm2(turn) * m->inverse_min_moment > 1e-24 * m->inverse_mass))
        return (normal_response){m->inverse_mass, false, v3_zero()};
    const v3 spin = ab_spin(m->moments, b->q[row], turn);
    return (normal_response){m->inverse_mass + v3_dot(turn, spin), true, v3_cross(spin, arm)};
}

// Upper bound of the inverse effective mass of one body for a tangential force at the contact: all rotation, also that
// by the friction couple of a face, is taken about the axis of the least moment. The body is divided among its
// partners; rolling resistance takes half of its inertia.
static inline double tangent_inverse_mass(const ab_mass_properties *w, uint32_t partners, double turns, v3 arm,
                                          double lever) {
    return partners * (w->inverse_mass + turns * w->inverse_min_moment * (v3_norm2(arm) + lever * lever));
}

static void load_rolling(const ab_world *w, const uint32_t *partners, int64_t i, ab_rolling_rows *r, int k) {
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *b = &w->state.body;
    const int64_t ia = ab_owner(w, c->a[i]), ib = ab_owner(w, c->b[i]);
    r->radius[k] = ab_effective_radius(w, c->a[i], c->b[i]);
    ab_rows3_set(&r->angle, k, v3_sub(b->mean_w[ia], b->mean_w[ib]));
    ab_rows3_set(&r->spin, k, v3_sub(b->w[ia], b->w[ib]));
    r->moment[k] =
        0.5 / (partners[ia] * ab_inverse_min_moment_of(b, ia) + partners[ib] * ab_inverse_min_moment_of(b, ib));
    ab_memory_row_set(&r->memory, k, c->roll[i]);
}

// Effective masses along the normal, and what the normal force makes of the tangential motion.
static void load_responses(const ab_world *w, const uint32_t *partners, int64_t i, v3 arm_a, v3 arm_b, block *b,
                           int k) {
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *body = &w->state.body;
    const int64_t ia = ab_owner(w, c->a[i]), ib = ab_owner(w, c->b[i]);
    const normal_response along_a = respond(body, &body->mass_table.row[body->mass_index[ia]], ia, arm_a, c->normal[i]),
                          along_b = respond(body, &body->mass_table.row[body->mass_index[ib]], ib, arm_b, c->normal[i]);
    b->effective[k] = along_a.inverse + along_b.inverse;
    b->split[k] = partners[ia] * along_a.inverse + partners[ib] * along_b.inverse;
    b->sways |= along_a.turns | along_b.turns;
    ab_rows3_set(&b->sway, k, v3_across(c->normal[i], v3_add(along_a.sway, along_b.sway)));
}

// Of samples, whose normal force is that of their patch, nothing of this is used.
static void load_no_responses(block *b, int k) {
    b->effective[k] = b->split[k] = 1;
    ab_rows3_set(&b->sway, k, v3_zero());
}

static void load_motion(const ab_world *w, const uint32_t *partners, int64_t i, bool is_sample, block *b, int k) {
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *body = &w->state.body;
    const int64_t ia = ab_owner(w, c->a[i]), ib = ab_owner(w, c->b[i]);
    const v3 arm_a = v3_sub(c->point[i], body->x[ia]), arm_b = v3_sub(c->point[i], body->x[ib]);
    ab_rows3_set(&b->law.velocity, k, relative_velocity(body->v, body->w, ia, ib, arm_a, arm_b));
    ab_rows3_set(&b->mean, k, relative_velocity(body->mean_v, body->mean_w, ia, ib, arm_a, arm_b));
    b->spin[k] = v3_dot(c->normal[i], v3_add(body->mean_w[ia], body->mean_w[ib]));
    const ab_mass_properties *of_a = &body->mass_table.row[body->mass_index[ia]],
                             *of_b = &body->mass_table.row[body->mass_index[ib]];
    const double turns = c->rolls ? 2 : 1;
    b->inverse[k] = of_a->inverse_mass + of_b->inverse_mass;
    if (is_sample)
        load_no_responses(b, k);
    else
        load_responses(w, partners, i, arm_a, arm_b, b, k);
    const double lever = b->law.lever[k];
    b->law.slide_inverse_mass[k] = tangent_inverse_mass(of_a, partners[ia], turns, arm_a, lever) +
                                   tangent_inverse_mass(of_b, partners[ib], turns, arm_b, lever);
}

// With a pitch, a turn about the normal closes the gap.
static void load_screw(const ab_world *w, int64_t i, block *b, int k) {
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *body = &w->state.body;
    const int64_t ia = ab_owner(w, c->a[i]), ib = ab_owner(w, c->b[i]);
    const v3 n = c->normal[i], pitch = v3_scale(c->pitch[i], n);
    const double now = v3_dot(pitch, v3_sub(body->w[ia], body->w[ib])),
                 mean = v3_dot(pitch, v3_sub(body->mean_w[ia], body->mean_w[ib]));
    ab_rows3_set(&b->law.velocity, k, v3_add_scaled(ab_rows3_at(&b->law.velocity, k), now, n));
    ab_rows3_set(&b->mean, k, v3_add_scaled(ab_rows3_at(&b->mean, k), mean, n));
}

static void load_turn(const ab_world *w, int64_t i, block *b, int k) {
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *body = &w->state.body;
    const int64_t ia = ab_owner(w, c->a[i]), ib = ab_owner(w, c->b[i]);
    b->law.faces = true;
    b->turn[k] = v3_dot(c->normal[i], v3_sub(body->w[ia], body->w[ib]));
    b->mean_turn[k] = v3_dot(c->normal[i], v3_sub(body->mean_w[ia], body->mean_w[ib]));
}

static void load_row(const ab_world *w, const ab_evaluation *eval, int64_t i, block *b, int k) {
    const ab_contacts *c = &w->state.contacts;
    const ab_contact_scratch *scratch = &eval->scratch[i];
    ab_law_block *law = &b->law;
    law->depth[k] = -c->gap[i];
    law->radius[k] = scratch->radius;
    law->gap_gradient_norm[k] = scratch->gap_gradient_norm;
    law->max_approach_speed[k] = ab_greater(c->max_approach_speed[i], 0);
    b->fresh[k] = c->max_approach_speed[i] < 0;
    b->mass_fraction[k] = scratch->mass_fraction;
    b->weight[k] = scratch->share;
    b->last[k] = c->normal_force[i];
    b->begun[k] = scratch->fresh_force;
    ab_rows3_set(&law->normal, k, c->normal[i]);
    ab_rows3_set(&law->last_normal, k, scratch->last_normal);
    ab_memory_row_set(&law->memory, k, c->memory[i]);
    law->friction_normal_force[k] = scratch->friction_normal_force;
    law->elastic.tangent_stiffness[k] = scratch->tangent_stiffness;
    law->lever[k] = ab_is_overlap(scratch) ? ab_face_lever(scratch->area) : 0;
    b->turn[k] = b->mean_turn[k] = 0; // a block may have faces and samples
    if (law->lever[k] > 0) load_turn(w, i, b, k);
    load_motion(w, eval->partners, i, ab_is_sample(scratch), b, k);
    if (!has_normal_force(scratch) && c->pitch[i] != 0) load_screw(w, i, b, k);
    if (c->rolls) load_rolling(w, eval->partners, i, &b->rolling, k);
}

// ---------------------------------------------------------------------------------------------------- through the laws

// The laws use the gap as coordinate. Its rate is gap_gradient_norm times the normal velocity, so the force on the
// bodies is gap_gradient_norm times the gap force, and the effective mass of the gap is divided by its square.
AB_SIMD static void prepare_rows(block *b, double since) {
    ab_law_block *law = &b->law;
    AB_EVERY_ROW(law) {
        const v3 n = ab_rows3_at(&law->normal, k), mean = ab_rows3_at(&b->mean, k),
                 velocity = ab_rows3_at(&law->velocity, k);
        const double gap_gradient_norm = law->gap_gradient_norm[k], mean_rate = -gap_gradient_norm * v3_dot(n, mean);
        law->mass[k] = b->mass_fraction[k] * (1 / b->inverse[k]);
        law->gap_mass[k] = b->mass_fraction[k] * (1 / b->effective[k]) / (gap_gradient_norm * gap_gradient_norm);
        b->split_mass[k] = b->mass_fraction[k] / (b->split[k] * gap_gradient_norm * gap_gradient_norm);
        law->slide_mass[k] = b->mass_fraction[k] / law->slide_inverse_mass[k];
        b->rate[k] = -gap_gradient_norm * v3_dot(n, velocity);
        // A contact that began within the step has slipped only since its beginning.
        const bool shorter = (b->fresh[k] > 0) & (mean_rate * since > law->depth[k]);
        b->since[k] = shorter ? law->depth[k] / mean_rate : since;
        law->twist[k] = 0.5 * b->since[k] * b->spin[k];
        ab_rows3_set(&law->slip, k, v3_scale(b->since[k], v3_across(n, mean)));
        ab_rows3_set(&law->velocity, k, v3_across(n, velocity));
    }
}

AB_SIMD static void scale_rows(block *b) {
    ab_law_block *law = &b->law;
    const ab_interaction in = *law->in;
    AB_EVERY_ROW(law) {
        const double scale = b->weight[k] * ab_law_scale(&in, 1 / b->inverse[k]);
        law->elastic.force[k] *= scale;
        law->elastic.energy[k] *= scale;
        law->elastic.stiffness[k] *= scale;
        law->elastic.tangent_stiffness[k] *= scale;
        law->max_approach_speed[k] = ab_greater(law->max_approach_speed[k], b->rate[k]);
    }
}

AB_SIMD static void normal_force_rows(block *b) {
    ab_law_block *law = &b->law;
    const ab_interaction in = *law->in;
    const double half = law->half;
    AB_EVERY_ROW(law) {
        ab_damping_in row = ab_damping_in_row(law, &in, k);
        row.whole = row.mass;
        row.mass = b->split_mass[k];
        const double gap_gradient_norm = law->gap_gradient_norm[k], pull = law->pull.force[k];
        const double last = b->last[k] / gap_gradient_norm + pull;
        const double damping = ab_explicit_damper(law->damping[k], law->step, row.mass);
        law->friction_normal_force[k] = gap_gradient_norm * ab_damped_force(&row, damping, b->rate[k], last, half);
        b->normal_force[k] = law->friction_normal_force[k] - gap_gradient_norm * pull;
        b->elastic_force[k] = gap_gradient_norm * (row.elastic.force - pull);
        b->stored[k] = row.elastic.energy - law->pull.energy[k];
        b->stiffness[k] = gap_gradient_norm * gap_gradient_norm * row.elastic.stiffness / b->mass_fraction[k] *
                          (b->effective[k] / b->inverse[k]);
    }
}

static void initiation_force_rows(block *b, double since) {
    ab_law_block *law = &b->law;
    for (int k = 0; k < b->contacts; k++) {
        if (!(b->fresh[k] > 0)) continue;
        ab_damping_in row = ab_damping_in_row(law, law->in, k);
        row.whole = row.mass;
        row.mass = b->split_mass[k];
        law->friction_normal_force[k] =
            law->gap_gradient_norm[k] * ab_initiation_force(&row, law->damping[k], b->rate[k], since);
        b->normal_force[k] = law->friction_normal_force[k] - law->gap_gradient_norm[k] * law->pull.force[k];
    }
}

static void normal_force_block(const ab_evaluation *eval, block *b) {
    const ab_interaction *in = b->law.in;
    in->law->elastic_rows(&b->law);
    scale_rows(b);
    in->damping_law->coefficient_rows(&b->law);
    in->cohesion_law->of_depth_rows(&b->law);
    normal_force_rows(b);
    if (eval->half > 0) initiation_force_rows(b, eval->since);
    for (int k = 0; k < b->contacts; k++) b->begun[k] = b->fresh[k] > 0 ? b->normal_force[k] : 0;
}

// Beside a centre of mass the normal force turns the body, and the contact point moves sideways. Where a contact
// begins, the damper of friction acts on the velocity to which the normal force leads: a force against the velocity
// before would push the point on after it has turned round. Later the force changes little within a step, and other
// contacts may balance it.
static void sway_block(block *b) {
    ab_law_block *law = &b->law;
    for (int k = 0; k < b->contacts; k++) {
        const v3 velocity = ab_rows3_at(&law->velocity, k), sway = ab_rows3_at(&b->sway, k);
        ab_rows3_set(&law->velocity, k, v3_add_scaled(velocity, law->half * b->begun[k], sway));
    }
}

// Faces in relative rotation: slip and velocity get a component along the normal, lever times angle
// (law/spring_slider.h).
static void turn_block(block *b) {
    ab_law_block *law = &b->law;
    for (int k = 0; k < b->contacts; k++) {
        const v3 n = ab_rows3_at(&law->normal, k);
        const double r = law->lever[k];
        ab_rows3_set(&law->slip, k, v3_add_scaled(ab_rows3_at(&law->slip, k), r * b->since[k] * b->mean_turn[k], n));
        ab_rows3_set(&law->velocity, k, v3_add_scaled(ab_rows3_at(&law->velocity, k), r * b->turn[k], n));
    }
}

// Relative rotation about axes in the plane of contact.
static void roll_block(block *b) {
    const ab_law_block *law = &b->law;
    ab_rolling_rows *r = &b->rolling;
    for (int k = 0; k < law->n; k++) {
        const v3 n = ab_rows3_at(&law->normal, k);
        ab_rows3_set(&r->angle, k, v3_scale(b->since[k], v3_across(n, ab_rows3_at(&r->angle, k))));
        ab_rows3_set(&r->spin, k, v3_across(n, ab_rows3_at(&r->spin, k)));
    }
    law->in->rolling_law->couples(law, r);
}

// -------------------------------------------------------------------------------------------------------- to contacts

static void store_force(const block *b, int k, ab_contacts *c, int64_t i, ab_contact_scratch *scratch) {
    c->max_approach_speed[i] = b->law.max_approach_speed[k];
    c->normal_force[i] = b->normal_force[k];
    c->elastic_force[i] = b->elastic_force[k];
    c->stored_normal[i] = b->stored[k];
    scratch->stiffness = b->stiffness[k];
}

static void store_roll(const block *b, int k, ab_contacts *c, int64_t i, ab_contact_scratch *scratch) {
    const ab_rolling_rows *r = &b->rolling;
    const bool rolls = b->law.in->rolling_friction > 0 && isfinite(r->radius[k]);
    c->couple[i] = rolls ? ab_rows3_at(&r->couple, k) : v3_zero();
    if (rolls) c->roll[i] = ab_memory_row(&r->memory, k);
    if (rolls) scratch->slip_work += r->work[k];
}

// Splits the friction of a face into a couple (normal component times lever) and the tangential force.
static v3 store_turn(const block *b, int k, ab_contacts *c, int64_t i) {
    const v3 force = ab_rows3_at(&b->law.force, k), n = c->normal[i];
    c->lever[i] = b->law.lever[k];
    c->twist[i] = b->law.faces ? b->law.lever[k] * v3_dot(n, force) : 0;
    return b->law.faces ? v3_across(n, force) : force;
}

static void store_row(const block *b, int k, ab_contacts *c, int64_t i, ab_contact_scratch *scratch) {
    if (!has_normal_force(scratch)) store_force(b, k, c, i, scratch);
    c->memory[i] = ab_memory_row(&b->law.memory, k);
    const v3 friction = c->twists ? store_turn(b, k, c, i) : ab_rows3_at(&b->law.force, k);
    c->force[i] = v3_add_scaled(friction, c->normal_force[i], c->normal[i]);
    scratch->slip_work = b->law.work[k];
    if (c->rolls) store_roll(b, k, c, i, scratch);
}

// -------------------------------------------------------------------------------------------------------------- blocks

static const ab_interaction *interaction_of(const ab_world *w, int64_t i) {
    const ab_contacts *c = &w->state.contacts;
    return ab_collider_interaction(w, c->a[i], c->b[i]);
}

// Number of contacts, at most `max` from the first on, with its interaction and with a normal force known or not as
// that of the first.
static int count_alike(const ab_world *w, const ab_contact_scratch *scratch, int64_t first, int64_t max,
                       const ab_interaction *in) {
    const bool has_force = has_normal_force(&scratch[first]);
    int n = 1;
    while (n < max && interaction_of(w, first + n) == in && has_normal_force(&scratch[first + n]) == has_force) n++;
    return n;
}

// Zeroes the last lanes, some of which may have no contact.
static void clear_lanes(block *b) {
    for (char *row = (char *)b->law.depth; row < (char *)&b->contacts; row += AB_LAW_ROWS * sizeof(double))
        memset(row + (size_t)(b->law.n - AB_LANES) * sizeof(double), 0, AB_LANES * sizeof(double));
}

static void load_block(const ab_world *w, const ab_evaluation *eval, int64_t first, int64_t max, block *b) {
    const ab_interaction *in = interaction_of(w, first);
    const int n = count_alike(w, eval->scratch, first, max, in);
    b->contacts = n;
    b->law.in = in;
    b->law.n = (n + AB_LANES - 1) / AB_LANES * AB_LANES;
    b->law.half = eval->half;
    b->law.step = eval->step;
    b->law.faces = b->sways = false;
    clear_lanes(b);
    for (int k = 0; k < n; k++) load_row(w, eval, first + k, b, k);
}

static void law_rows(void *arg, int64_t begin, int64_t end) {
    const apply_laws_job *j = arg;
    ab_world *w = j->w;
    const ab_evaluation *eval = j->eval;
    block b;
    for (int64_t i = begin; i < end; i += b.contacts) {
        load_block(w, eval, i, end - i < AB_LAW_ROWS ? end - i : AB_LAW_ROWS, &b);
        prepare_rows(&b, eval->since);
        if (!has_normal_force(&eval->scratch[i])) normal_force_block(eval, &b);
        if (b.sways) sway_block(&b);
        if (b.law.faces) turn_block(&b);
        b.law.in->friction_law->rub_rows(&b.law);
        if (w->state.contacts.rolls) roll_block(&b);
        for (int k = 0; k < b.contacts; k++) store_row(&b, k, &w->state.contacts, i + k, &eval->scratch[i + k]);
    }
}

static double frequency2_of(void *arg, int64_t i) {
    const apply_laws_job *j = arg;
    return j->eval->scratch[i].stiffness * ab_contact_inverse(j->w, i);
}

static void add_slip_work(void *arg, int64_t i, double *sum) {
    *sum += ((const apply_laws_job *)arg)->eval->scratch[i].slip_work;
}

abut_status ab_apply_laws(ab_world *w, const ab_evaluation *eval) {
    apply_laws_job j = {w, eval};
    ab_apply_overlap_pressure(w, eval);
    ab_apply_overlap_forces(w, eval);
    AB_TRY(ab_apply_patch_pressure(w, eval));
    ab_parallel_for(w->cx, w->state.contacts.n, 512, law_rows, &j);
    AB_TRY(ab_reduce_sum(w->cx, &w->arena, w->state.contacts.n, 1, add_slip_work, &j, &w->collision.slip_work));
    return ab_reduce_largest(w->cx, &w->arena, w->state.contacts.n, frequency2_of, &j,
                             &w->collision.stiffest); // of equal ones the first
}
