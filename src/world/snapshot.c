// Saves, restores and hashes the state. Format: a header of counts and scalars; the watch data, which are not hashed;
// then as raw rows in the byte order of the machine (recorded in the checkpoint) the existing arrays of AB_BODY_ARRAYS,
// AB_COLLIDER_ALWAYS and, in worlds with compound bodies, AB_COLLIDER_COMPOUND and the poses of colliders, slots,
// names, AB_CONTACT_ARRAYS, AB_CONTACT_ROLLING and AB_CONTACT_ENFORCED. The macros that declare the arrays also save
// them, so that a new array cannot be omitted.
#include "world/snapshot.h"
#include "world/contact_model.h"
#include "base/alloc.h"
#include "base/hash.h"

#include <string.h>

typedef struct snapshot_header {
    int64_t bodies, colliders, placed, slots, names, contacts, shapes, materials, joints, forces, flows;
    int64_t mass_properties;
    int64_t wanted; // bit k: array k of AB_BODY_WANTED exists
    int64_t step, base_steps;
    double time, dt, deepest, size, substep, known_speed;
    int64_t started, stale, divide;
    abut_energy energy;
    ab_power power;
} snapshot_header;

// Data that are saved but not part of the state: watch data, and what the state belongs to.
typedef struct aside {
    abut_watch watch;
    double datum, missed;
    uint64_t laws; // ab_contact_model_hash
} aside;

static aside aside_of(const ab_world *w) {
    aside a;
    memset(&a, 0, sizeof a); // padding too
    a.watch = w->ledger.watch;
    a.datum = w->ledger.datum;
    a.missed = w->ledger.residual.missed;
    a.laws = ab_contact_model_hash(w);
    return a;
}

#define PLACE(array) PLACE_##array,
enum { AB_BODY_WANTED(PLACE) PLACES };
#undef PLACE

static int64_t wanted_of(const ab_bodies *b) {
    int64_t bits = 0;
#define NOTE(array) bits |= (int64_t)(b->array != NULL) << PLACE_##array;
    AB_BODY_WANTED(NOTE)
#undef NOTE
    return bits;
}

static snapshot_header header_of(const ab_world *w) {
    return (snapshot_header){
        .bodies = w->state.body.n,
        .colliders = w->state.collider.n,
        .placed = w->state.collider.compound ? w->state.collider.nplaced : -1,
        .slots = w->state.nslot,
        .names = w->state.nname,
        .contacts = w->state.contacts.n,
        .shapes = w->config.nshape,
        .materials = w->config.nmaterial,
        .joints = w->mechanism.n,
        .forces = w->mechanism.nforce,
        .flows = ab_flows_count(&w->state.flows),
        .mass_properties = w->state.body.mass_table.n,
        .wanted = wanted_of(&w->state.body),
        .step = w->state.step,
        .base_steps = w->state.base_steps,
        .time = w->state.time,
        .dt = w->config.dt,
        .deepest = w->ledger.deepest,
        .size = w->mechanism.size,
        .substep = w->state.substep,
        .known_speed = w->config.known_speed,
        .started = w->state.started,
        .stale = w->state.forces_stale + 2 * w->state.changed_by_user,
        .divide = w->state.substeps,
        .energy = w->ledger.energy,
        .power = w->ledger.power,
    };
}

// State of a joint; its parameters come from the scene.
typedef struct joint_state {
    double angle[2];
    uint64_t redundant;
    v3 force, torque;
} joint_state;

static joint_state joint_state_of(const ab_world_joint *j) {
    return (joint_state){{j->joint.angle[0], j->joint.angle[1]}, j->redundant, j->force, j->torque};
}

typedef struct force_state {
    double last, s, effort;
} force_state;

static force_state force_state_of(const ab_world_force *f) { return (force_state){f->force.last, f->s, f->effort}; }

static void put_rows(ab_text *bytes, const void *rows, int64_t n, size_t size) {
    if (n > 0) ab_text_bytes(bytes, rows, n * (int64_t)size);
}

