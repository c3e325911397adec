// Mass properties of closed triangle meshes, density 1.
#ifndef AB_GEOM_MESH_MESH_MASS_H
#define AB_GEOM_MESH_MESH_MASS_H

#include "geom/mesh/mesh.h"
#include "math/quat.h"

typedef struct ab_mass {
    double volume;     // m^3, signed by the orientation of the mesh
    double area;       // m^2
    v3 centroid;       // m
    m3 inertia;        // about the centroid, mesh axes, density 1 (kg m^2 for 1 kg/m^3)
    m3 inertia_origin; // about the origin of the mesh's coordinates
} ab_mass;

// Integrates in double-double to the last digit or two, so that a mesh far from the origin loses no more than the
// precision of its coordinates. The centroid of a mesh without volume is a vertex.
ab_mass ab_mesh_mass(const ab_mesh *mesh);

// Volume alone, bitwise the same, in a fifth of the time.
double ab_mesh_volume(const ab_mesh *mesh);

// Principal axes: principal moments (ascending, unless the inertia is already diagonal, which keeps its axes; entries
// within round-off of zero count as zero) and the rotation from principal to mesh axes.
void ab_mass_principal(m3 inertia, v3 *moments, quat *axes);

#endif
