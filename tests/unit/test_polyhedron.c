// Convex polyhedra from meshes, and cutting them.
#include "polyhedra.h"

#include "math/random.h"

// Every edge number stands at two corners, which run between the same vertices in opposite directions.
static void check_closed(const ab_loops *l) {
    static int32_t from[65536], to[65536], seen[65536];
    memset(seen, 0, sizeof seen);
    for (int32_t f = 0; f < l->nface; f++)
        for (int32_t k = l->first[f]; k < l->first[f + 1]; k++) {
            const ab_corner u = l->corner[k];
            const int32_t w = l->corner[k + 1 < l->first[f + 1] ? k + 1 : l->first[f]].vertex;
            CHECK(u.vertex < l->nvertex && u.edge < l->nedge);
            if (seen[u.edge]) CHECK(from[u.edge] == w && to[u.edge] == u.vertex);
            from[u.edge] = u.vertex;
            to[u.edge] = w;
            seen[u.edge]++;
        }
    for (int32_t e = 0; e < l->nedge; e++) CHECK(seen[e] == 0 || seen[e] == 2);
}

TEST(cube_has_six_faces_and_no_vertices_on_edges) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    // The middle of the edge from vertex 0 to 1 splits the two triangles beside it.
    CHECK_OK(cx, AB_GROW(cx, &mesh.vertex, &(int64_t){8}, 9));
    CHECK_OK(cx, AB_GROW(cx, &mesh.triangle, &(int64_t){12}, 14));
    mesh.vertex[mesh.nvertex++] = v3_make(-0.5, -0.5, 0);
    mesh.triangle[0] = (ab_triangle){{0, 8, 3}};
    mesh.triangle[mesh.ntriangle++] = (ab_triangle){{8, 1, 3}};
    mesh.triangle[5] = (ab_triangle){{0, 5, 8}};
    mesh.triangle[mesh.ntriangle++] = (ab_triangle){{8, 5, 1}};
    ab_polyhedron p = polyhedron_of(cx, mesh);
    assert_int_equal(p.loops.nvertex, 8);
    assert_int_equal(p.loops.nface, 6);
    assert_int_equal(p.loops.nedge, 12);
    check_closed(&p.loops);
    CHECK(p.volume == 1 && p.largest == 1);
    CHECK_NEAR(p.radius, sqrt(0.75), 1e-16);
    ab_polyhedron_free(cx, &p);
    abut_context_destroy(cx);
}

