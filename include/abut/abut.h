// abut: simulate things that touch.
//
// This header is the whole public interface of libabut. SI units everywhere; right-handed axes; a pose is the position
// of the centre of mass and a unit quaternion (w, x, y, z) from the body's axes to the world's; angular velocity is
// in world axes unless said otherwise.
//
// Every function that can fail returns an abut_status; abut_message() then says what went wrong and what to do. The
// library never exits, aborts or prints. Objects belong to the context they were made with, and a context may be
// used by one thread at a time (it runs its own threads inside).
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

ABUT_API const char *abut_version(void);                   // of the library that runs, "0.1.0"
ABUT_API const char *abut_status_name(abut_status status); // "ERR_INPUT"
ABUT_API const char *abut_status_text(abut_status status); // "an input file is wrong"
ABUT_API int abut_status_exit_code(abut_status status);    // 0 ok, 2 bad input, 3 the simulation failed, 4 I/O

typedef struct abut_v3 {
    double x, y, z;
} abut_v3;

typedef struct abut_quat {
    double w, x, y, z;
} abut_quat;

typedef struct abut_frame {
    abut_v3 position;
    abut_quat orientation;
} abut_frame;

// ---------------------------------------------------------------------------------------------------- context

typedef enum abut_log_level { ABUT_LOG_DEBUG, ABUT_LOG_INFO, ABUT_LOG_WARNING } abut_log_level;

// Receives one line without the newline. Called only from the thread that called into the library.
typedef void abut_log_fn(void *user, abut_log_level level, const char *line);

// Memory hook. `resize(user, NULL, n)` allocates, `resize(user, p, n)` with n > 0 resizes; NULL means out of memory and
// leaves p as it was. Only called from the thread that called into the library.
typedef struct abut_allocator {
    void *user;
    void *(*resize)(void *user, void *p, size_t bytes);
    void (*release)(void *user, void *p);
} abut_allocator;

typedef enum abut_file_kind { ABUT_FILE_NONE, ABUT_FILE_REGULAR, ABUT_FILE_DIRECTORY, ABUT_FILE_OTHER } abut_file_kind;
typedef enum abut_open_mode {
    ABUT_OPEN_READ,   // existing file
    ABUT_OPEN_CREATE, // read and write, a new and empty file in the place of any that was there; through no link
    ABUT_OPEN_UPDATE  // read and write, kept if it exists, created if not; through no link
} abut_open_mode;

// A file in a folder: its name, size in bytes, and when it was last written, in ns since any moment.
typedef void abut_list_fn(void *arg, const char *name, int64_t size, int64_t modified);

// File hook: every byte that the library reads or writes goes through these. Handles are >= 0. Results below zero are
// negated errno values. read and write may transfer fewer bytes than asked (0 from read is the end of the file).
typedef struct abut_io {
    void *user;
    int (*open)(void *user, const char *path, abut_open_mode mode);
    int64_t (*read)(void *user, int file, void *bytes, int64_t count, int64_t offset);
    int64_t (*write)(void *user, int file, const void *bytes, int64_t count, int64_t offset);
    int (*truncate)(void *user, int file, int64_t size);
    int (*sync)(void *user, int file);
    int (*lock)(void *user, int file); // for this process alone until closed; -EWOULDBLOCK when another has it
    int (*close)(void *user, int file);
    int (*kind)(void *user, const char *path, abut_file_kind *kind, int64_t *size);
    int (*rename)(void *user, const char *from, const char *to);
    int (*remove)(void *user, const char *path);
    int (*make_directory)(void *user, const char *path);
    int (*sync_directory)(void *user, const char *path);
    int (*list)(void *user, const char *path, abut_list_fn *each, void *arg); // regular files, any order
} abut_io;

// What setting up a scene is at.
typedef struct abut_setup {
    const char *name;  // of the body that is made ready; "" = no single one
    const char *doing; // as "distances"
    int64_t done, of;  // parts of this
    double wall;       // s since setting up began
    double left;       // s until this is done, at the pace so far; infinite = not known
} abut_setup;

typedef struct abut_config {
    int threads;              // 0 = all cores. The result has the same bits for any number
    abut_allocator allocator; // zeros = malloc and free
    abut_io io;               // zeros = the operating system's files
    abut_log_fn *log;         // NULL = silent
    void *log_user;
    // folder that keeps the distance fields of a world's shapes for the next one; copied; NULL = none
    const char *cache;
    int64_t cache_limit; // bytes; the oldest fields are removed beyond
    // Asked often while a scene is set up, so it should be quick: true ends that with ABUT_INTERRUPTED. NULL = never.
    bool (*cancel)(void *user);
    void *cancel_user;
    // Told about ten times a second while a scene is set up how far that is. NULL = nobody.
    void (*setup)(void *user, const abut_setup *setup);
    void *setup_user;
} abut_config;

