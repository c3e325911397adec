// The block solver against a second implementation (KLU) and a second formulation (Euler parameters), and the condition
// numbers that penalties and multipliers make.
#include "mechanisms.h"
#include "saddles.h"
#include "solve/kkt_condition.h"

#include <suitesparse/klu.h>

static ab_kkt planned(abut_context *cx, const mechanism *m) {
    ab_kkt kkt = {0};
    CHECK_OK(cx, ab_kkt_plan(cx, &kkt, m->nbody, NULL, m->joint, m->nlink));
    ab_kkt_find_redundant(&kkt, m->inertia, m->row);
    ab_kkt_factor(&kkt, m->inertia, m->row);
    return kkt;
}

static abut_context *open_context(void) {
    abut_config config = abut_config_default();
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    return cx;
}

static bool has_redundant(const ab_kkt *k) {
    for (int64_t i = 0; i < k->nrow; i++)
        if (k->redundant[i]) return true;
    return false;
}

static double largest_difference(const double *a, const double *b, int64_t n) {
    double max = 0;
    for (int64_t i = 0; i < n; i++) max = fmax(max, fabs(a[i] - b[i]) / (1 + fabs(b[i])));
    return max;
}

// --------------------------------------------------------------------------------------------------------- KLU

typedef struct sparse {
    int n, count;
    int *first, *row; // columns
    double *value;
} sparse;

static void put(sparse *s, int row, double value) {
    if (value == 0) return;
    s->row[s->count] = row;
    s->value[s->count++] = value;
}

// Column of a body's unknown: its inertia, then the rows of all joints that hold it.
static void put_body_column(const mechanism *m, sparse *s, int64_t body, int j) {
    for (int i = 0; i < 6; i++) {
        const double mass = i == j ? m->inertia[body].mass : 0;
        const bool turn = i >= 3 && j >= 3;
        put(s, (int)(6 * body) + i, i < 3 ? mass : turn ? v3_at(m->inertia[body].moment.row[i - 3], j - 3) : 0);
    }
    for (int64_t l = 0; l < m->nlink; l++)
        for (int r = 0; r < m->joint[l].rows; r++) {
            const ab_row *row = &m->row[m->joint[l].first + r];
            const int at = (int)(6 * m->nbody + m->joint[l].first) + r;
            if (m->joint[l].a == body) put(s, at, entry(row, true, j));
            if (m->joint[l].b == body) put(s, at, entry(row, false, j));
        }
}

static void put_row_column(const mechanism *m, sparse *s, const ab_kkt_joint *l, const ab_row *row) {
    for (int side = 0; side < 2; side++) {
        const int32_t body = side ? l->b : l->a;
        for (int j = 0; body >= 0 && j < 6; j++) put(s, (int)(6 * body) + j, entry(row, side == 0, j));
    }
    (void)m;
}

static sparse make_sparse(const mechanism *m) {
    sparse s = {.n = (int)(6 * m->nbody + m->nrow)};
    const size_t max = (size_t)(36 * m->nbody + 24 * m->nrow);
    s.first = calloc((size_t)s.n + 1, sizeof *s.first);
    s.row = calloc(max, sizeof *s.row);
    s.value = calloc(max, sizeof *s.value);
    assert_true(s.first && s.row && s.value);
    int column = 0;
    for (int64_t b = 0; b < m->nbody; b++)
        for (int j = 0; j < 6; j++) {
            put_body_column(m, &s, b, j);
            s.first[++column] = s.count;
        }
    for (int64_t l = 0; l < m->nlink; l++)
        for (int r = 0; r < m->joint[l].rows; r++) {
            put_row_column(m, &s, &m->joint[l], &m->row[m->joint[l].first + r]);
            s.first[++column] = s.count;
        }
    return s;
}

static void free_sparse(sparse *s) {
    free(s->first);
    free(s->row);
    free(s->value);
}

