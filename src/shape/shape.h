// Shapes: one file each (shape_sphere.c, ...), one const table each, one line in shapes.def. A shape is immutable,
// shared by any number of bodies, and has its own frame: origin at the centre of mass, principal axes (planes and open
// meshes have no mass and keep the frame they were given). `placed` is the user's frame in the shape's frame.
#ifndef AB_SHAPE_SHAPE_H
#define AB_SHAPE_SHAPE_H

#include "base/parameter.h"
#include "geom/convex/hull.h"
#include "geom/convex/support.h"
#include "geom/mesh/mesh_mass.h"
#include "geom/mesh/mesh.h"
#include "math/quat.h"

typedef enum ab_shape_kind {
#define AB_SHAPE(name) AB_SHAPE_##name,
#include "shape/shapes.def"
#undef AB_SHAPE
    AB_SHAPE_COUNT,
    AB_SHAPE_compound = AB_SHAPE_COUNT // mass properties of a body with several colliders, without a surface
} ab_shape_kind;

typedef struct ab_shape {
    ab_shape_kind kind;
    // Sphere: (r, r, r); box: half edges; ellipsoid, superellipsoid: semi-axes; capsule, cylinder, cone: (r, r, half
    // length along z); plane: the outward unit normal, solid where normal.x <= 0; hull, mesh: half of the local bounds.
    v3 half;
    double power[2];   // superellipsoid: exponents across and along z
    double volume;     // m^3; 0 for a plane or an open mesh
    v3 moments;        // principal moments of inertia for density 1
    double radius;     // of the bounding sphere about the origin; infinity for a plane
    double equivalent; // radius of the sphere of equal volume, R of the contact laws; infinity for a plane
    // Half of the thickness of its thin parts, m: penetration beyond which another body is pushed out on the far side;
    // 0 for a plane or an open mesh.
    double inner;
    ab_pose placed;       // user frame in shape frame: pose_mul(body, placed) is where the user's frame is now
    ab_mesh surface;      // hull, mesh: the surface in the shape's frame, owned; empty otherwise
    double cell, spacing; // of the distance field, and of the surface samples, m; 0 = by the world's resolution
    bool concave;         // mesh: found to be open, not convex or too fine for a polyhedron
    bool met_by_points;   // samples of other bodies are tested against its field, which must resolve its thin parts
    struct ab_sdf_collider *sdf_collider; // sdf_collider.h, owned; NULL until it is needed, and for spheres and planes
    struct ab_polyhedron *convex;         // geom/convex/polyhedron.h, owned; NULL until it is needed
    struct ab_wall *wall;                 // geom/convex/wall.h, owned: of a non-convex mesh that is used as a wall
    struct ab_sheet_cuts *cuts; // geom/sdf/sheet.h, owned: of an open mesh against solids or planes; NULL until needed
    struct ab_bvh *tree;        // geom/bvh/bvh.h, owned: of `surface`, for queries of the user; NULL until needed
} ab_shape;

typedef struct ab_box3 {
    v3 low, high;
} ab_box3;

// Tessellation levels of round shapes: edges of pi/6 of a radius at level 0, halved at each level.
enum { AB_DETAIL_FINE = 2, AB_DETAIL_MAX = 7 };

// Classes of shapes, the rows of the table of contact geometries (collide/geometry.c).
typedef enum ab_shape_class {
    AB_CLASS_BALL,
    AB_CLASS_PLANE,
    AB_CLASS_POLYHEDRON, // box, hull, and a mesh that has ab_shape.convex
    AB_CLASS_CYLINDER,   // in overlaps a prism
    AB_CLASS_ROUND,      // capsule, ellipsoid, superellipsoid
    AB_CLASS_CONE,
    AB_CLASS_SOLID, // other closed meshes
    AB_CLASS_SHEET, // open meshes
    AB_CLASSES
} ab_shape_class;

typedef struct ab_shape_type {
    const char *name;             // as in scene files: "sphere"
    const char *help;             // one line
    bool solid;                   // has mass properties
    ab_shape_class contact_class; // AB_CLASS_SOLID for a shape that touches through its distance field
    ab_parameter_list parameters; // its sizes; none for a hull or mesh
    // Makes a shape from the numbers of its parameters, those of lists one after the other (ab_shape_numbers). NULL for
    // a hull or mesh, which consists of points.
    abut_status (*make)(ab_ctx *cx, const double *number, ab_shape *shape);
    ab_box3 (*bounds)(const ab_shape *shape, ab_pose pose); // of the shape at a pose; infinite for a plane
    // Furthest point along direction, shape frame; NULL for planes.
    v3 (*support)(const ab_shape *shape, v3 direction);
    const ab_support_type *convex; // for gaps and manifolds; NULL: not convex
    // Closed triangle mesh for pictures and output, shape frame; detail 0 coarse, 1 usual, AB_DETAIL_FINE; caller
    // frees.
    abut_status (*surface)(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh);
} ab_shape_type;

extern const ab_shape_type *const ab_shape_types[AB_SHAPE_COUNT + 1]; // the last is the compound
#define AB_SHAPE(name) extern const ab_shape_type ab_shape_type_##name;
#include "shape/shapes.def"
#undef AB_SHAPE

// Numbers of all parameters of a shape, at most AB_SHAPE_NUMBERS.
#define AB_SHAPE_NUMBERS 8
void ab_shape_numbers(ab_parameter_list list, const double *value, const ab_numbers *lists, double *number);

