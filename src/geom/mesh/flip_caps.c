// Edge flips of caps. A cap is a triangle abc without area whose corner c lies inside its longest edge ab, as
// triangulations of faces with corners in one line have it. Without it the surface has a hole abc: its neighbour across
// ab has that edge, the other two have ac and cb. With the neighbour bad, the quadrilateral a d b c has the other
// diagonal cd, and neither adc nor dbc is without area:
//
//             d                  d
//           /   \              / | \         .
//         a ----- b    ->    a   |   b       .
//           \ _ /              \ | /         .
//             c                  c
//
// Each flip leaves one cap less, since the neighbour must have an area. One that has none may have got it in a later
// round, after a flip of its own.
#include "geom/mesh/flip_caps.h"

#include "geom/mesh/degenerate.h"

enum { ROUNDS = 64, CAP = 1, CHANGED = 2 };

typedef struct flip_work {
    ab_mesh *mesh;
    ab_keyed *row; // edges, sorted; value = 2 triangle + direction  (3 ntriangle)
    int64_t nrow;
    unsigned char *mark;
} flip_work;

static bool has_no_area(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    return ab_triangle_degenerate(mesh->vertex[v[0]], mesh->vertex[v[1]], mesh->vertex[v[2]]);
}

static ab_keyed edge_row(const ab_mesh *mesh, int64_t t, int k) {
    const uint64_t a = (uint64_t)mesh->triangle[t].v[k], b = (uint64_t)mesh->triangle[t].v[(k + 1) % 3];
    return a < b ? (ab_keyed){a << 32 | b, 2 * t} : (ab_keyed){b << 32 | a, 2 * t + 1};
}

static int64_t mark_caps(flip_work *w) {
    int64_t count = 0;
    for (int64_t t = 0; t < w->mesh->ntriangle; t++) {
        const int32_t *v = w->mesh->triangle[t].v;
        const bool distinct = v[0] != v[1] && v[1] != v[2] && v[2] != v[0];
        w->mark[t] = distinct && has_no_area(w->mesh, t) ? CAP : 0;
        count += w->mark[t];
    }
    return count;
}

// The place of the longest edge, from corner k to the next.
static int longest_edge(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    double length2[3];
    for (int k = 0; k < 3; k++) length2[k] = v3_norm2(v3_sub(mesh->vertex[v[(k + 1) % 3]], mesh->vertex[v[k]]));
    const int first = length2[0] >= length2[1] ? 0 : 1;
    return length2[first] >= length2[2] ? first : 2;
}

static int64_t first_row(const flip_work *w, uint64_t key) {
    int64_t low = 0, high = w->nrow;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (w->row[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The only other triangle at the edge, if it runs along it the other way; -1: none.
static int64_t neighbour(const flip_work *w, ab_keyed edge) {
    const int64_t i = first_row(w, edge.key);
    if (i + 1 >= w->nrow || w->row[i + 1].key != edge.key) return -1;
    if (i + 2 < w->nrow && w->row[i + 2].key == edge.key) return -1;
    if (w->row[i].value % 2 == w->row[i + 1].value % 2) return -1;
    return (w->row[i].value == edge.value ? w->row[i + 1].value : w->row[i].value) / 2;
}

static int32_t corner_across(const ab_triangle *t, int32_t a, int32_t b) {
    for (int k = 0; k < 2; k++)
        if (t->v[k] != a && t->v[k] != b) return t->v[k];
    return t->v[2];
}

static bool flip(flip_work *w, int64_t t) {
    ab_mesh *mesh = w->mesh;
    const int k = longest_edge(mesh, t);
    const int64_t u = neighbour(w, edge_row(mesh, t, k));
    if (u < 0 || w->mark[u] != 0) return false;
    const int32_t a = mesh->triangle[t].v[k], b = mesh->triangle[t].v[(k + 1) % 3],
                  c = mesh->triangle[t].v[(k + 2) % 3];
    const int32_t d = corner_across(&mesh->triangle[u], a, b);
    if (d == c) return false;
    mesh->triangle[t] = (ab_triangle){{a, d, c}};
    mesh->triangle[u] = (ab_triangle){{d, b, c}};
    w->mark[t] = w->mark[u] = CHANGED;
    return true;
}

int64_t ab_mesh_flip_caps(const ab_ctx *cx, ab_mesh *mesh, ab_keyed *row, ab_keyed *spare, int64_t *start,
                          unsigned char *mark) {
    flip_work w = {mesh, row, 3 * mesh->ntriangle, mark};
    int64_t flips = 0;
    for (int round = 0; round < ROUNDS && mark_caps(&w) > 0; round++) {
        const int64_t before = flips;
        for (int64_t i = 0; i < w.nrow; i++) row[i] = edge_row(mesh, i / 3, (int)(i % 3));
        ab_sort_grouped(cx, row, spare, w.nrow, start, mesh->nvertex);
        for (int64_t t = 0; t < mesh->ntriangle; t++)
            if (mark[t] == CAP) flips += flip(&w, t);
        if (flips == before) break;
    }
    return flips;
}