typedef struct abut_context abut_context;

ABUT_API abut_config abut_default_config(void);
ABUT_API abut_status abut_context_create(const abut_config *config, abut_context **context);
ABUT_API void abut_context_destroy(abut_context *context);
// The message of the last failure of this context; valid until the next call with it. Never NULL.
ABUT_API const char *abut_message(const abut_context *context);

// ---------------------------------------------------------------------------------------------------- meshes

typedef struct abut_mesh abut_mesh; // a triangle surface

// Reads STL, OBJ or PLY (ascii or binary), every coordinate times `scale` (0.001 reads a file in mm), and joins
// vertices of equal coordinates. ABUT_ERR_INPUT names the place in the file.
ABUT_API abut_status abut_mesh_load(abut_context *context, const char *path, double scale, abut_mesh **mesh);
ABUT_API void abut_mesh_destroy(abut_mesh *mesh);

typedef struct abut_mesh_report {
    int64_t vertices, triangles;  // after joining vertices of equal coordinates
    int64_t welded;               // vertices that were joined to an earlier one
    int64_t unused_vertices;      // in no triangle
    int64_t boundary_edges;       // edges with one triangle
    int64_t holes;                // closed loops of boundary edges
    int64_t nonmanifold_edges;    // edges with more than two triangles
    int64_t flipped_edges;        // two triangles that run through the edge the same way
    int64_t duplicate_triangles;  // same three vertices, any order, counted after the first
    int64_t degenerate_triangles; // no area: repeated vertices, or a height below 1e-9 of the longest edge
    int64_t components;           // connected by shared vertices
    int64_t self_intersections;   // pairs of triangles that meet and share no vertex
    bool intersections_complete;  // false: the search was ended after its budget, there may be more
    bool closed;                  // no boundary, no non-manifold and no flipped edge
    bool inverted;                // closed and signed volume < 0
    abut_v3 low, high;            // bounds, m
} abut_mesh_report;

ABUT_API abut_status abut_mesh_inspect(const abut_mesh *mesh, abut_mesh_report *report);

// At density 1 kg/m^3; meaningful for closed meshes. Tensors are about the axes of the file: J_xy = -integral of x y.
typedef struct abut_mass_properties {
    double volume;                 // m^3, negative if the triangles face inward
    double area;                   // m^2
    abut_v3 centroid;              // m
    double inertia_centroid[3][3]; // about the centroid, kg m^2
    double inertia_origin[3][3];   // about the origin of the file, kg m^2
    double principal_moments[3];   // about the centroid, ascending, kg m^2
    abut_quat principal_axes;      // rotates the axes of the principal moments into those of the file
    double equivalent_radius;      // of the sphere of the same volume, m
} abut_mass_properties;

ABUT_API abut_mass_properties abut_mesh_mass(const abut_mesh *mesh);

// ------------------------------------------------------------------------------------------ signed-distance fields

// The distance from the surface of a closed mesh, negative inside, sampled on a grid. Near the surface the samples fill
// bricks of 8 x 8 x 8 cells; elsewhere there is one at every corner of a brick. All samples are exact but for their
// rounding.
typedef struct abut_sdf abut_sdf;

typedef struct abut_sdf_options {
    int64_t cells; // along the longest side of the field, with its margin; used if `size` and `error` are 0
    double size;   // edge of a cell, m; 0 = by `error` or `cells`
    // the cells are made small enough for the interpolated distance to err by less, m; 0 = by `cells`
    double error;
    int band;             // cells on both sides of the surface that are sampled finely
    bool compact;         // samples of 16 bit instead of floats: half the memory, rounded to about h / 2000
    bool allow_leaks;     // accept a mesh whose inside and outside are not apart
    int64_t memory_limit; // bytes; a field that needs more is refused before it is built
    const char *cache;    // folder that keeps fields, so that the same one is built once; NULL = none
    int64_t cache_limit;  // bytes; the oldest fields are removed beyond
} abut_sdf_options;

