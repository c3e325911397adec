// Worlds from outside: what is refused, what ids mean, and what snapshots bear.
#include "parameters.h"
#include "worlds.h"
#include "faults.h"
#include "world/snapshot.h"

#include <stdio.h>

static test_world heap(void) {
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    fill_box(&t, 3, 3);
    return t;
}

TEST(worlds_that_make_no_sense_are_refused_with_a_reason) {
    abut_context *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    abut_world *w = NULL;
    const abut_world_def good = abut_world_default();
    abut_world_def bad[10];
    for (int i = 0; i < 10; i++) bad[i] = good;
    bad[0].integrator = "euler";
    bad[1].enforcement = "hope";
    bad[2].normal_law = "";
    bad[3].friction_law = "hertz";
    bad[4].gravity.x = NAN;
    bad[5].dt = -1;
    GIVE(bad[6], "stiffness", 0); // automatic, but of which depth?
    GIVE(bad[7], "stiffness_ratio", INFINITY);
    GIVE(bad[8], "stiffnes", 1e5);
    bad[9].friction_law = "velocity";
    GIVE(bad[9], "stick_speed", 0.02); // beyond the slide_speed
    bad[6].normal_law = bad[7].normal_law = "linear";
    for (int i = 0; i < 10; i++) {
        CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_create(cx, &bad[i], &w));
        CHECK(w == NULL && strlen(abut_context_message(cx)) > 20);
    }
    abut_context_destroy(cx);
}

TEST(materials_that_make_no_sense_are_refused) {
    test_world t = heap();
    const abut_material_def good = abut_material_default();
    abut_material_def bad[7];
    for (int i = 0; i < 7; i++) bad[i] = good;
    bad[0].density = 0;
    bad[1].young = NAN;
    bad[2].poisson = 0.6;
    bad[3].restitution = 1.1;
    bad[4].friction = -1;
    bad[5].name = NULL;
    bad[6].name = "a name that is longer than any name of a material should ever need to be, really";
    int32_t index = 0;
    for (int i = 0; i < 7; i++) CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_material_add(t.w, &bad[i], &index));
    run_steps(&t, 1);
    abut_material_def rolls = good;
    rolls.rolling_friction = 0.1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_material_add(t.w, &rolls, &index)); // contacts have no memory of it
    CHECK_OK(t.cx, abut_material_add(t.w, &good, &index));
    run_steps(&t, 1);
    close_world(&t);
}

TEST(bodies_that_make_no_sense_are_refused) {
    test_world t = heap();
    abut_body_def good = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.1, &good.shape));
    int32_t plane = 0;
    CHECK_OK(t.cx, abut_shape_add_plane(t.w, (abut_v3){0, 0, 1}, &plane));
    abut_body_def bad[11];
    for (int i = 0; i < 11; i++) bad[i] = good;
    bad[0].shape = 99;
    bad[1].material = -1;
    bad[2].position.y = INFINITY;
    bad[3].orientation = (abut_quat){0, 0, 0, 0};
    bad[4].mass = -1;
    bad[5].name = NULL;
    bad[6].shape = plane; // moves, but has no mass
    bad[7].inertia = (abut_v3){1, 1, 3};
    bad[8].inertia = (abut_v3){3, 1, 1};
    bad[9].inertia = (abut_v3){1, 3, 1};
    bad[10].force.z = NAN;
    const int64_t before = abut_body_count(t.w);
    for (int i = 0; i < 11; i++) CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_add(t.w, &bad[i], NULL));
    CHECK(abut_body_count(t.w) == before);
    abut_body_state state;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_get(t.w, (abut_body){0, 0}, &state));
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_body_get(t.w, (abut_body){1000, 1}, &state));
    close_world(&t);
}

TEST(an_id_names_its_body_through_removals_of_others) {
    test_world t = heap();
    const abut_body last = ab_body_id(t.w, abut_body_count(t.w) - 1);
    abut_body_state before, after;
    CHECK_OK(t.cx, abut_body_get(t.w, last, &before));
    for (int i = 0; i < 10; i++) CHECK_OK(t.cx, abut_body_remove(t.w, ab_body_id(t.w, 7)));
    CHECK_OK(t.cx, abut_body_get(t.w, last, &after));
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    char label[ABUT_LABEL];
    ab_body_label(t.w, 5, label);
    assert_string_equal(label, "ball[0]");
    ab_body_label(t.w, 0, label);
    assert_string_equal(label, "floor");
    run_steps(&t, 50);
    close_world(&t);
}

