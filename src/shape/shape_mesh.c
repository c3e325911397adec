// Triangle mesh. A closed one has exact mass properties and is stored in its principal frame; an open one (a terrain, a
// funnel) is a surface with contact on both sides: it has no mass, keeps the frame it was given, and counts as flat for
// the contact laws. The support function is that of the convex hull.
#include "base/work.h"
#include "geom/bvh/nested_shells.h"
#include "geom/mesh/repair.h"
#include "shape/shape_common.h"

static abut_status remove_nested(ab_ctx *cx, ab_shape *shape) {
    int64_t removed;
    AB_TRY(ab_mesh_remove_nested(cx, &shape->surface, &removed));
    if (removed > 0)
        ab_log(cx, ABUT_LOG_WARNING,
               "%lld shells of a mesh lie inside others and face the same way: they are left out; turn them inward if "
               "they are cavities",
               (long long)removed);
    return ABUT_OK;
}

// Edges of more than two triangles are allowed, where parts of a solid touch each other.
static bool bounds_solid(const ab_mesh_report *report, const ab_repair *done) {
    return report->boundary_edges == 0 && report->flipped_edges == 0 && done->unbalanced == 0;
}

static abut_status finish(ab_ctx *cx, const ab_mesh_report *report, const ab_repair *done, ab_shape *shape) {
    const bool closed = bounds_solid(report, done);
    AB_TRY(ab_heed(cx));
    if (closed && ab_mesh_volume(&shape->surface) < 0) {
        ab_log(cx, ABUT_LOG_WARNING, "a mesh of %lld triangles was inside out and has been turned",
               (long long)report->triangles);
        ab_mesh_turn(&shape->surface);
    }
    if (closed && report->components > 1 && report->self_intersections == 0) AB_TRY(remove_nested(cx, shape));
    if (closed) return ab_shape_from_surface(cx, shape);
    shape->placed = pose_identity();
    shape->equivalent = INFINITY;
    ab_shape_measure(shape);
    return ABUT_OK;
}

abut_status ab_shape_mesh(ab_ctx *cx, const ab_mesh *mesh, ab_shape *shape) {
    *shape = (ab_shape){.kind = AB_SHAPE_mesh};
    if (mesh->ntriangle == 0) return ab_fail(cx, ABUT_ERR_INPUT, "the mesh has no triangles");
    ab_repair done;
    AB_TRY(ab_mesh_tidy(cx, "the mesh", mesh, &shape->surface, &done));
    ab_mesh_report report;
    abut_status status = ab_mesh_inspect(cx, &shape->surface, &report);
    if (status == ABUT_OK) status = finish(cx, &report, &done, shape);
    if (status != ABUT_OK) ab_shape_free(cx, shape);
    return status;
}

#define SHELL 0.01 // thickness of the shell over the radius

// The integral of x^2 over a triangle is A/12 (x_1^2 + x_2^2 + x_3^2 + (x_1 + x_2 + x_3)^2).
static v3 square_of(v3 a) { return v3_make(a.x * a.x, a.y * a.y, a.z * a.z); }

ab_shell ab_shape_shell(const ab_shape *sheet) {
    const ab_mesh *mesh = &sheet->surface;
    double area = 0;
    v3 second = v3_zero();
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const int32_t *v = mesh->triangle[t].v;
        const v3 a = mesh->vertex[v[0]], b = mesh->vertex[v[1]], c = mesh->vertex[v[2]];
        const double here = 0.5 * v3_norm(v3_cross(v3_sub(b, a), v3_sub(c, a)));
        const v3 sum =
            v3_add(v3_add(square_of(a), square_of(b)), v3_add(square_of(c), square_of(v3_add(a, v3_add(b, c)))));
        area += here;
        second = v3_add_scaled(second, here / 12, sum);
    }
    const double thickness = SHELL * sheet->radius;
    const v3 moments = v3_make(second.y + second.z, second.z + second.x, second.x + second.y);
    return (ab_shell){thickness * area, v3_scale(thickness, moments)};
}

const ab_shape_type ab_shape_type_mesh = {
    .name = "mesh",
    .help = "a triangle mesh from an STL, OBJ or PLY file",
    .solid = true,
    .contact_class = AB_CLASS_SOLID,
    .bounds = ab_surface_bounds,
    .support = ab_surface_support,
    .convex = &ab_surface_convex,
    .surface = ab_surface_copy,
};
