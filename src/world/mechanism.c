// Joints of the world: addition, public queries, and the structure of their saddle-point system.
#include "base/def.h"
#include "base/alloc.h"
#include "base/plain_text.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

const char *const ab_drift_names[AB_DRIFT_COUNT] = {"projection", "baumgarte", "none"};
const char *const ab_drift_help[AB_DRIFT_COUNT] = {
    "after every step bodies are moved as little as their masses allow until joints fit exactly",
    "joints pull themselves together like a critically damped spring; a large rate makes the motion unstable",
    "joints drift apart by the errors of the integrator",
};

abut_joint_def abut_joint_default(void) {
    const abut_frame here = {{0, 0, 0}, {1, 0, 0, 0}};
    return (abut_joint_def){
        .size = sizeof(abut_joint_def), .name = "joint", .kind = "fixed", .frame_a = here, .frame_b = here};
}

// ------------------------------------------------------------------------------------------------------ adding

static bool is_ground(abut_body body) { return body.slot == 0 && body.generation == 0; }

static abut_status find_end(const ab_world *w, const char *name, abut_body body, int64_t *row) {
    *row = is_ground(body) ? -1 : ab_body_row(w, body);
    if (*row >= 0 || is_ground(body)) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s': there is no such body", name);
}

abut_status ab_find_ends(const ab_world *w, const char *name, abut_body a, abut_body b, int64_t *row_a,
                         int64_t *row_b) {
    AB_TRY(find_end(w, name, a, row_a));
    AB_TRY(find_end(w, name, b, row_b));
    if (*row_a == *row_b && *row_a >= 0) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s' joins a body to itself", name);
    const bool a_moves = *row_a >= 0 && ab_body_moves(&w->state.body, *row_a),
               b_moves = *row_b >= 0 && ab_body_moves(&w->state.body, *row_b);
    if (!a_moves && !b_moves)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s' holds nothing: neither of its bodies can move", name);
    return ABUT_OK;
}

bool ab_good_frame(const abut_frame *f) {
    const double norm2 = quat_norm2(f->orientation);
    return v3_finite(f->position) && isfinite(norm2) && norm2 > 1e-6;
}

static abut_status check_def(const ab_world *w, const abut_joint_def *def) {
    ab_ctx *cx = w->cx;
    if (!def->name || strlen(def->name) >= AB_NAME_MAX || !ab_is_plain(def->name, (int64_t)strlen(def->name)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a joint needs a name of at most %d bytes without control characters",
                       AB_NAME_MAX - 1);
    if (!def->kind || !ab_joint_type_find(def->kind))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "joint '%s': there is no kind '%s'; see `abut list joints`", def->name,
                       def->kind ? def->kind : "");
    if (!ab_good_frame(&def->frame_a) || !ab_good_frame(&def->frame_b))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "joint '%s': its frames must be finite and their orientation not zero",
                       def->name);
    return ABUT_OK;
}

// From the user's frame of the body to the body frame.
ab_pose ab_frame_in_body(const ab_world *w, int64_t row, const abut_frame *frame) {
    const ab_pose given = {frame->position, quat_unit(frame->orientation)};
    return row < 0 ? given : pose_mul(ab_body_shape(w, row)->placed, given);
}

static quat turned_to(const ab_world *w, int64_t row, ab_pose frame) {
    return row < 0 ? frame.q : quat_mul(w->state.body.q[row], frame.q);
}

// Computes what follows from the initial poses.
static abut_status prepare(const ab_world *w, ab_world_joint *j) {
    const ab_joint_type *type = j->joint.type;
    const ab_joint_frame a = ab_joint_frame_on(w, j->a, j->joint.frame_a),
                         b = ab_joint_frame_on(w, j->b, j->joint.frame_b);
    if (type->turned) {
        double angle[2] = {0, 0};
        type->turned(&j->joint, &a, &b, angle);
        memcpy(j->joint.angle, angle, sizeof angle);
    }
    const char *wrong = type->prepare ? type->prepare(&j->joint, &a, &b) : NULL;
    return wrong ? ab_fail(w->cx, ABUT_ERR_ARGUMENT, "joint '%s': %s", j->name, wrong) : ABUT_OK;
}

