// The block solver of the saddle-point system against dense elimination with pivoting, on random mechanisms.
#include "saddles.h"

typedef struct answer {
    double x[MAX_UNKNOWNS]; // accelerations, lambda
    double condition;       // a lower bound
    int64_t redundant;
} answer;

static void fill_right_hand_side(ab_random *r, double *x, int64_t n) {
    for (int64_t i = 0; i < n; i++) x[i] = ab_random_between(r, -1, 1);
}

// a->x: right-hand side of the bodies' blocks, then of the rows; becomes the solution.
static void block_answer(const mechanism *m, answer *a) {
    abut_config config = abut_config_default();
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    ab_kkt kkt = {0};
    CHECK_OK(cx, ab_kkt_plan(cx, &kkt, m->nbody, m->block, m->joint, m->nlink));
    ab_kkt_find_redundant(&kkt, m->inertia, m->row);
    ab_kkt_factor(&kkt, m->inertia, m->row); // what was found stays
    ab_kkt_solve(&kkt, a->x, a->x + kkt.ndof);
    a->condition = 1 / ab_kkt_weakest(&kkt);
    a->redundant = 0;
    for (int64_t i = 0; i < m->nrow; i++) a->redundant += kkt.redundant[i];
    ab_kkt_free(cx, &kkt);
    abut_context_destroy(cx);
}

static double largest_difference(const double *a, const double *b, int64_t n) {
    double max = 0;
    for (int64_t i = 0; i < n; i++) max = fmax(max, fabs(a[i] - b[i]));
    return max;
}

static double largest(const double *a, int64_t n) {
    double max = 0;
    for (int64_t i = 0; i < n; i++) max = fmax(max, fabs(a[i]));
    return max;
}

// False for a sample that holds some part of itself twice: dense elimination has no answer then.
static bool compare(const mechanism *m, ab_random *r) {
    static answer a;
    static double dense[MAX_UNKNOWNS];
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
    mechanism m = {.nbody = MAX_BODIES};
    for (int64_t i = 0; i < m.nbody; i++) m.inertia[i] = pick_inertia(&r);
    for (int32_t i = 1; i < MAX_BODIES; i++) add_link(&m, &r, 0, i, 5);
    CHECK(compare(&m, &r));
    abut_config config = abut_config_default();
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &cx));
    ab_kkt kkt = {0};
    CHECK_OK(cx, ab_kkt_plan(cx, &kkt, m.nbody, NULL, m.joint, m.nlink));
    assert_int_equal(2 * m.nlink, kkt.nblock); // a tree fills in nothing
    assert_int_equal(0, kkt.ntarget);
    ab_kkt_free(cx, &kkt);
    abut_context_destroy(cx);
}

// A rigid body without rows on its rotation accelerates like a point of its mass. The rows of the rigid bodies stay as they are.
TEST(a_node_of_three_accelerates_like_a_rigid_body_that_no_row_turns) {
    ab_random r = ab_random_start(10, 0);
    static answer rigid, mixed;
    int compared = 0;
    for (int i = 0; i < 30; i++) {
        mechanism m = pick_mechanism(&r, 6, i % 2 == 0, i % 3);
        ab_dof_block block[6];
        int64_t ndof = 0;
        for (int b = 0; b < 6; b++) {
            block[b] = b % 2 ? ab_dof_node(ndof) : ab_dof_rigid(ndof);
            ndof += block[b].size;
        }
        for (int64_t k = 0; k < m.nlink; k++)
            for (int64_t row = m.joint[k].first; row < m.joint[k].first + m.joint[k].rows; row++) {
                if (m.joint[k].a >= 0 && m.joint[k].a % 2) m.row[row].wa = v3_zero();
                if (m.joint[k].b >= 0 && m.joint[k].b % 2) m.row[row].wb = v3_zero();
            }
        fill_right_hand_side(&r, rigid.x, 36 + m.nrow);
        for (int b = 0; b < 6; b++)
            memcpy(mixed.x + block[b].first, rigid.x + 6 * b, (size_t)block[b].size * sizeof(double));
        memcpy(mixed.x + ndof, rigid.x + 36, (size_t)m.nrow * sizeof(double));
        block_answer(&m, &rigid);
        m.block = block;
        block_answer(&m, &mixed);
        if (rigid.redundant > 0) continue;
        compared++;
        assert_int_equal(0, mixed.redundant);
        const double round_off = 1e-13 * rigid.condition * (1 + largest(rigid.x, 36 + m.nrow));
        for (int b = 0; b < 6; b++)
            CHECK(largest_difference(mixed.x + block[b].first, rigid.x + 6 * b, block[b].size) <= round_off);
        CHECK(largest_difference(mixed.x + ndof, rigid.x + 36, m.nrow) <= round_off);
    }
    CHECK(compared >= 15);
}

