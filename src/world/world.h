// The world: model (shapes, materials, joints), state and working arrays of one simulation, as structs of arrays.
//
// Inside the library a body is a row index, which may change when bodies are removed or sorted; the public interface
// uses an id (slot and generation), which does not.
//
// The body frame is the centre of mass with the principal axes of inertia; ab_shape.placed is the user's frame in it.
// The state of rotation is the angular momentum in world axes, to which torques add exactly.
//
// In the declarations below "(n)" is the number of rows of an array. Units are SI.
#ifndef AB_WORLD_WORLD_H
#define AB_WORLD_WORLD_H

#include "base/arena.h"
#include "base/sort.h"
#include "law/law.h"
#include "math/reduce.h"
#include "collide/broad_phase.h"
#include "collide/contact_point.h"
#include "collide/clip_workspaces.h"
#include "shape/shape.h"
#include "world/mechanism.h"
#include "world/inlets_outlets.h"

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
    // identity, set by abut_add_body
    uint32_t *slot;      // index into ab_world.slots
    int32_t *name;       // index into ab_world.names
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

// Pose of a collider of a compound body.
typedef struct ab_collider_place {
    ab_pose pose; // frame of the shape in the body frame, constant
    v3 x;         // frame of the shape in the world: origin, m, and orientation   computed by ab_place_colliders
    quat q;
} ab_collider_place;

enum { AB_COLLIDER_NO_CONTACT = 2, AB_COLLIDER_HIDDEN = 8 };

// Colliders: a shape with a material, fixed to a body (its owner). Rows are grouped by body, in the order of the bodies
// (ab_first_collider). In most worlds each body has one collider in its own frame, and collider i belongs to body i. A
// compound body has any number of colliders at any poses.
typedef struct ab_colliders {
    int64_t n, capacity;
    // set by abut_add_body
    int32_t *shape;    // index into ab_world.shapes
    int32_t *material; // index into ab_world.materials
    uint8_t *flags;    // AB_COLLIDER_*
    // only in worlds with compound bodies, else NULL
    bool compound;
    uint32_t *owner; // row of the body
    int32_t *name;   // index into ab_world.names, -1 = name of the body
    int32_t *place;  // index into placed, -1 = pose of the body
    uint32_t *first; // first collider of each body   (bodies + 1)
    int64_t first_capacity;
    ab_collider_place *placed; // (nplaced)
    int64_t nplaced, placed_capacity;
} ab_colliders;

// List of all row arrays of ab_colliders, used as AB_BODY_ARRAYS.
#define AB_COLLIDER_ALWAYS(X)   X(shape) X(material) X(flags)
#define AB_COLLIDER_COMPOUND(X) X(owner) X(name) X(place)

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
    double *normal_force;       // N, negative under cohesion; enforced contacts: computed by ab_solve_contact_impulses
    // forces   computed by ab_apply_laws
    v3 *force;             // total on a, N
    double *elastic_force; // normal force without damping, N
    double *stored_normal; // elastic energy, J
    // rolling resistance, NULL unless a material has it
    bool rolls;
    ab_friction_memory *roll; // rolling spring: as memory, with couples and angles
    v3 *couple;               // rolling-resistance couple on a, N m   computed by ab_apply_laws
    // face contacts of polyhedra, NULL without polyhedra   computed by ab_apply_laws
    bool twists;
    int64_t twist_capacity;
    double *lever, *twist; // lever r of the friction couple, m; friction couple on a about the normal, N m; else 0
} ab_contacts;

// Contact arrays by lifetime: KEPT is history for the next step, FRESH is recomputed in every evaluation.
#define AB_CONTACT_KEPT(X)   X(a) X(b) X(feature) X(normal) X(memory) X(max_approach_speed) X(normal_force)
#define AB_CONTACT_FRESH(X)  X(point) X(gap) X(pitch) X(force) X(elastic_force) X(stored_normal)
#define AB_CONTACT_ARRAYS(X) AB_CONTACT_KEPT(X) AB_CONTACT_FRESH(X)

