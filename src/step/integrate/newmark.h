// Implicit integrators of the Newmark family, by their coefficients. f are the rates of v and l by the forces, g those
// that the method uses; 0 marks the beginning of the step:
//     x = x0 + dt v0 + dt^2 (x_old g0 + x_new g)     v = v0 + dt (v_old g0 + v_new g)
//     g = f_new f + f_old f0 - g_old g0
// l likewise; the body rotates freely with the mean angular momentum l0 + dt (x_old g0 + x_new g).
#ifndef AB_STEP_INTEGRATE_NEWMARK_H
#define AB_STEP_INTEGRATE_NEWMARK_H

#include "step/step.h"

typedef struct ab_newmark {
    double x_old, x_new, v_old, v_new;
    double f_new, f_old, g_old;
} ab_newmark;

abut_status ab_newmark_advance(ab_world *w, double dt, const ab_newmark *method);

#endif
