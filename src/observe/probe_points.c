// Distance of two points, and their travel along an axis of body a.
#include "observe/probe.h"

static ab_joint_frame frame_of(const ab_world *w, abut_body body, ab_pose frame) {
    return ab_joint_frame_on(w, ab_body_row(w, body), frame); // row -1 = the ground
}

static void read_distance(const ab_probe *p, const ab_world *w, double *value) {
    const ab_joint_frame a = frame_of(w, p->a, p->frame_a), b = frame_of(w, p->b, p->frame_b);
    const v3 way = v3_sub(b.p, a.p);
    value[0] = v3_norm(way);
    value[1] = v3_dot(v3_unit(way), v3_sub(b.v, a.v));
}

// The axis rotates with a.
static void read_travel(const ab_probe *p, const ab_world *w, double *value) {
    const ab_joint_frame a = frame_of(w, p->a, p->frame_a), b = frame_of(w, p->b, p->frame_b);
    const v3 way = v3_sub(b.p, a.p);
    value[0] = v3_dot(a.z, way);
    value[1] = v3_dot(a.z, v3_sub(b.v, a.v)) + v3_dot(v3_cross(a.w, a.z), way);
}

const ab_probe_type ab_probe_type_distance = {
    .name = "distance",
    .help = "distance of two points and its rate",
    .looks_at = AB_PROBE_POINTS,
    .columns = 2,
    .column = {" [m]", ".rate [m/s]"},
    .read = read_distance,
};

const ab_probe_type ab_probe_type_travel = {
    .name = "travel",
    .help = "how far b's point is from a's along the axis, and its rate",
    .looks_at = AB_PROBE_POINTS,
    .columns = 2,
    .column = {" [m]", ".rate [m/s]"},
    .read = read_travel,
};
