// Building a world from a checked scene. What cannot be built is diagnosed where it stands in the file.
#ifndef AB_SCENE_BUILDER_H
#define AB_SCENE_BUILDER_H

#include "geom/mesh/region.h"
#include "scene/spec.h"
#include "world/particle_templates.h"

// Equal shapes are made once: the parameters that make them equal.
typedef struct ab_shape_key {
    int32_t kind;
    double size[3];
    const char *path; // mesh or hull from a file
} ab_shape_key;

typedef struct ab_shape_row {
    ab_shape_key key;
    double cell, spacing; // its detail
    uint64_t hash;
    int32_t shape; // of the world, -1 = it could not be made
} ab_shape_row;

typedef struct ab_builder {
    ab_loader *l;
    const ab_scene_spec *spec;
    ab_world *w;
    ab_place *place; // where each body of the world comes from   (bodies)
    int64_t place_capacity;
    ab_shape_row *shape; // made so far   (nshape)
    int64_t nshape, shape_capacity;
    int64_t *bucket; // hash table of indices into shape, -1 = empty   (buckets, a power of two)
    int64_t buckets;
    double cell, spacing; // of the shape that is made next
    int64_t present;      // bodies before the specimens of inlets
} ab_builder;

// Builds the world of a scene without errors. *world is NULL after mistakes or a failure.
void ab_build(ab_loader *l, const ab_scene_spec *spec, ab_scene *scene);

// The shape of the world for what the scene says; -1 after a diagnostic or failure.
int32_t ab_build_shape(ab_builder *b, const ab_choice *shape);
int32_t ab_build_sphere(ab_builder *b, double radius, ab_place place);
int32_t ab_build_variant(ab_builder *b, const ab_choice *shape, uint64_t variant); // another one of a random shape
int32_t ab_build_scaled(ab_builder *b, int32_t from, double diameter,
                        ab_place place); // to that of the ball of equal volume
ab_region ab_build_region(const ab_region_spec *spec);

// False after a diagnostic or failure; free in any case.
bool ab_build_templates(ab_builder *b, const ab_group_spec *group, uint64_t stream, ab_particle_templates *templates);

// The body of that name so far, or member of a group: "marbles[7]". No name is the ground. False after a diagnostic at
// head.key.
bool ab_build_find_body(ab_builder *b, const ab_head *head, const char *key, const char *name, abut_body *body);
// The same, or one of its colliders: "crank/pin"; -1 = the whole body.
bool ab_build_find_collider(ab_builder *b, const ab_head *head, const char *key, const char *name, abut_body *body,
                            int32_t *collider);

// Adds a body; `place` is where it comes from.
void ab_build_body(ab_builder *b, const abut_body_def *def, ab_place place);

void ab_build_grid(ab_builder *b, const ab_grid_spec *grid, uint64_t stream);
void ab_build_fill(ab_builder *b, const ab_fill_spec *fill, uint64_t stream);
void ab_build_inlet(ab_builder *b, const ab_inlet_spec *inlet, uint64_t stream);
void ab_build_flows(ab_builder *b); // outlets and gates
// One body of every kind that inlets have, as long as the world is prepared for them, and away again.
void ab_build_specimens(ab_builder *b);
void ab_remove_specimens(ab_builder *b);

// What contacts to expect, and a warning of patches that have few points.
void ab_build_expectations(ab_builder *b, ab_scene *scene);

// Two bodies and a frame on each, as joints, force elements and probes have them. False after a diagnostic.
typedef struct ab_ends {
    abut_body a, b;
    abut_frame frame_a, frame_b;
} ab_ends;
bool ab_build_ends(ab_builder *b, const ab_ends_spec *spec, ab_code code, ab_ends *ends);
void ab_build_probes(ab_builder *b, ab_scene *scene);

// Joints between the bodies that are there; then the first assembly, with what it moved.
void ab_build_joints(ab_builder *b);
void ab_build_assembly(ab_builder *b);

// Turns the refusal of an inner room into a diagnostic; other failures stop the load.
void ab_build_refused(ab_loader *l, ab_code code, ab_place place, abut_status status);

#endif
