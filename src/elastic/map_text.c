// A matrix of text: one line per row, numbers separated by commas, semicolons, tabs or blanks; # begins a comment. The
// first line is the row of smallest y. An empty field between two commas, and "nan", are missing points.
#include "elastic/height_map.h"

#include "base/alloc.h"
#include "base/num.h"

#include <math.h>
#include <string.h>

typedef struct text_reader {
    ab_ctx *cx;
    const ab_height_map_source *source;
    int64_t at, line;
    ab_height_map *map;
    int64_t capacity;
} text_reader;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_comma(char c) { return c == ',' || c == ';'; }
static bool ends_line(char c) { return c == '\n' || c == '#'; }

static char here(const text_reader *r) { return r->at < r->source->size ? r->source->bytes[r->at] : '\n'; }

static void skip_blanks(text_reader *r) {
    while (r->at < r->source->size && is_blank(here(r))) r->at++;
}

static void skip_line(text_reader *r) {
    while (r->at < r->source->size && here(r) != '\n') r->at++;
    r->at++;
    r->line++;
}

// Reads "nan" or a number; leaves *value at NaN for an empty field.
static abut_status read_field(text_reader *r, int64_t column, double *value) {
    *value = NAN;
    if (ends_line(here(r)) || is_comma(here(r))) return ABUT_OK;
    const char *text = r->source->bytes + r->at;
    const int64_t left = r->source->size - r->at;
    int64_t used = ab_num_read(text, left, value);
    if (used == 0 && left >= 3 && (strncmp(text, "nan", 3) == 0 || strncmp(text, "NaN", 3) == 0)) used = 3;
    const char next = used < left ? text[used] : '\n';
    const bool whole = used > 0 && (is_blank(next) || is_comma(next) || ends_line(next));
    if (!whole || isinf(*value))
        return ab_fail(r->cx, ABUT_ERR_INPUT, "%s:%lld: row %lld, column %lld is not a number", r->source->name,
                       (long long)r->line, (long long)(r->map->ny + 1), (long long)(column + 1));
    r->at += used;
    return ABUT_OK;
}

static abut_status put(text_reader *r, int64_t index, double value) {
    AB_TRY(AB_GROW(r->cx, &r->map->value, &r->capacity, index + 1));
    r->map->value[index] = value;
    return ABUT_OK;
}

// One row; *columns is its number of fields.
static abut_status read_row(text_reader *r, int64_t *columns) {
    *columns = 0;
    for (bool more = true; more;) {
        double value;
        skip_blanks(r);
        AB_TRY(read_field(r, *columns, &value));
        AB_TRY(put(r, r->map->nx * r->map->ny + *columns, value));
        (*columns)++;
        skip_blanks(r);
        more = is_comma(here(r)) || !ends_line(here(r));
        if (is_comma(here(r))) r->at++;
    }
    return ABUT_OK;
}

static abut_status read_rows(text_reader *r) {
    while (r->at < r->source->size) {
        skip_blanks(r);
        if (!ends_line(here(r))) {
            int64_t columns = 0;
            AB_TRY(read_row(r, &columns));
            if (r->map->ny > 0 && columns != r->map->nx)
                return ab_fail(r->cx, ABUT_ERR_INPUT, "%s:%lld: row %lld has %lld columns, the rows before have %lld",
                               r->source->name, (long long)r->line, (long long)(r->map->ny + 1), (long long)columns,
                               (long long)r->map->nx);
            r->map->nx = columns;
            r->map->ny++;
        }
        skip_line(r);
    }
    return r->map->ny > 0 ? ABUT_OK : ab_fail(r->cx, ABUT_ERR_INPUT, "%s: the map has no rows", r->source->name);
}

abut_status ab_height_map_text(ab_ctx *cx, const ab_height_map_source *source, ab_height_map *map) {
    text_reader r = {.cx = cx, .source = source, .line = 1, .map = map};
    return read_rows(&r);
}
