// Public interface of meshes: abut_mesh_* of abut.h.
#include "base/alloc.h"
#include "base/io.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/mesh/mesh_object.h"
#include "geom/mesh/zip.h"

abut_status abut_mesh_load(abut_context *cx, const char *path, double scale, abut_mesh **mesh) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!mesh || !path) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_mesh_load needs a path and a place for the mesh");
    *mesh = NULL;
    abut_mesh *made;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->cx = cx;
    abut_status status = ab_path_join(cx, "", path, &made->name);
    if (status == ABUT_OK) status = ab_mesh_load(cx, path, scale, &made->mesh);
    int64_t near = 0;
    if (status == ABUT_OK) status = ab_mesh_weld(cx, &made->mesh, &made->welded);
    if (status == ABUT_OK) status = ab_mesh_zip(cx, &made->mesh, &near);
    made->welded += near;
    if (status == ABUT_OK)
        *mesh = made;
    else
        abut_mesh_destroy(made);
    return status;
}

void abut_mesh_destroy(abut_mesh *mesh) {
    if (!mesh) return;
    ab_mesh_free(mesh->cx, &mesh->mesh);
    ab_free(mesh->cx, mesh->name);
    ab_free(mesh->cx, mesh);
}

abut_status abut_mesh_inspect(const abut_mesh *mesh, abut_mesh_report *report) {
    if (!mesh || !report) return ABUT_ERR_ARGUMENT;
    AB_TRY(ab_mesh_inspect(mesh->cx, &mesh->mesh, report));
    report->welded = mesh->welded;
    return ABUT_OK;
}

static void copy_tensor(m3 from, double to[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) to[i][j] = v3_at(from.row[i], j);
}

abut_mass_properties abut_mesh_mass(const abut_mesh *mesh) {
    abut_mass_properties p = {0};
    if (!mesh) return p;
    const ab_mass mass = ab_mesh_mass(&mesh->mesh);
    v3 moments;
    m3 axes;
    ab_m3_eigen(mass.inertia, &moments, &axes);
    p.volume = mass.volume;
    p.area = mass.area;
    p.centroid = mass.centroid;
    copy_tensor(mass.inertia, p.inertia_centroid);
    copy_tensor(mass.inertia_origin, p.inertia_origin);
    for (int i = 0; i < 3; i++) p.principal_moments[i] = v3_at(moments, i);
    p.principal_axes = ab_quat_from_matrix(axes);
    p.equivalent_radius = cbrt(fabs(mass.volume) * 0.75 / 3.14159265358979323846);
    return p;
}
