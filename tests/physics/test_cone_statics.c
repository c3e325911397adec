// Bodies that stand by contact and friction alone.
// labels: slow long
#include "rigid.h"

// -------------------------------------------------------------------------------------------------------------- stacks

enum { BOXES = 10 };

// A column of boxes of 0.2 m of these masses.
static void add_column(test_world *t, const double *mass, int boxes, abut_body *box) {
    add_floor(t, NONE, UP);
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){0.2, 0.2, 0.2}, &shape));
    for (int i = 0; i < boxes; i++) {
        abut_body_def def = abut_body_default();
        def.name = "box";
        def.number = i;
        def.shape = shape;
        def.material = t->material;
        def.position = (abut_v3){0, 0, 0.1 + 0.2 * i};
        def.mass = mass[i];
        def.inertia = (abut_v3){def.mass * 0.04 / 6, def.mass * 0.04 / 6, def.mass * 0.04 / 6};
        CHECK_OK(t->cx, abut_body_add(t->w, &def, &box[i]));
    }
}

// With the default tolerance, which few contacts meet a thousand times better: a force is off by 1e-4 of that.
static void stand(const double *mass, double dt, double time) {
    abut_world_def def = rigid_def(dt);
    def.contact_tolerance = abut_world_default().contact_tolerance;
    const abut_material_def m = stone(0, 0.5);
    test_world t = open_world(1, &def, &m);
    abut_body box[BOXES];
    add_column(&t, mass, BOXES, box);
    run_steps(&t, (int64_t)(time / dt + 0.5));
    double off = 0, speed = 0, weight = 0;
    for (int i = 0; i < BOXES; i++) {
        const abut_body_state s = state_of(&t, box[i]);
        off = fmax(off, v3_norm(v3_sub(s.centre, (abut_v3){0, 0, 0.1 + 0.2 * i})));
        speed = fmax(speed, v3_norm(s.velocity));
        weight += mass[i] * G;
    }
    const abut_energy e = abut_world_energy(t.w);
    print_message("masses %g to %g, dt %g s: off by %.2g m, %.2g m/s; residual %.2g of m g h; %lld sweeps\n", mass[0],
                  mass[BOXES - 1], dt, off, speed, e.residual / (weight * 0.2),
                  (long long)t.w->ledger.watch.contact_sweeps);
    CHECK(off < 1e-4 && speed < 1e-2 * G * dt);
    CHECK_NEAR(e.residual, 0, 1e-8 * weight * 0.2);
    CHECK_NEAR(force_on_first(&t), weight, 1e-5 * weight);
    close_world(&t);
}

TEST(ten_boxes_stand_for_10_s_with_masses_up_to_a_million_to_one) {
    double mass[BOXES];
    for (int i = 0; i < BOXES; i++) mass[i] = 1;
    stand(mass, 5e-3, 10);
    stand(mass, 5e-5, 0.1);
    for (int i = 0; i < BOXES; i++) mass[i] = pow(1e6, i / (BOXES - 1.0)); // light under heavy
    stand(mass, 1e-3, 10);
    stand(mass, 5e-3, 2);
    for (int i = 0; i + 1 < BOXES; i++) mass[i] = 1;
    stand(mass, 1e-3, 1);
    for (int i = 0; i < BOXES; i++) mass[i] = pow(1e6, 1 - i / (BOXES - 1.0));
    stand(mass, 1e-3, 1);
}

// ------------------------------------------------------------------------------------------------------- persistence

// Features of the contacts, in order; the number of them.
static int features_of(test_world *t, uint32_t *feature) {
    const ab_contacts *c = &t->w->state.contacts;
    CHECK(c->n <= 16);
    for (int64_t i = 0; i < c->n; i++) feature[i] = c->feature[i];
    return (int)c->n;
}

static void keep_contacts(test_world *t, int64_t steps, int expected) {
    uint32_t first[16], now[16];
    run_steps(t, 10);
    const int n = features_of(t, first);
    CHECK(n == expected);
    for (int64_t k = 0; k < steps; k++) {
        run_steps(t, 1);
        CHECK(features_of(t, now) == n && memcmp(now, first, (size_t)n * sizeof *now) == 0);
    }
    close_world(t);
}

static test_world open_resting(void) {
    abut_world_def def = rigid_def(1e-3);
    def.contact_tolerance = 1e-6;
    const abut_material_def m = stone(0, 0.5);
    return open_world(1, &def, &m);
}

