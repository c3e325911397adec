// Builds lists of spheres and triangles to draw, and smooth normals of meshes.
#include "render/primitives.h"
#include "base/alloc.h"

#define CREASE 0.82 // cosine of 35 degrees
#define SIDES  10   // of the polygons that approximate circles

void ab_primitives_clear(ab_primitives *primitives) {
    primitives->nsphere = primitives->solid.n = primitives->glass.n = primitives->mark.n = 0;
}

void ab_primitives_free(ab_ctx *cx, ab_primitives *primitives) {
    ab_free(cx, primitives->sphere);
    ab_free(cx, primitives->solid.item);
    ab_free(cx, primitives->glass.item);
    ab_free(cx, primitives->mark.item);
    *primitives = (ab_primitives){0};
}

abut_status ab_primitives_sphere(ab_ctx *cx, ab_primitives *primitives, const ab_sphere_item *sphere) {
    AB_TRY(AB_GROW(cx, &primitives->sphere, &primitives->sphere_capacity, primitives->nsphere + 1));
    primitives->sphere[primitives->nsphere++] = *sphere;
    return ABUT_OK;
}

abut_status ab_primitives_mesh(ab_ctx *cx, ab_triangle_list *list, const ab_mesh *mesh, const v3 *normal,
                               const ab_instance *instance) {
    AB_TRY(AB_GROW(cx, &list->item, &list->capacity, list->n + mesh->ntriangle));
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        ab_triangle_item *item = &list->item[list->n++];
        item->colour = instance->colour;
        item->body = instance->body;
        for (int k = 0; k < 3; k++) {
            item->corner[k] = pose_apply(instance->pose, mesh->vertex[mesh->triangle[t].v[k]]);
            item->normal[k] = quat_rotate(instance->pose.q, normal[3 * t + k]);
        }
    }
    return ABUT_OK;
}

static abut_status add_triangle(ab_ctx *cx, ab_triangle_list *list, v3 a, v3 b, v3 c, ab_colour colour) {
    AB_TRY(AB_GROW(cx, &list->item, &list->capacity, list->n + 1));
    const v3 n = v3_unit(v3_cross(v3_sub(b, a), v3_sub(c, a)));
    list->item[list->n++] = (ab_triangle_item){{a, b, c}, {n, n, n}, colour, -1};
    return ABUT_OK;
}

abut_status ab_primitives_polygon(ab_ctx *cx, ab_triangle_list *list, const v3 *corner, int n, ab_colour colour) {
    for (int k = 2; k < n; k++) AB_TRY(add_triangle(cx, list, corner[0], corner[k - 1], corner[k], colour));
    return ABUT_OK;
}

// The surface between two circles, given by centre and radius.
static abut_status add_ring(ab_ctx *cx, ab_triangle_list *list, const v3 axes[2], v3 c0, double r0, v3 c1, double r1,
                            ab_colour colour) {
    for (int k = 0; k < SIDES; k++) {
        v3 out[2];
        for (int j = 0; j < 2; j++) {
            const double angle = 2 * 3.14159265358979324 * (k + j) / SIDES;
            out[j] = v3_add(v3_scale(cos(angle), axes[0]), v3_scale(sin(angle), axes[1]));
        }
        const v3 a = v3_add_scaled(c0, r0, out[0]), b = v3_add_scaled(c0, r0, out[1]);
        const v3 c = v3_add_scaled(c1, r1, out[0]), d = v3_add_scaled(c1, r1, out[1]);
        if (r0 > 0) AB_TRY(add_triangle(cx, list, a, b, c, colour));
        if (r1 > 0) AB_TRY(add_triangle(cx, list, b, d, c, colour));
    }
    return ABUT_OK;
}

// Two unit vectors perpendicular to a unit vector and to each other.
static void set_across(v3 along, v3 axes[2]) {
    const v3 other = fabs(along.x) < 0.6 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    axes[0] = v3_unit(v3_cross(along, other));
    axes[1] = v3_cross(along, axes[0]);
}

