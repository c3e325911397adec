// Mesh repair in this order, since each step relies on the previous ones: weld vertices, flip edges of caps, remove
// degenerate triangles and duplicates, orient neighbours consistently, fill holes, reverse everything if the volume is
// negative.
//
// Orientation: two triangles are consistent if they traverse their common edge in opposite directions. Triangles are
// joined by union-find over edges with exactly two triangles; each stores, beside its parent, whether it must be
// reversed relative to it.
#include "geom/mesh/repair.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "base/union_find.h"
#include "geom/mesh/mesh_builder.h"
#include "geom/mesh/fill_hole.h"
#include "geom/mesh/degenerate.h"
#include "geom/mesh/flip_caps.h"
#include "geom/mesh/zip.h"
#include "math/reduce.h"

enum { GRAIN = 4096, STRIP = 8 }; // triangles

typedef struct repair_work {
    ab_mesh_builder builder;
    ab_keyed *row, *spare; // (3 ntriangle)
    int64_t *start;        // first row of each vertex  (nvertex)
    int64_t nrow;          // edges of triangles in `row`, sorted; value = 2 triangle + direction
    unsigned char *mark;   // (ntriangle)
    int32_t *parent;       // (ntriangle)
    unsigned char *turned; // reversed relative to the parent  (ntriangle)
    int64_t *size;         // of the set, at its root  (ntriangle)
    double *area;          // at a root: area of the set's triangles to keep minus that of those to reverse  (ntriangle)
    int32_t *next;         // successor along the boundary, -1 = not on it, -2 = ambiguous  (nvertex)
    int32_t *beside;       // triangle at the boundary edge from a vertex to the next  (nvertex)
    int32_t *hole, *across; // see ab_hole  (nvertex)
    ab_repair *done;
} repair_work;

static void remove_marked(ab_mesh *mesh, const unsigned char *mark) {
    int64_t kept = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        if (!mark[t]) mesh->triangle[kept++] = mesh->triangle[t];
    mesh->ntriangle = kept;
}

static void mark_degenerate(void *arg, int64_t begin, int64_t end) {
    repair_work *w = arg;
    const ab_mesh *mesh = &w->builder.mesh;
    for (int64_t t = begin; t < end; t++) {
        const int32_t *v = mesh->triangle[t].v;
        w->mark[t] = ab_triangle_degenerate(mesh->vertex[v[0]], mesh->vertex[v[1]], mesh->vertex[v[2]]);
    }
}

// A surface that was given with both of its faces, triangle by triangle, is one without thickness. Single triangles
// that are there from both sides stay: two solids may share them, and one with its back is no surface but a mistake.
static void remove_backs(const ab_ctx *cx, repair_work *w) {
    ab_mesh *mesh = &w->builder.mesh;
    for (int64_t t = 0; t < mesh->ntriangle; t++) w->mark[t] = 0;
    const int64_t backs = ab_mesh_mark_duplicates(cx, mesh, true, w->row, w->spare, w->start, w->mark);
    if (2 * backs != mesh->ntriangle || backs < 2) return;
    remove_marked(mesh, w->mark);
    w->done->duplicate += backs;
}

static void remove_bad(const ab_ctx *cx, repair_work *w) {
    ab_mesh *mesh = &w->builder.mesh;
    w->done->degenerate = ab_mesh_flip_caps(cx, mesh, w->row, w->spare, w->start, w->mark);
    ab_parallel_for(cx, mesh->ntriangle, GRAIN, mark_degenerate, w);
    int64_t left = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++) left += w->mark[t];
    if (left > 0) remove_marked(mesh, w->mark);
    w->done->degenerate += left;
    for (int64_t t = 0; t < mesh->ntriangle; t++) w->mark[t] = 0;
    w->done->duplicate = ab_mesh_mark_duplicates(cx, mesh, false, w->row, w->spare, w->start, w->mark);
    if (w->done->duplicate > 0) remove_marked(mesh, w->mark);
    remove_backs(cx, w);
}