// Writes names padded with zeros, because the bytes after their end are undefined. Rows of ab_friction_memory and of
// ids have no padding.
static void put_names(ab_text *bytes, const ab_world *w) {
    for (int64_t i = 0; i < w->state.nname; i++) {
        char clean[AB_NAME_MAX] = {0};
        memcpy(clean, w->state.names[i], strlen(w->state.names[i]));
        ab_text_bytes(bytes, clean, AB_NAME_MAX);
    }
}

static void put_colliders(ab_text *bytes, const ab_colliders *c) {
#define PUT(array) put_rows(bytes, c->array, c->n, sizeof *c->array);
    AB_COLLIDER_ALWAYS(PUT)
    if (!c->compound) return;
    AB_COLLIDER_COMPOUND(PUT)
#undef PUT
    for (int64_t i = 0; i < c->nplaced; i++) put_rows(bytes, &c->placed[i].pose, 1, sizeof c->placed[i].pose);
}

abut_status ab_snapshot_save(const ab_world *w, ab_text *bytes) {
    const snapshot_header h = header_of(w);
    ab_text_bytes(bytes, (const char *)&h, sizeof h);
    const aside a = aside_of(w);
    ab_text_bytes(bytes, (const char *)&a, sizeof a);
#define PUT(array)                                                                                                     \
    put_rows(bytes, w->state.body.array, w->state.body.array ? w->state.body.n : 0, sizeof *w->state.body.array);
    AB_BODY_ARRAYS(PUT)
#undef PUT
    put_colliders(bytes, &w->state.collider);
    put_rows(bytes, w->state.body.mass_table.row, w->state.body.mass_table.n, sizeof *w->state.body.mass_table.row);
    put_rows(bytes, w->state.slots, w->state.nslot, sizeof *w->state.slots);
    put_names(bytes, w);
#define PUT(array) put_rows(bytes, w->state.contacts.array, w->state.contacts.n, sizeof *w->state.contacts.array);
    AB_CONTACT_ARRAYS(PUT)
    if (w->state.contacts.rolls) { AB_CONTACT_ROLLING(PUT) }
    if (w->state.contacts.enforced) { AB_CONTACT_ENFORCED(PUT) }
#undef PUT
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        const joint_state s = joint_state_of(&w->mechanism.joint[i]);
        put_rows(bytes, &s, 1, sizeof s);
    }
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        const force_state s = force_state_of(&w->mechanism.force[i]);
        put_rows(bytes, &s, 1, sizeof s);
    }
    for (int64_t i = 0; i < w->mechanism.ncontrol; i++)
        put_rows(bytes, w->mechanism.control[i].integral, w->mechanism.control[i].outputs, sizeof(double));
    for (int64_t i = 0; i < ab_flows_count(&w->state.flows); i++)
        put_rows(bytes, ab_flows_tally(&w->state.flows, i), 1, sizeof(ab_flow_tally));
    return ab_text_status(bytes);
}

static uint64_t hash_colliders(uint64_t hash, const ab_colliders *c) {
#define HASH(array) hash = ab_hash_bytes(hash, c->array, c->n * (int64_t)sizeof *c->array);
    AB_COLLIDER_ALWAYS(HASH)
    if (!c->compound) return hash;
    AB_COLLIDER_COMPOUND(HASH)
#undef HASH
    for (int64_t i = 0; i < c->nplaced; i++) hash = ab_hash_bytes(hash, &c->placed[i].pose, sizeof c->placed[i].pose);
    return hash;
}

