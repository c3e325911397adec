// Ellipsoids and capsules with exact gaps under penalty laws: load and depth, energy, rolling and restitution.
#include "parameters.h"
#include "worlds.h"

#include <stdio.h>

#define PI      3.14159265358979323846
#define DENSITY 1000.0
#define YOUNG   1e7

static abut_material_def material_of(double restitution, double friction) {
    abut_material_def m = abut_material_default();
    m.name = "solid";
    m.density = DENSITY;
    m.young = YOUNG;
    m.poisson = 0.3;
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

static double modulus(void) { return YOUNG / (1 - 0.09) / 2; }

static abut_body add_solid(test_world *t, int32_t shape, v3 x, quat q, bool fixed) {
    abut_body_def def = abut_body_default();
    abut_body body;
    def.name = "solid";
    def.shape = shape;
    def.material = t->material;
    def.position = x;
    def.orientation = q;
    def.fixed = fixed;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static int32_t ellipsoid_of(test_world *t, v3 h) {
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_ellipsoid(t->w, h, &shape));
    return shape;
}

static int32_t capsule_of(test_world *t, double radius, double length) {
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_capsule(t->w, radius, length, &shape));
    return shape;
}

// ------------------------------------------------------------------------------------------------------------ load

// Complete elliptic integrals by the arithmetic-geometric mean: K, and E = K (1 - sum 2^(n-1) c_n^2).
static void elliptic(double e, double *k_of, double *e_of) {
    double a = 1, g = sqrt(1 - e * e), c = e, sum = 0.5 * c * c, power = 0.5;
    while (fabs(c) > 1e-16) {
        c = 0.5 * (a - g);
        const double next = 0.5 * (a + g);
        g = sqrt(a * g);
        a = next;
        power *= 2;
        sum += power * c * c;
    }
    *k_of = PI / (2 * a);
    *e_of = *k_of * (1 - sum);
}

// Force of Hertz' elliptic contact at a depth, for principal relative curvatures `less` <= `more` [johnson1985, 4.2]:
// less/2 = (d/(b K)) (b/(e a)^2) (K - E), more/2 = (d/(b K)) (b/(e a)^2) ((a/b)^2 E - K), F = 2/3 pi a d E* / K
static double elliptic_force(double less, double more, double depth) {
    double low = 1e-9, high = 1 - 1e-12, k, e;
    for (int i = 0; i < 200; i++) {
        const double at = 0.5 * (low + high);
        elliptic(at, &k, &e);
        const double ratio = (e / (1 - at * at) - k) / (k - e);
        if (ratio < more / less)
            low = at;
        else
            high = at;
    }
    elliptic(low, &k, &e);
    const double a = sqrt(depth * (k - e) / (k * low * low * 0.5 * less));
    return 2.0 / 3 * PI * a * depth * modulus() / k;
}

// Ellipsoids on top of each other, turned about the normal by a right angle if `crossed`.
static double force_at(v3 h, double depth, bool crossed, bool on_plane) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = 1e-9;
    abut_material_def m = material_of(1, 0);
    test_world t = open_world(1, &def, &m);
    const int32_t shape = ellipsoid_of(&t, h);
    const quat turned = crossed ? quat_from_turn(v3_make(0, 0, PI / 2)) : quat_identity();
    if (on_plane)
        add_floor(&t, (abut_v3){0, 0, h.z}, (abut_v3){0, 0, 1});
    else
        add_solid(&t, shape, v3_zero(), quat_identity(), true);
    add_solid(&t, shape, v3_make(0, 0, 2 * h.z - depth), turned, false);
    CHECK_OK(t.cx, abut_world_refresh(t.w));
    assert_int_equal(1, t.w->state.contacts.n);
    const double force = t.w->state.contacts.normal_force[0];
    close_world(&t);
    return force;
}

TEST(ellipsoids_have_the_load_of_the_elliptic_contact_for_radii_up_to_three_to_one) {
    double worst = 0;
    for (int i = 0; i <= 8; i++) {
        const double ratio = 1 + 0.25 * i; // of the principal radii of curvature
        const v3 h = {0.03 * sqrt(ratio), 0.03, 0.03};
        const double k1 = h.z / (h.x * h.x), k2 = h.z / (h.y * h.y);
        for (double depth = 1e-6; depth < 4e-4; depth *= 3) {
            if (ratio > 1) {
                worst = fmax(worst, fabs(force_at(h, depth, false, false) / elliptic_force(2 * k1, 2 * k2, depth) - 1));
                worst = fmax(worst, fabs(force_at(h, depth, false, true) / elliptic_force(k1, k2, depth) - 1));
            }
            const double hertz = 4.0 / 3 * modulus() * sqrt(1 / (k1 + k2)) * pow(depth, 1.5);
            CHECK_NEAR(force_at(h, depth, true, false) / hertz, 1, 1e-6); // crossed: a circle; slopes of the depth
        }
    }
    printf("worst difference from the elliptic contact: %.2e\n", worst);
    CHECK(worst < 0.01); // as the formula of R promises; 3 % are asked for
}

// ------------------------------------------------------------------------------------------------------------ energy

