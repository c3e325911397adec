// Touches become hits one by one and in lanes, with the same bits.
#include "claim.h"

#include "math/random.h"
#include "pair/touch_hits.h"

enum { POINTS = 100, ROOM = 2 * AB_STAGE };

static double any(ab_random *r) { return 2 * ab_random_unit(r) - 1; }

// n touches, every seventh without a direction; beyond them numbers that must not be used.
static void fill(ab_random *random, int n, ab_touch_stage *stage, ab_touch *touch) {
    for (int i = 0; i < AB_STAGE + AB_LANES; i++) {
        stage->distance[i] = -ab_random_unit(random);
        for (int k = 0; k < 3; k++) {
            stage->gradient[k][i] = i % 7 == 6 ? 0 : any(random);
            stage->at[k][i] = any(random);
        }
        stage->point[i] = i < n ? (int64_t)(ab_random_u64(random) % POINTS) : INT64_MAX;
        if (i < n)
            touch[i] = (ab_touch){stage->distance[i],
                                  {stage->gradient[0][i], stage->gradient[1][i], stage->gradient[2][i]},
                                  {stage->at[0][i], stage->at[1][i], stage->at[2][i]},
                                  stage->point[i]};
    }
    stage->n = n;
}

static bool same(const ab_hits *a, const ab_hits *b) {
    if (a->n != b->n) return false;
    for (int64_t i = 0; i < (a->n < a->room ? a->n : a->room); i++) {
        const ab_hit *p = &a->hit[i], *q = &b->hit[i];
        const bool numbers = p->gap == q->gap && p->slope == q->slope && p->share == q->share &&
                             p->area == q->area && p->radius == q->radius && p->feature == q->feature &&
                             p->volume == 0 && p->pitch == 0;
        const bool vectors =
            v3_norm(v3_sub(p->point, q->point)) == 0 && v3_norm(v3_sub(p->normal, q->normal)) == 0;
        if (!numbers || !vectors) return false;
    }
    return true;
}

static ab_touch_frame any_frame(ab_random *random, const double *area) {
    return (ab_touch_frame){.turn = quat_matrix(ab_random_rotation(random)),
                            .at = v3_make(any(random), any(random), any(random)),
                            .sign = -1,
                            .part = 0.3,
                            .whole = 7,
                            .radius = 0.1,
                            .feature = 1000,
                            .area = area};
}

TEST(lanes_of_every_width_make_the_same_hits_as_one_by_one) {
    ab_touches_take *const by_width[AB_WIDTHS] = {ab_hit_staged_16, ab_hit_staged_32, ab_hit_staged_64};
    ab_random random = ab_random_start(3, 0);
    double area[POINTS];
    for (int i = 0; i < POINTS; i++) area[i] = ab_random_unit(&random);
    for (int round = 0; round < 300; round++) {
        static ab_touch_stage stage;
        static ab_hit hit[2][ROOM + 1];
        ab_touch touch[AB_STAGE];
        const int n = 1 + (int)(ab_random_u64(&random) % AB_STAGE);
        fill(&random, n, &stage, touch);
        const int64_t room =
            round % 3 ? ROOM : (int64_t)(ab_random_u64(&random) % (uint64_t)n); // or too little
        ab_hits one = {.hit = hit[0], .room = room};
        ab_touch_frame frame = any_frame(&random, area);
        frame.out = &one;
        ab_touches_hit(&frame, touch, n);
        CHECK(one.n == n - n / 7);
        for (ab_width width = AB_WIDTH_16; width <= ab_widest(); width++) {
            ab_hits lanes = {.hit = hit[1], .room = room};
            hit[1][room].gap = 77;
            frame.out = &lanes;
            if (by_width[width]) by_width[width](&frame, &stage);
            CHECK(!by_width[width] || same(&lanes, &one));
            CHECK(hit[1][room].gap == 77);
        }
    }
}

CLAIMS(CLAIM(lanes_of_every_width_make_the_same_hits_as_one_by_one))
