// Frictional contact problems of many contacts: every solver, the factorization, and the interface.
#include "faults.h"
#include "scratch.h"

#include "abut/cones.h"
#include "solve/block_lu.h"
#include "solve/block_rows.h"

#include <stdio.h>
#include <stdlib.h>

// ------------------------------------------------------------------------------------------------------------ problems

static double random_in(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return 2 * (double)(*state >> 11) / 9007199254740992.0 - 1;
}

enum { MAX_CONTACTS = 400, MAX_ENTRIES = 9 * MAX_CONTACTS * 16 };

typedef struct problem {
    double mu[MAX_CONTACTS], q[3 * MAX_CONTACTS], value[MAX_ENTRIES];
    int32_t row[MAX_ENTRIES], column[MAX_ENTRIES];
    abut_cones_def def;
} problem;

// Two contacts of a pile: bodies of unit mass, W_ij = sign of the body that both touch times the dot products of their
// axes.
typedef struct contact {
    int a, b; // bodies; -1 = the ground
    double axis[3][3];
} contact;

static void turn_axes(contact *c, uint64_t *state) {
    double n[3], t[3];
    for (int k = 0; k < 3; k++) n[k] = 0.5 * random_in(state);
    n[2] = 1;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++) n[k] /= length;
    t[0] = n[2], t[1] = 0, t[2] = -n[0];
    const double across = hypot(t[0], t[2]);
    for (int k = 0; k < 3; k++) t[k] /= across;
    for (int k = 0; k < 3; k++) {
        c->axis[0][k] = n[k];
        c->axis[1][k] = t[k];
        c->axis[2][k] = n[(k + 1) % 3] * t[(k + 2) % 3] - n[(k + 2) % 3] * t[(k + 1) % 3];
    }
}

static double coupling(const contact *x, const contact *y) {
    return (x->a == y->a) - (x->a == y->b) - (x->b == y->a && x->b >= 0) + (x->b == y->b && x->b >= 0);
}

// A pile of n points above each other, every one on two below: each falls with gravity 1 and drifts.
static void make_pile(problem *p, int n, uint64_t seed) {
    static contact c[MAX_CONTACTS];
    uint64_t state = seed;
    for (int i = 0; i < n; i++) {
        c[i] = (contact){.a = i / 2, .b = i / 2 - 1 - i % 2};
        if (c[i].b < -1) c[i].b = -1;
        turn_axes(&c[i], &state);
        p->mu[i] = 0.4 + 0.3 * random_in(&state);
        for (int k = 0; k < 3; k++) // the ground does not fall; between bodies only the drift counts
            p->q[3 * i + k] = (c[i].b < 0 ? -c[i].axis[k][2] : 0) + 0.2 * random_in(&state);
    }
    int64_t entries = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double sign = coupling(&c[i], &c[j]);
            for (int a = 0; a < 9 && sign != 0; a++) {
                double dot = 0;
                for (int k = 0; k < 3; k++) dot += c[i].axis[a / 3][k] * c[j].axis[a % 3][k];
                p->row[entries] = 3 * i + a / 3;
                p->column[entries] = 3 * j + a % 3;
                p->value[entries++] = sign * dot;
                CHECK(entries < MAX_ENTRIES);
            }
        }
    p->def = (abut_cones_def){sizeof p->def, n, p->mu, p->q, entries, p->row, p->column, p->value};
}

static abut_context *make_context(void) {
    abut_context *cx;
    CHECK(abut_context_create(NULL, &cx) == ABUT_OK);
    return cx;
}

// ------------------------------------------------------------------------------------------------------------- solvers

// Signorini and Coulomb, looked at themselves.
static void check_law(const problem *p, const double *r, const double *u, double tolerance) {
    for (int64_t i = 0; i < p->def.contacts; i++) {
        const double *x = r + 3 * i, *v = u + 3 * i, t = hypot(x[1], x[2]), slip = hypot(v[1], v[2]);
        CHECK(x[0] >= 0 && t <= p->mu[i] * x[0] + tolerance && v[0] >= -tolerance);
        CHECK(fabs(x[0] * v[0]) <= tolerance);
        CHECK(fabs(x[1] * v[1] + x[2] * v[2] + p->mu[i] * x[0] * slip) <= tolerance);
    }
}

