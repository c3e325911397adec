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
       CLAIM(one_contact_keeps_signorini_and_coulomb))
