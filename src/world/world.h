// The world: everything that moves and everything it moves by, as rows of arrays. Inside the library a body is a row;
// rows may move when bodies are removed. Outside it is an id (slot and generation) that stays.
//
// A body's frame inside the world is its centre of mass and principal axes; ab_shape.placed leads back to the frame the
// user gave. Angular momentum in world axes is the state of rotation: a torque adds to it exactly.
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

// What bodies weigh. Most have the same as others of their shape, so rows of bodies only have its number.
typedef struct ab_mass_properties {
    double mass;               // kg
    double inverse_mass;       // 1/kg; 0 for fixed bodies
    v3 moments;                // principal, kg m^2
    int32_t shape;             // of those who have it: that of the one collider, or a compound
    int32_t older;             // another of that shape, -1 = none
    double inverse_min_moment; // 1 over the least moment; 0 for fixed bodies. Follows from the others
} ab_mass_properties;

typedef struct ab_mass_table {
    ab_mass_properties *row; // (n)
    int64_t n, capacity;
    int32_t *newest; // of each shape, -1 = none   (shapes)
    int64_t shapes, newest_capacity;
} ab_mass_table;

typedef struct ab_bodies {
    int64_t n, capacity;
    ab_mass_table mass_table;
    // identity, set by abut_add_body
    uint32_t *slot;      // index into ab_world.slots
    int32_t *name;       // index into ab_world.names
    int64_t *number;     // member of a generated group, -1 = alone
    uint32_t *flux_side; // of the gates, a bit each; written by ab_update_inlets_outlets
    int32_t *mass_index; // index into weights: ab_mass_of, ab_inverse_mass_of, ab_moments_of
    // loads, constant; NULL if there are none
    v3 *load;        // N
    v3 *load_torque; // N m
    // state, written by the integrator
    v3 *x;               // centre of mass, m
    quat *q;             // principal axes to world
    v3 *v;               // m/s
    v3 *l;               // angular momentum about the centre of mass, world axes, kg m^2/s
    v3 *w;               // angular velocity, world axes, rad/s: follows from l and q
    v3 *mean_v, *mean_w; // mean velocities since the step began: what contacts slipped by
    // what the integrator keeps for itself, NULL if nothing: verlet momentum at the middle of a step, generalised_alpha
    // the rates of v and l at the end of the last one
    v3 *keep_v, *keep_l;
    // written by the gather
    v3 *force, *torque; // total, N and N m about the centre of mass, world axes
} ab_bodies;

// Every array of ab_bodies, once: growing, moving, saving and hashing rows all walk this list. Those of the second kind
// are there only in worlds that need them (ab_bodies_want).
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

// Where a collider of a compound body is.
typedef struct ab_collider_place {
    ab_pose pose; // of the shape's frame in the frame of the body's centre of mass and principal axes
    v3 x;         // the same in the world, m     written by ab_place_colliders
    quat q;
} ab_collider_place;

enum { AB_COLLIDER_NO_CONTACT = 2, AB_COLLIDER_HIDDEN = 8 };

// Colliders: shapes of a material that are fixed to a body. Rows are grouped by body, in the order of the bodies
// (ab_first_collider). Most worlds are simple: each body has one collider, in its own frame, and collider i is that of
// body i. A compound body has any number of colliders at any poses.
typedef struct ab_colliders {
    int64_t n, capacity;
    // set by abut_add_body
    int32_t *shape;    // index into ab_world.shapes
    int32_t *material; // index into ab_world.materials
    uint8_t *flags;    // AB_COLLIDER_*
    // only in worlds with compound bodies, else NULL
    bool compound;
    uint32_t *owner; // row of its body
    int32_t *name;   // index into ab_world.names, -1 = it has that of its body
    int32_t *place;  // index into placed, -1 = its pose is that of its body
    uint32_t *first; // collider of each body   (bodies + 1)
    int64_t first_capacity;
    ab_collider_place *placed; // (nplaced)
    int64_t nplaced, placed_capacity;
} ab_colliders;

