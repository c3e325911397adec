// Force elements of the world: addition and public queries.
#include "base/def.h"
#include "base/alloc.h"
#include "base/plain_text.h"
#include "world/world.h"

#include <string.h>

abut_force_def abut_force_default(void) {
    const abut_frame here = {{0, 0, 0}, {1, 0, 0, 0}};
    return (abut_force_def){.size = sizeof(abut_force_def),
                            .name = "force",
                            .kind = "spring",
                            .along = "distance",
                            .frame_a = here,
                            .frame_b = here};
}

static int find_coordinate(const char *name) {
    for (int i = 0; name && i < AB_COORDINATES; i++)
        if (strcmp(ab_coordinate_names[i], name) == 0) return i;
    return -1;
}

static abut_status check_def(const ab_world *w, const abut_force_def *def) {
    ab_ctx *cx = w->cx;
    if (!def->name || strlen(def->name) >= AB_NAME_MAX || !ab_is_plain(def->name, (int64_t)strlen(def->name)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a force element needs a name of at most %d bytes without control characters", AB_NAME_MAX - 1);
    if (!def->act && (!def->kind || !ab_force_type_find(def->kind)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': there is no force element '%s'; see `abut list forces`", def->name,
                       def->kind ? def->kind : "");
    if (find_coordinate(def->along) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s' must act along distance, travel or angle", def->name);
    if (!ab_good_frame(&def->frame_a) || !ab_good_frame(&def->frame_b))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': its frames must be finite and their orientation not zero",
                       def->name);
    return ABUT_OK;
}

static abut_status set_parameters(const ab_world *w, const abut_force_def *def, ab_force *f) {
    const ab_parameter_list list = ab_force_parameters(f->type, f->along);
    AB_TRY(ab_parameters_set(w->cx, def->name, f->type->name, list, def->parameters, def->parameter_count, f->value));
    return ab_parameters_set_lists(w->cx, def->name, f->type->name, list, def->lists, def->list_count, f->list);
}

// Copies the user's lists.
static abut_status keep_lists(ab_world *w, ab_world_force *f) {
    int64_t n = 0;
    for (int i = 0; i < AB_PARAMETERS_MAX; i++) n += f->force.list[i].n;
    if (n == 0) return ABUT_OK;
    AB_TRY(AB_ALLOC(w->cx, &f->numbers, n));
    double *to = f->numbers;
    for (int i = 0; i < AB_PARAMETERS_MAX; i++) {
        ab_numbers *list = &f->force.list[i];
        if (list->n == 0) continue;
        memcpy(to, list->item, (size_t)list->n * sizeof *to);
        list->item = to;
        to += list->n;
    }
    return ABUT_OK;
}

static abut_status add_force(ab_world *w, const abut_force_def *def, int32_t *force) {
    ab_mechanism *m = &w->mechanism;
    AB_TRY(check_def(w, def));
    ab_world_force f = {.force = {.type = def->act ? &ab_force_program : ab_force_type_find(def->kind),
                                  .along = (ab_coordinate)find_coordinate(def->along),
                                  .program = def->act,
                                  .program_user = def->act_user}};
    memcpy(f.name, def->name, strlen(def->name) + 1);
    AB_TRY(set_parameters(w, def, &f.force));
    AB_TRY(ab_find_ends(w, def->name, def->a, def->b, &f.a, &f.b));
    f.force.frame_a = ab_frame_in_body(w, ab_body_row(w, def->a), &def->frame_a);
    f.force.frame_b = ab_frame_in_body(w, ab_body_row(w, def->b), &def->frame_b);
    const ab_joint_frame a = ab_joint_frame_on(w, f.a, f.force.frame_a), b = ab_joint_frame_on(w, f.b, f.force.frame_b);
    f.s = f.force.last = ab_force_coordinate(&f.force, &a, &b);
    const char *wrong = f.force.type->prepare ? f.force.type->prepare(&f.force, f.s) : NULL;
    if (wrong) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s': %s", def->name, wrong);
    AB_TRY(AB_GROW(w->cx, &m->force, &m->force_capacity, m->nforce + 1));
    AB_TRY(keep_lists(w, &f));
    if (force) *force = (int32_t)m->nforce;
    m->force[m->nforce++] = f;
    if (w->state.started) w->state.forces_stale = w->state.changed_by_user = true;
    return ABUT_OK;
}

abut_status abut_force_add(abut_world *world, const abut_force_def *def, int32_t *force) {
    if (!world) return ABUT_ERR_ARGUMENT;
    AB_DEF(world->cx, abut_force_def, full, def, abut_force_default);
    return add_force(world, &full, force);
}

abut_status abut_force_remove(abut_world *world, int64_t force) {
    if (!world) return ABUT_ERR_ARGUMENT;
    ab_mechanism *m = &world->mechanism;
    if (force < 0 || force >= m->nforce)
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no force element %lld", (long long)force);
    AB_TRY(ab_controls_release(world, force));
    ab_free(world->cx, m->force[force].numbers);
    m->nforce--;
    memmove(m->force + force, m->force + force + 1, (size_t)(m->nforce - force) * sizeof *m->force);
    if (world->state.started) world->state.forces_stale = world->state.changed_by_user = true;
    return ABUT_OK;
}

int64_t abut_force_count(const abut_world *world) { return world->mechanism.nforce; }

abut_force_state abut_force_get(const abut_world *world, int64_t index) {
    if (index < 0 || index >= world->mechanism.nforce) return (abut_force_state){0};
    const ab_world_force *f = &world->mechanism.force[index];
    return (abut_force_state){f->s, f->effort};
}
