// Force elements of the world: addition and public queries.
#include "base/alloc.h"
#include "base/plain_text.h"
#include "world/world.h"

#include <string.h>

abut_force_def abut_default_force(void) {
    const abut_frame here = {{0, 0, 0}, {1, 0, 0, 0}};
    return (abut_force_def){.name = "force",
                            .kind = "spring",
                            .along = "distance",
                            .table_of = "coordinate",
                            .frame_a = here,
                            .frame_b = here};
}

static int find_coordinate(const char *name) {
    for (int i = 0; name && i < AB_COORDINATES; i++)
        if (strcmp(ab_coordinate_names[i], name) == 0) return i;
    return -1;
}

static int find_argument(const char *name) {
    for (int i = 0; name && i < AB_TABLE_ARGUMENTS; i++)
        if (strcmp(ab_table_names[i], name) == 0) return i;
    return -1;
}

static bool all_finite(const double *x, int64_t n) {
    for (int64_t i = 0; x && i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool finite_numbers(const abut_force_def *d) {
    const double all[] = {d->stiffness, d->damping, d->rest, d->low, d->high, d->speed, d->effort, d->most};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!isfinite(all[i])) return false;
    return all_finite(d->table_at, d->table_count) && all_finite(d->table_effort, d->table_count) &&
           all_finite(d->stiff_matrix, 36) && all_finite(d->damp_matrix, 36) && v3_finite(d->stiff_shift) &&
           v3_finite(d->damp_shift) && v3_finite(d->stiff_turn) && v3_finite(d->damp_turn);
}

static abut_status check_def(const ab_world *w, const abut_force_def *def) {
    ab_ctx *cx = w->cx;
    if (!def->name || strlen(def->name) >= AB_NAME_MAX || !ab_is_plain(def->name, (int64_t)strlen(def->name)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a force element needs a name of at most %d bytes without control characters", AB_NAME_MAX - 1);
    if (!def->kind || !ab_force_type_find(def->kind))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': there is no force element '%s'; see `abut list forces`", def->name,
                       def->kind ? def->kind : "");
    if (find_coordinate(def->along) < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s' must act along distance, travel or angle", def->name);
    if (find_argument(def->table_of) < 0 || def->table_count < 0 ||
        (def->table_count > 0 && (!def->table_at || !def->table_effort)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': a table is of coordinate, speed or time, and has two columns",
                       def->name);
    if (!ab_good_frame(&def->frame_a) || !ab_good_frame(&def->frame_b) || !finite_numbers(def))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': its frames and numbers must be finite, and no orientation zero",
                       def->name);
    if (w->started) return ab_fail(cx, ABUT_ERR_ARGUMENT, "force elements must be added before the first step");
    return ABUT_OK;
}

static ab_force force_of(const abut_force_def *def) {
    ab_force f = {
        .type = ab_force_type_find(def->kind),
        .along = (ab_coordinate)find_coordinate(def->along),
        .stiffness = def->stiffness,
        .damping = def->damping,
        .rest = def->rest,
        .low = def->low,
        .high = def->high,
        .speed = def->speed,
        .effort = def->effort,
        .max = def->most,
        .stiff_shift = def->stiff_shift,
        .damp_shift = def->damp_shift,
        .stiff_turn = def->stiff_turn,
        .damp_turn = def->damp_turn,
        .argument = (ab_table_argument)find_argument(def->table_of),
        .knot = def->table_at,
        .value = def->table_effort,
        .points = def->table_count,
    };
    if (def->stiff_matrix) memcpy(f.stiff_matrix, def->stiff_matrix, sizeof f.stiff_matrix);
    if (def->damp_matrix) memcpy(f.damp_matrix, def->damp_matrix, sizeof f.damp_matrix);
    return f;
}

// Copies the user's table.
static abut_status keep_table(ab_world *w, ab_world_force *f) {
    const int64_t n = f->force.points;
    if (n == 0) return ABUT_OK;
    AB_TRY(AB_ALLOC(w->cx, &f->table, 2 * n));
    memcpy(f->table, f->force.knot, (size_t)n * sizeof *f->table);
    memcpy(f->table + n, f->force.value, (size_t)n * sizeof *f->table);
    f->force.knot = f->table;
    f->force.value = f->table + n;
    return ABUT_OK;
}

abut_status abut_add_force(abut_world *world, const abut_force_def *def, int32_t *force) {
    ab_world *w = world;
    ab_mechanism *m = &w->mechanism;
    AB_TRY(check_def(w, def));
    ab_world_force f = {.force = force_of(def)};
    memcpy(f.name, def->name, strlen(def->name) + 1);
    const char *wrong = f.force.type->check(&f.force);
    if (wrong) return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "'%s': %s", def->name, wrong);
    AB_TRY(ab_find_ends(w, def->name, def->a, def->b, &f.a, &f.b));
    f.force.frame_a = ab_frame_in_body(w, ab_body_row(w, def->a), &def->frame_a);
    f.force.frame_b = ab_frame_in_body(w, ab_body_row(w, def->b), &def->frame_b);
    const ab_joint_frame a = ab_joint_frame_on(w, f.a, f.force.frame_a), b = ab_joint_frame_on(w, f.b, f.force.frame_b);
    f.s = f.force.last = ab_force_coordinate(&f.force, &a, &b);
    if (def->at_ease) f.force.rest = f.s;
    AB_TRY(AB_GROW(w->cx, &m->force, &m->force_capacity, m->nforce + 1));
    AB_TRY(keep_table(w, &f));
    if (force) *force = (int32_t)m->nforce;
    m->force[m->nforce++] = f;
    return ABUT_OK;
}

int64_t abut_force_count(const abut_world *world) { return world->mechanism.nforce; }

abut_force_state abut_get_force(const abut_world *world, int64_t index) {
    const ab_world_force *f = &world->mechanism.force[index];
    return (abut_force_state){f->s, f->effort};
}
