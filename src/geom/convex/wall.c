// Construction of walls and their intersection with polyhedra; see wall.h.
#include "geom/convex/wall.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "base/union_find.h"

static const double FLAT = 1e-5; // sine of the angle between coplanar triangles after rounding to floats

typedef struct wall_builder {
    const ab_mesh *mesh;
    ab_wall *wall;
    ab_keyed *row, *spare; // edges sorted by their ends; value = 3 triangle + corner  (3 triangles)
} wall_builder;

static v3 normal_of(const ab_mesh *mesh, int64_t t) {
    const int32_t *v = mesh->triangle[t].v;
    const v3 a = mesh->vertex[v[0]];
    return v3_unit(v3_cross(v3_sub(mesh->vertex[v[1]], a), v3_sub(mesh->vertex[v[2]], a)));
}

v3 ab_wall_normal(const ab_wall *wall, int32_t triangle) { return normal_of(&wall->mesh, triangle); }

static void sort_edges(wall_builder *b) {
    const int64_t n = 3 * b->mesh->ntriangle;
    for (int64_t k = 0; k < n; k++) {
        const int32_t *v = b->mesh->triangle[k / 3].v;
        const uint32_t from = (uint32_t)v[k % 3], to = (uint32_t)v[(k + 1) % 3];
        b->row[k] = (ab_keyed){(uint64_t)(from < to ? from : to) << 32 | (from < to ? to : from), k};
    }
    ab_sort_keyed(b->row, b->spare, n);
}

static bool in_one_plane(const ab_mesh *mesh, int64_t s, int64_t t) {
    const v3 a = normal_of(mesh, s), b = normal_of(mesh, t);
    return v3_dot(a, b) > 0 && v3_norm(v3_cross(a, b)) <= FLAT;
}

static void join_patches(wall_builder *b) {
    ab_wall *w = b->wall;
    const int64_t n = 3 * b->mesh->ntriangle;
    ab_union_find_start(w->patch, b->mesh->ntriangle);
    for (int64_t i = 0; i < n; i++) {
        const bool as_before = i > 0 && b->row[i - 1].key == b->row[i].key;
        const bool as_next = i + 1 < n && b->row[i + 1].key == b->row[i].key;
        const int64_t k = b->row[i].value;
        if (as_before && in_one_plane(b->mesh, b->row[i - 1].value / 3, k / 3))
            ab_union_find_join(w->patch, (int32_t)(b->row[i - 1].value / 3), (int32_t)(k / 3));
        if (as_before || as_next) continue;
        w->free_edges[k / 3] |= (uint8_t)(1 << k % 3);
        w->open = true;
    }
    for (int32_t t = 0; t < b->mesh->ntriangle; t++) w->patch[t] = ab_union_find_root(w->patch, t);
}

static void find_stars(ab_wall *w) {
    const ab_mesh *mesh = &w->mesh;
    for (int64_t k = 0; k < 3 * mesh->ntriangle; k++) w->first[mesh->triangle[k / 3].v[k % 3] + 1]++;
    for (int64_t i = 0; i < mesh->nvertex; i++) w->first[i + 1] += w->first[i];
    // Backwards, so that the lists ascend; afterwards first[v + 1] is the start of vertex v.
    for (int64_t k = 3 * mesh->ntriangle - 1; k >= 0; k--)
        w->star[--w->first[mesh->triangle[k / 3].v[k % 3] + 1]] = (int32_t)(k / 3);
    for (int64_t i = 0; i < mesh->nvertex; i++) w->first[i] = w->first[i + 1];
    w->first[mesh->nvertex] = (int32_t)(3 * mesh->ntriangle);
}

