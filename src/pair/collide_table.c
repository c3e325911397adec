// Who can meet whom: rows are the kind of a, columns the kind of b, upper triangle.
#include "pair/contact.h"

int ab_collide_ignored(ab_placed a, ab_placed b, ab_hit *hits) {
    (void)a, (void)b, (void)hits;
    return 0;
}

static ab_collide_fn *const TABLE[AB_SHAPE_COUNT][AB_SHAPE_COUNT] = {
    [AB_SHAPE_sphere][AB_SHAPE_sphere] = ab_collide_sphere_sphere,
    [AB_SHAPE_sphere][AB_SHAPE_plane] = ab_collide_sphere_plane,
    [AB_SHAPE_plane][AB_SHAPE_plane] = ab_collide_ignored,
};

ab_collide_fn *ab_collide_find(ab_shape_kind a, ab_shape_kind b) { return a <= b ? TABLE[a][b] : TABLE[b][a]; }
