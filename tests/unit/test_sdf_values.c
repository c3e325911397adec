// Fields on disk whose checksums fit and whose values make no sense, one at a time: each is refused, and what lies at
// the very limit is not.
#include "claim.h"
#include "geom/sdf/sdf_file.h"
#include "shapes.h"

#include <string.h>

#define LARGEST 1e50 // m, as for the coordinates of meshes

static ab_sdf cube_field(abut_context *cx, bool compact) {
    ab_mesh mesh = shape_cube(cx, 0.5);
    abut_sdf_options options = abut_sdf_default();
    options.cells = 24;
    options.compact = compact;
    ab_sdf sdf;
    CHECK_OK(cx, ab_sdf_build(cx, "cube", &mesh, &options, &sdf));
    ab_mesh_free(cx, &mesh);
    return sdf;
}

static abut_status read_again(abut_context *cx, const ab_sdf *sdf, ab_sdf *again) {
    const ab_sdf_key key = {{1, 2}};
    ab_sdf_key found = {{0, 0}};
    ab_text bytes = ab_text_start(cx);
    ab_sdf_pack(&bytes, sdf, key);
    CHECK_OK(cx, ab_text_status(&bytes));
    const abut_status status = ab_sdf_parse(cx, "field", bytes.data, bytes.size, again, &found);
    CHECK(found.word[0] == 1 && found.word[1] == 2);
    ab_text_free(&bytes);
    return status;
}

static bool refused(abut_context *cx, const ab_sdf *sdf) {
    ab_sdf again;
    const abut_status status = read_again(cx, sdf, &again);
    if (status == ABUT_OK) ab_sdf_free(cx, &again);
    if (status != ABUT_OK) CHECK_STATUS(ABUT_ERR_CORRUPT, status);
    return status != ABUT_OK;
}

// A number of a field, what it may not be, and what it still may.
typedef struct limit {
    double *at, bad, good;
} limit;

static void check_limit(abut_context *cx, const ab_sdf *sdf, limit l) {
    const double kept = *l.at;
    *l.at = l.bad;
    CHECK(refused(cx, sdf));
    *l.at = l.good;
    CHECK(!refused(cx, sdf));
    *l.at = kept;
}

