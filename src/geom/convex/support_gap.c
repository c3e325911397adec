// Gap of two convex shapes: which way it is found; see support_gap.h.
#include "geom/convex/support_gap.h"

// Directions from which the search in overlap begins: the best of the face normals of both shapes, of the directions to
// the faces, edges and corners of a cube in both frames, and of the line of centres, without two that nearly coincide.
enum { STARTS = 6 };
static const double CLOSE = 0.9; // cosine

typedef struct start_list {
    v3 n[STARTS];
    double gap[STARTS]; // descending
    int count;
} start_list;

static void remove_start(start_list *s, int i) {
    for (s->count--; i < s->count; i++) {
        s->n[i] = s->n[i + 1];
        s->gap[i] = s->gap[i + 1];
    }
}

static void insert_start(start_list *s, v3 n, double gap) {
    if (s->count == STARTS) s->count--;
    int i = s->count++;
    for (; i > 0 && s->gap[i - 1] < gap; i--) {
        s->gap[i] = s->gap[i - 1];
        s->n[i] = s->n[i - 1];
    }
    s->gap[i] = gap;
    s->n[i] = n;
}

static void offer(const ab_support_pair *p, v3 n, start_list *s) {
    const double gap = ab_support_look_along(p, n).gap;
    for (int i = 0; i < s->count; i++)
        if (v3_dot(s->n[i], n) > CLOSE) {
            if (s->gap[i] >= gap) return;
            remove_start(s, i--);
        }
    if (s->count < STARTS || gap > s->gap[STARTS - 1]) insert_start(s, n, gap);
}

static void offer_normals(const ab_support_pair *p, start_list *s) {
    v3 n;
    for (int i = 0; p->a->type->normal && p->a->type->normal(p->a, i, &n); i++) offer(p, v3_neg(n), s);
    for (int i = 0; p->b->type->normal && p->b->type->normal(p->b, i, &n); i++) offer(p, m3_mul(p->turn, n), s);
}

static void offer_cubes(const ab_support_pair *p, start_list *s) {
    for (int i = 0; i < 27; i++) {
        if (i == 13) continue; // no direction
        const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
        const v3 n = v3_unit(v3_make(x, y, z));
        offer(p, n, s);
        offer(p, m3_mul(p->turn, n), s);
    }
}

static v3 line_of_centres(const ab_support_pair *p) {
    return v3_norm2(p->shift) > 0 ? v3_unit(v3_neg(p->shift)) : v3_make(0, 0, 1);
}

static ab_gap better(ab_gap a, ab_gap b) {
    ab_gap g = b.gap > a.gap ? b : a;
    g.steps = a.steps + b.steps;
    return g;
}

static bool has_disc(const ab_support_pair *p) { return p->a->type->disc || p->b->type->disc; }

// Neither faces nor edges.
static bool is_smooth(const ab_convex *c) {
    return c->type->round && !c->type->disc && (!c->type->vertex || c->type->segment);
}

static bool are_ellipsoids(const ab_support_pair *p) { return p->a->type->ellipsoid && p->b->type->ellipsoid; }

static ab_gap newton(const ab_support_pair *p, v3 n, int max_steps) {
    return are_ellipsoids(p) ? ab_support_ellipsoids(p, n) : ab_support_ascent(p, n, max_steps);
}

// Of two gaps that are equal to round-off, the one that is sure has the better normal.
static ab_gap surer(const ab_support_pair *p, ab_gap a, ab_gap b) {
    const double tie = 1e-15 * (p->size + v3_norm(p->shift));
    if (a.sure != b.sure && fabs(a.gap - b.gap) <= tie) (a.sure ? &b : &a)->gap -= 2 * tie;
    return better(a, b);
}

// Where Newton's method did not end: GJK; in overlap on shrunk shapes. Newton's method then goes on from its direction.
// That of ellipsoids may stop at a saddle; the general one leaves it.
static ab_gap safeguarded(const ab_support_pair *p, ab_gap g) {
    static const double SHRINK[] = {0, 0.05, 0.2, 0.5};
    for (int i = 0; i < 4; i++) {
        v3 n = g.normal;
        if (!ab_support_gjk(p, SHRINK[i], &n, &g.steps)) continue;
        g = surer(p, g, newton(p, n, AB_SUPPORT_NEWTON_STEPS));
        break;
    }
    if (g.sure || !are_ellipsoids(p)) return g;
    g = surer(p, g, ab_support_ascent(p, g.normal, AB_SUPPORT_MAX_STEPS));
    return surer(p, g, ab_support_ellipsoids(p, g.normal));
}

