// Residuals at the end of a step: violation of the contact conditions (Signorini) and of the joint constraints.
//
// For compliant contacts the gap is that of their force. For enforced contacts the narrow phase is repeated at the
// present poses, so that the residual does not use results of the solver. It looks within a margin; a larger gap counts
// as that.
#include "geom/convex/manifold.h"
#include "math/reduce.h"
#include "solve/residual.h"
#include "step/phases.h"
#include "step/joint_reactions.h"

#define MARGIN 0.01 // over the radius of the smaller body

// Depth over the least extent. A body that is deeper in another than half of its thickness is pushed out on the far
// side.
static double immersion_of(void *arg, int64_t i) {
    const ab_world *w = arg;
    const ab_contacts *c = &w->state.contacts;
    const double extent = ab_min_extent(ab_collider_shape(w, c->a[i]), ab_collider_shape(w, c->b[i]));
    return extent > 0 ? -c->gap[i] / extent : 0;
}

// Computed only if the largest depth would be critical for the thinnest body; else 0.
static abut_status deepest_immersion(ab_world *w, double overlap, ab_largest *deepest) {
    *deepest = (ab_largest){0, -1};
    if (!(overlap > AB_MAX_IMMERSION * w->collision.thinnest)) return ABUT_OK;
    return ab_reduce_largest(w->cx, &w->arena, w->state.contacts.n, immersion_of, w, deepest);
}

static void warn_of_immersion(ab_world *w, ab_largest deepest) {
    char a[ABUT_LABEL], b[ABUT_LABEL];
    if (w->collision.immersion_warned || !(deepest.value > AB_MAX_IMMERSION)) return;
    w->collision.immersion_warned = true;
    ab_collider_label(w, w->state.contacts.a[deepest.index], a);
    ab_collider_label(w, w->state.contacts.b[deepest.index], b);
    ab_log(w->cx, ABUT_LOG_WARNING,
           "'%s' is %.3g mm deep in '%s' at t = %.6g s, %.3g of half their thickness, beyond which they pass through "
           "each other; make contacts "
           "stiffer",
           a, -1e3 * w->state.contacts.gap[deepest.index], b, w->state.time, deepest.value);
}

// Contact points of the pair of contact k at the present poses, in arena memory.
static abut_status points_now(ab_world *w, int64_t k, ab_contact_points *found) {
    const uint32_t a = w->state.contacts.a[k], b = w->state.contacts.b[k];
    const ab_placed at_a = {ab_collider_shape(w, a), ab_collider_x(w, a), ab_collider_q(w, a)};
    const ab_placed at_b = {ab_collider_shape(w, b), ab_collider_x(w, b), ab_collider_q(w, b)};
    const double margin = MARGIN * ab_lesser(at_a.shape->radius, at_b.shape->radius);
    for (int64_t capacity = AB_MANIFOLD_MAX;; capacity = found->n) {
        *found = (ab_contact_points){.capacity = capacity, .margin = margin, .detect = w->config.detect};
        AB_TRY(AB_TAKE(w->cx, &w->arena, &found->contact, capacity));
        AB_TRY(AB_TAKE(w->cx, &w->arena, &found->sample, capacity));
        ab_pair_collide_fn(w, a, b)(&at_a, &at_b, found);
        if (found->n <= capacity) return ABUT_OK;
    }
}

// Gap of the pair of contact k at the present poses, at most its margin.
static abut_status gap_now(ab_world *w, int64_t k, double *gap) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    ab_contact_points found;
    AB_TRY(points_now(w, k, &found));
    *gap = found.margin;
    for (int64_t i = 0; i < found.n; i++)
        *gap = ab_lesser(*gap, found.contact[i].gap / found.contact[i].gap_gradient_norm);
    ab_arena_rewind(&w->arena, mark);
    return ABUT_OK;
}

// Residuals by pairs: the contacts of a pair have one gap and the sum of their forces. Impulses act at the middle of a
// step, and the gap changes by `travel` at most until its end: a smaller gap is no action at a distance.
abut_status ab_see_enforced(ab_world *w, double *worst) {
    const ab_contacts *c = &w->state.contacts;
    for (int k = 0; k < AB_SIGNORINI; k++) worst[k] = 0;
    for (int64_t i = 0, next; i < c->n; i = next) {
        double force = 0, travel = 0;
        next = ab_pair_end(c, i);
        for (int64_t k = i; k < next; k++) {
            force += c->normal_force[k];
            travel = ab_greater(travel, w->collision.contact_scratch[k].travel);
        }
        double gap;
        AB_TRY(gap_now(w, i, &gap));
        ab_signorini_see(gap > 0 && force > 0 ? ab_greater(0, gap - travel) : gap, force, worst);
    }
    return ABUT_OK;
}

abut_status ab_measure_residuals(ab_world *w) {
    double worst[AB_SIGNORINI];
    AB_TRY(w->config.enforcement->see(w, worst));
    ab_largest deepest;
    AB_TRY(deepest_immersion(w, worst[AB_SIGNORINI_OVERLAP], &deepest));
    warn_of_immersion(w, deepest);
    abut_residuals *r = &w->ledger.residual; // maximum over the substeps
    ab_raise_max(&r->overlap, worst[AB_SIGNORINI_OVERLAP]);
    ab_raise_max(&r->pull, worst[AB_SIGNORINI_PULL]);
    ab_raise_max(&r->complementarity, worst[AB_SIGNORINI_PRODUCT]);
    ab_raise_max(&r->distance, worst[AB_SIGNORINI_DISTANCE]);
    ab_raise_max(&r->immersion, deepest.value);
    ab_raise_max(&r->jumps, (double)w->collision.jumps);
    ab_raise_max(&r->joint_position, w->mechanism.margin);
    ab_raise_max(&r->joint_speed, ab_max_velocity_error(w, NULL).error);
    return ABUT_OK;
}