static void list_edges(void *arg, int64_t begin, int64_t end) {
    repair_work *w = arg;
    for (int64_t t = begin; t < end; t++)
        for (int k = 0; k < 3; k++) {
            const uint64_t a = (uint64_t)w->builder.mesh.triangle[t].v[k];
            const uint64_t b = (uint64_t)w->builder.mesh.triangle[t].v[(k + 1) % 3];
            w->row[3 * t + k] = a < b ? (ab_keyed){a << 32 | b, 2 * t} : (ab_keyed){b << 32 | a, 2 * t + 1};
        }
}

static void sort_edges(const ab_ctx *cx, repair_work *w) {
    const ab_mesh *mesh = &w->builder.mesh;
    w->nrow = 3 * mesh->ntriangle;
    ab_parallel_for(cx, mesh->ntriangle, GRAIN, list_edges, w);
    ab_sort_grouped(cx, w->row, w->spare, w->nrow, w->start, mesh->nvertex);
}

// Number of triangles at the edge of row i.
static int64_t triangles_at(const repair_work *w, int64_t i) {
    int64_t next = i;
    while (next < w->nrow && w->row[next].key == w->row[i].key) next++;
    return next - i;
}

// The root of t, and whether t must be reversed relative to it.
static int32_t find_set(const repair_work *w, int32_t t, bool *turn) {
    *turn = false;
    for (; w->parent[t] != t; t = w->parent[t]) *turn ^= w->turned[t];
    return t;
}

static double area_of(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_norm(v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a)));
}

static bool same_direction(const ab_keyed *edge) { return edge[0].value % 2 == edge[1].value % 2; }

// Union by size, which keeps the trees flat.
static void join_sets(repair_work *w, const ab_keyed *edge) {
    bool turn_a, turn_b;
    const int32_t a = find_set(w, (int32_t)(edge[0].value / 2), &turn_a);
    const int32_t b = find_set(w, (int32_t)(edge[1].value / 2), &turn_b);
    const bool turn = same_direction(edge) ^ turn_a ^ turn_b;
    if (a == b) {
        w->done->unorientable += turn;
        return;
    }
    const int32_t root = w->size[a] >= w->size[b] ? a : b, under = root == a ? b : a;
    w->parent[under] = root;
    w->turned[under] = turn;
    w->size[root] += w->size[under];
}

// Counts edges; returns the number of edges whose two triangles are oriented inconsistently.
static int64_t count_edges(repair_work *w) {
    int64_t differing = 0;
    for (int64_t i = 0, n; i < w->nrow; i += n) {
        n = triangles_at(w, i);
        w->done->nonmanifold_edges += n > 2;
        w->done->open_edges += n == 1;
        differing += n == 2 && same_direction(&w->row[i]);
    }
    return differing;
}

static void count_unbalanced(const ab_ctx *cx, repair_work *w) {
    if (w->done->nonmanifold_edges == 0) return;
    sort_edges(cx, w); // triangles were reversed
    for (int64_t i = 0, n; i < w->nrow; i += n) {
        int64_t direction = 0;
        n = triangles_at(w, i);
        for (int64_t k = i; k < i + n; k++) direction += w->row[k].value % 2 == 0 ? 1 : -1;
        w->done->unbalanced += n > 2 && direction != 0;
    }
}

static void connect(repair_work *w) {
    ab_union_find_start(w->parent, w->builder.mesh.ntriangle);
    for (int64_t t = 0; t < w->builder.mesh.ntriangle; t++) {
        w->turned[t] = 0;
        w->size[t] = 1;
    }
    for (int64_t i = 0, n; i < w->nrow; i += n) {
        n = triangles_at(w, i);
        if (n == 2) join_sets(w, &w->row[i]);
    }
}

static void turn_triangle(ab_triangle *t) {
    const int32_t second = t->v[1];
    t->v[1] = t->v[2];
    t->v[2] = second;
}

// Of the two orientations of a set, the one of most of its area is used.
static void face_alike(repair_work *w) {
    ab_mesh *mesh = &w->builder.mesh;
    bool turn;
    for (int64_t t = 0; t < mesh->ntriangle; t++) w->area[t] = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const int32_t root = find_set(w, (int32_t)t, &turn);
        w->area[root] += turn ? -area_of(mesh, t) : area_of(mesh, t);
    }
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const int32_t root = find_set(w, (int32_t)t, &turn);
        if (turn == (w->area[root] < 0)) continue;
        turn_triangle(&mesh->triangle[t]);
        w->done->reoriented++;
    }
}