static abut_status add_joint(ab_world *w, const abut_joint_def *def, int32_t *joint) {
    ab_mechanism *m = &w->mechanism;
    AB_TRY(check_def(w, def));
    ab_world_joint j = {.collide = def->collide};
    memcpy(j.name, def->name, strlen(def->name) + 1);
    AB_TRY(ab_find_ends(w, def->name, def->a, def->b, &j.a, &j.b));
    j.joint = (ab_joint){
        .type = ab_joint_type_find(def->kind),
        .frame_a = ab_frame_in_body(w, ab_body_row(w, def->a), &def->frame_a),
        .frame_b = ab_frame_in_body(w, ab_body_row(w, def->b), &def->frame_b),
    };
    AB_TRY(ab_parameters_set(w->cx, def->name, def->kind, j.joint.type->parameters, def->parameters,
                             def->parameter_count, j.joint.value));
    j.joint.rest_a = turned_to(w, j.a, j.joint.frame_a);
    j.joint.rest_b = turned_to(w, j.b, j.joint.frame_b);
    AB_TRY(prepare(w, &j));
    AB_TRY(AB_GROW(w->cx, &m->joint, &m->capacity, m->n + 1));
    if (joint) *joint = (int32_t)m->n;
    m->joint[m->n++] = j;
    ab_world_grow(w);
    return ABUT_OK;
}

abut_status abut_joint_add(abut_world *world, const abut_joint_def *def, int32_t *joint) {
    if (!world) return ABUT_ERR_ARGUMENT;
    AB_DEF(world->cx, abut_joint_def, full, def, abut_joint_default);
    return add_joint(world, &full, joint);
}

abut_status abut_joint_remove(abut_world *world, int64_t joint) {
    if (!world) return ABUT_ERR_ARGUMENT;
    ab_mechanism *m = &world->mechanism;
    if (joint < 0 || joint >= m->n)
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no joint %lld", (long long)joint);
    m->n--;
    memmove(m->joint + joint, m->joint + joint + 1, (size_t)(m->n - joint) * sizeof *m->joint);
    ab_world_grow(world);
    return ABUT_OK;
}

abut_status abut_joint_set_drive(abut_world *world, int64_t joint, double position, double speed) {
    if (!world) return ABUT_ERR_ARGUMENT;
    if (joint < 0 || joint >= world->mechanism.n)
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no joint %lld", (long long)joint);
    ab_world_joint *j = &world->mechanism.joint[joint];
    if (!j->joint.type->drive)
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT,
                       "joint '%s' is a %s and drives nothing; a prescribed_angle or prescribed_travel does", j->name,
                       j->joint.type->name);
    if (isinf(position) || !isfinite(speed))
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "position and speed of a drive must be finite");
    j->joint.type->drive(&j->joint, position, speed, world->state.time);
    world->state.forces_stale = world->state.changed_by_user = true;
    return ABUT_OK;
}

// Right-handed axes with z along `axis` and x as near to `across` as that allows.
static quat axes_along(v3 axis, v3 across) {
    const v3 z = v3_unit(axis);
    v3 x = v3_unit(v3_add_scaled(across, -v3_dot(across, z), z));
    if (v3_norm2(x) == 0) {
        const v3 any = fabs(z.x) < 0.6 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
        x = v3_unit(v3_add_scaled(any, -v3_dot(any, z), z));
    }
    return ab_quat_from_matrix(m3_transpose(m3_rows(x, v3_cross(z, x), z)));
}

abut_status abut_frame_at(const abut_world *world, abut_body body, abut_v3 point, abut_v3 axis, abut_v3 across,
                          abut_frame *frame) {
    const int64_t row = is_ground(body) ? -1 : ab_body_row(world, body);
    if (row < 0 && !is_ground(body))
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no such body; was it removed?");
    if (!v3_finite(point) || !v3_finite(axis) || !v3_finite(across) || !(v3_norm2(axis) > 0))
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "point and axis of a frame must be finite, and the axis not zero");
    const ab_pose user = row < 0 ? pose_identity() : ab_body_user_pose(world, row);
    const quat q = quat_mul(quat_conjugate(user.q), axes_along(axis, across));
    *frame = (abut_frame){pose_unapply(user, point), q};
    return ABUT_OK;
}

