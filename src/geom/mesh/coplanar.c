// Coplanar remeshing. A flat face is a set of coplanar triangles connected by edges without a dihedral angle. Its seams
// are its edges to other faces. Vertices inside a face are removed, and those where a seam between two faces is
// straight; the remaining polygon is triangulated from its lowest corner. A face that is not a polygon with at most one
// hole keeps its triangles, and its neighbours keep all vertices on their common seams.
#include "geom/mesh/coplanar.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/work.h"
#include "geom/mesh/mesh_builder.h"
#include "geom/mesh/polygon.h"

#define FLAT_COSINE (1 - 5e-7) // angle of less than 1e-3 rad across edges inside a flat face

typedef struct coplanar_faces {
    ab_ctx *cx;
    const ab_mesh *mesh;
    double tolerance;
    int64_t *across; // opposite half-edge of edge k of triangle t, 3 t + k; -1 = none  (3 ntriangle)
    int32_t *order;  // triangles sorted by face  (ntriangle)
    int32_t *face;   // face of each triangle  (ntriangle)
    int64_t *first;  // start of each face in `order`  (nface + 1)
    bool *loose;     // the face keeps its triangles  (nface)
    int64_t nface;
    int32_t (*beside)[2]; // neighbours along seams, -1 = none  (nvertex)
    bool *keep;           // (nvertex)
    int32_t *next;        // successor along the seams of the current face, else -1  (nvertex)
    int32_t *corner;      // corners of its loops, one after the other  (nvertex)
    v3 *place;            // corners projected to two dimensions  (nvertex)
    int32_t *name;        // index of a vertex in the new mesh, -1 = none yet  (nvertex)
    ab_triangle *piece;   // scratch  (nvertex)
    ab_mesh_builder out;
} coplanar_faces;

// ---------------------------------------------------------------------------------------------------------- edges

static int32_t start_of(const coplanar_faces *f, int64_t half) { return f->mesh->triangle[half / 3].v[half % 3]; }
static int32_t end_of(const coplanar_faces *f, int64_t half) { return f->mesh->triangle[half / 3].v[(half + 1) % 3]; }

static v3 cross_of(const coplanar_faces *f, int64_t t) {
    const int32_t *v = f->mesh->triangle[t].v;
    const v3 a = f->mesh->vertex[v[0]];
    return v3_cross(v3_sub(f->mesh->vertex[v[1]], a), v3_sub(f->mesh->vertex[v[2]], a));
}

static void list_halves(const coplanar_faces *f, ab_keyed *row) {
    for (int64_t i = 0; i < 3 * f->mesh->ntriangle; i++) {
        const uint64_t a = (uint64_t)start_of(f, i), b = (uint64_t)end_of(f, i);
        row[i] = (ab_keyed){a < b ? a << 32 | b : b << 32 | a, i};
    }
}

// Joins half-edges only if exactly two triangles share the edge in opposite directions.
static void join_halves(coplanar_faces *f, const ab_keyed *row, int64_t n) {
    for (int64_t i = 0, count; i < n; i += count) {
        for (count = 1; i + count < n && row[i + count].key == row[i].key;) count++;
        if (count != 2 || start_of(f, row[i].value) != end_of(f, row[i + 1].value)) continue;
        f->across[row[i].value] = row[i + 1].value;
        f->across[row[i + 1].value] = row[i].value;
    }
}

