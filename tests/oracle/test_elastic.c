// Elastic contact against closed forms (tests/data/elastic_oracles.txt), in units that nobody would choose.
#include "elastic.h"

static FILE *open_oracles(void) {
    FILE *file = fopen(TEST_DATA "/elastic_oracles.txt", "r");
    CHECK(file != NULL);
    return file;
}

// Numbers of each line that begins with a word, one after another.
typedef void oracle_fn(const double *number);
static void for_each(const char *word, int count, oracle_fn *check) {
    FILE *file = open_oracles();
    char line[2048];
    int found = 0;
    while (fgets(line, sizeof line, file)) {
        const size_t length = strlen(word);
        if (strncmp(line, word, length) != 0 || line[length] != ' ') continue;
        double number[40];
        const char *at = line + length;
        for (int i = 0; i < count; i++) {
            int used = 0;
            CHECK(sscanf(at, "%lf%n", &number[i], &used) == 1);
            at += used;
        }
        check(number);
        found++;
    }
    fclose(file);
    CHECK(found > 0);
}

// ------------------------------------------------------------------------------------------------------ Westergaard

enum { S, HALF_WIDTH, PEAK, MEAN_GAP, TROUGH, ENERGY, POINTS };

static elastic open_wave(int64_t n, double *arg, double tolerance) {
    const double length = 1e-3, amplitude = 1e-6, modulus = 7e10;
    ab_halfspace_def def = elastic_def(n, 16, length, 16 * length / (double)n, true, modulus);
    def.tolerance = tolerance;
    elastic e = open_elastic(&def, 1);
    arg[WAVE_LENGTH] = length;
    arg[WAVE_AMPLITUDE] = amplitude;
    arg[WAVE_FULL] = AB_PI * modulus * amplitude / length;
    const ab_surface_values value = {{amplitude, length, 0}, {{0}}};
    CHECK_OK(e.cx, set_surface(&e, AB_SURFACE_wave, &value));
    return e;
}

static double exact_mean_gap(double s) { return 1 - s + s * log(s); }

// The crest is in the centre of the middle cell, half a cell to the right of the middle.
static double wave_error(elastic *e, const double *arg) {
    const double *p = e->h.cells.p;
    const int64_t n = e->h.def.grid.nx;
    double error = 0, all = 0;
    for (int64_t i = 0; i < n; i++) {
        const double exact = wave_pressure(arg[WAVE_LENGTH] * (double)(i - n / 2) / (double)n, 0, arg);
        error += (p[i] - exact) * (p[i] - exact);
        all += exact * exact;
    }
    return sqrt(error / all);
}

static void check_wave(const double *number) {
    double arg[4];
    elastic e = open_wave(1024, arg, 1e-10);
    const double s = number[S], area = 16 * e.h.def.grid.dx * 1e-3;
    arg[WAVE_LOAD] = s;
    const ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, s * arg[WAVE_FULL]);
    const bool half = s == 0.5;
    CHECK(wave_error(&e, arg) <= (half ? 1e-3 : 4e-3));                                 // discretisation, order 1
    CHECK_NEAR(a.mean_gap / arg[WAVE_AMPLITUDE], number[MEAN_GAP], half ? 2e-7 : 2e-6); // order 2
    CHECK_NEAR((double)a.contacts / 16 / 2, number[HALF_WIDTH] * 1024, 1);              // cells
    CHECK_NEAR(a.max_pressure / arg[WAVE_FULL], number[PEAK], 1e-4 * number[PEAK] + 1e-5);
    // energy and work are of second order; 1/1024^2 times a constant
    CHECK_NEAR(a.energy / (arg[WAVE_FULL] * arg[WAVE_AMPLITUDE] * area), number[ENERGY], 2e-5 * number[ENERGY] + 1e-7);
    ab_halfspace_gap(&e.h);
    const double *z = e.h.cells.z;
    CHECK_NEAR(z[0] / arg[WAVE_AMPLITUDE], number[TROUGH], 1e-5);
    for (int k = 0; k < 9; k++) {
        const int64_t i = (512 + 64 * k) % 1024;
        const double *v = &number[POINTS + 3 * k];
        CHECK_NEAR(z[i] / arg[WAVE_AMPLITUDE], v[2], 3e-5);
        const bool edge = fabs(v[0] - number[HALF_WIDTH]) < 1.0 / 1024; // where the pressure rises like a root
        CHECK_NEAR(e.h.cells.p[i] / arg[WAVE_FULL], v[1], (edge ? 0.02 : 2e-3) * number[PEAK]);
    }
    close_elastic(&e);
}

