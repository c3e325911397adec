// Vectors, rotations and eigenvectors of symmetric matrices.
#include "claim.h"
#include "math/quat.h"

#include <float.h>

static double random_unit(uint64_t *state) { // in [-1, 1)
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ldexp((double)(int64_t)*state, -63);
}

static v3 random_v3(uint64_t *state) {
    const double x = random_unit(state), y = random_unit(state);
    return v3_make(x, y, random_unit(state));
}

static quat random_quat(uint64_t *state) {
    for (;;) {
        const v3 a = random_v3(state);
        const quat q = {random_unit(state), a.x, a.y, a.z};
        if (quat_norm2(q) > 0.01 && quat_norm2(q) < 1) return quat_unit(q);
    }
}

static double distance(v3 a, v3 b) { return v3_norm(v3_sub(a, b)); }

static double m3_difference(m3 a, m3 b) {
    double max = 0;
    for (int i = 0; i < 3; i++) max = fmax(max, distance(a.row[i], b.row[i]));
    return max;
}

// A unit quaternion's rounding and a handful of products of numbers below 1.
#define ROUNDING (32 * DBL_EPSILON)

TEST(cross_product_is_normal_to_both_and_right_handed) {
    uint64_t state = 1;
    for (int i = 0; i < 1000; i++) {
        const v3 a = random_v3(&state), b = random_v3(&state);
        const v3 c = v3_cross(a, b);
        CHECK_NEAR(v3_dot(a, c), 0, ROUNDING);
        CHECK_NEAR(v3_dot(b, c), 0, ROUNDING);
        CHECK_NEAR(m3_determinant(m3_rows(a, b, c)), v3_norm2(c), ROUNDING);
    }
    const v3 z = v3_cross(v3_make(1, 0, 0), v3_make(0, 1, 0));
    CHECK(z.x == 0 && z.y == 0 && z.z == 1);
}

TEST(unit_of_zero_is_zero_and_others_have_length_one) {
    const v3 zero = v3_unit(v3_zero());
    CHECK(zero.x == 0 && zero.y == 0 && zero.z == 0);
    uint64_t state = 2;
    for (int i = 0; i < 100; i++) CHECK_NEAR(v3_norm(v3_unit(v3_scale(1e-3, random_v3(&state)))), 1, ROUNDING);
}

TEST(swapping_axes_gives_the_same_bits_of_a_dot_product) {
    uint64_t state = 3;
    for (int i = 0; i < 1000; i++) {
        const v3 a = random_v3(&state), b = random_v3(&state);
        CHECK(v3_dot(a, b) == v3_dot(v3_make(a.y, a.x, a.z), v3_make(b.y, b.x, b.z)));
    }
}

TEST(bounds_keep_the_first_of_equal_zeros) {
    const v3 plus = v3_zero(), minus = v3_neg(plus);
    CHECK(!signbit(v3_min(plus, minus).x) && signbit(v3_min(minus, plus).x));
    CHECK(!signbit(v3_max(plus, minus).x) && signbit(v3_max(minus, plus).x));
    const v3 low = v3_min(v3_make(1, -2, 3), v3_make(0, 5, 3)), high = v3_max(v3_make(1, -2, 3), v3_make(0, 5, 3));
    CHECK(low.x == 0 && low.y == -2 && low.z == 3 && high.x == 1 && high.y == 5 && high.z == 3);
}

TEST(a_quarter_turn_about_z_takes_x_to_y) {
    const quat q = quat_from_turn(v3_make(0, 0, acos(-1.0) / 2));
    CHECK_NEAR(distance(quat_rotate(q, v3_make(1, 0, 0)), v3_make(0, 1, 0)), 0, ROUNDING);
    CHECK_NEAR(distance(m3_mul(quat_matrix(q), v3_make(0, 1, 0)), v3_make(-1, 0, 0)), 0, ROUNDING);
}

TEST(rotations_compose_invert_and_agree_with_their_matrix) {
    uint64_t state = 4;
    for (int i = 0; i < 1000; i++) {
        const quat p = random_quat(&state), q = random_quat(&state);
        const v3 a = random_v3(&state);
        const v3 turned = quat_rotate(q, a);
        CHECK_NEAR(v3_norm(turned), v3_norm(a), ROUNDING);
        CHECK_NEAR(distance(quat_unrotate(q, turned), a), 0, ROUNDING);
        CHECK_NEAR(distance(m3_mul(quat_matrix(q), a), turned), 0, ROUNDING);
        CHECK_NEAR(distance(quat_rotate(quat_mul(p, q), a), quat_rotate(p, turned)), 0, ROUNDING);
        CHECK_NEAR(m3_determinant(quat_matrix(q)), 1, ROUNDING);
    }
}

// R(turn) = 1 + sin(a) K + (1 - cos(a)) K^2 with K = [axis]x (Rodrigues), for any angle down to where it
// vanishes.
TEST(a_turn_vector_rotates_as_rodrigues_formula) {
    uint64_t state = 5;
    for (int i = 0; i < 500; i++) {
        const double angle = i % 2 ? 3 * random_unit(&state) : ldexp(1, -i);
        const v3 axis = v3_unit(random_v3(&state)), a = random_v3(&state);
        const v3 once = v3_cross(axis, a);
        const v3 half = v3_scale(2 * sin(angle / 2) * sin(angle / 2), v3_cross(axis, once)); // 1 - cos = 2 sin^2
        const v3 expected = v3_add(v3_add_scaled(a, sin(angle), once), half);
        const quat q = quat_from_turn(v3_scale(angle, axis));
        CHECK_NEAR(quat_norm2(q), 1, ROUNDING);
        CHECK_NEAR(distance(quat_rotate(q, a), expected), 0, ROUNDING);
    }
}

