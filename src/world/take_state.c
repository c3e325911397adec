// Continues the state of one world in another.
//
// The state travels as a snapshot, so that a member that is added to the state cannot be forgotten here. Settings are
// what a snapshot does not hold, except for the time step and the constant loads, which are put back.
#include "world/take_state.h"
#include "base/alloc.h"
#include "world/snapshot.h"

#include <string.h>

// --------------------------------------------------------------------------------------------- what must be the same

static abut_status differs(const ab_world *to, const char *what, const char *name, const char *how) {
    return ab_fail(to->cx, ABUT_ERR_INPUT,
                   "%s '%s' %s; bodies, joints and force elements must be those of the state, settings may differ",
                   what, name, how);
}

static bool same_size(double a, double b) { return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)); }

static bool same_shape(const ab_shape *a, const ab_shape *b) {
    return a->kind == b->kind && same_size(a->volume, b->volume) && same_size(a->radius, b->radius) &&
           same_size(a->half.x, b->half.x) && same_size(a->half.y, b->half.y) && same_size(a->half.z, b->half.z) &&
           a->surface.nvertex == b->surface.nvertex && a->surface.ntriangle == b->surface.ntriangle;
}

static abut_status check_body(const ab_world *to, const ab_world *from, int64_t slot) {
    const ab_slot now = to->state.slots[slot], then = from->state.slots[slot];
    if (then.generation != now.generation) return ABUT_OK; // it was removed since
    const ab_bodies *a = &to->state.body, *b = &from->state.body;
    const int64_t i = now.row, k = then.row;
    char label[ABUT_LABEL], other[ABUT_LABEL];
    ab_body_label(to, i, label);
    ab_body_label(from, k, other);
    if (strcmp(label, other) != 0) return differs(to, "the body", other, "of the state has another place or name here");
    if (!same_shape(ab_body_shape(to, i), ab_body_shape(from, k)))
        return differs(to, "the body", label, "has another shape in the state");
    if (!same_size(ab_inverse_mass_of(a, i), ab_inverse_mass_of(b, k)))
        return differs(to, "the body", label, "has another mass in the state, or is fixed in one of them only");
    return ABUT_OK;
}

// All bodies of `to` are in its first slots; those of inlets, and what API calls added, follow.
static abut_status check_bodies(const ab_world *to, const ab_world *from) {
    const int64_t n = to->state.nslot < from->state.nslot ? to->state.nslot : from->state.nslot;
    for (int64_t slot = 0; slot < n; slot++) AB_TRY(check_body(to, from, slot));
    char label[ABUT_LABEL];
    if (to->state.nslot > n) {
        ab_body_label(to, to->state.slots[n].row, label);
        return differs(to, "the body", label, "is not in the state");
    }
    for (int64_t slot = n; slot < from->state.nslot && to->state.flows.ninlet == 0; slot++) {
        if (from->state.slots[slot].generation % 2 == 0) continue;
        ab_body_label(from, from->state.slots[slot].row, label);
        return differs(to, "the body", label, "of the state is not in this scene");
    }
    return ABUT_OK;
}

static abut_status check_names(const ab_world *to, const ab_world *from) {
    for (int64_t i = 0; i < to->state.nname; i++)
        if (i >= from->state.nname || strcmp(to->state.names[i], from->state.names[i]) != 0)
            return differs(to, "the name", to->state.names[i], "has another place in the state");
    return ABUT_OK;
}

static abut_status check_mechanism(const ab_world *to, const ab_world *from) {
    const ab_mechanism *a = &to->mechanism, *b = &from->mechanism;
    if (a->n != b->n || a->nforce != b->nforce || a->ncontrol != b->ncontrol)
        return ab_fail(to->cx, ABUT_ERR_INPUT,
                       "the state has %lld joints, %lld force elements and %lld controls, and the scene %lld, %lld and "
                       "%lld; they must be the same",
                       (long long)b->n, (long long)b->nforce, (long long)b->ncontrol, (long long)a->n,
                       (long long)a->nforce, (long long)a->ncontrol);
    for (int64_t i = 0; i < a->n; i++)
        if (strcmp(a->joint[i].name, b->joint[i].name) != 0 || a->joint[i].joint.type != b->joint[i].joint.type)
            return differs(to, "the joint", a->joint[i].name, "is another one in the state");
    for (int64_t i = 0; i < a->nforce; i++)
        if (strcmp(a->force[i].name, b->force[i].name) != 0 || a->force[i].force.type != b->force[i].force.type)
            return differs(to, "the force element", a->force[i].name, "is another one in the state");
    for (int64_t i = 0; i < a->ncontrol; i++)
        if (a->control[i].outputs != b->control[i].outputs)
            return differs(to, "the control", a->control[i].name, "has other outputs in the state");
    return ABUT_OK;
}

