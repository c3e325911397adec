// labels: threads
// Bodies that come and go while a world runs.
#include "scene_files.h"

#include "step/step.h"
#include "world/snapshot.h"

#define HEAD                                                                                                           \
    "abut: 1\nseed: 3\ntime: {end: 1 s, dt: 0.2 ms}\ncontact: {law: linear, stiffness: 500}\n"                         \
    "materials: {glass: {density: 2500, friction: 0.3}}\n"
#define RAIN(keys)                                                                                                     \
    "  - inlet: {name: rain, shape: {sphere: 4 mm}, size: {uniform: {min: 4 mm, max: 8 mm}}, variety: 7,\n"            \
    "            material: glass, region: {low: [-3 cm, -3 cm, 10 cm], high: [3 cm, 3 cm, 14 cm]},\n"                  \
    "            velocity: [0, 0, -0.2], " keys "}\n"
#define PIT                                                                                                            \
    "bodies:\n  - {shape: {plane: {}}, material: glass}\n"                                                             \
    "  - {shape: {plane: {normal: [1, 0, 0]}}, position: [-3 cm, 0, 0], material: glass}\n"                            \
    "  - {shape: {plane: {normal: [-1, 0, 0]}}, position: [3 cm, 0, 0], material: glass}\n"

static void run(scene_files *f, int64_t steps) {
    ab_world *w = f->scene->world;
    while (w->state.step < steps) CHECK_OK(f->cx, ab_step(w));
}

static double mass_in(const ab_world *w) {
    double sum = 0;
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (ab_body_moves(&w->state.body, i)) sum += ab_mass_of(&w->state.body, i);
    return sum;
}

TEST(an_inlet_keeps_its_rate_and_its_limits) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n" RAIN("rate: 500, start: 0.1 s, count: 120"));
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    const ab_flow_tally *t = &w->state.flows.inlet[0].tally;
    assert_int_equal(0, w->state.body.n);
    run(&f, 480); // 0.096 s
    assert_int_equal(0, w->state.body.n);
    run(&f, 1000); // looked at last at step 992: 0.1984 s
    assert_int_equal(49, w->state.body.n);
    assert_int_equal(49, t->count);
    CHECK_NEAR(t->mass, mass_in(w), 1e-15);
    run(&f, 2000);
    assert_int_equal(120, t->count);
    for (int64_t i = 0; i < w->state.body.n; i++) assert_int_equal(i, w->state.body.number[i]);
    files_end(&f);
}

TEST(a_mass_rate_and_a_mass_are_not_exceeded) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n" RAIN("mass_rate: 0.1 kg/s, mass: 0.03 kg"));
    CHECK_LOADED(&f);
    const ab_flow_tally *t = &f.scene->world->state.flows.inlet[0].tally;
    const double heaviest = 2500 * 4.0 / 3 * 3.14159265358979 * 64e-9;
    run(&f, 992);
    CHECK(t->mass <= 0.1 * 0.1984 && t->mass > 0.1 * 0.1984 - heaviest);
    run(&f, 2500);
    CHECK(t->mass <= 0.03 && t->mass > 0.03 - heaviest);
    files_end(&f);
}

// Each body is looked at just after it came.
TEST(what_comes_in_overlaps_nothing_and_is_wholly_in_the_region) {
    scene_files f;
    scene_text(&f, HEAD PIT "generators:\n" RAIN("rate: 9000, gap: 0.1 mm"));
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    const ab_region *region = &w->state.flows.inlet[0].region;
    int64_t looked = 3, crowded = 0;
    while (w->state.step < 800) {
        CHECK_OK(f.cx, ab_step(w));
        for (; looked < w->state.body.n; looked++) {
            const double r = ab_collider_shape(w, looked)->radius;
            CHECK(ab_region_depth(region, w->state.body.x[looked]) >= r);
            for (int64_t k = 3; k < looked; k++)
                CHECK(v3_norm(v3_sub(w->state.body.x[k], w->state.body.x[looked])) >=
                      r + ab_collider_shape(w, k)->radius);
            crowded++;
        }
    }
    CHECK(crowded > 100 && crowded < 1400); // the region was full: those that found no place wait
    files_end(&f);
}

