// abut: simulation of bodies in contact.
//
// This header is the public interface of libabut, with abut/cones.h. All quantities are in SI units. Axes are
// right-handed. A pose is the position of the centre of mass and a unit quaternion (w, x, y, z) from body axes to world
// axes. Vectors, angular velocities included, are in world axes unless stated otherwise.
//
// A function that can fail returns an abut_status; abut_message() then gives the cause and a remedy. The library never
// exits, aborts or prints. The caller owns the objects it creates and destroys them before their context; destroying
// NULL is allowed. One thread at a time may use a context; the context runs its own worker threads.
#ifndef ABUT_H
#define ABUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ABUT_API __attribute__((visibility("default")))
#else
#define ABUT_API
#endif

#define ABUT_VERSION "0.1.0"

typedef enum abut_status {
#define ABUT_STATUS(name, exit_code, text) ABUT_##name,
#include "status.def"
#undef ABUT_STATUS
} abut_status;

ABUT_API const char *abut_version(void);                   // version of the loaded library, "0.1.0"; static
ABUT_API const char *abut_status_name(abut_status status); // "ERR_INPUT"; static
ABUT_API const char *abut_status_text(abut_status status); // "an input file is wrong"; static
ABUT_API int abut_status_exit_code(abut_status status);    // 0 ok, 2 bad input, 3 the simulation failed, 4 I/O

typedef struct abut_v3 {
    double x, y, z;
} abut_v3;

typedef struct abut_quat {
    double w, x, y, z;
} abut_quat;

// Pose of a frame relative to its parent frame: position in m, orientation from its axes to those of the parent.
typedef struct abut_frame {
    abut_v3 position;
    abut_quat orientation;
} abut_frame;

// ---------------------------------------------------------------------------------------------------- context

typedef enum abut_log_level { ABUT_LOG_DEBUG, ABUT_LOG_INFO, ABUT_LOG_WARNING } abut_log_level;

// Receives one line of the log without its newline. Called only from the thread that called into the library.
typedef void abut_log_fn(void *user, abut_log_level level, const char *line);

// Memory hook. `resize(user, NULL, n)` allocates and `resize(user, p, n)` with n > 0 resizes; a result of NULL means
// out of memory and leaves p valid. Called only from the thread that called into the library.
typedef struct abut_allocator {
    void *user;
    void *(*resize)(void *user, void *p, size_t bytes);
    void (*release)(void *user, void *p);
} abut_allocator;

typedef enum abut_file_kind { ABUT_FILE_NONE, ABUT_FILE_REGULAR, ABUT_FILE_DIRECTORY, ABUT_FILE_OTHER } abut_file_kind;
typedef enum abut_open_mode {
    ABUT_OPEN_READ,   // opens an existing file
    ABUT_OPEN_CREATE, // read and write; replaces an existing file by a new empty one; does not follow symbolic links
    ABUT_OPEN_UPDATE  // read and write; opens an existing file or creates one; does not follow symbolic links
} abut_open_mode;

// Receives one file of a folder: its name, its size in bytes and its modification time in ns since an arbitrary epoch.
typedef void abut_list_fn(void *arg, const char *name, int64_t size, int64_t modified);

// File hook: the library reads and writes files only through these functions. Handles are >= 0. Negative results are
// negated errno values. read and write may transfer fewer bytes than requested; 0 from read is the end of the file.
typedef struct abut_io {
    void *user;
    int (*open)(void *user, const char *path, abut_open_mode mode);
    int64_t (*read)(void *user, int file, void *bytes, int64_t count, int64_t offset);
    int64_t (*write)(void *user, int file, const void *bytes, int64_t count, int64_t offset);
    int (*truncate)(void *user, int file, int64_t size);
    int (*sync)(void *user, int file);
    // exclusive to this process until close; -EWOULDBLOCK if another process has the lock
    int (*lock)(void *user, int file);
    int (*close)(void *user, int file);
    int (*kind)(void *user, const char *path, abut_file_kind *kind, int64_t *size);
    int (*rename)(void *user, const char *from, const char *to);
    int (*remove)(void *user, const char *path);
    int (*make_directory)(void *user, const char *path);
    int (*sync_directory)(void *user, const char *path);
    // calls `each` for every regular file, in any order
    int (*list)(void *user, const char *path, abut_list_fn *each, void *arg);
} abut_io;

