// Contacts of spheres, in closed form.
//   sphere - sphere: n = (x_a - x_b)/d, gap = d - r_a - r_b, point in the middle of the overlap
//   sphere - plane:  n = normal of the plane, gap = n.(x_a - x_b) - r
//   sphere - polyhedron: n from its nearest point to the centre, gap = distance of the centre - r
// The effective radius is 1/(1/r_a + 1/r_b); planes and polyhedra have infinite radius, edges and corners too.
#include "collide/contact_point.h"

#include "geom/convex/polyhedron_distance.h"

void ab_collide_sphere_sphere(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const v3 d = v3_sub(*a->x, *b->x);
    const double ra = a->shape->half.x, rb = b->shape->half.x;
    const double reach = ra + rb;
    const double distance2 = v3_norm2(d);
    if (distance2 >= (reach + out->margin) * (reach + out->margin)) return;
    const double distance = sqrt(distance2);
    const v3 n = distance > 0 ? v3_scale(1 / distance, d) : v3_make(0, 0, 1); // concentric: arbitrary normal
    const double gap = distance - reach;
    if (gap >= out->margin) return;
    ab_contact_points_add_whole(out, v3_add_scaled(*b->x, rb + 0.5 * gap, n), n, gap, ra * rb / reach);
}

void ab_collide_sphere_plane(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const double r = a->shape->half.x;
    const v3 n = quat_rotate(*b->q, b->shape->half);
    const double gap = v3_dot(n, v3_sub(*a->x, *b->x)) - r;
    if (gap >= out->margin) return;
    ab_contact_points_add_whole(out, v3_add_scaled(*a->x, -(r + 0.5 * gap), n), n, gap, r);
}

void ab_collide_sphere_polyhedron(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_polyhedron *p = b->shape->convex;
    const double r = a->shape->half.x;
    const ab_pose frame = ab_polyhedron_pose(p, (ab_pose){*b->x, *b->q});
    const v3 centre = quat_unrotate(frame.q, v3_sub(*a->x, frame.x));
    const ab_polyhedron_distance near = ab_polyhedron_distance_of(p, centre, r + ab_greater(out->margin, out->reach));
    const double gap = near.distance - r;
    out->clear = gap - out->margin;
    if (gap >= out->margin) return;
    const v3 n = quat_rotate(frame.q, near.normal);
    ab_contact_points_add_whole(out, v3_add_scaled(*a->x, -(r + 0.5 * gap), n), n, gap, r);
}
