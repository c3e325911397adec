// Contact laws: a normal law (elastic), a damping, a friction, a rolling resistance, a cohesion and an impact law. Each
// is one file, one const table and one line in its list: laws.def, dampings.def, frictions.def, rollings.def,
// cohesions.def, impacts.def. A law lists its own parameters (base/parameter.h); scene keys, C interface, checks, help
// and reference page follow from that list.
#ifndef AB_LAW_LAW_H
#define AB_LAW_LAW_H

#include "abut/material.h"
#include "base/parameter.h"
#include "collide/geometry.h"
#include "geom/convex/overlap.h"

typedef struct ab_normal_law ab_normal_law;
typedef struct ab_damping ab_damping;
typedef struct ab_friction ab_friction;
typedef struct ab_rolling_law ab_rolling_law;
typedef struct ab_cohesion_law ab_cohesion_law;
typedef struct ab_impact_law ab_impact_law; // law/impact.h
typedef struct ab_law_block ab_law_block;   // law/law_block.h

// Contact model and parameters of two materials, computed once for a pair of materials.
typedef struct ab_interaction {
    const ab_normal_law *law;
    const ab_damping *damping_law;
    const ab_friction *friction_law;
    const ab_rolling_law *rolling_law;
    const ab_cohesion_law *cohesion_law;
    const ab_impact_law *impact_law; // of contacts enforced by impulses
    // Values of the laws' own parameters, by the index in the list of the law.
    double normal_value[AB_PARAMETERS_MAX], damping_value[AB_PARAMETERS_MAX], friction_value[AB_PARAMETERS_MAX],
        rolling_value[AB_PARAMETERS_MAX], cohesion_value[AB_PARAMETERS_MAX], impact_value[AB_PARAMETERS_MAX];
    ab_geometry_choice geometry; // column of the table of contact geometries
    // Properties of the materials and numbers derived from both.
    bool apart;                // contact between the two materials is disabled
    double area;               // reference area of the stiffness of sampled contacts, m^2; 0 = surface area of the body
    double young;              // E* = 1/((1-nu_a^2)/E_a + (1-nu_b^2)/E_b), Pa
    double shear;              // G* = 1/((2-nu_a)/G_a + (2-nu_b)/G_b), Pa
    double young_of[2];        // E of the materials of a and b, Pa
    double shear_of[2];        // G = E/(2 (1 + nu)) of the materials of a and b, Pa
    double soft_volume;        // V0 of laws of the overlap volume, m^3; negative = derived from the time step
    double stiffness;          // parameter `stiffness` of laws that have it, N/m; given or automatic
    bool per_unit_mass;        // `stiffness` is for an effective mass of 1 kg
    bool half_space;           // sampled contacts: elastic half-space, else elastic foundation
    double restitution;        // requested, 0..1
    double damping;            // parameter of the damping law, from the restitution
    double tangential_damping; // c_t/sqrt(k_t m) = -2 ln e / sqrt(ln^2 e + pi^2)
    double friction;           // friction coefficient; the static one of laws with two
    double sliding_friction;   // kinetic friction coefficient
    double cohesion;           // cohesive pressure over the contact area, Pa
    double rolling_friction;   // limit of the rolling couple over (normal force x effective radius)
    // of the law ab_normal_program: abut_pair_def.elastic; else NULL
    void (*program)(void *user, double depth, double radius, abut_elastic *elastic);
    void *program_user;
} ab_interaction;

// Factor on the forces of the normal law for a pair of this effective mass.
static inline double ab_law_scale(const ab_interaction *in, double mass) { return in->per_unit_mass ? mass : 1; }

// --------------------------------------------------------------------------------------------------- families

// First members of the table of every law.
#define AB_LAW_MEMBERS                                                                                                 \
    const char *name; /* as in scene files */                                                                          \
    const char *help; /* one line */                                                                                   \
    ab_parameter_list parameters;                                                                                      \
    const char *(*check)(const double *value) /* error message for values that do not fit together; NULL = none */

typedef struct ab_law_about {
    AB_LAW_MEMBERS;
} ab_law_about;

