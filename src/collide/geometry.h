// Contact geometry of two colliders. It is chosen by the classes of their shapes from one literal table (geometry.c);
// the column of the table is the choice of the scene for the two materials, or follows from their law.
#ifndef AB_COLLIDE_GEOMETRY_H
#define AB_COLLIDE_GEOMETRY_H

#include "shape/shape.h"

typedef enum ab_geometry {
    AB_GEOMETRY_NONE,     // the shapes ignore each other
    AB_GEOMETRY_ANALYTIC, // one contact with the exact gap of a ball and a ball, plane or polyhedron
    AB_GEOMETRY_GAP,      // whole contacts with the exact gap of smooth convex shapes
    AB_GEOMETRY_SDF,      // surface samples of one shape in the distance field of the other
    AB_GEOMETRY_OVERLAP,  // exact overlap of two convex polyhedra, or of one and a plane: one contact
    AB_GEOMETRY_WALL,     // exact overlap of a convex polyhedron and a wall of triangles
    AB_GEOMETRY_SUPPORT,  // exact gap and manifold of two convex shapes, by support functions
    AB_GEOMETRY_SHEET,    // triangles or samples of an open mesh
    AB_GEOMETRY_REFUSED,  // the shapes cannot meet as wanted
    AB_GEOMETRY_COUNT
} ab_geometry;
extern const char *const ab_geometry_names[AB_GEOMETRY_COUNT];

// Columns of the table. The scene names the first three; then those of laws of the overlap volume and of impulses.
typedef enum ab_geometry_choice {
    AB_CHOOSE_AUTO,
    AB_CHOOSE_SDF,
    AB_CHOOSE_OVERLAP,
    AB_CHOICE_NAMES,
    AB_CHOOSE_VOLUME = AB_CHOICE_NAMES,
    AB_CHOOSE_IMPULSE,
    AB_CHOICES
} ab_geometry_choice;
extern const char *const ab_geometry_choice_names[AB_CHOICE_NAMES];
extern const char *const ab_geometry_choice_help[AB_CHOICE_NAMES];
int ab_geometry_choice_find(const char *name); // -1 if there is none

#define AB_MESH_FACES 256 // triangles up to which a convex mesh is a polyhedron, unless a law needs its faces

// Row of the table: the class of the shape's type, or what is known of a mesh.
ab_shape_class ab_shape_class_of(const ab_shape *shape);
ab_geometry ab_geometry_of(ab_shape_class a, ab_shape_class b, ab_geometry_choice choice);

#endif
