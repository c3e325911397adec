// Global frictional contact problems: condensation to u = W r + q against a dense elimination of all unknowns at once,
// and their files.
#include "base/alloc.h"
#include "faults.h"
#include "math/random.h"
#include "base/h5.h"
#include "base/io.h"
#include "scratch.h"
#include "solve/condense.h"
#include "solve/cone_problem_object.h"

#include <math.h>
#include <string.h>

enum { BODIES = 5, N = 6 * BODIES, CONTACTS = 7, R = 3 * CONTACTS, P = 4, ALL = N + P };

typedef struct global {
    ab_entry m[36 * BODIES], h[12 * R], g[12 * P];
    double f[N], w[R], b[P], mu[CONTACTS];
    ab_global_cones cones;
} global;

static abut_context *make_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(abut_context_create(NULL, &cx), ABUT_OK);
    return cx;
}

static double draw(ab_random *dice) { return 2 * ab_random_unit(dice) - 1; }

// A symmetric positive definite block: A A^T + 1.
static int64_t put_mass(ab_random *dice, int32_t body, ab_entry *entry) {
    double a[6][6];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) a[i][j] = draw(dice);
    for (int32_t i = 0; i < 6; i++)
        for (int32_t j = 0; j < 6; j++) {
            double sum = i == j;
            for (int k = 0; k < 6; k++) sum += a[i][k] * a[j][k];
            *entry++ = (ab_entry){6 * body + i, 6 * body + j, sum};
        }
    return 36;
}

// A column that acts on two bodies.
static int64_t put_column(ab_random *dice, int32_t column, ab_entry *entry) {
    const int32_t a = column % BODIES, b = (a + 1 + column / BODIES % (BODIES - 1)) % BODIES;
    for (int32_t i = 0; i < 6; i++) {
        entry[i] = (ab_entry){6 * a + i, column, draw(dice)};
        entry[6 + i] = (ab_entry){6 * b + i, column, draw(dice)};
    }
    return 12;
}

static void make_global(global *p, uint64_t seed, int32_t multipliers) {
    ab_random dice = ab_random_start(seed, 0);
    ab_global_cones *c = &p->cones;
    *c =
        (ab_global_cones){.m = {N, N, 0, p->m}, .h = {N, R, 0, p->h}, .g = {N, multipliers, 0, p->g}, p->f, p->w, p->b};
    for (int32_t i = 0; i < BODIES; i++) c->m.count += put_mass(&dice, i, p->m + c->m.count);
    for (int32_t j = 0; j < R; j++) c->h.count += put_column(&dice, j, p->h + c->h.count);
    for (int32_t j = 0; j < multipliers; j++) c->g.count += put_column(&dice, j, p->g + c->g.count);
    for (int i = 0; i < N; i++) p->f[i] = draw(&dice);
    for (int i = 0; i < R; i++) p->w[i] = draw(&dice);
    for (int i = 0; i < P; i++) p->b[i] = draw(&dice);
    for (int i = 0; i < CONTACTS; i++) p->mu[i] = ab_random_unit(&dice);
}

// Gaussian elimination with partial pivoting.
static void solve_dense(int n, double a[ALL][ALL], double *x) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
        for (int j = 0; j < n; j++) {
            const double swap = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = swap;
        }
        const double swap = x[k];
        x[k] = x[best];
        x[best] = swap;
        for (int i = k + 1; i < n; i++) {
            const double share = a[i][k] / a[k][k];
            for (int j = k; j < n; j++) a[i][j] -= share * a[k][j];
            x[i] -= share * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= a[k][j] * x[j];
        x[k] /= a[k][k];
    }
}

// u for given impulses, from M v - G l = H r + f and -G^T v = b.
static void velocities_of(const global *p, const double *r, double *u) {
    static double a[ALL][ALL];
    double x[ALL] = {0};
    const ab_global_cones *c = &p->cones;
    memset(a, 0, sizeof a);
    for (int64_t k = 0; k < c->m.count; k++) a[p->m[k].row][p->m[k].column] += p->m[k].value;
    for (int64_t k = 0; k < c->g.count; k++) {
        a[p->g[k].row][N + p->g[k].column] -= p->g[k].value;
        a[N + p->g[k].column][p->g[k].row] -= p->g[k].value;
    }
    memcpy(x, p->f, sizeof p->f);
    for (int64_t k = 0; k < c->h.count; k++) x[p->h[k].row] += p->h[k].value * r[p->h[k].column];
    for (int64_t j = 0; j < c->g.columns; j++) x[N + j] = p->b[j];
    solve_dense(N + (int)c->g.columns, a, x);
    memcpy(u, p->w, sizeof p->w);
    for (int64_t k = 0; k < c->h.count; k++) u[p->h[k].column] += p->h[k].value * x[p->h[k].row];
}

