// Hole filling. The hole is projected along its mean normal, in units of its size. If its boundary winds once around
// its centre, and the adjacent triangles face the viewer and are not too steep, the surface is a height field over the
// plane, known at the vertices of these triangles, and continues into the hole as
//
//     z(q) = c_0 + c_1 x + c_2 y + sum_i w_i |q - q_i|^3,   z(q_i) + S w_i = z_i,   sum w_i = 0,   sum w_i q_i = 0
//
// the smoothest interpolant in the sense of [duchon1977]. Otherwise the missing part was a separate face, such as the
// lid of a tube, and a flat fan is used.
//
// The patch consists of rings. Hole boundaries are jagged, so the angles of the rings are made monotonic, and the rings
// stay inside the nearest boundary vertices.
#include "geom/mesh/fill_hole.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

#define STEEPEST 0.5 // cosine of the largest mean angle between the adjacent triangles and the plane: 60 degrees
#define TURN     6.283185307179586
#define FLAT     1e-6 // relative height below which the hole is flat
#define SOFT     1e-9 // S: regularisation for vertices at the same place in the projection

enum {
    SAMPLES = 400,    // maximum; takes some 40 ms
    EDGES_A_RING = 6, // ring spacing is about that of the boundary vertices
    RINGS = 16,       // maximum
    NEAR = 2,         // boundary vertices on either side that limit the radius of a ring
};

typedef struct fill_hole_place {
    double x, y, z;
} fill_hole_place;

typedef struct hole_fill {
    const ab_hole *hole;
    v3 middle, x, y, normal; // frame of the plane
    double size;             // m
    fill_hole_place *sample; // (n)
    double *weight;          // (n), and c_0, c_1, c_2
    fill_hole_place *inner;  // curve from which the rings are scaled, per vertex of the hole  (count)
    double *row;             // equation system with right-hand side  (n + 3)(n + 4)
    int64_t n;
} hole_fill;

static v3 corner(const ab_mesh *mesh, const ab_hole *hole, int64_t i) {
    return mesh->vertex[hole->vertex[i < hole->count ? i : i - hole->count]];
}

// False if the hole has no area in any projection.
static bool find_plane(const ab_mesh *mesh, hole_fill *c) {
    const int64_t n = c->hole->count;
    v3 sum = v3_zero(), area = v3_zero();
    double square = 0;
    for (int64_t i = 0; i < n; i++) sum = v3_add(sum, corner(mesh, c->hole, i));
    c->middle = v3_scale(1.0 / (double)n, sum);
    for (int64_t i = 0; i < n; i++) {
        const v3 a = v3_sub(corner(mesh, c->hole, i), c->middle);
        const v3 b = v3_sub(corner(mesh, c->hole, i + 1), c->middle);
        area = v3_add(area, v3_cross(a, b));
        square += v3_norm2(a);
    }
    c->size = sqrt(square / (double)n);
    if (!(v3_norm(area) > FLAT * square / (double)n)) return false;
    c->normal = v3_unit(area);
    c->x = v3_unit(v3_cross(fabs(c->normal.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0), c->normal));
    c->y = v3_cross(c->normal, c->x);
    return true;
}

static fill_hole_place seen(const hole_fill *c, v3 p) {
    const v3 arm = v3_scale(1 / c->size, v3_sub(p, c->middle));
    return (fill_hole_place){v3_dot(arm, c->x), v3_dot(arm, c->y), v3_dot(arm, c->normal)};
}

// True if the adjacent surface continues across the hole.
static bool runs_on(const ab_mesh *mesh, const hole_fill *c) {
    double highest = 0, sum = 0;
    for (int64_t i = 0; i < c->hole->count; i++) {
        const v3 a = corner(mesh, c->hole, i), b = corner(mesh, c->hole, i + 1);
        const v3 d = mesh->vertex[c->hole->across[i]];
        const double cosine = v3_dot(v3_unit(v3_cross(v3_sub(a, b), v3_sub(d, b))), c->normal);
        if (!(cosine > 0)) return false;
        sum += cosine;
        highest = ab_greater(highest, ab_greater(fabs(seen(c, a).z), fabs(seen(c, d).z)));
    }
    return highest > FLAT && sum > STEEPEST * (double)c->hole->count;
}

