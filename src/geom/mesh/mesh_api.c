// Public interface of meshes: abut_mesh_* of abut.h.
#include "base/alloc.h"
#include "base/io.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/mesh/cursor.h"
#include "geom/mesh/mesh_object.h"
#include "geom/mesh/zip.h"

// Merges vertices of one place and completes the mesh, or destroys it.
static abut_status finish(abut_mesh *made, abut_status status, abut_mesh **mesh) {
    int64_t near = 0;
    if (status == ABUT_OK) status = ab_mesh_weld(made->cx, &made->mesh, &made->welded);
    if (status == ABUT_OK) status = ab_mesh_zip(made->cx, &made->mesh, &near);
    made->welded += near;
    if (status == ABUT_OK)
        *mesh = made;
    else
        abut_mesh_destroy(made);
    return status;
}

abut_status abut_mesh_load(abut_context *cx, const char *path, double scale, abut_mesh **mesh) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!mesh || !path) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_mesh_load needs a path and a place for the mesh");
    *mesh = NULL;
    abut_mesh *made;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->cx = cx;
    abut_status status = ab_path_join(cx, "", path, &made->name);
    if (status == ABUT_OK) status = ab_mesh_load(cx, path, scale, &made->mesh);
    return finish(made, status, mesh);
}

static abut_status copy_arrays(abut_mesh *made, const abut_v3 *vertices, const int32_t *triangles) {
    ab_mesh *m = &made->mesh;
    AB_TRY(AB_ALLOC(made->cx, &m->vertex, m->nvertex));
    AB_TRY(AB_ALLOC(made->cx, &m->triangle, m->ntriangle));
    for (int64_t i = 0; i < m->nvertex; i++) {
        if (!ab_coordinates_valid(vertices[i]))
            return ab_fail(made->cx, ABUT_ERR_INPUT, "vertex %lld of the mesh is not finite, or beyond 1e50 m",
                           (long long)i);
        m->vertex[i] = vertices[i];
    }
    for (int64_t i = 0; i < 3 * m->ntriangle; i++) {
        if (triangles[i] < 0 || triangles[i] >= m->nvertex)
            return ab_fail(made->cx, ABUT_ERR_INPUT, "triangle %lld of the mesh has vertex %d, but there are %lld",
                           (long long)(i / 3), triangles[i], (long long)m->nvertex);
        m->triangle[i / 3].v[i % 3] = triangles[i];
    }
    return ABUT_OK;
}

abut_status abut_mesh_create(abut_context *cx, const abut_v3 *vertices, int64_t vertex_count, const int32_t *triangles,
                             int64_t triangle_count, abut_mesh **mesh) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!mesh || !vertices || !triangles || vertex_count < 3 || vertex_count > INT32_MAX || triangle_count < 1 ||
        triangle_count > INT32_MAX)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_mesh_create needs vertices, triangles and a place for the mesh");
    *mesh = NULL;
    abut_mesh *made;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->cx = cx;
    made->mesh.nvertex = vertex_count;
    made->mesh.ntriangle = triangle_count;
    abut_status status = ab_path_join(cx, "", "the mesh", &made->name);
    if (status == ABUT_OK) status = copy_arrays(made, vertices, triangles);
    return finish(made, status, mesh);
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
