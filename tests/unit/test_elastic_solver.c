// labels: threads
// The solver of elastic contact against a dense active-set method, its invariants, and what it refuses.
#include "elastic.h"
#include "base/hash.h"
#include "base/work.h"
#include "faults.h"

// ------------------------------------------------------------------------------------- a second implementation

// Smallest 1/2 p.K p + p.(f - delta) over p >= 0 by active sets: solves for the cells in contact, drops those that
// pull, adds those that overlap, until nothing changes. [K delta-row; 1 0] by Gaussian elimination with pivots.
enum { SIDE = 16, CELLS = SIDE * SIDE };
typedef struct dense {
    double k[CELLS][CELLS], f[CELLS], p[CELLS], delta;
} dense;

static void fill_dense(dense *d, elastic *e) {
    ab_halfspace *h = &e->h;
    const int64_t n = ab_grid_array(&h->def.grid);
    double *unit = NULL, *row = NULL;
    CHECK_OK(e->cx, ab_alloc_aligned(e->cx, &unit, n));
    CHECK_OK(e->cx, ab_alloc_aligned(e->cx, &row, n));
    memset(unit, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < CELLS; i++) {
        unit[i] = 1;
        ab_convolve(&h->convolver, h->table, unit, row, NULL);
        memcpy(d->k[i], row, sizeof d->k[i]);
        unit[i] = 0;
        d->f[i] = h->cells.f[i];
    }
    ab_free_aligned(e->cx, unit);
    ab_free_aligned(e->cx, row);
}

static void eliminate(int n, double (*m)[CELLS + 1], double *b) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c; r < n; r++)
            if (fabs(m[r][c]) > fabs(m[pivot][c])) pivot = r;
        for (int k = 0; k < n; k++) {
            const double swap = m[c][k];
            m[c][k] = m[pivot][k];
            m[pivot][k] = swap;
        }
        const double swap = b[c];
        b[c] = b[pivot];
        b[pivot] = swap;
        for (int r = c + 1; r < n; r++) {
            const double factor = m[r][c] / m[c][c];
            for (int k = c; k < n; k++) m[r][k] -= factor * m[c][k];
            b[r] -= factor * b[c];
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        for (int k = c + 1; k < n; k++) b[c] -= m[c][k] * b[k];
        b[c] /= m[c][c];
    }
}

// sum: of p; NaN = delta is given.
static void solve_set(dense *d, const bool *in, double sum) {
    static double m[CELLS + 1][CELLS + 1], b[CELLS + 1];
    int index[CELLS], n = 0;
    for (int i = 0; i < CELLS; i++)
        if (in[i]) index[n++] = i;
    const bool load = !isnan(sum);
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) m[r][c] = d->k[index[r]][index[c]];
        m[r][n] = -1;
        b[r] = (load ? 0 : d->delta) - d->f[index[r]];
        m[n][r] = 1;
    }
    m[n][n] = 0;
    b[n] = sum;
    eliminate(load ? n + 1 : n, m, b);
    for (int i = 0; i < CELLS; i++) d->p[i] = 0;
    for (int r = 0; r < n; r++) d->p[index[r]] = b[r];
    if (load) d->delta = b[n];
}

static double dense_gap(const dense *d, int i) {
    double g = d->f[i] - d->delta;
    for (int k = 0; k < CELLS; k++) g += d->k[i][k] * d->p[k];
    return g;
}

static void solve_dense(dense *d, double sum, double scale) {
    bool in[CELLS];
    for (int i = 0; i < CELLS; i++) in[i] = d->f[i] < 0.5 * AB_NEVER_TOUCHES && (!isnan(sum) || d->f[i] < d->delta);
    for (bool changed = true; changed;) {
        changed = false;
        solve_set(d, in, sum);
        for (int i = 0; i < CELLS; i++)
            if (in[i] && d->p[i] < 0) changed = true, in[i] = false;
        if (changed) continue;
        int worst = -1;
        double least = -1e-13 * scale;
        for (int i = 0; i < CELLS; i++) {
            const double g = in[i] ? 0 : dense_gap(d, i);
            if (g < least) worst = i, least = g;
        }
        if (worst >= 0) changed = true, in[worst] = true;
    }
}

