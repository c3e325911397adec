// Accelerations of bodies constrained by joints: the saddle-point system
//
//     [ M   J^T ] [   a     ]   [ f ]        M a = f + J^T lambda
//     [ J   -E  ] [ -lambda ] = [ g ]        J a = g,   E = 0 except at singular positions
//
// with a block of unknowns per body (dof_block.h; of a rigid body 6: acceleration, angular acceleration, world axes)
// and one unknown per row. It is factored as L D L^T in blocks of a body or a joint, in an elimination order determined
// once per topology (kkt_order.c).
#ifndef AB_SOLVE_KKT_H
#define AB_SOLVE_KKT_H

#include "base/ctx.h"
#include "joint/joint.h"
#include "solve/articulated.h"
#include "solve/dof_block.h"

// A joint between two bodies of the system; -1 is the ground or another fixed body.
typedef struct ab_kkt_joint {
    int32_t a, b;
    int32_t rows;
    int64_t first; // index of its first row
    bool hinge;    // rows: three of a common point in world axes, and two of pure torque
} ab_kkt_joint;

typedef struct ab_inertia {
    double mass; // kg
    m3 moment;   // about the centre of mass, world axes, kg m^2; not of a node
} ab_inertia;

#define AB_KKT_BLOCK 6 // dimension of the largest block
// Row stride of a block, padded with zeros: one vector of the widest processors, or two or four.
#define AB_KKT_STRIDE     8
#define AB_KKT_BLOCK_SIZE (AB_KKT_BLOCK * AB_KKT_STRIDE)
#define AB_REDUNDANT      1e-9  // rows with a pivot below this fraction of (J M^-1 J^T)_ii are redundant
#define AB_REGULAR        1e-11 // E as a fraction of (J M^-1 J^T)_ii where a row vanishes at a singular position

typedef struct ab_kkt {
    int64_t nbody, njoint, nrow;
    int64_t ndof;        // degrees of freedom of all bodies
    ab_dof_block *block; // of each body   (nbody)
    ab_kkt_joint *joint; // (njoint)
    // Nodes are bodies and joints in the order of elimination.
    int64_t nnode;
    int32_t *size;               // unknowns of a node: of a body's block, or the rows of a joint           (nnode)
    int32_t *sign;               // sign of its diagonal block: 1 body, -1 joint                            (nnode)
    int64_t *row_of;             // first row of a joint's node                                             (nnode)
    int32_t *articulated_of;     // articulated elimination of a body with the following hinge, -1 = none   (nnode)
    ab_articulated *articulated; // (narticulated)
    int64_t narticulated;
    uint8_t *closing;    // 1: a joint that closes a loop, whose rows may be redundant (nnode)
    int64_t *body_node;  //                                                          (nbody)
    int64_t *joint_node; //                                                          (njoint)
    int64_t *first;      // blocks of node k's column are [first[k], first[k + 1])   (nnode + 1)
    int64_t *after;      // the later node of a block, ascending in a column         (nblock)
    int64_t nblock, after_capacity;
    int64_t *first_target; // first update of a column in `target`                                   (nnode + 1)
    int64_t *target;       // destination block of the update by blocks (i, j), i < j, of a column   (ntarget)
    int64_t ntarget, target_capacity;
    int64_t *block_a, *block_b; // blocks that couple a joint to its bodies, -1 = none   (njoint)
    // Numerical values: the matrix during assembly, its factors afterwards.
    double *diagonal;   // diagonal blocks; factored: L below the diagonal, 1/D on it   (nnode blocks)
    double *column;     // size[k] rows of size[after] numbers                          (nblock blocks)
    double *scale;      // diagonal of J M^-1 J^T                                       (nrow)
    double *pivot;      // pivot of a row over its scale                                (nrow)
    uint8_t *redundant; // 1: the row depends on others and is left out                 (nrow)
    double *work;       // right-hand side in elimination order                         (nnode x 8)
} ab_kkt;

// Determines the elimination order and allocates memory. Replaces an earlier plan. The blocks follow one another in the
// order of the bodies, none larger than AB_KKT_BLOCK; NULL: rigid bodies. Rows of joints have no angular part at nodes.
abut_status ab_kkt_plan(ab_ctx *cx, ab_kkt *kkt, int64_t nbody, const ab_dof_block *block, const ab_kkt_joint *joint,
                        int64_t nlink);
void ab_kkt_free(ab_ctx *cx, ab_kkt *kkt);

void ab_kkt_factor(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row);

// Factors, and detects the redundant constraints anew. The state must satisfy the joints: elsewhere dependent rows
// appear independent, and keeping them would lock the mechanism. For the same reason the selection is kept in the
// stages of an integrator, where joints are satisfied only to the order of the step.
void ab_kkt_find_redundant(ab_kkt *kkt, const ab_inertia *inertia, const ab_row *row);

// body: f -> a, by blocks (ndof). row: g -> lambda.
void ab_kkt_solve(const ab_kkt *kkt, double *body, double *row);

// Smallest scaled pivot of the non-redundant rows that close loops, 1 = there are no loops; its inverse is a lower
// bound of the condition number of the scaled J M^-1 J^T.
double ab_kkt_weakest(const ab_kkt *kkt);

#endif
