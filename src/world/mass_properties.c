// Table of mass properties, in which bodies of a shape share equal entries.
#include "base/alloc.h"
#include "world/world.h"

enum { TRIES = 16 }; // entries of a shape that are compared; if all bodies of a shape differ, each has its own entry

static bool same(v3 a, v3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static double inverse_min_moment(const ab_mass_properties *w) {
    return w->inverse_mass > 0 ? 1 / ab_lesser(w->moments.x, ab_lesser(w->moments.y, w->moments.z)) : 0;
}

abut_status ab_mass_table_index(ab_ctx *cx, ab_mass_table *mass_table, int64_t shapes) {
    AB_TRY(AB_GROW(cx, &mass_table->newest, &mass_table->newest_capacity, shapes));
    for (mass_table->shapes = 0; mass_table->shapes < shapes; mass_table->shapes++)
        mass_table->newest[mass_table->shapes] = -1;
    for (int64_t i = 0; i < mass_table->n; i++) {
        mass_table->newest[mass_table->row[i].shape] = (int32_t)i;
        mass_table->row[i].inverse_min_moment = inverse_min_moment(&mass_table->row[i]);
    }
    return ABUT_OK;
}

static abut_status add(ab_ctx *cx, ab_mass_table *mass_table, const ab_mass_properties *wanted) {
    if (mass_table->n >= INT32_MAX)
        return ab_fail(cx, ABUT_ERR_LIMIT, "bodies have more than %d different masses", INT32_MAX);
    AB_TRY(AB_GROW(cx, &mass_table->row, &mass_table->capacity, mass_table->n + 1));
    ab_mass_properties *new = &mass_table->row[mass_table->n];
    *new = *wanted;
    new->inverse_min_moment = inverse_min_moment(wanted);
    new->older = mass_table->newest[wanted->shape];
    mass_table->newest[wanted->shape] = (int32_t)mass_table->n++;
    return ABUT_OK;
}

abut_status ab_mass_table_find(ab_ctx *cx, ab_mass_table *mass_table, const ab_mass_properties *wanted,
                               int32_t *number) {
    AB_TRY(AB_GROW(cx, &mass_table->newest, &mass_table->newest_capacity, wanted->shape + 1));
    while (mass_table->shapes <= wanted->shape) mass_table->newest[mass_table->shapes++] = -1;
    int32_t at = mass_table->newest[wanted->shape];
    for (int i = 0; i < TRIES && at >= 0; i++) {
        const ab_mass_properties *w = &mass_table->row[at];
        *number = at;
        if (w->mass == wanted->mass && w->inverse_mass == wanted->inverse_mass && same(w->moments, wanted->moments))
            return ABUT_OK;
        at = w->older;
    }
    *number = (int32_t)mass_table->n;
    return add(cx, mass_table, wanted);
}
