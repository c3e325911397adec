// Signed-distance fields of closed meshes.
#ifndef ABUT_SDF_H
#define ABUT_SDF_H

#include "abut/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Signed distance from the surface of a closed mesh, negative inside, sampled on a grid. Near the surface the samples
// fill bricks of 8 x 8 x 8 cells; elsewhere only the corners of bricks are sampled. All samples are exact up to
// rounding.
typedef struct abut_sdf abut_sdf;

typedef struct abut_sdf_options {
    uint32_t size; // bytes of this struct; set by the default function
    int64_t cells; // cells along the longest side of the grid, margin included; used if `cell` and `error` are 0
    double cell;   // edge of a cell, m; 0 = from `error` or `cells`
    // bound of the interpolation error, m, from which the cell size is chosen; 0 = from `cells`
    double error;
    int band;             // number of finely sampled cells on each side of the surface
    bool compact;         // 16-bit samples instead of floats: half the memory, rounded to about h / 2000
    bool allow_leaks;     // accept a mesh whose inside and outside are connected
    int64_t memory_limit; // bytes; a field that needs more is refused before it is built
    const char *cache;    // folder in which fields are cached; NULL = no cache
    int64_t cache_limit;  // bytes; the oldest cached fields are removed beyond this size
} abut_sdf_options;

typedef struct abut_sdf_report {
    // Repair of the mesh before sampling.
    int64_t welded;               // vertices merged into an earlier one at the same place
    int64_t degenerate_triangles; // triangles of zero area, removed
    int64_t duplicate_triangles;  // triangles equal to an earlier one, removed
    int64_t reoriented_triangles; // triangles of orientation opposite to their neighbours, reversed
    int64_t capped_holes;         // holes filled, flat or with the curvature of the surrounding surface
    int64_t open_edges;           // boundary edges left after the repair
    int64_t nonmanifold_edges;    // edges with more than two triangles
    bool inverted;                // the normals pointed inward; all triangles were reversed
    // The grid.
    abut_v3 origin; // first node of the grid, m
    double cell;    // edge h of a cell, m
    int64_t cells[3];
    int64_t bricks; // bricks with fine samples
    int64_t bytes;  // memory of the field
    // Audit: a distance field is 1-Lipschitz, so two nodes differ by at most the length of their grid edge. A larger
    // difference means a wrong sign at one node, for example next to a hole.
    int64_t edges;           // grid edges tested
    int64_t violations;      // grid edges with a larger difference
    double worst_violation;  // largest such difference, in cells; 0 = none
    abut_v3 worst_place;     // position of that edge, m
    int64_t leaking_samples; // samples whose sign was decided individually because inside and outside are connected
    bool from_cache;         // the field was read from the cache
} abut_sdf_report;

// Default options, to be changed and passed to abut_sdf_build.
ABUT_API abut_sdf_options abut_sdf_default(void);
// Builds the field of a mesh after repairing a copy of it; the report describes the repair. options NULL = default.
// ABUT_ERR_INPUT: the mesh encloses no volume, or leaks. ABUT_ERR_LIMIT: the field needs more memory than allowed.
// Destroy the field with abut_sdf_destroy.
ABUT_API abut_status abut_sdf_build(const abut_mesh *mesh, const abut_sdf_options *options, abut_sdf **sdf);
ABUT_API void abut_sdf_destroy(abut_sdf *sdf);
ABUT_API abut_sdf_report abut_sdf_report_get(const abut_sdf *sdf); // zeros if sdf is NULL

// Interpolated distance at a point in the frame of the mesh, m, and the exact gradient of the interpolant (may be
// NULL), whose norm is only approximately 1. Outside the grid the distance to the grid is added. NAN: sdf is NULL or
// the point not finite.
ABUT_API double abut_sdf_distance(const abut_sdf *sdf, abut_v3 point, abut_v3 *gradient);

// The same at many points: distance (count) and gradient (count), which may be NULL.
ABUT_API abut_status abut_sdf_distances(const abut_sdf *sdf, const abut_v3 *points, int64_t count, double *distance,
                                        abut_v3 *gradient);

typedef struct abut_sdf_nearest {
    double distance;  // exact, negative inside, m; NAN: sdf was NULL or the point not finite
    abut_v3 point;    // closest point on the surface, m
    int64_t triangle; // index in the repaired mesh; -1 = none
} abut_sdf_nearest;
// Closest point on the surface of the repaired mesh, by exact search.
ABUT_API abut_sdf_nearest abut_sdf_closest(const abut_sdf *sdf, abut_v3 point);

// Parameter t of the first intersection of the ray origin + t direction, 0 <= t <= longest, with the surface; INFINITY
// if there is none.
ABUT_API double abut_sdf_ray(const abut_sdf *sdf, abut_v3 origin, abut_v3 direction, double longest);

// Error of the interpolated distance, measured against the exact one.
typedef struct abut_sdf_errors {
    int64_t points;
    double mean, largest; // |interpolated - exact|, m
    double normal_mean;   // angle between the gradient and the direction to the nearest point, rad
    int64_t wrong_side;   // points with the wrong sign although farther from the surface than the interpolation error
} abut_sdf_errors;
// Measures the error at pseudo-random points within `band` cells of the surface, uniform by area; reproducible for the
// same field. ABUT_ERR_ARGUMENT: a pointer is NULL, or band or points is not positive.
ABUT_API abut_status abut_sdf_measure(const abut_sdf *sdf, int band, int64_t points, abut_sdf_errors *errors);

// Writes all nodes of the grid as a VTK image (.vti, raw floats); replaces an existing file.
ABUT_API abut_status abut_sdf_write_vti(const abut_sdf *sdf, const char *path);

#define ABUT_SEARCH_CASES 3

// Time of the contact search of two overlapping bodies by four methods.
typedef struct abut_search_timing {
    const char *name; // "box and box", "mesh and box" or "mesh and mesh"; static
    int64_t points, triangles, contacts;
    double nearest, brute, octree, tree; // s of CPU time of one search, mean over poses
} abut_search_timing;
// Measures the speed of contact search with a closed mesh, on one thread, with fields of `cells` cells along the
// longest side. ABUT_ERR_INPUT: the mesh encloses no volume or is too thin.
ABUT_API abut_status abut_mesh_time_search(const abut_mesh *mesh, int64_t cells,
                                           abut_search_timing result[ABUT_SEARCH_CASES]);

#ifdef __cplusplus
}
#endif

#endif
