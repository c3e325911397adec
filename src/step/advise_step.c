// How large a time step the contacts will bear, before there are any: the lightest body of each material is thrown
// against the lightest and the fixed ones of every other at the speed that bodies may reach, and the stiffness it meets
// at the greatest depth is taken:
//   1/2 m v^2 = W(depth),   limit = sqrt(m/k(depth)) AB_STEP_LIMIT,   recommended = sqrt(m/k) AB_STEP_RECOMMENDED
//   v: what bodies may reach (expected_speed.c)
// And no body may pass half of its thickness in a step (choose_substeps.c), for which others would have to be divided.
// Overlaps of volume V: faces of area A that meet have the stiffness W''(V) A^2, largest at V = 0. V0 is then the one
// given, or that of a step (overlap_pressure.c), of which the recommended one makes it 1 % of the body's volume; if it
// is 0, the stiffness at the largest V counts. If it is given, contacts of faces shall be as many steps long at the
// recommended one as if it were not, for the sake of their restitution.
#include "base/alloc.h"
#include "geom/convex/polyhedron.h"
#include "step/step.h"

typedef struct extreme {
    double mass;      // of the lightest moving body, 0 = none
    double radius;    // of that body
    double face_area; // radius of a disc as large as the largest flat face with which a body touches point by point
    bool fixed;       // there is a fixed body that can be touched
} extreme;

// An open mesh is flat; one that moves has at least a size.
static double size_of(const ab_shape *shape) { return isfinite(shape->equivalent) ? shape->equivalent : shape->radius; }

static double face_area_of(const ab_shape *shape) {
    return shape->sdf_collider ? sqrt(shape->sdf_collider->largest_face / 3.14159265358979323846) : 0;
}

static void find_extremes(const ab_world *w, extreme *of) {
    for (int64_t i = 0; i < w->collider.n; i++) {
        extreme *e = &of[w->collider.material[i]];
        const double mass = ab_mass_of(&w->body, ab_owner(w, i));
        if (!ab_collider_touches(w, i)) continue;
        if (!ab_collider_moves(w, i))
            e->fixed = true;
        else if (e->mass == 0 || mass < e->mass)
            *e = (extreme){mass, size_of(ab_collider_shape(w, i)), e->face_area, e->fixed};
        if (ab_collider_moves(w, i)) e->face_area = fmax(e->face_area, face_area_of(ab_collider_shape(w, i)));
    }
}

// ------------------------------------------------------------------------------------------------------ volumes

#define SOFT 0.0008 // V0^(2/3) is (omega dt)^2/beta of that one, 5.3 times at the recommended step

// W''(V)/K of a body that is thrown at another with the energy given.
static double softest(const ab_interaction *in, double modulus, double energy, double volume) {
    if (in->soft_volume > 0) return 1 / cbrt(in->soft_volume * in->soft_volume);
    if (in->soft_volume < 0) return 1 / pow(SOFT * volume, 2.0 / 3);
    return 1 / (3 * fmax(sqrt(energy / (0.75 * modulus)),
                         pow(SOFT * volume, 2.0 / 3))); // V^(4/3) = energy/(3/4 K); less is not spoken of
}

// Of collider i against one like itself of the other material, or a fixed one; `given`: only where V0 is.
static double frequency_of_faces(const ab_world *w, int64_t i, int32_t other, double speed, bool given) {
    const ab_shape *shape = ab_collider_shape(w, i);
    const ab_interaction *in = ab_world_interaction(w, w->collider.material[i], other);
    if (in->apart || !in->law->pressure || !shape->convex || !ab_collider_moves(w, i) ||
        (given && !(in->soft_volume > 0)))
        return 0;
    const double modulus = (in->young_of[0] + in->young_of[1]) / shape->equivalent;
    const double mass = 0.5 * ab_mass_of(&w->body, ab_owner(w, i));
    const double area = shape->convex->largest;
    return area * sqrt(modulus * softest(in, modulus, 0.5 * mass * speed * speed, shape->volume) / mass);
}

static double highest_of_faces(const ab_world *w, double speed, bool given) {
    double highest = 0;
    for (int64_t i = 0; i < w->collider.n; i++)
        for (int32_t m = 0; m < w->nmaterial && ab_collider_touches(w, i); m++)
            highest = fmax(highest, frequency_of_faces(w, i, m, 2 * speed, given));
    return highest;
}

