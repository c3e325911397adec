// Lookup by name: bodies ("ball", "marbles[7]"), joints and force elements; labels of bodies and colliders.
#include "world/world.h"

#include <string.h>

// Length of the name in a label, and the number behind it; -1 = there is none.
static size_t split_label(const char *label, int64_t *number) {
    const size_t length = strlen(label);
    const char *open = strrchr(label, '[');
    *number = -1;
    if (!open || length < 3 || label[length - 1] != ']' || open + 2 > label + length - 1) return length;
    int64_t value = 0;
    for (const char *c = open + 1; c < label + length - 1; c++) {
        if (*c < '0' || *c > '9' || value > (INT64_MAX - 9) / 10) return length;
        value = 10 * value + (*c - '0');
    }
    *number = value;
    return (size_t)(open - label);
}

static bool is_named(const ab_world *w, int64_t row, const char *name, size_t length, int64_t number) {
    const char *own = w->state.names[w->state.body.name[row]];
    return w->state.body.number[row] == number && strncmp(own, name, length) == 0 && own[length] == 0;
}

int64_t ab_body_find(const ab_world *w, const char *label) {
    int64_t number;
    const size_t length = split_label(label, &number);
    for (int64_t i = 0; i < w->state.body.n; i++)
        if (is_named(w, i, label, length, number)) return i;
    for (int64_t i = 0; i < w->state.body.n && number >= 0; i++) // a name that ends like a number
        if (is_named(w, i, label, strlen(label), -1)) return i;
    return -1;
}

abut_status abut_body_find(const abut_world *world, const char *label, abut_body *body) {
    const int64_t row = ab_body_find(world, label);
    if (row < 0)
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT,
                       "there is no body '%.64s'; members of a group are named with their number, such as marbles[7]",
                       label);
    *body = ab_body_id(world, row);
    return ABUT_OK;
}

abut_body abut_body_at(const abut_world *world, int64_t index) {
    return index >= 0 && index < world->state.body.n ? ab_body_id(world, index) : (abut_body){0, 0};
}

int64_t abut_body_index(const abut_world *world, abut_body body) { return world ? ab_body_row(world, body) : -1; }

static abut_status row_of(const ab_world *w, abut_body body, int64_t *row) {
    *row = ab_body_row(w, body);
    return *row >= 0 ? ABUT_OK : ab_fail(w->cx, ABUT_ERR_ARGUMENT, "there is no such body; was it removed?");
}

abut_status abut_body_label(const abut_world *world, abut_body body, char label[ABUT_LABEL]) {
    int64_t row;
    AB_TRY(row_of(world, body, &row));
    ab_body_label(world, row, label);
    return ABUT_OK;
}

int64_t abut_collider_count(const abut_world *world, abut_body body) {
    const int64_t row = ab_body_row(world, body);
    return row < 0 ? 0 : ab_first_collider(world, row + 1) - ab_first_collider(world, row);
}

abut_status abut_collider_label(const abut_world *world, abut_body body, int64_t index, char label[ABUT_LABEL]) {
    int64_t row;
    AB_TRY(row_of(world, body, &row));
    if (index < 0 || index >= abut_collider_count(world, body))
        return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "the body has no collider %lld", (long long)index);
    ab_collider_label(world, ab_first_collider(world, row) + index, label);
    return ABUT_OK;
}

abut_status abut_joint_find(const abut_world *world, const char *name, int64_t *index) {
    for (*index = 0; *index < world->mechanism.n; ++*index)
        if (strcmp(world->mechanism.joint[*index].name, name) == 0) return ABUT_OK;
    return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no joint '%.64s'", name);
}

abut_status abut_force_find(const abut_world *world, const char *name, int64_t *index) {
    for (*index = 0; *index < world->mechanism.nforce; ++*index)
        if (strcmp(world->mechanism.force[*index].name, name) == 0) return ABUT_OK;
    return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "there is no force element '%.64s'", name);
}
