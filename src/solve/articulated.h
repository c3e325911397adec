// A body that hangs on the rest by one hinge is eliminated together with it, without a system of five rows: along the
// one direction n that the hinge leaves free. The rest then carries the body as if it were rigid but for that
// direction.
#ifndef AB_SOLVE_ARTICULATED_H
#define AB_SOLVE_ARTICULATED_H

#include "joint/joint.h"

typedef struct ab_articulated {
    int64_t joint, parent;  // its joint, and the node of the body that it hangs on, -1 = the ground
    bool side_a;            // the body is the joint's a
    double sign;            // of the joint's first three rows on the body: 1 for b
    v3 point[3], across[2]; // torques of the rows
    double gram[3];         // inverse of the products of the last two: xx, xy, yy
    v3 reach;               // from the parent's centre of mass to the body's
    v3 free_v, free_w;      // n
    v3 along_v, along_w;    // A n
    double inverse;         // 1/(n.A n)
    m3 vv, wv, ww;          // A - A n n^T A/(n.A n), in blocks of velocity and spin
} ab_articulated;

// Diagonal block of the body (lower triangle, rows `stride` apart) and rows of its joint -> the swing; what it adds to
// the parent's block.
void ab_articulated_factor(ab_articulated *s, const ab_row *row, const double *block, double *parent, int stride);
// Right-hand sides of body (6) and joint (5, room for 8) -> what the way back needs; adds to the parent's.
void ab_articulated_forward(const ab_articulated *s, double *body, double *joint, double *parent);
// Acceleration of the parent -> those of the body, and -lambda.
void ab_articulated_backward(const ab_articulated *s, double *body, double *joint, const double *parent);

#endif