// Share of its volume that collider i needs to stop at a wall of material `other`: 1/2 m v^2 = 3/4 K V^(4/3).
static double overlap_of(const ab_world *w, int64_t i, int32_t other, double speed) {
    const ab_shape *shape = ab_collider_shape(w, i);
    const ab_interaction *in = ab_world_interaction(w, w->collider.material[i], other);
    if (in->apart || !in->law->pressure || !shape->convex || !ab_collider_moves(w, i)) return 0;
    const double modulus = w->materials[w->collider.material[i]].young / shape->equivalent;
    return pow(0.5 * ab_mass_of(&w->body, ab_owner(w, i)) * speed * speed / (0.75 * modulus), 0.75) / shape->volume;
}

static void find_softest(const ab_world *w, ab_step_advice *advice) {
    for (int64_t i = 0; i < w->collider.n; i++)
        for (int32_t m = 0; m < w->nmaterial && ab_collider_touches(w, i); m++) {
            const double overlap = overlap_of(w, i, m, advice->speed);
            if (overlap > advice->overlap) advice->overlap = overlap, advice->softest = i;
        }
}

// ------------------------------------------------------------------------------------------------------- depths

static double frequency(const ab_interaction *in, double mass, double radius, double speed) {
    if (!(mass > 0) || in->apart || in->law->pressure) return 0;
    const double scale = ab_law_scale(in, mass);
    const double depth = in->law->depth_for_energy(in, 0.5 * mass * speed * speed / scale, radius);
    return sqrt(scale * in->law->elastic(in, depth, radius).stiffness / mass);
}

// A flat face on an elastic half-space: F = 2 E* a d.
static double frequency_of_face(const ab_world *w, const ab_interaction *in, double flat, double radius, double mass) {
    if (!(mass > 0) || in->apart || !in->half_space || !(flat > 0)) return 0;
    const double modulus = in->per_unit_mass ? mass * ab_patch_modulus(w, radius, INFINITY) : in->young;
    return sqrt(2 * modulus * flat / mass);
}

double ab_pair_frequency(const ab_world *w, int64_t a, int64_t b, double speed) {
    const ab_interaction *in = ab_collider_interaction(w, a, b);
    const ab_shape *shape_a = ab_collider_shape(w, a), *shape_b = ab_collider_shape(w, b);
    const double mass =
        1 / (ab_inverse_mass_of(&w->body, ab_owner(w, a)) + ab_inverse_mass_of(&w->body, ab_owner(w, b)));
    const double radius = ab_effective_radius(w, a, b), flat = fmax(face_area_of(shape_a), face_area_of(shape_b));
    const double of_faces = fmax(frequency_of_faces(w, a, w->collider.material[b], speed, false),
                                 frequency_of_faces(w, b, w->collider.material[a], speed, false));
    return fmax(of_faces, fmax(frequency(in, mass, radius, speed), frequency_of_face(w, in, flat, radius, mass)));
}

static double highest_frequency(const ab_world *w, const extreme *of, double speed) {
    double highest = 0;
    for (int32_t i = 0; i < w->nmaterial; i++)
        for (int32_t j = 0; j < w->nmaterial; j++) {
            const ab_interaction *in = ab_world_interaction(w, i, j);
            const double both = of[i].mass > 0 && of[j].mass > 0 ? 1 / (1 / of[i].mass + 1 / of[j].mass) : 0;
            const double radius = of[i].radius * of[j].radius / (of[i].radius + of[j].radius);
            highest = fmax(highest, fmax(frequency(in, both, radius, 2 * speed),
                                         frequency_of_face(w, in, of[i].face_area, of[i].radius, both)));
            if (!of[j].fixed) continue;
            highest = fmax(highest, fmax(frequency(in, of[i].mass, of[i].radius, speed),
                                         frequency_of_face(w, in, of[i].face_area, of[i].radius, of[i].mass)));
        }
    return highest;
}

abut_status ab_step_prepare(ab_world *w) {
    if (w->interactions) return ABUT_OK;
    if (w->penetration > 0 && w->approach_speed == 0) w->approach_speed = ab_speed_of_fall(w);
    if (w->penetration > 0 && w->approach_speed == 0) w->approach_speed = ab_expected_speed(w); // only drives move them
    if (w->penetration > 0 && !(w->approach_speed > 0))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "a stiffness from the penetration needs a speed, and nothing moves; set contact.approach_speed");
    return ab_world_build_interactions(w);
}

// ---------------------------------------------------------------------------------------------------- elements

static double largest_of(v3 a) { return fmax(a.x, fmax(a.y, a.z)); }
static double smallest_of(v3 a) { return fmin(a.x, fmin(a.y, a.z)); }

