// Table of shapes, functions shared by their makers, and construction of their colliders.
#include "shape/shape_common.h"
#include "base/alloc.h"
#include "geom/convex/contact_curvature.h"
#include "geom/sdf/sheet.h"
#include "geom/bvh/thickness.h"
#include "shape/sdf_collider.h"

const ab_shape_type *const ab_shape_types[AB_SHAPE_COUNT + 1] = {
#define AB_SHAPE(name) &ab_shape_type_##name,
#include "shape/shapes.def"
#undef AB_SHAPE
    &ab_shape_type_compound,
};

void ab_shape_numbers(ab_parameter_list list, const double *value, const ab_numbers *lists, double *number) {
    int at = 0;
    for (int i = 0; i < list.count; i++) {
        const ab_parameter *p = &list.item[i];
        const double *from = p->count == 0 ? &value[i] : lists[i].n > 0 ? lists[i].item : p->fallbacks;
        for (int k = 0; k < (p->count == 0 ? 1 : p->count) && at < AB_SHAPE_NUMBERS; k++)
            number[at++] = from ? from[k] : 0;
    }
}

void ab_shape_free(ab_ctx *cx, ab_shape *shape) {
    ab_sdf_collider_free(cx, shape->sdf_collider);
    shape->sdf_collider = NULL;
    if (shape->convex) ab_polyhedron_free(cx, shape->convex);
    ab_free(cx, shape->convex);
    shape->convex = NULL;
    if (shape->wall) ab_wall_free(cx, shape->wall);
    ab_free(cx, shape->wall);
    shape->wall = NULL;
    if (shape->cuts) ab_sheet_cuts_free(cx, shape->cuts);
    ab_free(cx, shape->cuts);
    shape->cuts = NULL;
    if (shape->tree) ab_bvh_free(cx, shape->tree);
    ab_free(cx, shape->tree);
    shape->tree = NULL;
    ab_mesh_free(cx, &shape->surface);
}

// Level of detail of a round shape with edges of about a cell, so that vertices, which lie exactly on the surface, are
// as dense as samples.
static int detail_for(const ab_shape *shape, double cell) {
    const bool stretched = shape->kind == AB_SHAPE_ellipsoid || shape->kind == AB_SHAPE_superellipsoid;
    const double round = stretched ? shape->radius : shape->half.x;
    int detail = AB_DETAIL_FINE + 1;
    while (detail < AB_DETAIL_MAX && 2 * AB_PI * round / ab_tessellate_segments(detail) > 1.1 * cell) detail++;
    return detail;
}

static bool is_round(ab_shape_kind kind) {
    return kind == AB_SHAPE_ellipsoid || kind == AB_SHAPE_capsule || kind == AB_SHAPE_cylinder ||
           kind == AB_SHAPE_superellipsoid || kind == AB_SHAPE_cone;
}

// Wall thickness: of a mesh by rays, of other shapes from their dimensions.
static abut_status measure_thickness(ab_ctx *cx, const ab_mesh *surface, ab_shape *shape, double *thickness) {
    *thickness = shape->inner > 0 ? 2 * shape->inner : INFINITY;
    if (shape->kind != AB_SHAPE_mesh || !(shape->volume > 0)) return ABUT_OK;
    ab_bvh bvh;
    AB_TRY(ab_bvh_build(cx, surface, &bvh));
    const abut_status status = ab_mesh_thickness(cx, &bvh, thickness);
    ab_bvh_free(cx, &bvh);
    shape->inner = ab_lesser(shape->inner, 0.5 * *thickness);
    return status;
}

static abut_status make_sdf_collider(ab_ctx *cx, const char *name, const ab_mesh *surface,
                                     ab_sdf_collider_options options, ab_shape *shape) {
    AB_TRY(measure_thickness(cx, surface, shape, &options.thickness));
    if (!shape->met_by_points) options.thickness = INFINITY;
    return ab_sdf_collider_make(cx, name, surface, &options, &shape->sdf_collider);
}

abut_status ab_shape_make_sdf_collider(ab_ctx *cx, const char *name, ab_shape *shape, int64_t cells, bool octree) {
    const v3 h = shape->half;
    const double longest = 2 * fmax(h.x, fmax(h.y, h.z + (shape->kind == AB_SHAPE_capsule ? h.x : 0)));
    const double cell = shape->cell > 0 ? shape->cell : longest / (double)cells;
    const bool round = is_round(shape->kind);
    ab_mesh surface = {0};
    const double spacing = shape->spacing > 0 || !round ? shape->spacing : 1.25 * cell;
    const double edge = round ? ab_lesser(cell, spacing / 1.25) : cell;
    AB_TRY(ab_shape_types[shape->kind]->surface(cx, shape, round ? detail_for(shape, edge) : AB_DETAIL_FINE, &surface));
    const ab_sdf_collider_options options = {.cells = cells, .cell = shape->cell, .spacing = spacing, .octree = octree};
    const abut_status status = make_sdf_collider(cx, name, &surface, options, shape);
    ab_mesh_free(cx, &surface);
    return status;
}

static abut_status make_convex(ab_ctx *cx, const char *name, ab_shape *shape) {
    const int USUAL = 1;
    ab_mesh surface = {0};
    AB_TRY(ab_shape_types[shape->kind]->surface(cx, shape, USUAL, &surface));
    abut_status status = AB_ALLOC(cx, &shape->convex, 1);
    if (status == ABUT_OK) status = ab_polyhedron_build(cx, name, &surface, shape->convex);
    ab_mesh_free(cx, &surface);
    if (status == ABUT_OK) return ABUT_OK;
    ab_free(cx, shape->convex);
    shape->convex = NULL;
    return status;
}

