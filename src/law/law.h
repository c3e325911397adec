// Contact laws: a normal law (elastic), the damping that gives the requested restitution for any normal law, and Coulomb
// friction with a stored tangential force. A normal law is one file, one const table and one line in laws.def.
#ifndef AB_LAW_LAW_H
#define AB_LAW_LAW_H

#include "math/v3.h"

// What two materials make of each other; computed once for a pair of materials.
typedef struct ab_interaction {
    double young;       // E* = 1/((1-nu_a^2)/E_a + (1-nu_b^2)/E_b), Pa
    double shear;       // G* = 1/((2-nu_a)/G_a + (2-nu_b)/G_b), Pa
    double stiffness;   // of the linear law, N/m
    double ratio;       // tangential over normal stiffness of the linear law
    double restitution; // requested, 0..1
    double gamma;       // damping number that gives it (law/damping.c)
    double tangential_damping; // -2 ln e / sqrt(ln^2 e + pi^2), of sqrt(k_t m)
    double friction;
} ab_interaction;

// The elastic state of a contact at one depth.
typedef struct ab_elastic {
    double force;              // N, >= 0
    double energy;             // J stored
    double stiffness;          // dF/ddepth, N/m
    double tangent_stiffness;  // k_t, N/m
} ab_elastic;

typedef struct ab_normal_law {
    const char *name; // as in scene files
    const char *help; // one line
    ab_elastic (*elastic)(const ab_interaction *in, double depth, double radius);
    // Depth at which the law stores `energy`: tells the stiffness that an impact will meet.
    double (*depth_for_energy)(const ab_interaction *in, double energy, double radius);
} ab_normal_law;

typedef enum ab_normal_law_kind {
#define AB_NORMAL_LAW(name) AB_NORMAL_##name,
#include "law/laws.def"
#undef AB_NORMAL_LAW
    AB_NORMAL_LAW_COUNT
} ab_normal_law_kind;

extern const ab_normal_law *const ab_normal_laws[AB_NORMAL_LAW_COUNT];
const ab_normal_law *ab_normal_law_find(const char *name); // NULL if there is none

// gamma(e) of the damping D = gamma sqrt(m) F/sqrt(2W) with the force never pulling: e = 1 gives 0; e = 0 is approached
// with the value for 1e-4, which leaves 1e-8 of the energy.
double ab_damping_gamma(double restitution);
// Normal force with damping, implicit in this contact's own velocity change when half_step > 0.
//   rate: approach speed (> 0 closing); last: the contact's normal force when the step began; mass: effective mass
double ab_damped_force(ab_elastic e, double gamma, double mass, double rate, double last, double half_step);

// Memory of a contact's friction.
typedef struct ab_friction_memory {
    v3 spring;        // stored tangential force F_e on a, N
    v3 normal;        // when it was stored
    double stiffness; // k_t then, N/m
} ab_friction_memory;

typedef struct ab_friction_in {
    double normal_force, friction, tangent_stiffness, damping; // N, -, N/m, N s/m
    v3 normal;
    v3 slip;     // tangential displacement of a against b since the memory was stored, m
    v3 velocity; // tangential velocity of a against b now, m/s
    double twist; // mean spin of the two bodies about the normal times the time since, rad
} ab_friction_in;

// Coulomb friction (Cundall-Strack with a stored force): returns the tangential force on a and renews the memory.
v3 ab_friction_coulomb(const ab_friction_in *in, ab_friction_memory *memory);

#endif
