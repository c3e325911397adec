// Coordinates that a joint leaves free or prescribes.
#ifndef AB_JOINT_JOINT_COORDINATES_H
#define AB_JOINT_JOINT_COORDINATES_H

#include "joint/joint.h"

// Sets of coordinates, one of which a joint type names.
extern const ab_joint_coordinates ab_angle_coordinates, ab_travel_coordinates, ab_angle_and_travel_coordinates,
    ab_planar_coordinates, ab_universal_coordinates, ab_gear_coordinates;

// The unwrapped angle about a's z axis, as `turned` of a type.
void ab_measure_turn(const ab_joint *joint, const ab_joint_frame *a, const ab_joint_frame *b, double *angle);

#endif
