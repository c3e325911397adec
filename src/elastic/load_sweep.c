// Loads one after another.
//
// Contact stiffness: while the load grows by dP the cells in contact move as one, and the contact grows only by a term
// of second order. So dP/d delta is the stiffness of a flat punch of the shape of the contact, exactly:
//   K q = 1 in C, q = 0 outside,   dP/d delta = a sum of q
// which is one more problem for the same solver: f = 0 in C, cells outside never touch.
//
// Tangential force Q after P, equal elastic constants, friction mu:
//   q = mu (p(P) - p(P - Q/mu)),   stick where p(P - Q/mu) > 0                       [ciavarella1998] [jaeger1998]
#include "elastic/load_sweep.h"

#include <math.h>
#include <string.h>

// Of the punch, over what a cell yields under its own mean pressure: far below the discretisation of the contact.
#define STIFFNESS_TOLERANCE 1e-6

static size_t bytes(const ab_sweep *s) { return sizeof(double) * (size_t)ab_grid_array(&s->def->problem.grid); }

static abut_status take(ab_sweep *s) {
    const ab_sweep_def *def = s->def;
    const int64_t n = ab_grid_array(&def->problem.grid);
    AB_TRY(ab_halfspace_make(s->cx, &def->problem, &s->h));
    memcpy(s->h.cells.f, def->gap, sizeof(double) * (size_t)ab_grid_cells(&def->problem.grid));
    AB_TRY(ab_halfspace_ready(&s->h));
    if (def->stiffness || def->friction > 0) {
        AB_TRY(ab_alloc_aligned(s->cx, &s->p, n));
        AB_TRY(ab_alloc_aligned(s->cx, &s->u, n));
    }
    if (def->friction > 0) AB_TRY(ab_alloc_aligned(s->cx, &s->traction, n));
    return ABUT_OK;
}

abut_status ab_sweep_begin(ab_ctx *cx, const ab_sweep_def *def, ab_sweep *s) {
    *s = (ab_sweep){.cx = cx, .def = def};
    const abut_status status = take(s);
    if (status != ABUT_OK) ab_sweep_free(s);
    return status;
}

void ab_sweep_free(ab_sweep *s) {
    if (!s->cx) return;
    ab_halfspace_free(&s->h);
    ab_free_aligned(s->cx, s->p);
    ab_free_aligned(s->cx, s->u);
    ab_free_aligned(s->cx, s->traction);
    *s = (ab_sweep){0};
}

// The answer, while other problems are solved in the same cells.
static void keep(ab_sweep *s) {
    memcpy(s->p, s->h.cells.p, bytes(s));
    memcpy(s->u, s->h.cells.u, bytes(s));
}

static void restore(ab_sweep *s, double approach) {
    memcpy(s->h.cells.p, s->p, bytes(s));
    memcpy(s->h.cells.u, s->u, bytes(s));
    s->h.cells.approach = approach;
}

// -------------------------------------------------------------------------------------------------------- stiffness

// Flat under the free cells of the contact.
static void make_punch(ab_sweep *s) {
    ab_cells *c = &s->h.cells;
    for (int64_t i = 0; i < ab_grid_cells(&s->def->problem.grid); i++) {
        const bool inside = c->p[i] > 0 && c->p[i] < s->def->problem.hardness;
        c->f[i] = inside ? 0 : AB_NEVER_TOUCHES;
    }
    memset(c->p, 0, bytes(s));
}

static bool is_rigid(const ab_sweep *s, int64_t contacts) {
    return s->def->problem.grid.periodic && ab_kernel_uniform(&s->h.kernel) == 0 &&
           (isinf(s->def->problem.penalty) || s->def->problem.augmented) &&
           contacts == ab_grid_cells(&s->def->problem.grid);
}