TEST(a_resting_box_keeps_its_four_contacts) {
    test_world t = open_resting();
    add_floor(&t, NONE, UP);
    add_cube(&t, 0.2, (abut_v3){0, 0, 0.1}, UPRIGHT, NONE);
    keep_contacts(&t, 100000, 4);
    t = open_resting(); // on a slope, turned
    add_floor(&t, NONE, (abut_v3){0.2, 0.1, 1});
    const v3 n = v3_unit((v3){0.2, 0.1, 1});
    const abut_quat tilt = turn_about(v3_cross(UP, n), acos(n.z));
    add_cube(&t, 0.2, quat_rotate(tilt, (abut_v3){0, 0, 0.1}), quat_mul(tilt, turn_about(UP, 0.3)), NONE);
    keep_contacts(&t, 20000, 4);
    t = open_resting(); // on a box, turned, and a box of the same size on that: corner on corner
    add_floor(&t, NONE, UP);
    add_cube(&t, 0.4, (abut_v3){0, 0, 0.2}, UPRIGHT, NONE);
    add_cube(&t, 0.2, (abut_v3){0.02, 0.01, 0.5}, turn_about(UP, 0.5), NONE);
    add_cube(&t, 0.2, (abut_v3){0.02, 0.01, 0.7}, turn_about(UP, 0.5), NONE);
    keep_contacts(&t, 20000, 12);
}

// -------------------------------------------------------------------------------------------------------------- blocks

// A prism along y from a polygon in the xz plane, its corners in anticlockwise order about y.
typedef struct polygon {
    int n;
    double x[4], z[4];
} polygon;

static abut_v3 centroid_of(const polygon *p, double *area) {
    double a = 0, x = 0, z = 0;
    for (int i = 0; i < p->n; i++) {
        const int k = (i + 1) % p->n;
        const double cross = p->x[i] * p->z[k] - p->x[k] * p->z[i];
        a += cross / 2;
        x += (p->x[i] + p->x[k]) * cross / 6;
        z += (p->z[i] + p->z[k]) * cross / 6;
    }
    *area = fabs(a);
    return (abut_v3){x / a, 0, z / a};
}

