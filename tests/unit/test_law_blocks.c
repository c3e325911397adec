// A law gives a row of a block the bits that it gives to a contact alone, whatever the other rows are.
#include "law_values.h"
#include "law/law_block.h"
#include "math/random.h"

#include <string.h>

static ab_interaction PAIR = {.young = 1.1e11,
                              .shear = 2.4e10,
                              .stiffness = 3e6,
                              .damping = 0.7,
                              .tangential_damping = 0.4,
                              .friction = 0.4,
                              .sliding_friction = 0.25,
                              .cohesion = 3e4,
                              .rolling_friction = 0.1};

static int fill_values(void **state) {
    (void)state;
    law_values(&PAIR, 0.3, 1.8);
    return 0;
}

static double power_of_ten(ab_random *r, double low, double high) { return pow(10, ab_random_between(r, low, high)); }

static v3 some_vector(ab_random *r, double size) {
    return v3_scale(size, ab_random_in_box(r, v3_make(-1, -1, -1), v3_make(1, 1, 1)));
}

static ab_friction_memory some_memory(ab_random *r) {
    return (ab_friction_memory){some_vector(r, power_of_ten(r, -2, 3)),
                                ab_random_unit(r) < 0.2 ? 0 : power_of_ten(r, 4, 7)};
}

static void fill_row(ab_random *r, double turn, ab_law_block *b, int k) {
    b->depth[k] = power_of_ten(r, -9, -3);
    b->radius[k] = power_of_ten(r, -4, 0);
    b->mass[k] = b->gap_mass[k] = power_of_ten(r, -6, 2);
    b->max_approach_speed[k] = ab_random_unit(r) < 0.1 ? 0 : power_of_ten(r, -4, 1);
    b->friction_normal_force[k] = ab_random_unit(r) < 0.1 ? 0 : power_of_ten(r, -2, 3);
    b->slide_mass[k] = power_of_ten(r, -6, 2);
    b->twist[k] = turn * ab_random_between(r, -1, 1);
    const v3 n = v3_unit(some_vector(r, 1));
    const bool stays = ab_random_unit(r) < 0.2, flips = ab_random_unit(r) < 0.1;
    ab_rows3_set(&b->normal, k, n);
    ab_rows3_set(&b->last_normal, k, stays ? n : flips ? v3_neg(n) : v3_unit(v3_add(n, some_vector(r, 0.1))));
    ab_rows3_set(&b->slip, k, some_vector(r, 1e-4));
    ab_rows3_set(&b->velocity, k, some_vector(r, power_of_ten(r, -4, 0)));
    ab_memory_row_set(&b->memory, k, some_memory(r));
}

static void fill(ab_random *r, double turn, int rows, ab_law_block *b) {
    memset(b, 0, sizeof *b);
    b->in = &PAIR;
    b->n = rows;
    b->half = 1e-4;
    for (int k = 0; k < rows; k++) fill_row(r, turn, b, k);
}

static bool same(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }

TEST(rows_of_normal_laws_and_dampings_are_those_of_one_contact) {
    ab_random r = ab_random_start(7, 0);
    ab_law_block b;
    for (int rows = AB_LANES; rows <= AB_LAW_ROWS; rows += AB_LANES)
        for (int l = 0; l < ab_law_count(AB_LAW_NORMAL); l++) {
            const ab_normal_law *law = ab_normal_laws[l];
            if (!law->elastic) continue;
            fill(&r, 0, rows, &b);
            law->elastic_rows(&b);
            for (int k = 0; k < rows; k++) {
                const ab_elastic one = law->elastic(&PAIR, b.depth[k], b.radius[k]),
                                 row = ab_damping_in_row(&b, &PAIR, k).elastic;
                CHECK(same(&one, &row, sizeof one));
            }
            for (int d = 0; d < ab_law_count(AB_LAW_DAMPING); d++) {
                ab_dampings[d]->coefficient_rows(&b);
                for (int k = 0; k < rows; k++) {
                    const ab_damping_in row = ab_damping_in_row(&b, &PAIR, k);
                    const double one = ab_dampings[d]->coefficient(&row);
                    CHECK(same(&one, &b.damping[k], sizeof one));
                }
            }
        }
}

TEST(rows_of_cohesion_are_those_of_one_contact) {
    ab_random r = ab_random_start(6, 0);
    for (int c = 0; c < ab_law_count(AB_LAW_COHESION); c++) {
        ab_law_block b;
        fill(&r, 0, AB_LAW_ROWS, &b);
        ab_cohesion_laws[c]->of_depth_rows(&b);
        for (int k = 0; k < b.n; k++) {
            const ab_cohesion one = ab_cohesion_laws[c]->of_depth(&PAIR, b.depth[k], b.radius[k]);
            CHECK(one.force > 0 && one.force == b.pull.force[k] && one.energy == b.pull.energy[k]);
        }
    }
}

