// Contact laws: a normal law (elastic), a damping and a friction. Each is one file, one const table and one line in its
// list: laws.def, dampings.def, frictions.def.
#ifndef AB_LAW_LAW_H
#define AB_LAW_LAW_H

#include "math/v3.h"

#include <stdbool.h>

typedef struct ab_normal_law ab_normal_law;
typedef struct ab_law_block ab_law_block; // law/law_block.h

// What two materials make of each other; computed once for a pair of materials.
typedef struct ab_interaction {
    const ab_normal_law *law;
    bool apart;                // they do not touch
    double area;               // m^2 that the stiffness belongs to where points touch; 0 = the surface of the body
    double young;              // E* = 1/((1-nu_a^2)/E_a + (1-nu_b^2)/E_b), Pa
    double shear;              // G* = 1/((2-nu_a)/G_a + (2-nu_b)/G_b), Pa
    double young_of[2];        // E of the materials of a and b, Pa
    double shear_of[2];        // G = E/(2 (1 + nu)) of theirs, Pa
    double soft_volume;        // V0 of the law of volumes, m^3; negative = from the step
    double stiffness;          // of the linear law and, at the reference depth, of the power law, N/m
    bool per_unit_mass;        // that stiffness is for a mass of 1 kg
    bool half_space;           // solids that touch by points are an elastic half-space, else an elastic foundation
    double ratio;              // tangential over normal stiffness of these
    double exponent;           // n of the power law
    double reference;          // depth d0 of the power law and of viscous damping, m
    double restitution;        // requested, 0..1
    double damping;            // number of the damping law, from the restitution
    double viscosity;          // of viscous damping at the reference depth, N s/m ...
    double viscous_exponent;   // ... and m, how it grows with depth
    double tangential_damping; // -2 ln e / sqrt(ln^2 e + pi^2), of sqrt(k_t m)
    double friction;           // coefficient, static where a law tells two apart
    double sliding_friction;   // the one of fast sliding
    double stick_speed, slide_speed; // up to v_s friction grows, from v_d on it is the one of sliding, m/s
    double cohesion;                 // attraction over the area of contact, Pa
    double rolling_friction;         // limit of the rolling couple over normal force and effective radius
} ab_interaction;

// What the forces of the normal law are multiplied with, for a pair of this mass.
static inline double ab_law_scale(const ab_interaction *in, double mass) { return in->per_unit_mass ? mass : 1; }

// ------------------------------------------------------------------------------------------------ normal laws

// The elastic state of a contact at one depth.
typedef struct ab_elastic {
    double force;             // N, >= 0
    double energy;            // J stored
    double stiffness;         // dF/ddepth, N/m
    double tangent_stiffness; // k_t, N/m
} ab_elastic;

// An overlap, for laws of its volume.
typedef struct ab_overlap_input {
    double volume;  // V, m^3
    double modulus; // K, Pa/m
    double soft;    // V0^(2/3), m^2
} ab_overlap_input;

struct ab_normal_law {
    const char *name; // as in scene files
    const char *help; // one line
    bool by_number;   // proportional to ab_interaction.stiffness
    double by_radius; // m/n of W ~ R^m d^n; 0 if the radius does not count
    // Either these three, for contacts with a depth:
    ab_elastic (*elastic)(const ab_interaction *in, double depth, double radius);
    void (*elastic_rows)(ab_law_block *block); // the same of many: depth, radius -> elastic
    // Depth at which the law stores `energy`: tells the stiffness that an impact will meet.
    double (*depth_for_energy)(const ab_interaction *in, double energy, double radius);
    // or this one, for overlaps: W' in Pa as the force, W'' in Pa/m^3 as the stiffness. It is the law that decides by
    // which of the two bodies touch.
    ab_elastic (*pressure)(const ab_overlap_input *in);
};

typedef enum ab_normal_law_kind {
#define AB_NORMAL_LAW(name) AB_NORMAL_##name,
#include "law/laws.def"
#undef AB_NORMAL_LAW
    AB_NORMAL_LAW_COUNT
} ab_normal_law_kind;

extern const ab_normal_law *const ab_normal_laws[AB_NORMAL_LAW_COUNT];
const ab_normal_law *ab_normal_law_find(const char *name); // NULL if there is none

// ---------------------------------------------------------------------------------------------------- damping