static abut_status press_punch(ab_sweep *s, double force, double *stiffness) {
    ab_halfspace_def *def = &s->h.def;
    ab_press_answer punch = {0};
    def->hardness = s->h.cells.limit = INFINITY;
    def->tolerance = STIFFNESS_TOLERANCE;
    abut_status status = ab_halfspace_ready(&s->h);
    if (status == ABUT_OK) status = ab_halfspace_solve(&s->h, AB_DRIVE_FORCE, force, &punch);
    *def = s->def->problem;
    s->h.cells.limit = def->hardness;
    *stiffness = punch.force / punch.approach;
    return status;
}

static abut_status find_stiffness(ab_sweep *s, const ab_press_answer *contact, double *stiffness) {
    *stiffness = is_rigid(s, contact->contacts) ? INFINITY : 0;
    if (isinf(*stiffness) || contact->contacts == contact->limited) return ABUT_OK;
    make_punch(s);
    AB_TRY(press_punch(s, contact->force, stiffness));
    memcpy(s->h.cells.f, s->def->gap, sizeof(double) * (size_t)ab_grid_cells(&s->def->problem.grid));
    AB_TRY(ab_halfspace_ready(&s->h));
    restore(s, contact->approach);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------- tangential force

static void subtract(ab_sweep *s, double factor, double *stick_area) {
    const ab_cells *c = &s->h.cells;
    int64_t stick = 0;
    for (int64_t i = 0; i < ab_grid_array(&s->def->problem.grid); i++) {
        s->traction[i] = factor * (s->p[i] - c->p[i]);
        stick += c->p[i] > 0;
    }
    *stick_area = (double)stick * ab_grid_area(&s->def->problem.grid);
}

static abut_status pull_sideways(ab_sweep *s, const ab_press_answer *contact, double force, double *stick_area) {
    const double mu = s->def->friction, rest = contact->force - fabs(force) / mu;
    if (!(rest > 0))
        return ab_fail(
            s->cx, ABUT_ERR_ARGUMENT,
            "load %lld: the tangential force of %.6g N is not below friction times the normal force, %.6g N: "
            "the bodies slide",
            (long long)s->solved + 1, fabs(force), mu * contact->force);
    ab_press_answer other;
    if (force != 0) AB_TRY(ab_halfspace_solve(&s->h, AB_DRIVE_FORCE, rest, &other));
    subtract(s, force < 0 ? -mu : mu, stick_area);
    restore(s, contact->approach);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------------ loads

static double impossible_gain(const ab_sweep *s, const ab_press_answer *a) {
    const double way = a->approach - s->approach, gain = a->energy - s->energy;
    const double one = s->force * way, other = a->force * way;
    const double beyond = fmax(gain - fmax(one, other), fmin(one, other) - gain);
    return a->energy > 0 ? fmax(0, beyond) / a->energy : 0;
}

static void find_gap(ab_sweep *s) {
    ab_halfspace_gap(&s->h);
    for (int64_t i = 0; i < ab_grid_array(&s->def->problem.grid); i++)
        if (s->h.cells.f[i] >= 0.5 * AB_NEVER_TOUCHES) s->h.cells.z[i] = NAN;
}

abut_status ab_sweep_next(ab_sweep *s, ab_sweep_answer *a) {
    const ab_sweep_def *def = s->def;
    *a = (ab_sweep_answer){.stiffness = NAN, .tangential = NAN, .stick_area = NAN};
    AB_TRY(ab_halfspace_solve(&s->h, def->drive, def->load[s->solved], &a->contact));
    const ab_press_answer *contact = &a->contact;
    a->gained = impossible_gain(s, contact);
    a->work = s->work += 0.5 * (s->force + contact->force) * (contact->approach - s->approach);
    s->force = contact->force;
    s->approach = contact->approach;
    s->energy = contact->energy;
    if (s->p) keep(s);
    if (s->p && def->stiffness) AB_TRY(find_stiffness(s, contact, &a->stiffness));
    if (s->p && def->friction > 0) {
        a->tangential = def->tangential[s->solved];
        AB_TRY(pull_sideways(s, contact, a->tangential, &a->stick_area));
    }
    find_gap(s);
    s->solved++;
    return ABUT_OK;
}
