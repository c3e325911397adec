// Pressure of polyhedron overlaps under laws of the overlap volume. All contacts of two bodies, of whichever colliders,
// have one pressure: the derivative of a potential of the total overlap volume, with damping by the rate of the volume.
// A compound of convex colliders thus behaves as one body.
//   V = sum V_i,  S = sum S_i,  T = sum of the torques of the S_i about each body's centre of mass
//   V' = -(S . (v_a - v_b) + T_a . w_a - T_b . w_b)
//   1/m_V = |S|^2 (1/m_a + 1/m_b) + T_a . I_a^-1 T_a + T_b . I_b^-1 T_b
//   P = max(0, W' + D V') - p, p = cohesion   force of contact i: P |S_i| along n_i, couple P |S_i| h_i along n_i
// V0 = (K A^2 dt^2/(beta m))^(3/2) by default, a constant of the pair with A the largest face of the smaller body: the
// contact of two faces is then stable at the step, (omega dt)^2 = beta = AB_STEP_FACES.
#include "base/threads.h"
#include "geom/convex/polyhedron.h"
#include "step/gap_coordinate.h"

typedef struct overlap {
    ab_gap_coordinate of;     // coordinate V, whose wrench is S
    const ab_shape *shape[2]; // of the bodies: R and A do not depend on which colliders touch
    double volume;
    double faces;           // sum of |S_i|, m^2
    double last;            // sum of the normal forces at the beginning of the step, N
    double max_growth_rate; // largest rate of V since the contact began, m^3/s; -1 = new contact
    const ab_interaction *in;
    double mass;                   // effective mass of both bodies, kg
    ab_gap_coordinate_mass moving; // m_V, kg/m^4
} overlap;

static bool is_volume(const ab_world *w, int64_t i, const ab_contact_scratch *scratch) {
    const ab_contacts *c = &w->state.contacts;
    return ab_is_overlap(scratch) && ab_collider_interaction(w, c->a[i], c->b[i])->law->overlap == AB_OVERLAP_VOLUME;
}

static void add_row(const ab_world *w, int64_t i, const ab_contact_scratch *scratch, overlap *o) {
    const ab_contacts *c = &w->state.contacts;
    if (!is_volume(w, i, scratch)) return;
    const bool in_order = ab_owner(w, c->a[i]) == o->of.a;
    ab_gap_coordinate_add(w, c->point[i],
                          v3_scale(in_order ? scratch->gap_gradient_norm : -scratch->gap_gradient_norm, c->normal[i]),
                          c->pitch[i], &o->of);
    o->volume += scratch->overlap;
    o->faces += scratch->gap_gradient_norm;
    o->last += c->normal_force[i];
    o->max_growth_rate = ab_greater(o->max_growth_rate, c->max_approach_speed[i]);
}

// The contacts of the pairs of colliders of two bodies.
typedef struct overlap_pressure_group {
    const ab_evaluation *eval;
    const ab_keyed *pair; // value: index of the pair
    int64_t n;
} overlap_pressure_group;

static int64_t begin_of(const overlap_pressure_group *g, int64_t k) { return g->eval->first_contact[g->pair[k].value]; }
static int64_t end_of(const overlap_pressure_group *g, int64_t k) {
    return g->eval->first_contact[g->pair[k].value + 1];
}
static ab_contact_scratch *scratch_of(const overlap_pressure_group *g, int64_t i) { return &g->eval->scratch[i]; }

// Interaction of the first colliders of the two bodies, or that of the contact if theirs is not an overlap-volume law.
static const ab_interaction *interaction_of(const ab_world *w, const overlap *o, int64_t contact) {
    const ab_contacts *c = &w->state.contacts;
    const ab_interaction *whole =
        ab_collider_interaction(w, ab_first_collider(w, o->of.a), ab_first_collider(w, o->of.b));
    return whole->geometry == AB_CHOOSE_VOLUME ? whole : ab_collider_interaction(w, c->a[contact], c->b[contact]);
}

