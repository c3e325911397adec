// Bodies: addition with mass properties and initial state, removal, names, ids, and the public queries.
#include "base/def.h"
#include "world/world.h"
#include "base/alloc.h"
#include "base/plain_text.h"
#include "geom/mesh/cursor.h"

#include <stdio.h>
#include <string.h>

abut_body_def abut_body_default(void) {
    return (abut_body_def){.size = sizeof(abut_body_def), .name = "body", .number = -1, .orientation = {1, 0, 0, 0}};
}

int64_t abut_body_count(const abut_world *world) { return world->state.body.n; }

abut_status ab_bodies_reserve(ab_ctx *cx, ab_bodies *body, int64_t need) {
    int64_t capacity = body->capacity;
#define RESERVE(array)                                                                                                 \
    capacity = body->capacity;                                                                                         \
    AB_TRY(AB_GROW(cx, &body->array, &capacity, need));
#define RESERVE_WANTED(array)                                                                                          \
    if (body->array) { RESERVE(array) }
    AB_BODY_WANTED(RESERVE_WANTED)
    AB_BODY_ALWAYS(RESERVE)
#undef RESERVE_WANTED
#undef RESERVE
    body->capacity = capacity; // equal for all arrays: same old capacity, same need
    return ABUT_OK;
}

void ab_bodies_free(ab_ctx *cx, ab_bodies *body) {
#define FREE(array) ab_free(cx, body->array);
    AB_BODY_ARRAYS(FREE)
#undef FREE
    ab_free(cx, body->mass_table.row);
    ab_free(cx, body->mass_table.newest);
    *body = (ab_bodies){0};
}

abut_status ab_bodies_want(ab_ctx *cx, const ab_bodies *body, v3 **array) {
    return *array ? ABUT_OK : AB_ALLOC(cx, array, body->capacity);
}

ab_pose ab_body_user_pose(const ab_world *w, int64_t row) {
    return pose_mul(ab_body_pose(w, row), ab_body_shape(w, row)->placed);
}

void ab_body_label(const ab_world *w, int64_t row, char *text) {
    const size_t size = ABUT_LABEL;
    const char *name = w->state.names[w->state.body.name[row]];
    if (w->state.body.number[row] < 0)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "%s[%lld]", name, (long long)w->state.body.number[row]);
}

abut_body ab_body_id(const ab_world *w, int64_t row) {
    const uint32_t slot = w->state.body.slot[row];
    return (abut_body){slot + 1, w->state.slots[slot].generation};
}

int64_t ab_body_row(const ab_world *w, abut_body body) {
    if (body.slot == 0 || body.slot > w->state.nslot) return -1;
    const ab_slot slot = w->state.slots[body.slot - 1];
    return slot.generation == body.generation && slot.generation % 2 == 1 ? (int64_t)slot.row : -1;
}

// The members of a generated group share a name: only the last name is compared; any other is appended.
abut_status ab_intern_name(ab_world *w, const char *name, int32_t *index) {
    if (!name || strlen(name) >= AB_NAME_MAX || !ab_is_plain(name, (int64_t)strlen(name)))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "a body or collider needs a name of at most %d bytes without control characters",
                       AB_NAME_MAX - 1);
    if (w->state.nname == 0 || strcmp(w->state.names[w->state.nname - 1], name) != 0) {
        AB_TRY(AB_GROW(w->cx, &w->state.names, &w->state.name_capacity, w->state.nname + 1));
        memcpy(w->state.names[w->state.nname++], name, strlen(name) + 1);
    }
    *index = (int32_t)w->state.nname - 1;
    return ABUT_OK;
}

static abut_status check_collider(const ab_world *w, const char *name, int32_t shape, int32_t material) {
    if (shape < 0 || shape >= w->config.nshape || w->config.shapes[shape].kind == AB_SHAPE_compound)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "body '%s': there is no shape %d", name, shape);
    if (material < 0 || material >= w->config.nmaterial)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "body '%s': there is no material %d", name, material);
    return ABUT_OK;
}

static bool is_orientation(quat q) {
    const double norm2 = quat_norm2(q);
    return isfinite(norm2) && norm2 >= 1e-6;
}