// Arrays that exist only with `rolls`: `roll` is kept, saved and hashed; `couple` is fresh, neither saved nor hashed.
#define AB_CONTACT_ROLLING(X)       X(roll)
#define AB_CONTACT_ROLLING_FRESH(X) X(couple)
// Fresh arrays that exist only with `twists`; ab_apply_laws writes them before any read.
#define AB_CONTACT_TWISTING(X) X(lever) X(twist)

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
    double gap_gradient_norm; // rate of the gap per unit normal motion, near 1; of an overlap |S|, m^2
    double volume;            // of an overlap, m^3; else 0
    double area;              // surface area of a sample of a patch, m^2; 0 for a whole contact
    double area_weight;       // fraction of the pair's stiffness; 1 for a whole contact
    // computed by ab_match_history
    v3 last_normal; // normal at the beginning of the step; the present normal of a new contact
    // computed by ab_apply_laws; of overlaps and patches first by ab_apply_overlap_pressure, ab_apply_patch_pressure
    double mass_fraction;         // fraction of the pair's effective mass; 1 for a single contact
    double friction_normal_force; // normal force in the friction limit, N
    double tangent_stiffness;     // N/m
    double stiffness;             // N/m
    double slip_work;             // work of slip on the friction springs since the beginning of the step, J
} ab_contact_scratch;

typedef struct ab_material {
    char name[AB_NAME_MAX];
    double density, young, poisson, restitution, friction, sliding_friction, cohesion, rolling_friction;
} ab_material;

// Contact parameters given for two materials (contact.pairs); the last rule of a pair applies.
typedef struct ab_pair_rule {
    abut_pair_def def;        // without the name of the law
    const ab_normal_law *law; // NULL = law of the world
} ab_pair_rule;

typedef struct ab_slot {
    uint32_t generation; // odd while alive
    uint32_t row;
} ab_slot;

// Power at the end of the last substep, W, positive where it leaves the mechanical energy (drives, drift: where it
// enters). The ledger integrates it by the trapezoidal rule. Computed by ab_account_energy.
typedef struct ab_power {
    double damping;    // normal damping of contacts
    double tangential; // tangential forces of contacts: stored in friction springs or dissipated
    double rubbing;    // the same without the friction springs
    double lag;        // tangential forces times (velocity - mean velocity of the step)
    double elements;   // damping of force elements
    double bearings;   // friction of force elements
    double drives;     // motors and prescribed motions
    double drift;      // joint reactions along the drift of their joints
} ab_power;

// How non-penetration is enforced.
typedef enum ab_enforcement {
    AB_ENFORCE_PENALTY,
    AB_ENFORCE_MULTIPLIER,
    AB_ENFORCE_AUGMENTED,
    AB_ENFORCEMENTS
} ab_enforcement;
extern const char *const ab_enforcement_names[AB_ENFORCEMENTS];
extern const char *const ab_enforcement_help[AB_ENFORCEMENTS];

// Elastic model of a patch of surface samples.
typedef enum ab_patch { AB_PATCH_HALF_SPACE, AB_PATCH_FOUNDATION, AB_PATCHES } ab_patch;
extern const char *const ab_patch_names[AB_PATCHES];
extern const char *const ab_patch_help[AB_PATCHES];

typedef struct ab_integrator ab_integrator;

