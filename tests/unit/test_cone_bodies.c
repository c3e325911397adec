// Contact problems of bodies, whose W is not assembled, against the same problems with W assembled from its definition.
// labels: threads
#include "claim.h"

#include "abut/abut.h"
#include "base/ctx.h"
#include "solve/block_rows.h"
#include "solve/cone_bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BODIES = 1200, MAX_CONTACTS = 3 * MAX_BODIES };

// ------------------------------------------------------------------------------------------------------------ problems

static double random_in(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return 2 * (double)(*state >> 11) / 9007199254740992.0 - 1;
}

static v3 random_vector(uint64_t *state) { return v3_make(random_in(state), random_in(state), random_in(state)); }

typedef struct pile {
    ab_cone_body body[MAX_BODIES];
    ab_cone_contact contact[MAX_CONTACTS];
    double mu[MAX_CONTACTS], q[3 * MAX_CONTACTS], r[3 * MAX_CONTACTS], mobility[36 * 16];
    int32_t member[4];
    ab_cone_mechanism mechanism;
    ab_cone_bodies_def def;
} pile;

static m3 random_inverse_inertia(uint64_t *state, bool ball) {
    const double size = 2 + random_in(state);
    if (ball) return m3_diagonal(v3_make(size, size, size));
    const m3 a = m3_rows(random_vector(state), random_vector(state), random_vector(state));
    return m3_add(m3_diagonal(v3_make(size, size, size)), m3_product(a, m3_transpose(a)));
}

static ab_cone_contact random_contact(uint64_t *state, int32_t a, int32_t b, bool ball) {
    ab_cone_contact c = {.a = a, .b = b};
    c.normal = v3_unit(v3_add(v3_make(0, 0, 1.5), random_vector(state)));
    c.tangent = v3_unit(v3_across(c.normal, v3_make(1, 0.1, 0)));
    c.arm_a = v3_scale(-0.5 + 0.2 * random_in(state), c.normal);
    c.arm_b = v3_scale(0.5 + 0.2 * random_in(state), c.normal);
    if (!ball) c.arm_a = v3_add(c.arm_a, v3_scale(0.3, random_vector(state)));
    if (!ball) c.arm_b = v3_add(c.arm_b, v3_scale(0.3, random_vector(state)));
    return c;
}

// Mobility of the first four bodies, connected in some way: of rank 20 of 24.
static void add_mechanism(pile *p, uint64_t *state) {
    double g[24][20];
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < 20; j++) g[i][j] = 0.3 * random_in(state) + (i == j);
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < 24; j++) {
            double sum = 0;
            for (int k = 0; k < 20; k++) sum += g[i][k] * g[j][k];
            p->mobility[24 * i + j] = sum;
        }
    for (int i = 0; i < 4; i++) p->member[i] = i;
    p->mechanism = (ab_cone_mechanism){4, p->member, p->mobility};
    p->def.nmechanism = 1;
}

typedef enum kind { BALLS, ANY, MIXED, JOINED } kind;

// Every body rests on two below it or on the ground, and a few touch one far away.
static void make_pile(pile *p, kind of, int bodies, uint64_t seed) {
    uint64_t state = seed;
    int64_t n = 0;
    p->def = (ab_cone_bodies_def){.nbody = bodies, .body = p->body, .contact = p->contact, .mechanism = &p->mechanism};
    for (int32_t i = 0; i < bodies; i++) {
        const bool ball = of == BALLS || (of == MIXED && i % 3 != 0);
        p->body[i] = (ab_cone_body){1.5 + random_in(&state), random_inverse_inertia(&state, ball)};
        for (int k = 1; k <= 2; k++) {
            const bool round = of == BALLS || (of == MIXED && n % 2 == 0);
            const int32_t on = i % 7 == 0 ? -1 : i - k * k;
            p->contact[n++] = random_contact(&state, i, on < 0 ? -1 : on, round);
        }
        if (i % 5 == 0 && i > 300) p->contact[n++] = random_contact(&state, i, i - 300, of == BALLS);
    }
    p->def.ncontact = n;
    if (of == JOINED) add_mechanism(p, &state);
    for (int64_t k = 0; k < n; k++) {
        p->mu[k] = 0.5 + 0.4 * random_in(&state);
        for (int j = 0; j < 3; j++) p->q[3 * k + j] = 0.5 * random_in(&state) - (j == 0 ? 0.5 : 0);
    }
    memset(p->r, 0, sizeof p->r);
}

