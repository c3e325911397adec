#include "collide/sample_contacts.h"

ab_inside_samples_take *ab_samples_to_contacts_lanes(void) {
    ab_inside_samples_take *const by_width[AB_WIDTHS] = {ab_sample_contact_lanes_16, ab_sample_contact_lanes_32, ab_sample_contact_lanes_64};
    ab_inside_samples_take *const widest = by_width[ab_widest()];
    return widest ? widest : ab_sample_contact_lanes_16;
}

static void hit_one(const ab_sample_frame *f, const ab_inside_sample *t) {
    const double slope = v3_norm(t->gradient), area = f->part * f->points->area[t->point];
    if (!(slope > 0)) return;
    const ab_contact_point hit = {
        .point = v3_add(f->own_at, m3_mul(*f->own_turn, ab_points_at(f->points, t->point))),
        .normal = m3_mul(*f->turn, v3_scale(f->sign / slope, t->gradient)),
        .gap = t->distance,
        .slope = slope,
        .share = f->per_whole * area,
        .area = area,
        .radius = f->radius,
        .feature = f->feature + (uint32_t)t->point,
    };
    ab_contact_points_add(f->out, &hit);
}

void ab_samples_to_contacts(const ab_sample_frame *f, const ab_inside_sample *touch, int64_t n) {
    for (int64_t i = 0; i < n; i++) hit_one(f, &touch[i]);
}
