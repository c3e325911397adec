// Builds the controls of the scene.
#include "abut/control.h"
#include "base/alloc.h"
#include "scene/builder.h"
#include "scene/schema.h"

#include <stdio.h>

#define MAX_NAMES 64

// The place of element i of a list that may be written as its only element.
static ab_place place_of(const ab_control_spec *s, const char *key, int64_t i) {
    const ab_node *node = ab_node_get(s->head.node, key);
    return node->kind == AB_NODE_SEQUENCE ? node->child[i].value->place : node->place;
}

static void unknown_element(ab_builder *b, const char *name, ab_place place) {
    const ab_mechanism *m = &b->w->mechanism;
    const char *names[MAX_NAMES] = {NULL};
    const int count = m->nforce < MAX_NAMES ? (int)m->nforce : MAX_NAMES;
    for (int i = 0; i < count; i++) names[i] = m->force[i].name;
    char hint[512];
    ab_suggest(name, names, count, hint, sizeof hint);
    ab_diagnose(b->l, AB_E044, place, "there is no force element '%.64s'; %s", name, hint);
}

// NULL after a diagnostic.
static const int64_t *find_elements(ab_builder *b, const ab_control_spec *s, const char *key, const ab_list *names) {
    int64_t *found = ab_take(b->l, names->n, sizeof *found);
    const char *const *name = names->item;
    for (int64_t i = 0; found && i < names->n; i++) {
        if (abut_force_find(b->w, name[i], &found[i]) == ABUT_OK) continue;
        unknown_element(b, name[i], place_of(s, key, i));
        return NULL;
    }
    return found;
}

static bool counts(ab_builder *b, const ab_control_spec *s, const char *key, const ab_list *numbers, int64_t n) {
    if (numbers->n == 0 || numbers->n == n) return true;
    ab_diagnose(b->l, AB_E020, ab_node_get(s->head.node, key)->place, "'%s' has %lld numbers, but needs %lld", key,
                (long long)numbers->n, (long long)n);
    return false;
}

static void add_control(ab_builder *b, const ab_control_spec *s, const char *name) {
    abut_control_def def = abut_control_default();
    def.name = name;
    def.input_count = (int32_t)s->inputs.n;
    def.output_count = (int32_t)s->outputs.n;
    def.inputs = find_elements(b, s, "inputs", &s->inputs);
    def.outputs = find_elements(b, s, "outputs", &s->outputs);
    if (!def.inputs || !def.outputs) return;
    def.target = s->target.item;
    def.gain = s->gain.item;
    def.rate_gain = s->rate_gain.item;
    def.integral_gain = s->integral_gain.item;
    def.limit = s->limit;
    ab_build_refused(b->l, AB_E044, s->head.node->place, abut_control_add(b->w, &def, NULL));
}

void ab_build_controls(ab_builder *b) {
    const ab_control_spec *s = b->spec->controls.item;
    for (int64_t i = 0; i < b->spec->controls.n && !ab_full(b->l); i++, s++) {
        char number[AB_NAME_MAX];
        snprintf(number, sizeof number, "controls[%lld]", (long long)i);
        const int64_t n = s->inputs.n * s->outputs.n;
        if (counts(b, s, "target", &s->target, s->inputs.n) && counts(b, s, "gain", &s->gain, n) &&
            counts(b, s, "rate_gain", &s->rate_gain, n) && counts(b, s, "integral_gain", &s->integral_gain, n))
            add_control(b, s, s->name ? s->name : number);
    }
}