// Every array of rows of ab_colliders, once: as AB_BODY_ARRAYS.
#define AB_COLLIDER_ALWAYS(X)   X(shape) X(material) X(flags)
#define AB_COLLIDER_COMPOUND(X) X(owner) X(name) X(place)

typedef struct ab_contacts {
    int64_t n, capacity, kept_capacity; // the latter of AB_CONTACT_KEPT
    bool borrowed;                      // rows at the upper end of the arrays of other contacts: ab_contacts_lift
    // written by collide, sorted by (ab_contact_key, feature)
    uint32_t *a, *b; // colliders; the kind of a's shape is not above that of b's
    uint32_t *feature;
    v3 *point, *normal;
    double *gap;
    double *pitch; // of an overlap: couple over force, m; else 0
    // written by match_history (what the contact remembers) and renewed by the laws
    ab_friction_memory *memory;
    double *max_approach_speed; // largest approach speed since it began, m/s; -1 until the laws have seen it
    double *normal_force;       // N; negative where cohesion pulls
    // written by the laws
    v3 *force;             // on a, N
    double *elastic_force; // N, without damping
    double *stored_normal; // J
    // only if materials resist rolling, else NULL
    bool rolls;
    ab_friction_memory *roll; // as memory, with couples and angles
    v3 *couple;               // on a, against rolling, N m
    // only with polyhedra, else NULL
    bool twists;
    int64_t twist_capacity;
    double *lever, *twist; // of a face: r, m; couple on a about the normal by friction, N m; else 0
} ab_contacts;

// By how long they live: what contacts of the next step remember, and what is found anew.
#define AB_CONTACT_KEPT(X)   X(a) X(b) X(feature) X(normal) X(memory) X(max_approach_speed) X(normal_force)
#define AB_CONTACT_FRESH(X)  X(point) X(gap) X(pitch) X(force) X(elastic_force) X(stored_normal)
#define AB_CONTACT_ARRAYS(X) AB_CONTACT_KEPT(X) AB_CONTACT_FRESH(X)

// Arrays that there are only with `rolls`: the first is kept, saved and hashed, the other fresh, and neither.
#define AB_CONTACT_ROLLING(X)       X(roll)
#define AB_CONTACT_ROLLING_FRESH(X) X(couple)
// Fresh arrays that there are only with `twists`; nobody reads them before the laws have written them again.
#define AB_CONTACT_TWISTING(X) X(lever) X(twist)

// The smaller row in the high half, the larger one in the low half.
static inline uint64_t ab_pair_key(uint64_t a, uint64_t b) { return a < b ? a << 32 | b : b << 32 | a; }
static inline uint64_t ab_contact_key(const ab_contacts *c, int64_t i) { return ab_pair_key(c->a[i], c->b[i]); }
static inline double ab_contact_stored_tangential(const ab_contacts *c, int64_t i) {
    return ab_friction_stored(&c->memory[i]) + (c->rolls ? ab_friction_stored(&c->roll[i]) : 0);
}

// Behind the last contact of the pair that contact i belongs to, and the greatest depth of those up to there, m.
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

// What a contact is from collide to the laws.
typedef struct ab_contact_scratch {
    double radius;            // effective radius of curvature, m
    double gap_gradient_norm; // of the gap along the normal, near 1; of an overlap |S|, m^2
    double volume;            // of an overlap, m^3; else 0
    double area;              // m^2 that a point of a patch stands for; 0 for a whole contact
    double area_weight;       // of the stiffness between the two bodies, 1 for a whole contact
    v3 last_normal;           // when the step began; the present one if there was no contact
    // written by the laws
    double mass_fraction; // of the pair's contacts: 1 for one alone
    // normal force that friction is of, N; known before the laws of single contacts for overlaps and patches
    double friction_normal_force;
    double tangent_stiffness; // the same, N/m
    double stiffness;         // N/m
    double slip_work;         // on the springs of friction since the step began, J
} ab_contact_scratch;