TEST(a_flat_punch_on_a_wavy_surface_has_the_pressure_gap_and_energy_of_westergaard) {
    for_each("westergaard", POINTS + 27, check_wave);
}

TEST(pressure_converges_with_order_1_and_mean_gap_with_order_2) {
    static const double LOADS[] = {0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
    double first[2] = {0, 0}, last[2] = {0, 0};
    for (int64_t n = 64; n <= 4096; n *= 2) {
        double mean[2] = {0, 0}, arg[4];
        elastic e = open_wave(n, arg, 1e-10);
        for (int i = 0; i < 12; i++) {
            arg[WAVE_LOAD] = LOADS[i];
            const ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, LOADS[i] * arg[WAVE_FULL]);
            mean[0] += wave_error(&e, arg) / 12;
            mean[1] += fabs(a.mean_gap / arg[WAVE_AMPLITUDE] - exact_mean_gap(LOADS[i])) / 12;
        }
        close_elastic(&e);
        printf("%5lld cells: pressure %.2e, mean gap %.2e\n", (long long)n, mean[0], mean[1]);
        memcpy(n == 64 ? first : last, mean, sizeof mean);
    }
    const double orders[2] = {log2(first[0] / last[0]) / 6, log2(first[1] / last[1]) / 6};
    printf("orders %.2f, %.2f\n", orders[0], orders[1]);
    CHECK_NEAR(orders[0], 1, 0.25); // the end of the contact falls anywhere in a cell: errors of single loads scatter
    CHECK_NEAR(orders[1], 2, 0.25);
}

TEST(no_load_on_a_wave_takes_more_than_45_iterations_to_1e_11) {
    static const double LOADS[] = {1e-4, 0.01, 0.1, 0.5, 0.9, 0.99, 0.9999, 1, 5};
    for (int i = 0; i < 9; i++) {
        double arg[4];
        elastic e = open_wave(4096, arg, 1e-11);
        const ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, LOADS[i] * arg[WAVE_FULL]);
        CHECK(a.iterations <= 45);
        close_elastic(&e);
    }
}

TEST(beyond_the_load_of_full_contact_the_pressure_is_a_cosine) {
    double arg[4];
    elastic e = open_wave(512, arg, 1e-10);
    const ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, 1.5 * arg[WAVE_FULL]);
    assert_int_equal(a.contacts, 512 * 16);
    for (int64_t i = 0; i < 512; i++) {
        const double x = (double)(i - 256) / 512, exact = arg[WAVE_FULL] * (1.5 + cos(2 * AB_PI * x));
        CHECK_NEAR(e.h.cells.p[i], exact, 1e-9 * arg[WAVE_FULL]); // one wave of the grid: no discretisation error
    }
    close_elastic(&e);
}

static double egg_box(double x, double y, const double *arg) {
    return arg[0] * (1 - cos(2 * AB_PI * x / arg[1]) * cos(2 * AB_PI * y / arg[1]));
}

static void check_egg_box(const double *number) {
    const double length = 2, amplitude = 0.01, modulus = 3, arg[] = {amplitude, length};
    const double full = number[0] * modulus * amplitude / length, radius = number[1] * length * length / amplitude;
    ab_halfspace_def def = elastic_def(256, 256, length, length, true, modulus);
    elastic e = open_elastic(&def, 1);
    set_gap(&e, egg_box, arg);
    CHECK(press(&e, AB_DRIVE_PRESSURE, 0.999 * full).contacts < 256 * 256);
    assert_int_equal(press(&e, AB_DRIVE_PRESSURE, 1.001 * full).contacts, 256 * 256);
    // a light load: two crests, each a ball; 3 % of curvature changes over the contact
    const double force = 2e-3 * full * length * length, a = cbrt(3 * 0.5 * force * radius / (4 * modulus));
    CHECK_NEAR(press(&e, AB_DRIVE_FORCE, force).max_pressure, 2 * modulus * a / (AB_PI * radius),
               0.03 * 2 * modulus * a / (AB_PI * radius));
    close_elastic(&e);
}

