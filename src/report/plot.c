// Draws histories of one or several runs: abut_plot_* of abut/results.h.
#include "base/def.h"
#include "base/alloc.h"
#include "base/io.h"
#include "base/nearest_word.h"
#include "output/history.h"
#include "render/chart.h"
#include "report/curve_rows.h"
#include "scene/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 64, MAX_RUNS = 16 };

// The histories of one run.
typedef struct plot_run {
    abut_context *cx;
    char *folder;
    char *file[MAX_FILES]; // names, sorted
    int nfile;
    abut_status listed; // failure while storing the names
    ab_history history[MAX_FILES];
    int nhistory;
} plot_run;

// A curve over time, and the run that it is of.
typedef struct plot_curve {
    ab_curve curve;
    int run;
} plot_curve;

struct abut_plot {
    abut_context *cx;
    plot_run *run; // (nrun)
    int nrun;
    plot_curve *curve; // (ncurve)
    int64_t ncurve, capacity;
    char **label; // names of curves if there are several runs   (nlabel)
    int64_t nlabel, label_capacity;
};

// ---------------------------------------------------------------------------------------------------- histories

static bool ends_in(const char *name, const char *end) {
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static abut_status keep_name(plot_run *p, const char *name) {
    if (p->nfile == MAX_FILES)
        return ab_fail(p->cx, ABUT_ERR_INPUT, "'%s' holds more than %d CSV files", p->folder, MAX_FILES);
    char **to = &p->file[p->nfile];
    AB_TRY(AB_ALLOC(p->cx, to, (int64_t)strlen(name) + 1));
    memcpy(*to, name, strlen(name));
    p->nfile++;
    return ABUT_OK;
}

static void note_file(void *arg, const char *name, int64_t size, int64_t modified) {
    plot_run *p = arg;
    (void)size;
    (void)modified;
    const bool wanted = ends_in(name, ".csv") && strcmp(name, "frames.csv") != 0; // frames.csv has a row for every body
    if (wanted && p->listed == ABUT_OK) p->listed = keep_name(p, name);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static abut_status read_histories(plot_run *p) {
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

static void plot_free(plot_run *p) {
    ab_free(p->cx, p->folder);
    for (int i = 0; i < p->nhistory; i++) ab_history_free(p->cx, &p->history[i]);
    for (int i = 0; i < p->nfile; i++) ab_free(p->cx, p->file[i]);
}

void abut_plot_destroy(abut_plot *all) {
    if (!all) return;
    for (int i = 0; i < all->nrun; i++) plot_free(&all->run[i]);
    for (int64_t i = 0; i < all->nlabel; i++) ab_free(all->cx, all->label[i]);
    ab_free(all->cx, all->run);
    ab_free(all->cx, all->curve);
    ab_free(all->cx, all->label);
    ab_free(all->cx, all);
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
static bool is_energy(const plot_run *p, int file, int64_t column) {
    const ab_history_column *c = &p->history[file].column[column];
    return strcmp(p->file[file], "energy.csv") == 0 && strcmp(c->unit, "J") == 0 && strcmp(c->name, "initial") != 0 &&
           !is_zero(&p->history[file], column);
}

static bool is_chosen(const plot_run *p, int file, int64_t column, const char *word) {
    const char *name = p->history[file].column[column].name;
    if (strcmp(word, "energy") == 0) return is_energy(p, file, column);
    return ab_is_like(word, name) || is_vector_of(word, name);
}

// "soft: ball.z": the last component of the folder's path, and the column.
static abut_status label_curve(abut_plot *all, const plot_run *p, const char *column, const char **name) {
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

static ab_curve curve_of(const ab_history *h, int64_t column, const char *name) {
    return (ab_curve){
        name, h->column[column].unit, h->value, h->value ? h->value + column : NULL, h->nrow, h->ncolumn,
    };
}

static abut_status add_curve(abut_plot *all, int run, int file, int64_t column) {
    const ab_history *h = &all->run[run].history[file];
    const char *name = NULL;
    AB_TRY(label_curve(all, &all->run[run], h->column[column].name, &name));
    AB_TRY(AB_GROW(all->cx, &all->curve, &all->capacity, all->ncurve + 1));
    all->curve[all->ncurve++] = (plot_curve){curve_of(h, column, name), run};
    return ABUT_OK;
}

static int64_t count_columns(const plot_run *p) {
    int64_t n = 0;
    for (int f = 0; f < p->nhistory; f++) n += p->history[f].ncolumn;
    return n;
}

static abut_status refuse_word(const plot_run *p, const char *word) {
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

static abut_status choose_of(abut_plot *all, int run, const char *word) {
    const plot_run *p = &all->run[run];
    const int64_t before = all->ncurve;
    for (int f = 0; f < p->nhistory; f++)
        for (int64_t k = 1; k < p->history[f].ncolumn; k++)
            if (is_chosen(p, f, k, word)) AB_TRY(add_curve(all, run, f, k));
    return all->ncurve > before ? ABUT_OK : refuse_word(p, word);
}

static abut_status choose(abut_plot *all, const char *word) {
    for (int i = 0; i < all->nrun; i++) AB_TRY(choose_of(all, i, word));
    return ABUT_OK;
}

static void list_columns(ab_text *to, const plot_run *p) {
    for (int f = 0; f < p->nhistory; f++) {
        ab_text_format(to, "%s: %" PRId64 " rows\n", p->file[f], p->history[f].nrow);
        for (int64_t k = 1; k < p->history[f].ncolumn; k++) {
            const ab_history_column *c = &p->history[f].column[k];
            ab_text_format(to, "    %s%s%s%s\n", c->name, c->unit[0] ? " [" : "", c->unit, c->unit[0] ? "]" : "");
        }
    }
}

// --------------------------------------------------------------------------------------------------------- drawing

static abut_status write_svg(ab_ctx *cx, const ab_chart *chart, const char *path) {
    ab_text text = ab_text_start(cx);
    ab_chart_svg(&text, chart);
    abut_status status = ab_text_status(&text);
    if (status == ABUT_OK) status = ab_io_replace_file(cx, path, ab_text_string(&text), text.size);
    ab_text_free(&text);
    return status;
}

static abut_status write_png(ab_ctx *cx, const ab_chart *chart, const char *path) {
    ab_image image;
    AB_TRY(ab_chart_png(cx, chart, &image));
    const abut_status status = ab_png_write(cx, path, &image);
    ab_image_free(cx, &image);
    return status;
}

// ------------------------------------------------------------------------------------------------------- interface

static abut_status read_runs(abut_plot *all, const char *const *folders, int count) {
    AB_TRY(AB_ALLOC(all->cx, &all->run, count));
    for (int i = 0; i < count; i++) {
        all->run[all->nrun++] = (plot_run){.cx = all->cx};
        AB_TRY(ab_path_join(all->cx, "", folders[i], &all->run[i].folder));
        AB_TRY(read_histories(&all->run[i]));
    }
    return ABUT_OK;
}

abut_status abut_plot_open(abut_context *cx, const char *const *folders, int count, abut_plot **plot) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!plot || !folders || count < 1 || count > MAX_RUNS)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_plot_open needs 1 to %d folders and a place for the plot",
                       MAX_RUNS);
    *plot = NULL;
    abut_plot *made = NULL;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    made->cx = cx;
    const abut_status status = read_runs(made, folders, count);
    if (status == ABUT_OK)
        *plot = made;
    else
        abut_plot_destroy(made);
    return status;
}

abut_status abut_plot_choose(abut_plot *plot, const char *word) {
    if (!plot) return ABUT_ERR_ARGUMENT;
    if (!word) return ab_fail(plot->cx, ABUT_ERR_ARGUMENT, "abut_plot_choose needs a word");
    return choose(plot, word);
}

int64_t abut_plot_curve_count(const abut_plot *plot) { return plot ? plot->ncurve : 0; }

abut_status abut_plot_list(const abut_plot *plot, abut_text *to) {
    if (!plot) return ABUT_ERR_ARGUMENT;
    if (!to || !to->cx) return ab_fail(plot->cx, ABUT_ERR_ARGUMENT, "abut_plot_list needs a text to append to");
    list_columns(to, &plot->run[0]);
    return ab_text_status(to);
}

abut_plot_options abut_plot_default(void) {
    return (abut_plot_options){.size = sizeof(abut_plot_options), .from = NAN, .to = NAN, .width = 900, .height = 220};
}

static bool is_drawable(const abut_plot_options *o) {
    return o->width >= 200 && o->width <= 20000 && o->height >= 50 && o->height <= 20000 && !(o->from >= o->to) &&
           o->smooth >= 0;
}

// Error if no row of any curve lies between the times of the options; those that are NAN are no limit.
static abut_status refuse_empty(const abut_plot *plot, const abut_plot_options *o) {
    double first = INFINITY, last = -INFINITY;
    for (int64_t k = 0; k < plot->ncurve; k++)
        for (int64_t i = 0; i < plot->curve[k].curve.n; i++) {
            const double t = plot->curve[k].curve.x[i * plot->curve[k].curve.stride];
            if (!(t < o->from) && !(t > o->to)) return ABUT_OK;
            first = fmin(first, t);
            last = fmax(last, t);
        }
    if (first > last) return ABUT_OK; // histories without rows are drawn as empty panels
    return ab_fail(plot->cx, ABUT_ERR_INPUT, "'%s' has no rows in that time: its curves go from %g s to %g s",
                   plot->run[0].folder, first, last);
}

// ----------------------------------------------------------------------------------------- what is drawn of the curves

// Column of a run over which its curves are drawn.
static abut_status find_over(const plot_run *p, const char *word, ab_curve *over) {
    int found = 0;
    for (int f = 0; f < p->nhistory; f++)
        for (int64_t k = 1; k < p->history[f].ncolumn; k++) {
            const char *name = p->history[f].column[k].name;
            if (!ab_is_like(word, name)) continue;
            *over = curve_of(&p->history[f], k, name);
            found++;
        }
    if (found == 0) return refuse_word(p, word);
    if (found == 1) return ABUT_OK;
    return ab_fail(p->cx, ABUT_ERR_INPUT, "%d columns of '%s' are like '%s'; curves are drawn over one", found,
                   p->folder, word);
}

// Shows a column in the first of the wanted units that has its dimension.
static abut_status convert(ab_ctx *cx, const abut_plot_options *o, const char **unit, double *value, int64_t n) {
    for (int32_t i = 0; i < o->unit_count; i++) {
        ab_unit_factor factor;
        AB_TRY(ab_units_find(cx, o->unit[i], (int64_t)strlen(o->unit[i]), (*unit)[0] ? *unit : "1", &factor));
        if (factor.status == AB_UNIT_UNKNOWN)
            return ab_fail(cx, ABUT_ERR_INPUT, "there is no unit '%.64s'", o->unit[i]);
        if (factor.status != AB_UNIT_OK) continue;
        for (int64_t k = 0; k < n; k++) value[k] = value[k] * factor.over / factor.times;
        *unit = o->unit[i];
        return ABUT_OK;
    }
    return ABUT_OK;
}

// A curve as it is drawn.
typedef struct drawn {
    ab_series series;
    ab_curve curve;
    const char *x_name, *x_unit;
} drawn;

static abut_status take_curve(const abut_plot *plot, const abut_plot_options *o, int64_t i, drawn *d) {
    const plot_curve *c = &plot->curve[i];
    const plot_run *p = &plot->run[c->run];
    ab_curve over = {0};
    *d = (drawn){.curve = c->curve, .x_name = p->history[0].column[0].name, .x_unit = p->history[0].column[0].unit};
    if (o->x) {
        AB_TRY(find_over(p, o->x, &over));
        d->x_name = over.name;
        d->x_unit = over.unit;
    }
    const ab_series_def def = {o->x ? &over : NULL, o->from, o->to, o->smooth};
    AB_TRY(ab_series_take(plot->cx, &c->curve, &def, &d->series));
    d->curve.x = d->series.x;
    d->curve.y = d->series.y;
    d->curve.n = d->series.n;
    d->curve.stride = 1;
    abut_status status = convert(plot->cx, o, &d->curve.unit, d->series.y, d->series.n);
    if (status == ABUT_OK && o->x) status = convert(plot->cx, o, &d->x_unit, d->series.x, d->series.n);
    if (status != ABUT_OK) ab_series_free(plot->cx, &d->series);
    return status;
}

static abut_status draw(const abut_plot *plot, const abut_plot_options *o, const drawn *d, const char *path) {
    ab_curve *curve = NULL;
    AB_TRY(AB_ALLOC(plot->cx, &curve, plot->ncurve));
    for (int64_t i = 0; i < plot->ncurve; i++) curve[i] = d[i].curve;
    const ab_chart chart = {
        .title = o->title ? o->title : plot->run[0].folder,
        .x_name = d[0].x_name,
        .x_unit = d[0].x_unit,
        .from = o->x ? NAN : o->from,
        .to = o->x ? NAN : o->to,
        .width = o->width,
        .panel = o->height,
        .curve = curve,
        .ncurve = plot->ncurve,
    };
    const abut_status status =
        ends_in(path, ".png") ? write_png(plot->cx, &chart, path) : write_svg(plot->cx, &chart, path);
    ab_free(plot->cx, curve);
    return status;
}

static abut_status take_and_draw(const abut_plot *plot, const abut_plot_options *o, const char *path) {
    drawn *d = NULL;
    int64_t taken = 0;
    AB_TRY(AB_ALLOC(plot->cx, &d, plot->ncurve));
    abut_status status = ABUT_OK;
    while (taken < plot->ncurve && status == ABUT_OK) {
        status = take_curve(plot, o, taken, &d[taken]);
        taken += status == ABUT_OK;
    }
    if (status == ABUT_OK) status = draw(plot, o, d, path);
    for (int64_t i = 0; i < taken; i++) ab_series_free(plot->cx, &d[i].series);
    ab_free(plot->cx, d);
    return status;
}

abut_status abut_plot_write(const abut_plot *plot, const abut_plot_options *options, const char *path) {
    if (!plot) return ABUT_ERR_ARGUMENT;
    abut_plot_options o = abut_plot_default();
    if (options) AB_TRY(ab_def_read(plot->cx, &o, sizeof o, options, "abut_plot_default"));
    if (!path || plot->ncurve == 0 || !is_drawable(&o))
        return ab_fail(plot->cx, ABUT_ERR_ARGUMENT,
                       "a plot needs a path, curves, a width of 200 to 20000 and a height of 50 to 20000 pixels, a "
                       "window that is not negative, and a time to end after that to start from");
    AB_TRY(refuse_empty(plot, &o));
    return take_and_draw(plot, &o, path);
}

abut_status abut_plot_statistics(const abut_plot *plot, const abut_plot_options *options, int64_t curve,
                                 abut_statistics *statistics) {
    if (!plot) return ABUT_ERR_ARGUMENT;
    abut_plot_options o = abut_plot_default();
    if (options) AB_TRY(ab_def_read(plot->cx, &o, sizeof o, options, "abut_plot_default"));
    if (!statistics || curve < 0 || curve >= plot->ncurve || o.from >= o.to || !(o.smooth >= 0))
        return ab_fail(plot->cx, ABUT_ERR_ARGUMENT,
                       "statistics need one of the plot's curves, a place, a window that is not negative and a time to "
                       "end after that to start from");
    drawn d;
    AB_TRY(take_curve(plot, &o, curve, &d));
    *statistics = ab_series_statistics(&d.series);
    statistics->name = d.curve.name;
    statistics->unit = d.curve.unit;
    ab_series_free(plot->cx, &d.series);
    return ABUT_OK;
}
