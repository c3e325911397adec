// Order of the midpoint rule with persistent contacts and joints: energy over four time steps, and the angle at which a
// ladder lets go of its wall.
#include "mechanisms.h"
#include "rigid.h"
#include "step/enforcements.h"
#include "step/phases.h"

// Least slope of the errors over four steps: log2 of their ratio for half the step. Errors of 0 count as the floor.
static double least_slope(const double *dt, const double *error, int n, double floor) {
    double least = INFINITY;
    for (int i = 1; i < n; i++)
        least = fmin(least, log(fmax(error[i - 1], floor) / fmax(error[i], floor)) / log(dt[i - 1] / dt[i]));
    return least;
}

// ---------------------------------------------------------------------------------------------------- bead in a bowl

// A bead in a spherical bowl of radius 1 m. The bowl is a ball that the bead is inside of, so that there always is a
// contact; its gap, normal and point are replaced by those of the bowl's inner surface.
#define BOWL 1.0
#define BEAD 0.01

static abut_status laws_in_bowl(ab_world *w, const ab_evaluation *eval) {
    ab_contacts *c = &w->state.contacts;
    for (int64_t i = 0; i < c->n; i++) {
        const int64_t bead = ab_body_moves(&w->state.body, c->a[i]) ? c->a[i] : c->b[i];
        const v3 x = w->state.body.x[bead];
        const double r = v3_norm(x);
        c->gap[i] = BOWL - r;
        c->normal[i] = v3_scale((bead == c->a[i] ? -1 : 1) / r, x);
        c->point[i] = x; // a point mass
    }
    return ab_enforcement_multiplier.laws(w, eval);
}

static abut_status see_nothing(ab_world *w, double *worst) {
    for (int k = 0; k < 4; k++) worst[k] = 0;
    (void)w;
    return ABUT_OK;
}

typedef struct bowl_result {
    double error;    // of the energy after the time, J
    double residual; // of the ledger, J
    double outside;  // largest distance beyond the bowl, m
    double shifted;  // energy of the shifts of positions, J
} bowl_result;

static bowl_result roll_in_bowl(double dt, double time) {
    test_world t = open_rigid(dt, 0, 0);
    ab_enforcement bowl = ab_enforcement_multiplier;
    bowl.laws = laws_in_bowl;
    bowl.see = see_nothing;
    abut_body_def def = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, 2 * BOWL, &def.shape));
    def.name = "bowl";
    def.material = t.material;
    def.fixed = true;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, NULL));
    CHECK_OK(t.cx, abut_shape_add_sphere(t.w, BEAD, &def.shape));
    def.name = "bead";
    def.fixed = false;
    def.mass = 1;
    def.inertia = (abut_v3){4e-5, 4e-5, 4e-5};
    def.position = (abut_v3){BOWL, 0, 0};
    abut_body bead;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &bead));
    t.w->config.enforcement = &bowl;
    bowl_result b = {0};
    for (int64_t k = 0; k < (int64_t)(time / dt + 0.5); k++) {
        run_steps(&t, 1);
        b.outside = fmax(b.outside, v3_norm(state_of(&t, bead).centre) - BOWL);
    }
    const abut_body_state s = state_of(&t, bead);
    const abut_energy e = abut_world_energy(t.w);
    b.error = 0.5 * v3_norm2(s.velocity) + G * s.centre.z;
    b.residual = e.residual;
    b.shifted = e.lost_constraint;
    close_world(&t);
    return b;
}

TEST(a_bead_keeps_its_energy_in_a_bowl) {
    static const double DT[] = {1e-2, 5e-3, 2e-3, 1e-3};
    double error[4];
    for (int i = 0; i < 4; i++) {
        const bowl_result b = roll_in_bowl(DT[i], 10);
        error[i] = fabs(b.error);
        print_message("bowl, dt %g s: energy off by %.3g J, ledger by %.2g J; outside by %.2g m; shifts gave %.2g J\n",
                      DT[i], b.error, b.residual, b.outside, -b.shifted);
    }
    print_message("slope %.3g\n", least_slope(DT, error, 4, 0));
    CHECK(error[0] <= 10e-3 && error[3] <= 50e-6); // of 9.81 J
    CHECK(least_slope(DT, error, 4, 0) >= 1.8);
}

// ------------------------------------------------------------------------------------------------------------- ladder

typedef struct ladder_result {
    double error;   // J
    double lets_go; // angle from the wall at the end of the last step with a force at the wall, rad
    double residual;
} ladder_result;

