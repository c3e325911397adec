// abut plot: draws histories of one or several runs as an SVG picture.
#include "app.h"
#include "output.h"

#include "base/alloc.h"
#include "base/io.h"
#include "base/nearest_word.h"
#include "render/chart.h"
#include "output/history.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 64, MAX_RUNS = 16 };

// The histories of one run.
typedef struct plot {
    abut_context *cx;
    const char *folder;
    char *file[MAX_FILES]; // names, sorted
    int nfile;
    abut_status listed; // failure while storing the names
    ab_history history[MAX_FILES];
    int nhistory;
} plot;

typedef struct picture {
    abut_context *cx;
    plot *run; // (nrun)
    int nrun;
    ab_curve *curve; // (ncurve)
    int64_t ncurve, capacity;
    char **label; // names of curves if there are several runs   (nlabel)
    int64_t nlabel, label_capacity;
} picture;

// ---------------------------------------------------------------------------------------------------- histories

static bool ends_in(const char *name, const char *end) {
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static abut_status keep_name(plot *p, const char *name) {
    if (p->nfile == MAX_FILES)
        return ab_fail(p->cx, ABUT_ERR_INPUT, "'%s' holds more than %d CSV files", p->folder, MAX_FILES);
    char **to = &p->file[p->nfile];
    AB_TRY(AB_ALLOC(p->cx, to, (int64_t)strlen(name) + 1));
    memcpy(*to, name, strlen(name));
    p->nfile++;
    return ABUT_OK;
}

static void note_file(void *arg, const char *name, int64_t size, int64_t modified) {
    plot *p = arg;
    (void)size;
    (void)modified;
    const bool wanted = ends_in(name, ".csv") && strcmp(name, "frames.csv") != 0; // frames.csv has a row for every body
    if (wanted && p->listed == ABUT_OK) p->listed = keep_name(p, name);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static abut_status read_histories(plot *p) {
    bool exists = false;
    AB_TRY(ab_io_exists(p->cx, p->folder, &exists));
    if (!exists) return ab_fail(p->cx, ABUT_ERR_INPUT, "there is no folder '%s'; name that of a run", p->folder);
    AB_TRY(ab_io_list(p->cx, p->folder, note_file, p));
    AB_TRY(p->listed);
    qsort(p->file, (size_t)p->nfile, sizeof p->file[0], by_name);
    for (int i = 0; i < p->nfile; i++) {
        char *path = NULL;
        AB_TRY(ab_path_join(p->cx, p->folder, p->file[i], &path));
        const abut_status status = ab_history_read(p->cx, path, &p->history[i]);
        ab_free(p->cx, path);
        AB_TRY(status);
        p->nhistory++;
    }
    if (p->nhistory == 0)
        return ab_fail(p->cx, ABUT_ERR_INPUT, "'%s' holds no history; name the folder of a run", p->folder);
    return ABUT_OK;
}

static void plot_free(plot *p) {
    for (int i = 0; i < p->nhistory; i++) ab_history_free(p->cx, &p->history[i]);
    for (int i = 0; i < p->nfile; i++) ab_free(p->cx, p->file[i]);
}

static void picture_free(picture *all) {
    for (int i = 0; i < all->nrun; i++) plot_free(&all->run[i]);
    for (int64_t i = 0; i < all->nlabel; i++) ab_free(all->cx, all->label[i]);
    ab_free(all->cx, all->run);
    ab_free(all->cx, all->curve);
    ab_free(all->cx, all->label);
}

// ---------------------------------------------------------------------------------------------------- selection

// "velocity:ball" selects ball.vx, ball.vy and ball.vz.
static const struct {
    const char *word, *letter;
} VECTORS[] = {{"position:", ""}, {"velocity:", "v"}, {"spin:", "w"}, {"force:", "f"}, {"torque:", "t"}};

static bool is_vector_of(const char *word, const char *column) {
    for (size_t i = 0; i < sizeof VECTORS / sizeof VECTORS[0]; i++) {
        const size_t skip = strlen(VECTORS[i].word), letters = strlen(VECTORS[i].letter);
        if (strncmp(word, VECTORS[i].word, skip) != 0) continue;
        const char *body = word + skip, *rest = column + strlen(body);
        if (strncmp(column, body, strlen(body)) != 0 || *rest != '.') continue;
        if (strncmp(rest + 1, VECTORS[i].letter, letters) != 0) continue;
        rest += 1 + letters;
        return rest[0] >= 'x' && rest[0] <= 'z' && rest[1] == 0;
    }
    return false;
}

static bool is_zero(const ab_history *h, int64_t column) {
    for (int64_t i = 0; i < h->nrow; i++)
        if (h->value[i * h->ncolumn + column] != 0) return false;
    return true;
}

// "energy" selects the terms of the ledger that are not zero throughout.
static bool is_energy(const plot *p, int file, int64_t column) {
    const ab_history_column *c = &p->history[file].column[column];
    return strcmp(p->file[file], "energy.csv") == 0 && strcmp(c->unit, "J") == 0 && strcmp(c->name, "initial") != 0 &&
           !is_zero(&p->history[file], column);
}

static bool is_chosen(const plot *p, int file, int64_t column, const char *word) {
    const char *name = p->history[file].column[column].name;
    if (strcmp(word, "energy") == 0) return is_energy(p, file, column);
    return ab_is_like(word, name) || is_vector_of(word, name);
}

// "soft: ball.z": the last component of the folder's path, and the column.
static abut_status label_curve(picture *all, const plot *p, const char *column, const char **name) {
    *name = column;
    if (all->nrun == 1) return ABUT_OK;
    int64_t end = (int64_t)strlen(p->folder);
    while (end > 1 && p->folder[end - 1] == '/') end--;
    int64_t start = end;
    while (start > 0 && p->folder[start - 1] != '/') start--;
    const int64_t size = end - start + (int64_t)strlen(column) + 3;
    AB_TRY(AB_GROW(all->cx, &all->label, &all->label_capacity, all->nlabel + 1));
    char **label = &all->label[all->nlabel];
    AB_TRY(AB_ALLOC(all->cx, label, size));
    all->nlabel++;
    snprintf(*label, (size_t)size, "%.*s: %s", (int)(end - start), p->folder + start, column);
    *name = *label;
    return ABUT_OK;
}

static abut_status add_curve(picture *all, const plot *p, int file, int64_t column) {
    const ab_history *h = &p->history[file];
    const char *name = NULL;
    AB_TRY(label_curve(all, p, h->column[column].name, &name));
    AB_TRY(AB_GROW(all->cx, &all->curve, &all->capacity, all->ncurve + 1));
    all->curve[all->ncurve++] = (ab_curve){
        name, h->column[column].unit, h->value, h->value ? h->value + column : NULL, h->nrow, h->ncolumn,
    };
    return ABUT_OK;
}

static int64_t count_columns(const plot *p) {
    int64_t n = 0;
    for (int f = 0; f < p->nhistory; f++) n += p->history[f].ncolumn;
    return n;
}

static abut_status refuse_word(const plot *p, const char *word) {
    const char **names = NULL;
    int n = 0;
    AB_TRY(AB_ALLOC(p->cx, &names, count_columns(p)));
    for (int f = 0; f < p->nhistory; f++)
        for (int64_t k = 1; k < p->history[f].ncolumn; k++) names[n++] = p->history[f].column[k].name;
    const char *near = ab_nearest_word(word, names, n);
    ab_free(p->cx, names);
    return ab_fail(p->cx, ABUT_ERR_INPUT, "no column of '%s' is called '%s'; %s%s%s`abut plot %s` lists them",
                   p->folder, word, near ? "did you mean '" : "", near ? near : "", near ? "'? " : "", p->folder);
}

static abut_status choose_of(picture *all, const plot *p, const char *word) {
    const int64_t before = all->ncurve;
    for (int f = 0; f < p->nhistory; f++)
        for (int64_t k = 1; k < p->history[f].ncolumn; k++)
            if (is_chosen(p, f, k, word)) AB_TRY(add_curve(all, p, f, k));
    return all->ncurve > before ? ABUT_OK : refuse_word(p, word);
}

static abut_status choose(picture *all, const char *word) {
    for (int i = 0; i < all->nrun; i++) AB_TRY(choose_of(all, &all->run[i], word));
    return ABUT_OK;
}

static void list_columns(const plot *p) {
    for (int f = 0; f < p->nhistory; f++) {
        printf("%s: %" PRId64 " rows\n", p->file[f], p->history[f].nrow);
        for (int64_t k = 1; k < p->history[f].ncolumn; k++) {
            const ab_history_column *c = &p->history[f].column[k];
            printf("    %s%s%s%s\n", c->name, c->unit[0] ? " [" : "", c->unit, c->unit[0] ? "]" : "");
        }
    }
}

// --------------------------------------------------------------------------------------------------------- verb

typedef struct plot_wish {
    const char *out, *title;
    app_list with; // folders of other runs
    double from, to;
    int64_t width, height;
} plot_wish;

static abut_status write_svg(abut_context *cx, const ab_chart *chart, const char *path) {
    ab_text text = ab_text_start(cx);
    ab_chart_svg(&text, chart);
    abut_status status = ab_text_status(&text);
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, ab_text_string(&text), text.size);
    ab_text_free(&text);
    return status;
}

static abut_status write_png(abut_context *cx, const ab_chart *chart, const char *path) {
    ab_image image;
    AB_TRY(ab_chart_png(cx, chart, &image));
    const abut_status status = ab_png_write(cx, path, &image);
    ab_image_free(cx, &image);
    return status;
}

static abut_status write_picture(const picture *all, const plot_wish *w, const char *path) {
    const plot *p = &all->run[0];
    const ab_chart chart = {
        .title = w->title ? w->title : p->folder,
        .x_name = p->history[0].column[0].name,
        .x_unit = p->history[0].column[0].unit,
        .from = w->from,
        .to = w->to,
        .width = (int32_t)w->width,
        .panel = (int32_t)w->height,
        .curve = all->curve,
        .ncurve = all->ncurve,
    };
    return ends_in(path, ".png") ? write_png(p->cx, &chart, path) : write_svg(p->cx, &chart, path);
}

static void say_written(const picture *all, FILE *to, const char *name) {
    fprintf(to, "wrote %s: %" PRId64 " curve%s\n", name, all->ncurve, all->ncurve == 1 ? "" : "s");
}

static abut_status draw_in_folder(const picture *all, const plot_wish *w) {
    char *path = NULL;
    AB_TRY(ab_path_join(all->cx, all->run[0].folder, "plot.svg", &path));
    const abut_status status = write_picture(all, w, path);
    if (status == ABUT_OK) say_written(all, stdout, path);
    ab_free(all->cx, path);
    return status;
}

static abut_status draw(const picture *all, const plot_wish *w) {
    if (!w->out) return draw_in_folder(all, w);
    app_output out = {0};
    AB_TRY(app_output_open(all->cx, w->out, ".svg", &out));
    AB_TRY(app_output_close(&out, write_picture(all, w, out.path)));
    say_written(all, app_output_notes(&out), w->out);
    return ABUT_OK;
}

static abut_status read_runs(picture *all, const char *first, const app_list *others) {
    AB_TRY(AB_ALLOC(all->cx, &all->run, others->count + 1));
    for (int i = 0; i <= others->count; i++) {
        all->run[all->nrun++] = (plot){.cx = all->cx, .folder = i == 0 ? first : others->item[i - 1]};
        AB_TRY(read_histories(&all->run[i]));
    }
    return ABUT_OK;
}

static int plot_run(const app_list *arguments, const plot_wish *w) {
    picture all = {.cx = app_context(0)};
    if (!all.cx) return APP_FAILED;
    abut_status status = read_runs(&all, arguments->item[0], &w->with);
    for (int i = 1; i < arguments->count && status == ABUT_OK; i++) status = choose(&all, arguments->item[i]);
    if (status == ABUT_OK && all.ncurve > 0)
        status = draw(&all, w);
    else if (status == ABUT_OK)
        list_columns(&all.run[0]);
    const int code = status == ABUT_OK ? APP_OK : app_report(all.cx, status);
    picture_free(&all);
    abut_context_destroy(all.cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    plot_wish w = {.width = 900, .height = 220, .from = NAN, .to = NAN};
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FILE", "the picture, .svg or .png; - is stdout (FOLDER/plot.svg)", &w.out},
        {"title", 0, APP_TEXT, "TEXT", "above the curves (the folder's name)", &w.title},
        {"with", 0, APP_ITEMS, "FOLDER", "the same columns of another run beside them; may be repeated", &w.with},
        {"from", 0, APP_NUMBER, "TIME", "first time to show, s (all)", &w.from},
        {"to", 0, APP_NUMBER, "TIME", "last time to show, s (all)", &w.to},
        {"width", 0, APP_INTEGER, "PIXELS", "of the picture (900)", &w.width},
        {"height", 0, APP_INTEGER, "PIXELS", "of each panel (220)", &w.height},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    if (w.width < 200 || w.width > 20000 || w.height < 50 || w.height > 20000)
        return app_fail(APP_INPUT, "--width is 200 to 20000 and --height 50 to 20000 pixels");
    if (w.from >= w.to) return app_fail(APP_INPUT, "--from %g s is not before --to %g s", w.from, w.to);
    if (w.with.count >= MAX_RUNS) return app_fail(APP_INPUT, "at most %d runs can be drawn at once", MAX_RUNS);
    return plot_run(&arguments, &w);
}

const app_verb app_verb_plot = {
    .name = "plot",
    .summary = "draw histories of a run as an SVG or PNG picture",
    .usage = "FOLDER [COLUMN...] [-o FILE] [--with FOLDER] [--from TIME] [--to TIME]",
    .details =
        "A panel for every unit, over time. COLUMN is one of\n"
        "energy          the parts of the energy ledger\n"
        "ball.vz         a column of one of the CSV files; * stands for any letters\n"
        "velocity:ball   a vector: position, velocity, spin, force or torque of a body or joint\n"
        "Without columns those that there are are listed. A PNG has two pixels for each of --width and --height.",
    .example = "    abut plot out/first energy velocity:ball -o first.svg\n"
               "    abut plot out/stiff ball.z --with out/soft",
    .min_arguments = 1,
    .max_arguments = APP_MAX_ITEMS,
    .run = run,
};
