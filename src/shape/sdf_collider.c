// Distance field, surface samples and sample trees of a shape, with cells fine enough for its thin parts.
#include "shape/sdf_collider.h"

#include "base/alloc.h"
#include "geom/mesh/largest_face.h"
#include "geom/sdf/sdf_file.h"
#include "geom/bvh/thickness.h"

static abut_status make_field(ab_ctx *cx, const char *name, const ab_mesh *surface, const abut_sdf_options *options,
                              ab_sdf *sdf) {
    bool found;
    return cx->cache ? ab_sdf_build_cached(cx, cx->cache, cx->cache_limit, name, surface, options, sdf, &found)
                     : ab_sdf_build(cx, name, surface, options, sdf);
}

// A wall two cells thick always contains a node half a cell deep, and the spline of the field's samples reaches two
// thirds of its depth; a wall thinner than one cell may fall between the nodes and be missed.
#define CELLS_IN_WALL  2
#define MIN_CELLS      1.5     // minimum wall thickness in cells, if the cell was given
#define MAX_BLOCKS     32768.0 // limit of a refined field: 24 million samples, 100 MB
#define BLOCKS_OF_FACE 1.5     // number of bricks near a surface over those that it covers

static abut_status too_thin(ab_ctx *cx, const char *name, const ab_sdf_collider_options *o, double cell,
                            double blocks) {
    const double needed = o->thickness / CELLS_IN_WALL, million = 1e-6 * AB_SDF_BLOCK;
    if (o->cell > 0)
        return ab_fail(cx, ABUT_ERR_INPUT,
                       "%s: cells of %.3g mm do not hold its parts of %.3g mm, through which others would fall; set "
                       "its cell to %.3g mm or "
                       "less, leave it away, or use contact.detect: exact",
                       name, 1e3 * cell, 1e3 * o->thickness, 1e3 * needed);
    return ab_fail(cx, ABUT_ERR_INPUT,
                   "%s: to hold its parts of %.3g mm, through which others would fall, the field needs cells of %.3g "
                   "mm: %.3g million samples, "
                   "more than %.3g million; make them thicker, split the body, or use contact.detect: exact",
                   name, 1e3 * o->thickness, 1e3 * needed, million * blocks, million * MAX_BLOCKS);
}

// Refines the cell so that it resolves the thin parts.
static abut_status refine(ab_ctx *cx, const char *name, const ab_mesh *surface, const ab_sdf_collider_options *o,
                          abut_sdf_options *options) {
    const double cell = ab_sdf_cell(surface, options), needed = o->thickness / CELLS_IN_WALL;
    if (!(needed < (1 - 1e-9) * cell) || (o->cell > 0 && o->thickness > MIN_CELLS * cell)) return ABUT_OK;
    const double blocks = BLOCKS_OF_FACE * ab_mesh_area(surface) / (AB_BRICK * AB_BRICK * needed * needed);
    if (o->cell > 0 || !(blocks <= MAX_BLOCKS)) return too_thin(cx, name, o, cell, blocks);
    ab_log(cx, ABUT_LOG_INFO, "%s: cells of %.3g mm instead of %.3g mm, for parts that are %.3g mm thin", name,
           1e3 * needed, 1e3 * cell, 1e3 * o->thickness);
    options->cell = needed;
    return ABUT_OK;
}

static abut_status fill(ab_ctx *cx, const char *name, const ab_mesh *surface, const ab_sdf_collider_options *o,
                        ab_sdf_collider *s) {
    abut_sdf_options options = abut_sdf_default();
    options.cells = o->cells;
    options.cell = o->cell;
    s->spacing = o->spacing > 0 ? o->spacing : ab_sdf_cell(surface, &options);
    AB_TRY(refine(cx, name, surface, o, &options));
    AB_TRY(make_field(cx, name, surface, &options, &s->sdf));
    AB_TRY(ab_sdf_make_bound_grid(cx, &s->sdf));
    AB_TRY(ab_surface_points_make(cx, &s->sdf.mesh, s->spacing, &s->points));
    AB_TRY(ab_point_tree_build(cx, &s->points.all, &s->sdf, &s->all));
    AB_TRY(ab_point_tree_build(cx, &s->points.feature_edges, &s->sdf, &s->feature_edges));
    AB_TRY(ab_mesh_curvature(cx, &s->sdf.mesh, &s->curvature));
    AB_TRY(ab_mesh_largest_face(cx, &s->sdf.mesh, &s->largest_face));
    if (o->octree) AB_TRY(ab_octree_build(cx, &s->points.all, &s->octree));
    return ab_obb_fit(cx, s->sdf.mesh.vertex, s->sdf.mesh.nvertex, &s->box);
}

abut_status ab_sdf_collider_make(ab_ctx *cx, const char *name, const ab_mesh *surface, const ab_sdf_collider_options *o,
                                 ab_sdf_collider **sdf_collider) {
    *sdf_collider = NULL;
    ab_sdf_collider *s = NULL;
    AB_TRY(AB_ALLOC(cx, &s, 1));
    const abut_status status = fill(cx, name, surface, o, s);
    if (status == ABUT_OK)
        *sdf_collider = s;
    else
        ab_sdf_collider_free(cx, s);
    return status;
}

void ab_sdf_collider_free(ab_ctx *cx, ab_sdf_collider *sdf_collider) {
    if (!sdf_collider) return;
    ab_octree_free(cx, &sdf_collider->octree);
    ab_point_tree_free(cx, &sdf_collider->feature_edges);
    ab_point_tree_free(cx, &sdf_collider->all);
    ab_surface_points_free(cx, &sdf_collider->points);
    ab_free(cx, sdf_collider->curvature);
    ab_sdf_free(cx, &sdf_collider->sdf);
    ab_free(cx, sdf_collider);
}
