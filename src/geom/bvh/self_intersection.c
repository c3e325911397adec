// Counts self-intersections of a mesh: each triangle is tested against later ones whose bounding boxes intersect its
// own.
#include "geom/bvh/self_intersection.h"

#include "base/work.h"
#include "geom/bvh/bvh.h"

typedef struct self_intersection_search {
    const ab_mesh *mesh;
    int64_t left;  // remaining budget
    int64_t pairs; // found
    int32_t first; // first triangle of the pairs being tested
} self_intersection_search;

static void corners_of(const ab_mesh *mesh, int64_t t, v3 corner[3]) {
    for (int k = 0; k < 3; k++) corner[k] = mesh->vertex[mesh->triangle[t].v[k]];
}

static bool share_vertex(const ab_triangle *a, const ab_triangle *b) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (a->v[i] == b->v[j]) return true;
    return false;
}

static bool test_pair(void *arg, int32_t second) {
    self_intersection_search *s = arg;
    if (second <= s->first) return true;
    if (share_vertex(&s->mesh->triangle[s->first], &s->mesh->triangle[second])) return true;
    v3 a[3], b[3];
    corners_of(s->mesh, s->first, a);
    corners_of(s->mesh, second, b);
    s->pairs += ab_triangles_intersect(a, b);
    return --s->left > 0;
}

static abut_status search_mesh(ab_ctx *cx, self_intersection_search *s, const ab_bvh *bvh) {
    for (; s->first < s->mesh->ntriangle && s->left > 0; s->first++) {
        AB_TRY(AB_WORKED(cx, "self-intersections", s->first, s->mesh->ntriangle));
        v3 corner[3];
        corners_of(s->mesh, s->first, corner);
        const v3 low = v3_min(v3_min(corner[0], corner[1]), corner[2]);
        const v3 high = v3_max(v3_max(corner[0], corner[1]), corner[2]);
        s->left -= ab_bvh_overlap(bvh, low, high, test_pair, s);
    }
    return ABUT_OK;
}

abut_status ab_mesh_self_intersections(ab_ctx *cx, const ab_mesh *mesh, int64_t *pairs, bool *complete) {
    *pairs = 0;
    *complete = true;
    if (mesh->ntriangle == 0) return ABUT_OK;
    ab_bvh bvh;
    AB_TRY(ab_bvh_build(cx, mesh, &bvh));
    self_intersection_search s = {.mesh = mesh,
                                  .left = AB_INTERSECT_BUDGET + AB_INTERSECT_BUDGET_EACH * mesh->ntriangle};
    const abut_status status = search_mesh(cx, &s, &bvh);
    *pairs = s.pairs;
    *complete = s.left > 0;
    ab_bvh_free(cx, &bvh);
    return status;
}