// The same joint twice: half the rows follow from the others, the motion is that of one.
TEST(redundant_rows_are_counted_and_change_no_acceleration) {
    ab_random r = ab_random_start(9, 0);
    static answer once, twice;
    for (int i = 0; i < 20; i++) {
        const mechanism m = pick_mechanism(&r, 6, true, 0);
        mechanism d = m;
        const int64_t copied = (int64_t)(ab_random_u64(&r) % (uint64_t)m.nlink);
        const ab_kkt_joint l = m.joint[copied];
        d.joint[d.nlink++] = (ab_kkt_joint){l.a, l.b, l.rows, d.nrow, false};
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

// Rows of a hinge between two bodies at random poses with a common point.
static void add_hinge(mechanism *m, ab_random *r, const v3 *x, int32_t a, int32_t b) {
    const ab_joint_type *revolute = ab_joint_type_find("revolute");
    const ab_joint joint = {.type = revolute};
    const v3 place = pick_v3(r);
    const quat q = ab_random_rotation(r);
    const ab_pose ground = {{0, 0, 0}, {1, 0, 0, 0}};
    const ab_pose on_a = {v3_sub(place, a < 0 ? v3_zero() : x[a]), q},
                  on_b = {v3_sub(place, b < 0 ? v3_zero() : x[b]), q};
    const ab_joint_frame grip_a =
        ab_joint_frame_of(a < 0 ? ground : (ab_pose){x[a], {1, 0, 0, 0}}, v3_zero(), v3_zero(), on_a);
    const ab_joint_frame grip_b =
        ab_joint_frame_of(b < 0 ? ground : (ab_pose){x[b], {1, 0, 0, 0}}, v3_zero(), v3_zero(), on_b);
    m->joint[m->nlink++] = (ab_kkt_joint){a, b, revolute->rows, m->nrow, true};
    revolute->write(&joint, &grip_a, &grip_b, 0, m->row + m->nrow);
    m->nrow += revolute->rows;
}

// Trees of hinges, on the ground or afloat, from either side, some with a rod that closes a loop.
static mechanism pick_hinges(ab_random *r, int64_t nbody, bool grounded, bool loop) {
    mechanism m = {.nbody = nbody};
    v3 x[MAX_BODIES];
    for (int64_t i = 0; i < nbody; i++) {
        m.inertia[i] = pick_inertia(r);
        x[i] = pick_v3(r);
    }
    if (grounded) add_hinge(&m, r, x, -1, 0);
    for (int32_t i = 1; i < nbody; i++) {
        const int32_t other = (int32_t)(ab_random_u64(r) % (uint64_t)i);
        if (ab_random_u64(r) % 2)
            add_hinge(&m, r, x, other, i);
        else
            add_hinge(&m, r, x, i, other);
    }
    if (loop) add_link(&m, r, (int32_t)nbody - 1, 0, 1);
    return m;
}

TEST(bodies_on_hinges_swing_as_their_five_rows_say) {
    ab_random r = ab_random_start(10, 0);
    static answer swung, rows;
    for (int i = 0; i < 60; i++) {
        mechanism m = pick_hinges(&r, 3 + (int64_t)(ab_random_u64(&r) % 12), i % 2 == 0, i % 3 == 0);
        const int64_t n = 6 * m.nbody + m.nrow;
        fill_right_hand_side(&r, swung.x, n);
        memcpy(rows.x, swung.x, sizeof rows.x);
        CHECK(compare(&m, &r)); // with dense elimination
        block_answer(&m, &swung);
        for (int64_t k = 0; k < m.nlink; k++) m.joint[k].hinge = false;
        block_answer(&m, &rows);
        CHECK(largest_difference(swung.x, rows.x, n) <= 1e-11 * rows.condition * (1 + largest(rows.x, n)));
    }
}

CLAIMS(CLAIM(bodies_on_hinges_swing_as_their_five_rows_say),
       CLAIM(trees_and_loops_give_the_answer_of_dense_elimination), CLAIM(a_hub_with_many_spokes_stays_sparse),
       CLAIM(a_node_of_three_accelerates_like_a_rigid_body_that_no_row_turns),
       CLAIM(redundant_rows_are_counted_and_change_no_acceleration))