uint64_t abut_world_hash(const abut_world *world) {
    const ab_world *w = world;
    const snapshot_header h = header_of(w);
    uint64_t hash = ab_hash_bytes(AB_HASH_START, &h, sizeof h);
#define HASH(array)                                                                                                    \
    if (w->state.body.array)                                                                                           \
        hash = ab_hash_bytes(hash, w->state.body.array, w->state.body.n * (int64_t)sizeof *w->state.body.array);
    AB_BODY_ARRAYS(HASH)
#undef HASH
    hash = hash_colliders(hash, &w->state.collider);
    hash = ab_hash_bytes(hash, w->state.body.mass_table.row,
                         w->state.body.mass_table.n * (int64_t)sizeof *w->state.body.mass_table.row);
#define HASH(array)                                                                                                    \
    hash = ab_hash_bytes(hash, w->state.contacts.array, w->state.contacts.n * (int64_t)sizeof *w->state.contacts.array);
    AB_CONTACT_ARRAYS(HASH)
    if (w->state.contacts.rolls) { AB_CONTACT_ROLLING(HASH) }
    if (w->state.contacts.enforced) { AB_CONTACT_ENFORCED(HASH) }
#undef HASH
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        const joint_state s = joint_state_of(&w->mechanism.joint[i]);
        hash = ab_hash_bytes(hash, &s, sizeof s);
    }
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        const force_state s = force_state_of(&w->mechanism.force[i]);
        hash = ab_hash_bytes(hash, &s, sizeof s);
    }
    for (int64_t i = 0; i < w->mechanism.ncontrol; i++)
        hash = ab_hash_bytes(hash, w->mechanism.control[i].integral,
                             w->mechanism.control[i].outputs * (int64_t)sizeof(double));
    for (int64_t i = 0; i < ab_flows_count(&w->state.flows); i++)
        hash = ab_hash_bytes(hash, ab_flows_tally(&w->state.flows, i), sizeof(ab_flow_tally));
    return hash;
}

// ---------------------------------------------------------------------------------------------------- restoring

typedef struct source {
    const char *at;
    int64_t left;
} source;

static bool take(source *s, void *to, int64_t n, size_t size) {
    const int64_t bytes = n * (int64_t)size; // no overflow: n was checked against the size of the snapshot
    if (bytes > s->left) return false;
    if (bytes > 0) memcpy(to, s->at, (size_t)bytes);
    s->at += bytes;
    s->left -= bytes;
    return true;
}

static abut_status damaged(const ab_world *w, const char *what) {
    return ab_fail(w->cx, ABUT_ERR_CORRUPT, "the saved state is damaged (%s); start the run anew", what);
}

static bool counts_fit(const ab_world *w, const snapshot_header *h, int64_t size) {
    return h->bodies >= 0 && h->bodies <= size && h->colliders >= 0 && h->colliders <= size && h->placed >= -1 &&
           h->placed <= h->colliders && (h->placed >= 0) == w->state.collider.compound &&
           (h->placed >= 0 || h->colliders == h->bodies) && h->slots >= h->bodies && h->slots <= size &&
           h->names >= 0 && h->names <= size && h->contacts >= 0 && h->contacts <= size &&
           h->shapes == w->config.nshape && h->materials == w->config.nmaterial && h->joints == w->mechanism.n &&
           h->forces == w->mechanism.nforce && h->flows == ab_flows_count(&w->state.flows) && h->mass_properties >= 0 &&
           h->mass_properties <= size && h->wanted >= 0 && h->wanted < INT64_C(1) << PLACES && h->step >= 0 &&
           h->base_steps >= 1 && (h->started == 0 || h->started == 1) && h->stale >= 0 && h->stale <= 3 &&
           isfinite(h->time) && h->dt >= 0 && isfinite(h->dt) && h->size >= 0 && isfinite(h->size) && h->substep >= 0 &&
           isfinite(h->substep) && h->known_speed >= 0 && h->divide >= 1 &&
           h->divide <= (w->config.automatic_dt ? AB_MAX_SUBSTEPS : 1); // a given step is never divided for good
}

static bool ends(const char *text, size_t size) { return memchr(text, 0, size) != NULL; }

static bool loss_fits(const abut_give_and_take *l) {
    return l->taken >= 0 && l->given >= 0 && l->passed >= 0 && l->steps >= 0 && l->max_given >= 0 &&
           isfinite(l->time) && l->step >= 0;
}

