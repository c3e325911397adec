// Parameters that several laws share, with one meaning.
#ifndef AB_LAW_SHARED_PARAMETERS_H
#define AB_LAW_SHARED_PARAMETERS_H

#include "base/parameter.h"

#define AB_STIFFNESS_PARAMETER                                                                                         \
    {                                                                                                                  \
        .name = "stiffness", .unit = "N/m",                                                                            \
        .help = "Normal stiffness, of the power law at the reference depth; auto: what stops one impact of two "       \
                "bodies at `penetration`, for the linear law k = m (v/penetration)^2. Piles, loads and faster "        \
                "impacts go deeper.",                                                                                  \
        AB_POSITIVE, .word = "auto", .word_value = 0, .fallback = 1e5                                                  \
    }

#define AB_STIFFNESS_RATIO_PARAMETER                                                                                   \
    {                                                                                                                  \
        .name = "stiffness_ratio", .unit = "1", .help = "Tangential over normal stiffness.", AB_NOT_NEGATIVE,          \
        .fallback = 2.0 / 7, .note = "2/7"                                                                             \
    }

#define AB_REFERENCE_DEPTH_PARAMETER                                                                                   \
    {                                                                                                                  \
        .name = "reference_depth", .unit = "m", .help = "Depth d0 at which stiffness and viscosity are given.",        \
        AB_POSITIVE, .fallback = 1                                                                                     \
    }

#endif
