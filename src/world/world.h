// The world: a simulation in five parts.
//
//     config      shapes, materials, contact model, time stepping                 constant after the start
//     state       bodies, colliders, contacts, time, inlets and outlets           saved and hashed
//     collision   candidate pairs and caches of broad and narrow phase            computed from the state
//     mechanism   joints, force elements and their saddle-point system            model, state and factors
//     ledger      energy, powers, residuals, violations                           computed at the end of every step
//
// Inside the library a body is a row index, which may change when bodies are removed or sorted; the public interface
// uses an id (slot and generation), which does not.
#ifndef AB_WORLD_WORLD_H
#define AB_WORLD_WORLD_H

#include "base/arena.h"
#include "world/collision.h"
#include "world/config.h"
#include "world/ledger.h"
#include "world/mechanism.h"
#include "world/state.h"

typedef struct abut_world {
    ab_ctx *cx;
    ab_arena arena;                 // temporary arrays, freed at the beginning of every step
    void *scratch;                  // memory of the integrator, from the arena
    ab_problem_watch problem_watch; // .see = NULL: none

    ab_config config;
    ab_state state;
    ab_collision collision;
    ab_mechanism mechanism;
    ab_ledger ledger;
} ab_world;

static inline double ab_world_last_dt(const ab_world *w) { return (double)w->state.base_steps * w->config.dt; }
// Time of a base step.
static inline double ab_world_time_of(const ab_world *w, double step) {
    return w->state.since_time + (step - (double)w->state.since_step) * w->config.dt;
}
// The last step reached or passed a multiple of `every` dt.
static inline bool ab_world_passed(const ab_world *w, int64_t every) {
    return w->state.step / every != (w->state.step - w->state.base_steps) / every;
}

// Limits of omega dt, omega = sqrt(k/m*) of a contact of stiffness k and effective mass m*. A single contact is stable
// up to 2; the limit is half of that, because a body has several contacts, and a fifth is recommended.
#define AB_STEP_LIMIT       1.0
#define AB_STEP_RECOMMENDED 0.4
#define AB_STEP_STABLE      2.0
#define AB_MAX_SUBSTEPS     (INT64_C(1) << 14) // of an automatic step that proved too large
// Relative motion of two bodies in a substep, over their least extent (ab_min_extent).
#define AB_TRAVEL_PER_SUBSTEP 0.25
// Largest trusted penetration over the least extent. A body that passes through another exceeds it in at least one
// substep.
#define AB_MAX_IMMERSION 0.75
// (omega dt)^2 of two faces at first contact: the contact lasts 18 steps and restitution is accurate to 1 %.
#define AB_STEP_FACES 0.03

// Body frame in the world.
static inline ab_pose ab_body_pose(const ab_world *w, int64_t row) {
    return (ab_pose){w->state.body.x[row], w->state.body.q[row]};
}
// Shape of the single collider, or a compound shape: size, and the user's frame in the body frame.
static inline const ab_shape *ab_body_shape(const ab_world *w, int64_t row) {
    return &w->config.shapes[w->state.body.mass_table.row[w->state.body.mass_index[row]].shape];
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
    return &w->config.interactions[a * w->config.nmaterial + b];
}
abut_status ab_world_build_interactions(ab_world *w);
// Effective modulus E* per kilogram of effective mass at which a pair stops at depth `penetration`, Pa/kg.
double ab_patch_modulus(const ab_world *w, double radius_a, double radius_b);
// Normal law of two materials; NULL = they do not touch.
const ab_normal_law *ab_world_law(const ab_world *w, int64_t a, int64_t b);
// How the contact geometry of two materials is chosen: by the scene, and for some laws by the law.
ab_geometry_choice ab_world_geometry(const ab_world *w, int64_t a, int64_t b);
double ab_world_cohesion(const ab_world *w, int64_t a, int64_t b); // of two materials, Pa
// Builds the collision geometry (fields, polyhedra, walls) of all shapes whose colliders may touch. After a failure
// *culprit is a collider with the shape that failed.
abut_status ab_world_prepare_shapes(ab_world *w, int64_t *culprit);

// ----------------------------------------------------------------------------------------------------------- colliders