// Cumulative angles of the vertices about the centre, for two rounds; false if one round is not exactly one turn.
static bool find_angles(const ab_mesh *mesh, const hole_fill *c, double *angle) {
    const int64_t n = c->hole->count;
    fill_hole_place before = seen(c, corner(mesh, c->hole, 0));
    angle[0] = atan2(before.y, before.x);
    for (int64_t i = 1; i <= 2 * n; i++) {
        const fill_hole_place p = seen(c, corner(mesh, c->hole, i % n));
        angle[i] = angle[i - 1] + atan2(before.x * p.y - before.y * p.x, before.x * p.x + before.y * p.y);
        before = p;
    }
    return fabs(angle[n] - angle[0] - TURN) < 1e-6;
}

// Makes the angles monotonic: the mean of the largest angle so far and the smallest to come. `angle` holds two rounds,
// `low` is scratch memory.
static void straighten(double *angle, double *low, int64_t turns) {
    low[turns] = angle[turns];
    for (int64_t i = turns - 1; i >= 0; i--) low[i] = ab_lesser(angle[i], low[i + 1]);
    for (int64_t i = 1; i <= turns; i++) angle[i] = ab_greater(angle[i], angle[i - 1]);
    for (int64_t i = 0; i <= turns; i++) angle[i] = 0.5 * (angle[i] + low[i]);
}

static double distance_from_middle(const ab_mesh *mesh, const hole_fill *c, int64_t i) {
    const fill_hole_place p = seen(c, corner(mesh, c->hole, i % c->hole->count));
    return sqrt(p.x * p.x + p.y * p.y);
}

// Takes one round from the middle of the two, where the angles have neighbours on both sides.
static void place_inner(const ab_mesh *mesh, hole_fill *c, const double *angle) {
    const int64_t n = c->hole->count;
    for (int64_t i = 0; i < n; i++) {
        double radius = INFINITY;
        for (int64_t k = n + i - NEAR; k <= n + i + NEAR; k++)
            radius = ab_lesser(radius, distance_from_middle(mesh, c, k));
        const double a = i < n / 2 ? angle[n + i] : angle[i];
        c->inner[i] = (fill_hole_place){radius * cos(a), radius * sin(a), 0};
    }
}

static abut_status lay_rings(ab_ctx *cx, const ab_mesh *mesh, hole_fill *c, bool *once) {
    const int64_t n = c->hole->count;
    double *angle = NULL;
    AB_TRY(AB_ALLOC(cx, &c->inner, n));
    AB_TRY(AB_ALLOC(cx, &angle, 2 * (2 * n + 1)));
    *once = n > NEAR && find_angles(mesh, c, angle);
    if (*once) {
        straighten(angle, angle + 2 * n + 1, 2 * n);
        place_inner(mesh, c, angle);
    }
    ab_free(cx, angle);
    return ABUT_OK;
}

static int by_number(const void *a, const void *b) {
    const int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
    return (i > j) - (i < j);
}

// Vertices of the adjacent triangles, each once; subsampled if there are too many.
static abut_status take_samples(ab_ctx *cx, const ab_mesh *mesh, hole_fill *c) {
    int32_t *number = NULL;
    const int64_t all = 2 * c->hole->count, stride = (all + SAMPLES - 1) / SAMPLES;
    AB_TRY(AB_ALLOC(cx, &number, all));
    memcpy(number, c->hole->vertex, (size_t)c->hole->count * sizeof *number);
    memcpy(number + c->hole->count, c->hole->across, (size_t)c->hole->count * sizeof *number);
    int64_t kept = 0;
    for (int64_t i = 0; i < all; i += stride) number[kept++] = number[i];
    qsort(number, (size_t)kept, sizeof *number, by_number);
    const abut_status status = AB_ALLOC(cx, &c->sample, kept);
    for (int64_t i = 0; i < kept && status == ABUT_OK; i++)
        if (i == 0 || number[i] != number[i - 1]) c->sample[c->n++] = seen(c, mesh->vertex[number[i]]);
    ab_free(cx, number);
    return status;
}

static double cubed_distance(double x, double y, fill_hole_place to) {
    const double square = (x - to.x) * (x - to.x) + (y - to.y) * (y - to.y);
    return square * sqrt(square);
}

static void write_equations(hole_fill *c) {
    const int64_t n = c->n, width = n + 4;
    memset(c->row, 0, (size_t)((n + 3) * width) * sizeof *c->row);
    for (int64_t i = 0; i < n; i++) {
        const fill_hole_place p = c->sample[i];
        double *row = c->row + i * width;
        for (int64_t k = 0; k < n; k++) row[k] = cubed_distance(p.x, p.y, c->sample[k]);
        row[i] += SOFT;
        row[n] = c->row[n * width + i] = 1;
        row[n + 1] = c->row[(n + 1) * width + i] = p.x;
        row[n + 2] = c->row[(n + 2) * width + i] = p.y;
        row[n + 3] = p.z;
    }
}

