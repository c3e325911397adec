// Which contacts of a step get a cone: all of a manifold, and few of the samples of a distance field.
#ifndef AB_STEP_SELECT_CONTACTS_H
#define AB_STEP_SELECT_CONTACTS_H

#include "step/kick.h"

// Gap of contact k along its unit normal, m: a field's distance over the norm of its gradient.
static inline double ab_gap_along_normal(const ab_world *w, int64_t k) {
    return w->state.contacts.gap[k] / w->collision.contact_scratch[k].gap_gradient_norm;
}
// Normal velocity of contact k at the velocities of the bodies, and with the response of a kick too, m/s.
double ab_opening_speed(const ab_world *w, int64_t k);
double ab_opening_speed_after(const ab_world *w, const ab_kick *kick, int64_t k);

// gaps, velocities, history → contacts that get a cone   (contacts)
void ab_select_contacts(const ab_world *w, double h, bool *chosen);
// gaps, velocities after the kick → true if contacts that would overlap at the end of the step were added
bool ab_select_violated(const ab_world *w, const ab_kick *kick, bool *chosen);

#endif
