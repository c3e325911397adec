// abut_polyhedron_overlap: overlaps through the public interface.
#include "faults.h"
#include "shapes.h"

static const abut_v3 CUBE[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};

static abut_frame frame_at(double x, double y, double z) { return (abut_frame){{x, y, z}, {2, 0, 0, 0}}; }

TEST(two_cubes_share_a_corner_whichever_way) {
    abut_context *cx = shape_context();
    abut_polyhedron *a;
    abut_polyhedron *b;
    CHECK_OK(cx, abut_polyhedron_from_points(cx, CUBE, 8, &a));
    CHECK_OK(cx, abut_polyhedron_from_points(cx, CUBE, 8, &b));
    const abut_frame there = frame_at(0.5, 0.75, -0.75);
    for (abut_overlap_method m = ABUT_OVERLAP_CLIP; m <= ABUT_OVERLAP_DUAL; m++) {
        abut_overlap_result r;
        CHECK_OK(cx, abut_polyhedron_overlap(a, NULL, b, &there, m, &r));
        CHECK(r.overlap);
        CHECK_NEAR(r.volume, 1.0 / 32, 1e-15);
        CHECK_NEAR(r.centroid.z, 0.125, 1e-15);
        CHECK_NEAR(r.area.x, -0.0625, 1e-15);
        CHECK_NEAR(r.area.z, 0.125, 1e-15);
        CHECK_NEAR(r.point.x, r.centroid.x, 1e-15); // three squares about the centroid make no moment
        CHECK_NEAR(r.normal.x * r.normal.x + r.normal.y * r.normal.y + r.normal.z * r.normal.z, 1, 1e-15);
        const int64_t before = cx->allocations;
        CHECK_OK(cx, abut_polyhedron_overlap(a, NULL, b, &there, m, &r));
        CHECK(cx->allocations == before);
    }
    abut_overlap_result apart;
    CHECK_OK(cx,
             abut_polyhedron_overlap(a, &there, b, &(abut_frame){{5, 0, 0}, {1, 0, 0, 0}}, ABUT_OVERLAP_CLIP, &apart));
    CHECK(!apart.overlap && apart.volume == 0);
    abut_polyhedron_destroy(a);
    abut_polyhedron_destroy(b);
    abut_context_destroy(cx);
}

TEST(wrong_arguments_are_refused) {
    abut_context *cx = shape_context();
    abut_polyhedron *p;
    abut_overlap_result r;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_from_points(NULL, CUBE, 8, &p));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_from_points(cx, CUBE, 3, &p));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_from_points(cx, CUBE, 8, NULL));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_from_points(cx, (abut_v3[4]){{NAN, 0, 0}}, 4, &p));
    CHECK_STATUS(ABUT_ERR_INPUT, abut_polyhedron_from_points(cx, CUBE, 4, &p)); // flat
    CHECK(p == NULL);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_from_mesh(NULL, &p));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_hull_of_mesh(NULL, &p));
    CHECK_OK(cx, abut_polyhedron_from_points(cx, CUBE, 8, &p));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_overlap(NULL, NULL, p, NULL, ABUT_OVERLAP_CLIP, &r));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_overlap(p, NULL, NULL, NULL, ABUT_OVERLAP_CLIP, &r));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_overlap(p, NULL, p, NULL, ABUT_OVERLAP_CLIP, NULL));
    const abut_frame lost = frame_at(INFINITY, 0, 0);
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_polyhedron_overlap(p, &lost, p, NULL, ABUT_OVERLAP_CLIP, &r));
    const abut_frame touching = frame_at(1, 0, 0);
    CHECK_STATUS(ABUT_ERR_LIMIT, abut_polyhedron_overlap(p, NULL, p, &touching, ABUT_OVERLAP_DUAL, &r));
    CHECK_OK(cx, abut_polyhedron_overlap(p, NULL, p, &touching, ABUT_OVERLAP_CLIP, &r));
    CHECK(!r.overlap);
    abut_polyhedron_destroy(p);
    abut_polyhedron_destroy(NULL);
    abut_context_destroy(cx);
}

static abut_status overlap_cubes(abut_context *cx) {
    abut_polyhedron *p = NULL;
    abut_overlap_result r;
    const abut_frame there = frame_at(0.5, 0.75, -0.75);
    abut_status status = abut_polyhedron_from_points(cx, CUBE, 8, &p);
    if (status == ABUT_OK) status = abut_polyhedron_overlap(p, NULL, p, &there, ABUT_OVERLAP_CLIP, &r);
    if (status == ABUT_OK) status = abut_polyhedron_overlap(p, NULL, p, &there, ABUT_OVERLAP_DUAL, &r);
    abut_polyhedron_destroy(p);
    return status;
}

TEST(every_failing_allocation_ends_with_out_of_memory_and_no_leak) {
    int64_t fired = 1;
    int failures = 0;
    for (int64_t at = 1; fired > 0; at++) {
        faults f = faults_start(FAULTS_MEMORY, at);
        abut_config config = faults_config(&f);
        config.threads = 1;
        abut_context *cx;
        if (abut_context_create(&config, &cx) != ABUT_OK) continue;
        const abut_status status = overlap_cubes(cx);
        fired = f.fired;
        CHECK_STATUS(fired ? ABUT_ERR_MEMORY : ABUT_OK, status);
        abut_context_destroy(cx);
        CHECK(f.live_blocks == 0);
        failures += fired > 0;
    }
    CHECK(failures > 20);
}

CLAIMS(CLAIM(two_cubes_share_a_corner_whichever_way), CLAIM(wrong_arguments_are_refused),
       CLAIM(every_failing_allocation_ends_with_out_of_memory_and_no_leak))
