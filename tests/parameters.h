// Parameters in the definitions of worlds, pairs, joints and force elements, one by one.
#ifndef ABUT_TESTS_PARAMETERS_H
#define ABUT_TESTS_PARAMETERS_H

#include "abut/abut.h"

#include <string.h>

#define PARAMETER_POOL 4096

// A copy of a list with one parameter set or added, in static memory that is reused after many calls.
static inline abut_parameter *with_parameter(const abut_parameter *list, int32_t *count, const char *name,
                                             double value) {
    static abut_parameter pool[PARAMETER_POOL];
    static int32_t used;
    if (used + *count + 1 > PARAMETER_POOL) used = 0;
    abut_parameter *copy = pool + used;
    int32_t at = 0;
    for (int32_t i = 0; i < *count; i++) copy[i] = list[i];
    while (at < *count && strcmp(copy[at].name, name) != 0) at++;
    copy[at] = (abut_parameter){name, value};
    if (at == *count) *count += 1;
    used += *count;
    return copy;
}

// Sets a parameter of a definition.
#define GIVE(def, name, value)                                                                                         \
    ((def).parameters = with_parameter((def).parameters, &(def).parameter_count, (name), (value)))

#endif