// Progress of the set-up of a scene. The strings are valid during the call only.
typedef struct abut_setup {
    const char *name;  // name of the body or file in preparation; "" = none
    const char *doing; // name of the current task, such as "distances"
    int64_t done, of;  // finished and total work items of this task
    double wall;       // s of wall-clock time since the set-up began
    double left;       // estimated s until this task ends; infinite = unknown
} abut_setup;

typedef struct abut_config {
    int threads;              // number of threads, 0 = all cores; the results are bitwise equal for any number
    abut_allocator allocator; // zeros = malloc and free
    abut_io io;               // zeros = files of the operating system
    abut_log_fn *log;         // receives the log; NULL = no log
    void *log_user;
    // folder in which the distance fields of shapes are cached between worlds; copied; NULL = no cache
    const char *cache;
    int64_t cache_limit; // bytes; the oldest cached fields are removed beyond this size
    // Called often during the set-up of a scene, so it should be fast; true aborts the set-up with ABUT_INTERRUPTED.
    // NULL = no cancellation.
    bool (*cancel)(void *user);
    void *cancel_user;
    // Called about ten times a second during the set-up of a scene with its progress. NULL = no calls.
    void (*setup)(void *user, const abut_setup *setup);
    void *setup_user;
} abut_config;

typedef struct abut_context abut_context;

ABUT_API abut_config abut_default_config(void);
// Creates a context; config NULL = abut_default_config(). On failure *context is NULL: ABUT_ERR_ARGUMENT for an
// incomplete hook, ABUT_ERR_MEMORY. Destroy it with abut_context_destroy after all objects created with it.
ABUT_API abut_status abut_context_create(const abut_config *config, abut_context **context);
ABUT_API void abut_context_destroy(abut_context *context);
// Message of the last failure of this context, valid until the next call with the context. Never NULL.
ABUT_API const char *abut_message(const abut_context *context);

// ---------------------------------------------------------------------------------------------------- meshes

typedef struct abut_mesh abut_mesh; // triangle mesh of a surface

// Reads an STL, OBJ or PLY file (ASCII or binary), multiplies every coordinate by `scale` (0.001 for a file in mm) and
// merges vertices of equal coordinates. ABUT_ERR_INPUT gives the place of the error in the file. Destroy the mesh with
// abut_mesh_destroy.
ABUT_API abut_status abut_mesh_load(abut_context *context, const char *path, double scale, abut_mesh **mesh);
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

// ------------------------------------------------------------------------------------------ signed-distance fields

// Signed distance from the surface of a closed mesh, negative inside, sampled on a grid. Near the surface the samples
// fill bricks of 8 x 8 x 8 cells; elsewhere only the corners of bricks are sampled. All samples are exact up to
// rounding.
typedef struct abut_sdf abut_sdf;

typedef struct abut_sdf_options {
    int64_t cells; // cells along the longest side of the grid, margin included; used if `size` and `error` are 0
    double size;   // edge of a cell, m; 0 = from `error` or `cells`
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
ABUT_API abut_sdf_options abut_default_sdf(void);
// Builds the field of a mesh after repairing a copy of it; the report describes the repair. options NULL = default.
// ABUT_ERR_INPUT: the mesh encloses no volume, or leaks. ABUT_ERR_LIMIT: the field needs more memory than allowed.
// Destroy the field with abut_sdf_destroy.
ABUT_API abut_status abut_sdf_build(const abut_mesh *mesh, const abut_sdf_options *options, abut_sdf **sdf);
ABUT_API void abut_sdf_destroy(abut_sdf *sdf);
ABUT_API abut_sdf_report abut_sdf_get_report(const abut_sdf *sdf); // zeros if sdf is NULL

// Interpolated distance at a point in the frame of the mesh, m, and the exact gradient of the interpolant (may be
// NULL), whose norm is only approximately 1. Outside the grid the distance to the grid is added. NAN: sdf is NULL or
// the point not finite.
ABUT_API double abut_sdf_distance(const abut_sdf *sdf, abut_v3 point, abut_v3 *gradient);

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

// ----------------------------------------------------------------------------------------- overlap of polyhedra

typedef struct abut_polyhedron abut_polyhedron; // closed convex polyhedron

// Converts a closed convex mesh; coplanar triangles become one face. ABUT_ERR_INPUT: the mesh is open, inverted, not
// connected or not convex; the message says which. ABUT_ERR_LIMIT: more than 4096 faces. Destroy the polyhedron with
// abut_polyhedron_destroy.
ABUT_API abut_status abut_polyhedron_from_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron);
// Convex hull of `count` points, m. ABUT_ERR_ARGUMENT: fewer than 4 points, or a coordinate is not finite.
ABUT_API abut_status abut_polyhedron_from_points(abut_context *context, const abut_v3 *points, int64_t count,
                                                 abut_polyhedron **polyhedron);
