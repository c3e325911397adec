#include "collide/sample_contacts.h"

ab_touches_take *ab_touches_hit_lanes(void) {
    ab_touches_take *const by_width[AB_WIDTHS] = {ab_hit_lanes_16, ab_hit_lanes_32, ab_hit_lanes_64};
    ab_touches_take *const widest = by_width[ab_widest()];
    return widest ? widest : ab_hit_lanes_16;
}

static void hit_one(const ab_touch_frame *f, const ab_touch *t) {
    const double slope = v3_norm(t->gradient), area = f->part * f->points->area[t->point];
    if (!(slope > 0)) return;
    const ab_hit hit = {
        .point = v3_add(f->own_at, m3_mul(*f->own_turn, ab_points_at(f->points, t->point))),
        .normal = m3_mul(*f->turn, v3_scale(f->sign / slope, t->gradient)),
        .gap = t->distance,
        .slope = slope,
        .share = f->per_whole * area,
        .area = area,
        .radius = f->radius,
        .feature = f->feature + (uint32_t)t->point,
    };
    ab_hits_add(f->out, &hit);
}

void ab_touches_hit(const ab_touch_frame *f, const ab_touch *touch, int64_t n) {
    for (int64_t i = 0; i < n; i++) hit_one(f, &touch[i]);
}