static inline int64_t ab_owner(const ab_world *w, int64_t collider) {
    return w->state.collider.compound ? (int64_t)w->state.collider.owner[collider] : collider;
}
// Colliders of a body are [ab_first_collider(w, body), ab_first_collider(w, body + 1)).
static inline int64_t ab_first_collider(const ab_world *w, int64_t body) {
    return w->state.collider.compound ? (int64_t)w->state.collider.first[body] : body;
}
static inline bool ab_is_compound(const ab_world *w, int64_t body) {
    if (!w->state.collider.compound) return false;
    const int64_t first = ab_first_collider(w, body);
    return ab_first_collider(w, body + 1) != first + 1 || w->state.collider.place[first] >= 0;
}
static inline const ab_collider_place *ab_collider_placed(const ab_world *w, int64_t collider) {
    const int32_t place = w->state.collider.compound ? w->state.collider.place[collider] : -1;
    return place < 0 ? NULL : &w->state.collider.placed[place];
}
static inline const v3 *ab_collider_x(const ab_world *w, int64_t collider) {
    const ab_collider_place *place = ab_collider_placed(w, collider);
    return place ? &place->x : &w->state.body.x[ab_owner(w, collider)];
}
static inline const quat *ab_collider_q(const ab_world *w, int64_t collider) {
    const ab_collider_place *place = ab_collider_placed(w, collider);
    return place ? &place->q : &w->state.body.q[ab_owner(w, collider)];
}
// Frame of the shape in the world.
static inline ab_pose ab_collider_pose(const ab_world *w, int64_t collider) {
    return (ab_pose){*ab_collider_x(w, collider), *ab_collider_q(w, collider)};
}
static inline const ab_shape *ab_collider_shape(const ab_world *w, int64_t collider) {
    return &w->config.shapes[w->state.collider.shape[collider]];
}
// Velocity of the origin of the collider's frame, m/s.
static inline v3 ab_collider_velocity(const ab_world *w, int64_t collider) {
    const int64_t body = ab_owner(w, collider);
    const v3 arm = v3_sub(*ab_collider_x(w, collider), w->state.body.x[body]);
    return v3_add(w->state.body.v[body], v3_cross(w->state.body.w[body], arm));
}
static inline bool ab_collider_moves(const ab_world *w, int64_t collider) {
    return ab_inverse_mass_of(&w->state.body, ab_owner(w, collider)) > 0;
}
static inline bool ab_collider_touches(const ab_world *w, int64_t collider) {
    return !(w->state.collider.flags[collider] & AB_COLLIDER_NO_CONTACT);
}
// Contact model and parameters of two colliders, by their materials.
static inline const ab_interaction *ab_collider_interaction(const ab_world *w, int64_t a, int64_t b) {
    return ab_world_interaction(w, w->state.collider.material[a], w->state.collider.material[b]);
}
static inline ab_geometry ab_collider_geometry(const ab_world *w, int64_t a, int64_t b) {
    return ab_geometry_of(ab_shape_class_of(ab_collider_shape(w, a)), ab_shape_class_of(ab_collider_shape(w, b)),
                          ab_collider_interaction(w, a, b)->geometry);
}
// 1/m_a + 1/m_b of the bodies of a contact, 1/kg.
static inline double ab_contact_inverse(const ab_world *w, int64_t i) {
    return ab_inverse_mass_of(&w->state.body, ab_owner(w, w->state.contacts.a[i])) +
           ab_inverse_mass_of(&w->state.body, ab_owner(w, w->state.contacts.b[i]));
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
// True for colliders of one body, of two bodies joined by a joint with collide = false, and of bodies that ignore each
// other.
bool ab_kept_apart(const ab_world *w, int64_t i, int64_t j);
// Rows of the two bodies of a joint or force element, -1 = the ground; fails if neither moves or both are one body.
abut_status ab_find_ends(const ab_world *w, const char *name, abut_body a, abut_body b, int64_t *row_a, int64_t *row_b);
// Coordinates of a joint into coordinate[AB_JOINT_COORDINATES]; returns their number.
int ab_measure_joint(const ab_world *w, const ab_world_joint *j, ab_joint_coordinate *coordinate);
// Before a force element is removed: fails if a control uses it.
abut_status ab_controls_release(ab_world *w, int64_t force);
void ab_controls_free(ab_ctx *cx, ab_mechanism *m);
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
    return ab_joint_frame_of(ab_body_pose(w, row), w->state.body.v[row], w->state.body.w[row], frame);
}

// J v of a constraint row; a, b: rows of bodies, -1 = the ground.
static inline double ab_row_speed(const ab_world *w, int64_t a, int64_t b, const ab_row *row) {
    double speed = 0;
    if (a >= 0) speed += v3_dot(row->va, w->state.body.v[a]) + v3_dot(row->wa, w->state.body.w[a]);
    if (b >= 0) speed += v3_dot(row->vb, w->state.body.v[b]) + v3_dot(row->wb, w->state.body.w[b]);
    return speed;
}

// Marks a model that the user changed after the start.
static inline void ab_world_grow(ab_world *w) {
    w->config.grown = w->config.prepared;
    w->collision.pairs_stale = true;
    if (w->state.started) w->state.forces_stale = w->state.changed_by_user = true;
}

// Index of a name in ab_state.names; addition of a body with a known name; removal of the bodies with gone[row], none
// of which may have joints or force elements.
abut_status ab_intern_name(ab_world *w, const char *name, int32_t *index);
// Sets of bodies by name. Fails beyond AB_NAME_SETS.
abut_status ab_name_set_add(ab_world *w, const int32_t *name, int64_t n, int32_t *set);
bool ab_in_name_set(const ab_world *w, int64_t row, int32_t set);
// Bodies of the names a have no contact with those of the names b; before the first step.
abut_status ab_ignore_names(ab_world *w, const int32_t *a, int64_t na, const int32_t *b, int64_t nb);
bool ab_ignored(const ab_world *w, int64_t a, int64_t b); // two bodies
void ab_name_sets_free(ab_ctx *cx, ab_name_sets *s);
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