int ab_measure_joint(const ab_world *w, const ab_world_joint *j, ab_joint_coordinate *coordinate) {
    const ab_joint_coordinates *c = j->joint.type->coordinates;
    if (!c) return 0;
    const ab_joint_frame a = ab_joint_frame_on(w, j->a, j->joint.frame_a),
                         b = ab_joint_frame_on(w, j->b, j->joint.frame_b);
    c->measure(&j->joint, &a, &b, coordinate);
    return c->count;
}

int64_t abut_joint_count(const abut_world *world) { return world->mechanism.n; }

abut_joint_state abut_joint_get(const abut_world *world, int64_t index) {
    if (index < 0 || index >= world->mechanism.n) return (abut_joint_state){0};
    const ab_world_joint *j = &world->mechanism.joint[index];
    abut_joint_state state = {
        .point = ab_joint_frame_on(world, j->b, j->joint.frame_b).p, .force = j->force, .torque = j->torque};
    ab_joint_coordinate coordinate[AB_JOINT_COORDINATES];
    state.coordinates = ab_measure_joint(world, j, coordinate);
    for (int k = 0; k < state.coordinates; k++) {
        state.coordinate[k] = coordinate[k].value;
        state.speed[k] = coordinate[k].rate;
    }
    return state;
}

// ------------------------------------------------------------------------------------------------------ system

static int32_t unknown_of(const ab_world *w, const int32_t *unknown, int64_t row) {
    return row >= 0 && ab_body_moves(&w->state.body, row) ? unknown[row] : -1;
}

// Numbers the bodies that move and have a joint, in the order of their rows.
static void number_bodies(ab_world *w, int32_t *unknown, int64_t *count) {
    ab_mechanism *m = &w->mechanism;
    for (int64_t i = 0; i < w->state.body.n; i++) unknown[i] = -1;
    for (int64_t i = 0; i < m->n; i++) {
        const int64_t ends[2] = {m->joint[i].a, m->joint[i].b};
        for (int e = 0; e < 2; e++)
            if (ends[e] >= 0 && ab_body_moves(&w->state.body, ends[e])) unknown[ends[e]] = 0;
    }
    *count = 0;
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (unknown[i] == 0) unknown[i] = (int32_t)(*count)++;
}

// Limits the joints between the same two bodies, of which one may be the ground: they form a dense block of the system.
static abut_status count_between(ab_world *w) {
    enum { MAX_BETWEEN = 256 };
    const ab_mechanism *m = &w->mechanism;
    ab_keyed *key = NULL, *spare = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &key, m->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &spare, m->n));
    for (int64_t i = 0; i < m->n; i++)
        key[i] = (ab_keyed){ab_pair_key((uint64_t)(m->joint[i].a + 1), (uint64_t)(m->joint[i].b + 1)), i};
    ab_sort_keyed(key, spare, m->n);
    for (int64_t i = MAX_BETWEEN; i < m->n; i++)
        if (key[i].key == key[i - MAX_BETWEEN].key)
            return ab_fail(
                w->cx, ABUT_ERR_LIMIT,
                "more than %d joints hold the same two bodies, as '%s' does; six conditions are all that can",
                MAX_BETWEEN, m->joint[key[i].value].name);
    return ABUT_OK;
}

// The block of each body that has a number; all bodies are rigid.
static void set_blocks(const ab_world *w, const int32_t *unknown, ab_dof_block *block) {
    int64_t first = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (unknown[i] < 0) continue;
        block[unknown[i]] = ab_dof_rigid(first);
        first += block[unknown[i]].size;
    }
}

