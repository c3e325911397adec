// Shape of a member of a group, and mean volume of the members.
#include "world/particle_templates.h"
#include "base/alloc.h"

#define GOLDEN 0.61803398874989484820 // 1/golden ratio: any number of its multiples is evenly spread over [0, 1)

void ab_particle_templates_free(ab_ctx *cx, ab_particle_templates *templates) {
    ab_free(cx, templates->shape);
    ab_free(cx, templates->until);
    *templates = (ab_particle_templates){0};
}

int32_t ab_particle_templates_pick(const ab_particle_templates *templates, int64_t member) {
    const double at = templates->start + GOLDEN * (double)member, u = at - floor(at);
    int64_t low = 0, high = templates->n - 1;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (templates->until[middle] <= u)
            low = middle + 1;
        else
            high = middle;
    }
    return templates->shape[low];
}

double ab_particle_templates_volume(const ab_particle_templates *templates, const ab_shape *shapes) {
    double sum = 0, before = 0;
    for (int64_t k = 0; k < templates->n; k++) {
        sum += (templates->until[k] - before) * shapes[templates->shape[k]].volume;
        before = templates->until[k];
    }
    return sum;
}
