// The world: everything that moves and everything it moves by, as rows of arrays. Inside the library a body is a row; rows
// may move when bodies are removed. Outside it is an id (slot and generation) that stays.
//
// A body's frame inside the world is its centre of mass and principal axes; ab_shape.placed leads back to the frame the
// user gave. Angular momentum in world axes is the state of rotation: a torque adds to it exactly.
#ifndef AB_WORLD_WORLD_H
#define AB_WORLD_WORLD_H

#include "base/arena.h"
#include "law/law.h"
#include "pair/broad.h"
#include "pair/contact.h"
#include "shape/shape.h"

#define AB_NAME_MAX 64

typedef struct ab_bodies {
    int64_t n, capacity;
    // identity, set by abut_add_body
    uint32_t *slot;    // index into ab_world.slots
    int32_t *name;     // index into ab_world.names
    int64_t *number;   // member of a generated group, -1 = alone
    int32_t *shape;    // index into ab_world.shapes
    int32_t *material; // index into ab_world.materials
    uint8_t *flags;    // AB_BODY_*
    // inertia
    double *mass;    // kg
    double *inverse; // 1/kg; 0 for fixed bodies
    v3 *moments;     // principal, kg m^2
    // loads, constant
    v3 *load;        // N
    v3 *load_torque; // N m
    // state, written by the integrator
    v3 *x;   // centre of mass, m
    quat *q; // principal axes to world
    v3 *v;   // m/s
    v3 *l;   // angular momentum about the centre of mass, world axes, kg m^2/s
    v3 *w;   // angular velocity, world axes, rad/s: follows from l and q
    // mean velocities since the step began, and the momentum at its middle: what contacts slipped by
    v3 *mean_v, *mean_w, *half_l;
    // written by the gather
    v3 *force, *torque; // total, N and N m about the centre of mass, world axes
} ab_bodies;

enum { AB_BODY_FIXED = 1, AB_BODY_NO_CONTACT = 2 };

typedef struct ab_contacts {
    int64_t n, capacity;
    // written by collide, sorted by (slot of a, slot of b, feature)
    uint32_t *a, *b;   // rows of bodies
    uint64_t *key;     // slot of a in the high half, slot of b in the low half
    uint32_t *feature;
    v3 *point, *normal;
    double *gap, *radius;
    // written by match_history (what the contact remembers) and renewed by the laws
    ab_friction_memory *memory;
    double *normal_force; // N, >= 0
    // written by the laws
    v3 *force;             // on a, N
    double *elastic_force; // N, without damping
    double *stored_normal; // J
    double *stored_tangential;
    double *stiffness;     // N/m
} ab_contacts;

typedef struct ab_material {
    char name[AB_NAME_MAX];
    double density, young, poisson, restitution, friction;
} ab_material;

typedef struct ab_slot {
    uint32_t generation; // odd while alive
    uint32_t row;
} ab_slot;

// Power that leaves the mechanical energy or enters it now, W; the ledger sums it by the trapezoidal rule.
typedef struct ab_power {
    double damping, tangential, external;
} ab_power;

typedef struct ab_integrator ab_integrator;

typedef struct abut_world {
    ab_ctx *cx;
    ab_arena arena; // gone at the end of every step

    v3 gravity;
    double dt;       // s; 0 until chosen
    double dt_limit; // largest stable step seen from the contacts so far estimated, s
    bool allow_large_dt;
    const ab_integrator *integrator;
    const ab_normal_law *law;
    double stiffness, stiffness_ratio;

    ab_bodies body;
    ab_slot *slots; // (nslot)
    int64_t nslot, slot_capacity;
    char (*names)[AB_NAME_MAX]; // (nname)
    int64_t nname, name_capacity;
    ab_shape *shapes; // (nshape)
    int64_t nshape, shape_capacity;
    ab_material *materials; // (nmaterial)
    int64_t nmaterial, material_capacity;
    ab_interaction *interactions; // (nmaterial^2) built when the first step begins

    ab_pairs pairs;   // candidates
    ab_box3 *fat;     // boxes the candidates were found with: rebuilt when a body leaves its own   (nfat)
    int64_t nfat;
    ab_contacts contacts;      // now
    ab_contacts last_contacts; // when the step began: what history is matched with

    int64_t step;
    double time;
    bool started; // forces of the initial state are known
    abut_energy energy;
    ab_power power;
    double deepest; // largest penetration now, m
} ab_world;

ab_pose ab_body_pose(const ab_world *w, int64_t row);      // centre of mass, principal axes
ab_pose ab_body_user_pose(const ab_world *w, int64_t row); // the frame the user gave
// "name" or "name[7]" into text[AB_NAME_MAX + 24].
void ab_body_label(const ab_world *w, int64_t row, char *text);
abut_body ab_body_id(const ab_world *w, int64_t row);
int64_t ab_body_row(const ab_world *w, abut_body body); // -1 if there is no such body

// Takes over a shape made by the ab_shape_* makers (the world frees it).
abut_status ab_world_adopt_shape(ab_world *w, ab_shape *shape, int32_t *index);
// What materials a and b make of each other; valid once started.
const ab_interaction *ab_world_interaction(const ab_world *w, int32_t a, int32_t b);
abut_status ab_world_build_interactions(ab_world *w);

#endif
