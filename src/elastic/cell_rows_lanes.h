// Work on rows for one register width; each cell_rows_w*.c includes this file once and names the table.
#include "elastic/cell_rows.h"
#include "math/lane.h"

AB_SIMD_INLINE double sum_of(ab_vd v) { return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7])); }

AB_SIMD_INLINE double largest_of(ab_vd v) {
    double largest = v[0];
    for (int k = 1; k < AB_LANES; k++) largest = v[k] > largest ? v[k] : largest;
    return largest;
}

// a in C, b at the limit, c at 0.
AB_SIMD_INLINE ab_vd by_class(ab_vd p, double limit, ab_vd a, ab_vd b, ab_vd c) {
    return vd_pick(vd_less(vd_all(0), p), vd_pick(vd_less(p, vd_all(limit)), a, b), c);
}
AB_SIMD_INLINE ab_vd in_c(ab_vd p, double limit, ab_vd a) { return by_class(p, limit, a, vd_all(0), vd_all(0)); }

AB_SIMD_INLINE ab_vd gap_at(const ab_cells *s, int64_t i) {
    return vd_load(s->u + i) + vd_load(s->f + i) - s->approach;
}

AB_SIMD_INLINE void gradient_of(const ab_cells *s, int64_t begin, int64_t end, ab_row_sums *sums, bool advance) {
    ab_vd in = vd_all(0), out = vd_all(0);
    for (int64_t i = begin; i < end; i += AB_LANES) {
        if (advance) vd_store(s->u + i, vd_load(s->u + i) - s->advance * vd_load(s->r + i));
        const ab_vd p = vd_load(s->p + i), g = gap_at(s, i), z = in_c(p, s->limit, g);
        vd_store(s->z + i, z);
        in = vd_greater(in, vd_greater(z, -z));
        out = vd_greater(out, by_class(p, s->limit, vd_all(0), g, -g));
    }
    sums->max[AB_GRADIENT_IN] = largest_of(in);
    sums->max[AB_GRADIENT_OUT] = largest_of(out);
}

static void gradient(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const ab_cells *s = arg;
    if (s->advance != 0)
        gradient_of(s, begin, end, sums, true);
    else
        gradient_of(s, begin, end, sums, false);
}

static void smoothed(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const ab_cells *s = arg;
    ab_vd sum_z = vd_all(0), sum_zr = sum_z, sum_r = sum_z, sum_d = sum_z;
    for (int64_t i = begin; i < end; i += AB_LANES) {
        const ab_vd p = vd_load(s->p + i), z = in_c(p, s->limit, vd_load(s->z + i)), r = vd_load(s->r + i);
        sum_z += z;
        sum_zr += z * r;
        sum_r += in_c(p, s->limit, r);
        sum_d += in_c(p, s->limit, vd_load(s->d + i));
    }
    sums->add[AB_SMOOTHED_Z] = sum_of(sum_z);
    sums->add[AB_SMOOTHED_ZR] = sum_of(sum_zr);
    sums->add[AB_SMOOTHED_R] = sum_of(sum_r);
    sums->add[AB_SMOOTHED_D] = sum_of(sum_d);
}

static void direction(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const ab_cells *s = arg;
    (void)sums;
    for (int64_t i = begin; i < end; i += AB_LANES) {
        const ab_vd d = vd_load(s->z + i) - s->mean_z + s->beta * vd_load(s->d + i) - s->mean_d;
        vd_store(s->d + i, in_c(vd_load(s->p + i), s->limit, d));
    }
}

static void product(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const ab_cells *s = arg;
    ab_vd sum_gd = vd_all(0), sum_rd = sum_gd, sum_r = sum_gd;
    for (int64_t i = begin; i < end; i += AB_LANES) {
        const ab_vd d = vd_load(s->d + i), r = vd_load(s->r + i);
        sum_gd += in_c(vd_load(s->p + i), s->limit, gap_at(s, i)) * d;
        sum_rd += r * d;
        sum_r += in_c(vd_load(s->p + i), s->limit, r);
    }
    sums->add[AB_PRODUCT_GD] = sum_of(sum_gd);
    sums->add[AB_PRODUCT_RD] = sum_of(sum_rd);
    sums->add[AB_PRODUCT_R] = sum_of(sum_r);
}

static void project(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const ab_cells *s = arg;
    const ab_vd zero = vd_all(0), one = vd_all(1), two = vd_all(2), limit = vd_all(s->limit);
    ab_vd changes = zero, sum_free = zero, sum_limited = zero;
    for (int64_t i = begin; i < end; i += AB_LANES) {
        const ab_vd p = vd_load(s->p + i), was = by_class(p, s->limit, one, two, zero);
        const ab_vd outside = p - s->enter * gap_at(s, i);
        const ab_vd to = by_class(p, s->limit, p - s->tau * vd_load(s->d + i), outside, outside);
        const ab_vd now = vd_lesser(vd_greater(to, zero), limit);
        vd_store(s->p + i, now);
        const ab_vd difference = by_class(now, s->limit, one, two, zero) - was;
        changes += difference * difference;
        sum_free += in_c(now, s->limit, now);
        sum_limited += by_class(now, s->limit, zero, now, zero);
    }
    sums->add[AB_PROJECT_CHANGES] = sum_of(changes);
    sums->add[AB_PROJECT_FREE] = sum_of(sum_free);
    sums->add[AB_PROJECT_LIMITED] = sum_of(sum_limited);
}

static void scale(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const ab_cells *s = arg;
    const ab_vd zero = vd_all(0);
    ab_vd sum_free = zero, sum_limited = zero;
    for (int64_t i = begin; i < end; i += AB_LANES) {
        const ab_vd p = vd_load(s->p + i), grown = vd_lesser(s->scale * p, vd_all(s->limit));
        const ab_vd now = by_class(p, s->limit, grown, s->scale_limited * p, zero);
        vd_store(s->p + i, now);
        sum_free += in_c(now, s->limit, now);
        sum_limited += by_class(now, s->limit, zero, now, zero);
    }
    sums->add[AB_SCALE_FREE] = sum_of(sum_free);
    sums->add[AB_SCALE_LIMITED] = sum_of(sum_limited);
}

static void displaced(void *arg, int64_t begin, int64_t end, ab_row_sums *sums) {
    const ab_cells *s = arg;
    ab_vd sum = vd_all(0), count = sum;
    for (int64_t i = begin; i < end; i += AB_LANES) {
        const ab_vd p = vd_load(s->p + i);
        sum += in_c(p, s->limit, vd_load(s->u + i) + vd_load(s->f + i));
        count += in_c(p, s->limit, vd_all(1));
    }
    sums->add[AB_DISPLACED_SUM] = sum_of(sum);
    sums->add[AB_DISPLACED_COUNT] = sum_of(count);
}

const ab_cell_rows AB_CELL_ROWS = {gradient, smoothed, direction, product, project, scale, displaced};
