// Advice on the time step before any contact exists. The lightest body of each material hits the lightest and the fixed
// bodies of every other material at the expected speed v (expected_speed.c); the stiffness at the largest depth counts:
//   1/2 m v^2 = W(depth),   limit = sqrt(m/k(depth)) AB_STEP_LIMIT,   recommended = sqrt(m/k) AB_STEP_RECOMMENDED
// In addition no body may travel further than AB_TRAVEL_PER_SUBSTEP allows, or steps would be divided
// (choose_substeps.c).
// Overlaps of volume V: two faces of area A have the stiffness W''(V) A^2, largest at V = 0. V0 is the given one, or
// follows from the step (overlap_pressure.c), where the recommended step makes it 1 % of the body's volume; if it is 0,
// the stiffness at the largest V counts. If V0 is given, the recommended step resolves a contact of faces by as many
// steps as for the default V0, for the accuracy of restitution.
#include "base/alloc.h"
#include "geom/convex/polyhedron.h"
#include "step/prepare.h"

typedef struct extreme {
    double mass;      // of the lightest moving body, kg; 0 = none
    double radius;    // of that body, m
    double face_area; // radius of a disc with the area of the largest flat face of a half-space, m
    bool fixed;       // there is a fixed body with contact
    bool balls;       // there is a ball
} extreme;

// Radius of the stiffest contact: the largest of smooth shapes, else the equivalent one; of open meshes, which have no
// volume, the bounding radius.
static double size_of(const ab_shape *shape) {
    const double radius = ab_shape_flattest(shape);
    return isfinite(radius) ? radius : shape->radius;
}

static double face_area_of(const ab_shape *shape) {
    const bool polyhedron = shape->convex && ab_shape_class_of(shape) == AB_CLASS_POLYHEDRON;
    const double face =
        fmax(shape->sdf_collider ? shape->sdf_collider->largest_face : 0, polyhedron ? shape->convex->largest : 0);
    return sqrt(face / 3.14159265358979323846);
}

static void find_extremes(const ab_world *w, extreme *of) {
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        extreme *e = &of[w->state.collider.material[i]];
        const double mass = ab_mass_of(&w->state.body, ab_owner(w, i));
        if (!ab_collider_touches(w, i)) continue;
        if (!ab_collider_moves(w, i))
            e->fixed = true;
        else if (e->mass == 0 || mass < e->mass)
            *e = (extreme){mass, size_of(ab_collider_shape(w, i)), e->face_area, e->fixed, e->balls};
        e->balls = e->balls || ab_collider_shape(w, i)->kind == AB_SHAPE_sphere;
        if (ab_collider_moves(w, i)) e->face_area = fmax(e->face_area, face_area_of(ab_collider_shape(w, i)));
    }
}

// ------------------------------------------------------------------------------------------------------ volumes

// V0 over the body's volume in the advice; V0^(2/3) is (omega dt)^2/beta of it, 5.3 times at the recommended step.
#define SOFT 0.0008

// W''(V)/K of a body that hits another with the given energy.
static double softest(const ab_interaction *in, double modulus, double energy, double volume) {
    if (in->soft_volume > 0) return 1 / cbrt(in->soft_volume * in->soft_volume);
    if (in->soft_volume < 0) return 1 / pow(SOFT * volume, 2.0 / 3);
    return 1 / (3 * fmax(sqrt(energy / (0.75 * modulus)),
                         pow(SOFT * volume, 2.0 / 3))); // V^(4/3) = energy/(3/4 K), bounded from below
}

// Contact frequency of collider i and an equal collider of the other material; given: only if V0 is given.
static double frequency_of_faces(const ab_world *w, int64_t i, int32_t other, double speed, bool given) {
    const ab_shape *shape = ab_collider_shape(w, i);
    const ab_interaction *in = ab_world_interaction(w, w->state.collider.material[i], other);
    if (in->apart || in->geometry != AB_CHOOSE_VOLUME || !shape->convex || !ab_collider_moves(w, i) ||
        (given && !(in->soft_volume > 0)))
        return 0;
    const double modulus = (in->young_of[0] + in->young_of[1]) / shape->equivalent;
    const double mass = 0.5 * ab_mass_of(&w->state.body, ab_owner(w, i));
    const double area = shape->convex->largest;
    return area * sqrt(modulus * softest(in, modulus, 0.5 * mass * speed * speed, shape->volume) / mass);
}