// Convex hull of the vertices of a mesh.
ABUT_API abut_status abut_polyhedron_hull_of_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron);
ABUT_API void abut_polyhedron_destroy(abut_polyhedron *polyhedron);

typedef enum abut_overlap_method {
    ABUT_OVERLAP_CLIP, // clipping by planes: fast, and exact up to rounding in every configuration
    ABUT_OVERLAP_DUAL  // convex hull of the polar dual: slow, refuses very flat overlaps; for comparison
} abut_overlap_method;

typedef struct abut_overlap_result {
    bool overlap;     // false: all other fields are zero
    double volume;    // m^3
    abut_v3 centroid; // centroid of the overlap, m
    abut_v3 area;     // S: integral of the outward normal of b over the surface of b inside a, m^2
    abut_v3 moment;   // G: integral of x cross that normal, about the world origin, m^3
    abut_v3 point;    // contact point: the point nearest to the centroid on the line of action of the force, m
    abut_v3 normal;   // S / |S|, from b to a; zero if S is zero
} abut_overlap_result;

// Overlap of a and b with their meshes at the given poses (NULL = identity), in world axes. If a translates by dx and
// rotates by dt about the origin, the volume changes by -(area . dx + moment . dt). The call allocates only if the
// faces of a and b exceed those of every earlier call with a. ABUT_ERR_ARGUMENT: a NULL pointer or a pose that is not
// finite. ABUT_ERR_LIMIT: the overlap is too flat for the method.
ABUT_API abut_status abut_overlap(abut_polyhedron *a, const abut_frame *pose_a, const abut_polyhedron *b,
                                  const abut_frame *pose_b, abut_overlap_method method, abut_overlap_result *result);

// ----------------------------------------------------------------------------------------------------- world

typedef struct abut_world abut_world;

// Identifies a body. The id of a removed body is never reused. All zeros = no body, or the ground where stated.
typedef struct abut_body {
    uint32_t slot; // 1 + index
    uint32_t generation;
} abut_body;

typedef struct abut_world_def {
    abut_v3 gravity; // m/s^2
    double dt;       // time step, s; 0 = chosen from the contact stiffness at the first step
    // longer step, s, while no contact is possible, rounded down to a multiple of dt; 0 = always dt
    double free_dt;
    const char *integrator;  // see `abut list integrators`
    double tolerance;        // adaptive integrators: error of a substep relative to the size of the moving bodies
    double spectral_radius;  // generalised_alpha: spectral radius at infinite frequency, 0..1
    const char *enforcement; // contact constraints: "penalty" (the laws below), "multiplier" or "augmented"
    double penalty;          // "augmented": penalty stiffness in units of the effective mass of a contact; usually 100
    const char *normal_law;  // see `abut list laws`
    const char *damping;     // see `abut list dampings`
    const char *friction;    // see `abut list frictions`
    // N/m, of the linear law, and of the power law at the reference depth; ignored if penetration > 0
    double stiffness;
    double stiffness_ratio; // tangential over normal stiffness of the linear and power laws
    // m; > 0: every pair of bodies gets the stiffness that stops an approach at this depth; the linear law then has
    // k = m (v/penetration)^2
    double penetration;
    // v in that formula, m/s; 0 = estimate, at the first step, of the largest speed that bodies may reach
    double approach_speed;
    double exponent;         // exponent n of the power law
    double reference_depth;  // depth d0 of the power law and of viscous damping, m
    double viscosity;        // coefficient of viscous damping at the reference depth, N s/m
    double viscous_exponent; // exponent m of the depth in viscous damping
    double stick_speed;      // v_s of velocity friction, m/s: the friction force increases up to this speed
    double slide_speed;      // v_d > v_s, m/s: sliding friction from this speed on
    // V0 of the volume law, m^3: overlaps far below it respond as linear springs; negative = chosen from the time step
    double soft_volume;
    // cells along the longest side of the distance field of shapes other than sphere and plane
    int64_t resolution;
    // search for surface samples inside other shapes: "tree", "octree" or "brute", with equal results, or "exact"
    const char *detect;
    const char *patch;   // elastic model of contact patches: "half_space" (from the material) or "foundation"
    bool per_point;      // every sample has the whole contact stiffness instead of its area weight
    bool allow_large_dt; // accept a dt above the stability limit
    const char *drift;   // drift correction of joints: "projection", "baumgarte" or "none"
    double drift_rate;   // rate of Baumgarte's stabilisation, 1/s, for both alpha and beta
    double drift_alpha, drift_beta; // coefficients of -2 alpha phi' - beta^2 phi, 1/s; negative = drift_rate
} abut_world_def;

