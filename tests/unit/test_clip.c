// Cutting polyhedra: both sides of a cut, vertices near the plane, and the room that a cut needs.
#include "polyhedra.h"

#include "math/random.h"

typedef struct cube {
    abut_context *cx;
    ab_polyhedron p; // of edge 1 about the origin
    ab_clip clip;
} cube;

static cube cube_start(int32_t faces) {
    cube c = {.cx = shape_context()};
    c.p = polyhedron_of(c.cx, shape_cube(c.cx, 0.5));
    CHECK_OK(c.cx, ab_clip_make(c.cx, faces, &c.clip));
    ab_clip_start(&c.clip, &c.p.loops);
    return c;
}

static void cube_end(cube *c) {
    ab_clip_free(c->cx, &c->clip);
    ab_polyhedron_free(c->cx, &c->p);
    abut_context_destroy(c->cx);
}

static ab_plane random_plane(ab_random *random) {
    const v3 n =
        v3_make(ab_random_between(random, -1, 1), ab_random_between(random, -1, 1), ab_random_between(random, -1, 1));
    return (ab_plane){v3_unit(n), ab_random_between(random, -0.4, 0.4)};
}

static ab_plane turned(ab_plane p) { return (ab_plane){v3_scale(-1, p.normal), -p.offset}; }

// The two sides of a plane make up the cube: volumes, first moments, areas; each is closed, and its cap is the other's
// turned round.
TEST(both_sides_of_a_cut_make_up_the_whole) {
    cube c = cube_start(8);
    ab_random random = ab_random_start(7, 1);
    int cuts = 0;
    for (int i = 0; i < 300; i++) {
        const ab_plane plane = random_plane(&random);
        ab_clip_integrals side[2];
        for (int k = 0; k < 2; k++) {
            ab_clip_start(&c.clip, &c.p.loops);
            if (ab_clip_cut(&c.clip, k ? turned(plane) : plane, 0) != AB_CUT_SOME) continue;
            side[k] = ab_clip_measure(&c.clip.now);
            CHECK(c.clip.now.first[0] == 0 &&
                  c.clip.now.nvertex - c.clip.now.first[c.clip.now.nface] / 2 + c.clip.now.nface == 2); // Euler
            cuts++;
            const v3 all = v3_add(side[k].of[0].area, side[k].of[1].area);
            CHECK_NEAR(v3_norm(all), 0, 1e-15); // closed: roundings of areas of 1
            CHECK_NEAR(v3_norm(v3_add(side[k].of[0].moment, side[k].of[1].moment)), 0, 1e-15);
            CHECK_NEAR(v3_dot(side[k].of[1].area, plane.normal), (k ? -1 : 1) * v3_norm(side[k].of[1].area), 1e-14);
        }
        CHECK_NEAR(side[0].volume + side[1].volume, 1, 1e-14);
        const v3 moment =
            v3_add(v3_scale(side[0].volume, side[0].centroid), v3_scale(side[1].volume, side[1].centroid));
        CHECK_NEAR(v3_norm(moment), 0, 1e-14);
        CHECK_NEAR(v3_norm(v3_add(side[0].of[1].area, side[1].of[1].area)), 0, 1e-14);
    }
    assert_int_equal(600, cuts);
    cube_end(&c);
}

// Heights of -0.0005 and of 0.0005 with limits of -0.001 and 0.001: the cap is where the vertices were, not beyond.
TEST(vertices_within_the_limit_stay_at_the_ends_of_their_edges) {
    cube c = cube_start(8);
    const v3 x = v3_make(1, 0, 0);
    CHECK(ab_clip_cut(&c.clip, (ab_plane){x, 0.5005}, -1e-3) == AB_CUT_SOME);
    ab_clip_integrals in = ab_clip_measure(&c.clip.now);
    CHECK_NEAR(in.volume, 1, 1e-15);
    CHECK_NEAR(in.of[1].area.x, 1, 1e-15); // the cap has replaced the face
    CHECK(c.clip.now.nface == 6);
    ab_clip_start(&c.clip, &c.p.loops);
    CHECK(ab_clip_cut(&c.clip, (ab_plane){x, 0.4995}, 1e-3) == AB_CUT_NONE);
    CHECK(ab_clip_cut(&c.clip, (ab_plane){x, -0.5005}, 1e-3) == AB_CUT_SOME);
    in = ab_clip_measure(&c.clip.now);
    CHECK_NEAR(in.volume, 0, 1e-15);
    CHECK(ab_clip_cut(&c.clip, (ab_plane){x, -0.502}, 1e-3) == AB_CUT_ALL);
    cube_end(&c);
}

