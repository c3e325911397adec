// Heaps come to rest: two seconds after the last body has fallen the kinetic energy is below 1e-6 of what was poured
// and falls on, and no step takes anything back from what is lost. `test_heaps all` prints the table of
// docs/reliability.md, `test_heaps KIND LAW E MU COUNT` one line of it.
#include "parameters.h"
#include "worlds.h"

#include "math/random.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum body_kind { BALLS, ROCKS, CUBES, SOLIDS, KINDS } body_kind;

static const char *const KIND[] = {"balls", "rocks", "cubes", "solids"};
enum { SIZES = 3, POINTS = 14 };

#define PITCH   0.0206 // from body to body when they are let go, m
#define STILL   1e-6   // of what was poured: kinetic energy that a heap may have
#define FROZEN  1e-15  // of what was poured: below it there is only rounding, which need not fall
#define KNOCKED 1e-9   // of what was poured: what resting bodies have that others knock at
#define ROUNDED 1e-12  // of the energy there was: a loss that falls by less is rounded
#define AFTER   2.0    // s
#define WINDOW  0.25   // s over which kinetic energies are compared

typedef struct cell {
    body_kind kind;
    const char *law;
    double restitution, friction;
    int count;
} cell;

typedef struct outcome {
    double kinetic;  // mean over the last window, free ones apart, over what was poured ...
    double before;   // ... and over the window before
    int64_t rolling; // bodies that nothing resists, and that kept half of their energy from window to window
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
    abut_material_def m = abut_material_default();
    m.density = 2500;
    m.young = c->kind == ROCKS || c->kind == CUBES ? 5e4 : 2e7;
    m.restitution = c->restitution;
    m.friction = c->friction;
    return open_world(1, &def, &m);
}

// ------------------------------------------------------------------------------------------------------------ watching

static double kinetic_of(const ab_bodies *b, int64_t i) {
    return ab_inverse_mass_of(b, i) > 0 ? 0.5 * ab_mass_of(b, i) * v3_norm2(b->v[i]) + 0.5 * v3_dot(b->w[i], b->l[i])
                                        : 0;
}

// Nothing resists a body whose contacts, each the middle of its points, move neither along the normal nor, with
// friction, across it: a ball that rolls on the floor or turns on the spot, an egg that rocks. A hundredth of its speed
// counts as nothing.
static bool resists(const ab_world *w, v3 along, v3 across, int64_t body, double friction) {
    const ab_bodies *b = &w->state.body;
    const double radius = ab_body_shape(w, body)->radius, speed = v3_norm(b->v[body]) + radius * v3_norm(b->w[body]);
    return v3_norm(friction > 0 ? v3_add(along, across) : along) > 0.01 * speed;
}

// Velocity of a against b in the middle of the forces of contacts [i, end).
static void meet(const ab_world *w, int64_t i, int64_t end, v3 *along, v3 *across) {
    const ab_contacts *c = &w->state.contacts;
    const ab_bodies *b = &w->state.body;
    const int64_t ia = c->a[i], ib = c->b[i];
    v3 point = v3_zero(), normal = v3_zero();
    double sum = 0;
    for (; i < end; i++) {
        const double weight = fabs(c->normal_force[i]) + 1e-300;
        point = v3_add_scaled(point, weight, c->point[i]);
        normal = v3_add_scaled(normal, weight, c->normal[i]);
        sum += weight;
    }
    point = v3_scale(1 / sum, point);
    normal = v3_unit(normal);
    const v3 va = v3_add(b->v[ia], v3_cross(b->w[ia], v3_sub(point, b->x[ia])));
    const v3 vb = v3_add(b->v[ib], v3_cross(b->w[ib], v3_sub(point, b->x[ib])));
    *across = v3_across(normal, v3_sub(va, vb));
    *along = v3_sub(v3_sub(va, vb), *across);
}

// Which bodies touch something and are resisted by nothing.
static void find_free(const ab_world *w, double friction, bool *is_free) {
    const ab_contacts *c = &w->state.contacts;
    for (int64_t i = 0; i < w->state.body.n; i++) is_free[i] = false;
    for (int64_t i = 0; i < c->n; i++) is_free[c->a[i]] = is_free[c->b[i]] = true;
    for (int64_t i = 0, end; i < c->n; i = end) {
        end = ab_pair_end(c, i);
        v3 along, across;
        meet(w, i, end, &along, &across);
        if (resists(w, along, across, c->a[i], friction)) is_free[c->a[i]] = false;
        if (resists(w, along, across, c->b[i], friction)) is_free[c->b[i]] = false;
    }
}

// Of a body with its number, in the last two windows.
typedef struct history {
    double kinetic[2]; // sum of samples of each, J
    bool was_free;     // and moved
} history;