typedef struct abut_material_def {
    const char *name;   // copied; at most 63 bytes, no control characters
    double density;     // kg/m^3
    double young;       // Pa
    double poisson;     // -1 < nu <= 0.5
    double restitution; // 0..1, between two bodies of this material; two materials use the smaller value
    double friction;    // coefficient >= 0; two materials use the smaller value
    // coefficient of kinetic friction, for laws that distinguish it from static friction; negative = friction
    double sliding_friction;
    // cohesive stress on the contact area, Pa >= 0; two materials use the smaller value
    double cohesion;
    // coefficient >= 0: rolling moment over (normal force times effective radius); two materials use the smaller value
    double rolling_friction;
} abut_material_def;

// Contact parameters of two materials that replace those of the world and the materials.
typedef struct abut_pair_def {
    int32_t a, b;           // indices from abut_add_material
    bool apart;             // bodies of these materials have no contact
    const char *normal_law; // NULL = the law of the world
    double stiffness;       // N/m, of the linear law; 0 = the value of the world
    // m^2 of surface to which the stiffness refers, for contacts of surface samples; 0 = whole surface of the body
    double area;
    double restitution;                // NAN = from the materials
    double friction;                   // NAN = from the materials
    double cohesion, rolling_friction; // NAN = from the materials; cohesion in Pa
} abut_pair_def;

// Bytes of the label of a body, "name[number]", or a collider, "name[number]/collider", with the final zero
#define ABUT_LABEL 160

// A collider: a shape of one material, fixed to a body.
typedef struct abut_collider_def {
    const char *name;      // shown as body/name; copied; NULL = number of the collider within its body, from 1
    int32_t shape;         // index from abut_add_sphere etc.
    int32_t material;      // index from abut_add_material
    bool no_contact;       // takes part in no contact
    bool hidden;           // not in picture.png
    abut_v3 position;      // origin of the shape's frame, in the body's frame, m
    abut_quat orientation; // shape axes to body axes
} abut_collider_def;

typedef struct abut_body_def {
    const char *name;         // used in messages and results; copied
    int64_t number;           // index in a generated group, shown as name[number]; -1 = not in a group
    int32_t shape;            // index from abut_add_sphere etc.; ignored with `colliders`
    int32_t material;         // index from abut_add_material; ignored with `colliders`
    bool fixed;               // immobile
    bool no_contact;          // takes part in no contact
    bool hidden;              // not in picture.png
    abut_v3 position;         // origin of the body's frame, the frame in which the shape was given, m, in world axes
    abut_quat orientation;    // body axes to world axes
    abut_v3 velocity;         // of the centre of mass, m/s
    abut_v3 angular_velocity; // rad/s, world axes
    double mass;              // kg; 0 = density times volume, summed over the colliders
    // moments about the centre of mass and the principal axes of the shape, kg m^2; 0 = from the shape. With
    // `colliders`: about the origin and axes of the body's frame, which then are centre of mass and principal axes; 0 =
    // from the colliders
    abut_v3 inertia;
    abut_v3 force;  // constant force at the centre of mass, N, world axes
    abut_v3 torque; // N m, world axes
    const abut_collider_def
        *colliders; // copied; NULL = one collider of `shape` and `material` at the body's frame   (ncollider)
    int64_t ncollider;
} abut_body_def;

typedef struct abut_body_state {
    abut_v3 position;         // origin of the body's frame, m
    abut_quat orientation;    // body axes to world axes
    abut_v3 centre;           // centre of mass, m
    abut_v3 velocity;         // of the centre of mass, m/s
    abut_v3 angular_velocity; // rad/s, world axes
    abut_v3 force, torque;    // resultant about the centre of mass, N and N m, world axes
    double mass;              // kg
} abut_body_state;

typedef struct abut_contact {
    abut_body a, b;                 // the force acts on a, its reaction on b
    int32_t collider_a, collider_b; // index of the collider within its body, from 0
    abut_v3 point;                  // m
    abut_v3 normal;                 // unit vector from b to a
    double gap;                     // m, negative while overlapping
    abut_v3 force;                  // on a, normal and tangential part, N
    double normal_force;            // N, positive in compression
} abut_contact;

