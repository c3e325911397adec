// Contact with a sheet, a two-sided surface without thickness: contact points of a ball, and the sample points of the
// sheet inside another body. The side that faces a body is the side the body is on.
#ifndef AB_GEOM_SDF_SHEET_H
#define AB_GEOM_SDF_SHEET_H

#include "geom/sdf/point_tree.h"
#include "geom/convex/wall.h"

enum { AB_SHEET_CONTACTS = 64 }; // maximum for one ball

typedef struct ab_sheet_contact {
    v3 point;           // on the sheet
    v3 away;            // unit, from `point` to the ball's centre
    double distance;    // of the centre from `point`, m
    double area_weight; // fraction of a full contact, 0 to 1
    uint32_t feature;   // identifies the flat patch, edge or vertex
} ab_sheet_contact;

// The local minima of the distance between the sheet and the centre that are below the radius, sorted by feature; the
// nearest if there are more than AB_SHEET_CONTACTS. A flat or convex surface gives one, a groove two. If a groove is so
// shallow that the ball reaches its bottom line, both belong to one contact patch and their weights share it (sheet.c).
// Returns their number.
int ab_sheet_contact_ball(const ab_wall *sheet, v3 centre, double radius,
                          ab_sheet_contact sheet_contact[AB_SHEET_CONTACTS]);

// Subdivision of the triangles of a sheet into sample points: bisection of the longest edge until none is longer than
// the spacing.
typedef struct ab_sheet_cuts {
    double spacing;  // m
    double area;     // of all triangles, m^2
    uint32_t *first; // index of a triangle's first point; not all indices are used  (triangles)
    int *depth;      // maximum number of bisections of a triangle  (triangles)
} ab_sheet_cuts;
abut_status ab_sheet_cuts_make(ab_ctx *cx, const char *name, const ab_mesh *mesh, double spacing, ab_sheet_cuts *cuts);
void ab_sheet_cuts_free(ab_ctx *cx, ab_sheet_cuts *cuts);

typedef struct ab_sheet_point {
    v3 at;           // m, sheet frame
    v3 gradient;     // of the distance, target frame
    double distance; // < 0: inside, m
    double area;     // m^2
    uint32_t number;
} ab_sheet_point;
typedef void ab_sheet_take(void *arg, const ab_sheet_point *point);

// Calls `take` for every sample point inside the target, subdivided no finer than `spacing`. The target lies in a ball
// of radius `reach` around `centre` (sheet frame), or is a half-space (reach = INFINITY). The order is reproducible,
// but is not that of the indices.
void ab_sheet_find(const ab_wall *sheet, const ab_sheet_cuts *cuts, double spacing, const ab_target *target, v3 centre,
                   double reach, ab_sheet_take *take, void *arg);

#endif
