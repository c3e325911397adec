// Plans of Fourier transforms: radices, twiddle factors, order of frequencies.
//   n = r_1 r_2 ... r_m: stage s divides blocks of length n/(r_1 ... r_(s-1)) by r_s, so that place
//   a_1 n/r_1 + a_2 n/(r_1 r_2) + ... holds frequency a_1 + a_2 r_1 + a_3 r_1 r_2 + ...       [cooley1965]
#include "math/fft.h"
#include "base/alloc.h"
#include "math/elementary.h"

extern const ab_fft_kernel ab_fft_kernel_16, ab_fft_kernel_32, ab_fft_kernel_64;

const ab_fft_kernel *ab_fft_kernel_of(ab_width width) {
    const ab_fft_kernel *const by_width[AB_WIDTHS] = {&ab_fft_kernel_16, &ab_fft_kernel_32, &ab_fft_kernel_64};
    return width <= ab_widest() && by_width[width]->lanes ? by_width[width] : NULL;
}

int64_t ab_fft_blocks(const ab_fft_lines *lines, int lanes) { return (lines->x.n / 2 + lanes) / lanes; }

int64_t ab_fft_work(const ab_fft_lines *lines) {
    const int64_t longest = lines->x.n > lines->y.n ? lines->x.n : lines->y.n;
    return 2 * AB_FFT_LANES_MAX * longest;
}

// Divides n by r as often as possible.
static int64_t without(int64_t n, int r) {
    while (n % r == 0) n /= r;
    return n;
}

bool ab_fft_size(int64_t n) {
    return n >= 1 && n <= AB_FFT_MAX && without(without(without(without(n, 2), 3), 5), 7) == 1;
}

int64_t ab_fft_size_near(int64_t n, int step) {
    n = n < 1 ? 1 : n > AB_FFT_MAX ? AB_FFT_MAX : n; // both are sizes
    while (!ab_fft_size(n)) n += step;
    return n;
}

// Odd radices first and fours last: the last two fours are one pass (fft_lanes.h).
static void choose_radices(ab_fft *fft) {
    int64_t n = fft->n;
    static const int32_t ODD[] = {7, 5, 3};
    for (int i = 0; i < 3; i++)
        for (; n % ODD[i] == 0; n /= ODD[i]) fft->stage[fft->stages++].radix = ODD[i];
    int twos = 0;
    for (; n > 1; n /= 2) twos++;
    if (twos % 2) fft->stage[fft->stages++].radix = 2;
    for (; twos > 1; twos -= 2) fft->stage[fft->stages++].radix = 4;
}

static int64_t count_turns(const ab_fft *fft) {
    int64_t count = 0, length = fft->n;
    for (int s = 0; s < fft->stages; s++) {
        const int32_t r = fft->stage[s].radix;
        length /= r;
        count += 2 * length * (r - 1);
    }
    return count;
}

static void set_turns(ab_fft *fft) {
    double *turn = fft->turns;
    int64_t length = fft->n;
    for (int s = 0; s < fft->stages; s++) {
        const int32_t r = fft->stage[s].radix;
        fft->stage[s].turns = turn;
        for (int64_t j = 0; j < length / r; j++)
            for (int32_t k = 1; k < r; k++) {
                const ab_phase p = ab_root_of_unity(j * k, length);
                *turn++ = p.cosine;
                *turn++ = -p.sine;
            }
        length /= r;
    }
}

static void set_order(ab_fft *fft) {
    for (int32_t i = 0; i < fft->n; i++) {
        int64_t frequency = 0, step = 1, rest = i, length = fft->n;
        for (int s = 0; s < fft->stages; s++) {
            length /= fft->stage[s].radix;
            frequency += rest / length * step;
            rest %= length;
            step *= fft->stage[s].radix;
        }
        fft->frequency[i] = (int32_t)frequency;
        fft->place[frequency] = i;
    }
}

static abut_status fill(ab_ctx *cx, ab_fft *fft) {
    AB_TRY(AB_ALLOC(cx, &fft->turns, count_turns(fft)));
    AB_TRY(AB_ALLOC(cx, &fft->frequency, fft->n));
    AB_TRY(AB_ALLOC(cx, &fft->place, fft->n));
    set_turns(fft);
    set_order(fft);
    return ABUT_OK;
}

abut_status ab_fft_plan(ab_ctx *cx, int64_t n, ab_fft *fft) {
    *fft = (ab_fft){0};
    if (!ab_fft_size(n))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "%lld has a prime factor above 7; the next sizes are %lld and %lld",
                       (long long)n, (long long)ab_fft_size_near(n, -1), (long long)ab_fft_size_near(n, 1));
    fft->n = (int32_t)n;
    choose_radices(fft);
    const abut_status status = fill(cx, fft);
    if (status != ABUT_OK) ab_fft_free(cx, fft);
    return status;
}

void ab_fft_free(ab_ctx *cx, ab_fft *fft) {
    ab_free(cx, fft->turns);
    ab_free(cx, fft->frequency);
    ab_free(cx, fft->place);
    *fft = (ab_fft){0};
}