TEST(an_offset_user_frame_comes_back_as_given) {
    test_world t = heap();
    abut_body_def def = abut_body_default();
    const abut_v3 points[5] = {{1, 1, 1}, {2, 1, 1}, {1, 3, 1}, {1, 1, 4}, {2, 2, 3}};
    CHECK_OK(t.cx, abut_shape_add_hull(t.w, points, 5, &def.shape));
    def.no_contact = true;
    def.position = (abut_v3){5, 6, 7};
    def.orientation = quat_from_turn(v3_make(0.3, -0.4, 0.9));
    abut_body body;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &body));
    const abut_body_state s = state_of(&t, body);
    CHECK_NEAR(v3_norm(v3_sub(s.position, def.position)), 0, 1e-14 * 10);
    CHECK_NEAR(fabs(s.orientation.w * def.orientation.w + s.orientation.x * def.orientation.x +
                    s.orientation.y * def.orientation.y + s.orientation.z * def.orientation.z),
               1, 1e-15 * 4);
    CHECK(v3_norm(v3_sub(s.centre, s.position)) > 1);
    close_world(&t);
}

TEST(a_step_beyond_the_limit_stops_with_the_number) {
    abut_world_def def = abut_world_default();
    def.normal_law = "linear";
    GIVE(def, "stiffness", 1e6);
    def.dt = 1e-3;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.01, (abut_v3){0, 0, 0.0099}, (abut_v3){0, 0, 0});
    CHECK_STATUS(ABUT_ERR_STEP, abut_world_step(t.w));
    const double mass = 4.0 / 3.0 * 3.14159265358979 * 1e-6 * m.density;
    char number[32];
    snprintf(number, sizeof number, "%.3g s", sqrt(mass / 1e6));
    CHECK(strstr(abut_context_message(t.cx), number) != NULL);
    CHECK(strstr(abut_context_message(t.cx), "'ball'") != NULL);
    close_world(&t);
    def.allow_large_dt = true;
    t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_ball(&t, 0.01, (abut_v3){0, 0, 0.0099}, (abut_v3){0, 0, 0});
    run_steps(&t, 1);
    close_world(&t);
}

TEST(the_step_that_is_chosen_is_the_advised_one_and_holds) {
    abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    fill_box(&t, 4, 4);
    ab_step_advice advice;
    CHECK_OK(t.cx, ab_step_advise(t.w, &advice));
    CHECK(advice.limit > advice.recommended && advice.recommended > 1e-6 && isfinite(advice.limit));
    run_steps(&t, 500);
    CHECK(t.w->config.dt == advice.recommended);
    CHECK(fabs(abut_world_energy(t.w).residual) < 0.02 * abut_world_energy(t.w).initial);
    close_world(&t);

    test_world empty = open_world(1, &def, &m); // nothing can touch: no step can be chosen
    add_ball(&empty, 0.1, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_world_step(empty.w));
    CHECK(strstr(abut_context_message(empty.cx), "time.dt") != NULL);
    close_world(&empty);
}

TEST(a_motion_that_is_not_finite_names_the_body) {
    test_world t = heap();
    run_steps(&t, 10);
    t.w->state.body.v[12].y = NAN;
    CHECK_STATUS(ABUT_ERR_NUMERIC, abut_world_step(t.w));
    CHECK(strstr(abut_context_message(t.cx), "ball[7]") != NULL);
    close_world(&t);
}

TEST(every_truncation_and_every_kind_of_damage_of_a_snapshot_is_refused) {
    test_world t = heap();
    run_steps(&t, 400);
    CHECK(abut_contact_count(t.w) > 5);
    ab_text bytes = ab_text_start(t.cx);
    CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
    for (int64_t size = 0; size < bytes.size; size += size < 600 ? 1 : 97)
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_snapshot_load(t.w, bytes.data, size));
    int refused = 0;
    for (int64_t at = 0; at < bytes.size; at += 3) { // set a byte to its extreme: counts, indices, exponents
        const char kept = bytes.data[at];
        bytes.data[at] = (char)0xff;
        refused += ab_snapshot_load(t.w, bytes.data, bytes.size) == ABUT_ERR_CORRUPT;
        bytes.data[at] = kept;
    }
    CHECK(refused > 200); // most bytes are digits of numbers and may be anything; none may crash
    CHECK_OK(t.cx, ab_snapshot_load(t.w, bytes.data, bytes.size));
    ab_text_free(&bytes);
    close_world(&t);
}