static double highest_of_faces(const ab_world *w, double speed, bool given) {
    double highest = 0;
    for (int64_t i = 0; i < w->state.collider.n; i++)
        for (int32_t m = 0; m < w->config.nmaterial && ab_collider_touches(w, i); m++)
            highest = fmax(highest, frequency_of_faces(w, i, m, 2 * speed, given));
    return highest;
}

// Overlap volume over its volume at which collider i stops at a wall of material `other`: 1/2 m v^2 = 3/4 K V^(4/3).
static double overlap_of(const ab_world *w, int64_t i, int32_t other, double speed) {
    const ab_shape *shape = ab_collider_shape(w, i);
    const ab_interaction *in = ab_world_interaction(w, w->state.collider.material[i], other);
    if (in->apart || in->geometry != AB_CHOOSE_VOLUME || !shape->convex || !ab_collider_moves(w, i)) return 0;
    const double modulus = w->config.materials[w->state.collider.material[i]].young / shape->equivalent;
    return pow(0.5 * ab_mass_of(&w->state.body, ab_owner(w, i)) * speed * speed / (0.75 * modulus), 0.75) /
           shape->volume;
}

static void find_softest(const ab_world *w, ab_step_advice *advice) {
    for (int64_t i = 0; i < w->state.collider.n; i++)
        for (int32_t m = 0; m < w->config.nmaterial && ab_collider_touches(w, i); m++) {
            const double overlap = overlap_of(w, i, m, advice->speed);
            if (overlap > advice->overlap) advice->overlap = overlap, advice->softest = i;
        }
}

// ------------------------------------------------------------------------------------------------------- depths

static double frequency(const ab_interaction *in, double mass, double radius, double speed) {
    if (!(mass > 0) || in->apart) return 0;
    const double scale = ab_law_scale(in, mass);
    const double depth = in->law->depth_for_energy(in, 0.5 * mass * speed * speed / scale, radius);
    return sqrt(scale * in->law->elastic(in, depth, radius).stiffness / mass);
}

// Frequency of a flat punch on an elastic half-space: F = 2 E* a d.
static double frequency_of_face(const ab_world *w, const ab_interaction *in, double flat, double radius, double mass) {
    if (!(mass > 0) || in->apart || !in->half_space || in->geometry == AB_CHOOSE_VOLUME || !(flat > 0)) return 0;
    const double modulus = in->per_unit_mass ? mass * ab_patch_modulus(w, radius, INFINITY) : in->young;
    return sqrt(2 * modulus * flat / mass);
}

// Laws of the overlap volume have depths between balls and other shapes only.
static bool depth_of_balls(const ab_interaction *in, bool balls) { return balls || in->geometry != AB_CHOOSE_VOLUME; }

double ab_pair_frequency(const ab_world *w, int64_t a, int64_t b, double speed) {
    const ab_interaction *in = ab_collider_interaction(w, a, b);
    const ab_shape *shape_a = ab_collider_shape(w, a), *shape_b = ab_collider_shape(w, b);
    const double mass =
        1 / (ab_inverse_mass_of(&w->state.body, ab_owner(w, a)) + ab_inverse_mass_of(&w->state.body, ab_owner(w, b)));
    const double radius = 1 / (1 / ab_shape_flattest(shape_a) + 1 / ab_shape_flattest(shape_b));
    const double flat = fmax(face_area_of(shape_a), face_area_of(shape_b));
    const double of_faces = fmax(frequency_of_faces(w, a, w->state.collider.material[b], speed, false),
                                 frequency_of_faces(w, b, w->state.collider.material[a], speed, false));
    const bool balls = shape_a->kind == AB_SHAPE_sphere || shape_b->kind == AB_SHAPE_sphere;
    return fmax(of_faces, fmax(depth_of_balls(in, balls) ? frequency(in, mass, radius, speed) : 0,
                               frequency_of_face(w, in, flat, radius, mass)));
}

