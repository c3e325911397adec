// Touches become hits one by one and in lanes, with the same bits.
#include "claim.h"

#include "math/random.h"
#include "collide/sample_contacts.h"

enum { LEAVES = 6, POINTS = LEAVES * AB_LANES, ROOM = POINTS + AB_LANES };

static double any(ab_random *r) { return 2 * ab_random_unit(r) - 1; }

// Leaves of points of which some touch, and every seventh has no direction; the numbers of the others must not be used.
// Returns how many touch.
static int fill(ab_random *random, ab_inside_sample_lanes lanes[LEAVES], ab_inside_sample *sample) {
    int n = 0;
    for (int i = 0; i < POINTS; i++) {
        ab_inside_sample_lanes *l = &lanes[i / AB_LANES];
        const int k = i % AB_LANES;
        const ab_inside_sample t = {-ab_random_unit(random),
                                    i % 7 == 6 ? v3_zero() : v3_make(any(random), any(random), any(random)), i};
        if (k == 0) *l = (ab_inside_sample_lanes){.first = i, .which = (uint32_t)(ab_random_u64(random) % 256)};
        l->distance[k] = t.distance;
        for (int axis = 0; axis < 3; axis++) l->gradient[axis][k] = v3_at(t.gradient, axis);
        if (l->which >> k & 1) sample[n++] = t;
    }
    return n;
}

static bool same(const ab_contact_points *a, const ab_contact_points *b) {
    if (a->n != b->n) return false;
    for (int64_t i = 0; i < (a->n < a->capacity ? a->n : a->capacity); i++) {
        const ab_contact_point *p = &a->contact[i], *q = &b->contact[i];
        const bool numbers = p->gap == q->gap && p->gap_gradient_norm == q->gap_gradient_norm &&
                             p->area_weight == q->area_weight && p->area == q->area && p->radius == q->radius &&
                             p->feature == q->feature && !p->overlap && !q->overlap;
        const bool vectors = v3_norm(v3_sub(p->point, q->point)) == 0 && v3_norm(v3_sub(p->normal, q->normal)) == 0;
        if (!numbers || !vectors) return false;
    }
    return true;
}

static ab_sample_frame any_frame(ab_random *random, const ab_points *points, m3 turn[2]) {
    for (int i = 0; i < 2; i++) turn[i] = quat_matrix(ab_random_rotation(random));
    return (ab_sample_frame){.turn = &turn[0],
                             .own_turn = &turn[1],
                             .own_at = v3_make(any(random), any(random), any(random)),
                             .sign = -1,
                             .area_fraction = 0.3,
                             .per_whole = 1.0 / 7,
                             .radius = 0.1,
                             .feature = 1000,
                             .points = points};
}

static int with_direction(const ab_inside_sample *sample, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) count += v3_norm2(sample[i].gradient) > 0;
    return count;
}

TEST(lanes_of_every_width_make_the_same_hits_as_one_by_one) {
    ab_inside_samples_take *const by_width[AB_WIDTHS] = {ab_sample_contact_lanes_16, ab_sample_contact_lanes_32,
                                                         ab_sample_contact_lanes_64};
    ab_random random = ab_random_start(3, 0);
    double of[4][POINTS];
    for (int i = 0; i < 4 * POINTS; i++) of[i / POINTS][i % POINTS] = any(&random);
    const ab_points points = {of[0], of[1], of[2], of[3], POINTS};
    for (int round = 0; round < 300; round++) {
        static ab_inside_sample_lanes lanes[LEAVES];
        static ab_contact_point contact[2][ROOM + 1];
        ab_inside_sample sample[POINTS];
        const int n = fill(&random, lanes, sample);
        const int64_t room = round % 3 ? ROOM : (int64_t)(ab_random_u64(&random) % (uint64_t)(n + 1)); // or too little
        ab_contact_points one = {.contact = contact[0], .capacity = room};
        m3 turn[2];
        ab_sample_frame frame = any_frame(&random, &points, turn);
        frame.out = &one;
        ab_samples_to_contacts(&frame, sample, n);
        CHECK(one.n == with_direction(sample, n));
        for (ab_width width = AB_WIDTH_16; width <= ab_widest(); width++) {
            ab_contact_points wide = {.contact = contact[1], .capacity = room};
            contact[1][room].gap = 77;
            frame.out = &wide;
            if (by_width[width]) by_width[width](&frame, lanes, LEAVES);
            CHECK(!by_width[width] || same(&wide, &one));
            CHECK(contact[1][room].gap == 77);
        }
    }
}

CLAIMS(CLAIM(lanes_of_every_width_make_the_same_hits_as_one_by_one))