static void swap_rows(double *a, double *b, int64_t width) {
    for (int64_t k = 0; k < width; k++) {
        const double moved = a[k];
        a[k] = b[k];
        b[k] = moved;
    }
}

// Gaussian elimination with partial pivoting; false if the system is singular.
static bool eliminate(double *row, int64_t m) {
    const int64_t width = m + 1;
    for (int64_t k = 0; k < m; k++) {
        int64_t largest = k;
        for (int64_t i = k + 1; i < m; i++)
            if (fabs(row[i * width + k]) > fabs(row[largest * width + k])) largest = i;
        if (largest != k) swap_rows(row + largest * width, row + k * width, width);
        const double pivot = row[k * width + k];
        if (!(fabs(pivot) > 1e-13)) return false; // relative to entries of order 1
        for (int64_t i = k + 1; i < m; i++) {
            const double times = row[i * width + k] / pivot;
            if (times == 0) continue;
            for (int64_t j = k; j < width; j++) row[i * width + j] -= times * row[k * width + j];
        }
    }
    return true;
}

static bool solve(hole_fill *c) {
    const int64_t m = c->n + 3, width = m + 1;
    write_equations(c);
    if (!eliminate(c->row, m)) return false;
    for (int64_t i = m - 1; i >= 0; i--) {
        double rest = c->row[i * width + m];
        for (int64_t k = i + 1; k < m; k++) rest -= c->row[i * width + k] * c->weight[k];
        c->weight[i] = rest / c->row[i * width + i];
    }
    return true;
}

static double height(const hole_fill *c, double x, double y) {
    double z = c->weight[c->n] + c->weight[c->n + 1] * x + c->weight[c->n + 2] * y;
    for (int64_t i = 0; i < c->n; i++) z += c->weight[i] * cubed_distance(x, y, c->sample[i]);
    return z;
}

static v3 lift(const hole_fill *c, double x, double y) {
    const v3 flat = v3_add_scaled(v3_add_scaled(c->middle, c->size * x, c->x), c->size * y, c->y);
    return v3_add_scaled(flat, c->size * height(c, x, y), c->normal);
}

static abut_status add_ring(ab_ctx *cx, ab_mesh_builder *builder, const hole_fill *c, double share) {
    for (int64_t i = 0; i < c->hole->count; i++)
        AB_TRY(ab_mesh_builder_vertex(cx, builder, lift(c, share * c->inner[i].x, share * c->inner[i].y)));
    return ABUT_OK;
}

// Two triangles between an edge of the ring that begins at `inner` and the edge of the next outer ring.
static abut_status join_rings(ab_ctx *cx, ab_mesh_builder *builder, const ab_hole *hole, const int32_t *outer,
                              int64_t inner) {
    for (int64_t i = 0; i < hole->count; i++) {
        const int64_t next = (i + 1) % hole->count;
        const int64_t a = outer ? outer[i] : inner - hole->count + i;
        const int64_t b = outer ? outer[next] : inner - hole->count + next;
        AB_TRY(ab_mesh_builder_triangle(cx, builder, a, b, inner + next));
        AB_TRY(ab_mesh_builder_triangle(cx, builder, a, inner + next, inner + i));
    }
    return ABUT_OK;
}

// Fan of triangles between a ring (the hole's own, or beginning at `first`) and the point `top`.
static abut_status fan(ab_ctx *cx, ab_mesh_builder *builder, const ab_hole *hole, const int32_t *ring, int64_t first,
                       v3 top) {
    const int64_t centre = builder->mesh.nvertex;
    AB_TRY(ab_mesh_builder_vertex(cx, builder, top));
    for (int64_t i = 0; i < hole->count; i++) {
        const int64_t next = (i + 1) % hole->count;
        AB_TRY(ab_mesh_builder_triangle(cx, builder, ring ? ring[i] : first + i, ring ? ring[next] : first + next,
                                        centre));
    }
    return ABUT_OK;
}