TEST(an_egg_box_is_in_full_contact_beyond_the_exact_pressure_and_a_pair_of_balls_below) {
    for_each("egg_box", 2, check_egg_box);
}

// ------------------------------------------------------------------------------------------------- round indenters

enum { R, MODULUS, FORCE, RADIUS_A, DELTA, P0, P_HALF, BALL_ENERGY, STIFFNESS, BESIDE };

static void check_ball(const double *number) {
    const double a = number[RADIUS_A], arg[] = {number[R], a, number[P0]};
    ab_halfspace_def def = elastic_def(256, 256, 3 * a, 3 * a, false, number[MODULUS]);
    def.tolerance = 1e-9;
    elastic e = open_elastic(&def, 2);
    set_gap(&e, ball_gap, arg);
    ab_press_answer r = press(&e, AB_DRIVE_FORCE, number[FORCE]);
    const double dx = def.grid.dx, corner = sqrt(1 - 0.5 * dx * dx / (a * a)); // the middle is a corner of four cells
    CHECK_NEAR(r.approach, number[DELTA], 1e-5 * number[DELTA]);
    CHECK_NEAR(r.max_pressure, number[P0] * corner, 1e-5 * number[P0]);
    CHECK_NEAR(r.energy, number[BALL_ENERGY], 1e-5 * number[BALL_ENERGY]);
    CHECK_NEAR(r.force, number[FORCE], 1e-13 * number[FORCE]);
    CHECK(pressure_error(&e, ball_pressure, arg) <= 2e-3);   // discretisation of the edge
    CHECK_NEAR(r.area, AB_PI * a * a, 4e-3 * AB_PI * a * a); // cells of the edge
    memset(e.h.cells.p, 0, sizeof(double) * (size_t)ab_grid_array(&def.grid));
    r = press(&e, AB_DRIVE_APPROACH, number[DELTA]);
    CHECK_NEAR(r.force, number[FORCE], 1e-5 * number[FORCE]);
    close_elastic(&e);
}

TEST(a_ball_has_hertz_approach_pressure_and_energy_by_force_and_by_approach) { for_each("sphere", 10, check_ball); }

static void check_beside(const double *number) {
    const double a = number[RADIUS_A], arg[] = {number[R], a, number[P0]};
    ab_halfspace_def def = elastic_def(240, 240, 5 * a, 5 * a, false, number[MODULUS]);
    elastic e = open_elastic(&def, 1);
    set_gap(&e, ball_gap, arg);
    press(&e, AB_DRIVE_FORCE, number[FORCE]);
    // centres of cells at 2 a - dx/2 and 2 a + dx/2 from the middle, half a cell off the axis: both errors are of
    // second order
    const double *row = e.h.cells.u + 120 * 240 + 120 + 96;
    CHECK_NEAR(0.5 * (row[-1] + row[0]) / number[DELTA], number[BESIDE], 2e-4);
    close_elastic(&e);
}

TEST(the_surface_beside_a_ball_sinks_as_the_closed_form_says) { for_each("sphere", 10, check_beside); }

static double parabola(double x, double y, const double *arg) { return (void)y, x * x / (2 * arg[0]); }

// A line contact is the limit of a wide period: over 16 half-widths neighbours change the peak by 0.2 %.
static void check_line(const double *number) {
    const double radius = number[0], modulus = number[1], force = number[2], a = number[3], p0 = number[4];
    ab_halfspace_def def = elastic_def(2048, 16, 16 * a, a / 8, true, modulus);
    elastic e = open_elastic(&def, 1);
    set_gap(&e, parabola, &radius);
    const ab_press_answer r = press(&e, AB_DRIVE_FORCE, force * a / 8);
    CHECK_NEAR(r.max_pressure, p0, 4e-3 * p0);
    CHECK_NEAR((double)r.contacts / 16 * def.grid.dx / 2, a, 5e-3 * a + def.grid.dx);
    close_elastic(&e);
}

TEST(a_line_contact_has_hertz_peak_pressure_and_width) { for_each("line", 5, check_line); }

static double cone_gap(double x, double y, const double *arg) { return arg[0] * hypot(x, y); }

