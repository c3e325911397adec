// The docking scene, by parts: what its remarks and docs/docking.md promise, in windows that are short enough for every
// build.
// labels: slow long
#include "claim.h"
#include "scene/scene.h"
#include "step/step.h"

#include <stdio.h>

#define SCENE TEST_DATA "/../../scenes/docking.yaml"

typedef struct docking {
    abut_context *cx;
    abut_scene *scene;
    ab_world *w;
} docking;

static docking open_docking(const char *const *set, int count) {
    const abut_config config = {.threads = 1};
    docking d = {0};
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &d.cx));
    const abut_scene_options options = {set, count, false};
    CHECK_OK(d.cx, abut_scene_load(d.cx, SCENE, &options, &d.scene));
    d.w = d.scene->world;
    return d;
}

static void close_docking(docking *d) {
    abut_scene_destroy(d->scene);
    abut_context_destroy(d->cx);
}

static double probe(const docking *d, const char *name, int column) {
    for (int64_t i = 0; i < abut_scene_probe_count(d->scene); i++)
        if (strcmp(d->scene->probe[i].name, name) == 0) return abut_scene_probe_get(d->scene, i).value[column];
    fail_msg("there is no probe '%s'", name);
    return 0;
}

static double momentum(const docking *d) { return probe(d, "both", 0); }

static int64_t row_of(const docking *d, const char *name) {
    for (int64_t i = 0; i < d->w->state.body.n; i++)
        if (strcmp(d->w->state.names[d->w->state.body.name[i]], name) == 0) return i;
    fail_msg("there is no body '%s'", name);
    return -1;
}

static void take_steps(docking *d, int n) {
    for (int i = 0; i < n; i++) CHECK_OK(d->cx, ab_step(d->w));
}

#define NO_RINGS   "bodies.ring.colliders.ring.contact=false", "bodies.passive.colliders.ring.contact=false"
#define NO_PETALS  "bodies.ring.colliders.guide*.contact=false", "bodies.passive.colliders.petal*.contact=false"
#define NO_LATCHES "bodies.latch*.colliders.nose.contact=false", "bodies.passive.colliders.catch*.contact=false"

// The wedge rises 12 mm in 20.785 mm, so the latch gives way by tan 30 degrees of the roller's way.
TEST(rollers_push_the_latches_back_as_the_wedge_rises) {
    const char *const set[] = {NO_RINGS, NO_PETALS, "bodies.passive.position=[5142 mm, 0, 0]", "materials.*.friction=0",
                               "materials.*.sliding_friction=0"};
    docking d = open_docking(set, 7);
    while (d.w->state.contacts.n == 0 && d.w->state.time < 0.01) take_steps(&d, 1);
    // 3 mm from the centre of a roller to the wedge; it reaches between points 1.5 mm apart by 1.5^2/(8 3) mm.
    CHECK_NEAR(probe(&d, "gap", 0), 26.896e-3, 0.1e-3);
    const double start = probe(&d, "gap", 0);
    take_steps(&d, 2000);
    const double way = start - probe(&d, "gap", 0);
    CHECK(way > 0.7e-3);
    const char *const stroke[] = {"stroke1", "stroke2", "stroke3"};
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(probe(&d, stroke[k], 0), way * tan(3.14159265358979324 / 6),
                   0.02e-3);                          // they tremble by the contact's depth
    CHECK_NEAR(momentum(&d), -344, 1e-12 * 344);      // 2000 steps of rounding
    CHECK_NEAR(d.w->ledger.energy.residual, 0, 1e-5); // J, of 3.3
    CHECK(d.w->ledger.deepest < 0.57e-3);
    close_docking(&d);
}

// Flat faces: the force is K times the depth, however many points there are.
TEST(rings_press_with_the_stiffness_asked_for) {
    const char *const set[] = {NO_LATCHES, NO_PETALS, "bodies.passive.position=[5115.01 mm, 0, 0]",
                               "bodies.ring.colliders.ring.cell=20 mm", "bodies.ring.colliders.ring.spacing=30 mm"};
    docking d = open_docking(set, 7);
    take_steps(&d, 150);
    const double depth = probe(&d, "rings", 2), force = probe(&d, "rings", 3);
    CHECK(depth > 1e-5);
    // The rings are polygons, and the area that the stiffness belongs to is that of the circles: a thousandth.
    CHECK_NEAR(force, 1.44e8 * depth, 2e-3 * 1.44e8 * depth);
    CHECK_NEAR(momentum(&d), -344, 1e-13 * 344);
    close_docking(&d);
}

// 1 kN between ring and craft: the legs give way by F/(6 k cos^2 gamma).
TEST(the_legs_carry_the_ring_as_stiffly_as_their_springs_say) {
    const char *const set[] = {NO_RINGS,
                               NO_PETALS,
                               NO_LATCHES,
                               "bodies.ring.force=[-1 kN, 0, 0]",
                               "bodies.active.force=[1 kN, 0, 0]",
                               "forces.strut*.damping=40 N s/mm"};
    docking d = open_docking(set, 9);
    const int64_t ring = row_of(&d, "ring"), craft = row_of(&d, "active");
    const double before = d.w->state.body.x[ring].x - d.w->state.body.x[craft].x;
    take_steps(&d, 5000);
    const double gave = before - (d.w->state.body.x[ring].x - d.w->state.body.x[craft].x);
    CHECK_NEAR(gave, 1e3 / 4.376e7, 1e-3 * 1e3 / 4.376e7); // 4.376e4 N/mm has four digits
    CHECK(d.w->mechanism.margin < 1e-12);
    close_docking(&d);
}

// 10 mm beside the axis and almost together: a petal of the ring comes to lie on the edge of the other ring and pushes
// both back to the axis.
TEST(petals_push_craft_that_are_beside_the_axis_together) {
    const char *const set[] = {NO_LATCHES, "bodies.passive.position=[5120.1 mm, 10 mm, 0]"};
    docking d = open_docking(set, 3);
    const int64_t ring = row_of(&d, "ring"), craft = row_of(&d, "passive");
    double force = 0;
    for (int i = 0; i < 2000; i++) {
        take_steps(&d, 1);
        force = fmax(force, probe(&d, "guides", 3));
        assert_int_equal(0, probe(&d, "rings", 0)); // only petals touch
    }
    print_message("petals push with up to %.0f N\n", force);
    CHECK(force > 1e3);
    CHECK(d.w->state.body.v[craft].y < -1e-4 && d.w->state.body.v[ring].y > 1e-4);
    CHECK(d.w->state.body.v[craft].x > -40e-3);  // by their slope they slow the craft down, too
    CHECK_NEAR(momentum(&d), -344, 1e-12 * 344); // 2000 steps of rounding
    close_docking(&d);
}

CLAIMS(CLAIM(rollers_push_the_latches_back_as_the_wedge_rises), CLAIM(rings_press_with_the_stiffness_asked_for),
       CLAIM(the_legs_carry_the_ring_as_stiffly_as_their_springs_say),
       CLAIM(petals_push_craft_that_are_beside_the_axis_together))
