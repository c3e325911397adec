// Converts the inside samples of leaves to contact points, eight at a time, for one register width: included once by
// each sample_contacts_w*.c, which names the function. Same operations in the same order as for a single sample.
#include "math/lane.h"
#include "collide/sample_contacts.h"

#include <stddef.h>

typedef struct vector {
    ab_vd x, y, z;
} vector;

AB_SIMD_INLINE vector turned(const m3 *m, vector v) {
    const v3 *r = m->row;
    return (vector){r[0].x * v.x + r[0].y * v.y + r[0].z * v.z, r[1].x * v.x + r[1].y * v.y + r[1].z * v.z,
                    r[2].x * v.x + r[2].y * v.y + r[2].z * v.z};
}

AB_SIMD_INLINE vector load_vector(const double row[3][AB_LANES]) {
    return (vector){vd_load(row[0]), vd_load(row[1]), vd_load(row[2])};
}

// A contact point begins with three quadruples of doubles, the last double being two integers; what follows is that of
// overlaps, which samples leave unset.
enum { QUADS = 3 };
_Static_assert(offsetof(ab_contact_point, gap) == 24 && offsetof(ab_contact_point, normal) == 32 &&
                   offsetof(ab_contact_point, gap_gradient_norm) == 56 && offsetof(ab_contact_point, radius) == 64 &&
                   offsetof(ab_contact_point, area_weight) == 72 && offsetof(ab_contact_point, area) == 80 &&
                   offsetof(ab_contact_point, feature) == 88 && offsetof(ab_contact_point, value) == 32 * QUADS,
               "hits as find_hits lists their members");

// Sample indices as the last member; the upper half, `overlap`, is 0.
AB_SIMD_INLINE ab_vd features_of(uint32_t first) {
    static const ab_vl COUNT = {0, 1, 2, 3, 4, 5, 6, 7};
    const ab_vl feature = COUNT + (int64_t)first;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (ab_vd)feature;
#else
    return (ab_vd)(feature << 32);
#endif
}

// Contact points of all lanes; returns the mask of lanes with an inside sample and a nonzero gradient.
AB_SIMD_INLINE uint32_t find_contacts(const ab_sample_frame *f, const ab_inside_sample_lanes *t,
                                      ab_vq quad[QUADS][AB_LANES]) {
    const vector g = load_vector(t->gradient);
    const ab_vd gap_gradient_norm = vd_sqrt(g.x * g.x + g.y * g.y + g.z * g.z), per = f->sign / gap_gradient_norm;
    const vector normal = turned(f->turn, (vector){per * g.x, per * g.y, per * g.z});
    const ab_points *p = f->points;
    const vector at =
        turned(f->own_turn, (vector){vd_load(p->x + t->first), vd_load(p->y + t->first), vd_load(p->z + t->first)});
    const ab_vd area = f->area_fraction * vd_load(p->area + t->first);
    vd_columns((const ab_vd[]){f->own_at.x + at.x, f->own_at.y + at.y, f->own_at.z + at.z, vd_load(t->distance)},
               quad[0]);
    vd_columns((const ab_vd[]){normal.x, normal.y, normal.z, gap_gradient_norm}, quad[1]);
    vd_columns(
        (const ab_vd[]){vd_all(f->radius), f->per_whole * area, area, features_of(f->feature + (uint32_t)t->first)},
        quad[2]);
    return vm_bits(vd_less(vd_all(0), gap_gradient_norm)) & t->which;
}

// Writes the lanes of the mask consecutively and without branches: a lane outside the mask is overwritten by the next.
// The buffer must hold all lanes.
AB_SIMD_INLINE int write_contacts(const ab_vq quad[QUADS][AB_LANES], uint32_t which, ab_contact_point *contact) {
    char *to[AB_LANES];
    for (int k = 0, n = 0; k < AB_LANES; n += which >> k++ & 1) to[k] = (char *)&contact[n];
    for (int i = 0; i < QUADS; i++)
        for (int k = 0; k < AB_LANES; k++) memcpy(to[k] + 32 * i, &quad[i][k], 32);
    return __builtin_popcount(which);
}

// Points beyond the capacity are counted.
static void add_some(ab_contact_points *out, const ab_contact_point *contact, int n) {
    for (int i = 0; i < n; i++) ab_contact_points_add(out, &contact[i]);
}

static void add_contact_lanes(void *arg, const ab_inside_sample_lanes *t, int n) {
    const ab_sample_frame *f = arg;
    ab_contact_points *out = f->out;
    ab_contact_point spare[AB_LANES];
    for (int i = 0; i < n; i++) {
        const bool enough = out->capacity - out->n >= AB_LANES;
        ab_vq quad[QUADS][AB_LANES];
        const uint32_t which = find_contacts(f, &t[i], quad);
        const int found = write_contacts(quad, which, enough ? out->contact + out->n : spare);
        if (enough)
            out->n += found;
        else
            add_some(out, spare, found);
    }
}

ab_inside_samples_take *const AB_SAMPLE_CONTACT_LANES = add_contact_lanes;
