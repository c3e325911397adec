// How far the state is from what contacts and joints obey, at the end of a step: what a run says about itself.
//
// Compliant contacts have the gaps that their forces came from. Those of enforced contacts are sought anew where the bodies are now: what
// the solver believes it has reached is not asked. A pair that does not overlap tells nothing of its gap, so one body is shifted towards the
// other by a known length first; a gap beyond that counts as that long.
#include "math/reduce.h"
#include "solve/residual.h"
#include "step/forces.h"
#include "step/hold.h"

#define REACH 0.01 // of the smaller body's radius

// What sticks may pull while it touches: that is its law and no violation.
static void see_contact(void *arg, int64_t i, double *worst) {
    const ab_world *w = arg;
    const ab_contacts *c = &w->contacts;
    const bool sticks = ab_world_interaction(w, w->body.material[c->a[i]], w->body.material[c->b[i]])->cohesion > 0;
    ab_signorini_see(c->gap[i], sticks ? ab_greater(0, c->normal_force[i]) : c->normal_force[i], worst);
}

// Collides the pair of contact k with a shifted by -reach n; the hits are in the arena.
static abut_status find_shifted(ab_world *w, int64_t k, double reach, ab_hits *hits) {
    const ab_contacts *c = &w->contacts;
    const uint32_t a = c->a[k], b = c->b[k];
    const ab_shape *shape_a = &w->shapes[w->body.shape[a]], *shape_b = &w->shapes[w->body.shape[b]];
    const v3 shifted = v3_add_scaled(w->body.x[a], -reach, c->normal[k]);
    const bool overlap = ab_world_interaction(w, w->body.material[a], w->body.material[b])->law->pressure;
    for (int64_t room = 64;; room = hits->n) {
        *hits = (ab_hits){.room = room, .detect = w->detect, .room_to_cut = ab_cut_rooms_take(&w->cutting)};
        abut_status status = AB_TAKE(w->cx, &w->arena, &hits->hit, room);
        if (status == ABUT_OK) status = AB_TAKE(w->cx, &w->arena, &hits->touch, room);
        if (status == ABUT_OK)
            ab_collide_find(shape_a, shape_b, overlap)(&(ab_placed){shape_a, &shifted, &w->body.q[a]},
                                                       &(ab_placed){shape_b, &w->body.x[b], &w->body.q[b]},
                                                       hits);
        if (hits->room_to_cut) ab_cut_rooms_give(&w->cutting, hits->room_to_cut);
        if (status != ABUT_OK || hits->n <= room) return status;
    }
}

// The gap of the pair that contact k belongs to, where its bodies are now.
static abut_status gap_now(ab_world *w, int64_t k, double *gap) {
    const ab_contacts *c = &w->contacts;
    const double reach =
        REACH * ab_lesser(w->shapes[w->body.shape[c->a[k]]].radius, w->shapes[w->body.shape[c->b[k]]].radius);
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    ab_hits hits = {0};
    AB_TRY(find_shifted(w, k, reach, &hits));
    *gap = reach;
    for (int64_t i = 0; i < hits.n; i++) *gap = ab_lesser(*gap, hits.hit[i].gap + reach);
    ab_arena_rewind(&w->arena, mark);
    return ABUT_OK;
}

// Pair by pair: its contacts share one gap, and their forces add up.
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

abut_status ab_measure(ab_world *w) {
    double worst[AB_SIGNORINI];
    AB_TRY(w->enforcement == AB_ENFORCE_PENALTY
               ? ab_reduce_most(w->cx, &w->arena, w->contacts.n, AB_SIGNORINI, see_contact, w, worst)
               : see_enforced(w, worst));
    w->residual = (abut_residuals){
        .overlap = worst[AB_SIGNORINI_OVERLAP],
        .pull = worst[AB_SIGNORINI_PULL],
        .complementarity = worst[AB_SIGNORINI_PRODUCT],
        .distance = worst[AB_SIGNORINI_DISTANCE],
        .joint_position = w->mechanism.margin,
        .joint_speed = ab_worst_slip(w, NULL).error,
        .missed = w->residual.missed, // until the next audit
    };
    return ABUT_OK;
}
