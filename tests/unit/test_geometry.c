// Choice of the contact geometry, and the distance of a point from a polyhedron.
#include "claim.h"
#include "collide/geometry.h"
#include "geom/convex/polyhedron_distance.h"
#include "math/random.h"
#include "shape/shape_distance.h"
#include "shapes.h"

TEST(polyhedra_and_planes_overlap_unless_samples_are_wanted) {
    for (int a = AB_CLASS_PLANE; a <= AB_CLASS_POLYHEDRON; a++) {
        CHECK(ab_geometry_of((ab_shape_class)a, AB_CLASS_POLYHEDRON, AB_CHOOSE_AUTO) == AB_GEOMETRY_OVERLAP);
        CHECK(ab_geometry_of((ab_shape_class)a, AB_CLASS_POLYHEDRON, AB_CHOOSE_SDF) == AB_GEOMETRY_SDF);
        CHECK(ab_geometry_of((ab_shape_class)a, AB_CLASS_CYLINDER, AB_CHOOSE_OVERLAP) == AB_GEOMETRY_OVERLAP);
    }
    CHECK(ab_geometry_of(AB_CLASS_PLANE, AB_CLASS_PLANE, AB_CHOOSE_AUTO) == AB_GEOMETRY_NONE);
}

TEST(balls_touch_every_class_by_every_choice) {
    for (int b = 0; b < AB_CLASSES; b++)
        for (int c = 0; c < AB_CHOOSE_IMPULSE; c++) {
            const ab_geometry g = ab_geometry_of(AB_CLASS_BALL, (ab_shape_class)b, (ab_geometry_choice)c);
            CHECK(g == AB_GEOMETRY_ANALYTIC || g == AB_GEOMETRY_GAP || g == AB_GEOMETRY_SDF || g == AB_GEOMETRY_SHEET);
            CHECK(g == ab_geometry_of((ab_shape_class)b, AB_CLASS_BALL, (ab_geometry_choice)c));
        }
}

TEST(smooth_shapes_and_planes_have_exact_gaps_unless_samples_are_wanted) {
    for (int a = AB_CLASS_BALL; a <= AB_CLASS_ROUND; a++) {
        const ab_shape_class other = (ab_shape_class)a;
        const bool smooth = other != AB_CLASS_POLYHEDRON && other != AB_CLASS_CYLINDER;
        CHECK(ab_geometry_of(other, AB_CLASS_ROUND, AB_CHOOSE_AUTO) == (smooth ? AB_GEOMETRY_GAP : AB_GEOMETRY_SDF));
        CHECK(ab_geometry_of(other, AB_CLASS_ROUND, AB_CHOOSE_SDF) == AB_GEOMETRY_SDF);
    }
    CHECK(ab_geometry_of(AB_CLASS_ROUND, AB_CLASS_CONE, AB_CHOOSE_AUTO) == AB_GEOMETRY_SDF);
}

TEST(impulses_take_exact_gaps_samples_of_solids_and_refuse_sheets) {
    for (int a = 0; a < AB_CLASSES; a++)
        for (int b = a; b < AB_CLASSES; b++) {
            const ab_geometry g = ab_geometry_of((ab_shape_class)a, (ab_shape_class)b, AB_CHOOSE_IMPULSE);
            const bool planes = a == AB_CLASS_PLANE && b == AB_CLASS_PLANE, convex = b < AB_CLASS_SOLID;
            CHECK((g == AB_GEOMETRY_NONE) == planes);
            CHECK((g == AB_GEOMETRY_REFUSED) == (b == AB_CLASS_SHEET));
            CHECK((g == AB_GEOMETRY_SDF) == (b == AB_CLASS_SOLID));
            if (convex && !planes) CHECK(g == (b <= AB_CLASS_PLANE ? AB_GEOMETRY_ANALYTIC : AB_GEOMETRY_SUPPORT));
        }
}

// The box has a closed form of its own (shape_distance.c). Round-off of sizes of 1.
TEST(distance_from_a_box_is_the_closed_form) {
    abut_context *cx = shape_context();
    ab_shape box;
    CHECK_OK(cx, ab_shape_box(cx, v3_make(1, 0.6, 0.3), &box));
    CHECK_OK(cx, ab_shape_make_faces(cx, "box", false, &box));
    ab_random r = ab_random_start(3, 1);
    int inside = 0;
    for (int i = 0; i < 10000; i++) {
        const v3 p = ab_random_in_box(&r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        const ab_distance exact = ab_shape_distance(&box, p);
        const ab_polyhedron_distance near =
            ab_polyhedron_distance_of(box.convex, v3_sub(p, box.convex->centre), INFINITY);
        CHECK_NEAR(near.distance, exact.d, 1e-14);
        CHECK_NEAR(v3_norm(v3_sub(near.normal, exact.gradient)), 0, 1e-12 / fmax(fabs(exact.d), 1e-3));
        inside += near.distance < 0;
    }
    CHECK(inside > 100);
    ab_shape_free(cx, &box);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(polyhedra_and_planes_overlap_unless_samples_are_wanted), CLAIM(balls_touch_every_class_by_every_choice),
       CLAIM(smooth_shapes_and_planes_have_exact_gaps_unless_samples_are_wanted),
       CLAIM(impulses_take_exact_gaps_samples_of_solids_and_refuse_sheets),
       CLAIM(distance_from_a_box_is_the_closed_form))
