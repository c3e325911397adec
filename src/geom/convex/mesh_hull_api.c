// abut_mesh_make_convex: a mesh becomes its convex hull.
#include "geom/convex/hull.h"
#include "geom/mesh/mesh_object.h"

abut_status abut_mesh_make_convex(abut_mesh *mesh) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    ab_mesh hull = {0};
    const abut_status status = ab_hull(mesh->cx, mesh->mesh.vertex, mesh->mesh.nvertex, &hull);
    if (status != ABUT_OK) {
        ab_mesh_free(mesh->cx, &hull);
        return status;
    }
    ab_mesh_free(mesh->cx, &mesh->mesh);
    mesh->mesh = hull;
    return ABUT_OK;
}
