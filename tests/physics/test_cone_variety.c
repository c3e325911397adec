// Contacts by impulses in 160 small scenes by a random generator: loose bodies of all shapes, stacks, compound bodies,
// chains, a conveyor and spinning tops, with any restitution, friction, ratio of masses, size and time step.
// labels: slow
#include "mechanisms.h"
#include "rigid.h"

#include <stdio.h>

enum { LOOSE, STACK, COMPOUND, CHAIN, CONVEYOR, TOP, KINDS };
static const char *const KIND[KINDS] = {"loose", "stack", "compound", "chain", "conveyor", "top"};
enum { SHAPES = 8, MAX_BODIES = 6 };

typedef struct random_scene {
    test_world t;
    ab_random random;
    int kind, bodies;
    double e, mu, size, dt, ratio;
    abut_body body[MAX_BODIES];
    v3 place[MAX_BODIES];
} random_scene;

static double share(random_scene *s) { return ab_random_unit(&s->random); }
static double either(random_scene *s) { return ab_random_between(&s->random, -1, 1); }
static int pick(random_scene *s, int n) { return (int)(share(s) * n); }
static v3 vector(random_scene *s, double length) {
    return v3_make(length * either(s), length * either(s), length * either(s));
}

static void add_hull(random_scene *s, double size, int32_t *shape) {
    abut_v3 corner[12];
    for (int i = 0; i < 12; i++) corner[i] = v3_scale(0.5 * size, v3_unit(vector(s, 1)));
    CHECK_OK(s->t.cx, abut_shape_add_hull(s->t.w, corner, 12, shape));
}

static int32_t add_shape_of(random_scene *s, int kind, double size) {
    abut_context *cx = s->t.cx;
    abut_world *w = s->t.w;
    const double b = size * (0.4 + 0.6 * share(s)), c = size * (0.4 + 0.6 * share(s));
    int32_t shape = 0;
    if (kind == 0) CHECK_OK(cx, abut_shape_add_sphere(w, size / 2, &shape));
    if (kind == 1) CHECK_OK(cx, abut_shape_add_box(w, (abut_v3){size, b, c}, &shape));
    if (kind == 2) CHECK_OK(cx, abut_shape_add_cylinder(w, size / 2, b, &shape));
    if (kind == 3) CHECK_OK(cx, abut_shape_add_capsule(w, size / 4, b / 2, &shape));
    if (kind == 4) CHECK_OK(cx, abut_shape_add_ellipsoid(w, (abut_v3){size / 2, b / 2, c / 2}, &shape));
    if (kind == 5) CHECK_OK(cx, abut_shape_add_cone(w, size / 2, size, &shape));
    if (kind == 6) CHECK_OK(cx, abut_shape_add_superellipsoid(w, (abut_v3){size / 2, b / 2, c / 2}, 2.3, 2.6, &shape));
    if (kind == 7) add_hull(s, size, &shape);
    return shape;
}

static int32_t add_material(random_scene *s, int i) {
    abut_material_def m = stone(s->e, s->mu);
    char name[20];
    snprintf(name, sizeof name, "stone %d", i);
    m.name = name;
    m.density = 1000 * pow(s->ratio, share(s));
    int32_t material;
    CHECK_OK(s->t.cx, abut_material_add(s->t.w, &m, &material));
    return material;
}

// Tip downwards, spinning about an axis that leans.
static void make_top(random_scene *s, abut_body_def *b) {
    b->shape = add_shape_of(s, 5, s->size);
    b->orientation = quat_mul(quat_from_turn(v3_make(0.2 * share(s), 0.1, 0)), quat_from_turn(v3_make(PI, 0, 0)));
    b->angular_velocity = quat_rotate(b->orientation, v3_make(0, 0, 40 / sqrt(s->size)));
    b->position = v3_make(0, 0, 1.05 * s->size);
}

static void add_bodies(random_scene *s) {
    const double v = 3 * share(s) * sqrt(G * s->size);
    for (int i = 0; i < s->bodies; i++) {
        abut_body_def b = abut_body_default();
        abut_collider_def of[2] = {abut_collider_default(), abut_collider_default()};
        b.name = "body";
        b.number = i;
        b.material = add_material(s, i);
        b.position = v3_add(vector(s, 0.2 * s->size), v3_make(0, 0, s->size * (1.4 + 2.4 * i)));
        const bool upright = s->kind == STACK || s->kind == CONVEYOR;
        if (upright) b.position = v3_make(0, 0, s->size * (1.4 + 1.6 * i));
        if (!upright) b.orientation = quat_unit((quat){either(s), either(s), either(s), either(s)});
        if (!upright) b.velocity = vector(s, v);
        if (!upright) b.angular_velocity = vector(s, v / s->size);
        if (s->kind == TOP)
            make_top(s, &b);
        else
            b.shape = add_shape_of(s, pick(s, SHAPES), s->size);
        if (s->kind == COMPOUND) {
            of[0].shape = b.shape;
            of[1].shape = add_shape_of(s, pick(s, SHAPES), 0.6 * s->size);
            of[1].position = v3_make(0.6 * s->size, 0, 0);
            of[0].material = of[1].material = b.material;
            b.colliders = of;
            b.ncollider = 2;
        }
        CHECK_OK(s->t.cx, abut_body_add(s->t.w, &b, &s->body[i]));
        s->place[i] = b.position;
    }
}