static abut_status check_colliders(const ab_world *w, const abut_body_def *def, const char *name) {
    if (!def->colliders) return check_collider(w, name, def->shape, def->material);
    if (def->ncollider < 1)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "body '%s' has no colliders; give it one or more", name);
    for (int64_t i = 0; i < def->ncollider; i++) {
        const abut_collider_def *c = &def->colliders[i];
        AB_TRY(check_collider(w, name, c->shape, c->material));
        if (w->config.shapes[c->shape].kind == AB_SHAPE_plane && !def->fixed)
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                           "body '%s': a plane among its colliders needs a body that is fixed", name);
        if (!ab_coordinates_valid(c->position) || !is_orientation(c->orientation))
            return ab_fail(
                w->cx, ABUT_ERR_ARGUMENT,
                "body '%s': position and orientation of collider %lld must be finite, and the orientation not zero",
                name, (long long)i + 1);
    }
    return ABUT_OK;
}

static abut_status check_def(const ab_world *w, const abut_body_def *def) {
    ab_ctx *cx = w->cx;
    const char *name = def->name ? def->name : "?";
    AB_TRY(check_colliders(w, def, name));
    if (!ab_coordinates_valid(def->position))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "body '%s': its position must be finite and within 1e50 m of the origin",
                       name);
    if (!v3_finite(def->velocity) || !v3_finite(def->angular_velocity) || !v3_finite(def->force) ||
        !v3_finite(def->torque) || !is_orientation(def->orientation))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "body '%s': orientation, velocity and loads must be finite, and the "
                       "orientation not zero",
                       name);
    if (!(def->mass >= 0) || !isfinite(def->mass) || !v3_finite(def->inertia))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "body '%s': mass and inertia must be finite and not negative", name);
    if (w->state.body.n >= UINT32_MAX - 1) return ab_fail(cx, ABUT_ERR_LIMIT, "more than 4294967294 bodies");
    return ABUT_OK;
}

static bool is_zero(v3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }

// Moments from the definition, or those of the shape scaled to the mass.
static v3 moments_of(const abut_body_def *def, const ab_shape *shape, double mass) {
    if (def->inertia.x != 0 || def->inertia.y != 0 || def->inertia.z != 0) return def->inertia;
    return shape->volume > 0 ? v3_scale(mass / shape->volume, shape->moments) : v3_zero();
}

static abut_status check_inertia(const ab_world *w, const abut_body_def *def, double mass, v3 moments) {
    if (def->fixed) return ABUT_OK;
    if (!(mass > 0) || !isfinite(mass) || !(moments.x > 0 && moments.y > 0 && moments.z > 0) || !v3_finite(moments))
        return ab_fail(
            w->cx, ABUT_ERR_ARGUMENT,
            "body '%s' moves but has no mass or inertia; give `mass` and `inertia`, a solid shape, or make it fixed",
            def->name);
    const double slack = 1e-9 * (moments.x + moments.y + moments.z);
    if (moments.x + moments.y < moments.z - slack || moments.y + moments.z < moments.x - slack ||
        moments.z + moments.x < moments.y - slack)
        return ab_fail(
            w->cx, ABUT_ERR_ARGUMENT,
            "body '%s': no solid has these moments of inertia; each must be at most the sum of the other two",
            def->name);
    return ABUT_OK;
}

static void weigh_shape(const ab_world *w, const abut_body_def *def, ab_mass_properties *in) {
    const ab_shape *shape = &w->config.shapes[def->shape];
    in->shape = def->shape;
    in->mass = def->mass > 0 ? def->mass : w->config.materials[def->material].density * shape->volume;
    in->moments = moments_of(def, shape, in->mass);
}

// ---------------------------------------------------------------------------------------------------------- compounds

static bool same_pose(ab_pose a, ab_pose b) {
    return a.x.x == b.x.x && a.x.y == b.x.y && a.x.z == b.x.z && a.q.w == b.q.w && a.q.x == b.q.x && a.q.y == b.q.y &&
           a.q.z == b.q.z;
}

// Index of a compound shape of equal size and frame, to be shared; -1 = none among the last shapes.
static int32_t find_compound(const ab_world *w, const ab_shape *wanted) {
    const int64_t max = 16;
    for (int64_t i = w->config.nshape - 1; i >= 0 && i >= w->config.nshape - max; i--) {
        const ab_shape *s = &w->config.shapes[i];
        if (s->kind == AB_SHAPE_compound && s->volume == wanted->volume && s->radius == wanted->radius &&
            same_pose(s->placed, wanted->placed))
            return (int32_t)i;
    }
    return -1;
}

