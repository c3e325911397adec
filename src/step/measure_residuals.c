// Residuals at the end of a step: violation of the contact conditions (Signorini) and of the joint constraints.
//
// For compliant contacts the gap is that of their force. For enforced contacts the narrow phase is repeated at the
// present poses, so that the residual does not use results of the solver. The narrow phase gives no gap for a pair
// without overlap, so one body is first shifted towards the other by a known length; a larger gap counts as that
// length.
#include "math/reduce.h"
#include "solve/residual.h"
#include "step/phases.h"
#include "step/joint_reactions.h"

#define REACH 0.01 // shift over the radius of the smaller body

// Total normal force of a patch, assigned to its first point: single points near its edge may be in tension.
static double force_of_patch(const ab_contacts *c, int64_t i) {
    if (i > 0 && ab_contact_key(c, i - 1) == ab_contact_key(c, i)) return 0;
    double sum = 0;
    for (int64_t k = i; k < c->n && ab_contact_key(c, k) == ab_contact_key(c, i); k++) sum += c->normal_force[k];
    return sum;
}

// Tension of a cohesive contact is its law and no violation.
static void see_contact(void *arg, int64_t i, double *worst) {
    const ab_world *w = arg;
    const ab_contacts *c = &w->contacts;
    const bool sticks = ab_collider_interaction(w, c->a[i], c->b[i])->cohesion > 0;
    const double force = w->contact_scratch[i].area > 0 ? force_of_patch(c, i) : c->normal_force[i];
    ab_signorini_see(c->gap[i], sticks ? ab_greater(0, force) : force, worst);
}

// Depth over the least extent. A body that is deeper in another than half of its thickness is pushed out on the far
// side.
static double immersion_of(void *arg, int64_t i) {
    const ab_world *w = arg;
    const ab_contacts *c = &w->contacts;
    const double extent = ab_min_extent(ab_collider_shape(w, c->a[i]), ab_collider_shape(w, c->b[i]));
    return extent > 0 ? -c->gap[i] / extent : 0;
}

// Computed only if the largest depth would be critical for the thinnest body; else 0.
static abut_status deepest_immersion(ab_world *w, double overlap, ab_largest *deepest) {
    *deepest = (ab_largest){0, -1};
    if (!(overlap > AB_MAX_IMMERSION * w->thinnest)) return ABUT_OK;
    return ab_reduce_largest(w->cx, &w->arena, w->contacts.n, immersion_of, w, deepest);
}

static void warn_of_immersion(ab_world *w, ab_largest deepest) {
    char a[ABUT_LABEL], b[ABUT_LABEL];
    if (w->immersion_warned || !(deepest.value > AB_MAX_IMMERSION)) return;
    w->immersion_warned = true;
    ab_collider_label(w, w->contacts.a[deepest.index], a);
    ab_collider_label(w, w->contacts.b[deepest.index], b);
    ab_log(w->cx, ABUT_LOG_WARNING,
           "'%s' is %.3g mm deep in '%s' at t = %.6g s, %.3g of half their thickness, beyond which they pass through "
           "each other; make contacts "
           "stiffer",
           a, -1e3 * w->contacts.gap[deepest.index], b, w->time, deepest.value);
}

// Narrow phase of the pair of contact k with a shifted by -reach n; the contact points are in the arena.
static abut_status find_shifted(ab_world *w, int64_t k, double reach, ab_contact_points *contacts) {
    const ab_contacts *c = &w->contacts;
    const uint32_t a = c->a[k], b = c->b[k];
    const ab_shape *shape_a = ab_collider_shape(w, a), *shape_b = ab_collider_shape(w, b);
    const v3 shifted = v3_add_scaled(*ab_collider_x(w, a), -reach, c->normal[k]);
    const bool overlap = ab_collider_interaction(w, a, b)->law->pressure;
    for (int64_t capacity = 64;; capacity = contacts->n) {
        *contacts = (ab_contact_points){
            .capacity = capacity, .detect = w->detect, .workspace = ab_clip_workspaces_take(&w->clip_workspaces)};
        abut_status status = AB_TAKE(w->cx, &w->arena, &contacts->contact, capacity);
        if (status == ABUT_OK) status = AB_TAKE(w->cx, &w->arena, &contacts->sample, capacity);
        if (status == ABUT_OK)
            ab_collide_find(shape_a, shape_b, overlap)(&(ab_placed){shape_a, &shifted, ab_collider_q(w, a)},
                                                       &(ab_placed){shape_b, ab_collider_x(w, b), ab_collider_q(w, b)},
                                                       contacts);
        if (contacts->workspace) ab_clip_workspaces_give(&w->clip_workspaces, contacts->workspace);
        if (status != ABUT_OK || contacts->n <= capacity) return status;
    }
}

// Gap of the pair of contact k at the present poses.
static abut_status gap_now(ab_world *w, int64_t k, double *gap) {
    const ab_contacts *c = &w->contacts;
    const double reach =
        REACH * ab_lesser(ab_collider_shape(w, c->a[k])->radius, ab_collider_shape(w, c->b[k])->radius);
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    ab_contact_points contacts = {0};
    AB_TRY(find_shifted(w, k, reach, &contacts));
    *gap = reach;
    for (int64_t i = 0; i < contacts.n; i++) *gap = ab_lesser(*gap, contacts.contact[i].gap + reach);
    ab_arena_rewind(&w->arena, mark);
    return ABUT_OK;
}

// Residuals by pairs: the contacts of a pair have one gap and the sum of their forces.
static abut_status see_enforced(ab_world *w, double worst[AB_SIGNORINI]) {
    const ab_contacts *c = &w->contacts;
    for (int k = 0; k < AB_SIGNORINI; k++) worst[k] = 0;
    for (int64_t i = 0, next; i < c->n; i = next) {
        double gap, force = 0;
        next = ab_pair_end(c, i);
        for (int64_t k = i; k < next; k++) force += c->normal_force[k];
        AB_TRY(gap_now(w, i, &gap));
        ab_signorini_see(gap, force, worst);
    }
    return ABUT_OK;
}

abut_status ab_measure_residuals(ab_world *w) {
    double worst[AB_SIGNORINI];
    AB_TRY(w->enforcement == AB_ENFORCE_PENALTY
               ? ab_reduce_max(w->cx, &w->arena, w->contacts.n, AB_SIGNORINI, see_contact, w, worst)
               : see_enforced(w, worst));
    ab_largest deepest;
    AB_TRY(deepest_immersion(w, worst[AB_SIGNORINI_OVERLAP], &deepest));
    warn_of_immersion(w, deepest);
    abut_residuals *r = &w->residual; // maximum over the substeps
    ab_raise_max(&r->overlap, worst[AB_SIGNORINI_OVERLAP]);
    ab_raise_max(&r->pull, worst[AB_SIGNORINI_PULL]);
    ab_raise_max(&r->complementarity, worst[AB_SIGNORINI_PRODUCT]);
    ab_raise_max(&r->distance, worst[AB_SIGNORINI_DISTANCE]);
    ab_raise_max(&r->immersion, deepest.value);
    ab_raise_max(&r->jumps, (double)w->jumps);
    ab_raise_max(&r->joint_position, w->mechanism.margin);
    ab_raise_max(&r->joint_speed, ab_max_velocity_error(w, NULL).error);
    return ABUT_OK;
}
