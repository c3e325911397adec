// Pairs of convex polyhedra, random and nearly degenerate, and their overlap in quadruple precision by a way of its
// own: of each plane of both bodies a large square is cut down to a polygon by all other planes, and the cones over all
// polygons are added up. Only planes enter, so faces that are all but parallel meet where they should.
#ifndef ABUT_TESTS_OVERLAP_PAIRS_H
#define ABUT_TESTS_OVERLAP_PAIRS_H

#include "geom/convex/overlap.h"
#include "math/random.h"

#include <stdlib.h>

// ----------------------------------------------------------------------------------------------- slow and accurate

#ifdef __SIZEOF_FLOAT128__
typedef __float128 wide;
#else
typedef long double wide;
#endif

typedef struct wide3 {
    wide x, y, z;
} wide3;

typedef struct wide_overlap {
    wide volume;
    wide3 area; // of B's surface
} wide_overlap;

enum { WIDE_ROOM = 512 };
#define WIDE_TIE ((wide)1e-28) // round-off of quadruple precision; planes of doubles that differ do so by 1e-17

typedef struct wide_polygon {
    int n;
    wide3 at[WIDE_ROOM];
} wide_polygon;

static wide3 wide_sub(wide3 a, wide3 b) { return (wide3){a.x - b.x, a.y - b.y, a.z - b.z}; }

