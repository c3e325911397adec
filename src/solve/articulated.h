// Articulated elimination: a body connected to the remaining system by a single hinge is eliminated together with that
// hinge, along the one direction n that the hinge leaves free, without factoring a block of five rows. The parent then
// carries the body's inertia reduced along n.
#ifndef AB_SOLVE_ARTICULATED_H
#define AB_SOLVE_ARTICULATED_H

#include "joint/joint.h"

typedef struct ab_articulated {
    int64_t joint, parent;  // its joint, and the node of the parent body, -1 = the ground
    bool side_a;            // the body is the joint's a
    double sign;            // of the joint's first three rows on the body: 1 for b
    v3 point[3], across[2]; // torques of the rows
    double gram[3];         // inverse Gram matrix of the last two: xx, xy, yy
    v3 reach;               // from the parent's centre of mass to the body's
    v3 free_v, free_w;      // free direction n
    v3 along_v, along_w;    // A n
    double inverse;         // 1/(n.A n)
    m3 vv, wv, ww;          // A - A n n^T A/(n.A n), in blocks of velocity and spin
} ab_articulated;

// Factors the diagonal block of the body (lower triangle, row stride `stride`) with the rows of its joint, and adds the
// reduced inertia to the parent's block.
void ab_articulated_factor(ab_articulated *s, const ab_row *row, const double *block, double *parent, int stride);
// Forward substitution: replaces the right-hand sides of body (6) and joint (5, padded to 8) by the data of the
// backward substitution, and adds to the parent's.
void ab_articulated_forward(const ab_articulated *s, double *body, double *joint, double *parent);
// Backward substitution: from the acceleration of the parent, that of the body and -lambda.
void ab_articulated_backward(const ab_articulated *s, double *body, double *joint, const double *parent);

#endif
