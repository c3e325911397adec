// Draws a field over a rectangle.
#include "render/map_image.h"
#include "math/whole.h"
#include "render/canvas.h"
#include "render/chart.h"
#include "render/engineering.h"
#include "render/legend.h"

static const ab_rgb8 WHITE = {255, 255, 255}, DARK = {40, 44, 52}, NONE = {226, 228, 232};

// Margins and letters in parts of the width; sides of the map over each other.
#define UNIT_PARTS 640
enum { LEFT = 64, RIGHT = 112, TOP = 58, BOTTOM = 46, LETTER = 13 };
#define TALLEST  1.1
#define FLATTEST 0.2
// The scale of peaks ends at this many means: at a sharp edge the largest pressure is that of one cell.
#define PEAK 4

typedef struct map_frame {
    const ab_map_image *map;
    ab_canvas *canvas;
    double unit;                      // pixels
    int32_t left, top, width, height; // of the map, pixels
    double low, high, largest;        // of the scale; of the values
    bool missing;                     // some cells have no value
    ab_scaled_unit length, value;
} map_frame;

static void write_at(const map_frame *f, double x, double y, ab_text_anchor anchor, bool upwards, const char *text) {
    ab_canvas_text(f->canvas, &(ab_text_place){x, y, LETTER * f->unit, anchor, upwards}, text);
    ab_canvas_paint(f->canvas, DARK);
}

static void find_range(map_frame *f) {
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < f->map->nx * f->map->ny; i++) {
        const double v = f->map->value[i];
        if (isnan(v)) continue;
        f->low = fmin(f->low, v);
        f->largest = fmax(f->largest, v);
        sum += v;
        count++;
    }
    f->missing = count < f->map->nx * f->map->ny;
    f->high = f->largest;
    if (f->map->peaks && count > 0) f->high = fmin(f->high, PEAK * sum / (double)count);
    if (f->high <= f->low) f->high = f->low + 1;
    f->length = ab_engineering_unit(fmax(f->map->size[0], f->map->size[1]), "m");
    f->value = ab_engineering_unit(fmax(f->high, -f->low), f->map->unit);
}

// ------------------------------------------------------------------------------------------------------------ cells

typedef struct cell_range {
    int64_t begin, end;
} cell_range;

// Cells of a pixel, at least one.
static cell_range cells_of(int32_t pixel, int32_t pixels, int64_t cells) {
    const int64_t begin = (int64_t)pixel * cells / pixels, end = ((int64_t)pixel + 1) * cells / pixels;
    return (cell_range){begin, end > begin ? end : begin + 1};
}

static double value_of(const ab_map_image *m, cell_range x, cell_range y) {
    double v = NAN;
    for (int64_t j = y.begin; j < y.end; j++)
        for (int64_t i = x.begin; i < x.end; i++) {
            const double c = m->value[j * m->nx + i];
            v = m->peaks ? fmax(v, c) : fmin(v, c); // NaN gives way
        }
    return v;
}

static void draw_cells(const map_frame *f) {
    const ab_map_image *m = f->map;
    for (int32_t py = 0; py < f->height; py++)
        for (int32_t px = 0; px < f->width; px++) {
            const double v = value_of(m, cells_of(px, f->width, m->nx), cells_of(f->height - 1 - py, f->height, m->ny));
            const ab_rgb8 ink = isnan(v) ? NONE : ab_scale_ink((v - f->low) / (f->high - f->low));
            ab_canvas_fill(f->canvas, f->left + px, f->top + py, f->left + px + 1, f->top + py + 1, ink);
        }
}

// ------------------------------------------------------------------------------------------------------------- axes

static void draw_line(const map_frame *f, double x0, double y0, double x1, double y1) {
    ab_canvas_line(f->canvas, x0, y0, x1, y1, fmax(1, 0.8 * f->unit));
    ab_canvas_paint(f->canvas, DARK);
}

static void write_tick(const map_frame *f, double x, double y, ab_text_anchor anchor, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    write_at(f, x, y, anchor, false, text);
}

// Whole multiples of the tick from low to high.
static int64_t first_of(double low, double tick) { return ab_whole(ceil(low / tick - 1e-9), -1000, 1000); }
static int64_t last_of(double high, double tick) { return ab_whole(floor(high / tick + 1e-9), -1000, 1000); }