static void add_chain_joints(random_scene *s) {
    static const char *const JOINT[] = {"spherical", "revolute", "fixed"};
    for (int i = 1; i < s->bodies; i++)
        add_joint_at(&s->t, JOINT[pick(s, 3)], s->body[i - 1], s->body[i],
                     v3_scale(0.5, v3_add(s->place[i - 1], s->place[i])), (abut_v3){0, 1, 0});
}

// A plate whose travel is prescribed.
static void add_conveyor(random_scene *s) {
    abut_body_def b = abut_body_default();
    CHECK_OK(s->t.cx, abut_shape_add_box(s->t.w, (abut_v3){40 * s->size, 4 * s->size, 0.2 * s->size}, &b.shape));
    b.name = "belt";
    b.material = s->t.material;
    b.position = v3_make(0, 0, 0.4 * s->size);
    abut_body belt;
    CHECK_OK(s->t.cx, abut_body_add(s->t.w, &b, &belt));
    add_joint_at(&s->t, "prismatic", GROUND, belt, b.position, (abut_v3){1, 0, 0});
    abut_joint_def drive = joint_at(&s->t, "prescribed_travel", GROUND, belt, b.position, (abut_v3){1, 0, 0});
    GIVE(drive, "speed", sqrt(G * s->size) * either(s));
    CHECK_OK(s->t.cx, abut_joint_add(s->t.w, &drive, NULL));
}

static random_scene open_scene_of(uint64_t seed) {
    static const double E[] = {0, 0.5, 1}, MU[] = {0, 0.3, 1};
    random_scene s = {.random = ab_random_start(seed, 0)};
    s.kind = (int)(seed % KINDS);
    s.e = E[pick(&s, 3)];
    s.mu = MU[pick(&s, 3)];
    s.size = pow(10, -2 + pick(&s, 3));
    s.dt = sqrt(s.size / G) * pow(10, -1.5 - 1.5 * share(&s)); // 0.03 to 1 ms at 1 cm, 0.3 to 10 ms at 1 m
    s.ratio = pow(10, s.kind == CHAIN ? 2 * share(&s) : pick(&s, 7));
    s.bodies = s.kind == TOP ? 1 : 1 + pick(&s, MAX_BODIES);
    abut_world_def def = rigid_def(s.dt);
    def.contact_tolerance = abut_world_default().contact_tolerance;
    const abut_material_def m = stone(s.e, s.mu);
    s.t = open_world(1, &def, &m);
    add_floor(&s.t, NONE, s.kind == CONVEYOR ? UP : (abut_v3){0.1 * either(&s), 0, 1});
    add_bodies(&s);
    if (s.kind == CHAIN) add_chain_joints(&s);
    if (s.kind == CONVEYOR) add_conveyor(&s);
    return s;
}

static double given(const random_scene *s) {
    const abut_watch watch = abut_world_watch(s->t.w);
    return (watch.loss[ABUT_LOSS_IMPACT].given + watch.loss[ABUT_LOSS_FRICTION].given) / watch.turnover;
}

// Shares of the energy in play: of what mechanical energy rises above its lowest value, less the work of drives.
typedef struct behaviour {
    double rise, residual, given, turning, pushed, deepest;
    int64_t unsolved;
} behaviour;

static behaviour run_scene(random_scene *s) {
    const int64_t steps = (int64_t)fmin(4 * sqrt(s->size / G) / s->dt, 4000);
    double low = INFINITY, rise = 0;
    behaviour b = {0};
    for (int64_t k = 0; k < steps; k++) {
        run_steps(&s->t, 1);
        const abut_energy e = abut_world_energy(s->t.w);
        const double now = e.kinetic + e.potential - e.work_external;
        CHECK(isfinite(now));
        rise = fmax(rise, now - low);
        low = fmin(low, now);
        b.deepest = fmax(b.deepest, abut_world_residuals(s->t.w).overlap / s->size);
    }
    const abut_watch watch = abut_world_watch(s->t.w);
    const abut_energy e = abut_world_energy(s->t.w);
    b.rise = rise / watch.turnover;
    b.residual = fabs(e.residual) / watch.turnover;
    b.given = given(s);
    b.turning = watch.turning_max / watch.turnover;
    b.pushed = -e.lost_constraint / watch.turnover;
    b.unsolved = watch.unsolved;
    return b;
}