static abut_body add_prism(test_world *t, const polygon *p, double width, bool fixed) {
    double area;
    const abut_v3 centre = centroid_of(p, &area);
    abut_v3 corner[8];
    for (int i = 0; i < 2 * p->n; i++)
        corner[i] = (abut_v3){p->x[i / 2] - centre.x, (i % 2 - 0.5) * width, p->z[i / 2] - centre.z};
    abut_body_def def = abut_body_default();
    CHECK_OK(t->cx, abut_shape_add_hull(t->w, corner, 2 * p->n, &def.shape));
    def.name = "block";
    def.material = t->material;
    def.fixed = fixed;
    def.position = centre;
    abut_body body;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

// Height that a body loses in a time, with steps of 5 ms.
static double sink(test_world *t, abut_body body, double time) {
    const double z = state_of(t, body).centre.z;
    run_steps(t, (int64_t)(time / 5e-3 + 0.5));
    const double lost = z - state_of(t, body).centre.z;
    close_world(t);
    return lost;
}

// ---------------------------------------------------------------------------------------------------------------- arch

// A semicircular arch of voussoirs with straight sides, on fixed ones.
#define INNER     1.0
#define OUTER     1.3
#define VOUSSOIRS 10 // even: the crown is a joint
#define WIDTH     0.4

static polygon voussoir(int k) {
    const double first = PI / 2 - k * PI / VOUSSOIRS, second = first - PI / VOUSSOIRS; // from +x
    return (polygon){4,
                     {INNER * cos(first), INNER * cos(second), OUTER * cos(second), OUTER * cos(first)},
                     {INNER * sin(first), INNER * sin(second), OUTER * sin(second), OUTER * sin(first)}};
}

// Least coefficient of friction with which the arch can stand: by symmetry the force at the crown is horizontal, H at
// the height z. At joint j, from the crown, with the weight V of the voussoirs above and the sum S of their moments,
//   N = H cos phi + V sin phi,  T = H sin phi - V cos phi,  rho = (z H + S)/N in [inner, outer],  |T| <= mu N.
static double friction_of_arch(void) {
    enum { JOINTS = VOUSSOIRS / 2 };
    double least = INFINITY;
    for (int i = 1; i < 100000; i++) {
        const double thrust = 2e-5 * i; // over density, gravity and width
        double low = INNER, high = OUTER, needed = 0, weight = 0, moment = 0;
        for (int j = 1; j <= JOINTS; j++) {
            const polygon p = voussoir(j - 1);
            double area;
            const double x = centroid_of(&p, &area).x;
            weight += area;
            moment += area * x;
            const double phi = j * PI / VOUSSOIRS;
            const double n = thrust * cos(phi) + weight * sin(phi), s = thrust * sin(phi) - weight * cos(phi);
            low = fmax(low, (INNER * n - moment) / thrust);
            high = fmin(high, (OUTER * n - moment) / thrust);
            needed = fmax(needed, fabs(s) / n);
        }
        if (low <= high) least = fmin(least, needed);
    }
    return least;
}

static double sink_of_arch(double friction, double time) {
    abut_world_def def = rigid_def(5e-3);
    def.contact_tolerance = 1e-6;
    const abut_material_def m = stone(0, friction);
    test_world t = open_world(1, &def, &m);
    abut_body crown = {0};
    for (int k = -VOUSSOIRS / 2 - 1; k <= VOUSSOIRS / 2; k++) {
        const polygon p = voussoir(k);
        const abut_body b = add_prism(&t, &p, WIDTH, k < -VOUSSOIRS / 2 || k == VOUSSOIRS / 2);
        if (k == 0) crown = b;
    }
    return sink(&t, crown, time);
}

TEST(an_arch_stands_on_friction_and_falls_with_1_percent_less) {
    const double limit = friction_of_arch();
    const double stands = sink_of_arch(1.01 * limit, 60), falls = sink_of_arch(0.99 * limit, 3);
    print_message(
        "arch: least friction %.5f; with 1 %% more it sinks by %.2g m in 60 s, with 1 %% less by %.2g m in 3 s\n",
        limit, stands, falls);
    CHECK(fabs(stands) < 1e-4);
    CHECK(falls > 0.01);
}

// ---------------------------------------------------------------------------------------------------------- card house

// Two cards lean against each other, with horizontal feet and vertical tops; LENGTH is that of the middle line.
#define LENGTH 1.0
#define CARD   0.04
#define LEAN   0.35 // from the vertical, rad

static polygon card(double side) {
    const double foot = -LENGTH * sin(LEAN), top = LENGTH * cos(LEAN), f = CARD / (2 * cos(LEAN)),
                 h = CARD / (2 * sin(LEAN));
    return (polygon){4, {side * (foot - f), side * (foot + f), 0, 0}, {0, 0, top - h, top + h}};
}

// The foot's reaction acts at its inner edge and the thrust at the upper edge of the top where friction is least.
static double friction_of_cards(void) {
    const polygon p = card(1);
    double area;
    return (centroid_of(&p, &area).x - p.x[1]) / p.z[3];
}

static double sink_of_cards(double friction, double time) {
    abut_world_def def = rigid_def(5e-3);
    def.contact_tolerance = 1e-6;
    const abut_material_def m = stone(0, friction);
    test_world t = open_world(1, &def, &m);
    add_floor(&t, NONE, UP);
    const polygon left = card(1), right = card(-1);
    add_prism(&t, &left, WIDTH, false);
    return sink(&t, add_prism(&t, &right, WIDTH, false), time);
}

TEST(two_cards_stand_on_friction_and_fall_with_1_percent_less) {
    const double limit = friction_of_cards();
    const double stands = sink_of_cards(1.01 * limit, 60), falls = sink_of_cards(0.99 * limit, 3);
    print_message(
        "cards: least friction %.5f; with 1 %% more they sink by %.2g m in 60 s, with 1 %% less by %.2g m in 3 s\n",
        limit, stands, falls);
    CHECK(fabs(stands) < 1e-4);
    CHECK(falls > 0.01);
}

CLAIMS(CLAIM(ten_boxes_stand_for_10_s_with_masses_up_to_a_million_to_one), CLAIM(a_resting_box_keeps_its_four_contacts),
       CLAIM(an_arch_stands_on_friction_and_falls_with_1_percent_less),
       CLAIM(two_cards_stand_on_friction_and_fall_with_1_percent_less))
