// A force that follows from a potential of the overlap's volume conserves energy: S and G are its derivatives.
//   W = 3/4 K [(V^2 + V0^2)^(2/3) - V0^(4/3)],  force W' S and torque W' G on A, the opposite on B
#include "overlap_pairs.h"
#include "polyhedra.h"

#include "geom/hull.h"
#include "geom/mass.h"

static const double STIFFNESS = 2000; // K, Pa/m
static const double SOFT = 1e-3;      // V0, m^3

static double energy_of(double v) {
    return 0.75 * STIFFNESS * (cbrt(pow(v * v + SOFT * SOFT, 2)) - cbrt(pow(SOFT, 4)));
}
static double pressure_of(double v) { return STIFFNESS * v / cbrt(v * v + SOFT * SOFT); }

typedef struct body {
    ab_polyhedron shape;
    double mass;
    v3 moments; // about the axes of the shape, which are principal, and its centre, which is that of mass
    ab_pose pose;
    v3 p, l; // momentum, and angular momentum in world axes
} body;

static body make_body(ab_ctx *cx, const v3 *point, int n) {
    body b = {.pose = pose_identity()};
    ab_mesh mesh;
    CHECK_OK(cx, ab_hull(cx, point, n, &mesh));
    const ab_mass m = ab_mesh_mass(&mesh);
    ab_mesh_free(cx, &mesh);
    CHECK_OK(cx, ab_polyhedron_hull(cx, "body", point, n, &b.shape));
    b.mass = m.volume;
    b.moments = v3_make(m.inertia.row[0].x, m.inertia.row[1].y, m.inertia.row[2].z);
    return b;
}

static double kinetic(const body *b) {
    const v3 m = quat_unrotate(b->pose.q, b->l);
    return 0.5 * v3_norm2(b->p) / b->mass +
           0.5 * (m.x * m.x / b->moments.x + m.y * m.y / b->moments.y + m.z * m.z / b->moments.z);
}

// Free flight: turns about one axis of the body after the other, second order and symplectic [mclachlan1993].
static void drift(body *b, double dt) {
    b->pose.x = v3_add_scaled(b->pose.x, dt / b->mass, b->p);
    static const int axes[5] = {0, 1, 2, 1, 0};
    for (int k = 0; k < 5; k++) {
        const double part = axes[k] == 2 ? dt : 0.5 * dt;
        const v3 m = quat_unrotate(b->pose.q, b->l);
        const double rate = v3_at(m, axes[k]) / v3_at(b->moments, axes[k]);
        v3 turn = v3_zero();
        *(axes[k] == 0 ? &turn.x : axes[k] == 1 ? &turn.y : &turn.z) = part * rate;
        b->pose.q = quat_unit(quat_mul(b->pose.q, quat_from_turn(turn)));
    }
}

static ab_overlap meet(const body *a, const body *b, ab_overlap_room *room) {
    ab_overlap o;
    const ab_pose pose = ab_overlap_pose(&a->shape, a->pose, &b->shape, b->pose);
    if (ab_overlap_clip(&a->shape, &b->shape, pose, room, &o) != AB_OVERLAP) return (ab_overlap){0};
    return ab_overlap_move(&o, ab_polyhedron_pose(&a->shape, a->pose));
}

static void push(body *b, const ab_overlap *o, double impulse) {
    b->p = v3_add_scaled(b->p, impulse, o->area);
    b->l = v3_add_scaled(b->l, impulse, v3_sub(o->moment, v3_cross(b->pose.x, o->area)));
}

static void push_both(body *a, body *b, const ab_overlap *o, double dt) {
    push(a, o, dt * pressure_of(o->volume));
    push(b, o, -dt * pressure_of(o->volume));
}

typedef struct outcome {
    double kept;           // |E after - E before| / E before
    double worst;          // the same with the stored energy, while they touch
    double momentum, spin; // changes, relative
    bool touched;
} outcome;

static v3 total_spin(const body *a, const body *b) {
    return v3_add(v3_add(a->l, v3_cross(a->pose.x, a->p)), v3_add(b->l, v3_cross(b->pose.x, b->p)));
}

static outcome collide(body a, body b, double dt, ab_overlap_room *room) {
    outcome out = {0};
    const double before = kinetic(&a) + kinetic(&b);
    const v3 momentum = v3_add(a.p, b.p);
    const v3 spin = total_spin(&a, &b);
    ab_overlap o = meet(&a, &b, room);
    for (double t = 0; t < 3 && !(out.touched && o.volume == 0 && t > 1.3); t += dt) {
        push_both(&a, &b, &o, 0.5 * dt);
        drift(&a, dt);
        drift(&b, dt);
        o = meet(&a, &b, room);
        push_both(&a, &b, &o, 0.5 * dt);
        out.touched |= o.volume > 0;
        const double now = kinetic(&a) + kinetic(&b) + energy_of(o.volume);
        out.worst = fmax(out.worst, fabs(now / before - 1));
    }
    CHECK(o.volume == 0);
    out.kept = fabs((kinetic(&a) + kinetic(&b)) / before - 1);
    out.momentum = v3_norm(v3_sub(v3_add(a.p, b.p), momentum));
    out.spin = v3_norm(v3_sub(total_spin(&a, &b), spin));
    return out;
}

static void throw_at(body *a, body *b, ab_random *r) {
    a->pose = (ab_pose){v3_make(-0.9, 0, 0), ab_random_rotation(r)};
    b->pose = (ab_pose){ab_random_in_box(r, v3_make(0.9, -0.3, -0.3), v3_make(0.9, 0.3, 0.3)),
                        ab_random_rotation(r)};
    a->p = v3_make(a->mass, 0, 0);
    b->p = v3_make(-b->mass, 0, 0);
    a->l = v3_scale(0.1 * a->mass, random_direction(r));
    b->l = v3_scale(0.1 * b->mass, random_direction(r));
}

static int make_bodies(ab_ctx *cx, body *made) {
    v3 point[12];
    made[0] = make_body(cx, point, box_points(v3_make(0.5, 0.5, 0.5), point));
    made[1] = make_body(cx, point, box_points(v3_make(0.6, 0.4, 0.3), point));
    made[2] = make_body(cx, point, octahedron_points(point));
    made[3] = make_body(cx, point, prism_points(point));
    return 4;
}

TEST(oblique_elastic_collisions_conserve_energy_and_momentum) {
    abut_context *cx = shape_context();
    body made[4];
    const int n = make_bodies(cx, made);
    ab_overlap_room room;
    CHECK_OK(cx, ab_overlap_make(cx, 32, &room));
    ab_random r = ab_random_start(31, 1);
    double coarse = 0;
    double fine = 0;
    int touched = 0;
    for (int i = 0; i < 12 * n; i++) {
        body a = made[i % n];
        body b = made[(i + 1) % n];
        throw_at(&a, &b, &r);
        const outcome rough = collide(a, b, 4e-4, &room);
        const outcome out = collide(a, b, 2e-4, &room);
        CHECK_NEAR(out.kept, 0, 1e-6);
        CHECK_NEAR(out.momentum, 0, 1e-13);
        CHECK_NEAR(out.spin, 0, 1e-12); // x cross p is rounded in each of some 7000 steps
        coarse += rough.worst;
        fine += out.worst;
        touched += out.touched;
    }
    CHECK(touched > 40);
    CHECK_NEAR(coarse / fine, 4, 0.4); // second order
    for (int i = 0; i < n; i++) ab_polyhedron_free(cx, &made[i].shape);
    ab_overlap_free(cx, &room);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(oblique_elastic_collisions_conserve_energy_and_momentum))