// ------------------------------------------------------------------------------------------------------------- oracle

// Column of H^T of a contact: impulse and turning impulse on the body, for a unit impulse along axis k.
static void put_column(const ab_cone_contact *c, int k, double sign, v3 arm, double out[6]) {
    const v3 axis = k == 0 ? c->normal : k == 1 ? c->tangent : v3_cross(c->normal, c->tangent);
    const v3 f = v3_scale(sign, axis), turn = v3_cross(arm, f);
    memcpy(out, &f, sizeof f);
    memcpy(out + 3, &turn, sizeof turn);
}

static double mobility(const pile *p, int32_t i, int32_t j, int a, int b) {
    if (p->def.nmechanism && i < 4 && j < 4) return p->mobility[24 * (6 * i + a) + 6 * j + b];
    if (i != j) return 0;
    if (a < 3 || b < 3) return a == b ? p->body[i].inverse_mass : 0;
    return v3_at(p->body[i].inverse_inertia.row[a - 3], b - 3);
}

// h^T B g over the bodies of two contacts
static double entry(const pile *p, const ab_cone_contact *x, int kx, const ab_cone_contact *y, int ky) {
    const int32_t bx[2] = {x->a, x->b}, by[2] = {y->a, y->b};
    double sum = 0;
    for (int s = 0; s < 4; s++) {
        const int32_t i = bx[s / 2], j = by[s % 2];
        if (i < 0 || j < 0) continue;
        double h[6], g[6];
        put_column(x, kx, s / 2 ? -1 : 1, s / 2 ? x->arm_b : x->arm_a, h);
        put_column(y, ky, s % 2 ? -1 : 1, s % 2 ? y->arm_b : y->arm_a, g);
        for (int a = 0; a < 36; a++) sum += h[a / 6] * mobility(p, i, j, a / 6, a % 6) * g[a % 6];
    }
    return sum;
}

static void assemble(ab_ctx *cx, const pile *p, ab_block_rows *rows) {
    const int64_t n = p->def.ncontact;
    int64_t count = 0, room = 9 * n * 64;
    ab_entry *e = malloc((size_t)room * sizeof *e);
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < n; j++)
            for (int a = 0; a < 9; a++) {
                const double value = entry(p, &p->contact[i], a / 3, &p->contact[j], a % 3);
                if (value == 0) continue;
                CHECK(count < room);
                e[count++] = (ab_entry){3 * i + a / 3, 3 * j + a % 3, value};
            }
    CHECK_OK(cx, ab_block_rows_make(cx, n, e, count, rows));
    free(e);
}

static abut_context *make_context(int threads) {
    abut_config config = abut_config_default();
    config.threads = threads;
    abut_context *cx;
    CHECK(abut_context_create(&config, &cx) == ABUT_OK);
    return cx;
}

static ab_cones problem_of(pile *p, ab_cone_bodies *b) {
    return (ab_cones){p->def.ncontact, p->mu, p->q, p->r, &ab_cone_form_bodies, b, false};
}

static const kind KINDS[] = {BALLS, ANY, MIXED, JOINED};
static pile p;

// ------------------------------------------------------------------------------------------------------------- claims

