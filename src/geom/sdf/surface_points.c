// Refines a mesh into sample points. Flat faces are remeshed first (geom/mesh/coplanar.h), so that the points do not
// depend on their triangulation. An edge is halved if and only if it is too long, independent of the triangle:
// triangles that share an edge agree on its points, and coincident points are welded at the end.
//
// A triangle with one short edge and two too long ones is refined like a ladder, with rungs between the points of its
// long edges. Repeated bisection of the longest edge from the opposite corner would also bisect the angle, and the
// lateral surface of a cylinder would have ten times as many points around as along; sums over such uneven points are
// wrong by up to a tenth (law/half_space.h).
#include "geom/sdf/surface_points.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/work.h"
#include "geom/mesh/mesh_builder.h"
#include "geom/mesh/coplanar.h"

#define SHARP_COSINE 0.866 // edges with faces turned outward by more than 30 degrees are sharp
#define FINER        4     // refinement factor along sharp edges
#define ROUND_OFF    1e-9  // relative length: makes the choice between equal edges independent of round-off
#define FLAT         1e-5  // relative to the spacing: distance of vertices from the plane of a flat face

typedef struct surface_points_piece {
    int32_t v[3];
    uint8_t feature; // bit k: the edge from corner k to the next is sharp
    int32_t face;    // face: triangles connected without crossing a sharp edge
} surface_points_piece;

// Sharp edges and faces of the triangles of a mesh.
typedef struct surface_points_faces {
    uint8_t *feature; // bits as above  (ntriangle)
    int32_t *face;    // face of each triangle, named by one of its triangles  (ntriangle)
} surface_points_faces;

typedef struct refinement {
    ab_ctx *cx;
    double spacing;
    ab_mesh_builder builder; // all vertices, and the triangles that are small enough
    uint8_t *feature;        // bits of those triangles
    int32_t *face;           // of those triangles
    int64_t feature_capacity, face_capacity;
    surface_points_piece *waiting;
    int64_t nwaiting, waiting_capacity;
} refinement;

// ---------------------------------------------------------------------------------------------------- sharp edges

static v3 cross_of(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a));
}

// The vertex of triangle t opposite to its edge k.
static v3 opposite(const ab_mesh *mesh, int64_t t, int64_t k) { return mesh->vertex[mesh->triangle[t].v[(k + 2) % 3]]; }

// True if two triangles that share an edge, given as 3 t + k, form a convex edge sharper than the limit.
static bool is_feature_edge(const ab_mesh *mesh, int64_t one, int64_t two) {
    const v3 n = v3_unit(cross_of(mesh, one / 3)), m = v3_unit(cross_of(mesh, two / 3));
    const v3 on_edge = mesh->vertex[mesh->triangle[one / 3].v[one % 3]];
    const bool convex = v3_dot(n, v3_sub(opposite(mesh, two / 3, two % 3), on_edge)) < 0;
    return convex && v3_dot(n, m) < SHARP_COSINE;
}

static int32_t name_of(int32_t *face, int32_t t) {
    for (; face[t] != t; t = face[t]) face[t] = face[face[t]];
    return t;
}

static void join(int32_t *face, int64_t one, int64_t two) {
    const int32_t a = name_of(face, (int32_t)one), b = name_of(face, (int32_t)two);
    face[a < b ? b : a] = a < b ? a : b;
}

static void mark_pairs(const ab_mesh *mesh, const ab_keyed *row, int64_t n, surface_points_faces *f) {
    for (int64_t i = 0; i + 1 < n; i++) {
        if (row[i].key != row[i + 1].key) continue;
        const int64_t one = row[i].value, two = row[i + 1].value;
        if (is_feature_edge(mesh, one, two)) {
            f->feature[one / 3] |= (uint8_t)(1 << one % 3);
            f->feature[two / 3] |= (uint8_t)(1 << two % 3);
        } else {
            join(f->face, one / 3, two / 3);
        }
    }
}

static void list_edges(const ab_mesh *mesh, ab_keyed *row) {
    for (int64_t i = 0; i < 3 * mesh->ntriangle; i++) {
        const uint64_t a = (uint64_t)mesh->triangle[i / 3].v[i % 3];
        const uint64_t b = (uint64_t)mesh->triangle[i / 3].v[(i + 1) % 3];
        row[i] = (ab_keyed){a < b ? a << 32 | b : b << 32 | a, i};
    }
}