// Mass properties of a body with several colliders, and the poses of their shapes in the body frame.
static abut_status weigh_colliders(ab_world *w, const abut_body_def *def, ab_compound_member *member,
                                   ab_mass_properties *in, ab_pose *pose) {
    for (int64_t i = 0; i < def->ncollider; i++) {
        const abut_collider_def *c = &def->colliders[i];
        member[i] = (ab_compound_member){&w->config.shapes[c->shape],
                                         {c->position, quat_unit(c->orientation)},
                                         w->config.materials[c->material].density};
    }
    ab_compound compound = ab_compound_of(member, def->ncollider, def->fixed || !is_zero(def->inertia));
    in->mass = def->mass > 0 ? def->mass : compound.mass;
    in->moments = is_zero(def->inertia) ? v3_scale(compound.mass > 0 ? in->mass / compound.mass : 0, compound.moments)
                                        : def->inertia;
    for (int64_t i = 0; i < def->ncollider; i++)
        pose[i] = pose_mul(compound.shape.placed, ab_compound_pose(&member[i]));
    in->shape = find_compound(w, &compound.shape);
    return in->shape < 0 ? ab_world_adopt_shape(w, &compound.shape, &in->shape) : ABUT_OK;
}

// Temporary arrays for the colliders of a new body.
typedef struct collider_rows {
    ab_compound_member *member;
    ab_pose *pose;
    int32_t *name;
} collider_rows;

static abut_status take_collider_rows(ab_world *w, int64_t n, collider_rows *rows) {
    AB_TRY(AB_TAKE(w->cx, &w->arena, &rows->member, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &rows->pose, n));
    return AB_TAKE(w->cx, &w->arena, &rows->name, n);
}

static abut_status name_colliders(ab_world *w, const abut_body_def *def, int32_t *name) {
    for (int64_t i = 0; i < def->ncollider; i++) {
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)i + 1);
        AB_TRY(ab_intern_name(w, def->colliders[i].name ? def->colliders[i].name : number, &name[i]));
    }
    return ABUT_OK;
}