// The residual of the energy ledger.
static double balance(const char *set) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              HEAD PIT "generators:\n" RAIN(
                  "rate: 300") "outlets: [{name: drain, region: {low: [-1, -1, -1], high: [1, 0, 2 cm]}}]\n");
    files_load(&f, &set, 1, false);
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    run(&f, (int64_t)(0.8 / w->config.dt));
    const ab_flow_tally *in = &w->state.flows.inlet[0].tally, *out = &w->state.flows.outlet[0].tally;
    CHECK(out->count > 20 && w->state.contacts.n > 10);
    assert_int_equal(in->count, out->count + w->state.body.n - 3);
    CHECK_NEAR(in->mass, out->mass + mass_in(w), 1e-12 * in->mass); // sums in another order
    const double residual = w->ledger.energy.residual;
    CHECK_NEAR(residual, 0, 0.02 * (w->ledger.energy.lost_damping + w->ledger.energy.lost_friction));
    files_end(&f);
    return residual;
}

TEST(what_goes_in_is_there_or_went_out_and_energy_is_lost_to_second_order_only) {
    const double coarse = balance("dt=0.2 ms"), fine = balance("dt=0.1 ms");
    CHECK(coarse / fine > 3 && coarse / fine < 5); // 4; the histories differ
}

TEST(an_outlet_of_the_outside_takes_what_leaves_a_region) {
    scene_files f;
    scene_text(&f, HEAD "generators:\n  - grid: {name: g, shape: {sphere: 4 mm}, material: glass, count: [10, 1, 1],\n"
                        "           spacing: [1 cm, 0, 0]}\n"
                        "outlets: [{name: far, outside: true, region: {from: [0, 0, -1 m], to: [0, 0, 1 m], radius: "
                        "4.5 cm}}]\n");
    CHECK_LOADED(&f);
    run(&f, 32);
    assert_int_equal(5, f.scene->world->state.body.n);
    assert_int_equal(5, f.scene->world->state.flows.outlet[0].tally.count);
    files_end(&f);
}

TEST(bodies_that_joints_hold_stay) {
    scene_files f;
    scene_text(&f, HEAD "bodies:\n  - {name: a, shape: {sphere: 4 mm}, material: glass}\n"
                        "  - {name: b, shape: {sphere: 4 mm}, material: glass, position: [1, 0, 0]}\n"
                        "joints: [{kind: revolute, b: b, at: [1, 1, 0]}]\n"
                        "outlets: [{name: all, region: {low: [-9, -9, -9], high: [9, 9, 9]}}]\n");
    CHECK_LOADED(&f);
    run(&f, 64);
    const ab_world *w = f.scene->world;
    assert_int_equal(1, w->state.body.n);
    assert_string_equal("b", w->state.names[w->state.body.name[0]]);
    assert_int_equal(0, w->mechanism.joint[0].b);
    files_end(&f);
}

// Free fall from rest at h above the plane: passed at sqrt(2 h/g).
TEST(a_flux_plane_counts_what_crosses_it_and_takes_back_what_returns) {
    scene_files f;
    scene_text(&f, HEAD
               "generators:\n  - grid: {name: g, shape: {sphere: 4 mm}, material: glass, count: [20, 1, 1],\n"
               "           spacing: [5 cm, 0, 0], origin: [0, 0, 10 cm]}\n"
               "  - grid: {name: up, shape: {sphere: 4 mm}, material: glass, count: [1, 1, 1], spacing: [1, 1, 1],\n"
               "           origin: [0, 1, -1 cm], velocity: [0, 0, 2]}\n"
               "flux_planes:\n  - {name: all, window: 10 ms}\n  - {name: middle, radius: 52 cm}\n");
    CHECK_LOADED(&f);
    ab_world *w = f.scene->world;
    const ab_flow_tally *all = &w->state.flows.flux_plane[0].tally, *middle = &w->state.flows.flux_plane[1].tally;
    run(&f, 96);
    assert_int_equal(-1, all->count); // the one that flies up
    run(&f, 736);                     // 0.1427 s is step 714
    assert_int_equal(19, all->count);
    CHECK_NEAR(all->mass, 19 * ab_mass_of(&w->state.body, 0), 1e-17);
    assert_int_equal(11, middle->count);
    run(&f, 768);
    CHECK_NEAR(all->rate, 20 * ab_mass_of(&w->state.body, 0) / (64 * 0.2e-3),
               1e-9); // two looks are a window of 12.8 ms
    run(&f, 2200);    // 0.41 s: back again
    assert_int_equal(20, all->count);
    CHECK(all->rate == 0 || w->state.time - all->then < 0.01);
    files_end(&f);
}

