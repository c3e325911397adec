// Contacts of spheres, in closed form.
//   sphere - sphere: n = (x_a - x_b)/d, gap = d - r_a - r_b, point in the middle of the overlap
//   sphere - plane:  n = normal of the plane, gap = n.(x_a - x_b) - r
// The effective radius is 1/(1/r_a + 1/r_b); a plane has infinite radius.
#include "pair/contact.h"

int ab_collide_sphere_sphere(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b, ab_hit *hits) {
    const v3 d = v3_sub(pose_a.x, pose_b.x);
    const double reach = a->half.x + b->half.x;
    const double distance2 = v3_norm2(d);
    if (distance2 >= reach * reach) return 0;
    const double distance = sqrt(distance2);
    const v3 n = distance > 0 ? v3_scale(1 / distance, d) : v3_make(0, 0, 1); // concentric: any normal will do
    const double gap = distance - reach;
    if (gap >= 0) return 0;
    hits[0] = (ab_hit){
        .point = v3_add_scaled(pose_b.x, b->half.x + 0.5 * gap, n),
        .normal = n,
        .gap = gap,
        .radius = a->half.x * b->half.x / reach,
    };
    return 1;
}

int ab_collide_sphere_plane(const ab_shape *a, ab_pose pose_a, const ab_shape *b, ab_pose pose_b, ab_hit *hits) {
    const v3 n = quat_rotate(pose_b.q, b->half);
    const double gap = v3_dot(n, v3_sub(pose_a.x, pose_b.x)) - a->half.x;
    if (gap >= 0) return 0;
    hits[0] = (ab_hit){
        .point = v3_add_scaled(pose_a.x, -(a->half.x + 0.5 * gap), n),
        .normal = n,
        .gap = gap,
        .radius = a->half.x,
    };
    return 1;
}
