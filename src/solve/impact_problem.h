// Impacts as the interface gives them: bodies with contacts, or the mobility of the contacts.
#ifndef AB_SOLVE_IMPACT_PROBLEM_H
#define AB_SOLVE_IMPACT_PROBLEM_H

#include "base/ctx.h"

enum { AB_IMPACT_CONTACTS = 1000 }; // of a problem

// Fails with `wrong` and a message that names what is wrong.
abut_status ab_impact_check(ab_ctx *cx, abut_status wrong, const abut_impact_def *def);

#endif