static void compare(elastic *e, ab_drive drive, double value) {
    static dense d;
    fill_dense(&d, e);
    const ab_press_answer a = press(e, drive, value);
    const double area = ab_grid_area(&e->h.def.grid);
    d.delta = value;
    solve_dense(&d, drive == AB_DRIVE_FORCE ? value / area : NAN, e->h.deviation);
    double largest = 0;
    for (int i = 0; i < CELLS; i++) largest = fmax(largest, d.p[i]);
    for (int i = 0; i < CELLS; i++) CHECK_NEAR(e->h.cells.p[i], d.p[i], 1e-9 * largest);
    CHECK_NEAR(a.approach, d.delta, 1e-9 * fmax(e->h.deviation, fabs(d.delta)));
}

static elastic open_random(ab_random *r, bool periodic) {
    ab_halfspace_def def = elastic_def(SIDE, SIDE, ab_random_between(r, 0.5, 2), 1, periodic, 1);
    def.tolerance = 1e-12;
    if (periodic && ab_random_unit(r) < 0.3) def.solid[0] = (ab_elastic_solid){1, 0.3, ab_random_between(r, 0.05, 1)};
    elastic e = open_elastic(&def, 1);
    for (int i = 0; i < CELLS; i++)
        e.h.cells.f[i] = ab_random_unit(r) < 0.1 ? AB_NEVER_TOUCHES : ab_random_between(r, 0, 0.1);
    CHECK_OK(e.cx, ab_halfspace_ready(&e.h));
    return e;
}

TEST(fifty_random_problems_have_the_answers_of_a_dense_active_set_method) {
    ab_random r = ab_random_start(7, 0);
    for (int i = 0; i < 50; i++) {
        elastic e = open_random(&r, i % 2);
        const bool force = i % 4 < 2 || i % 2;
        compare(&e, force ? AB_DRIVE_FORCE : AB_DRIVE_APPROACH,
                force ? ab_exp(ab_random_between(&r, -10, 0.5)) : ab_random_between(&r, 0.005, 0.2));
        close_elastic(&e);
    }
}

TEST(one_cell_full_contact_and_none_are_solved) {
    ab_random r = ab_random_start(8, 0);
    elastic e = open_random(&r, false);
    int lowest = 0;
    for (int i = 0; i < CELLS; i++) {
        e.h.cells.f[i] = ab_random_between(&r, 0, 0.1);
        if (e.h.cells.f[i] < e.h.cells.f[lowest]) lowest = i;
    }
    e.h.cells.f[lowest] = -1; // a needle
    CHECK_OK(e.cx, ab_halfspace_ready(&e.h));
    ab_press_answer a = press(&e, AB_DRIVE_FORCE, 1e-3);
    assert_int_equal(a.contacts, 1);
    CHECK_NEAR(e.h.cells.p[lowest] * ab_grid_area(&e.h.def.grid), 1e-3, 1e-16);
    a = press(&e, AB_DRIVE_APPROACH, -1.5); // above everything
    CHECK(a.contacts == 0 && a.force == 0 && a.signorini[AB_SIGNORINI_OVERLAP] == 0);
    compare(&e, AB_DRIVE_FORCE, 5);
    e.h.def.tolerance = 1e-9; // u is 10^4 times the deviation
    a = press(&e, AB_DRIVE_FORCE, 1000);
    assert_int_equal(a.contacts, CELLS);
    close_elastic(&e);
}

// ---------------------------------------------------------------------------------------------------- invariants

static const ab_surface_values ROUGH = {{0.8, 0, 0.1, 0.5, 0.25, 8.0 / 128, 3}, {{0}}};

static elastic open_rough(int64_t n, int threads, ab_width width, double seed) {
    ab_halfspace_def def = elastic_def(n, n, 1, 1, true, 1);
    def.width = width;
    elastic e = open_elastic(&def, threads);
    ab_surface_values value = ROUGH;
    value.number[5] = 8.0 / (double)n;
    value.number[6] = seed;
    CHECK_OK(e.cx, set_surface(&e, AB_SURFACE_rough, &value));
    return e;
}

TEST(pressure_is_never_negative_and_the_gap_is_within_the_tolerance_at_any_load) {
    static const double LOADS[] = {1e-4, 1e-3, 0.01, 0.1, 0.5, 1, 1.5, 2, 5};
    elastic e = open_rough(128, 2, ab_widest(), 3);
    for (int i = 0; i < 9; i++)
        for (int tight = 0; tight < 2; tight++) {
            e.h.def.tolerance = tight ? 1e-10 : 1e-8;
            const ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, 0.1 * LOADS[i]);
            ab_halfspace_gap(&e.h);
            double sum = 0;
            for (int64_t k = 0; k < 128 * 128; k++) {
                CHECK(e.h.cells.p[k] >= 0);
                CHECK(e.h.cells.z[k] >= -e.h.def.tolerance * e.h.deviation * 1.01);
                CHECK(e.h.cells.p[k] == 0 || e.h.cells.z[k] <= e.h.def.tolerance * e.h.deviation * 1.01);
                sum += e.h.cells.p[k];
            }
            CHECK_NEAR(sum / (128 * 128), 0.1 * LOADS[i], 1e-13 * LOADS[i]);
            CHECK(a.iterations <= 60);
            CHECK(a.signorini[AB_SIGNORINI_PULL] == 0);
        }
    close_elastic(&e);
}

