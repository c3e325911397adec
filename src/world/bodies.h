// Bodies as rows of arrays: identity, mass properties, state of motion, forces.
//
// The body frame is the centre of mass with the principal axes of inertia; ab_shape.placed is the user's frame in it.
// The state of rotation is the angular momentum in world axes, to which torques add exactly.
//
// "(n)" is the number of rows of an array. Units are SI.
#ifndef AB_WORLD_BODIES_H
#define AB_WORLD_BODIES_H

#include "base/ctx.h"
#include "math/quat.h"

// Mass properties. Bodies of one shape mostly have equal ones, so each body stores an index into a table.
typedef struct ab_mass_properties {
    double mass;               // kg
    double inverse_mass;       // 1/kg; 0 for fixed bodies
    v3 moments;                // principal moments of inertia, kg m^2
    int32_t shape;             // shape of the bodies: that of their single collider, or a compound
    int32_t older;             // previous entry with this shape (linked list), -1 = none
    double inverse_min_moment; // 1/(least moment), 1/(kg m^2); 0 for fixed bodies   computed by ab_mass_table_find
} ab_mass_properties;

typedef struct ab_mass_table {
    ab_mass_properties *row; // (n)
    int64_t n, capacity;
    int32_t *newest; // last entry of each shape, head of its list, -1 = none   (shapes)
    int64_t shapes, newest_capacity;
} ab_mass_table;

typedef struct ab_bodies {
    int64_t n, capacity;
    ab_mass_table mass_table;
    // identity, set by abut_body_add
    uint32_t *slot;      // index into ab_state.slots
    int32_t *name;       // index into ab_state.names
    int64_t *number;     // index in a generated group, -1 = single body
    uint32_t *flux_side; // bit k: in front of flux plane k   computed by ab_update_inlets_outlets
    int32_t *mass_index; // index into mass_table: ab_mass_of, ab_inverse_mass_of, ab_moments_of
    // constant loads, world axes; NULL if no body has one
    v3 *load;        // force at the centre of mass, N
    v3 *load_torque; // N m
    // state   computed by the integrator (ab_integrator.advance)
    v3 *x;               // centre of mass, m
    quat *q;             // rotation from principal axes to world axes
    v3 *v;               // velocity of the centre of mass, m/s
    v3 *l;               // angular momentum about the centre of mass, world axes, kg m^2/s
    v3 *w;               // angular velocity, world axes, rad/s; a function of l and q (ab_spin)
    v3 *mean_v, *mean_w; // mean of v and w since the beginning of the step; friction integrates slip with them
    // private state of the integrator, NULL if unused. verlet (worlds with joints): keep_l is the angular momentum at
    // mid-step; generalised_alpha: rates of v and l at the end of the last step
    v3 *keep_v, *keep_l;
    // total force, N, and torque about the centre of mass, N m, world axes
    // computed by ab_gather_forces; ab_apply_force_elements and ab_solve_joint_reactions add to them
    v3 *force, *torque;
} ab_bodies;

// List of all arrays of ab_bodies, used to grow, move, save and hash rows. The AB_BODY_WANTED arrays exist only in
// worlds that need them (ab_bodies_want).
#define AB_BODY_ALWAYS(X)                                                                                              \
    X(slot) X(name) X(number) X(flux_side) X(mass_index) X(x) X(q) X(v) X(l) X(w) X(mean_v) X(mean_w) X(force) X(torque)
#define AB_BODY_WANTED(X) X(load) X(load_torque) X(keep_v) X(keep_l)
#define AB_BODY_ARRAYS(X) AB_BODY_ALWAYS(X) AB_BODY_WANTED(X)

static inline double ab_mass_of(const ab_bodies *b, int64_t row) { return b->mass_table.row[b->mass_index[row]].mass; }
static inline double ab_inverse_mass_of(const ab_bodies *b, int64_t row) {
    return b->mass_table.row[b->mass_index[row]].inverse_mass;
}
static inline v3 ab_moments_of(const ab_bodies *b, int64_t row) {
    return b->mass_table.row[b->mass_index[row]].moments;
}

static inline double ab_inverse_min_moment_of(const ab_bodies *b, int64_t row) {
    return b->mass_table.row[b->mass_index[row]].inverse_min_moment;
}
static inline bool ab_body_moves(const ab_bodies *b, int64_t row) { return ab_inverse_mass_of(b, row) > 0; }

#endif
