// labels: long
// Balls against curved solids: as stiff as Hertz says with the curvature of both, and by a potential.
#include "shapes.h"
#include "parameters.h"
#include "worlds.h"

#include "geom/mesh/mesh_object.h"
#include "shape/shape_common.h"

#include <stdio.h>

#define YOUNG 2e9
#define NU    0.3
#define BALL  0.01

static const double MODULUS = 0.5 * YOUNG / (1 - NU * NU);

static double hertz(double radius, double d) { return 4.0 / 3 * MODULUS * sqrt(radius * d) * d; }

// Complete elliptic integrals K, E of the modulus e by the arithmetic-geometric mean.
static void elliptic(double e, double *k, double *of_e) {
    double a = 1, b = sqrt(1 - e * e), sum = 0.5 * e * e, power = 0.5;
    while (fabs(a - b) > 1e-15) {
        const double c = 0.5 * (a - b), mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
        power *= 2;
        sum += power * c * c;
    }
    *k = 0.5 * AB_PI / a;
    *of_e = *k * (1 - sum);
}

// Force of two bodies whose distance is x^2/(2 R_1) + y^2/(2 R_2), R_1 > R_2, at the depth d. [johnson1985, eq.
// 4.26-4.32]
static double elliptic_hertz(double large, double small, double d) {
    double low = 1e-6, high = 1 - 1e-12, k = 0, of_e = 0;
    for (int i = 0; i < 200; i++) {
        const double e = 0.5 * (low + high);
        elliptic(e, &k, &of_e);
        const double ratio = (of_e / (1 - e * e) - k) / (k - of_e);
        *(ratio < large / small ? &low : &high) = e;
    }
    const double a = sqrt(d * (k - of_e) / (k * low * low) * 2 * large), b = a * sqrt(1 - low * low);
    return 2.0 / 3 * AB_PI * a * b * MODULUS * d / (b * k);
}

static test_world open_pair(double restitution, double young, double dt, int64_t resolution) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.dt = dt;
    def.resolution = resolution;
    def.geometry = "sdf";
    abut_material_def m = abut_material_default();
    m.name = "solid";
    m.young = young;
    m.poisson = NU;
    m.restitution = restitution;
    m.friction = 0;
    return open_world(1, &def, &m);
}

static abut_body add_fixed(test_world *t, int32_t shape) {
    abut_body_def def = abut_body_default();
    abut_body body;
    def.name = "solid";
    def.shape = shape;
    def.material = t->material;
    def.fixed = true;
    CHECK_OK(t->cx, abut_body_add(t->w, &def, &body));
    return body;
}

static int32_t add_mesh(test_world *t, ab_mesh mesh) {
    abut_mesh made = {.cx = t->cx, .mesh = mesh};
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_mesh(t->w, &made, &shape));
    ab_mesh_free(t->cx, &made.mesh);
    return shape;
}

static void stretch(ab_mesh *mesh, v3 by) {
    for (int64_t i = 0; i < mesh->nvertex; i++) mesh->vertex[i] = v3_mul(mesh->vertex[i], by);
}

// A ball with a hollow, both of octahedra that were split.
static ab_mesh hollow(ab_ctx *cx, v3 inner, double outer) {
    ab_mesh mesh = shape_sphere(cx, 4), within = shape_sphere(cx, 6);
    stretch(&mesh, v3_make(outer, outer, outer));
    stretch(&within, inner);
    ab_mesh_turn(&within);
    shape_append(cx, &mesh, &within);
    ab_mesh_free(cx, &within);
    return mesh;
}

enum { PLACES = 40 };

// Where a ball is: all around a point, or around z.
static v3 place(int i, double distance, bool around_z) {
    const double u = around_z ? 0 : (2 * i + 1.0) / PLACES - 1, turn = 2.399963 * i,
                 across = distance * sqrt(1 - u * u);
    return v3_make(across * cos(turn), across * sin(turn), around_z ? 0.3 * BALL * sin(i) : distance * u);
}

// By how much the force of balls at this distance differs from the expected one, at worst.
static double worst_force(test_world *t, double distance, bool around_z, double expected) {
    const int32_t of_solid = t->material;
    abut_material_def m = abut_material_default();
    m.name = "ball";
    m.young = YOUNG;
    m.poisson = NU;
    m.friction = 0;
    CHECK_OK(t->cx, abut_material_add(t->w, &m, &t->material));
    abut_pair_def apart = abut_pair_default();
    apart.a = apart.b = t->material;
    apart.apart = true;
    CHECK_OK(t->cx, abut_pair_set(t->w, &apart));
    abut_body ball[PLACES];
    for (int i = 0; i < PLACES; i++) ball[i] = add_ball(t, BALL, place(i, distance, around_z), (abut_v3){0, 0, 0});
    t->material = of_solid;
    CHECK_OK(t->cx, ab_step_start(t->w));
    double worst = 0;
    for (int i = 0; i < PLACES; i++) {
        const int64_t row = ab_body_row(t->w, ball[i]);
        const v3 x = t->w->state.body.x[row], out = v3_unit(v3_make(x.x, x.y, around_z ? 0 : x.z));
        const double off = fabs(v3_dot(t->w->state.body.force[row], out)) / expected - 1;
        if (fabs(off) > fabs(worst)) worst = off;
    }
    return worst;
}