static double norm(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

TEST(every_solver_finds_impulses_that_keep_the_law) {
    static problem p;
    abut_context *cx = make_context();
    for (int64_t s = 0; s < abut_table_count(ABUT_TABLE_SOLVERS); s++)
        for (int n = 1; n <= 40; n = 2 * n + 1) {
            make_pile(&p, n, (uint64_t)n);
            if (ab_cone_solvers[s]->frictionless) memset(p.mu, 0, sizeof p.mu);
            abut_cones *cones;
            CHECK_OK(cx, abut_cones_create(cx, &p.def, &cones));
            abut_cones_options o = abut_cones_default();
            o.solver = abut_table_get(ABUT_TABLE_SOLVERS, s).name;
            o.tolerance = 1e-9;
            double r[3 * MAX_CONTACTS] = {0}, u[3 * MAX_CONTACTS];
            abut_cones_report report;
            CHECK_OK(cx, abut_cones_solve(cones, &o, r, u, &report));
            CHECK(report.natural <= 1e-9 && report.iterations >= 0);
            const double size = fmax(norm(r, 3 * n), fmax(norm(u, 3 * n), norm(p.q, 3 * n)));
            check_law(
                &p, r, u,
                4e-9 * size *
                    (1 + size)); // r and u are off by 1e-9 of the size at most, and products by that times the size
            abut_cones_destroy(cones);
        }
    abut_context_destroy(cx);
}

// Signorini's condition of the relaxation, looked at itself: r in the cone, u in its dual, complementary. It is another
// solution than Coulomb's: what slides opens with mu |u_t|.
TEST(relaxed_problems_have_impulses_and_velocities_in_dual_cones) {
    static problem p;
    abut_context *cx = make_context();
    enum { N = 40 };
    make_pile(&p, N, 77);
    abut_cones *cones;
    CHECK_OK(cx, abut_cones_create(cx, &p.def, &cones));
    for (int64_t s = 0; s < abut_table_count(ABUT_TABLE_SOLVERS); s++) {
        if (ab_cone_solvers[s]->frictionless) continue;
        abut_cones_options o = abut_cones_default();
        o.solver = abut_table_get(ABUT_TABLE_SOLVERS, s).name;
        o.tolerance = 1e-10;
        o.relax = true;
        double r[3 * MAX_CONTACTS] = {0}, u[3 * MAX_CONTACTS];
        abut_cones_report report;
        CHECK_OK(cx, abut_cones_solve(cones, &o, r, u, &report));
        int lifted = 0;
        const double size = 1 + norm(r, 3 * N) + norm(u, 3 * N), tolerance = 4e-10 * size * size;
        for (int i = 0; i < N; i++) {
            const double *x = r + 3 * i, *v = u + 3 * i, slip = hypot(v[1], v[2]);
            CHECK(hypot(x[1], x[2]) <= p.mu[i] * x[0] + tolerance && p.mu[i] * slip <= v[0] + tolerance);
            CHECK_NEAR(x[0] * v[0] + x[1] * v[1] + x[2] * v[2], 0, tolerance);
            lifted += x[0] > 1e-3 && v[0] > 1e-3;
        }
        CHECK(lifted > 3);
    }
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
}

// A body of unit mass and moments on m points of a circle: with m > 3 their impulses are not determined.
static void make_table(problem *p, int m) {
    int64_t entries = 0;
    for (int i = 0; i < m; i++) {
        const double xi = cos(2 * 3.14159265358979 * i / m), yi = sin(2 * 3.14159265358979 * i / m);
        p->mu[i] = 0;
        p->q[3 * i] = -1 + 0.3 * xi, p->q[3 * i + 1] = p->q[3 * i + 2] = 0;
        for (int j = 0; j < m; j++) {
            const double xj = cos(2 * 3.14159265358979 * j / m), yj = sin(2 * 3.14159265358979 * j / m);
            const double w[3] = {1 + xi * xj + yi * yj, 1 + yi * yj, 1 + xi * xj};
            for (int a = 0; a < 3; a++) {
                p->row[entries] = 3 * i + a, p->column[entries] = 3 * j + a;
                p->value[entries++] = w[a];
            }
        }
    }
    p->def = (abut_cones_def){sizeof p->def, m, p->mu, p->q, entries, p->row, p->column, p->value};
}

TEST(active_set_is_exact_without_friction_also_on_a_table_of_forty_legs) {
    static problem p;
    abut_context *cx = make_context();
    for (int k = 0; k < 6; k++) {
        if (k < 3)
            make_pile(&p, 10 << k, 5);
        else
            make_table(&p, 4 * (k * k - 6));
        memset(p.mu, 0, sizeof p.mu);
        abut_cones *cones;
        CHECK_OK(cx, abut_cones_create(cx, &p.def, &cones));
        double r[2][3 * MAX_CONTACTS] = {{0}}, u[2][3 * MAX_CONTACTS];
        static const char *const SOLVER[] = {"active_set", "newton"};
        for (int s = 0; s < 2; s++) {
            abut_cones_options o = abut_cones_default();
            o.solver = SOLVER[s];
            o.energy = true;
            o.tolerance = 1e-11; // regularisation 1e-12 of 40 redundant contacts
            CHECK_OK(cx, abut_cones_solve(cones, &o, r[s], u[s], NULL));
        }
        for (int64_t i = 0; i < 3 * p.def.contacts; i++) CHECK_NEAR(u[0][i], u[1][i], 1e-9); // velocities are unique
        abut_cones_destroy(cones);
    }
    make_table(&p, 60);
    p.mu[7] = 0.5;
    p.q[3 * 7 + 1] = 1;
    abut_cones *cones;
    CHECK_OK(cx, abut_cones_create(cx, &p.def, &cones));
    abut_cones_options o = abut_cones_default();
    o.solver = "active_set";
    double r[3 * MAX_CONTACTS] = {0};
    CHECK_STATUS(ABUT_ERR_UNSOLVED, abut_cones_solve(cones, &o, r, NULL, NULL));
    CHECK(strstr(abut_context_message(cx), "ignores friction"));
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
}

// One contact with W = 1: after k rounds from r = 0 the normal velocity is q (1/(1 + penalty))^k.
TEST(every_round_of_the_augmented_method_leaves_its_share_of_the_error) {
    abut_context *cx = make_context();
    const double mu = 0.5, q[3] = {-2, 0.3, 0}, one[3] = {1, 1, 1};
    const int32_t index[3] = {0, 1, 2};
    const abut_cones_def def = {sizeof def, 1, &mu, q, 3, index, index, one};
    abut_cones *cones;
    CHECK_OK(cx, abut_cones_create(cx, &def, &cones));
    for (double penalty = 1; penalty <= 1000; penalty *= 10)
        for (int rounds = 1; rounds <= 3; rounds++) {
            abut_cones_options o = abut_cones_default();
            o.solver = "augmented";
            o.penalty = penalty;
            o.max_iterations = rounds;
            o.tolerance = 1e-13;
            double r[3] = {0}, u[3];
            const abut_status status = abut_cones_solve(cones, &o, r, u, NULL);
            CHECK(status == ABUT_ERR_UNSOLVED);
            CHECK_NEAR(u[0], q[0] * pow(1 / (1 + penalty), rounds), 1e-14);
        }
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
}

// The residual is computed by code of its own: zero at a solution, and in proportion to what is added.
TEST(residual_grows_with_the_error) {
    static problem p;
    abut_context *cx = make_context();
    make_pile(&p, 30, 7);
    abut_cones *cones;
    CHECK_OK(cx, abut_cones_create(cx, &p.def, &cones));
    abut_cones_options o = abut_cones_default();
    o.tolerance = 1e-12;
    double r[3 * MAX_CONTACTS] = {0};
    abut_cones_report exact;
    CHECK_OK(cx, abut_cones_solve(cones, &o, r, NULL, &exact));
    double last = exact.natural;
    for (double by = 1e-8; by < 1e-2; by *= 10) {
        double moved[3 * MAX_CONTACTS];
        memcpy(moved, r, sizeof moved);
        moved[3 * 5] += by;
        ab_block_rows rows;
        ab_entry *entry = malloc((size_t)p.def.entries * sizeof *entry);
        for (int64_t k = 0; k < p.def.entries; k++) entry[k] = (ab_entry){p.row[k], p.column[k], p.value[k]};
        CHECK_OK(cx, ab_block_rows_make(cx, 30, entry, p.def.entries, &rows));
        double u[3 * MAX_CONTACTS];
        const ab_cone_residual residual =
            ab_cones_residual(&(ab_cones){30, p.mu, p.q, moved, &ab_cone_form_rows, &rows, false}, u);
        CHECK(residual.natural > 3 * last && residual.natural < by);
        last = residual.natural;
        ab_block_rows_free(cx, &rows);
        free(entry);
    }
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
}

TEST(an_answer_that_is_not_good_enough_is_no_success) {
    static problem p;
    abut_context *cx = make_context();
    make_pile(&p, 60, 3);
    abut_cones *cones;
    CHECK_OK(cx, abut_cones_create(cx, &p.def, &cones));
    abut_cones_options o = abut_cones_default();
    double r[3 * MAX_CONTACTS] = {0};
    abut_cones_report report;
    o.solver = "gauss_seidel";
    o.max_iterations = 2;
    o.tolerance = 1e-12;
    CHECK_STATUS(ABUT_ERR_UNSOLVED, abut_cones_solve(cones, &o, r, NULL, &report));
    CHECK(report.natural > 1e-12 && report.worst >= 0 && report.worst < 60 &&
          strstr(abut_context_message(cx), "not solved"));
    o.solver = "no such solver";
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_cones_solve(cones, &o, r, NULL, &report));
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
}