// Triangles between a ring and an inner ring of half as many vertices; each inner vertex belongs to every second
// outer one, averaged with its neighbours to smooth a jagged boundary. `ring` then holds the inner one.
static abut_status halve_ring(ab_ctx *cx, ab_mesh_builder *builder, v3 middle, int32_t *ring, int64_t n) {
    const double share = 1 - TURN / (double)n; // ring spacing equal to the vertex spacing of a round hole
    const int64_t half = n / 2, inner = builder->mesh.nvertex;
    for (int64_t i = 0; i < half; i++) {
        const v3 *at = builder->mesh.vertex;
        const v3 here = at[ring[2 * i]], sides = v3_add(at[ring[2 * i + 1]], at[ring[(2 * i + n - 1) % n]]);
        const v3 even = v3_add(v3_scale(0.5, here), v3_scale(0.25, sides));
        AB_TRY(ab_mesh_builder_vertex(cx, builder, v3_add_scaled(middle, share, v3_sub(even, middle))));
    }
    for (int64_t i = 0; i < half; i++) {
        const int64_t first = 2 * i, end = i + 1 < half ? first + 2 : n, here = inner + i,
                      next = inner + (i + 1) % half;
        AB_TRY(ab_mesh_builder_triangle(cx, builder, ring[first], ring[first + 1], here));
        AB_TRY(ab_mesh_builder_triangle(cx, builder, ring[first + 1], next, here));
        for (int64_t k = first + 1; k < end; k++)
            AB_TRY(ab_mesh_builder_triangle(cx, builder, ring[k], ring[(k + 1) % n], next));
    }
    for (int64_t i = 0; i < half; i++) ring[i] = (int32_t)(inner + i);
    return ABUT_OK;
}

// Flat cap: a fan; for very many edges, rings of halved count first, since a fan of needles would make every triangle a
// candidate in nearest-point queries.
static abut_status add_lid(ab_ctx *cx, ab_mesh_builder *builder, const ab_hole *hole, v3 middle) {
    enum { MANY = 1024, FEW = 48 };
    if (hole->count < MANY) return fan(cx, builder, hole, hole->vertex, 0, middle);
    int32_t *ring = NULL;
    AB_TRY(AB_ALLOC(cx, &ring, hole->count));
    memcpy(ring, hole->vertex, (size_t)hole->count * sizeof *ring);
    ab_hole left = {ring, hole->across, hole->count};
    abut_status status = ABUT_OK;
    for (; status == ABUT_OK && left.count > FEW; left.count /= 2)
        status = halve_ring(cx, builder, middle, ring, left.count);
    if (status == ABUT_OK) status = fan(cx, builder, &left, ring, 0, middle);
    ab_free(cx, ring);
    return status;
}

static abut_status add_patch(ab_ctx *cx, ab_mesh_builder *builder, const hole_fill *c) {
    const int64_t wanted = (c->hole->count + EDGES_A_RING / 2) / EDGES_A_RING;
    const int64_t rings = wanted < 1 ? 1 : wanted < RINGS ? wanted : RINGS;
    const int32_t *outer = c->hole->vertex;
    int64_t inner = 0;
    for (int64_t r = 1; r < rings; r++) {
        inner = builder->mesh.nvertex;
        AB_TRY(add_ring(cx, builder, c, 1 - (double)r / (double)rings));
        AB_TRY(join_rings(cx, builder, c->hole, outer, inner));
        outer = NULL;
    }
    return fan(cx, builder, c->hole, outer, inner, lift(c, 0, 0));
}

static abut_status fit(ab_ctx *cx, const ab_mesh *mesh, hole_fill *c, bool *fits) {
    AB_TRY(lay_rings(cx, mesh, c, fits));
    if (!*fits) return ABUT_OK;
    AB_TRY(take_samples(cx, mesh, c));
    AB_TRY(AB_ALLOC(cx, &c->weight, c->n + 3));
    AB_TRY(AB_ALLOC(cx, &c->row, (c->n + 3) * (c->n + 4)));
    *fits = solve(c);
    return ABUT_OK;
}

abut_status ab_mesh_fill_hole(ab_ctx *cx, ab_mesh_builder *builder, const ab_hole *hole) {
    hole_fill c = {.hole = hole};
    bool fits = false;
    abut_status status = ABUT_OK;
    if (find_plane(&builder->mesh, &c) && runs_on(&builder->mesh, &c)) status = fit(cx, &builder->mesh, &c, &fits);
    if (status == ABUT_OK) status = fits ? add_patch(cx, builder, &c) : add_lid(cx, builder, hole, c.middle);
    ab_free(cx, c.sample);
    ab_free(cx, c.weight);
    ab_free(cx, c.inner);
    ab_free(cx, c.row);
    return status;
}