static void check_matrix_round_trip(quat q) {
    const quat back = ab_quat_from_matrix(quat_matrix(q));
    const double same =
        q.w * back.w + q.x * back.x + q.y * back.y + q.z * back.z; // +1 or -1: q and -q are one rotation
    CHECK_NEAR(fabs(same), 1, ROUNDING);
    CHECK_NEAR(m3_difference(quat_matrix(back), quat_matrix(q)), 0, ROUNDING);
}

TEST(quaternion_of_a_matrix_turns_as_the_matrix_even_at_180_degrees) {
    uint64_t state = 6;
    for (int i = 0; i < 1000; i++) check_matrix_round_trip(random_quat(&state));
    for (int i = 0; i < 300; i++) {
        const v3 u = v3_unit(random_v3(&state));
        check_matrix_round_trip((quat){0, u.x, u.y, u.z});
        check_matrix_round_trip(quat_unit((quat){1e-9, u.x, u.y, u.z}));
    }
    check_matrix_round_trip((quat){0, 1, 0, 0});
    check_matrix_round_trip((quat){0, 0, 1, 0});
    check_matrix_round_trip((quat){0, 0, 0, 1});
    check_matrix_round_trip(quat_identity());
}

TEST(poses_compose_and_invert) {
    uint64_t state = 7;
    for (int i = 0; i < 300; i++) {
        const ab_pose p = {random_v3(&state), random_quat(&state)}, q = {random_v3(&state), random_quat(&state)};
        const v3 a = random_v3(&state);
        CHECK_NEAR(distance(pose_apply(pose_mul(p, q), a), pose_apply(p, pose_apply(q, a))), 0, 2 * ROUNDING);
        CHECK_NEAR(distance(pose_unapply(p, pose_apply(p, a)), a), 0, 2 * ROUNDING);
    }
    const v3 a = {1, 2, 3};
    CHECK(distance(pose_apply(pose_identity(), a), a) == 0);
}

static void check_eigen(m3 a, double size) {
    v3 values;
    m3 vectors;
    ab_m3_eigen(a, &values, &vectors);
    CHECK(values.x <= values.y && values.y <= values.z);
    CHECK_NEAR(m3_difference(m3_product(vectors, m3_transpose(vectors)), m3_identity()), 0, ROUNDING);
    CHECK_NEAR(m3_determinant(vectors), 1, ROUNDING);
    const m3 again = m3_product(vectors, m3_product(m3_diagonal(values), m3_transpose(vectors)));
    CHECK_NEAR(m3_difference(again, a), 0, 2 * ROUNDING * size); // backward stable: relative to the norm
}

static m3 symmetric(v3 diagonal, v3 off) {
    return m3_rows(v3_make(diagonal.x, off.z, off.y), v3_make(off.z, diagonal.y, off.x),
                   v3_make(off.y, off.x, diagonal.z));
}

TEST(eigenvectors_rebuild_any_symmetric_matrix) {
    uint64_t state = 8;
    for (int i = 0; i < 2000; i++) {
        const double scale = ldexp(1, i % 80 - 40), skew = ldexp(1, -(i % 60));
        const m3 a = symmetric(random_v3(&state), v3_scale(skew, random_v3(&state)));
        check_eigen(m3_scale(scale, a), 3 * scale);
    }
}

TEST(eigenvectors_of_repeated_values_are_still_orthonormal) {
    uint64_t state = 9;
    check_eigen(symmetric(v3_make(1, 1, 1), v3_make(1, 1, 1)), 3);
    check_eigen(symmetric(v3_zero(), v3_zero()), 1);
    check_eigen(symmetric(v3_make(2, 2, 2), v3_make(1e-17, 0, 1e-300)), 2);
    for (int i = 0; i < 500; i++) {
        const m3 r = quat_matrix(random_quat(&state));
        const m3 a = m3_product(r, m3_product(m3_diagonal(v3_make(2, 2, i % 2 ? 5 : 2)), m3_transpose(r)));
        const m3 mean = m3_scale(0.5, m3_add(a, m3_transpose(a)));
        check_eigen(mean, 5);
    }
}

TEST(a_diagonal_matrix_gives_its_entries_in_order_exactly) {
    v3 values;
    m3 vectors;
    ab_m3_eigen(m3_diagonal(v3_make(3, 1, 2)), &values, &vectors);
    CHECK(values.x == 1 && values.y == 2 && values.z == 3);
    CHECK(m3_difference(vectors, m3_rows(v3_make(0, 0, 1), v3_make(1, 0, 0), v3_make(0, 1, 0))) == 0);
}

CLAIMS(CLAIM(cross_product_is_normal_to_both_and_right_handed), CLAIM(unit_of_zero_is_zero_and_others_have_length_one),
       CLAIM(swapping_axes_gives_the_same_bits_of_a_dot_product), CLAIM(bounds_keep_the_first_of_equal_zeros),
       CLAIM(a_quarter_turn_about_z_takes_x_to_y), CLAIM(rotations_compose_invert_and_agree_with_their_matrix),
       CLAIM(a_turn_vector_rotates_as_rodrigues_formula),
       CLAIM(quaternion_of_a_matrix_turns_as_the_matrix_even_at_180_degrees), CLAIM(poses_compose_and_invert),
       CLAIM(eigenvectors_rebuild_any_symmetric_matrix), CLAIM(eigenvectors_of_repeated_values_are_still_orthonormal),
       CLAIM(a_diagonal_matrix_gives_its_entries_in_order_exactly))