TEST(bodies_multiply_as_the_assembled_matrix) {
    abut_context *cx = make_context(1);
    for (int k = 0; k < 4; k++) {
        make_pile(&p, KINDS[k], 40, 3 + (uint64_t)k);
        ab_arena arena = {0};
        ab_cone_bodies *b;
        ab_block_rows rows;
        CHECK_OK(cx, ab_cone_bodies_make(cx, &arena, &p.def, &b));
        assemble(cx, &p, &rows);
        const ab_cones bodies = problem_of(&p, b),
                       matrix = {p.def.ncontact, p.mu, p.q, p.r, &ab_cone_form_rows, &rows, false};
        static double r[3 * MAX_CONTACTS], x[3 * MAX_CONTACTS], y[3 * MAX_CONTACTS], z[3 * MAX_CONTACTS];
        uint64_t state = 9;
        for (int64_t i = 0; i < 3 * bodies.n; i++) r[i] = random_in(&state);
        bodies.form->multiply(&bodies, r, x);
        bodies.form->recompute(&bodies, r, y);
        matrix.form->multiply(&matrix, r, z);
        for (int64_t i = 0; i < 3 * bodies.n; i++) {
            CHECK_NEAR(x[i], z[i], 1e-12); // round-off of sums of a hundred terms near 1
            CHECK_NEAR(y[i], z[i], 1e-12);
        }
        for (int64_t i = 0; i < bodies.n; i++) {
            double v[9], w[9];
            bodies.form->block(&bodies, i, v);
            matrix.form->block(&matrix, i, w);
            for (int a = 0; a < 9; a++) CHECK_NEAR(v[a], w[a], 1e-13);
        }
        ab_block_rows_free(cx, &rows);
        ab_arena_free(cx, &arena);
    }
    abut_context_destroy(cx);
}

TEST(bodies_list_the_entries_of_the_assembled_matrix) {
    abut_context *cx = make_context(1);
    for (int k = 0; k < 4; k++) {
        make_pile(&p, KINDS[k], 60, 13 + (uint64_t)k);
        ab_arena arena = {0};
        ab_cone_bodies *b;
        ab_block_rows rows, listed;
        CHECK_OK(cx, ab_cone_bodies_make(cx, &arena, &p.def, &b));
        assemble(cx, &p, &rows);
        const ab_cones c = problem_of(&p, b);
        ab_entry *entries;
        int64_t count;
        CHECK_OK(cx, c.form->list(cx, &c, &entries, &count));
        CHECK_OK(cx, ab_block_rows_make(cx, c.n, entries, count, &listed));
        for (int32_t i = 0; i < c.n; i++)
            for (int64_t m = rows.first[i], l = listed.first[i]; m < rows.first[i + 1]; m++, l++) {
                for (; listed.column[l] != rows.column[m]; l++) // bodies that no impulse couples
                    for (int a = 0; a < 9; a++) CHECK_NEAR(listed.value[9 * l + a], 0, 1e-13);
                for (int a = 0; a < 9; a++) CHECK_NEAR(listed.value[9 * l + a], rows.value[9 * m + a], 1e-13);
            }
        free(entries);
        ab_block_rows_free(cx, &listed);
        ab_block_rows_free(cx, &rows);
        ab_arena_free(cx, &arena);
    }
    abut_context_destroy(cx);
}

TEST(relaxed_problems_of_bodies_are_those_of_the_assembled_matrix) {
    abut_context *cx = make_context(1);
    for (int k = 0; k < 4; k++)
        for (int s = 0; s < ab_cone_solver_count; s++) {
            if (ab_cone_solvers[s]->frictionless) continue;
            make_pile(&p, KINDS[k], 30, 170 + (uint64_t)k);
            ab_arena arena = {0};
            ab_cone_bodies *b;
            CHECK_OK(cx, ab_cone_bodies_make(cx, &arena, &p.def, &b));
            ab_cones c = problem_of(&p, b);
            c.relaxed = true;
            const ab_cone_options o = {
                .tolerance = 1e-9, .measure = AB_CONE_ENERGY, .max_iterations = 20000, .penalty = 100};
            ab_cone_report report = {0};
            CHECK_OK(cx, ab_cone_solvers[s]->solve(cx, &arena, &c, &o, &report));
            if (!report.solved) fprintf(stderr, "%s %d: %g\n", ab_cone_solvers[s]->name, k, report.residual.energy);
            CHECK(report.solved);
            ab_block_rows rows;
            assemble(cx, &p, &rows);
            double *u = malloc((size_t)(3 * c.n) * sizeof *u);
            const ab_cones matrix = {c.n, p.mu, p.q, p.r, &ab_cone_form_rows, &rows, true};
            CHECK(ab_cones_residual(&matrix, u).energy <= 1.001e-9); // the residual of another W, to round-off
            free(u);
            ab_block_rows_free(cx, &rows);
            ab_arena_free(cx, &arena);
        }
    abut_context_destroy(cx);
}