static void check_cone(const double *number) {
    const double slope = number[0], modulus = number[1], delta = number[2], a = number[3], force = number[4];
    ab_halfspace_def def = elastic_def(256, 256, 3 * a, 3 * a, false, modulus);
    def.tolerance = 1e-9;
    elastic e = open_elastic(&def, 2);
    set_gap(&e, cone_gap, &slope);
    const ab_press_answer r = press(&e, AB_DRIVE_APPROACH, delta);
    CHECK_NEAR(r.force, force, 1e-5 * force);
    CHECK_NEAR(sqrt(r.area / AB_PI), a, def.grid.dx);
    close_elastic(&e);
}

TEST(a_cone_has_the_force_of_the_closed_form) { for_each("cone", 5, check_cone); }

static void check_punch(const double *number) {
    const double a = number[0], modulus = number[1], delta = number[2], force = number[3];
    ab_halfspace_def def = elastic_def(256, 256, 3 * a, 3 * a, false, modulus);
    elastic e = open_elastic(&def, 2);
    const ab_surface_values value = {{a}, {{0}}};
    CHECK_OK(e.cx, set_surface(&e, AB_SURFACE_punch, &value));
    const ab_press_answer r = press(&e, AB_DRIVE_APPROACH, delta);
    CHECK_NEAR(r.force, force, 2e-3 * force); // cells of the edge
    if (number[4] < 0.9) {                    // pressure inside; at the edge it is singular
        const int64_t i = (int64_t)floor(number[4] / def.grid.dx + 128.5); // left of its centre
        const double *p = e.h.cells.p + 128 * 256 + i;
        CHECK_NEAR(0.5 * (p[0] + p[-1]), number[5], 0.01 * number[5]);
    }
    close_elastic(&e);
}

TEST(a_flat_round_punch_has_the_force_and_pressure_of_the_closed_form) { for_each("punch", 6, check_punch); }

static void check_strip(const double *number) {
    const double a = number[0], force = number[1], x = number[2], width = 32 * a;
    ab_halfspace_def def = elastic_def(4096, 2, width, 2 * width / 4096, true, 1);
    elastic e = open_elastic(&def, 1);
    const double size[] = {2 * a, 1};
    const ab_surface_values value = {{0}, {{0}, {size, 2}}};
    CHECK_OK(e.cx, set_surface(&e, AB_SURFACE_punch, &value));
    press(&e, AB_DRIVE_FORCE, force * 2 * width / 4096);
    const int64_t i = (int64_t)(x / def.grid.dx) + 2048;
    // the period adds (pi a/width)^2/6 to the middle, the cells half of one to the width
    CHECK_NEAR(0.5 * (e.h.cells.p[i] + e.h.cells.p[i - 1]), number[3], 0.01 * number[3]);
    close_elastic(&e);
}

TEST(a_flat_strip_has_the_pressure_of_the_closed_form) { for_each("strip", 4, check_strip); }

// ----------------------------------------------------------------------------------------- layers and two bodies

TEST(a_thick_layer_is_a_half_space) {
    double force[2];
    for (int thick = 0; thick < 2; thick++) {
        ab_halfspace_def def = elastic_def(128, 128, 1, 1, true, 2);
        def.solid[0] = (ab_elastic_solid){2, 0.3, thick ? 40 : 0};
        elastic e = open_elastic(&def, 1);
        const double radius = 1;
        set_gap(&e, ball_gap, &radius);
        // delta is measured from the base of a layer: the same load, compared by the shape of the pressure
        press(&e, AB_DRIVE_FORCE, 0.01);
        force[thick] = e.h.cells.p[64 * 128 + 64];
        close_elastic(&e);
    }
    CHECK_NEAR(force[1], force[0], 1e-6 * force[0]);
}

