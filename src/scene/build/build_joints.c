// Builds the joints and force elements of the scene and assembles the mechanism at t = 0.
#include "base/num.h"
#include "scene/builder.h"
#include "scene/tables.h"
#include "step/step.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------- bodies

static ab_place place_of(const ab_head *head, const char *key) {
    const ab_node *value = ab_node_get(head->node, key);
    return value ? value->place : head->node->place;
}

static bool given(const ab_head *head, const char *key) { return ab_node_get(head->node, key) != NULL; }

#define MAX_NAMES 64

static void unknown_body(ab_builder *b, const char *name, ab_place place) {
    const char *names[MAX_NAMES] = {NULL};
    int count = 0;
    for (int64_t i = 0; i < b->w->state.nname && count < MAX_NAMES; i++) names[count++] = b->w->state.names[i];
    char hint[512];
    ab_suggest(name, names, count, hint, sizeof hint);
    ab_diagnose(b->l, AB_E041, place, "there is no body '%.64s'; %s", name, hint);
}

static bool find_body(const ab_world *w, const char *name, abut_body *body) {
    const int64_t row = ab_body_find(w, name);
    if (row >= 0) *body = ab_body_id(w, row);
    return row >= 0;
}

bool ab_build_find_body(ab_builder *b, const ab_head *head, const char *key, const char *name, abut_body *body) {
    *body = (abut_body){0, 0};
    if (!name || find_body(b->w, name, body)) return true;
    unknown_body(b, name, place_of(head, key));
    return false;
}

bool ab_build_find_collider(ab_builder *b, const ab_head *head, const char *key, const char *name, abut_body *body,
                            int32_t *collider) {
    const ab_world *w = b->w;
    *collider = -1;
    for (int64_t i = 0; name && i < w->state.collider.n; i++) {
        char label[ABUT_LABEL];
        ab_collider_label(w, i, label);
        const int64_t owner = ab_owner(w, i);
        if (!ab_is_compound(w, owner) || strcmp(label, name) != 0) continue;
        *body = ab_body_id(w, owner);
        *collider = (int32_t)(i - ab_first_collider(w, owner));
        return true;
    }
    return ab_build_find_body(b, head, key, name, body);
}

// ---------------------------------------------------------------------------------------------------- frames

// One end of a joint as the scene gives it.
typedef struct end {
    abut_body body;
    const v3 *at, *axis, *across; // in the body's frame; NULL = given in world coordinates
} end;

static v3 turn_out(const ab_world *w, abut_body body, v3 direction) {
    const int64_t row = ab_body_row(w, body);
    return row < 0 ? direction : quat_rotate(ab_body_user_pose(w, row).q, direction);
}

static v3 bring_out(const ab_world *w, abut_body body, v3 point) {
    const int64_t row = ab_body_row(w, body);
    return row < 0 ? point : pose_apply(ab_body_user_pose(w, row), point);
}

// A frame in world coordinates: what an end takes where nothing is given for it.
typedef struct world_frame {
    v3 at, axis, across;
} world_frame;

static world_frame given_of(const ab_world *w, const end *e, world_frame otherwise) {
    return (world_frame){
        e->at ? bring_out(w, e->body, *e->at) : otherwise.at,
        e->axis ? turn_out(w, e->body, *e->axis) : otherwise.axis,
        e->across ? turn_out(w, e->body, *e->across) : otherwise.across,
    };
}

// What the two frames of an element have in common where the scene gives them for one end only.
typedef struct common {
    bool place; // its points: a joint holds its bodies where they are
    bool axes;  // the directions of its axes
} common;

// What end `e` takes where nothing is given for it: `at`, `axis` and `across`, else what is given for the other end if
// that is common. A joint without any place is at the body that it holds to the ground; ends that may be apart are each
// at the origin of their body.
static world_frame otherwise_of(const ab_world *w, const ab_ends_spec *s, const end *e, const end *other, common c) {
    const end *const placed = c.place && (!e->body.slot || other->at) ? other : e;
    const world_frame bare = {bring_out(w, placed->body, v3_zero()), s->axis, s->across};
    const end given_there = {other->body, c.place ? other->at : NULL, c.axes ? other->axis : NULL,
                             c.axes ? other->across : NULL};
    const world_frame there = given_of(w, &given_there, bare);
    return (world_frame){
        given(&s->head, "at") ? s->at : there.at,
        given(&s->head, "axis") ? s->axis : there.axis,
        given(&s->head, "across") ? s->across : there.across,
    };
}

