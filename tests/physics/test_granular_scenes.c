// The scenes of granular work, with few rocks and for a short time.
// labels: long
#include "examples.h"

#include <stdlib.h>

#define SOFT "materials.stone.young=50 kPa", "dt=80 us" // fewer steps

static double probe(const example *e, const char *name, int column) {
    double value[AB_PROBE_COLUMNS];
    for (int64_t i = 0; i < e->scene->nprobe; i++) {
        const ab_probe *p = &e->scene->probe[i];
        if (strcmp(p->name, name) != 0) continue;
        ab_probe_types[p->kind]->read(p, e->w, value);
        return value[column];
    }
    fail_msg("there is no probe %s", name);
    return 0;
}

// Furthest centre of a rock from an axis through the origin.
static double furthest(const example *e, v3 axis) {
    double max = 0;
    for (int64_t i = 0; i < e->w->state.body.n; i++)
        if (e->w->state.body.number[i] >= 0) max = fmax(max, v3_norm(v3_cross(axis, e->w->state.body.x[i])));
    return max;
}

static double lost(const example *e) { return e->w->ledger.energy.lost_damping + e->w->ledger.energy.lost_friction; }

TEST(rocks_run_out_of_the_hopper_by_its_hole_only) {
    example e = OPEN("hopper.yaml", "generators.rocks.count=25", "generators.rocks.variety=3", SOFT,
                     "generators.rocks.region.to=[0, 0, 40 cm]", "generators.rocks.region.to_radius=50 cm");
    run_to(&e, 0.55);
    const ab_flow_tally *hole = &e.w->state.flows.flux_plane[0].tally, *floor = &e.w->state.flows.outlet[0].tally;
    int64_t below = 0;
    for (int64_t i = 1; i < e.w->state.body.n; i++) {
        const v3 x = e.w->state.body.x[i];
        below += x.z < 0;
        CHECK(x.z < 0 || hypot(x.x, x.y) < 0.18 + 87.0 / 95 * x.z); // no centre inside of the wall
    }
    CHECK(floor->count > 5);
    assert_int_equal(25, floor->count + e.w->state.body.n - 1);
    CHECK(llabs(hole->count - floor->count - below) <= 3); // counted every 32 steps
    CHECK(lost(&e) > 0 && fabs(e.w->ledger.energy.residual) < 0.01 * e.w->ledger.energy.initial);
    close_scene(&e);
}

TEST(the_drum_lifts_its_load_on_one_side) {
    example e =
        OPEN("drum.yaml", "materials.ore.young=50 kPa", "materials.glass.young=50 kPa", "generators.grey.count=10",
             "generators.dark.count=10", "generators.grey.variety=3", "generators.dark.variety=3", SOFT);
    run_to(&e, 0.5);
    assert_int_equal(23, e.w->state.body.n);
    CHECK(furthest(&e, v3_make(0, 1, 0)) < 0.15);
    double lean = 0;
    for (int64_t i = 3; i < e.w->state.body.n; i++) lean += e.w->state.body.x[i].x / 20;
    CHECK(lean < -0.01); // turning about y takes what lies below towards -x
    CHECK(e.w->state.body.w[0].y > 3 - 1e-9 && e.w->state.body.w[0].y < 3 + 1e-9);
    CHECK(probe(&e, "mix", 1) == 0.5 && probe(&e, "load", 6) > 0.05);
    close_scene(&e);
}

TEST(rocks_that_rain_lie_on_the_floor_and_on_each_other) {
    example e = OPEN("heap.yaml", "generators.rocks.count=40", "generators.rocks.variety=3", SOFT,
                     "generators.rocks.region.radius=3 cm");
    CHECK(isfinite(e.scene->advice.limit) && e.w->config.dt < e.scene->advice.limit); // of rocks that are yet to come
    run_to(&e, 0.6);
    CHECK(e.w->state.body.n > 20);
    for (int64_t i = 1; i < e.w->state.body.n; i++) CHECK(e.w->state.body.x[i].z > 0.005); // on the floor, not in it
    CHECK(probe(&e, "motion", 2) < 0.3); // m^2/s^2; they fell with 7/3
    CHECK(probe(&e, "heap", 1) > 0.015 && probe(&e, "heap", 2) < 0.4 && probe(&e, "net", 1) > 0.5);
    close_scene(&e);
}

TEST(the_shaken_bed_leaves_its_bottom_and_lands) {
    example e = OPEN("vibrated_bed.yaml", "generators.rocks.count=15", "generators.rocks.variety=3", SOFT,
                     "generators.rocks.region.to=[0, 0, 15 cm]");
    run_to(&e, 0.3);
    const double start = e.w->state.time, period = 1.0 / 15;
    double min = INFINITY, max = 0;
    while (e.w->state.time < start + period) {
        run_to(&e, e.w->state.time + period / 30);
        min = fmin(min, probe(&e, "bottom", 3));
        max = fmax(max, probe(&e, "bottom", 3));
    }
    const double weight = 9.81 * probe(&e, "bed", 6);
    CHECK(min < 0.2 * weight && max > 3 * weight); // it flies, and lands harder than the cup accelerates
    CHECK(furthest(&e, v3_make(0, 0, 1)) < 0.08);
    close_scene(&e);
}

// In equilibrium sigma_zz V = sum of f_z z = F h, whatever the rocks between are like: h the height of the bed, V that
// of the region.
TEST(the_piston_takes_the_force_that_the_stress_in_the_bed_makes) {
    example e = OPEN("oedometer.yaml", "materials.glass.young=50 kPa", "generators.rocks.count=40",
                     "generators.rocks.variety=3", SOFT, "joints.press.speed=-40 cm/s",
                     "bodies.piston.velocity=[0, 0, -0.4]", "bodies.piston.position=[0, 0, 14 cm]",
                     "bodies.cup.shape.revolution.around=24", "generators.rocks.region.from=[0, 0, 2 cm]",
                     "generators.rocks.rate=600", "generators.rocks.region.to=[0, 0, 11 cm]",
                     "probes.bed.region.from=[0, 0, 0]", "probes.bed.region.to=[0, 0, 10 cm]");
    const double volume = 3.14159265358979 * 0.05 * 0.05 * 0.1;
    const double weight = 9.81 * ab_mass_of(&e.w->state.body, 1), *push = &e.w->mechanism.joint[1].force.z;
    run_to(&e, 0.24);
    while (*push > -30 && e.w->state.time < 1) run_to(&e, e.w->state.time + 1e-3);
    const double height = e.w->state.body.x[1].z - 0.01, pressed = weight - *push,
                 half = 0.5 * 9.81 * probe(&e, "motion", 6);
    CHECK_NEAR(probe(&e, "bed", 2) * volume / height, pressed + half,
               0.05 * pressed); // it still moves by 0.4 m/s
    CHECK(furthest(&e, v3_make(0, 0, 1)) < 0.05);
    close_scene(&e);
}

CLAIMS(CLAIM(rocks_run_out_of_the_hopper_by_its_hole_only), CLAIM(the_drum_lifts_its_load_on_one_side),
       CLAIM(rocks_that_rain_lie_on_the_floor_and_on_each_other), CLAIM(the_shaken_bed_leaves_its_bottom_and_lands),
       CLAIM(the_piston_takes_the_force_that_the_stress_in_the_bed_makes))
