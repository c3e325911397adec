// The friction cone: projection and one contact, against 50-digit answers.
#include "claim.h"

#include "solve/cone.h"

#include <stdbool.h>
#include <stdio.h>

static FILE *open_oracles(void) {
    FILE *f = fopen(TEST_DATA "/friction_cones.txt", "r");
    CHECK(f != NULL);
    return f;
}

// Numbers behind a word of a line; false if it is another word.
static bool read_row(const char *line, const char *word, double *x, int count) {
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0) return false;
    line += length;
    for (int i = 0, used; i < count; i++, line += used) CHECK(sscanf(line, "%lf%n", &x[i], &used) == 1);
    return true;
}

static double size_of(const double *x) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

static void check_near(const double *is, const double *should, double scale) {
    for (int k = 0; k < 3; k++) CHECK_NEAR(is[k], should[k], 1e-12 * scale);
}

TEST(projection_is_that_of_the_oracle) {
    FILE *f = open_oracles();
    char line[1000];
    double x[7];
    int seen = 0;
    while (fgets(line, sizeof line, f)) {
        if (!read_row(line, "project ", x, 7)) continue;
        double z[3] = {x[1], x[2], x[3]};
        ab_cone_project(x[0], z);
        check_near(z, x + 4, fmax(1e-300, size_of(x + 1)));
        seen++;
    }
    fclose(f);
    CHECK(seen >= 40);
}

static void check_contact(const double *w, const double *q, double mu, const double *r_exact, const double *u_exact) {
    for (int warm = 0; warm < 3; warm++) {
        double r[3], u[3], slip = warm == 0 ? -1 : warm == 1 ? 1e-3 : 1e3; // the first guess changes nothing
        ab_cone_solve(w, q, mu, r, &slip);
        for (int k = 0; k < 3; k++) u[k] = q[k] + w[3 * k] * r[0] + w[3 * k + 1] * r[1] + w[3 * k + 2] * r[2];
        check_near(r, r_exact, fmax(size_of(r_exact), 1e-3 * size_of(q)));
        check_near(u, u_exact, size_of(q));
    }
}

