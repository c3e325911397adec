// Heaps come to rest: two seconds after the last body has fallen the kinetic energy that contacts resist is below 1e-6 of
// what was poured and falls on, and no step takes anything back from what is lost. `test_heaps all` prints the table of
// docs/reliability.md, `test_heaps KIND LAW E MU COUNT` one line of it.
#include "parameters.h"
#include "resisted.h"
#include "worlds.h"

#include "math/random.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum body_kind { BALLS, ROCKS, CUBES, SOLIDS, KINDS } body_kind;

static const char *const KIND[] = {"balls", "rocks", "cubes", "solids"};
enum { SIZES = 3, POINTS = 14 };

#define PITCH    0.0206 // from body to body when they are let go, m
#define STILL    1e-6   // of what was poured: kinetic energy that a heap may have
#define FROZEN   1e-15  // of what was poured: below it there is only rounding, which need not fall
#define KNOCKED  1e-9   // of what was poured: what resting bodies have that others knock at
#define EXPLICIT 1e-6   // of what dampers take: what they may give
#define ROUNDED  1e-12  // of the energy there was: a loss that falls by less is rounded
#define AFTER    2.0    // s
#define WINDOW   0.25   // s over which kinetic energies are compared
#define SAMPLES  50     // in a window

typedef struct cell {
    body_kind kind;
    const char *law;
    double restitution, friction;
    int count;
} cell;

typedef struct outcome {
    // kinetic energy that contacts resist (resisted.h), over what was poured: median and largest of the last window,
    // median of the window before; and all of the kinetic energy, with what nothing resists
    double kinetic, largest, before, all;
    double
        taken_back[2]; // the most that the entries of damping and friction fell by in a step, over the energy there was
    double given[2];   // what the forces of both gave, over what they took
    double residual;   // the largest, over the energy there was
    int64_t steps;
} outcome;

// ------------------------------------------------------------------------------------------------------------- pouring

static int32_t add_rock(test_world *t, double radius, ab_random *r) {
    abut_v3 point[POINTS];
    for (int i = 0; i < POINTS; i++)
        point[i] = v3_scale(radius, v3_unit(ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1))));
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_hull(t->w, point, POINTS, &shape));
    return shape;
}

static int32_t add_kind(test_world *t, body_kind kind, double radius, ab_random *r) {
    int32_t shape = 0;
    const double edge = 1.15 * radius; // its corners are as far out as a ball's surface
    switch (kind) {
    case BALLS:
        CHECK_OK(t->cx, abut_shape_add_sphere(t->w, radius, &shape));
        break;
    case ROCKS:
        return add_rock(t, radius, r);
    case CUBES:
        CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){edge, edge, edge}, &shape));
        break;
    default:
        CHECK_OK(t->cx, abut_shape_add_ellipsoid(t->w, (abut_v3){radius, 0.8 * radius, 0.7 * radius}, &shape));
    }
    return shape;
}

static int side_of(int count) { return count >= 3000 ? 10 : 5; }

