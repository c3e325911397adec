// Transforms for one register width; each fft_w*.c includes this file once and names lanes and kernel.
//
// A stage of radix r takes blocks of length r q:
//   forward  y_(k q + j) = w^(jk) sum over i of x_(i q + j) exp(-2 pi i ik/r),   w = exp(-2 pi i/(r q)),
// then each block of length q by the next stages; back is the transpose with conjugate factors. Blocks are finished one
// after the other, so that small ones stay in the first cache. A convolution of columns turns round at the smallest
// blocks: forward, times the table, and back without another pass.
#include "math/fft.h"
#include "math/simd.h"

#include <string.h>

typedef double vd __attribute__((vector_size(8 * LANES)));
typedef struct vc { // complex numbers, one per lane
    vd re, im;
} vc;

AB_SIMD_INLINE vd load(const double *p) {
    vd v;
    memcpy(&v, p, sizeof v);
    return v;
}
AB_SIMD_INLINE void store(double *p, vd v) { memcpy(p, &v, sizeof v); }

AB_SIMD_INLINE vc add(vc a, vc b) { return (vc){a.re + b.re, a.im + b.im}; }
AB_SIMD_INLINE vc sub(vc a, vc b) { return (vc){a.re - b.re, a.im - b.im}; }
AB_SIMD_INLINE vc scaled(double s, vc a) { return (vc){s * a.re, s * a.im}; }
AB_SIMD_INLINE vc turn(vc a, double c, double s) { return (vc){a.re * c - a.im * s, a.re * s + a.im * c}; }
// a times -i (forward) or i (back)
AB_SIMD_INLINE vc quarter(vc a, bool forward) { return forward ? (vc){a.im, -a.re} : (vc){-a.im, a.re}; }

// ----------------------------------------------------------------------------------------------- small transforms

AB_SIMD_INLINE void transform_2(vc *a) {
    const vc b = a[0];
    a[0] = add(b, a[1]);
    a[1] = sub(b, a[1]);
}

AB_SIMD_INLINE void transform_4(vc *a, bool forward) {
    const vc s0 = add(a[0], a[2]), d0 = sub(a[0], a[2]), s1 = add(a[1], a[3]), d1 = quarter(sub(a[1], a[3]), forward);
    a[0] = add(s0, s1);
    a[1] = add(d0, d1);
    a[2] = sub(s0, s1);
    a[3] = sub(d0, d1);
}

// Odd radix r: a_k = m_k -+ i n_k with m_k = a_0 + sum over j of cos(2 pi jk/r) (a_j + a_(r-j)) and
// n_k = sum over j of sin(2 pi jk/r) (a_j - a_(r-j)), 1 <= j <= (r - 1)/2.
AB_SIMD_INLINE void transform_odd(const int r, const double *cosine, const double *sine, vc *a, bool forward) {
    vc plus[3], minus[3], first = a[0];
    const vc zero = a[0];
    const int half = r / 2;
    for (int j = 1; j <= half; j++) {
        plus[j - 1] = add(a[j], a[r - j]);
        minus[j - 1] = sub(a[j], a[r - j]);
        first = add(first, plus[j - 1]);
    }
    a[0] = first;
    for (int k = 1; k <= half; k++) {
        vc m = zero, n = scaled(sine[k % r], minus[0]);
        for (int j = 1; j <= half; j++) m = add(m, scaled(cosine[j * k % r], plus[j - 1]));
        for (int j = 2; j <= half; j++) n = add(n, scaled(sine[j * k % r], minus[j - 1]));
        n = quarter(n, forward);
        a[k] = add(m, n);
        a[r - k] = sub(m, n);
    }
}

#define C3 0.86602540378443864676
#define C5 0.30901699437494742410
#define D5 0.80901699437494742410
#define S5 0.95105651629515357212
#define T5 0.58778525229247312917
#define C7 0.62348980185873353053
#define D7 0.22252093395631440429
#define E7 0.90096886790241912624
#define S7 0.78183148246802980871
#define T7 0.97492791218182360702
#define U7 0.43388373911755812048
static const double COSINE_3[] = {1, -0.5, -0.5}, SINE_3[] = {0, C3, -C3};
static const double COSINE_5[] = {1, C5, -D5, -D5, C5}, SINE_5[] = {0, S5, T5, -T5, -S5};
static const double COSINE_7[] = {1, C7, -D7, -E7, -E7, -D7, C7}, SINE_7[] = {0, S7, T7, U7, -U7, -T7, -S7};

