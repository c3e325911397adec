// One contact, three methods: penalty, Lagrange multiplier, augmented Lagrangian. Their answers become one as the penalty
// grows.
#include "claim.h"
#include "scene/scene.h"
#include "scene_files.h"

#include <stdio.h>

static abut_context *open_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&(abut_config){.threads = 1}, &cx));
    return cx;
}

// ------------------------------------------------------------------------------------------------------ the scene

typedef struct outcome {
    double early, depth; // height of the ball at 0.25 s, and how far it has sunk in at the end, m
    double force;        // on the floor at the end, N
} outcome;

// `strength` is the stiffness of the penalty, or the penalty of the augmented method.
static outcome fall(const char *enforcement, double strength) {
    char method[64], k[64];
    const bool augmented = strcmp(enforcement, "augmented") == 0;
    snprintf(method, sizeof method, "contact.enforcement=%s", enforcement);
    snprintf(k, sizeof k, "contact.%s=%g", augmented ? "penalty" : "stiffness", strength);
    const bool compliant = strcmp(enforcement, "penalty") == 0;
    const char *const set[] = {method, k, compliant ? "time.integrator=verlet" : "time.integrator=moreau"};
    abut_context *cx = open_context();
    abut_scene *scene = NULL;
    const abut_scene_options options = {set, 3, false};
    CHECK_OK(cx, abut_scene_load(cx, TEST_DATA "/../../scenes/enforcement.yaml", &options, &scene));
    ab_world *w = scene->world;
    outcome o = {0};
    for (int64_t i = 0; i < scene->steps; i++) {
        CHECK_OK(cx, abut_world_step(w));
        CHECK(w->mechanism.margin <= 1e-12);
        if (i + 1 == 2500) o.early = w->state.body.x[1].z;
    }
    o.depth = 0.05 - w->state.body.x[1].z;
    o.force = w->state.contacts.n > 0 ? w->state.contacts.normal_force[0] : 0;
    // The damping of a compliant contact begins with a jump somewhere in a step, of which there are a dozen in a
    // contact; impulses are exact.
    CHECK_NEAR(w->ledger.energy.residual, 0, (compliant ? 1e-2 : 1e-5) * w->ledger.energy.initial);
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
    return o;
}

TEST(three_methods_agree_the_better_the_stiffer_the_penalty) {
    const outcome exact = fall("multiplier", 1e5);
    const double weight = 11340 * 4.0 / 3 * 3.14159265358979 * 0.05 * 0.05 * 0.05 * 9.81;
    CHECK_NEAR(exact.depth, 0, 1e-9); // what one step falls, pushed back
    CHECK_NEAR(exact.force, weight, 1e-4 * weight);
    double last[2] = {INFINITY, INFINITY}, path[2] = {INFINITY, INFINITY};
    for (int i = 0; i < 3; i++) {
        const double k = 1e5 * pow(10, i), penalty = pow(10, i);
        const outcome soft = fall("penalty", k), both = fall("augmented", penalty);
        print_message("stiffness %g N/m: sinks in by %.2e m, path off by %.2e m; augmented, penalty %g: %.2e "
                      "m, %.2e m\n",
                      k, soft.depth, soft.early - exact.early, penalty, both.depth, both.early - exact.early);
        CHECK_NEAR(soft.depth, weight / k, 0.01 * weight / k); // what a spring must give
        CHECK_NEAR(soft.force, weight, 1e-3 * weight);
        CHECK_NEAR(both.force, weight, 1e-3 * weight);
        // overlaps of 1e-9 of the radius are left alone
        CHECK(soft.depth < 0.2 * last[0] && fabs(both.depth) < fmax(0.2 * last[1], 5e-11));
        // the paths after the first bounces: a compliant contact takes pi sqrt(m/k)
        CHECK(fabs(soft.early - exact.early) < 0.6 * path[0] && fabs(both.early - exact.early) < 0.6 * path[1]);
        last[0] = soft.depth, last[1] = fabs(both.depth);
        path[0] = fabs(soft.early - exact.early), path[1] = fabs(both.early - exact.early);
    }
}

TEST(contacts_without_compliance_refuse_what_they_cannot_do) {
    static const struct {
        const char *set[2], *message;
    } CASE[] = {{{"materials.lead.rolling_friction=0.3"}, "rolling_friction: 0"},
                {{"contact.pairs=[{a: lead, b: lead, cohesion: 1 kPa}]"}, "cohesion: 0"},
                {{"contact.friction_law=velocity"}, "friction_law: coulomb"},
                {{"contact.solver=active_set", "materials.lead.friction=0.1"}, "active_set ignores friction"},
                {{"time.integrator=verlet"}, "time.integrator: moreau, not verlet"}};
    for (size_t k = 0; k < sizeof CASE / sizeof CASE[0]; k++) {
        abut_context *cx = open_context();
        abut_scene *scene = NULL;
        const abut_scene_options options = {CASE[k].set, CASE[k].set[1] ? 2 : 1, false};
        CHECK_STATUS(ABUT_ERR_INPUT, abut_scene_load(cx, TEST_DATA "/../../scenes/enforcement.yaml", &options, &scene));
        CHECK(strstr(abut_scene_diagnostic_get(scene, 0).message, CASE[k].message) != NULL);
        abut_scene_destroy(scene);
        abut_context_destroy(cx);
    }
}

// 3 m/s, mu = 0.5, g = 10 m/s^2: 0.9 m; the last step stops it at most mu g dt^2/8 = 6e-7 m too far.
TEST(friction_of_a_pair_stops_a_block_where_its_materials_have_none) {
    static const char *const METHOD[] = {"multiplier", "augmented"};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -10]\ntime: {end: 1, dt: 1e-3}\n"
                 "contact: {enforcement: %s, pairs: [{a: ice, b: rubber, friction: 0.5}]}\n"
                 "materials: {ice: {friction: 0}, rubber: {friction: 0}}\nbodies:\n"
                 "  - {name: floor, shape: {plane: {}}, material: ice}\n"
                 "  - {name: block, shape: {box: [0.2, 0.2, 0.1]}, material: rubber, position: [0, 0, 0.05], "
                 "velocity: [3, 0, 0]}\n"
                 "  - {name: free, shape: {box: [0.2, 0.2, 0.1]}, material: ice, position: [0, 1, 0.05], "
                 "velocity: [3, 0, 0]}\n",
                 METHOD[i]);
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        ab_world *w = f.scene->world;
        for (int64_t k = 0; k < f.scene->steps; k++) CHECK_OK(f.cx, abut_world_step(w));
        CHECK_NEAR(w->state.body.x[1].x, 0.9, 1e-6);
        CHECK_NEAR(w->state.body.x[2].x, 3, 1e-9); // no force along x: round-off of 1000 steps
        files_end(&f);
    }
}

CLAIMS(CLAIM(three_methods_agree_the_better_the_stiffer_the_penalty),
       CLAIM(friction_of_a_pair_stops_a_block_where_its_materials_have_none),
       CLAIM(contacts_without_compliance_refuse_what_they_cannot_do))
