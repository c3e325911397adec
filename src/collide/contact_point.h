// Contact points of two shapes, as the narrow phase finds them, and the table of collision functions.
#ifndef AB_COLLIDE_CONTACT_POINT_H
#define AB_COLLIDE_CONTACT_POINT_H

#include "collide/geometry.h"
#include "geom/convex/test_overlap.h"
#include "shape/shape.h"
#include "shape/sdf_collider.h"

typedef struct ab_contact_point {
    v3 point;   // m, world
    double gap; // m, < 0 while overlapping
    v3 normal;  // unit, from b to a
    // Rate of the gap per unit of motion along the normal: 1 for exact distances, near 1 for interpolated ones; of an
    // overlap the rate of its coordinate: |S| of the volume, m^2.
    double gap_gradient_norm;
    double radius;      // effective radius of curvature 1/(1/Ra + 1/Rb), m
    double area_weight; // fraction of the pair's stiffness: 1 for a whole contact, the area fraction of a sample
    double area;        // of contact: that a sample represents, |S| of an overlap, m^2; 0 for a whole contact
    uint32_t feature;   // identifies the contact within the pair from step to step; ascending
    uint32_t overlap;   // 1: overlap of two volumes, 0: contact with a depth
    // Only of overlaps:
    double value; // of the coordinate that the law takes (geom/convex/overlap.h)
    double pitch; // couple about the normal over the force along it, m; also of whole contacts
} ab_contact_point;

// Search method for the samples of one body inside another; the first three find the same contact points.
typedef enum ab_detect {
    AB_DETECT_TREE,
    AB_DETECT_OCTREE,
    AB_DETECT_BRUTE,
    AB_DETECT_EXACT,  // distances to the triangles themselves: different contact points
    AB_DETECT_SMOOTH, // distances from the spline of the field's samples: different contact points
    AB_DETECT_COUNT
} ab_detect;
extern const char *const ab_detect_names[AB_DETECT_COUNT];
extern const char *const ab_detect_help[AB_DETECT_COUNT];
int ab_detect_find(const char *name); // -1 if there is none

// Output buffer of contact points. Points beyond the capacity are counted but not written.
typedef struct ab_contact_points {
    ab_contact_point *contact;
    ab_inside_sample *sample; // scratch of the same capacity
    int64_t n, capacity;
    ab_detect detect;
    double clear; // pair without contact: relative displacement below which it stays so, m
    // in: contact points have gap < margin, m; samples at most as far as the field is fine. Overlaps have gap < 0.
    double margin;
    double reach;     // in: distance up to which `clear` should be sharp, m
    double by_radius; // in: ab_normal_law.by_radius
    // For overlaps:
    ab_overlap_coordinate coordinate; // in: that the law takes
    ab_overlap_workspace *workspace;
    ab_axis_cache *axis_cache; // separating-axis cache of this pair; NULL = none
    bool failed;               // the clipping workspace was too small
    bool free_edge;            // a free edge of a wall lies inside a polyhedron
    ab_leaf_cache *leaf_cache; // in: leaf caches of two solids from the last query, one per direction, or NULL
} ab_contact_points;

static inline void ab_contact_points_add(ab_contact_points *out, const ab_contact_point *contact) {
    if (out->n < out->capacity) out->contact[out->n] = *contact;
    out->n++;
}

// Adds a whole contact, as of two spheres. Written member by member: assembling the struct first and copying it would
// stall on store forwarding.
static inline void ab_contact_points_add_whole(ab_contact_points *out, v3 point, v3 normal, double gap, double radius) {
    if (out->n < out->capacity) {
        ab_contact_point *contact = &out->contact[out->n];
        contact->point = point;
        contact->gap = gap;
        contact->normal = normal;
        contact->gap_gradient_norm = 1;
        contact->radius = radius;
        contact->area_weight = 1;
        contact->area = 0;
        contact->feature = 0;
        contact->overlap = 0;
        contact->pitch = 0;
    }
    out->n++;
}

// A shape at its current pose. By reference: most candidates are rejected by their centres without reading the rest.
typedef struct ab_placed {
    const ab_shape *shape;
    const v3 *x;
    const quat *q;
} ab_placed;

#define AB_SECOND_ROLE UINT32_C(0x80000000) // flag in the features of samples of the coarser of two solids

// Plane and solid, or two solids: true if the samples of b are tested against a, false if those of a against b.
static inline bool ab_points_are_of_b(const ab_shape *a, const ab_shape *b) {
    return !a->sdf_collider || b->sdf_collider->spacing < a->sdf_collider->spacing;
}

// Adds the contact points with gap < margin.
typedef void ab_collide_fn(const ab_placed *a, const ab_placed *b, ab_contact_points *out);

// Collision function for shapes with a's kind <= b's kind.
ab_collide_fn *ab_collide_find(const ab_shape *a, const ab_shape *b, ab_geometry_choice choice);
extern ab_collide_fn ab_collide_ignored;
extern ab_collide_fn ab_collide_sphere_sphere;
extern ab_collide_fn ab_collide_sphere_plane;
extern ab_collide_fn ab_collide_sphere_polyhedron; // the second shape has ab_shape.convex
// Two shapes of which ab_shape_convex has a type: the exact manifold, up to 8 points with equal weights.
extern ab_collide_fn ab_collide_convex;
// Smooth shapes and planes: one whole contact by their exact gap, two of a capsule on a plane or beside another.
extern ab_collide_fn ab_collide_gap;
// Shapes that have ab_shape.sdf_collider.
extern ab_collide_fn ab_collide_sphere_sdf;
extern ab_collide_fn ab_collide_plane_sdf;
extern ab_collide_fn ab_collide_sdf_sdf;
// One shape is an open mesh that has ab_shape.wall, and its cuts unless the other is a sphere; two open meshes do not
// collide.
extern ab_collide_fn ab_collide_sheet;
// Shapes that have ab_shape.convex.
extern ab_collide_fn ab_collide_plane_polyhedron;
extern ab_collide_fn ab_collide_polyhedra;
extern ab_collide_fn ab_collide_wall; // one shape has ab_shape.wall

#endif
