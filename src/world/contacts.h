// Contacts as rows of arrays, by lifetime: history, which the next step needs, and what every evaluation computes.
#ifndef AB_WORLD_CONTACTS_H
#define AB_WORLD_CONTACTS_H

#include "law/law.h"
#include "math/v3.h"

// Contacts: one row per contact point of two colliders. World frame.
typedef struct ab_contacts {
    int64_t n, capacity, kept_capacity; // kept_capacity: of the AB_CONTACT_KEPT arrays
    bool borrowed;                      // the arrays are the top rows of another ab_contacts (ab_contacts_lift)
    // geometry, sorted by (ab_contact_key, feature)   computed by ab_collide
    uint32_t *a, *b;    // colliders; shape kind of a <= shape kind of b
    uint32_t *feature;  // number of the point within the pair; identifies the contact from step to step
    v3 *point, *normal; // contact point, m; unit normal from b to a
    double *gap;        // m, negative in overlap
    double *pitch;      // couple over normal force of a polyhedron overlap, m; 0 for other contacts
    // history   copied from the last step by ab_match_history, updated by ab_apply_laws
    ab_friction_memory *memory; // tangential spring
    double *max_approach_speed; // largest approach speed since the contact began, m/s; -1 before the laws ran
    double *normal_force;       // N, negative under cohesion; enforced contacts: computed by ab_enforcement.kick
    // forces   computed by ab_apply_laws
    v3 *force;             // total on a, N
    double *elastic_force; // normal force without damping, N
    double *stored_normal; // elastic energy, J
    // rolling resistance, NULL unless a material has it
    bool rolls;
    ab_friction_memory *roll; // rolling spring: as memory, with couples and angles
    v3 *couple;               // rolling-resistance couple on a, N m   computed by ab_apply_laws
    // contacts enforced by impulses, else NULL; their `memory` is the tangential force, without a spring
    bool enforced;
    double *opening; // normal velocity after the last impulse, m/s; NAN = was not in contact   ab_enforcement.kick
    // face contacts of polyhedra, NULL without polyhedra   computed by ab_apply_laws
    bool twists;
    int64_t twist_capacity;
    double *lever, *twist; // lever r of the friction couple, m; friction couple on a about the normal, N m; else 0
    // damping of the tilt of faces, NULL without overlaps under laws of a depth   computed by ab_apply_laws
    bool tilts;
    int64_t tilt_capacity;
    v3 *tilt; // couple on a across the normal, N m
} ab_contacts;

// Contact arrays by lifetime: KEPT is history for the next step, FRESH is recomputed in every evaluation.
#define AB_CONTACT_KEPT(X)   X(a) X(b) X(feature) X(normal) X(memory) X(max_approach_speed) X(normal_force)
#define AB_CONTACT_FRESH(X)  X(point) X(gap) X(pitch) X(force) X(elastic_force) X(stored_normal)
#define AB_CONTACT_ARRAYS(X) AB_CONTACT_KEPT(X) AB_CONTACT_FRESH(X)

// Arrays that exist only with `rolls`: `roll` is kept, saved and hashed; `couple` is fresh, neither saved nor hashed.
#define AB_CONTACT_ROLLING(X)       X(roll)
#define AB_CONTACT_ROLLING_FRESH(X) X(couple)
// Arrays that exist only with `enforced`: kept, saved and hashed.
#define AB_CONTACT_ENFORCED(X) X(opening)
// Fresh arrays that exist only with `twists`; ab_apply_laws writes them before any read.
#define AB_CONTACT_TWISTING(X) X(lever) X(twist)
// Fresh, as these, with `tilts`: tilt.

// Sort key of a pair: the smaller row in the high 32 bits, the larger one in the low 32 bits.
static inline uint64_t ab_pair_key(uint64_t a, uint64_t b) { return a < b ? a << 32 | b : b << 32 | a; }
static inline uint64_t ab_contact_key(const ab_contacts *c, int64_t i) { return ab_pair_key(c->a[i], c->b[i]); }
static inline double ab_contact_stored_tangential(const ab_contacts *c, int64_t i) {
    return ab_friction_stored(&c->memory[i]) + (c->rolls ? ab_friction_stored(&c->roll[i]) : 0);
}

// ab_pair_end: one past the last contact of the pair of contact i. ab_pair_depth: largest depth of [i, end), m.
static inline int64_t ab_pair_end(const ab_contacts *c, int64_t i) {
    const uint64_t key = ab_contact_key(c, i);
    while (i < c->n && ab_contact_key(c, i) == key) i++;
    return i;
}
static inline double ab_pair_depth(const ab_contacts *c, int64_t i, int64_t end) {
    double depth = 0;
    for (; i < end; i++) depth = ab_greater(depth, -c->gap[i]);
    return depth;
}

// Data of a contact between narrow phase and laws.
typedef struct ab_contact_scratch {
    // computed by ab_collide
    double radius;            // effective radius of curvature, m
    double gap_gradient_norm; // rate of the gap per unit normal motion, near 1; of an overlap that of its coordinate
    double overlap;           // coordinate of an overlap that the law takes: V, ...; 0 = contact with a depth
    double area;              // of contact: that a sample represents, |S| of an overlap, m^2; 0 for a whole contact
    double area_weight;       // fraction of the pair's stiffness; 1 for a whole contact
    double share;             // factor on the law of a whole contact, 1 but for capsules side by side
    // computed by ab_match_history
    v3 last_normal; // normal at the beginning of the step; the present normal of a new contact
    // computed by ab_apply_laws; of overlaps and patches first by ab_apply_overlap_pressure, ab_apply_patch_pressure
    double mass_fraction;         // fraction of the pair's effective mass; 1 for a single contact
    double friction_normal_force; // normal force in the friction limit, N
    double fresh_force;           // normal force of an overlap that began within the step, N; 0 of others
    double tangent_stiffness;     // N/m
    double stiffness;             // N/m
    double travel;                // enforced contacts: bound of the change of the gap within the step, m
    double slip_work;             // work of slip on the friction springs since the beginning of the step, J
} ab_contact_scratch;

static inline bool ab_is_overlap(const ab_contact_scratch *s) { return s->overlap > 0; }
static inline bool ab_is_sample(const ab_contact_scratch *s) { return s->area > 0 && !(s->overlap > 0); }

#endif