static abut_status plan(ab_world *w, const int32_t *unknown, int64_t bodies) {
    ab_mechanism *m = &w->mechanism;
    ab_kkt_joint *joint = NULL;
    ab_dof_block *block = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &block, bodies));
    set_blocks(w, unknown, block);
    AB_TRY(AB_TAKE(w->cx, &w->arena, &joint, m->n));
    int64_t rows = 0;
    for (int64_t i = 0; i < m->n; i++) {
        const ab_world_joint *j = &m->joint[i];
        joint[i] = (ab_kkt_joint){unknown_of(w, unknown, j->a), unknown_of(w, unknown, j->b), j->joint.type->rows, rows,
                                  j->joint.type->hinge};
        rows += j->joint.type->rows;
    }
    return ab_kkt_plan(w->cx, &m->kkt, bodies, block, joint, m->n);
}

static int ascending(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t pair_key(int64_t i, int64_t j) {
    return i < j ? (uint64_t)i << 32 | (uint64_t)j : (uint64_t)j << 32 | (uint64_t)i;
}

static abut_status list_apart(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    AB_TRY(AB_ALLOC(w->cx, &m->apart, m->n));
    for (int64_t i = 0; i < m->n; i++) {
        const ab_world_joint *j = &m->joint[i];
        if (!j->collide && j->a >= 0 && j->b >= 0) m->apart[m->napart++] = pair_key(j->a, j->b);
    }
    if (m->napart > 0) qsort(m->apart, (size_t)m->napart, sizeof *m->apart, ascending);
    return ABUT_OK;
}

bool ab_kept_apart(const ab_world *w, int64_t i, int64_t j) {
    const ab_mechanism *m = &w->mechanism;
    const int64_t a = ab_owner(w, i), b = ab_owner(w, j);
    if (a == b || ab_ignored(w, a, b)) return true;
    if (m->napart == 0) return false;
    const uint64_t key = pair_key(a, b);
    return bsearch(&key, m->apart, (size_t)m->napart, sizeof key, ascending) != NULL;
}

static void free_system(ab_ctx *cx, ab_mechanism *m) {
    ab_kkt_free(cx, &m->kkt);
    ab_free(cx, m->held);
    ab_free(cx, m->row);
    ab_free(cx, m->inertia);
    ab_free(cx, m->body_side);
    ab_free(cx, m->row_side);
    ab_free(cx, m->apart);
    m->held = NULL;
    m->row = NULL;
    m->inertia = NULL;
    m->body_side = m->row_side = NULL;
    m->apart = NULL;
    m->napart = 0;
}

void ab_mechanism_free(ab_ctx *cx, ab_mechanism *m) {
    free_system(cx, m);
    for (int64_t i = 0; i < m->nforce; i++) ab_free(cx, m->force[i].numbers);
    ab_controls_free(cx, m);
    ab_free(cx, m->joint);
    ab_free(cx, m->force);
    *m = (ab_mechanism){0};
}

abut_status ab_mechanism_build(ab_world *w) {
    ab_mechanism *m = &w->mechanism;
    free_system(w->cx, m);
    if (m->n == 0) return ABUT_OK;
    int32_t *unknown = NULL;
    int64_t bodies = 0;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &unknown, w->state.body.n));
    number_bodies(w, unknown, &bodies);
    AB_TRY(count_between(w));
    AB_TRY(plan(w, unknown, bodies));
    AB_TRY(AB_ALLOC(w->cx, &m->held, bodies));
    AB_TRY(AB_ALLOC(w->cx, &m->row, m->kkt.nrow));
    AB_TRY(AB_ALLOC(w->cx, &m->inertia, bodies));
    AB_TRY(AB_ALLOC(w->cx, &m->body_side, m->kkt.ndof));
    AB_TRY(AB_ALLOC(w->cx, &m->row_side, m->kkt.nrow));
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (unknown[i] >= 0) m->held[unknown[i]] = i;
    for (int64_t i = 0; i < m->n; i++)
        for (int r = 0; r < m->joint[i].joint.type->rows; r++)
            m->kkt.redundant[m->kkt.joint[i].first + r] = m->joint[i].redundant >> r & 1;
    return list_apart(w);
}