// Acceleration along a row's coordinate that a unit effort gives: one body's part of J M^-1 J^T.
static double inverse_effective_mass(const ab_world *w, int64_t row, v3 v, v3 turn) {
    if (row < 0 || !ab_body_moves(&w->body, row)) return 0;
    return ab_inverse_mass_of(&w->body, row) * v3_norm2(v) +
           v3_dot(turn, ab_spin(ab_moments_of(&w->body, row), w->body.q[row], turn));
}

double ab_element_inverse_mass(const ab_world *w, const ab_world_force *f) {
    const ab_joint_frame a = ab_joint_frame_on(w, f->a, f->force.frame_a),
                         b = ab_joint_frame_on(w, f->b, f->force.frame_b);
    const ab_row row = ab_force_gradient(&f->force, &a, &b);
    return inverse_effective_mass(w, f->a, row.va, row.wa) + inverse_effective_mass(w, f->b, row.vb, row.wb);
}

// The same of a turn about the axis that turns most easily, and of a shift without one.
static double inverse_moment_of_turn(const ab_world *w, int64_t row) {
    return row < 0 || !ab_body_moves(&w->body, row) ? 0 : 1 / smallest_of(ab_moments_of(&w->body, row));
}

static double inverse_mass_of_shift(const ab_world *w, int64_t row) {
    return row < 0 ? 0 : ab_inverse_mass_of(&w->body, row);
}

// The fastest thing that a spring, damper or controller does to two bodies that nothing else holds, rad/s.
static double frequency_of_element(const ab_world *w, const ab_world_force *f) {
    const ab_force *s = &f->force;
    const double own = s->type->act ? ab_element_inverse_mass(w, f) : 0;
    const double shift = inverse_mass_of_shift(w, f->a) + inverse_mass_of_shift(w, f->b);
    const double turn = inverse_moment_of_turn(w, f->a) + inverse_moment_of_turn(w, f->b);
    const double swing =
        fmax(s->stiffness * own, fmax(largest_of(s->stiff_shift) * shift, largest_of(s->stiff_turn) * turn));
    const double creep =
        fmax(s->damping * own, fmax(largest_of(s->damp_shift) * shift, largest_of(s->damp_turn) * turn));
    return fmax(sqrt(swing), creep);
}

double ab_element_max_frequency(const ab_world *w) {
    double fastest = 0;
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        fastest = fmax(fastest, frequency_of_element(w, &w->mechanism.force[i]));
    return fastest;
}

// ---------------------------------------------------------------------------------------------------- thickness

// Balls move by half their radius at most, and others, of which two may move, by half of that.
static double travel_limit(const ab_world *w, double speed) {
    double min = INFINITY;
    int64_t solids = 0;
    for (int64_t i = 0; i < w->collider.n; i++)
        solids += ab_collider_touches(w, i) && ab_collider_shape(w, i)->kind != AB_SHAPE_sphere;
    for (int64_t i = 0; i < w->collider.n; i++) {
        const ab_shape *shape = ab_collider_shape(w, i);
        const bool ball = shape->kind == AB_SHAPE_sphere;
        if (!ab_collider_touches(w, i) || !(shape->inner > 0) || (ball && !ab_collider_moves(w, i)) ||
            (!ball && solids < 2))
            continue;
        min = fmin(min, ball ? shape->inner : 0.5 * shape->inner);
    }
    return AB_TRAVEL_PER_SUBSTEP * min / speed;
}

abut_status ab_step_advise(ab_world *w, ab_step_advice *advice) {
    int64_t culprit;
    AB_TRY(ab_step_prepare(w));
    AB_TRY(ab_world_prepare_shapes(w, &culprit)); // faces
    extreme *of = NULL;
    AB_TRY(AB_ALLOC(w->cx, &of, w->nmaterial));
    find_extremes(w, of);
    const double speed = ab_expected_speed(w);
    const bool compliant = w->enforcement == AB_ENFORCE_PENALTY && w->nmaterial > 0;
    const double omega = compliant ? fmax(highest_frequency(w, of, speed), highest_of_faces(w, speed, false)) : 0;
    const double of_faces = compliant ? sqrt(AB_STEP_FACES) / highest_of_faces(w, speed, true) : INFINITY;
    ab_free(w->cx, of);
    *advice = (ab_step_advice){
        AB_STEP_LIMIT / omega, fmin(AB_STEP_RECOMMENDED / omega, of_faces), speed, travel_limit(w, speed), 0, 0};
    if (!compliant || omega > 0) advice->recommended = fmin(advice->recommended, advice->travel_limit);
    if (compliant) find_softest(w, advice);
    return ABUT_OK;
}
