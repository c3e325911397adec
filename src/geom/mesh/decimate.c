// Edge collapse with quadric error metrics [garland1997].
//
// Each vertex carries the quadric Q(x) = sum of A (n.(x - p))^2 over its triangles of area A in the planes (n, p). An
// edge (a, b) is replaced by the point x that minimises (Qa + Qb)(x); the cheapest edge is the next. Where the minimum
// is flat, as in a plane, x is the point of it nearest to the middle of the edge [lindstrom2000]. An edge stays if
//   - its ends have other common neighbours than the two vertices across (link condition: the topology would change),
//   - a triangle would turn by more than 60 degrees or become a sliver.
// Vertices of edges that do not have two triangles, and of those that two triangles run through alike, stay where they
// are. Coordinates are relative to the centre of the mesh, scaled by a power of two. Equal costs go by the numbers of
// the vertices, so that the result is a function of the mesh alone.
#include "geom/mesh/decimate.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/work.h"
#include "math/m3.h"

#define TURN   0.5  // least cosine between the normals of a triangle before and after
#define SLIVER 0.02 // least height over the longest edge, unless the triangle was as thin before
#define FLAT   1e-3 // eigenvalues of a quadric below this fraction of the largest count as zero
#define SHORT  1e-6 // weight of the length of an edge in its cost, so that flat faces keep well-shaped triangles
enum {
    CROWD = 64, // triangles at a vertex beyond which its edges stay
    NONE = -1
};

typedef struct quadric { // Q(x) = x.(A x) - 2 b.x + c
    double xx, xy, xz, yy, yz, zz;
    v3 b;
    double c;
} quadric;

typedef struct collapse {
    double cost;
    int32_t a, b;
    int32_t stamp_a, stamp_b; // versions of the ends for which the cost is valid
} collapse;

typedef struct decimation {
    ab_mesh *mesh;
    v3 *at;              // scaled coordinates  (nvertex)
    quadric *error;      // (nvertex)
    int32_t *stamp;      // version of a vertex  (nvertex)
    bool *fixed, *moved; // (nvertex)
    int64_t *first;      // one corner 3 t + k of each vertex, NONE = unused  (nvertex)
    int64_t *next;       // the corners of a vertex as a ring  (3 ntriangle)
    bool *gone;          // (ntriangle)
    collapse *heap;
    int64_t count, capacity; // of the heap
    int64_t left;            // triangles
} decimation;

// ---------------------------------------------------------------------------------------------------- quadrics

static quadric quadric_sum(quadric p, quadric q) {
    return (quadric){p.xx + q.xx, p.xy + q.xy, p.xz + q.xz,      p.yy + q.yy,
                     p.yz + q.yz, p.zz + q.zz, v3_add(p.b, q.b), p.c + q.c};
}

// area (n.(x - p))^2
static quadric quadric_of_plane(v3 n, v3 p, double area) {
    const double d = v3_dot(n, p);
    const v3 m = v3_scale(area, n);
    return (quadric){m.x * n.x, m.x * n.y, m.x * n.z, m.y * n.y, m.y * n.z, m.z * n.z, v3_scale(d, m), area * d * d};
}

static m3 matrix_of(quadric q) {
    return m3_rows(v3_make(q.xx, q.xy, q.xz), v3_make(q.xy, q.yy, q.yz), v3_make(q.xz, q.yz, q.zz));
}

static double quadric_at(quadric q, v3 x) { return v3_dot(x, m3_mul(matrix_of(q), x)) - 2 * v3_dot(q.b, x) + q.c; }

// The minimum nearest to `from`: from + sum of v (v.(b - A from))/l over the eigenvectors v with eigenvalues l > 0.
static v3 quadric_minimum(quadric q, v3 from) {
    v3 value;
    m3 vector;
    ab_m3_eigen(matrix_of(q), &value, &vector);
    const v3 force = v3_sub(q.b, m3_mul(matrix_of(q), from));
    const m3 axis = m3_transpose(vector);
    v3 x = from;
    for (int i = 0; i < 3; i++)
        if (v3_at(value, i) > FLAT * value.z)
            x = v3_add_scaled(x, v3_dot(axis.row[i], force) / v3_at(value, i), axis.row[i]);
    return x;
}

// ---------------------------------------------------------------------------------------------------- topology

static const int32_t *corners(const decimation *d, int64_t corner) { return d->mesh->triangle[corner / 3].v; }

// Corners of the triangles at a vertex; CROWD + 1 if there are more than CROWD. Unlinks those of removed triangles.
static int ring_of(decimation *d, int32_t v, int64_t ring[CROWD + 1]) {
    const int64_t start = d->first[v];
    int count = 0;
    for (int64_t c = start; count <= CROWD;) {
        const int64_t e = d->next[c];
        if (d->gone[e / 3] && e != start) {
            d->next[c] = d->next[e];
            continue;
        }
        if (!d->gone[e / 3]) ring[count++] = e;
        if (e == start) break;
        c = e;
    }
    return count;
}