typedef struct ab_material {
    char name[AB_NAME_MAX];
    double density, young, poisson, restitution, friction, sliding_friction, cohesion, rolling_friction;
} ab_material;

// What was said of two materials; of a pair that was named twice, the last.
typedef struct ab_pair_rule {
    abut_pair_def def;        // without the name of the law
    const ab_normal_law *law; // NULL = the world's
} ab_pair_rule;

typedef struct ab_slot {
    uint32_t generation; // odd while alive
    uint32_t row;
} ab_slot;

// Power that contacts take out of the mechanical energy now, W; the ledger sums it by the trapezoidal rule.
typedef struct ab_power {
    double damping;
    double tangential; // into the stored tangential energy, or lost to friction ...
    double rubbing;    // ... by forces beside those of the springs
    double lag;        // of `tangential`, at the velocity less its mean over the step
    double elements;   // damping of force elements
    double bearings;   // their friction
    double drives;     // what motors and prescribed motions put in
    double drift;      // what reactions put in where joints drift
} ab_power;

// How contacts are kept from overlapping.
typedef enum ab_enforcement {
    AB_ENFORCE_PENALTY,
    AB_ENFORCE_MULTIPLIER,
    AB_ENFORCE_AUGMENTED,
    AB_ENFORCEMENTS
} ab_enforcement;
extern const char *const ab_enforcement_names[AB_ENFORCEMENTS];
extern const char *const ab_enforcement_help[AB_ENFORCEMENTS];

// How solids that touch by points find their elastic energy.
typedef enum ab_patch { AB_PATCH_HALF_SPACE, AB_PATCH_FOUNDATION, AB_PATCHES } ab_patch;
extern const char *const ab_patch_names[AB_PATCHES];
extern const char *const ab_patch_help[AB_PATCHES];

typedef struct ab_integrator ab_integrator;