// Impulses do not depend on the order of contacts, nor on units: W in 1/g and q in mm/s give the same problem.
TEST(renumbering_and_units_change_nothing) {
    static problem p, other;
    abut_context *cx = make_context();
    enum { N = 24 };
    make_pile(&p, N, 11);
    other = p;
    for (int i = 0; i < N; i++) {
        other.mu[N - 1 - i] = p.mu[i];
        for (int k = 0; k < 3; k++) other.q[3 * (N - 1 - i) + k] = 1e3 * p.q[3 * i + k];
    }
    for (int64_t k = 0; k < p.def.entries; k++) {
        other.row[k] = 3 * (N - 1 - p.row[k] / 3) + p.row[k] % 3;
        other.column[k] = 3 * (N - 1 - p.column[k] / 3) + p.column[k] % 3;
        other.value[k] = 1e-3 * p.value[k];
    }
    other.def =
        (abut_cones_def){sizeof other.def, N, other.mu, other.q, p.def.entries, other.row, other.column, other.value};
    abut_cones_options o = abut_cones_default();
    o.tolerance = 1e-11;
    o.energy = true;
    double u[2][3 * MAX_CONTACTS], r[2][3 * MAX_CONTACTS] = {{0}};
    for (int k = 0; k < 2; k++) {
        abut_cones *cones;
        CHECK_OK(cx, abut_cones_create(cx, k ? &other.def : &p.def, &cones));
        CHECK_OK(cx, abut_cones_solve(cones, &o, r[k], u[k], NULL));
        abut_cones_destroy(cones);
    }
    for (int i = 0; i < N;
         i++) // velocities are unique, impulses of such a pile too: no body has more than six unknowns
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(1e-3 * u[1][3 * (N - 1 - i) + k], u[0][3 * i + k], 1e-8);
            CHECK_NEAR(1e-6 * r[1][3 * (N - 1 - i) + k], r[0][3 * i + k], 1e-7);
        }
    abut_context_destroy(cx);
}