static abut_status link_edges(coplanar_faces *f) {
    const int64_t n = 3 * f->mesh->ntriangle;
    ab_keyed *row = NULL;
    AB_TRY(AB_ALLOC(f->cx, &row, 2 * n));
    list_halves(f, row);
    ab_sort_keyed(row, row + n, n);
    for (int64_t i = 0; i < n; i++) f->across[i] = -1;
    join_halves(f, row, n);
    ab_free(f->cx, row);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------ flat faces

static bool goes_straight(const coplanar_faces *f, int64_t half) {
    const int64_t other = f->across[half];
    if (other < 0 || f->face[other / 3] >= 0) return false;
    return v3_dot(v3_unit(cross_of(f, half / 3)), v3_unit(cross_of(f, other / 3))) > FLAT_COSINE;
}

// Collects the triangles connected to the seed across flat edges; `order` is the queue.
static int64_t grow(coplanar_faces *f, int64_t seed, int64_t begin) {
    int64_t end = begin;
    f->order[end++] = (int32_t)seed;
    f->face[seed] = (int32_t)f->nface;
    for (int64_t at = begin; at < end; at++)
        for (int64_t half = 3 * (int64_t)f->order[at]; half < 3 * (int64_t)f->order[at] + 3; half++) {
            if (!goes_straight(f, half)) continue;
            const int64_t t = f->across[half] / 3;
            f->face[t] = (int32_t)f->nface;
            f->order[end++] = (int32_t)t;
        }
    return end;
}

static v3 normal_of(const coplanar_faces *f, int64_t face) {
    v3 sum = v3_zero();
    for (int64_t i = f->first[face]; i < f->first[face + 1]; i++) sum = v3_add(sum, cross_of(f, f->order[i]));
    return v3_unit(sum);
}

// A slowly curved surface has only flat edges, but is not coplanar.
static bool is_coplanar(const coplanar_faces *f, int64_t face) {
    const v3 normal = normal_of(f, face);
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = f->first[face]; i < f->first[face + 1]; i++)
        for (int k = 0; k < 3; k++) {
            const double height = v3_dot(normal, f->mesh->vertex[f->mesh->triangle[f->order[i]].v[k]]);
            low = ab_lesser(low, height);
            high = ab_greater(high, height);
        }
    return high - low <= 2 * f->tolerance;
}

static void find_faces(coplanar_faces *f) {
    for (int64_t t = 0; t < f->mesh->ntriangle; t++) f->face[t] = -1;
    for (int64_t t = 0; t < f->mesh->ntriangle; t++) {
        if (f->face[t] >= 0) continue;
        f->first[f->nface + 1] = grow(f, t, f->first[f->nface]);
        f->nface++;
    }
    for (int64_t i = 0; i < f->nface; i++) f->loose[i] = f->first[i + 1] - f->first[i] == 1 || !is_coplanar(f, i);
}

// ------------------------------------------------------------------------------------------------------- vertices

static bool is_seam(const coplanar_faces *f, int64_t half) {
    const int64_t other = f->across[half];
    const int32_t face = f->face[half / 3];
    return f->loose[face] || other < 0 || f->face[other / 3] != face;
}

static void add_beside(coplanar_faces *f, int32_t v, int32_t other) {
    int32_t *b = f->beside[v];
    if (b[0] == other || b[1] == other) return;
    if (b[0] < 0)
        b[0] = other;
    else if (b[1] < 0)
        b[1] = other;
    else
        f->keep[v] = true; // three or more seams meet
}

static bool is_corner(const coplanar_faces *f, int64_t v) {
    if (f->keep[v]) return true;
    if (f->beside[v][1] < 0) return f->beside[v][0] >= 0; // no seam: inside a face
    const v3 here = f->mesh->vertex[v], to = v3_sub(f->mesh->vertex[f->beside[v][0]], here);
    const v3 chord = v3_sub(f->mesh->vertex[f->beside[v][1]], f->mesh->vertex[f->beside[v][0]]);
    const bool between = v3_dot(to, v3_sub(f->mesh->vertex[f->beside[v][1]], here)) < 0;
    return !between || v3_norm(v3_cross(to, v3_unit(chord))) > f->tolerance;
}

static void find_corners(coplanar_faces *f) {
    for (int64_t v = 0; v < f->mesh->nvertex; v++) {
        f->beside[v][0] = f->beside[v][1] = f->next[v] = f->name[v] = -1;
        f->keep[v] = false;
    }
    for (int64_t half = 0; half < 3 * f->mesh->ntriangle; half++) {
        if (!is_seam(f, half)) continue;
        add_beside(f, start_of(f, half), end_of(f, half));
        add_beside(f, end_of(f, half), start_of(f, half));
    }
    for (int64_t v = 0; v < f->mesh->nvertex; v++) f->keep[v] = is_corner(f, v);
}

// -------------------------------------------------------------------------------------------------------- polygons

// Links the seams of a face; false if they touch at a vertex.
static bool mark_seams(coplanar_faces *f, int64_t face) {
    bool clean = true;
    for (int64_t i = 3 * f->first[face]; i < 3 * f->first[face + 1]; i++) {
        const int64_t half = 3 * (int64_t)f->order[i / 3] + i % 3;
        if (!is_seam(f, half)) continue;
        clean = clean && f->next[start_of(f, half)] < 0;
        f->next[start_of(f, half)] = end_of(f, half);
    }
    return clean;
}

