// The vertices kept so far stand in the cells of a grid as wide as the tolerance, found by hashing; since they are
// farther apart than it, a cell holds few. Partners of a vertex are in its cell or in one of the 26 around it.
#include "geom/mesh/weld_near.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/work.h"
#include "math/whole.h"

enum { NONE = -1 };
#define CELLS 1e15 // along the mesh; a tolerance that is smaller than such a cell is below round-off

typedef struct weld {
    ab_mesh *mesh;
    double tolerance;
    v3 low;
    int32_t *head;   // first vertex kept in the cells of one hash value, NONE = none  (slots)
    int32_t *next;   // the next of them  (nvertex)
    int32_t *number; // of a vertex in the welded mesh  (nvertex)
    int64_t slots;   // a power of two
} weld;

static int64_t cell_of(const weld *w, double along) { return ab_whole(along / w->tolerance, 0, (int64_t)CELLS); }

static int64_t slot_of(const weld *w, int64_t x, int64_t y, int64_t z) {
    const uint64_t key = ab_hash_u64(ab_hash_u64(ab_hash_u64(AB_HASH_START, (uint64_t)x), (uint64_t)y), (uint64_t)z);
    return (int64_t)(key & (uint64_t)(w->slots - 1));
}

// The nearest kept vertex within the tolerance of p, NONE if there is none.
static int32_t find_near(const weld *w, v3 p) {
    const v3 d = v3_sub(p, w->low);
    const int64_t x = cell_of(w, d.x), y = cell_of(w, d.y), z = cell_of(w, d.z);
    double best = w->tolerance * w->tolerance;
    int32_t found = NONE;
    for (int k = 0; k < 27; k++) {
        const int64_t slot = slot_of(w, x + k / 9 - 1, y + k / 3 % 3 - 1, z + k % 3 - 1);
        for (int32_t i = w->head[slot]; i != NONE; i = w->next[i]) {
            const double distance2 = v3_norm2(v3_sub(w->mesh->vertex[i], p));
            if (distance2 > best || (distance2 == best && found != NONE && i >= found)) continue;
            best = distance2;
            found = i;
        }
    }
    return found;
}

static abut_status number_vertices(ab_ctx *cx, weld *w, int64_t *kept) {
    for (int64_t i = 0; i < w->slots; i++) w->head[i] = NONE;
    for (int64_t i = 0; i < w->mesh->nvertex; i++) {
        AB_TRY(AB_WORKED(cx, "vertices", i, w->mesh->nvertex));
        const v3 p = w->mesh->vertex[i];
        const int32_t near = find_near(w, p);
        w->number[i] = near != NONE ? near : (int32_t)*kept;
        if (near != NONE) continue;
        const v3 d = v3_sub(p, w->low);
        const int64_t slot = slot_of(w, cell_of(w, d.x), cell_of(w, d.y), cell_of(w, d.z));
        w->next[*kept] = w->head[slot];
        w->head[slot] = (int32_t)*kept;
        w->mesh->vertex[(*kept)++] = p;
    }
    return ABUT_OK;
}

static int64_t renumber(const weld *w) {
    int64_t kept = 0;
    for (int64_t t = 0; t < w->mesh->ntriangle; t++) {
        const int32_t *v = w->mesh->triangle[t].v;
        const int32_t a = w->number[v[0]], b = w->number[v[1]], c = w->number[v[2]];
        if (a != b && b != c && c != a) w->mesh->triangle[kept++] = (ab_triangle){{a, b, c}};
    }
    return kept;
}

static abut_status join(ab_ctx *cx, weld *w, int64_t *joined, int64_t *collapsed) {
    int64_t kept = 0;
    AB_TRY(AB_ALLOC_RAW(cx, &w->head, w->slots));
    AB_TRY(AB_ALLOC_RAW(cx, &w->next, w->mesh->nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &w->number, w->mesh->nvertex));
    AB_TRY(number_vertices(cx, w, &kept));
    const int64_t triangles = renumber(w);
    *joined = w->mesh->nvertex - kept;
    *collapsed = w->mesh->ntriangle - triangles;
    w->mesh->nvertex = kept;
    w->mesh->ntriangle = triangles;
    return ABUT_OK;
}

static double longest_side(const ab_mesh *mesh, v3 *low) {
    v3 high = *low = mesh->nvertex > 0 ? mesh->vertex[0] : v3_zero();
    for (int64_t i = 1; i < mesh->nvertex; i++) {
        *low = v3_min(*low, mesh->vertex[i]);
        high = v3_max(high, mesh->vertex[i]);
    }
    const v3 size = v3_sub(high, *low);
    return ab_greater(size.x, ab_greater(size.y, size.z));
}

abut_status ab_mesh_weld_near(ab_ctx *cx, ab_mesh *mesh, double tolerance, int64_t *joined, int64_t *collapsed) {
    weld w = {.mesh = mesh, .tolerance = tolerance, .slots = 1};
    *joined = *collapsed = 0;
    if (!(longest_side(mesh, &w.low) < CELLS * tolerance)) return ab_mesh_weld(cx, mesh, joined);
    while (w.slots < 2 * mesh->nvertex) w.slots *= 2;
    const abut_status status = join(cx, &w, joined, collapsed);
    ab_free(cx, w.head);
    ab_free(cx, w.next);
    ab_free(cx, w.number);
    return status;
}