typedef struct ab_damping_in {
    const ab_interaction *in;
    ab_elastic elastic;        // of this contact, its share included
    double area_weight;        // of the whole contact's stiffness
    double mass;               // effective, kg
    double depth;              // m
    double max_approach_speed; // the largest approach speed since the contact began, m/s
    double spring;             // of an overlap: sqrt(k m) of the linear spring that stands for it, Pa s/m^3; else 0
    double whole;              // where `mass` is only a part of the bodies', that of all of them, kg; else 0
} ab_damping_in; // of an overlap: the depth is V, the mass that which a change of V moves, and D is in Pa s/m^3

typedef struct ab_damping {
    const char *name; // as in scene files
    const char *help; // one line
    // ab_interaction.damping for a requested restitution
    double (*number)(double restitution);
    // D of F = F_e + D rate, N s/m
    double (*coefficient)(const ab_damping_in *in);
    void (*coefficient_rows)(ab_law_block *block); // the same of many: elastic, ... -> damping
    bool of_depth;                                 // has no meaning for overlaps
} ab_damping;

typedef enum ab_damping_kind {
#define AB_DAMPING(name) AB_DAMPING_##name,
#include "law/dampings.def"
#undef AB_DAMPING
    AB_DAMPING_COUNT
} ab_damping_kind;

extern const ab_damping *const ab_dampings[AB_DAMPING_COUNT];
const ab_damping *ab_damping_find(const char *name); // NULL if there is none

// gamma(e) of the damping D = gamma sqrt(m) F/sqrt(2W) with the force never pulling: e = 1 gives 0; e = 0 is approached
// with the value for 1e-4, which leaves 1e-8 of the energy.
double ab_damping_gamma(double restitution);

// The trapezoidal rule makes of a damper D another one. Impacts return in its steps what they do with D in infinitely
// many if half D/m = c is replaced by T with
//   T artanh T = c^2,   T^2 = c^2 - c^4/3 + c^6/45 - ...
// (The roots of (1 + T) x+ = (2 - h^2) x - (1 - T) x- are those of an oscillator with the same gamma if cos(eta
// sqrt(4/gamma^2 - 1)) = (1 - h^2/2) cosh eta, T = tanh eta; that is it for small h.) The quotient has this series, is
// off by 1e-4 at c = 1 and by 2 % at most, and T never exceeds 1. (There is no root in it: everything that follows
// would wait for that.)
static inline double ab_damping_trapezoidal(double c) {
    const double a = -0.265, b = 0.0318, d = a + 1.0 / 6, e = b + d / 6 + 1.0 / 360;
    const double within = ab_lesser(c, 2), x = within * within;
    return within * (1 + x * (a + b * x)) / (1 + x * (d + e * x));
}

// The mean of a force over a step around now that falls by `fall` within it, as it does where a contact ends, and pulls
// never: what falls below nothing counts as nothing from then on. `elastic` is the most that an opening contact may
// have without giving energy.
static inline double ab_contact_opening_force(double force, double elastic, double fall) {
    const double share = force / fall + 0.5; // of the step, before it ends
    return ab_lesser(elastic, 0.5 * fall * share * share);
}

// Normal force with damping, implicit in this contact's own velocity change when half_step > 0: the rate is the one
// when the force `last` that was expected of this contact over the half step is replaced by F itself,
//   F = F_e + D (rate + half (last - F)/m),
// with the damper that stands for D in such steps. Stable for any D, and second order in the step. It never pulls.
// Where several contacts share a body, m is a part of it, but `last` was felt by all of it: the damper stops short of
// where its force would be at odds with the motion of the whole mass, rate + half (last - F)/whole.
//   rate: approach speed (> 0 closing); last: the contact's normal force when the step began
static inline double ab_damped_force(const ab_damping_in *in, double damping, double rate, double last,
                                     double half_step) {
    const double elastic = in->elastic.force;
    const double slowing = half_step / in->mass, share = ab_damping_trapezoidal(damping * slowing);
    const double force = (elastic + share * (rate / slowing + last)) / (1 + share);
    const double opening = (force - last) * slowing - rate;
    const double fall = opening * half_step * elastic * elastic / in->elastic.energy; // by m omega^2 = F^2/(2 W)
    const bool ends = opening > 0 && 2 * fabs(force) < fall;
    const double by_rule = ends ? ab_contact_opening_force(force, elastic, fall) : ab_greater(0, force);
    const double balance = last + rate / half_step * in->whole;
    const double within = by_rule > elastic ? ab_greater(elastic, ab_lesser(by_rule, balance))
                                            : ab_lesser(elastic, ab_greater(by_rule, balance));
    const double implicit = in->whole > 0 ? within : by_rule;
    const double explicit = ab_greater(0, elastic + damping * rate);
    const bool damps = damping > 0 && half_step > 0;
    return !(elastic > 0) ? 0 : damps ? implicit : explicit;
}

