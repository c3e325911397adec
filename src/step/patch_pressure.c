// Normal forces of patches of surface samples. All samples of two bodies in contact form one patch with one potential W
// of their depths, one damper and one friction limit, so that a sample that enters or leaves the patch dissipates no
// energy by itself:
//   f_i = dW/dd_i,  y' = sum f_i d_i'/F,  F = sum f_i
//     along y the potential W has the role of that of two balls along their depth
//   damped: P instead of F, so sample i has the force P/F f_i
// The friction limit of sample i is its fraction of the total normal force, in proportion to A_i d_i.
//
// W is that of an elastic half-space (law/half_space.h) if the stiffness comes from the materials, and of an elastic
// foundation, W = area-weighted sum of the law of two balls, if the stiffness is given as a number. The samples of the
// finer body and the feature-edge samples of the coarser one have a half-space each; samples of a sheet have one by
// moments. Both describe the same patch, and
// either may miss details between its samples, so W is a smooth maximum:
//   W = (W_1^8 + W_2^8)^(1/8)
#include "base/threads.h"
#include "law/half_space.h"
#include "step/gap_coordinate.h"

// Samples of one body: the contacts [begin, end).
typedef struct patch_pressure_role {
    int64_t begin, end;
    const ab_point_tree *tree; // NULL: samples of a sheet, made on demand
    double energy, weight;     // W, dW/dW_r
} patch_pressure_role;

typedef struct patch {
    patch_pressure_role of[2];
    int64_t begin, end;
    const ab_interaction *in;
    ab_gap_coordinate y;
    ab_gap_coordinate_mass moving;   // kg
    ab_elastic elastic;              // along y
    double size;                     // scale of the force along y: F, or the sum of |f_i| if F <= 0, N
    double area_weight;              // foundation: fraction of the pair's stiffness
    double deepest;                  // m
    double last, max_approach_speed; // N, m/s; as `last`, `max_growth_rate` in overlap_pressure.c
} patch;

// Pairs that have a patch, and memory for their samples.
typedef struct patch_pressure_job {
    ab_world *w;
    const ab_evaluation *eval;
    int64_t *pair, *first; // candidate pair of a patch; index of its first sample in `point`   (n)
    int64_t n, points;
    ab_patch_point *point;
    ab_patch_workspace workspace;
} patch_pressure_job;

static const ab_shape *shape_of(const ab_world *w, uint32_t row) { return ab_collider_shape(w, row); }
static double area_of(const patch_pressure_job *j, int64_t i) { return j->eval->scratch[i].area; }
static double depth_of(const patch_pressure_job *j, int64_t i) { return -j->w->state.contacts.gap[i]; }

// ---------------------------------------------------------------------------------------------------------- half-space

static void find_roles(const ab_world *w, patch *p) {
    const ab_contacts *c = &w->state.contacts;
    const ab_shape *a = shape_of(w, c->a[p->begin]), *b = shape_of(w, c->b[p->begin]);
    if (ab_shape_is_sheet(a) || ab_shape_is_sheet(b)) { // samples of a sheet are made on demand, without a tree
        p->of[0] = (patch_pressure_role){.begin = p->begin, .end = p->end};
        p->of[1] = (patch_pressure_role){.begin = p->end, .end = p->end};
        return;
    }
    const bool of_b = ab_points_are_of_b(a, b);
    int64_t second = p->begin;
    while (second < p->end && c->feature[second] < AB_SECOND_ROLE) second++;
    p->of[0] = (patch_pressure_role){.begin = p->begin, .end = second, .tree = &(of_b ? b : a)->sdf_collider->all};
    p->of[1] = (patch_pressure_role){.begin = second, .end = p->end};
    if (second < p->end) p->of[1].tree = &(of_b ? a : b)->sdf_collider->feature_edges;
}

// E* of the materials, or the one at which the pair stops at the tolerated depth.
static double modulus_of(const ab_world *w, const patch *p) {
    if (!p->in->per_unit_mass) return p->in->young;
    const ab_contacts *c = &w->state.contacts;
    const double inverse = ab_contact_inverse(w, p->begin);
    const ab_shape *a = shape_of(w, c->a[p->begin]), *b = shape_of(w, c->b[p->begin]);
    return ab_patch_modulus(w, a->equivalent, b->equivalent) / inverse;
}

static void solve_role(const patch_pressure_job *j, int64_t place, double modulus, patch_pressure_role *r) {
    const ab_contacts *c = &j->w->state.contacts;
    const int64_t n = r->end - r->begin;
    if (n == 0) return;
    ab_patch_point *point = j->point + place;
    for (int64_t k = 0; k < n; k++)
        point[k] = (ab_patch_point){depth_of(j, r->begin + k), area_of(j, r->begin + k), 0,
                                    c->feature[r->begin + k] & ~AB_SECOND_ROLE};
    r->energy = r->tree ? ab_half_space(r->tree, modulus, point, n,
                                        (ab_patch_workspace){j->workspace.leaf + place, j->workspace.group + place})
                        : ab_half_space_moments(modulus, point, n);
}

