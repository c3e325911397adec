// What may be given, and the problems that are several: augmented contact, and loads that a hardness makes difficult.
#include "elastic/solve.h"

#include <math.h>
#include <string.h>

#define AUGMENTATIONS 200

static abut_status refuse(const ab_halfspace *h, const char *why) {
    return ab_fail(h->cx, ABUT_ERR_ARGUMENT, "%s", why);
}

static abut_status check_force(const ab_halfspace *h, double force) {
    if (!(force > 0 && isfinite(force))) return refuse(h, "the load must be positive and finite");
    const double max = h->def.hardness * ab_grid_area(&h->def.grid) * (double)h->touchable;
    if (force < max) return ABUT_OK;
    return ab_fail(h->cx, ABUT_ERR_ARGUMENT,
                   "the load of %.6g N is not below hardness times area, %.6g N: no contact can carry it", force, max);
}

// Without stiffness against uniform pressure a full contact has no approach.
static abut_status check_approach(const ab_halfspace *h, double approach) {
    if (!isfinite(approach)) return refuse(h, "the approach must be finite");
    const bool floats = h->def.grid.periodic && ab_kernel_uniform(&h->kernel) == 0 && isinf(h->def.penalty) &&
                        isinf(h->def.hardness) && h->touchable == ab_grid_cells(&h->def.grid);
    if (!floats || approach < h->mean) return ABUT_OK;
    return ab_fail(h->cx, ABUT_ERR_ARGUMENT,
                   "the approach of %.6g m leaves no mean gap (%.6g m at first touch): a periodic half-space has full "
                   "contact then "
                   "and any pressure; give the load instead",
                   approach, h->mean - h->min);
}

static abut_status drive_by(ab_halfspace *h, ab_drive drive, double value, bool *load_given, double *given) {
    *load_given = drive == AB_DRIVE_FORCE || drive == AB_DRIVE_PRESSURE;
    *given = value;
    if (drive == AB_DRIVE_PRESSURE) *given = value * ab_grid_area(&h->def.grid) * (double)ab_grid_cells(&h->def.grid);
    if (*load_given) return check_force(h, *given);
    if (drive == AB_DRIVE_MEAN_GAP) {
        if (!h->def.grid.periodic || ab_kernel_uniform(&h->kernel) != 0)
            return refuse(h, "a mean gap can be given for a periodic half-space only; give load or approach instead");
        if (!(value > 0)) return refuse(h, "the mean gap must be positive");
        *given = h->mean - value;
    }
    return check_approach(h, *given);
}

// ---------------------------------------------------------------------------------------------------------- hardness

// Where most of the contact is at the hardness, scaling to the load moves its border to and fro. At a given approach
// there is nothing to scale: then the force over the approach is searched to LOAD_NEAR, by false position with
// bisections between.
#define LOAD_NEAR   1e-10
#define LOAD_SEARCH 120

typedef struct force_search {
    ab_halfspace *h;
    double low, high, force_low, force_high; // bracket, m and N
    double force;                            // at the last approach
    int64_t iterations;
} force_search;

static abut_status force_at(force_search *f, double approach) {
    ab_contact_solution s;
    AB_TRY(ab_contact_solve(f->h, false, approach, f->h->def.tolerance, &s));
    f->iterations += s.iterations;
    f->force = 0;
    for (int64_t i = 0; i < ab_grid_cells(&f->h->def.grid); i++) f->force += f->h->cells.p[i];
    f->force *= ab_grid_area(&f->h->def.grid);
    return ABUT_OK;
}

static double next_approach(const force_search *f, double force, int k) {
    if (!(f->high > f->low)) return f->low + 1e-3 * f->h->deviation * ldexp(1, k);
    const double share = (force - f->force_low) / (f->force_high - f->force_low);
    return f->low + (k % 3 == 0 ? 0.5 : fmin(fmax(share, 0.01), 0.99)) * (f->high - f->low);
}

static abut_status search_approach(force_search *f, double force) {
    for (int k = 0; k < LOAD_SEARCH && fabs(f->force - force) > LOAD_NEAR * force; k++) {
        const double approach = next_approach(f, force, k);
        if (approach == f->low || approach == f->high) break;
        AB_TRY(force_at(f, approach));
        const bool above = f->force > force;
        *(above ? &f->high : &f->low) = approach;
        *(above ? &f->force_high : &f->force_low) = f->force;
    }
    return ABUT_OK;
}

static abut_status solve_load(ab_halfspace *h, bool load_given, double value, ab_contact_solution *s) {
    const abut_status status = ab_contact_solve(h, load_given, value, h->def.tolerance, s);
    if (status != ABUT_ERR_UNSOLVED || !load_given || isinf(h->def.hardness)) return status;
    force_search f = {.h = h, .low = h->min, .high = h->min, .iterations = s->iterations};
    for (int64_t i = 0; i < ab_grid_cells(&h->def.grid); i++) h->cells.p[i] = 0;
    AB_TRY(search_approach(&f, value));
    AB_TRY(ab_contact_solve(h, true, value, h->def.tolerance, s));
    s->iterations += f.iterations;
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------------------- augmentation

// The largest change of p/k since the last augmentation, which is the gap under pressure.
static double keep_pressure(ab_halfspace *h) {
    double change = 0;
    for (int64_t i = 0; i < ab_grid_cells(&h->def.grid); i++) {
        change = fmax(change, fabs(h->cells.p[i] - h->last[i]) / h->def.penalty);
        h->last[i] = h->cells.p[i];
    }
    return change;
}

// Penalty problems with f - p/k of the last one, until the gap is within the tolerance.
static abut_status augment(ab_halfspace *h, bool load_given, double value, ab_contact_solution *s) {
    const int64_t n = ab_grid_cells(&h->def.grid);
    int64_t iterations = 0;
    memset(h->last, 0, sizeof(double) * (size_t)n);
    for (int round = 0; round < AUGMENTATIONS; round++) {
        for (int64_t i = 0; i < n; i++) h->cells.f[i] = h->shape[i] - h->last[i] / h->def.penalty;
        AB_TRY(solve_load(h, load_given, value, s));
        s->iterations = iterations += s->iterations;
        s->inside = fmax(s->inside, keep_pressure(h) / s->unit);
        if (s->inside <= h->def.tolerance) return ABUT_OK;
    }
    return ab_fail(
        h->cx, ABUT_ERR_UNSOLVED,
        "after %d augmentations the gap under pressure is %.1e of the deviation of the surface; give a larger "
        "'penalty'",
        AUGMENTATIONS, s->inside);
}

abut_status ab_halfspace_solve(ab_halfspace *h, ab_drive drive, double value, ab_press_answer *answer) {
    bool load_given = false;
    double given = 0;
    *answer = (ab_press_answer){0};
    AB_TRY(drive_by(h, drive, value, &load_given, &given));
    const int64_t before = h->convolver.count;
    ab_contact_solution s = {0};
    const abut_status status = h->last ? augment(h, load_given, given, &s) : solve_load(h, load_given, given, &s);
    if (h->last) memcpy(h->cells.f, h->shape, sizeof(double) * (size_t)ab_grid_cells(&h->def.grid));
    AB_TRY(status);
    answer->iterations = s.iterations;
    answer->convolutions = h->convolver.count - before;
    answer->unit = s.unit;
    answer->inside = s.inside;
    answer->outside = s.outside;
    ab_halfspace_measure(h, answer);
    return ABUT_OK;
}
