// Incremental linear programming in few variables [seidel1991]:
//
//     largest r with n_i . x + r <= d_i
//
// If the optimum so far satisfies the next constraint, it is unchanged; otherwise the new optimum lies on the plane of
// that constraint, which eliminates one variable, and a smaller problem is solved. The constraints are shuffled with a
// fixed seed, since a bad order costs the square of the number of planes or more.
#include "geom/convex/inner_ball.h"

#include "math/random.h"

typedef struct program {
    int dim;
    int32_t n;
    double *row; // dim coefficients and a bound each, AB_BALL_ROW apart; followed by the caller's unused scratch memory
    double goal[4];
    double reach; // bound of every variable
} program;

static double value_of(const double *row, const double *y, int dim) {
    double sum = 0;
    for (int k = 0; k < dim; k++) sum += row[k] * y[k];
    return sum;
}

// One variable: intersection of intervals.
static bool solve_line(const program *p, double *y) {
    double low = -p->reach;
    double high = p->reach;
    for (int32_t i = 0; i < p->n; i++) {
        const double a = p->row[AB_BALL_ROW * i];
        const double b = p->row[AB_BALL_ROW * i + 1];
        if (a > 0) high = ab_lesser(high, b / a);
        if (a < 0) low = ab_greater(low, b / a);
    }
    y[0] = p->goal[0] > 0 ? high : low;
    return low <= high + 1e-12 * p->reach;
}

static int largest_factor(const double *row, int dim) {
    int best = 0;
    for (int k = 1; k < dim; k++)
        if (fabs(row[k]) > fabs(row[best])) best = k;
    return best;
}

// `from` with variable `gone` eliminated by the equation of `on`.
static void reduce_row(const double *from, const double *on, int gone, int dim, double *to) {
    const double share = from[gone] / on[gone];
    for (int k = 0, m = 0; k < dim; k++)
        if (k != gone) to[m++] = from[k] - share * on[k];
    to[dim - 1] = from[dim] - share * on[dim];
}

static bool solve(const program *p, double *y);

// Optimum on the plane of row i, subject to the rows before it.
static bool solve_on(const program *p, int32_t i, double *y) {
    const double *on = p->row + AB_BALL_ROW * (int64_t)i;
    const int gone = largest_factor(on, p->dim);
    if (on[gone] == 0) return false; // the constraint is 0 <= a negative bound: infeasible
    program q = {.dim = p->dim - 1, .row = p->row + AB_BALL_ROW * (int64_t)p->n, .reach = p->reach};
    for (int32_t j = 0; j < i; j++)
        reduce_row(p->row + AB_BALL_ROW * (int64_t)j, on, gone, p->dim, q.row + AB_BALL_ROW * (int64_t)q.n++);
    for (int side = -1; side <= 1; side += 2) {
        double bound[AB_BALL_ROW] = {0};
        bound[gone] = side;
        bound[p->dim] = p->reach;
        reduce_row(bound, on, gone, p->dim, q.row + AB_BALL_ROW * (int64_t)q.n++);
    }
    double goal[AB_BALL_ROW] = {0};
    for (int k = 0; k < p->dim; k++) goal[k] = p->goal[k];
    double reduced[AB_BALL_ROW];
    reduce_row(goal, on, gone, p->dim, reduced);
    for (int k = 0; k < q.dim; k++) q.goal[k] = reduced[k];
    double z[4] = {0};
    if (!solve(&q, z)) return false;
    double rest = on[p->dim];
    for (int k = 0, m = 0; k < p->dim; k++) {
        if (k == gone) continue;
        y[k] = z[m++];
        rest -= on[k] * y[k];
    }
    y[gone] = rest / on[gone];
    return true;
}

static bool solve(const program *p, double *y) {
    if (p->dim == 1) return solve_line(p, y);
    for (int k = 0; k < p->dim; k++) y[k] = p->goal[k] > 0 ? p->reach : -p->reach;
    for (int32_t i = 0; i < p->n; i++) {
        const double *row = p->row + AB_BALL_ROW * (int64_t)i;
        if (value_of(row, y, p->dim) <= row[p->dim] + 1e-13 * p->reach) continue;
        if (!solve_on(p, i, y)) return false;
    }
    return true;
}

static void put_rows(const ab_planes *planes, program *p) {
    for (int32_t j = 0; j < planes->n; j++) {
        double *row = p->row + AB_BALL_ROW * (int64_t)p->n++;
        row[0] = planes->x[j];
        row[1] = planes->y[j];
        row[2] = planes->z[j];
        row[3] = 1;
        row[4] = planes->offset[j];
    }
}

static void shuffle_rows(program *p) {
    ab_random r = ab_random_start(1, 1);
    for (int32_t i = p->n - 1; i > 0; i--) {
        double *const a = p->row + AB_BALL_ROW * (int64_t)i;
        double *const b = p->row + AB_BALL_ROW * (int64_t)(ab_random_u64(&r) % (uint64_t)(i + 1));
        for (int k = 0; k < AB_BALL_ROW; k++) {
            const double swap = a[k];
            a[k] = b[k];
            b[k] = swap;
        }
    }
}

double ab_inner_ball(const ab_planes *planes, int sets, double reach, double *row, v3 *centre) {
    program p = {.dim = 4, .row = row, .goal = {0, 0, 0, 1}, .reach = reach};
    for (int k = 0; k < sets; k++) put_rows(&planes[k], &p);
    shuffle_rows(&p);
    double y[4] = {0};
    if (!solve(&p, y)) return -INFINITY;
    *centre = v3_make(y[0], y[1], y[2]);
    return y[3];
}