// Makers. Sizes must be positive and finite (ABUT_ERR_ARGUMENT otherwise). Free with ab_shape_free.
abut_status ab_shape_sphere(ab_ctx *cx, double radius, ab_shape *shape);
// Solid below the plane through the user's origin.
abut_status ab_shape_plane(ab_ctx *cx, v3 normal, ab_shape *shape);
abut_status ab_shape_box(ab_ctx *cx, v3 edges, ab_shape *shape);
// `length` of the cylindrical part, along z.
abut_status ab_shape_capsule(ab_ctx *cx, double radius, double length, ab_shape *shape);
abut_status ab_shape_ellipsoid(ab_ctx *cx, v3 semi_axes, ab_shape *shape);
abut_status ab_shape_cylinder(ab_ctx *cx, double radius, double length, ab_shape *shape); // along z
abut_status ab_shape_superellipsoid(ab_ctx *cx, v3 semi_axes, double across, double along, ab_shape *shape);
abut_status ab_shape_cone(ab_ctx *cx, double radius, double height, ab_shape *shape); // along z, the base at z = 0
abut_status ab_shape_hull(ab_ctx *cx, const v3 *point, int64_t npoint, ab_shape *shape);
// Copies and repairs a mesh: coincident vertices are merged, duplicate and degenerate triangles removed, orientations
// made consistent; an inverted closed mesh is reoriented and this is logged as a warning.
abut_status ab_shape_mesh(ab_ctx *cx, const ab_mesh *mesh, ab_shape *shape);
// The solid `from` with all lengths scaled by a factor.
abut_status ab_shape_scaled(ab_ctx *cx, const ab_shape *from, double factor, ab_shape *shape);

// A shape that is fixed to a body.
typedef struct ab_compound_member {
    const ab_shape *shape;
    ab_pose pose;   // of the frame in which the shape was given, in the frame of the body
    double density; // kg/m^3
} ab_compound_member;
typedef struct ab_compound {
    ab_shape shape; // needs no ab_shape_free
    double mass;    // kg; 0 if no member has a volume
    v3 moments;     // principal, kg m^2
} ab_compound;
// frame_given: the body's frame is that of its centre of mass and principal axes; the moments are not computed.
ab_compound ab_compound_of(const ab_compound_member *member, int64_t n, bool frame_given);
ab_pose ab_compound_pose(const ab_compound_member *member); // of the shape's own frame in the frame of the body

// An open mesh: a surface without thickness, which has two sides and no inside.
static inline bool ab_shape_is_sheet(const ab_shape *shape) {
    return shape->kind == AB_SHAPE_mesh && !(shape->volume > 0);
}

// Spheres and planes use closed forms instead, open meshes their triangles.
static inline bool ab_shape_needs_sdf_collider(const ab_shape *shape) {
    return !shape->sdf_collider && shape->kind != AB_SHAPE_sphere && shape->kind != AB_SHAPE_plane &&
           !ab_shape_is_sheet(shape);
}
// An open mesh as a shell of 1/100 of its size: volume, and moments of inertia about its origin for density 1.
typedef struct ab_shell {
    double volume;
    v3 moments;
} ab_shell;
ab_shell ab_shape_shell(const ab_shape *sheet);
// Makes `wall` of an open mesh unless it exists, and its cuts for the given spacing (0: none).
abut_status ab_shape_make_sheet(ab_ctx *cx, const char *name, ab_shape *shape, double spacing);
// Makes `sdf_collider`. name: for messages.
abut_status ab_shape_make_sdf_collider(ab_ctx *cx, const char *name, ab_shape *shape, int64_t cells, bool octree);

// Makes `convex` for boxes, hulls, convex meshes and, as prisms, cylinders; or `wall` for other meshes if may_be_wall.
// Other shapes are rejected.
abut_status ab_shape_make_faces(ab_ctx *cx, const char *name, bool may_be_wall, ab_shape *shape);

// Makes `convex` of a closed mesh, or sets `concave`.
abut_status ab_shape_find_convex(ab_ctx *cx, ab_shape *mesh);

// Effective radius of its contact with a plane where that is stiffest (geom/convex/contact_curvature.h), m: of smooth
// shapes; the equivalent radius of others; infinity of walls.
double ab_shape_flattest(const ab_shape *shape);

// The shape as a convex body for gaps and manifolds (geom/convex/support_gap.h, manifold.h); the type is NULL if it is
// none. Hulls and convex meshes need `convex` (ab_shape_make_faces).
ab_convex ab_shape_convex(const ab_shape *shape);

// 1/R of overlaps: planes and walls count as flat.
static inline double ab_shape_curvature(const ab_shape *shape) { return shape->wall ? 0 : 1 / shape->equivalent; }

// Penetration beyond which two bodies would be pushed out on the far side, m: of a sphere at its centre, of others at
// their samples. 0: neither has an interior.
static inline double ab_min_extent(const ab_shape *a, const ab_shape *b) {
    if (a->kind == AB_SHAPE_sphere || b->kind == AB_SHAPE_sphere) return a->inner + b->inner;
    if (!(a->inner > 0)) return b->inner;
    return b->inner > 0 ? ab_lesser(a->inner, b->inner) : a->inner;
}

// Makes `tree` of a hull or mesh, or finds it; before every use.
abut_status ab_shape_make_tree(ab_ctx *cx, ab_shape *shape);

void ab_shape_free(ab_ctx *cx, ab_shape *shape);

#endif
