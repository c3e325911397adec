// What the dampings return: the restitution of an impact, measured in the world, against the closed form. Prints the
// table of docs/theory/contact.md.
#include "parameters.h"
#include "worlds.h"

#include "law/law.h"

#define V0 1.0 // m/s

typedef struct impact {
    const char *law, *damping;
    double restitution, exponent, stiffness, viscosity;
    double penetration; // > 0: automatic stiffness
    double dt;
} impact;

typedef struct outcome {
    double restitution, deepest;
} outcome;

// Throws a ball of 1 kg at the floor.
static outcome measure(const impact *i) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = i->law;
    def.damping = i->damping;
    def.dt = i->dt;
    if (i->exponent > 0) GIVE(def, "exponent", i->exponent);
    GIVE(def, "reference_depth", 1e-3);
    if (i->stiffness > 0) GIVE(def, "stiffness", i->stiffness);
    GIVE(def, "viscosity", i->viscosity);
    def.penetration = i->penetration;
    abut_material_def m = abut_material_default();
    m.restitution = i->restitution;
    m.friction = 0;
    m.density = 1 / (4.0 / 3 * 3.14159265358979324 * 1e-6);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body ball = add_ball(&t, 0.01, (abut_v3){0, 0, 0.01}, (abut_v3){0, 0, -V0});
    outcome out = {0};
    for (int64_t k = 0; k < 2000000; k++) {
        run_steps(&t, 1);
        out.deepest = fmax(out.deepest, t.w->ledger.deepest);
        out.restitution = state_of(&t, ball).velocity.z / V0;
        if (abut_contact_count(t.w) == 0) break;
    }
    const abut_energy e = abut_world_energy(t.w);
    CHECK_NEAR(e.residual, 0, 1e-3 * e.initial); // O(dt^2)
    CHECK(e.lost_damping >= -1e-3 * e.initial);
    close_world(&t);
    return out;
}

// c (1 + e) = ln((1 + c)/(1 - c e)), by bisection: what a damping F_e (1 + c rate/v0) returns.
static double returned(double c) {
    if (c == 0) return 1;
    double low = 0, high = fmin(1, 1 / c);
    for (int k = 0; k < 200; k++) {
        const double e = 0.5 * (low + high);
        if (c * (1 + e) > log((1 + c) / (1 - c * e)))
            low = e;
        else
            high = e;
    }
    return low;
}

static const double ASKED[] = {1, 0.9, 0.7, 0.5, 0.3, 0.1};
enum { ASKED_COUNT = sizeof ASKED / sizeof ASKED[0] };

static bool is(int k, const char *name) { return ab_dampings[k] == ab_damping_find(name); }
static bool has_factor(int k) { return !is(k, "restitution") && !is(k, "viscous"); }

TEST(hysteresis_dampings_return_what_their_closed_form_says) {
    print_message("| damping | 1 | 0.9 | 0.7 | 0.5 | 0.3 | 0.1 |\n|---|---|---|---|---|---|---|\n");
    for (int k = 0; k < ab_law_count(AB_LAW_DAMPING); k++) {
        if (is(k, "viscous") || is(k, "logarithmic")) continue;
        print_message("| `%s` |", ab_dampings[k]->name);
        for (int i = 0; i < ASKED_COUNT; i++) {
            const impact hertz = {.law = "hertz", .damping = ab_dampings[k]->name, .restitution = ASKED[i], .dt = 4e-6};
            const double e = measure(&hertz).restitution;
            const double expected = has_factor(k) ? returned(ab_dampings[k]->number(ASKED[i])) : ASKED[i];
            print_message(" %.3f |", e);
            CHECK_NEAR(e, expected, 2e-3); // O(dt): the step in which the contact ends; 2000 steps in contact
        }
        print_message("\n");
    }
}

TEST(what_a_hysteresis_damping_returns_does_not_depend_on_the_elastic_law) {
    static const impact LAWS[] = {{.law = "linear", .stiffness = 1e6},
                                  {.law = "power", .stiffness = 1e6, .exponent = 1},
                                  {.law = "power", .stiffness = 1e6, .exponent = 1.5},
                                  {.law = "power", .stiffness = 1e6, .exponent = 2.2}};
    for (size_t i = 0; i < sizeof LAWS / sizeof LAWS[0]; i++) {
        impact one = LAWS[i];
        one.damping = "flores";
        one.restitution = 0.6;
        one.dt = 1e-6;
        CHECK_NEAR(measure(&one).restitution, returned(1.6 * 0.4 / 0.6), 2e-3);
    }
}

// A linear spring with a constant damper is the oscillator that the damping `restitution` makes of every law.
TEST(viscous_damping_of_a_linear_spring_returns_the_oscillators_restitution) {
    for (int i = 0; i < ASKED_COUNT; i++) {
        const impact one = {.law = "linear",
                            .damping = "viscous",
                            .restitution = 1, // not looked at
                            .stiffness = 1e6,
                            .viscosity = ab_damping_gamma(ASKED[i]) * sqrt(1e6 * 1.0),
                            .dt = 1e-6};
        CHECK_NEAR(measure(&one).restitution, ASKED[i], 2e-3);
    }
}

