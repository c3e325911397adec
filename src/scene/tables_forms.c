// Keys of the shapes of forms.def.
#include "scene/tables.h"

#define FORM_KEY(struct_, member, type_, help_)                                                                        \
    .name = #member, .help = (help_), .type = (type_), .offset = offsetof(struct_, def.member)
#define LENGTH .unit = "m", .required = true, POSITIVE
#define AROUND .low = 3, .high = 4096
#define FORM(name_, help_, keys, example_)                                                                             \
    const ab_schema_record ab_form_record_##name_ = {RECORD(ab_##name_##_spec, #name_, help_, keys),                   \
                                                     .example = (example_)}

static const ab_key SUPERFORMULA[] = {
    {FORM_KEY(ab_superformula_spec, radius, AB_QUANTITY, "Where the formula gives 1."), LENGTH},
    {FORM_KEY(ab_superformula_spec, m, AB_QUANTITY, "Number of lobes."), .unit = "1", .low = 0, .high = 64,
     .fallback = {5}},
    {FORM_KEY(ab_superformula_spec, n1, AB_QUANTITY, "Exponent of the whole."), .unit = "1", .low = 0.1, .high = 100,
     .fallback = {0.9}},
    {FORM_KEY(ab_superformula_spec, n2, AB_QUANTITY, "Exponent of the cosine."), .unit = "1", .low = 0.1, .high = 100,
     .fallback = {1.3}},
    {FORM_KEY(ab_superformula_spec, n3, AB_QUANTITY, "Exponent of the sine."), .unit = "1", .low = 0.1, .high = 100,
     .fallback = {1.3}},
    {FORM_KEY(ab_superformula_spec, rings, AB_INTEGER, "Rings of points from pole to pole."), .low = 3, .high = 4096,
     .fallback = {60}},
};
FORM(superformula,
     "A wavy solid by Gielis' superformula: the product of two curves r(t) = (|cos(m t/4)|^n2 + |sin(m "
     "t/4)|^n3)^(-1/n1).",
     SUPERFORMULA, "shape: {superformula: {radius: 5 cm, m: 6}}");

static const ab_key KNOT[] = {
    {FORM_KEY(ab_knot_spec, radius, AB_QUANTITY, "Radius of the torus it winds on."), LENGTH},
    {FORM_KEY(ab_knot_spec, inner, AB_QUANTITY, "Radius of the section of that torus."), LENGTH},
    {FORM_KEY(ab_knot_spec, tube, AB_QUANTITY, "Radius of the tube."), LENGTH},
    {FORM_KEY(ab_knot_spec, turns, AB_INTEGER, "Times about the axis."), .low = 1, .high = 64, .fallback = {2}},
    {FORM_KEY(ab_knot_spec, loops, AB_INTEGER, "Times through the hole; no common divisor with turns."), .low = 1,
     .high = 64, .fallback = {3}},
    {FORM_KEY(ab_knot_spec, along, AB_INTEGER, "Points along the knot."), .low = 8, .high = 65536, .fallback = {300}},
    {FORM_KEY(ab_knot_spec, around, AB_INTEGER, "Points around the tube."), AROUND, .fallback = {24}},
};
FORM(knot, "A tube along a knot on a torus about z.", KNOT, "shape: {knot: {radius: 3 cm, inner: 12 mm, tube: 6 mm}}");

static const ab_key GEAR[] = {
    {FORM_KEY(ab_gear_spec, teeth, AB_INTEGER, "Number of teeth."), .required = true, .low = 6, .high = 4096},
    {FORM_KEY(ab_gear_spec, module, AB_QUANTITY, "Pitch diameter over number of teeth."), LENGTH},
    {FORM_KEY(ab_gear_spec, width, AB_QUANTITY, "Along z."), LENGTH},
    {FORM_KEY(ab_gear_spec, pressure, AB_QUANTITY, "Pressure angle."), .unit = "rad", .low = 0.1, .high = 0.6,
     .fallback = {0.3490658503988659}, .note = "20 deg"},
    {FORM_KEY(ab_gear_spec, detail, AB_INTEGER, "Points on a flank."), .low = 2, .high = 4096, .fallback = {8}},
};
FORM(gear, "A spur gear with involute teeth about z.", GEAR, "shape: {gear: {teeth: 20, module: 2 mm, width: 1 cm}}");