TEST(wrong_problems_are_refused_with_the_contact_named) {
    static problem p;
    abut_context *cx = make_context();
    abut_cones *cones;
    make_pile(&p, 5, 1);
    p.mu[3] = -1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_cones_create(cx, &p.def, &cones));
    CHECK(strstr(abut_context_message(cx), "contact 3"));
    p.mu[3] = NAN;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_cones_create(cx, &p.def, &cones));
    make_pile(&p, 5, 1);
    p.q[4] = INFINITY;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_cones_create(cx, &p.def, &cones));
    make_pile(&p, 5, 1);
    p.row[7] = 15;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_cones_create(cx, &p.def, &cones));
    make_pile(&p, 5, 1);
    p.value[0] = -1;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_cones_create(cx, &p.def, &cones));
    CHECK(cones == NULL);
    p.def.contacts = 0, p.def.entries = 0; // nothing to do is solved
    CHECK_OK(cx, abut_cones_create(cx, &p.def, &cones));
    abut_cones_options o = abut_cones_default();
    double none[3] = {0};
    CHECK_OK(cx, abut_cones_solve(cones, &o, none, NULL, NULL));
    abut_cones_destroy(cones);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------------------------- factorization

// Random graphs, diagonally dominant: A x = b has the x that b was made from.
TEST(factors_solve_what_was_multiplied) {
    abut_context *cx = make_context();
    for (int n = 1; n <= 160; n = n * 2 + 3) {
        uint64_t state = (uint64_t)n;
        enum { ENTRIES = 40000 };
        static ab_entry entry[ENTRIES];
        int64_t count = 0;
        for (int i = 0; i < 3 * n; i++) {
            entry[count++] = (ab_entry){i, i, 8 + random_in(&state)};
            for (int k = 0; k < 6; k++) {
                const int32_t j = (int32_t)(1.5 * n * (1 + random_in(&state))) % (3 * n);
                entry[count++] = (ab_entry){i, j, random_in(&state)};
                entry[count++] = (ab_entry){j, i, 0.2 * random_in(&state)};
            }
        }
        ab_block_rows rows;
        CHECK_OK(cx, ab_block_rows_make(cx, n, entry, count, &rows));
        ab_arena arena = {0};
        ab_block_lu lu;
        bool fits;
        CHECK_OK(cx, ab_block_lu_plan(cx, &arena, &rows, &lu, &fits));
        CHECK(fits && ab_block_lu_factor(&lu, &rows, rows.value));
        double x[480], b[480] = {0};
        for (int i = 0; i < 3 * n; i++) x[i] = random_in(&state);
        for (int64_t k = 0; k < count; k++) b[entry[k].row] += entry[k].value * x[entry[k].column];
        ab_block_lu_solve(&lu, b);
        for (int i = 0; i < 3 * n; i++) CHECK_NEAR(b[i], x[i], 1e-12);
        ab_arena_free(cx, &arena);
        ab_block_rows_free(cx, &rows);
    }
    abut_context_destroy(cx);
}

