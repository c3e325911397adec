// The values of a grid of runs: lists and ranges of values of the keys of a scene, and all their combinations.
#include "sweep_verb.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static abut_status copy_part(abut_context *cx, const char *text, int64_t length, char **copy) {
    APP_TRY(APP_ALLOC(cx, copy, length + 1));
    memcpy(*copy, text, (size_t)length);
    return ABUT_OK;
}

static void trim(const char **text, int64_t *length) {
    while (*length > 0 && isspace((unsigned char)**text)) (*text)++, (*length)--;
    while (*length > 0 && isspace((unsigned char)(*text)[*length - 1])) (*length)--;
}

static abut_status add_value(abut_context *cx, sweep_axis *axis, const char *text, int64_t length) {
    trim(&text, &length);
    if (length == 0)
        return abut_context_fail(cx, ABUT_ERR_INPUT, "--%s %s has an empty value", axis->option, axis->key);
    if (axis->count == SWEEP_MAX_RUNS)
        return abut_context_fail(cx, ABUT_ERR_INPUT, "--%s %s has more than %d values", axis->option, axis->key,
                                 SWEEP_MAX_RUNS);
    APP_TRY(APP_GROW(cx, &axis->value, &axis->capacity, axis->count + 1));
    APP_TRY(copy_part(cx, text, length, &axis->value[axis->count]));
    axis->count++;
    return ABUT_OK;
}

// Place of the next `mark` that is not inside of brackets, or the end.
static int64_t find_mark(const char *text, int64_t from, char mark) {
    int depth = 0;
    int64_t i = from;
    for (; text[i] && (text[i] != mark || depth > 0); i++) {
        if (text[i] == '[' || text[i] == '{') depth++;
        if (text[i] == ']' || text[i] == '}') depth--;
    }
    return i;
}

// ------------------------------------------------------------------------------------------------ lists and ranges

static abut_status add_list(abut_context *cx, sweep_axis *axis, const char *text) {
    for (int64_t from = 0;;) {
        const int64_t end = find_mark(text, from, ',');
        APP_TRY(add_value(cx, axis, text + from, end - from));
        if (!text[end]) return ABUT_OK;
        from = end + 1;
    }
}

typedef struct quantity {
    const char *text, *unit; // the unit is the rest of the text
    int64_t length, unit_length;
    double number;
} quantity;

static bool read_quantity(const char *text, int64_t length, quantity *q) {
    trim(&text, &length);
    *q = (quantity){.text = text, .length = length};
    const int64_t used = abut_number_read(text, length, &q->number);
    if (used == 0 || !isfinite(q->number)) return false;
    q->unit = text + used;
    q->unit_length = length - used;
    trim(&q->unit, &q->unit_length);
    return true;
}

static bool same_unit(const quantity *a, const quantity *b) {
    return a->unit_length == b->unit_length && memcmp(a->unit, b->unit, (size_t)a->unit_length) == 0;
}

// Values between the ends are rounded to 12 digits: 0.3, and not 0.30000000000000004.
static abut_status add_between(abut_context *cx, sweep_axis *axis, double value, const quantity *unit) {
    char digits[64], shortest[ABUT_NUMBER_BYTES], text[256];
    snprintf(digits, sizeof digits, "%.12g", value);
    abut_number_read(digits, (int64_t)strlen(digits), &value);
    abut_number_write(shortest, value);
    snprintf(text, sizeof text, "%s%s%.*s", shortest, unit->unit_length ? " " : "",
             (int)fmin(64, (double)unit->unit_length), unit->unit);
    return add_value(cx, axis, text, (int64_t)strlen(text));
}

static abut_status add_end(abut_context *cx, sweep_axis *axis, const quantity *end, const quantity *unit) {
    if (end->unit_length > 0 || unit->unit_length == 0) return add_value(cx, axis, end->text, end->length);
    return add_between(cx, axis, end->number, unit);
}

// "a:b:n": n values from a to b at equal distances. A unit at one of the ends holds for both.
static abut_status add_range(abut_context *cx, sweep_axis *axis, const char *text) {
    const int64_t first = find_mark(text, 0, ':'), second = find_mark(text, first + 1, ':');
    const int64_t size = (int64_t)strlen(text);
    quantity a, b;
    int64_t n = 0;
    const bool read = text[second] && read_quantity(text, first, &a) &&
                      read_quantity(text + first + 1, second - first - 1, &b) &&
                      abut_integer_read(text + second + 1, size - second - 1, &n) == size - second - 1;
    if (!read || n < 2 || n > SWEEP_MAX_RUNS)
        return abut_context_fail(cx, ABUT_ERR_INPUT,
                                 "--%s %s=%s is no range: a:b:n is n values (2 to %d) from a to b, as in 0:0.4:5",
                                 axis->option, axis->key, text, SWEEP_MAX_RUNS);
    if (a.unit_length > 0 && b.unit_length > 0 && !same_unit(&a, &b))
        return abut_context_fail(cx, ABUT_ERR_INPUT, "--%s %s=%s has ends in two units; write both in the same",
                                 axis->option, axis->key, text);
    const quantity *unit = b.unit_length > 0 ? &b : &a;
    APP_TRY(add_end(cx, axis, &a, unit));
    for (int64_t i = 1; i < n - 1; i++) {
        const double share = (double)i / (double)(n - 1);
        APP_TRY(add_between(cx, axis, (1 - share) * a.number + share * b.number, unit));
    }
    return add_end(cx, axis, &b, unit);
}