// Energy ledger, J. `residual` is the error of the energy balance; it decreases with the square of the time step.
typedef struct abut_energy {
    double kinetic, potential;
    double stored_normal, stored_tangential; // elastic energy of contacts
    double stored_springs;                   // elastic energy of force elements
    double lost_damping, lost_friction, lost_impact, lost_constraint;
    double work_external; // work of loads and prescribed motion
    // total at the start of the world, plus that of bodies added since, minus that of bodies removed
    double initial;
    double residual; // kinetic + potential + stored + lost - work - initial
} abut_energy;

ABUT_API abut_world_def abut_default_world(void);
ABUT_API abut_material_def abut_default_material(void);
ABUT_API abut_pair_def abut_default_pair(void);
ABUT_API abut_body_def abut_default_body(void);
ABUT_API abut_collider_def abut_default_collider(void);

// Creates a world. ABUT_ERR_ARGUMENT: a value of def is out of range or a name unknown. Destroy it with
// abut_world_destroy.
ABUT_API abut_status abut_world_create(abut_context *context, const abut_world_def *def, abut_world **world);
ABUT_API void abut_world_destroy(abut_world *world);

// Adds a material before the first step; *material is its index. ABUT_ERR_ARGUMENT: a property is out of range.
ABUT_API abut_status abut_add_material(abut_world *world, const abut_material_def *def, int32_t *material);

// Sets the parameters of a pair of materials before the first step; a later call for the same pair replaces an earlier
// one. ABUT_ERR_ARGUMENT: a value is out of range.
ABUT_API abut_status abut_set_pair(abut_world *world, const abut_pair_def *def);

// Each of these adds a shape and returns its index; any number of bodies may share it. Lengths in m, in the shape's own
// frame. ABUT_ERR_ARGUMENT: a size is not positive and finite.
ABUT_API abut_status abut_add_sphere(abut_world *world, double radius, int32_t *shape);
// Half-space below the plane through the origin
ABUT_API abut_status abut_add_plane(abut_world *world, abut_v3 normal, int32_t *shape);
ABUT_API abut_status abut_add_box(abut_world *world, abut_v3 edges, int32_t *shape);
// The straight part of a capsule has `length` and lies along z.
ABUT_API abut_status abut_add_capsule(abut_world *world, double radius, double length, int32_t *shape);
ABUT_API abut_status abut_add_ellipsoid(abut_world *world, abut_v3 semi_axes, int32_t *shape);
// The axis of a cylinder is z.
ABUT_API abut_status abut_add_cylinder(abut_world *world, double radius, double length, int32_t *shape);
ABUT_API abut_status abut_add_hull(abut_world *world, const abut_v3 *points, int64_t count, int32_t *shape);

// Adds a closed mesh (copied). It collides by its distance field, which is built when the world starts.
ABUT_API abut_status abut_add_mesh(abut_world *world, const abut_mesh *mesh, int32_t *shape);

// Sets the resolution of a shape before the first step: edge of the cells of its distance field and spacing of its
// surface samples, m. cell 0 = from the world's resolution; spacing 0 = from the cells.
ABUT_API abut_status abut_set_detail(abut_world *world, int32_t shape, double cell, double spacing);

// Adds a body, before or after the first step; body may be NULL. ABUT_ERR_ARGUMENT: the definition is invalid.
ABUT_API abut_status abut_add_body(abut_world *world, const abut_body_def *def, abut_body *body);
// Removes a body. ABUT_ERR_ARGUMENT: no such body, or it has joints or force elements.
ABUT_API abut_status abut_remove_body(abut_world *world, abut_body body);
// State of a body. ABUT_ERR_ARGUMENT: no such body.
ABUT_API abut_status abut_get_body(const abut_world *world, abut_body body, abut_body_state *state);
ABUT_API int64_t abut_body_count(const abut_world *world);

// Lookup by label: "name", or "name[7]" for a member of a generated group. ABUT_ERR_ARGUMENT: no such name.
ABUT_API abut_status abut_body_find(const abut_world *world, const char *label, abut_body *body);
// Body at 0 <= index < abut_body_count, else the zero id. The order of bodies may change in a step; ids stay.
ABUT_API abut_body abut_body_at(const abut_world *world, int64_t index);
// Writes the label of a body. ABUT_ERR_ARGUMENT: no such body.
ABUT_API abut_status abut_body_label(const abut_world *world, abut_body body, char label[ABUT_LABEL]);
ABUT_API int64_t abut_collider_count(const abut_world *world, abut_body body); // 0: no such body
// Writes "body/collider" for a compound body, else the label of the body; index as in abut_contact.collider_a.
// ABUT_ERR_ARGUMENT: no such body or collider.
ABUT_API abut_status abut_collider_label(const abut_world *world, abut_body body, int64_t index,
                                         char label[ABUT_LABEL]);