typedef struct abut_world {
    ab_ctx *cx;
    ab_arena arena; // temporary arrays, freed at the beginning of every step

    // configuration, set by abut_world_create; units as in abut_world_def
    v3 gravity;     // m/s^2, world axes
    double dt;      // base step, s; 0 until chosen
    double free_dt; // longest step while nothing can touch, s; 0 = dt
    bool allow_large_dt;
    bool automatic_dt;  // dt was chosen here: steps that prove too large are divided instead of refused
    double known_speed; // speed that dt was chosen for, m/s
    int64_t substeps;   // least number of substeps; ab_account_energy, ab_choose_substeps raise it for an automatic dt
    const ab_integrator *integrator;
    double tolerance;       // error tolerance of integrators with adaptive substeps
    double spectral_radius; // of generalised_alpha at infinite frequency
    ab_enforcement enforcement;
    double penalty; // of the augmented Lagrangian, over the effective mass of a contact
    const ab_normal_law *law;
    const ab_damping *damping;
    const ab_friction *friction;
    double stiffness, stiffness_ratio;
    double penetration, approach_speed; // m, m/s; penetration 0 = stiffness is given, speed 0 = not known yet
    double exponent, reference_depth, viscosity, viscous_exponent;
    double stick_speed, slide_speed;
    double soft_volume; // V0 of the overlap-volume law, m^3; negative = from the step
    int64_t resolution; // cells of a signed-distance field along the longest side of its shape
    ab_detect detect;
    ab_patch patch;
    bool per_point; // every surface sample has the whole stiffness (area weight 1)

    // model
    ab_bodies body;
    ab_colliders collider;
    ab_slot *slots; // (nslot)
    int64_t nslot, slot_capacity;
    char (*names)[AB_NAME_MAX]; // (nname)
    int64_t nname, name_capacity;
    ab_shape *shapes; // (nshape)
    int64_t nshape, shape_capacity;
    ab_material *materials; // (nmaterial)
    int64_t nmaterial, material_capacity;
    ab_pair_rule *rules; // (nrule)
    int64_t nrule, rule_capacity;
    ab_interaction *interactions; // (nmaterial^2)   computed by ab_world_build_interactions at the first step

    ab_mechanism mechanism; // joints and force elements

    ab_flows flows; // inlets, outlets, flux planes

    // broad phase   computed by ab_find_pairs
    ab_pairs pairs;     // candidate pairs of colliders (Verlet list)
    v3 *pair_list_x;    // position of each collider when the pair list was built, m   (colliders)
    float *pair_list_q; // and its orientation, quaternions   (4 colliders)
    int64_t pair_list_x_capacity, pair_list_q_capacity;
    // narrow phase   computed by ab_collide
    int64_t *block_contacts; // contact points that each block of pairs has memory for   (nblock_contacts)
    int64_t nblock_contacts, block_contacts_capacity;
    struct ab_separation_bound *separation; // collide/separation_bound.h, only with SDF colliders or walls   (pairs)
    int64_t separation_capacity;
    // only with polyhedra
    ab_axis_cache *axis_cache; // separating axes; clearances count from the pair-list poses   (pairs)
    // bound of the displacement of any point of a collider since the pair list was built, m   (colliders)
    // computed by ab_find_pairs
    float *displacement_bound;
    int64_t axis_cache_capacity, displacement_bound_capacity;
    // pairs sorted by the two bodies of their colliders, only with polyhedra and compound bodies   (pairs)
    // computed by ab_find_pairs
    ab_keyed *together;
    int64_t together_capacity;
    ab_clip_workspaces clip_workspaces; // only with polyhedra
    bool edge_warned;                   // a free edge of a wall inside a body was reported
    // tunnelling   computed by ab_choose_substeps
    ab_pairs swept;  // pairs that may touch within the step and travel further than AB_TRAVEL_PER_SUBSTEP allows
    double thinnest; // least ab_shape.inner of the colliders that can touch, m
    int64_t jumps;   // pairs that may pass through each other in spite of the substeps
    bool jump_warned, immersion_warned;
    struct ab_leaf_cache *leaf_cache; // geom/sdf/point_tree.h, two for each pair of SDF colliders
    int64_t leaf_cache_capacity;
    bool pairs_stale;     // bodies were added or removed since the pair list was built
    bool forces_stale;    // bodies were added or removed since forces were evaluated (ab_refresh)
    ab_contacts contacts; // of the present state
    // contacts at the beginning of the step, for ab_match_history; only AB_CONTACT_KEPT for most integrators
    // computed by ab_swap_contact_buffers
    ab_contacts last_contacts;
    ab_contact_scratch *contact_scratch; // (contacts)
    int64_t contact_scratch_capacity;
    ab_largest stiffest; // largest k/m*, (rad/s)^2, and its contact   computed by ab_apply_laws
    double slip_work;    // sum of ab_contact_scratch.slip_work, J   computed by ab_apply_laws

    // time
    int64_t step;       // number of dt since the start
    int64_t base_steps; // number of dt in the last step: 1, or as many as fit into free_dt   ab_choose_base_steps
    int64_t last_step;  // step at which the run ends, which no long step passes; 0 = not known
    double time;        // s
    bool started;       // forces of the initial state are known
    // ledger and residuals
    abut_energy energy;      // J   computed by ab_account_energy
    ab_power power;          // computed by ab_account_energy
    abut_residuals residual; // computed by ab_measure_residuals
    abut_watch watch;        // computed by ab_account_energy and abut_audit; saved, not part of the state hash
    double datum;            // potential energy at the start, plus that of bodies added, less that of removed ones, J
    double watched_impact;   // energy.lost_impact at the last update of watch, J
    double deepest;          // largest penetration in the last step, m   computed by ab_account_energy
    void *scratch;           // memory of the integrator, from the arena
    double substep;          // length of the next adaptive substep, s; 0 = not known   computed by ab_step_adaptive
} ab_world;