// 30 unknowns of condition below 1e4: 1e-10 of the largest velocity.
static void check_velocities(const global *p, const ab_entry *w, int64_t count, const double *q) {
    ab_random dice = ab_random_start(99, 0);
    double r[R], u[R], expected[R], largest = 0;
    for (int i = 0; i < R; i++) r[i] = draw(&dice);
    memcpy(u, q, sizeof u);
    for (int64_t k = 0; k < count; k++) u[w[k].row] += w[k].value * r[w[k].column];
    velocities_of(p, r, expected);
    for (int i = 0; i < R; i++) largest = fmax(largest, fabs(expected[i]));
    for (int i = 0; i < R; i++) CHECK_NEAR(u[i], expected[i], 1e-10 * largest);
}

TEST(condensed_problems_have_the_velocities_of_global_ones) {
    abut_context *cx = make_context();
    for (int32_t multipliers = 0; multipliers <= P; multipliers++) {
        static global p;
        make_global(&p, 7 + (uint64_t)multipliers, multipliers);
        ab_entries w;
        double q[R];
        CHECK_OK(cx, ab_condense(cx, "test", &p.cones, &w, q));
        CHECK(w.rows == R && w.columns == R);
        check_velocities(&p, w.entry, w.count, q);
        ab_free(cx, w.entry);
    }
    abut_context_destroy(cx);
}

TEST(singular_matrices_are_refused_by_name) {
    abut_context *cx = make_context();
    static global p;
    ab_entries w;
    double q[R];
    make_global(&p, 3, P);
    for (int i = 0; i < 12; i++) p.g[12 + i] = (ab_entry){p.g[i].row, 1, p.g[i].value}; // two equal columns
    assert_int_equal(ab_condense(cx, "test", &p.cones, &w, q), ABUT_ERR_INPUT);
    CHECK(strstr(abut_context_message(cx), "G^T M^-1 G"));
    make_global(&p, 3, P); // a column that is the sum of two others
    for (int i = 0; i < 12; i++) {
        p.g[24 + i] = (ab_entry){p.g[i].row, 2, p.g[i].value};
        p.g[36 + i] = (ab_entry){p.g[12 + i].row, 2, p.g[12 + i].value};
    }
    p.cones.g.columns = 3;
    assert_int_equal(ab_condense(cx, "test", &p.cones, &w, q), ABUT_ERR_INPUT);
    make_global(&p, 3, 0);
    for (int i = 0; i < 36; i++) p.m[i].value = 0;
    assert_int_equal(ab_condense(cx, "test", &p.cones, &w, q), ABUT_ERR_INPUT);
    CHECK(strstr(abut_context_message(cx), "mass matrix"));
    abut_context_destroy(cx);
}

// --------------------------------------------------------------------------------------------------------------- files

static void put_number(ab_h5 *h5, const char *path, int32_t value) { ab_h5_put(h5, path, AB_I32, 1, 0, &value); }

// By triplets.
static void put_matrix(ab_h5 *h5, const char *group, const ab_entries *m) {
    char path[64];
    static int32_t row[36 * BODIES + 12 * R], column[36 * BODIES + 12 * R];
    static double value[36 * BODIES + 12 * R];
    for (int64_t k = 0; k < m->count; k++) {
        row[k] = m->entry[k].row;
        column[k] = m->entry[k].column;
        value[k] = m->entry[k].value;
    }
    ab_h5_group(h5, group);
    const char *const names[] = {"m", "n", "nz"};
    const int64_t sizes[] = {m->rows, m->columns, m->count};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", group, names[i]);
        put_number(h5, path, (int32_t)sizes[i]);
    }
    snprintf(path, sizeof path, "%s/p", group);
    ab_h5_put(h5, path, AB_I32, m->count, 0, row);
    snprintf(path, sizeof path, "%s/i", group);
    ab_h5_put(h5, path, AB_I32, m->count, 0, column);
    snprintf(path, sizeof path, "%s/x", group);
    ab_h5_put(h5, path, AB_F64, m->count, 0, value);
}

static abut_status save_global(abut_context *cx, const char *path, const global *p) {
    ab_h5 h5;
    AB_TRY(ab_h5_create(cx, path, &h5));
    ab_h5_group(&h5, "/fclib_global");
    ab_h5_group(&h5, "/fclib_global/vectors");
    put_number(&h5, "/fclib_global/spacedim", 3);
    put_matrix(&h5, "/fclib_global/M", &p->cones.m);
    put_matrix(&h5, "/fclib_global/H", &p->cones.h);
    ab_h5_put(&h5, "/fclib_global/vectors/mu", AB_F64, CONTACTS, 0, p->mu);
    ab_h5_put(&h5, "/fclib_global/vectors/f", AB_F64, N, 0, p->f);
    ab_h5_put(&h5, "/fclib_global/vectors/w", AB_F64, R, 0, p->w);
    if (p->cones.g.columns > 0) {
        put_matrix(&h5, "/fclib_global/G", &p->cones.g);
        ab_h5_put(&h5, "/fclib_global/vectors/b", AB_F64, p->cones.g.columns, 0, p->b);
    }
    return ab_h5_close(&h5);
}

