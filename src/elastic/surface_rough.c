// A self-affine rough surface of random phases [persson2005]:
//   h = sum over the waves of the grid of A(q) cos(q.x + phase),   A ~ sqrt(C),
//   C(q) = const. for q_l <= q < q_r,  C ~ q^-2(H + 1) for q_r <= q <= q_s,  0 elsewhere
// with q = 2 pi/wavelength. Phases belong to wave numbers, so a finer grid of the same size and seed has the same
// waves. The factor is that of the rms height or rms slope, exactly, by the sums of A^2/2 and (q A)^2/2.
#include "elastic/convolve.h"
#include "elastic/surface.h"
#include "base/threads.h"
#include "math/elementary.h"
#include "math/random.h"

enum { HURST, RMS_HEIGHT, RMS_SLOPE, LONGEST, ROLL_OFF, SHORTEST, SEED };
static const ab_parameter PARAMETERS[] = {
    [HURST] = {"hurst", "1", "Hurst exponent H; the fractal dimension is 3 - H.", .low = 0, .high = 1, .fallback = 0.8},
    [RMS_HEIGHT] = {"rms_height", "m", "Root mean square of its height.", AB_NOT_NEGATIVE, .note = "by rms_slope"},
    [RMS_SLOPE] = {"rms_slope", "1", "Root mean square of its gradient.", AB_NOT_NEGATIVE, .note = "by rms_height"},
    [LONGEST] = {"longest", "m", "Longest wavelength.", AB_NOT_NEGATIVE, .note = "the size of the grid"},
    [ROLL_OFF] = {"roll_off", "m", "Wavelength above which waves are no higher.", AB_NOT_NEGATIVE,
                  .note = "the longest"},
    [SHORTEST] = {"shortest", "m", "Shortest wavelength.", AB_NOT_NEGATIVE, .note = "8 cells"},
    [SEED] = {"seed", "1", "Another seed gives another surface of the same statistics.", .low = 0, .high = 0x1p53,
              .fallback = 1},
};

#define MIN_CELLS 2 // per shortest wave: more waves cannot be told apart

typedef struct spectrum {
    ab_convolver *c;
    double hurst, low, roll, high; // squared wave numbers but for hurst, 1/m^2
    uint64_t seed;
    double scale;
} spectrum;

static double size_of(const ab_grid *g) { return fmax((double)g->nx * g->dx, (double)g->ny * g->dy); }

static abut_status check(ab_ctx *cx, const ab_surface_values *value, const ab_grid *grid) {
    const double *v = value->number;
    if ((v[RMS_HEIGHT] > 0) == (v[RMS_SLOPE] > 0))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a rough surface needs either 'rms_height' or 'rms_slope'");
    const double cell = fmax(grid->dx, grid->dy), shortest = v[SHORTEST] > 0 ? v[SHORTEST] : 8 * cell;
    if (shortest < MIN_CELLS * cell * (1 - 1e-12))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the shortest wave of a rough surface must be at least 2 cells long");
    if (v[LONGEST] > 0 && (v[LONGEST] < shortest || (v[ROLL_OFF] > v[LONGEST])))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the wavelengths must be shortest <= roll_off <= longest");
    if (v[ROLL_OFF] > 0 && v[ROLL_OFF] < shortest)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the wavelengths must be shortest <= roll_off <= longest");
    return ABUT_OK;
}

static double square(double x) { return x * x; }

static spectrum spectrum_of(const ab_surface_values *value, const ab_grid *g, ab_convolver *c) {
    const double *v = value->number;
    const double longest = v[LONGEST] > 0 ? v[LONGEST] : size_of(g),
                 shortest = v[SHORTEST] > 0 ? v[SHORTEST] : 8 * fmax(g->dx, g->dy);
    return (spectrum){.c = c,
                      .hurst = v[HURST],
                      .low = square(2 * AB_PI / longest) * (1 - 1e-9),
                      .roll = square(2 * AB_PI / (v[ROLL_OFF] > 0 ? v[ROLL_OFF] : longest)),
                      .high = square(2 * AB_PI / shortest) * (1 + 1e-9),
                      .seed = (uint64_t)v[SEED],
                      .scale = 1};
}

static double wave_number2(const ab_grid *g, int64_t kx, int64_t ky) {
    return square(2 * AB_PI * (double)kx / ((double)g->nx * g->dx)) +
           square(2 * AB_PI * (double)ky / ((double)g->ny * g->dy));
}

