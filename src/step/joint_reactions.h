// What holding joints during a run and assembling them before it share (joint_reactions.c).
#ifndef AB_STEP_JOINT_REACTIONS_H
#define AB_STEP_JOINT_REACTIONS_H

#include "world/world.h"

typedef struct ab_joint_error {
    double error;  // of a length over the mechanism's size, or of an angle
    int64_t joint; // -1 = none
} ab_joint_error;

void ab_write_rows(ab_world *w, double t);               // poses, velocities → rows
void ab_factor_joints(ab_world *w);                      // rows, poses → factors
void ab_find_redundant(ab_world *w);                     // the same, and which rows are dropped; rows must fit
ab_joint_error ab_max_position_error(const ab_world *w); // rows → the largest error of position
// Rows, velocities → the largest error of velocity: of a length over the mechanism's size, or of an angle, 1/s; and the
// largest of all terms that it is the sum of, unless NULL.
ab_joint_error ab_max_velocity_error(const ab_world *w, double *fastest);
// Rows, factors → poses corrected once; no body turns by more than `max` rad. Angular momentum stays.
void ab_correct_positions(ab_world *w, double max);
void ab_correct_velocities(ab_world *w); // rows, factors → velocities corrected

#endif
