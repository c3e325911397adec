// Writes a comparison of runs: abut_comparison_* of abut/compare.h.
#include "abut/compare.h"
#include "base/alloc.h"
#include "base/def.h"
#include "base/io.h"
#include "report/comparison_table.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>

#define SUMMARY_LIMIT (INT64_C(1) << 20) // bytes of run.json
#define FILE_NUMBERS  300000             // of a history in the page

abut_comparison abut_comparison_default(void) {
    return (abut_comparison){
        .size = sizeof(abut_comparison), .title = "Comparison of runs", .page_bytes = INT64_C(50000000)};
}

static abut_status check(ab_ctx *cx, const abut_comparison *c) {
    if (!c->title || c->run_count < 1 || !c->run || c->key_count < 0 || c->body_count < 0)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a comparison needs a title and runs");
    if (c->reference < 0 || c->reference >= c->run_count)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the reference of a comparison is none of its %" PRId64 " runs",
                       c->run_count);
    for (int64_t i = 0; i < c->run_count; i++)
        if (!c->run[i].name || !c->run[i].state || (c->key_count > 0 && !c->run[i].value))
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "run %" PRId64 " of a comparison needs name, state and values", i);
    if (c->run[c->reference].folder) return ABUT_OK;
    return ab_fail(cx, ABUT_ERR_INPUT, "the reference of the comparison, %s, has no results: it is %s",
                   c->run[c->reference].name, c->run[c->reference].state);
}

// -------------------------------------------------------------------------------------------------------- JSON

static void put_string(ab_text *to, const char *key, const char *value) {
    ab_text_format(to, ",\"%s\":", key);
    if (value)
        ab_text_json_string(to, value);
    else
        ab_text_put(to, "null");
}

static void put_strings(ab_text *to, const char *key, const char *const *value, int64_t count) {
    ab_text_format(to, ",\"%s\":[", key);
    for (int64_t i = 0; i < count; i++) {
        if (i > 0) ab_text_put(to, ",");
        ab_text_json_string(to, value[i]);
    }
    ab_text_put(to, "]");
}

static void put_columns(ab_text *to, const ab_comparison_table *table) {
    ab_text_put(to, ",\"columns\":[");
    for (int64_t k = 0; k < table->ncolumn; k++) {
        const char *const words[] = {table->column[k].name, table->column[k].unit, table->column[k].group};
        ab_text_put(to, k > 0 ? ",[" : "[");
        for (int i = 0; i < 3; i++) {
            if (i > 0) ab_text_put(to, ",");
            ab_text_json_string(to, words[i]);
        }
        ab_text_put(to, "]");
    }
    ab_text_put(to, "]");
}

// run.json as a string, which the page parses: what stands in a folder is not trusted to be JSON.
static abut_status put_summary(ab_ctx *cx, ab_text *to, const char *folder) {
    char *path = NULL;
    bool there = false;
    ab_bytes bytes = {0};
    if (!folder) return ABUT_OK;
    AB_TRY(ab_path_join(cx, folder, "run.json", &path));
    abut_status status = ab_io_exists(cx, path, &there);
    if (status == ABUT_OK && there) status = ab_io_read_file(cx, path, SUMMARY_LIMIT, &bytes);
    ab_free(cx, path);
    AB_TRY(status);
    ab_text text = ab_text_start(cx);
    ab_text_bytes(&text, bytes.data, bytes.size);
    if (there) put_string(to, "summary", ab_text_string(&text));
    status = ab_text_status(&text);
    ab_text_free(&text);
    ab_bytes_free(cx, &bytes);
    return status;
}

static abut_status put_run(ab_ctx *cx, ab_text *to, const abut_comparison *c, const ab_comparison_table *table,
                           int64_t i, bool curves) {
    const abut_compared_run *run = &c->run[i];
    ab_text_put(to, i > 0 ? ",\n{\"row\":[" : "\n{\"row\":[");
    for (int64_t k = 0; k < table->ncolumn; k++) {
        if (k > 0) ab_text_put(to, ",");
        ab_text_json_number(to, table->value[i * table->ncolumn + k]);
    }
    ab_text_format(to, "],\"results\":%s,\"curves\":%s", run->folder ? "true" : "false", curves ? "true" : "false");
    put_string(to, "name", run->name);
    put_string(to, "state", run->state);
    put_string(to, "reason", run->reason);
    put_string(to, "report", run->report);
    put_strings(to, "values", run->value, c->key_count);
    AB_TRY(put_summary(cx, to, run->folder));
    ab_text_put(to, "}");
    return ABUT_OK;
}