static inline double ab_world_last_dt(const ab_world *w) { return (double)w->base_steps * w->dt; }
// The last step reached or passed a multiple of `every` dt.
static inline bool ab_world_passed(const ab_world *w, int64_t every) {
    return w->step / every != (w->step - w->base_steps) / every;
}

// Limits of omega dt, omega = sqrt(k/m*) of a contact of stiffness k and effective mass m*. A single contact is stable
// up to 2; the limit is half of that, because a body has several contacts, and a fifth is recommended.
#define AB_STEP_LIMIT       1.0
#define AB_STEP_RECOMMENDED 0.4
#define AB_STEP_STABLE      2.0
#define AB_MAX_SUBSTEPS     (INT64_C(1) << 20) // of an automatic step that proved too large
// Relative motion of two bodies in a substep, over their least extent (ab_min_extent).
#define AB_TRAVEL_PER_SUBSTEP 0.25
// Largest trusted penetration over the least extent. A body that passes through another exceeds it in at least one
// substep.
#define AB_MAX_IMMERSION 0.75
// (omega dt)^2 of two faces at first contact: the contact lasts 18 steps and restitution is accurate to 1 %.
#define AB_STEP_FACES 0.03

// Body frame in the world.
static inline ab_pose ab_body_pose(const ab_world *w, int64_t row) { return (ab_pose){w->body.x[row], w->body.q[row]}; }
// Shape of the single collider, or a compound shape: size, and the user's frame in the body frame.
static inline const ab_shape *ab_body_shape(const ab_world *w, int64_t row) {
    return &w->shapes[w->body.mass_table.row[w->body.mass_index[row]].shape];
}
ab_pose ab_body_user_pose(const ab_world *w, int64_t row); // the frame the user gave
// "name" or "name[7]" into text[ABUT_LABEL].
void ab_body_label(const ab_world *w, int64_t row, char *text);
int64_t ab_body_find(const ab_world *w, const char *label); // row of the body with a label, -1 = none
abut_body ab_body_id(const ab_world *w, int64_t row);
int64_t ab_body_row(const ab_world *w, abut_body body); // -1 if there is no such body

// Takes ownership of a shape made by an ab_shape_* function.
abut_status ab_world_adopt_shape(ab_world *w, ab_shape *shape, int32_t *index);
// Contact model and parameters of materials a and b; valid after ab_world_build_interactions.
static inline const ab_interaction *ab_world_interaction(const ab_world *w, int32_t a, int32_t b) {
    return &w->interactions[a * w->nmaterial + b];
}
abut_status ab_world_build_interactions(ab_world *w);
// Effective modulus E* per kilogram of effective mass at which a pair stops at depth `penetration`, Pa/kg.
double ab_patch_modulus(const ab_world *w, double radius_a, double radius_b);
// Normal law of two materials; NULL = they do not touch.
const ab_normal_law *ab_world_law(const ab_world *w, int64_t a, int64_t b);
double ab_world_cohesion(const ab_world *w, int64_t a, int64_t b); // of two materials, Pa
// Builds the collision geometry (fields, polyhedra, walls) of all shapes whose colliders may touch. After a failure
// *culprit is a collider with the shape that failed.
abut_status ab_world_prepare_shapes(ab_world *w, int64_t *culprit);

// ----------------------------------------------------------------------------------------------------------- colliders