TEST(a_layer_under_a_uniform_load_gives_way_as_an_oedometer) {
    for (int i = 0; i < 6; i++) {
        const double nu = -0.3 + 0.159 * i, h = 0.3, young = 7;
        ab_halfspace_def def = elastic_def(20, 30, 1, 2, true, 1);
        def.solid[0] = (ab_elastic_solid){young, nu, h};
        elastic e = open_elastic(&def, 1);
        const ab_surface_values value = {{0}, {{0}}};
        CHECK_OK(e.cx, set_surface(&e, AB_SURFACE_flat, &value));
        const ab_press_answer a = press(&e, AB_DRIVE_PRESSURE, 0.01);
        const double exact = 0.01 * h * (1 - 2 * nu) * (1 + nu) / (young * (1 - nu));
        CHECK_NEAR(a.approach, exact, 1e-12 * exact);
        assert_int_equal(a.contacts, 600);
        close_elastic(&e);
    }
}

// Long waves: a layer that cannot slide sideways is h/M times the pressure, like a Winkler foundation.
TEST(a_thin_layer_is_a_foundation_of_its_oedometric_modulus) {
    const double nu = 0.2, h = 1e-3, young = 1, modulus = young * (1 - nu) / ((1 + nu) * (1 - 2 * nu));
    ab_halfspace_def def = elastic_def(256, 4, 1, 4.0 / 256, true, 1);
    def.solid[0] = (ab_elastic_solid){young, nu, h};
    elastic e = open_elastic(&def, 1);
    const double radius = 50;
    set_gap(&e, parabola, &radius);
    const ab_press_answer a = press(&e, AB_DRIVE_APPROACH, 1e-4);
    CHECK_NEAR(a.max_pressure, 1e-4 * modulus / h, 2e-3 * 1e-4 * modulus / h); // half a cell from the apex, and (q h)^2
    close_elastic(&e);
}

TEST(two_elastic_bodies_share_the_compliance_of_both) {
    double approach[2];
    for (int two = 0; two < 2; two++) {
        ab_halfspace_def def = elastic_def(64, 64, 3, 3, false, 1);
        const double both = 1 / ((1 - 0.09) / 3 + (1 - 0.04) / 5);
        def.solid[0] = two ? (ab_elastic_solid){3, 0.3, 0} : (ab_elastic_solid){both, 0, 0};
        def.solid[1] = (ab_elastic_solid){5, 0.2, 0};
        def.solids = two ? 2 : 1;
        elastic e = open_elastic(&def, 1);
        const double radius = 1;
        set_gap(&e, ball_gap, &radius);
        approach[two] = press(&e, AB_DRIVE_FORCE, 0.5).approach;
        close_elastic(&e);
    }
    CHECK_NEAR(approach[1], approach[0], 1e-9 * approach[0]); // tolerance of the solver
}

// ------------------------------------------------------------------------------------------- enforcement, options

static ab_halfspace_def ball_def(double tolerance) {
    ab_halfspace_def def = elastic_def(96, 96, 0.3, 0.3, false, 1);
    def.tolerance = tolerance;
    return def;
}
static const double BALL[] = {1, 0.1, 0.0636619772367581};
#define BALL_FORCE (4e-3 / 3)

TEST(a_penalty_lets_the_bodies_overlap_by_p_over_k_and_augmentation_takes_that_back) {
    ab_halfspace_def def = ball_def(1e-11);
    elastic exact = open_elastic(&def, 1);
    set_gap(&exact, ball_gap, BALL);
    const double approach = press(&exact, AB_DRIVE_FORCE, BALL_FORCE).approach;
    double last = INFINITY;
    for (double penalty = 10; penalty < 2000; penalty *= 10) {
        def.penalty = penalty;
        elastic e = open_elastic(&def, 1);
        set_gap(&e, ball_gap, BALL);
        const ab_press_answer a = press(&e, AB_DRIVE_FORCE, BALL_FORCE);
        ab_halfspace_gap(&e.h);
        for (int64_t i = 0; i < 96 * 96; i++)
            if (e.h.cells.p[i] > 0) CHECK_NEAR(-e.h.cells.z[i], e.h.cells.p[i] / penalty, 1e-10 * 0.01); // of delta
        CHECK(a.approach > approach && a.approach < last); // softer, and nearer with each penalty
        last = a.approach;
        close_elastic(&e);
    }
    def.penalty = 100;
    def.augmented = true;
    def.tolerance = 1e-9;
    elastic e = open_elastic(&def, 1);
    set_gap(&e, ball_gap, BALL);
    const ab_press_answer a = press(&e, AB_DRIVE_FORCE, BALL_FORCE);
    CHECK_NEAR(a.approach, approach, 1e-7 * approach); // tolerance 1e-9 of the deviation, which is 0.3 delta
    CHECK(a.signorini[AB_SIGNORINI_OVERLAP] <= 1.1e-9 * e.h.deviation);
    for (int64_t i = 0; i < 96 * 96; i++) CHECK_NEAR(e.h.cells.p[i], exact.h.cells.p[i], 1e-5 * BALL[BALL_PEAK]);
    close_elastic(&e);
    close_elastic(&exact);
}

