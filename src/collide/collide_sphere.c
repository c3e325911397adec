// Contacts of spheres, in closed form.
//   sphere - sphere: n = (x_a - x_b)/d, gap = d - r_a - r_b, point in the middle of the overlap
//   sphere - plane:  n = normal of the plane, gap = n.(x_a - x_b) - r
// The effective radius is 1/(1/r_a + 1/r_b); a plane has infinite radius.
#include "collide/contact_point.h"

void ab_collide_sphere_sphere(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const v3 d = v3_sub(*a->x, *b->x);
    const double ra = a->shape->half.x, rb = b->shape->half.x;
    const double reach = ra + rb;
    const double distance2 = v3_norm2(d);
    if (distance2 >= reach * reach) return;
    const double distance = sqrt(distance2);
    const v3 n = distance > 0 ? v3_scale(1 / distance, d) : v3_make(0, 0, 1); // concentric: arbitrary normal
    const double gap = distance - reach;
    if (gap >= 0) return;
    ab_contact_points_add_whole(out, v3_add_scaled(*b->x, rb + 0.5 * gap, n), n, gap, ra * rb / reach);
}

void ab_collide_sphere_plane(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const double r = a->shape->half.x;
    const v3 n = quat_rotate(*b->q, b->shape->half);
    const double gap = v3_dot(n, v3_sub(*a->x, *b->x)) - r;
    if (gap >= 0) return;
    ab_contact_points_add_whole(out, v3_add_scaled(*a->x, -(r + 0.5 * gap), n), n, gap, r);
}