static void draw_axes(const map_frame *f) {
    const double u = f->unit, bottom = f->top + f->height;
    const double size[2] = {f->map->size[0] * f->length.factor, f->map->size[1] * f->length.factor};
    const double tick[2] = {ab_chart_tick(size[0], 4), ab_chart_tick(size[1], f->height > 0.5 * f->width ? 4 : 1)};
    for (int64_t i = 0; i <= last_of(size[0], tick[0]); i++) {
        const double x = f->left + f->width * (double)i * tick[0] / size[0];
        draw_line(f, x, bottom, x, bottom + 4 * u);
        write_tick(f, x, bottom + 17 * u, AB_MIDDLE, (double)i * tick[0]);
    }
    for (int64_t i = 0; i <= last_of(size[1], tick[1]); i++) {
        const double y = bottom - f->height * (double)i * tick[1] / size[1];
        draw_line(f, f->left - 4 * u, y, f->left, y);
        write_tick(f, f->left - 7 * u, y + 4 * u, AB_END, (double)i * tick[1]);
    }
    char name[48];
    snprintf(name, sizeof name, "x [%s]", f->length.name);
    write_at(f, f->left + 0.5 * f->width, bottom + 36 * u, AB_MIDDLE, false, name);
    name[0] = 'y';
    write_at(f, 14 * u, f->top + 0.5 * f->height, AB_MIDDLE, true, name);
}

static void draw_scale(const map_frame *f) {
    const double u = f->unit, low = f->low * f->value.factor, high = f->high * f->value.factor;
    const int32_t left = f->left + f->width + (int32_t)(16 * u), right = left + (int32_t)(14 * u);
    for (int32_t y = 0; y < f->height; y++)
        ab_canvas_fill(f->canvas, left, f->top + y, right, f->top + y + 1, ab_scale_ink(1 - (y + 0.5) / f->height));
    const double tick = ab_chart_tick(high - low, f->height > 0.5 * f->width ? 4 : 2);
    for (int64_t i = first_of(low, tick); i <= last_of(high, tick); i++) {
        const double y = f->top + f->height * (1 - ((double)i * tick - low) / (high - low));
        draw_line(f, right, y, right + 4 * u, y);
        write_tick(f, right + 7 * u, y + 4 * u, AB_START, (double)i * tick);
    }
    write_at(f, left, f->top - 10 * u, AB_START, false, f->value.name);
}

static void draw_none(const map_frame *f) {
    if (!f->missing || !f->map->none) return;
    const double u = f->unit, x = f->left + f->width - 7.2 * u * (double)strlen(f->map->none), y = f->top - 20 * u;
    ab_canvas_fill(f->canvas, (int32_t)(x - 18 * u), (int32_t)y, (int32_t)(x - 6 * u), (int32_t)(y + 12 * u), NONE);
    write_at(f, x, y + 10 * u, AB_START, false, f->map->none);
}

static void write_largest(const map_frame *f) {
    if (f->largest <= f->high) return;
    char text[64];
    snprintf(text, sizeof text, "largest %.4g %s", f->largest * f->value.factor, f->value.name);
    write_at(f, f->left, f->top - 10 * f->unit, AB_START, false, text);
}

static void draw_all(map_frame *f) {
    ab_canvas_fill(f->canvas, 0, 0, f->canvas->image->width, f->canvas->image->height, WHITE);
    draw_cells(f);
    draw_axes(f);
    draw_scale(f);
    draw_none(f);
    write_largest(f);
    ab_canvas_text(f->canvas, &(ab_text_place){f->left, 24 * f->unit, 15 * f->unit, AB_START, false}, f->map->title);
    ab_canvas_paint(f->canvas, DARK);
}

// The sides of the map: true to scale between FLATTEST and TALLEST.
static void lay_out(map_frame *f) {
    f->unit = (double)f->map->width / UNIT_PARTS;
    const double max_width = (UNIT_PARTS - LEFT - RIGHT) * f->unit, ratio = f->map->size[1] / f->map->size[0];
    const double height = max_width * fmin(fmax(ratio, FLATTEST), TALLEST);
    const double width = ratio > TALLEST ? fmax(height / ratio, FLATTEST * height) : max_width;
    f->left = (int32_t)(LEFT * f->unit);
    f->top = (int32_t)(TOP * f->unit);
    f->width = (int32_t)fmax(width, 1);
    f->height = (int32_t)fmax(height, 1);
}

abut_status ab_map_image_draw(ab_ctx *cx, const ab_map_image *map, ab_image *image) {
    map_frame f = {.map = map};
    ab_canvas canvas = {0};
    lay_out(&f);
    find_range(&f);
    const int32_t height = f.top + f.height + (int32_t)(BOTTOM * f.unit);
    AB_TRY(ab_image_alloc(cx, map->width, height, image));
    const abut_status status = ab_canvas_open(cx, image, &canvas);
    if (status != ABUT_OK) {
        ab_image_free(cx, image);
        return status;
    }
    f.canvas = &canvas;
    draw_all(&f);
    ab_canvas_close(cx, &canvas);
    return ABUT_OK;
}
