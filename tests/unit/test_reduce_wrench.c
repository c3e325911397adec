// Reduction of contacts: same wrench, at most six, none pulling.
#include "claim.h"
#include "collide/reduce_wrench.h"

enum { MAX = 500 };

typedef struct patch {
    v3 point[MAX], normal[MAX];
    double force[MAX];
    int64_t n;
} patch;

static double uniform(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static patch random_patch(uint64_t seed, int64_t n, double bend) {
    patch p = {.n = n};
    uint64_t s = seed;
    for (int64_t i = 0; i < n; i++) {
        const double x = 2 * uniform(&s) - 1, y = 2 * uniform(&s) - 1;
        p.point[i] = v3_make(10 + x, y, bend * (x * x - y));
        p.normal[i] = v3_unit(v3_make(bend * x, bend * y * y, 1));
        p.force[i] = uniform(&s);
    }
    return p;
}

static void wrench(const patch *p, v3 *force, v3 *torque) {
    *force = *torque = v3_zero();
    for (int64_t i = 0; i < p->n; i++) {
        const v3 f = v3_scale(p->force[i], p->normal[i]);
        *force = v3_add(*force, f);
        *torque = v3_add(*torque, v3_cross(p->point[i], f));
    }
}

static int reduce_and_check(patch *p, int64_t *kept) {
    v3 force, torque, force_after, torque_after;
    wrench(p, &force, &torque);
    const int count = ab_wrench_reduce(p->point, p->normal, p->force, p->n, kept);
    wrench(p, &force_after, &torque_after);
    // Round-off of n reductions: each moves forces of the size of the sum.
    const double size = 1e-14 * (double)(p->n + 10) * v3_norm(force);
    CHECK_NEAR(v3_norm(v3_sub(force_after, force)), 0, size);
    CHECK_NEAR(v3_norm(v3_sub(torque_after, torque)), 0, 11 * size); // 11 m from the origin
    CHECK(count <= AB_WRENCH_CONTACTS);
    int64_t acting = 0;
    for (int64_t i = 0; i < p->n; i++) {
        CHECK(p->force[i] >= 0);
        acting += p->force[i] > 0;
    }
    CHECK(acting <= count);
    for (int j = 1; j < count; j++) CHECK(kept[j] > kept[j - 1]);
    return count;
}

TEST(any_number_of_contacts_becomes_at_most_six_with_the_same_wrench) {
    for (int64_t n = 1; n <= MAX; n += 1 + n / 3)
        for (uint64_t seed = 1; seed < 6; seed++) {
            patch p = random_patch(seed, n, 0.5);
            int64_t kept[AB_WRENCH_CONTACTS];
            const int count = reduce_and_check(&p, kept);
            CHECK(count == (n < 6 ? n : 6));
        }
}

TEST(a_flat_patch_becomes_three_contacts_near_its_rim) {
    for (uint64_t seed = 1; seed < 9; seed++) {
        patch p = random_patch(seed, 400, 0);
        int64_t kept[AB_WRENCH_CONTACTS];
        CHECK(reduce_and_check(&p, kept) == 3);
        for (int j = 0; j < 3; j++) CHECK(v3_norm(v3_sub(p.point[kept[j]], v3_make(10, 0, 0))) > 0.8);
    }
}

TEST(forces_that_cancel_and_contacts_at_one_point_are_reduced_too) {
    patch p = {.n = 4};
    p.normal[0] = v3_make(1, 0, 0), p.normal[1] = v3_make(-1, 0, 0), p.normal[2] = v3_make(0, 1, 0),
    p.normal[3] = v3_make(1, 0, 0);
    for (int i = 0; i < 4; i++) p.force[i] = 1 + i, p.point[i] = v3_make(1, 2, 3);
    int64_t kept[AB_WRENCH_CONTACTS];
    CHECK(reduce_and_check(&p, kept) == 2); // 3 along x, 3 along y
    patch none = {.n = 3};
    CHECK(ab_wrench_reduce(none.point, none.normal, none.force, 3, kept) == 0);
    CHECK(ab_wrench_reduce(NULL, NULL, NULL, 0, kept) == 0);
}

CLAIMS(CLAIM(any_number_of_contacts_becomes_at_most_six_with_the_same_wrench),
       CLAIM(a_flat_patch_becomes_three_contacts_near_its_rim),
       CLAIM(forces_that_cancel_and_contacts_at_one_point_are_reduced_too))
