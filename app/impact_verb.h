// Parts of `abut impact`: an impact by one or several laws, its path and pictures of it.
#ifndef ABUT_IMPACT_VERB_H
#define ABUT_IMPACT_VERB_H

#include "app.h"

// The impact by one law.
typedef struct impact_run {
    abut_context *cx;
    const char *law; // its name; "mixed" if contacts have laws of their own
    abut_impact_def def;
    abut_impact_end *end;     // (contacts)
    abut_impact_body *after;  // (bodies)
    abut_impact_point *point; // states on the way  (points)
    int64_t points, capacity;
    abut_status status, stored; // of the solution; of storing the points
    abut_impact_report report;
} impact_run;

abut_status impact_run_solve(abut_context *cx, const abut_impact_def *def, const char *law, impact_run *run);
void impact_run_free(impact_run *run);

double impact_slip(const impact_run *run, const abut_impact_point *point); // speed of slip, m/s

// A part of the process in which a contact does the same.
typedef struct impact_phase {
    int64_t first, last; // points
    abut_impact_motion motion;
    bool expands;
} impact_phase;

// The phase of the contact that begins at point `from` or later; false if there is none.
bool impact_next_phase(const impact_run *run, int64_t contact, int64_t from, impact_phase *phase);
const char *impact_phase_name(const impact_phase *phase); // "compression, slip"

abut_status impact_write_path(abut_context *cx, const impact_run *run, int runs, const char *name);
abut_status impact_write_plot(abut_context *cx, const impact_run *run, int runs, const char *name);

#endif