typedef struct abut_sdf_report {
    // What was done to the mesh first.
    int64_t welded;               // vertices joined to an earlier one of the same place
    int64_t degenerate_triangles; // without area, dropped
    int64_t duplicate_triangles;  // equal to an earlier one, dropped
    int64_t reoriented_triangles; // that faced the other way than their neighbours, turned
    int64_t capped_holes;         // closed, curved as the surface beside them or flat
    int64_t open_edges;           // left open
    int64_t nonmanifold_edges;    // with more than two triangles
    bool inverted;                // the mesh faced inward and was turned
    // The grid.
    abut_v3 origin; // its first node, m
    double cell;    // edge h of a cell, m
    int64_t cells[3];
    int64_t bricks; // with fine samples
    int64_t bytes;  // of the field
    // The audit: a distance changes along the edge between two nodes by no more than its length. More means that the
    // sign is wrong on one side, as beside a hole.
    int64_t edges;           // looked at
    int64_t violations;      // of these, that change by more
    double worst_violation;  // the largest change, in cells; 0 = none
    abut_v3 worst_place;     // m
    int64_t leaking_samples; // whose side had to be decided one by one, since inside and outside are connected
    bool from_cache;         // read, not built
} abut_sdf_report;

ABUT_API abut_sdf_options abut_default_sdf(void);
// Builds the field of a mesh after repairing a copy of it; the report tells how. ABUT_ERR_INPUT: the mesh encloses no
// volume, or leaks. ABUT_ERR_LIMIT: the field needs more memory than allowed.
ABUT_API abut_status abut_sdf_build(const abut_mesh *mesh, const abut_sdf_options *options, abut_sdf **sdf);
ABUT_API void abut_sdf_destroy(abut_sdf *sdf);
ABUT_API abut_sdf_report abut_sdf_get_report(const abut_sdf *sdf);

// The interpolated distance at a point, m, and the exact gradient of the interpolant (may be NULL), whose length is
// only near 1. Outside of the grid the distance from the grid is added.
ABUT_API double abut_sdf_distance(const abut_sdf *sdf, abut_v3 point, abut_v3 *gradient);

typedef struct abut_sdf_nearest {
    double distance;  // exact, negative inside, m
    abut_v3 point;    // of the surface
    int64_t triangle; // of the repaired mesh
} abut_sdf_nearest;
ABUT_API abut_sdf_nearest abut_sdf_closest(const abut_sdf *sdf, abut_v3 point);

// The first point of the surface on a ray: origin + t direction, 0 <= t <= longest. INFINITY: none.
ABUT_API double abut_sdf_ray(const abut_sdf *sdf, abut_v3 origin, abut_v3 direction, double longest);

// ----------------------------------------------------------------------------------------- overlap of polyhedra

typedef struct abut_polyhedron abut_polyhedron; // closed and convex

// ABUT_ERR_INPUT: the mesh is open, faces inward, is in several parts or not convex, and the message says how.
// ABUT_ERR_LIMIT: more than 4096 faces. Triangles in one plane count as one face.
ABUT_API abut_status abut_polyhedron_from_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron);
// The convex hull of points, of a mesh's vertices for example.
ABUT_API abut_status abut_polyhedron_from_points(abut_context *context, const abut_v3 *points, int64_t count,
                                                 abut_polyhedron **polyhedron);
ABUT_API abut_status abut_polyhedron_hull_of_mesh(const abut_mesh *mesh, abut_polyhedron **polyhedron);
ABUT_API void abut_polyhedron_destroy(abut_polyhedron *polyhedron);

typedef enum abut_overlap_method {
    ABUT_OVERLAP_CLIP, // cutting by planes: fast, and exact but for rounding in every position
    ABUT_OVERLAP_DUAL  // convex hull of the polar dual: slow, refuses overlaps that are too flat; for comparison
} abut_overlap_method;

typedef struct abut_overlap_result {
    bool overlap;     // else everything below is zero
    double volume;    // m^3
    abut_v3 centroid; // of the overlap, m
    abut_v3 area;     // S: integral of the outward normal of b over its surface inside a, m^2
    abut_v3 moment;   // G: integral of x cross that normal, about the origin, m^3
    abut_v3 point;    // of contact: on the line of force, nearest to the centroid, m
    abut_v3 normal;   // S / |S|, from b to a; zero if S is
} abut_overlap_result;

