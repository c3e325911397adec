// Closed forms of elastic contact, to compare answers with: one simple surface on a half-space.
#ifndef AB_ELASTIC_CLOSED_FORM_H
#define AB_ELASTIC_CLOSED_FORM_H

#include "elastic/halfspace.h"
#include "elastic/surface.h"

// What is known of a contact; NaN = not given by the closed form.
typedef struct ab_exact_answer {
    double force, approach, area, max_pressure, mean_gap, energy, stiffness;
} ab_exact_answer;

typedef struct ab_closed_form ab_closed_form;
struct ab_closed_form {
    const char *name; // "Hertz"; NULL = there is none
    double number[2]; // of the shape: radius, slope, amplitude and length
    double modulus;   // E*, Pa
    double area;      // of the grid, m^2
    void (*at)(const ab_closed_form *form, bool force_given, double value, ab_exact_answer *answer);
};

// The closed form of one surface of a type on a plane; name NULL if there is none for it, or none for the options.
ab_closed_form ab_closed_form_of(const ab_halfspace_def *def, int surface, const ab_surface_values *value);
// value: the force, N, or the approach, m.
ab_exact_answer ab_closed_form_at(const ab_closed_form *form, ab_drive drive, double value);

#endif
