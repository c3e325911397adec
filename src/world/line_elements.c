// Line elements for drawings: ends and tension of force elements along a distance and of massless rods.
#include "world/world.h"

static v3 point_at(const ab_world *w, int64_t row, const ab_pose *frame) {
    return row < 0 ? frame->x : pose_apply(ab_body_pose(w, row), frame->x);
}

static ab_line_element line_of_force(const ab_world *w, const ab_world_force *f) {
    const ab_force *e = &f->force;
    return (ab_line_element){f->name, {point_at(w, f->a, &e->frame_a), point_at(w, f->b, &e->frame_b)}, -f->effort};
}

static ab_line_element line_of_joint(const ab_world *w, const ab_world_joint *j) {
    const v3 a = point_at(w, j->a, &j->joint.frame_a), b = point_at(w, j->b, &j->joint.frame_b);
    const v3 way = v3_sub(a, b);
    const double length = v3_norm(way);
    return (ab_line_element){j->name, {a, b}, length > 0 ? v3_dot(j->force, way) / length : 0};
}

bool ab_line_element_next(const ab_world *w, int64_t *at, ab_line_element *line) {
    const ab_mechanism *m = &w->mechanism;
    for (; *at < m->nforce; ++*at) {
        const ab_world_force *f = &m->force[*at];
        if (!f->force.type->act || f->force.along != AB_ALONG_DISTANCE) continue;
        *line = line_of_force(w, f);
        ++*at;
        return true;
    }
    for (; *at < m->nforce + m->n; ++*at) {
        const ab_world_joint *j = &m->joint[*at - m->nforce];
        if (!j->joint.type->rod) continue;
        *line = line_of_joint(w, j);
        ++*at;
        return true;
    }
    return false;
}