static abut_status find_faces(ab_ctx *cx, const ab_mesh *mesh, surface_points_faces *f) {
    const int64_t n = 3 * mesh->ntriangle;
    ab_keyed *row = NULL;
    AB_TRY(AB_ALLOC(cx, &f->feature, mesh->ntriangle));
    AB_TRY(AB_ALLOC(cx, &f->face, mesh->ntriangle));
    AB_TRY(AB_ALLOC(cx, &row, 2 * n));
    for (int64_t t = 0; t < mesh->ntriangle; t++) f->face[t] = (int32_t)t;
    list_edges(mesh, row);
    ab_sort_keyed(row, row + n, n);
    const abut_status status = ab_heed(cx);
    if (status == ABUT_OK) mark_pairs(mesh, row, n, f);
    for (int64_t t = 0; t < mesh->ntriangle; t++) f->face[t] = name_of(f->face, (int32_t)t);
    ab_free(cx, row);
    return status;
}

// ----------------------------------------------------------------------------------------------------- refinement

static double edge_length(const refinement *r, const surface_points_piece *p, int k) {
    const v3 *vertex = r->builder.mesh.vertex;
    return v3_norm(v3_sub(vertex[p->v[k]], vertex[p->v[(k + 1) % 3]]));
}

// The longest edge in `which` that is longer than `max`; -1 if there is none.
static int longest_edge(const refinement *r, const surface_points_piece *p, int which, double max) {
    int longest = -1;
    for (int k = 0; k < 3; k++) {
        const double length = edge_length(r, p, k);
        if (!(which >> k & 1) || length <= max * (1 + ROUND_OFF)) continue;
        max = length;
        longest = k;
    }
    return longest;
}

// Sharp edges get their additional points last, so that the refinement of a square does not depend on its diagonal.
static int edge_to_halve(const refinement *r, const surface_points_piece *p) {
    const int k = longest_edge(r, p, 7, r->spacing);
    return k >= 0 ? k : longest_edge(r, p, p->feature, r->spacing / FINER);
}

static abut_status wait(refinement *r, surface_points_piece p) {
    AB_TRY(AB_GROW(r->cx, &r->waiting, &r->waiting_capacity, r->nwaiting + 1));
    r->waiting[r->nwaiting++] = p;
    return ABUT_OK;
}

// Halves edge k. The midpoint has the same bits for both adjacent triangles.
static abut_status halve(refinement *r, const surface_points_piece *p, int k) {
    const int32_t a = p->v[k], b = p->v[(k + 1) % 3], c = p->v[(k + 2) % 3];
    const int s = p->feature;
    const int ab = s >> k & 1, bc = s >> (k + 1) % 3 & 1, ca = s >> (k + 2) % 3 & 1;
    const int32_t middle = (int32_t)r->builder.mesh.nvertex;
    const v3 *vertex = r->builder.mesh.vertex;
    AB_TRY(ab_mesh_builder_vertex(r->cx, &r->builder, v3_scale(0.5, v3_add(vertex[a], vertex[b]))));
    AB_TRY(wait(r, (surface_points_piece){{middle, b, c}, (uint8_t)(ab | bc << 1), p->face}));
    return wait(r, (surface_points_piece){{a, middle, c}, (uint8_t)(ab | ca << 2), p->face});
}

// ------------------------------------------------------------------------------------------------------- ladders

// A triangle with a short edge ab. The points 0 to n of a long edge are: vertex a or b, the new vertices from `first`
// on, and c.
typedef struct ladder {
    int32_t a, b, c;
    int64_t first[2], n[2];
    int sharp[3]; // whether the edges ab, bc, ca are sharp
} ladder;

// Number of equal parts of an edge, a power of two; exceeds the point limit if the edge is too long.
static int64_t parts_of(double length, double spacing) {
    int64_t n = 1;
    while (length > (double)n * spacing * (1 + ROUND_OFF) && n <= 2 * AB_POINTS_MAX) n *= 2;
    return n;
}

// The only edge that is short while both others are too long; -1 if there is none.
static int short_edge(const refinement *r, const surface_points_piece *p) {
    int is_short = -1, count = 0;
    for (int k = 0; k < 3; k++) {
        if (edge_length(r, p, k) > r->spacing * (1 + ROUND_OFF)) continue;
        is_short = k;
        count++;
    }
    return count == 1 ? is_short : -1;
}

