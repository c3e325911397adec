// Builds a world from a checked scene. Errors are diagnosed with their place in the scene file.
#ifndef AB_SCENE_BUILDER_H
#define AB_SCENE_BUILDER_H

#include "geom/mesh/region.h"
#include "scene/spec.h"
#include "world/particle_templates.h"

// Parameters that identify a shape; equal shapes are made once.
typedef struct ab_shape_key {
    int32_t kind;
    double size[AB_SHAPE_NUMBERS];
    const char *path; // mesh or hull from a file
} ab_shape_key;

typedef struct ab_shape_row {
    ab_shape_key key;
    double cell, spacing; // of its distance field and surface samples
    uint64_t hash;
    int32_t shape; // index in the world, -1 = could not be made
} ab_shape_row;

typedef struct ab_builder {
    ab_loader *l;
    const ab_scene_spec *spec;
    ab_world *w;
    ab_place *place; // place in the scene file of each body of the world   (bodies)
    int64_t place_capacity;
    ab_shape_row *shape; // shapes made so far   (nshape)
    int64_t nshape, shape_capacity;
    int64_t *bucket; // hash table of indices into shape, -1 = empty   (buckets, a power of two)
    int64_t buckets;
    double cell, spacing;               // for the next shape made
    int64_t present;                    // number of bodies without the specimens of inlets
    const char *set_name[AB_NAME_SETS]; // of the sets of names made so far
    int64_t first_number; // of bodies, joints and generators without a name: 0, or unused so far in a world that grows
} ab_builder;

// Reads a mesh file, whose bytes become part of the scene's hash, and multiplies its coordinates.
abut_status ab_scene_mesh_parse(ab_loader *l, const char *path, double scale, ab_mesh *mesh);
// Factor from the coordinates of a file to metres, `scale` times its unit if one is given; 0 after a diagnostic.
double ab_scene_mesh_scale(ab_loader *l, const ab_node *node, const char *unit, double scale);
quat ab_scene_orientation(const ab_orientation_spec *o);

// Adds bodies, joints and force elements to the running world of a scene. After errors or a failure part of them may
// have been added.
void ab_build_extension(ab_loader *l, const ab_scene_spec *spec, ab_scene *scene);

abut_status ab_build_materials(ab_builder *b);
void ab_build_curves(ab_builder *b); // of the contact law `table`, after the pairs
void ab_build_bodies(ab_builder *b);

// Index in the world of the shape that the scene describes; -1 after a diagnostic or failure.
int32_t ab_build_shape(ab_builder *b, const ab_choice *shape);
int32_t ab_build_sphere(ab_builder *b, double radius, ab_place place);
int32_t ab_build_variant(ab_builder *b, const ab_choice *shape, uint64_t variant); // a variant of a random shape
int32_t ab_build_scaled(ab_builder *b, int32_t from, double diameter,
                        ab_place place); // diameter: of the sphere of equal volume
ab_region ab_build_region(const ab_region_spec *spec);

// False after a diagnostic or failure; the caller frees `templates` in any case.
bool ab_build_templates(ab_builder *b, const ab_group_spec *group, uint64_t stream, ab_particle_templates *templates);

// Finds a body built so far by its name, or a member of a group: "marbles[7]". name NULL = the ground. False after a
// diagnostic at the key `key` of `head`.
bool ab_build_find_body(ab_builder *b, const ab_head *head, const char *key, const char *name, abut_body *body);
// Finds a body or one of its colliders: "crank/pin"; *collider -1 = the whole body.
bool ab_build_find_collider(ab_builder *b, const ab_head *head, const char *key, const char *name, abut_body *body,
                            int32_t *collider);

// Adds a body; `place` is its place in the scene file.
void ab_build_body(ab_builder *b, const abut_body_def *def, ab_place place);

// The names that a name of a body or group stands for, as indices into ab_state.names; none after a diagnostic.
typedef struct ab_name_list {
    int32_t *name; // (n)
    int64_t n;
} ab_name_list;
ab_name_list ab_build_names(ab_builder *b, const char *name, ab_place place);
bool ab_names_group(ab_builder *b, const char *name); // of `groups`, generated, or a pattern; not a body alone
// The set of the bodies that a name stands for; -1 after a diagnostic.
int32_t ab_build_set(ab_builder *b, const char *name, ab_place place);
void ab_build_groups(ab_builder *b); // `groups` and contact.ignore

void ab_build_grid(ab_builder *b, const ab_grid_spec *grid, uint64_t stream);
void ab_build_fill(ab_builder *b, const ab_fill_spec *fill, uint64_t stream);
void ab_build_inlet(ab_builder *b, const ab_inlet_spec *inlet, uint64_t stream);
void ab_build_flows(ab_builder *b); // outlets and flux planes
// Adds one body of every particle template of the inlets, so that the preparation of the world takes them into account;
// ab_remove_specimens removes them afterwards.
void ab_build_specimens(ab_builder *b);
void ab_remove_specimens(ab_builder *b);

void ab_check_plausibility(ab_builder *b); // of the world with the bodies of inlets

// Estimates the contacts to expect, and warns of patches with few sample points.
void ab_build_expectations(ab_builder *b, ab_scene *scene);

// Two bodies and a frame on each, for joints, force elements and probes.
typedef struct ab_ends {
    abut_body a, b;
    abut_frame frame_a, frame_b;
} ab_ends;
bool ab_build_ends(ab_builder *b, const ab_ends_spec *spec, ab_code code, ab_ends *ends); // false after a diagnostic
void ab_build_probes(ab_builder *b, ab_scene *scene);

void ab_build_controls(ab_builder *b); // after the force elements
// Adds the joints and force elements.
void ab_build_joints(ab_builder *b);
// Diagnoses the assembly of the joints: its failure, or the corrections made and the redundant constraints.
void ab_tell_assembly(ab_builder *b, abut_status status);

// Converts an input error of a lower layer into a diagnostic; other failures stop the load.
void ab_build_refused(ab_loader *l, ab_code code, ab_place place, abut_status status);

#endif