typedef enum ab_law_family {
    AB_LAW_NORMAL,
    AB_LAW_DAMPING,
    AB_LAW_FRICTION,
    AB_LAW_ROLLING,
    AB_LAW_COHESION,
    AB_LAW_IMPACT,
    AB_LAW_FAMILIES
} ab_law_family;
// Keys of scene files.
#define AB_LAW_NORMAL_KEY   "law"
#define AB_LAW_DAMPING_KEY  "damping"
#define AB_LAW_FRICTION_KEY "friction_law"
#define AB_LAW_ROLLING_KEY  "rolling_law"
#define AB_LAW_COHESION_KEY "cohesion_law"
#define AB_LAW_IMPACT_KEY   "impact"
extern const char *const ab_law_family_keys[AB_LAW_FAMILIES];
extern const char *const ab_law_family_names[AB_LAW_FAMILIES]; // in messages: "contact law", "friction law"

int ab_law_count(ab_law_family family);
ab_law_about ab_law_about_of(ab_law_family family, int type);
int ab_law_find(ab_law_family family, const char *name); // type; -1 if there is none

// The law of an interaction: choose sets it, with the default values of its parameters.
void ab_interaction_choose(ab_interaction *in, ab_law_family family, int type);
ab_law_about ab_interaction_about(const ab_interaction *in, ab_law_family family);
double *ab_interaction_values(ab_interaction *in, ab_law_family family); // (AB_PARAMETERS_MAX)

// ------------------------------------------------------------------------------------------------ normal laws

// Elastic state of a contact at a given depth.
typedef struct ab_elastic {
    double force;             // N, >= 0
    double energy;            // stored energy, J
    double stiffness;         // dF/ddepth, N/m
    double tangent_stiffness; // k_t, N/m
} ab_elastic;

// Input of volume laws: one overlap.
typedef struct ab_overlap_input {
    double volume;  // V, m^3
    double modulus; // K, Pa/m
    double soft;    // V0^(2/3), m^2
} ab_overlap_input;

struct ab_normal_law {
    AB_LAW_MEMBERS;
    void (*derive)(ab_interaction *in); // sets numbers of the interaction that other stages need; NULL = none
    bool by_number;                     // has the parameter `stiffness` and is proportional to it
    double by_radius;                   // m/n of W ~ R^m d^n; 0 if W does not depend on the radius
    // For contacts with a depth:
    ab_elastic (*elastic)(const ab_interaction *in, double depth, double radius);
    void (*elastic_rows)(ab_law_block *block); // the same for a block of contacts: depth, radius -> elastic
    // Depth at which the law stores `energy`; gives the stiffness that an impact will reach.
    double (*depth_for_energy)(const ab_interaction *in, double energy, double radius);
    // and for overlaps the coordinate that the law takes: the depth, for which the functions above serve, or
    ab_overlap_coordinate overlap;
    ab_elastic (*compression)(const ab_interaction *in, double compression); // W' in Pa as the force
    ab_elastic (*pressure)(const ab_overlap_input *in); // of the volume: W' in Pa as the force, W'' in Pa/m^3
};

extern const ab_normal_law ab_normal_hertz;
extern const ab_normal_law ab_normal_program;              // of a function of the user; in no list, as scenes have none
extern const ab_normal_law *const ab_normal_laws[];        // (ab_law_count(AB_LAW_NORMAL))
const ab_normal_law *ab_normal_law_find(const char *name); // NULL if there is none

// ---------------------------------------------------------------------------------------------------- damping

typedef struct ab_damping_in {
    const ab_interaction *in;
    ab_elastic elastic;        // of this contact, scaled by its area weight
    double area_weight;        // fraction of the stiffness of the whole contact
    double mass;               // effective mass, kg
    double depth;              // m
    double max_approach_speed; // largest approach speed since the contact began, m/s
    double spring;             // overlap: sqrt(k m) of the equivalent linear spring, Pa s/m^3; else 0
    double whole;              // effective mass of the whole bodies where `mass` is a fraction of it, kg; else 0
} ab_damping_in;               // overlap: the depth is V, the mass is the effective mass of V, and D is in Pa s/m^3