// A contact that began this many steps ago or less has hardly begun. Where points come one by one, what it will be
// is not known yet: it is left without damping, and is new once more in the next step.
#define AB_INITIATION_STEPS 0.6
static inline bool ab_initiation_pending(const ab_elastic *e, double rate, double step) {
    return e->force > 0 && rate > 0 && 2 * e->energy < AB_INITIATION_STEPS * e->force * rate * step;
}

// The same of a contact that began within the step, which is `step` long, or waited in the one before.
double ab_initiation_force(const ab_damping_in *in, double damping, double rate, double step);

// --------------------------------------------------------------------------------------------------- friction

// Memory of a contact's friction.
typedef struct ab_friction_memory {
    v3 spring;        // stored tangential force F_e on a, N, of a face M_e/r along n; without a spring the last force
    double stiffness; // k_t then, N/m; 0 without a spring
} ab_friction_memory;

static inline double ab_friction_stored(const ab_friction_memory *m) {
    return m->stiffness > 0 ? 0.5 * v3_norm2(m->spring) / m->stiffness : 0;
}

// The same with a and b exchanged.
static inline ab_friction_memory ab_friction_reversed(ab_friction_memory m) {
    return (ab_friction_memory){v3_neg(m.spring), m.stiffness};
}

typedef struct ab_friction_in {
    const ab_interaction *in;
    double normal_force, tangent_stiffness, damping; // N, N/m, N s/m
    double lever; // r of a face (ab_face_lever), m: slip, velocity and force have a part of the turn along n; else 0
    double mass;  // that a tangential force at the point moves, kg; an estimate from below
    double step;  // over which a law that stores nothing may be implicit, s; 0 = none
    v3 normal;
    double twist; // mean spin of the two bodies about the normal times the time since, rad
    // when the memory was stored; not beside the other: compilers load halves of both at once, which waits for stores
    v3 last_normal;
    v3 slip;     // tangential displacement of a against b since the memory was stored, and r times the angle, m
    v3 velocity; // tangential velocity of a against b now, and r times the spin, m/s
} ab_friction_in;

typedef struct ab_friction_out {
    v3 force;    // tangential, on a, and the couple over r, N
    double work; // of the slip on the memory: what its spring stores more than it kept, and what slipping took, J
} ab_friction_out;

typedef struct ab_friction {
    const char *name; // as in scene files
    const char *help; // one line
    bool stores;      // the memory is a spring that holds energy
    ab_friction_out (*rub)(const ab_friction_in *in, ab_friction_memory *memory); // renews the memory
    void (*rub_rows)(ab_law_block *block); // the same of many: pressed, ... -> force, work, memory
} ab_friction;

typedef enum ab_friction_kind {
#define AB_FRICTION(name) AB_FRICTION_##name,
#include "law/frictions.def"
#undef AB_FRICTION
    AB_FRICTION_COUNT
} ab_friction_kind;

extern const ab_friction *const ab_frictions[AB_FRICTION_COUNT];
const ab_friction *ab_friction_find(const char *name); // NULL if there is none

// ---------------------------------------------------------------------------------------- cohesion and rolling

typedef struct ab_cohesion {
    double force;  // attraction, N; of an overlap the pressure, Pa
    double energy; // that parting takes, J
} ab_cohesion;

static inline ab_cohesion ab_cohesion_of_depth(const ab_interaction *in, double depth, double radius) {
    const double slope = in->cohesion * 3.14159265358979323846 * radius;
    return (ab_cohesion){slope * depth, 0.5 * slope * depth * depth};
}
// An attraction that sets in at full strength where bodies touch: `rate` is how fast the volume grows, `step` the time
// from one evaluation to the next, 0 = none; `fresh` if the contact was not there before.
ab_cohesion ab_cohesion_of_volume(const ab_interaction *in, double volume, double rate, double step, bool fresh);

// r of the couple about the normal of a face of area A: the mean distance from its centre of a disc as large, under
// even pressure.
//   r = (2/3) sqrt(A/pi)
static inline double ab_face_lever(double area) { return 2.0 / 3 * sqrt(area / 3.14159265358979323846); }

double ab_rolling_stiffness(double tangent_stiffness, double radius); // k_r, N m

#endif