static inline int64_t ab_owner(const ab_world *w, int64_t collider) {
    return w->collider.compound ? (int64_t)w->collider.owner[collider] : collider;
}
// Colliders of a body are [ab_first_collider(w, body), ab_first_collider(w, body + 1)).
static inline int64_t ab_first_collider(const ab_world *w, int64_t body) {
    return w->collider.compound ? (int64_t)w->collider.first[body] : body;
}
static inline bool ab_is_compound(const ab_world *w, int64_t body) {
    if (!w->collider.compound) return false;
    const int64_t first = ab_first_collider(w, body);
    return ab_first_collider(w, body + 1) != first + 1 || w->collider.place[first] >= 0;
}
static inline const ab_collider_place *ab_collider_placed(const ab_world *w, int64_t collider) {
    const int32_t place = w->collider.compound ? w->collider.place[collider] : -1;
    return place < 0 ? NULL : &w->collider.placed[place];
}
static inline const v3 *ab_collider_x(const ab_world *w, int64_t collider) {
    const ab_collider_place *place = ab_collider_placed(w, collider);
    return place ? &place->x : &w->body.x[ab_owner(w, collider)];
}
static inline const quat *ab_collider_q(const ab_world *w, int64_t collider) {
    const ab_collider_place *place = ab_collider_placed(w, collider);
    return place ? &place->q : &w->body.q[ab_owner(w, collider)];
}
// Frame of the shape in the world.
static inline ab_pose ab_collider_pose(const ab_world *w, int64_t collider) {
    return (ab_pose){*ab_collider_x(w, collider), *ab_collider_q(w, collider)};
}
static inline const ab_shape *ab_collider_shape(const ab_world *w, int64_t collider) {
    return &w->shapes[w->collider.shape[collider]];
}
// Velocity of the origin of the collider's frame, m/s.
static inline v3 ab_collider_velocity(const ab_world *w, int64_t collider) {
    const int64_t body = ab_owner(w, collider);
    const v3 arm = v3_sub(*ab_collider_x(w, collider), w->body.x[body]);
    return v3_add(w->body.v[body], v3_cross(w->body.w[body], arm));
}
static inline bool ab_collider_moves(const ab_world *w, int64_t collider) {
    return ab_inverse_mass_of(&w->body, ab_owner(w, collider)) > 0;
}
static inline bool ab_collider_touches(const ab_world *w, int64_t collider) {
    return !(w->collider.flags[collider] & AB_COLLIDER_NO_CONTACT);
}
// Contact model and parameters of two colliders, by their materials.
static inline const ab_interaction *ab_collider_interaction(const ab_world *w, int64_t a, int64_t b) {
    return ab_world_interaction(w, w->collider.material[a], w->collider.material[b]);
}
// 1/m_a + 1/m_b of the bodies of a contact, 1/kg.
static inline double ab_contact_inverse(const ab_world *w, int64_t i) {
    return ab_inverse_mass_of(&w->body, ab_owner(w, w->contacts.a[i])) +
           ab_inverse_mass_of(&w->body, ab_owner(w, w->contacts.b[i]));
}
// "body", "body[7]" or "body/collider" into text[ABUT_LABEL].
void ab_collider_label(const ab_world *w, int64_t collider, char *text);
void ab_place_colliders(ab_world *w); // poses of bodies → of the colliders of compound bodies
abut_status ab_colliders_reserve(ab_ctx *cx, ab_colliders *collider, int64_t need);
void ab_colliders_free(ab_ctx *cx, ab_colliders *collider);
// Reserves memory for the colliders of the next body; compound: also for their poses.
abut_status ab_colliders_want(ab_world *w, int64_t count, bool compound);
// Appends the colliders of the last body. name, pose: of def->colliders; pose is the shape's frame in the body frame.
void ab_colliders_add(ab_world *w, const abut_body_def *def, const int32_t *name, const ab_pose *pose);
// Removes the colliders of removed bodies and moves the others up, before the rows of bodies move. to: new row of each
// collider, -1 = removed.
void ab_colliders_close_ranks(ab_world *w, const bool *gone, int64_t *to);

// Orders the saddle-point system of the joints and allocates it; before the first step or after loading a snapshot.
abut_status ab_mechanism_build(ab_world *w);
void ab_mechanism_free(ab_ctx *cx, ab_mechanism *m);
// True for colliders of one body, and of two bodies joined by a joint with collide = false.
bool ab_kept_apart(const ab_world *w, int64_t i, int64_t j);
// Rows of the two bodies of a joint or force element, -1 = the ground; fails if neither moves or both are one body.
abut_status ab_find_ends(const ab_world *w, const char *name, abut_body a, abut_body b, int64_t *row_a, int64_t *row_b);
bool ab_good_frame(const abut_frame *frame);
// Transforms a frame from the user's frame of a body to the body frame.
ab_pose ab_frame_in_body(const ab_world *w, int64_t row, const abut_frame *frame);
// Spring or massless rod, drawn as a line.
typedef struct ab_line_element {
    const char *name;
    v3 end[2];   // m, world frame
    double pull; // tension, N
} ab_line_element;
// Iterates over line elements; *at starts at 0. False after the last.
bool ab_line_element_next(const ab_world *w, int64_t *at, ab_line_element *line);

