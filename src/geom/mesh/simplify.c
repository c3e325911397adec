// Vertex clustering: vertices are sorted by grid cell and each cell keeps their mean; the grid is coarsened until few
// enough triangles are left.
#include "geom/mesh/simplify.h"
#include "base/alloc.h"
#include "base/sort.h"
#include "math/whole.h"

#include <math.h>

// Cells of a grid over the mesh, and the clusters of vertices.
typedef struct cells {
    v3 low;
    double edge;
    ab_keyed *row, *spare; // vertices by cell  (nvertex)
    int32_t *joined;       // vertex of the simplified mesh  (nvertex)
} cells;

static uint64_t cell_of(const cells *c, v3 p) {
    const v3 d = v3_scale(1 / c->edge, v3_sub(p, c->low));
    const int64_t max = (1 << 21) - 1; // a grid has at most a thousand cells along an edge
    return (uint64_t)(ab_whole(d.x, 0, max) << 42 | ab_whole(d.y, 0, max) << 21 | ab_whole(d.z, 0, max));
}

static void join_vertices(cells *c, const ab_mesh *from, ab_mesh *to) {
    for (int64_t i = 0; i < from->nvertex; i++) c->row[i] = (ab_keyed){cell_of(c, from->vertex[i]), i};
    ab_sort_keyed(c->row, c->spare, from->nvertex);
    to->nvertex = 0;
    for (int64_t i = 0, next; i < from->nvertex; i = next) {
        v3 sum = v3_zero();
        for (next = i; next < from->nvertex && c->row[next].key == c->row[i].key; next++) {
            sum = v3_add(sum, from->vertex[c->row[next].value]);
            c->joined[c->row[next].value] = (int32_t)to->nvertex;
        }
        to->vertex[to->nvertex++] = v3_scale(1 / (double)(next - i), sum);
    }
}

static void keep_triangles(const cells *c, const ab_mesh *from, ab_mesh *to) {
    to->ntriangle = 0;
    for (int64_t t = 0; t < from->ntriangle; t++) {
        const int32_t *v = from->triangle[t].v;
        const ab_triangle kept = {{c->joined[v[0]], c->joined[v[1]], c->joined[v[2]]}};
        if (kept.v[0] == kept.v[1] || kept.v[1] == kept.v[2] || kept.v[2] == kept.v[0]) continue;
        to->triangle[to->ntriangle++] = kept;
    }
}

// A closed surface crosses about 6 n^2 of the n^3 cells of its box, with two triangles each.
static void simplify(cells *c, const ab_mesh *from, double longest, int64_t max, ab_mesh *to) {
    for (double n = fmin(ceil(sqrt((double)max / 3)), 1000);; n = floor(0.8 * n)) {
        c->edge = longest / n * (1 + 1e-9); // the farthest vertex must lie inside the last cell
        join_vertices(c, from, to);
        keep_triangles(c, from, to);
        if (to->ntriangle <= max) return;
    }
}

abut_status ab_mesh_simplify(ab_ctx *cx, const ab_mesh *from, int64_t max, ab_mesh *to) {
    if (from->ntriangle <= max) return ab_mesh_copy(cx, from, to);
    v3 high = from->vertex[0];
    cells c = {.low = from->vertex[0]};
    for (int64_t i = 1; i < from->nvertex; i++) {
        c.low = v3_min(c.low, from->vertex[i]);
        high = v3_max(high, from->vertex[i]);
    }
    const v3 size = v3_sub(high, c.low);
    abut_status status = AB_ALLOC(cx, &to->vertex, from->nvertex);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &to->triangle, from->ntriangle);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &c.row, from->nvertex);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &c.spare, from->nvertex);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &c.joined, from->nvertex);
    if (status == ABUT_OK) simplify(&c, from, fmax(size.x, fmax(size.y, size.z)), max, to);
    ab_free(cx, c.row);
    ab_free(cx, c.spare);
    ab_free(cx, c.joined);
    return status;
}