static bool impacts_fit(const abut_watch *t) {
    bool fit = true;
    for (int i = 0; i < ABUT_IMPACT_LAWS; i++)
        fit = fit && t->impact[i].count >= 0 && isfinite(t->impact[i].lost) && t->impact[i].speed >= 0;
    return fit && t->impacts_guarded >= 0 && t->impacts_fell_back >= 0 && t->impacts_completed >= 0 &&
           t->impacts_jammed >= 0 && t->painleve >= 0 && isfinite(t->painleve_time) &&
           ends(t->painleve_a, ABUT_LABEL) && ends(t->painleve_b, ABUT_LABEL);
}

static bool aside_fits(const aside *a) {
    const abut_watch *t = &a->watch;
    bool losses = true;
    for (int i = 0; i < ABUT_LOSSES; i++) losses = losses && loss_fits(&t->loss[i]);
    return losses && t->overlap >= 0 && t->turnover >= 0 && t->contact_sweeps >= 0 && t->contact_residual >= 0 &&
           t->unsolved >= 0 && t->audits >= 0 && t->missed >= 0 && t->missed_share >= 0 && isfinite(t->missed_time) &&
           t->turning >= 0 && t->turning_max >= 0 && impacts_fit(t) && isfinite(a->datum) && a->missed >= 0 &&
           ends(t->missed_a, ABUT_LABEL) && ends(t->missed_b, ABUT_LABEL);
}

static bool body_row_fits(const ab_world *w, int64_t i) {
    const ab_bodies *b = &w->state.body;
    const uint32_t slot = b->slot[i];
    const double norm2 = quat_norm2(b->q[i]);
    return slot < w->state.nslot && w->state.slots[slot].row == i && w->state.slots[slot].generation % 2 == 1 &&
           b->name[i] >= 0 && b->name[i] < w->state.nname && b->mass_index[i] >= 0 &&
           b->mass_index[i] < b->mass_table.n && (!b->load || v3_finite(b->load[i])) &&
           (!b->load_torque || v3_finite(b->load_torque[i])) && v3_finite(b->x[i]) && norm2 > 0.99 && norm2 < 1.01 &&
           v3_finite(b->v[i]) && v3_finite(b->l[i]) && v3_finite(b->w[i]) && v3_finite(b->force[i]) &&
           v3_finite(b->torque[i]);
}

static bool mass_properties_fit(const ab_world *w, int64_t i) {
    const ab_mass_properties *row = &w->state.body.mass_table.row[i];
    return isfinite(row->mass) && row->inverse_mass >= 0 && isfinite(row->inverse_mass) && v3_finite(row->moments) &&
           row->shape >= 0 && row->shape < w->config.nshape && row->older >= -1 && row->older < i;
}

static bool memory_fits(const ab_friction_memory *m) { return v3_finite(m->spring) && isfinite(m->stiffness); }

static bool contact_row_fits(const ab_world *w, int64_t i) {
    const ab_contacts *c = &w->state.contacts;
    const int64_t a = c->a[i], b = c->b[i];
    const uint64_t key = ab_contact_key(c, i), before = i == 0 ? 0 : ab_contact_key(c, i - 1);
    const bool ordered = i == 0 || before < key || (before == key && c->feature[i - 1] < c->feature[i]);
    return a < w->state.collider.n && b < w->state.collider.n && a != b && ordered && v3_finite(c->normal[i]) &&
           memory_fits(&c->memory[i]) && (!c->rolls || memory_fits(&c->roll[i])) &&
           isfinite(c->max_approach_speed[i]) && isfinite(c->normal_force[i]) &&
           (!c->enforced || !isinf(c->opening[i]));
}

