// What two shapes that meet tell about it: hits, any number of them. And the table of who meets whom.
#ifndef AB_COLLIDE_CONTACT_POINT_H
#define AB_COLLIDE_CONTACT_POINT_H

#include "geom/convex/test_overlap.h"
#include "shape/shape.h"
#include "shape/sdf_collider.h"

typedef struct ab_contact_point {
    v3 point;   // m, world
    double gap; // m, < 0 while overlapping
    v3 normal;  // unit, from b to a
    double
        // how fast the gap opens along the normal: 1, but for interpolated distances only near it; of an overlap how
        gap_gradient_norm;
    // fast its volume shrinks: |S|, m^2
    double radius; // effective radius of curvature 1/(1/Ra + 1/Rb), m
    union {
        double area_weight; // of the pair's stiffness: 1 for a whole contact, a point's share of the surface otherwise
        double volume;      // of an overlap, which is a whole contact, m^3
    };
    union {
        double area;  // m^2 that a point stands for; 0 for a whole contact
        double pitch; // of an overlap: the couple about the normal over the force along it, m
    };
    uint32_t feature; // which part of the pair, the same from step to step; ascending
    uint32_t overlap; // 1: of two volumes, 0: a contact with a depth
} ab_contact_point;

// How the points of one body are sought in another; the hits of the first three are the same.
typedef enum ab_detect {
    AB_DETECT_TREE,
    AB_DETECT_OCTREE,
    AB_DETECT_BRUTE,
    AB_DETECT_EXACT,  // has hits of its own: those of the triangles themselves
    AB_DETECT_SMOOTH, // and so has this: those of the spline of the samples
    AB_DETECT_COUNT
} ab_detect;
extern const char *const ab_detect_names[AB_DETECT_COUNT];
extern const char *const ab_detect_help[AB_DETECT_COUNT];
int ab_detect_find(const char *name); // -1 if there is none

// Where hits go. Those beyond the room are counted and not written.
typedef struct ab_contact_points {
    ab_contact_point *contact;
    ab_inside_sample *sample; // scratch of the same room
    int64_t n, capacity;
    ab_detect detect;
    double clear;     // of a pair without hits: it has none before one body has moved by this against the other, m
    double reach;     // in: up to this, `clear` should be no worse than it need be, m
    double by_radius; // in: of the law, see law.h
    // for overlaps
    ab_overlap_workspace *workspace;
    ab_axis_cache *axis_cache; // of this pair; NULL = nothing is known
    bool failed;               // there was no room to cut
    bool free_edge;            // of a wall lies inside a polyhedron
    ab_leaf_cache *leaf_cache; // in: what is known of two solids from the last look, both ways, or NULL
} ab_contact_points;

static inline void ab_contact_points_add(ab_contact_points *out, const ab_contact_point *contact) {
    if (out->n < out->capacity) out->contact[out->n] = *contact;
    out->n++;
}

// A whole contact, as of two balls. Member by member: a hit that is put together first and copied then waits for itself
// in the store buffer.
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
    }
    out->n++;
}

// A shape where it is now. By reference: most candidates are told apart by their centres, without a look at the rest.
typedef struct ab_placed {
    const ab_shape *shape;
    const v3 *x;
    const quat *q;
} ab_placed;

#define AB_SECOND_ROLE UINT32_C(0x80000000) // features of points of the coarser of two solids

// Of a plane and a solid, or of two solids: whose points are held against the other, b's or a's.
static inline bool ab_points_are_of_b(const ab_shape *a, const ab_shape *b) {
    return !a->sdf_collider || b->sdf_collider->spacing < a->sdf_collider->spacing;
}

// Adds the hits with gap < 0.
typedef void ab_collide_fn(const ab_placed *a, const ab_placed *b, ab_contact_points *out);

// The function for shapes with a's kind <= b's kind. Planes and walls ignore each other. `overlap`: by the volume of
// their overlap.
ab_collide_fn *ab_collide_find(const ab_shape *a, const ab_shape *b, bool overlap);
extern ab_collide_fn ab_collide_ignored;
extern ab_collide_fn ab_collide_sphere_sphere;
extern ab_collide_fn ab_collide_sphere_plane;
// Shapes whose ab_shape.sdf_collider is there.
extern ab_collide_fn ab_collide_sphere_sdf;
extern ab_collide_fn ab_collide_plane_sdf;
extern ab_collide_fn ab_collide_sdf_sdf;
// One is an open mesh, whose ab_shape.wall is there, and its cuts unless the other is a ball; two do not meet.
extern ab_collide_fn ab_collide_sheet;
// Shapes whose ab_shape.convex is there.
extern ab_collide_fn ab_collide_plane_polyhedron;
extern ab_collide_fn ab_collide_polyhedra;
extern ab_collide_fn ab_collide_wall; // one has ab_shape.wall

#endif
