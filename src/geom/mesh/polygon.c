// Triangulation by ear clipping: an ear is a corner whose triangle contains no other corner. A hole is first connected
// to the outline by a bridge between two mutually visible corners. All predicates are exact. [eberly2002]
#include "geom/mesh/polygon.h"

#include "base/alloc.h"
#include "geom/mesh/predicate.h"

static int turn(v3 a, v3 b, v3 c) { return ab_orient2d(2, a, b, c); }

static bool same(v3 a, v3 b) { return a.x == b.x && a.y == b.y; }

static v3 corner(ab_outline o, int64_t i) { return o.point[i % o.n]; }

double ab_outline_area2(ab_outline o) {
    double sum = 0;
    for (int64_t i = 0; i < o.n; i++) {
        const v3 a = v3_sub(corner(o, i), corner(o, 0)), b = v3_sub(corner(o, i + 1), corner(o, 0));
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------- check

// True if c, collinear with a and b, lies between them.
static bool between(v3 a, v3 b, v3 c) {
    return ab_lesser(a.x, b.x) <= c.x && c.x <= ab_greater(a.x, b.x) && ab_lesser(a.y, b.y) <= c.y &&
           c.y <= ab_greater(a.y, b.y);
}

// True if the closed segments ab and cd intersect.
static bool meet(v3 a, v3 b, v3 c, v3 d) {
    if (ab_greater(a.x, b.x) < ab_lesser(c.x, d.x) || ab_greater(c.x, d.x) < ab_lesser(a.x, b.x) ||
        ab_greater(a.y, b.y) < ab_lesser(c.y, d.y) || ab_greater(c.y, d.y) < ab_lesser(a.y, b.y))
        return false;
    const int abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0) return true;
    return (abc == 0 && between(a, b, c)) || (abd == 0 && between(a, b, d)) || (cda == 0 && between(c, d, a)) ||
           (cdb == 0 && between(c, d, b));
}

// True if edge i + 1, which shares a corner with edge i, folds back onto it.
static bool folds_back(ab_outline o, int64_t i) {
    const v3 a = corner(o, i), b = corner(o, i + 1), c = corner(o, i + 2);
    return same(a, b) || (turn(a, b, c) == 0 && (between(a, b, c) || between(b, c, a)));
}

static bool crosses_itself(ab_outline o) {
    for (int64_t i = 0; i < o.n; i++) {
        if (folds_back(o, i)) return true;
        for (int64_t j = i + 2; j < o.n - (i == 0); j++)
            if (meet(corner(o, i), corner(o, i + 1), corner(o, j), corner(o, j + 1))) return true;
    }
    return false;
}

abut_status ab_outline_check(ab_ctx *cx, ab_outline o, const char *what) {
    if (o.n < 3 || o.n > AB_POLYGON_MAX)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "%s needs 3 to %d corners, but has %lld", what, AB_POLYGON_MAX,
                       (long long)o.n);
    for (int64_t i = 0; i < o.n; i++)
        if (!isfinite(o.point[i].x) || !isfinite(o.point[i].y))
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "%s has a corner that is not finite", what);
    if (crosses_itself(o) || ab_outline_area2(o) == 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "%s crosses or touches itself, or has no area", what);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------- one loop

typedef struct polygon_loop {
    const v3 *at;   // positions of all corners, outline and hole
    int32_t *index; // corners along the loop; those of the bridge occur twice   (n)
    int64_t n;
} polygon_loop;

static bool sees(ab_outline o, v3 from, v3 to) {
    for (int64_t i = 0; i < o.n; i++) {
        const v3 a = corner(o, i), b = corner(o, i + 1);
        if (same(a, from) || same(b, from) || same(a, to) || same(b, to)) continue;
        if (meet(from, to, a, b)) return false;
    }
    return true;
}

// True if the direction from corner i of the outline points into its interior.
static bool leads_inside(ab_outline o, int64_t i, v3 to) {
    const v3 before = corner(o, i + o.n - 1), here = corner(o, i), after = corner(o, i + 1);
    const bool left_of_both = turn(before, here, to) > 0 && turn(here, after, to) > 0;
    const bool left_of_one = turn(before, here, to) > 0 || turn(here, after, to) > 0;
    return turn(before, here, after) >= 0 ? left_of_both : left_of_one;
}

static int64_t rightmost(ab_outline o) {
    int64_t best = 0;
    for (int64_t i = 1; i < o.n; i++)
        if (o.point[i].x > o.point[best].x) best = i;
    return best;
}

// The nearest corner of the outline visible from the hole's corner; -1 = none.
static int64_t find_cut(ab_outline outer, ab_outline hole, v3 from) {
    int64_t best = -1;
    double nearest = INFINITY;
    for (int64_t i = 0; i < outer.n; i++) {
        const double d = v3_norm2(v3_sub(v3_make(outer.point[i].x, outer.point[i].y, 0), v3_make(from.x, from.y, 0)));
        if (d >= nearest || !leads_inside(outer, i, from) || !sees(outer, from, outer.point[i]) ||
            !sees(hole, from, outer.point[i]))
            continue;
        best = i;
        nearest = d;
    }
    return best;
}

