// Closed meshes by formula: shapes for scenes, tests and measurements that need no file.
#ifndef AB_GEOM_GENERATE_H
#define AB_GEOM_GENERATE_H

#include "geom/mesh.h"

// The product of two curves of Gielis' superformula, as in [gielis2003]:
//   r(t) = (|cos(m t/4)|^n2 + |sin(m t/4)|^n3)^(-1/n1)
typedef struct ab_superformula_def {
    double m, n1, n2, n3;
    double radius; // m, where r = 1
    int64_t rings; // from pole to pole; twice as many points around
} ab_superformula_def;
abut_status ab_generate_superformula(ab_ctx *cx, const ab_superformula_def *def, ab_mesh *mesh);

// A tube along the (turns, loops) knot on a torus.
typedef struct ab_knot_def {
    int64_t turns, loops;        // about the axis, and through the hole; without common divisor
    double radius, inner, tube;  // of the torus, its section and the tube, m
    int64_t along, around;       // points
} ab_knot_def;
abut_status ab_generate_knot(ab_ctx *cx, const ab_knot_def *def, ab_mesh *mesh);

// A spur gear with involute teeth about z.
typedef struct ab_gear_def {
    int64_t teeth;
    double module;   // pitch diameter over teeth, m
    double pressure; // angle, rad
    double width;    // m
    int64_t detail;  // points on a flank
} ab_gear_def;
abut_status ab_generate_gear(ab_ctx *cx, const ab_gear_def *def, ab_mesh *mesh);

// A bolt with a hexagonal head below z = 0 and a thread of triangular profile above.
typedef struct ab_bolt_def {
    double diameter, pitch, length, head; // of the thread, height of the head, m
    int64_t around;                       // points
} ab_bolt_def;
abut_status ab_generate_bolt(ab_ctx *cx, const ab_bolt_def *def, ab_mesh *mesh);

#endif