static bool holds(const int32_t *v, int32_t vertex) { return v[0] == vertex || v[1] == vertex || v[2] == vertex; }

// The vertices around a centre; returns their number.
static int neighbours(const decimation *d, int32_t centre, const int64_t *ring, int n, int32_t around[2 * CROWD]) {
    int count = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            const int32_t v = corners(d, ring[i])[k];
            bool known = v == centre;
            for (int j = 0; j < count && !known; j++) known = around[j] == v;
            if (!known) around[count++] = v;
        }
    return count;
}

// Neighbours that a and b share; each of those must keep at least three triangles.
static bool topology_stays(decimation *d, int32_t a, const int64_t *ring_a, int na, int32_t b, const int64_t *ring_b,
                           int nb) {
    int32_t of_a[2 * CROWD], of_b[2 * CROWD];
    int64_t ring[CROWD + 1];
    int shared = 0, between = 0;
    const int count_a = neighbours(d, a, ring_a, na, of_a), count_b = neighbours(d, b, ring_b, nb, of_b);
    for (int i = 0; i < na; i++) between += holds(corners(d, ring_a[i]), b);
    for (int i = 0; i < count_a; i++)
        for (int k = 0; k < count_b; k++) {
            if (of_a[i] != of_b[k]) continue;
            shared++;
            if (ring_of(d, of_a[i], ring) <= 3) return false;
        }
    return between == 2 && shared == 2;
}

// ---------------------------------------------------------------------------------------------------- geometry

static double longest_edge2(v3 p, v3 q, v3 r) {
    return ab_greater(v3_norm2(v3_sub(q, p)), ab_greater(v3_norm2(v3_sub(r, q)), v3_norm2(v3_sub(p, r))));
}

static v3 normal_of(const v3 *p) { return v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0])); }
static double height_of(const v3 *p) { return v3_norm(normal_of(p)) / longest_edge2(p[0], p[1], p[2]); }