static void forget_seams(coplanar_faces *f, int64_t face) {
    for (int64_t i = f->first[face]; i < f->first[face + 1]; i++)
        for (int k = 0; k < 3; k++) f->next[f->mesh->triangle[f->order[i]].v[k]] = -1;
}

// Lexicographic order; coordinates that differ by round-off are equal.
static bool lower(v3 a, v3 b, double tolerance) {
    if (fabs(a.x - b.x) > tolerance) return a.x < b.x;
    return fabs(a.y - b.y) > tolerance ? a.y < b.y : a.z < b.z;
}

static int32_t next_corner(const coplanar_faces *f, int32_t v) {
    do v = f->next[v];
    while (!f->keep[v]);
    return v;
}

// Writes the corners of the seam loop through v, starting with the lowest, and clears its links.
static int64_t take_loop(coplanar_faces *f, int32_t v, int64_t n) {
    int32_t lowest = -1;
    int32_t at = v;
    do {
        if (f->keep[at] && (lowest < 0 || lower(f->mesh->vertex[at], f->mesh->vertex[lowest], f->tolerance)))
            lowest = at;
        at = f->next[at];
    } while (at != v);
    if (lowest >= 0) {
        at = lowest;
        do f->corner[n++] = at;
        while ((at = next_corner(f, at)) != lowest);
    }
    for (at = v; f->next[at] >= 0;) {
        const int32_t then = f->next[at];
        f->next[at] = -1;
        at = then;
    }
    return n;
}

// Projection along the axis nearest to the normal, seen from outside: dropping a coordinate keeps orientation tests
// exact.
static v3 flattened(v3 normal, v3 p) {
    const v3 n = {fabs(normal.x), fabs(normal.y), fabs(normal.z)};
    const double more = 1 + 1e-9; // makes the choice between two equal axes independent of round-off
    if (n.z * more >= n.x && n.z * more >= n.y) return normal.z > 0 ? v3_make(p.x, p.y, 0) : v3_make(p.y, p.x, 0);
    if (n.y * more >= n.x) return normal.y > 0 ? v3_make(p.z, p.x, 0) : v3_make(p.x, p.z, 0);
    return normal.x > 0 ? v3_make(p.y, p.z, 0) : v3_make(p.z, p.y, 0);
}

// Corners of the face's boundary: the outline and at most one hole; false if there are more loops.
static bool take_loops(coplanar_faces *f, int64_t face, ab_outline loop[2]) {
    int64_t n = 0, loops = 0;
    for (int64_t i = 3 * f->first[face]; i < 3 * f->first[face + 1]; i++) {
        const int32_t v = f->mesh->triangle[f->order[i / 3]].v[i % 3];
        if (f->next[v] < 0) continue;
        if (loops == 2) return false;
        const int64_t end = take_loop(f, v, n);
        loop[loops++] = (ab_outline){f->place + n, end - n};
        n = end;
    }
    const v3 normal = normal_of(f, face);
    for (int64_t i = 0; i < n; i++) f->place[i] = flattened(normal, f->mesh->vertex[f->corner[i]]);
    return loops > 0;
}

static abut_status name_vertex(coplanar_faces *f, int32_t v) {
    if (f->name[v] >= 0) return ABUT_OK;
    f->name[v] = (int32_t)f->out.mesh.nvertex;
    return ab_mesh_builder_vertex(f->cx, &f->out, f->mesh->vertex[v]);
}

static abut_status put_triangle(coplanar_faces *f, ab_triangle t) {
    for (int k = 0; k < 3; k++) AB_TRY(name_vertex(f, t.v[k]));
    return ab_mesh_builder_triangle(f->cx, &f->out, f->name[t.v[0]], f->name[t.v[1]], f->name[t.v[2]]);
}

