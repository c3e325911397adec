// Forces of the contacts: blocks of contacts of one interaction pass through the laws together (law/block.h).
#include "base/threads.h"
#include "law/block.h"
#include "step/forces.h"

#include <string.h>

typedef struct job {
    ab_world *w;
    const ab_evaluation *eval;
} job;

// A block, and what its contacts have beside what the laws ask for.
typedef struct block {
    ab_law_block law;
    double inverse[AB_LAW_ROWS]; // 1/m_a + 1/m_b, 1/kg
    double part[AB_LAW_ROWS];    // of the pair's mass
    double patch[AB_LAW_ROWS];   // what the stiffness is more for a patch of a solid
    double last[AB_LAW_ROWS];    // normal force when the step began, N
    double fresh[AB_LAW_ROWS];   // 1: it began within the step
    double spin[AB_LAW_ROWS];    // mean spin of the bodies about the normal, summed, rad/s
    double since[AB_LAW_ROWS];   // for how long it has touched within the step, s
    double rate[AB_LAW_ROWS];    // at which the gap closes, m/s
    ab_rows3 mean;               // velocity of a against b since the step began, m/s
    double normal_force[AB_LAW_ROWS], elastic_force[AB_LAW_ROWS], stored[AB_LAW_ROWS], stiffness[AB_LAW_ROWS];
    ab_rolling_rows rolling;     // only if materials resist it
    int contacts;
} block;

// ------------------------------------------------------------------------------------------------------ from contacts

// Velocity of a against b at a point, for the given velocities of all bodies.
static inline v3 relative_velocity(const v3 *v, const v3 *spin, uint32_t a, uint32_t b, v3 arm_a, v3 arm_b) {
    return v3_sub(v3_add(v[a], v3_cross(spin[a], arm_a)), v3_add(v[b], v3_cross(spin[b], arm_b)));
}

// What a tangential force at the contact moves, from below: every turn counts as if it were about the axis of the least moment.
static double tangent_mass(const ab_bodies *b, uint32_t ia, uint32_t ib, v3 arm_a, v3 arm_b) {
    double inverse = ab_inverse_of(b, ia) + ab_inverse_of(b, ib);
    const uint32_t row[2] = {ia, ib};
    const double arm2[2] = {v3_norm2(arm_a), v3_norm2(arm_b)};
    for (int k = 0; k < 2; k++) {
        const v3 m = ab_moments_of(b, row[k]);
        if (ab_inverse_of(b, row[k]) > 0) inverse += arm2[k] / ab_lesser(m.x, ab_lesser(m.y, m.z));
    }
    return 1 / inverse;
}

static const ab_shape *shape_of(const ab_world *w, uint32_t body) { return &w->shapes[w->body.shape[body]]; }

// A share below 1 is that of a point of a solid.
static double patch_of(const ab_world *w, const ab_interaction *in, double share, uint32_t ia, uint32_t ib) {
    if (!(in->patch > 0) || share >= 1) return 1;
    return ab_patch_scale(in, shape_of(w, ia)->equivalent, shape_of(w, ib)->equivalent);
}

// An overlap is pressed already; k_t = (G_a/R_a + G_b/R_b) |S|.
static void load_overlap(const ab_world *w, int64_t i, double area, ab_law_block *law, int k) {
    const ab_contacts *c = &w->contacts;
    const ab_shape *a = shape_of(w, c->a[i]), *b = shape_of(w, c->b[i]);
    law->elastic.tangent_stiffness[k] =
        area * (law->in->shear_of[0] * ab_shape_curvature(a) + law->in->shear_of[1] * ab_shape_curvature(b));
    law->pressed[k] = ab_greater(0, c->normal_force[i] + law->in->cohesion * area);
}

static void load_rolling(const ab_world *w, int64_t i, ab_rolling_rows *r, int k) {
    const ab_contacts *c = &w->contacts;
    const ab_bodies *b = &w->body;
    const uint32_t ia = c->a[i], ib = c->b[i];
    r->radius[k] = ab_effective_radius(w, ia, ib);
    ab_rows3_set(&r->angle, k, v3_sub(b->mean_w[ia], b->mean_w[ib]));
    ab_rows3_set(&r->spin, k, v3_sub(b->w[ia], b->w[ib]));
    ab_memory_row_set(&r->memory, k, c->roll[i]);
}

static void load_motion(const ab_world *w, int64_t i, block *b, int k) {
    const ab_contacts *c = &w->contacts;
    const ab_bodies *body = &w->body;
    const uint32_t ia = c->a[i], ib = c->b[i];
    const v3 arm_a = v3_sub(c->point[i], body->x[ia]), arm_b = v3_sub(c->point[i], body->x[ib]);
    ab_rows3_set(&b->law.velocity, k, relative_velocity(body->v, body->w, ia, ib, arm_a, arm_b));
    ab_rows3_set(&b->mean, k, relative_velocity(body->mean_v, body->mean_w, ia, ib, arm_a, arm_b));
    b->spin[k] = v3_dot(c->normal[i], v3_add(body->mean_w[ia], body->mean_w[ib]));
    b->inverse[k] = ab_inverse_of(body, ia) + ab_inverse_of(body, ib);
    b->law.slide_mass[k] = w->friction->stores ? 0 : b->part[k] * tangent_mass(body, ia, ib, arm_a, arm_b);
}