// Amplitude of the wave (kx, ky), relative to the longest.
static double amplitude(const spectrum *s, int64_t kx, int64_t ky) {
    const ab_grid *g = &s->c->grid;
    const double q2 = wave_number2(g, kx, ky);
    if (!(q2 >= s->low && q2 <= s->high)) return 0;
    if (2 * kx >= g->nx || 2 * ky >= g->ny || 2 * ky <= -g->ny) return 0; // its alias
    return q2 < s->roll ? 1 : ab_pow(q2 / s->roll, -0.5 * (s->hurst + 1));
}

// In the centre of the first cell, half a cell from the corner of the grid, where the phase is random.
static ab_phase phase(const spectrum *s, int64_t kx, int64_t ky) {
    const ab_grid *g = &s->c->grid;
    ab_random r = ab_random_start(s->seed, (uint64_t)kx << 32 ^ (uint64_t)(ky + (INT64_C(1) << 31)));
    return ab_phase_of(ab_random_unit(&r) + 0.5 * ((double)kx / (double)g->nx + (double)ky / (double)g->ny));
}

// Rows ky of a block of columns kx: half of each wave's amplitude, as its counterpart -kx, -ky has the other half; the
// column kx = 0 holds both.
static void fill_column(const spectrum *s, int64_t kx, double *re, double *im, int64_t stride) {
    const ab_fft *y = &s->c->lines.y;
    for (int64_t i = 0; i < y->n; i++) {
        const int64_t f = y->frequency[i], ky = f <= y->n / 2 ? f : f - y->n;
        const bool mirror = kx == 0 && ky < 0;
        const double a = 0.5 * s->scale * amplitude(s, kx, mirror ? -ky : ky);
        const ab_phase p = phase(s, kx, mirror ? -ky : ky);
        re[i * stride] = a * p.cosine;
        im[i * stride] = mirror ? -a * p.sine : a * p.sine;
    }
}

static void fill_blocks(void *arg, int64_t begin, int64_t end) {
    const spectrum *s = arg;
    const ab_fft_lines *lines = &s->c->lines;
    const int64_t lanes = s->c->kernel->lanes;
    for (int64_t block = begin; block < end; block++) {
        double *column = lines->spectrum + block * lines->rows * 2 * lanes;
        memset(column, 0, sizeof(double) * (size_t)(lines->rows * 2 * lanes));
        for (int64_t lane = 0; lane < lanes && block * lanes + lane <= lines->x.n / 2; lane++)
            fill_column(s, block * lanes + lane, column + lane, column + lanes + lane, 2 * lanes);
        s->c->kernel->columns_back(lines, block);
    }
}

// Mean squares of height and slope for amplitudes of scale 1.
static void mean_squares(const spectrum *s, double *height2, double *slope2) {
    const ab_grid *g = &s->c->grid;
    *height2 = *slope2 = 0;
    for (int64_t kx = 0; kx <= g->nx / 2; kx++)
        for (int64_t ky = kx == 0 ? 1 : -(g->ny / 2); ky <= g->ny / 2; ky++) {
            const double a = amplitude(s, kx, ky), a2 = 0.5 * a * a;
            *height2 += a2;
            *slope2 += a2 * wave_number2(g, kx, ky);
        }
}

static abut_status add_waves(ab_ctx *cx, const ab_surface_values *value, spectrum *s, double *height) {
    const ab_grid *g = &s->c->grid;
    double height2 = 0, slope2 = 0, *cells = NULL;
    mean_squares(s, &height2, &slope2);
    if (!(height2 > 0))
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "no wave of the grid lies between the longest and the shortest wavelength");
    const double *v = value->number;
    s->scale = v[RMS_HEIGHT] > 0 ? v[RMS_HEIGHT] / sqrt(height2) : v[RMS_SLOPE] / sqrt(slope2);
    AB_TRY(ab_alloc_aligned(cx, &cells, ab_grid_array(g)));
    ab_parallel_for(cx, ab_fft_blocks(&s->c->lines, s->c->kernel->lanes), 1, fill_blocks, s);
    ab_spectrum_to_cells(s->c, cells);
    for (int64_t i = 0; i < ab_grid_cells(g); i++) height[i] += cells[i];
    ab_free_aligned(cx, cells);
    return ABUT_OK;
}

static abut_status add(ab_ctx *cx, const ab_surface_values *value, const ab_grid *grid, double *height) {
    ab_grid periodic = *grid;
    periodic.periodic = true;
    ab_convolver c;
    AB_TRY(ab_convolver_make(cx, &periodic, ab_widest(), &c));
    spectrum s = spectrum_of(value, grid, &c);
    const abut_status status = add_waves(cx, value, &s, height);
    ab_convolver_free(&c);
    return status;
}

const ab_surface_type ab_surface_rough = {
    .name = "rough",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .check = check,
    .add = add,
};