// Index for abut_get_joint and abut_get_force. ABUT_ERR_ARGUMENT: no such name.
ABUT_API abut_status abut_joint_find(const abut_world *world, const char *name, int64_t *index);
ABUT_API abut_status abut_force_find(const abut_world *world, const char *name, int64_t *index);

// A joint constrains a frame of body a relative to a frame of body b; a zero id is the ground. `abut list joints` lists
// the kinds; the axis of a joint is the z axis of its frames. Joints are added before the first step, which moves
// bodies so that all joints are satisfied.
typedef struct abut_joint_def {
    const char *name; // used in messages and results; copied
    const char *kind; // see `abut list joints`
    abut_body a, b;
    // in the body's frame, the frame in which its shape was given; of the ground: in the world frame
    abut_frame frame_a, frame_b;
    double length; // distance: m; 0 = initial distance of the two points
    double pitch;  // screw: m per turn
    double ratio;  // gear: revolutions of b per revolution of a
    double radius; // rolling: m
    // prescribed: displacement from the initial position, speed t + amplitude sin(frequency t); rad or m
    double speed, amplitude, frequency;
    bool collide; // contacts between the two bodies are allowed
} abut_joint_def;

typedef struct abut_joint_state {
    abut_v3 point;         // origin of the frame on b, m, world axes
    abut_v3 force, torque; // reaction on b at `point`, N and N m, world axes; the opposite acts on a
} abut_joint_state;

ABUT_API abut_joint_def abut_default_joint(void);
// Adds a joint before the first step; *joint (may be NULL) is its index. ABUT_ERR_ARGUMENT: the definition is invalid.
ABUT_API abut_status abut_add_joint(abut_world *world, const abut_joint_def *def, int32_t *joint);
// Frame, in the axes of a body (zero = the ground), with its origin at `point` (m) and its z axis along `axis`, both
// given in the world frame; x is along the component of `across` perpendicular to the axis, or arbitrary if `across` is
// zero. ABUT_ERR_ARGUMENT: no such body, a vector is not finite, or the axis is zero.
ABUT_API abut_status abut_frame_at(const abut_world *world, abut_body body, abut_v3 point, abut_v3 axis, abut_v3 across,
                                   abut_frame *frame);
// A force element: spring, stop, motor, friction or bushing (`abut list forces`). Most act along one coordinate s of
// the two frames: "distance" of the origins, "travel" of b's origin along the axis, or "angle" about it. Efforts are
// forces, or torques for an angle.
typedef struct abut_force_def {
    const char *name;            // used in messages and results; copied
    const char *kind;            // see `abut list forces`
    const char *along;           // "distance", "travel" or "angle"
    abut_body a, b;              // zero = the ground
    abut_frame frame_a, frame_b; // as in abut_joint_def
    double stiffness, damping;   // N/m, N s/m; N m/rad, N m s/rad
    double rest;                 // spring: rest length or angle; motor: target at t = 0
    bool at_ease;                // rest = present value of the coordinate
    double low, high;            // stop: free range of s, m or rad
    // motor: speed of the target; friction: speed below which it decreases to zero; m/s or rad/s
    double speed;
    double effort; // spring, motor: constant effort, N or N m
    double most;   // motor, friction: bound of the effort, N or N m
    // bushing: translational and rotational coefficients in the axes of a's frame
    abut_v3 stiff_shift, damp_shift, stiff_turn, damp_turn;
    const char *table_of;       // table: argument "coordinate", "speed" or "time"; copied with its points
    const double *table_at;     // arguments in ascending order, SI
    const double *table_effort; // values, N or N m
    int64_t table_count;
    // matrix_bushing: 6 x 6 by rows, translations before rotations; copied; NULL = zero
    const double *stiff_matrix, *damp_matrix;
} abut_force_def;

typedef struct abut_force_state {
    double coordinate; // distance or travel, m; angle, rad
    double effort;     // positive in the direction of increasing coordinate, N or N m
} abut_force_state;

