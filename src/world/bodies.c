// Bodies: adding, removing, naming and asking.
#include "world/world.h"
#include "base/alloc.h"
#include "base/plain.h"
#include "geom/cursor.h"

#include <stdio.h>
#include <string.h>

abut_body_def abut_default_body(void) { return (abut_body_def){.name = "body", .number = -1, .orientation = {1, 0, 0, 0}}; }

int64_t abut_body_count(const abut_world *world) { return world->body.n; }

abut_status ab_bodies_reserve(ab_ctx *cx, ab_bodies *body, int64_t need) {
    int64_t capacity = body->capacity;
#define RESERVE(array)                                                                                               \
    capacity = body->capacity;                                                                                       \
    AB_TRY(AB_GROW(cx, &body->array, &capacity, need));
#define RESERVE_WANTED(array)                                                                                        \
    if (body->array) {                                                                                               \
        RESERVE(array)                                                                                               \
    }
    AB_BODY_WANTED(RESERVE_WANTED)
    AB_BODY_ALWAYS(RESERVE)
#undef RESERVE_WANTED
#undef RESERVE
    body->capacity = capacity; // the same for all: they grew from the same capacity for the same need
    return ABUT_OK;
}

void ab_bodies_free(ab_ctx *cx, ab_bodies *body) {
#define FREE(array) ab_free(cx, body->array);
    AB_BODY_ARRAYS(FREE)
#undef FREE
    ab_free(cx, body->weights.row);
    ab_free(cx, body->weights.newest);
    *body = (ab_bodies){0};
}

abut_status ab_bodies_want(ab_ctx *cx, const ab_bodies *body, v3 **array) {
    return *array ? ABUT_OK : AB_ALLOC(cx, array, body->capacity);
}

ab_pose ab_body_user_pose(const ab_world *w, int64_t row) {
    return pose_mul(ab_body_pose(w, row), w->shapes[w->body.shape[row]].placed);
}

void ab_body_label(const ab_world *w, int64_t row, char *text) {
    const size_t size = AB_NAME_MAX + 24;
    const char *name = w->names[w->body.name[row]];
    if (w->body.number[row] < 0)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "%s[%lld]", name, (long long)w->body.number[row]);
}

abut_body ab_body_id(const ab_world *w, int64_t row) {
    const uint32_t slot = w->body.slot[row];
    return (abut_body){slot + 1, w->slots[slot].generation};
}

int64_t ab_body_row(const ab_world *w, abut_body body) {
    if (body.slot == 0 || body.slot > w->nslot) return -1;
    const ab_slot slot = w->slots[body.slot - 1];
    return slot.generation == body.generation && slot.generation % 2 == 1 ? (int64_t)slot.row : -1;
}

// Names repeat in generated groups: the last one is compared first, and then it is one more.
abut_status ab_intern_name(ab_world *w, const char *name, int32_t *index) {
    if (!name || strlen(name) >= AB_NAME_MAX || !ab_is_plain(name, (int64_t)strlen(name)))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "a body needs a name of at most %d bytes without control characters", AB_NAME_MAX - 1);
    if (w->nname == 0 || strcmp(w->names[w->nname - 1], name) != 0) {
        AB_TRY(AB_GROW(w->cx, &w->names, &w->name_capacity, w->nname + 1));
        memcpy(w->names[w->nname++], name, strlen(name) + 1);
    }
    *index = (int32_t)w->nname - 1;
    return ABUT_OK;
}

static abut_status check_def(const ab_world *w, const abut_body_def *def) {
    ab_ctx *cx = w->cx;
    const char *name = def->name ? def->name : "?";
    if (def->shape < 0 || def->shape >= w->nshape)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "body '%s': there is no shape %d", name, def->shape);
    if (def->material < 0 || def->material >= w->nmaterial)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "body '%s': there is no material %d", name, def->material);
    const double norm2 = quat_norm2(def->orientation);
    if (!ab_coordinates_valid(def->position))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "body '%s': its position must be finite and within 1e50 m of the origin", name);
    if (!v3_finite(def->velocity) || !v3_finite(def->angular_velocity) ||
        !v3_finite(def->force) || !v3_finite(def->torque) || !isfinite(norm2) || norm2 < 1e-6)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "body '%s': orientation, velocity and loads must be finite, and the "
                                              "orientation not zero", name);
    if (!(def->mass >= 0) || !isfinite(def->mass) || !v3_finite(def->inertia))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "body '%s': mass and inertia must be finite and not negative", name);
    if (w->body.n >= UINT32_MAX - 1) return ab_fail(cx, ABUT_ERR_LIMIT, "more than 4294967294 bodies");
    return ABUT_OK;
}

