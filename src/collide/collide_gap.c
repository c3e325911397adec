// Contacts of smooth convex shapes - balls, capsules, ellipsoids, superellipsoids - with each other and with planes, by
// their exact gap: one whole contact, as of two balls.
//
// The potential of the contact is W(d, R) ~ R^m d^n with the depth d and the radius R of contact_curvature.h, which
// changes as the shapes turn and roll. Its wrench, with F = dW/dd and c = m/n d, is
//
//   on a   F (n - c bend) at a's nearest point, and the couple -F c turn_a
//   on b   the opposite force at b's nearest point, and the couple -F c turn_b
//
// The contact point is moved to where the couple is along the force, and has that couple as its pitch. Balls and
// capsules, and laws without R, have R constant: n, the point between both and no pitch.
//
// A capsule on a plane is two balls, the ends of its segment: exact for balls, and softer than a line contact. Capsules
// that are parallel to each other touch by two halves of a contact, at the ends of what lies side by side; these fade
// into the one of crossed capsules at an angle of PARALLEL.
#include "collide/contact_point.h"

#include "geom/convex/contact_curvature.h"
#include "geom/convex/support_gap.h"

static const double PARALLEL = 0.01; // rad

typedef struct side {
    const ab_placed *body;
    ab_convex shape;
} side;

static side side_of(const ab_placed *p) { return (side){p, ab_shape_convex(p->shape)}; }
static ab_pose pose_of(const side *s) { return (ab_pose){*s->body->x, *s->body->q}; }
static ab_turned_convex turned(const side *s) { return (ab_turned_convex){&s->shape, quat_matrix(*s->body->q)}; }
static bool is_plane(const side *s) { return s->shape.type->half_space; }
static bool is_capsule(const side *s) { return s->body->shape->kind == AB_SHAPE_capsule; }
static bool is_ball(const side *s) { return s->shape.type->segment; } // or two, or many along a line

// The point of a shape without corners that is farthest along a direction.
static v3 farthest(const side *s, v3 direction) {
    const v3 n = quat_unrotate(*s->body->q, direction);
    return v3_add(*s->body->x, quat_rotate(*s->body->q, s->shape.type->round(&s->shape, n)));
}

// b's nearest point. Of a capsule it is not known from the normal; then it is that of a.
static v3 point_on_b(const side *a, const side *b, v3 n, double gap) {
    if (is_plane(b) || is_capsule(b)) return v3_add_scaled(farthest(a, v3_neg(n)), -gap, n);
    return farthest(b, n);
}

// Moves a couple on a about a point, of a unit normal force: the line of the force, and the couple along it.
static void add_leaning(v3 normal, v3 couple, v3 on_b, double gap, double radius, ab_contact_points *out) {
    const double size2 = v3_norm2(normal), size = sqrt(size2);
    const v3 unit = v3_scale(1 / size, normal);
    const v3 aside = v3_scale(1 / size2, v3_cross(normal, couple));
    const ab_contact_point contact = {.point = v3_add_scaled(v3_add(on_b, aside), 0.5 * gap, unit),
                                      .gap = gap,
                                      .normal = unit,
                                      .gap_gradient_norm = size,
                                      .radius = radius,
                                      .area_weight = 1,
                                      .pitch = v3_dot(couple, normal) / size2};
    ab_contact_points_add(out, &contact);
}

static void add_smooth(const side *a, const side *b, v3 n, double gap, ab_contact_points *out) {
    const bool balls = (is_ball(a) || is_plane(a)) && (is_ball(b) || is_plane(b));
    const bool slopes = out->by_radius > 0 && !balls;
    const ab_contact_curvature k = ab_contact_curvature_of(turned(a), turned(b), n, gap, slopes);
    const v3 on_b = point_on_b(a, b, n, gap);
    if (!slopes) return ab_contact_points_add_whole(out, v3_add_scaled(on_b, 0.5 * gap, n), n, gap, k.radius);
    const double c = -out->by_radius * gap;
    // The couple of b, turned into one on a about b's point.
    add_leaning(v3_add_scaled(n, -c, k.bend), v3_scale(c, k.turn_b), on_b, gap, k.radius, out);
}

// ------------------------------------------------------------------------------------------------------------ capsules

static void add_end(const side *a, const side *b, bool of_b, uint32_t i, ab_contact_points *out) {
    const side *capsule = of_b ? b : a, *plane = of_b ? a : b;
    const v3 up = quat_rotate(*plane->body->q, plane->shape.half);
    const v3 end = pose_apply(pose_of(capsule), v3_make(0, 0, i ? -capsule->shape.half.z : capsule->shape.half.z));
    const double r = capsule->shape.half.x, gap = v3_dot(up, v3_sub(end, *plane->body->x)) - r;
    if (gap >= out->margin) return;
    const v3 point = v3_add_scaled(end, -(r + 0.5 * gap), up);
    ab_contact_points_add_whole(out, point, of_b ? v3_neg(up) : up, gap, r);
    if (out->n <= out->capacity) out->contact[out->n - 1].feature = i;
}