// The overlap of a and b, whose meshes have these poses (NULL: as they are). If a moves by dx and turns by dt about the
// origin, the volume changes by -(area . dx + moment . dt). Memory is taken only when b has more faces than every
// partner of a before.
ABUT_API abut_status abut_overlap(abut_polyhedron *a, const abut_frame *pose_a, const abut_polyhedron *b,
                                  const abut_frame *pose_b, abut_overlap_method method, abut_overlap_result *result);

// ----------------------------------------------------------------------------------------------------- world

typedef struct abut_world abut_world;

// Names a body for as long as it lives; a removed body's id is never taken for another's. All zero is "no body".
typedef struct abut_body {
    uint32_t slot; // 1 + index
    uint32_t generation;
} abut_body;

typedef struct abut_world_def {
    abut_v3 gravity;         // m/s^2
    double dt;               // time step, s; 0 = chosen from the stiffness of the contacts at the first step
    double free_dt;          // longer steps, s, while nothing can touch, rounded down to whole dt; 0 = dt always
    const char *integrator;  // see `abut list integrators`
    double tolerance;        // of integrators that divide their steps: error of a part over the size of what it moves
    double spectral_radius;  // 0..1, of generalised_alpha: what is left after a step of an infinitely fast vibration
    const char *enforcement; // of contacts: "penalty" (the laws below), "multiplier" or "augmented"
    double penalty;          // of "augmented": how much stiffer than the bodies are heavy, 100 is usual
    const char *normal_law;  // see `abut list laws`
    const char *damping;     // see `abut list dampings`
    const char *friction;    // see `abut list frictions`
    // N/m, of the linear law, and of the power law at the reference depth; not used if penetration > 0
    double stiffness;
    double stiffness_ratio; // tangential over normal stiffness of these laws
    // m; > 0: each pair of bodies gets the stiffness that stops it at this depth, for the linear law k = m
    // (v/penetration)^2
    double penetration;
    double approach_speed;   // v there, m/s; 0 = the largest speed that bodies may reach, as at the first step
    double exponent;         // n of the power law
    double reference_depth;  // d0 of the power law and of viscous damping, m
    double viscosity;        // of viscous damping at the reference depth, N s/m
    double viscous_exponent; // m: how it grows with depth
    double stick_speed;      // v_s of velocity friction, m/s
    double slide_speed;      // v_d > v_s
    // V0 of the volume law, m^3: overlaps far below it are linear springs; negative = as the step needs it
    double soft_volume;
    // cells along the longest side of the distance fields of shapes that are neither sphere nor plane
    int64_t resolution;
    // how their points are sought in each other: "tree", "octree" or "brute", with equal results, or "exact"
    const char *detect;
    const char *patch;   // elasticity where they touch: "half_space", as stiff as the material, or "foundation"
    bool per_point;      // each of their points has the whole stiffness, else its share of the surface
    bool allow_large_dt; // do not refuse a dt beyond the stability limit
    const char *drift;   // what keeps joints together: "projection", "baumgarte" or "none"
    double drift_rate;   // of Baumgarte's correction, 1/s: both of
    double drift_alpha, drift_beta; // -2 alpha phi' - beta^2 phi, 1/s; negative = drift_rate
} abut_world_def;

typedef struct abut_material_def {
    const char *name;
    double density;          // kg/m^3
    double young;            // Pa
    double poisson;          // -1 < nu <= 0.5
    double restitution;      // 0..1, of two bodies of this material; the smaller one counts between two materials
    double friction;         // coefficient >= 0; the smaller one counts between two materials
    double sliding_friction; // of fast sliding, for friction laws that tell it from the static one; negative = the same
    // attraction over the area of contact, Pa >= 0; the smaller one counts between two materials
    double cohesion;
    // coefficient >= 0, over normal force and effective radius; the smaller one counts between two materials
    double rolling_friction;
} abut_material_def;

// What two materials do that meet, where it differs from what the world and the materials say.
typedef struct abut_pair_def {
    int32_t a, b;           // materials
    bool apart;             // their bodies do not touch
    const char *normal_law; // NULL = the world's
    double stiffness;       // N/m, of the linear law; 0 = the world's
    // m^2 of surface that the stiffness belongs to, where points touch; 0 = the whole surface of the body
    double area;
    double restitution;                // NAN = by the materials
    double friction;                   // NAN = by the materials
    double cohesion, rolling_friction; // the same
} abut_pair_def;

#define ABUT_LABEL 160 // of a body, "name[number]", or a collider, "name[number]/collider", with the final zero

// What damping, friction and impacts may only take.