TEST(a_length_beyond_all_meshes_is_refused_wherever_it_stands) {
    abut_context *cx = shape_context();
    ab_sdf sdf = cube_field(cx, false);
    const double beyond = nextafter(LARGEST, INFINITY);
    double *const place[] = {&sdf.grid.origin.x,    &sdf.grid.origin.y,        &sdf.grid.origin.z,
                             &sdf.mesh.vertex[0].x, &sdf.mesh.vertex[0].y,     &sdf.mesh.vertex[0].z,
                             &sdf.report.origin.x,  &sdf.report.worst_place.y, &sdf.report.worst_place.z};
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
        check_limit(cx, &sdf, (limit){place[i], beyond, LARGEST});
        check_limit(cx, &sdf, (limit){place[i], -beyond, -LARGEST});
        check_limit(cx, &sdf, (limit){place[i], NAN, 0});
    }
    check_limit(cx, &sdf, (limit){&sdf.grid.h, beyond, LARGEST});
    check_limit(cx, &sdf, (limit){&sdf.grid.h, 0, 1e-300});
    check_limit(cx, &sdf, (limit){&sdf.grid.h, NAN, 1});
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(distances_that_are_no_numbers_are_refused) {
    abut_context *cx = shape_context();
    ab_sdf sdf = cube_field(cx, false);
    const int64_t corners = ab_sdf_corners(&sdf.grid), samples = sdf.nblock * AB_SDF_BLOCK;
    float *const place[] = {&sdf.corner[0], &sdf.corner[corners - 1], &sdf.sample[0], &sdf.sample[samples - 1]};
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
        const float kept = *place[i], bad[] = {NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 3; k++) {
            *place[i] = bad[k];
            CHECK(refused(cx, &sdf));
        }
        *place[i] = 3e38f;
        CHECK(!refused(cx, &sdf));
        *place[i] = kept;
    }
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(a_quantum_is_a_positive_length) {
    abut_context *cx = shape_context();
    ab_sdf sdf = cube_field(cx, true);
    CHECK(sdf.quantum > 0);
    check_limit(cx, &sdf, (limit){&sdf.quantum, nextafter(LARGEST, INFINITY), LARGEST});
    check_limit(cx, &sdf, (limit){&sdf.quantum, -1, 1});
    check_limit(cx, &sdf, (limit){&sdf.quantum, NAN, 1});
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(bricks_come_in_order_each_once_and_inside_the_grid) {
    abut_context *cx = shape_context();
    ab_sdf sdf = cube_field(cx, false);
    CHECK(sdf.nblock > 2);
    const ab_cell3 n = sdf.grid.bricks, first = sdf.brick[0], second = sdf.brick[1], last = sdf.brick[sdf.nblock - 1];
    sdf.brick[0] = second, sdf.brick[1] = first;
    CHECK(refused(cx, &sdf));
    sdf.brick[0] = sdf.brick[1] = first;
    CHECK(refused(cx, &sdf));
    sdf.brick[1] = second;
    const ab_cell3 outside[] = {{n.x, last.y, last.z}, {last.x, n.y, last.z}, {last.x, last.y, n.z}};
    for (int k = 0; k < 3; k++) {
        sdf.brick[sdf.nblock - 1] = outside[k];
        CHECK(refused(cx, &sdf));
    }
    const ab_cell3 before[] = {{-1, first.y, first.z}, {first.x, -1, first.z}, {first.x, first.y, -1}};
    sdf.brick[sdf.nblock - 1] = last;
    for (int k = 0; k < 3; k++) {
        sdf.brick[0] = before[k];
        CHECK(refused(cx, &sdf));
    }
    sdf.brick[0] = first;
    CHECK(!refused(cx, &sdf));
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(corners_of_triangles_are_vertices_and_there_is_a_triangle) {
    abut_context *cx = shape_context();
    ab_sdf sdf = cube_field(cx, false);
    const int64_t count = sdf.mesh.ntriangle;
    int32_t *corner = &sdf.mesh.triangle[count - 1].v[2];
    const int32_t kept = *corner;
    *corner = (int32_t)sdf.mesh.nvertex;
    CHECK(refused(cx, &sdf));
    *corner = -1;
    CHECK(refused(cx, &sdf));
    *corner = kept;
    sdf.mesh.ntriangle = 0;
    CHECK(refused(cx, &sdf));
    sdf.mesh.ntriangle = 1;
    CHECK(!refused(cx, &sdf));
    sdf.mesh.ntriangle = count;
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

// A grid with a side of one brick, and one of none.
TEST(grids_have_at_least_one_brick_along_each_side) {
    abut_context *cx = shape_context();
    ab_sdf sdf = cube_field(cx, false);
    const ab_cell3 kept = sdf.grid.bricks;
    const int64_t blocks = sdf.nblock;
    sdf.nblock = 0;
    int32_t *const side[] = {&sdf.grid.bricks.x, &sdf.grid.bricks.y, &sdf.grid.bricks.z};
    for (int k = 0; k < 3; k++) {
        *side[k] = 1;
        CHECK(!refused(cx, &sdf));
        *side[k] = 0;
        CHECK(refused(cx, &sdf));
        *side[k] = -1;
        CHECK(refused(cx, &sdf));
        sdf.grid.bricks = kept;
    }
    sdf.nblock = blocks;
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

enum { COUNTS = 15 };
static void list_counts(abut_sdf_report *r, int64_t *count[COUNTS]) {
    int64_t *const all[COUNTS] = {&r->welded,
                                  &r->degenerate_triangles,
                                  &r->duplicate_triangles,
                                  &r->reoriented_triangles,
                                  &r->capped_holes,
                                  &r->open_edges,
                                  &r->nonmanifold_edges,
                                  &r->cells[0],
                                  &r->cells[1],
                                  &r->cells[2],
                                  &r->bricks,
                                  &r->bytes,
                                  &r->edges,
                                  &r->violations,
                                  &r->leaking_samples};
    memcpy(count, all, sizeof all);
}

TEST(the_report_comes_back_with_every_count_in_its_place) {
    abut_context *cx = shape_context();
    ab_sdf sdf = cube_field(cx, false), again;
    abut_sdf_report *r = &sdf.report;
    int64_t *count[COUNTS], *back[COUNTS];
    list_counts(r, count);
    for (int i = 0; i < COUNTS; i++) *count[i] = 100 + i;
    r->inverted = true;
    r->worst_violation = 0.25;
    r->worst_place = v3_make(1, 2, 3);
    CHECK_OK(cx, read_again(cx, &sdf, &again));
    list_counts(&again.report, back);
    for (int i = 0; i < COUNTS; i++) CHECK(*back[i] == 100 + i);
    CHECK(again.report.inverted && again.report.worst_violation == 0.25 && again.report.cell == r->cell);
    CHECK(v3_norm(v3_sub(again.report.worst_place, r->worst_place)) == 0);
    ab_sdf_free(cx, &again);
    ab_sdf_free(cx, &sdf);
    abut_context_destroy(cx);
}

TEST(a_key_knows_the_triangles_and_whether_leaks_are_allowed) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_cube(cx, 0.5);
    abut_sdf_options options = abut_sdf_default();
    const ab_sdf_key key = ab_sdf_key_of(&mesh, &options);
    options.allow_leaks = true;
    const ab_sdf_key leaking = ab_sdf_key_of(&mesh, &options);
    CHECK(leaking.word[0] != key.word[0] && leaking.word[1] != key.word[1]);
    options.compact = true;
    const ab_sdf_key both = ab_sdf_key_of(&mesh, &options);
    options.allow_leaks = false;
    const ab_sdf_key compact = ab_sdf_key_of(&mesh, &options);
    CHECK(both.word[0] != compact.word[0] && both.word[0] != leaking.word[0]);
    options.compact = false;
    int32_t *corner = &mesh.triangle[mesh.ntriangle - 1].v[2];
    *corner = (*corner + 1) % (int32_t)mesh.nvertex;
    CHECK(ab_sdf_key_of(&mesh, &options).word[0] != key.word[0]);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(a_length_beyond_all_meshes_is_refused_wherever_it_stands),
       CLAIM(distances_that_are_no_numbers_are_refused), CLAIM(a_quantum_is_a_positive_length),
       CLAIM(bricks_come_in_order_each_once_and_inside_the_grid),
       CLAIM(corners_of_triangles_are_vertices_and_there_is_a_triangle),
       CLAIM(grids_have_at_least_one_brick_along_each_side), CLAIM(the_report_comes_back_with_every_count_in_its_place),
       CLAIM(a_key_knows_the_triangles_and_whether_leaks_are_allowed))