static double power7(double x) { return x * x * x * x * x * x * x; }

static void join_roles(patch *p) {
    patch_pressure_role *r = p->of;
    const double max =
        ab_greater(0x1p-1000, ab_greater(r[0].energy, r[1].energy)); // avoids division by an underflowing energy
    const double a = r[0].energy / max, b = r[1].energy / max;
    const double norm = pow(a * power7(a) + b * power7(b), 0.125);
    p->elastic.energy = max * norm;
    r[0].weight = norm > 0 ? power7(a / norm) : 0;
    r[1].weight = norm > 0 ? power7(b / norm) : 0;
}

// Stiffness (1 - 1/n) F^2/W of W ~ d^n, with n = F d/W: 2 for a flat punch, 5/2 for a ball, 3 for a cone.
static double stiffness_of(const patch_pressure_job *j, const patch *p) {
    const double force = p->elastic.force, energy = p->elastic.energy;
    double deepest = 0;
    for (int64_t i = p->begin; i < p->end; i++) deepest = ab_greater(deepest, depth_of(j, i));
    if (!(energy > 0)) return 0;
    const double n = ab_greater(2, ab_lesser(3, force * deepest / energy));
    return (1 - 1 / n) * force * force / energy;
}

// Energy of a sample: f d/n for W ~ d^n; the sum over all samples is W.
static void spread_energy(const patch_pressure_job *j, const patch *p) {
    ab_contacts *c = &j->w->state.contacts;
    double sum = 0;
    for (int64_t i = p->begin; i < p->end; i++) sum += c->elastic_force[i] * depth_of(j, i);
    for (int64_t i = p->begin; i < p->end; i++)
        c->stored_normal[i] = sum > 0 ? p->elastic.energy / sum * (c->elastic_force[i] * depth_of(j, i)) : 0;
}

static void solve_half_space(const patch_pressure_job *j, int64_t place, patch *p) {
    ab_contacts *c = &j->w->state.contacts;
    const double modulus = modulus_of(j->w, p);
    for (int k = 0; k < 2; k++) solve_role(j, place + p->of[k].begin - p->begin, modulus, &p->of[k]);
    join_roles(p);
    for (int k = 0; k < 2; k++)
        for (int64_t i = p->of[k].begin; i < p->of[k].end; i++) {
            const double force = p->of[k].weight * j->point[place + i - p->begin].force;
            c->elastic_force[i] = force;
            p->elastic.force += force;
        }
    spread_energy(j, p);
    p->elastic.stiffness = stiffness_of(j, p);
    p->elastic.tangent_stiffness = 4 * p->in->shear / p->in->young * p->elastic.stiffness;
    p->area_weight = 1;
}

// ---------------------------------------------------------------------------------------------------------- foundation

static void solve_foundation(const patch_pressure_job *j, patch *p) {
    ab_contacts *c = &j->w->state.contacts;
    const double mass = 1 / ab_contact_inverse(j->w, p->begin);
    const double scale = ab_law_scale(p->in, mass);
    p->of[0].weight = p->of[1].weight = 1;
    for (int64_t i = p->begin; i < p->end; i++) {
        const ab_contact_scratch *scratch = &j->eval->scratch[i];
        const ab_elastic e = p->in->law->elastic(p->in, depth_of(j, i), scratch->radius);
        const double weight = scratch->area_weight * scale;
        c->elastic_force[i] = weight * e.force;
        c->stored_normal[i] = weight * e.energy;
        p->elastic.force += weight * e.force;
        p->elastic.energy += weight * e.energy;
        p->elastic.stiffness += weight * e.stiffness;
        p->elastic.tangent_stiffness += weight * e.tangent_stiffness;
        p->area_weight += scratch->area_weight;
    }
}

// ------------------------------------------------------------------------------------------------------------- damping

static double size_of(const ab_contacts *c, const patch *p) {
    if (p->elastic.force > 0) return p->elastic.force;
    double size = 0;
    for (int64_t i = p->begin; i < p->end; i++) size += fabs(c->elastic_force[i]);
    return size > 0 ? size : 1;
}

// Converts gap forces to forces along the normals, and sums them to the gap coordinate of the patch.
static void find_coordinate(const patch_pressure_job *j, patch *p) {
    const ab_world *w = j->w;
    ab_contacts *c = &j->w->state.contacts;
    p->y = ab_gap_coordinate_of(w, c->a[p->begin], c->b[p->begin]);
    p->size = size_of(c, p);
    p->max_approach_speed = -1;
    for (int64_t i = p->begin; i < p->end; i++) {
        const double gap_gradient_norm = j->eval->scratch[i].gap_gradient_norm;
        p->last += c->normal_force[i] / gap_gradient_norm;
        p->max_approach_speed = ab_greater(p->max_approach_speed, c->max_approach_speed[i]);
        p->deepest = ab_greater(p->deepest, depth_of(j, i));
        c->elastic_force[i] *= gap_gradient_norm;
        ab_gap_coordinate_add(w, c->point[i], v3_scale(c->elastic_force[i] / p->size, c->normal[i]), 0, &p->y);
    }
    p->moving = ab_gap_coordinate_mass_of(w, j->eval, &p->y);
}

