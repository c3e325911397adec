// Projected conjugate gradients, conjugate by the last product, with the inverse of a wave's compliance as
// preconditioner Q. C = {0 < p < hardness} are the free cells, means are over C (load given; none if delta is given):
//
//     repeat  delta = mean(u + f);  g = u + f - delta
//             |g| in C, violations outside <= tol deviation(f): accept, if u was just computed from p; else compute it
//             z = Q (g in C);  z -= mean z
//             d = z + beta d - mean,  beta = -(z.r)/(d.r)      r is the product of the last d: no stored old gradient,
//             r = K d,  tau = (g.d)/(r.d)                      and it survives changes of C
//             p -= tau d in C,  p -= tau enter g outside;  p is cut to [0, hardness] and scaled to the load
//             u -= tau r if C has not changed, else u = K p
//
// [polonsky1999] with another beta, Q, and products that are not repeated. Pointwise work is done on rows while
// they are in the cache for a transform (cell_rows.h).
#include "elastic/solve.h"

#include "base/work.h"

#include <math.h>
#include <string.h>

// A cell that comes into contact gets tau ENTER/K^(largest wave) g: less than a wave of the grid's length would get.
#define ENTER 0.5
// Iterations without a residual that is a tenth smaller, after which round-off has won.
#define STALLED      200
#define STALLED_HARD 60 // with a hardness, which has another way (drive.c)

typedef struct contact_solver {
    ab_halfspace *h;
    ab_cells *s;
    ab_row_work work;
    bool load_given;
    double sum;   // of p, if load_given
    double enter; // Pa/m
    double rd;    // r.d of the last direction; 0 = start anew
    double count; // cells in C
    double unit;  // of residuals, m
    double tolerance;
    bool exact;             // u was computed from p
    double inside, outside; // residuals
    double best, reached;   // the least so far of the larger one, and of those with u = K p
    int64_t iterations, best_at;
} contact_solver;

static void convolve(contact_solver *v, const double *table, double *in, double *out, ab_rows_fn *before,
                     ab_rows_fn *after) {
    v->work = (ab_row_work){before, after, v->s, {{0}, {0}}, {{0}, {0}}};
    ab_convolve(&v->h->convolver, table, in, out, &v->work);
}

static const double *work_on_rows(contact_solver *v, ab_rows_fn *work) {
    v->work = (ab_row_work){work, NULL, v->s, {{0}, {0}}, {{0}, {0}}};
    ab_work_on_rows(&v->h->convolver, &v->work);
    return v->work.total_before.add;
}

static bool can_touch(const ab_cells *s, int64_t i) { return s->f[i] < 0.5 * AB_NEVER_TOUCHES; }

// What the cells at the limit leave of the load to all others alike. Returns the sum of their p.
static double spread(contact_solver *v, double rest) {
    const int64_t n = ab_grid_cells(&v->h->def.grid);
    int64_t open = 0;
    for (int64_t i = 0; i < n; i++) open += v->s->p[i] == 0 && can_touch(v->s, i);
    for (int64_t i = 0; i < n; i++)
        if (v->s->p[i] == 0 && can_touch(v->s, i)) v->s->p[i] = rest / (double)open;
    return open > 0 ? rest : 0;
}

// p to the load: free cells by a common factor, some of which may then reach the limit, so again; all cells where
// those at the limit carry more than the load.
static void scale_to_load(contact_solver *v, double sum_free, double sum_limited) {
    for (int i = 0; i < 30 && fabs(sum_free + sum_limited - v->sum) > 1e-14 * v->sum; i++) {
        const bool too_many = sum_limited >= v->sum;
        if (!too_many && !(sum_free > 0)) {
            sum_free = spread(v, v->sum - sum_limited);
            continue;
        }
        v->s->scale = too_many ? v->sum / (sum_free + sum_limited) : (v->sum - sum_limited) / sum_free;
        v->s->scale_limited = too_many ? v->s->scale : 1;
        const double *sum = work_on_rows(v, v->h->rows->scale);
        sum_free = sum[AB_SCALE_FREE];
        sum_limited = sum[AB_SCALE_LIMITED];
    }
}

// u = K p, and delta that makes the mean of g over C zero.
static void displace(contact_solver *v) {
    v->s->advance = 0;
    convolve(v, v->h->table, v->s->p, v->s->u, NULL, v->h->rows->displaced);
    v->count = v->work.total_after.add[AB_DISPLACED_COUNT];
    if (v->load_given && v->count > 0) v->s->approach = v->work.total_after.add[AB_DISPLACED_SUM] / v->count;
    v->exact = true;
}

// z = Q g and the residuals.
static void look(contact_solver *v) {
    convolve(v, v->h->inverse, v->s->z, v->s->z, v->h->rows->gradient, v->h->rows->smoothed);
    v->s->advance = 0;
    v->inside = v->work.total_before.max[AB_GRADIENT_IN] / v->unit;
    v->outside = v->work.total_before.max[AB_GRADIENT_OUT] / v->unit;
}

// d and r = K d; false if it does not lead down.
static bool turn(contact_solver *v) {
    const double *sum = v->work.total_after.add, per = v->load_given && v->count > 0 ? 1 / v->count : 0;
    v->s->mean_z = sum[AB_SMOOTHED_Z] * per;
    const double zr = sum[AB_SMOOTHED_ZR] - v->s->mean_z * sum[AB_SMOOTHED_R];
    v->s->beta = v->rd != 0 ? -zr / v->rd : 0;
    v->s->mean_d = v->s->beta * sum[AB_SMOOTHED_D] * per;
    convolve(v, v->h->table, v->s->d, v->s->r, v->h->rows->direction, v->h->rows->product);
    sum = v->work.total_after.add;
    v->rd = sum[AB_PRODUCT_RD];
    v->s->tau = sum[AB_PRODUCT_GD] / v->rd;
    return v->s->tau > 0 && isfinite(v->s->tau);
}