// From a direction; zero is allowed for ellipsoids.
static ab_gap climb(const ab_support_pair *p, v3 n) {
    const bool smooth = is_smooth(p->a) && is_smooth(p->b);
    const ab_gap g = newton(p, n, smooth ? AB_SUPPORT_NEWTON_STEPS : AB_SUPPORT_MAX_STEPS);
    return g.sure ? g : safeguarded(p, g);
}

static ab_gap search(const ab_support_pair *p, ab_gap g) {
    start_list s = {.count = 0};
    offer_normals(p, &s);
    offer_cubes(p, &s);
    for (int i = 0; i < s.count; i++) g = surer(p, g, climb(p, s.n[i]));
    return g;
}

// Needles and discs, whose nearest points may be far from the line of centres.
static bool slender(const ab_support_pair *p) {
    return p->a->inner < 0.25 * p->a->radius || p->b->inner < 0.25 * p->b->radius;
}

// The guess or the line of centres; for flat ends and slender shapes the best of it and the normals of both.
static v3 first_normal(const ab_support_pair *p, v3 guess) {
    const bool guessed = v3_norm2(guess) > 0;
    if (!has_disc(p) && (guessed || !slender(p))) return guessed ? v3_unit(guess) : line_of_centres(p);
    start_list s = {.count = 0};
    offer(p, guessed ? v3_unit(guess) : line_of_centres(p), &s);
    offer_normals(p, &s);
    return s.n[0];
}

static ab_gap polytopes(const ab_support_pair *p, v3 guess) {
    const ab_gap g = ab_support_ascent(p, first_normal(p, guess), AB_SUPPORT_MAX_STEPS);
    const double balls = ab_support_ball(p->a) + ab_support_ball(p->b);
    return g.gap + balls > 0 ? g : better(ab_support_sat(p), (ab_gap){-INFINITY, g.normal, g.steps, true});
}

// Depth up to which one climb is enough.
static double depth_without_search(const ab_support_pair *p, bool contact) {
    const double rolling = p->a->rolling + p->b->rolling, inner = ab_lesser(p->a->inner, p->b->inner);
    return contact && is_smooth(p->a) && is_smooth(p->b) ? ab_greater(rolling, 0.5 * inner) : rolling;
}

static ab_gap others(const ab_support_pair *p, v3 guess, bool contact) {
    const ab_gap g = climb(p, are_ellipsoids(p) ? guess : first_normal(p, guess));
    const double depth = contact || g.sure ? depth_without_search(p, contact) : 0;
    return g.gap > -depth ? g : search(p, g);
}

static ab_gap gap_of(const ab_support_pair *p, v3 guess, bool contact) {
    const ab_support_type *a = p->a->type, *b = p->b->type;
    if (a->segment && b->segment) return ab_support_segments(p);
    return a->polytope && b->polytope ? polytopes(p, guess) : others(p, guess, contact);
}

// Over the plane of a half-space.
static double height(const ab_convex *c, ab_pose pose, v3 normal, v3 origin) {
    const v3 n = quat_unrotate(pose.q, v3_neg(normal));
    v3 lowest = v3_zero();
    if (c->type->vertex) lowest = c->type->vertex(c, n);
    if (c->type->round) lowest = v3_add(lowest, c->type->round(c, n));
    return v3_dot(normal, v3_sub(pose_apply(pose, lowest), origin));
}

static ab_gap find(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, v3 guess, bool contact) {
    if (b->type->half_space) {
        const v3 n = quat_rotate(pose_b.q, b->half);
        return (ab_gap){height(a, pose_a, n, pose_b.x), n, 1, true};
    }
    if (a->type->half_space) {
        const v3 n = quat_rotate(pose_a.q, a->half);
        return (ab_gap){height(b, pose_b, n, pose_a.x), v3_neg(n), 1, true};
    }
    const m3 turn = quat_matrix(quat_mul(quat_conjugate(pose_a.q), pose_b.q));
    const ab_support_pair p = {
        a, b, turn, m3_transpose(turn), quat_unrotate(pose_a.q, v3_sub(pose_b.x, pose_a.x)), a->radius + b->radius};
    ab_gap g = gap_of(&p, guess, contact);
    g.normal = quat_rotate(pose_a.q, g.normal);
    return g;
}

ab_gap ab_support_gap(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b, v3 guess) {
    return find(a, pose_a, b, pose_b, guess, false);
}

ab_gap ab_support_contact(const ab_convex *a, ab_pose pose_a, const ab_convex *b, ab_pose pose_b) {
    return find(a, pose_a, b, pose_b, v3_zero(), true);
}