struct ab_damping {
    AB_LAW_MEMBERS;
    // Value of ab_interaction.damping for a requested restitution.
    double (*number)(double restitution);
    // D of F = F_e + D rate, N s/m
    double (*coefficient)(const ab_damping_in *in);
    void (*coefficient_rows)(ab_law_block *block); // the same for a block of contacts: elastic, ... -> damping
    bool of_depth;                                 // defined for contacts with a depth only, not for overlaps
};

extern const ab_damping *const ab_dampings[];        // (ab_law_count(AB_LAW_DAMPING))
const ab_damping *ab_damping_find(const char *name); // NULL if there is none

// gamma(e) of the damping D = gamma sqrt(m) F/sqrt(2W) for a contact without tensile force. e = 1 gives 0; e < 1e-4 is
// replaced by 1e-4, which leaves 1e-8 of the energy.
double ab_damping_gamma(double restitution);

// The trapezoidal rule changes the effective coefficient of a damper D. Impacts integrated with it have the restitution
// of the exact solution if c = half_step D/m is replaced by T with
//   T artanh T = c^2,   T^2 = c^2 - c^4/3 + c^6/45 - ...
// (The roots of (1 + T) x+ = (2 - h^2) x - (1 - T) x- are those of an oscillator with the same gamma if cos(eta
// sqrt(4/gamma^2 - 1)) = (1 - h^2/2) cosh eta, T = tanh eta; the equation above is the limit of small h.) The rational
// function below has this series; its error is 1e-4 at c = 1 and 2 % at most, and T never exceeds 1. It avoids a square
// root, whose latency would delay all dependent operations.
static inline double ab_damping_trapezoidal(double c) {
    const double a = -0.265, b = 0.0318, d = a + 1.0 / 6, e = b + d / 6 + 1.0 / 360;
    const double within = ab_lesser(c, 2), x = within * within;
    return within * (1 + x * (a + b * x)) / (1 + x * (d + e * x));
}

// Mean over the step of a linearly falling normal force, clamped at zero where it would become tensile (contact
// opening). `fall`: decrease within the step; `elastic`: upper bound, beyond which an opening contact would gain
// energy.
static inline double ab_contact_opening_force(double force, double elastic, double fall) {
    const double share = force / fall + 0.5; // fraction of the step before the contact opens
    return ab_lesser(elastic, 0.5 * fall * share * share);
}

// Damping coefficient of an explicit evaluation, limited so that a damper cannot reverse the motion of its mass within
// the step: of small restitution D step/m may be 100. For the dampers of all contacts of a body, each with its fraction
// of the mass, the sum has the same limit. step = 0: no limit.
static inline double ab_explicit_damper(double damping, double step, double mass) {
    return step > 0 ? ab_lesser(damping, mass / step) : damping;
}

// Normal force with damping. For half_step > 0 it is implicit in the velocity change that this contact causes: the
// force `last`, which was assumed for this contact over the half step, is replaced in the rate by F itself,
//   F = F_e + D (rate + half (last - F)/m),
// with the damper adapted to the trapezoidal rule (ab_damping_trapezoidal). It is stable for any D, of second order in
// the step, and never tensile. Where several contacts share a body, m is a fraction of its effective mass, but `last`
// acted on all of it: the damping force is limited so that its sign agrees with the approach speed of the whole mass,
// rate + half (last - F)/whole.
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

// A contact that began at most this many steps ago is pending. Where surface samples come into contact one by one, its
// extent is not known yet: it has no damping in this step and counts as new again in the next one.
#define AB_INITIATION_STEPS 0.6
static inline bool ab_initiation_pending(const ab_elastic *e, double rate, double step) {
    return e->force > 0 && rate > 0 && 2 * e->energy < AB_INITIATION_STEPS * e->force * rate * step;
}

// ab_damped_force for a contact that began within the step, of length `step`, or was pending in the previous one.
double ab_initiation_force(const ab_damping_in *in, double damping, double rate, double step);

// --------------------------------------------------------------------------------------------------- friction

