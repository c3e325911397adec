// Constraint rows, factorisation and corrections of the joints, for the step (joint_reactions.c) and the initial
// assembly (assemble_joints.c).
#ifndef AB_STEP_JOINT_REACTIONS_H
#define AB_STEP_JOINT_REACTIONS_H

#include "world/world.h"

typedef struct ab_joint_error {
    double error;  // length over the mechanism's size, or angle, rad
    int64_t joint; // -1 = none
} ab_joint_error;

void ab_write_rows(ab_world *w, double t);               // poses, velocities → rows
void ab_factor_joints(ab_world *w);                      // rows, poses → factors
void ab_find_redundant(ab_world *w);                     // rows, poses → factors, redundant rows; rows must fit
ab_joint_error ab_max_position_error(const ab_world *w); // rows → largest position error
// rows, velocities → largest velocity error (length over the mechanism's size, or angle), 1/s; *fastest, unless NULL:
// the largest single term of these sums
ab_joint_error ab_max_velocity_error(const ab_world *w, double *fastest);
// rows, factors → poses, corrected once; no body rotates by more than `max` rad; angular momentum is unchanged
void ab_correct_positions(ab_world *w, double max);
void ab_correct_velocities(ab_world *w); // rows, factors → velocities, corrected
// Midpoint rule: rows, velocities → right-hand side of J (v+ - v) = -2 (J v + rate)
void ab_set_midpoint_rows(ab_world *w, double h);
// multipliers of a step of length h → v, l (not w); reactions and driven power, means over the step
void ab_apply_joint_impulses(ab_world *w, double h);

#endif
