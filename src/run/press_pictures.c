// Draws pictures of elastic contact.
#include "run/press_pictures.h"
#include "base/alloc.h"
#include "base/io.h"
#include "render/engineering.h"
#include "render/map_image.h"

#include <math.h>
#include <stdio.h>

static int64_t row_of_min(const ab_sweep_def *def) {
    int64_t min = 0;
    for (int64_t i = 1; i < ab_grid_cells(&def->problem.grid); i++)
        if (def->gap[i] < def->gap[min]) min = i;
    return min / def->problem.grid.nx;
}

abut_status ab_press_pictures_begin(ab_ctx *cx, const ab_sweep_def *def, const char *title, int32_t width,
                                    ab_press_pictures *p) {
    *p = (ab_press_pictures){.width = width, .title = title, .def = def};
    if (width == 0) return ABUT_OK;
    const int64_t nx = def->problem.grid.nx;
    p->cx = cx;
    p->row = row_of_min(def);
    for (int i = 0; i < AB_PRESS_PROFILES; i++)
        for (int k = 0; k < 2; k++) p->map[i][k] = ab_text_start(cx);
    AB_TRY(AB_ALLOC(cx, &p->x, nx));
    AB_TRY(AB_ALLOC(cx, &p->pressure, nx * AB_PRESS_PROFILES));
    return AB_ALLOC(cx, &p->gap, nx * AB_PRESS_PROFILES);
}

void ab_press_pictures_free(ab_press_pictures *p) {
    if (!p->cx) return;
    for (int i = 0; i < AB_PRESS_PROFILES; i++)
        for (int k = 0; k < 2; k++) ab_text_free(&p->map[i][k]);
    ab_free(p->cx, p->x);
    ab_free(p->cx, p->pressure);
    ab_free(p->cx, p->gap);
    *p = (ab_press_pictures){0};
}

// ---------------------------------------------------------------------------------------------------------- profiles

// The load after which the next profile is drawn, counted from 1.
static int64_t next_load(const ab_press_pictures *p) {
    const int64_t loads = p->def->loads;
    return loads <= AB_PRESS_PROFILES ? p->profiles + 1 : (p->profiles + 1) * loads / AB_PRESS_PROFILES;
}

static void name_load(const ab_press_pictures *p, double load, char name[48]) {
    const char *const unit = p->def->drive == AB_DRIVE_FORCE ? "N" : p->def->drive == AB_DRIVE_PRESSURE ? "Pa" : "m";
    const ab_scaled_unit u = ab_engineering_unit(load, unit);
    snprintf(name, 48, "%.4g %s", load * u.factor, u.name);
}

// Without what is left of the gap under pressure, which would open the axis below 0.
static double shown(const ab_sweep *s, double gap) {
    return fabs(gap) <= 2 * s->def->problem.tolerance * s->h.deviation ? 0 : gap;
}

static ab_scaled_unit scale(double *value, int64_t n, const char *unit) {
    double max = 0;
    for (int64_t i = 0; i < n; i++) max = fmax(max, fabs(value[i])); // NaN gives way
    const ab_scaled_unit u = ab_engineering_unit(max, unit);
    for (int64_t i = 0; i < n; i++) value[i] *= u.factor;
    return u;
}

static void name_axis(char label[48], const char *name, ab_scaled_unit unit) {
    snprintf(label, 48, name[0] ? "%s [%s]" : "%s%s", name, unit.name);
}

static void scale_profiles(ab_press_pictures *p) {
    const ab_grid *g = &p->def->problem.grid;
    const ab_scaled_unit length = ab_engineering_unit((double)g->nx * g->dx, "m");
    for (int64_t i = 0; i < g->nx; i++) p->x[i] = ((double)i + 0.5) * g->dx * length.factor;
    name_axis(p->label[0], "pressure", scale(p->pressure, g->nx * p->profiles, "Pa"));
    name_axis(p->label[1], "gap", scale(p->gap, g->nx * p->profiles, "m"));
    name_axis(p->label[2], "", length);
    for (int i = 0; i < 2 * p->profiles; i++) {
        const int k = i / p->profiles, load = i % p->profiles;
        p->curve[i] = (ab_curve){p->name[load], p->label[k], p->x, (k ? p->gap : p->pressure) + load * g->nx, g->nx, 1};
    }
}