static overlap overlap_of(const ab_world *w, const overlap_pressure_group *g, int64_t begin) {
    const ab_contacts *c = &w->state.contacts;
    overlap o = {.of = ab_gap_coordinate_of(w, c->a[begin], c->b[begin]), .max_growth_rate = -1};
    for (int64_t k = 0; k < g->n; k++)
        for (int64_t i = begin_of(g, k); i < end_of(g, k); i++) add_row(w, i, scratch_of(g, i), &o);
    o.shape[0] = ab_body_shape(w, o.of.a);
    o.shape[1] = ab_body_shape(w, o.of.b);
    o.in = interaction_of(w, &o, begin);
    o.mass = 1 / (ab_inverse_mass_of(&w->state.body, o.of.a) + ab_inverse_mass_of(&w->state.body, o.of.b));
    o.moving = ab_gap_coordinate_mass_of(w, g->eval, &o.of);
    return o;
}

static double face_of(const ab_shape *shape) {
    const double r = shape->equivalent;
    return shape->convex ? shape->convex->largest : 2.6 * r * r; // a compound counts as a cube
}

// Planes and walls are never the smaller body.
double ab_largest_face(const ab_shape *a, const ab_shape *b) {
    const bool a_flat = !(ab_shape_curvature(a) > 0), b_flat = !(ab_shape_curvature(b) > 0);
    return face_of(b_flat || (!a_flat && a->volume <= b->volume) ? a : b);
}

ab_overlap_input ab_overlap_input_at(const ab_world *w, const ab_interaction *in, const ab_shape *a, const ab_shape *b,
                                     double mass, double volume) {
    const double modulus = in->young_of[0] * ab_shape_curvature(a) + in->young_of[1] * ab_shape_curvature(b);
    const double step = ab_largest_face(a, b) * w->config.dt;
    const double v0 = in->soft_volume;
    return (ab_overlap_input){volume, modulus, v0 < 0 ? modulus * step * step / (AB_STEP_FACES * mass) : cbrt(v0 * v0)};
}

// Stiffness for the stability of the step: omega^2 = W''/m_V + W' |dS/dx|/m, with |dS/dx| <= 2/3 |S|^2/V, the value of
// a corner.
static double stiffness_of(const overlap *o, const ab_elastic *e) {
    return o->mass * e->stiffness / o->moving.whole + 2.0 / 3 * e->force * v3_norm2(o->of.force) / o->volume;
}

// sqrt(k m) of a linear spring of stiffness k = K |S|, as V^(1/3) is the depth; divided by |S|^2 because the damper
// acts along V.
static double spring_of(const overlap *o, double modulus) {
    const double area = v3_norm(o->of.force);
    return sqrt(modulus * area * o->mass) / (area * area);
}

// k_t = (G_a/R_a + G_b/R_b) |S|.
static double tangent_stiffness_of(const ab_world *w, int64_t i, const ab_interaction *in, double area) {
    const ab_contacts *c = &w->state.contacts;
    return area * (in->shear_of[0] * ab_shape_curvature(ab_collider_shape(w, c->a[i])) +
                   in->shear_of[1] * ab_shape_curvature(ab_collider_shape(w, c->b[i])));
}

static void store_row(ab_world *w, int64_t i, const overlap *o, double pressure, ab_contact_scratch *scratch) {
    ab_contacts *c = &w->state.contacts;
    const ab_interaction *in = ab_collider_interaction(w, c->a[i], c->b[i]);
    c->normal_force[i] = pressure * scratch->gap_gradient_norm;
    scratch->fresh_force = o->max_growth_rate < 0 ? c->normal_force[i] : 0;
    scratch->friction_normal_force = ab_greater(0, c->normal_force[i] + in->cohesion * scratch->gap_gradient_norm);
    scratch->tangent_stiffness = tangent_stiffness_of(w, i, in, scratch->gap_gradient_norm);
    scratch->mass_fraction = scratch->gap_gradient_norm / o->faces;
}

