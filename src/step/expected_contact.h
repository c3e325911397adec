// Estimates of force, depth and stiffness of a contact before it occurs, from the contact law and the shapes of the two
// bodies. Each contact geometry that a pair allows (round, face, corner) has its own estimate.
#ifndef AB_STEP_EXPECTED_CONTACT_H
#define AB_STEP_EXPECTED_CONTACT_H

#include "world/world.h"

typedef enum ab_touching {
    AB_TOUCHING_ROUND,  // spheres, and other solids taken as spheres of equal volume
    AB_TOUCHING_FACE,   // face on face, with the area of the smaller of the two largest flat faces
    AB_TOUCHING_CORNER, // corner of a cube on a face
    AB_TOUCHINGS
} ab_touching;

typedef struct ab_expected {
    double force, depth, stiffness; // N, m, N/m; 0 if there is no load
    double points;                  // surface samples of a half-space patch; 0 = not a patch
} ab_expected;

// Whether two colliders with a compliant law can have this contact geometry.
bool ab_touching_may_be(const ab_world *w, int64_t a, int64_t b, ab_touching how);
// Contact at rest under a given force, and at maximum compression of an undamped impact at a given approach speed.
ab_expected ab_expected_at_rest(const ab_world *w, int64_t a, int64_t b, ab_touching how, double force);
ab_expected ab_expected_at_impact(const ab_world *w, int64_t a, int64_t b, ab_touching how, double speed);

// Expected contact of two kinds of bodies. A kind is a set of bodies with one name, material and kind of shape, or with
// equal shape, material and mass properties; its lightest body represents it.
typedef struct ab_expected_pair {
    int64_t row[2]; // representative colliders
    bool many[2];   // the collider represents all bodies of its name
    const ab_normal_law *law;
    ab_geometry geometry;
    ab_touching how;
    int64_t alike;         // number of other pairs of kinds with equal values
    ab_expected at_rest;   // under the weight of the lighter moving body
    ab_expected at_impact; // at ab_expected_pairs.speed
} ab_expected_pair;

typedef struct ab_expected_pairs {
    ab_expected_pair *pair; // in order of increasing stiffness   (n)
    int64_t n, capacity;
    double speed; // approach speed of the impacts, m/s
} ab_expected_pairs;

// All pairs of the first 200 kinds. Requires ab_step_advise.
abut_status ab_expect_pairs(const ab_world *w, double speed, ab_expected_pairs *pairs);
void ab_expected_pairs_free(ab_ctx *cx, ab_expected_pairs *pairs);
// "marbles", "bodies[3]" into text[ABUT_LABEL].
void ab_expected_label(const ab_world *w, const ab_expected_pair *pair, int side, char *text);

#endif
