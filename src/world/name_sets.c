// Sets of bodies by their names, and names whose bodies do not touch each other. Both go by names instead of rows, so
// that bodies which an inlet adds later belong to them too.
#include "base/alloc.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

static abut_status reserve_masks(ab_world *w, int64_t names) {
    ab_name_sets *s = &w->config.name_sets;
    const int64_t had = s->names;
    if (names <= had) return ABUT_OK;
    AB_TRY(AB_GROW(w->cx, &s->mask, &s->capacity, names));
    memset(s->mask + had, 0, (size_t)(names - had) * sizeof *s->mask);
    s->names = names;
    return ABUT_OK;
}

abut_status ab_name_set_add(ab_world *w, const int32_t *name, int64_t n, int32_t *set) {
    ab_name_sets *s = &w->config.name_sets;
    if (s->sets == AB_NAME_SETS)
        return ab_fail(w->cx, ABUT_ERR_LIMIT, "probes look at more than %d different groups", AB_NAME_SETS);
    AB_TRY(reserve_masks(w, w->state.nname));
    for (int64_t i = 0; i < n; i++) s->mask[name[i]] |= UINT64_C(1) << s->sets;
    *set = s->sets++;
    return ABUT_OK;
}

bool ab_in_name_set(const ab_world *w, int64_t row, int32_t set) {
    const ab_name_sets *s = &w->config.name_sets;
    const int32_t name = w->state.body.name[row];
    return name < s->names && (s->mask[name] >> set & 1);
}

// -------------------------------------------------------------------------------------------------- ignored names

static int ascending(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

abut_status ab_ignore_names(ab_world *w, const int32_t *a, int64_t na, const int32_t *b, int64_t nb) {
    ab_name_sets *s = &w->config.name_sets;
    AB_TRY(AB_GROW(w->cx, &s->ignored, &s->ignored_capacity, s->nignored + na * nb));
    for (int64_t i = 0; i < na; i++)
        for (int64_t k = 0; k < nb; k++) s->ignored[s->nignored++] = ab_pair_key((uint64_t)a[i], (uint64_t)b[k]);
    if (s->nignored > 0) qsort(s->ignored, (size_t)s->nignored, sizeof *s->ignored, ascending);
    return ABUT_OK;
}

bool ab_ignored(const ab_world *w, int64_t a, int64_t b) {
    const ab_name_sets *s = &w->config.name_sets;
    if (s->nignored == 0) return false;
    const uint64_t key = ab_pair_key((uint64_t)w->state.body.name[a], (uint64_t)w->state.body.name[b]);
    return bsearch(&key, s->ignored, (size_t)s->nignored, sizeof key, ascending) != NULL;
}

void ab_name_sets_free(ab_ctx *cx, ab_name_sets *s) {
    ab_free(cx, s->mask);
    ab_free(cx, s->ignored);
    *s = (ab_name_sets){0};
}
