// Triangle meshes: files, reports and mass properties.
#ifndef ABUT_MESH_H
#define ABUT_MESH_H

#include "abut/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_mesh abut_mesh; // triangle mesh of a surface

// Reads an STL, OBJ or PLY file (ASCII or binary), multiplies every coordinate by `scale` (0.001 for a file in mm) and
// merges vertices of equal coordinates. ABUT_ERR_INPUT gives the place of the error in the file. Destroy the mesh with
// abut_mesh_destroy.
ABUT_API abut_status abut_mesh_load(abut_context *context, const char *path, double scale, abut_mesh **mesh);
// The same from memory: triangles are rows of three indices of vertices, counter-clockwise seen from outside.
// ABUT_ERR_INPUT: a coordinate is not finite or too large, or an index is out of range.
ABUT_API abut_status abut_mesh_create(abut_context *context, const abut_v3 *vertices, int64_t vertex_count,
                                      const int32_t *triangles, int64_t triangle_count, abut_mesh **mesh);
ABUT_API void abut_mesh_destroy(abut_mesh *mesh);

typedef struct abut_mesh_report {
    int64_t vertices, triangles;  // after merging vertices of equal coordinates
    int64_t welded;               // vertices merged into an earlier one
    int64_t unused_vertices;      // vertices of no triangle
    int64_t boundary_edges;       // edges with one triangle
    int64_t holes;                // closed loops of boundary edges
    int64_t nonmanifold_edges;    // edges with more than two triangles
    int64_t flipped_edges;        // edges that two triangles traverse in the same direction
    int64_t duplicate_triangles;  // triangles with the three vertices of an earlier one, in any order
    int64_t degenerate_triangles; // zero area: repeated vertices, or a height below 1e-9 of the longest edge
    int64_t components;           // sets of triangles connected by shared vertices
    int64_t self_intersections;   // pairs of triangles that intersect and share no vertex
    bool intersections_complete;  // false: the search exceeded its budget and may have missed some
    bool closed;                  // no boundary, no non-manifold and no flipped edge
    bool inverted;                // closed and signed volume < 0
    abut_v3 low, high;            // axis-aligned bounding box, m
} abut_mesh_report;

// Fills the report. ABUT_ERR_ARGUMENT: a pointer is NULL.
ABUT_API abut_status abut_mesh_inspect(const abut_mesh *mesh, abut_mesh_report *report);
// Removes the components that lie inside others and have the same orientation, whose volume would count twice; those
// of opposite orientation bound cavities and stay. For a closed mesh without self-intersections (abut_mesh_inspect).
// *removed (may be NULL) is their number. ABUT_ERR_ARGUMENT: mesh is NULL.
ABUT_API abut_status abut_mesh_remove_nested(abut_mesh *mesh, int64_t *removed);

// ------------------------------------------------------------------------------------------------------ preparation
// Each function changes the mesh in place. A failed one leaves it as it was, except abut_mesh_scale and _shift that end
// with ABUT_ERR_INPUT (a coordinate beyond 1e50 m): it can then only be destroyed.

// Multiplies coordinates by factors along x, y and z. An odd number of negative ones mirrors the mesh; its triangles
// are reversed, so that they face outward still. ABUT_ERR_ARGUMENT: a factor is 0 or not finite.
ABUT_API abut_status abut_mesh_scale(abut_mesh *mesh, abut_v3 factors);
ABUT_API abut_status abut_mesh_shift(abut_mesh *mesh, abut_v3 by); // adds to all coordinates, m
// Merges vertices no farther apart than `tolerance` (m, >= 0) and removes the triangles that lose a side by it.
// No vertex moves farther than the tolerance. *joined and *collapsed (may be NULL) count vertices and triangles.
// ABUT_ERR_INPUT: no triangle would be left.
ABUT_API abut_status abut_mesh_weld(abut_mesh *mesh, double tolerance, int64_t *joined, int64_t *collapsed);

typedef struct abut_mesh_repairs {
    int64_t welded;               // vertices merged into an earlier one at the same place
    int64_t degenerate_triangles; // triangles of zero area, removed
    int64_t duplicate_triangles;  // triangles equal to an earlier one, removed
    int64_t reoriented_triangles; // triangles of orientation opposite to their neighbours, reversed
    int64_t capped_holes;         // holes filled
    int64_t open_edges;           // boundary edges left
    int64_t nonmanifold_edges;    // edges with more than two triangles, left
    bool inverted;                // the normals pointed inward; all triangles were reversed
} abut_mesh_repairs;

// Merges equal vertices, removes triangles without area and copies, turns neighbours alike and a closed surface
// outward. With `close_holes` it fills holes, flat or with the curvature of the surface around them. *done may be NULL.
// ABUT_ERR_INPUT: no triangle has an area; or, with close_holes, the mesh encloses no volume.
ABUT_API abut_status abut_mesh_repair(abut_mesh *mesh, bool close_holes, abut_mesh_repairs *done);
// Collapses edges until at most `triangles` are left, where the surface changes least. Closed surfaces stay closed,
// edges of holes stay where they are. *deviation (may be NULL): largest distance of a vertex of either mesh from the
// surface of the other, m. For repaired meshes. ABUT_ERR_INPUT: the surface cannot be so coarse without folding or
// changing its topology; the message tells how coarse it can be.
ABUT_API abut_status abut_mesh_simplify(abut_mesh *mesh, int64_t triangles, double *deviation);
// Becomes its own convex hull. ABUT_ERR_INPUT: all vertices lie in a plane.
ABUT_API abut_status abut_mesh_make_convex(abut_mesh *mesh);
// Writes STL (binary), OBJ or PLY (binary) by the ending of the path, in m; replaces an existing file. OBJ, PLY keep
// all digits. ABUT_ERR_INPUT: no such ending, or the 32-bit numbers of STL would merge vertices.
ABUT_API abut_status abut_mesh_write(const abut_mesh *mesh, const char *path);

// -------------------------------------------------------------------------------------------------------------- mass

// Mass properties for a density of 1 kg/m^3; meaningful for closed meshes only. Tensors are in the axes of the file:
// J_xy = -integral of x y.
typedef struct abut_mass_properties {
    double volume;                 // m^3, negative if the triangles face inward
    double area;                   // m^2
    abut_v3 centroid;              // m
    double inertia_centroid[3][3]; // about the centroid, kg m^2
    double inertia_origin[3][3];   // about the origin of the file, kg m^2
    double principal_moments[3];   // about the centroid, ascending, kg m^2
    abut_quat principal_axes;      // rotates principal axes into the axes of the file
    double equivalent_radius;      // radius of the sphere of equal volume, m
} abut_mass_properties;

// Mass properties of a mesh; zeros if mesh is NULL.
ABUT_API abut_mass_properties abut_mesh_mass(const abut_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
