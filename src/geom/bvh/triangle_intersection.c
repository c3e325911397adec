// Triangle-triangle intersection test, decided by the signs of exact determinants only.
//
// Non-coplanar triangles intersect exactly if an edge of one intersects the other. An edge p q with p and q not both in
// the plane of a b c intersects the triangle if they lie on different sides (or one in the plane) and the line p q
// passes all three edges on the same side; edges in the plane need no test, since adjacent edges contain the same
// points.
#include "geom/bvh/self_intersection.h"
#include "geom/mesh/predicate.h"

// side_p, side_q: orientation relative to the plane of t.
static bool edge_intersects(v3 p, v3 q, int side_p, int side_q, const v3 t[3]) {
    if (side_p * side_q > 0 || (side_p == 0 && side_q == 0)) return false;
    const int ab = ab_orient3d(p, q, t[0], t[1]);
    const int bc = ab_orient3d(p, q, t[1], t[2]);
    if (ab * bc < 0) return false;
    const int ca = ab_orient3d(p, q, t[2], t[0]);
    return ab * ca >= 0 && bc * ca >= 0;
}

static bool any_edge_intersects(const v3 a[3], const int side[3], const v3 b[3]) {
    for (int i = 0; i < 3; i++)
        if (edge_intersects(a[i], a[(i + 1) % 3], side[i], side[(i + 1) % 3], b)) return true;
    return false;
}

static bool sides_of(const v3 a[3], const v3 b[3], int side[3]) {
    for (int i = 0; i < 3; i++) side[i] = ab_orient3d(b[0], b[1], b[2], a[i]);
    return !(side[0] == side[1] && side[1] == side[2] && side[0] != 0);
}

// True if the line through edge k of t strictly separates t from s, both coplanar and projected along `axis`.
static bool edge_separates(int axis, const v3 t[3], int k, const v3 s[3]) {
    const v3 p = t[k];
    const v3 q = t[(k + 1) % 3];
    const int inside = ab_orient2d(axis, p, q, t[(k + 2) % 3]);
    for (int i = 0; i < 3; i++)
        if (ab_orient2d(axis, p, q, s[i]) * inside >= 0) return false;
    return true;
}

// An axis along which the projected triangle has an area; -1 if there is none.
static int viewing_axis(const v3 t[3]) {
    for (int axis = 0; axis < 3; axis++)
        if (ab_orient2d(axis, t[0], t[1], t[2]) != 0) return axis;
    return -1;
}

static bool coplanar_intersect(int axis, const v3 a[3], const v3 b[3]) {
    for (int k = 0; k < 3; k++)
        if (edge_separates(axis, a, k, b) || edge_separates(axis, b, k, a)) return false;
    return true;
}

bool ab_triangles_intersect(const v3 a[3], const v3 b[3]) {
    int side_a[3], side_b[3];
    if (!sides_of(a, b, side_a) || !sides_of(b, a, side_b)) return false;
    const int axis = viewing_axis(a);
    if (axis < 0 || viewing_axis(b) < 0) return false;
    if (side_a[0] == 0 && side_a[1] == 0 && side_a[2] == 0) return coplanar_intersect(axis, a, b);
    return any_edge_intersects(a, side_a, b) || any_edge_intersects(b, side_b, a);
}