ABUT_API abut_force_def abut_default_force(void);
// Adds a force element before the first step; *force (may be NULL) is its index. ABUT_ERR_ARGUMENT: the definition is
// invalid.
ABUT_API abut_status abut_add_force(abut_world *world, const abut_force_def *def, int32_t *force);
ABUT_API int64_t abut_force_count(const abut_world *world);
ABUT_API abut_force_state abut_get_force(const abut_world *world, int64_t index); // index < count

ABUT_API int64_t abut_joint_count(const abut_world *world);
ABUT_API abut_joint_state abut_get_joint(const abut_world *world, int64_t index); // index < count

// Advances the world by one time step. After a failure the world must not be stepped further.
ABUT_API abut_status abut_step(abut_world *world);
ABUT_API double abut_time(const abut_world *world); // s
ABUT_API int64_t abut_step_count(const abut_world *world);
ABUT_API abut_energy abut_get_energy(const abut_world *world);
// Violations of contact and joint conditions, computed from the state alone, at the end of the last step.
typedef struct abut_residuals {
    double overlap;         // gap >= 0: largest penetration, m
    double pull;            // normal force >= 0: largest tensile force, N
    double complementarity; // force times gap = 0: largest product, J
    double distance;        // largest gap with a contact force, m
    // largest penetration over half the thickness of the two bodies; above 1 the contact ejects a body on the far side
    double immersion;
    // pairs with so much relative motion in a step or substep that they may have passed through each other
    double jumps;
    double joint_position; // largest position error of a joint: lengths over the size of the mechanism, angles in rad
    double joint_speed;    // the same for the velocity error, 1/s
    // energy that a dissipative term of the ledger supplied in the last step, J; 0 up to rounding
    double gain;
    double missed; // largest overlap not reported by contacts at the last call of abut_audit, m
} abut_residuals;
ABUT_API abut_residuals abut_get_residuals(const abut_world *world);

// Dissipative terms of the ledger.
typedef enum abut_loss { ABUT_LOSS_DAMPING, ABUT_LOSS_FRICTION, ABUT_LOSS_IMPACT, ABUT_LOSSES } abut_loss;

// Energy that one dissipative term took from and gave to the bodies.
typedef struct abut_give_and_take {
    double taken, given; // dissipated and supplied energy over all steps, J; rounding errors are not counted
    double passed;       // energy exchanged with the tangential springs of friction, J; 0 for the other terms
    int64_t steps;       // number of steps that supplied energy
    double most;         // largest energy supplied in one step, J ...
    double time;         // ... and the end time of that step, s
    int64_t step;        // ... and its number
} abut_give_and_take;

// Statistics of the world since its start.
typedef struct abut_watch {
    double overlap; // largest penetration at the start, m
    // largest energy in play so far, J: kinetic, stored, lost, work and the change of potential energy, so that the
    // datum of heights has no influence
    double turnover;
    abut_give_and_take loss[ABUT_LOSSES];
    int64_t audits; // number of calls of abut_audit
    double missed;  // largest overlap not reported by contacts, m ...
    // ... over the size of the smaller body there, or five times the thickness of the thinner one
    double missed_share;
    double missed_time;                              // time at which it was found, s
    char missed_a[ABUT_LABEL], missed_b[ABUT_LABEL]; // labels of the two colliders; "" = none
} abut_watch;
ABUT_API abut_watch abut_get_watch(const abut_world *world);
// Searches for overlaps by a method independent of the contacts: distances from the surfaces, at points of a sample of
// bodies. Does not change the motion. A run calls it with every frame.
ABUT_API abut_status abut_audit(abut_world *world);
ABUT_API int64_t abut_contact_count(const abut_world *world);
// Contact `index` < abut_contact_count; the contacts of one pair of colliders are consecutive.
ABUT_API abut_contact abut_get_contact(const abut_world *world, int64_t index);
// Equal for two worlds in bitwise equal states: bodies, contact history and energy ledger.
ABUT_API uint64_t abut_state_hash(const abut_world *world);

// ----------------------------------------------------------------------------------------------------- scene

typedef struct abut_diagnostic {
    char code[8];         // "E012"; `abut explain E012` gives details
    bool error;           // false = warning
    const char *file;     // path; this and the strings below belong to the scene
    int64_t line, column; // from 1; 0 = the whole file
    const char *message;  // cause and remedy
    const char *source;   // the line of the file; "" = none
} abut_diagnostic;

typedef struct abut_scene_options {
    const char *const *set; // overrides such as "time.dt=1e-5", as on the command line
    int set_count;
    bool allow_outside; // includes and meshes outside the scene's folder are allowed
} abut_scene_options;

