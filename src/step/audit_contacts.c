// The audit: finds overlaps that the contacts miss, by an independent method. It does not use the broad phase, the
// distance fields or the sample trees, and does not change the state.
//
// For two shapes A and B it finds the largest ball inside both, the maximum of m(p) = -max(d_A(p), d_B(p)) with exact
// distances (shape/shape_distance.h). The intersection of bodies in contact at depth d contains balls of diameter d at
// most, so a detected overlap has 2 m <= depth; for a body inside a wall that the contacts missed, 2 m is up to the
// thickness of the wall. The search starts from points of the surfaces and centres of both bodies; p moves towards the
// shape that it is outside of, and away from the nearer surface once it is inside both.
//
// Each audit takes the next few bodies, so that all are tested in turn, each with the few bodies whose bounding spheres
// overlap its own most.
#include "collide/contact_point.h"
#include "shape/shape_distance.h"
#include "step/phases.h"
#include "step/step.h"

#include <string.h>

enum {
    BODIES = 16, // tested in each audit
    PAIRS = 6,   // tested for each body
    POINTS = 24, // candidate points of a surface
    STARTS = 3,  // starting points: those of them nearest to the other body
    STEPS = 24,  // iterations of the search for a ball
    PATIENCE = 8 // iterations without a larger ball
};

#define NO_OVERLAP 1e-9 // over the smaller radius: what contacts by impulses leave, where thicknesses are as small

typedef struct duo {
    const ab_shape *shape[2];
    ab_pose pose[2];
} duo;

static ab_distance distance_from(const duo *d, int which, v3 p) {
    const ab_pose pose = d->pose[which];
    ab_distance at = ab_shape_distance(d->shape[which], quat_unrotate(pose.q, v3_sub(p, pose.x)));
    at.gradient = quat_rotate(pose.q, at.gradient);
    return at;
}

// --------------------------------------------------------------------------------------------------- inscribed ball

typedef struct audit_contacts_ball {
    v3 centre;
    double radius; // negative: distance of the centre outside
} audit_contacts_ball;

// Next point of the search. Outside: onto the surface and a little further. Inside both: away from the nearer surface,
// by at most the radius of the ball, so that a thin wall is not passed through.
static v3 step_from(v3 p, ab_distance worse, ab_distance better, double caution) {
    if (worse.d > 0) return v3_add_scaled(p, -1.05 * worse.d, worse.gradient);
    const double way = caution * ab_lesser(-worse.d, 0.5 * (worse.d - better.d) - 0.1 * worse.d);
    return v3_add_scaled(p, -way, worse.gradient);
}

static audit_contacts_ball grow_ball(const duo *d, v3 p) {
    audit_contacts_ball best = {p, -INFINITY};
    ab_distance worse = {0}, better = {0}; // at the last accepted point
    double caution = 1;
    for (int k = 0, since = 0; k < STEPS && since < PATIENCE; k++) {
        const ab_distance a = distance_from(d, 0, p), b = distance_from(d, 1, p);
        const double radius = -ab_greater(a.d, b.d);
        const bool grows = radius > best.radius, back = !grows && best.radius > 0; // back: the last move was too long
        since = grows ? 0 : since + 1;
        if (grows) best = (audit_contacts_ball){p, radius};
        if (back) caution *= 0.5;
        if (!back) worse = a.d > b.d ? a : b;
        if (!back) better = a.d > b.d ? b : a;
        p = step_from(back ? best.centre : p, worse, better, caution);
    }
    return best;
}

// -------------------------------------------------------------------------------------------------------------- starts

// Point k of about `POINTS` points spread over the surface, in the shape's frame; false after the last.
static bool surface_point(const ab_shape *s, int64_t k, int64_t turn, v3 *p) {
    const int64_t n = s->sdf_collider ? s->sdf_collider->points.all.n : s->convex ? s->convex->loops.nvertex : 0;
    const int64_t max = n < POINTS ? n : POINTS;
    if (k >= max) return false;
    const int64_t i = (k * n / max + turn) % n;
    *p = s->sdf_collider ? ab_points_at(&s->sdf_collider->points.all, i)
                         : v3_add(s->convex->centre, ab_vertex_at(&s->convex->loops, (int32_t)i));
    return true;
}

typedef struct starts {
    v3 p[STARTS];
    double d[STARTS];
    int n;
} starts;

static void keep_nearest(starts *s, v3 p, double d) {
    if (s->n == STARTS && d >= s->d[STARTS - 1]) return;
    int at = s->n < STARTS ? s->n++ : STARTS - 1;
    for (; at > 0 && s->d[at - 1] > d; at--) {
        s->p[at] = s->p[at - 1];
        s->d[at] = s->d[at - 1];
    }
    s->p[at] = p;
    s->d[at] = d;
}

static starts starts_on(const duo *d, int which, int64_t turn) {
    starts s = {.n = 0};
    v3 p;
    for (int64_t k = 0; surface_point(d->shape[which], k, turn, &p); k++) {
        const v3 at = v3_add(d->pose[which].x, quat_rotate(d->pose[which].q, p));
        keep_nearest(&s, at, distance_from(d, 1 - which, at).d);
    }
    return s;
}

static audit_contacts_ball larger(audit_contacts_ball a, audit_contacts_ball b) { return b.radius > a.radius ? b : a; }

static audit_contacts_ball largest_ball(const duo *d, int64_t turn) {
    audit_contacts_ball best = {v3_zero(), -INFINITY};
    for (int which = 0; which < 2; which++) {
        if (d->shape[which]->kind == AB_SHAPE_plane) continue;
        best = larger(best, grow_ball(d, d->pose[which].x));
        const starts s = starts_on(d, which, turn);
        for (int k = 0; k < s.n; k++) best = larger(best, grow_ball(d, s.p[k]));
    }
    return best;
}