// Every edge of the cube might be cut: 12 vertices, 12 edges, 36 corners and 4 faces more.
TEST(a_cut_that_might_not_fit_leaves_the_polyhedron_as_it_was) {
    const ab_plane plane = {v3_unit(v3_make(1, 2, 3)), 0};
    for (int what = 0; what < 4; what++)
        for (int missing = 0; missing < 2; missing++) {
            cube c = cube_start(64);
            int32_t *const max[] = {&c.clip.max_vertices, &c.clip.max_edges, &c.clip.max_corners, &c.clip.max_faces};
            static const int32_t NEEDED[] = {8 + 12, 12 + 12, 24 + 36, 6 + 4 + 1};
            *max[what] = NEEDED[what] - missing;
            const ab_cut cut = ab_clip_cut(&c.clip, plane, 0);
            CHECK(cut == (missing ? AB_CUT_FULL : AB_CUT_SOME));
            if (missing) CHECK(c.clip.now.corner == c.p.loops.corner && ab_clip_measure(&c.clip.now).volume == 1);
            cube_end(&c);
        }
}

// Tangent planes of a ball, more than there is room for: numbers stay within the room, and all that fitted was cut
// rightly.
TEST(cutting_on_and_on_ends_before_the_room_does) {
    cube c = cube_start(10);
    ab_random random = ab_random_start(3, 1);
    double volume = 1;
    int cuts = 0, refused = 0;
    for (int i = 0; i < 200; i++) {
        ab_plane plane = random_plane(&random);
        plane.offset = 0.45;
        const ab_cut cut = ab_clip_cut(&c.clip, plane, 0);
        const ab_loops *l = &c.clip.now;
        CHECK(l->nvertex <= c.clip.max_vertices && l->nedge <= c.clip.max_edges && l->nface <= c.clip.max_faces &&
              l->first[l->nface] <= c.clip.max_corners);
        const double left = ab_clip_measure(l).volume;
        CHECK(left <= volume + 1e-15 && left > 4.0 / 3 * 3.14159 * 0.45 * 0.45 * 0.45); // the ball is inside
        if (cut == AB_CUT_FULL) CHECK(left == volume);
        volume = left;
        cuts += cut == AB_CUT_SOME;
        refused += cut == AB_CUT_FULL;
    }
    CHECK(cuts > 3 && refused > 10); // four faces more fit whatever they cross
    cube_end(&c);
}

TEST(room_is_made_for_so_many_faces_and_no_more) {
    abut_context *cx = shape_context();
    ab_clip clip;
    CHECK_OK(cx, ab_clip_make(cx, AB_CLIP_MAX_FACES, &clip));
    CHECK((uintptr_t)clip.height % 64 == 0 && (uintptr_t)clip.cut % 64 == 0 && clip.cut[clip.max_edges - 1] == AB_NONE);
    CHECK(clip.max_vertices < AB_NONE && clip.max_edges < AB_NONE); // the numbers that corners hold
    ab_clip_free(cx, &clip);
    CHECK(!clip.memory && !clip.height);
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_clip_make(cx, AB_CLIP_MAX_FACES + 1, &clip));
    CHECK(!clip.memory);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(both_sides_of_a_cut_make_up_the_whole), CLAIM(vertices_within_the_limit_stay_at_the_ends_of_their_edges),
       CLAIM(a_cut_that_might_not_fit_leaves_the_polyhedron_as_it_was),
       CLAIM(cutting_on_and_on_ends_before_the_room_does), CLAIM(room_is_made_for_so_many_faces_and_no_more))