typedef struct abut_scene abut_scene;

// Reads a scene and builds its world. With ABUT_ERR_INPUT the scene still exists and holds the diagnostics of all
// errors. Destroy it in every case with abut_scene_destroy.
ABUT_API abut_status abut_scene_load(abut_context *context, const char *path, const abut_scene_options *options,
                                     abut_scene **scene);
ABUT_API void abut_scene_destroy(abut_scene *scene);
ABUT_API int64_t abut_scene_diagnostic_count(const abut_scene *scene);
ABUT_API abut_diagnostic abut_scene_get_diagnostic(const abut_scene *scene, int64_t index);
ABUT_API abut_world *abut_scene_world(abut_scene *scene); // NULL after errors; owned by the scene

#define ABUT_PROBE_COLUMNS 9

// Present values of one probe of the scene.
typedef struct abut_probe_state {
    const char *name; // as in the scene; owned by the scene
    // suffix of the name in the header of probes.csv, with the unit: ".rate [m/s]"
    const char *column[ABUT_PROBE_COLUMNS];
    double value[ABUT_PROBE_COLUMNS];
    int columns; // number of columns in use
} abut_probe_state;

ABUT_API int64_t abut_scene_probe_count(const abut_scene *scene);
ABUT_API abut_probe_state abut_scene_get_probe(const abut_scene *scene, int64_t index); // index < count

// ------------------------------------------------------------------------------------------------------- run

typedef struct abut_progress {
    double time, end; // simulated time now and at the end, s
    int64_t step, steps;
    int64_t bodies, contacts;
    double deepest; // present largest penetration, m
    double wall;    // wall-clock time since the run started or resumed, s
    double steps_per_second;
} abut_progress;

typedef struct abut_run_options {
    const char *scene; // path; may be NULL when resuming
    const char *out;   // folder of the results, created if missing
    bool resume;       // continue from the checkpoint in `out`
    bool overwrite;    // replace a run in `out`, finished or not
    abut_scene_options scene_options;
    // wall-clock time between checkpoints, s; 0 = as the scene sets it; a stop and the end always write one
    double checkpoint_interval;
    int64_t checkpoint_steps;              // steps between checkpoints; 0 = by time only
    int32_t picture_width, picture_height; // pixels of picture.png, an image of the final state; 0 = none
    int64_t report_bytes; // size limit of report.html; frames of long runs are omitted to meet it; 0 = no report
    // between steps the run reads the file .control in `out`: a line "pause" or "stop"; removing the file continues the
    // run
    bool controlled;
    // Called between steps about ten times a second; false stops the run with a checkpoint. May be NULL.
    bool (*progress)(void *user, const abut_progress *progress);
    void *progress_user;
    // Called with every diagnostic of the scene. May be NULL.
    void (*diagnostic)(void *user, const abut_diagnostic *diagnostic);
    void *diagnostic_user;
} abut_run_options;

// One check of the validity of a run's results.
typedef struct abut_check {
    const char *name;    // "energy"
    const char *what;    // one sentence: the measured quantity
    const char *hint;    // remedy if the check fails
    double value, limit; // in the same unit
    bool pass;           // value <= limit
    char detail[480];    // where and when the worst value occurred; "" = unknown or no violation
} abut_check;

#define ABUT_CHECKS 12 // maximum number of checks

typedef struct abut_run_summary {
    abut_progress progress; // at the end
    abut_energy energy;     // J
    double deepest_ever;    // largest penetration of the run, m
    abut_residuals worst;   // maxima over all steps
    abut_watch watch;
    double smallest_radius; // smallest radius of the mobile colliders that can have contacts, m; infinite = none
    int32_t checks, failed; // number of checks and of failed checks
    abut_check check[ABUT_CHECKS];
    uint64_t hash; // abut_state_hash of the final state
    int64_t frames;
    bool finished; // false: stopped on request and can be resumed
    bool report;   // report.html was written
} abut_run_summary;

ABUT_API abut_run_options abut_default_run(void);
// Runs a scene and writes results.vtkhdf, CSV histories and a checkpoint to a folder. ABUT_INTERRUPTED: `progress` or
// .control stopped the run. A run that was killed and resumed gives the same files and hash as an uninterrupted one.
// `summary` may be NULL.
ABUT_API abut_status abut_run(abut_context *context, const abut_run_options *options, abut_run_summary *summary);

#ifdef __cplusplus
}
#endif

#endif
