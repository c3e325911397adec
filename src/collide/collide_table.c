// Table of collision functions: spheres and planes in closed form, open meshes by their triangles, all others by
// surface samples, or by overlap volume if the law requires it.
#include "collide/contact_point.h"

#include <string.h>

const char *const ab_detect_names[AB_DETECT_COUNT] = {"tree", "octree", "brute", "exact", "smooth"};
const char *const ab_detect_help[AB_DETECT_COUNT] = {
    "a tree of spheres over the points, pruned by the other body's distance",
    "an octree of cubes with box tests, as published; for comparison",
    "every point, one after the other; for comparison",
    "the tree, and then distances and normals from the triangles themselves; slower, for sharp edges",
    ("the tree, and then distances and normals from a spline of the field: forces without jumps; twice the time of a "
     "look"),
};

int ab_detect_find(const char *name) {
    for (int i = 0; i < AB_DETECT_COUNT; i++)
        if (strcmp(ab_detect_names[i], name) == 0) return i;
    return -1;
}

void ab_collide_ignored(const ab_placed *a, const ab_placed *b, ab_contact_points *out) { (void)a, (void)b, (void)out; }

static ab_collide_fn *find_ordered(ab_shape_kind a, ab_shape_kind b) {
    if (a == AB_SHAPE_sphere && b == AB_SHAPE_sphere) return ab_collide_sphere_sphere;
    if (a == AB_SHAPE_sphere && b == AB_SHAPE_plane) return ab_collide_sphere_plane;
    if (a == AB_SHAPE_sphere) return ab_collide_sphere_sdf;
    if (a == AB_SHAPE_plane && b == AB_SHAPE_plane) return ab_collide_ignored;
    return a == AB_SHAPE_plane ? ab_collide_plane_sdf : ab_collide_sdf_sdf;
}

static ab_collide_fn *find_overlap(const ab_shape *a, const ab_shape *b) {
    const bool wall = a->wall || b->wall;
    if (!a->convex && !b->convex) return ab_collide_ignored;
    return wall ? ab_collide_wall : a->kind == AB_SHAPE_plane ? ab_collide_plane_polyhedron : ab_collide_polyhedra;
}

ab_collide_fn *ab_collide_find(const ab_shape *a, const ab_shape *b, bool overlap) {
    if (overlap) return find_overlap(a, b);
    if (ab_shape_is_sheet(a) || ab_shape_is_sheet(b)) return ab_collide_sheet;
    return a->kind <= b->kind ? find_ordered(a->kind, b->kind) : find_ordered(b->kind, a->kind);
}
