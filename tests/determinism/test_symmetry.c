// Exact symmetries of IEEE arithmetic: scaling the units by powers of two, mirroring, and turning by 90 degrees about z
// only move exponents and signs, so positions and velocities must follow to the last bit. A hidden absolute tolerance
// or a dimensional constant breaks this.
#include "parameters.h"
#include "worlds.h"

typedef struct symmetry {
    double length, mass, time; // powers of two
    bool mirror_x;
    bool quarter_turn; // (x, y, z) -> (-y, x, z)
} symmetry;

static v3 map(const symmetry *s, v3 a, double scale) {
    if (s->mirror_x) a.x = -a.x;
    if (s->quarter_turn) a = v3_make(-a.y, a.x, a.z);
    return v3_scale(scale, a);
}

// A pseudovector (spin) also changes sign under a mirror.
static v3 map_spin(const symmetry *s, v3 a, double scale) {
    const v3 mapped = map(s, a, scale);
    return s->mirror_x ? v3_neg(mapped) : mapped;
}

static void add(test_world *t, const symmetry *s, int32_t shape, int k, v3 x, v3 v, bool fixed) {
    abut_body_def def = abut_body_default();
    def.number = k;
    def.shape = shape;
    def.material = t->material;
    def.fixed = fixed;
    def.position = map(s, x, s->length);
    def.velocity = map(s, v, s->length / s->time);
    def.angular_velocity = map_spin(s, v3_scale(30, v3_make(v.y, v.z, v.x)), 1 / s->time);
    CHECK_OK(t->cx, abut_body_add(t->w, &def, NULL));
}

typedef struct choice {
    const char *law, *integrator, *damping;
} choice;

static test_world build(const symmetry *s, choice c) {
    const double pressure = s->mass / (s->length * s->time * s->time);
    abut_world_def def = abut_world_default();
    def.gravity = map(s, v3_make(0.3, -0.5, -9.81), s->length / (s->time * s->time));
    def.normal_law = c.law;
    def.integrator = c.integrator;
    def.damping = c.damping;
    def.dt = 2e-5 * s->time;
    GIVE(def, "stiffness", 2e3 * s->mass / (s->time * s->time));
    abut_material_def m = abut_material_default();
    m.density *= s->mass / (s->length * s->length * s->length);
    m.young *= pressure;
    test_world t = open_world(2, &def, &m);

    static const v3 NORMAL[5] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    for (int i = 0; i < 5; i++) {
        int32_t plane = 0;
        CHECK_OK(t.cx, abut_shape_add_plane(t.w, map(s, NORMAL[i], 1), &plane));
        add(&t, s, plane, -1, v3_scale(i == 0 ? 0 : -0.041, NORMAL[i]), v3_zero(), true);
    }
    int32_t ball[2];
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.0095 * s->length, &ball[0]));
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 0.010 * s->length, &ball[1]));
    for (int k = 0; k < 96; k++) {
        const v3 x = {0.0203 * (k % 4) - 0.03045 + 1e-4 * (k % 3), 0.0203 * (k / 4 % 4) - 0.03045 - 1e-4 * (k % 5),
                      0.0101 + 0.0202 * (k / 16)};
        const v3 v = {0.1 * ((k * 11) % 7 - 3), 0.13 * ((k * 5) % 7 - 3), -0.6};
        add(&t, s, ball[k % 2], k, x, v, false);
    }
    return t;
}

static bool same(v3 a, v3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static void holds_with(symmetry s, choice c) {
    const symmetry identity = {1, 1, 1, false, false};
    test_world a = build(&identity, c), b = build(&s, c);
    run_steps(&a, 1000);
    run_steps(&b, 1000);
    CHECK(abut_contact_count(a.w) > 20); // a heap that still moves
    CHECK(abut_contact_count(a.w) == abut_contact_count(b.w));
    const double energy = s.mass * s.length * s.length / (s.time * s.time);
    for (int64_t i = 0; i < a.w->state.body.n; i++) {
        CHECK(same(map(&s, a.w->state.body.x[i], s.length), b.w->state.body.x[i]));
        CHECK(same(map(&s, a.w->state.body.v[i], s.length / s.time), b.w->state.body.v[i]));
        CHECK(same(map_spin(&s, a.w->state.body.w[i], 1 / s.time), b.w->state.body.w[i]));
    }
    CHECK(abut_world_energy(a.w).lost_friction * energy == abut_world_energy(b.w).lost_friction);
    CHECK(abut_world_energy(a.w).lost_friction > 1e-2 * abut_world_energy(a.w).initial); // much has happened
    close_world(&a);
    close_world(&b);
}

static void holds(symmetry s, const char *law, const char *integrator) {
    holds_with(s, (choice){law, integrator, "restitution"});
}

TEST(units_scaled_by_powers_of_two_scale_the_result_exactly) {
    holds((symmetry){.length = 8, .mass = 1, .time = 1}, "hertz", "verlet");
    holds((symmetry){.length = 1, .mass = 0.03125, .time = 1}, "hertz", "verlet");
    holds((symmetry){.length = 1, .mass = 1, .time = 64}, "hertz", "verlet");
    holds((symmetry){.length = 0x1p-10, .mass = 0x1p-31, .time = 0x1p-7}, "hertz", "verlet");
    holds((symmetry){.length = 2, .mass = 2, .time = 2}, "linear", "verlet");
    holds((symmetry){.length = 0.5, .mass = 128, .time = 2}, "hertz", "rk4");
}

TEST(hysteresis_dampings_scale_exactly_too) {
    const symmetry small = {.length = 0x1p-10, .mass = 0x1p-31, .time = 0x1p-7}, slow = {1, 1, 0x1p40, false, false};
    holds_with(small, (choice){"hertz", "verlet", "hunt_crossley"});
    holds_with(slow, (choice){"hertz", "verlet", "flores"});
    holds_with(slow, (choice){"linear", "rk4", "lankarani_nikravesh"});
}

TEST(a_mirrored_world_moves_as_the_mirror_image) {
    holds((symmetry){1, 1, 1, .mirror_x = true}, "hertz", "verlet");
    holds((symmetry){1, 1, 1, .mirror_x = true}, "linear", "rk4");
}

TEST(a_world_turned_by_a_quarter_turns_its_motion) {
    holds((symmetry){1, 1, 1, .quarter_turn = true}, "hertz", "verlet");
    holds((symmetry){4, 1, 1, .mirror_x = true, .quarter_turn = true}, "linear", "verlet");
}

CLAIMS(CLAIM(units_scaled_by_powers_of_two_scale_the_result_exactly), CLAIM(hysteresis_dampings_scale_exactly_too),
       CLAIM(a_mirrored_world_moves_as_the_mirror_image), CLAIM(a_world_turned_by_a_quarter_turns_its_motion))
