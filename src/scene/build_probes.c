// Probes of the scene -> those that are read while it runs.
#include "base/alloc.h"
#include "scene/builder.h"
#include "scene/schema.h"

#include <string.h>

static ab_probe start_probe(const ab_probe_spec *s) {
    ab_probe p = {.kind = s->kind, .material = {s->row[0], s->row[1]}, .depth = s->depth};
    memcpy(p.name, s->ends.name, strlen(s->ends.name) + 1);
    return p;
}

static void build_probe(ab_builder *b, const ab_probe_spec *s, ab_probe *p) {
    *p = start_probe(s);
    const ab_head *head = &s->ends.head;
    if (ab_probe_types[s->kind].of_contacts) {
        if (ab_build_find_body(b, head, "a", s->ends.a, &p->a))
            ab_build_find_body(b, head, "b", s->ends.b, &p->b);
        return;
    }
    ab_ends ends;
    if (!ab_build_ends(b, &s->ends, AB_E045, &ends)) return;
    p->a = ends.a;
    p->b = ends.b;
    p->frame_a = ab_frame_in_body(b->w, ab_body_row(b->w, ends.a), &ends.frame_a);
    p->frame_b = ab_frame_in_body(b->w, ab_body_row(b->w, ends.b), &ends.frame_b);
}

void ab_build_probes(ab_builder *b, ab_scene *scene) {
    const ab_list *list = &b->spec->probes;
    ab_stop(b->l, AB_ALLOC(b->l->cx, &scene->probe, list->n));
    if (b->l->status != ABUT_OK) return;
    const ab_probe_spec *s = list->item;
    for (int64_t i = 0; i < list->n && !ab_full(b->l); i++)
        build_probe(b, &s[i], &scene->probe[scene->nprobe++]);
}