static bool is_zero(v3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }

// The row that carries a part, -1 for a body of its own.
static abut_status find_carrier(const ab_world *w, const abut_body_def *def, int64_t *carrier) {
    *carrier = -1;
    if (def->carrier.slot == 0 && def->carrier.generation == 0) return ABUT_OK;
    *carrier = ab_body_row(w, def->carrier);
    if (*carrier < 0) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "body '%s': there is no body that carries it", def->name);
    if (w->body.flags[*carrier] & AB_BODY_PART)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "body '%s' is carried by a part; let it be carried by that part's body",
                       def->name);
    if (def->mass > 0 || !is_zero(def->inertia) || !is_zero(def->velocity) || !is_zero(def->angular_velocity) || def->fixed)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "body '%s' is a part of another: mass, inertia and velocity are those of the body that carries it",
                       def->name);
    return ABUT_OK;
}

// Moments from the definition, or those of the shape scaled to the mass.
static v3 moments_of(const abut_body_def *def, const ab_shape *shape, double mass) {
    if (def->inertia.x != 0 || def->inertia.y != 0 || def->inertia.z != 0) return def->inertia;
    return shape->volume > 0 ? v3_scale(mass / shape->volume, shape->moments) : v3_zero();
}

static abut_status check_inertia(const ab_world *w, const abut_body_def *def, double mass, v3 moments) {
    if (def->fixed) return ABUT_OK;
    if (!(mass > 0) || !isfinite(mass) || !(moments.x > 0 && moments.y > 0 && moments.z > 0) || !v3_finite(moments))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "body '%s' moves but has no mass or inertia; give `mass` and `inertia`, a solid shape, or make it fixed",
                       def->name);
    const double slack = 1e-9 * (moments.x + moments.y + moments.z);
    if (moments.x + moments.y < moments.z - slack || moments.y + moments.z < moments.x - slack ||
        moments.z + moments.x < moments.y - slack)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "body '%s': no solid has these moments of inertia; each must be at most the sum of the other two",
                       def->name);
    return ABUT_OK;
}

// A part has what contacts want to know of the body that carries it.
static abut_status weight_of(const ab_world *w, const abut_body_def *def, int64_t carrier, ab_weight *in) {
    in->shape = def->shape;
    if (carrier >= 0) {
        *in = (ab_weight){.inverse = ab_inverse_of(&w->body, carrier),
                          .moments = ab_moments_of(&w->body, carrier),
                          .shape = def->shape,
                          .older = -1};
        return ABUT_OK;
    }
    const ab_shape *shape = &w->shapes[def->shape];
    in->mass = def->mass > 0 ? def->mass : w->materials[def->material].density * shape->volume;
    in->moments = moments_of(def, shape, in->mass);
    AB_TRY(check_inertia(w, def, in->mass, in->moments));
    in->inverse = def->fixed ? 0 : 1 / in->mass;
    return ABUT_OK;
}

static uint8_t flags_of(const ab_world *w, const abut_body_def *def, int64_t carrier) {
    const int kept = carrier < 0 ? 0 : AB_BODY_PART | (w->body.flags[carrier] & AB_BODY_FIXED);
    return (uint8_t)(kept | (def->fixed ? AB_BODY_FIXED : 0) | (def->no_contact ? AB_BODY_NO_CONTACT : 0) |
                     (def->hidden ? AB_BODY_HIDDEN : 0));
}

static abut_status take_slot(ab_world *w, uint32_t *slot) {
    AB_TRY(AB_GROW(w->cx, &w->slots, &w->slot_capacity, w->nslot + 1));
    *slot = (uint32_t)w->nslot++;
    w->slots[*slot] = (ab_slot){1, (uint32_t)w->body.n};
    return ABUT_OK;
}

