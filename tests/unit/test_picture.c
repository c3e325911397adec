// The picture of a run: detail within limits, surfaces where the bodies are, the square of a plane below the scene.
#include "output/vtk_blocks.h"
#include "base/alloc.h"
#include "recording.h"
#include "scratch.h"

typedef struct stage {
    abut_context *cx;
    scratch folder;
    ab_journal journal;
} stage;

static stage open_stage(int frames, int remove_at) {
    stage s = {.cx = recording_context(), .folder = scratch_start()};
    char path[SCRATCH_MAX];
    CHECK_OK(s.cx, recording_record(s.cx, &(recording){s.folder.folder, frames, remove_at}, false));
    CHECK_OK(s.cx, ab_journal_open(s.cx, scratch_path(&s.folder, "journal.abut", path), &s.journal));
    return s;
}

static void close_stage(stage *s) {
    ab_journal_free(&s->journal);
    scratch_end(&s->folder);
    abut_context_destroy(s->cx);
}

TEST(detail_falls_with_the_limits_down_to_one_vertex_per_body) {
    stage s = open_stage(2, -1);
    const ab_vtk_limits limits[] = {
        {1000000, 1000000}, {30000, 1000000}, {1000, 1000000}, {100, 1000000}, {1000000, 100}};
    const int detail[] = {2, 1, 0, 0, 0};
    int64_t before = INT64_MAX;
    for (int i = 0; i < 5; i++) {
        ab_vtk_blocks p;
        CHECK_OK(s.cx, ab_vtk_blocks_make(s.cx, &s.journal, limits[i], &p));
        const ab_block_size size = ab_block_measure(&p, AB_BLOCK_BODIES, 0, 0);
        assert_int_equal(detail[i], p.detail);
        CHECK(p.vertices_only == (i >= 3));
        CHECK(size.corners == (p.vertices_only ? 1 : 3));
        CHECK(size.points <= limits[i].frame_points && 2 * size.points <= limits[i].total_points);
        CHECK(i == 4 || size.points < before); // the fourth is as small as it gets
        if (p.vertices_only) assert_int_equal(7, size.points);
        before = size.points;
        ab_vtk_blocks_free(s.cx, &p);
    }
    close_stage(&s);
}

// The surface points of one frame with the body of each.
static int64_t surface(stage *s, const ab_vtk_blocks *p, ab_frame *frame, float **x, int32_t **body) {
    CHECK_OK(s->cx, ab_journal_frame(&s->journal, 0, frame));
    const ab_block_size size = ab_block_measure(p, AB_BLOCK_BODIES, 0, 0);
    const ab_moment moment = {p, 0, frame};
    CHECK_OK(s->cx, AB_ALLOC(s->cx, x, 3 * size.points));
    CHECK_OK(s->cx, AB_ALLOC(s->cx, body, size.points));
    ab_blocks[AB_BLOCK_BODIES].array[0].fill(&moment, *x);
    ab_blocks[AB_BLOCK_BODIES].array[1].fill(&moment, *body);
    return size.points;
}

TEST(surfaces_lie_on_the_bodies) {
    stage s = open_stage(1, -1);
    ab_vtk_blocks p;
    ab_frame frame = {0};
    float *x = NULL;
    int32_t *body = NULL;
    CHECK_OK(s.cx, ab_vtk_blocks_make(s.cx, &s.journal, ab_vtk_limits_usual, &p));
    const int64_t n = surface(&s, &p, &frame, &x, &body);
    int64_t seen = 0;
    for (int64_t i = 0; i < n; i++) {
        const v3 point = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        const ab_shape *shape = &s.journal.shape[s.journal.epoch[0].body[body[i]].shape];
        const double far = v3_norm(v3_sub(point, frame.body[body[i]].x));
        if (shape->kind == AB_SHAPE_plane) CHECK_NEAR(point.z, 0, 1e-7);          // float
        if (shape->kind == AB_SHAPE_sphere) CHECK_NEAR(far, shape->radius, 1e-7); // vertices of an icosphere lie on it
        if (shape->kind != AB_SHAPE_plane) CHECK(far <= shape->radius + 1e-7);
        seen += shape->kind == AB_SHAPE_sphere;
    }
    CHECK(seen == 4 * 642); // four spheres in fine detail
    ab_free(s.cx, x);
    ab_free(s.cx, body);
    ab_frame_free(s.cx, &frame);
    ab_vtk_blocks_free(s.cx, &p);
    close_stage(&s);
}

TEST(the_square_of_a_plane_covers_the_scene) {
    stage s = open_stage(1, -1);
    ab_vtk_blocks p;
    ab_frame frame = {0};
    float *x = NULL;
    int32_t *body = NULL;
    CHECK_OK(s.cx, ab_vtk_blocks_make(s.cx, &s.journal, ab_vtk_limits_usual, &p));
    surface(&s, &p, &frame, &x, &body);
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 4; i++) { // the floor is the first body
        assert_int_equal(0, body[i]);
        low = fminf(low, x[3 * i]);
        high = fmaxf(high, x[3 * i]);
    }
    CHECK(low < -0.5 && high > 0.6); // wedge at x = -0.5, crate from 0.45 to 0.55
    ab_free(s.cx, x);
    ab_free(s.cx, body);
    ab_frame_free(s.cx, &frame);
    ab_vtk_blocks_free(s.cx, &p);
    close_stage(&s);
}

TEST(a_body_keeps_its_id_when_others_go) {
    stage s = open_stage(3, 1);
    ab_vtk_blocks p;
    CHECK_OK(s.cx, ab_vtk_blocks_make(s.cx, &s.journal, ab_vtk_limits_usual, &p));
    assert_int_equal(7, p.nroster);
    assert_int_equal(2, s.journal.nepoch);
    for (int64_t i = 0; i < s.journal.epoch[1].nbody; i++) {
        const ab_journal_body *body = &s.journal.epoch[1].body[i];
        const ab_member *member = &p.roster[p.id[1][i]];
        assert_int_equal(p.id[1][i], member->id);
        assert_int_equal(body->slot, member->slot);
        assert_int_equal(body->generation, member->generation);
        CHECK(body->number != 0); // the first grain is gone
    }
    ab_vtk_blocks_free(s.cx, &p);
    close_stage(&s);
}

CLAIMS(CLAIM(detail_falls_with_the_limits_down_to_one_vertex_per_body), CLAIM(surfaces_lie_on_the_bodies),
       CLAIM(the_square_of_a_plane_covers_the_scene), CLAIM(a_body_keeps_its_id_when_others_go))