// A ring of contacts fills in two blocks a column at most in a good order; in the order given it would fill in nearly
// as many.
TEST(a_ring_fills_in_little) {
    abut_context *cx = make_context();
    enum { N = 200 };
    ab_entry entry[6 * N];
    int64_t count = 0;
    for (int i = 0; i < N; i++) {
        const int32_t next = 3 * ((i + 7) % N);
        entry[count++] = (ab_entry){3 * i, 3 * i, 4};
        entry[count++] = (ab_entry){3 * i + 1, 3 * i + 1, 4};
        entry[count++] = (ab_entry){3 * i + 2, 3 * i + 2, 4};
        entry[count++] = (ab_entry){3 * i, next, 1};
        entry[count++] = (ab_entry){next, 3 * i, 1};
    }
    ab_block_rows rows;
    CHECK_OK(cx, ab_block_rows_make(cx, N, entry, count, &rows));
    ab_arena arena = {0};
    ab_block_lu lu;
    bool fits;
    CHECK_OK(cx, ab_block_lu_plan(cx, &arena, &rows, &lu, &fits));
    CHECK(lu.first[N] <= 2 * N);
    ab_arena_free(cx, &arena);
    ab_block_rows_free(cx, &rows);
    abut_context_destroy(cx);
}

// --------------------------------------------------------------------------------------------------------------- files

static abut_status save_and_load(abut_context *cx, void *arg) {
    static problem p;
    const char *path = arg;
    make_pile(&p, 6, 5);
    abut_cones *cones, *again = NULL;
    double r[18] = {0}, u[18], v[18], s[18] = {0};
    abut_status status = abut_cones_create(cx, &p.def, &cones);
    const abut_cones_options o = abut_cones_default();
    if (status == ABUT_OK) {
        status = abut_cones_solve(cones, &o, r, u, NULL);
        if (status == ABUT_OK) status = abut_cones_save(cones, path, r, u);
        abut_cones_destroy(cones);
    }
    if (status == ABUT_OK) status = abut_cones_load(cx, path, &again);
    if (status == ABUT_OK) status = abut_cones_solve(again, &o, s, v, NULL);
    if (status == ABUT_OK) CHECK(memcmp(r, s, sizeof r) == 0 && memcmp(u, v, sizeof u) == 0);
    abut_cones_destroy(again);
    return status;
}

