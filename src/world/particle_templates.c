#include "world/particle_templates.h"
#include "base/alloc.h"

#define GOLDEN 0.61803398874989484820 // its multiples are spread most evenly over [0, 1) whenever one stops

void ab_particle_templates_free(ab_ctx *cx, ab_particle_templates *kinds) {
    ab_free(cx, kinds->shape);
    ab_free(cx, kinds->until);
    *kinds = (ab_particle_templates){0};
}

int32_t ab_particle_templates_pick(const ab_particle_templates *kinds, int64_t member) {
    const double at = kinds->start + GOLDEN * (double)member, u = at - floor(at);
    int64_t low = 0, high = kinds->n - 1;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (kinds->until[middle] <= u)
            low = middle + 1;
        else
            high = middle;
    }
    return kinds->shape[low];
}

double ab_particle_templates_volume(const ab_particle_templates *kinds, const ab_shape *shapes) {
    double sum = 0, before = 0;
    for (int64_t k = 0; k < kinds->n; k++) {
        sum += (kinds->until[k] - before) * shapes[kinds->shape[k]].volume;
        before = kinds->until[k];
    }
    return sum;
}