// A shape of a material that is fixed to a body.
typedef struct abut_collider_def {
    const char *name; // shown as body/name; copied; NULL = its number among the colliders of the body, from 1
    int32_t shape;    // from abut_add_sphere and its kin
    int32_t material; // from abut_add_material
    bool no_contact;  // touches nothing
    bool hidden;      // not in picture.png
    abut_v3 position; // of the frame in which the shape was given, in the body's own frame, m
    abut_quat orientation;
} abut_collider_def;

typedef struct abut_body_def {
    const char *name; // for messages and results; copied
    int64_t number;   // member of a generated group, shown as name[number]; -1 = alone
    int32_t shape;    // from abut_add_sphere and its kin; of no meaning with `colliders`
    int32_t material; // from abut_add_material; the same
    bool fixed;       // never moves
    bool no_contact;  // touches nothing
    bool hidden;      // not in picture.png
    abut_v3 position; // of the body's own frame, as the shape was given, m
    abut_quat orientation;
    abut_v3 velocity;         // of the centre of mass, m/s
    abut_v3 angular_velocity; // rad/s, world axes
    double mass;              // kg; 0 = density times volume, of all colliders
    // moments about the centre of mass and the principal axes of the shape, kg m^2; 0 = from the shape. With
    // `colliders`: about the origin and axes of the body's own frame, which are then its centre of mass and principal
    // axes; 0 = from the colliders
    abut_v3 inertia;
    abut_v3 force;  // constant load at the centre of mass, N, world axes
    abut_v3 torque; // N m, world axes
    const abut_collider_def
        *colliders; // copied; NULL = one, of `shape` and `material` in the body's own frame   (ncollider)
    int64_t ncollider;
} abut_body_def;

typedef struct abut_body_state {
    abut_v3 position; // of the body's own frame
    abut_quat orientation;
    abut_v3 centre;   // of mass
    abut_v3 velocity; // of the centre of mass
    abut_v3 angular_velocity;
    abut_v3 force, torque; // total now, about the centre of mass
    double mass;
} abut_body_state;

typedef struct abut_contact {
    abut_body a, b;                 // the force acts on a, its opposite on b
    int32_t collider_a, collider_b; // which of the body's colliders, from 0
    abut_v3 point;                  // m
    abut_v3 normal;                 // unit, from b to a
    double gap;                     // m, negative while overlapping
    abut_v3 force;                  // on a, N
    double normal_force;
} abut_contact;

// Where the energy is and where it went, J. `residual` is what the numbers fail to add up to: it shrinks with the
// square of the time step.
typedef struct abut_energy {
    double kinetic, potential;
    double stored_normal, stored_tangential; // in contacts
    double stored_springs;                   // in force elements
    double lost_damping, lost_friction, lost_impact, lost_constraint;
    double work_external; // done by loads and prescribed motion
    double initial;       // total when the world started, with what was added or removed since
    double residual;      // kinetic + potential + stored + lost - work - initial
} abut_energy;

ABUT_API abut_world_def abut_default_world(void);
ABUT_API abut_material_def abut_default_material(void);
ABUT_API abut_pair_def abut_default_pair(void);
ABUT_API abut_body_def abut_default_body(void);
ABUT_API abut_collider_def abut_default_collider(void);

ABUT_API abut_status abut_world_create(abut_context *context, const abut_world_def *def, abut_world **world);
ABUT_API void abut_world_destroy(abut_world *world);

ABUT_API abut_status abut_add_material(abut_world *world, const abut_material_def *def, int32_t *material);

// Before the first step; the last word on two materials counts.
ABUT_API abut_status abut_set_pair(abut_world *world, const abut_pair_def *def);

// Shapes are shared by any number of bodies. Lengths in m.
ABUT_API abut_status abut_add_sphere(abut_world *world, double radius, int32_t *shape);
ABUT_API abut_status abut_add_plane(abut_world *world, abut_v3 normal, int32_t *shape); // solid below
ABUT_API abut_status abut_add_box(abut_world *world, abut_v3 edges, int32_t *shape);
ABUT_API abut_status abut_add_capsule(abut_world *world, double radius, double length, int32_t *shape);
ABUT_API abut_status abut_add_ellipsoid(abut_world *world, abut_v3 semi_axes, int32_t *shape);
ABUT_API abut_status abut_add_cylinder(abut_world *world, double radius, double length, int32_t *shape);
ABUT_API abut_status abut_add_hull(abut_world *world, const abut_v3 *points, int64_t count, int32_t *shape);

