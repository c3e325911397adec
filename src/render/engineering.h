// Units with a prefix for axes: 0.003 m are 3 mm.
#ifndef AB_RENDER_ENGINEERING_H
#define AB_RENDER_ENGINEERING_H

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct ab_scaled_unit {
    char name[24]; // "MPa"
    double factor; // from the SI unit
} ab_scaled_unit;

// The unit in which the largest number of an axis is between 1 and 1000; lengths have none above m.
static inline ab_scaled_unit ab_engineering_unit(double largest, const char *unit) {
    static const struct {
        const char *prefix;
        double size;
    } STEP[] = {{"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3}, {"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}};
    int i = 0;
    const int last = strcmp(unit, "m") == 0 ? 4 : 7;
    while (i < last && fabs(largest) >= STEP[i + 1].size) i++;
    if (!(fabs(largest) >= STEP[0].size)) i = 4; // nothing to show
    ab_scaled_unit u = {"", 1 / STEP[i].size};
    snprintf(u.name, sizeof u.name, "%s%.20s", STEP[i].prefix, unit);
    return u;
}

#endif
