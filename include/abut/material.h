// Materials, and the contact parameters of pairs of materials.
#ifndef ABUT_MATERIAL_H
#define ABUT_MATERIAL_H

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_material_def {
    uint32_t size;      // bytes of this struct; set by the default function
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

// Elastic state of a contact that a program computes; all are zero before the call.
typedef struct abut_elastic {
    double force;             // F >= 0, N; dF/dd >= 0
    double energy;            // W, integral of F from 0 to d, J
    double stiffness;         // dF/dd, N/m
    double tangent_stiffness; // of friction, N/m; 2/7 of the stiffness for solid balls with equal contact times
} abut_elastic;

// Contact parameters of two materials that replace those of the world and the materials.
typedef struct abut_pair_def {
    uint32_t size; // bytes of this struct; set by the default function
    int32_t a, b;  // indices from abut_material_add
    bool apart;    // bodies of these materials have no contact
    const char *normal_law, *damping, *friction_law, *rolling_law, *cohesion_law, *impact; // NULL = that of the world
    const char *geometry;                                                                  // NULL = that of the world
    // Parameters of the laws of this pair; those not given have the values of the world. Copied.
    const abut_parameter *parameters;
    int32_t parameter_count;
    // m^2 of surface to which the stiffness refers, for contacts of surface samples; 0 = whole surface of the body
    double area;
    double restitution;                // NAN = from the materials
    double friction;                   // NAN = from the materials
    double cohesion, rolling_friction; // NAN = from the materials; cohesion in Pa
    // NULL, or the program's own law instead of `normal_law`: sets the elastic state at an overlap d > 0, m, of
    // surfaces of effective radius 1/(1/R_a + 1/R_b), m. Damping, friction, rolling resistance and cohesion are added
    // as to any other law. It is called by several threads at once, several times in a step, at states that the step
    // may discard, and must not call the world. Results are reproducible to the bit, for any number of threads, if it
    // is a function of its arguments. W must be the integral of F, else contacts create or destroy energy, which the
    // residual of the ledger shows. Not for contacts enforced by impulses.
    void (*elastic)(void *user, double depth, double radius, abut_elastic *elastic);
    void *elastic_user;
} abut_pair_def;

ABUT_API abut_material_def abut_material_default(void);
ABUT_API abut_pair_def abut_pair_default(void);

// Adds a material; *material is its index. ABUT_ERR_ARGUMENT: a property is out of range.
ABUT_API abut_status abut_material_add(abut_world *world, const abut_material_def *def, int32_t *material);

// Sets the properties of a material, before the first step or between two steps; see the setters of abut/body.h. Masses
// of bodies stay. ABUT_ERR_ARGUMENT: no such material, a property is out of range, or rolling friction in a world that
// started without.
ABUT_API abut_status abut_material_set(abut_world *world, int32_t material, const abut_material_def *def);
// The properties of a material; the name belongs to the world.
ABUT_API abut_status abut_material_get(const abut_world *world, int32_t material, abut_material_def *def);
ABUT_API int32_t abut_material_count(const abut_world *world);
// Index of a material. ABUT_ERR_ARGUMENT: no such name.
ABUT_API abut_status abut_material_find(const abut_world *world, const char *name, int32_t *material);

// Sets the parameters of a pair of materials, before the first step or between two steps (see the setters of
// abut/body.h); a later call for the same pair replaces an earlier one. ABUT_ERR_ARGUMENT: a value is out of range, the
// laws of the pair have no parameter of a given name, or the contact geometry of a running world would change.
ABUT_API abut_status abut_pair_set(abut_world *world, const abut_pair_def *def);

#ifdef __cplusplus
}
#endif

#endif