static abut_status put_all(ab_ctx *cx, ab_text *to, const abut_comparison *c, const ab_comparison_table *table,
                           int64_t with_curves) {
    ab_text_format(to, "{\"reference\":%" PRId64, c->reference);
    put_string(to, "version", abut_version());
    put_string(to, "title", c->title);
    put_strings(to, "keys", c->key, c->key_count);
    put_columns(to, table);
    ab_text_put(to, ",\"runs\":[");
    for (int64_t i = 0; i < c->run_count; i++)
        AB_TRY(put_run(cx, to, c, table, i, i < with_curves && c->run[i].folder));
    ab_text_put(to, "]}");
    return ab_text_status(to);
}

// Within an element of the page no text may end it.
static void put_escaped(ab_text *to, const ab_text *json) {
    for (int64_t i = 0; i < json->size; i++) {
        if (json->data[i] == '<')
            ab_text_put(to, "\\u003c");
        else
            ab_text_bytes(to, json->data + i, 1);
    }
}

// -------------------------------------------------------------------------------------------------------- page

static abut_status put_curves(ab_ctx *cx, ab_text *to, const char *folder, int64_t run) {
    ab_recording recording = ab_recording_start(cx);
    abut_status status = ab_report_histories(&recording, folder, FILE_NUMBERS);
    if (status == ABUT_OK) ab_report_blocks(to, &recording, run);
    ab_recording_free(&recording);
    return status == ABUT_OK ? ab_text_status(to) : status;
}

// Curves of the first runs, as many as fit; *with: runs considered.
static abut_status put_all_curves(ab_ctx *cx, ab_text *to, const abut_comparison *c, int64_t limit, int64_t *with) {
    for (*with = 0; *with < c->run_count; ++*with) {
        const int64_t before = to->size;
        if (c->run[*with].folder) AB_TRY(put_curves(cx, to, c->run[*with].folder, *with));
        if (to->size <= limit) continue;
        to->size = before;
        return ABUT_OK;
    }
    return ABUT_OK;
}

static abut_status put_content(ab_ctx *cx, ab_text *to, const abut_comparison *c, const ab_comparison_table *table,
                               int64_t limit) {
    int64_t with = 0;
    ab_text json = ab_text_start(cx);
    abut_status status = put_all_curves(cx, to, c, limit, &with);
    if (status == ABUT_OK) status = put_all(cx, &json, c, table, with);
    ab_text_put(to, "<script type=\"application/json\" id=\"comparison\">");
    put_escaped(to, &json);
    ab_text_put(to, "</script>\n");
    ab_text_free(&json);
    return status;
}

static abut_status replace(ab_ctx *cx, const char *folder, const char *name, const ab_text *text) {
    char *path = NULL;
    AB_TRY(ab_text_status(text));
    AB_TRY(ab_path_join(cx, folder, name, &path));
    const abut_status status = ab_io_replace_file(cx, path, ab_text_string(text), text->size);
    ab_free(cx, path);
    return status;
}

static abut_status write_page(ab_ctx *cx, const abut_comparison *c, const ab_comparison_table *table,
                              const char *folder, bool *written) {
    const ab_page page = ab_page_comparison();
    if (page.size == 0) return ABUT_OK;
    ab_text content = ab_text_start(cx), html = ab_text_start(cx);
    abut_status status = put_content(cx, &content, c, table, c->page_bytes - page.size);
    if (status == ABUT_OK) status = ab_page_fill(cx, page, &content, &html);
    if (status == ABUT_OK) status = replace(cx, folder, "compare.html", &html);
    *written = status == ABUT_OK;
    ab_text_free(&content);
    ab_text_free(&html);
    return status;
}

static abut_status write_both(ab_ctx *cx, const abut_comparison *c, const char *folder, bool *page) {
    ab_comparison_table table;
    ab_text csv = ab_text_start(cx);
    abut_status status = ab_comparison_table_fill(cx, c, &table);
    if (status == ABUT_OK) {
        ab_comparison_table_csv(&csv, c, &table);
        status = replace(cx, folder, "compare.csv", &csv);
    }
    if (status == ABUT_OK) status = write_page(cx, c, &table, folder, page);
    ab_text_free(&csv);
    ab_comparison_table_free(cx, &table);
    return status;
}

abut_status abut_comparison_write(abut_context *cx, const abut_comparison *comparison, const char *folder, bool *page) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!comparison || !folder)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_comparison_write needs a comparison and a folder");
    AB_DEF(cx, abut_comparison, full, comparison, abut_comparison_default);
    bool written = false;
    AB_TRY(check(cx, &full));
    const abut_status status = write_both(cx, &full, folder, &written);
    if (page) *page = written;
    return status;
}
