// Public interface of polyhedra and their overlap: abut_polyhedron_* and abut_polyhedron_overlap of abut.h.
#include "base/alloc.h"
#include "geom/mesh/mesh_object.h"
#include "geom/convex/overlap_dual.h"

struct abut_polyhedron {
    ab_ctx *cx;
    ab_polyhedron body;
    ab_overlap_workspace workspace; // used when this is the first of a pair
    ab_dual_workspace dual;
};

typedef abut_status build_fn(ab_ctx *cx, const ab_mesh *mesh, ab_polyhedron *p);

static abut_status create(ab_ctx *cx, const ab_mesh *mesh, build_fn *build, abut_polyhedron **polyhedron) {
    if (!polyhedron) return ab_fail(cx, ABUT_ERR_ARGUMENT, "a polyhedron needs a place to be put");
    *polyhedron = NULL;
    abut_polyhedron *made;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->cx = cx;
    const abut_status status = build(cx, mesh, &made->body);
    if (status == ABUT_OK)
        *polyhedron = made;
    else
        abut_polyhedron_destroy(made);
    return status;
}

static abut_status build_mesh(ab_ctx *cx, const ab_mesh *mesh, ab_polyhedron *p) {
    return ab_polyhedron_build(cx, "the mesh", mesh, p);
}

static abut_status build_hull(ab_ctx *cx, const ab_mesh *mesh, ab_polyhedron *p) {
    return ab_polyhedron_hull(cx, "the hull", mesh->vertex, mesh->nvertex, p);
}

abut_status abut_polyhedron_from_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron) {
    return mesh ? create(mesh->cx, &mesh->mesh, build_mesh, polyhedron) : ABUT_ERR_ARGUMENT;
}

abut_status abut_polyhedron_hull_of_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron) {
    return mesh ? create(mesh->cx, &mesh->mesh, build_hull, polyhedron) : ABUT_ERR_ARGUMENT;
}

abut_status abut_polyhedron_from_points(abut_context *cx, const abut_v3 *points, int64_t count,
                                        abut_polyhedron **polyhedron) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!points || count < 4) return ab_fail(cx, ABUT_ERR_ARGUMENT, "a polyhedron needs at least 4 points");
    for (int64_t i = 0; i < count; i++)
        if (!v3_finite(points[i]))
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "point %lld of a polyhedron is not finite", (long long)i);
    ab_mesh cloud = {.nvertex = count};
    AB_TRY(AB_ALLOC(cx, &cloud.vertex, count));
    for (int64_t i = 0; i < count; i++) cloud.vertex[i] = points[i];
    const abut_status status = create(cx, &cloud, build_hull, polyhedron);
    ab_mesh_free(cx, &cloud);
    return status;
}

void abut_polyhedron_destroy(abut_polyhedron *p) {
    if (!p) return;
    ab_polyhedron_free(p->cx, &p->body);
    ab_overlap_free(p->cx, &p->workspace);
    ab_dual_free(p->cx, &p->dual);
    ab_free(p->cx, p);
}

// -------------------------------------------------------------------------------------------------------------- pairs

static abut_status make_workspace(abut_polyhedron *a, const abut_polyhedron *b, abut_overlap_method method) {
    const int32_t faces = a->body.planes.n + b->body.planes.n;
    if (faces > a->workspace.faces) {
        ab_overlap_free(a->cx, &a->workspace);
        AB_TRY(ab_overlap_make(a->cx, faces, &a->workspace));
    }
    if (method == ABUT_OVERLAP_DUAL && faces > a->dual.hull.max_points) {
        ab_dual_free(a->cx, &a->dual);
        AB_TRY(ab_dual_make(a->cx, faces, &a->dual));
    }
    return ABUT_OK;
}

static abut_status read_pose(ab_ctx *cx, const abut_frame *frame, ab_pose *pose) {
    *pose = pose_identity();
    if (!frame) return ABUT_OK;
    const double n2 = quat_norm2(frame->orientation);
    if (!v3_finite(frame->position) || !isfinite(n2) || !(n2 > 0))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a pose of a polyhedron is not finite, or its orientation is zero");
    *pose = (ab_pose){frame->position, quat_unit(frame->orientation)};
    return ABUT_OK;
}

static abut_overlap_result result_of(const ab_overlap *o) {
    return (abut_overlap_result){true,      o->volume,           o->centroid,     o->area,
                                 o->moment, ab_overlap_point(o), v3_unit(o->area)};
}

abut_status abut_polyhedron_overlap(abut_polyhedron *a, const abut_frame *pose_a, const abut_polyhedron *b,
                                    const abut_frame *pose_b, abut_overlap_method method, abut_overlap_result *result) {
    if (!a) return ABUT_ERR_ARGUMENT;
    if (!b || !result)
        return ab_fail(a->cx, ABUT_ERR_ARGUMENT,
                       "abut_polyhedron_overlap needs two polyhedra and a place for the result");
    *result = (abut_overlap_result){0};
    ab_pose pa, pb;
    AB_TRY(read_pose(a->cx, pose_a, &pa));
    AB_TRY(read_pose(a->cx, pose_b, &pb));
    AB_TRY(make_workspace(a, b, method));
    const ab_pose b_in_a = ab_overlap_pose(&a->body, pa, &b->body, pb);
    ab_overlap o;
    const ab_overlap_state m = method == ABUT_OVERLAP_DUAL
                                   ? ab_overlap_dual(&a->body, &b->body, b_in_a, &a->workspace, &a->dual, &o)
                                   : ab_overlap_clip(&a->body, &b->body, b_in_a, &a->workspace, &o);
    if (m == AB_UNKNOWN)
        return ab_fail(a->cx, ABUT_ERR_LIMIT, "the overlap is too flat for the %s method; use the other one",
                       method == ABUT_OVERLAP_DUAL ? "dual" : "clip");
    if (m == AB_APART) return ABUT_OK;
    o = ab_overlap_move(&o, ab_polyhedron_pose(&a->body, pa));
    *result = result_of(&o);
    return ABUT_OK;
}