// Of the energy in play: errors of second order at the longest steps, 1/30 of the time to fall by a size (a mass of 1
// between others of 1000), and the tolerance of the solver over all steps.
#define MAX_RISE  5e-3
#define MAX_GIVEN 3e-5
// Of the size: a light round body that a million times heavier one presses on the belt turns on its edge within a step.
#define MAX_DEEPEST 0.2

TEST(random_scenes_end_well_and_gain_no_energy) {
    behaviour largest = {0};
    for (uint64_t seed = 0; seed < 160; seed++) {
        random_scene s = open_scene_of(seed);
        const behaviour b = run_scene(&s);
        const bool bad = b.rise > MAX_RISE || b.residual > MAX_RISE || b.given > MAX_GIVEN || b.turning > MAX_RISE ||
                         b.pushed > MAX_RISE || b.deepest > MAX_DEEPEST || b.unsolved > 0;
        if (bad)
            print_message(
                "%llu %s e %g mu %g size %g dt %.3g ratio %g bodies %d: rise %.2g, residual %.2g, given %.2g, "
                "turning %.2g, pushed %.2g, deepest %.2g, unsolved %lld\n",
                (unsigned long long)seed, KIND[s.kind], s.e, s.mu, s.size, s.dt, s.ratio, s.bodies, b.rise, b.residual,
                b.given, b.turning, b.pushed, b.deepest, (long long)b.unsolved);
        largest.rise = fmax(largest.rise, b.rise);
        largest.residual = fmax(largest.residual, b.residual);
        largest.given = fmax(largest.given, b.given);
        largest.turning = fmax(largest.turning, b.turning);
        largest.pushed = fmax(largest.pushed, b.pushed);
        largest.deepest = fmax(largest.deepest, b.deepest);
        largest.unsolved += b.unsolved + bad;
        close_world(&s.t);
    }
    print_message(
        "largest: energy rises by %.2g, residual %.2g, laws gave %.2g, surfaces that turn %.2g, shifts %.2g of "
        "the energy in play; deepest overlap %.2g of the size\n",
        largest.rise, largest.residual, largest.given, largest.turning, largest.pushed, largest.deepest);
    CHECK(largest.unsolved == 0);
}

// A ball is found before it touches, and stopped there or thrown back where it would touch: nothing has to be shifted.
TEST(shifts_give_less_than_a_thousandth_of_what_is_lost) {
    static const double RESTITUTION[] = {0, 0.5, 0.9}, FAST[] = {0.05, 0.2, 0.5};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const double radius = 5e-3, speed = 1;
            test_world t = open_rigid(FAST[k] * radius / speed, RESTITUTION[i], 0.3);
            add_floor(&t, NONE, UP);
            add_ball(&t, radius, (abut_v3){0, 0, 2.3 * radius}, (abut_v3){0.3, 0, -speed});
            run_steps(&t, (int64_t)(8 / FAST[k]));
            const abut_energy e = abut_world_energy(t.w);
            CHECK(e.lost_impact + e.lost_friction > 0);
            CHECK(-e.lost_constraint <= 1e-3 * (e.lost_impact + e.lost_friction));
            close_world(&t);
        }
}

// A belt of 1 g carries 1 t: the belt must not yield to it.
TEST(a_light_belt_carries_a_heavy_box) {
    test_world t = open_rigid(1e-3, 0, 0.5);
    abut_body_def b = abut_body_default();
    b.name = "belt";
    b.material = t.material;
    b.mass = 1e-3;
    b.inertia = (abut_v3){1e-5, 1e-5, 1e-5};
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){4, 0.4, 0.02}, &b.shape));
    abut_body belt;
    CHECK_OK(t.cx, abut_body_add(t.w, &b, &belt));
    add_joint_at(&t, "prismatic", GROUND, belt, NONE, (abut_v3){1, 0, 0});
    abut_joint_def drive = joint_at(&t, "prescribed_travel", GROUND, belt, NONE, (abut_v3){1, 0, 0});
    GIVE(drive, "speed", 0.2);
    CHECK_OK(t.cx, abut_joint_add(t.w, &drive, NULL));
    const abut_body box = add_cube(&t, 1, (abut_v3){0, 0, 0.51}, UPRIGHT, NONE); // 1000 kg
    run_steps(&t, 500);
    const abut_body_state s = state_of(&t, box);
    CHECK_NEAR(s.centre.z, 0.51, 1e-9);
    CHECK_NEAR(s.velocity.x, 0.2, 1e-6);
    close_world(&t);
}

CLAIMS(CLAIM(random_scenes_end_well_and_gain_no_energy), CLAIM(shifts_give_less_than_a_thousandth_of_what_is_lost),
       CLAIM(a_light_belt_carries_a_heavy_box))