TEST(an_automatic_stiffness_stops_bodies_at_the_tolerated_penetration) {
    for (double depth = 1e-5; depth < 2e-3; depth *= 10) {
        const impact linear = {
            .law = "linear", .damping = "restitution", .restitution = 1, .penetration = depth, .dt = 2e-3 * depth};
        CHECK_NEAR(measure(&linear).deepest, depth, 1e-5 * depth); // O(dt^2), 1500 steps in contact
        const impact power = {.law = "power",
                              .damping = "restitution",
                              .restitution = 1,
                              .penetration = depth,
                              .exponent = 1.5,
                              .dt = 2e-3 * depth};
        CHECK_NEAR(measure(&power).deepest, depth, 1e-5 * depth);
    }
}

// Solids touch with a patch of points: a round one is stopped there too.
TEST(an_automatic_stiffness_stops_a_round_solid_at_the_tolerated_penetration) {
    static const char *const LAWS[] = {"linear", "power"};
    for (int i = 0; i < 2; i++) {
        abut_world_def def = abut_world_default();
        def.gravity = (abut_v3){0, 0, 0};
        def.normal_law = LAWS[i];
        def.penetration = 5e-3;
        def.dt = 2e-5;
        def.resolution = 64;
        def.geometry = "sdf";
        abut_material_def m = abut_material_default();
        m.restitution = 1;
        m.friction = 0;
        test_world t = open_world(1, &def, &m);
        add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
        abut_body_def body = abut_body_default();
        CHECK_OK(t.cx, abut_shape_add_ellipsoid(t.w, (abut_v3){0.1, 0.1, 0.1}, &body.shape));
        body.name = "round";
        body.material = t.material;
        body.position = (abut_v3){0, 0, 0.1};
        body.velocity = (abut_v3){0, 0, -V0};
        CHECK_OK(t.cx, abut_body_add(t.w, &body, NULL));
        double deepest = 0;
        for (int k = 0; k < 500; k++) {
            run_steps(&t, 1);
            deepest = fmax(deepest, t.w->ledger.deepest);
        }
        print_message("%s: %.3g of 5 mm\n", LAWS[i], 1e3 * deepest);
        CHECK_NEAR(deepest, 5e-3, 4e-4); // its triangles of 16 mm lie up to 16^2/(8 100) = 0.3 mm inside of the ball
        close_world(&t);
    }
}

// How deep a box of 80 mm goes that is thrown at a floor with 1 m/s, on its face, edge or corner (0 to 2).
static double depth_of_box(int hit, double penetration, double dt) {
    static const v3 TURN[] = {{0, 0, 0}, {0.7853981633974483, 0, 0}, {0.6755108588560398, -0.6755108588560398, 0}};
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = "linear";
    def.geometry = "sdf";
    def.penetration = penetration;
    def.dt = dt;
    def.resolution = 64;
    abut_material_def m = abut_material_default();
    m.restitution = 1;
    m.friction = 0;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def body = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.08, 0.08, 0.08}, &body.shape));
    body.name = "box";
    body.material = t.material;
    body.orientation = quat_from_turn(TURN[hit]);
    body.position = (abut_v3){0, 0, 0.04 * sqrt(hit + 1) + 1e-5};
    body.velocity = (abut_v3){0, 0, -1};
    CHECK_OK(t.cx, abut_body_add(t.w, &body, NULL));
    double deepest = 0;
    for (double time = 0; time < 7.5e-3; time += dt) {
        run_steps(&t, 1);
        deepest = fmax(deepest, t.w->ledger.deepest);
    }
    close_world(&t);
    return deepest;
}

// Sharper than a ball goes deeper, flat less deep: what docs/theory/contact.md tells of a box on its face, edge and
// corner.
TEST(an_automatic_stiffness_holds_a_box_within_three_times_the_tolerated_penetration) {
    static const char *const HITS[] = {"face", "edge", "corner"};
    double deepest[3];
    for (int i = 0; i < 3; i++) {
        deepest[i] = depth_of_box(i, 1e-3, 5e-6);
        print_message("box, %s: %.3g of 1 mm\n", HITS[i], 1e3 * deepest[i]);
    }
    CHECK(deepest[0] < 0.4e-3 && deepest[1] < 1e-3 && deepest[2] > deepest[1] && deepest[2] < 3e-3);
}

// E* goes with g^-2.5, and the energy of a corner with the third power of its depth, so that goes with g^(5/6). What is
// 2.5 = 3^(5/6) times too deep needs a third of g, and a quarter leaves room for points that are not much closer than
// the depth.
TEST(a_quarter_of_it_holds_the_corner_too) {
    const double corner = depth_of_box(2, 1e-3 / 4, 5e-7);
    print_message("box, corner: %.3g of 1 mm for a quarter\n", 1e3 * corner);
    CHECK(corner < 1e-3);
}

CLAIMS(CLAIM(hysteresis_dampings_return_what_their_closed_form_says),
       CLAIM(what_a_hysteresis_damping_returns_does_not_depend_on_the_elastic_law),
       CLAIM(viscous_damping_of_a_linear_spring_returns_the_oscillators_restitution),
       CLAIM(an_automatic_stiffness_stops_bodies_at_the_tolerated_penetration),
       CLAIM(an_automatic_stiffness_stops_a_round_solid_at_the_tolerated_penetration),
       CLAIM(an_automatic_stiffness_holds_a_box_within_three_times_the_tolerated_penetration),
       CLAIM(a_quarter_of_it_holds_the_corner_too))
