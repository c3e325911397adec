// Checks of elastic contact: Signorini's conditions, the load, the energy.
#include "report/press_verdict.h"

#include <math.h>

// The residual is computed from p, u and delta anew, with other round-off than in the solver.
#define SLACK 1.01
// Sums of up to 2.7e8 pressures of one sign, scaled to the load until they are within 1e-14 of it.
#define MAX_LOAD 1e-12
// The answer is near a minimum: errors of the gap of the tolerance, 1e-8, change energy and load by less than this.
#define MAX_GAINED 1e-6

static abut_check checked(const char *name, const char *what, const char *hint, double value, double limit) {
    return (abut_check){name, what, hint, value, limit, value <= limit, ""};
}

// With a penalty the bodies overlap by p/k: that is the unit then.
static double unit_of(const ab_sweep_def *def, const ab_sweep_answer *a) {
    const bool soft = isfinite(def->problem.penalty) && !def->problem.augmented;
    return soft ? fmax(a->contact.max_pressure / def->problem.penalty, a->contact.unit) : a->contact.unit;
}

static double given_force(const ab_sweep_def *def, int64_t index) {
    const ab_grid *g = &def->problem.grid;
    if (def->drive == AB_DRIVE_FORCE) return def->load[index];
    return def->drive == AB_DRIVE_PRESSURE ? def->load[index] * ab_grid_area(g) * (double)ab_grid_cells(g) : NAN;
}

void ab_press_see(const ab_sweep_def *def, int64_t index, const ab_sweep_answer *a, ab_press_worst *worst) {
    const double unit = unit_of(def, a), force = given_force(def, index), *signorini = a->contact.signorini;
    if (unit > 0) worst->overlap = fmax(worst->overlap, signorini[AB_SIGNORINI_OVERLAP] / unit);
    if (unit > 0) worst->distance = fmax(worst->distance, signorini[AB_SIGNORINI_DISTANCE] / unit);
    worst->pull = fmax(worst->pull, signorini[AB_SIGNORINI_PULL]);
    if (!isnan(force)) worst->load = fmax(worst->load, fabs(a->contact.force - force) / force);
    worst->energy = fmax(worst->energy, a->gained);
}

// A penalty stores energy of its own, and cells at the hardness take some.
static bool keeps_energy(const ab_halfspace_def *def) {
    return isinf(def->hardness) && (isinf(def->penalty) || def->augmented);
}

void ab_press_judge(const ab_sweep_def *def, const ab_press_worst *worst, abut_press_summary *s) {
    const ab_halfspace_def *problem = &def->problem;
    const bool soft = isfinite(problem->penalty) && !problem->augmented;
    const double limit = SLACK * problem->tolerance + (soft ? 1 : 0);
    abut_check *check = s->check;
    int n = 0;
    check[n++] = soft ? checked("overlap", "deepest overlap, over the largest pressure by the penalty",
                                "report it: the overlap is pressure over penalty", worst->overlap, limit)
                      : checked("overlap", "deepest overlap, over the standard deviation of the undeformed gap",
                                "report it: the solver found less", worst->overlap, limit);
    check[n++] =
        checked("push", "largest force of a cell that pulls, N", "report it: no cell may pull", worst->pull, 0);
    check[n++] = checked("touch", "largest gap of a cell under pressure, over the same", "report it", worst->distance,
                         SLACK * problem->tolerance);
    if (def->drive == AB_DRIVE_FORCE || def->drive == AB_DRIVE_PRESSURE)
        check[n++] =
            checked("load", "sum of the pressures against the load, relative", "report it", worst->load, MAX_LOAD);
    if (keeps_energy(problem))
        check[n++] = checked("energy",
                             "change of the stored energy beyond the work that forces between two loads can do, over "
                             "the energy",
                             "lower press.tolerance", worst->energy, MAX_GAINED);
    s->checks = n;
    s->failed = 0;
    for (int i = 0; i < n; i++) s->failed += !check[i].pass;
}
