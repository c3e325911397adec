// The table of contact geometries by pair of shapes.
#include "collide/geometry.h"

#include <string.h>

const char *const ab_geometry_names[AB_GEOMETRY_COUNT] = {"none",    "analytic", "gap",   "sdf",    "overlap",
                                                          "overlap", "support",  "sheet", "refused"};
const char *const ab_geometry_choice_names[AB_CHOICE_NAMES] = {"auto", "sdf", "overlap"};
const char *const ab_geometry_choice_help[AB_CHOICE_NAMES] = {
    ("exact gaps of balls, capsules, ellipsoids, superellipsoids and planes among each other; overlaps of boxes, "
     "hulls, "
     "convex meshes of up to 256 triangles and planes; sdf for other pairs, and where detect, patch, per_point or a "
     "pair's area ask for samples"),
    "samples in distance fields, for all shapes but balls and planes",
    "as auto, and exact overlaps also of cylinders, as prisms of 24 sides",
};

int ab_geometry_choice_find(const char *name) {
    for (int i = 0; i < AB_CHOICE_NAMES; i++)
        if (strcmp(ab_geometry_choice_names[i], name) == 0) return i;
    return -1;
}

ab_shape_class ab_shape_class_of(const ab_shape *shape) {
    if (ab_shape_is_sheet(shape)) return AB_CLASS_SHEET;
    return shape->kind == AB_SHAPE_mesh && shape->convex ? AB_CLASS_POLYHEDRON
                                                         : ab_shape_types[shape->kind]->contact_class;
}

#define NONE     AB_GEOMETRY_NONE
#define ANALYTIC AB_GEOMETRY_ANALYTIC
#define GAP      AB_GEOMETRY_GAP
#define SDF      AB_GEOMETRY_SDF
#define OVERLAP  AB_GEOMETRY_OVERLAP
#define WALL     AB_GEOMETRY_WALL
#define SUPPORT  AB_GEOMETRY_SUPPORT
#define SHEET    AB_GEOMETRY_SHEET
#define REFUSED  AB_GEOMETRY_REFUSED

// clang-format off
static const ab_geometry table[AB_CLASSES][AB_CLASSES][AB_CHOICES] = {
    //                        auto      sdf       overlap   volume    impulse
    [AB_CLASS_BALL] = {
        [AB_CLASS_BALL]       = {ANALYTIC, ANALYTIC, ANALYTIC, ANALYTIC, ANALYTIC},
        [AB_CLASS_PLANE]      = {ANALYTIC, ANALYTIC, ANALYTIC, ANALYTIC, ANALYTIC},
        [AB_CLASS_POLYHEDRON] = {ANALYTIC, SDF,      ANALYTIC, ANALYTIC, SUPPORT},
        [AB_CLASS_CYLINDER]   = {SDF,      SDF,      ANALYTIC, ANALYTIC, SUPPORT},
        [AB_CLASS_ROUND]      = {GAP,      SDF,      GAP,      GAP,      SUPPORT},
        [AB_CLASS_CONE]       = {SDF,      SDF,      SDF,      SDF,      SUPPORT},
        [AB_CLASS_SOLID]      = {SDF,      SDF,      SDF,      SDF,      SDF},
        [AB_CLASS_SHEET]      = {SHEET,    SHEET,    SHEET,    SHEET,    REFUSED},
    },
    [AB_CLASS_PLANE] = {
        [AB_CLASS_PLANE]      = {NONE,     NONE,     NONE,     NONE,     NONE},
        [AB_CLASS_POLYHEDRON] = {OVERLAP,  SDF,      OVERLAP,  OVERLAP,  SUPPORT},
        [AB_CLASS_CYLINDER]   = {SDF,      SDF,      OVERLAP,  OVERLAP,  SUPPORT},
        [AB_CLASS_ROUND]      = {GAP,      SDF,      GAP,      REFUSED,  SUPPORT},
        [AB_CLASS_CONE]       = {SDF,      SDF,      SDF,      REFUSED,  SUPPORT},
        [AB_CLASS_SOLID]      = {SDF,      SDF,      SDF,      NONE,     SDF},
        [AB_CLASS_SHEET]      = {SHEET,    SHEET,    SHEET,    NONE,     REFUSED},
    },
    [AB_CLASS_POLYHEDRON] = {
        [AB_CLASS_POLYHEDRON] = {OVERLAP,  SDF,      OVERLAP,  OVERLAP,  SUPPORT},
        [AB_CLASS_CYLINDER]   = {SDF,      SDF,      OVERLAP,  OVERLAP,  SUPPORT},
        [AB_CLASS_ROUND]      = {SDF,      SDF,      SDF,      REFUSED,  SUPPORT},
        [AB_CLASS_CONE]       = {SDF,      SDF,      SDF,      REFUSED,  SUPPORT},
        [AB_CLASS_SOLID]      = {SDF,      SDF,      SDF,      WALL,     SDF},
        [AB_CLASS_SHEET]      = {SHEET,    SHEET,    SHEET,    WALL,     REFUSED},
    },
    [AB_CLASS_CYLINDER] = {
        [AB_CLASS_CYLINDER]   = {SDF,      SDF,      OVERLAP,  OVERLAP,  SUPPORT},
        [AB_CLASS_ROUND]      = {SDF,      SDF,      SDF,      REFUSED,  SUPPORT},
        [AB_CLASS_CONE]       = {SDF,      SDF,      SDF,      REFUSED,  SUPPORT},
        [AB_CLASS_SOLID]      = {SDF,      SDF,      SDF,      WALL,     SDF},
        [AB_CLASS_SHEET]      = {SHEET,    SHEET,    SHEET,    WALL,     REFUSED},
    },
    [AB_CLASS_ROUND] = {
        [AB_CLASS_ROUND]      = {GAP,      SDF,      GAP,      REFUSED,  SUPPORT},
        [AB_CLASS_CONE]       = {SDF,      SDF,      SDF,      REFUSED,  SUPPORT},
        [AB_CLASS_SOLID]      = {SDF,      SDF,      SDF,      REFUSED,  SDF},
        [AB_CLASS_SHEET]      = {SHEET,    SHEET,    SHEET,    REFUSED,  REFUSED},
    },
    [AB_CLASS_CONE] = {
        [AB_CLASS_CONE]       = {SDF,      SDF,      SDF,      REFUSED,  SUPPORT},
        [AB_CLASS_SOLID]      = {SDF,      SDF,      SDF,      REFUSED,  SDF},
        [AB_CLASS_SHEET]      = {SHEET,    SHEET,    SHEET,    REFUSED,  REFUSED},
    },
    [AB_CLASS_SOLID] = {
        [AB_CLASS_SOLID]      = {SDF,      SDF,      SDF,      NONE,     SDF},
        [AB_CLASS_SHEET]      = {SHEET,    SHEET,    SHEET,    NONE,     REFUSED},
    },
    [AB_CLASS_SHEET] = {
        [AB_CLASS_SHEET]      = {NONE,     NONE,     NONE,     NONE,     REFUSED},
    },
};
// clang-format on

ab_geometry ab_geometry_of(ab_shape_class a, ab_shape_class b, ab_geometry_choice choice) {
    return a <= b ? table[a][b][choice] : table[b][a][choice];
}
