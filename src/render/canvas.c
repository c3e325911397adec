// Draws anti-aliased lines, discs and letters onto the pixels of an image.
#include "render/canvas.h"
#include "base/alloc.h"
#include "math/whole.h"

#include <math.h>
#include <string.h>

abut_status ab_canvas_open(ab_ctx *cx, ab_image *image, ab_canvas *canvas) {
    *canvas = (ab_canvas){.image = image, .left = image->width, .top = image->height};
    return AB_ALLOC(cx, &canvas->cover, (int64_t)image->width * image->height);
}

void ab_canvas_close(ab_ctx *cx, ab_canvas *canvas) {
    ab_free(cx, canvas->cover);
    *canvas = (ab_canvas){0};
}

// -------------------------------------------------------------------------------------------------------- lines

static int32_t within(double value, int32_t high) { return (int32_t)ab_whole(value, 0, high); }

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

static double distance_to(double x, double y, double x0, double y0, double dx, double dy) {
    const double length2 = dx * dx + dy * dy;
    const double along = length2 > 0 ? ((x - x0) * dx + (y - y0) * dy) / length2 : 0;
    const double t = along < 0 ? 0 : along > 1 ? 1 : along;
    return hypot(x - x0 - t * dx, y - y0 - t * dy);
}

// The coverage of a pixel is the part of its width that is within half the line width of the line's axis.
void ab_canvas_line(ab_canvas *canvas, double x0, double y0, double x1, double y1, double width) {
    if (!isfinite(x0 + y0 + x1 + y1)) return;
    const int32_t w = canvas->image->width, h = canvas->image->height;
    const double reach = 0.5 * width + 1;
    const int32_t left = within(fmin(x0, x1) - reach, w), right = within(fmax(x0, x1) + reach + 1, w);
    const int32_t top = within(fmin(y0, y1) - reach, h), bottom = within(fmax(y0, y1) + reach + 1, h);
    for (int32_t y = top; y < bottom; y++)
        for (int32_t x = left; x < right; x++) {
            const double far = distance_to(x + 0.5, y + 0.5, x0, y0, x1 - x0, y1 - y0);
            const double share = fmin(1, 0.5 * width + 0.5 - far) * fmin(1, width);
            uint8_t *cover = &canvas->cover[(int64_t)y * w + x];
            if (share > 0 && 255 * share > *cover) *cover = (uint8_t)ab_whole(255 * share, 0, 255);
        }
    if (left >= right || top >= bottom) return;
    canvas->left = smaller(canvas->left, left);
    canvas->top = smaller(canvas->top, top);
    canvas->right = larger(canvas->right, right);
    canvas->bottom = larger(canvas->bottom, bottom);
}

static uint8_t blend(uint8_t under, uint8_t ink, int cover) {
    return (uint8_t)((under * (255 - cover) + ink * cover + 127) / 255);
}

void ab_canvas_paint(ab_canvas *canvas, ab_rgb8 ink) {
    for (int32_t y = canvas->top; y < canvas->bottom; y++)
        for (int32_t x = canvas->left; x < canvas->right; x++) {
            const int64_t i = (int64_t)y * canvas->image->width + x;
            uint8_t *rgb = canvas->image->rgb + 3 * i;
            rgb[0] = blend(rgb[0], ink.r, canvas->cover[i]);
            rgb[1] = blend(rgb[1], ink.g, canvas->cover[i]);
            rgb[2] = blend(rgb[2], ink.b, canvas->cover[i]);
            canvas->cover[i] = 0;
        }
    canvas->left = canvas->image->width;
    canvas->top = canvas->image->height;
    canvas->right = canvas->bottom = 0;
}

void ab_canvas_fill(const ab_canvas *canvas, int32_t left, int32_t top, int32_t right, int32_t bottom, ab_rgb8 ink) {
    const int32_t w = canvas->image->width, h = canvas->image->height;
    for (int32_t y = larger(top, 0); y < smaller(bottom, h); y++)
        for (int32_t x = larger(left, 0); x < smaller(right, w); x++) {
            uint8_t *rgb = canvas->image->rgb + 3 * ((int64_t)y * w + x);
            rgb[0] = ink.r;
            rgb[1] = ink.g;
            rgb[2] = ink.b;
        }
}

// ------------------------------------------------------------------------------------------------------ letters

#define UNITS  12.0 // grid units per line height
#define GAP    1.7  // between letters, in units
#define SPACE  2.6  // between words
#define SMOOTH 6    // segments between two points of a curve
enum { MAX_POINTS = 32 };