// P/F; 1 (no damping) if y moves no body (forces in balance) or if F is not positive.
static double damping_of(const patch_pressure_job *j, patch *p) {
    const double rate = ab_gap_coordinate_rate(j->w, &p->y);
    const bool fresh = p->max_approach_speed < 0;
    if (fresh && j->eval->half > 0 && ab_initiation_pending(&p->elastic, rate, j->eval->since)) return 1;
    p->max_approach_speed = ab_greater(ab_greater(p->max_approach_speed, 0), rate);
    if (!(p->elastic.force > 0) || !isfinite(p->moving.split)) return 1;
    const ab_damping_in in = {p->in, p->elastic, p->area_weight, p->moving.whole, p->deepest, p->max_approach_speed,
                              0,     0};
    return ab_gap_coordinate_force(j->eval, &in, p->moving.split, rate, p->last, fresh) / p->elastic.force;
}

static double sum_charges(const patch_pressure_job *j, const patch_pressure_role *r) {
    double sum = 0;
    for (int64_t i = r->begin; i < r->end; i++) sum += area_of(j, i) * depth_of(j, i);
    return sum;
}

static void store_role(const patch_pressure_job *j, const patch *p, const patch_pressure_role *r, double damped) {
    ab_contacts *c = &j->w->state.contacts;
    const double inverse = ab_contact_inverse(j->w, p->begin);
    const double charges = sum_charges(j, r);
    double elastic = 0;
    for (int64_t i = r->begin; i < r->end; i++) elastic += c->elastic_force[i];
    for (int64_t i = r->begin; i < r->end; i++) {
        ab_contact_scratch *scratch = &j->eval->scratch[i];
        const double part = area_of(j, i) * depth_of(j, i) / charges;
        c->normal_force[i] = damped * c->elastic_force[i];
        c->max_approach_speed[i] = p->max_approach_speed;
        scratch->friction_normal_force = ab_greater(0, part * damped * elastic);
        scratch->mass_fraction = ab_greater(1e-300, part * elastic / p->size);
        scratch->tangent_stiffness = scratch->mass_fraction * p->elastic.tangent_stiffness;
        scratch->stiffness = p->elastic.stiffness / (p->moving.whole * inverse);
    }
}

static void solve_patch(const patch_pressure_job *j, int64_t k) {
    const uint32_t *first = j->eval->first_contact;
    patch p = {.begin = first[j->pair[k]], .end = first[j->pair[k] + 1]};
    const ab_contacts *c = &j->w->state.contacts;
    p.in = ab_collider_interaction(j->w, c->a[p.begin], c->b[p.begin]);
    find_roles(j->w, &p);
    if (p.in->half_space)
        solve_half_space(j, j->first[k], &p);
    else
        solve_foundation(j, &p);
    find_coordinate(j, &p);
    const double damped = damping_of(j, &p);
    for (int r = 0; r < 2; r++) store_role(j, &p, &p.of[r], damped);
}

static void solve_patches(void *arg, int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; k++) solve_patch(arg, k);
}

// ----------------------------------------------------------------------------------------------------------- all pairs

static bool has_patch(const ab_evaluation *eval, int64_t p) {
    const uint32_t *first = eval->first_contact;
    return first[p] < first[p + 1] && ab_is_sample(&eval->scratch[first[p]]);
}

static abut_status list_patches(patch_pressure_job *j) {
    const ab_world *w = j->w;
    for (int64_t p = 0; p < w->collision.pairs.n; p++) j->n += has_patch(j->eval, p);
    AB_TRY(AB_TAKE(w->cx, &j->w->arena, &j->pair, j->n));
    AB_TRY(AB_TAKE(w->cx, &j->w->arena, &j->first, j->n));
    int64_t n = 0;
    for (int64_t p = 0; p < w->collision.pairs.n; p++) {
        if (!has_patch(j->eval, p)) continue;
        j->pair[n] = p;
        j->first[n++] = j->points;
        j->points += j->eval->first_contact[p + 1] - j->eval->first_contact[p];
    }
    return ABUT_OK;
}

static abut_status take_workspace(patch_pressure_job *j) {
    ab_world *w = j->w;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j->point, j->points));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j->workspace.leaf, j->points));
    return AB_TAKE(w->cx, &w->arena, &j->workspace.group, j->points);
}

abut_status ab_apply_patch_pressure(ab_world *w, const ab_evaluation *eval) {
    if (!w->collision.separation) return ABUT_OK; // no SDF colliders
    patch_pressure_job j = {.w = w, .eval = eval};
    AB_TRY(list_patches(&j));
    AB_TRY(take_workspace(&j));
    ab_parallel_for(w->cx, j.n, 1, solve_patches, &j);
    return ABUT_OK;
}