AB_SIMD_INLINE void transform_small(const int r, vc *a, bool forward) {
    if (r == 2) transform_2(a);
    if (r == 3) transform_odd(3, COSINE_3, SINE_3, a, forward);
    if (r == 4) transform_4(a, forward);
    if (r == 5) transform_odd(5, COSINE_5, SINE_5, a, forward);
    if (r == 7) transform_odd(7, COSINE_7, SINE_7, a, forward);
}

// --------------------------------------------------------------------------------------------------------- stages

AB_SIMD_INLINE void stage_forward(const int r, const double *turns, vc *x, int64_t q) {
    for (int64_t j = 0; j < q; j++, turns += 2 * (r - 1)) {
        vc a[7];
        for (int i = 0; i < r; i++) a[i] = x[j + i * q];
        transform_small(r, a, true);
        x[j] = a[0];
        for (int i = 1; i < r; i++) x[j + i * q] = turn(a[i], turns[2 * i - 2], turns[2 * i - 1]);
    }
}

AB_SIMD_INLINE void stage_back(const int r, const double *turns, vc *x, int64_t q) {
    for (int64_t j = 0; j < q; j++, turns += 2 * (r - 1)) {
        vc a[7];
        a[0] = x[j];
        for (int i = 1; i < r; i++) a[i] = turn(x[j + i * q], turns[2 * i - 2], -turns[2 * i - 1]);
        transform_small(r, a, false);
        for (int i = 0; i < r; i++) x[j + i * q] = a[i];
    }
}

#define BY_RADIX(radix, call)                                                                                          \
    switch (radix) {                                                                                                   \
    case 2:                                                                                                            \
        call(2);                                                                                                       \
        break;                                                                                                         \
    case 3:                                                                                                            \
        call(3);                                                                                                       \
        break;                                                                                                         \
    case 4:                                                                                                            \
        call(4);                                                                                                       \
        break;                                                                                                         \
    case 5:                                                                                                            \
        call(5);                                                                                                       \
        break;                                                                                                         \
    default:                                                                                                           \
        call(7);                                                                                                       \
        break;                                                                                                         \
    }

static void one_stage_forward(const ab_fft_stage *s, vc *x, int64_t q) {
#define FORWARD(r) stage_forward(r, s->turns, x, q)
    BY_RADIX(s->radix, FORWARD)
#undef FORWARD
}
static void one_stage_back(const ab_fft_stage *s, vc *x, int64_t q){
#define BACK(r) stage_back(r, s->turns, x, q)
    BY_RADIX(s->radix, BACK)
#undef BACK
}

// The last two stages where both have radix 4: 16 numbers in registers.
AB_SIMD_INLINE void forward_16(const double *turns, const vc *x, vc *a) {
    for (int j = 0; j < 4; j++) {
        vc b[4] = {x[j], x[j + 4], x[j + 8], x[j + 12]};
        transform_4(b, true);
        a[j] = b[0];
        const double *t = turns + 6 * j;
        for (int i = 1; i < 4; i++) a[j + 4 * i] = j ? turn(b[i], t[2 * i - 2], t[2 * i - 1]) : b[i];
    }
    for (int i = 0; i < 16; i += 4) transform_4(a + i, true);
}

AB_SIMD_INLINE void back_16(const double *turns, vc *a, vc *x) {
    for (int i = 0; i < 16; i += 4) transform_4(a + i, false);
    for (int j = 0; j < 4; j++) {
        const double *t = turns + 6 * j;
        vc b[4] = {a[j]};
        for (int i = 1; i < 4; i++) b[i] = j ? turn(a[j + 4 * i], t[2 * i - 2], -t[2 * i - 1]) : a[j + 4 * i];
        transform_4(b, false);
        for (int i = 0; i < 4; i++) x[j + 4 * i] = b[i];
    }
}

static bool last_is_16(const ab_fft *fft, int s) {
    return s == fft->stages - 2 && fft->stage[s].radix == 4 && fft->stage[s + 1].radix == 4;
}

static void forward(const ab_fft *fft, int s, vc *x, int64_t length) {
    if (s == fft->stages) return;
    if (last_is_16(fft, s)) {
        vc a[16];
        forward_16(fft->stage[s].turns, x, a);
        for (int i = 0; i < 16; i++) x[i] = a[i];
        return;
    }
    const int64_t q = length / fft->stage[s].radix;
    one_stage_forward(&fft->stage[s], x, q);
    for (int64_t at = 0; q > 1 && at < length; at += q) forward(fft, s + 1, x + at, q);
}

static void back(const ab_fft *fft, int s, vc *x, int64_t length) {
    if (s == fft->stages) return;
    if (last_is_16(fft, s)) {
        vc a[16];
        for (int i = 0; i < 16; i++) a[i] = x[i];
        back_16(fft->stage[s].turns, a, x);
        return;
    }
    const int64_t q = length / fft->stage[s].radix;
    for (int64_t at = 0; q > 1 && at < length; at += q) back(fft, s + 1, x + at, q);
    one_stage_back(&fft->stage[s], x, q);
}

