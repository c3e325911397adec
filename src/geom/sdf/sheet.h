// A surface without thickness: what a ball touches of it, and its points, as fine as may be, where they lie in another
// body. It has two sides; which one faces a body is where the body is.
#ifndef AB_GEOM_SDF_SHEET_H
#define AB_GEOM_SDF_SHEET_H

#include "geom/sdf/point_tree.h"
#include "geom/convex/wall.h"

enum { AB_SHEET_CONTACTS = 64 }; // of one ball

typedef struct ab_sheet_contact {
    v3 point;           // of the sheet
    v3 away;            // unit, from there to the ball's centre
    double distance;    // of the centre, m
    double area_weight; // of a whole contact, from 0 to 1
    uint32_t feature;   // which flat patch, edge or vertex it is
} ab_sheet_contact;

// The points of the sheet that are nearer to the centre than all around them, and than the radius, sorted by feature;
// of more than there is room for, the nearest. Flat or bent outward there is one, in a groove there are two. Where a
// groove is so shallow that the ball reaches its bottom line, the two are parts of one patch, and share it (sheet.c).
// Returns their number.
int ab_sheet_contact_ball(const ab_wall *sheet, v3 centre, double radius,
                          ab_sheet_contact sheet_contact[AB_SHEET_CONTACTS]);

// How the triangles of a sheet are cut into points: halved across their longest edge until none is longer than the
// spacing.
typedef struct ab_sheet_cuts {
    double spacing;  // m
    double area;     // of all triangles, m^2
    uint32_t *first; // number of a triangle's first point; not all numbers are in use  (triangles)
    int *depth;      // times that a triangle is halved, at most  (triangles)
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

// Tells every point that lies inside the target, cut no finer than `spacing`. The target is no larger than a ball of
// `reach` about `centre` (sheet frame), or a half-space (reach = INFINITY); in an order that does not change, but not
// that of their numbers.
void ab_sheet_find(const ab_wall *sheet, const ab_sheet_cuts *cuts, double spacing, const ab_target *target, v3 centre,
                   double reach, ab_sheet_take *take, void *arg);

#endif
