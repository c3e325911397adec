// The parameter of impact laws for several contacts.
#ifndef AB_LAW_IMPACT_STIFFNESS_H
#define AB_LAW_IMPACT_STIFFNESS_H

#include "law/impact.h"

#define AB_IMPACT_STIFFNESS_PARAMETER                                                                                  \
    {                                                                                                                  \
        .name = "impact_stiffness", .unit = "1",                                                                       \
        .help = "Normal stiffness of the contact in an impact of several contacts, relative to that of others.",       \
        AB_POSITIVE, .fallback = 1                                                                                     \
    }

#endif
