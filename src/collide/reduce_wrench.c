// Wrench reduction by Caratheodory's theorem for cones: a vector of R^6 that is a positive combination of many vectors
// is one of at most six of them. While more contacts act, their wrenches are linearly dependent, sum z_i w_i = 0; the
// forces are changed along z until one of them is 0. Of the two directions, the one that moves forces away from the
// centre is used.
#include "collide/reduce_wrench.h"

enum { DIMENSION = 6, SET = AB_WRENCH_CONTACTS + 1 };

#define DEPENDENT 1e-13 // relative pivot below which a wrench depends on the others

typedef struct column {
    double w[DIMENSION]; // force, and torque about the centre over the radius
} column;

typedef struct reduction {
    const v3 *point, *normal;
    double *force;
    v3 centre;
    double radius;
    int64_t active[SET]; // contacts with a nonzero force
    int n;
} reduction;

static column wrench_of(const reduction *r, int64_t i) {
    const v3 n = r->normal[i], t = v3_scale(1 / r->radius, v3_cross(v3_sub(r->point[i], r->centre), n));
    return (column){{n.x, n.y, n.z, t.x, t.y, t.z}};
}

typedef struct elimination {
    double a[DIMENSION][SET];
    int column[SET]; // permutation of the columns
    int n, rank;
} elimination;

static void swap_columns(elimination *e, int i, int j) {
    for (int row = 0; row < DIMENSION; row++) {
        const double x = e->a[row][i];
        e->a[row][i] = e->a[row][j];
        e->a[row][j] = x;
    }
    const int c = e->column[i];
    e->column[i] = e->column[j];
    e->column[j] = c;
}

static void swap_rows(elimination *e, int i, int j) {
    for (int k = 0; k < e->n; k++) {
        const double x = e->a[i][k];
        e->a[i][k] = e->a[j][k];
        e->a[j][k] = x;
    }
}

// Moves the largest remaining entry to (k, k); returns its magnitude.
static double pivot(elimination *e, int k) {
    int row = k, col = k;
    for (int i = k; i < DIMENSION; i++)
        for (int j = k; j < e->n; j++)
            if (fabs(e->a[i][j]) > fabs(e->a[row][col])) row = i, col = j;
    swap_rows(e, k, row);
    swap_columns(e, k, col);
    return fabs(e->a[k][k]);
}

// Gauss-Jordan elimination with complete pivoting, until the remainder is negligible.
static void eliminate(elimination *e) {
    double first = 0;
    for (e->rank = 0; e->rank < DIMENSION && e->rank < e->n; e->rank++) {
        const int k = e->rank;
        const double size = pivot(e, k);
        if (k == 0) first = size;
        if (!(size > DEPENDENT * first)) return;
        for (int i = 0; i < DIMENSION; i++) {
            if (i == k) continue;
            const double factor = e->a[i][k] / e->a[k][k];
            for (int j = k; j < e->n; j++) e->a[i][j] -= factor * e->a[k][j];
        }
    }
}

// z with sum z_i w_i = 0 over the active contacts; false if they are independent.
static bool dependence(const reduction *r, double *z) {
    elimination e = {.n = r->n};
    for (int j = 0; j < r->n; j++) {
        const column c = wrench_of(r, r->active[j]);
        e.column[j] = j;
        for (int i = 0; i < DIMENSION; i++) e.a[i][j] = c.w[i];
    }
    eliminate(&e);
    if (e.rank == e.n) return false;
    for (int j = 0; j < e.n; j++) z[j] = 0;
    z[e.column[e.rank]] = 1;
    for (int k = 0; k < e.rank; k++) z[e.column[k]] = -e.a[k][e.rank] / e.a[k][k];
    return true;
}

static double outward(const reduction *r, const double *z) {
    double sum = 0;
    for (int j = 0; j < r->n; j++) sum += z[j] * v3_norm2(v3_sub(r->point[r->active[j]], r->centre));
    return sum;
}

// Contact whose force vanishes first along z; -1 = none.
static int first_to_vanish(const reduction *r, const double *z) {
    int first = -1;
    double min = INFINITY;
    for (int j = 0; j < r->n; j++) {
        if (!(z[j] < 0) || !(r->force[r->active[j]] / -z[j] < min)) continue;
        min = r->force[r->active[j]] / -z[j];
        first = j;
    }
    return first;
}

static void turn_round(double *z, int n) {
    for (int j = 0; j < n; j++) z[j] = -z[j];
}

// Changes the forces along z until the first one is 0, and removes that contact.
static void remove_one(reduction *r, double *z) {
    if (outward(r, z) < 0) turn_round(z, r->n);
    int first = first_to_vanish(r, z);
    if (first < 0) { // forces that cancel would grow outward without bound
        turn_round(z, r->n);
        first = first_to_vanish(r, z);
    }
    const double step = r->force[r->active[first]] / -z[first];
    for (int j = 0; j < r->n; j++) r->force[r->active[j]] = ab_greater(0, r->force[r->active[j]] + step * z[j]);
    r->force[r->active[first]] = 0;
    r->n--;
    for (int j = first; j < r->n; j++) r->active[j] = r->active[j + 1];
}

static void measure(reduction *r, int64_t n) {
    double total = 0;
    for (int64_t i = 0; i < n; i++) {
        r->centre = v3_add_scaled(r->centre, r->force[i], r->point[i]);
        total += r->force[i];
    }
    if (total > 0) r->centre = v3_scale(1 / total, r->centre);
    for (int64_t i = 0; i < n; i++) r->radius = ab_greater(r->radius, v3_norm(v3_sub(r->point[i], r->centre)));
    if (!(r->radius > 0)) r->radius = 1;
}

int ab_wrench_reduce(const v3 *point, const v3 *normal, double *force, int64_t n, int64_t kept[AB_WRENCH_CONTACTS]) {
    reduction r = {.point = point, .normal = normal, .force = force};
    measure(&r, n);
    for (int64_t i = 0; i < n; i++) {
        if (!(force[i] > 0)) continue;
        r.active[r.n++] = i;
        double z[SET] = {0};
        while (dependence(&r, z)) remove_one(&r, z);
    }
    for (int j = 0; j < r.n; j++) kept[j] = r.active[j];
    return r.n;
}