// -------------------------------------------------------------------------------------------------------- the grid

// The unit of the column of a table: that of all values.
static abut_status find_unit(abut_context *cx, sweep_axis *axis) {
    quantity first, other;
    if (!read_quantity(axis->value[0], (int64_t)strlen(axis->value[0]), &first) || first.unit_length == 0)
        return ABUT_OK;
    for (int64_t i = 1; i < axis->count; i++)
        if (!read_quantity(axis->value[i], (int64_t)strlen(axis->value[i]), &other) || !same_unit(&first, &other))
            return ABUT_OK;
    return copy_part(cx, first.unit, first.unit_length, &axis->unit);
}

abut_status sweep_axis_add(abut_context *cx, sweep_grid *grid, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return abut_context_fail(cx, ABUT_ERR_INPUT, "--%s '%s' is not KEY=VALUES; see --help", grid->option, text);
    if (grid->count == SWEEP_MAX_AXES)
        return abut_context_fail(cx, ABUT_ERR_INPUT, "--%s can be given %d times", grid->option, SWEEP_MAX_AXES);
    sweep_axis *axis = &grid->axis[grid->count++];
    axis->option = grid->option;
    APP_TRY(copy_part(cx, text, equals - text, &axis->key));
    for (int i = 0; i < grid->count - 1; i++)
        if (strcmp(grid->axis[i].key, axis->key) == 0)
            return abut_context_fail(cx, ABUT_ERR_INPUT, "--%s %s is there twice; name all its values in one",
                                     grid->option, axis->key);
    const char *values = equals + 1;
    const bool list = values[find_mark(values, 0, ',')] != 0, range = values[find_mark(values, 0, ':')] != 0;
    APP_TRY(range && !list ? add_range(cx, axis, values) : add_list(cx, axis, values));
    APP_TRY(find_unit(cx, axis));
    grid->runs = (grid->count == 1 ? 1 : grid->runs) * axis->count;
    if (grid->runs > SWEEP_MAX_RUNS)
        return abut_context_fail(cx, ABUT_ERR_INPUT, "these are %" PRId64 " runs; there are at most %d", grid->runs,
                                 SWEEP_MAX_RUNS);
    return ABUT_OK;
}

const char *sweep_value(const sweep_grid *grid, int axis, int64_t run) {
    for (int i = grid->count - 1; i > axis; i--) run /= grid->axis[i].count;
    return grid->axis[axis].value[run % grid->axis[axis].count];
}

int64_t sweep_number_length(const sweep_grid *grid, int axis, const char *value) {
    double number;
    const int64_t length = (int64_t)strlen(value);
    return grid->axis[axis].unit ? abut_number_read(value, length, &number) : length;
}

static bool is_safe(char c) { return isalnum((unsigned char)c) || strchr("=,.+-", c); }

abut_status sweep_name(abut_context *cx, const sweep_grid *grid, int64_t run, char **name) {
    abut_text text = abut_text_start(cx);
    for (int i = 0; i < grid->count; i++) {
        if (i > 0) abut_text_put(&text, ",");
        abut_text_put(&text, grid->axis[i].key);
        abut_text_put(&text, "=");
        abut_text_put(&text, sweep_value(grid, i, run));
    }
    abut_status status = abut_text_status(&text);
    if (status == ABUT_OK && text.size > SWEEP_MAX_NAME)
        status = abut_context_fail(cx, ABUT_ERR_INPUT,
                                   "'%.60s...' is too long for the name of a folder (%d bytes); vary fewer keys",
                                   abut_text_string(&text), SWEEP_MAX_NAME);
    if (status == ABUT_OK) status = copy_part(cx, abut_text_string(&text), text.size, name);
    abut_text_free(&text);
    for (char *c = status == ABUT_OK ? *name : NULL; c && *c; c++)
        if (!is_safe(*c)) *c = '_';
    return status;
}

void sweep_grid_free(sweep_grid *grid) {
    for (int i = 0; i < grid->count; i++) {
        sweep_axis *axis = &grid->axis[i];
        for (int64_t k = 0; k < axis->count; k++) free(axis->value[k]);
        free(axis->value);
        free(axis->key);
        free(axis->unit);
    }
    *grid = (sweep_grid){.option = grid->option};
}
