// Histories as CSV: a header with units, quoted as in RFC 4180, numbers with the fewest digits that read back to the
// same bits. Rows end with a line feed. Each file has one row per time:
//
//   energy.csv     the ledger, the number of contacts, the deepest penetration
//   residuals.csv  violations of contact and joint laws, and numbers of contacts by depth
//   forces.csv     two columns per force element: its length or angle, and the force or torque, positive if it makes
//                  the coordinate grow
//   joints.csv     per joint its coordinates and their rates ("hinge.angle [rad]", "hinge.angular_speed [rad/s]"), then
//                  force and torque ("hinge.fx [N]", ..., "hinge.tz [N m]"); only if the scene has joints
//   bodies.csv     sixteen columns per moving body with a name of its own ("ball.x [m]", ...)
#ifndef AB_OUTPUT_CSV_H
#define AB_OUTPUT_CSV_H

#include "base/text.h"
#include "observe/probe.h"

void ab_csv_field(ab_text *text, const char *field); // quoted where RFC 4180 requires it

void ab_csv_energy_header(ab_text *text);
void ab_csv_energy_row(ab_text *text, const ab_world *w);

void ab_csv_residuals_header(ab_text *text);
void ab_csv_residuals_row(ab_text *text, const ab_world *w);

// The state of one body as sixteen fields, each with a comma before it: position and orientation of the user's frame,
// velocity of the centre of mass, angular velocity and total force.
typedef struct ab_csv_state {
    ab_pose pose;
    v3 v, w, force;
} ab_csv_state;

#define AB_CSV_STATE_FIELDS 16
void ab_csv_state_header(ab_text *text, const char *label);      // label "" = column names without a body name
void ab_csv_state_row(ab_text *text, const ab_csv_state *state); // NULL = empty fields

// Coordinates of every joint, and its force and torque on body b at the joint point.
void ab_csv_joints_header(ab_text *text, const ab_world *w);
void ab_csv_joints_row(ab_text *text, const ab_world *w);

// Coordinate and effort of every force element.
void ab_csv_forces_header(ab_text *text, const ab_world *w);
void ab_csv_forces_row(ab_text *text, const ab_world *w);

void ab_csv_flows_header(ab_text *text, const ab_world *w);
void ab_csv_flows_row(ab_text *text, const ab_world *w);
void ab_csv_probes_header(ab_text *text, const ab_probe *probe, int64_t n);
void ab_csv_probes_row(ab_text *text, const ab_probe *probe, int64_t n, const ab_world *w);

#endif