static void set_state(ab_world *w, int64_t i, const abut_body_def *def, int64_t carrier) {
    ab_bodies *b = &w->body;
    const ab_shape *shape = &w->shapes[def->shape];
    const ab_pose given = {def->position, quat_unit(def->orientation)};
    const ab_pose user = carrier < 0 ? given : pose_mul(ab_body_user_pose(w, carrier), given);
    const ab_pose placed = shape->placed;
    const quat back = quat_conjugate(placed.q);
    const ab_pose unplaced = {v3_neg(quat_rotate(back, placed.x)), back};
    const ab_pose pose = pose_mul(user, unplaced);
    b->x[i] = pose.x;
    b->q[i] = pose.q;
    b->v[i] = b->mean_v[i] = def->fixed ? v3_zero() : def->velocity;
    b->w[i] = b->mean_w[i] = def->fixed ? v3_zero() : def->angular_velocity;
    if (b->keep_v) b->keep_v[i] = v3_zero();
    if (b->keep_l) b->keep_l[i] = v3_zero();
    b->l[i] = def->fixed ? v3_zero() : ab_angular_momentum(ab_moments_of(b, i), b->q[i], b->w[i]);
    b->force[i] = b->torque[i] = v3_zero();
    b->side[i] = ab_traffic_side(&w->traffic, b->x[i]);
}

// A body that joins a running world brings its energy along.
static void count_energy_in(ab_world *w, int64_t i, double sign) {
    const ab_bodies *b = &w->body;
    if (!w->started || !ab_body_moves(w, i)) return;
    const double kinetic = 0.5 * ab_mass_of(b, i) * v3_norm2(b->v[i]) + 0.5 * v3_dot(b->w[i], b->l[i]);
    const double potential = -ab_mass_of(b, i) * v3_dot(w->gravity, b->x[i]);
    w->energy.kinetic += sign * kinetic;
    w->energy.potential += sign * potential;
    w->datum += sign * potential;
    w->energy.initial += sign * (kinetic + potential);
}

static abut_status add_row(ab_world *w, const abut_body_def *def, const int32_t *known, abut_body *body) {
    AB_TRY(check_def(w, def));
    int64_t carrier = -1;
    AB_TRY(find_carrier(w, def, &carrier));
    ab_weight weight = {0};
    int32_t number = 0;
    AB_TRY(weight_of(w, def, carrier, &weight));
    AB_TRY(ab_weight_find(w->cx, &w->body.weights, &weight, &number));
    AB_TRY(AB_GROW(w->cx, &w->carried, &w->carried_capacity, w->ncarried + (carrier >= 0)));
    AB_TRY(ab_bodies_reserve(w->cx, &w->body, w->body.n + 1));
    if (!is_zero(def->force) || !is_zero(def->torque)) {
        AB_TRY(ab_bodies_want(w->cx, &w->body, &w->body.load));
        AB_TRY(ab_bodies_want(w->cx, &w->body, &w->body.load_torque));
    }
    int32_t name = known ? *known : 0;
    if (!known) AB_TRY(ab_intern_name(w, def->name, &name));
    uint32_t slot = 0;
    AB_TRY(take_slot(w, &slot));

    ab_bodies *b = &w->body;
    const int64_t i = b->n++;
    b->slot[i] = slot;
    b->name[i] = name;
    b->number[i] = def->number;
    b->shape[i] = def->shape;
    b->material[i] = def->material;
    b->flags[i] = flags_of(w, def, carrier);
    b->weight[i] = number;
    if (b->load) b->load[i] = def->force;
    if (b->load_torque) b->load_torque[i] = def->torque;
    set_state(w, i, def, carrier);
    if (carrier >= 0) ab_part_add(w, i, carrier);
    count_energy_in(w, i, 1);
    w->pairs_stale = w->forces_stale = true;
    if (body) *body = ab_body_id(w, i);
    return ABUT_OK;
}

abut_status abut_add_body(abut_world *world, const abut_body_def *def, abut_body *body) { return add_row(world, def, NULL, body); }

abut_status ab_add_member(ab_world *w, const abut_body_def *def, int32_t name) { return add_row(w, def, &name, NULL); }