static abut_status check_tables(const ab_world *to, const ab_world *from) {
    const ab_config *a = &to->config, *b = &from->config;
    if (a->nmaterial != b->nmaterial || a->nshape != b->nshape ||
        ab_flows_count(&to->state.flows) != ab_flows_count(&from->state.flows) ||
        to->state.collider.compound != from->state.collider.compound)
        return ab_fail(to->cx, ABUT_ERR_INPUT,
                       "the state has other numbers of materials, shapes, or inlets and outlets than the scene");
    for (int64_t i = 0; i < a->nmaterial; i++)
        if (strcmp(a->materials[i].name, b->materials[i].name) != 0)
            return differs(to, "the material", a->materials[i].name, "has another place in the state");
    for (int64_t i = 0; i < a->nshape; i++)
        if (!same_shape(&a->shapes[i], &b->shapes[i]))
            return ab_fail(to->cx, ABUT_ERR_INPUT, "shape %lld of the scene is another one in the state",
                           (long long)i + 1);
    return ABUT_OK;
}

// What decides which arrays a state has.
static abut_status check_scheme(const ab_world *to, const ab_world *from) {
    if (to->config.enforcement != from->config.enforcement)
        return ab_fail(to->cx, ABUT_ERR_INPUT, "contact.enforcement of a state cannot change");
    if (to->state.contacts.rolls != from->state.contacts.rolls)
        return ab_fail(to->cx, ABUT_ERR_INPUT,
                       "rolling friction cannot begin or end with a state; give 1e-9 instead of 0");
    if (to->config.integrator != from->config.integrator)
        return ab_fail(to->cx, ABUT_ERR_INPUT,
                       "the integrator of a state cannot change, and both scenes must have the same; set "
                       "time.integrator");
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------- what the scene keeps

typedef struct loads {
    v3 *force, *torque; // by slot; NULL = no body has one
    int64_t n;
} loads;

static abut_status keep_loads(const ab_world *w, loads *kept) {
    const ab_bodies *b = &w->state.body;
    *kept = (loads){.n = w->state.nslot};
    if (!b->load && !b->load_torque) return ABUT_OK;
    AB_TRY(AB_ALLOC(w->cx, &kept->force, kept->n));
    AB_TRY(AB_ALLOC(w->cx, &kept->torque, kept->n));
    for (int64_t i = 0; i < b->n; i++) {
        if (b->load) kept->force[b->slot[i]] = b->load[i];
        if (b->load_torque) kept->torque[b->slot[i]] = b->load_torque[i];
    }
    return ABUT_OK;
}

static abut_status put_loads(ab_world *w, const loads *kept) {
    ab_bodies *b = &w->state.body;
    if (kept->force) {
        AB_TRY(ab_bodies_want(w->cx, b, &b->load));
        AB_TRY(ab_bodies_want(w->cx, b, &b->load_torque));
    }
    for (int64_t i = 0; i < b->n && b->load && b->load_torque; i++) {
        const bool given = kept->force && b->slot[i] < kept->n;
        b->load[i] = given ? kept->force[b->slot[i]] : v3_zero();
        b->load_torque[i] = given ? kept->torque[b->slot[i]] : v3_zero();
    }
    return ABUT_OK;
}

// The step of the scene from now on.
static void set_step(ab_world *w, double dt) {
    if (dt == w->config.dt) return;
    w->state.since_step = w->state.step;
    w->state.since_time = w->state.time;
    w->config.dt = dt;
    w->state.base_steps = w->state.substeps = 1;
    w->state.substep = 0;
}

static bool same_motion(const ab_joint *a, const ab_joint *b) {
    bool same = true;
    for (size_t i = 0; i < sizeof a->value / sizeof a->value[0]; i++) same = same && a->value[i] == b->value[i];
    return same;
}

// Motions that differ go on from the coordinate that they have.
static void join_motions(ab_world *to, const ab_world *from) {
    for (int64_t i = 0; i < to->mechanism.n; i++) {
        ab_joint *now = &to->mechanism.joint[i].joint;
        const ab_joint *before = &from->mechanism.joint[i].joint;
        if (now->type->motion && !same_motion(now, before))
            now->start =
                before->type->motion(before, to->state.time) - (now->type->motion(now, to->state.time) - now->start);
    }
}

// --------------------------------------------------------------------------------------------------------------- all

static abut_status check(const ab_world *to, const ab_world *from) {
    AB_TRY(check_names(to, from));
    AB_TRY(check_bodies(to, from));
    AB_TRY(check_mechanism(to, from));
    AB_TRY(check_tables(to, from));
    return check_scheme(to, from);
}

static abut_status load(ab_world *to, const ab_world *from, const loads *kept) {
    const double dt = to->config.dt;
    ab_text bytes = ab_text_start(to->cx);
    abut_status status = ab_snapshot_save(from, &bytes);
    if (status == ABUT_OK) status = ab_text_status(&bytes);
    if (status == ABUT_OK) status = ab_snapshot_load_changed(to, bytes.data, bytes.size);
    ab_text_free(&bytes);
    if (status == ABUT_OK) status = put_loads(to, kept);
    if (status == ABUT_OK) set_step(to, dt);
    return status;
}

abut_status ab_world_take_state(ab_world *to, const ab_world *from, bool changed) {
    loads kept;
    AB_TRY(check(to, from));
    abut_status status = keep_loads(to, &kept);
    if (status == ABUT_OK) status = load(to, from, &kept);
    ab_free(to->cx, kept.force);
    ab_free(to->cx, kept.torque);
    if (status != ABUT_OK || !changed) return status;
    join_motions(to, from);
    to->state.forces_stale = to->state.changed_by_user = true;
    return ABUT_OK;
}