TEST(a_problem_comes_back_from_its_file_bit_for_bit) {
    const scratch s = scratch_start();
    abut_context *cx = make_context();
    char path[SCRATCH_MAX];
    scratch_path(&s, "problem.hdf5", path);
    CHECK_OK(cx, save_and_load(cx, path));
    abut_context_destroy(cx);
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, save_and_load, path);
    assert_int_equal(memory.survived, 0);
    scratch_end(&s);
}

// Without friction the cone is a half-line: r = 0 is right while the contact opens along its normal, and wrong else.
TEST(residual_of_an_open_contact_without_friction_is_zero) {
    const double block[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, mu = 0;
    int64_t diagonal = 0;
    const int64_t first[2] = {0, 1};
    const int32_t column = 0;
    ab_block_rows rows = {1, first, &column, block, &diagonal};
    double r[3] = {0, 0, 0}, u[3];
    const double opens[3] = {2, 0, 0}, closes[3] = {-2, 0, 0};
    CHECK(ab_cones_residual(&(ab_cones){1, &mu, opens, r, &ab_cone_form_rows, &rows, false}, u).natural == 0);
    CHECK(ab_cones_residual(&(ab_cones){1, &mu, closes, r, &ab_cone_form_rows, &rows, false}, u).natural == 1);
}

// A body of 1e6 kg on one of 1 kg on a floor, which get 1 m/s downward. With half of the impulse that it needs the heavy
// one goes on at half its speed and the light one stays at rest: nothing in the units of the light one.
TEST(work_residual_sees_a_heavy_body_fall_through_a_light_one) {
    const double m = 1e6, mu[2] = {0, 0}, q[6] = {-1, 0, 0, 0, 0, 0}, s = 0.5 * m;
    const double block[36] = {1,  0, 0, 0, 1,  0, 0, 0, 1,  -1,        0, 0, 0, -1,        0, 0, 0, -1,
                              -1, 0, 0, 0, -1, 0, 0, 0, -1, 1 + 1 / m, 0, 0, 0, 1 + 1 / m, 0, 0, 0, 1 + 1 / m};
    int64_t diagonal[2] = {0, 3};
    const int64_t first[3] = {0, 2, 4};
    const int32_t column[4] = {0, 1, 0, 1};
    ab_block_rows rows = {2, first, column, block, diagonal};
    double r[6] = {1 + s, 0, 0, s, 0, 0}, u[6];
    const ab_cones c = {2, mu, q, r, &ab_cone_form_rows, &rows, false};
    ab_cone_residual residual = ab_cones_residual(&c, u);
    CHECK_NEAR(u[0], 0, 1e-9);
    CHECK_NEAR(u[3], -0.5, 1e-9);
    CHECK(residual.energy < 2e-6 && residual.work > 0.9);
    r[0] = 1 + m, r[3] = m; // both stop; 1e-8: round-off of 1e-16 times the ratio, and what it may be
    residual = ab_cones_residual(&c, u);
    CHECK(residual.energy < 1e-12 && residual.work < 1e-8);
}

CLAIMS(CLAIM(residual_of_an_open_contact_without_friction_is_zero),
       CLAIM(work_residual_sees_a_heavy_body_fall_through_a_light_one),
       CLAIM(every_solver_finds_impulses_that_keep_the_law), CLAIM(residual_grows_with_the_error),
       CLAIM(relaxed_problems_have_impulses_and_velocities_in_dual_cones),
       CLAIM(active_set_is_exact_without_friction_also_on_a_table_of_forty_legs),
       CLAIM(every_round_of_the_augmented_method_leaves_its_share_of_the_error),
       CLAIM(an_answer_that_is_not_good_enough_is_no_success), CLAIM(renumbering_and_units_change_nothing),
       CLAIM(wrong_problems_are_refused_with_the_contact_named), CLAIM(factors_solve_what_was_multiplied),
       CLAIM(a_ring_fills_in_little), CLAIM(a_problem_comes_back_from_its_file_bit_for_bit))
