// Generators of closed meshes: parametric shapes for scenes, tests and benchmarks.
#ifndef AB_GEOM_GENERATE_GENERATE_H
#define AB_GEOM_GENERATE_GENERATE_H

#include "geom/mesh/mesh.h"

enum { AB_GENERATE_MAX = 1 << 22 }; // maximum number of points of a mesh

// Spherical product of two curves of Gielis' superformula [gielis2003]:
//   r(t) = (|cos(m t/4)|^n2 + |sin(m t/4)|^n3)^(-1/n1)
typedef struct ab_superformula_def {
    double m, n1, n2, n3;
    double radius; // scale: radius where r = 1, m
    int64_t rings; // number of rings from pole to pole; twice as many points around
} ab_superformula_def;
abut_status ab_generate_superformula(ab_ctx *cx, const ab_superformula_def *def, ab_mesh *mesh);

// A tube along the (turns, loops) torus knot.
typedef struct ab_knot_def {
    int64_t turns, loops;       // around the axis, and through the hole; coprime
    double radius, inner, tube; // of the torus, of its section and of the tube, m
    int64_t along, around;      // points
} ab_knot_def;
abut_status ab_generate_knot(ab_ctx *cx, const ab_knot_def *def, ab_mesh *mesh);

// A spur gear with involute teeth about z.
typedef struct ab_gear_def {
    int64_t teeth;
    double module;   // pitch diameter over teeth, m
    double pressure; // pressure angle, rad
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

// A hexagonal nut from z = 0 up, whose thread fits that bolt with a radial clearance, also after a screw motion along
// the thread.
typedef struct ab_nut_def {
    double diameter, pitch, height, width; // of the bolt's thread, height and distance of opposite sides of the nut, m
    double clearance;                      // m
    int64_t around;                        // points
} ab_nut_def;
abut_status ab_generate_nut(ab_ctx *cx, const ab_nut_def *def, ab_mesh *mesh);

// Extrusion of an outline in the x-y plane along z, symmetric about z = 0.
typedef struct ab_extrusion_def {
    const v3 *outer; // corners, in either orientation; z is ignored   (nouter)
    int64_t nouter;
    const v3 *hole; // (nhole, 0 = none)
    int64_t nhole;
    double length; // m
} ab_extrusion_def;
abut_status ab_generate_extrusion(ab_ctx *cx, const ab_extrusion_def *def, ab_mesh *mesh);

// Revolution of an outline about z: x is the distance from the axis, y the height. The outline may touch the axis;
// otherwise the result is a ring.
typedef struct ab_revolution_def {
    const v3 *profile; // corners, in either orientation   (nprofile)
    int64_t nprofile;
    int64_t around; // points
    double angle;   // rad, symmetric about the x axis; 0 = full revolution
} ab_revolution_def;
abut_status ab_generate_revolution(ab_ctx *cx, const ab_revolution_def *def, ab_mesh *mesh);

// A cylinder about z with chamfered ends.
typedef struct ab_peg_def {
    double radius, length, chamfer; // m
    int64_t around;                 // points
} ab_peg_def;
abut_status ab_generate_peg(ab_ctx *cx, const ab_peg_def *def, ab_mesh *mesh);

// A box with a round hole along z.
typedef struct ab_plate_def {
    v3 size;        // m
    double hole;    // radius of the hole, m
    int64_t around; // points
} ab_plate_def;
abut_status ab_generate_plate(ab_ctx *cx, const ab_plate_def *def, ab_mesh *mesh);

// Convex solids (convex_solids.c). Regular solids are centred at the origin.
typedef struct ab_regular_def {
    double edge; // m
} ab_regular_def;
typedef ab_regular_def ab_tetrahedron_def, ab_octahedron_def, ab_dodecahedron_def, ab_icosahedron_def;
abut_status ab_generate_tetrahedron(ab_ctx *cx, const ab_tetrahedron_def *def, ab_mesh *mesh);
abut_status ab_generate_octahedron(ab_ctx *cx, const ab_octahedron_def *def, ab_mesh *mesh);
abut_status ab_generate_dodecahedron(ab_ctx *cx, const ab_dodecahedron_def *def, ab_mesh *mesh);
abut_status ab_generate_icosahedron(ab_ctx *cx, const ab_icosahedron_def *def, ab_mesh *mesh);

// A prism: a regular polygon extruded along z, symmetric about z = 0.
typedef struct ab_prism_def {
    int64_t sides;
    double radius; // circumradius, m
    double length; // m
} ab_prism_def;
abut_status ab_generate_prism(ab_ctx *cx, const ab_prism_def *def, ab_mesh *mesh);

// A rock: the intersection of half-spaces bounded by random planes about the origin, like a Voronoi cell, scaled to
// random proportions.
typedef struct ab_rock_def {
    double size;          // diameter of the ball of equal volume, m
    int64_t faces;        // number of planes; some may be redundant
    double irregularity;  // relative variation of the distances of the planes
    double elongation[2]; // intermediate over longest axis: range
    double flatness[2];   // shortest over intermediate axis: range
    int64_t seed;         // the same seed gives the same rock
} ab_rock_def;
abut_status ab_generate_rock(ab_ctx *cx, const ab_rock_def *def, ab_mesh *mesh);

#endif
