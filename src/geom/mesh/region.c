// Volumes of regions, and the part of a ball inside a box: with the box's faces at heights low and high over the ball's
// centre,
//   V = integral over z of A(z),   A = area of the disc of radius s = sqrt(r^2 - z^2) inside a rectangle
// The area of a disc where x <= a and y <= b is Q(a, b), a sum of a corner, two caps and sectors in closed form; a
// rectangle needs four of them. With z = r sin t the integrand is smooth except where a corner enters the disc; it is
// integrated by Gauss' rule on subintervals. A single face leaves a spherical cap, which has a closed form.
#include "geom/mesh/region.h"

#define PI 3.14159265358979323846

ab_region ab_region_box(v3 low, v3 high) { return (ab_region){.low = low, .high = high}; }

static double reach(double along, double radius) { return radius * sqrt(ab_greater(0, 1 - along * along)); }

ab_region ab_region_cone(v3 from, v3 to, double radius, double to_radius) {
    const v3 way = v3_sub(to, from), axis = v3_unit(way);
    const v3 one = {reach(axis.x, radius), reach(axis.y, radius), reach(axis.z, radius)};
    const v3 other = {reach(axis.x, to_radius), reach(axis.y, to_radius), reach(axis.z, to_radius)};
    return (ab_region){
        .low = v3_min(v3_sub(from, one), v3_sub(to, other)),
        .high = v3_max(v3_add(from, one), v3_add(to, other)),
        .round = true,
        .from = from,
        .axis = axis,
        .length = v3_norm(way),
        .radius = radius,
        .to_radius = to_radius,
    };
}

double ab_region_volume(const ab_region *r) {
    const v3 edge = v3_sub(r->high, r->low);
    if (!r->round) return edge.x * edge.y * edge.z;
    const double a = r->radius, b = r->to_radius;
    return PI / 3 * r->length * (a * a + a * b + b * b);
}

double ab_region_half(const ab_region *r) {
    const v3 edge = v3_sub(r->high, r->low);
    return 0.5 * ab_greater(edge.x, ab_greater(edge.y, edge.z));
}

// Distances of the faces from a point, positive inward: two per direction, along three directions; infinite if there is
// none.
typedef struct region_faces {
    double low[3], high[3];
} region_faces;

static region_faces round_faces(const ab_region *r, v3 at) {
    const v3 to = v3_sub(at, r->from);
    const double along = v3_dot(to, r->axis);
    const double out = v3_norm(v3_sub(to, v3_scale(along, r->axis)));
    const double slope = (r->to_radius - r->radius) / r->length;
    const double side = (r->radius + slope * along - out) / sqrt(1 + slope * slope);
    return (region_faces){{along, INFINITY, INFINITY}, {r->length - along, side, INFINITY}};
}

static region_faces faces_of(const ab_region *r, v3 at) {
    if (r->round) return round_faces(r, at);
    const v3 low = v3_sub(at, r->low), high = v3_sub(r->high, at);
    return (region_faces){{low.x, low.y, low.z}, {high.x, high.y, high.z}};
}

double ab_region_depth(const ab_region *r, v3 at) {
    const region_faces f = faces_of(r, at);
    double min = INFINITY;
    for (int i = 0; i < 3; i++) min = ab_lesser(min, ab_lesser(f.low[i], f.high[i]));
    return min;
}

// ------------------------------------------------------------------------------------------------------ ball and box

// Area of the unit disc where x >= a.
static double cap_area(double a) {
    if (a >= 1) return 0;
    if (a <= -1) return PI;
    return acos(a) - a * sqrt(1 - a * a);
}

// Area of the unit disc where x <= a and y <= b.
static double corner_area(double a, double b) {
    if (a <= -1 || b <= -1) return 0;
    if (a >= 1) return PI - cap_area(b);
    if (b >= 1) return PI - cap_area(a);
    if (a * a + b * b < 1) // the corner lies inside: a rectangle, two triangles and a sector
        return a * b + 0.5 * (a * sqrt(1 - a * a) + b * sqrt(1 - b * b) + asin(a) + asin(b)) + 0.25 * PI;
    if (a <= 0 && b <= 0) return 0;
    if (a <= 0) return PI - cap_area(a);
    if (b <= 0) return PI - cap_area(b);
    return PI - cap_area(a) - cap_area(b);
}

static double rectangle_area(double s, const region_faces *f) {
    const double x0 = -f->low[0] / s, x1 = f->high[0] / s, y0 = -f->low[1] / s, y1 = f->high[1] / s;
    if (x0 >= x1 || y0 >= y1) return 0;
    return s * s * (corner_area(x1, y1) - corner_area(x0, y1) - corner_area(x1, y0) + corner_area(x0, y0));
}

enum { PIECES = 64, NODES = 3 };

// Volume of the unit ball inside the box.
static double box_volume(const region_faces *f) {
    static const double NODE[NODES] = {-0.7745966692414834, 0, 0.7745966692414834};
    static const double WEIGHT[NODES] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    const double from = asin(ab_greater(-1, ab_lesser(1, -f->low[2])));
    const double to = asin(ab_greater(-1, ab_lesser(1, f->high[2])));
    const double half = 0.5 * (to - from) / PIECES;
    double sum = 0;
    for (int i = 0; i < PIECES; i++)
        for (int k = 0; k < NODES; k++) {
            const double t = from + half * (2 * i + 1 + NODE[k]);
            sum += half * WEIGHT[k] * cos(t) * rectangle_area(cos(t), f);
        }
    return ab_greater(0, sum);
}

double ab_region_ball_fraction(const ab_region *r, v3 centre, double radius) {
    region_faces f = faces_of(r, centre);
    int cuts = 0;
    double last = INFINITY;
    for (int i = 0; i < 3; i++) {
        f.low[i] /= radius;
        f.high[i] /= radius;
        if (f.low[i] <= -1 || f.high[i] <= -1) return 0;
        if (f.low[i] < 1) cuts++, last = f.low[i];
        if (f.high[i] < 1) cuts++, last = f.high[i];
    }
    if (cuts == 0) return 1;
    if (cuts == 1) return 0.25 * (1 + last) * (1 + last) * (2 - last);
    return box_volume(&f) / (4.0 / 3 * PI);
}
