// Force, depth and stiffness of two bodies in contact, in closed form.
//   balls         the law itself, with the effective radius R
//   half-space    (patch_pressure.c) round F = 4/3 E* sqrt(R d) d, face F = 2 E* a d with a = sqrt(A/pi),
//                 corner F = 2/(pi tan b) E* d^2
//   foundation    (patch_pressure.c) round F = 2 pi R int f(d) dd/S, face F = f(d) A/S;
//                 f: the law, S: the area that has its stiffness
//   overlaps      of laws of the compression as for a half-space; of the depth the law itself;
//                 of the volume (overlap_pressure.c) face F = W'(A d) A
// The cap of a sphere of height d has the area 2 pi R d, in equal parts for equal heights. A corner is a cone with the
// cross-sections of the corner of a cube, 3 sqrt(3)/2 d^2, so tan b = 1.0997; its three sides have the area 9/2 d^2.
//                                                                              [johnson1985, ch. 3 and 4; sneddon1965]
#include "step/expected_contact.h"

#include "geom/convex/polyhedron.h"
#include "shape/sdf_collider.h"
#include "step/phases.h"

#define PI          3.14159265358979323846
#define MIN_FACE    0.03    // least flat face over the surface: facets of round bodies are smaller
#define CORNER      0.57890 // 2/(pi tan b)
#define CORNER_AREA 4.5     // over d^2
#define ROUNDS      100     // Newton iterations: power laws need one

typedef struct expected_contact_meeting {
    const ab_world *w;
    const ab_interaction *in;
    const ab_shape *a, *b;
    ab_geometry geometry;
    ab_touching how;
    double mass;    // effective mass of the pair, kg
    double radius;  // m
    double face;    // m^2
    double modulus; // E* of a half-space, Pa; 0 = no half-space
    double whole;   // area with the stiffness of a foundation, m^2; 0 = no foundation
} expected_contact_meeting;

// ---------------------------------------------------------------------------------------------------- shapes

static const ab_shape *shape_of(const ab_world *w, int64_t row) { return ab_collider_shape(w, row); }
static bool is_ball(const ab_shape *s) { return s->kind == AB_SHAPE_sphere; }
static bool is_plane(const ab_shape *s) { return s->kind == AB_SHAPE_plane; }

// The pair has a single contact with one depth.
static bool is_whole(const ab_shape *a, const ab_shape *b, ab_geometry g) {
    return is_ball(a) || is_ball(b) || g == AB_GEOMETRY_GAP;
}
static bool is_overlap(ab_geometry g) { return g == AB_GEOMETRY_OVERLAP || g == AB_GEOMETRY_WALL; }

// Area of the largest flat face, m^2: infinite for planes and open meshes, 0 for round bodies.
static double face_of(const ab_shape *s) {
    if (is_plane(s) || ab_shape_is_sheet(s)) return INFINITY;
    if (!s->sdf_collider && s->convex) return s->convex->largest;
    if (!s->sdf_collider || !(s->sdf_collider->largest_face > MIN_FACE * s->sdf_collider->points.area)) return 0;
    return s->sdf_collider->largest_face;
}

// Curvature at the contact: 0 for solids with flat faces and for open meshes; the smallest curvature of the surface for
// shapes with exact gaps, and that of the ball of equal volume for all others.
static double curvature_of(const ab_shape *s, ab_geometry g) {
    if (is_ball(s)) return 1 / s->radius;
    if (ab_shape_is_sheet(s) || face_of(s) > 0) return 0;
    if (g == AB_GEOMETRY_GAP) return is_plane(s) ? 0 : 1 / ab_shape_flattest(s);
    return 1 / (s->kind == AB_SHAPE_capsule ? s->half.x : s->equivalent);
}

static double surface_of(const ab_shape *s) { return s->sdf_collider ? s->sdf_collider->points.area : INFINITY; }

// Collider whose surface samples are tested against the other; NULL = open mesh, whose samples are made on demand.
static const ab_sdf_collider *finer_of(const ab_shape *a, const ab_shape *b) {
    if (ab_shape_is_sheet(a) || ab_shape_is_sheet(b)) return NULL;
    if (!a->sdf_collider || !b->sdf_collider) return a->sdf_collider ? a->sdf_collider : b->sdf_collider;
    return b->sdf_collider->spacing < a->sdf_collider->spacing ? b->sdf_collider : a->sdf_collider;
}

bool ab_touching_may_be(const ab_world *w, int64_t a, int64_t b, ab_touching how) {
    const ab_shape *of_a = shape_of(w, a), *of_b = shape_of(w, b);
    const ab_interaction *in = ab_collider_interaction(w, a, b);
    if (is_overlap(ab_collider_geometry(w, a, b)))
        return how == AB_TOUCHING_FACE || (how == AB_TOUCHING_CORNER && in->law->overlap == AB_OVERLAP_COMPRESSION);
    if (is_whole(of_a, of_b, ab_collider_geometry(w, a, b))) return how == AB_TOUCHING_ROUND;
    const bool faces = face_of(of_a) > 0 && face_of(of_b) > 0;
    return how == AB_TOUCHING_ROUND ? !faces : faces && (how == AB_TOUCHING_FACE || in->half_space);
}

// -------------------------------------------------------------------------------------------------- meetings

static double area_of_point(const ab_sdf_collider *s) { return s->points.area / (double)s->points.all.n; }

static double whole_of(const expected_contact_meeting *m) {
    const ab_sdf_collider *finer = finer_of(m->a, m->b);
    if (m->w->config.per_point && finer) return area_of_point(finer);
    return m->in->area > 0 ? m->in->area : ab_lesser(surface_of(m->a), surface_of(m->b));
}

