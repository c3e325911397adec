// What is told of meshes in a scene.
#ifndef AB_SCENE_MESH_NOTES_H
#define AB_SCENE_MESH_NOTES_H

#include "geom/mesh/mesh.h"
#include "scene/loader.h"

// `sheet`: it was taken for a surface without thickness.
void ab_note_mesh(ab_loader *l, const ab_mesh_report *r, bool sheet, const char *file, ab_place place);
// Of a closed mesh, whose convex hull has the volume given.
void ab_note_hull(ab_loader *l, const ab_mesh *mesh, double volume, const char *file, ab_place place);
// An error for a body that must have a mass; `tail` says what to do.
void ab_refuse_open(ab_loader *l, const ab_mesh *mesh, const char *tail, ab_place place);

#endif