static abut_status weigh(ab_world *w, const abut_body_def *def, const collider_rows *rows, ab_mass_properties *in) {
    if (def->colliders)
        AB_TRY(weigh_colliders(w, def, rows->member, in, rows->pose));
    else
        weigh_shape(w, def, in);
    AB_TRY(check_inertia(w, def, in->mass, in->moments));
    in->inverse_mass = def->fixed ? 0 : 1 / in->mass;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------- adding

static abut_status take_slot(ab_world *w, uint32_t *slot) {
    AB_TRY(AB_GROW(w->cx, &w->state.slots, &w->state.slot_capacity, w->state.nslot + 1));
    *slot = (uint32_t)w->state.nslot++;
    w->state.slots[*slot] = (ab_slot){1, (uint32_t)w->state.body.n};
    return ABUT_OK;
}

static void set_state(ab_world *w, int64_t i, const abut_body_def *def) {
    ab_bodies *b = &w->state.body;
    const ab_pose user = {def->position, quat_unit(def->orientation)};
    const ab_pose pose = pose_mul(user, pose_inverse(ab_body_shape(w, i)->placed));
    b->x[i] = pose.x;
    b->q[i] = pose.q;
    b->v[i] = b->mean_v[i] = def->fixed ? v3_zero() : def->velocity;
    b->w[i] = b->mean_w[i] = def->fixed ? v3_zero() : def->angular_velocity;
    if (b->keep_v) b->keep_v[i] = v3_zero();
    if (b->keep_l) b->keep_l[i] = v3_zero();
    b->l[i] = def->fixed ? v3_zero() : ab_angular_momentum(ab_moments_of(b, i), b->q[i], b->w[i]);
    b->force[i] = b->torque[i] = v3_zero();
    b->flux_side[i] = ab_flows_side(&w->state.flows, b->x[i]);
}

// Adds the energy of a body that enters a running world to the ledger (sign -1: removes it).
static void count_energy_in(ab_world *w, int64_t i, double sign) {
    const ab_bodies *b = &w->state.body;
    if (!w->state.started || !ab_body_moves(b, i)) return;
    const double kinetic = 0.5 * ab_mass_of(b, i) * v3_norm2(b->v[i]) + 0.5 * v3_dot(b->w[i], b->l[i]);
    const double potential = -ab_mass_of(b, i) * v3_dot(w->config.gravity, b->x[i]);
    w->ledger.energy.kinetic += sign * kinetic;
    w->ledger.energy.potential += sign * potential;
    w->ledger.datum += sign * potential;
    w->ledger.energy.initial += sign * (kinetic + potential);
}

static abut_status reserve(ab_world *w, const abut_body_def *def) {
    AB_TRY(ab_colliders_want(w, def->colliders ? def->ncollider : 1, def->colliders != NULL));
    AB_TRY(ab_bodies_reserve(w->cx, &w->state.body, w->state.body.n + 1));
    if (is_zero(def->force) && is_zero(def->torque)) return ABUT_OK;
    AB_TRY(ab_bodies_want(w->cx, &w->state.body, &w->state.body.load));
    return ab_bodies_want(w->cx, &w->state.body, &w->state.body.load_torque);
}

static int64_t append(ab_world *w, const abut_body_def *def, int32_t name, uint32_t slot, int32_t weight) {
    ab_bodies *b = &w->state.body;
    const int64_t i = b->n++;
    b->slot[i] = slot;
    b->name[i] = name;
    b->number[i] = def->number;
    b->mass_index[i] = weight;
    if (b->load) b->load[i] = def->force;
    if (b->load_torque) b->load_torque[i] = def->torque;
    set_state(w, i, def);
    return i;
}

static abut_status add_row(ab_world *w, const abut_body_def *def, const int32_t *known, abut_body *body) {
    AB_TRY(check_def(w, def));
    collider_rows rows = {0};
    if (def->colliders) AB_TRY(take_collider_rows(w, def->ncollider, &rows));
    ab_mass_properties weight = {0};
    int32_t number = 0, name = known ? *known : 0;
    uint32_t slot = 0;
    AB_TRY(weigh(w, def, &rows, &weight));
    AB_TRY(ab_mass_table_find(w->cx, &w->state.body.mass_table, &weight, &number));
    AB_TRY(reserve(w, def));
    if (!known) AB_TRY(ab_intern_name(w, def->name, &name));
    if (def->colliders) AB_TRY(name_colliders(w, def, rows.name));
    AB_TRY(take_slot(w, &slot));
    const int64_t i = append(w, def, name, slot, number);
    ab_colliders_add(w, def, rows.name, rows.pose);
    count_energy_in(w, i, 1);
    w->collision.pairs_stale = w->state.forces_stale = true;
    if (!known) w->config.grown = w->config.prepared; // its shape may need a field
    if (body) *body = ab_body_id(w, i);
    return ABUT_OK;
}

// Adds a body and frees the arena memory used for it.
static abut_status add_body(ab_world *w, const abut_body_def *def, const int32_t *known, abut_body *body) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    const abut_status status = add_row(w, def, known, body);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

// Replaces the user's colliders by definitions of this version's size. They follow each other at the size of the first.
static abut_status complete_colliders(ab_world *w, abut_body_def *def) {
    abut_collider_def *full = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &full, def->ncollider));
    const char *given = (const char *)def->colliders;
    const uint32_t size = def->colliders->size;
    for (int64_t i = 0; i < def->ncollider; i++, given += size) {
        AB_DEF(w->cx, abut_collider_def, collider, given, abut_collider_default);
        full[i] = collider;
    }
    def->colliders = full;
    return ABUT_OK;
}

abut_status abut_body_add(abut_world *world, const abut_body_def *def, abut_body *body) {
    if (!world) return ABUT_ERR_ARGUMENT;
    AB_DEF(world->cx, abut_body_def, full, def, abut_body_default);
    if (!full.colliders || full.ncollider < 1) return add_body(world, &full, NULL, body);
    const ab_arena_mark mark = ab_arena_mark_of(&world->arena);
    abut_status status = complete_colliders(world, &full);
    if (status == ABUT_OK) status = add_body(world, &full, NULL, body);
    ab_arena_rewind(&world->arena, mark);
    return status;
}

abut_status ab_add_member(ab_world *w, const abut_body_def *def, int32_t name) { return add_body(w, def, &name, NULL); }

// ----------------------------------------------------------------------------------------------------------- removal

