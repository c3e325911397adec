// Evaluates the field at points from a CSV file (x, y, z in metres; a first line without a number is a header).
#include "sdf_verb.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct sdf_query_csv_answer {
    abut_v3 point, gradient;
    double distance;
    abut_sdf_nearest exact;
} sdf_query_csv_answer;

static sdf_query_csv_answer ask(const abut_sdf *field, abut_v3 p) {
    sdf_query_csv_answer a = {.point = p};
    a.distance = abut_sdf_distance(field, p, &a.gradient);
    a.exact = abut_sdf_closest(field, p);
    return a;
}

static void put_answer_json(abut_text *to, const sdf_query_csv_answer *a, bool first) {
    abut_text_put(to, first ? "\n  {\"point\": " : ",\n  {\"point\": ");
    app_json_v3(to, a->point);
    abut_text_put(to, ", \"distance\": ");
    abut_text_json_number(to, a->distance);
    abut_text_put(to, ", \"gradient\": ");
    app_json_v3(to, a->gradient);
    abut_text_put(to, ", \"exact\": ");
    abut_text_json_number(to, a->exact.distance);
    abut_text_put(to, ", \"closest\": ");
    app_json_v3(to, a->exact.point);
    abut_text_put(to, "}");
}

static void put_answer_csv(abut_text *to, const sdf_query_csv_answer *a) {
    const double values[] = {a->point.x,       a->point.y,       a->point.z,      a->distance,
                             a->gradient.x,    a->gradient.y,    a->gradient.z,   a->exact.distance,
                             a->exact.point.x, a->exact.point.y, a->exact.point.z};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        abut_text_put(to, i ? "," : "\n");
        abut_text_number(to, values[i]);
    }
}

static bool is_gap(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; }

// True if the line has three finite numbers and nothing else.
static bool read_point(const char *line, int64_t length, abut_v3 *p) {
    double value[3];
    int64_t at = 0;
    for (int i = 0; i < 3; i++) {
        while (at < length && is_gap(line[at])) at++;
        const int64_t used = abut_number_read(line + at, length - at, &value[i]);
        if (used == 0 || !isfinite(value[i])) return false;
        at += used;
    }
    while (at < length && is_gap(line[at])) at++;
    *p = (abut_v3){value[0], value[1], value[2]};
    return at == length;
}

static bool is_blank(const char *line, int64_t length) {
    for (int64_t i = 0; i < length; i++)
        if (!is_gap(line[i])) return false;
    return true;
}

// Only a first line that does not begin with a number is a header; a damaged point must not pass as one.
static bool is_header(const char *line, int64_t length) {
    int64_t at = 0;
    double value = 0;
    while (at < length && is_gap(line[at])) at++;
    return abut_number_read(line + at, length - at, &value) == 0;
}

static abut_status answer_lines(const app_sdf *s, const char *path, const abut_bytes *file, bool json, abut_text *to) {
    int64_t number = 0, answered = 0;
    for (int64_t at = 0, length; at < file->size; at += length + 1) {
        const char *line = file->data + at;
        const char *end = memchr(line, '\n', (size_t)(file->size - at));
        length = end ? end - line : file->size - at;
        number++;
        abut_v3 p;
        if (is_blank(line, length)) continue;
        if (!read_point(line, length, &p)) {
            if (number == 1 && is_header(line, length)) continue;
            return abut_context_fail(s->cx, ABUT_ERR_INPUT, "%s:%" PRId64 ": expected three numbers x, y, z in metres",
                                     path, number);
        }
        const sdf_query_csv_answer a = ask(s->field, p);
        if (json)
            put_answer_json(to, &a, answered == 0);
        else
            put_answer_csv(to, &a);
        answered++;
    }
    if (answered == 0)
        return abut_context_fail(s->cx, ABUT_ERR_INPUT, "%s: holds no point; write one x,y,z in metres on each line",
                                 path);
    return ABUT_OK;
}

int app_sdf_query(const app_sdf *s, const char *path, bool json) {
    abut_bytes file;
    abut_status status = abut_file_read(s->cx, path, INT64_C(1) << 30, &file);
    if (status != ABUT_OK) return app_report(s->cx, status);
    abut_text text = abut_text_start(s->cx);
    abut_text_put(&text,
                  json ? "[" : "x,y,z,distance,gradient_x,gradient_y,gradient_z,exact,closest_x,closest_y,closest_z");
    status = answer_lines(s, path, &file, json, &text);
    if (json) abut_text_put(&text, "\n]");
    abut_bytes_free(s->cx, &file);
    return app_print_text(&text, status);
}