static void apply_pressure(ab_world *w, const overlap_pressure_group *g, int64_t begin) {
    const ab_evaluation *eval = g->eval;
    ab_contacts *c = &w->state.contacts;
    const overlap o = overlap_of(w, g, begin);
    const ab_overlap_input input = ab_overlap_input_at(w, o.in, o.shape[0], o.shape[1], o.mass, o.volume);
    const ab_elastic e = o.in->law->pressure(&input);
    const double rate = ab_gap_coordinate_rate(w, &o.of);
    const double max_growth_rate = ab_greater(ab_greater(o.max_growth_rate, 0), rate);
    const ab_damping_in in = {o.in, e, 1, o.moving.whole, o.volume, max_growth_rate, spring_of(&o, input.modulus), 0};
    const bool fresh = o.max_growth_rate < 0;
    const ab_cohesion pull = o.in->cohesion_law->of_volume(o.in, o.volume, rate, 2 * eval->half, fresh);
    const double pressure =
        ab_gap_coordinate_force(eval, &in, o.moving.split, rate, o.last / o.faces + pull.force, fresh) - pull.force;
    for (int64_t k = 0; k < g->n; k++)
        for (int64_t i = begin_of(g, k); i < end_of(g, k); i++) {
            ab_contact_scratch *scratch = scratch_of(g, i);
            if (!is_volume(w, i, scratch)) continue;
            store_row(w, i, &o, pressure, scratch);
            c->max_approach_speed[i] = max_growth_rate;
            c->elastic_force[i] = (e.force - pull.force) * scratch->gap_gradient_norm;
            c->stored_normal[i] = i == begin ? e.energy - pull.energy : 0;
            scratch->stiffness = stiffness_of(&o, &e);
        }
}

// First contact of a group whose law takes the overlap volume; -1 = none.
static int64_t first_overlap(const ab_world *w, const overlap_pressure_group *g) {
    for (int64_t k = 0; k < g->n; k++)
        if (begin_of(g, k) < end_of(g, k) && is_volume(w, begin_of(g, k), scratch_of(g, begin_of(g, k))))
            return begin_of(g, k);
    return -1;
}

static void apply_group(ab_world *w, const overlap_pressure_group *g) {
    const int64_t begin = first_overlap(w, g);
    if (begin >= 0) apply_pressure(w, g, begin);
}

typedef struct overlap_pressure_job {
    ab_world *w;
    const ab_evaluation *eval;
} overlap_pressure_job;

static void apply_pairs(void *arg, int64_t begin, int64_t end) {
    const overlap_pressure_job *j = arg;
    for (int64_t p = begin; p < end; p++) {
        const ab_keyed alone = {0, p};
        apply_group(j->w, &(overlap_pressure_group){j->eval, &alone, 1});
    }
}

// The range that contains the first pair of a group processes the whole group.
static void apply_groups(void *arg, int64_t begin, int64_t end) {
    const overlap_pressure_job *j = arg;
    const ab_keyed *pair = j->w->collision.together;
    for (int64_t k = begin; k < end; k++) {
        if (k > 0 && pair[k - 1].key == pair[k].key) continue;
        int64_t n = 1;
        while (k + n < j->w->collision.pairs.n && pair[k + n].key == pair[k].key) n++;
        apply_group(j->w, &(overlap_pressure_group){j->eval, &pair[k], n});
    }
}

void ab_apply_overlap_pressure(ab_world *w, const ab_evaluation *eval) {
    const bool compound = w->state.collider.compound;
    if (w->collision.clip_workspaces.n > 0)
        ab_parallel_for(w->cx, w->collision.pairs.n, 1024, compound ? apply_groups : apply_pairs,
                        &(overlap_pressure_job){w, eval});
}