static uint64_t hash_of(int threads, ab_width width) {
    elastic e = open_rough(144, threads, width, 5); // radices 3 and 4
    ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, 0.02);
    a = press(&e, AB_DRIVE_PRESSURE, 0.05);
    uint64_t hash = ab_hash_bytes(AB_HASH_START, e.h.cells.p, 144 * 144 * 8);
    hash = ab_hash_bytes(hash, e.h.cells.u, 144 * 144 * 8);
    hash = ab_hash_bytes(hash, &a.approach, sizeof a.approach);
    close_elastic(&e);
    return hash;
}

TEST(the_answer_has_the_same_bits_for_any_threads_and_width) {
    const uint64_t hash = hash_of(1, AB_WIDTH_16);
    for (int threads = 1; threads < 5; threads++)
        for (int width = 0; width < AB_WIDTHS; width++)
            if (ab_fft_kernel_of((ab_width)width)) CHECK(hash_of(threads, (ab_width)width) == hash);
}

TEST(a_load_is_solved_to_the_same_answer_from_any_load_before) {
    elastic cold = open_rough(96, 1, ab_widest(), 4), warm = open_rough(96, 1, ab_widest(), 4);
    cold.h.def.tolerance = warm.h.def.tolerance = 1e-10;
    press(&warm, AB_DRIVE_PRESSURE, 0.2);
    const ab_press_answer a = press(&warm, AB_DRIVE_PRESSURE, 0.01), b = press(&cold, AB_DRIVE_PRESSURE, 0.01);
    CHECK_NEAR(a.approach, b.approach, 1e-9 * cold.h.deviation);
    for (int64_t i = 0; i < 96 * 96; i++) CHECK_NEAR(warm.h.cells.p[i], cold.h.cells.p[i], 1e-6 * b.max_pressure);
    close_elastic(&cold);
    close_elastic(&warm);
}

TEST(load_approach_and_mean_gap_lead_to_the_same_contact) {
    elastic e = open_rough(96, 1, ab_widest(), 4);
    e.h.def.tolerance = 1e-10;
    const ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, 0.02);
    const ab_press_answer b = press(&e, AB_DRIVE_APPROACH, a.approach);
    const ab_press_answer c = press(&e, AB_DRIVE_MEAN_GAP, a.mean_gap);
    CHECK_NEAR(b.force, a.force, 1e-6 * a.force); // the tolerance of g times the stiffness
    CHECK_NEAR(c.force, a.force, 1e-6 * a.force);
    CHECK(b.contacts == a.contacts && c.contacts == a.contacts);
    close_elastic(&e);
}

TEST(the_answer_scales_with_units) {
    double area[3], reduced[3];
    const double metre[] = {1, 1e6, 1e-9}, pascal[] = {1, 1e-3, 1e11};
    for (int k = 0; k < 3; k++) {
        ab_halfspace_def def = elastic_def(64, 64, metre[k], metre[k], false, pascal[k]);
        elastic e = open_elastic(&def, 1);
        const double radius = metre[k];
        set_gap(&e, ball_gap, &radius);
        const ab_press_answer a = press(&e, AB_DRIVE_FORCE, 0.02 * pascal[k] * metre[k] * metre[k]);
        area[k] = (double)a.contacts;
        reduced[k] = a.approach / metre[k];
        CHECK(a.iterations < 30);
        close_elastic(&e);
    }
    for (int k = 1; k < 3; k++) {
        CHECK(area[k] == area[0]);
        CHECK_NEAR(reduced[k], reduced[0], 1e-9);
    }
}

