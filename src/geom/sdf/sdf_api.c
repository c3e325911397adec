// Public interface of signed-distance fields: abut_sdf_* of abut.h.
#include "base/def.h"
#include "base/alloc.h"
#include "geom/mesh/mesh_object.h"
#include "geom/sdf/sdf_error.h"
#include "geom/sdf/sdf_file.h"
#include "geom/sdf/sdf_object.h"

static abut_status build(ab_ctx *cx, const char *name, const ab_mesh *mesh, const abut_sdf_options *o, ab_sdf *sdf) {
    if (!o->cache) return ab_sdf_build_as_asked(cx, name, mesh, o, sdf);
    bool found;
    AB_TRY(ab_sdf_build_cached(cx, o->cache, o->cache_limit, name, mesh, o, sdf, &found));
    sdf->report.from_cache = found;
    return ABUT_OK;
}

abut_status abut_sdf_build(const abut_mesh *mesh, const abut_sdf_options *options, abut_sdf **sdf) {
    if (!mesh) return ABUT_ERR_ARGUMENT;
    ab_ctx *cx = mesh->cx;
    if (!sdf) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_sdf_build needs a place for the field");
    *sdf = NULL;
    abut_sdf_options o = abut_sdf_default();
    if (options) AB_TRY(ab_def_read(mesh->cx, &o, sizeof o, options, "abut_sdf_default"));
    abut_sdf *made;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->cx = cx;
    const abut_status status = build(cx, mesh->name, &mesh->mesh, &o, &made->sdf);
    made->sdf.report.welded += mesh->welded;
    if (status == ABUT_OK)
        *sdf = made;
    else
        ab_free(cx, made);
    return status;
}

void abut_sdf_destroy(abut_sdf *sdf) {
    if (!sdf) return;
    ab_sdf_free(sdf->cx, &sdf->sdf);
    ab_free(sdf->cx, sdf);
}

abut_sdf_report abut_sdf_report_get(const abut_sdf *sdf) { return sdf ? sdf->sdf.report : (abut_sdf_report){0}; }

double abut_sdf_distance(const abut_sdf *sdf, abut_v3 point, abut_v3 *gradient) {
    return sdf && v3_finite(point) ? ab_sdf_distance(&sdf->sdf, point, gradient) : NAN;
}

abut_status abut_sdf_distances(const abut_sdf *sdf, const abut_v3 *points, int64_t count, double *distance,
                               abut_v3 *gradient) {
    if (!sdf) return ABUT_ERR_ARGUMENT;
    if (count < 0 || (count > 0 && (!points || !distance)))
        return ab_fail(sdf->cx, ABUT_ERR_ARGUMENT, "abut_sdf_distances needs points and a place for their distances");
    for (int64_t i = 0; i < count; i++) distance[i] = abut_sdf_distance(sdf, points[i], gradient ? &gradient[i] : NULL);
    return ABUT_OK;
}

abut_sdf_nearest abut_sdf_closest(const abut_sdf *sdf, abut_v3 point) {
    if (!sdf || !v3_finite(point)) return (abut_sdf_nearest){.distance = NAN, .triangle = -1};
    const ab_closest c = ab_sdf_closest(&sdf->sdf, point);
    return (abut_sdf_nearest){c.distance, c.point, c.triangle};
}

double abut_sdf_ray(const abut_sdf *sdf, abut_v3 origin, abut_v3 direction, double longest) {
    if (!sdf || !v3_finite(origin) || !v3_finite(direction)) return INFINITY;
    return ab_bvh_ray(&sdf->sdf.bvh, origin, direction, longest).t;
}

abut_status abut_sdf_measure(const abut_sdf *sdf, int band, int64_t points, abut_sdf_errors *errors) {
    if (!sdf) return ABUT_ERR_ARGUMENT;
    if (!errors || band < 1 || points < 1)
        return ab_fail(sdf->cx, ABUT_ERR_ARGUMENT, "abut_sdf_measure needs a place for the errors, a band and points");
    return ab_sdf_measure(sdf->cx, &sdf->sdf, band, points, errors);
}
