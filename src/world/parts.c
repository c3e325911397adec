// Parts of bodies: rows that move with another row. The list is short and sorted, since rows are only ever added at the end.
#include "world/world.h"

static ab_pose pose_inverse(ab_pose p) {
    const quat back = quat_conjugate(p.q);
    return (ab_pose){v3_neg(quat_rotate(back, p.x)), back};
}

void ab_parts_moved(ab_world *w, const int64_t *moved) {
    int64_t kept = 0;
    for (int64_t i = 0; i < w->ncarried; i++) {
        const ab_part p = w->carried[i];
        if (moved[p.row] >= 0) w->carried[kept++] = (ab_part){moved[p.row], moved[p.carrier], p.pose};
    }
    w->ncarried = kept;
}

static const ab_part *part_of(const ab_world *w, int64_t row) {
    int64_t low = 0, high = w->ncarried - 1;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (w->carried[middle].row < row)
            low = middle + 1;
        else
            high = middle;
    }
    return &w->carried[low];
}

static bool is_part(const ab_world *w, int64_t row) { return w->body.flags[row] & AB_BODY_PART; }

int64_t ab_part_carrier(const ab_world *w, int64_t row) {
    return is_part(w, row) ? part_of(w, row)->carrier : row;
}

ab_pose ab_part_pose(const ab_world *w, int64_t row) { return part_of(w, row)->pose; }

bool ab_carries_parts(const ab_world *w, int64_t row) {
    for (int64_t i = 0; i < w->ncarried; i++)
        if (w->carried[i].carrier == row) return true;
    return false;
}

static void carry(ab_bodies *b, const ab_part *p) {
    const int64_t i = p->row, c = p->carrier;
    const ab_pose pose = pose_mul((ab_pose){b->x[c], b->q[c]}, p->pose);
    const v3 arm = v3_sub(pose.x, b->x[c]);
    b->x[i] = pose.x;
    b->q[i] = pose.q;
    b->v[i] = v3_add(b->v[c], v3_cross(b->w[c], arm));
    b->mean_v[i] = v3_add(b->mean_v[c], v3_cross(b->mean_w[c], arm));
    b->w[i] = b->w[c];
    b->mean_w[i] = b->mean_w[c];
    b->l[i] = v3_zero();
}

void ab_part_add(ab_world *w, int64_t row, int64_t carrier) {
    const ab_pose pose = pose_mul(pose_inverse(ab_body_pose(w, carrier)), ab_body_pose(w, row));
    w->carried[w->ncarried++] = (ab_part){row, carrier, pose};
    carry(&w->body, &w->carried[w->ncarried - 1]);
}

void ab_carry_parts(ab_world *w) {
    for (int64_t i = 0; i < w->ncarried; i++) carry(&w->body, &w->carried[i]);
}