static bool take_joints(ab_world *w, source *from) {
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        ab_world_joint *j = &w->mechanism.joint[i];
        joint_state s;
        if (!take(from, &s, 1, sizeof s)) return false;
        memcpy(j->joint.angle, s.angle, sizeof s.angle);
        j->redundant = s.redundant;
        j->force = s.force;
        j->torque = s.torque;
    }
    return true;
}

static bool take_forces(ab_world *w, source *from) {
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        ab_world_force *f = &w->mechanism.force[i];
        force_state s;
        if (!take(from, &s, 1, sizeof s)) return false;
        f->force.last = s.last;
        f->s = s.s;
        f->effort = s.effort;
    }
    return true;
}

static bool take_controls(ab_world *w, source *from) {
    for (int64_t i = 0; i < w->mechanism.ncontrol; i++) {
        const ab_control *c = &w->mechanism.control[i];
        if (!take(from, c->integral, c->outputs, sizeof *c->integral)) return false;
    }
    return true;
}

static bool control_fits(const ab_control *c) {
    for (int64_t i = 0; i < c->outputs; i++)
        if (!isfinite(c->integral[i])) return false;
    return true;
}

static bool force_row_fits(const ab_world *w, int64_t i) {
    const ab_world_force *f = &w->mechanism.force[i];
    return f->a < w->state.body.n && f->b < w->state.body.n && isfinite(f->force.last) && isfinite(f->s) &&
           isfinite(f->effort);
}

static bool joint_row_fits(const ab_world *w, int64_t i) {
    const ab_world_joint *j = &w->mechanism.joint[i];
    return j->a < w->state.body.n && j->b < w->state.body.n && isfinite(j->joint.angle[0]) &&
           isfinite(j->joint.angle[1]) && v3_finite(j->force) && v3_finite(j->torque);
}

static bool collider_row_fits(const ab_world *w, int64_t i) {
    const ab_colliders *c = &w->state.collider;
    const int shown = AB_COLLIDER_NO_CONTACT | AB_COLLIDER_HIDDEN;
    return c->shape[i] >= 0 && c->shape[i] < w->config.nshape &&
           w->config.shapes[c->shape[i]].kind != AB_SHAPE_compound && c->material[i] >= 0 &&
           c->material[i] < w->config.nmaterial && (c->flags[i] & ~shown) == 0;
}

// Checks that collider rows are grouped by body and that each has its own pose or that of its body; `first` follows
// from the owners.
static bool compound_row_fits(const ab_world *w, int64_t i, int64_t *placed) {
    const ab_colliders *c = &w->state.collider;
    const int64_t owner = c->owner[i], before = i == 0 ? 0 : (int64_t)c->owner[i - 1];
    const bool next = c->place[i] == *placed && *placed < c->nplaced;
    if (owner >= w->state.body.n || owner < before || c->name[i] < -1 || c->name[i] >= w->state.nname ||
        (c->place[i] != -1 && !next))
        return false;
    if (c->place[i] == -1) return true;
    const ab_pose pose = c->placed[(*placed)++].pose;
    const double norm2 = quat_norm2(pose.q);
    return v3_finite(pose.x) && norm2 > 0.99 && norm2 < 1.01;
}

static bool colliders_fit(ab_world *w) {
    ab_colliders *c = &w->state.collider;
    int64_t placed = 0, body = 0;
    for (int64_t i = 0; i < c->n; i++)
        if (!collider_row_fits(w, i) || (c->compound && !compound_row_fits(w, i, &placed))) return false;
    if (!c->compound) return true;
    for (int64_t i = 0; i < c->n; i++) {
        if (c->owner[i] > body) return false; // a body without colliders
        if (c->owner[i] == body) c->first[body++] = (uint32_t)i;
    }
    c->first[body] = (uint32_t)c->n;
    return body == w->state.body.n && placed == c->nplaced;
}

static bool tally_fits(const ab_flow_tally *t) {
    return isfinite(t->mass) && isfinite(t->rate) && isfinite(t->then) && isfinite(t->at_then) &&
           t->count >= -(INT64_C(1) << 53) && t->count <= INT64_C(1) << 53;
}

