// Convex hull by Qhull's reentrant library. Points are translated to the centre of their box first, since Qhull's
// round-off bound depends on the largest coordinate; the hull keeps the given vertices. Qhull reports errors by longjmp
// inside its entry point and by a return code outside; its messages go to a memory stream and are discarded.
#include "geom/convex/hull.h"

#include "base/alloc.h"
#include "geom/mesh/predicate.h"

#include <libqhull_r/qhull_ra.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGEST 1e100 // m, maximum extent: keeps volumes and Qhull's products finite

static abut_status explain(ab_ctx *cx, int code, int64_t npoint) {
    if (code == qh_ERRmem)
        return ab_fail(cx, ABUT_ERR_MEMORY, "out of memory in the convex hull of %lld points", (long long)npoint);
    if (code == qh_ERRinput || code == qh_ERRsingular || code == qh_ERRprec)
        return ab_fail(cx, ABUT_ERR_INPUT,
                       "the %lld points have no convex hull with a volume: they lie in a plane; use a solid part",
                       (long long)npoint);
    return ab_fail(cx, ABUT_ERR_INTERNAL, "Qhull failed with code %d on %lld points; please report them", code,
                   (long long)npoint);
}

// Corners of a facet as point indices, counter-clockwise from outside.
static ab_triangle corners_of(qhT *qh, facetT *facet, const v3 *moved) {
    ab_triangle t = {{0}};
    int k = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(facet->vertices) if (k < 3) t.v[k++] = qh_pointid(qh, vertex->point);
    const v3 inside = v3_make(qh->interior_point[0], qh->interior_point[1], qh->interior_point[2]);
    const int side = ab_orient3d(moved[t.v[0]], moved[t.v[1]], moved[t.v[2]], inside);
    const bool as_stored =
        (facet->toporient ^ qh_ORIENTclock) != 0; // decides for collinear corners, which have no orientation
    if (side < 0 || (side == 0 && !as_stored)) {
        const int32_t swap = t.v[0];
        t.v[0] = t.v[1];
        t.v[1] = swap;
    }
    return t;
}

static abut_status take_facets(ab_ctx *cx, qhT *qh, const v3 *moved, ab_mesh *hull) {
    int64_t n = 0;
    facetT *facet;
    FORALLfacet_(qh->facet_list) n++;
    AB_TRY(AB_ALLOC(cx, &hull->triangle, n));
    FORALLfacet_(qh->facet_list) hull->triangle[hull->ntriangle++] = corners_of(qh, facet, moved);
    return ABUT_OK;
}

// Keeps the points used by triangles, in their order, and renumbers.
static abut_status take_vertices(ab_ctx *cx, const v3 *point, int64_t npoint, ab_mesh *hull) {
    int32_t *number;
    AB_TRY(AB_ALLOC(cx, &number, npoint));
    for (int64_t t = 0; t < hull->ntriangle; t++)
        for (int k = 0; k < 3; k++) number[hull->triangle[t].v[k]] = 1;
    int32_t used = 0;
    for (int64_t i = 0; i < npoint; i++) number[i] = number[i] ? used++ : -1;
    const abut_status status = AB_ALLOC(cx, &hull->vertex, used);
    if (status == ABUT_OK) {
        hull->nvertex = used;
        for (int64_t i = 0; i < npoint; i++)
            if (number[i] >= 0) hull->vertex[number[i]] = point[i];
        for (int64_t t = 0; t < hull->ntriangle; t++)
            for (int k = 0; k < 3; k++) hull->triangle[t].v[k] = number[hull->triangle[t].v[k]];
    }
    ab_free(cx, number);
    return status;
}

// Option Qt splits facets into triangles; no outfile means no output; Qhull does not change the text.
static abut_status run_qhull(ab_ctx *cx, v3 *moved, int64_t npoint, FILE *messages, ab_mesh *hull) {
    char command[] = "qhull Qt";
    qhT qh;
    qh_zero(&qh, messages);
    const int code = qh_new_qhull(&qh, 3, (int)npoint, &moved->x, False, command, NULL, messages);
    const abut_status status = code ? explain(cx, code, npoint) : take_facets(cx, &qh, moved, hull);
    int long_memory, long_blocks;
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &long_memory, &long_blocks);
    return status;
}

static abut_status hull_of_moved(ab_ctx *cx, v3 *moved, int64_t npoint, ab_mesh *hull) {
    char *said = NULL;
    size_t length = 0;
    FILE *messages = open_memstream(&said, &length);
    if (!messages) return explain(cx, qh_ERRmem, npoint);
    const abut_status status = run_qhull(cx, moved, npoint, messages, hull);
    fclose(messages);
    free(said);
    return status;
}

static abut_status move_to_centre(ab_ctx *cx, const v3 *point, int64_t npoint, v3 **moved) {
    v3 low = point[0];
    v3 high = point[0];
    for (int64_t i = 1; i < npoint; i++) {
        low = v3_min(low, point[i]);
        high = v3_max(high, point[i]);
    }
    if (v3_norm(v3_sub(high, low)) == 0)
        return ab_fail(cx, ABUT_ERR_INPUT, "the %lld points of a convex hull coincide; use a solid part",
                       (long long)npoint);
    if (!(v3_norm(v3_sub(high, low)) < LARGEST))
        return ab_fail(cx, ABUT_ERR_INPUT, "the points of a convex hull are more than %g m apart; check their unit",
                       LARGEST);
    const v3 centre = v3_add(v3_scale(0.5, low), v3_scale(0.5, high));
    AB_TRY(AB_ALLOC(cx, moved, npoint));
    for (int64_t i = 0; i < npoint; i++) (*moved)[i] = v3_sub(point[i], centre);
    return ABUT_OK;
}

abut_status ab_hull(ab_ctx *cx, const v3 *point, int64_t npoint, ab_mesh *hull) {
    *hull = (ab_mesh){0};
    if (npoint < 4)
        return ab_fail(cx, ABUT_ERR_INPUT, "a convex hull needs at least 4 points, but there are %lld",
                       (long long)npoint);
    if (npoint > INT_MAX / 8)
        return ab_fail(cx, ABUT_ERR_LIMIT, "too many points for a convex hull; simplify the part");
    v3 *moved = NULL;
    AB_TRY(move_to_centre(cx, point, npoint, &moved));
    abut_status status = hull_of_moved(cx, moved, npoint, hull);
    ab_free(cx, moved);
    if (status == ABUT_OK) status = take_vertices(cx, point, npoint, hull);
    if (status != ABUT_OK) ab_mesh_free(cx, hull);
    return status;
}
