// What bodies weigh, each combination once.
#include "base/alloc.h"
#include "world/world.h"

enum { TRIES = 16 }; // a shape whose bodies all differ has a weight for each

static bool same(v3 a, v3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static double turning_of(const ab_mass_properties *w) {
    return w->inverse > 0 ? 1 / ab_lesser(w->moments.x, ab_lesser(w->moments.y, w->moments.z)) : 0;
}

abut_status ab_mass_table_index(ab_ctx *cx, ab_mass_table *weights, int64_t shapes) {
    AB_TRY(AB_GROW(cx, &weights->newest, &weights->newest_capacity, shapes));
    for (weights->shapes = 0; weights->shapes < shapes; weights->shapes++)
        weights->newest[weights->shapes] = -1;
    for (int64_t i = 0; i < weights->n; i++) {
        weights->newest[weights->row[i].shape] = (int32_t)i;
        weights->row[i].turning = turning_of(&weights->row[i]);
    }
    return ABUT_OK;
}

static abut_status add(ab_ctx *cx, ab_mass_table *weights, const ab_mass_properties *wanted) {
    if (weights->n >= INT32_MAX)
        return ab_fail(cx, ABUT_ERR_LIMIT, "bodies have more than %d different masses", INT32_MAX);
    AB_TRY(AB_GROW(cx, &weights->row, &weights->capacity, weights->n + 1));
    ab_mass_properties *new = &weights->row[weights->n];
    *new = *wanted;
    new->turning = turning_of(wanted);
    new->older = weights->newest[wanted->shape];
    weights->newest[wanted->shape] = (int32_t)weights->n++;
    return ABUT_OK;
}

abut_status ab_mass_table_find(ab_ctx *cx, ab_mass_table *weights, const ab_mass_properties *wanted, int32_t *number) {
    AB_TRY(AB_GROW(cx, &weights->newest, &weights->newest_capacity, wanted->shape + 1));
    while (weights->shapes <= wanted->shape) weights->newest[weights->shapes++] = -1;
    int32_t at = weights->newest[wanted->shape];
    for (int i = 0; i < TRIES && at >= 0; i++) {
        const ab_mass_properties *w = &weights->row[at];
        *number = at;
        if (w->mass == wanted->mass && w->inverse == wanted->inverse && same(w->moments, wanted->moments))
            return ABUT_OK;
        at = w->older;
    }
    *number = (int32_t)weights->n;
    return add(cx, weights, wanted);
}
