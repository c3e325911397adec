// Area of the largest flat face: triangles are sorted by their quantised planes, and the areas of each plane are
// summed.
#include "geom/mesh/largest_face.h"

#include "base/alloc.h"
#include "base/sort.h"

enum { NORMALS = 64, OFFSETS = 256 }; // quantisation steps from 0 to 1

// Area vector times two.
static v3 twice_area(const ab_mesh *mesh, int64_t i) {
    const int32_t *v = mesh->triangle[i].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a));
}

// Quantises x, -1 to 1, to a 16-bit integer.
static uint64_t step_of(double x, int steps) { return (uint64_t)(int64_t)(floor(x * steps + 0.5) + 16384); }

static uint64_t plane_of(const ab_mesh *mesh, int64_t i, double per_size) {
    const v3 n = v3_unit(twice_area(mesh, i));
    const double offset = v3_dot(n, mesh->vertex[mesh->triangle[i].v[0]]) * per_size;
    if (!isfinite(offset)) return 0;
    return step_of(n.x, NORMALS) << 48 | step_of(n.y, NORMALS) << 32 | step_of(n.z, NORMALS) << 16 |
           step_of(offset, OFFSETS);
}

static double size_of(const ab_mesh *mesh) {
    double size = 0;
    for (int64_t i = 0; i < mesh->nvertex; i++) size = fmax(size, v3_norm(mesh->vertex[i]));
    return size;
}

static double largest(const ab_mesh *mesh, const ab_keyed *row) {
    double best = 0, sum = 0;
    for (int64_t i = 0; i < mesh->ntriangle; i++) {
        if (i > 0 && row[i].key != row[i - 1].key) sum = 0;
        sum += 0.5 * v3_norm(twice_area(mesh, row[i].value));
        best = fmax(best, sum);
    }
    return best;
}

abut_status ab_mesh_largest_face(ab_ctx *cx, const ab_mesh *mesh, double *area) {
    ab_keyed *row = NULL;
    const int64_t n = mesh->ntriangle;
    AB_TRY(AB_ALLOC(cx, &row, 2 * n));
    const double per_size = 1 / size_of(mesh);
    for (int64_t i = 0; i < n; i++) row[i] = (ab_keyed){plane_of(mesh, i, per_size), i};
    ab_sort_keyed(row, row + n, n);
    *area = largest(mesh, row);
    ab_free(cx, row);
    return ABUT_OK;
}