// The triangles around `vertex` but not at `other` keep their side and their shape when the vertex moves to x.
static bool shape_stays(const decimation *d, int32_t vertex, int32_t other, const int64_t *ring, int n, v3 x) {
    for (int i = 0; i < n; i++) {
        const int32_t *v = corners(d, ring[i]);
        if (holds(v, other)) continue;
        v3 before[3], after[3];
        for (int k = 0; k < 3; k++) {
            before[k] = d->at[v[k]];
            after[k] = v[k] == vertex ? x : before[k];
        }
        const v3 n0 = normal_of(before), n1 = normal_of(after);
        if (!(v3_dot(n0, n1) >= TURN * v3_norm(n0) * v3_norm(n1))) return false;
        if (!(height_of(after) >= ab_lesser(SLIVER, height_of(before)))) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------- heap

static bool before(const collapse *p, const collapse *q) {
    if (p->cost != q->cost) return p->cost < q->cost;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

static void rise(collapse *heap, int64_t i) {
    for (int64_t up; i > 0 && before(&heap[i], &heap[up = (i - 1) / 2]); i = up) {
        const collapse c = heap[i];
        heap[i] = heap[up];
        heap[up] = c;
    }
}

static void sink(collapse *heap, int64_t count) {
    for (int64_t i = 0, low; (low = 2 * i + 1) < count; i = low) {
        if (low + 1 < count && before(&heap[low + 1], &heap[low])) low++;
        if (!before(&heap[low], &heap[i])) return;
        const collapse c = heap[i];
        heap[i] = heap[low];
        heap[low] = c;
    }
}

static v3 place_of(const decimation *d, int32_t a, int32_t b) {
    if (d->fixed[a]) return d->at[a];
    if (d->fixed[b]) return d->at[b];
    const v3 middle = v3_scale(0.5, v3_add(d->at[a], d->at[b]));
    return quadric_minimum(quadric_sum(d->error[a], d->error[b]), middle);
}

static abut_status add_edge(ab_ctx *cx, decimation *d, int32_t p, int32_t q) {
    if (d->fixed[p] && d->fixed[q]) return ABUT_OK;
    const int32_t a = p < q ? p : q, b = p < q ? q : p;
    const double length2 = v3_norm2(v3_sub(d->at[b], d->at[a]));
    const double error = quadric_at(quadric_sum(d->error[a], d->error[b]), place_of(d, a, b));
    AB_TRY(AB_GROW(cx, &d->heap, &d->capacity, d->count + 1));
    d->heap[d->count] = (collapse){ab_greater(error, 0) + SHORT * length2 * length2, a, b, d->stamp[a], d->stamp[b]};
    rise(d->heap, d->count++);
    return ABUT_OK;
}

static collapse take_cheapest(decimation *d) {
    const collapse first = d->heap[0];
    d->heap[0] = d->heap[--d->count];
    sink(d->heap, d->count);
    return first;
}

// --------------------------------------------------------------------------------------------------- collapses

// b becomes a, at x.
static void merge(decimation *d, int32_t a, int32_t b, const int64_t *ring_b, int nb, v3 x) {
    for (int i = 0; i < nb; i++) {
        int32_t *v = d->mesh->triangle[ring_b[i] / 3].v;
        if (holds(v, a)) {
            d->gone[ring_b[i] / 3] = true;
            d->left--;
        } else
            v[ring_b[i] % 3] = a;
    }
    const int64_t after_a = d->next[d->first[a]]; // two rings become one
    d->next[d->first[a]] = d->next[d->first[b]];
    d->next[d->first[b]] = after_a;
    d->first[b] = NONE;
    d->error[a] = quadric_sum(d->error[a], d->error[b]);
    d->moved[a] = d->moved[a] || x.x != d->at[a].x || x.y != d->at[a].y || x.z != d->at[a].z;
    d->at[a] = x;
    d->stamp[a]++;
    d->stamp[b]++;
}

static abut_status add_edges_around(ab_ctx *cx, decimation *d, int32_t a) {
    int64_t ring[CROWD + 1];
    int32_t around[2 * CROWD + 2];
    const int n = ring_of(d, a, ring);
    if (n > CROWD) return ABUT_OK;
    const int count = neighbours(d, a, ring, n, around);
    for (int i = 0; i < count; i++) AB_TRY(add_edge(cx, d, a, around[i]));
    return ABUT_OK;
}

static abut_status try_collapse(ab_ctx *cx, decimation *d, const collapse *c) {
    if (d->stamp[c->a] != c->stamp_a || d->stamp[c->b] != c->stamp_b) return ABUT_OK;
    const int32_t a = d->fixed[c->b] ? c->b : c->a, b = d->fixed[c->b] ? c->a : c->b;
    int64_t ring_a[CROWD + 1], ring_b[CROWD + 1];
    const int na = ring_of(d, a, ring_a), nb = ring_of(d, b, ring_b);
    if (na > CROWD || nb > CROWD || na + nb - 4 > CROWD) return ABUT_OK;
    const v3 x = place_of(d, a, b);
    if (!topology_stays(d, a, ring_a, na, b, ring_b, nb)) return ABUT_OK;
    if (!shape_stays(d, a, b, ring_a, na, x) || !shape_stays(d, b, a, ring_b, nb, x)) return ABUT_OK;
    merge(d, a, b, ring_b, nb, x);
    return add_edges_around(cx, d, a);
}

// ------------------------------------------------------------------------------------------------------- start

// Edges with other than two triangles, or with two that run through them alike.
static abut_status fix_ends(ab_ctx *cx, decimation *d) {
    const int64_t n = 3 * d->mesh->ntriangle;
    ab_keyed *row = NULL, *spare = NULL;
    abut_status status = AB_ALLOC_RAW(cx, &row, n);
    if (status == ABUT_OK) status = AB_ALLOC_RAW(cx, &spare, n);
    if (status == ABUT_OK) {
        for (int64_t c = 0; c < n; c++) {
            const uint64_t a = (uint64_t)corners(d, c)[c % 3], b = (uint64_t)corners(d, c)[(c + 1) % 3];
            row[c] = (ab_keyed){a < b ? a << 32 | b : b << 32 | a, a < b ? 1 : -1};
        }
        ab_sort_keyed(row, spare, n);
        for (int64_t i = 0, end; i < n; i = end) {
            int64_t balance = 0;
            for (end = i; end < n && row[end].key == row[i].key; end++) balance += row[end].value;
            if (end - i == 2 && balance == 0) continue;
            d->fixed[row[i].key >> 32] = d->fixed[row[i].key & UINT32_MAX] = true;
        }
    }
    ab_free(cx, row);
    ab_free(cx, spare);
    return status;
}

static void add_plane(decimation *d, int64_t t) {
    const int32_t *v = d->mesh->triangle[t].v;
    const v3 p[3] = {d->at[v[0]], d->at[v[1]], d->at[v[2]]}, n = normal_of(p);
    const quadric q = quadric_of_plane(v3_unit(n), p[0], 0.5 * v3_norm(n));
    for (int k = 0; k < 3; k++) d->error[v[k]] = quadric_sum(d->error[v[k]], q);
}

static void link_corner(decimation *d, int64_t c) {
    const int32_t v = corners(d, c)[c % 3];
    if (d->first[v] == NONE)
        d->first[v] = d->next[c] = c;
    else {
        d->next[c] = d->next[d->first[v]];
        d->next[d->first[v]] = c;
    }
}

static abut_status allocate(ab_ctx *cx, decimation *d) {
    const int64_t n = d->mesh->nvertex;
    AB_TRY(AB_ALLOC(cx, &d->at, n));
    AB_TRY(AB_ALLOC(cx, &d->error, n));
    AB_TRY(AB_ALLOC(cx, &d->stamp, n));
    AB_TRY(AB_ALLOC(cx, &d->fixed, n));
    AB_TRY(AB_ALLOC(cx, &d->moved, n));
    AB_TRY(AB_ALLOC(cx, &d->first, n));
    AB_TRY(AB_ALLOC(cx, &d->next, 3 * d->mesh->ntriangle));
    return AB_ALLOC(cx, &d->gone, d->mesh->ntriangle);
}

static abut_status prepare(ab_ctx *cx, decimation *d, v3 centre, double scale) {
    const ab_mesh *mesh = d->mesh;
    AB_TRY(allocate(cx, d));
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        d->at[i] = v3_scale(scale, v3_sub(mesh->vertex[i], centre));
        d->first[i] = NONE;
    }
    for (int64_t c = 0; c < 3 * mesh->ntriangle; c++) link_corner(d, c);
    for (int64_t t = 0; t < mesh->ntriangle; t++) add_plane(d, t);
    AB_TRY(fix_ends(cx, d));
    for (int64_t c = 0; c < 3 * mesh->ntriangle; c++) {
        AB_TRY(AB_WORKED(cx, "edges", c, 3 * mesh->ntriangle));
        const int32_t a = corners(d, c)[c % 3], b = corners(d, c)[(c + 1) % 3];
        if (a < b) AB_TRY(add_edge(cx, d, a, b)); // the other triangle of the edge runs from b to a
    }
    return ABUT_OK;
}

// Drops what is gone, numbers the used vertices anew, and takes over the places of those that moved.
static void compact(decimation *d, v3 centre, double scale) {
    ab_mesh *mesh = d->mesh;
    int32_t *number = d->stamp;
    int64_t vertices = 0, triangles = 0;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        if (d->first[i] == NONE) continue;
        mesh->vertex[vertices] = d->moved[i] ? v3_add_scaled(centre, 1 / scale, d->at[i]) : mesh->vertex[i];
        number[i] = (int32_t)vertices++;
    }
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        if (d->gone[t]) continue;
        const int32_t *v = mesh->triangle[t].v;
        mesh->triangle[triangles++] = (ab_triangle){{number[v[0]], number[v[1]], number[v[2]]}};
    }
    mesh->nvertex = vertices;
    mesh->ntriangle = triangles;
}

