// The block solver of the saddle-point system against dense elimination with pivoting, on random mechanisms.
#include "saddles.h"

typedef struct answer {
    double x[MOST_UNKNOWNS]; // accelerations, lambda
    double condition;        // a lower bound
    int64_t redundant;
} answer;

static void fill_right_hand_side(ab_random *r, double *x, int64_t n) {
    for (int64_t i = 0; i < n; i++) x[i] = ab_random_between(r, -1, 1);
}

static void block_answer(const mechanism *m, answer *a) {
    abut_config config = abut_default_config();
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    ab_kkt kkt = {0};
    CHECK_OK(cx, ab_kkt_plan(cx, &kkt, m->nbody, m->link, m->nlink));
    ab_kkt_find_redundant(&kkt, m->inertia, m->row);
    ab_kkt_factor(&kkt, m->inertia, m->row); // what was found stays
    ab_kkt_solve(&kkt, a->x, a->x + 6 * m->nbody);
    a->condition = 1 / ab_kkt_weakest(&kkt);
    a->redundant = 0;
    for (int64_t i = 0; i < m->nrow; i++) a->redundant += kkt.dropped[i];
    ab_kkt_free(cx, &kkt);
    abut_context_destroy(cx);
}

static double largest_difference(const double *a, const double *b, int64_t n) {
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static double largest(const double *a, int64_t n) {
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
    return most;
}

// False for a sample that holds some part of itself twice: dense elimination has no answer then.
static bool compare(const mechanism *m, ab_random *r) {
    static answer a;
    static double dense[MOST_UNKNOWNS];
    const int64_t n = 6 * m->nbody + m->nrow;
    fill_right_hand_side(r, a.x, n);
    memcpy(dense, a.x, sizeof dense);
    block_answer(m, &a);
    if (a.redundant > 0) return false;
    dense_answer(m, dense);
    for (int64_t i = 6 * m->nbody; i < n; i++) dense[i] = -dense[i]; // the system's unknown is -lambda
    // round-off times the condition of the random rows, of which a.condition is only a lower bound
    CHECK(largest_difference(a.x, dense, n) <= 1e-11 * a.condition * (1 + largest(dense, n)));
    CHECK(a.condition >= 1);
    return true;
}

TEST(trees_and_loops_give_the_answer_of_dense_elimination) {
    ab_random r = ab_random_start(7, 0);
    int compared = 0;
    for (int i = 0; i < 60; i++) {
        const int64_t nbody = 2 + (int64_t)(ab_random_u64(&r) % 12);
        const mechanism m = pick_mechanism(&r, nbody, i % 2 == 0, i % 5);
        compared += compare(&m, &r);
    }
    CHECK(compared >= 50);
}

TEST(a_hub_with_many_spokes_stays_sparse) {
    ab_random r = ab_random_start(8, 0);
    mechanism m = {.nbody = MOST_BODIES};
    for (int64_t i = 0; i < m.nbody; i++) m.inertia[i] = pick_inertia(&r);
    for (int32_t i = 1; i < MOST_BODIES; i++) add_link(&m, &r, 0, i, 5);
    CHECK(compare(&m, &r));
    abut_config config = abut_default_config();
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    ab_kkt kkt = {0};
    CHECK_OK(cx, ab_kkt_plan(cx, &kkt, m.nbody, m.link, m.nlink));
    assert_int_equal(2 * m.nlink, kkt.nblock); // a tree fills in nothing
    assert_int_equal(0, kkt.ntarget);
    ab_kkt_free(cx, &kkt);
    abut_context_destroy(cx);
}

// The same joint twice: half the rows follow from the others, the motion is that of one.
TEST(redundant_rows_are_counted_and_change_no_acceleration) {
    ab_random r = ab_random_start(9, 0);
    static answer once, twice;
    for (int i = 0; i < 20; i++) {
        const mechanism m = pick_mechanism(&r, 6, true, 0);
        mechanism d = m;
        const int64_t copied = (int64_t)(ab_random_u64(&r) % (uint64_t)m.nlink);
        const ab_link l = m.link[copied];
        d.link[d.nlink++] = (ab_link){l.a, l.b, l.rows, d.nrow};
        for (int k = 0; k < l.rows; k++) d.row[d.nrow++] = m.row[l.first + k];
        const int64_t n = 6 * m.nbody + m.nrow;
        fill_right_hand_side(&r, once.x, n);
        memcpy(twice.x, once.x, sizeof twice.x);
        for (int k = 0; k < l.rows; k++) twice.x[n + k] = once.x[6 * m.nbody + l.first + k];
        block_answer(&m, &once);
        block_answer(&d, &twice);
        assert_int_equal(0, once.redundant);
        assert_int_equal(l.rows, twice.redundant);
        CHECK(largest_difference(once.x, twice.x, 6 * m.nbody) <= 1e-9 * once.condition);
    }
}

CLAIMS(CLAIM(trees_and_loops_give_the_answer_of_dense_elimination),
       CLAIM(a_hub_with_many_spokes_stays_sparse),
       CLAIM(redundant_rows_are_counted_and_change_no_acceleration))
