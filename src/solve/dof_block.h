// Blocks of degrees of freedom. What owns colliders, joints and force elements has one block in the vectors of
// velocities, forces and impulses. Its kind says what the numbers are, its size how many; forces and constraint rows
// reach an owner through its block, and solvers know no more of it.
//
//   kind    size   velocity                                               inertia
//   rigid   6      of the centre of mass, and angular; world axes         mass and moment of inertia
//   node    3      of a point, world axes                                 mass
//
// All bodies of a world are rigid. A deformable body will have a block of its nodes or modes.
#ifndef AB_SOLVE_DOF_BLOCK_H
#define AB_SOLVE_DOF_BLOCK_H

#include <stdint.h>

typedef enum ab_dof_kind { AB_DOF_RIGID, AB_DOF_NODE } ab_dof_kind;

typedef struct ab_dof_block {
    ab_dof_kind kind;
    int32_t size;  // number of degrees of freedom
    int64_t first; // index of the first in a vector of all
} ab_dof_block;

static inline ab_dof_block ab_dof_rigid(int64_t first) { return (ab_dof_block){AB_DOF_RIGID, 6, first}; }
static inline ab_dof_block ab_dof_node(int64_t first) { return (ab_dof_block){AB_DOF_NODE, 3, first}; }

#endif