typedef struct abut_world {
    ab_ctx *cx;
    ab_arena arena; // gone at the end of every step

    v3 gravity;
    double dt;      // s; 0 until chosen
    double free_dt; // s, of steps in which nothing can touch; 0 = dt
    bool allow_large_dt;
    bool automatic_dt;  // it was chosen here: steps that prove too large are divided instead of refused
    double known_speed; // m/s, that it was chosen for
    int64_t substeps;   // parts of every step from now on, for that reason
    const ab_integrator *integrator;
    double tolerance;       // of integrators that divide their steps
    double spectral_radius; // of generalised_alpha at infinite frequency
    ab_enforcement enforcement;
    double penalty; // of the augmented one, over the inverse of the mass that a contact feels
    const ab_normal_law *law;
    const ab_damping *damping;
    const ab_friction *friction;
    double stiffness, stiffness_ratio;
    double penetration, approach_speed; // m, m/s; penetration 0 = the stiffness is given, speed 0 = not known yet
    double exponent, reference_depth, viscosity, viscous_exponent; // as in abut_world_def
    double stick_speed, slide_speed;
    double soft_volume; // V0 of the law of volumes, m^3; negative = from the step
    int64_t resolution; // cells along the longest side of a shape's field
    ab_detect detect;
    ab_patch patch;
    bool per_point; // every point of a surface has the whole stiffness

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
    ab_interaction *interactions; // (nmaterial^2) built when the first step begins

    ab_mechanism mechanism;

    ab_flows flows;

    ab_pairs pairs;     // candidates
    v3 *pair_list_x;    // where colliders were when pairs were found: anew when one has left from there   (colliders)
    float *pair_list_q; // and their orientations, four numbers each   (4 colliders)
    int64_t pair_list_x_capacity, pair_list_q_capacity;
    int64_t *block_contacts; // hits that each block of pairs has room for   (nblock_contacts)
    int64_t nblock_contacts, block_contacts_capacity;
    struct ab_separation_bound *separation; // collide/separation_bound.h, only with solids   (pairs)
    int64_t separation_capacity;
    // only with polyhedra: most candidates of a bed are apart and hardly move
    ab_axis_cache *axis_cache; // `clear` is counted from the anchors   (pairs)
    float *displacement_bound; // m, no point of a collider is farther from where it was then    (colliders)
    int64_t axis_cache_capacity, displacement_bound_capacity;
    // pairs of colliders by the two bodies that they belong to; only with polyhedra and compound bodies   (pairs)
    ab_keyed *together;
    int64_t together_capacity;
    ab_clip_workspaces clip_workspaces; // only with polyhedra
    bool edge_warned;                   // of a wall's edge inside a body
    // written by ab_choose_substeps:
    ab_pairs swept;  // that may meet on a way which is long for their thickness: only while there are such
    double thinnest; // least ab_shape.inner of the bodies that touch, m
    int64_t jumps;   // pairs that may pass through each other in the step, divided as it is
    bool jump_warned, immersion_warned;
    struct ab_leaf_cache *leaf_cache; // geom/sdf/point_tree.h, two for each pair of solids
    int64_t leaf_cache_capacity;
    bool pairs_stale;     // bodies were added or removed since the candidates were found
    bool forces_stale;    // ... since forces were evaluated: ab_refresh
    ab_contacts contacts; // now
    // when the step began: what history is matched with; only AB_CONTACT_KEPT for most integrators
    ab_contacts last_contacts;
    ab_contact_scratch *contact_scratch; // of a wave of contacts
    int64_t contact_scratch_capacity;
    ab_largest stiffest; // (rad/s)^2, and the contact that vibrates so
    double slip_work;    // on the springs of friction since the step began, J          written by ab_apply_laws

    int64_t step;       // whole dt since the start
    int64_t base_steps; // dt in the last step: 1, or as many as fit into free_dt
    int64_t last_step;  // where the run ends: no long step goes beyond; 0 = not known
    double time;
    bool started; // forces of the initial state are known
    abut_energy energy;
    ab_power power;
    abut_residuals residual; // written by ab_measure_residuals
    abut_watch watch;        // written by ab_account_energy and abut_audit; saved, but no part of the state's hash
    // potential energy that changes are counted from, J: of the start, and of what was added or removed since
    double datum;
    double watched_impact; // energy.lost_impact when it was looked at last, J
    double deepest;        // largest penetration now, m
    void *scratch;         // of the integrator, from the arena
    double substep;        // length of the next part of a step that is divided, s; 0 = not known
} ab_world;

static inline double ab_world_last_dt(const ab_world *w) { return (double)w->base_steps * w->dt; }
// The last step ended at a multiple of `every` dt, or went beyond one.
static inline bool ab_world_passed(const ab_world *w, int64_t every) {
    return w->step / every != (w->step - w->base_steps) / every;
}

// The largest stable step of a contact with stiffness k between effective masses m is 2 sqrt(m/k); half of it is the
// limit, because a body has several contacts, and a fifth is recommended.
#define AB_STEP_LIMIT       1.0
#define AB_STEP_RECOMMENDED 0.4
#define AB_STEP_STABLE      2.0
#define AB_MAX_SUBSTEPS     (INT64_C(1) << 20) // parts of an automatic step that proved too large
// How far two bodies may move against each other in a part of a step, in their least extent (ab_min_extent).
#define AB_TRAVEL_PER_SUBSTEP 0.25
// How deep they may be in each other for a run to be trusted: so deep a body that passes through another is seen in at
// least one part.
#define AB_MAX_IMMERSION 0.75
// (omega dt)^2 of faces that begin to touch: 18 steps of a contact, whose restitution is then good to 1 %.
#define AB_STEP_FACES 0.03

