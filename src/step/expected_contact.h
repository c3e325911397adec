// What two bodies are to each other where they touch, before they do: force, depth and stiffness to expect, by
// their law and what is known of their
// shapes. Where a solid may touch in several ways, each is asked for by itself.
#ifndef AB_STEP_EXPECTED_CONTACT_H
#define AB_STEP_EXPECTED_CONTACT_H

#include "world/world.h"

typedef enum ab_touching {
    AB_TOUCHING_ROUND,  // balls, and solids that are as round as a ball of their volume
    AB_TOUCHING_FACE,   // the smaller of the two largest flat faces lies on the other
    AB_TOUCHING_CORNER, // a corner as of a cube stands on a face
    AB_TOUCHINGS
} ab_touching;

typedef struct ab_expected {
    double force, depth, stiffness; // N, m, N/m; 0 if there is no load
    double points;                  // of the patch of an elastic half-space; 0 = it is none
} ab_expected;

// Whether two colliders, which may touch by a compliant law, may touch so.
bool ab_touching_may_be(const ab_world *w, int64_t a, int64_t b, ab_touching how);
// Pressed together by a force at rest, and where they turn back that meet at a speed, without damping.
ab_expected ab_expected_at_rest(const ab_world *w, int64_t a, int64_t b, ab_touching how, double force);
ab_expected ab_expected_at_impact(const ab_world *w, int64_t a, int64_t b, ab_touching how, double speed);

// Kinds of bodies that may touch. A kind is what has one name, material and kind of shape, or is the same by
// shape, material and weight; its
// lightest body stands for all.
typedef struct ab_expected_pair {
    int64_t row[2]; // colliders that stand for them
    bool many[2];   // for all bodies of that name
    const ab_normal_law *law;
    ab_touching how;
    int64_t alike;         // pairs of other kinds for which the same is to be expected
    ab_expected at_rest;   // under the weight of the lighter of those that move
    ab_expected at_impact; // at the speed given
} ab_expected_pair;

typedef struct ab_expected_pairs {
    ab_expected_pair *pair; // the softest first   (n)
    int64_t n, capacity;
    double speed; // of the impacts, m/s
} ab_expected_pairs;

// Of as many kinds as there are, but no more than the first 200. Needs ab_step_advise.
abut_status ab_expect_pairs(const ab_world *w, double speed, ab_expected_pairs *pairs);
void ab_expected_pairs_free(ab_ctx *cx, ab_expected_pairs *pairs);
// "marbles", "bodies[3]" into text[ABUT_LABEL].
void ab_expected_label(const ab_world *w, const ab_expected_pair *pair, int side, char *text);

#endif