static bool inside(ab_outline o, v3 p) {
    bool in = false;
    for (int64_t i = 0; i < o.n; i++) {
        const v3 a = corner(o, i), b = corner(o, i + 1);
        if ((a.y > p.y) != (b.y > p.y) && (turn(a, b, p) > 0) == (b.y > a.y)) in = !in;
    }
    return in;
}

static bool apart(ab_outline outer, ab_outline hole) {
    for (int64_t i = 0; i < outer.n; i++)
        for (int64_t j = 0; j < hole.n; j++)
            if (meet(corner(outer, i), corner(outer, i + 1), corner(hole, j), corner(hole, j + 1))) return false;
    return true;
}

// Loop: the outline up to the bridge, around the hole, back, and the rest of the outline.
static abut_status make_loop(ab_ctx *cx, ab_outline outer, ab_outline hole, polygon_loop *l) {
    if (hole.n == 0) {
        for (; l->n < outer.n; l->n++) l->index[l->n] = (int32_t)l->n;
        return ABUT_OK;
    }
    const int64_t there = rightmost(hole);
    const bool fits = inside(outer, hole.point[there]) && apart(outer, hole);
    const int64_t here = fits ? find_cut(outer, hole, hole.point[there]) : -1;
    if (here < 0) return ab_fail(cx, ABUT_ERR_ARGUMENT, "the hole of an extrusion must lie inside of its outline");
    for (int64_t i = 0; i <= here; i++) l->index[l->n++] = (int32_t)i;
    for (int64_t i = 0; i <= hole.n; i++) l->index[l->n++] = (int32_t)(outer.n + (there + i) % hole.n);
    for (int64_t i = here; i < outer.n; i++) l->index[l->n++] = (int32_t)i;
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------------------------- ears

typedef struct ear {
    v3 a, b, c;
    v3 low, high; // bounding box; rejects most other corners without exact predicates
} ear;

static bool holds(const ear *e, v3 p) {
    if (p.x < e->low.x || p.x > e->high.x || p.y < e->low.y || p.y > e->high.y) return false;
    return turn(e->a, e->b, p) >= 0 && turn(e->b, e->c, p) >= 0 && turn(e->c, e->a, p) >= 0;
}

static bool is_ear(const polygon_loop *l, int64_t i) {
    const int64_t before = (i + l->n - 1) % l->n, after = (i + 1) % l->n;
    ear e = {.a = l->at[l->index[before]], .b = l->at[l->index[i]], .c = l->at[l->index[after]]};
    if (turn(e.a, e.b, e.c) <= 0) return false;
    e.low = v3_min(e.a, v3_min(e.b, e.c));
    e.high = v3_max(e.a, v3_max(e.b, e.c));
    for (int64_t k = 0; k < l->n; k++) {
        const v3 p = l->at[l->index[k]];
        if (holds(&e, p) && !same(p, e.a) && !same(p, e.b) && !same(p, e.c)) return false;
    }
    return true;
}

static void cut_ear(polygon_loop *l, int64_t i, ab_triangle *triangle) {
    *triangle = (ab_triangle){{l->index[(i + l->n - 1) % l->n], l->index[i], l->index[(i + 1) % l->n]}};
    l->n--;
    for (int64_t k = i; k < l->n; k++) l->index[k] = l->index[k + 1];
}

// Continues from the last ear, which distributes ears over the loop instead of making a fan.
static abut_status cut_ears(ab_ctx *cx, polygon_loop *l, ab_triangle *triangle, int64_t *count) {
    *count = 0;
    for (int64_t i = 0, missed = 0; l->n > 2; i++) {
        i %= l->n;
        if (is_ear(l, i)) {
            cut_ear(l, i, &triangle[(*count)++]);
            missed = 0;
        } else if (++missed > l->n) {
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "an outline cannot be cut into triangles; simplify it");
        }
    }
    return ABUT_OK;
}

abut_status ab_polygon_triangles(ab_ctx *cx, ab_outline outer, ab_outline hole, ab_triangle *triangle, int64_t *count) {
    v3 *at = NULL;
    polygon_loop l = {0};
    abut_status status = AB_ALLOC(cx, &at, outer.n + hole.n);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &l.index, outer.n + hole.n + 2);
    if (status == ABUT_OK) {
        for (int64_t i = 0; i < outer.n; i++) at[i] = outer.point[i];
        for (int64_t i = 0; i < hole.n; i++) at[outer.n + i] = hole.point[i];
        l.at = at;
        status = make_loop(cx, outer, hole, &l);
    }
    if (status == ABUT_OK) status = cut_ears(cx, &l, triangle, count);
    ab_free(cx, at);
    ab_free(cx, l.index);
    return status;
}