// Creates the points between two vertices, with the same bits for both adjacent triangles.
static abut_status divide(refinement *r, int32_t from, int32_t to, int64_t n) {
    const int64_t first = r->builder.mesh.nvertex - 1; // index 0 is `from`; new vertices begin at index 1
    for (int64_t i = 1; i < n; i++) AB_TRY(ab_mesh_builder_vertex(r->cx, &r->builder, v3_zero()));
    v3 *vertex = r->builder.mesh.vertex;
    for (int64_t step = n / 2; step > 0; step /= 2)
        for (int64_t i = step; i < n; i += 2 * step) {
            const v3 before = i == step ? vertex[from] : vertex[first + i - step];
            const v3 after = i + step == n ? vertex[to] : vertex[first + i + step];
            vertex[first + i] = v3_scale(0.5, v3_add(before, after));
        }
    return ABUT_OK;
}

static int32_t rung_end(const ladder *l, int side, int64_t i) {
    if (i == l->n[side]) return l->c;
    return i > 0 ? (int32_t)(l->first[side] + i - 1) : side == 0 ? l->a : l->b;
}

// True if the next triangle advances along the edge from a: the shorter of the two diagonals is chosen.
static bool goes_along_a(const refinement *r, const ladder *l, int64_t i, int64_t j) {
    if (i == l->n[0] - 1) return false;
    if (j == l->n[1] - 1) return true;
    const v3 *v = r->builder.mesh.vertex;
    const double along_a = v3_norm(v3_sub(v[rung_end(l, 0, i + 1)], v[rung_end(l, 1, j)]));
    const double along_b = v3_norm(v3_sub(v[rung_end(l, 0, i)], v[rung_end(l, 1, j + 1)]));
    return along_a <= along_b * (1 + ROUND_OFF);
}

static abut_status cut_ladder(refinement *r, const ladder *l, int32_t face) {
    int64_t i = 0, j = 0;
    while (i < l->n[0] - 1 || j < l->n[1] - 1) {
        const int32_t a = rung_end(l, 0, i), b = rung_end(l, 1, j);
        const int rung = i + j == 0 ? l->sharp[0] : 0;
        if (goes_along_a(r, l, i, j))
            AB_TRY(
                wait(r, (surface_points_piece){{a, b, rung_end(l, 0, ++i)}, (uint8_t)(rung | l->sharp[2] << 2), face}));
        else
            AB_TRY(
                wait(r, (surface_points_piece){{a, b, rung_end(l, 1, ++j)}, (uint8_t)(rung | l->sharp[1] << 1), face}));
    }
    const uint8_t sharp = (uint8_t)(l->sharp[1] << 1 | l->sharp[2] << 2);
    return wait(r, (surface_points_piece){{rung_end(l, 0, i), rung_end(l, 1, j), l->c}, sharp, face});
}

static abut_status too_many(const refinement *r) {
    return ab_fail(r->cx, ABUT_ERR_LIMIT,
                   "points %.3g m apart are more than the %d that a surface may have; give it a larger spacing",
                   r->spacing, AB_POINTS_MAX);
}

static abut_status make_ladder(refinement *r, const surface_points_piece *p, int k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    ladder l = {.a = p->v[k],
                .b = p->v[next],
                .c = p->v[last],
                .n = {parts_of(edge_length(r, p, last), r->spacing), parts_of(edge_length(r, p, next), r->spacing)},
                .sharp = {p->feature >> k & 1, p->feature >> next & 1, p->feature >> last & 1}};
    if (r->builder.mesh.nvertex + l.n[0] + l.n[1] > 2 * AB_POINTS_MAX) return too_many(r);
    l.first[0] = r->builder.mesh.nvertex;
    AB_TRY(divide(r, l.a, l.c, l.n[0]));
    l.first[1] = r->builder.mesh.nvertex;
    AB_TRY(divide(r, l.b, l.c, l.n[1]));
    return cut_ladder(r, &l, p->face);
}

// ---------------------------------------------------------------------------------------------------- all triangles

static abut_status keep(refinement *r, const surface_points_piece *p) {
    const int64_t t = r->builder.mesh.ntriangle;
    AB_TRY(AB_GROW(r->cx, &r->feature, &r->feature_capacity, t + 1));
    AB_TRY(AB_GROW(r->cx, &r->face, &r->face_capacity, t + 1));
    r->feature[t] = p->feature;
    r->face[t] = p->face;
    return ab_mesh_builder_triangle(r->cx, &r->builder, p->v[0], p->v[1], p->v[2]);
}

static abut_status refine_piece(refinement *r, const surface_points_piece *p) {
    const int rung = short_edge(r, p);
    if (rung >= 0) return make_ladder(r, p, rung);
    const int k = edge_to_halve(r, p);
    return k >= 0 ? halve(r, p, k) : keep(r, p);
}