static double highest_frequency(const ab_world *w, const extreme *of, double speed) {
    double highest = 0;
    for (int32_t i = 0; i < w->config.nmaterial; i++)
        for (int32_t j = 0; j < w->config.nmaterial; j++) {
            const ab_interaction *in = ab_world_interaction(w, i, j);
            const double both = of[i].mass > 0 && of[j].mass > 0 ? 1 / (1 / of[i].mass + 1 / of[j].mass) : 0;
            const double radius = of[i].radius * of[j].radius / (of[i].radius + of[j].radius);
            const bool depth = depth_of_balls(in, of[i].balls || of[j].balls);
            highest = fmax(highest, fmax(depth ? frequency(in, both, radius, 2 * speed) : 0,
                                         frequency_of_face(w, in, of[i].face_area, of[i].radius, both)));
            if (!of[j].fixed) continue;
            highest = fmax(highest, fmax(depth ? frequency(in, of[i].mass, of[i].radius, speed) : 0,
                                         frequency_of_face(w, in, of[i].face_area, of[i].radius, of[i].mass)));
        }
    return highest;
}

// ---------------------------------------------------------------------------------------------------- elements

// Contribution of one body to J M^-1 J^T, the acceleration of a row's coordinate under a unit effort.
static double inverse_effective_mass(const ab_world *w, int64_t row, v3 v, v3 turn) {
    if (row < 0 || !ab_body_moves(&w->state.body, row)) return 0;
    return ab_inverse_mass_of(&w->state.body, row) * v3_norm2(v) +
           v3_dot(turn, ab_spin(ab_moments_of(&w->state.body, row), w->state.body.q[row], turn));
}

double ab_element_inverse_mass(const ab_world *w, const ab_world_force *f) {
    const ab_joint_frame a = ab_joint_frame_on(w, f->a, f->force.frame_a),
                         b = ab_joint_frame_on(w, f->b, f->force.frame_b);
    const ab_row row = ab_force_gradient(&f->force, &a, &b);
    return inverse_effective_mass(w, f->a, row.va, row.wa) + inverse_effective_mass(w, f->b, row.vb, row.wb);
}

// ---------------------------------------------------------------------------------------------------- thickness

// Travel of at most AB_TRAVEL_PER_SUBSTEP of `inner` for balls, and of half of that for others, of which two may move.
static double travel_limit(const ab_world *w, double speed) {
    double min = INFINITY;
    int64_t solids = 0;
    for (int64_t i = 0; i < w->state.collider.n; i++)
        solids += ab_collider_touches(w, i) && ab_collider_shape(w, i)->kind != AB_SHAPE_sphere;
    for (int64_t i = 0; i < w->state.collider.n; i++) {
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
    AB_TRY(ab_prepare_interactions(w));
    AB_TRY(ab_world_prepare_shapes(w, &culprit)); // for the areas of faces
    extreme *of = NULL;
    AB_TRY(AB_ALLOC(w->cx, &of, w->config.nmaterial));
    find_extremes(w, of);
    const double speed = ab_expected_speed(w);
    const bool compliant = w->config.enforcement->compliant && w->config.nmaterial > 0;
    const double omega = compliant ? fmax(highest_frequency(w, of, speed), highest_of_faces(w, speed, false)) : 0;
    const double of_faces = compliant ? sqrt(AB_STEP_FACES) / highest_of_faces(w, speed, true) : INFINITY;
    ab_free(w->cx, of);
    *advice = (ab_step_advice){
        AB_STEP_LIMIT / omega, fmin(AB_STEP_RECOMMENDED / omega, of_faces), speed, travel_limit(w, speed), 0, 0};
    if (!compliant || omega > 0) advice->recommended = fmin(advice->recommended, advice->travel_limit);
    if (compliant) find_softest(w, advice);
    return ABUT_OK;
}
