// Springs and rods as the lines that pictures and results show.
#include "recording.h"
#include "mechanisms.h"
#include "render/replay.h"
#include "scratch.h"

#include <string.h>

static void add_spring(test_world *t, const char *name, const char *along, abut_v3 from, abut_body b, abut_v3 at_b) {
    abut_force_def def = abut_force_default();
    def.name = name;
    def.kind = "spring";
    def.along = along;
    def.b = b;
    def.frame_a.position = from;
    def.frame_b.position = at_b;
    GIVE(def, "stiffness", 200);
    GIVE(def, "length", 0);
    CHECK_OK(t->cx, abut_force_add(t->w, &def, NULL));
}

TEST(springs_and_rods_end_at_their_points_and_pull_as_hooke_and_statics_say) {
    test_world t = open_mechanism(1e-3, (abut_v3){0, 0, -10});
    const abut_quat upright = {1, 0, 0, 0};
    const abut_body bob = add_mass(&t, "bob", 2, (abut_v3){1, 1, 1}, (abut_v3){0, 0, -3}, upright);
    const abut_body cart = add_mass(&t, "cart", 1, (abut_v3){1, 1, 1}, (abut_v3){4, 0, 0}, upright);
    add_distance(&t, GROUND, (abut_v3){0, 0, 0}, bob);
    add_joint_at(&t, "prismatic", GROUND, cart, (abut_v3){4, 0, 0}, (abut_v3){1, 0, 0}); // no rod
    add_spring(&t, "cord", "distance", (abut_v3){4, 3, 0}, cart, (abut_v3){0, 0, 4});
    add_spring(&t, "slide", "travel", (abut_v3){9, 9, 9}, cart,
               (abut_v3){0, 0, 0}); // not along a line between its points
    CHECK_OK(t.cx, abut_world_step(t.w));
    ab_line_element line[4];
    int n = 0;
    for (int64_t at = 0; n < 4 && ab_line_element_next(t.w, &at, &line[n]);) n++;
    assert_int_equal(2, n);
    assert_string_equal("cord", line[0].name);
    const double s = abut_force_get(t.w, 0).coordinate;
    CHECK_NEAR(v3_norm(v3_sub(line[0].end[1], line[0].end[0])), s, 1e-14 * s); // rounding
    CHECK_NEAR(line[0].pull, 200 * s, 1e-12 * 200 * s);                        // at ease when its length is 0
    CHECK(distance_to(line[1].end[0], 0, 0, 0) == 0);
    CHECK(distance_to(line[1].end[1], 0, 0, -3) < 1e-12);
    CHECK_NEAR(line[1].pull, 20, 1e-9); // m g: it hangs at rest
    close_world(&t);
}

TEST(the_cord_of_a_recording_is_in_its_journal_and_results_alike) {
    const scratch s = scratch_start();
    ab_ctx *cx = recording_context();
    CHECK_OK(cx, recording_record(cx, &(recording){s.folder, 3, 1}, false));
    ab_drawable_line line[2];
    for (int k = 0; k < 2; k++) {
        ab_replay r;
        CHECK_OK(cx, ab_replay_open(cx, s.folder, &r));
        CHECK_OK(cx, ab_replay_load(&r, 2));
        assert_int_equal(1, r.drawables.nline);
        line[k] = r.drawables.line[0];
        const double pull = ((const double *)r.data[AB_BLOCK_LINES].array[1])[0];
        CHECK_NEAR(pull, 10 * v3_norm(v3_sub(line[k].end[1], line[k].end[0])), 1e-12);
        ab_replay_close(&r);
        char path[SCRATCH_MAX];
        if (k == 0) CHECK_OK(cx, ab_io_remove(cx, scratch_path(&s, "journal.abut", path)));
    }
    CHECK(memcmp(&line[0], &line[1], sizeof line[0]) == 0);
    CHECK(distance_to(line[0].end[0], 0.5, 0, 1.3) == 0);
    abut_context_destroy(cx);
    scratch_end(&s);
}

CLAIMS(CLAIM(springs_and_rods_end_at_their_points_and_pull_as_hooke_and_statics_say),
       CLAIM(the_cord_of_a_recording_is_in_its_journal_and_results_alike))