// Removes the contacts of removed colliders and renumbers the others; the energy they stored leaves the ledger.
static void forget_contacts(ab_world *w, const int64_t *moved) {
    ab_contacts *c = &w->state.contacts;
    int64_t kept = 0;
    for (int64_t i = 0; i < c->n; i++) {
        const int64_t a = moved[c->a[i]], b = moved[c->b[i]];
        if (a < 0 || b < 0) {
            const double tangential = ab_contact_stored_tangential(c, i);
            w->ledger.energy.initial -= c->stored_normal[i] + tangential;
            w->ledger.energy.stored_normal -= c->stored_normal[i];
            w->ledger.energy.stored_tangential -= tangential;
            continue;
        }
#define KEEP(array) c->array[kept] = c->array[i];
        AB_CONTACT_ARRAYS(KEEP)
        if (c->rolls) { AB_CONTACT_ROLLING(KEEP) }
        if (c->enforced) { AB_CONTACT_ENFORCED(KEEP) }
#undef KEEP
        c->a[kept] = (uint32_t)a;
        c->b[kept++] = (uint32_t)b;
    }
    c->n = kept;
}

static abut_status refuse_if_joined(const ab_world *w, int64_t row) {
    for (int64_t i = 0; i < w->mechanism.n; i++)
        if (w->mechanism.joint[i].a == row || w->mechanism.joint[i].b == row)
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                           "the joint '%s' holds this body; only bodies without joints can be removed",
                           w->mechanism.joint[i].name);
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        if (w->mechanism.force[i].a == row || w->mechanism.force[i].b == row)
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                           "'%s' acts on this body; only bodies without force elements can be removed",
                           w->mechanism.force[i].name);
    return ABUT_OK;
}

static int64_t moved_to(const int64_t *moved, int64_t row) { return row < 0 ? row : moved[row]; }

static void renumber_joints(ab_world *w, const int64_t *moved) {
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        ab_world_joint *j = &w->mechanism.joint[i];
        j->a = moved_to(moved, j->a);
        j->b = moved_to(moved, j->b);
    }
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        ab_world_force *f = &w->mechanism.force[i];
        f->a = moved_to(moved, f->a);
        f->b = moved_to(moved, f->b);
    }
}

// Moves the rows after removed ones up, so that the order of the others, and with it every sum, is unchanged.
static void close_ranks(ab_world *w, const int64_t *moved) {
    ab_bodies *b = &w->state.body;
    int64_t kept = 0;
    for (int64_t i = 0; i < b->n; i++) {
        if (moved[i] < 0) {
            count_energy_in(w, i, -1);
            w->state.slots[b->slot[i]].generation++;
            continue;
        }
#define MOVE_UP(array)                                                                                                 \
    if (b->array) b->array[kept] = b->array[i];
        AB_BODY_ARRAYS(MOVE_UP)
#undef MOVE_UP
        w->state.slots[b->slot[kept]].row = (uint32_t)kept;
        kept++;
    }
    b->n = kept;
}

abut_status ab_remove_rows(ab_world *w, const bool *gone) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    int64_t *moved = NULL, *collider = NULL, kept = 0;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &moved, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &collider, w->state.collider.n));
    for (int64_t i = 0; i < w->state.body.n; i++) moved[i] = gone[i] ? -1 : kept++;
    ab_colliders_close_ranks(w, gone, collider);
    forget_contacts(w, collider);
    renumber_joints(w, moved);
    close_ranks(w, moved);
    w->collision.pairs_stale = w->state.forces_stale = true;
    ab_arena_rewind(&w->arena, mark);
    return w->state.started ? ab_mechanism_build(w) : ABUT_OK;
}

abut_status abut_body_remove(abut_world *world, abut_body body) {
    ab_world *w = world;
    const int64_t row = ab_body_row(w, body);
    if (row < 0) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no such body; was it removed before?");
    AB_TRY(refuse_if_joined(w, row));
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    bool *gone = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &gone, w->state.body.n));
    for (int64_t i = 0; i < w->state.body.n; i++) gone[i] = i == row;
    const abut_status status = ab_remove_rows(w, gone);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

abut_status abut_body_get(const abut_world *world, abut_body body, abut_body_state *state) {
    const ab_world *w = world;
    const int64_t i = ab_body_row(w, body);
    if (i < 0) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no such body; was it removed?");
    const ab_pose user = ab_body_user_pose(w, i);
    const ab_bodies *b = &w->state.body;
    *state = (abut_body_state){user.x, user.q, b->x[i], b->v[i], b->w[i], b->force[i], b->torque[i], ab_mass_of(b, i)};
    return ABUT_OK;
}