// next[] follows each hole, opposite to the direction of the adjacent triangles.
static void find_holes(repair_work *w) {
    for (int64_t i = 0; i < w->builder.mesh.nvertex; i++) w->next[i] = -1;
    for (int64_t i = 0, n; i < w->nrow; i += n) {
        n = triangles_at(w, i);
        if (n != 1) continue;
        const int32_t low = (int32_t)(w->row[i].key >> 32), high = (int32_t)(w->row[i].key & UINT32_MAX);
        const bool upward = w->row[i].value % 2 == 0; // the triangle runs from low to high
        const int32_t from = upward ? high : low;
        w->next[from] = w->next[from] == -1 ? (upward ? low : high) : -2;
        w->beside[from] = (int32_t)(w->row[i].value / 2);
    }
}

// The corner of a triangle that is neither a nor b.
static int32_t third_of(const ab_triangle *t, int32_t a, int32_t b) {
    for (int k = 0; k < 2; k++)
        if (t->v[k] != a && t->v[k] != b) return t->v[k];
    return t->v[2];
}

// Lists the vertices around the hole and returns their number; 0 if the loop does not close.
static int64_t follow_hole(repair_work *w, int32_t start) {
    int64_t count = 0;
    int32_t at = start;
    do {
        w->hole[count++] = at;
        at = w->next[at];
    } while (at >= 0 && at != start && count < w->builder.mesh.nvertex && w->next[at] >= 0);
    return at == start && count >= 3 ? count : 0;
}

// True if the hole is the whole boundary of an isolated triangle or strip of triangles: its cap would be the same
// triangles reversed and remove them from the surface they belong to. n triangles without an interior vertex have n + 2
// boundary edges.
static bool is_around_a_strip(const repair_work *w, int64_t count) {
    int64_t triangles = 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t k = 0;
        while (w->beside[w->hole[k]] != w->beside[w->hole[i]]) k++;
        triangles += k == i;
        if (triangles > STRIP) return false;
    }
    return count == triangles + 2;
}

static abut_status fill_hole(ab_ctx *cx, repair_work *w, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        const int32_t at = w->hole[i];
        w->across[i] = third_of(&w->builder.mesh.triangle[w->beside[at]], at, w->next[at]);
    }
    for (int64_t i = 0; i < count; i++) w->next[w->hole[i]] = -1;
    w->done->capped_holes++;
    w->done->open_edges -= count;
    return ab_mesh_fill_hole(cx, &w->builder, &(ab_hole){w->hole, w->across, count});
}

static abut_status fill_holes(ab_ctx *cx, repair_work *w) {
    if (w->done->open_edges == 0) return ABUT_OK;
    AB_TRY(AB_ALLOC_RAW(cx, &w->beside, w->builder.mesh.nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->hole, w->builder.mesh.nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->across, w->builder.mesh.nvertex));
    sort_edges(cx, w); // triangles were reversed
    find_holes(w);
    const int64_t nvertex = w->builder.mesh.nvertex;
    for (int64_t i = 0; i < nvertex; i++) {
        if (w->next[i] < 0) continue;
        const int64_t count = follow_hole(w, (int32_t)i);
        if (count > 0 && !is_around_a_strip(w, count)) AB_TRY(fill_hole(cx, w, count));
    }
    return ABUT_OK;
}

// Six times the volume, and twice the area.
static void add_volume(void *arg, int64_t t, double *sum) {
    const ab_mesh *mesh = arg;
    const v3 from = mesh->vertex[mesh->triangle[0].v[0]]; // near the mesh, to limit cancellation
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = v3_sub(mesh->vertex[v[0]], from), b = v3_sub(mesh->vertex[v[1]], from),
             c = v3_sub(mesh->vertex[v[2]], from);
    sum[0] += v3_dot(a, v3_cross(b, c));
    sum[1] += v3_norm(v3_cross(v3_sub(b, a), v3_sub(c, a)));
}

