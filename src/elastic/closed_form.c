// Closed forms of one surface on an elastic half-space, E* its modulus, P the force, delta the approach, a the radius
// of the contact:
//   ball of radius R         P = 4/3 E* sqrt(R) delta^(3/2),  a^2 = R delta,  p_0 = 2 E* a/(pi R),  W = 2/5 P delta
//   cone of slope s          P = 2 E* delta^2/(pi s),  a = 2 delta/(pi s),  W = P delta/3
//   round punch of radius a  P = 2 E* a delta,  W = P delta/2
//                                                                           [johnson1985, chapters 3 to 5]
//   wave of amplitude A and length L under the mean pressure p = s p*, p* = pi E* A/L: share of contact 2 b/L with
//   sin^2(pi b/L) = s, mean gap A (1 - s + s ln s), p_0 = 2 p* sqrt(s), W = p* A s^2 (1 - 2 ln s)/4 per area; full
//   contact from s = 1 on, with p_0 = p + p*                                [westergaard1939]
#include "elastic/closed_form.h"
#include "math/elementary.h"

#include <math.h>

static void ball(const ab_closed_form *f, bool force_given, double value, ab_exact_answer *x) {
    const double r = f->number[0], e = f->modulus;
    const double a = force_given ? ab_pow(0.75 * value * r / e, 1.0 / 3) : sqrt(r * value);
    x->approach = a * a / r;
    x->force = 4 * e * a * a * a / (3 * r);
    x->area = AB_PI * a * a;
    x->max_pressure = 2 * e * a / (AB_PI * r);
    x->energy = 0.4 * x->force * x->approach;
    x->stiffness = 2 * e * a;
}

static void cone(const ab_closed_form *f, bool force_given, double value, ab_exact_answer *x) {
    const double s = f->number[0], e = f->modulus;
    x->approach = force_given ? sqrt(0.5 * AB_PI * s * value / e) : value;
    const double a = 2 * x->approach / (AB_PI * s);
    x->force = e * a * x->approach;
    x->area = AB_PI * a * a;
    x->energy = x->force * x->approach / 3;
    x->stiffness = 2 * e * a;
}

static void punch(const ab_closed_form *f, bool force_given, double value, ab_exact_answer *x) {
    const double a = f->number[0];
    x->stiffness = 2 * f->modulus * a;
    x->approach = force_given ? value / x->stiffness : value;
    x->force = x->stiffness * x->approach;
    x->area = AB_PI * a * a;
    x->energy = 0.5 * x->force * x->approach;
}

// Half the share of the length in contact: sin^2(pi c) = s.
static double half_share(double s) {
    double low = 0, high = 0.5;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high), sine = ab_phase_of(0.5 * middle).sine;
        *(sine * sine < s ? &low : &high) = middle;
    }
    return 0.5 * low;
}

static double wave_gap(double s) { return s > 0 && s < 1 ? 1 - s + s * ab_ln(s) : s < 1 ? 1 : 0; }

// Load of a mean gap, both without dimension.
static double wave_load(double gap) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *(wave_gap(middle) > gap ? &low : &high) = middle;
    }
    return low;
}

static void wave(const ab_closed_form *f, bool force_given, double value, ab_exact_answer *x) {
    const double amplitude = f->number[0], full = AB_PI * f->modulus * amplitude / f->number[1];
    const double s = force_given ? value / (f->area * full) : wave_load(1 - value / amplitude);
    const double log_s = s > 0 && s < 1 ? ab_ln(s) : 0;
    x->force = s * full * f->area;
    x->mean_gap = amplitude * wave_gap(s);
    x->approach = amplitude - x->mean_gap;
    x->area = f->area * (s < 1 ? 4 * half_share(s) : 1);
    x->max_pressure = s < 1 ? 2 * full * sqrt(s) : (1 + s) * full;
    x->energy = f->area * full * amplitude * (s < 1 ? 0.25 * s * s * (1 - 2 * log_s) : 0.25);
    x->stiffness = s < 1 ? -full * f->area / (amplitude * log_s) : INFINITY;
}

static const struct {
    int surface;
    bool periodic;
    const char *name;
    void (*at)(const ab_closed_form *, bool, double, ab_exact_answer *);
} FORMS[] = {
    {AB_SURFACE_sphere, false, "Hertz", ball},
    {AB_SURFACE_cone, false, "Sneddon (cone)", cone},
    {AB_SURFACE_punch, false, "Sneddon (flat punch)", punch},
    {AB_SURFACE_wave, true, "Westergaard", wave},
};

static bool is_plain(const ab_halfspace_def *def) {
    for (int i = 0; i < def->solids; i++)
        if (def->solid[i].thickness > 0) return false;
    return isinf(def->hardness) && (isinf(def->penalty) || def->augmented);
}

// A rectangular punch, and a product of waves, have none.
static bool is_simple(int surface, const ab_surface_values *value) {
    if (surface == AB_SURFACE_punch) return value->number[0] > 0;
    return surface != AB_SURFACE_wave || value->number[2] == 0;
}

ab_closed_form ab_closed_form_of(const ab_halfspace_def *def, int surface, const ab_surface_values *value) {
    ab_closed_form form = {.name = NULL};
    const ab_grid *g = &def->grid;
    if (!is_plain(def) || !is_simple(surface, value)) return form;
    double compliance = 0;
    for (int i = 0; i < def->solids; i++) compliance += ab_solid_compliance(&def->solid[i]);
    form.number[0] = value->number[0];
    form.number[1] = value->number[1];
    form.modulus = 1 / compliance;
    form.area = ab_grid_area(g) * (double)ab_grid_cells(g);
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        if (FORMS[i].surface != surface || FORMS[i].periodic != g->periodic) continue;
        form.name = FORMS[i].name;
        form.at = FORMS[i].at;
    }
    return form;
}

ab_exact_answer ab_closed_form_at(const ab_closed_form *form, ab_drive drive, double value) {
    ab_exact_answer x = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    if (!form->at) return x;
    if (drive == AB_DRIVE_PRESSURE) value *= form->area;
    if (drive == AB_DRIVE_MEAN_GAP) value = form->number[0] - value; // of a wave, whose mean gap at first touch is A
    form->at(form, drive == AB_DRIVE_FORCE || drive == AB_DRIVE_PRESSURE, value, &x);
    return x;
}
