// Implicit integrators of Newmark's kind, from their numbers. With f the rates of v and l that the forces give, g those
// that the method uses, and the beginning of the step marked by 0:
//     x = x0 + dt v0 + dt^2 (x_old g0 + x_new g)     v = v0 + dt (v_old g0 + v_new g)
//     g = f_new f + f_old f0 - g_old g0
// l likewise, and the body turns freely with the mean momentum l0 + dt (x_old g0 + x_new g).
#ifndef AB_STEP_INTEGRATE_NEWMARK_H
#define AB_STEP_INTEGRATE_NEWMARK_H

#include "step/step.h"

typedef struct ab_newmark {
    double x_old, x_new, v_old, v_new;
    double f_new, f_old, g_old;
} ab_newmark;

abut_status ab_newmark_advance(ab_world *w, double dt, const ab_newmark *method);

#endif