TEST(hardness_caps_the_pressure_carries_the_load_and_leaves_the_rest_elastic) {
    ab_halfspace_def def = ball_def(1e-9);
    def.hardness = 0.6 * BALL[BALL_PEAK];
    elastic e = open_elastic(&def, 1);
    set_gap(&e, ball_gap, BALL);
    const ab_press_answer a = press(&e, AB_DRIVE_FORCE, BALL_FORCE);
    CHECK_NEAR(a.force, BALL_FORCE, 1e-12 * BALL_FORCE);
    CHECK(a.max_pressure == def.hardness && a.limited > 100 && a.limited < a.contacts);
    ab_halfspace_gap(&e.h);
    const double slack = 1e-9 * e.h.deviation * 1.01;
    for (int64_t i = 0; i < 96 * 96; i++) {
        const double p = e.h.cells.p[i], g = e.h.cells.z[i];
        CHECK(p >= 0 && p <= def.hardness);
        if (p == def.hardness)
            CHECK(g <= slack);
        else if (p > 0)
            CHECK(fabs(g) <= slack);
        else
            CHECK(g >= -slack);
    }
    ab_press_answer none;
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_halfspace_solve(&e.h, AB_DRIVE_FORCE, 0.09 * def.hardness, &none));
    CHECK(strstr(abut_context_message(e.cx), "hardness times area"));
    CHECK(press(&e, AB_DRIVE_FORCE, 0.0899 * def.hardness).limited > 96 * 96 * 9 / 10); // nearly all of it
    close_elastic(&e);
    def.hardness *= 0.03; // hardly elastic: nearly all of the contact is at the hardness
    e = open_elastic(&def, 1);
    set_gap(&e, ball_gap, BALL);
    for (double share = 0.01; share < 1; share *= 1.8) {
        const ab_press_answer soft = press(&e, AB_DRIVE_FORCE, share * 0.09 * def.hardness);
        CHECK_NEAR(soft.force, share * 0.09 * def.hardness, 1e-12 * soft.force);
        CHECK_NEAR(soft.area * def.hardness, soft.force, 0.05 * soft.force); // cells of the border
    }
    close_elastic(&e);
}

CLAIMS(CLAIM(a_flat_punch_on_a_wavy_surface_has_the_pressure_gap_and_energy_of_westergaard),
       CLAIM(pressure_converges_with_order_1_and_mean_gap_with_order_2),
       CLAIM(no_load_on_a_wave_takes_more_than_45_iterations_to_1e_11),
       CLAIM(beyond_the_load_of_full_contact_the_pressure_is_a_cosine),
       CLAIM(an_egg_box_is_in_full_contact_beyond_the_exact_pressure_and_a_pair_of_balls_below),
       CLAIM(a_ball_has_hertz_approach_pressure_and_energy_by_force_and_by_approach),
       CLAIM(the_surface_beside_a_ball_sinks_as_the_closed_form_says),
       CLAIM(a_line_contact_has_hertz_peak_pressure_and_width), CLAIM(a_cone_has_the_force_of_the_closed_form),
       CLAIM(a_flat_round_punch_has_the_force_and_pressure_of_the_closed_form),
       CLAIM(a_flat_strip_has_the_pressure_of_the_closed_form), CLAIM(a_thick_layer_is_a_half_space),
       CLAIM(a_layer_under_a_uniform_load_gives_way_as_an_oedometer),
       CLAIM(a_thin_layer_is_a_foundation_of_its_oedometric_modulus),
       CLAIM(two_elastic_bodies_share_the_compliance_of_both),
       CLAIM(a_penalty_lets_the_bodies_overlap_by_p_over_k_and_augmentation_takes_that_back),
       CLAIM(hardness_caps_the_pressure_carries_the_load_and_leaves_the_rest_elastic))
