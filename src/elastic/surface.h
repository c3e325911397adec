// Surfaces: heights of bodies over a grid, outwards, that is towards the other body. One file per type, surfaces.def;
// keys of scenes: scene/tables_press.c. The gap of the undeformed bodies is  f = -(heights of the indenter + heights
// of the surface) + constant,  0 where it is least; a cell where a height is -infinity can never touch.
#ifndef AB_ELASTIC_SURFACE_H
#define AB_ELASTIC_SURFACE_H

#include "base/parameter.h"
#include "elastic/grid.h"

typedef struct ab_surface_values {
    double number[AB_PARAMETERS_MAX];   // in the order of the type's parameters
    ab_numbers list[AB_PARAMETERS_MAX]; // of those that are lists
} ab_surface_values;

typedef struct ab_surface_type {
    const char *name; // its help is in scene/tables_press.c
    ab_parameter_list parameters;
    int position; // parameter of its place, a list of two numbers; 0 = none
    bool on_cell; // its place is from the centre of the middle cell, not from the corner of it
    // ABUT_ERR_ARGUMENT: values contradict each other; NULL = nothing to check
    abut_status (*check)(ab_ctx *cx, const ab_surface_values *value, const ab_grid *grid);
    double (*height)(const ab_surface_values *value, double x, double y); // at x, y from its position, m
    // Adds the heights of all cells; instead of `height`.
    abut_status (*add)(ab_ctx *cx, const ab_surface_values *value, const ab_grid *grid, double *height);
} ab_surface_type;

extern const ab_surface_type *const ab_surface_types[];
enum {
#define AB_SURFACE(name) AB_SURFACE_##name,
#include "elastic/surfaces.def"
#undef AB_SURFACE
    AB_SURFACES
};

// Adds the heights of a surface to height[0 ... nx ny).
abut_status ab_surface_add(ab_ctx *cx, const ab_surface_type *type, const ab_surface_values *value, const ab_grid *grid,
                           double *height);
// Heights (the sum of both bodies) to the gap, in place.
abut_status ab_surface_gap(ab_ctx *cx, const ab_grid *grid, double *height);

#endif