static void check_refused(abut_status status, const char *reason, ab_mesh (*make)(ab_ctx *cx)) {
    abut_context *cx = shape_context();
    ab_mesh mesh = make(cx);
    ab_polyhedron p;
    CHECK_STATUS(status, ab_polyhedron_build(cx, "part.stl", &mesh, &p));
    if (!strstr(abut_context_message(cx), reason)) fail_msg("message: %s", abut_context_message(cx));
    CHECK(p.loops.x == NULL);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

static ab_mesh make_open(ab_ctx *cx) {
    ab_mesh mesh = shape_cube(cx, 1);
    mesh.ntriangle--;
    return mesh;
}

static ab_mesh make_empty(ab_ctx *cx) {
    ab_mesh mesh = shape_cube(cx, 1);
    mesh.ntriangle = 0;
    return mesh;
}

static ab_mesh make_inverted(ab_ctx *cx) {
    ab_mesh mesh = shape_cube(cx, 1);
    for (int64_t t = 0; t < mesh.ntriangle; t++) {
        const int32_t swap = mesh.triangle[t].v[0];
        mesh.triangle[t].v[0] = mesh.triangle[t].v[1];
        mesh.triangle[t].v[1] = swap;
    }
    return mesh;
}

static ab_mesh make_two(ab_ctx *cx) {
    ab_mesh mesh = shape_cube(cx, 1);
    ab_mesh more = shape_cube(cx, 1);
    shape_move(&more, v3_make(5, 0, 0));
    shape_append(cx, &mesh, &more);
    ab_mesh_free(cx, &more);
    return mesh;
}

static ab_mesh make_dented(ab_ctx *cx) {
    ab_mesh mesh = shape_sphere(cx, 2);
    mesh.vertex[0] = v3_scale(0.5, mesh.vertex[0]);
    return mesh;
}

// A flat side with a step in its middle: the side has two edges around it.
static ab_mesh make_ring(ab_ctx *cx) {
    ab_mesh mesh = shape_cube(cx, 1);
    ab_mesh more = shape_cube(cx, 0.25);
    mesh.ntriangle = 10; // without the side z = 1
    shape_append(cx, &mesh, &more);
    ab_mesh_free(cx, &more);
    for (int i = 8; i < 16; i++) mesh.vertex[i].z += 1.25;
    const int32_t outer[4] = {1, 5, 7, 3};
    const int32_t inner[4] = {8, 12, 14, 10};
    int64_t n = 0;
    ab_triangle kept[64];
    for (int64_t t = 0; t < mesh.ntriangle; t++) {
        const int32_t *v = mesh.triangle[t].v;
        const bool bottom = v[0] >= 8 && v[0] % 2 == 0 && v[1] % 2 == 0 && v[2] % 2 == 0;
        if (!bottom) kept[n++] = mesh.triangle[t];
    }
    for (int k = 0; k < 4; k++) {
        kept[n++] = (ab_triangle){{outer[k], outer[(k + 1) % 4], inner[k]}};
        kept[n++] = (ab_triangle){{inner[k], outer[(k + 1) % 4], inner[(k + 1) % 4]}};
    }
    ab_mesh ring = shape_copy(cx, mesh.vertex, mesh.nvertex, kept, n);
    ab_mesh_free(cx, &mesh);
    return ring;
}

static ab_mesh make_fine(ab_ctx *cx) { return shape_sphere(cx, 5); }

// A triangle and its back.
static ab_mesh make_flat(ab_ctx *cx) {
    ab_mesh mesh = make_open(cx);
    mesh.triangle[0] = (ab_triangle){{0, 1, 2}};
    mesh.triangle[1] = (ab_triangle){{0, 2, 1}};
    mesh.ntriangle = 2;
    return mesh;
}

TEST(what_is_no_convex_body_is_refused_with_the_reason) {
    check_refused(ABUT_ERR_INPUT, "part.stl: the surface is not closed: 3 open", make_open);
    check_refused(ABUT_ERR_INPUT, "no triangles", make_empty);
    check_refused(ABUT_ERR_INPUT, "encloses no volume", make_flat);
    check_refused(ABUT_ERR_INPUT, "face inward (volume -8 m^3)", make_inverted);
    check_refused(ABUT_ERR_INPUT, "2 separate parts", make_two);
    check_refused(ABUT_ERR_INPUT, "not convex: a vertex lies", make_dented);
    check_refused(ABUT_ERR_INPUT, "no single edge around", make_ring);
    check_refused(ABUT_ERR_LIMIT, "8192 faces are too many", make_fine);
}

TEST(hull_of_a_grid_of_points_is_the_box) {
    abut_context *cx = shape_context();
    v3 point[27];
    for (int i = 0; i < 27; i++) point[i] = v3_make(i % 3, i / 3 % 3, 2 * (i / 9));
    ab_polyhedron p;
    CHECK_OK(cx, ab_polyhedron_hull(cx, "grid", point, 27, &p));
    assert_int_equal(p.loops.nvertex, 8);
    assert_int_equal(p.loops.nface, 6);
    CHECK(p.volume == 16);
    ab_polyhedron_free(cx, &p);
    CHECK_STATUS(ABUT_ERR_INPUT, ab_polyhedron_hull(cx, "flat", point, 9, &p));
    abut_context_destroy(cx);
}

TEST(cut_through_the_middle_halves_a_cube) {
    abut_context *cx = shape_context();
    ab_polyhedron p = polyhedron_of(cx, shape_cube(cx, 0.5));
    ab_clip clip;
    CHECK_OK(cx, ab_clip_make(cx, 8, &clip));
    ab_clip_start(&clip, &p.loops);
    const v3 n = v3_unit(v3_make(1, 1, 1));
    CHECK(ab_clip_cut(&clip, (ab_plane){n, 1}, 0) == AB_CUT_NONE);
    CHECK(ab_clip_cut(&clip, (ab_plane){n, 0}, 0) == AB_CUT_SOME);
    check_closed(&clip.now);
    assert_int_equal(clip.now.nface, 7);
    const ab_clip_integrals in = ab_clip_measure(&clip.now);
    CHECK_NEAR(in.volume, 0.5, 1e-15);
    CHECK_NEAR(v3_norm(in.of[1].area), 0.75 * sqrt(3), 1e-15); // a regular hexagon
    CHECK_NEAR(v3_norm(in.of[1].moment), 0, 1e-16);            // about its centre
    CHECK(ab_clip_cut(&clip, (ab_plane){n, -1}, 0) == AB_CUT_ALL);
    ab_clip_free(cx, &clip);
    ab_polyhedron_free(cx, &p);
    abut_context_destroy(cx);
}

// Cutting with its own planes, moved inward, scales a body: edges are numbered anew many times on the way.
TEST(many_cuts_leave_a_closed_body) {
    abut_context *cx = shape_context();
    ab_polyhedron p = polyhedron_of(cx, shape_sphere(cx, 3));
    ab_clip clip;
    CHECK_OK(cx, ab_clip_make(cx, 2 * p.planes.n, &clip));
    ab_clip_start(&clip, &p.loops);
    for (int k = 1; k <= 4; k++)
        for (int32_t j = 0; j < p.planes.n; j++) {
            ab_plane plane = ab_plane_at(&p.planes, j);
            plane.offset *= 1 - 0.05 * k;
            CHECK(ab_clip_cut(&clip, plane, 0) == AB_CUT_SOME);
        }
    check_closed(&clip.now);
    CHECK_NEAR(ab_clip_measure(&clip.now).volume, 0.8 * 0.8 * 0.8 * p.volume, 1e-13); // a thousand roundings
    ab_clip_free(cx, &clip);
    ab_polyhedron_free(cx, &p);
    abut_context_destroy(cx);
}

// Vertices anywhere make patterns of signs that no convex body has; the surface stays closed, until there is no room.
TEST(any_pattern_of_signs_leaves_a_closed_surface) {
    abut_context *cx = shape_context();
    ab_polyhedron p = polyhedron_of(cx, shape_sphere(cx, 1));
    ab_clip clip;
    CHECK_OK(cx, ab_clip_make(cx, 2 * p.planes.n, &clip));
    ab_random r = ab_random_start(3, 1);
    int cuts = 0;
    int full = 0;
    for (int round = 0; round < 200; round++) {
        for (int32_t i = 0; i < p.loops.nvertex; i++) p.loops.x[i] = ab_random_between(&r, -1, 1);
        ab_clip_start(&clip, &p.loops);
        ab_cut done = AB_CUT_SOME;
        for (int k = 0; k < 12 && done < AB_CUT_ALL; k++) {
            const v3 n = v3_unit(ab_random_in_box(&r, v3_make(-1, -1, -1), v3_make(1, 1, 1)));
            done = ab_clip_cut(&clip, (ab_plane){n, ab_random_between(&r, 0, 0.4)}, 1e-3 * (k % 3 - 1));
            check_closed(&clip.now);
            const ab_clip_integrals in = ab_clip_measure(&clip.now);
            // Sums of some hundred areas of at most 4.
            CHECK_NEAR(v3_norm(v3_add(in.of[0].area, in.of[1].area)), 0, 1e-13);
            cuts += done == AB_CUT_SOME;
        }
        full += done == AB_CUT_FULL;
    }
    CHECK(cuts > 1000);
    CHECK(full < 100);
    ab_clip_free(cx, &clip);
    CHECK_OK(cx, ab_clip_make(cx, 4, &clip));
    ab_clip_start(&clip, &p.loops);
    CHECK(ab_clip_cut(&clip, (ab_plane){{0, 0, 1}, 0}, 0) == AB_CUT_FULL);
    ab_clip_free(cx, &clip);
    CHECK_STATUS(ABUT_ERR_LIMIT, ab_clip_make(cx, AB_CLIP_MAX_FACES + 1, &clip));
    ab_polyhedron_free(cx, &p);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(cube_has_six_faces_and_no_vertices_on_edges), CLAIM(what_is_no_convex_body_is_refused_with_the_reason),
       CLAIM(hull_of_a_grid_of_points_is_the_box), CLAIM(cut_through_the_middle_halves_a_cube),
       CLAIM(many_cuts_leave_a_closed_body), CLAIM(any_pattern_of_signs_leaves_a_closed_surface))
