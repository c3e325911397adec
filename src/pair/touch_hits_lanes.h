// Touches of a stage become hits, eight at a time, for one width of registers: included once by each touch_hits_w*.c, which names the
// function. The same operations as for one, in the same order.
#include "math/lane.h"
#include "pair/touch_hits.h"

#include <stddef.h>

// Members that are written as one row of lanes.
_Static_assert(offsetof(ab_hit, point) == 0 && offsetof(ab_hit, normal) == 24 &&
                   offsetof(ab_hit, gap) == 48 && offsetof(ab_hit, slope) == 56,
               "what a hit begins with, as find_hits lists it");

typedef struct vector {
    ab_vd x, y, z;
} vector;

AB_SIMD_PART vector turned(const m3 *m, vector v) {
    const v3 *r = m->row;
    return (vector){r[0].x * v.x + r[0].y * v.y + r[0].z * v.z, r[1].x * v.x + r[1].y * v.y + r[1].z * v.z,
                    r[2].x * v.x + r[2].y * v.y + r[2].z * v.z};
}

AB_SIMD_PART vector load_vector(const double row[3][AB_STAGE + AB_LANES], int first) {
    return (vector){vd_load(&row[0][first]), vd_load(&row[1][first]), vd_load(&row[2][first])};
}

// Eight hits in lanes.
typedef struct eight_hits {
    ab_vd first[AB_LANES]; // members
    double share[AB_LANES], area[AB_LANES];
} eight_hits;

// Of n points, and of the first for the lanes beyond.
AB_SIMD_PART ab_vd areas_of(const double *area, const int64_t *p, int n) {
    return (ab_vd){area[p[0]],
                   area[p[n > 1 ? 1 : 0]],
                   area[p[n > 2 ? 2 : 0]],
                   area[p[n > 3 ? 3 : 0]],
                   area[p[n > 4 ? 4 : 0]],
                   area[p[n > 5 ? 5 : 0]],
                   area[p[n > 6 ? 6 : 0]],
                   area[p[n > 7 ? 7 : 0]]};
}

// Lanes whose gradient has a direction and that are not beyond the last touch.
AB_SIMD_PART uint32_t find_hits(const ab_touch_frame *f, const ab_touch_stage *s, int i, eight_hits *h) {
    const vector g = load_vector(s->gradient, i);
    const ab_vd slope = vd_sqrt(g.x * g.x + g.y * g.y + g.z * g.z), per = f->sign / slope;
    const vector normal = turned(&f->turn, (vector){per * g.x, per * g.y, per * g.z});
    const vector at = turned(&f->turn, load_vector(s->at, i));
    const ab_vd first[AB_LANES] = {f->at.x + at.x, f->at.y + at.y, f->at.z + at.z,           normal.x,
                                   normal.y,       normal.z,       vd_load(s->distance + i), slope};
    memcpy(h->first, first, sizeof first);
    const int n = s->n - i < AB_LANES ? s->n - i : AB_LANES;
    const ab_vd area = f->part * areas_of(f->area, s->point + i, n);
    vd_store(h->area, area);
    vd_store(h->share, area / f->whole);
    return vm_bits(vd_less(vd_all(0), slope)) & ((UINT32_C(1) << n) - 1);
}

AB_SIMD_PART void write_hit(const ab_touch_frame *f, const eight_hits *h, int k, int64_t point, ab_hit *hit) {
    vd_store((double *)hit, h->first[k]);
    hit->volume = hit->pitch = 0;
    hit->share = h->share[k];
    hit->area = h->area[k];
    hit->radius = f->radius;
    hit->feature = f->feature + (uint32_t)point;
}

// Of the lanes that have a bit; what does not fit is counted.
AB_SIMD_PART void write_hits(const ab_touch_frame *f, const ab_touch_stage *s, int i, uint32_t which,
                             eight_hits *h) {
    ab_hits *out = f->out;
    vd_transpose(h->first);
    if (which == (1 << AB_LANES) - 1 && out->room - out->n >= AB_LANES) {
        for (int k = 0; k < AB_LANES; k++) write_hit(f, h, k, s->point[i + k], &out->hit[out->n + k]);
        out->n += AB_LANES;
        return;
    }
    for (uint32_t left = which; left; left &= left - 1, out->n++) {
        const int k = __builtin_ctz(left);
        if (out->n < out->room) write_hit(f, h, k, s->point[i + k], &out->hit[out->n]);
    }
}

static void hit_staged(void *arg, const ab_touch_stage *s) {
    const ab_touch_frame *f = arg;
    for (int i = 0; i < s->n; i += AB_LANES) {
        eight_hits h;
        const uint32_t which = find_hits(f, s, i, &h);
        write_hits(f, s, i, which, &h);
    }
}

ab_touches_take *const AB_HIT_STAGED = hit_staged;
