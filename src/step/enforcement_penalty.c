// Compliant contacts: bodies overlap a little, and contact laws push them apart.
#include "math/reduce.h"
#include "solve/residual.h"
#include "step/enforcements.h"
#include "step/phases.h"

// Total normal force of a patch, assigned to its first point: single points near its edge may be in tension.
static double force_of_patch(const ab_contacts *c, int64_t i) {
    if (i > 0 && ab_contact_key(c, i - 1) == ab_contact_key(c, i)) return 0;
    double sum = 0;
    for (int64_t k = i; k < c->n && ab_contact_key(c, k) == ab_contact_key(c, i); k++) sum += c->normal_force[k];
    return sum;
}

// Tension of a cohesive contact is its law and no violation.
static void see_contact(void *arg, int64_t i, double *worst) {
    const ab_world *w = arg;
    const ab_contacts *c = &w->state.contacts;
    const bool sticks = ab_collider_interaction(w, c->a[i], c->b[i])->cohesion > 0;
    const double force = w->collision.contact_scratch[i].area > 0 ? force_of_patch(c, i) : c->normal_force[i];
    ab_signorini_see(c->gap[i], sticks ? ab_greater(0, force) : force, worst);
}

// The gap is that of the force.
static abut_status see(ab_world *w, double *worst) {
    return ab_reduce_max(w->cx, &w->arena, w->state.contacts.n, AB_SIGNORINI, see_contact, w, worst);
}

const ab_enforcement ab_enforcement_penalty = {
    .name = "penalty",
    .help = "bodies overlap a little and the contact law pushes them apart",
    .compliant = true,
    .laws = ab_apply_laws,
    .see = see,
};
