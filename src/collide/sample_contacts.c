// Conversion of inside samples to contact points, and choice of the kernel for the processor's register width.
#include "collide/sample_contacts.h"

ab_inside_samples_take *ab_samples_to_contacts_lanes(void) {
    ab_inside_samples_take *const by_width[AB_WIDTHS] = {ab_sample_contact_lanes_16, ab_sample_contact_lanes_32,
                                                         ab_sample_contact_lanes_64};
    ab_inside_samples_take *const widest = by_width[ab_widest()];
    return widest ? widest : ab_sample_contact_lanes_16;
}

static void add_contact(const ab_sample_frame *f, const ab_inside_sample *t) {
    const double gap_gradient_norm = v3_norm(t->gradient), area = f->area_fraction * f->points->area[t->point];
    if (!(gap_gradient_norm > 0)) return;
    const ab_contact_point contact = {
        .point = v3_add(f->own_at, m3_mul(*f->own_turn, ab_points_at(f->points, t->point))),
        .normal = m3_mul(*f->turn, v3_scale(f->sign / gap_gradient_norm, t->gradient)),
        .gap = t->distance,
        .gap_gradient_norm = gap_gradient_norm,
        .area_weight = f->per_whole * area,
        .area = area,
        .radius = f->radius,
        .feature = f->feature + (uint32_t)t->point,
    };
    ab_contact_points_add(f->out, &contact);
}

void ab_samples_to_contacts(const ab_sample_frame *f, const ab_inside_sample *sample, int64_t n) {
    for (int64_t i = 0; i < n; i++) add_contact(f, &sample[i]);
}