// ----------------------------------------------------------------------------------------------------------- removal

// Drops the contacts of rows that are gone and renumbers the others; what they stored leaves the ledger with the bodies.
static void forget_contacts(ab_world *w, const int64_t *moved) {
    ab_contacts *c = &w->contacts;
    int64_t kept = 0;
    for (int64_t i = 0; i < c->n; i++) {
        const int64_t a = moved[c->a[i]], b = moved[c->b[i]];
        if (a < 0 || b < 0) {
            const double tangential = ab_contact_stored_tangential(c, i);
            w->energy.initial -= c->stored_normal[i] + tangential;
            w->energy.stored_normal -= c->stored_normal[i];
            w->energy.stored_tangential -= tangential;
            continue;
        }
#define KEEP(array) c->array[kept] = c->array[i];
        AB_CONTACT_ARRAYS(KEEP)
        if (c->rolls) {
            AB_CONTACT_ROLLING(KEEP)
        }
#undef KEEP
        c->a[kept] = (uint32_t)a;
        c->b[kept++] = (uint32_t)b;
    }
    c->n = kept;
}

static abut_status refuse_if_joined(const ab_world *w, int64_t row) {
    for (int64_t i = 0; i < w->mechanism.n; i++)
        if (w->mechanism.joint[i].a == row || w->mechanism.joint[i].b == row)
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "the joint '%s' holds this body; only bodies without joints can be removed",
                           w->mechanism.joint[i].name);
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        if (w->mechanism.force[i].a == row || w->mechanism.force[i].b == row)
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s' acts on this body; only bodies without force elements can be removed",
                           w->mechanism.force[i].name);
    return ABUT_OK;
}

static abut_status refuse_if_carrier(const ab_world *w, int64_t row) {
    if (!ab_carries_parts(w, row)) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "this body carries parts; remove them first");
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

// Rows behind those that are gone move up, so that the order of the others, and with it every sum, stays.
static void close_ranks(ab_world *w, const int64_t *moved) {
    ab_bodies *b = &w->body;
    int64_t kept = 0;
    for (int64_t i = 0; i < b->n; i++) {
        if (moved[i] < 0) {
            count_energy_in(w, i, -1);
            w->slots[b->slot[i]].generation++;
            continue;
        }
#define MOVE_UP(array) if (b->array) b->array[kept] = b->array[i];
        AB_BODY_ARRAYS(MOVE_UP)
#undef MOVE_UP
        w->slots[b->slot[kept]].row = (uint32_t)kept;
        kept++;
    }
    b->n = kept;
}

abut_status ab_remove_rows(ab_world *w, const bool *gone) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    int64_t *moved = NULL, kept = 0;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &moved, w->body.n));
    for (int64_t i = 0; i < w->body.n; i++) moved[i] = gone[i] ? -1 : kept++;
    ab_parts_moved(w, moved);
    forget_contacts(w, moved);
    renumber_joints(w, moved);
    close_ranks(w, moved);
    w->pairs_stale = w->forces_stale = true;
    ab_arena_rewind(&w->arena, mark);
    return w->started ? ab_mechanism_build(w) : ABUT_OK;
}

abut_status abut_remove_body(abut_world *world, abut_body body) {
    ab_world *w = world;
    const int64_t row = ab_body_row(w, body);
    if (row < 0) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no such body; was it removed before?");
    AB_TRY(refuse_if_joined(w, row));
    AB_TRY(refuse_if_carrier(w, row));
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    bool *gone = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &gone, w->body.n));
    for (int64_t i = 0; i < w->body.n; i++) gone[i] = i == row;
    const abut_status status = ab_remove_rows(w, gone);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

abut_status abut_get_body(const abut_world *world, abut_body body, abut_body_state *state) {
    const ab_world *w = world;
    const int64_t i = ab_body_row(w, body);
    if (i < 0) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no such body; was it removed?");
    const ab_pose user = ab_body_user_pose(w, i);
    const ab_bodies *b = &w->body;
    *state = (abut_body_state){user.x,    user.q,       b->x[i],      b->v[i],
                               b->w[i],   b->force[i],  b->torque[i], ab_mass_of(b, i)};
    return ABUT_OK;
}
