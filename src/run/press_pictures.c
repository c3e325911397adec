// Draws pictures of elastic contact.
#include "run/press_pictures.h"
#include "base/alloc.h"
#include "base/io.h"
#include "render/chart.h"
#include "render/engineering.h"
#include "render/map_image.h"

#include <math.h>
#include <stdio.h>

static int64_t row_of_least(const ab_sweep_def *def) {
    int64_t least = 0;
    for (int64_t i = 1; i < ab_grid_cells(&def->problem.grid); i++)
        if (def->gap[i] < def->gap[least]) least = i;
    return least / def->problem.grid.nx;
}

abut_status ab_press_pictures_begin(ab_ctx *cx, const ab_sweep_def *def, const char *title, int32_t width,
                                    ab_press_pictures *p) {
    *p = (ab_press_pictures){.width = width, .title = title, .def = def};
    if (width == 0) return ABUT_OK;
    const int64_t nx = def->problem.grid.nx;
    p->cx = cx;
    p->row = row_of_least(def);
    AB_TRY(AB_ALLOC(cx, &p->x, nx));
    AB_TRY(AB_ALLOC(cx, &p->pressure, nx * AB_PRESS_PROFILES));
    return AB_ALLOC(cx, &p->gap, nx * AB_PRESS_PROFILES);
}

void ab_press_pictures_free(ab_press_pictures *p) {
    if (!p->cx) return;
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

void ab_press_pictures_see(ab_press_pictures *p, const ab_sweep *s) {
    if (!p->cx || s->solved != next_load(p)) return;
    const int64_t nx = p->def->problem.grid.nx, first = p->row * nx;
    for (int64_t i = 0; i < nx; i++) {
        p->pressure[p->profiles * nx + i] = s->h.cells.p[first + i];
        p->gap[p->profiles * nx + i] = shown(s, s->h.cells.z[first + i]);
    }
    name_load(p, p->def->load[s->solved - 1], p->name[p->profiles]);
    p->profiles++;
}

static ab_scaled_unit scale(double *value, int64_t n, const char *unit) {
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fabs(value[i])); // NaN gives way
    const ab_scaled_unit u = ab_engineering_unit(most, unit);
    for (int64_t i = 0; i < n; i++) value[i] *= u.factor;
    return u;
}

static abut_status draw_profiles(ab_press_pictures *p, ab_image *image) {
    const ab_grid *g = &p->def->problem.grid;
    const ab_scaled_unit length = ab_engineering_unit((double)g->nx * g->dx, "m");
    for (int64_t i = 0; i < g->nx; i++) p->x[i] = ((double)i + 0.5) * g->dx * length.factor;
    ab_scaled_unit unit[2] = {scale(p->pressure, g->nx * p->profiles, "Pa"), scale(p->gap, g->nx * p->profiles, "m")};
    char label[2][48];
    snprintf(label[0], sizeof label[0], "pressure [%s]", unit[0].name);
    snprintf(label[1], sizeof label[1], "gap [%s]", unit[1].name);
    ab_curve curve[2 * AB_PRESS_PROFILES];
    int n = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < p->profiles; i++)
            curve[n++] = (ab_curve){p->name[i], label[k], p->x, (k ? p->gap : p->pressure) + i * g->nx, g->nx, 1};
    const ab_chart chart = {.title = p->title,
                            .x_name = "x",
                            .x_unit = length.name,
                            .from = 0,
                            .to = (double)g->nx * g->dx * length.factor,
                            .width = p->width / AB_CHART_SCALE,
                            .panel = p->width / AB_CHART_SCALE / 3,
                            .curve = curve,
                            .ncurve = n};
    return ab_chart_png(p->cx, &chart, image);
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
    snprintf(title, sizeof title, "%s at %.60s: %.200s", gap ? "gap" : "pressure", p->name[p->profiles - 1], p->title);
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

static abut_status write_picture(const ab_press_pictures *p, const char *folder, const char *name, ab_image *image,
                                 abut_status status) {
    char *path = NULL;
    if (status == ABUT_OK) status = ab_path_join(p->cx, folder, name, &path);
    if (status == ABUT_OK) status = ab_png_write(p->cx, path, image);
    ab_free(p->cx, path);
    ab_image_free(p->cx, image);
    return status;
}

abut_status ab_press_pictures_write(ab_press_pictures *p, const ab_sweep *s, const char *folder) {
    if (!p->cx) return ABUT_OK;
    ab_image image = {0};
    AB_TRY(write_picture(p, folder, "pressure.png", &image, draw_map(p, s, false, &image)));
    AB_TRY(write_picture(p, folder, "gap.png", &image, draw_map(p, s, true, &image)));
    return write_picture(p, folder, "profile.png", &image, draw_profiles(p, &image));
}
