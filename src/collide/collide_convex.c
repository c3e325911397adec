// Contacts of convex shapes by their exact gap and manifold (geom/convex/manifold.h), for contacts without penetration.
// No distance field or overlap volume is needed.
#include "collide/contact_point.h"

#include "geom/convex/manifold.h"

static double effective_radius(const ab_shape *a, const ab_shape *b) {
    return 1 / (1 / a->equivalent + 1 / b->equivalent);
}

void ab_collide_convex(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_convex ca = ab_shape_convex(a->shape), cb = ab_shape_convex(b->shape);
    const ab_manifold m = ab_manifold_find(&ca, (ab_pose){*a->x, *a->q}, &cb, (ab_pose){*b->x, *b->q}, out->margin);
    out->clear = m.gap - out->margin;
    for (int i = 0; i < m.n; i++) {
        const ab_contact_point contact = {.point = v3_scale(0.5, v3_add(m.point[i].on_a, m.point[i].on_b)),
                                          .gap = m.point[i].gap,
                                          .normal = m.normal,
                                          .gap_gradient_norm = 1,
                                          .radius = effective_radius(a->shape, b->shape),
                                          .area_weight = 1.0 / m.n,
                                          .feature = m.point[i].feature};
        ab_contact_points_add(out, &contact);
    }
}