// ------------------------------------------------------------------------------------------------------- columns

// table[|frequency|] of the lanes for place i.
AB_SIMD_INLINE vd factor(const ab_fft *fft, const double *table, int64_t i) {
    const int32_t f = fft->frequency[i];
    return load(table + LANES * (int64_t)(f <= fft->n / 2 ? f : fft->n - f));
}

// Forward, times the table, and back; `at` is the place of x[0].
static void convolve(const ab_fft *fft, int s, vc *x, int64_t length, int64_t at, const double *table) {
    if (last_is_16(fft, s)) {
        vc a[16];
        forward_16(fft->stage[s].turns, x, a);
        for (int i = 0; i < 16; i++) {
            const vd k = factor(fft, table, at + i);
            a[i] = (vc){a[i].re * k, a[i].im * k};
        }
        back_16(fft->stage[s].turns, a, x);
        return;
    }
    if (s == fft->stages) {
        const vd k = factor(fft, table, at);
        *x = (vc){x->re * k, x->im * k};
        return;
    }
    const int64_t q = length / fft->stage[s].radix;
    one_stage_forward(&fft->stage[s], x, q);
    for (int64_t i = 0; i < length; i += q) convolve(fft, s + 1, x + i, q, at + i, table);
    one_stage_back(&fft->stage[s], x, q);
}

static vc *column(const ab_fft_lines *lines, int64_t block) { return (vc *)lines->spectrum + block * lines->rows; }

static void columns(const ab_fft_lines *lines, int64_t block, const double *table, double *work) {
    vc *stored = column(lines, block), *x = lines->ny < lines->y.n ? (vc *)work : stored;
    if (x != stored) {
        memcpy(x, stored, sizeof(vc) * (size_t)lines->ny);
        memset(x + lines->ny, 0, sizeof(vc) * (size_t)(lines->y.n - lines->ny));
    }
    convolve(&lines->y, 0, x, lines->y.n, 0, table);
    if (x != stored) memcpy(stored, x, sizeof(vc) * (size_t)lines->ny);
}

static void columns_back(const ab_fft_lines *lines, int64_t block) {
    back(&lines->y, 0, column(lines, block), lines->y.n);
}

static void even_columns(const ab_fft_lines *lines, int64_t block, double scale, double *table, double *work) {
    const vc *stored = column(lines, block);
    const int64_t n = lines->y.n;
    vc *x = (vc *)work;
    for (int64_t j = 0; j < n; j++) x[j] = stored[j <= n / 2 ? j : n - j];
    forward(&lines->y, 0, x, n);
    for (int64_t f = 0; f <= n / 2; f++) store(table + LANES * f, scale * x[lines->y.place[f]].re);
}

// ---------------------------------------------------------------------------------------------------------- rows

