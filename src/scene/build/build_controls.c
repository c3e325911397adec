// Builds the controls of the scene.
#include "abut/control.h"
#include "base/alloc.h"
#include "scene/builder.h"

#include <stdio.h>

static abut_status find_elements(ab_builder *b, const ab_list *names, const int64_t **elements) {
    int64_t *found = ab_take(b->l, names->n, sizeof *found);
    if (!found) return b->l->status;
    const char *const *name = names->item;
    for (int64_t i = 0; i < names->n; i++) AB_TRY(abut_force_find(b->w, name[i], &found[i]));
    *elements = found;
    return ABUT_OK;
}

static bool counts(ab_builder *b, const ab_control_spec *s, const char *key, const ab_list *numbers, int64_t n) {
    if (numbers->n == 0 || numbers->n == n) return true;
    ab_diagnose(b->l, AB_E020, ab_node_get(s->head.node, key)->place, "'%s' has %lld numbers, but needs %lld", key,
                (long long)numbers->n, (long long)n);
    return false;
}

static abut_status add_control(ab_builder *b, const ab_control_spec *s, const char *name) {
    abut_control_def def = abut_control_default();
    def.name = name;
    def.input_count = (int32_t)s->inputs.n;
    def.output_count = (int32_t)s->outputs.n;
    AB_TRY(find_elements(b, &s->inputs, &def.inputs));
    AB_TRY(find_elements(b, &s->outputs, &def.outputs));
    def.target = s->target.item;
    def.gain = s->gain.item;
    def.rate_gain = s->rate_gain.item;
    def.integral_gain = s->integral_gain.item;
    def.limit = s->limit;
    return abut_control_add(b->w, &def, NULL);
}

void ab_build_controls(ab_builder *b) {
    const ab_control_spec *s = b->spec->controls.item;
    for (int64_t i = 0; i < b->spec->controls.n && !ab_full(b->l); i++, s++) {
        char number[AB_NAME_MAX];
        snprintf(number, sizeof number, "controls[%lld]", (long long)i);
        const int64_t n = s->inputs.n * s->outputs.n;
        if (!counts(b, s, "target", &s->target, s->inputs.n) || !counts(b, s, "gain", &s->gain, n) ||
            !counts(b, s, "rate_gain", &s->rate_gain, n) || !counts(b, s, "integral_gain", &s->integral_gain, n))
            continue;
        ab_build_refused(b->l, AB_E044, s->head.node->place, add_control(b, s, s->name ? s->name : number));
    }
}
