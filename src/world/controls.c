// Controls of the world: their addition and their targets. step/apply_controls.c computes with them.
#include "abut/control.h"
#include "base/alloc.h"
#include "base/def.h"
#include "base/plain_text.h"
#include "world/world.h"

#include <string.h>

enum { MAX_ELEMENTS = 256 };

abut_control_def abut_control_default(void) {
    return (abut_control_def){.size = sizeof(abut_control_def), .name = "control", .limit = INFINITY};
}

static abut_status check_elements(const ab_world *w, const abut_control_def *def, const int64_t *element,
                                  int32_t count) {
    if (!element || count < 1 || count > MAX_ELEMENTS)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "control '%s' needs 1 to %d inputs and as many outputs", def->name,
                       MAX_ELEMENTS);
    for (int32_t i = 0; i < count; i++)
        if (element[i] < 0 || element[i] >= w->mechanism.nforce)
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "control '%s': there is no force element %lld", def->name,
                           (long long)element[i]);
    return ABUT_OK;
}

static bool all_finite(const double *number, int64_t n) {
    for (int64_t i = 0; number && i < n; i++)
        if (!isfinite(number[i])) return false;
    return true;
}

static abut_status check_def(const ab_world *w, const abut_control_def *def) {
    ab_ctx *cx = w->cx;
    if (!def->name || strlen(def->name) >= AB_NAME_MAX || !ab_is_plain(def->name, (int64_t)strlen(def->name)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a control needs a name of at most %d bytes without control characters",
                       AB_NAME_MAX - 1);
    AB_TRY(check_elements(w, def, def->inputs, def->input_count));
    AB_TRY(check_elements(w, def, def->outputs, def->output_count));
    for (int32_t i = 0; i < def->output_count; i++) {
        const ab_world_force *f = &w->mechanism.force[def->outputs[i]];
        if (!f->force.type->set_target)
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "control '%s': '%s' is a %s; outputs are motors", def->name, f->name,
                           f->force.type->name);
    }
    const int64_t n = (int64_t)def->input_count * def->output_count;
    if (!all_finite(def->target, def->input_count) || !all_finite(def->gain, n) || !all_finite(def->rate_gain, n) ||
        !all_finite(def->integral_gain, n) || !(def->limit > 0))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "control '%s': targets and gains must be finite, its limit positive",
                       def->name);
    return ABUT_OK;
}

static double *keep(double **at, const double *from, int64_t n) {
    double *to = *at;
    if (from) memcpy(to, from, (size_t)n * sizeof *to);
    *at += n;
    return to;
}

static abut_status keep_lists(const ab_world *w, const abut_control_def *def, ab_control *c) {
    const int64_t in = def->input_count, out = def->output_count, n = in * out;
    c->inputs = in;
    c->outputs = out;
    AB_TRY(AB_ALLOC(w->cx, &c->element, in + out));
    const abut_status status = AB_ALLOC(w->cx, &c->number, 3 * in + 3 * n + out);
    if (status != ABUT_OK) {
        ab_free(w->cx, c->element);
        return status;
    }
    memcpy(c->element, def->inputs, (size_t)in * sizeof *c->element);
    memcpy(c->element + in, def->outputs, (size_t)out * sizeof *c->element);
    double *at = c->number;
    c->target = keep(&at, def->target, in);
    c->error = keep(&at, NULL, in);
    c->rate = keep(&at, NULL, in);
    c->gain = keep(&at, def->gain, n);
    c->rate_gain = keep(&at, def->rate_gain, n);
    c->integral_gain = keep(&at, def->integral_gain, n);
    c->integral = keep(&at, NULL, out);
    c->limit = def->limit;
    return ABUT_OK;
}

static void mark(ab_world *w) {
    if (w->state.started) w->state.forces_stale = w->state.changed_by_user = true;
}

abut_status abut_control_add(abut_world *w, const abut_control_def *user, int32_t *control) {
    if (!w) return ABUT_ERR_ARGUMENT;
    AB_DEF(w->cx, abut_control_def, def, user, abut_control_default);
    AB_TRY(check_def(w, &def));
    ab_mechanism *m = &w->mechanism;
    AB_TRY(AB_GROW(w->cx, &m->control, &m->control_capacity, m->ncontrol + 1));
    ab_control c = {0};
    memcpy(c.name, def.name, strlen(def.name) + 1);
    AB_TRY(keep_lists(w, &def, &c));
    for (int64_t i = 0; i < c.outputs; i++) m->force[c.element[c.inputs + i]].force.controlled = true;
    if (control) *control = (int32_t)m->ncontrol;
    m->control[m->ncontrol++] = c;
    mark(w);
    return ABUT_OK;
}

int64_t abut_control_count(const abut_world *world) { return world ? world->mechanism.ncontrol : 0; }

abut_status abut_control_set_target(abut_world *w, int64_t index, const double *target) {
    if (!w) return ABUT_ERR_ARGUMENT;
    if (index < 0 || index >= w->mechanism.ncontrol)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no control %lld", (long long)index);
    ab_control *c = &w->mechanism.control[index];
    if (!target || !all_finite(target, c->inputs))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "control '%s' needs a finite target for each input", c->name);
    memcpy(c->target, target, (size_t)c->inputs * sizeof *target);
    mark(w);
    return ABUT_OK;
}

// Elements behind a removed one move up.
abut_status ab_controls_release(ab_world *w, int64_t force) {
    ab_mechanism *m = &w->mechanism;
    for (int64_t i = 0; i < m->ncontrol; i++)
        for (int64_t k = 0; k < m->control[i].inputs + m->control[i].outputs; k++)
            if (m->control[i].element[k] == force)
                return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s' is used by the control '%s'", m->force[force].name,
                               m->control[i].name);
    for (int64_t i = 0; i < m->ncontrol; i++)
        for (int64_t k = 0; k < m->control[i].inputs + m->control[i].outputs; k++)
            m->control[i].element[k] -= m->control[i].element[k] > force;
    return ABUT_OK;
}

void ab_controls_free(ab_ctx *cx, ab_mechanism *m) {
    for (int64_t i = 0; i < m->ncontrol; i++) {
        ab_free(cx, m->control[i].element);
        ab_free(cx, m->control[i].number);
    }
    ab_free(cx, m->control);
}
