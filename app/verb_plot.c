// abut plot: draws histories of one or several runs as an SVG picture.
#include "app.h"
#include "output.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_RUNS = 16 };

typedef struct plot_wish {
    const char *out;
    app_list with;  // folders of other runs
    app_list units; // to show
    bool stats, json;
    abut_plot_options options;
    int64_t width, height;
} plot_wish;

static void say_written(const abut_plot *plot, FILE *to, const char *name) {
    const int64_t curves = abut_plot_curve_count(plot);
    fprintf(to, "wrote %s: %" PRId64 " curve%s\n", name, curves, curves == 1 ? "" : "s");
}

static abut_status draw_in_folder(abut_context *cx, const abut_plot *plot, const char *folder, const plot_wish *w) {
    char *path = NULL;
    APP_TRY(app_path_join(cx, folder, "plot.svg", &path));
    const abut_status status = abut_plot_write(plot, &w->options, path);
    if (status == ABUT_OK) say_written(plot, stdout, path);
    free(path);
    return status;
}

static abut_status draw(abut_context *cx, const abut_plot *plot, const char *folder, const plot_wish *w) {
    if (!w->out) return draw_in_folder(cx, plot, folder, w);
    app_output out = {0};
    APP_TRY(app_output_open(cx, w->out, ".svg", &out));
    APP_TRY(app_output_close(&out, abut_plot_write(plot, &w->options, out.path)));
    say_written(plot, app_output_notes(&out), w->out);
    return ABUT_OK;
}

static abut_status list_columns(abut_context *cx, const abut_plot *plot) {
    abut_text text = abut_text_start(cx);
    const abut_status status = abut_plot_list(plot, &text);
    if (status == ABUT_OK) fputs(abut_text_string(&text), stdout);
    abut_text_free(&text);
    return status;
}

// ---------------------------------------------------------------------------------------------------- statistics

static void put_number(double value, int width) {
    if (isfinite(value))
        printf(" %*.6g", width, value);
    else
        printf(" %*s", width, "-");
}

static void print_row(const abut_statistics *s) {
    printf("%-28s %-8s", s->name, s->unit[0] ? s->unit : "1");
    const double value[] = {s->min, s->min_at, s->max, s->max_at, s->mean, s->rms, s->first, s->last};
    for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) put_number(value[k], 12);
    printf("\n");
}

static void put_json_row(abut_text *to, const abut_statistics *s) {
    static const char *const NAME[] = {"min", "min_at", "max", "max_at", "mean", "rms", "first", "last"};
    const double value[] = {s->min, s->min_at, s->max, s->max_at, s->mean, s->rms, s->first, s->last};
    abut_text_put(to, "{\"name\": ");
    abut_text_json_string(to, s->name);
    abut_text_put(to, ", \"unit\": ");
    abut_text_json_string(to, s->unit);
    abut_text_put(to, ", \"rows\": ");
    abut_text_json_number(to, (double)s->rows);
    for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
        abut_text_put(to, ", ");
        abut_text_json_string(to, NAME[k]);
        abut_text_put(to, ": ");
        abut_text_json_number(to, value[k]);
    }
    abut_text_put(to, "}");
}

static abut_status print_stats(abut_context *cx, const abut_plot *plot, const plot_wish *w) {
    abut_text json = abut_text_start(cx);
    abut_status status = ABUT_OK;
    if (!w->json)
        printf("%-28s %-8s %12s %12s %12s %12s %12s %12s %12s %12s\n", "column", "unit", "min", "at", "max", "at",
               "mean", "rms", "first", "last");
    for (int64_t i = 0; i < abut_plot_curve_count(plot) && status == ABUT_OK; i++) {
        abut_statistics s;
        status = abut_plot_statistics(plot, &w->options, i, &s);
        if (status != ABUT_OK) break;
        if (!w->json) print_row(&s);
        abut_text_put(&json, i == 0 ? "[" : ",\n ");
        put_json_row(&json, &s);
    }
    if (status == ABUT_OK && w->json) printf("%s]\n", abut_text_string(&json));
    abut_text_free(&json);
    return status;
}

static abut_status show(abut_context *cx, const abut_plot *plot, const char *folder, const plot_wish *w) {
    if (abut_plot_curve_count(plot) == 0) return list_columns(cx, plot);
    return w->stats || w->json ? print_stats(cx, plot, w) : draw(cx, plot, folder, w);
}

