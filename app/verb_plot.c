// abut plot: histories of a run as an SVG picture.
#include "app.h"

#include "base/alloc.h"
#include "base/io.h"
#include "base/nearest.h"
#include "result/chart.h"
#include "result/history.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 64 };

typedef struct plot {
    abut_context *cx;
    const char *folder;
    char *file[MOST_FILES]; // names, sorted
    int nfile;
    abut_status listed; // whether the names could be kept
    ab_history history[MOST_FILES];
    int nhistory;
    ab_curve *curve;
    int64_t ncurve, capacity;
} plot;

// ---------------------------------------------------------------------------------------------------- histories

static bool ends_in(const char *name, const char *end) {
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static abut_status keep_name(plot *p, const char *name) {
    if (p->nfile == MOST_FILES)
        return ab_fail(p->cx, ABUT_ERR_INPUT, "'%s' holds more than %d CSV files", p->folder, MOST_FILES);
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
    const bool wanted =
        ends_in(name, ".csv") && strcmp(name, "frames.csv") != 0; // frames: a row for every body
    if (wanted && p->listed == ABUT_OK) p->listed = keep_name(p, name);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static abut_status read_histories(plot *p) {
    bool exists = false;
    AB_TRY(ab_io_exists(p->cx, p->folder, &exists));
    if (!exists)
        return ab_fail(p->cx, ABUT_ERR_INPUT, "there is no folder '%s'; name that of a run", p->folder);
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
    ab_free(p->cx, p->curve);
}

// ---------------------------------------------------------------------------------------------------- selection

// "velocity:ball" is ball.vx, ball.vy and ball.vz.
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

// '*' stands for any letters, also none.
static bool is_like(const char *pattern, const char *name) {
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == 0;
}

static bool is_zero(const ab_history *h, int64_t column) {
    for (int64_t i = 0; i < h->nrow; i++)
        if (h->value[i * h->ncolumn + column] != 0) return false;
    return true;
}

// "energy": the parts of the ledger that play a role.
static bool is_energy(const plot *p, int file, int64_t column) {
    const ab_history_column *c = &p->history[file].column[column];
    return strcmp(p->file[file], "energy.csv") == 0 && strcmp(c->unit, "J") == 0 &&
           strcmp(c->name, "initial") != 0 && !is_zero(&p->history[file], column);
}

static bool is_chosen(const plot *p, int file, int64_t column, const char *word) {
    const char *name = p->history[file].column[column].name;
    if (strcmp(word, "energy") == 0) return is_energy(p, file, column);
    return is_like(word, name) || is_vector_of(word, name);
}

static abut_status add_curve(plot *p, int file, int64_t column) {
    const ab_history *h = &p->history[file];
    AB_TRY(AB_GROW(p->cx, &p->curve, &p->capacity, p->ncurve + 1));
    p->curve[p->ncurve++] = (ab_curve){
        h->column[column].name,
        h->column[column].unit,
        h->value,
        h->value ? h->value + column : NULL,
        h->nrow,
        h->ncolumn,
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
    const char *near = ab_nearest(word, names, n);
    ab_free(p->cx, names);
    return ab_fail(p->cx, ABUT_ERR_INPUT, "no column of '%s' is called '%s'; %s%s%s`abut plot %s` lists them",
                   p->folder, word, near ? "did you mean '" : "", near ? near : "", near ? "'? " : "",
                   p->folder);
}

static abut_status choose(plot *p, const char *word) {
    const int64_t before = p->ncurve;
    for (int f = 0; f < p->nhistory; f++)
        for (int64_t k = 1; k < p->history[f].ncolumn; k++)
            if (is_chosen(p, f, k, word)) AB_TRY(add_curve(p, f, k));
    return p->ncurve > before ? ABUT_OK : refuse_word(p, word);
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

typedef struct wish {
    const char *out, *title;
    double from, to;
    int64_t width, height;
} wish;

static abut_status write_picture(const plot *p, const wish *w, const char *path) {
    const ab_chart chart = {
        .title = w->title ? w->title : p->folder,
        .x_name = p->history[0].column[0].name,
        .x_unit = p->history[0].column[0].unit,
        .from = w->from,
        .to = w->to,
        .width = (int32_t)w->width,
        .panel = (int32_t)w->height,
        .curve = p->curve,
        .ncurve = p->ncurve,
    };
    ab_text text = ab_text_start(p->cx);
    ab_chart_svg(&text, &chart);
    abut_status status = ab_text_status(&text);
    if (status == ABUT_OK) status = ab_io_replace_file(p->cx, path, ab_text_string(&text), text.size);
    ab_text_free(&text);
    return status;
}

static abut_status draw(plot *p, const wish *w) {
    char *path = NULL;
    if (!w->out) AB_TRY(ab_path_join(p->cx, p->folder, "plot.svg", &path));
    const abut_status status = write_picture(p, w, w->out ? w->out : path);
    if (status == ABUT_OK)
        printf("wrote %s: %" PRId64 " curve%s\n", w->out ? w->out : path, p->ncurve,
               p->ncurve == 1 ? "" : "s");
    ab_free(p->cx, path);
    return status;
}

static int plot_run(const app_list *arguments, const wish *w) {
    plot p = {.cx = app_context(0), .folder = arguments->item[0]};
    if (!p.cx) return APP_FAILED;
    abut_status status = read_histories(&p);
    for (int i = 1; i < arguments->count && status == ABUT_OK; i++) status = choose(&p, arguments->item[i]);
    if (status == ABUT_OK && p.ncurve > 0)
        status = draw(&p, w);
    else if (status == ABUT_OK)
        list_columns(&p);
    const int code = status == ABUT_OK ? APP_OK : app_report(p.cx, status);
    plot_free(&p);
    abut_context_destroy(p.cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    wish w = {.width = 900, .height = 220};
    const app_option options[] = {
        {"out", 'o', APP_TEXT, "FILE", "the picture (FOLDER/plot.svg)", &w.out},
        {"title", 0, APP_TEXT, "TEXT", "above the curves (the folder's name)", &w.title},
        {"from", 0, APP_NUMBER, "TIME", "first time to show, s", &w.from},
        {"to", 0, APP_NUMBER, "TIME", "last time to show, s (all)", &w.to},
        {"width", 0, APP_INTEGER, "PIXELS", "of the picture (900)", &w.width},
        {"height", 0, APP_INTEGER, "PIXELS", "of each panel (220)", &w.height},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code))
        return code;
    if (w.width < 200 || w.width > 20000 || w.height < 50 || w.height > 20000)
        return app_fail(APP_INPUT, "--width is 200 to 20000 and --height 50 to 20000 pixels");
    return plot_run(&arguments, &w);
}

const app_verb app_verb_plot = {
    .name = "plot",
    .summary = "draw histories of a run as an SVG picture",
    .usage = "FOLDER [COLUMN...] [-o FILE] [--from TIME] [--to TIME]",
    .details = "A panel for every unit, over time. COLUMN is one of\n"
               "energy          the parts of the energy ledger\n"
               "ball.vz         a column of one of the CSV files; * stands for any letters\n"
               "velocity:ball   a vector: position, velocity, spin, force or torque of a body or joint\n"
               "Without columns those that there are are listed.",
    .example = "    abut plot out/first energy velocity:ball -o first.svg",
    .least = 1,
    .most = APP_MOST_ITEMS,
    .run = run,
};
