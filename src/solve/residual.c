// Violation of Signorini's conditions by one contact.
#include "solve/residual.h"
#include "math/reduce.h"

#include <math.h>

void ab_signorini_see(double gap, double force, double worst[AB_SIGNORINI]) {
    ab_raise_max(&worst[AB_SIGNORINI_OVERLAP], -gap);
    ab_raise_max(&worst[AB_SIGNORINI_PULL], -force);
    ab_raise_max(&worst[AB_SIGNORINI_PRODUCT], fabs(force * gap));
    if (force != 0) ab_raise_max(&worst[AB_SIGNORINI_DISTANCE], gap);
}