static void load_row(const ab_world *w, int64_t i, const ab_passing *passing, block *b, int k) {
    const ab_contacts *c = &w->contacts;
    ab_law_block *law = &b->law;
    law->depth[k] = -c->gap[i];
    law->radius[k] = passing->radius;
    law->share[k] = passing->share;
    law->slope[k] = passing->slope;
    law->impact[k] = ab_greater(c->impact[i], 0);
    b->fresh[k] = c->impact[i] < 0;
    b->part[k] = passing->part;
    b->patch[k] = patch_of(w, law->in, passing->share, c->a[i], c->b[i]);
    b->last[k] = c->normal_force[i];
    ab_rows3_set(&law->normal, k, c->normal[i]);
    ab_rows3_set(&law->last_normal, k, passing->last_normal);
    ab_memory_row_set(&law->memory, k, c->memory[i]);
    load_motion(w, i, b, k);
    if (law->in->law->pressure) load_overlap(w, i, passing->slope, law, k);
    if (c->rolls) load_rolling(w, i, &b->rolling, k);
}

// ---------------------------------------------------------------------------------------------------- through the laws

// The laws speak of the gap, which opens `slope` times as fast as the bodies part along the normal: forces on the bodies are
// larger by as much, and the mass that the gap moves is smaller by its square.
AB_SIMD static void prepare_rows(block *b, double since) {
    ab_law_block *law = &b->law;
    AB_EVERY_ROW(law) {
        const v3 n = ab_rows3_at(&law->normal, k), mean = ab_rows3_at(&b->mean, k), velocity = ab_rows3_at(&law->velocity, k);
        const double slope = law->slope[k], mean_rate = -slope * v3_dot(n, mean);
        law->mass[k] = b->part[k] * (1 / b->inverse[k]);
        law->gap_mass[k] = law->mass[k] / (slope * slope);
        b->rate[k] = -slope * v3_dot(n, velocity);
        // A contact that began within the step has slipped only since then.
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
        const double scale = law->share[k] * ab_law_scale(&in, 1 / b->inverse[k]) * b->patch[k];
        law->elastic.force[k] *= scale;
        law->elastic.energy[k] *= scale;
        law->elastic.stiffness[k] *= scale;
        law->elastic.tangent_stiffness[k] *= scale;
        law->impact[k] = ab_greater(law->impact[k], b->rate[k]);
    }
}

AB_SIMD static void push_rows(block *b) {
    ab_law_block *law = &b->law;
    const ab_interaction in = *law->in;
    const double half = law->half;
    AB_EVERY_ROW(law) {
        const ab_damping_in row = ab_damping_in_row(law, &in, k);
        const ab_cohesion pull = ab_cohesion_of_depth(&in, law->depth[k], law->radius[k]);
        const double slope = law->slope[k], last = b->last[k] / slope + pull.force;
        law->pressed[k] = slope * ab_damped_force(&row, law->damping[k], b->rate[k], last, half);
        b->normal_force[k] = law->pressed[k] - slope * pull.force;
        b->elastic_force[k] = slope * (row.elastic.force - pull.force);
        b->stored[k] = row.elastic.energy - pull.energy;
        b->stiffness[k] = slope * slope * row.elastic.stiffness / b->part[k];
    }
}

static void push_fresh(block *b, double since) {
    ab_law_block *law = &b->law;
    for (int k = 0; k < b->contacts; k++) {
        if (!(b->fresh[k] > 0)) continue;
        const ab_damping_in row = ab_damping_in_row(law, law->in, k);
        const ab_cohesion pull = ab_cohesion_of_depth(law->in, law->depth[k], law->radius[k]);
        law->pressed[k] = law->slope[k] * ab_onset_force(&row, law->damping[k], b->rate[k], since);
        b->normal_force[k] = law->pressed[k] - law->slope[k] * pull.force;
    }
}

static void push_block(const ab_world *w, const ab_evaluation *eval, block *b) {
    b->law.in->law->elastic_rows(&b->law);
    scale_rows(b);
    w->damping->coefficient_rows(&b->law);
    push_rows(b);
    if (eval->half > 0) push_fresh(b, eval->since);
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
    ab_rolling_couples(law, r);
}

// -------------------------------------------------------------------------------------------------------- to contacts

