// Finds nested shells by the winding number just behind one of their triangles: 1 for an outer shell and for the wall
// of a cavity, 2 or more for a shell enclosed by others of the same orientation.
#include "geom/bvh/nested_shells.h"

#include "base/alloc.h"
#include "base/union_find.h"
#include "geom/bvh/winding.h"
#include "geom/mesh/mesh_object.h"

#define INSIDE 1e-6 // offset relative to the triangle's size

typedef struct nested_shells_work {
    ab_mesh *mesh;
    int32_t *shell;        // shell of a vertex, named by one of its vertices  (nvertex)
    unsigned char *looked; // the shell of this name has been tested  (nvertex)
    unsigned char *remove; // the shell of this name is removed  (nvertex)
    ab_bvh bvh;
    ab_winding winding;
} nested_shells_work;

// Winding number of a point just behind triangle t, by the orientation of the triangles.
static double winding_behind(const nested_shells_work *w, int64_t t) {
    const int32_t *v = w->mesh->triangle[t].v;
    const v3 a = w->mesh->vertex[v[0]], ab = v3_sub(w->mesh->vertex[v[1]], a), ac = v3_sub(w->mesh->vertex[v[2]], a);
    const v3 middle = v3_add_scaled(a, 1.0 / 3, v3_add(ab, ac)), normal = v3_cross(ab, ac);
    return ab_winding_number(&w->winding, v3_add_scaled(middle, -INSIDE * sqrt(v3_norm(normal)), v3_unit(normal)));
}

static int64_t find_nested(nested_shells_work *w) {
    int64_t nested = 0;
    for (int64_t t = 0; t < w->mesh->ntriangle; t++) {
        const int32_t name = ab_union_find_root(w->shell, w->mesh->triangle[t].v[0]);
        if (w->looked[name]) continue;
        w->looked[name] = 1;
        w->remove[name] = winding_behind(w, t) > 1.5;
        nested += w->remove[name];
    }
    return nested;
}

static abut_status look(ab_ctx *cx, nested_shells_work *w, int64_t *removed) {
    ab_mesh *mesh = w->mesh;
    AB_TRY(AB_ALLOC(cx, &w->shell, mesh->nvertex));
    AB_TRY(AB_ALLOC(cx, &w->looked, mesh->nvertex));
    AB_TRY(AB_ALLOC(cx, &w->remove, mesh->nvertex));
    AB_TRY(ab_bvh_build(cx, mesh, &w->bvh));
    AB_TRY(ab_winding_build(cx, &w->bvh, &w->winding));
    ab_union_find_start(w->shell, mesh->nvertex);
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        ab_union_find_join(w->shell, mesh->triangle[t].v[0], mesh->triangle[t].v[1]);
        ab_union_find_join(w->shell, mesh->triangle[t].v[0], mesh->triangle[t].v[2]);
    }
    *removed = find_nested(w);
    return ABUT_OK;
}

static void remove_shells(const nested_shells_work *w) {
    int64_t kept = 0;
    for (int64_t t = 0; t < w->mesh->ntriangle; t++)
        if (!w->remove[ab_union_find_root(w->shell, w->mesh->triangle[t].v[0])])
            w->mesh->triangle[kept++] = w->mesh->triangle[t];
    w->mesh->ntriangle = kept;
}

abut_status ab_mesh_remove_nested(ab_ctx *cx, ab_mesh *mesh, int64_t *removed) {
    nested_shells_work w = {.mesh = mesh};
    *removed = 0;
    if (mesh->ntriangle == 0) return ABUT_OK;
    const abut_status status = look(cx, &w, removed);
    if (status == ABUT_OK && *removed > 0) remove_shells(&w);
    ab_winding_free(cx, &w.winding);
    ab_bvh_free(cx, &w.bvh);
    ab_free(cx, w.shell);
    ab_free(cx, w.looked);
    ab_free(cx, w.remove);
    return status;
}

abut_status abut_mesh_remove_nested(abut_mesh *mesh, int64_t *removed) {
    int64_t count = 0;
    if (!mesh) return ABUT_ERR_ARGUMENT;
    const abut_status status = ab_mesh_remove_nested(mesh->cx, &mesh->mesh, &count);
    if (removed) *removed = count;
    return status;
}
