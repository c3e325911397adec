// Shapes that the bench makes itself, each of about 231,422 triangles: the size of the paper's horse.
#ifndef ABUT_BENCH_SDF_SHAPES_H
#define ABUT_BENCH_SDF_SHAPES_H

#include "geom/mesh/mesh.h"

enum { SHAPES = 5 };

typedef struct bench_shape {
    const char *name;
    abut_status (*make)(abut_context *cx, ab_mesh *mesh);
} bench_shape;

extern const bench_shape SHAPE[SHAPES]; // the first is measured against all goals

const bench_shape *find_shape(const char *name); // NULL = there is none of that name

#endif