TEST(bodies_solve_linear_systems_as_the_assembled_matrix) {
    abut_context *cx = make_context(1);
    for (int k = 0; k < 4; k++)
        for (double shift = 1; shift > 1e-9; shift *= 1e-3) {
            make_pile(&p, KINDS[k], 40, 30 + (uint64_t)k);
            ab_arena arena = {0};
            ab_cone_bodies *b;
            CHECK_OK(cx, ab_cone_bodies_make(cx, &arena, &p.def, &b));
            const ab_cones c = problem_of(&p, b);
            static double e[9 * MAX_CONTACTS], cc[9 * MAX_CONTACTS], f[3 * MAX_CONTACTS], x[3 * MAX_CONTACTS],
                u[3 * MAX_CONTACTS];
            uint64_t state = 5;
            for (int64_t i = 0; i < 9 * c.n; i++) {
                cc[i] = (i % 9 % 4 == 0) + 0.1 * random_in(&state);
                e[i] = shift * (i % 9 % 4 == 0);
            }
            for (int64_t i = 0; i < 3 * c.n; i++) x[i] = f[i] = random_in(&state);
            void *factors;
            bool fits;
            CHECK_OK(cx, c.form->plan(cx, &arena, &c, &factors, &fits));
            CHECK(fits && c.form->factor(&c, factors, e, cc));
            c.form->solve(&c, factors, x);
            c.form->recompute(&c, x, u);
            double largest = 0;
            for (int64_t i = 0; i < 3 * c.n; i++) largest = fmax(largest, fabs(x[i]));
            for (int64_t i = 0; i < c.n; i++)
                for (int a = 0; a < 3; a++) {
                    double sum = -f[3 * i + a];
                    for (int j = 0; j < 3; j++)
                        sum += e[9 * i + 3 * a + j] * x[3 * i + j] + cc[9 * i + 3 * a + j] * u[3 * i + j];
                    CHECK_NEAR(sum, 0, 1e-13 * (1 + largest)); // round-off of W x
                }
            ab_arena_free(cx, &arena);
        }
    abut_context_destroy(cx);
}

TEST(every_solver_solves_problems_of_bodies) {
    abut_context *cx = make_context(1);
    for (int k = 0; k < 4; k++)
        for (int s = 0; s < ab_cone_solver_count; s++) {
            make_pile(&p, KINDS[k], 30, 70 + (uint64_t)k);
            if (ab_cone_solvers[s]->frictionless) memset(p.mu, 0, sizeof p.mu);
            ab_arena arena = {0};
            ab_cone_bodies *b;
            CHECK_OK(cx, ab_cone_bodies_make(cx, &arena, &p.def, &b));
            const ab_cones c = problem_of(&p, b);
            const ab_cone_options o = {
                .tolerance = 1e-9, .measure = AB_CONE_ENERGY, .max_iterations = 20000, .penalty = 100};
            ab_cone_report report = {0};
            CHECK_OK(cx, ab_cone_solvers[s]->solve(cx, &arena, &c, &o, &report));
            if (!report.solved) fprintf(stderr, "%s %d: %g\n", ab_cone_solvers[s]->name, k, report.residual.energy);
            CHECK(report.solved);
            ab_block_rows rows;
            assemble(cx, &p, &rows);
            double *u = malloc((size_t)(3 * c.n) * sizeof *u);
            const ab_cones matrix = {c.n, p.mu, p.q, p.r, &ab_cone_form_rows, &rows, false};
            CHECK(ab_cones_residual(&matrix, u).energy <= 1.001e-9); // the residual of another W, to round-off
            free(u);
            ab_block_rows_free(cx, &rows);
            ab_arena_free(cx, &arena);
        }
    abut_context_destroy(cx);
}