static void note_bodies(const ab_world *w, double friction, double notable, int window, history *of) {
    bool *is_free = malloc((size_t)w->state.body.n);
    assert_non_null(is_free);
    find_free(w, friction, is_free);
    for (int64_t i = 0; i < w->state.body.n; i++) {
        const double kinetic = kinetic_of(&w->state.body, i);
        if (w->state.body.number[i] < 0) continue;
        history *h = &of[w->state.body.number[i]];
        h->kinetic[window] += kinetic;
        h->was_free = h->was_free || (is_free[i] && kinetic > notable);
    }
    free(is_free);
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
    history *of = calloc((size_t)c->count, sizeof *of);
    assert_non_null(of);
    int64_t samples[2] = {0};
    while (abut_world_time(t.w) < end) {
        run_steps(&t, 1);
        watch_step(t.w, &last, &o);
        if (abut_world_time(t.w) < end - 2 * WINDOW || t.w->state.step % 16) continue;
        const int now = abut_world_time(t.w) >= end - WINDOW;
        note_bodies(t.w, c->friction, 1e-4 * STILL * (high - last.potential) / c->count, now, of);
        samples[now]++;
    }
    const double poured = high - last.potential;
    for (int i = 0; i < c->count; i++) {
        const double then = of[i].kinetic[0] / (double)samples[0], now = of[i].kinetic[1] / (double)samples[1];
        const bool rolls_on = of[i].was_free && now > 0.5 * then;
        o.rolling += rolls_on;
        if (rolls_on) continue;
        o.before += then / poured;
        o.kinetic += now / poured;
    }
    free(of);
    for (int i = 0; i < 2; i++) o.given[i] = share_given(t.w, i == 0 ? ABUT_LOSS_DAMPING : ABUT_LOSS_FRICTION);
    o.steps = t.w->state.step;
    close_world(&t);
    return o;
}

// ------------------------------------------------------------------------------------------------------------- judging

// What rolls on knocks at others now and then.
static bool is_still(const outcome *o) {
    return o->kinetic < STILL && (o->kinetic < o->before || o->kinetic < (o->rolling > 0 ? KNOCKED : FROZEN));
}
// No entry falls, and what forces give by their work is what the verdict of a run lets pass, or less: of dampers
// nothing.
static bool only_loses(const outcome *o) {
    return o->taken_back[0] <= ROUNDED && o->taken_back[1] <= ROUNDED && o->given[0] == 0 && o->given[1] <= 1e-3;
}

static bool try_cell(const cell *c) {
    const outcome o = heap_of(c);
    const bool good = is_still(&o) && only_loses(&o);
    printf("| %s | %d | %s | %g | %g |", KIND[c->kind], c->count, c->law, c->restitution, c->friction);
    printf(" %.1e | %.2f | %lld |", o.kinetic, o.before > 0 ? o.kinetic / o.before : 0, (long long)o.rolling);
    printf(" %.1e | %.1e | %.1e | %.1e |", o.taken_back[0], o.taken_back[1], o.given[0], o.given[1]);
    printf(" %.1e | %s |\n", o.residual, good ? "" : is_still(&o) ? "GIVES" : "MOVES");
    fflush(stdout);
    return good;
}

static void print_head(void) {
    printf("| bodies | | law | e | mu | kinetic | falls to | free | damping falls | friction falls | "
           "damping gave | friction gave | residual | |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

static int try_all(void) {
    static const double RESTITUTION[] = {0, 0.01, 0.05, 0.1, 0.3, 0.5}, FRICTION[] = {0, 0.5, 1};
    int bad = 0;
    print_head();
    for (int kind = 0; kind < KINDS; kind++)
        for (int law = 0; law < (kind == BALLS || kind == SOLIDS ? 2 : 1); law++)
            for (int e = 0; e < 6; e++)
                for (int mu = 0; mu < 3; mu++) {
                    const char *name = kind == ROCKS || kind == CUBES ? "volume" : law ? "hertz" : "linear";
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

TEST(a_heap_of_balls_comes_to_rest_and_only_loses) {
    CHECK(try_cell(&(cell){BALLS, "linear", 0, 0.5, 100}));
    CHECK(try_cell(&(cell){BALLS, "linear", 0.1, 0, 100}));
    CHECK(try_cell(&(cell){BALLS, "hertz", 0.3, 0.5, 100}));
}

// They turned on their faces for ever when friction had no couple about the normal.
TEST(a_heap_of_cubes_comes_to_rest_and_none_spins_on) {
    const cell c = {CUBES, "volume", 0.1, 0.5, 25};
    const outcome o = heap_of(&c);
    CHECK(is_still(&o) && only_loses(&o));
    CHECK(o.rolling == 0);
}

int main(int argc, char **argv) {
    if (argc > 5) return try_one(argv + 1);
    if (argc > 1 && strcmp(argv[1], "all") == 0) return try_all();
    const struct CMUnitTest claims[] = {CLAIM(a_heap_of_balls_comes_to_rest_and_only_loses),
                                        CLAIM(a_heap_of_cubes_comes_to_rest_and_none_spins_on)};
    return cmocka_run_group_tests(claims, NULL, NULL);
}