static void check_problem(const global *p, const abut_cones *c) {
    static ab_entry w[9 * CONTACTS * CONTACTS];
    int64_t count = 0;
    for (int64_t i = 0; i < c->w.n; i++)
        for (int64_t k = 9 * c->w.first[i]; k < 9 * c->w.first[i + 1]; k++)
            w[count++] =
                (ab_entry){(int32_t)(3 * i + k % 9 / 3), (int32_t)(3 * c->w.column[k / 9] + k % 3), c->w.value[k]};
    check_velocities(p, w, count, c->q);
}

static abut_status load(abut_context *cx, void *path) {
    abut_cones *cones = NULL;
    const abut_status status = abut_cones_load(cx, path, &cones);
    abut_cones_destroy(cones);
    return status;
}

TEST(global_problems_are_read_from_files) {
    const scratch s = scratch_start();
    abut_context *cx = make_context();
    char path[SCRATCH_MAX];
    scratch_path(&s, "global.hdf5", path);
    for (int32_t multipliers = 0; multipliers <= P; multipliers += P) {
        static global p;
        abut_cones *cones = NULL;
        make_global(&p, 11, multipliers);
        CHECK_OK(cx, save_global(cx, path, &p));
        CHECK_OK(cx, abut_cones_load(cx, path, &cones));
        assert_int_equal(abut_cones_count(cones), CONTACTS);
        check_problem(&p, cones);
        abut_cones_destroy(cones);
    }
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, load, path);
    assert_int_equal(memory.survived, 0);
    abut_context_destroy(cx);
    scratch_end(&s);
}

// HDF5 1.10 copies beyond the end of packed pieces that unpack to less than their size.
TEST(files_whose_packed_numbers_are_damaged_are_refused) {
    const scratch s = scratch_start();
    abut_context *cx = make_context();
    char path[SCRATCH_MAX];
    scratch_path(&s, "global.hdf5", path);
    static global p;
    make_global(&p, 11, P);
    CHECK_OK(cx, save_global(cx, path, &p));
    ab_bytes file;
    CHECK_OK(cx, ab_io_read_file(cx, path, 1 << 24, &file));
    int found = 0;
    for (int64_t at = 0; at + 8 < file.size; at++) {
        if (memcmp(file.data + at, "\x78\x01", 2) != 0) continue; // where zlib's stream begins
        file.data[at + 2] ^= 0x55;
        CHECK_OK(cx, ab_io_replace_file(cx, path, file.data, file.size));
        file.data[at + 2] ^= 0x55;
        CHECK_STATUS(ABUT_ERR_CORRUPT, load(cx, path));
        found++;
    }
    assert_in_range(found, 20, 30); // 3 matrices with 6 datasets each, and 5 others
    ab_bytes_free(cx, &file);
    abut_context_destroy(cx);
    scratch_end(&s);
}

TEST(global_files_with_wrong_sizes_and_entries_are_refused) {
    const scratch s = scratch_start();
    abut_context *cx = make_context();
    char path[SCRATCH_MAX];
    scratch_path(&s, "global.hdf5", path);
    static global p;
    static const struct {
        const char *says;
        ab_entry entry;
        int64_t rows;
    } wrong[] = {
        {"entry in row 30", {N, 0, 1}, N},
        {"entry in row 0, column -1", {0, -1, 1}, N},
        {"not finite", {0, 0, NAN}, N},
        {"as many rows", {0, 0, 1}, N + 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        make_global(&p, 11, P);
        p.h[3] = wrong[i].entry;
        p.cones.h.rows = wrong[i].rows;
        CHECK_OK(cx, save_global(cx, path, &p));
        assert_int_equal(load(cx, path), ABUT_ERR_INPUT);
        CHECK(strstr(abut_context_message(cx), wrong[i].says));
    }
    abut_context_destroy(cx);
    scratch_end(&s);
}

CLAIMS(CLAIM(condensed_problems_have_the_velocities_of_global_ones), CLAIM(singular_matrices_are_refused_by_name),
       CLAIM(global_problems_are_read_from_files), CLAIM(files_whose_packed_numbers_are_damaged_are_refused),
       CLAIM(global_files_with_wrong_sizes_and_entries_are_refused))