abut_status ab_primitives_rod(ab_ctx *cx, ab_triangle_list *list, v3 from, v3 to, double thick, ab_colour colour) {
    const double length = v3_norm(v3_sub(to, from));
    if (!(length > 0) || !isfinite(length)) return ABUT_OK;
    v3 axes[2];
    set_across(v3_scale(1 / length, v3_sub(to, from)), axes);
    return add_ring(cx, list, axes, from, 0.5 * thick, to, 0.5 * thick, colour);
}

abut_status ab_primitives_arrow(ab_ctx *cx, ab_triangle_list *list, v3 from, v3 vector, double thick,
                                ab_colour colour) {
    const double length = v3_norm(vector);
    if (!(length > 0) || !isfinite(length)) return ABUT_OK;
    const v3 along = v3_scale(1 / length, vector);
    v3 axes[2];
    set_across(along, axes);
    const double head = fmin(3.2 * thick, 0.6 * length), radius = 0.5 * thick;
    const v3 neck = v3_add_scaled(from, length - head, along);
    AB_TRY(add_ring(cx, list, axes, from, radius, neck, radius, colour));
    AB_TRY(add_ring(cx, list, axes, neck, radius, neck, 2.4 * radius, colour));
    return add_ring(cx, list, axes, neck, 2.4 * radius, v3_add(from, vector), 0, colour);
}

// --------------------------------------------------------------------------------------------------- smoothness

// Finds the triangles at each vertex: those of v are of[first[v]] to of[first[v + 1] - 1].
static void gather(const ab_mesh *mesh, int64_t *first, int32_t *of) {
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) first[mesh->triangle[t].v[k] + 1]++;
    for (int64_t v = 0; v < mesh->nvertex; v++) first[v + 1] += first[v];
    for (int64_t t = mesh->ntriangle - 1; t >= 0; t--)
        for (int k = 0; k < 3; k++) of[--first[mesh->triangle[t].v[k] + 1]] = (int32_t)t;
    for (int64_t v = 0; v < mesh->nvertex; v++) first[v] = first[v + 1];
    first[mesh->nvertex] = 3 * mesh->ntriangle;
}

static v3 area_vector(const ab_mesh *mesh, int64_t t) {
    const v3 a = mesh->vertex[mesh->triangle[t].v[0]];
    return v3_cross(v3_sub(mesh->vertex[mesh->triangle[t].v[1]], a), v3_sub(mesh->vertex[mesh->triangle[t].v[2]], a));
}

static v3 corner_normal(const v3 *area, const int64_t *first, const int32_t *of, int64_t t, int32_t vertex) {
    v3 sum = v3_zero();
    for (int64_t i = first[vertex]; i < first[vertex + 1]; i++) {
        const v3 other = area[of[i]];
        const double cosine = v3_dot(area[t], other);
        if (cosine > 0 && cosine * cosine >= CREASE * CREASE * v3_norm2(area[t]) * v3_norm2(other))
            sum = v3_add(sum, other);
    }
    return v3_unit(v3_norm2(sum) > 0 ? sum : area[t]);
}

abut_status ab_smooth_normals(ab_ctx *cx, const ab_mesh *mesh, v3 *normal) {
    int64_t *first = NULL;
    int32_t *of = NULL;
    v3 *area = NULL;
    abut_status status = AB_ALLOC(cx, &first, mesh->nvertex + 1);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &of, 3 * mesh->ntriangle);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &area, mesh->ntriangle);
    if (status == ABUT_OK) {
        gather(mesh, first, of);
        for (int64_t t = 0; t < mesh->ntriangle; t++) area[t] = area_vector(mesh, t);
        for (int64_t t = 0; t < mesh->ntriangle; t++)
            for (int k = 0; k < 3; k++) normal[3 * t + k] = corner_normal(area, first, of, t, mesh->triangle[t].v[k]);
    }
    ab_free(cx, first);
    ab_free(cx, of);
    ab_free(cx, area);
    return status;
}
