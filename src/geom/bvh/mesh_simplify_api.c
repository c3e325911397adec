// abut_mesh_simplify: a mesh with fewer triangles, and how far it is from the one before.
#include "base/work.h"
#include "geom/bvh/bvh.h"
#include "geom/mesh/decimate.h"
#include "geom/mesh/mesh_object.h"

// Largest distance of the vertices of `from` that triangles use from the surface of `to`.
static abut_status farthest_from(ab_ctx *cx, const ab_mesh *from, const ab_mesh *to, double *farthest) {
    ab_bvh bvh = {0};
    abut_status status = ab_bvh_build(cx, to, &bvh);
    for (int64_t c = 0; c < 3 * from->ntriangle && status == ABUT_OK; c++) {
        status = AB_WORKED(cx, "vertices", c, 3 * from->ntriangle);
        const v3 p = from->vertex[from->triangle[c / 3].v[c % 3]];
        *farthest = ab_greater(*farthest, ab_bvh_closest(&bvh, p, INFINITY).distance);
    }
    ab_bvh_free(cx, &bvh);
    return status;
}

static abut_status simplify(abut_mesh *mesh, int64_t triangles, ab_mesh *coarse, double *deviation) {
    AB_TRY(ab_mesh_copy(mesh->cx, &mesh->mesh, coarse));
    AB_TRY(ab_mesh_decimate(mesh->cx, coarse, triangles));
    if (coarse->ntriangle > triangles)
        return ab_fail(mesh->cx, ABUT_ERR_INPUT,
                       "%s: %lld triangles are too few; down to %lld the surface keeps its holes and folds", mesh->name,
                       (long long)triangles, (long long)coarse->ntriangle);
    AB_TRY(farthest_from(mesh->cx, &mesh->mesh, coarse, deviation));
    return farthest_from(mesh->cx, coarse, &mesh->mesh, deviation);
}

abut_status abut_mesh_simplify(abut_mesh *mesh, int64_t triangles, double *deviation) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    if (triangles < 1) return ab_fail(mesh->cx, ABUT_ERR_ARGUMENT, "%s: a mesh has at least one triangle", mesh->name);
    ab_mesh coarse = {0};
    double farthest = 0;
    const abut_status status = simplify(mesh, triangles, &coarse, &farthest);
    if (status != ABUT_OK) {
        ab_mesh_free(mesh->cx, &coarse);
        return status;
    }
    ab_mesh_free(mesh->cx, &mesh->mesh);
    mesh->mesh = coarse;
    if (deviation) *deviation = farthest;
    return ABUT_OK;
}