// A rod of 1 m and 1 kg with a ball at each end slides down a wall and a floor without friction, until it is at
// `until` rad from the wall.
static ladder_result slide_down(double dt, double start, double until) {
    test_world t = open_rigid(dt, 0, 0);
    add_floor(&t, NONE, UP);
    const abut_body wall = add_floor(&t, NONE, (abut_v3){1, 0, 0});
    const double r = 0.05;
    abut_collider_def of[2] = {abut_collider_default(), abut_collider_default()};
    for (int i = 0; i < 2; i++) {
        CHECK_OK(t.cx, abut_shape_add_sphere(t.w, r, &of[i].shape));
        of[i].material = t.material;
        of[i].position = (abut_v3){0, 0, i == 0 ? -0.5 : 0.5};
    }
    abut_body_def def = abut_body_default();
    def.name = "ladder";
    def.colliders = of;
    def.ncollider = 2;
    def.mass = 1;
    def.inertia = (abut_v3){1.0 / 12, 1.0 / 12, 1e-3};
    def.orientation = turn_about((abut_v3){0, 1, 0}, -start);
    def.position = (abut_v3){r + 0.5 * sin(start), 0, r + 0.5 * cos(start)};
    abut_body b;
    CHECK_OK(t.cx, abut_body_add(t.w, &def, &b));
    ladder_result l = {0};
    double angle = start;
    while (angle < until) {
        run_steps(&t, 1);
        const abut_body_state s = state_of(&t, b);
        angle = acos(v3_dot(quat_rotate(s.orientation, (abut_v3){0, 0, 1}), UP));
        for (int64_t i = 0; i < abut_contact_count(t.w); i++) {
            const abut_contact c = abut_contact_get(t.w, i);
            if ((c.a.slot == wall.slot || c.b.slot == wall.slot) && c.normal_force > 0) l.lets_go = angle;
        }
        const double kinetic = 0.5 * v3_norm2(s.velocity) + 0.5 / 12 * v3_norm2(s.angular_velocity);
        l.error = kinetic + G * (s.centre.z - def.position.z);
    }
    l.residual = abut_world_energy(t.w).residual;
    close_world(&t);
    return l;
}

TEST(a_ladder_keeps_its_energy_and_lets_go_of_the_wall_at_two_thirds_of_its_height) {
    static const double DT[] = {4e-3, 2e-3, 1e-3, 5e-4};
    double error[4];
    const double start = 20 * PI / 180, exact = acos(2.0 / 3 * cos(start));
    for (int i = 0; i < 4; i++) {
        const ladder_result l = slide_down(DT[i], start, 1.45);
        error[i] = fabs(l.error);
        print_message("ladder, dt %g s: energy off by %.3g J, ledger by %.2g J; lets go at %.5g rad, exact %.5g rad\n",
                      DT[i], l.error, l.residual, l.lets_go, exact);
        if (DT[i] <= 1e-3) CHECK_NEAR(l.lets_go, exact, 0.01);
    }
    print_message("slope %.3g\n", least_slope(DT, error, 4, 0));
    CHECK(error[2] <= 6e-6);
    CHECK(least_slope(DT, error, 4, 0) >= 1.8);
}

// ----------------------------------------------------------------------------------------------------------- pendulum

// A point on a massless rod of 1 m, released from the horizontal; largest error in 10 s, J of 9.81 J.
static double swing(double dt) {
    test_world t = open_rigid(dt, 0, 0);
    const abut_body bob = add_mass(&t, "bob", 1, (abut_v3){1e-3, 1e-3, 1e-3}, (abut_v3){1, 0, 0}, UPRIGHT);
    add_distance(&t, GROUND, NONE, bob);
    double worst = 0;
    for (int64_t k = 0; k < (int64_t)(10 / dt + 0.5); k++) {
        run_steps(&t, 1);
        const abut_body_state s = state_of(&t, bob);
        worst = fmax(worst, fabs(0.5 * v3_norm2(s.velocity) + G * s.centre.z));
    }
    close_world(&t);
    return worst;
}

TEST(a_pendulum_keeps_its_energy) {
    static const double DT[] = {4e-3, 2e-3, 1e-3, 5e-4};
    double error[4];
    for (int i = 0; i < 4; i++) {
        error[i] = swing(DT[i]);
        print_message("pendulum, dt %g s: energy off by at most %.3g J\n", DT[i], error[i]);
    }
    print_message("slope %.3g\n", least_slope(DT, error, 4, 0));
    CHECK(error[2] <= 2e-5);
    CHECK(least_slope(DT, error, 4, 0) >= 1.8);
}

CLAIMS(CLAIM(a_bead_keeps_its_energy_in_a_bowl),
       CLAIM(a_ladder_keeps_its_energy_and_lets_go_of_the_wall_at_two_thirds_of_its_height),
       CLAIM(a_pendulum_keeps_its_energy))
