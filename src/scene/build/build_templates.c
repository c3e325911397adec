// Builds the particle templates of a group: as many as its variety, each of another size or form, so that a million
// members need a hundred shapes. Template k of n represents the quantiles k/n to (k + 1)/n of the size by the one in
// the middle.
#include "base/alloc.h"
#include "math/random.h"
#include "scene/builder.h"
#include "scene/build/mesh_notes.h"
#include "scene/forms.h"
#include "scene/size_distribution.h"
#include "shape/shape.h"

static bool varies(const ab_group_spec *g) {
    const bool random = g->shape.which >= AB_SHAPE_COUNT && ab_form_is_random(g->shape.which - AB_SHAPE_COUNT);
    return random || (g->size.which >= 0 && g->size.which != AB_SIZE_CONSTANT);
}

// Builds the shape of one template with size quantile u; -1 after a diagnostic or failure.
static int32_t build_kind(ab_builder *b, const ab_group_spec *g, uint64_t variant, double u, double *weight) {
    const int32_t shape = ab_build_variant(b, &g->shape, variant);
    *weight = 1;
    if (shape < 0) return -1;
    if (!(b->w->config.shapes[shape].volume > 0)) {
        ab_refuse_open(b->l, &b->w->config.shapes[shape].surface, "generated bodies move and need a mass; close it",
                       g->shape.head.node->place);
        return -1;
    }
    if (g->size.which < 0) return shape;
    const double diameter = ab_size_quantile(&g->size, u);
    *weight = ab_size_mean_volume(&g->size, diameter);
    return ab_build_scaled(b, shape, diameter, g->size.head.node->place);
}

bool ab_build_templates(ab_builder *b, const ab_group_spec *group, uint64_t stream, ab_particle_templates *templates) {
    *templates = (ab_particle_templates){.n = varies(group) ? group->variety : 1};
    ab_stop(b->l, AB_ALLOC(b->l->cx, &templates->shape, templates->n));
    ab_stop(b->l, AB_ALLOC(b->l->cx, &templates->until, templates->n));
    if (b->l->status != ABUT_OK) return false;
    ab_random random = ab_random_start((uint64_t)b->spec->seed, ~stream);
    templates->start = ab_random_unit(&random);
    double sum = 0;
    for (int64_t k = 0; k < templates->n; k++) {
        double weight = 1;
        const uint64_t variant = templates->n > 1 ? ab_random_u64(&random) | 1 : 0;
        templates->shape[k] = build_kind(b, group, variant, ((double)k + 0.5) / (double)templates->n, &weight);
        if (templates->shape[k] < 0) return false;
        templates->until[k] = sum += weight;
    }
    for (int64_t k = 0; k < templates->n; k++) templates->until[k] /= sum;
    return true;
}
