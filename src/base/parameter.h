// Parameters of a component (contact law, joint, force element): one list in the component's own file, from which the
// keys of scene files with their help, JSON Schema and reference page, the names in the C interface and the checks of
// both follow.
//
//     enum { STICK_SPEED };
//     static const ab_parameter PARAMETERS[] = {
//         [STICK_SPEED] = {"stick_speed", "m/s", "Sliding speed ...", AB_POSITIVE, .fallback = 0.005},
//     };
//     const ab_friction ab_friction_example = {..., .parameters = AB_PARAMETER_LIST(PARAMETERS)};
//
// The values of a component are an array of doubles in the order of its list: value[STICK_SPEED].
#ifndef AB_BASE_PARAMETER_H
#define AB_BASE_PARAMETER_H

#include "base/ctx.h"

#include <math.h>
#include <string.h>

typedef struct ab_parameter {
    const char *name;        // as in scene files and in abut_parameter
    const char *unit;        // SI; "1" = dimensionless
    const char *help;        // one sentence
    double low, high;        // range; infinite = unbounded
    bool above, below;       // low, high itself is excluded
    double fallback;         // default
    const char *note;        // describes a default that is not a number
    const char *word;        // a word allowed in scenes instead of the number: "auto" ...
    double word_value;       // ... and its numeric value, which need not lie in the range
    bool required;           // there is no default
    int count;               // 0 = a number; of lists: how many numbers, or AB_ANY_COUNT
    const double *fallbacks; // default of a list of `count` numbers; NULL = zeros, or an empty list
} ab_parameter;

#define AB_ANY_COUNT (-1)

// Value of a parameter that is a list; empty = not given.
typedef struct ab_numbers {
    const double *item; // (n)
    int64_t n;
} ab_numbers;

#define AB_ANY          .low = -INFINITY, .high = INFINITY
#define AB_POSITIVE     .low = 0, .above = true, .high = INFINITY
#define AB_NOT_NEGATIVE .low = 0, .high = INFINITY

typedef struct ab_parameter_list {
    const ab_parameter *item; // (count)
    int count;
} ab_parameter_list;

#define AB_PARAMETERS_MAX 8 // largest number of parameters of one component
#define AB_PARAMETER_LIST(items)                                                                                       \
    { (items), (int)(sizeof(items) / sizeof(items)[0]) }

// Index of a parameter in a list, -1 if it has none of this name.
static inline int ab_parameter_find(ab_parameter_list list, const char *name) {
    for (int i = 0; i < list.count; i++)
        if (strcmp(list.item[i].name, name) == 0) return i;
    return -1;
}

static inline bool ab_parameter_in_range(const ab_parameter *p, double value) {
    if (p->word && value == p->word_value) return true;
    const bool low = p->above ? value > p->low : value >= p->low;
    return low && (p->below ? value < p->high : value <= p->high) && isfinite(value);
}

// ABUT_ERR_ARGUMENT if a value is out of range; owner: for the message, NULL = none.
abut_status ab_parameter_check(ab_ctx *cx, const char *owner, const ab_parameter *p, double value);
// Sets the values of a component to its defaults and to what is given. ABUT_ERR_ARGUMENT: a given parameter is not in
// the list or out of range, or a required one is missing. owner, type: for messages.
abut_status ab_parameters_set(ab_ctx *cx, const char *owner, const char *type, ab_parameter_list list,
                              const abut_parameter *given, int64_t n, double *value);
// The same of its lists; they are not copied.
abut_status ab_parameters_set_lists(ab_ctx *cx, const char *owner, const char *type, ab_parameter_list list,
                                    const abut_list_parameter *given, int64_t n, ab_numbers *value);

#endif