static abut_status check_rows(ab_world *w) {
    for (int64_t i = 0; i < w->state.nname; i++)
        if (!memchr(w->state.names[i], 0, AB_NAME_MAX)) return damaged(w, "a name has no end");
    for (int64_t i = 0; i < w->state.body.mass_table.n; i++)
        if (!mass_properties_fit(w, i)) return damaged(w, "a mass is impossible");
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (!body_row_fits(w, i)) return damaged(w, "a body's row is impossible");
    if (!colliders_fit(w)) return damaged(w, "a collider's row is impossible");
    for (int64_t i = 0; i < w->state.contacts.n; i++)
        if (!contact_row_fits(w, i)) return damaged(w, "a contact's row is impossible");
    for (int64_t i = 0; i < w->mechanism.n; i++)
        if (!joint_row_fits(w, i)) return damaged(w, "a joint's row is impossible");
    for (int64_t i = 0; i < w->mechanism.ncontrol; i++)
        if (!control_fits(&w->mechanism.control[i])) return damaged(w, "an integral of a control is impossible");
    for (int64_t i = 0; i < w->mechanism.nforce; i++)
        if (!force_row_fits(w, i)) return damaged(w, "a force element's row is impossible");
    for (int64_t i = 0; i < w->state.flows.ninlet; i++)
        if (w->state.flows.inlet[i].label >= w->state.nname) return damaged(w, "the name of a group is missing");
    for (int64_t i = 0; i < ab_flows_count(&w->state.flows); i++)
        if (!tally_fits(ab_flows_tally(&w->state.flows, i))) return damaged(w, "a count of bodies is impossible");
    return ABUT_OK;
}

static bool take_tallies(ab_world *w, source *s) {
    for (int64_t i = 0; i < ab_flows_count(&w->state.flows); i++)
        if (!take(s, ab_flows_tally(&w->state.flows, i), 1, sizeof(ab_flow_tally))) return false;
    return true;
}

static bool take_colliders(ab_colliders *c, source *s, const snapshot_header *h) {
    bool whole = true;
#define TAKE(array) whole = whole && take(s, c->array, h->colliders, sizeof *c->array);
    AB_COLLIDER_ALWAYS(TAKE)
    if (!c->compound) return whole;
    AB_COLLIDER_COMPOUND(TAKE)
#undef TAKE
    for (int64_t i = 0; i < h->placed; i++) whole = whole && take(s, &c->placed[i].pose, 1, sizeof c->placed[i].pose);
    return whole;
}

static abut_status reserve_colliders(ab_world *w, const snapshot_header *h) {
    ab_colliders *c = &w->state.collider;
    AB_TRY(ab_colliders_reserve(w->cx, c, h->colliders));
    if (!c->compound) return ABUT_OK;
    AB_TRY(AB_GROW(w->cx, &c->first, &c->first_capacity, h->bodies + 1));
    return AB_GROW(w->cx, &c->placed, &c->placed_capacity, h->placed);
}

static abut_status load_rows(ab_world *w, source *s, const snapshot_header *h) {
    bool whole = true;
#define TAKE(array)                                                                                                    \
    whole = whole && take(s, w->state.body.array, w->state.body.array ? h->bodies : 0, sizeof *w->state.body.array);
    AB_BODY_ARRAYS(TAKE)
#undef TAKE
    whole = whole && take_colliders(&w->state.collider, s, h);
    whole = whole && take(s, w->state.body.mass_table.row, h->mass_properties, sizeof *w->state.body.mass_table.row);
    whole = whole && take(s, w->state.slots, h->slots, sizeof *w->state.slots);
    whole = whole && take(s, w->state.names, h->names, sizeof *w->state.names);
#define TAKE(array) whole = whole && take(s, w->state.contacts.array, h->contacts, sizeof *w->state.contacts.array);
    AB_CONTACT_ARRAYS(TAKE)
    if (w->state.contacts.rolls) { AB_CONTACT_ROLLING(TAKE) }
    if (w->state.contacts.enforced) { AB_CONTACT_ENFORCED(TAKE) }
#undef TAKE
    whole = whole && take_joints(w, s) && take_forces(w, s) && take_controls(w, s) && take_tallies(w, s);
    return whole && s->left == 0 ? ABUT_OK : damaged(w, "its length is wrong");
}