// False: all vertices are at one place.
static bool measure(const ab_mesh *mesh, v3 *centre, double *scale) {
    v3 low = mesh->vertex[0], high = low;
    for (int64_t i = 1; i < mesh->nvertex; i++) {
        low = v3_min(low, mesh->vertex[i]);
        high = v3_max(high, mesh->vertex[i]);
    }
    const v3 size = v3_sub(high, low);
    *centre = v3_add_scaled(low, 0.5, size);
    const double longest = ab_greater(size.x, ab_greater(size.y, size.z));
    if (!(longest > 0)) return false;
    *scale = ldexp(1, -ilogb(longest));
    return true;
}

static abut_status decimate(ab_ctx *cx, decimation *d, int64_t max, v3 centre, double scale) {
    AB_TRY(prepare(cx, d, centre, scale));
    const int64_t all = d->left;
    while (d->left > max && d->count > 0) {
        AB_TRY(AB_WORKED(cx, "collapses", all - d->left, all - max));
        const collapse c = take_cheapest(d);
        AB_TRY(try_collapse(cx, d, &c));
    }
    return ABUT_OK;
}

abut_status ab_mesh_decimate(ab_ctx *cx, ab_mesh *mesh, int64_t max) {
    v3 centre;
    double scale;
    if (mesh->ntriangle <= max || !measure(mesh, &centre, &scale)) return ABUT_OK;
    decimation d = {.mesh = mesh, .left = mesh->ntriangle};
    const abut_status status = decimate(cx, &d, max, centre, scale);
    if (status == ABUT_OK) compact(&d, centre, scale);
    ab_free(cx, d.at);
    ab_free(cx, d.error);
    ab_free(cx, d.stamp);
    ab_free(cx, d.fixed);
    ab_free(cx, d.moved);
    ab_free(cx, d.first);
    ab_free(cx, d.next);
    ab_free(cx, d.gone);
    ab_free(cx, d.heap);
    return status;
}
