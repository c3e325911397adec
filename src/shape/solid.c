#include "shape/solid.h"

#include "base/alloc.h"
#include "geom/largest_flat.h"
#include "geom/sdf_file.h"

static abut_status make_field(ab_ctx *cx, const char *name, const ab_mesh *surface,
                              const abut_sdf_options *options, ab_sdf *sdf) {
    bool found;
    return cx->cache ? ab_sdf_build_cached(cx, cx->cache, cx->cache_limit, name, surface, options, sdf, &found)
                     : ab_sdf_build(cx, name, surface, options, sdf);
}

static abut_status fill(ab_ctx *cx, const char *name, const ab_mesh *surface, const ab_solid_options *o,
                        ab_solid *s) {
    abut_sdf_options options = abut_default_sdf();
    options.cells = o->cells;
    options.size = o->cell;
    AB_TRY(make_field(cx, name, surface, &options, &s->sdf));
    AB_TRY(ab_sdf_survey(cx, &s->sdf));
    s->spacing = o->spacing > 0 ? o->spacing : s->sdf.grid.h;
    AB_TRY(ab_surface_points_make(cx, &s->sdf.mesh, s->spacing, &s->points));
    AB_TRY(ab_point_tree_build(cx, &s->points.all, &s->sdf, &s->all));
    AB_TRY(ab_point_tree_build(cx, &s->points.sharp, &s->sdf, &s->sharp));
    AB_TRY(ab_mesh_largest_flat(cx, &s->sdf.mesh, &s->flat));
    if (o->octree) AB_TRY(ab_octree_build(cx, &s->points.all, &s->octree));
    return ab_obb_fit(cx, s->sdf.mesh.vertex, s->sdf.mesh.nvertex, &s->box);
}

abut_status ab_solid_make(ab_ctx *cx, const char *name, const ab_mesh *surface, const ab_solid_options *o,
                          ab_solid **solid) {
    *solid = NULL;
    ab_solid *s = NULL;
    AB_TRY(AB_ALLOC(cx, &s, 1));
    const abut_status status = fill(cx, name, surface, o, s);
    if (status == ABUT_OK)
        *solid = s;
    else
        ab_solid_free(cx, s);
    return status;
}

void ab_solid_free(ab_ctx *cx, ab_solid *solid) {
    if (!solid) return;
    ab_octree_free(cx, &solid->octree);
    ab_point_tree_free(cx, &solid->sharp);
    ab_point_tree_free(cx, &solid->all);
    ab_surface_points_free(cx, &solid->points);
    ab_sdf_free(cx, &solid->sdf);
    ab_free(cx, solid);
}