static abut_status build(ab_ctx *cx, wall_builder *b) {
    const int64_t n = b->mesh->ntriangle;
    if (n > INT32_MAX / 8) return ab_fail(cx, ABUT_ERR_LIMIT, "a wall has more than %d triangles", INT32_MAX / 8);
    AB_TRY(ab_bvh_build(cx, b->mesh, &b->wall->bvh));
    AB_TRY(AB_ALLOC(cx, &b->wall->first, b->mesh->nvertex + 1));
    AB_TRY(AB_ALLOC(cx, &b->wall->star, 3 * n));
    AB_TRY(AB_ALLOC(cx, &b->wall->patch, n));
    AB_TRY(AB_ALLOC(cx, &b->wall->free_edges, n));
    AB_TRY(AB_ALLOC(cx, &b->row, 3 * n));
    AB_TRY(AB_ALLOC(cx, &b->spare, 3 * n));
    sort_edges(b);
    join_patches(b);
    find_stars(b->wall);
    return ABUT_OK;
}

abut_status ab_wall_build(ab_ctx *cx, const ab_mesh *mesh, ab_wall *wall) {
    *wall = (ab_wall){.mesh = *mesh};
    wall_builder b = {.mesh = &wall->mesh, .wall = wall};
    const abut_status status = build(cx, &b);
    ab_free(cx, b.row);
    ab_free(cx, b.spare);
    if (status != ABUT_OK) ab_wall_free(cx, wall);
    return status;
}

void ab_wall_free(ab_ctx *cx, ab_wall *wall) {
    ab_bvh_free(cx, &wall->bvh);
    ab_free(cx, wall->first);
    ab_free(cx, wall->star);
    ab_free(cx, wall->patch);
    ab_free(cx, wall->free_edges);
    *wall = (ab_wall){0};
}

// ------------------------------------------------------------------------------------------------------ intersection

typedef struct wall_meeting {
    const ab_wall *wall;
    m3 turn; // rotation from the wall to p
    v3 shift;
    const ab_polyhedron *p;
    v3 o;
    ab_clip *clip;
    ab_wall_facet *tell;
    void *arg;
    bool whole;
} wall_meeting;

// True if part of the segment from u to v lies inside p.
static bool reaches_into(const ab_polyhedron *p, v3 u, v3 v) {
    double from = 0, to = 1;
    for (int32_t j = 0; j < p->planes.n; j++) {
        const ab_plane plane = ab_plane_at(&p->planes, j);
        const double a = v3_dot(plane.normal, u) - plane.offset, b = v3_dot(plane.normal, v) - plane.offset;
        if (a >= 0 && b >= 0) return false;
        if (a > 0) from = ab_greater(from, a / (a - b));
        if (b > 0) to = ab_lesser(to, a / (a - b));
    }
    return from < to;
}

static bool visit(void *arg, int32_t t) {
    wall_meeting *m = arg;
    const ab_mesh *mesh = m->wall->bvh.mesh;
    v3 corner[3];
    for (int k = 0; k < 3; k++) corner[k] = v3_add(m->shift, m3_mul(m->turn, mesh->vertex[mesh->triangle[t].v[k]]));
    const ab_facet facet = ab_facet_cut(m->p, corner, m->o, m->clip);
    if (!(v3_norm2(facet.area) > 0)) return true;
    for (int k = 0; k < 3; k++)
        if (m->wall->free_edges[t] >> k & 1 && reaches_into(m->p, corner[k], corner[(k + 1) % 3])) m->whole = false;
    m->tell(m->arg, m->wall->patch[t], &facet);
    return true;
}

bool ab_wall_overlap(const ab_wall *wall, ab_pose wall_in_p, const ab_polyhedron *p, v3 o, ab_clip *clip,
                     ab_wall_facet *tell, void *arg) {
    wall_meeting m = {wall, quat_matrix(wall_in_p.q), wall_in_p.x, p, o, clip, tell, arg, true};
    const m3 back = m3_transpose(m.turn);
    v3 low = v3_make(INFINITY, INFINITY, INFINITY), high = v3_neg(low);
    for (int32_t i = 0; i < p->loops.nvertex; i++) {
        const v3 v = m3_mul(back, v3_sub(ab_vertex_at(&p->loops, i), m.shift));
        low = v3_min(low, v);
        high = v3_max(high, v);
    }
    ab_bvh_overlap(&wall->bvh, low, high, visit, &m);
    return m.whole;
}