// Along d; false if nothing changes.
static bool step(contact_solver *v) {
    const double mean_r = v->count > 0 ? v->work.total_after.add[AB_PRODUCT_R] / v->count : 0;
    const double *sum = work_on_rows(v, v->h->rows->project);
    if (sum[AB_PROJECT_CHANGES] != 0) {
        if (v->load_given) scale_to_load(v, sum[AB_PROJECT_FREE], sum[AB_PROJECT_LIMITED]);
        displace(v);
        return true;
    }
    v->s->advance = v->s->tau;
    if (v->load_given) v->s->approach -= v->s->tau * mean_r;
    v->exact = false;
    return v->s->tau > 0;
}

static abut_status unsolved(const contact_solver *v) {
    return ab_fail(v->h->cx, ABUT_ERR_UNSOLVED,
                   "the contact is solved to %.1e of the deviation of the surface after %lld iterations, not to the "
                   "tolerance %.1e; round-off ends at about 1e-11 on 1024 x 1024 cells: give a larger 'tolerance'",
                   v->reached, (long long)v->iterations, v->tolerance);
}

// The residual has not fallen for long.
static bool stalled(contact_solver *v) {
    const double worst = fmax(v->inside, v->outside);
    if (v->exact) v->reached = fmin(v->reached, worst);
    if (worst < 0.9 * v->best) {
        v->best = worst;
        v->best_at = v->iterations;
    }
    const int64_t patience = isinf(v->h->def.hardness) ? STALLED : STALLED_HARD;
    return v->iterations - v->best_at > patience || v->iterations >= v->h->def.iterations;
}

// From residuals that are too large: a step along d, or from cells outside alone if nothing leads down within C.
static abut_status advance(contact_solver *v) {
    v->iterations++;
    if (!turn(v)) {
        v->rd = 0;
        if (v->s->beta != 0) return ABUT_OK; // again, from the gradient
        v->s->tau = 0;
        v->s->enter = v->enter;
        return step(v) ? ABUT_OK : unsolved(v);
    }
    v->s->enter = v->s->tau * v->enter;
    step(v);
    return ABUT_OK;
}

// Repeats iterations until g is within the tolerance, with u = K p.
static abut_status iterate(contact_solver *v) {
    const double tolerance = v->tolerance;
    for (;;) {
        AB_TRY(ab_heed(v->h->cx));
        look(v);
        if (!isfinite(v->work.total_after.add[AB_SMOOTHED_Z]))
            return ab_fail(v->h->cx, ABUT_ERR_NUMERIC, "the contact gives a number that is not finite");
        const bool within = v->inside <= tolerance && v->outside <= tolerance;
        if (within && v->exact) return ABUT_OK;
        if (stalled(v)) return unsolved(v);
        if (within) {
            displace(v);
            v->rd = 0;
        } else {
            AB_TRY(advance(v));
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- start

static void sum_pressure(const ab_halfspace *h, double *sum_free, double *sum_limited) {
    *sum_free = *sum_limited = 0;
    for (int64_t i = 0; i < ab_grid_cells(&h->def.grid); i++) {
        const double p = h->cells.p[i];
        *(p < h->def.hardness ? sum_free : sum_limited) += p;
    }
}

// p of the last answer, scaled to the load; or the same p everywhere.
static void start_load(contact_solver *v) {
    double sum_free = 0, sum_limited = 0;
    sum_pressure(v->h, &sum_free, &sum_limited);
    if (!(sum_free > 0) || sum_limited >= v->sum) {
        const double p = v->sum / (double)v->h->touchable;
        for (int64_t i = 0; i < ab_grid_cells(&v->h->def.grid); i++) v->s->p[i] = can_touch(v->s, i) ? p : 0;
        sum_pressure(v->h, &sum_free, &sum_limited);
    }
    scale_to_load(v, sum_free, sum_limited);
}

static double stiffness_of_longest_wave(const ab_halfspace *h) {
    return ab_kernel_table_at(&h->convolver, h->inverse, 0, 0) * (double)h->convolver.lines.x.n *
           (double)h->convolver.lines.y.n;
}

abut_status ab_contact_solve(ab_halfspace *h, bool load_given, double value, double tolerance,
                             ab_contact_solution *out) {
    contact_solver v = {.h = h,
                        .s = &h->cells,
                        .load_given = load_given,
                        .tolerance = tolerance,
                        .unit = h->deviation,
                        .best = INFINITY,
                        .reached = INFINITY};
    v.enter = ENTER * stiffness_of_longest_wave(h);
    if (load_given) {
        v.sum = value / ab_grid_area(&h->def.grid);
        if (!(v.unit > 0)) v.unit = h->diagonal * v.sum / (double)h->touchable;
        start_load(&v);
    } else {
        h->cells.approach = value;
        if (!(v.unit > 0)) v.unit = fabs(value - h->min);
    }
    displace(&v);
    const abut_status status = iterate(&v);
    *out = (ab_contact_solution){v.iterations, v.inside, v.outside, v.unit};
    return status;
}