// Edge points of adjacent triangles are welded later, hence the limit is doubled.
static abut_status refine_triangle(refinement *r, surface_points_piece whole) {
    AB_TRY(wait(r, whole));
    for (int64_t round = 0; r->nwaiting > 0; round++) {
        if ((round & 4095) == 4095) AB_TRY(ab_heed(r->cx)); // a large flat face takes many rounds
        if (r->builder.mesh.nvertex > 2 * AB_POINTS_MAX) return too_many(r);
        const surface_points_piece p = r->waiting[--r->nwaiting];
        AB_TRY(refine_piece(r, &p));
    }
    return ABUT_OK;
}

// A triangle with edges up to the spacing has at most sqrt(3)/4 of its square as area, and there are half as many
// vertices as triangles: a surface that exceeds the limit is refused before memory is allocated.
static bool fits(const ab_mesh *mesh, double spacing) {
    double area = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++) area += 0.5 * v3_norm(cross_of(mesh, t));
    return area / (0.8660254037844386 * spacing * spacing) <= AB_POINTS_MAX;
}

static abut_status refine(refinement *r, const ab_mesh *mesh, const surface_points_faces *f) {
    if (!fits(mesh, r->spacing)) return too_many(r);
    for (int64_t i = 0; i < mesh->nvertex; i++) AB_TRY(ab_mesh_builder_vertex(r->cx, &r->builder, mesh->vertex[i]));
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const int32_t *v = mesh->triangle[t].v;
        AB_TRY(AB_WORKED(r->cx, "points", t, mesh->ntriangle));
        AB_TRY(refine_triangle(r, (surface_points_piece){{v[0], v[1], v[2]}, f->feature[t], f->face[t]}));
    }
    return r->builder.mesh.nvertex > mesh->nvertex ? ab_mesh_weld(r->cx, &r->builder.mesh, NULL) : ABUT_OK;
}

// --------------------------------------------------------------------------------------------------------- points

static void points_free(ab_ctx *cx, ab_points *p) {
    ab_free(cx, p->x);
    ab_free(cx, p->y);
    ab_free(cx, p->z);
    ab_free(cx, p->area);
}

static abut_status points_alloc(ab_ctx *cx, int64_t n, ab_points *p) {
    AB_TRY(AB_ALLOC(cx, &p->x, n + AB_POINTS_SPARE));
    AB_TRY(AB_ALLOC(cx, &p->y, n + AB_POINTS_SPARE));
    AB_TRY(AB_ALLOC(cx, &p->z, n + AB_POINTS_SPARE));
    return AB_ALLOC(cx, &p->area, n + AB_POINTS_SPARE);
}

static void add_point(ab_points *p, v3 at, double area) {
    p->x[p->n] = at.x;
    p->y[p->n] = at.y;
    p->z[p->n] = at.z;
    p->area[p->n++] = area;
}

// Distributes the area of every triangle to its corners, and counts the sharp edges at each vertex, once per adjacent
// triangle. Returns the number of vertices on sharp edges.
static int64_t share_areas(const refinement *r, double *area, uint8_t *ends) {
    const ab_mesh *mesh = &r->builder.mesh;
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const double third = v3_norm(cross_of(mesh, t)) / 6;
        for (int k = 0; k < 3; k++) {
            const int32_t v = mesh->triangle[t].v[k], next = mesh->triangle[t].v[(k + 1) % 3];
            area[v] += third;
            if (!(r->feature[t] >> k & 1)) continue;
            ends[v] = (uint8_t)(ends[v] + (ends[v] < UINT8_MAX));
            ends[next] = (uint8_t)(ends[next] + (ends[next] < UINT8_MAX));
        }
    }
    int64_t count = 0;
    for (int64_t i = 0; i < mesh->nvertex; i++) count += ends[i] > 0;
    return count;
}

// Number of faces at a vertex, equal to the number of its sharp edges. The point gets the mean of their areas: if one
// face is in contact, the areas of the others around the corner are not.
static double faces_at(uint8_t ends) { return ends > 3 ? ends / 2 : 1; }

// Areas of a face and of its points.
typedef struct face_area {
    double whole, rim, inside; // m^2: of the triangles, of the points on sharp edges, of the other points
} face_area;

static double scale_inside(const face_area *f) {
    const double scale = (f->whole - f->rim) / f->inside;
    return f->rim > 0 && f->inside > 0 && scale > 0.5 && scale < 2 ? scale : 1;
}