// Centre of mass, principal axes.
static inline ab_pose ab_body_pose(const ab_world *w, int64_t row) { return (ab_pose){w->body.x[row], w->body.q[row]}; }
// Of the one collider, or a compound: size, and where the frame lies that the user gave.
static inline const ab_shape *ab_body_shape(const ab_world *w, int64_t row) {
    return &w->shapes[w->body.mass_table.row[w->body.mass_index[row]].shape];
}
ab_pose ab_body_user_pose(const ab_world *w, int64_t row); // the frame the user gave
// "name" or "name[7]" into text[ABUT_LABEL].
void ab_body_label(const ab_world *w, int64_t row, char *text);
int64_t ab_body_find(const ab_world *w, const char *label); // row of the body with a label, -1 = none
abut_body ab_body_id(const ab_world *w, int64_t row);
int64_t ab_body_row(const ab_world *w, abut_body body); // -1 if there is no such body

// Takes over a shape made by the ab_shape_* makers (the world frees it).
abut_status ab_world_adopt_shape(ab_world *w, ab_shape *shape, int32_t *index);
// What materials a and b make of each other; valid once started.
static inline const ab_interaction *ab_world_interaction(const ab_world *w, int32_t a, int32_t b) {
    return &w->interactions[a * w->nmaterial + b];
}
abut_status ab_world_build_interactions(ab_world *w);
// E* that stops a pair of 1 kg at the depth to tolerate, Pa/kg.
double ab_patch_modulus(const ab_world *w, double radius_a, double radius_b);
// of two materials; NULL = they do not touch
const ab_normal_law *ab_world_law(const ab_world *w, int64_t a, int64_t b);
double ab_world_cohesion(const ab_world *w, int64_t a, int64_t b); // of two materials, Pa
// Makes what shapes need to touch each other, where they may. After a failure *culprit is a collider with the shape
// that has none.
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
// Of the origin of its frame, m/s.
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
// What the materials of two colliders make of each other.
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
// Room for the colliders of a body that is about to be added; compound: for their poses too.
abut_status ab_colliders_want(ab_world *w, int64_t count, bool compound);
// Appends the colliders of the body that was added last. name, pose: of def->colliders; the pose is that of the shape's
// frame in the body's
void ab_colliders_add(ab_world *w, const abut_body_def *def, const int32_t *name, const ab_pose *pose);
// Colliders of bodies that are gone leave, and those behind them move up: before the bodies do. Writes the new row of
// each, -1 = it is gone.
void ab_colliders_close_ranks(ab_world *w, const bool *gone, int64_t *to);

// Orders the joints' system and makes room for it; once, before the first step or after a snapshot was loaded.
abut_status ab_mechanism_build(ab_world *w);
void ab_mechanism_free(ab_ctx *cx, ab_mechanism *m);
// colliders of one body, or of two that a joint holds which do not touch
bool ab_kept_apart(const ab_world *w, int64_t i, int64_t j);
// Ends of joints and force elements: checked, as rows.
abut_status ab_find_ends(const ab_world *w, const char *name, abut_body a, abut_body b, int64_t *row_a, int64_t *row_b);
bool ab_good_frame(const abut_frame *frame);
// from the user's frame to the centre of mass
ab_pose ab_frame_in_body(const ab_world *w, int64_t row, const abut_frame *frame);
// A line between two points that is drawn: a spring, a rod.
typedef struct ab_line_element {
    const char *name;
    v3 end[2];   // m
    double pull; // with which it draws its ends together, N
} ab_line_element;
// The next one from *at on, which starts at 0; false when there is none.
bool ab_line_element_next(const ab_world *w, int64_t *at, ab_line_element *line);