static const ab_key BOLT[] = {
    {FORM_KEY(ab_bolt_spec, diameter, AB_QUANTITY, "Of the thread, over its crests."), LENGTH},
    {FORM_KEY(ab_bolt_spec, pitch, AB_QUANTITY, "Of the thread."), LENGTH},
    {FORM_KEY(ab_bolt_spec, length, AB_QUANTITY, "Of the thread, from z = 0 up."), LENGTH},
    {FORM_KEY(ab_bolt_spec, head, AB_QUANTITY, "Height of the hexagonal head below."), LENGTH},
    {FORM_KEY(ab_bolt_spec, around, AB_INTEGER, "Points around."), AROUND, .fallback = {96}},
};
FORM(bolt, "A bolt with a right-handed thread of 60 degrees about z and a hexagonal head.", BOLT,
     "shape: {bolt: {diameter: 16 mm, pitch: 2 mm, length: 4 cm, head: 1 cm}}");

static const ab_key NUT[] = {
    {FORM_KEY(ab_nut_spec, diameter, AB_QUANTITY, "Of the thread of the bolt that it fits."), LENGTH},
    {FORM_KEY(ab_nut_spec, pitch, AB_QUANTITY, "Of the thread."), LENGTH},
    {FORM_KEY(ab_nut_spec, height, AB_QUANTITY, "From z = 0 up."), LENGTH},
    {FORM_KEY(ab_nut_spec, width, AB_QUANTITY, "Distance of opposite sides."), LENGTH},
    {FORM_KEY(ab_nut_spec, clearance, AB_QUANTITY, "Added to the radius of the thread."), .unit = "m", NOT_NEGATIVE},
    {FORM_KEY(ab_nut_spec, around, AB_INTEGER, "Points around."), AROUND, .fallback = {96}},
};
FORM(nut, "A hexagonal nut about z that fits a bolt.", NUT,
     "shape: {nut: {diameter: 16 mm, pitch: 2 mm, height: 13 mm, width: 24 mm, clearance: 0.1 mm}}");

static const ab_key PEG[] = {
    {FORM_KEY(ab_peg_spec, radius, AB_QUANTITY, "Radius."), LENGTH},
    {FORM_KEY(ab_peg_spec, length, AB_QUANTITY, "Along z."), LENGTH},
    {FORM_KEY(ab_peg_spec, chamfer, AB_QUANTITY, "Of both ends, at 45 degrees."), .unit = "m", NOT_NEGATIVE},
    {FORM_KEY(ab_peg_spec, around, AB_INTEGER, "Points around."), AROUND, .fallback = {64}},
};
FORM(peg, "A cylinder along z with bevelled ends.", PEG, "shape: {peg: {radius: 1 cm, length: 5 cm, chamfer: 1 mm}}");

static const ab_key PLATE[] = {
    {FORM_KEY(ab_plate_spec, size, AB_VECTOR, "Edge lengths along x, y, z."), .count = 3, LENGTH},
    {FORM_KEY(ab_plate_spec, hole, AB_QUANTITY, "Radius of the hole; a cylinder of that radius just fits."), LENGTH},
    {FORM_KEY(ab_plate_spec, around, AB_INTEGER, "Points around the hole."), AROUND, .fallback = {64}},
};
FORM(plate, "A box with a round hole along z.", PLATE, "shape: {plate: {size: [6 cm, 6 cm, 2 cm], hole: 10.2 mm}}");

static const ab_key EXTRUSION[] = {
    {KEY(ab_extrusion_spec, outline, AB_VECTORS, "Corners [x, y], either way round."), .count = 2, .unit = "m",
     .required = true, ANY},
    {KEY(ab_extrusion_spec, hole, AB_VECTORS, "Corners [x, y] of a hole."), .count = 2, .unit = "m", ANY},
    {KEY(ab_extrusion_spec, length, AB_QUANTITY, "Along z, half of it on both sides."), LENGTH},
};
FORM(extrusion, "A polygon in the x-y plane pushed along z.", EXTRUSION,
     "shape: {extrusion: {outline: [[0, 0], [3 cm, 0], [0, 1 cm]], length: 2 cm}}");