static abut_status make_wall(ab_ctx *cx, ab_shape *shape) {
    AB_TRY(AB_ALLOC(cx, &shape->wall, 1));
    const abut_status status = ab_wall_build(cx, &shape->surface, shape->wall);
    if (status == ABUT_OK) return ABUT_OK;
    ab_free(cx, shape->wall);
    shape->wall = NULL;
    return status;
}

abut_status ab_shape_make_tree(ab_ctx *cx, ab_shape *shape) {
    if (shape->tree) {
        shape->tree->mesh = &shape->surface; // shapes move when their array grows
        return ABUT_OK;
    }
    AB_TRY(AB_ALLOC(cx, &shape->tree, 1));
    const abut_status status = ab_bvh_build(cx, &shape->surface, shape->tree);
    if (status == ABUT_OK) return ABUT_OK;
    ab_free(cx, shape->tree);
    shape->tree = NULL;
    return status;
}

abut_status ab_shape_make_sheet(ab_ctx *cx, const char *name, ab_shape *shape, double spacing) {
    if (!shape->wall) AB_TRY(make_wall(cx, shape));
    if (!(spacing > 0)) return ABUT_OK;
    if (!shape->cuts) AB_TRY(AB_ALLOC(cx, &shape->cuts, 1));
    return ab_sheet_cuts_make(cx, name, &shape->surface, spacing, shape->cuts);
}

abut_status ab_shape_make_faces(ab_ctx *cx, const char *name, bool may_be_wall, ab_shape *shape) {
    const ab_shape_kind kind = shape->kind;
    if (kind != AB_SHAPE_box && kind != AB_SHAPE_hull && kind != AB_SHAPE_mesh && kind != AB_SHAPE_cylinder)
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "%s: a %s has no faces for the law 'volume'; give it a hull, or another law with contact.pairs",
                       name, ab_shape_types[kind]->name);
    const abut_status status = make_convex(cx, name, shape);
    const bool unfit = status == ABUT_ERR_INPUT || status == ABUT_ERR_LIMIT; // open, not convex, or too fine
    return unfit && may_be_wall && kind == AB_SHAPE_mesh ? make_wall(cx, shape) : status;
}

abut_status ab_shape_find_convex(ab_ctx *cx, ab_shape *mesh) {
    if (mesh->convex || mesh->concave || mesh->wall || ab_shape_is_sheet(mesh)) return ABUT_OK;
    const abut_status status = make_convex(cx, "mesh", mesh);
    mesh->concave = status == ABUT_ERR_INPUT || status == ABUT_ERR_LIMIT;
    return mesh->concave ? ABUT_OK : status;
}

// Two radii of curvature: R = s^0.4 p^-0.7. An ellipsoid is flattest at the ends of its shortest semi-axis c, where
// they are a^2/c and b^2/c.
double ab_shape_flattest(const ab_shape *s) {
    const v3 h = s->half;
    const double low = ab_lesser(h.x, ab_lesser(h.y, h.z)), high = fmax(h.x, fmax(h.y, h.z));
    const double middle = h.x + h.y + h.z - low - high;
    if (s->wall) return INFINITY;
    if (s->kind == AB_SHAPE_superellipsoid) return AB_FLATTEST * cbrt(h.x * h.y * h.z);
    if (s->kind == AB_SHAPE_sphere || s->kind == AB_SHAPE_capsule) return h.x;
    if (s->kind != AB_SHAPE_ellipsoid) return s->equivalent;
    const double k = low / (high * high), l = low / (middle * middle);
    return ab_exp(0.4 * ab_ln(0.5 * (k + l)) - 0.7 * ab_ln(k * l));
}

// Radius of the ball that rolls inside: the least radius of curvature.
static double rolling_of(const ab_shape *s) {
    const double low = ab_lesser(s->half.x, ab_lesser(s->half.y, s->half.z));
    if (s->kind == AB_SHAPE_ellipsoid) return low * low / s->radius;
    return s->kind == AB_SHAPE_sphere || s->kind == AB_SHAPE_capsule ? s->half.x : 0;
}

ab_convex ab_shape_convex(const ab_shape *shape) {
    const bool needs_faces = shape->kind == AB_SHAPE_hull || shape->kind == AB_SHAPE_mesh;
    const ab_support_type *type = needs_faces && !shape->convex ? NULL : ab_shape_types[shape->kind]->convex;
    return (ab_convex){type,         shape->half,      {shape->power[0], shape->power[1]}, shape->convex, shape->radius,
                       shape->inner, rolling_of(shape)};
}

abut_status ab_shape_size(ab_ctx *cx, double size, const char *what) {
    if (isfinite(size) && size > 0) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "%s is %g m; give a positive length", what, size);
}

// True for a positive normal number, without underflow or overflow.
static bool usable(double value) { return isnormal(value) && value > 0; }

abut_status ab_shape_complete_solid(ab_ctx *cx, const ab_shape *shape) {
    const v3 m = shape->moments;
    if (usable(shape->volume) && usable(m.x) && usable(m.y) && usable(m.z) && isfinite(shape->radius)) return ABUT_OK;
    if (shape->volume == 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the %s encloses no volume; give it a thickness",
                       ab_shape_types[shape->kind]->name);
    return ab_fail(cx, ABUT_ERR_ARGUMENT,
                   "the %s is too large or too small to have a mass: its volume is %g m^3; check the unit of its size",
                   ab_shape_types[shape->kind]->name, shape->volume);
}