// By little, and by so much that some rows need the C library.
static const double TURNS[2] = {0.01, 1};

TEST(rows_of_friction_are_those_of_one_contact) {
    ab_random r = ab_random_start(8, 0);
    for (int f = 0; f < ab_law_count(AB_LAW_FRICTION); f++)
        for (int turn = 0; turn < 2; turn++)
            for (int again = 0; again < 50; again++) {
                ab_law_block b;
                fill(&r, TURNS[turn], AB_LAW_ROWS, &b);
                b.faces = again % 2;
                for (int k = 0; k < b.n; k++) b.elastic.tangent_stiffness[k] = power_of_ten(&r, 4, 7);
                for (int k = 0; b.faces && k < b.n; k++)
                    b.lever[k] = ab_random_unit(&r) < 0.2 ? 0 : power_of_ten(&r, -3, 0);
                const ab_law_block before = b;
                ab_frictions[f]->rub_rows(&b);
                for (int k = 0; k < b.n; k++) {
                    const ab_friction_in in = ab_friction_in_row(&before, &PAIR, k);
                    ab_friction_memory memory = ab_memory_row(&before.memory, k);
                    const ab_friction_out rub = ab_frictions[f]->rub(&in, &memory),
                                          row = {ab_rows3_at(&b.force, k), b.work[k]};
                    const ab_friction_memory kept = ab_memory_row(&b.memory, k);
                    CHECK(same(&rub, &row, sizeof rub));
                    CHECK(same(&memory, &kept, sizeof memory));
                }
            }
}

// Sliding friction with couple and angle in place of force and slip.
static ab_friction_out roll_one(const ab_law_block *b, const ab_rolling_rows *r, int k, ab_friction_memory *memory) {
    const double radius = r->radius[k];
    ab_interaction pair = PAIR;
    pair.friction = PAIR.rolling_friction * radius;
    ab_friction_in in = ab_friction_in_row(b, &PAIR, k);
    in.in = &pair;
    const double damping = PAIR.tangential_damping * sqrt(in.tangent_stiffness * b->mass[k]);
    in.tangent_stiffness = ab_rolling_laws[0]->stiffness(in.tangent_stiffness, radius);
    in.damping = ab_split_damper(b, 0.25 * damping * radius * radius, r->moment[k]);
    in.slip = ab_rows3_at(&r->angle, k);
    in.velocity = ab_rows3_at(&r->spin, k);
    return ab_friction_find("coulomb")->rub(&in, memory);
}

static void fill_rolling(ab_random *r, ab_law_block *b, ab_rolling_rows *rolling) {
    for (int k = 0; k < b->n; k++) {
        b->elastic.tangent_stiffness[k] = power_of_ten(r, 4, 7);
        rolling->radius[k] = power_of_ten(r, -3, 0);
        rolling->moment[k] = power_of_ten(r, -9, 0);
        ab_rows3_set(&rolling->angle, k, some_vector(r, 0.01));
        ab_rows3_set(&rolling->spin, k, some_vector(r, 1));
        ab_memory_row_set(&rolling->memory, k, some_memory(r));
    }
}

TEST(rolling_is_sliding_with_couples) {
    ab_random r = ab_random_start(9, 0);
    for (int again = 0; again < 50; again++) {
        ab_law_block b;
        ab_rolling_rows rolling;
        fill(&r, TURNS[again % 2], AB_LAW_ROWS, &b);
        fill_rolling(&r, &b, &rolling);
        const ab_rolling_rows before = rolling;
        ab_rolling_laws[0]->couples(&b, &rolling);
        for (int k = 0; k < b.n; k++) {
            ab_friction_memory memory = ab_memory_row(&before.memory, k);
            const ab_friction_out rub = roll_one(&b, &before, k, &memory),
                                  row = {ab_rows3_at(&rolling.couple, k), rolling.work[k]};
            const ab_friction_memory kept = ab_memory_row(&rolling.memory, k);
            CHECK(same(&rub, &row, sizeof rub));
            CHECK(same(&memory, &kept, sizeof memory));
        }
    }
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(rows_of_normal_laws_and_dampings_are_those_of_one_contact),
        CLAIM(rows_of_cohesion_are_those_of_one_contact),
        CLAIM(rows_of_friction_are_those_of_one_contact),
        CLAIM(rolling_is_sliding_with_couples),
    };
    return cmocka_run_group_tests(claims, fill_values, NULL);
}