// Largest error of the energy of an ellipsoid that hops and rocks over its ends, without friction.
static double rocking_error(double dt, const char *law, double *turned) {
    abut_world_def def = abut_world_default();
    def.dt = dt;
    def.normal_law = law;
    if (strcmp(law, "linear") == 0) GIVE(def, "stiffness", 2e4);
    abut_material_def m = material_of(1, 0);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    abut_body_def body = abut_body_default();
    abut_body ball;
    body.name = "solid";
    body.shape = ellipsoid_of(&t, v3_make(0.03, 0.04, 0.05));
    body.material = t.material;
    body.position = (abut_v3){0, 0, 0.0395};
    body.orientation = quat_from_turn(v3_make(0.9, 0.4, 0.1));
    body.angular_velocity = (abut_v3){25, 10, 3};
    CHECK_OK(t.cx, abut_body_add(t.w, &body, &ball));
    double worst = 0;
    *turned = 0;
    for (int64_t i = 0; t.w->state.time < 0.3; i++) {
        run_steps(&t, 1);
        worst = fmax(worst, fabs(abut_world_energy(t.w).residual));
        *turned += dt * v3_norm(state_of(&t, ball).angular_velocity);
    }
    worst /= abut_world_energy(t.w).initial;
    close_world(&t);
    return worst;
}

TEST(energy_of_an_ellipsoid_that_rolls_over_its_ends_is_of_second_order) {
    static const char *const LAW[] = {"hertz", "linear"};
    for (int k = 0; k < 2; k++) {
        double error[3], turned;
        for (int i = 0; i < 3; i++) error[i] = rocking_error(4e-5 / (1 << i), LAW[k], &turned);
        printf("%s: turned by %.1f rad, energy off by %.2e, %.2e, %.2e: ratios %.2f, %.2f\n", LAW[k], turned, error[0],
               error[1], error[2], error[0] / error[1], error[1] / error[2]);
        CHECK(turned > 2 * PI);
        CHECK(error[0] / error[1] > 3 && error[1] / error[2] > 3); // 4 for second order
        CHECK(error[2] < 1e-4);
    }
}

// ----------------------------------------------------------------------------------------------------------- rolling

// Speed after a second on a slope, over that of a rigid body with inertia factor k = I/(m r^2).
static double rolling_ratio(bool capsule, double restitution) {
    const double r = 0.05, along = 0.981;
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){along, 0, -9.76};
    abut_material_def m = material_of(restitution, 0.5);
    m.young = 1e8;
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const int32_t shape = capsule ? capsule_of(&t, r, 0.1) : ellipsoid_of(&t, v3_make(r, 1.4 * r, r));
    const quat q = capsule ? quat_from_turn(v3_make(PI / 2, 0, 0)) : quat_identity();
    const abut_body body = add_solid(&t, shape, v3_make(0, 0, r - 1e-6), q, false);
    const ab_shape *s = &t.w->config.shapes[shape];
    const double inertia = (capsule ? s->moments.z : s->moments.y) / (s->volume * r * r);
    do run_steps(&t, 1);
    while (t.w->state.time < 1);
    const double speed = state_of(&t, body).velocity.x / (along / (1 + inertia) * t.w->state.time);
    close_world(&t);
    return speed;
}

TEST(round_solids_roll_as_rigid_ones_whatever_their_restitution) {
    for (int i = 0; i < 3; i++)
        for (int capsule = 0; capsule < 2; capsule++) {
            const double ratio = rolling_ratio(capsule, 0.5 * i);
            printf("%s, e = %.1f: %.5f of a rigid one\n", capsule ? "capsule" : "ellipsoid", 0.5 * i, ratio);
            CHECK_NEAR(ratio, 1, 0.002); // the slope's bump at the start, the depth over the radius
        }
}

// -------------------------------------------------------------------------------------------------------- restitution

enum { FLAT, UPRIGHT, LYING, STANDING, DROPS };

// Speed after a drop over that before it.
static double returned(int how, double restitution, const char *law) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = law;
    if (strcmp(law, "linear") == 0) GIVE(def, "stiffness", 1e5);
    abut_material_def m = material_of(restitution, 0.3);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const bool capsule = how >= LYING;
    const double r = 0.03, height = how == FLAT || how == LYING ? r : how == UPRIGHT ? 0.05 : r + 0.04;
    const quat lying = quat_from_turn(v3_make(PI / 2, 0, 0));
    abut_body_def body = abut_body_default();
    abut_body solid;
    body.name = "solid";
    body.shape = capsule ? capsule_of(&t, r, 0.08) : ellipsoid_of(&t, v3_make(0.05, 0.04, r));
    body.material = t.material;
    body.position = (abut_v3){0, 0, height + 0.001};
    body.orientation = how == LYING ? lying : how == UPRIGHT ? quat_from_turn(v3_make(0, PI / 2, 0)) : quat_identity();
    body.velocity = (abut_v3){0, 0, -1};
    CHECK_OK(t.cx, abut_body_add(t.w, &body, &solid));
    while (state_of(&t, solid).velocity.z < 0 || t.w->state.contacts.n > 0) run_steps(&t, 1);
    const double speed = state_of(&t, solid).velocity.z;
    close_world(&t);
    return speed;
}

TEST(ellipsoids_and_capsules_return_what_was_asked_for) {
    static const double RESTITUTION[] = {1, 0.8, 0.5, 0.2, 0.1};
    static const char *const LAW[] = {"hertz", "linear"};
    for (int how = 0; how < DROPS; how++)
        for (int i = 0; i < 5; i++)
            for (int k = 0; k < 2; k++) {
                const double e = returned(how, RESTITUTION[i], LAW[k]);
                CHECK_NEAR(e / RESTITUTION[i], 1, 0.02);
            }
}

CLAIMS(CLAIM(ellipsoids_have_the_load_of_the_elliptic_contact_for_radii_up_to_three_to_one),
       CLAIM(energy_of_an_ellipsoid_that_rolls_over_its_ends_is_of_second_order),
       CLAIM(round_solids_roll_as_rigid_ones_whatever_their_restitution),
       CLAIM(ellipsoids_and_capsules_return_what_was_asked_for))
