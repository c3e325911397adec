// Collision function of two shapes, by their contact geometry (geometry.c), and the search methods of samples.
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

static ab_collide_fn *find_analytic(ab_shape_kind b) {
    return b == AB_SHAPE_sphere  ? ab_collide_sphere_sphere
           : b == AB_SHAPE_plane ? ab_collide_sphere_plane
                                 : ab_collide_sphere_polyhedron;
}

static ab_collide_fn *find_sdf(ab_shape_kind a) {
    return a == AB_SHAPE_sphere  ? ab_collide_sphere_sdf
           : a == AB_SHAPE_plane ? ab_collide_plane_sdf
                                 : ab_collide_sdf_sdf;
}

static ab_collide_fn *find_overlap(ab_shape_kind a) {
    return a == AB_SHAPE_plane ? ab_collide_plane_polyhedron : ab_collide_polyhedra;
}

ab_collide_fn *ab_collide_find(const ab_shape *a, const ab_shape *b, ab_geometry_choice choice) {
    switch (ab_geometry_of(ab_shape_class_of(a), ab_shape_class_of(b), choice)) {
    case AB_GEOMETRY_ANALYTIC:
        return find_analytic(b->kind);
    case AB_GEOMETRY_GAP:
        return ab_collide_gap;
    case AB_GEOMETRY_SDF:
        return find_sdf(a->kind);
    case AB_GEOMETRY_OVERLAP:
        return find_overlap(a->kind);
    case AB_GEOMETRY_WALL:
        return ab_collide_wall;
    case AB_GEOMETRY_SUPPORT:
        return ab_collide_convex;
    case AB_GEOMETRY_SHEET:
        return ab_collide_sheet;
    default:
        return ab_collide_ignored;
    }
}
