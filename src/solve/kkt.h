// Accelerations of bodies held by joints: the saddle-point system
//
//     [ M   J^T ] [   a     ]   [ f ]        M a = f + J^T lambda
//     [ J   -E  ] [ -lambda ] = [ g ]        J a = g,   E = 0 but at singular positions
//
// with 6 unknowns for each body (acceleration, angular acceleration, world axes) and one for each row. It is factored
// as L D L^T in blocks of a body or a joint, in an order that is found once for each topology (kkt_order.c).
#ifndef AB_SOLVE_KKT_H
#define AB_SOLVE_KKT_H

#include "base/ctx.h"
#include "joint/joint.h"
#include "solve/articulated.h"

// A joint between two bodies of the system; -1 is the ground or anything else that does not move.
typedef struct ab_kkt_joint {
    int32_t a, b;
    int32_t rows;
    int64_t first; // of its rows
    bool hinge;    // rows: a common point in world axes, and two of torque alone
} ab_kkt_joint;

typedef struct ab_inertia {
    double mass; // kg
    m3 moment;   // about the centre of mass, world axes, kg m^2
} ab_inertia;

#define AB_KKT_BLOCK 6 // side of the largest block
// of its rows, which are padded with zeros: one vector of the widest processors, or two or four
#define AB_KKT_STRIDE     8
#define AB_KKT_BLOCK_SIZE (AB_KKT_BLOCK * AB_KKT_STRIDE)
#define AB_REDUNDANT      1e-9  // a row whose pivot is below this share of (J M^-1 J^T)_ii follows from the others
#define AB_REGULAR        1e-11 // share of (J M^-1 J^T)_ii that E is where a row vanishes at a singular position

typedef struct ab_kkt {
    int64_t nbody, njoint, nrow;
    ab_kkt_joint *joint; // (njoint)
    // Nodes are bodies and joints in the order of elimination.
    int64_t nnode;
    int32_t *size;               // unknowns of a node: 6, or the rows of a joint            (nnode)
    int32_t *sign;               // of its diagonal block: 1 body, -1 joint                  (nnode)
    int64_t *row_of;             // first row of a joint's node                              (nnode)
    int32_t *articulated_of;     // of a body that is eliminated together with the hinge behind it, -1 = alone   (nnode)
    ab_articulated *articulated; // (narticulated)
    int64_t narticulated;
    uint8_t *closing;    // 1: a joint that closes a loop, whose rows may be redundant (nnode)
    int64_t *body_node;  //                                                          (nbody)
    int64_t *joint_node; //                                                          (njoint)
    int64_t *first;      // blocks of node k's column are [first[k], first[k + 1])   (nnode + 1)
    int64_t *after;      // the later node of a block, ascending in a column         (nblock)
    int64_t nblock, after_capacity;
    int64_t *first_target; // of a column's updates                                 (nnode + 1)
    int64_t *target;       // block that the update of blocks (i, j), i < j, of a column goes to   (ntarget)
    int64_t ntarget, target_capacity;
    int64_t *block_a, *block_b; // of a joint with its bodies, -1 = none             (njoint)
    // Numbers: of the system while it is assembled, of its factors afterwards.
    double *diagonal;   // whole blocks; of the factors L below, with 1/D on the diagonal           (nnode blocks)
    double *column;     // size[k] rows of size[after] numbers                        (nblock blocks)
    double *scale;      // diagonal of J M^-1 J^T                                     (nrow)
    double *pivot;      // of a row over its scale                                    (nrow)
    uint8_t *redundant; // 1: the row follows from others and takes no part           (nrow)
    double *work;       // right-hand side in the order of elimination                (nnode x 8)
} ab_kkt;

// Finds the order of elimination and makes room. Replaces what was there before.
abut_status ab_kkt_plan(ab_ctx *cx, ab_kkt *kkt, int64_t nbody, const ab_kkt_joint *joint, int64_t nlink);
void ab_kkt_free(ab_ctx *cx, ab_kkt *kkt);

void ab_kkt_factor(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row);

// Factors, and decides anew which rows are dropped. The rows must be those of a state in which the joints fit:
// elsewhere rows that repeat each other do not look the same, and keeping both would leave a mechanism no freedom. For
// the same reason they stay dropped in the stages of an integrator, where joints fit only to the order of the step.
void ab_kkt_find_redundant(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row);

// body: f -> a, six numbers for each body. row: g -> lambda.
void ab_kkt_solve(const ab_kkt *kkt, double *body, double *row);

// The smallest pivot of a row that closes a loop and takes part, 1 = there are no loops; its inverse bounds the
// condition number of the scaled J M^-1 J^T from below.
double ab_kkt_weakest(const ab_kkt *kkt);

#endif
