// Impacts, solved outside of a simulation: velocities change within no time and no displacement, by impulses at the
// contacts.
//
//   v+ = v- + W p       W = mobility of the contacts, 1/kg; per contact: normal, first tangent, second tangent
//
// `abut list impacts` has the laws.
#ifndef ABUT_IMPACT_H
#define ABUT_IMPACT_H

#include "abut/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_impact_body {
    const char *name;       // in messages
    double mass;            // kg
    abut_v3 inertia;        // principal moments about the centre of mass, kg m^2
    abut_quat orientation;  // from principal axes to world axes
    abut_v3 position;       // of the centre of mass, m
    abut_v3 velocity, spin; // m/s, rad/s
} abut_impact_body;

typedef struct abut_impact_contact {
    const char *name;   // in messages
    int32_t a, b;       // bodies; -1 = one that never moves
    abut_v3 point;      // m
    abut_v3 normal;     // from b to a; of any length
    abut_v3 tangent;    // direction of the first tangent, projected across the normal; zero = any. The second is n x t
    double friction;    // coefficient, >= 0
    double restitution; // 0 to 1
    double stiffness;   // of several contacts at once; ratios matter
    const char *law;    // NULL = that of the problem
} abut_impact_contact;

typedef enum abut_impact_motion { ABUT_IMPACT_OPEN, ABUT_IMPACT_SLIP, ABUT_IMPACT_STICK } abut_impact_motion;

// State of a contact during an impact. Impulses act on body a.
typedef struct abut_impact_point {
    int64_t contact;
    double velocity[3], impulse[3];   // m/s, N s
    double normal_work, tangent_work; // of the impulses on the bodies so far, J
    abut_impact_motion motion;
    bool expands; // false: compression
} abut_impact_point;

typedef struct abut_impact_def {
    uint32_t size; // bytes of this struct; set by the default function
    int64_t bodies, contacts;
    const abut_impact_body *body;       // (bodies)
    const abut_impact_contact *contact; // (contacts)
    // Instead of bodies: W, symmetric, row by row (3 contacts)^2, and the velocities of the contacts (3 contacts). Of
    // `contact` only friction, restitution, stiffness and law count then.
    const double *mobility, *velocity;
    const char *law;   // of `abut list impacts`
    const char *order; // of several contacts: "simultaneous", "sequential"
    bool guard;        // moreau and newton: reduce restitution where the impact would create energy
    // Called with the states of the contacts, in the order of the process; first and last with those before and after
    // the impact. Laws that are no process have nothing between. May be NULL.
    void (*watch)(void *user, const abut_impact_point *point);
    void *watch_user;
} abut_impact_def;
// An empty problem by Stronge's law, to be filled.
ABUT_API abut_impact_def abut_impact_problem(void);

// Outcome of one contact.
typedef struct abut_impact_end {
    double before[3], after[3], impulse[3]; // velocities, m/s; impulse on body a, N s
    double normal_work, tangent_work;       // of the impulses on the bodies, J
    double compression_impulse;             // normal impulse while v_n < 0, N s; 0 by moreau
    double compression_work;                // of that, J; negative
    bool jammed;                            // slip pressed the bodies together: v_n fell although p_n grew (Painleve)
} abut_impact_end;

typedef struct abut_impact_report {
    double energy;  // kinetic energy of the bodies before; NAN without bodies, J
    double gain;    // its change; negative = lost, J
    double share;   // of the restitution that the guard left; 1 = all
    bool guarded;   // share < 1: the impact would have created energy
    bool fell_back; // the law has no solution, or there are too many contacts: moreau, or one contact after the other
    bool completed; // the process did not end: moreau without restitution for the rest
    bool jammed;    // one of the contacts was
} abut_impact_report;

// Solves the impact. end: (contacts); after: (bodies), NULL = not wanted; report may be NULL. ABUT_ERR_ARGUMENT: the
// message names the body or contact that is wrong. ABUT_ERR_UNSOLVED: no impulses separate the contacts.
ABUT_API abut_status abut_impact_solve(abut_context *context, const abut_impact_def *def, abut_impact_end *end,
                                       abut_impact_body *after, abut_impact_report *report);

// Reads a file with the key `impact`; otherwise as abut_scene_load.
ABUT_API abut_status abut_impact_load(abut_context *context, const char *path, const abut_scene_options *options,
                                      abut_scene **scene);
// What it describes, to be changed and solved. Arrays and texts belong to the scene; NULL after errors.
ABUT_API const abut_impact_def *abut_scene_impact(const abut_scene *scene);

#ifdef __cplusplus
}
#endif

#endif
