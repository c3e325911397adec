// Diagnostics of the meshes of a scene.
#ifndef AB_SCENE_MESH_NOTES_H
#define AB_SCENE_MESH_NOTES_H

#include "geom/mesh/mesh.h"
#include "scene/loader.h"
#include "shape/shape.h"

// Warns of mesh defects. `sheet`: the mesh is used as a surface without thickness.
void ab_note_mesh(ab_loader *l, const ab_mesh_report *r, bool sheet, const char *file, ab_place place);
// Warns of a file without unit that is too large to be meant in metres.
void ab_note_size(ab_loader *l, const ab_shape *shape, const char *file, ab_place place);
// Warns if a closed mesh is not convex; `volume` is that of its convex hull.
void ab_note_hull(ab_loader *l, const ab_mesh *mesh, double volume, const char *file, ab_place place);
// Reports an open mesh of a body that must have a mass; `tail` is the advice.
void ab_refuse_open(ab_loader *l, const ab_mesh *mesh, const char *tail, ab_place place);

#endif
