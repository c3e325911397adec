// Friction as a function of the sliding speed v: the coefficient rises from 0 at rest to the static one at v_s and
// falls to the kinetic one at v_d.
//   F_t = -mu(v) F_n v_t/v
//   mu  = mu_s (3 x - x^3)/2,  x = v/v_s                                   v <= v_s
//   mu  = mu_s + (mu_d - mu_s)(3 - 2 s) s^2,  s = (v - v_s)/(v_d - v_s)    v_s < v < v_d
//   mu  = mu_d                                                             beyond
// mu/v is finite at rest, 3/2 mu_s/v_s: there is no true sticking, bodies on a slope creep at a fraction of v_s.
//
// This slope may be too stiff for an explicit step, so the force is implicit in its own change over the step: with c =
// mu F_n/v,
//   F = -c (v + step (F - last)/m).
// Torsion of face contacts: v has the component r w_n along the normal, F the component M/r (law/spring_slider.h).
#include "law/law_block.h"

enum { STICK_SPEED, SLIDE_SPEED };
static const ab_parameter PARAMETERS[] = {
    [STICK_SPEED] = {"stick_speed", "m/s", "Sliding speed v_s at which friction reaches the static coefficient.",
                     AB_POSITIVE, .fallback = 0.005},
    [SLIDE_SPEED] = {"slide_speed", "m/s",
                     "Sliding speed v_d from which on the kinetic coefficient holds; more than stick_speed.",
                     AB_POSITIVE, .fallback = 0.01},
};

static const char *check(const double *value) {
    return value[SLIDE_SPEED] > value[STICK_SPEED] ? NULL : "slide_speed must be more than stick_speed";
}

// mu(v)/v
AB_SIMD_INLINE double slope_of(const ab_interaction *in, double v) {
    const double v_s = in->friction_value[STICK_SPEED], v_d = in->friction_value[SLIDE_SPEED];
    if (v <= v_s) {
        const double x = v / v_s;
        return in->friction * (3 - x * x) / (2 * v_s);
    }
    if (v >= v_d) return in->sliding_friction / v;
    const double s = (v - v_s) / (v_d - v_s);
    return (in->friction + (in->sliding_friction - in->friction) * (3 - 2 * s) * s * s) / v;
}

AB_SIMD_INLINE ab_friction_out rub_of(const ab_friction_in *in, ab_friction_memory *memory) {
    const double c = in->normal_force * slope_of(in->in, v3_norm(in->velocity));
    const double share = c * in->step / in->mass;
    const v3 last = in->lever > 0 ? memory->spring : v3_across(in->normal, memory->spring);
    v3 force = v3_scale(1 / (1 + share), v3_add_scaled(v3_scale(share, last), -c, in->velocity));
    const double max = ab_greater(in->in->friction, in->in->sliding_friction) * in->normal_force, size = v3_norm(force);
    if (size > max) force = v3_scale(max / size, force);
    *memory = (ab_friction_memory){force, 0};
    return (ab_friction_out){force, 0};
}

AB_FRICTION_ROWS(rub_of)

const ab_friction ab_friction_velocity = {
    .name = "velocity",
    .help = "a coefficient that depends on the sliding speed: material.friction and sliding_friction, "
            "stick_speed and slide_speed",
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .check = check,
    .rub = rub_of,
    .rub_rows = rub_of_rows,
};