static void add_box(test_world *t, int side) {
    const double half = 0.5 * PITCH * side;
    add_floor(t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    add_floor(t, (abut_v3){half, 0, 0}, (abut_v3){-1, 0, 0});
    add_floor(t, (abut_v3){-half, 0, 0}, (abut_v3){1, 0, 0});
    add_floor(t, (abut_v3){0, half, 0}, (abut_v3){0, -1, 0});
    add_floor(t, (abut_v3){0, -half, 0}, (abut_v3){0, 1, 0});
}

// Bodies of three sizes above each other, with velocities of their own. Returns when the highest of them would reach
// the floor, s.
static double pour(test_world *t, const cell *c) {
    ab_random r = ab_random_start(1, 0);
    const int side = side_of(c->count);
    const double half = 0.5 * PITCH * side;
    add_box(t, side);
    int32_t shape[SIZES];
    for (int i = 0; i < SIZES; i++) shape[i] = add_kind(t, c->kind, 0.006 + 0.002 * i, &r);
    double top = 0;
    for (int k = 0; k < c->count; k++) {
        const int ix = k % side, iy = k / side % side, iz = k / side / side;
        abut_body_def def = abut_body_default();
        def.name = "body";
        def.number = k;
        def.shape = shape[k % SIZES];
        def.material = t->material;
        top = 0.0101 + PITCH * iz;
        def.position = (abut_v3){PITCH * (ix + 0.5) - half, PITCH * (iy + 0.5) - half, top};
        def.velocity = ab_random_in_box(&r, v3_make(-0.3, -0.3, -0.5), v3_make(0.3, 0.3, -0.5));
        if (c->kind != BALLS) def.orientation = ab_random_rotation(&r);
        CHECK_OK(t->cx, abut_body_add(t->w, &def, NULL));
    }
    return sqrt(2 * top / 9.81);
}

static test_world open_heap(const cell *c) {
    abut_world_def def = abut_world_default();
    def.normal_law = c->law;
    GIVE(def, "stiffness", 1e4);
    def.resolution = 24;
    if (c->kind == SOLIDS) def.geometry = "sdf";
    abut_material_def m = abut_material_default();
    m.density = 2500;
    m.young = c->kind == ROCKS || c->kind == CUBES ? 5e4 : 2e7;
    m.restitution = c->restitution;
    m.friction = c->friction;
    return open_world(1, &def, &m);
}

// ------------------------------------------------------------------------------------------------------------ watching

// What the heap had in the samples of a window, J.
typedef struct window {
    double resisted[SAMPLES], all[SAMPLES];
    int64_t n;
} window;

static int ascending(const void *p, const void *q) {
    const double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

static double median(double *sample, int64_t n) {
    qsort(sample, (size_t)n, sizeof *sample, ascending);
    return sample[n / 2];
}

static void watch_step(const ab_world *w, abut_energy *last, outcome *o) {
    const abut_energy *e = &w->ledger.energy;
    const double there = w->ledger.watch.turnover;
    o->taken_back[0] = fmax(o->taken_back[0], (last->lost_damping - e->lost_damping) / there);
    o->taken_back[1] = fmax(o->taken_back[1], (last->lost_friction - e->lost_friction) / there);
    o->residual = fmax(o->residual, fabs(e->residual) / there);
    *last = *e;
}

static double share_given(const ab_world *w, abut_loss which) {
    const abut_give_and_take *l = &w->ledger.watch.loss[which];
    return l->given > 0 ? l->given / l->taken : 0;
}

static outcome heap_of(const cell *c) {
    test_world t = open_heap(c);
    const double end = pour(&t, c) + AFTER;
    outcome o = {0};
    run_steps(&t, 1);
    abut_energy last = t.w->ledger.energy;
    const double high = last.kinetic + last.potential;
    resisted_memory memory = {0};
    window of[2] = {0};
    while (abut_world_time(t.w) < end) {
        run_steps(&t, 1);
        watch_step(t.w, &last, &o);
        const double left = end - abut_world_time(t.w);
        if (left > 2 * WINDOW + RESISTED_MEMORY) continue;
        resisted_note(t.w, &memory);
        window *now = &of[left < WINDOW];
        if (left > (left < WINDOW ? 1 : 2) * WINDOW - (double)now->n * WINDOW / SAMPLES || now->n == SAMPLES) continue;
        const double poured = high - last.potential;
        const resisted_energy e =
            resisted_of(t.w, &memory, c->friction > 0, c->kind == ROCKS || c->kind == CUBES, 1e-4 * KNOCKED * poured);
        now->resisted[now->n] = e.resisted / poured;
        now->all[now->n++] = e.all / poured;
    }
    o.before = median(of[0].resisted, of[0].n);
    o.kinetic = median(of[1].resisted, of[1].n);
    o.largest = of[1].resisted[of[1].n - 1];
    o.all = median(of[1].all, of[1].n);
    resisted_forget(&memory);
    for (int i = 0; i < 2; i++) o.given[i] = share_given(t.w, i == 0 ? ABUT_LOSS_DAMPING : ABUT_LOSS_FRICTION);
    o.steps = t.w->state.step;
    close_world(&t);
    return o;
}

// ------------------------------------------------------------------------------------------------------------- judging

static bool is_still(const outcome *o) {
    return o->kinetic < STILL && (o->kinetic < o->before || o->kinetic < (o->all > STILL ? KNOCKED : FROZEN));
}
// No entry falls, and what forces give by their work is what the verdict of a run lets pass, or less: of dampers
// nothing, but for the couples against the tilt of faces, which are explicit.
static bool only_loses(const outcome *o) {
    return o->taken_back[0] <= ROUNDED && o->taken_back[1] <= ROUNDED && o->given[0] <= EXPLICIT && o->given[1] <= 1e-3;
}

static bool try_cell(const cell *c) {
    const outcome o = heap_of(c);
    const bool good = is_still(&o) && only_loses(&o);
    printf("| %s | %d | %s | %g | %g |", KIND[c->kind], c->count, c->law, c->restitution, c->friction);
    printf(" %.1e | %.2f | %.1e | %.1e |", o.kinetic, o.before > 0 ? o.kinetic / o.before : 0, o.largest, o.all);
    printf(" %.1e | %.1e | %.1e | %.1e |", o.taken_back[0], o.taken_back[1], o.given[0], o.given[1]);
    printf(" %.1e | %s |\n", o.residual, good ? "" : is_still(&o) ? "GIVES" : "MOVES");
    fflush(stdout);
    return good;
}

static void print_head(void) {
    printf("| bodies | | law | e | mu | resisted | falls to | at most | all | damping falls | friction falls | "
           "damping gave | friction gave | residual | |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

static int try_all(void) {
    static const double RESTITUTION[] = {0, 0.01, 0.05, 0.1, 0.3, 0.5}, FRICTION[] = {0, 0.5, 1};
    int bad = 0;
    print_head();
    for (int kind = 0; kind < KINDS; kind++)
        for (int law = 0; law < (kind == ROCKS || kind == CUBES ? 3 : 2); law++)
            for (int e = 0; e < 6; e++)
                for (int mu = 0; mu < 3; mu++) {
                    static const char *const LAW[] = {"linear", "hertz", "volume"};
                    const char *name = LAW[law];
                    bad += !try_cell(&(cell){(body_kind)kind, name, RESTITUTION[e], FRICTION[mu], 300});
                    if (kind == BALLS && (e + mu) % 3 == law)
                        bad += !try_cell(&(cell){BALLS, name, RESTITUTION[e], FRICTION[mu], 3000});
                }
    printf("%d of them are not as they should be\n", bad);
    return bad > 0;
}

static int try_one(char **word) {
    int kind = 0;
    while (kind < KINDS - 1 && strcmp(KIND[kind], word[0]) != 0) kind++;
    print_head();
    return !try_cell(&(cell){(body_kind)kind, word[1], atof(word[2]), atof(word[3]), atoi(word[4])});
}

// A ball of radius 1 cm that touches the floor, with velocity v and spin w: the share of its kinetic energy that is
// resisted.
static double resisted_share(abut_v3 v, abut_v3 w, bool friction) {
    const abut_world_def def = abut_world_default();
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    add_floor(&t, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 1});
    const abut_body ball = add_ball(&t, 0.01, (abut_v3){0, 0, 0.01 * (1 - 1e-9)}, v);
    CHECK_OK(t.cx, abut_body_set_velocity(t.w, ball, v, w));
    CHECK_OK(t.cx, ab_step_start(t.w));
    resisted_memory memory = {0};
    resisted_note(t.w, &memory);
    const resisted_energy e = resisted_of(t.w, &memory, friction, false, 0);
    resisted_forget(&memory);
    close_world(&t);
    return e.resisted / e.all;
}

// 1e-8: the depth over the radius, and the end of the conjugate gradients.
TEST(what_contacts_resist_is_what_a_ball_loses_until_it_rolls) {
    const abut_v3 none = {0, 0, 0};
    CHECK_NEAR(resisted_share((abut_v3){1, 0, 0}, (abut_v3){0, 100, 0}, true), 0, 1e-8); // rolls
    CHECK_NEAR(resisted_share(none, (abut_v3){0, 0, 100}, true), 0, 1e-8);               // spins on the spot
    CHECK_NEAR(resisted_share((abut_v3){1, 0, 0}, none, true), 2.0 / 7, 1e-8);           // slides, until it rolls
    CHECK_NEAR(resisted_share((abut_v3){1, 0, 0}, (abut_v3){3, 50, 7}, false), 0, 1e-8); // slides on ice
    CHECK_NEAR(resisted_share((abut_v3){0.5, 0, -0.5}, none, false), 0.5, 1e-8);         // hits the ice
    CHECK_NEAR(resisted_share((abut_v3){0, 0, -1}, none, true), 1, 1e-8);
}

TEST(a_heap_of_balls_comes_to_rest_and_only_loses) {
    CHECK(try_cell(&(cell){BALLS, "linear", 0, 0.5, 100}));
    CHECK(try_cell(&(cell){BALLS, "linear", 0.1, 0, 100}));
    CHECK(try_cell(&(cell){BALLS, "hertz", 0.3, 0.5, 100}));
}

// With dt: auto they stopped at a contact of two cubes side by side, whose force was twelve times too large.
TEST(a_heap_of_cubes_under_the_default_law_comes_to_rest) {
    CHECK(try_cell(&(cell){CUBES, "hertz", 0.1, 0.5, 50}));
    CHECK(try_cell(&(cell){CUBES, "linear", 0.1, 0.5, 25}));
}

// They turned on their faces for ever when friction had no couple about the normal.
TEST(a_heap_of_cubes_comes_to_rest_and_none_spins_on) {
    const cell c = {CUBES, "volume", 0.1, 0.5, 25};
    const outcome o = heap_of(&c);
    CHECK(is_still(&o) && only_loses(&o));
    CHECK(o.all < STILL);
}

int main(int argc, char **argv) {
    if (argc > 5) return try_one(argv + 1);
    if (argc > 1 && strcmp(argv[1], "all") == 0) return try_all();
    const struct CMUnitTest claims[] = {CLAIM(what_contacts_resist_is_what_a_ball_loses_until_it_rolls),
                                        CLAIM(a_heap_of_balls_comes_to_rest_and_only_loses),
                                        CLAIM(a_heap_of_cubes_under_the_default_law_comes_to_rest),
                                        CLAIM(a_heap_of_cubes_comes_to_rest_and_none_spins_on)};
    return cmocka_run_group_tests(claims, NULL, NULL);
}