TEST(a_rough_surface_has_the_slope_asked_for_and_a_finer_grid_has_the_same_waves) {
    double *height[2] = {NULL, NULL};
    abut_context *cx = elastic_context(2);
    for (int k = 0; k < 2; k++) {
        const ab_grid g = {64 << k, 96 << k, 1.0 / (64 << k), 1.5 / (96 << k), true};
        CHECK_OK(cx, AB_ALLOC(cx, &height[k], ab_grid_cells(&g)));
        const ab_surface_values value = {{0.7, 0, 0.2, 1.0, 0.4, 0.2, 12}, {{0}}};
        CHECK_OK(cx, ab_surface_add(cx, ab_surface_types[AB_SURFACE_rough], &value, &g, height[k]));
        double slope2 = 0, mean = 0;
        for (int64_t j = 0; j < g.ny; j++)
            for (int64_t i = 0; i < g.nx; i++) {
                const double *h = height[k];
                const double hx = (h[j * g.nx + (i + 1) % g.nx] - h[j * g.nx + i]) / g.dx,
                             hy = (h[(j + 1) % g.ny * g.nx + i] - h[j * g.nx + i]) / g.dy;
                slope2 += hx * hx + hy * hy;
                mean += h[j * g.nx + i];
            }
        CHECK_NEAR(sqrt(slope2 / (double)ab_grid_cells(&g)), 0.2, k ? 0.002 : 0.008); // differences: order 2
        CHECK_NEAR(mean, 0, 1e-12);
    }
    // the centre of a coarse cell is the corner of four fine ones, whose waves are at most 12.8 cells long
    for (int j = 0; j < 96; j++)
        for (int i = 0; i < 64; i++) {
            const double *f = height[1] + 2 * j * 128 + 2 * i;
            CHECK_NEAR(0.25 * (f[0] + f[1] + f[128] + f[129]), height[0][j * 64 + i], 0.001);
        }
    ab_free(cx, height[0]);
    ab_free(cx, height[1]);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------------------------ refusals

static void refuses(const ab_halfspace_def *def, const char *word) {
    abut_context *cx = elastic_context(1);
    ab_halfspace h;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_halfspace_make(cx, def, &h));
    if (!strstr(abut_context_message(cx), word)) fail_msg("'%s' is not in: %s", word, abut_context_message(cx));
    abut_context_destroy(cx);
}

TEST(impossible_problems_are_refused_with_a_reason) {
    const ab_halfspace_def good = elastic_def(16, 16, 1, 1, true, 1);
    ab_halfspace_def def = good;
    def.solid[0].young = -1;
    refuses(&def, "Young's modulus");
    def = good;
    def.solid[0].poisson = 0.51;
    refuses(&def, "Poisson's ratio");
    def.solid[0] = (ab_elastic_solid){1, 0.5, 0.1};
    refuses(&def, "keeps its volume");
    def.solid[0] = (ab_elastic_solid){1, 0.3, -0.1};
    refuses(&def, "thickness");
    def = good;
    def.grid.periodic = false;
    def.solid[0].thickness = 1;
    refuses(&def, "needs a periodic grid");
    def = good;
    def.grid.nx = 22;
    refuses(&def, "21 and 24");
    def.grid.nx = 0;
    refuses(&def, "cells along an axis");
    def = good;
    def.grid.dx = NAN;
    refuses(&def, "size of a cell");
    def = good;
    def.tolerance = 0;
    refuses(&def, "tolerance");
    def = good;
    def.hardness = NAN;
    refuses(&def, "hardness");
    def = good;
    def.penalty = 0;
    refuses(&def, "penalty");
    def = good;
    def.augmented = true;
    refuses(&def, "finite penalty");
    def = good;
    def.solids = 0;
    refuses(&def, "one or two");
}

static void refuses_to_press(elastic *e, ab_drive drive, double value, const char *word) {
    ab_press_answer a;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_halfspace_solve(&e->h, drive, value, &a));
    if (!strstr(abut_context_message(e->cx), word)) fail_msg("'%s' is not in: %s", word, abut_context_message(e->cx));
}

TEST(impossible_loads_and_gaps_are_refused_with_a_reason) {
    ab_halfspace_def def = elastic_def(16, 16, 1, 1, true, 1);
    elastic e = open_elastic(&def, 1);
    const double radius = 1;
    set_gap(&e, ball_gap, &radius);
    refuses_to_press(&e, AB_DRIVE_FORCE, 0, "load");
    refuses_to_press(&e, AB_DRIVE_PRESSURE, -1, "load");
    refuses_to_press(&e, AB_DRIVE_FORCE, NAN, "load");
    refuses_to_press(&e, AB_DRIVE_APPROACH, INFINITY, "approach");
    refuses_to_press(&e, AB_DRIVE_APPROACH, e.h.mean, "mean gap");
    refuses_to_press(&e, AB_DRIVE_MEAN_GAP, 0, "mean gap");
    e.h.cells.f[3 * 16 + 7] = NAN;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_halfspace_ready(&e.h));
    CHECK(strstr(abut_context_message(e.cx), "row 4, column 8"));
    for (int i = 0; i < CELLS; i++) e.h.cells.f[i] = AB_NEVER_TOUCHES;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_halfspace_ready(&e.h));
    CHECK(strstr(abut_context_message(e.cx), "nowhere above"));
    close_elastic(&e);
}