// A closed mesh collides by its distance field, which is built when the world starts.
ABUT_API abut_status abut_add_mesh(abut_world *world, const abut_mesh *mesh, int32_t *shape);

// How finely a shape touches others: the edge of the cells of its distance field and the distance of its points, m; 0 =
// by the world's resolution, and as the cells. Before the first step.
ABUT_API abut_status abut_set_detail(abut_world *world, int32_t shape, double cell, double spacing);

ABUT_API abut_status abut_add_body(abut_world *world, const abut_body_def *def, abut_body *body);
ABUT_API abut_status abut_remove_body(abut_world *world, abut_body body);
ABUT_API abut_status abut_get_body(const abut_world *world, abut_body body, abut_body_state *state);
ABUT_API int64_t abut_body_count(const abut_world *world);

// Lookup. A label is "name", or "name[7]" for a member of a generated group; a name that does not exist is
// ABUT_ERR_ARGUMENT.
ABUT_API abut_status abut_body_find(const abut_world *world, const char *label, abut_body *body);
// 0 <= index < count, else the zero id. The order may change in a step; ids stay.
ABUT_API abut_body abut_body_at(const abut_world *world, int64_t index);
ABUT_API abut_status abut_body_label(const abut_world *world, abut_body body, char label[ABUT_LABEL]);
ABUT_API int64_t abut_collider_count(const abut_world *world, abut_body body); // 0 if there is no such body
// "body/collider" of a compound body, else the label of the body; index as in abut_contact.collider_a.
ABUT_API abut_status abut_collider_label(const abut_world *world, abut_body body, int64_t index,
                                         char label[ABUT_LABEL]);
// The index that abut_get_joint and abut_get_force take.
ABUT_API abut_status abut_joint_find(const abut_world *world, const char *name, int64_t *index);
ABUT_API abut_status abut_force_find(const abut_world *world, const char *name, int64_t *index);

// Joints bind a frame of body a to one of body b; a zero id is the ground. See `abut list joints` for the kinds; the
// axis of a joint is the z axis of its frames. Joints are added before the first step, which moves bodies that do not
// fit together.
typedef struct abut_joint_def {
    const char *name; // for messages and results; copied
    const char *kind;
    abut_body a, b;
    abut_frame frame_a, frame_b; // in the body's own frame, as its shape was given; of the ground: in the world
    double length;               // distance: m; 0 = as far as the points are apart
    double pitch;                // screw: m per turn
    double ratio;                // gear: turns of b for one of a
    double radius;               // rolling: m
    // prescribed: from where it is, by speed t + amplitude sin(frequency t); rad or m
    double speed, amplitude, frequency;
    bool collide; // the two bodies touch each other
} abut_joint_def;

typedef struct abut_joint_state {
    abut_v3 point;         // on b, m
    abut_v3 force, torque; // of the joint on b at its point, world axes; the opposite acts on a
} abut_joint_state;

ABUT_API abut_joint_def abut_default_joint(void);
ABUT_API abut_status abut_add_joint(abut_world *world, const abut_joint_def *def, int32_t *joint);
// The frame of a body (zero = the ground) whose origin is now at `point` and whose z axis is along `axis`, in the
// world; x is along `across` as far as that is perpendicular to the axis, or anywhere if `across` is zero.
ABUT_API abut_status abut_frame_at(const abut_world *world, abut_body body, abut_v3 point, abut_v3 axis, abut_v3 across,
                                   abut_frame *frame);
// Springs, stops, motors, friction, bushings (`abut list forces`). Most act along one coordinate of the two frames:
// "distance" of the points, "travel" of b's point along the axis, or "angle" about it. Units are those of forces, or of
// torques for an angle.
typedef struct abut_force_def {
    const char *name;
    const char *kind;
    const char *along;
    abut_body a, b;                                         // zero = the ground
    abut_frame frame_a, frame_b;                            // as of a joint
    double stiffness, damping;                              // N/m, N s/m; N m/rad, N m s/rad
    double rest;                                            // spring: length or angle at ease; motor: target at t = 0
    bool at_ease;                                           // instead: rest is what it is now
    double low, high;                                       // stop: between them s is free
    double speed;                                           // motor: of the target; friction: below which it fades
    double effort;                                          // spring, motor: constant part
    double most;                                            // motor, friction: greatest effort
    abut_v3 stiff_shift, damp_shift, stiff_turn, damp_turn; // bushing: along and about the axes of a's frame
    const char *table_of;       // table: of "coordinate", "speed" or "time"; copied like its points
    const double *table_at;     // ascending, SI
    const double *table_effort; // N or N m
    int64_t table_count;
    // matrix_bushing: 36 numbers, row by row, shifts before turns; NULL = zero
    const double *stiff_matrix, *damp_matrix;
} abut_force_def;