static const char *strokes_of(unsigned code) {
    static const char *const LETTERS[128] = {
#define LETTER(sign, strokes) [sign] = (strokes),
#include "render/letters.def"
#undef LETTER
    };
    const char *found = code < 128 ? LETTERS[code] : NULL;
    return found ? found : "aEaSfSfEaE"; // a box
}

// Decodes the next UTF-8 character; each invalid byte counts as one character.
static unsigned next_code(const char **text) {
    const unsigned char *p = (const unsigned char *)*text;
    (*text)++;
    if (p[0] < 0xc0) return p[0];
    while (((unsigned char)**text & 0xc0) == 0x80) (*text)++;
    return 0xfffd;
}

static double letter_width(const char *strokes) {
    double widest = 0;
    for (const char *p = strokes; *p; p++)
        if (*p >= 'a' && *p <= 'z') widest = fmax(widest, 0.5 * (*p - 'a'));
    return widest;
}

double ab_canvas_text_width(double size, const char *text) {
    double units = 0;
    while (*text) {
        const unsigned code = next_code(&text);
        units += code == ' ' ? SPACE : letter_width(strokes_of(code)) + GAP;
    }
    return units > 0 ? (units - GAP) * size / UNITS : 0;
}

typedef struct hand {
    ab_canvas *canvas;
    double x, y, unit, width; // position of the letter, pixels per unit, stroke width
    bool upwards;
} hand;

typedef struct spot {
    double x, y;
} spot;

static void draw(const hand *h, spot a, spot b) {
    if (h->upwards)
        ab_canvas_line(h->canvas, h->x - h->unit * a.y, h->y - h->unit * a.x, h->x - h->unit * b.y,
                       h->y - h->unit * b.x, h->width);
    else
        ab_canvas_line(h->canvas, h->x + h->unit * a.x, h->y - h->unit * a.y, h->x + h->unit * b.x,
                       h->y - h->unit * b.y, h->width);
}

// Catmull-Rom spline between p1 and p2.
static spot on_curve(spot p0, spot p1, spot p2, spot p3, double t) {
    const double a = -0.5 * t + t * t - 0.5 * t * t * t, b = 1 - 2.5 * t * t + 1.5 * t * t * t;
    const double c = 0.5 * t + 2 * t * t - 1.5 * t * t * t, d = -0.5 * t * t + 0.5 * t * t * t;
    return (spot){a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y};
}

static void draw_stroke(const hand *h, const spot *p, int n, char kind) {
    const int pieces = kind == '@' ? n : n - 1, smooth = kind ? SMOOTH : 1;
    for (int i = 0; i < pieces; i++) {
        const bool closed = kind == '@';
        const spot p0 = closed ? p[(i + n - 1) % n] : p[i > 0 ? i - 1 : 0], p1 = p[i], p2 = p[(i + 1) % n];
        const spot p3 = closed ? p[(i + 2) % n] : p[i + 2 < n ? i + 2 : n - 1];
        spot from = p1;
        for (int k = 1; k <= smooth; k++) {
            const spot to = kind ? on_curve(p0, p1, p2, p3, (double)k / smooth) : p2;
            draw(h, from, to);
            from = to;
        }
    }
}

static void draw_letter(const hand *h, const char *strokes) {
    const char *at = strokes;
    while (*at) {
        const char kind = *at == '~' || *at == '@' ? *at++ : 0;
        spot p[MAX_POINTS];
        int n = 0;
        for (; *at >= 'a' && *at <= 'z' && n < MAX_POINTS; at += 2)
            p[n++] = (spot){0.5 * (at[0] - 'a'), 0.5 * (at[1] - 'E')};
        draw_stroke(h, p, n, kind);
        if (*at == ' ') at++;
    }
}

void ab_canvas_text(ab_canvas *canvas, const ab_text_place *w, const char *text) {
    const double length = ab_canvas_text_width(w->size, text);
    const double shift = w->anchor == AB_MIDDLE ? 0.5 * length : w->anchor == AB_END ? length : 0;
    hand h = {canvas, w->x, w->y, w->size / UNITS, fmax(1, 0.095 * w->size), w->upwards};
    double *along = w->upwards ? &h.y : &h.x;
    const double sign = w->upwards ? -1 : 1;
    *along -= sign * shift;
    while (*text) {
        const unsigned code = next_code(&text);
        const char *strokes = code == ' ' ? "" : strokes_of(code);
        draw_letter(&h, strokes);
        *along += sign * h.unit * (code == ' ' ? SPACE : letter_width(strokes) + GAP);
    }
}