static const ab_key REVOLUTION[] = {
    {KEY(ab_revolution_spec, profile, AB_VECTORS,
         "Corners [distance from the axis, z], either way round. It may touch the axis."),
     .count = 2, .unit = "m", .required = true, ANY},
    {KEY(ab_revolution_spec, around, AB_INTEGER, "Points around."), AROUND, .fallback = {96}},
    {KEY(ab_revolution_spec, angle, AB_QUANTITY, "Of a piece, half of it on both sides of the x axis."), .unit = "rad",
     .low = 0, .above = true, .high = 6.283185307179586, .below = true, .note = "all the way round"},
};
FORM(revolution, "A polygon turned about z: a ring, a disc, a cone, a vase.", REVOLUTION,
     "shape: {revolution: {profile: [[2 cm, 0], [3 cm, 0], [3 cm, 1 cm], [2 cm, 1 cm]]}}");

#define REGULAR(name, keys, help_)                                                                                     \
    static const ab_key keys[] = {                                                                                     \
        {FORM_KEY(ab_##name##_spec, edge, AB_QUANTITY, "Length of every edge."), LENGTH},                              \
    };                                                                                                                 \
    const ab_schema_record ab_form_record_##name = {RECORD(ab_##name##_spec, #name, help_, keys), .shorthand = "edge", \
                                                    .example = "shape: {" #name ": {edge: 1 cm}}"}
REGULAR(tetrahedron, TETRAHEDRON, "A regular solid of 4 triangles.");
REGULAR(octahedron, OCTAHEDRON, "A regular solid of 8 triangles.");
REGULAR(dodecahedron, DODECAHEDRON, "A regular solid of 12 pentagons.");
REGULAR(icosahedron, ICOSAHEDRON, "A regular solid of 20 triangles.");

static const ab_key PRISM[] = {
    {FORM_KEY(ab_prism_spec, sides, AB_INTEGER, "Sides of the polygon."), .required = true, .low = 3, .high = 1024},
    {FORM_KEY(ab_prism_spec, radius, AB_QUANTITY, "Of the circle through its corners."), LENGTH},
    {FORM_KEY(ab_prism_spec, length, AB_QUANTITY, "Along z, half of it on both sides."), LENGTH},
};
FORM(prism, "A regular polygon pushed along z: with many sides a cylinder that is a polyhedron.", PRISM,
     "shape: {prism: {sides: 6, radius: 1 cm, length: 3 cm}}");

#define SHARES .count = 2, .unit = "1", .low = 0.1, .high = 1, .fallback = {0.7, 1}
static const ab_key ROCK[] = {
    {FORM_KEY(ab_rock_spec, size, AB_QUANTITY, "Diameter of the ball of equal volume."), LENGTH},
    {FORM_KEY(ab_rock_spec, faces, AB_INTEGER, "Planes that it is cut by; some may cut nothing off."), .low = 4,
     .high = 200, .fallback = {20}},
    {FORM_KEY(ab_rock_spec, irregularity, AB_QUANTITY, "Share by which the distances of the planes vary."), .unit = "1",
     .low = 0, .high = 0.5, .fallback = {0.2}},
    {FORM_KEY(ab_rock_spec, elongation, AB_VECTOR, "Middle over longest axis: least and most, drawn evenly."), SHARES},
    {FORM_KEY(ab_rock_spec, flatness, AB_VECTOR, "Shortest over middle axis: least and most, drawn evenly."), SHARES},
    {FORM_KEY(ab_rock_spec, seed, AB_INTEGER, "Another rock for every seed; members of a group have their own."),
     .low = 0, .high = 9007199254740992.0, .fallback = {1}},
};
FORM(rock, "A convex rock, cut by planes at random as a cell among its neighbours.", ROCK,
     "shape: {rock: {size: 2 cm, faces: 16, flatness: [0.4, 0.8]}}");
