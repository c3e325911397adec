// Who can meet whom: rows are the kind of a, columns the kind of b, upper triangle.
#include "pair/contact.h"

int ab_collide_ignored(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b, ab_hit *hits) {
    (void)a, (void)pose_a, (void)b, (void)pose_b, (void)hits;
    return 0;
}

static ab_collide_fn *const TABLE[AB_SHAPE_COUNT][AB_SHAPE_COUNT] = {
    [AB_SHAPE_sphere][AB_SHAPE_sphere] = ab_collide_sphere_sphere,
    [AB_SHAPE_sphere][AB_SHAPE_plane] = ab_collide_sphere_plane,
    [AB_SHAPE_plane][AB_SHAPE_plane] = ab_collide_ignored,
};

ab_collide_fn *ab_collide_find(ab_shape_kind a, ab_shape_kind b) { return a <= b ? TABLE[a][b] : TABLE[b][a]; }