// Friction memory of a contact.
typedef struct ab_friction_memory {
    v3 spring; // stored tangential force F_e on a, N, plus M_e/r along n for a face; last force if there is no spring
    double stiffness; // k_t when stored, N/m; 0 without a spring
} ab_friction_memory;

static inline double ab_friction_stored(const ab_friction_memory *m) {
    return m->stiffness > 0 ? 0.5 * v3_norm2(m->spring) / m->stiffness : 0;
}

// The memory with a and b exchanged.
static inline ab_friction_memory ab_friction_reversed(ab_friction_memory m) {
    return (ab_friction_memory){v3_neg(m.spring), m.stiffness};
}

typedef struct ab_friction_in {
    const ab_interaction *in;
    double normal_force, tangent_stiffness, damping; // N, N/m, N s/m
    double lever; // face: r (ab_face_lever), m; slip, velocity and force have a torsional part along n; else 0
    double mass;  // effective mass of a tangential force at the contact point, lower bound, kg
    double step;  // step over which a law without a spring is implicit, s; 0 = explicit
    v3 normal;
    double twist; // mean rotation of the two bodies about the normal since the memory was stored, rad
    // Normal when the memory was stored; not adjacent to `normal`: compilers would load halves of both in one access,
    // which stalls on pending stores.
    v3 last_normal;
    v3 slip;     // tangential slip of a relative to b since the memory was stored, plus r times the angle along n, m
    v3 velocity; // tangential velocity of a relative to b, plus r times the spin along n, m/s
} ab_friction_in;

typedef struct ab_friction_out {
    v3 force;    // tangential force on a, plus the couple over r along n, N
    double work; // work of the slip: increase of the spring energy plus dissipation by slipping, J
} ab_friction_out;

struct ab_friction {
    AB_LAW_MEMBERS;
    bool stores; // the memory is a spring with stored energy
    ab_friction_out (*rub)(const ab_friction_in *in, ab_friction_memory *memory); // updates the memory
    void (*rub_rows)(ab_law_block *block); // the same for a block: friction_normal_force, ... -> force, work, memory
};

extern const ab_friction *const ab_frictions[];        // (ab_law_count(AB_LAW_FRICTION))
const ab_friction *ab_friction_find(const char *name); // NULL if there is none

// ---------------------------------------------------------------------------------------- cohesion and rolling

typedef struct ab_cohesion {
    double force;  // attraction, N; for an overlap the pressure, Pa
    double energy; // energy required for separation, J
} ab_cohesion;

struct ab_cohesion_law {
    AB_LAW_MEMBERS;
    ab_cohesion (*of_depth)(const ab_interaction *in, double depth, double radius);
    void (*of_depth_rows)(ab_law_block *block); // the same for a block of contacts: depth, radius -> pull
    // Cohesion of an overlap, which acts at full strength from first contact. `rate`: dV/dt; `step`: time between
    // evaluations, 0 = none; `fresh`: the contact did not exist in the previous evaluation.
    ab_cohesion (*of_volume)(const ab_interaction *in, double volume, double rate, double step, bool fresh);
};

extern const ab_cohesion_law *const ab_cohesion_laws[];    // (ab_law_count(AB_LAW_COHESION))
extern const ab_impact_law *const ab_impact_laws[];        // (ab_law_count(AB_LAW_IMPACT))
const ab_impact_law *ab_impact_law_find(const char *name); // NULL if there is none

typedef struct ab_rolling_rows ab_rolling_rows; // law/law_block.h
struct ab_rolling_law {
    AB_LAW_MEMBERS;
    double (*stiffness)(double tangent_stiffness, double radius);      // k_r, N m
    void (*couples)(const ab_law_block *block, ab_rolling_rows *rows); // of a block of contacts: rows.couple, .work
};

extern const ab_rolling_law *const ab_rolling_laws[]; // (ab_law_count(AB_LAW_ROLLING))

// Lever r of the torsional couple of a face of area A: mean distance from the centre of a disc of equal area under
// uniform pressure,
//   r = (2/3) sqrt(A/pi)
static inline double ab_face_lever(double area) { return 2.0 / 3 * sqrt(area / 3.14159265358979323846); }

#endif