static abut_status build_and_step(abut_context *cx, void *arg) {
    (void)arg;
    abut_world_def def = abut_world_default();
    def.dt = 2e-5;
    abut_world *w = NULL;
    AB_TRY(abut_world_create(cx, &def, &w));
    const abut_material_def m = abut_material_default();
    abut_body_def body = abut_body_default();
    abut_status status = abut_material_add(w, &m, &body.material);
    if (status == ABUT_OK) status = abut_shape_add_sphere(w, 0.01, &body.shape);
    for (int i = 0; i < 20 && status == ABUT_OK; i++) {
        body.position.z = 0.0199 * i;
        status = abut_body_add(w, &body, NULL);
    }
    for (int i = 0; i < 3 && status == ABUT_OK; i++) status = abut_world_step(w);
    ab_text bytes = ab_text_start(cx);
    if (status == ABUT_OK) status = ab_snapshot_save(w, &bytes);
    if (status == ABUT_OK) status = ab_snapshot_load(w, bytes.data, bytes.size);
    ab_text_free(&bytes);
    abut_world_destroy(w);
    return status;
}

TEST(every_allocation_of_a_world_and_a_step_may_fail) {
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, build_and_step, NULL).fired > 60);
    CHECK(faults_sweep(FAULTS_MEMORY, true, ABUT_ERR_MEMORY, build_and_step, NULL).fired > 60);
}

// Masses of bodies of one shape, some of them given.
TEST(bodies_that_weigh_the_same_share_it) {
    enum { BALLS = 300, MASSES = 7 };
    abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m), again = open_world(1, &def, &m);
    abut_body_def ball = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.01, &ball.shape));
    CHECK_OK(again.cx, abut_shape_add_sphere(again.w, 0.01, &ball.shape));
    for (int i = 0; i < BALLS; i++) {
        ball.mass = i % MASSES;
        CHECK_OK(t.cx, abut_body_add(t.w, &ball, NULL));
    }
    CHECK(t.w->state.body.mass_table.n == MASSES);
    for (int i = 0; i < BALLS; i++) {
        const double mass = i % MASSES > 0 ? i % MASSES : m.density * t.w->config.shapes[ball.shape].volume;
        CHECK(ab_mass_of(&t.w->state.body, i) == mass && ab_inverse_mass_of(&t.w->state.body, i) == 1 / mass);
    }
    ab_text bytes = ab_text_start(t.cx);
    CHECK_OK(t.cx, ab_snapshot_save(t.w, &bytes));
    CHECK_OK(again.cx, ab_snapshot_load(again.w, bytes.data, bytes.size));
    for (int i = 0; i < 2; i++) { // one that there was, and another
        ball.mass = 3 + 10 * i;
        CHECK_OK(again.cx, abut_body_add(again.w, &ball, NULL));
        CHECK(again.w->state.body.mass_table.n == MASSES + i);
        CHECK(ab_mass_of(&again.w->state.body, BALLS + i) == ball.mass);
    }
    ab_text_free(&bytes);
    close_world(&t);
    close_world(&again);
}

CLAIMS(CLAIM(worlds_that_make_no_sense_are_refused_with_a_reason), CLAIM(materials_that_make_no_sense_are_refused),
       CLAIM(bodies_that_make_no_sense_are_refused), CLAIM(an_id_names_its_body_through_removals_of_others),
       CLAIM(an_offset_user_frame_comes_back_as_given), CLAIM(a_step_beyond_the_limit_stops_with_the_number),
       CLAIM(the_step_that_is_chosen_is_the_advised_one_and_holds), CLAIM(a_motion_that_is_not_finite_names_the_body),
       CLAIM(every_truncation_and_every_kind_of_damage_of_a_snapshot_is_refused),
       CLAIM(every_allocation_of_a_world_and_a_step_may_fail), CLAIM(bodies_that_weigh_the_same_share_it))