static void set_patch(expected_contact_meeting *m) {
    if (!m->in->half_space)
        m->whole = whole_of(m);
    else if (!m->in->per_unit_mass)
        m->modulus = m->in->young;
    else
        m->modulus = m->mass * ab_patch_modulus(m->w, m->a->equivalent, m->b->equivalent);
}

static expected_contact_meeting meeting_of(const ab_world *w, int64_t a, int64_t b, ab_touching how) {
    const ab_bodies *body = &w->state.body;
    const double inverse = ab_inverse_mass_of(body, ab_owner(w, a)) + ab_inverse_mass_of(body, ab_owner(w, b));
    expected_contact_meeting m = {
        .w = w,
        .in = ab_collider_interaction(w, a, b),
        .a = shape_of(w, a),
        .b = shape_of(w, b),
        .geometry = ab_collider_geometry(w, a, b),
        .how = how,
        .mass = 1 / inverse,
    };
    const bool overlap = is_overlap(m.geometry);
    m.radius = 1 / (curvature_of(m.a, m.geometry) + curvature_of(m.b, m.geometry));
    m.face = overlap ? ab_largest_face(m.a, m.b) : ab_lesser(face_of(m.a), face_of(m.b));
    if (overlap && m.in->law->overlap == AB_OVERLAP_COMPRESSION) m.modulus = m.in->young;
    if (!overlap && !is_whole(m.a, m.b, m.geometry)) set_patch(&m);
    return m;
}

static ab_elastic multiple_of(ab_elastic e, double by) {
    return (ab_elastic){by * e.force, by * e.energy, by * e.stiffness, by * e.tangent_stiffness};
}

static ab_elastic half_space_at(const expected_contact_meeting *m, double d) {
    const double corner = CORNER * m->modulus, face = 2 * m->modulus * sqrt(m->face / PI),
                 round = 4.0 / 3 * m->modulus * sqrt(m->radius * d);
    if (m->how == AB_TOUCHING_CORNER) return (ab_elastic){corner * d * d, corner / 3 * d * d * d, 2 * corner * d, 0};
    if (m->how == AB_TOUCHING_FACE) return (ab_elastic){face * d, 0.5 * face * d * d, face, 0};
    return (ab_elastic){round * d, 0.4 * round * d * d, 1.5 * round, 0};
}

// Energy of a round body W = int F dd: for a law f ~ d^n, W_f = f d/(n + 1) and its integral is W_f d/(n + 2).
static ab_elastic foundation_at(const expected_contact_meeting *m, double d) {
    const double equivalent = 1 / (1 / m->a->equivalent + 1 / m->b->equivalent);
    const ab_elastic e = multiple_of(m->in->law->elastic(m->in, d, equivalent), ab_law_scale(m->in, m->mass));
    if (m->how == AB_TOUCHING_FACE) return multiple_of(e, m->face / m->whole);
    const double piece = 2 * PI * m->radius / m->whole;
    return (ab_elastic){piece * e.energy, piece * e.energy * d / (e.force * d / e.energy + 1), piece * e.force, 0};
}

static ab_elastic volume_at(const expected_contact_meeting *m, double d) {
    const ab_overlap_input input = ab_overlap_input_at(m->w, m->in, m->a, m->b, m->mass, m->face * d);
    const ab_elastic e = m->in->law->pressure(&input);
    return (ab_elastic){m->face * e.force, e.energy, m->face * m->face * e.stiffness, 0};
}

static ab_elastic elastic_at(const expected_contact_meeting *m, double d) {
    if (is_overlap(m->geometry) && m->in->law->overlap == AB_OVERLAP_VOLUME) return volume_at(m, d);
    if (m->modulus > 0) return half_space_at(m, d);
    if (m->whole > 0) return foundation_at(m, d);
    return multiple_of(m->in->law->elastic(m->in, d, m->radius), ab_law_scale(m->in, m->mass));
}

// ---------------------------------------------------------------------------------------------------- depths

// Newton's method in logarithms; the overlap-volume law is concave there, so that iterates from below stay below.
static double depth_of(const expected_contact_meeting *m, double force, double energy) {
    double d = 1e-6;
    for (int i = 0; i < ROUNDS; i++) {
        const ab_elastic e = elastic_at(m, d);
        const double more = energy > 0 ? pow(energy / e.energy, e.energy / (e.force * d))
                                       : pow(force / e.force, e.force / (e.stiffness * d));
        d *= more;
        if (!(fabs(more - 1) > 1e-12)) break;
    }
    return d;
}

static double points_of(const expected_contact_meeting *m, double d) {
    const ab_sdf_collider *finer = finer_of(m->a, m->b);
    if (!(m->modulus > 0) || is_overlap(m->geometry) || !finer) return 0;
    const double area = m->how == AB_TOUCHING_FACE     ? m->face
                        : m->how == AB_TOUCHING_CORNER ? CORNER_AREA * d * d
                                                       : 2 * PI * m->radius * d;
    return area / area_of_point(finer);
}

static ab_expected expect(const expected_contact_meeting *m, double force, double energy) {
    if (!(force > 0 || energy > 0)) return (ab_expected){0};
    const double d = depth_of(m, force, energy);
    const ab_elastic e = elastic_at(m, d);
    return (ab_expected){e.force, d, e.stiffness, points_of(m, d)};
}

ab_expected ab_expected_at_rest(const ab_world *w, int64_t a, int64_t b, ab_touching how, double force) {
    const expected_contact_meeting m = meeting_of(w, a, b, how);
    return expect(&m, force, 0);
}

ab_expected ab_expected_at_impact(const ab_world *w, int64_t a, int64_t b, ab_touching how, double speed) {
    const expected_contact_meeting m = meeting_of(w, a, b, how);
    return expect(&m, 0, 0.5 * m.mass * speed * speed);
}