TEST(one_contact_is_that_of_the_oracle) {
    FILE *f = open_oracles();
    char line[1000];
    double x[19];
    int seen = 0;
    while (fgets(line, sizeof line, f)) {
        static const double ONE[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        if (read_row(line, "contact ", x, 19))
            check_contact(x + 1, x + 10, x[0], x + 13, x + 16);
        else if (read_row(line, "slide ", x, 10))
            check_contact(ONE, x + 1, x[0], x + 4, x + 7);
        else
            continue;
        seen++;
    }
    fclose(f);
    CHECK(seen >= 28);
}

TEST(relaxation_lifts_a_sliding_block_as_the_oracle_does) {
    FILE *f = open_oracles();
    char line[1000];
    double x[10];
    int seen = 0;
    while (fgets(line, sizeof line, f)) {
        static const double ONE[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        if (!read_row(line, "relaxed ", x, 10)) continue;
        double r[3] = {0, 0, 0};
        ab_cone_solve_relaxed(ONE, x + 1, x[0], r);
        const double u[3] = {x[1] + r[0], x[2] + r[1], x[3] + r[2]};
        check_near(r, x + 4, size_of(x + 1));
        check_near(u, x + 7, size_of(x + 1));
        CHECK_NEAR(u[0], x[0] * hypot(u[1], u[2]), 1e-12 * size_of(x + 1)); // the lift
        seen++;
    }
    fclose(f);
    CHECK(seen == 4);
}

// Random W and b: r in K, u in its dual, complementary; from a guess that is far away.
TEST(relaxation_of_one_contact_is_complementary) {
    uint64_t state = 5;
    int boundary = 0, inside = 0;
    for (int i = 0; i < 100000; i++) {
        double x[16], w[9] = {0}, r[3], u[3];
        for (int k = 0; k < 16; k++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            x[k] = 2 * (double)(state >> 11) / 9007199254740992.0 - 1;
        }
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                for (int k = 0; k < 3; k++) w[3 * a + b] += x[3 * a + k] * x[3 * b + k];
        for (int a = 0; a < 3; a++) w[4 * a] += 0.1, r[a] = 3 * x[12 + a];
        const double mu = 0.8 + 0.7 * x[15];
        ab_cone_solve_relaxed(w, x + 9, mu, r);
        for (int k = 0; k < 3; k++) u[k] = x[9 + k] + w[3 * k] * r[0] + w[3 * k + 1] * r[1] + w[3 * k + 2] * r[2];
        const double t = hypot(r[1], r[2]), v = hypot(u[1], u[2]), scale = 1e-12 * (1 + size_of(r)); // |W| is up to 4
        CHECK(t <= mu * r[0] + scale && mu * v <= u[0] + scale);
        CHECK_NEAR(r[0] * u[0] + r[1] * u[1] + r[2] * u[2], 0, scale);
        boundary += r[0] > 0 && v > 1e-6;
        inside += r[0] > 0 && v <= 1e-6;
    }
    printf("%d on the boundary, %d inside\n", boundary, inside);
    CHECK(boundary > 25000 && inside > 2000);
}

// Against central differences, whose error is of the second order: 1e-4^2 over the distance to the axis and boundary.
TEST(derivative_of_the_projection_is_that_of_its_differences) {
    uint64_t state = 7;
    int seen[3] = {0};
    for (int i = 0; i < 60000; i++) {
        double x[4];
        for (int k = 0; k < 4; k++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            x[k] = 2 * (double)(state >> 11) / 9007199254740992.0 - 1;
        }
        const double mu = 0.6 + 0.5 * x[3], t = hypot(x[1], x[2]), h = 1e-5;
        if (t < 0.05 || fabs(t - mu * x[0]) < 0.05 || fabs(mu * t + x[0]) < 0.05) continue; // not smooth there
        double projected[3], d[9], same[3] = {x[0], x[1], x[2]};
        seen[ab_cone_derive_projection(mu, x, projected, d)]++;
        ab_cone_project(mu, same);
        for (int k = 0; k < 3; k++) CHECK_NEAR(projected[k], same[k], 1e-15);
        for (int k = 0; k < 3; k++) {
            double up[3] = {x[0], x[1], x[2]}, down[3] = {x[0], x[1], x[2]};
            up[k] += h, down[k] -= h;
            ab_cone_project(mu, up);
            ab_cone_project(mu, down);
            for (int a = 0; a < 3; a++) CHECK_NEAR(d[3 * a + k], (up[a] - down[a]) / (2 * h), 1e-6);
        }
    }
    CHECK(seen[AB_CONE_OPEN] > 1000 && seen[AB_CONE_STICK] > 1000 && seen[AB_CONE_SLIP] > 1000);
}

// Random blocks W = B B^T with a part that is not symmetric: the law is checked itself.
TEST(one_contact_keeps_signorini_and_coulomb) {
    uint64_t state = 1;
    int slips = 0, sticks = 0;
    for (int i = 0; i < 200000; i++) {
        double x[16];
        for (int k = 0; k < 16; k++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            x[k] = 2 * (double)(state >> 11) / 9007199254740992.0 - 1;
        }
        double w[9] = {0}, r[3], u[3], slip = -1;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                for (int k = 0; k < 3; k++) w[3 * a + b] += x[3 * a + k] * x[3 * b + k];
        for (int a = 0; a < 3; a++) w[4 * a] += 0.1;
        w[5] += 0.05 * x[12], w[7] -= 0.05 * x[12];
        const double mu = 0.5 + 0.4 * x[15]; // beyond 1, W may have several answers
        const ab_cone_state found = ab_cone_solve(w, x + 9, mu, r, &slip);
        for (int k = 0; k < 3; k++) u[k] = x[9 + k] + w[3 * k] * r[0] + w[3 * k + 1] * r[1] + w[3 * k + 2] * r[2];
        const double t = hypot(r[1], r[2]), v = hypot(u[1], u[2]),
                     scale = 1e-11 * (1 + size_of(r)); // condition of W up to 100
        CHECK(r[0] >= 0 && t <= mu * r[0] * (1 + 1e-12) && u[0] >= -scale);
        CHECK(fabs(r[0] * u[0]) <= scale);
        if (found == AB_CONE_STICK) CHECK(v <= scale);
        if (found == AB_CONE_SLIP)
            CHECK(fabs(t - mu * r[0]) <= scale && fabs(u[1] * r[1] + u[2] * r[2] + t * v) <= scale * (1 + v));
        slips += found == AB_CONE_SLIP;
        sticks += found == AB_CONE_STICK;
    }
    printf("%d slip, %d stick\n", slips, sticks);
    CHECK(slips > 50000 && sticks > 5000);
}

CLAIMS(CLAIM(projection_is_that_of_the_oracle), CLAIM(one_contact_is_that_of_the_oracle),
       CLAIM(relaxation_lifts_a_sliding_block_as_the_oracle_does), CLAIM(relaxation_of_one_contact_is_complementary),
       CLAIM(derivative_of_the_projection_is_that_of_its_differences), CLAIM(one_contact_keeps_signorini_and_coulomb))