// Sums the areas of the points on the rim of each face and inside it; a rim point counts once per face.
static void measure_faces(const refinement *r, const double *own, const uint8_t *ends, ab_keyed *row, face_area *face) {
    const ab_mesh *mesh = &r->builder.mesh;
    int64_t n = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const double third = v3_norm(cross_of(mesh, t)) / 6;
        face_area *f = &face[r->face[t]];
        f->whole += 3 * third;
        for (int k = 0; k < 3; k++) {
            const int32_t v = mesh->triangle[t].v[k];
            if (ends[v])
                row[n++] = (ab_keyed){(uint64_t)r->face[t] << 32 | (uint64_t)v, v};
            else
                f->inside += third;
        }
    }
    ab_sort_keyed(row, row + 3 * mesh->ntriangle, n);
    for (int64_t i = 0; i < n; i++)
        if (i == 0 || row[i].key != row[i - 1].key) face[row[i].key >> 32].rim += own[row[i].value];
}

// Scales the areas of the points inside a face so that all its points add up to its area.
static abut_status level_faces(const refinement *r, int64_t nface, double *own, const uint8_t *ends) {
    const ab_mesh *mesh = &r->builder.mesh;
    ab_keyed *row = NULL;
    face_area *face = NULL;
    bool *done = NULL;
    abut_status status = AB_ALLOC(r->cx, &row, 6 * mesh->ntriangle);
    if (status == ABUT_OK) status = AB_ALLOC(r->cx, &face, nface);
    if (status == ABUT_OK) status = AB_ALLOC(r->cx, &done, mesh->nvertex);
    if (status == ABUT_OK) {
        measure_faces(r, own, ends, row, face);
        status = ab_heed(r->cx);
        for (int64_t i = 0; i < 3 * mesh->ntriangle; i++) {
            const int32_t v = mesh->triangle[i / 3].v[i % 3];
            if (!ends[v] && !done[v]) own[v] *= scale_inside(&face[r->face[i / 3]]);
            done[v] = true;
        }
    }
    ab_free(r->cx, row);
    ab_free(r->cx, face);
    ab_free(r->cx, done);
    return status;
}

static abut_status fill(const refinement *r, int64_t nface, double *area, uint8_t *ends, ab_surface_points *points) {
    const ab_mesh *mesh = &r->builder.mesh;
    const int64_t sharp = share_areas(r, area, ends);
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        points->area += area[i];
        area[i] /= faces_at(ends[i]);
    }
    AB_TRY(level_faces(r, nface, area, ends));
    AB_TRY(points_alloc(r->cx, mesh->nvertex, &points->all));
    AB_TRY(points_alloc(r->cx, sharp, &points->feature_edges));
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        if (area[i] > 0) add_point(&points->all, mesh->vertex[i], area[i]);
        if (ends[i]) add_point(&points->feature_edges, mesh->vertex[i], area[i]);
    }
    return ABUT_OK;
}

static abut_status make_points(const refinement *r, int64_t nface, ab_surface_points *points) {
    double *area = NULL;
    uint8_t *ends = NULL;
    abut_status status = AB_ALLOC(r->cx, &area, r->builder.mesh.nvertex);
    if (status == ABUT_OK) status = AB_ALLOC(r->cx, &ends, r->builder.mesh.nvertex);
    if (status == ABUT_OK) status = fill(r, nface, area, ends, points);
    ab_free(r->cx, area);
    ab_free(r->cx, ends);
    return status;
}

static abut_status make(refinement *r, const ab_mesh *mesh, surface_points_faces *f, ab_surface_points *points) {
    AB_TRY(find_faces(r->cx, mesh, f));
    AB_TRY(refine(r, mesh, f));
    return make_points(r, mesh->ntriangle, points);
}

abut_status ab_surface_points_make(ab_ctx *cx, const ab_mesh *mesh, double spacing, ab_surface_points *points) {
    *points = (ab_surface_points){0};
    refinement r = {.cx = cx, .spacing = spacing};
    ab_mesh flat = {0};
    surface_points_faces f = {0};
    abut_status status = ab_mesh_remesh_coplanar(cx, mesh, FLAT * spacing, &flat);
    if (status == ABUT_OK) status = make(&r, &flat, &f, points);
    if (status != ABUT_OK) ab_surface_points_free(cx, points);
    ab_free(cx, f.feature);
    ab_free(cx, f.face);
    ab_free(cx, r.feature);
    ab_free(cx, r.face);
    ab_free(cx, r.waiting);
    ab_mesh_free(cx, &r.builder.mesh);
    ab_mesh_free(cx, &flat);
    return status;
}

void ab_surface_points_free(ab_ctx *cx, ab_surface_points *points) {
    points_free(cx, &points->all);
    points_free(cx, &points->feature_edges);
    *points = (ab_surface_points){0};
}