typedef struct abut_force_state {
    double coordinate; // distance, travel or angle
    double effort;     // that makes it grow, N or N m
} abut_force_state;

ABUT_API abut_force_def abut_default_force(void);
ABUT_API abut_status abut_add_force(abut_world *world, const abut_force_def *def, int32_t *force);
ABUT_API int64_t abut_force_count(const abut_world *world);
ABUT_API abut_force_state abut_get_force(const abut_world *world, int64_t index); // index < count

ABUT_API int64_t abut_joint_count(const abut_world *world);
ABUT_API abut_joint_state abut_get_joint(const abut_world *world, int64_t index); // index < count

// Advances by one time step. After a failure the world must not be stepped further.
ABUT_API abut_status abut_step(abut_world *world);
ABUT_API double abut_time(const abut_world *world); // s
ABUT_API int64_t abut_step_count(const abut_world *world);
ABUT_API abut_energy abut_get_energy(const abut_world *world);
// How far contacts and joints are from what they obey, measured from the state alone, at the end of the last step.
typedef struct abut_residuals {
    double overlap;         // gap >= 0: greatest depth, m
    double pull;            // normal force >= 0: greatest pull, N
    double complementarity; // force times gap = 0: greatest product, J
    double distance;        // greatest gap across which a force acts, m
    // greatest depth over half the thickness of the two bodies: at 1 they are pushed out on the far side
    double immersion;
    // pairs that moved so far in the step, or a part of it, that they may have passed through each other
    double jumps;
    double joint_position; // greatest error of a joint: of a length over the size of the mechanism, of an angle in rad
    double joint_speed;    // the same of its velocity, 1/s
    double gain;           // energy that a loss of the ledger gave back in the last step, J; 0 within round-off
    double missed;         // overlap that contacts did not tell of when abut_audit looked last, m
} abut_residuals;
ABUT_API abut_residuals abut_get_residuals(const abut_world *world);

typedef enum abut_loss { ABUT_LOSS_DAMPING, ABUT_LOSS_FRICTION, ABUT_LOSS_IMPACT, ABUT_LOSSES } abut_loss;

typedef struct abut_give_and_take {
    double taken, given; // in all steps, J; what rounding gives is left out
    double passed;       // into springs of friction and out of them again, J; 0 of the others
    int64_t steps;       // in which it gave
    double most;         // in one of them, J ...
    double time;         // ... at its end, s
    int64_t step;
} abut_give_and_take;

// What a world has seen of itself since it started.
typedef struct abut_watch {
    double overlap; // deepest when it started, m
    // the most energy in play at any time, J: kinetic, stored, lost, work and the change of the potential, so that it
    // does not matter where heights are counted from
    double turnover;
    abut_give_and_take loss[ABUT_LOSSES];
    int64_t audits; // how often abut_audit has looked
    double missed;  // deepest overlap that contacts did not tell of, m ...
    // ... over the size of the smaller body there, or five times the thickness of the thinner one
    double missed_share;
    double missed_time;                              // s
    char missed_a[ABUT_LABEL], missed_b[ABUT_LABEL]; // ... and between whom; "" = none
} abut_watch;
ABUT_API abut_watch abut_get_watch(const abut_world *world);
// Looks for overlaps by another route than the contacts: by distances from surfaces themselves, at points of a sample
// of bodies. Changes nothing that moves. Runs call it with every frame.
ABUT_API abut_status abut_audit(abut_world *world);
ABUT_API int64_t abut_contact_count(const abut_world *world);
ABUT_API abut_contact abut_get_contact(const abut_world *world, int64_t index); // index < count; sorted by body ids
// Equal for two worlds in exactly the same state: bodies, contact memory and energy ledger.
ABUT_API uint64_t abut_state_hash(const abut_world *world);

// ----------------------------------------------------------------------------------------------------- scene

typedef struct abut_diagnostic {
    char code[8]; // "E012"; `abut explain E012` tells more
    bool error;   // else a warning
    const char *file;
    int64_t line, column; // from 1; 0 = the whole file
    const char *message;  // what is wrong and what to do
    const char *source;   // the line of the file, "" if there is none
} abut_diagnostic;