typedef struct line {
    v3 middle, half; // of a segment
} line;

static line line_of(const side *s) {
    return (line){*s->body->x, quat_rotate(*s->body->q, v3_make(0, 0, s->shape.half.z))};
}

static v3 on_line(const line *l, double s) { return v3_add_scaled(l->middle, s, l->half); }
static double clamp(double x) { return x < -1 ? -1 : x > 1 ? 1 : x; }
static double foot(const line *l, v3 x) { return clamp(v3_dot(l->half, v3_sub(x, l->middle)) / v3_norm2(l->half)); }

// Between a point of a's segment and the nearest of b's.
static void add_between(const side *a, const side *b, v3 on_a, v3 on_b, double weight, uint32_t feature,
                        ab_contact_points *out) {
    const v3 d = v3_sub(on_a, on_b);
    const double distance = v3_norm(d), ra = a->shape.half.x, rb = b->shape.half.x, gap = distance - ra - rb;
    if (!(gap < out->margin && distance > 0 && weight > 0)) return;
    const v3 n = v3_scale(1 / distance, d);
    ab_contact_points_add_whole(out, v3_add_scaled(on_b, rb + 0.5 * gap, n), n, gap, ra * rb / (ra + rb));
    if (out->n > out->capacity) return;
    out->contact[out->n - 1].feature = feature;
    out->contact[out->n - 1].area_weight = weight;
}

// Nearest points of the segments; the middle of what lies side by side if they are parallel.
static void nearest(const line *a, const line *b, double *s, double *t) {
    const v3 d = v3_sub(b->middle, a->middle);
    const double uu = v3_norm2(a->half), ww = v3_norm2(b->half), uw = v3_dot(a->half, b->half);
    const double ud = v3_dot(a->half, d), wd = v3_dot(b->half, d), det = uu * ww - uw * uw;
    *s = det > 1e-14 * uu * ww ? clamp((ud * ww - uw * wd) / det) : 0;
    *t = clamp((uw * *s - wd) / ww);
    *s = clamp((uw * *t + ud) / uu);
}

static void add_capsules(const side *a, const side *b, ab_contact_points *out) {
    const line la = line_of(a), lb = line_of(b);
    const double sine = v3_norm(v3_cross(la.half, lb.half)) / (v3_norm(la.half) * v3_norm(lb.half));
    const double parallel = ab_greater(0, 1 - sine / PARALLEL);
    double s, t;
    nearest(&la, &lb, &s, &t);
    const v3 on_a = on_line(&la, s), on_b = on_line(&lb, t);
    out->clear = v3_norm(v3_sub(on_a, on_b)) - a->shape.half.x - b->shape.half.x - out->margin;
    add_between(a, b, on_a, on_b, 1 - parallel, 0, out);
    if (!(parallel > 0)) return;
    const double from = foot(&la, on_line(&lb, -1)), to = foot(&la, on_line(&lb, 1));
    for (uint32_t i = 0; i < 2; i++) {
        const v3 at = on_line(&la, i ? to : from);
        add_between(a, b, at, on_line(&lb, foot(&lb, at)), 0.5 * parallel, 1 + i, out);
    }
}

// --------------------------------------------------------------------------------------------------------------- pairs

// True if the bounding spheres are apart.
static bool far_apart(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const double radii = a->shape->radius + b->shape->radius + out->margin, apart2 = v3_norm2(v3_sub(*a->x, *b->x));
    if (!(apart2 > radii * radii)) return false;
    out->clear = sqrt(apart2) - radii;
    return true;
}

void ab_collide_gap(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    if (far_apart(a, b, out)) return;
    const side of_a = side_of(a), of_b = side_of(b);
    if (is_capsule(&of_a) && is_capsule(&of_b)) return add_capsules(&of_a, &of_b, out);
    const ab_gap g = ab_support_contact(&of_a.shape, pose_of(&of_a), &of_b.shape, pose_of(&of_b));
    out->clear = g.gap - out->margin;
    if (g.gap >= out->margin) return;
    if ((is_capsule(&of_a) && is_plane(&of_b)) || (is_plane(&of_a) && is_capsule(&of_b))) {
        add_end(&of_a, &of_b, is_capsule(&of_b), 0, out);
        add_end(&of_a, &of_b, is_capsule(&of_b), 1, out);
        return;
    }
    add_smooth(&of_a, &of_b, g.normal, g.gap, out);
}