static abut_status plot_run(abut_context *cx, const app_list *arguments, const plot_wish *w) {
    const char *folder[MAX_RUNS] = {arguments->item[0]};
    for (int i = 0; i < w->with.count; i++) folder[i + 1] = w->with.item[i];
    abut_plot *plot = NULL;
    abut_status status = abut_plot_open(cx, folder, w->with.count + 1, &plot);
    for (int i = 1; i < arguments->count && status == ABUT_OK; i++) status = abut_plot_choose(plot, arguments->item[i]);
    if (status == ABUT_OK) status = show(cx, plot, folder[0], w);
    abut_plot_destroy(plot);
    return status;
}

static int answer(const app_list *arguments, const plot_wish *w) {
    abut_context *cx = app_context(0);
    if (!cx) return APP_FAILED;
    const abut_status status = plot_run(cx, arguments, w);
    const int code = status == ABUT_OK ? APP_OK : app_report(cx, status);
    abut_context_destroy(cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    plot_wish w = {.options = abut_plot_default()};
    w.width = w.options.width;
    w.height = w.options.height;
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FILE", "the picture, .svg or .png; - is stdout (FOLDER/plot.svg)", &w.out},
        {"title", 0, APP_TEXT, "TEXT", "above the curves (the folder's name)", &w.options.title},
        {"with", 0, APP_ITEMS, "FOLDER", "also draw these columns of another run; may be repeated", &w.with},
        {"from", 0, APP_NUMBER, "TIME", "first time to show, s (all)", &w.options.from},
        {"to", 0, APP_NUMBER, "TIME", "last time to show, s (all)", &w.options.to},
        {"x", 0, APP_TEXT, "COLUMN", "draw over this column instead of the time", &w.options.x},
        {"smooth", 0, APP_NUMBER, "TIME", "mean over a window of this length, s", &w.options.smooth},
        {"unit", 0, APP_ITEMS, "UNIT", "show columns of its dimension in this unit; may be repeated", &w.units},
        {"stats", 0, APP_FLAG, NULL, "print min, max, mean, rms, first and last instead of drawing", &w.stats},
        {"json", 0, APP_FLAG, NULL, "the same as JSON", &w.json},
        {"width", 0, APP_INTEGER, "PIXELS", "of the picture (900)", &w.width},
        {"height", 0, APP_INTEGER, "PIXELS", "of each panel (220)", &w.height},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (w.width < 200 || w.width > 20000 || w.height < 50 || w.height > 20000)
        return app_fail(APP_INPUT, "--width is 200 to 20000 and --height 50 to 20000 pixels");
    if (w.options.from >= w.options.to)
        return app_fail(APP_INPUT, "--from %g s is not before --to %g s", w.options.from, w.options.to);
    if (!(w.options.smooth >= 0)) return app_fail(APP_INPUT, "--smooth %g s is negative", w.options.smooth);
    if (w.with.count >= MAX_RUNS) return app_fail(APP_INPUT, "at most %d runs can be drawn at once", MAX_RUNS);
    w.options.width = (int32_t)w.width;
    w.options.height = (int32_t)w.height;
    w.options.unit = w.units.item;
    w.options.unit_count = w.units.count;
    return answer(&arguments, &w);
}

const app_verb app_verb_plot = {
    .name = "plot",
    .summary = "draw histories of a run as an SVG or PNG picture",
    .usage = "FOLDER [COLUMN...] [-o FILE] [--with FOLDER] [--x COLUMN] [--stats] [--unit UNIT]",
    .details = "A panel for every unit, over time. COLUMN is one of\n"
               "energy          the parts of the energy ledger\n"
               "ball.vz         a column of one of the CSV files; * stands for any letters\n"
               "velocity:ball   a vector: position, velocity, spin, force or torque of a body or joint\n"
               "With --x they are drawn over a column instead, such as force over travel. --stats prints a table: mean "
               "and rms are\n"
               "over time, and `at` tells where the least and the largest value are.\n"
               "Without columns the available ones are listed. A PNG has two pixels for each of --width and --height.",
    .example = "    abut plot out/first energy velocity:ball -o first.svg\n"
               "    abut plot out/stiff ball.z --with out/soft\n"
               "    abut plot out/snap push.fx --x slide.travel --unit mm --smooth 1e-3\n"
               "    abut plot out/snap push.fx --stats",
    .min_arguments = 1,
    .max_arguments = APP_MAX_ITEMS,
    .run = run,
};
