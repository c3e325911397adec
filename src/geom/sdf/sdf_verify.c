// Verifies that a field read from a file belongs to a mesh. Key and checksum do not prove this, because anybody who can
// write to the folder can forge both. The stored mesh must therefore equal the given mesh after repair, and randomly
// chosen samples must be its distances: their magnitudes to storage precision, and for most of them the sign, which may
// be wrong near a hole.
#include "geom/sdf/sdf_file.h"

#include "math/random.h"

#include <string.h>

enum { SAMPLES = 256, CORNERS = 64 };
#define TURNED 0.1 // maximum fraction of tested samples with the wrong sign

static bool same_mesh(const ab_mesh *a, const ab_mesh *b) {
    return a->nvertex == b->nvertex && a->ntriangle == b->ntriangle &&
           memcmp(a->vertex, b->vertex, (size_t)a->nvertex * sizeof *a->vertex) == 0 &&
           memcmp(a->triangle, b->triangle, (size_t)a->ntriangle * sizeof *a->triangle) == 0;
}

static abut_status is_of(ab_ctx *cx, const char *name, const ab_mesh *mesh, const ab_sdf *sdf, bool *same) {
    ab_mesh repaired = {0};
    ab_repair done;
    const abut_status status = ab_mesh_repair(cx, name, mesh, &repaired, &done);
    *same = status == ABUT_OK && same_mesh(&repaired, &sdf->mesh);
    ab_mesh_free(cx, &repaired);
    return status;
}

// Floats have 24 bits, codes are rounded to half a quantum; a hundredth of a cell is far below the error of a wrong
// field.
static bool is_distance(const ab_sdf *sdf, double stored, double exact) {
    return fabs(fabs(stored) - fabs(exact)) <= 1e-5 * fabs(exact) + sdf->quantum + 0.01 * sdf->grid.h;
}

static bool samples_fit(const ab_sdf *sdf) {
    ab_random r = ab_random_start(1, 1);
    int turned = 0;
    for (int k = 0; k < SAMPLES && sdf->nblock > 0; k++) {
        const int64_t block = (int64_t)(ab_random_u64(&r) % (uint64_t)sdf->nblock);
        const int at = (int)(ab_random_u64(&r) % AB_SDF_BLOCK);
        const int64_t i = block * AB_SDF_BLOCK + at;
        const double stored = sdf->code ? sdf->quantum * sdf->code[i] : (double)sdf->sample[i];
        const double exact =
            ab_sdf_closest(sdf, ab_sdf_place(&sdf->grid, sdf->brick[block], ab_sample_at(at))).distance;
        if (!is_distance(sdf, stored, exact)) return false;
        turned += stored * exact < 0 && fabs(exact) > 0.01 * sdf->grid.h;
    }
    return turned <= TURNED * SAMPLES;
}

static bool corners_fit(const ab_sdf *sdf) {
    ab_random r = ab_random_start(1, 2);
    for (int k = 0; k < CORNERS; k++) {
        const int64_t i = (int64_t)(ab_random_u64(&r) % (uint64_t)ab_sdf_corners(&sdf->grid));
        const v3 place = ab_sdf_place(&sdf->grid, ab_sdf_corner_at(&sdf->grid, i), (ab_cell3){0, 0, 0});
        if (!is_distance(sdf, (double)sdf->corner[i], ab_sdf_closest(sdf, place).distance)) return false;
    }
    return true;
}

abut_status ab_sdf_verify(ab_ctx *cx, const char *name, const ab_mesh *mesh, const ab_sdf *sdf) {
    bool same = false;
    AB_TRY(is_of(cx, name, mesh, sdf, &same));
    if (same && samples_fit(sdf) && corners_fit(sdf)) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_CORRUPT, "'%s' holds the field of another surface; remove it", name);
}