static double klu_answer(const mechanism *m, double *x) {
    sparse s = make_sparse(m);
    klu_common common;
    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(s.n, s.first, s.row, &common);
    klu_numeric *numeric = klu_factor(s.first, s.row, s.value, symbolic, &common);
    assert_non_null(numeric);
    assert_true(klu_solve(symbolic, numeric, s.n, 1, x, &common));
    assert_true(klu_condest(s.first, s.value, symbolic, numeric, &common));
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
    free_sparse(&s);
    return common.condest;
}

TEST(klu_finds_the_same_accelerations_reactions_and_condition) {
    abut_context *cx = open_context();
    ab_random r = ab_random_start(21, 0);
    int compared = 0;
    for (int i = 0; i < 40; i++) {
        const mechanism m = pick_mechanism(&r, 2 + (int64_t)(ab_random_u64(&r) % 30), i % 2 == 0, i % 4);
        ab_kkt kkt = planned(cx, &m);
        const int64_t bodies = 6 * m.nbody, n = bodies + m.nrow;
        double ours[MAX_UNKNOWNS], klu[MAX_UNKNOWNS], condition = 0;
        for (int64_t k = 0; k < n; k++) ours[k] = klu[k] = ab_random_between(&r, -1, 1);
        if (!has_redundant(&kkt)) {
            ab_arena arena = {0};
            CHECK_OK(cx, ab_kkt_condition(cx, &arena, &kkt, m.inertia, m.row, false, &condition));
            ab_arena_free(cx, &arena);
            ab_kkt_solve(&kkt, ours, ours + bodies);
            const double estimate = klu_answer(&m, klu);
            for (int64_t k = bodies; k < n; k++) klu[k] = -klu[k];         // the system's unknown is -lambda
            CHECK(largest_difference(ours, klu, n) <= 1e-14 * condition);  // round-off times the condition
            CHECK(condition <= 4 * estimate && estimate <= 4 * condition); // two estimates from below
            compared++;
        }
        ab_kkt_free(cx, &kkt);
    }
    CHECK(compared >= 30);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------------------ Euler parameters

// L of the quaternion: body spin = 2 L q'.
static void matrix_of(quat q, double L[3][4]) {
    const double rows[3][4] = {{-q.x, q.w, q.z, -q.y}, {-q.y, -q.z, q.w, q.x}, {-q.z, q.y, -q.x, q.w}};
    memcpy(L, rows, sizeof rows);
}

// The system in 7 coordinates for each body: Z = diag(m, 4 L^T J L), which is singular, made regular by the rows q q''
// = -q' q' of the lengths. Unknowns: (x'', q'') of the bodies, -lambda of the joints, and of the lengths.
typedef struct body_state {
    quat q;
    v3 spin, moments; // body axes
} body_state;

static void euler_answer(const mechanism *m, const body_state *s, const double *f, const double *g, double *a,
                         double *lambda) {
    const int64_t bodies = 7 * m->nbody, n = bodies + m->nrow + m->nbody;
    double *k = calloc((size_t)(n * n), sizeof *k), *x = calloc((size_t)n, sizeof *x);
    assert_true(k && x);
    for (int64_t i = 0; i < m->nbody; i++) {
        double L[3][4];
        matrix_of(s[i].q, L);
        const double q[4] = {s[i].q.w, s[i].q.x, s[i].q.y, s[i].q.z};
        const v3 torque =
            quat_unrotate(s[i].q, v3_make(f[6 * i + 3], f[6 * i + 4], f[6 * i + 5])); // with the gyroscopic part
        for (int c = 0; c < 3; c++) {
            k[(7 * i + c) * n + 7 * i + c] = m->inertia[i].mass;
            x[7 * i + c] = f[6 * i + c];
        }
        double speed2 = 0;
        for (int c = 0; c < 4; c++) {
            double rate = 0;
            for (int d = 0; d < 3; d++) {
                rate += 0.5 * L[d][c] * v3_at(s[i].spin, d); // q' = L^T spin/2
                x[7 * i + 3 + c] += 2 * L[d][c] * v3_at(torque, d);
                for (int e = 0; e < 4; e++)
                    k[(7 * i + 3 + c) * n + 7 * i + 3 + e] += 4 * L[d][c] * v3_at(s[i].moments, d) * L[d][e];
            }
            speed2 += rate * rate;
            const int64_t length = bodies + m->nrow + i;
            k[length * n + 7 * i + 3 + c] = k[(7 * i + 3 + c) * n + length] = q[c];
        }
        x[bodies + m->nrow + i] = -speed2;
    }
    for (int64_t l = 0; l < m->nlink; l++)
        for (int r = 0; r < m->joint[l].rows; r++) {
            const int64_t at = bodies + m->joint[l].first + r;
            const ab_row *row = &m->row[m->joint[l].first + r];
            x[at] = g[m->joint[l].first + r];
            for (int side = 0; side < 2; side++) {
                const int32_t body = side ? m->joint[l].b : m->joint[l].a;
                if (body < 0) continue;
                double L[3][4];
                matrix_of(s[body].q, L);
                const v3 turn = quat_unrotate(s[body].q, side ? row->wb : row->wa); // row on body spin
                for (int c = 0; c < 3; c++)
                    k[at * n + 7 * body + c] = k[(7 * body + c) * n + at] = v3_at(side ? row->vb : row->va, c);
                for (int c = 0; c < 4; c++) {
                    double sum = 0;
                    for (int d = 0; d < 3; d++) sum += 2 * v3_at(turn, d) * L[d][c];
                    k[at * n + 7 * body + 3 + c] = k[(7 * body + 3 + c) * n + at] = sum;
                }
            }
        }
    dense_solve(k, x, n);
    for (int64_t i = 0; i < m->nbody; i++) {
        double L[3][4];
        matrix_of(s[i].q, L);
        double spin[3] = {0, 0, 0};
        for (int d = 0; d < 3; d++)
            for (int c = 0; c < 4; c++) spin[d] += 2 * L[d][c] * x[7 * i + 3 + c];
        const v3 turn = quat_rotate(s[i].q, v3_make(spin[0], spin[1], spin[2]));
        for (int c = 0; c < 3; c++) a[6 * i + c] = x[7 * i + c], a[6 * i + 3 + c] = v3_at(turn, c);
    }
    for (int64_t i = 0; i < m->nrow; i++) lambda[i] = -x[bodies + i];
    free(k);
    free(x);
}

TEST(euler_parameters_give_the_same_accelerations_and_reactions) {
    abut_context *cx = open_context();
    ab_random r = ab_random_start(22, 0);
    int compared = 0;
    for (int i = 0; i < 20; i++) {
        mechanism m = pick_mechanism(&r, 2 + (int64_t)(ab_random_u64(&r) % 8), i % 2 == 0, i % 3);
        body_state s[MAX_BODIES];
        double f[6 * MAX_BODIES], g[6 * MAX_LINKS], a[6 * MAX_BODIES], lambda[6 * MAX_LINKS];
        for (int64_t b = 0; b < m.nbody; b++) {
            const v3 spin = pick_v3(&r);
            s[b] = (body_state){ab_random_rotation(&r), spin, v3_make(0.3, 0.4, 0.5)};
            const m3 axes = quat_matrix(s[b].q);
            m.inertia[b].moment = m3_product(axes, m3_product(m3_diagonal(s[b].moments), m3_transpose(axes)));
        }
        for (int64_t k = 0; k < 6 * m.nbody; k++) f[k] = ab_random_between(&r, -1, 1);
        for (int64_t k = 0; k < m.nrow; k++) g[k] = ab_random_between(&r, -1, 1);
        ab_kkt kkt = planned(cx, &m);
        if (!has_redundant(&kkt)) {
            euler_answer(&m, s, f, g, a, lambda);
            const double condition = 1 / ab_kkt_weakest(&kkt);
            ab_kkt_solve(&kkt, f, g);
            CHECK(largest_difference(f, a, 6 * m.nbody) <= 1e-10 * condition);
            CHECK(largest_difference(g, lambda, m.nrow) <= 1e-10 * condition);
            compared++;
        }
        ab_kkt_free(cx, &kkt);
    }
    CHECK(compared >= 15);
    abut_context_destroy(cx);
}

// ---------------------------------------------------------------------------------------------------- conditions

// One body and one row with the matrix [[k + kc, row], [row, 0]] along x: the saddle point of a contact whose penalty
// kc was added to the stiffness k.
static double condition_of(double diagonal, double row, bool scaled, double *error) {
    abut_context *cx = open_context();
    mechanism m = {.nbody = 1, .nlink = 1, .nrow = 1};
    m.inertia[0] = (ab_inertia){diagonal, m3_diagonal(v3_make(diagonal, diagonal, diagonal))};
    m.joint[0] = (ab_kkt_joint){-1, 0, 1, 0, false};
    m.row[0] = (ab_row){.vb = {row, 0, 0}};
    ab_kkt kkt = planned(cx, &m);
    ab_arena arena = {0};
    double condition = 0;
    CHECK_OK(cx, ab_kkt_condition(cx, &arena, &kkt, m.inertia, m.row, scaled, &condition));
    ab_arena_free(cx, &arena);
    double body[6] = {3, 0, 0, 0, 0, 0}, lambda = row / 7; // diagonal a = 3 + row lambda, row a = row/7
    ab_kkt_solve(&kkt, body, &lambda);
    *error = fmax(fabs(7 * body[0] - 1), fabs(lambda * row / (diagonal / 7 - 3) - 1));
    ab_kkt_free(cx, &kkt);
    abut_context_destroy(cx);
    return condition;
}

// Solver oracles: in the 2-norm ((a + sqrt(a^2 + 4))/2)^2, a = k + kc, grows as kc^2; with the row scaled by kc it
// tends to 2.618. The 1-norms of a 2 x 2 matrix differ from these by a factor of 2 at most, for matrix and inverse
// each.
TEST(the_saddle_of_a_penalty_worsens_with_its_square_unless_the_row_is_scaled) {
    static const double KC[] = {1, 10, 1e3, 1e4, 1e8};
    static const double RAW[] = {5.828427124746190098, 122.9918693812442167, 1002002.999999001999, 100020002.99999999,
                                 10000000200000003.0};
    static const double SCALED[] = {5.828427124746190098, 2.860398343156466015, 2.620376442657447860,
                                    2.618268160959111556, 2.618034012166302795};
    double raw[5], error = 0;
    for (int i = 0; i < 5; i++) {
        raw[i] = condition_of(1 + KC[i], 1, false, &error);
        CHECK(raw[i] >= 0.999 * RAW[i] && raw[i] <= 4 * RAW[i]);
        CHECK(error <= 1e-14); // elimination in blocks does not feel it: pivots are judged by the size of their row
        const double by_penalty = condition_of(1 + KC[i], KC[i], false, &error);
        CHECK(by_penalty >= 0.999 * SCALED[i] && by_penalty <= 4 * SCALED[i]);
        const double own = condition_of(1 + KC[i], 1, true, &error); // what we report
        CHECK(own >= 2.617 && own <= 4 * 2.6181);
        print_message("kc %g: condition %.3g, row scaled by kc %.3g, as reported %.3g\n", KC[i], raw[i], by_penalty,
                      own);
    }
    CHECK_NEAR(log10(raw[4] / raw[3]) / 4, 2, 1e-3); // the exponent
}

CLAIMS(CLAIM(klu_finds_the_same_accelerations_reactions_and_condition),
       CLAIM(euler_parameters_give_the_same_accelerations_and_reactions),
       CLAIM(the_saddle_of_a_penalty_worsens_with_its_square_unless_the_row_is_scaled))