TEST(sweeps_have_the_same_bits_for_any_number_of_threads) {
    static double first[3 * MAX_CONTACTS];
    for (int threads = 1; threads <= 4; threads++) {
        abut_context *cx = make_context(threads);
        make_pile(&p, MIXED, MAX_BODIES, 11);
        ab_arena arena = {0};
        ab_cone_bodies *b;
        CHECK_OK(cx, ab_cone_bodies_make(cx, &arena, &p.def, &b));
        const ab_cones c = problem_of(&p, b);
        const ab_cone_options o = {.tolerance = 1e-5, .measure = AB_CONE_ENERGY, .max_iterations = 300, .penalty = 100};
        ab_cone_report report = {0};
        CHECK_OK(cx, ab_cone_solver_find("gauss_seidel")->solve(cx, &arena, &c, &o, &report));
        if (threads == 1) memcpy(first, p.r, sizeof first);
        CHECK(memcmp(first, p.r, sizeof first) == 0);
        ab_arena_free(cx, &arena);
        abut_context_destroy(cx);
    }
}

// A body with more than 64 contacts, which is swept after the blocks: a plate on a hundred balls on the ground.
TEST(plate_on_a_hundred_balls_is_solved) {
    abut_context *cx = make_context(2);
    uint64_t state = 4;
    p.def = (ab_cone_bodies_def){.nbody = 101, .ncontact = 200, .body = p.body, .contact = p.contact};
    p.body[100] = (ab_cone_body){0.01, m3_diagonal(v3_make(0.01, 0.01, 0.005))};
    for (int32_t i = 0; i < 100; i++) {
        const v3 up = v3_make(0, 0, 1), side = v3_make(1, 0, 0), at = v3_make(i % 10 - 4.5, i / 10 - 4.5, -0.1);
        p.body[i] = (ab_cone_body){10, m3_diagonal(v3_make(500, 500, 500))};
        p.contact[2 * i] = (ab_cone_contact){i, -1, up, side, v3_make(0, 0, -0.1), v3_zero()};
        p.contact[2 * i + 1] = (ab_cone_contact){100, i, up, side, at, v3_make(0, 0, 0.1)};
    }
    for (int64_t k = 0; k < 200; k++) {
        p.mu[k] = 0.3, p.r[3 * k] = p.r[3 * k + 1] = p.r[3 * k + 2] = 0;
        p.q[3 * k] = k % 2 ? 0 : -0.01, p.q[3 * k + 1] = 0.001 * random_in(&state), p.q[3 * k + 2] = 0;
    }
    ab_arena arena = {0};
    ab_cone_bodies *b;
    CHECK_OK(cx, ab_cone_bodies_make(cx, &arena, &p.def, &b));
    const ab_cones c = problem_of(&p, b);
    ab_cone_report report = {0};
    CHECK_OK(cx, ab_cone_solver_find("auto")->solve(
                     cx, &arena, &c,
                     &(ab_cone_options){
                         .tolerance = 1e-8, .measure = AB_CONE_ENERGY, .max_iterations = 20000, .penalty = 100},
                     &report));
    CHECK(report.solved);
    ab_arena_free(cx, &arena);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(bodies_multiply_as_the_assembled_matrix), CLAIM(bodies_solve_linear_systems_as_the_assembled_matrix),
       CLAIM(bodies_list_the_entries_of_the_assembled_matrix),
       CLAIM(relaxed_problems_of_bodies_are_those_of_the_assembled_matrix),
       CLAIM(every_solver_solves_problems_of_bodies), CLAIM(sweeps_have_the_same_bits_for_any_number_of_threads),
       CLAIM(plate_on_a_hundred_balls_is_solved))