// Joint frame fixed to a body, in the world; row -1 is the ground.
static inline ab_joint_frame ab_joint_frame_on(const ab_world *w, int64_t row, ab_pose frame) {
    if (row < 0) return ab_joint_frame_of(pose_identity(), v3_zero(), v3_zero(), frame);
    return ab_joint_frame_of(ab_body_pose(w, row), w->body.v[row], w->body.w[row], frame);
}

// J v of a constraint row; a, b: rows of bodies, -1 = the ground.
static inline double ab_row_speed(const ab_world *w, int64_t a, int64_t b, const ab_row *row) {
    double speed = 0;
    if (a >= 0) speed += v3_dot(row->va, w->body.v[a]) + v3_dot(row->wa, w->body.w[a]);
    if (b >= 0) speed += v3_dot(row->vb, w->body.v[b]) + v3_dot(row->wb, w->body.w[b]);
    return speed;
}

// Index of a name in ab_world.names; addition of a body with a known name; removal of the bodies with gone[row], none
// of which may have joints or force elements.
abut_status ab_intern_name(ab_world *w, const char *name, int32_t *index);
abut_status ab_add_member(ab_world *w, const abut_body_def *def, int32_t name);
abut_status ab_remove_rows(ab_world *w, const bool *gone);

// Only before the first step. Names are unique among inlets, outlets and flux planes. Takes ownership of
// inlet->templates.
abut_status ab_world_add_inlet(ab_world *w, ab_inlet *inlet);
abut_status ab_world_add_outlet(ab_world *w, const ab_outlet *outlet);
abut_status ab_world_add_flux_plane(ab_world *w, const ab_flux_plane *flux_plane);

abut_status ab_bodies_reserve(ab_ctx *cx, ab_bodies *body, int64_t need);
void ab_bodies_free(ab_ctx *cx, ab_bodies *body);
// Index of the mass properties with these values, which are added if new. ab_mass_table_index rebuilds the lists by
// shape after rows were loaded.
abut_status ab_mass_table_find(ab_ctx *cx, ab_mass_table *mass_table, const ab_mass_properties *wanted,
                               int32_t *number);
abut_status ab_mass_table_index(ab_ctx *cx, ab_mass_table *mass_table, int64_t shapes);
// Allocates one of the AB_BODY_WANTED arrays, zeroed, unless it exists.
abut_status ab_bodies_want(ab_ctx *cx, const ab_bodies *body, v3 **array);
abut_status ab_contacts_reserve(ab_ctx *cx, ab_contacts *contacts, int64_t need);
// Contacts of the previous step move to the top of the arrays (`past`); new ones are written from the bottom and
// overwrite rows already matched, so one copy suffices.
void ab_contacts_lift(ab_ctx *cx, ab_contacts *now, ab_contacts *past);
// Reserves `need` rows below the past.
abut_status ab_contacts_extend(ab_ctx *cx, ab_contacts *now, ab_contacts *past, int64_t need);
void ab_contacts_let_go(ab_contacts *past, int64_t n); // frees the first n rows of the past
void ab_contacts_free(ab_ctx *cx, ab_contacts *contacts);

// Effective radius R of two colliders, 1/R = 1/R_a + 1/R_b, m.
static inline double ab_effective_radius(const ab_world *w, int64_t a, int64_t b) {
    return 1 / (ab_shape_curvature(ab_collider_shape(w, a)) + ab_shape_curvature(ab_collider_shape(w, b)));
}

// Angular velocity w = R diag(1/moments) R^T l. Equal moments need no rotation, which also keeps mirrored and rotated
// worlds bitwise equal.
static inline v3 ab_spin(v3 moments, quat q, v3 l) {
    if (moments.x == moments.y && moments.y == moments.z) return v3_scale(1 / moments.x, l);
    const v3 body = quat_unrotate(q, l);
    return quat_rotate(q, v3_make(body.x / moments.x, body.y / moments.y, body.z / moments.z));
}
// Angular momentum l = R diag(moments) R^T w.
static inline v3 ab_angular_momentum(v3 moments, quat q, v3 w) {
    if (moments.x == moments.y && moments.y == moments.z) return v3_scale(moments.x, w);
    return quat_rotate(q, v3_mul(moments, quat_unrotate(q, w)));
}

#endif