// The joint's frame as a body carries it; row -1 is the ground.
static inline ab_joint_frame ab_joint_frame_on(const ab_world *w, int64_t row, ab_pose frame) {
    if (row < 0) return ab_joint_frame_of(pose_identity(), v3_zero(), v3_zero(), frame);
    return ab_joint_frame_of(ab_body_pose(w, row), w->body.v[row], w->body.w[row], frame);
}

// A row times the velocities of its bodies; -1 = the ground.
static inline double ab_row_speed(const ab_world *w, int64_t a, int64_t b, const ab_row *row) {
    double speed = 0;
    if (a >= 0) speed += v3_dot(row->va, w->body.v[a]) + v3_dot(row->wa, w->body.w[a]);
    if (b >= 0) speed += v3_dot(row->vb, w->body.v[b]) + v3_dot(row->wb, w->body.w[b]);
    return speed;
}

// A body whose name is known, and the removal of all that are gone (flags by row), none of which joints hold.
abut_status ab_intern_name(ab_world *w, const char *name, int32_t *index);
abut_status ab_add_member(ab_world *w, const abut_body_def *def, int32_t name);
abut_status ab_remove_rows(ab_world *w, const bool *gone);

// Before the first step; names are unique among all three. The kinds of an inlet are taken over.
abut_status ab_world_add_inlet(ab_world *w, ab_inlet *inlet);
abut_status ab_world_add_outlet(ab_world *w, const ab_outlet *outlet);
abut_status ab_world_add_flux_plane(ab_world *w, const ab_flux_plane *flux_plane);

abut_status ab_bodies_reserve(ab_ctx *cx, ab_bodies *body, int64_t need);
void ab_bodies_free(ab_ctx *cx, ab_bodies *body);
// The number of the weight with these values; made if there is none. ab_mass_table_index: after rows were read.
abut_status ab_mass_table_find(ab_ctx *cx, ab_mass_table *mass_table, const ab_mass_properties *wanted,
                               int32_t *number);
abut_status ab_mass_table_index(ab_ctx *cx, ab_mass_table *mass_table, int64_t shapes);
// one of AB_BODY_WANTED: zero, if it was not there
abut_status ab_bodies_want(ab_ctx *cx, const ab_bodies *body, v3 **array);
abut_status ab_contacts_reserve(ab_ctx *cx, ab_contacts *contacts, int64_t need);
// What contacts remember moves to the upper end of their arrays and is the past; those to come are written from the
// lower end, into rows of the past as it is let go of. So there is hardly more than one copy.
void ab_contacts_lift(ab_ctx *cx, ab_contacts *now, ab_contacts *past);
// room for `need` below the past
abut_status ab_contacts_extend(ab_ctx *cx, ab_contacts *now, ab_contacts *past, int64_t need);
void ab_contacts_let_go(ab_contacts *past, int64_t n); // of its first n rows
void ab_contacts_free(ab_ctx *cx, ab_contacts *contacts);

// 1/R = 1/R_a + 1/R_b of two colliders, m.
static inline double ab_effective_radius(const ab_world *w, int64_t a, int64_t b) {
    return 1 / (ab_shape_curvature(ab_collider_shape(w, a)) + ab_shape_curvature(ab_collider_shape(w, b)));
}

// w = R diag(1/moments) R^T l. A ball needs no rotation, which also keeps mirrored and turned worlds equal bit for bit.
static inline v3 ab_spin(v3 moments, quat q, v3 l) {
    if (moments.x == moments.y && moments.y == moments.z) return v3_scale(1 / moments.x, l);
    const v3 body = quat_unrotate(q, l);
    return quat_rotate(q, v3_make(body.x / moments.x, body.y / moments.y, body.z / moments.z));
}
// l = R diag(moments) R^T w.
static inline v3 ab_angular_momentum(v3 moments, quat q, v3 w) {
    if (moments.x == moments.y && moments.y == moments.z) return v3_scale(moments.x, w);
    return quat_rotate(q, v3_mul(moments, quat_unrotate(q, w)));
}

#endif