// ABUT_ERR_ARGUMENT if it is not a polygon.
static abut_status cut_polygon(coplanar_faces *f, const ab_outline loop[2]) {
    const bool swap = ab_outline_area2(loop[0]) < 0;
    const ab_outline outer = loop[swap], hole = loop[!swap];
    AB_TRY(ab_outline_check(f->cx, outer, "a flat of a mesh"));
    if (hole.n > 0) AB_TRY(ab_outline_check(f->cx, hole, "a flat of a mesh"));
    int64_t count = 0;
    AB_TRY(ab_polygon_triangles(f->cx, outer, hole, f->piece, &count));
    const int32_t *of_outer = f->corner + (outer.point - f->place), *of_hole = f->corner + (hole.point - f->place);
    for (int64_t i = 0; i < count; i++) {
        ab_triangle t = f->piece[i];
        for (int k = 0; k < 3; k++) t.v[k] = t.v[k] < outer.n ? of_outer[t.v[k]] : of_hole[t.v[k] - outer.n];
        AB_TRY(put_triangle(f, t));
    }
    return ABUT_OK;
}

static abut_status remesh_face(coplanar_faces *f, int64_t face) {
    ab_outline loop[2] = {{f->place, 0}, {f->place, 0}};
    const bool one_hole = mark_seams(f, face) && take_loops(f, face, loop);
    forget_seams(f, face);
    return one_hole ? cut_polygon(f, loop) : ABUT_ERR_ARGUMENT;
}

static abut_status keep_triangles(coplanar_faces *f, int64_t face) {
    for (int64_t i = f->first[face]; i < f->first[face + 1]; i++)
        AB_TRY(put_triangle(f, f->mesh->triangle[f->order[i]]));
    return ABUT_OK;
}

// Triangulates every face. Faces that fail are marked loose, and *again is set: their neighbours need the vertices on
// the common seams.
static abut_status remesh_faces(coplanar_faces *f, bool *again) {
    *again = false;
    f->out.mesh.nvertex = f->out.mesh.ntriangle = 0;
    find_corners(f);
    for (int64_t i = 0; i < f->nface; i++) {
        AB_TRY(AB_WORKED(f->cx, "flat faces", i, f->nface));
        const abut_status status = f->loose[i] ? keep_triangles(f, i) : remesh_face(f, i);
        if (status == ABUT_ERR_ARGUMENT)
            f->loose[i] = *again = true;
        else
            AB_TRY(status);
    }
    return ABUT_OK;
}

static abut_status allocate(coplanar_faces *f) {
    const int64_t nt = f->mesh->ntriangle, nv = f->mesh->nvertex;
    AB_TRY(AB_ALLOC(f->cx, &f->across, 3 * nt));
    AB_TRY(AB_ALLOC(f->cx, &f->order, nt));
    AB_TRY(AB_ALLOC(f->cx, &f->face, nt));
    AB_TRY(AB_ALLOC(f->cx, &f->first, nt + 1));
    AB_TRY(AB_ALLOC(f->cx, &f->loose, nt));
    AB_TRY(AB_ALLOC(f->cx, &f->beside, nv));
    AB_TRY(AB_ALLOC(f->cx, &f->keep, nv));
    AB_TRY(AB_ALLOC(f->cx, &f->next, nv));
    AB_TRY(AB_ALLOC(f->cx, &f->corner, nv));
    AB_TRY(AB_ALLOC(f->cx, &f->place, nv));
    AB_TRY(AB_ALLOC(f->cx, &f->name, nv));
    return AB_ALLOC(f->cx, &f->piece, nv);
}

static void release(coplanar_faces *f) {
    void *const rows[] = {f->across, f->order, f->face,   f->first, f->loose, f->beside,
                          f->keep,   f->next,  f->corner, f->place, f->name,  f->piece};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) ab_free(f->cx, rows[i]);
}

static abut_status flatten(coplanar_faces *f) {
    AB_TRY(allocate(f));
    AB_TRY(link_edges(f));
    AB_TRY(ab_heed(f->cx));
    find_faces(f);
    bool again = true;
    while (again) AB_TRY(remesh_faces(f, &again));
    return ABUT_OK;
}

abut_status ab_mesh_remesh_coplanar(ab_ctx *cx, const ab_mesh *mesh, double tolerance, ab_mesh *face) {
    coplanar_faces f = {.cx = cx, .mesh = mesh, .tolerance = tolerance};
    const abut_status status = flatten(&f);
    release(&f);
    if (status == ABUT_OK)
        *face = f.out.mesh;
    else
        ab_mesh_free(cx, &f.out.mesh);
    return status;
}