static abut_status turn_outward(ab_ctx *cx, const char *name, repair_work *w) {
    ab_mesh *mesh = &w->builder.mesh;
    double sum[2];
    ab_arena arena = {0};
    const abut_status status = ab_reduce_sum(cx, &arena, mesh->ntriangle, 2, add_volume, mesh, sum);
    ab_arena_free(cx, &arena);
    if (status != ABUT_OK) return status;
    const double volume = sum[0], area = sum[1];
    if (!(fabs(volume) > 1e-12 * area * sqrt(area)))
        return ab_fail(cx, ABUT_ERR_INPUT, "%s: the mesh encloses no volume; close its surface", name);
    w->done->inverted = volume < 0;
    for (int64_t t = 0; t < mesh->ntriangle && volume < 0; t++) turn_triangle(&mesh->triangle[t]);
    return ABUT_OK;
}

static abut_status allocate(ab_ctx *cx, repair_work *w) {
    const int64_t n = w->builder.mesh.ntriangle;
    AB_TRY(AB_ALLOC_RAW(cx, &w->row, 3 * n));
    AB_TRY(AB_ALLOC_RAW(cx, &w->spare, 3 * n));
    AB_TRY(AB_ALLOC_RAW(cx, &w->start, w->builder.mesh.nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->mark, n));
    AB_TRY(AB_ALLOC_RAW(cx, &w->parent, n));
    AB_TRY(AB_ALLOC_RAW(cx, &w->turned, n));
    AB_TRY(AB_ALLOC_RAW(cx, &w->area, n));
    AB_TRY(AB_ALLOC(cx, &w->next, w->builder.mesh.nvertex));
    return AB_ALLOC_RAW(cx, &w->size, n);
}

static abut_status tidy(ab_ctx *cx, const char *name, const ab_mesh *mesh, repair_work *w) {
    AB_TRY(ab_mesh_copy(cx, mesh, &w->builder.mesh));
    int64_t near;
    AB_TRY(ab_mesh_weld(cx, &w->builder.mesh, &w->done->welded));
    AB_TRY(ab_mesh_zip(cx, &w->builder.mesh, &near));
    w->done->welded += near;
    AB_TRY(allocate(cx, w));
    w->builder.vertex_capacity = mesh->nvertex;
    w->builder.triangle_capacity = mesh->ntriangle;
    remove_bad(cx, w);
    if (w->builder.mesh.ntriangle == 0)
        return ab_fail(cx, ABUT_ERR_INPUT, "%s: no triangle of the mesh has an area; export a surface", name);
    sort_edges(cx, w);
    if (count_edges(w) > 0) {
        connect(w);
        face_alike(w);
    }
    count_unbalanced(cx, w);
    return ABUT_OK;
}

static abut_status repair(ab_ctx *cx, const char *name, const ab_mesh *mesh, repair_work *w) {
    AB_TRY(tidy(cx, name, mesh, w));
    AB_TRY(fill_holes(cx, w));
    return turn_outward(cx, name, w);
}

// Moves the mesh to the result and frees the rest.
static abut_status finish(ab_ctx *cx, abut_status status, repair_work w, ab_mesh *result) {
    ab_free(cx, w.row);
    ab_free(cx, w.spare);
    ab_free(cx, w.start);
    ab_free(cx, w.mark);
    ab_free(cx, w.parent);
    ab_free(cx, w.turned);
    ab_free(cx, w.area);
    ab_free(cx, w.next);
    ab_free(cx, w.beside);
    ab_free(cx, w.hole);
    ab_free(cx, w.across);
    ab_free(cx, w.size);
    if (status == ABUT_OK)
        *result = w.builder.mesh;
    else
        ab_mesh_free(cx, &w.builder.mesh);
    return status;
}

abut_status ab_mesh_tidy(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_mesh *tidied, ab_repair *done) {
    *tidied = (ab_mesh){0};
    *done = (ab_repair){0};
    repair_work w = {.done = done};
    const abut_status status = tidy(cx, name, mesh, &w);
    return finish(cx, status, w, tidied);
}

abut_status ab_mesh_repair(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_mesh *repaired, ab_repair *done) {
    *repaired = (ab_mesh){0};
    *done = (ab_repair){0};
    repair_work w = {.done = done};
    const abut_status status = repair(cx, name, mesh, &w);
    return finish(cx, status, w, repaired);
}