static uint64_t hash_with(int threads, bool saved) {
    scene_files f = {.count = 0};
    files_put(&f, "scene.yaml",
              HEAD PIT
              "generators:\n" RAIN("rate: 400") "outlets: [{name: drain, region: {low: [0, -1, -1], high: "
                                                "[1, 1, 5 mm]}}]\nflux_planes: [{name: door, at: [0, 0, 5 cm]}]\n");
    files_load(&f, NULL, 0, false);
    CHECK_LOADED(&f);
    f.cx->threads = threads;
    if (saved) {
        run(&f, 1100);
        ab_text bytes = ab_text_start(f.cx);
        CHECK_OK(f.cx, ab_snapshot_save(f.scene->world, &bytes));
        abut_scene_destroy(f.scene);
        CHECK_OK(f.cx, abut_scene_load(f.cx, "scene.yaml", NULL, &f.scene));
        CHECK_OK(f.cx, ab_snapshot_load(f.scene->world, bytes.data, bytes.size));
        ab_text_free(&bytes);
    }
    run(&f, 2500);
    CHECK(f.scene->world->state.flows.outlet[0].tally.count > 10);
    const uint64_t hash = abut_world_hash(f.scene->world);
    files_end(&f);
    return hash;
}

TEST(the_same_bits_for_any_number_of_threads_and_from_a_snapshot) {
    const uint64_t hash = hash_with(1, false);
    CHECK(hash == hash_with(2, false));
    CHECK(hash == hash_with(4, true));
}

TEST(removal_of_many_is_that_of_one_after_the_other) {
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
        scene_files f;
        scene_text(&f, HEAD PIT
                   "generators:\n  - fill: {name: g, radius: {min: 2 mm, max: 4 mm}, material: glass, count: 60,\n"
                   "           region: {low: [-3 cm, -1 cm, 0], high: [3 cm, 1 cm, 8 cm]}}\n");
        CHECK_LOADED(&f);
        ab_world *w = f.scene->world;
        run(&f, 1000);
        CHECK(w->state.contacts.n > 20);
        bool gone[100] = {false};
        abut_body id[100];
        for (int64_t i = 3; i < w->state.body.n; i += 4) gone[i] = true;
        for (int64_t i = 0; i < w->state.body.n; i++) id[i] = ab_body_id(w, i);
        if (k == 0) CHECK_OK(f.cx, ab_remove_rows(w, gone));
        for (int64_t i = 0; k == 1 && i < 63; i++)
            if (gone[i]) CHECK_OK(f.cx, abut_body_remove(w, id[i]));
        assert_int_equal(48, w->state.body.n);
        w->ledger.energy = (abut_energy){0}; // sums of what left in another order
        run(&f, 1200);
        w->ledger.energy = (abut_energy){0};
        hash[k] = abut_world_hash(w);
        files_end(&f);
    }
    CHECK(hash[0] == hash[1]);
}

TEST(traffic_that_cannot_be_is_refused_with_numbers) {
    check_refused(HEAD "generators:\n" RAIN("rate: -5"), "E018", "-5");
    check_refused(HEAD "generators:\n" RAIN("gap: 0"), "E039", "rate");
    check_refused(HEAD "generators:\n" RAIN("rate: 5, mass_rate: 1"), "E039", "not both");
    check_refused(HEAD "generators:\n" RAIN("rate: 5, start: 2 s, end: 1 s"), "E039", "behind");
    check_refused(HEAD "generators:\n  - inlet: {name: r, shape: {sphere: 3 cm}, material: glass, rate: 1,\n"
                       "      region: {low: [0, 0, 0], high: [1 m, 1 m, 4 cm]}}\n",
                  "E038", "30 mm, and the middle of the region is 20 mm");
    check_refused(HEAD "outlets: [{name: a, region: {low: [0, 0, 0], high: [0, 1, 1]}}]\n", "E039", "high");
    check_refused(HEAD "flux_planes: [{name: a, normal: [0, 0, 0]}]\n", "E018", "normal");
    check_refused(HEAD "flux_planes: [{name: a}, {name: a}]\n", "E031", "taken");
    check_refused(HEAD "gates: [{name: a}]\n", "E047", "flux_planes");
}

CLAIMS(CLAIM(an_inlet_keeps_its_rate_and_its_limits), CLAIM(a_mass_rate_and_a_mass_are_not_exceeded),
       CLAIM(what_comes_in_overlaps_nothing_and_is_wholly_in_the_region),
       CLAIM(what_goes_in_is_there_or_went_out_and_energy_is_lost_to_second_order_only),
       CLAIM(an_outlet_of_the_outside_takes_what_leaves_a_region), CLAIM(bodies_that_joints_hold_stay),
       CLAIM(a_flux_plane_counts_what_crosses_it_and_takes_back_what_returns),
       CLAIM(the_same_bits_for_any_number_of_threads_and_from_a_snapshot),
       CLAIM(removal_of_many_is_that_of_one_after_the_other), CLAIM(traffic_that_cannot_be_is_refused_with_numbers))