TEST(a_tolerance_below_round_off_is_an_error_that_names_the_value_reached) {
    elastic e = open_rough(64, 1, ab_widest(), 1);
    e.h.def.tolerance = 1e-18;
    ab_press_answer a;
    CHECK_STATUS(ABUT_ERR_UNSOLVED, ab_halfspace_solve(&e.h, AB_DRIVE_PRESSURE, 0.01, &a));
    CHECK(strstr(abut_context_message(e.cx), "solved to") && strstr(abut_context_message(e.cx), "e-1"));
    close_elastic(&e);
}

static bool cancel(void *user) { return ++*(int *)user > 5; }

TEST(a_solution_can_be_cancelled) {
    int calls = -100000; // not while memory is taken
    abut_config config = abut_config_default();
    config.threads = 1;
    config.cancel = cancel;
    config.cancel_user = &calls;
    elastic e = {NULL, {0}};
    assert_int_equal(ABUT_OK, abut_context_create(&config, &e.cx));
    ab_work_begin(e.cx);
    const ab_halfspace_def def = elastic_def(64, 64, 1, 1, false, 1);
    CHECK_OK(e.cx, ab_halfspace_make(e.cx, &def, &e.h));
    const double radius = 1;
    set_gap(&e, ball_gap, &radius);
    ab_press_answer a;
    calls = 0;
    CHECK_STATUS(ABUT_INTERRUPTED, ab_halfspace_solve(&e.h, AB_DRIVE_FORCE, 0.1, &a));
    ab_work_end(e.cx);
    close_elastic(&e);
}

static abut_status everything(abut_context *cx, void *arg) {
    (void)arg;
    ab_halfspace_def def = elastic_def(20, 20, 1, 1, false, 1);
    def.penalty = 100;
    def.augmented = true;
    ab_halfspace h;
    AB_TRY(ab_halfspace_make(cx, &def, &h));
    const ab_surface_values value = {{0.8, 0.01, 0, 0, 0, 0.2, 1}, {{0}}};
    for (int64_t i = 0; i < 400; i++) h.cells.f[i] = 0;
    abut_status status = ab_surface_add(cx, ab_surface_types[AB_SURFACE_rough], &value, &def.grid, h.cells.f);
    if (status == ABUT_OK) status = ab_surface_gap(cx, &def.grid, h.cells.f);
    if (status == ABUT_OK) status = ab_halfspace_ready(&h);
    ab_press_answer a;
    if (status == ABUT_OK) status = ab_halfspace_solve(&h, AB_DRIVE_FORCE, 0.01, &a);
    ab_halfspace_free(&h);
    return status;
}

TEST(running_out_of_memory_at_any_allocation_is_a_status_and_leaks_nothing) {
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, everything, NULL).survived == 0);
}

CLAIMS(CLAIM(fifty_random_problems_have_the_answers_of_a_dense_active_set_method),
       CLAIM(one_cell_full_contact_and_none_are_solved),
       CLAIM(pressure_is_never_negative_and_the_gap_is_within_the_tolerance_at_any_load),
       CLAIM(the_answer_has_the_same_bits_for_any_threads_and_width),
       CLAIM(a_load_is_solved_to_the_same_answer_from_any_load_before),
       CLAIM(load_approach_and_mean_gap_lead_to_the_same_contact), CLAIM(the_answer_scales_with_units),
       CLAIM(a_rough_surface_has_the_slope_asked_for_and_a_finer_grid_has_the_same_waves),
       CLAIM(impossible_problems_are_refused_with_a_reason), CLAIM(impossible_loads_and_gaps_are_refused_with_a_reason),
       CLAIM(a_tolerance_below_round_off_is_an_error_that_names_the_value_reached), CLAIM(a_solution_can_be_cancelled),
       CLAIM(running_out_of_memory_at_any_allocation_is_a_status_and_leaks_nothing))