// Allocates the AB_BODY_WANTED arrays that the snapshot has, and frees the others.
static abut_status want_arrays(ab_world *w, int64_t wanted) {
    ab_bodies *b = &w->state.body;
#define WANT(array)                                                                                                    \
    if (wanted >> PLACE_##array & 1) {                                                                                 \
        AB_TRY(ab_bodies_want(w->cx, b, &b->array));                                                                   \
    } else {                                                                                                           \
        ab_free(w->cx, b->array);                                                                                      \
        b->array = NULL;                                                                                               \
    }
    AB_BODY_WANTED(WANT)
#undef WANT
    return ABUT_OK;
}

abut_status ab_snapshot_load(ab_world *w, const char *bytes, int64_t size) {
    source s = {bytes, size};
    snapshot_header h;
    aside a;
    if (!take(&s, &h, 1, sizeof h) || !take(&s, &a, 1, sizeof a)) return damaged(w, "it is too short");
    if (!aside_fits(&a)) return damaged(w, "what it has seen of itself is impossible");
    if (!counts_fit(w, &h, size)) return damaged(w, "its counts do not fit the scene");
    if (a.laws != ab_contact_model_hash(w))
        return damaged(w, "its contact laws or their parameters are not the scene's");
    AB_TRY(ab_bodies_reserve(w->cx, &w->state.body, h.bodies));
    AB_TRY(want_arrays(w, h.wanted));
    AB_TRY(reserve_colliders(w, &h));
    AB_TRY(AB_GROW(w->cx, &w->state.body.mass_table.row, &w->state.body.mass_table.capacity, h.mass_properties));
    AB_TRY(AB_GROW(w->cx, &w->state.slots, &w->state.slot_capacity, h.slots));
    AB_TRY(AB_GROW(w->cx, &w->state.names, &w->state.name_capacity, h.names));
    AB_TRY(ab_contacts_reserve(w->cx, &w->state.contacts, h.contacts));
    AB_TRY(load_rows(w, &s, &h));
    w->state.body.n = h.bodies;
    w->state.body.mass_table.n = h.mass_properties;
    w->state.collider.n = h.colliders;
    if (w->state.collider.compound) w->state.collider.nplaced = h.placed;
    w->state.nslot = h.slots;
    w->state.nname = h.names;
    w->state.contacts.n = h.contacts;
    w->collision.last_contacts.n = 0;
    w->state.step = h.step;
    w->state.base_steps = h.base_steps;
    w->state.time = h.time;
    w->config.dt = h.dt;
    w->ledger.deepest = h.deepest;
    w->mechanism.size = h.size;
    w->state.substep = h.substep;
    w->config.known_speed = h.known_speed;
    w->state.substeps = h.divide;
    w->state.started = h.started == 1;
    w->state.forces_stale = h.stale & 1;
    w->state.changed_by_user = h.stale >> 1 & 1;
    w->ledger.energy = h.energy;
    w->ledger.power = h.power;
    w->ledger.watch = a.watch;
    w->ledger.datum = a.datum;
    w->ledger.residual.missed = a.missed;
    w->ledger.watched_impact = h.energy.lost_impact;
    w->ledger.watched_friction = h.energy.lost_friction;
    w->collision.pairs_stale = true;
    AB_TRY(check_rows(w));
    ab_place_colliders(w);
    AB_TRY(ab_mass_table_index(w->cx, &w->state.body.mass_table, w->config.nshape));
    if (!w->state.started) return ABUT_OK;
    AB_TRY(ab_mechanism_build(w));
    return ab_world_build_interactions(w);
}