typedef struct abut_scene_options {
    const char *const *set; // overrides "time.dt=1e-5", as on the command line
    int set_count;
    bool allow_outside; // includes and meshes may lie outside the scene's folder
} abut_scene_options;

typedef struct abut_scene abut_scene;

// Reads a scene and builds its world. On ABUT_ERR_INPUT the scene is made all the same, to carry its diagnostics: all
// errors at once. Destroy it in every case.
ABUT_API abut_status abut_scene_load(abut_context *context, const char *path, const abut_scene_options *options,
                                     abut_scene **scene);
ABUT_API void abut_scene_destroy(abut_scene *scene);
ABUT_API int64_t abut_scene_diagnostic_count(const abut_scene *scene);
ABUT_API abut_diagnostic abut_scene_get_diagnostic(const abut_scene *scene, int64_t index);
ABUT_API abut_world *abut_scene_world(abut_scene *scene); // NULL after errors; belongs to the scene

#define ABUT_PROBE_COLUMNS 9

// What a probe of the scene tells of the world as it is now.
typedef struct abut_probe_state {
    const char *name; // as in the scene
    // what follows the name in the header of probes.csv, with the unit: ".rate [m/s]"
    const char *column[ABUT_PROBE_COLUMNS];
    double value[ABUT_PROBE_COLUMNS];
    int columns;
} abut_probe_state;

ABUT_API int64_t abut_scene_probe_count(const abut_scene *scene);
ABUT_API abut_probe_state abut_scene_get_probe(const abut_scene *scene, int64_t index);

// ------------------------------------------------------------------------------------------------------- run

typedef struct abut_progress {
    double time, end; // simulated, s
    int64_t step, steps;
    int64_t bodies, contacts;
    double deepest; // largest penetration now, m
    double wall;    // seconds since the run started or resumed
    double steps_per_second;
} abut_progress;

typedef struct abut_run_options {
    const char *scene; // path; may be NULL when resuming
    const char *out;   // folder for the results, made if missing
    bool resume;       // go on from the checkpoint in `out`
    bool overwrite;    // a finished or unfinished run in `out` may be replaced
    abut_scene_options scene_options;
    // wall seconds between checkpoints; 0 = only when stopped, at the end and as the scene says
    double checkpoint_interval;
    int64_t checkpoint_steps;              // steps between checkpoints; 0 = by time only
    int32_t picture_width, picture_height; // pixels of picture.png, the world at the end; 0 = none
    int64_t report_bytes; // that report.html may take: frames are left out of a run that is too long; 0 = none
    // between steps the run heeds the file .control in `out`: "pause" or "stop" on a line; removed = go on
    bool controlled;
    // Called between steps about ten times a second; return false to stop with a checkpoint. May be NULL.
    bool (*progress)(void *user, const abut_progress *progress);
    void *progress_user;
    // Called with every diagnostic of the scene. May be NULL.
    void (*diagnostic)(void *user, const abut_diagnostic *diagnostic);
    void *diagnostic_user;
} abut_run_options;

// What a run says about itself: whether its numbers can be trusted.
typedef struct abut_check {
    const char *name;    // "energy"
    const char *what;    // one sentence: what was measured
    const char *hint;    // what to do when it fails
    double value, limit; // of one unit
    bool pass;           // value <= limit
    char detail[480];    // where and when it was worst, "" = that is not known or nothing was wrong
} abut_check;

#define ABUT_CHECKS 12 // at most

typedef struct abut_run_summary {
    abut_progress progress; // at the end
    abut_energy energy;
    double deepest_ever;  // largest penetration of the run, m
    abut_residuals worst; // of all steps
    abut_watch watch;
    double smallest_radius; // of the bodies that moved and could touch, m; infinite if there was none
    int32_t checks, failed; // how many checks there are, and how many failed
    abut_check check[ABUT_CHECKS];
    uint64_t hash; // of the final state
    int64_t frames;
    bool finished; // false: stopped on request, resume to go on
    bool report;   // report.html was written
} abut_run_summary;

ABUT_API abut_run_options abut_default_run(void);
// Runs a scene into a folder: results.vtkhdf, histories as CSV, a checkpoint. Returns ABUT_INTERRUPTED when `progress`
// asked to stop. Resuming after any kill gives the same files and hash as a run that was never stopped.
ABUT_API abut_status abut_run(abut_context *context, const abut_run_options *options, abut_run_summary *summary);

#ifdef __cplusplus
}
#endif

#endif
