// Smallest enclosing rectangle. One side is flush with an edge of the convex hull [freeman1975]. The hull is Andrew's
// monotone chain of the sorted points [andrew1979]; rotating calipers find the extreme corners along, against and
// normal to each edge [toussaint1983], hence O(n log n) in all.
#include "geom/convex/rectangle.h"

#include <math.h>
#include <stdlib.h>

static int in_order(const void *a, const void *b) {
    const ab_plane_point *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static double dot(ab_plane_point a, ab_plane_point b) { return a.x * b.x + a.y * b.y; }

// Twice the signed area of a triangle, positive if it turns left.
static double turn(ab_plane_point a, ab_plane_point b, ab_plane_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Appends a point to the chain, whose first `kept` points stay; returns its new length.
static int64_t add(ab_plane_point *chain, int64_t count, int64_t kept, ab_plane_point p) {
    while (count > kept && turn(chain[count - 2], chain[count - 1], p) <= 0) count--;
    chain[count] = p;
    return count + 1;
}

// Corners of the hull, counter-clockwise, each once.
static int64_t hull_of(ab_plane_point *point, int64_t n, ab_plane_point *chain) {
    qsort(point, (size_t)n, sizeof *point, in_order);
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count = add(chain, count, 1, point[i]);
    const int64_t lower = count;
    for (int64_t i = n - 2; i >= 0; i--) count = add(chain, count, lower, point[i]);
    return count - 1;
}

// The extreme corner along an axis that has turned counter-clockwise since `from`; at most one full round.
static int64_t farthest(const ab_plane_point *corner, int64_t n, int64_t from, ab_plane_point axis) {
    int64_t at = from;
    for (int64_t i = 0; i < n && dot(corner[(at + 1) % n], axis) >= dot(corner[at], axis); i++) at = (at + 1) % n;
    return at;
}

ab_rectangle ab_rectangle_fit(ab_plane_point *point, int64_t n, ab_plane_point *chain) {
    ab_rectangle best = {{1, 0}, INFINITY};
    const int64_t corners = n > 2 ? hull_of(point, n, chain) : 0;
    int64_t ahead = 0, behind = 0, away = 0;
    for (int64_t i = 0; i < corners && corners > 2; i++) {
        const ab_plane_point a = chain[i], b = chain[(i + 1) % corners];
        const double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        const ab_plane_point u = {(b.x - a.x) / length, (b.y - a.y) / length}, back = {-u.x, -u.y},
                             inward = {-u.y, u.x};
        ahead = farthest(chain, corners, i == 0 ? 1 : ahead, u);
        away = farthest(chain, corners, i == 0 ? ahead : away, inward);
        behind = farthest(chain, corners, i == 0 ? away : behind, back);
        const double area =
            (dot(chain[ahead], u) - dot(chain[behind], u)) * (dot(chain[away], inward) - dot(a, inward));
        if (area < best.area) best = (ab_rectangle){u, area};
    }
    return best;
}