// --------------------------------------------------------------------------------------------------------------- pairs

// Thickness of a shape at an interior point, along the direction of the nearest surface point; `max` if it is that much
// or no other side is found.
static double thickness(const duo *d, int which, v3 p, double max) {
    const ab_distance at = distance_from(d, which, p);
    double way = 0, left = -at.d;
    for (int k = 0; k < STEPS && left > -0.1 * at.d; k++) {
        way += left;
        left = -distance_from(d, which, v3_add_scaled(p, -way, at.gradient)).d;
    }
    return left > -0.1 * at.d ? max : ab_lesser(max, way - at.d);
}

typedef struct contact_range {
    int64_t first, end;
} contact_range;

static contact_range contacts_of(const ab_world *w, uint64_t key) {
    const ab_contacts *c = &w->state.contacts;
    int64_t low = 0, high = c->n;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (ab_contact_key(c, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    const bool there = low < c->n && ab_contact_key(c, low) == key;
    return (contact_range){low, there ? ab_pair_end(c, low) : low};
}

static void note_missed(ab_world *w, int64_t a, int64_t b, double missed, double share) {
    abut_watch *watch = &w->ledger.watch;
    w->ledger.residual.missed = ab_greater(w->ledger.residual.missed, missed);
    watch->missed = ab_greater(watch->missed, missed);
    if (!(share > watch->missed_share)) return;
    watch->missed_share = share;
    watch->missed_time = w->state.time;
    memset(watch->missed_a, 0, sizeof watch->missed_a);
    memset(watch->missed_b, 0, sizeof watch->missed_b);
    ab_collider_label(w, a, watch->missed_a);
    ab_collider_label(w, b, watch->missed_b);
}

static void audit_pair(ab_world *w, int64_t a, int64_t b) {
    const duo d = {{ab_collider_shape(w, a), ab_collider_shape(w, b)},
                   {ab_collider_pose(w, a), ab_collider_pose(w, b)}};
    const contact_range known = contacts_of(w, ab_pair_key((uint64_t)a, (uint64_t)b));
    ab_audit_fields(w, known.first, known.end);
    const audit_contacts_ball both = largest_ball(&d, w->ledger.watch.audits);
    const double missed = 2 * both.radius - ab_pair_depth(&w->state.contacts, known.first, known.end);
    const double size = ab_lesser(d.shape[0]->radius, d.shape[1]->radius);
    if (!(missed > NO_OVERLAP * size)) return;
    const double thin = ab_lesser(thickness(&d, 0, both.centre, size), thickness(&d, 1, both.centre, size));
    note_missed(w, a, b, missed, missed / ab_lesser(size, 5 * thin));
}

// ------------------------------------------------------------------------------------------------------------- bodies

static bool may_touch(const ab_world *w, int64_t i, int64_t j) {
    if (i == j || (w->state.collider.flags[j] & AB_COLLIDER_NO_CONTACT) ||
        !ab_shape_has_distance(ab_collider_shape(w, j)))
        return false;
    return !ab_collider_interaction(w, i, j)->apart && !ab_kept_apart(w, i, j);
}

// Overlap of the bounding spheres of i and j, m; for a plane j, of the bounding sphere of i with its half-space.
static double nearness(const ab_world *w, int64_t i, int64_t j) {
    const ab_shape *a = ab_collider_shape(w, i), *b = ab_collider_shape(w, j);
    const v3 apart = v3_sub(*ab_collider_x(w, i), *ab_collider_x(w, j));
    if (b->kind == AB_SHAPE_plane) return a->radius - v3_dot(quat_rotate(*ab_collider_q(w, j), b->half), apart);
    return a->radius + b->radius - v3_norm(apart);
}

typedef struct neighbours {
    int64_t row[PAIRS];
    double near[PAIRS];
    int n;
} neighbours;

static void keep_neighbour(neighbours *s, int64_t row, double near) {
    if (s->n == PAIRS && near <= s->near[PAIRS - 1]) return;
    int at = s->n < PAIRS ? s->n++ : PAIRS - 1;
    for (; at > 0 && s->near[at - 1] < near; at--) {
        s->row[at] = s->row[at - 1];
        s->near[at] = s->near[at - 1];
    }
    s->row[at] = row;
    s->near[at] = near;
}

static void audit_body(ab_world *w, int64_t i) {
    neighbours s = {.n = 0};
    for (int64_t j = 0; j < w->state.collider.n; j++) {
        const double near = nearness(w, i, j);
        if (near > 0 && may_touch(w, i, j)) keep_neighbour(&s, j, near);
    }
    for (int k = 0; k < s.n; k++) audit_pair(w, i, s.row[k]);
}

static bool worth_a_look(const ab_world *w, int64_t i) {
    const ab_shape *shape = ab_collider_shape(w, i);
    return ab_collider_moves(w, i) && !(w->state.collider.flags[i] & AB_COLLIDER_NO_CONTACT) &&
           shape->kind != AB_SHAPE_plane && ab_shape_has_distance(shape);
}

abut_status abut_world_audit(abut_world *world) {
    ab_world *w = world;
    AB_TRY(ab_step_start(w));
    w->ledger.residual.missed = 0;
    const int64_t n = w->state.collider.n, first = n > 0 ? w->ledger.watch.audits % n * BODIES % n : 0;
    for (int64_t k = 0, looked = 0; k < n && looked < BODIES; k++) {
        const int64_t i = (first + k) % n;
        if (!worth_a_look(w, i)) continue;
        audit_body(w, i);
        looked++;
    }
    w->ledger.watch.audits++;
    return ABUT_OK;
}
