// Reads a CSV history of a run into columns of numbers.
#include "output/history.h"
#include "base/alloc.h"
#include "base/io.h"
#include "base/num.h"

#include <math.h>
#include <string.h>

#define LARGEST INT64_C(1) << 31 // bytes

typedef struct history_reader {
    ab_ctx *cx;
    const char *path;
    const char *text, *end, *line;
    long long number; // of the line
    ab_history *to;
} history_reader;

static abut_status refuse(const history_reader *r, const char *why) {
    return ab_fail(r->cx, ABUT_ERR_INPUT, "%s:%lld:%lld: %s; name a CSV file that a run has left", r->path, r->number,
                   (long long)(r->text - r->line) + 1, why);
}

static bool at_end_of_line(const history_reader *r) {
    return r->text == r->end || *r->text == '\n' || *r->text == '\r';
}

static void next_line(history_reader *r) {
    while (r->text < r->end && *r->text != '\n') r->text++;
    if (r->text < r->end) r->text++;
    r->line = r->text;
    r->number++;
}

// Reads one header field, without quotes, into newly allocated memory.
static abut_status take_field(history_reader *r, char **field) {
    const bool quoted = r->text < r->end && *r->text == '"';
    const char *from = r->text;
    if (quoted) r->text++;
    while (quoted ? r->text < r->end : !at_end_of_line(r) && *r->text != ',') {
        if (quoted && *r->text == '"' && !(r->text + 1 < r->end && *++r->text == '"')) break;
        r->text++;
    }
    AB_TRY(AB_ALLOC(r->cx, field, r->text - from + 2));
    int64_t n = 0;
    for (const char *c = from + quoted; c < r->text; c++) {
        if (quoted && *c == '"' && (c + 1 == r->text || *++c != '"')) break;
        (*field)[n++] = *c;
    }
    return ABUT_OK;
}

// Splits "ball.vx [m/s]" into name and unit.
static abut_status split_unit(history_reader *r, ab_history_column *c) {
    const int64_t length = (int64_t)strlen(c->name);
    char *open = strrchr(c->name, '[');
    const bool has = open && open > c->name && open[-1] == ' ' && c->name[length - 1] == ']';
    const int64_t size = has ? c->name + length - 1 - (open + 1) : 0;
    AB_TRY(AB_ALLOC(r->cx, &c->unit, size + 1));
    if (!has) return ABUT_OK;
    memcpy(c->unit, open + 1, (size_t)size);
    open[-1] = 0;
    return ABUT_OK;
}

static abut_status read_header(history_reader *r) {
    ab_history *h = r->to;
    for (;;) {
        AB_TRY(AB_GROW(r->cx, &h->column, &h->column_capacity, h->ncolumn + 1));
        ab_history_column *c = &h->column[h->ncolumn++];
        *c = (ab_history_column){NULL, NULL};
        AB_TRY(take_field(r, &c->name));
        AB_TRY(split_unit(r, c));
        if (c->name[0] == 0) return refuse(r, "expected the name of a column");
        if (at_end_of_line(r)) return ABUT_OK;
        if (*r->text != ',') return refuse(r, "expected a comma");
        r->text++;
    }
}

// Reads a number; NaN for an empty field and for words such as nan and inf.
static bool take_number(history_reader *r, double *value) {
    static const char *const NOT_FINITE[] = {"nan", "-nan", "inf", "-inf"};
    const int64_t used = ab_num_read(r->text, r->end - r->text, value);
    r->text += used;
    if (used > 0 && isfinite(*value)) return true;
    *value = NAN; // also for overflow such as 1e999
    if (used > 0) return true;
    for (size_t i = 0; i < sizeof NOT_FINITE / sizeof NOT_FINITE[0]; i++) {
        const size_t length = strlen(NOT_FINITE[i]);
        if ((size_t)(r->end - r->text) < length || memcmp(r->text, NOT_FINITE[i], length) != 0) continue;
        r->text += length;
        break;
    }
    return at_end_of_line(r) || *r->text == ',';
}

static abut_status read_row(history_reader *r) {
    ab_history *h = r->to;
    AB_TRY(AB_GROW(r->cx, &h->value, &h->value_capacity, (h->nrow + 1) * h->ncolumn));
    for (int64_t k = 0; k < h->ncolumn; k++) {
        if (k > 0 && (at_end_of_line(r) || *r->text != ',')) return refuse(r, "a field is missing");
        if (k > 0) r->text++;
        if (!take_number(r, &h->value[h->nrow * h->ncolumn + k])) return refuse(r, "expected a number");
    }
    if (!at_end_of_line(r)) return refuse(r, "there are more fields than columns");
    h->nrow++;
    return ABUT_OK;
}

abut_status ab_history_read(ab_ctx *cx, const char *path, ab_history *history) {
    *history = (ab_history){0};
    ab_bytes file;
    AB_TRY(ab_io_read_file(cx, path, LARGEST, &file));
    history_reader r = {cx, path, file.data, file.data + file.size, file.data, 1, history};
    abut_status status = read_header(&r);
    for (next_line(&r); status == ABUT_OK && r.text < r.end; next_line(&r)) status = read_row(&r);
    ab_bytes_free(cx, &file);
    if (status != ABUT_OK) ab_history_free(cx, history);
    return status;
}

void ab_history_free(ab_ctx *cx, ab_history *history) {
    for (int64_t i = 0; i < history->ncolumn; i++) {
        ab_free(cx, history->column[i].name);
        ab_free(cx, history->column[i].unit);
    }
    ab_free(cx, history->column);
    ab_free(cx, history->value);
    *history = (ab_history){0};
}