static abut_status frame_of(ab_builder *b, const ab_ends_spec *s, const end *e, const end *other, common c,
                            abut_frame *frame) {
    const ab_world *w = b->w;
    const world_frame f = given_of(w, e, otherwise_of(w, s, e, other, c));
    AB_TRY(abut_frame_at(w, e->body, f.at, f.axis, f.across, frame));
    if (e->at) frame->position = *e->at; // exactly as given, without the round trip through world coordinates
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------- joints

static bool find_ends(ab_builder *b, const ab_ends_spec *s, end *a, end *e) {
    *a = (end){.at = given(&s->head, "at_a") ? &s->at_a : NULL,
               .axis = given(&s->head, "axis_a") ? &s->axis_a : NULL,
               .across = given(&s->head, "across_a") ? &s->across_a : NULL};
    *e = (end){.at = given(&s->head, "at_b") ? &s->at_b : NULL,
               .axis = given(&s->head, "axis_b") ? &s->axis_b : NULL,
               .across = given(&s->head, "across_b") ? &s->across_b : NULL};
    const bool first = ab_build_find_body(b, &s->head, "a", s->a, &a->body);
    return ab_build_find_body(b, &s->head, "b", s->b, &e->body) && first;
}

bool ab_build_ends(ab_builder *b, const ab_ends_spec *spec, ab_code code, ab_ends *ends) {
    end a, e;
    if (!find_ends(b, spec, &a, &e)) return false;
    *ends = (ab_ends){.a = a.body, .b = e.body};
    abut_status status = frame_of(b, spec, &a, &e, (common){0}, &ends->frame_a);
    if (status == ABUT_OK) status = frame_of(b, spec, &e, &a, (common){0}, &ends->frame_b);
    ab_build_refused(b->l, code, spec->head.node->place, status);
    return status == ABUT_OK;
}

static abut_status add_joint(ab_builder *b, const ab_joint_spec *s, const char *name, const end *a, const end *e) {
    abut_joint_def def = abut_joint_default();
    def.name = name;
    def.kind = ab_joint_types[s->kind]->name;
    def.a = a->body;
    def.b = e->body;
    const ab_joint_type *type = ab_joint_types[s->kind];
    const common c = {!type->placeless, type->parallel};
    AB_TRY(frame_of(b, &s->ends, a, e, c, &def.frame_a));
    AB_TRY(frame_of(b, &s->ends, e, a, c, &def.frame_b));
    const ab_parameters given = ab_build_parameters(&s->parameters);
    def.parameters = given.number;
    def.parameter_count = given.numbers;
    def.collide = s->collide;
    return abut_joint_add(b->w, &def, NULL);
}

// Most joints between two bodies need a position.
static bool needs_place(const ab_joint_spec *s, const end *a, const end *e) {
    const bool placed = given(&s->ends.head, "at") || a->at || e->at || !s->ends.a || !s->ends.b;
    return !placed && !ab_joint_types[s->kind]->placeless;
}

static void build_joint(ab_builder *b, const ab_joint_spec *s, const char *name) {
    const ab_place place = s->ends.head.node->place;
    end a, e;
    if (!find_ends(b, &s->ends, &a, &e)) return;
    if (!ab_check_parameters(b->l, &ab_joint_family, &s->kind, 1, &s->parameters)) return;
    if (needs_place(s, &a, &e))
        ab_diagnose(b->l, AB_E042, place, "say where this joint is: 'at', or 'at_a' and 'at_b'");
    else
        ab_build_refused(b->l, AB_E042, place, add_joint(b, s, name, &a, &e));
}

// ---------------------------------------------------------------------------------------------------- forces

static abut_status add_force(ab_builder *b, const ab_force_spec *s, bool angle, const char *name, const end *a,
                             const end *e) {
    abut_force_def def = abut_force_default();
    def.name = name;
    def.kind = ab_force_types[s->kind]->name;
    def.along = angle ? ab_coordinate_names[AB_ALONG_ANGLE] : ab_coordinate_names[s->along];
    def.a = a->body;
    def.b = e->body;
    AB_TRY(frame_of(b, &s->ends, a, e, (common){0}, &def.frame_a));
    AB_TRY(frame_of(b, &s->ends, e, a, (common){0}, &def.frame_b));
    const ab_parameters given = ab_build_parameters(&s->parameters);
    def.parameters = given.number;
    def.parameter_count = given.numbers;
    def.lists = given.list;
    def.list_count = given.lists;
    return abut_force_add(b->w, &def, NULL);
}

static void build_force(ab_builder *b, const ab_force_spec *s, bool angle, const char *name) {
    const ab_place place = s->ends.head.node->place;
    end a, e;
    if (!find_ends(b, &s->ends, &a, &e)) return;
    if (angle && ab_force_types[s->kind]->load)
        ab_diagnose(b->l, AB_E044, place, "a %s acts in all directions; put it under 'forces'",
                    ab_force_types[s->kind]->name);
    else if (ab_check_parameters(b->l, angle ? &ab_torque_family : &ab_force_family, &s->kind, 1, &s->parameters))
        ab_build_refused(b->l, AB_E044, place, add_force(b, s, angle, name, &a, &e));
}

// ----------------------------------------------------------------------------------------------------- lists

static void check_unique(ab_builder *b, const ab_list *list, size_t size, int64_t index) {
    const ab_ends_spec *own = (const ab_ends_spec *)((const char *)list->item + (size_t)index * size);
    for (int64_t i = 0; own->name && i < index; i++) {
        const ab_ends_spec *s = (const ab_ends_spec *)((const char *)list->item + (size_t)i * size);
        if (s->name && strcmp(s->name, own->name) == 0)
            ab_diagnose(b->l, AB_E031, place_of(&own->head, "name"),
                        "the name '%s' is taken already, in line %d; choose another", own->name,
                        (int)place_of(&s->head, "name").line);
    }
}

// The given name, or "joints[3]" written into `number`.
static const char *name_of(const ab_ends_spec *s, const char *list, int64_t index, char *number) {
    snprintf(number, AB_NAME_MAX, "%s[%lld]", list, (long long)index);
    return s->name ? s->name : number;
}

static void build_forces(ab_builder *b, const ab_list *list, const char *called, bool angle) {
    const ab_force_spec *s = list->item;
    for (int64_t i = 0; i < list->n && !ab_full(b->l); i++) {
        char number[AB_NAME_MAX];
        check_unique(b, list, sizeof *s, i);
        build_force(b, &s[i], angle, name_of(&s[i].ends, called, b->first_number + i, number));
    }
}

void ab_build_joints(ab_builder *b) {
    const ab_joint_spec *s = b->spec->joints.item;
    for (int64_t i = 0; i < b->spec->joints.n && !ab_full(b->l); i++) {
        char number[AB_NAME_MAX];
        check_unique(b, &b->spec->joints, sizeof *s, i);
        build_joint(b, &s[i], name_of(&s[i].ends, "joints", b->first_number + i, number));
    }
    build_forces(b, &b->spec->forces, "forces", false);
    build_forces(b, &b->spec->torques, "torques", true);
}

// -------------------------------------------------------------------------------------------------- assembly

#define WORTH_TELLING 1e-6 // of the size, or rad: smaller corrections are not reported
#define POINT         64   // bytes for three numbers

static ab_place place_of_joint(const ab_builder *b, int64_t joint) {
    const ab_joint_spec *s = b->spec->joints.item;
    return s[joint].ends.head.node->place;
}

// Reference length: size of the mechanism or, if all joints are at the body's centre, of the body.
static double size_for(const ab_builder *b, int64_t row) {
    const double radius = row < 0 ? 0 : ab_body_shape(b->w, row)->radius; // -1: no body was changed
    return fmax(b->w->mechanism.size, radius);
}

static void put_point(char *text, v3 p) {
    snprintf(text, POINT, "[%.5g, %.5g, %.5g]", 1e3 * p.x, 1e3 * p.y, 1e3 * p.z);
}

// "its points on ground and hook are at [0, 0, 0] and [0, 1.5, 0] mm", or what else of it does not fit.
static void put_error(const ab_builder *b, const ab_worst_joint *worst, char *text, size_t size) {
    const ab_world_joint *j = &b->w->mechanism.joint[worst->joint];
    char first[ABUT_LABEL] = "the ground", second[ABUT_LABEL] = "the ground", at[2][POINT];
    if (j->a >= 0) ab_body_label(b->w, j->a, first);
    if (j->b >= 0) ab_body_label(b->w, j->b, second);
    put_point(at[0], worst->point[0]);
    put_point(at[1], worst->point[1]);
    if (strcmp(at[0], at[1]) != 0)
        snprintf(text, size, "its points on %s and %s were at %s and %s mm", first, second, at[0], at[1]);
    else
        snprintf(text, size, "its axes on %s and %s were %.3g deg apart", first, second,
                 57.29577951308232 * worst->angle);
}

static void tell_shift(ab_builder *b, const ab_assembly *a) {
    char label[ABUT_LABEL], error[512], shift[AB_NUM_MAX], turn[AB_NUM_MAX];
    ab_body_label(b->w, a->body, label);
    put_error(b, &a->worst, error, sizeof error);
    ab_brief(shift, 1e3 * a->shift);
    ab_brief(turn, 57.29577951308232 * a->turn);
    ab_diagnose(
        b->l, AB_W104, place_of_joint(b, a->worst.joint),
        "joint '%s' did not fit: %s; to fit it, bodies were moved by up to %s mm and turned by up to %s deg, most "
        "of all %s",
        b->w->mechanism.joint[a->worst.joint].name, error, shift, turn, label);
}

static void tell_kick(ab_builder *b, const ab_assembly *a) {
    char label[ABUT_LABEL], kick[AB_NUM_MAX], spin[AB_NUM_MAX];
    ab_body_label(b->w, a->kicked, label);
    ab_brief(kick, 1e3 * a->kick);
    ab_brief(spin, a->spin);
    ab_diagnose(
        b->l, AB_W104, place_of_joint(b, a->fast_joint),
        "joint '%s' did not allow the velocities given: they were changed by up to %s mm/s and %s rad/s, most of "
        "all that of %s",
        b->w->mechanism.joint[a->fast_joint].name, kick, spin, label);
}

static void tell_moves(ab_builder *b) {
    const ab_assembly *a = &b->w->mechanism.assembly;
    if (a->worst.joint >= 0 && (a->shift > WORTH_TELLING * size_for(b, a->body) || a->turn > WORTH_TELLING))
        tell_shift(b, a);
    if (a->fast_joint >= 0 && (a->kick > WORTH_TELLING * size_for(b, a->kicked) || a->spin > WORTH_TELLING))
        tell_kick(b, a);
}

static void tell_redundant(ab_builder *b) {
    const ab_mechanism *m = &b->w->mechanism;
    const ab_joint_spec *s = b->spec->joints.item;
    for (int64_t i = 0; i < m->n; i++) {
        const int rows = m->joint[i].joint.type->rows;
        int redundant = 0;
        for (int r = 0; r < rows; r++) redundant += (int)(m->joint[i].redundant >> r & 1);
        if (redundant > 0)
            ab_diagnose(b->l, AB_W105, s[i].ends.head.node->place,
                        "%d of the %d conditions of joint '%s' follow from other joints", redundant, rows,
                        m->joint[i].name);
    }
}

void ab_tell_assembly(ab_builder *b, abut_status status) {
    if (b->w->mechanism.n == 0) return;
    const ab_joint_spec *s = b->spec->joints.item;
    const int64_t failed_joint = b->w->mechanism.assembly.failed_joint;
    if (status != ABUT_OK) { // -1: not the fault of a joint, as when memory runs out
        const ab_head *head = failed_joint < 0 ? &b->spec->head : &s[failed_joint].ends.head;
        ab_build_refused(b->l, AB_E043, head->node->place, status);
        return;
    }
    tell_moves(b);
    tell_redundant(b);
}