ab_chart ab_press_pictures_chart(const ab_press_pictures *p) {
    const ab_grid *g = &p->def->problem.grid;
    const double length = (double)g->nx * g->dx;
    return (ab_chart){.title = p->title,
                      .x_name = "x",
                      .x_unit = p->label[2],
                      .from = 0,
                      .to = length * ab_engineering_unit(length, "m").factor,
                      .width = p->width / AB_CHART_SCALE,
                      .panel = p->width / AB_CHART_SCALE / 3,
                      .curve = p->curve,
                      .ncurve = 2 * p->profiles};
}

// -------------------------------------------------------------------------------------------------------------- maps

// A field without the cells of the other state: pressure without those out of contact, gap without those in contact.
static abut_status draw_map(const ab_press_pictures *p, const ab_sweep *s, bool gap, ab_image *image) {
    const ab_grid *g = &p->def->problem.grid;
    double *value = NULL;
    char title[300];
    AB_TRY(AB_ALLOC_RAW(p->cx, &value, ab_grid_cells(g)));
    for (int64_t i = 0; i < ab_grid_cells(g); i++) {
        const bool contact = s->h.cells.p[i] > 0;
        value[i] = contact == gap ? NAN : gap ? s->h.cells.z[i] : s->h.cells.p[i];
    }
    snprintf(title, sizeof title, "%s at %.60s: %.200s", gap ? "gap" : "pressure", p->name[p->profiles], p->title);
    const ab_map_image map = {.title = title,
                              .unit = gap ? "m" : "Pa",
                              .value = value,
                              .nx = g->nx,
                              .ny = g->ny,
                              .size = {(double)g->nx * g->dx, (double)g->ny * g->dy},
                              .peaks = !gap,
                              .none = gap ? "in contact" : "no contact",
                              .width = p->width};
    const abut_status status = ab_map_image_draw(p->cx, &map, image);
    ab_free(p->cx, value);
    return status;
}

static abut_status keep_map(ab_press_pictures *p, const ab_sweep *s, int k) {
    ab_image image = {0};
    ab_text_free(&p->map[p->profiles][k]);
    AB_TRY(draw_map(p, s, k == 1, &image));
    const abut_status status = ab_png_text(p->cx, &image, &p->map[p->profiles][k]);
    ab_image_free(p->cx, &image);
    return status;
}

abut_status ab_press_pictures_see(ab_press_pictures *p, const ab_sweep *s) {
    if (!p->cx || s->solved != next_load(p)) return ABUT_OK;
    const int64_t nx = p->def->problem.grid.nx, first = p->row * nx;
    for (int64_t i = 0; i < nx; i++) {
        p->pressure[p->profiles * nx + i] = s->h.cells.p[first + i];
        p->gap[p->profiles * nx + i] = shown(s, s->h.cells.z[first + i]);
    }
    name_load(p, p->def->load[s->solved - 1], p->name[p->profiles]);
    for (int k = 0; k < 2; k++) AB_TRY(keep_map(p, s, k));
    p->profiles++;
    return ABUT_OK;
}

static abut_status write_bytes(const ab_press_pictures *p, const char *folder, const char *name, const ab_text *bytes) {
    char *path = NULL;
    AB_TRY(ab_path_join(p->cx, folder, name, &path));
    const abut_status status = ab_io_replace_file(p->cx, path, bytes->data, bytes->size);
    ab_free(p->cx, path);
    return status;
}

static abut_status write_profiles(const ab_press_pictures *p, const char *folder) {
    ab_image image = {0};
    ab_text png = ab_text_start(p->cx);
    const ab_chart chart = ab_press_pictures_chart(p);
    abut_status status = ab_chart_png(p->cx, &chart, &image);
    if (status == ABUT_OK) status = ab_png_text(p->cx, &image, &png);
    if (status == ABUT_OK) status = write_bytes(p, folder, "profile.png", &png);
    ab_image_free(p->cx, &image);
    ab_text_free(&png);
    return status;
}

abut_status ab_press_pictures_write(ab_press_pictures *p, const char *folder) {
    if (!p->cx) return ABUT_OK;
    const ab_text *last = p->map[p->profiles - 1];
    scale_profiles(p);
    AB_TRY(write_bytes(p, folder, "pressure.png", &last[0]));
    AB_TRY(write_bytes(p, folder, "gap.png", &last[1]));
    return write_profiles(p, folder);
}