// Transposes a square of lanes.
#if LANES == 2
AB_SIMD_INLINE void transpose(vd *r) {
    const vd a = r[0], b = r[1];
    r[0] = __builtin_shufflevector(a, b, 0, 2);
    r[1] = __builtin_shufflevector(a, b, 1, 3);
}
#elif LANES == 4
AB_SIMD_INLINE void transpose(vd *r) {
    vd t[4];
    for (int i = 0; i < 4; i += 2) {
        t[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 4, 2, 6);
        t[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 5, 3, 7);
    }
    for (int i = 0; i < 2; i++) {
        r[i] = __builtin_shufflevector(t[i], t[i + 2], 0, 1, 4, 5);
        r[i + 2] = __builtin_shufflevector(t[i], t[i + 2], 2, 3, 6, 7);
    }
}
#else
AB_SIMD_INLINE void transpose(vd *r) {
    vd t[8], u[8];
    for (int i = 0; i < 8; i += 2) {
        t[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        t[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int b = 0; b < 8; b += 4)
        for (int i = b; i < b + 2; i++) {
            u[i] = __builtin_shufflevector(t[i], t[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            u[i + 2] = __builtin_shufflevector(t[i], t[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int i = 0; i < 4; i++) {
        r[i] = __builtin_shufflevector(u[i], u[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        r[i + 4] = __builtin_shufflevector(u[i], u[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}
#endif

// Lane l of line[x] = cells of rows 2l and 2l + 1.
static void gather_rows(const ab_fft_lines *lines, const double *cells, vc *line) {
    const int64_t nx = lines->nx, whole = nx - nx % LANES;
    for (int64_t x = 0; x < whole; x += LANES)
        for (int part = 0; part < 2; part++) {
            vd r[LANES];
            for (int l = 0; l < LANES; l++) r[l] = load(cells + (2 * l + part) * nx + x);
            transpose(r);
            for (int l = 0; l < LANES; l++) *(part ? &line[x + l].im : &line[x + l].re) = r[l];
        }
    for (int64_t x = whole; x < nx; x++)
        for (int l = 0; l < LANES; l++) {
            line[x].re[l] = cells[2 * l * nx + x];
            line[x].im[l] = cells[(2 * l + 1) * nx + x];
        }
    memset(line + nx, 0, sizeof(vc) * (size_t)(lines->x.n - nx));
}

static void scatter_rows(const ab_fft_lines *lines, const vc *line, double *cells) {
    const int64_t nx = lines->nx, whole = nx - nx % LANES;
    for (int64_t x = 0; x < whole; x += LANES)
        for (int part = 0; part < 2; part++) {
            vd r[LANES];
            for (int l = 0; l < LANES; l++) r[l] = part ? line[x + l].im : line[x + l].re;
            transpose(r);
            for (int l = 0; l < LANES; l++) store(cells + (2 * l + part) * nx + x, r[l]);
        }
    for (int64_t x = whole; x < nx; x++)
        for (int l = 0; l < LANES; l++) {
            cells[2 * l * nx + x] = line[x].re[l];
            cells[(2 * l + 1) * nx + x] = line[x].im[l];
        }
}

// Two rows as the parts of one sequence Z: X_k = (Z_k + Z*_(n-k))/2 and Y_k = (Z_k - Z*_(n-k))/2i.
static void untangle(const ab_fft *fft, const vc *line, int64_t block, vc *row) {
    vd ar[LANES], ai[LANES], br[LANES], bi[LANES];
    for (int l = 0; l < LANES; l++) {
        const int64_t k = block * LANES + l;
        if (k > fft->n / 2) {
            ar[l] = ai[l] = br[l] = bi[l] = (vd){0};
            continue;
        }
        const vc z = line[fft->place[k]], w = line[fft->place[k ? fft->n - k : 0]];
        ar[l] = 0.5 * (z.re + w.re);
        ai[l] = 0.5 * (z.im - w.im);
        br[l] = 0.5 * (z.im + w.im);
        bi[l] = 0.5 * (w.re - z.re);
    }
    transpose(ar), transpose(ai), transpose(br), transpose(bi);
    for (int l = 0; l < LANES; l++) {
        row[2 * l] = (vc){ar[l], ai[l]};
        row[2 * l + 1] = (vc){br[l], bi[l]};
    }
}

// Z_k = X_k + i Y_k, Z_(n-k) = X*_k + i Y*_k.
static void entangle(const ab_fft *fft, const vc *row, int64_t block, vc *line) {
    vd ar[LANES], ai[LANES], br[LANES], bi[LANES];
    for (int l = 0; l < LANES; l++) {
        ar[l] = row[2 * l].re;
        ai[l] = row[2 * l].im;
        br[l] = row[2 * l + 1].re;
        bi[l] = row[2 * l + 1].im;
    }
    transpose(ar), transpose(ai), transpose(br), transpose(bi);
    for (int l = 0; l < LANES; l++) {
        const int64_t k = block * LANES + l;
        if (k > fft->n / 2) break;
        line[fft->place[k]] = (vc){ar[l] - bi[l], ai[l] + br[l]};
        if (k > 0 && 2 * k < fft->n) line[fft->place[fft->n - k]] = (vc){ar[l] + bi[l], br[l] - ai[l]};
    }
}

static int64_t blocks_of(const ab_fft_lines *lines) { return ab_fft_blocks(lines, LANES); }

static void rows_forward(const ab_fft_lines *lines, const double *cells, int64_t row, double *work) {
    vc *line = (vc *)work;
    for (int part = 0; part < AB_FFT_ROWS; part += 2 * LANES) {
        gather_rows(lines, cells + part * lines->nx, line);
        forward(&lines->x, 0, line, lines->x.n);
        for (int64_t b = 0; b < blocks_of(lines); b++) untangle(&lines->x, line, b, column(lines, b) + row + part);
    }
}

static void rows_back(const ab_fft_lines *lines, double *cells, int64_t row, double *work) {
    vc *line = (vc *)work;
    for (int part = 0; part < AB_FFT_ROWS; part += 2 * LANES) {
        for (int64_t b = 0; b < blocks_of(lines); b++) entangle(&lines->x, column(lines, b) + row + part, b, line);
        back(&lines->x, 0, line, lines->x.n);
        scatter_rows(lines, line, cells + part * lines->nx);
    }
}

const ab_fft_kernel AB_FFT_KERNEL = {LANES, rows_forward, rows_back, columns, columns_back, even_columns};