static wide3 wide_cross(wide3 a, wide3 b) {
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static wide wide_height(ab_plane p, wide3 v) {
    return (wide)p.normal.x * v.x + (wide)p.normal.y * v.y + (wide)p.normal.z * v.z - (wide)p.offset;
}

// Whether the plane is far above all corners, for sure.
static bool clears(const wide_polygon *q, ab_plane p) {
    for (int i = 0; i < q->n; i++) {
        const v3 v = v3_make((double)q->at[i].x, (double)q->at[i].y, (double)q->at[i].z);
        if (v3_dot(p.normal, v) - p.offset > -1e-6) return false;
    }
    return true;
}

static void wide_cut(const wide_polygon *from, ab_plane p, wide_polygon *to) {
    to->n = 0;
    for (int i = 0; i < from->n; i++) {
        const wide3 u = from->at[i];
        const wide3 w = from->at[(i + 1) % from->n];
        const wide hu = wide_height(p, u);
        const wide hw = wide_height(p, w);
        if (hu <= WIDE_TIE) to->at[to->n++] = u;
        if ((hu <= WIDE_TIE) == (hw <= WIDE_TIE)) continue;
        const wide t = hu / (hu - hw);
        to->at[to->n++] = (wide3){u.x + t * (w.x - u.x), u.y + t * (w.y - u.y), u.z + t * (w.z - u.z)};
    }
}

// A square of the plane that holds every body here. Its corners are in the plane to quadruple precision.
static void wide_square(ab_plane p, wide_polygon *q) {
    const double far = 16;
    const v3 u = v3_unit(v3_cross(p.normal, fabs(p.normal.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0)));
    const v3 w = v3_cross(p.normal, u);
    q->n = 4;
    for (int i = 0; i < 4; i++) {
        const double s = i == 0 || i == 3 ? far : -far;
        const double t = i < 2 ? far : -far;
        wide3 v = {s * u.x + t * w.x, s * u.y + t * w.y, s * u.z + t * w.z};
        for (int k = 0; k < 3; k++) { // the normal is a unit vector only to double precision
            const wide h = wide_height(p, v);
            v = (wide3){v.x - h * p.normal.x, v.y - h * p.normal.y, v.z - h * p.normal.z};
        }
        q->at[i] = v;
    }
}

static void wide_cut_by(const ab_planes *planes, int32_t but, wide_polygon **now, wide_polygon **spare) {
    for (int32_t j = 0; j < planes->n && (*now)->n > 0; j++) {
        const ab_plane p = ab_plane_at(planes, j);
        if (j == but || clears(*now, p)) continue;
        wide_cut(*now, p, *spare);
        wide_polygon *const swap = *now;
        *now = *spare;
        *spare = swap;
    }
}

static bool lies_in_plane(const wide_polygon *q, ab_plane p) {
    for (int i = 0; i < q->n; i++) {
        const wide h = wide_height(p, q->at[i]);
        if (h > WIDE_TIE || h < -WIDE_TIE) return false;
    }
    return true;
}

// Whether a face of normal n is in the plane of another that faces the same way.
static bool is_common(const wide_polygon *q, v3 n, const ab_planes *planes) {
    for (int32_t j = 0; j < planes->n; j++) {
        const ab_plane p = ab_plane_at(planes, j);
        if (v3_dot(p.normal, n) > 0.5 && lies_in_plane(q, p)) return true;
    }
    return false;
}

// Adds the cones from the origin over the faces of one body that the planes of the other leave.
static void wide_add(const ab_planes *body, const ab_planes *other, bool but_common, wide *volume, wide3 *area) {
    wide_polygon room[2];
    for (int32_t f = 0; f < body->n; f++) {
        wide_polygon *q = &room[0];
        wide_polygon *spare = &room[1];
        const ab_plane own = ab_plane_at(body, f);
        wide_square(own, q);
        wide_cut_by(other, -1, &q, &spare);
        wide_cut_by(body, f, &q, &spare);
        if (but_common && is_common(q, own.normal, other)) continue;
        for (int i = 2; i < q->n; i++) {
            const wide3 c = wide_cross(wide_sub(q->at[i - 1], q->at[0]), wide_sub(q->at[i], q->at[0]));
            *volume += (c.x * q->at[0].x + c.y * q->at[0].y + c.z * q->at[0].z) / 6;
            area->x += c.x / 2;
            area->y += c.y / 2;
            area->z += c.z / 2;
        }
    }
}

// Of A and of B as it was placed in the room. A face in a plane of both counts as A's.
__attribute__((unused)) static wide_overlap wide_overlap_of(const ab_polyhedron *a,
                                                            const ab_overlap_workspace *workspace) {
    wide_overlap o = {0};
    wide3 of_a = {0};
    wide_add(&a->planes, &workspace->planes, false, &o.volume, &of_a);
    wide_add(&workspace->planes, &a->planes, true, &o.volume, &o.area);
    return o;
}

// ---------------------------------------------------------------------------------------------------------- bodies

static v3 random_direction(ab_random *r) {
    for (;;) {
        const v3 d = ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        if (v3_norm(d) <= 1 && v3_norm(d) > 0.1) return v3_unit(d);
    }
}

// Points on an ellipsoid of random axes.
static int random_points(ab_random *r, int n, v3 *point) {
    const v3 axes = ab_random_in_box(r, v3_make(0.3, 0.3, 0.3), v3_make(1, 1, 1));
    for (int i = 0; i < n; i++) point[i] = v3_mul(axes, random_direction(r));
    return n;
}

static int box_points(v3 half, v3 *point) {
    for (int i = 0; i < 8; i++) point[i] = v3_mul(half, v3_make(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
    return 8;
}

// Of the hexagonal prism the points are not representable, so its faces are planes only within rounding.
static int prism_points(v3 *point) {
    for (int i = 0; i < 12; i++) {
        const double angle = i % 6 * (3.14159265358979323846 / 3);
        point[i] = v3_make(0.5 * cos(angle), 0.5 * sin(angle), i < 6 ? 0.4 : -0.4);
    }
    return 12;
}

static int octahedron_points(v3 *point) {
    const v3 corner[6] = {{0.7, 0, 0}, {-0.7, 0, 0}, {0, 0.7, 0}, {0, -0.7, 0}, {0, 0, 0.7}, {0, 0, -0.7}};
    for (int i = 0; i < 6; i++) point[i] = corner[i];
    return 6;
}

enum { STOCK = 24 };

// Boxes, octahedra, prisms, tetrahedra and random hulls of 8 to 32 points.
static int stock_points(ab_random *r, int kind, v3 *point) {
    if (kind % 6 == 0) return box_points(v3_make(0.5, 0.5, 0.5), point);
    if (kind % 6 == 1) return box_points(ab_random_in_box(r, v3_make(0.1, 0.1, 0.1), v3_make(1, 1, 1)), point);
    if (kind % 6 == 2) return octahedron_points(point);
    if (kind % 6 == 3) return prism_points(point);
    return random_points(r, kind % 6 == 4 ? 4 + kind / 6 : 8 * (1 + kind / 6), point);
}

__attribute__((unused)) static void make_stock(ab_ctx *cx, uint64_t seed, ab_polyhedron *stock) {
    ab_random r = ab_random_start(seed, 1);
    for (int i = 0; i < STOCK; i++) {
        v3 point[64];
        const int n = stock_points(&r, i, point);
        if (ab_polyhedron_hull(cx, "stock", point, n, &stock[i]) != ABUT_OK) abort();
    }
}

__attribute__((unused)) static void free_stock(ab_ctx *cx, ab_polyhedron *stock) {
    for (int i = 0; i < STOCK; i++) ab_polyhedron_free(cx, &stock[i]);
}

// ------------------------------------------------------------------------------------------------------------ poses

__attribute__((unused)) static ab_pose random_pose(ab_random *r, double reach) {
    const quat q = ab_random_rotation(r);
    const double far =
        ab_random_between(r, 0, reach); // one call after the other: compilers order arguments as they like
    return (ab_pose){v3_scale(far, random_direction(r)), q};
}

// Down to a few roundings, and sometimes nothing.
static double tiny(ab_random *r) {
    const double exponent = ab_random_between(r, -17, -3);
    const double sign = ab_random_unit(r) < 0.5 ? -1 : 1;
    return ab_random_unit(r) < 0.2 ? 0 : sign * pow(10, exponent);
}

static quat turn_from_to(v3 from, v3 to) {
    const v3 axis = v3_cross(from, to);
    const double c = v3_dot(from, to);
    if (c < -0.9999999) { // half a turn about anything across
        const v3 side = v3_unit(v3_cross(from, fabs(from.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0)));
        return (quat){0, side.x, side.y, side.z};
    }
    return quat_unit((quat){1 + c, axis.x, axis.y, axis.z});
}

// B's face against a face of A, or flush with it, turned about the normal, with a tiny tilt and offset; or vertex on
// vertex; or a body on itself.
__attribute__((unused)) static ab_pose degenerate_pose(ab_random *r, const ab_polyhedron *a, const ab_polyhedron *b) {
    const double kind = ab_random_unit(r);
    ab_pose pose = {.q = quat_identity()};
    if (kind > 0.3) {
        const ab_plane pa = ab_plane_at(&a->planes, (int32_t)(ab_random_unit(r) * a->planes.n));
        const ab_plane pb = ab_plane_at(&b->planes, (int32_t)(ab_random_unit(r) * b->planes.n));
        const double way = kind > 0.6 ? -1 : 1; // against or flush
        pose.q = turn_from_to(pb.normal, v3_scale(way, pa.normal));
        pose.x = v3_scale(pa.offset - way * pb.offset, pa.normal);
        if (ab_random_unit(r) < 0.5) {
            const quat about = quat_from_turn(v3_scale(ab_random_between(r, 0, 6), pa.normal));
            pose.q = quat_mul(about, pose.q);
            const v3 shift = v3_scale(0.3, random_direction(r));
            pose.x = v3_add(pose.x, v3_add_scaled(shift, -v3_dot(shift, pa.normal), pa.normal));
        }
    } else if (kind > 0.15) {
        pose.q = ab_random_rotation(r);
        const v3 va = ab_vertex_at(&a->loops, (int32_t)(ab_random_unit(r) * a->loops.nvertex));
        const v3 vb = ab_vertex_at(&b->loops, (int32_t)(ab_random_unit(r) * b->loops.nvertex));
        pose.x = v3_sub(va, quat_rotate(pose.q, vb));
    }
    const double tilt = tiny(r);
    pose.q = quat_unit(quat_mul(quat_from_turn(v3_scale(tilt, random_direction(r))), pose.q));
    const double offset = tiny(r);
    pose.x = v3_add_scaled(pose.x, offset, random_direction(r));
    return pose;
}

#endif
