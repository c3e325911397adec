// abut_mesh_scale, _shift, _weld and _repair: meshes are prepared for a simulation.
#include "base/text.h"
#include "geom/mesh/cursor.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/mesh/mesh_object.h"
#include "geom/mesh/repair.h"
#include "geom/mesh/weld_near.h"

// x becomes factor x + by.
static abut_status map_vertices(abut_mesh *mesh, v3 factor, v3 by, const char *doing) {
    for (int64_t i = 0; i < mesh->mesh.nvertex; i++) {
        v3 *const x = &mesh->mesh.vertex[i];
        *x = v3_add(v3_mul(factor, *x), by);
        if (!ab_coordinates_valid(*x))
            return ab_fail(mesh->cx, ABUT_ERR_INPUT, "%s: %s makes a coordinate larger than 1e50 m", mesh->name, doing);
    }
    return ABUT_OK;
}

abut_status abut_mesh_scale(abut_mesh *mesh, abut_v3 factors) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    if (!v3_finite(factors) || factors.x == 0 || factors.y == 0 || factors.z == 0)
        return ab_fail(mesh->cx, ABUT_ERR_ARGUMENT, "%s: factors of a scale are finite and not 0", mesh->name);
    AB_TRY(map_vertices(mesh, factors, v3_zero(), "the scale"));
    const bool mirrors = (factors.x < 0) ^ (factors.y < 0) ^ (factors.z < 0);
    if (mirrors) ab_mesh_turn(&mesh->mesh);
    return ABUT_OK;
}

abut_status abut_mesh_shift(abut_mesh *mesh, abut_v3 by) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    if (!v3_finite(by)) return ab_fail(mesh->cx, ABUT_ERR_ARGUMENT, "%s: a shift is finite", mesh->name);
    return map_vertices(mesh, v3_make(1, 1, 1), by, "the shift");
}

static void replace(abut_mesh *mesh, ab_mesh with) {
    ab_mesh_free(mesh->cx, &mesh->mesh);
    mesh->mesh = with;
}

static abut_status weld(abut_mesh *mesh, double tolerance, ab_mesh *copy, int64_t *joined, int64_t *collapsed) {
    AB_TRY(ab_mesh_copy(mesh->cx, &mesh->mesh, copy));
    AB_TRY(ab_mesh_weld_near(mesh->cx, copy, tolerance, joined, collapsed));
    if (copy->ntriangle > 0) return ABUT_OK;
    ab_text number = ab_text_start(mesh->cx);
    ab_text_number(&number, tolerance);
    const abut_status status =
        ab_fail(mesh->cx, ABUT_ERR_INPUT, "%s: a tolerance of %s m joins the whole mesh; take one below its details",
                mesh->name, ab_text_string(&number));
    ab_text_free(&number);
    return status;
}

abut_status abut_mesh_weld(abut_mesh *mesh, double tolerance, int64_t *joined, int64_t *collapsed) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    if (!(tolerance >= 0 && isfinite(tolerance)))
        return ab_fail(mesh->cx, ABUT_ERR_ARGUMENT, "%s: a tolerance is finite and not negative", mesh->name);
    ab_mesh copy = {0};
    int64_t vertices, triangles;
    const abut_status status = weld(mesh, tolerance, &copy, &vertices, &triangles);
    if (status != ABUT_OK) {
        ab_mesh_free(mesh->cx, &copy);
        return status;
    }
    replace(mesh, copy);
    mesh->welded += vertices;
    if (joined) *joined = vertices;
    if (collapsed) *collapsed = triangles;
    return ABUT_OK;
}

// A tidied surface without free edges faces outward.
static void turn_outward(ab_mesh *mesh, ab_repair *done) {
    if (done->open_edges > 0 || done->unbalanced > 0 || done->unorientable > 0 || ab_mesh_volume(mesh) >= 0) return;
    ab_mesh_turn(mesh);
    done->inverted = true;
}

abut_status abut_mesh_repair(abut_mesh *mesh, bool close_holes, abut_mesh_repairs *told) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    ab_mesh repaired;
    ab_repair done;
    if (close_holes)
        AB_TRY(ab_mesh_repair(mesh->cx, mesh->name, &mesh->mesh, &repaired, &done));
    else {
        AB_TRY(ab_mesh_tidy(mesh->cx, mesh->name, &mesh->mesh, &repaired, &done));
        turn_outward(&repaired, &done);
    }
    replace(mesh, repaired);
    if (told)
        *told = (abut_mesh_repairs){.welded = done.welded,
                                    .degenerate_triangles = done.degenerate,
                                    .duplicate_triangles = done.duplicate,
                                    .reoriented_triangles = done.reoriented,
                                    .capped_holes = done.capped_holes,
                                    .open_edges = done.open_edges,
                                    .nonmanifold_edges = done.nonmanifold_edges,
                                    .inverted = done.inverted};
    return ABUT_OK;
}