// The solid's facets lie below the ball of radius R by up to R (1.1 cell/R)^2/6: 0.5 % of the depth at 96 cells, so 0.8
// % of the force.
TEST(a_ball_on_a_round_solid_has_the_force_of_hertz) {
    static const double TIMES[] = {0.5, 1, 3};
    for (int i = 0; i < 3; i++) {
        test_world t = open_pair(1, YOUNG, 1e-12, 96);
        const double r = TIMES[i] * BALL, d = 0.02 * r;
        int32_t shape;
        CHECK_OK(t.cx, abut_shape_add_ellipsoid(t.w, (abut_v3){r, r, r}, &shape));
        add_fixed(&t, shape);
        const double off = worst_force(&t, r + BALL - d, false, hertz(r * BALL / (r + BALL), d));
        printf("  ball on a solid of %g times its radius: %.4f\n", TIMES[i], off);
        CHECK_NEAR(off, 0, 0.02);
        close_world(&t);
    }
}

// Facets of the cup reach into it by up to 1 % of the depth, which is 1.5 % of the force. Its curvature k is off by up
// to 1.5 % (test_curvature), 1/r - k by 1/(R/r - 1) times as much, and the force by half of that.
TEST(a_ball_in_a_cup_has_the_force_of_hertz) {
    static const double TIMES[] = {1.3, 2, 5};
    for (int i = 0; i < 3; i++) {
        test_world t = open_pair(1, YOUNG, 1e-12, 64);
        const double r = TIMES[i] * BALL, d = 0.02 * r;
        add_fixed(&t, add_mesh(&t, hollow(t.cx, v3_make(r, r, r), 1.5 * r)));
        const double off = worst_force(&t, r - BALL + d, false, hertz(r * BALL / (r - BALL), d));
        printf("  ball in a cup of %g times its radius: %.4f\n", TIMES[i], off);
        CHECK_NEAR(off, 0, 0.015 + 0.5 * 0.015 / (TIMES[i] - 1));
        close_world(&t);
    }
}

TEST(a_ball_on_the_side_of_a_cylinder_has_the_force_of_an_elliptic_contact) {
    static const double TIMES[] = {0.1, 1, 4};
    for (int i = 0; i < 3; i++) {
        test_world t = open_pair(1, YOUNG, 1e-12, 96);
        const double r = TIMES[i] * BALL, d = 0.02 * r;
        int32_t shape;
        CHECK_OK(t.cx, abut_shape_add_cylinder(t.w, r, fmax(1, 2 * TIMES[i]) * BALL, &shape));
        add_fixed(&t, shape);
        const double off = worst_force(&t, r + BALL - d, true, elliptic_hertz(BALL, r * BALL / (r + BALL), d));
        printf("  ball on a cylinder of %g times its radius: %.4f\n", TIMES[i], off);
        CHECK_NEAR(off, 0, 0.02);
        close_world(&t);
    }
}

// A ball without friction on a solid of three different axes, or in a hollow of them: where its contact grows stiffer
// or softer along the way, the energy that this takes or gives is that of its motion. Returns how far the ledger was
// off, over the kinetic energy.
static double worst_residual(test_world *t, double dt, double span) {
    CHECK_OK(t->cx, ab_step_start(t->w));
    double worst = 0;
    const double before = abut_world_energy(t->w).kinetic;
    for (int64_t i = 0; (double)i * dt < span; i++) {
        run_steps(t, 1);
        worst = fmax(worst, fabs(abut_world_energy(t->w).residual) / before);
    }
    CHECK(abut_contact_count(t->w) <= 1);
    close_world(t);
    return worst;
}

// Held to the middle by a spring, it sinks in by 1 to 2 % of its radius.
static double residual_outside(double dt) {
    test_world t = open_pair(1, 1e6, dt, 64);
    int32_t shape;
    CHECK_OK(t.cx, abut_shape_add_ellipsoid(t.w, (abut_v3){BALL, 1.5 * BALL, 2 * BALL}, &shape));
    add_fixed(&t, shape);
    abut_force_def spring = abut_force_default();
    spring.name = "spring";
    spring.kind = "spring";
    spring.along = "distance";
    spring.a = add_ball(&t, BALL, (abut_v3){1.98 * BALL, 0, 0}, (abut_v3){0, 0.1, 0.15});
    GIVE(spring, "stiffness", 5);
    GIVE(spring, "length", 0);
    CHECK_OK(t.cx, abut_force_add(t.w, &spring, NULL));
    return worst_residual(&t, dt, 1);
}

static double residual_inside(double dt) {
    test_world t = open_pair(1, 1e6, dt, 48);
    add_fixed(&t, add_mesh(&t, hollow(t.cx, v3_make(2 * BALL, 3 * BALL, 4 * BALL), 5 * BALL)));
    add_ball(&t, BALL, (abut_v3){0, 0, 0}, (abut_v3){0.5, 0.3, 0.4});
    return worst_residual(&t, dt, 0.5);
}

// Without the gradient of the radius it would be off by 8e-4 and 2e-3. What is left comes from edges that are
// re-entrant, where the nearest point leaps: all edges of the hollow, and a few of the ellipsoid, whose triangles are
// not those of its convex hull.
TEST(a_ball_that_slides_over_changing_curvature_keeps_its_energy) {
    const double outside = residual_outside(8e-5), inside = residual_inside(8e-5);
    printf("  energy off by %.2e outside, %.2e inside\n", outside, inside);
    CHECK(outside < 2e-5);
    CHECK(inside < 1.5e-3);
}

CLAIMS(CLAIM(a_ball_on_a_round_solid_has_the_force_of_hertz), CLAIM(a_ball_in_a_cup_has_the_force_of_hertz),
       CLAIM(a_ball_on_the_side_of_a_cylinder_has_the_force_of_an_elliptic_contact),
       CLAIM(a_ball_that_slides_over_changing_curvature_keeps_its_energy))