static void store_push(const block *b, int k, ab_contacts *c, int64_t i, ab_passing *passing) {
    c->impact[i] = b->law.impact[k];
    c->normal_force[i] = b->normal_force[k];
    c->elastic_force[i] = b->elastic_force[k];
    c->stored_normal[i] = b->stored[k];
    passing->stiffness = b->stiffness[k];
}

static void store_roll(const block *b, int k, ab_contacts *c, int64_t i) {
    const ab_rolling_rows *r = &b->rolling;
    const bool rolls = b->law.in->rolling_friction > 0 && isfinite(r->radius[k]);
    c->couple[i] = rolls ? ab_rows3_at(&r->couple, k) : v3_zero();
    if (rolls) c->roll[i] = ab_memory_row(&r->memory, k);
}

static void store_row(const block *b, int k, ab_contacts *c, int64_t i, ab_passing *passing) {
    if (!b->law.in->law->pressure) store_push(b, k, c, i, passing);
    c->memory[i] = ab_memory_row(&b->law.memory, k);
    c->force[i] = v3_add_scaled(ab_rows3_at(&b->law.force, k), c->normal_force[i], c->normal[i]);
    if (c->rolls) store_roll(b, k, c, i);
}

// -------------------------------------------------------------------------------------------------------------- blocks

static const ab_interaction *interaction_of(const ab_world *w, int64_t i) {
    const ab_contacts *c = &w->contacts;
    return ab_world_interaction(w, w->body.material[c->a[i]], w->body.material[c->b[i]]);
}

// Of `most` contacts from the first, those that have its interaction.
static int count_alike(const ab_world *w, int64_t first, int64_t most, const ab_interaction *in) {
    int n = 1;
    while (n < most && interaction_of(w, first + n) == in) n++;
    return n;
}

// The last lanes, where some may be nobody's: any number will do.
static void clear_lanes(block *b) {
    for (char *row = (char *)b->law.depth; row < (char *)&b->contacts; row += AB_LAW_ROWS * sizeof(double))
        memset(row + (size_t)(b->law.n - AB_LANES) * sizeof(double), 0, AB_LANES * sizeof(double));
}

static void load_block(const ab_world *w, const ab_evaluation *eval, int64_t first, int64_t most, block *b) {
    const ab_interaction *in = interaction_of(w, first);
    const int n = count_alike(w, first, most, in);
    b->contacts = n;
    b->law.in = in;
    b->law.n = (n + AB_LANES - 1) / AB_LANES * AB_LANES;
    b->law.half = eval->half;
    clear_lanes(b);
    for (int k = 0; k < n; k++) load_row(w, first + k, &eval->passing[first + k - eval->contact], b, k);
}

static void law_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    ab_world *w = j->w;
    const ab_evaluation *eval = j->eval;
    block b;
    for (int64_t i = eval->contact + begin; i < eval->contact + end; i += b.contacts) {
        const int64_t left = eval->contact + end - i;
        load_block(w, eval, i, left < AB_LAW_ROWS ? left : AB_LAW_ROWS, &b);
        prepare_rows(&b, eval->since);
        if (!b.law.in->law->pressure) push_block(w, eval, &b);
        w->friction->force_rows(&b.law);
        if (w->contacts.rolls) roll_block(&b);
        for (int k = 0; k < b.contacts; k++) store_row(&b, k, &w->contacts, i + k, &eval->passing[i + k - eval->contact]);
    }
}

// Contacts that are not compliant have no force until the end of the step (part_contacts.c).
static void no_forces(ab_contacts *c, int64_t begin) {
    for (int64_t i = begin; i < c->n; i++) {
        c->force[i] = v3_zero();
        c->normal_force[i] = c->elastic_force[i] = c->stored_normal[i] = 0;
    }
}

static double frequency2_of(void *arg, int64_t k) {
    const job *j = arg;
    const ab_bodies *b = &j->w->body;
    const int64_t i = j->eval->contact + k;
    return j->eval->passing[k].stiffness * (ab_inverse_of(b, j->w->contacts.a[i]) + ab_inverse_of(b, j->w->contacts.b[i]));
}

// The first of those that vibrate as fast.
static abut_status note_fastest(job *j) {
    ab_world *w = j->w;
    ab_largest here;
    AB_TRY(ab_reduce_max(w->cx, &w->arena, w->contacts.n - j->eval->contact, frequency2_of, j, &here));
    if (here.index >= 0 && (w->fastest.index < 0 || ab_is_larger(here.value, w->fastest.value)))
        w->fastest = (ab_largest){here.value, j->eval->contact + here.index};
    return ABUT_OK;
}

abut_status ab_apply_laws(ab_world *w, const ab_evaluation *eval) {
    if (w->enforcement != AB_ENFORCE_PENALTY) {
        no_forces(&w->contacts, eval->contact);
        return ABUT_OK;
    }
    job j = {w, eval};
    ab_press_overlaps(w, eval);
    ab_parallel_for(w->cx, w->contacts.n - eval->contact, 512, law_rows, &j);
    return note_fastest(&j);
}
