// W of contacts of bodies as a list of entries: h_i^T B g_j for every two ends of contacts at one body or mechanism.
#include "base/alloc.h"
#include "solve/block_rows.h"
#include "solve/cone_bodies_data.h"

// One of the two bodies of a contact.
typedef struct contact_end {
    int32_t contact, body;
    double sign; // of the velocity and of the impulse there
    v3 arm;
} contact_end;

typedef struct end_lists {
    int64_t groups, ends;
    int64_t *first; // ends of group g are [first[g], first[g + 1]): bodies, then mechanisms  (groups + 2)
    contact_end *end;
} end_lists;

static int64_t group_of(const ab_cone_bodies *b, int32_t body) {
    return b->mechanism_of[body] < 0 ? body : b->def.nbody + b->mechanism_of[body];
}

static contact_end end_of(const ab_cone_bodies *b, int64_t contact, int side) {
    const ab_cone_contact *c = &b->def.contact[contact];
    return side == 0 ? (contact_end){(int32_t)contact, c->a, 1, c->arm_a}
                     : (contact_end){(int32_t)contact, c->b, -1, c->arm_b};
}

// Counting sort by group, stable.
static abut_status sort_ends(ab_ctx *cx, const ab_cone_bodies *b, end_lists *l) {
    l->groups = b->def.nbody + b->def.nmechanism;
    AB_TRY(AB_ALLOC(cx, &l->first, l->groups + 2));
    AB_TRY(AB_ALLOC(cx, &l->end, 2 * b->def.ncontact));
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t k = 0; k < 2 * b->def.ncontact; k++) {
            const contact_end e = end_of(b, k / 2, (int)(k % 2));
            if (e.body < 0) continue;
            if (pass == 0)
                l->first[group_of(b, e.body) + 2]++;
            else
                l->end[l->first[group_of(b, e.body) + 1]++] = e;
        }
        if (pass == 0)
            for (int64_t g = 0; g < l->groups; g++) l->first[g + 2] += l->first[g + 1];
    }
    return ABUT_OK;
}

// Velocities at one end due to unit impulses at another, along the three axes of each.
static ab_entry *put_block(const ab_cone_bodies *b, const contact_end *to, const contact_end *from, ab_entry *entry) {
    const ab_cone_contact *x = &b->def.contact[to->contact], *y = &b->def.contact[from->contact];
    for (int k = 0; k < 3; k++) {
        v3 v = v3_zero(), w = v3_zero();
        ab_cone_bodies_add_response(b, to->body, from->body, v3_scale(from->sign, ab_cone_axis(y, k)), from->arm, &v,
                                    &w);
        const v3 at = v3_scale(to->sign, v3_add(v, v3_cross(w, to->arm)));
        for (int j = 0; j < 3; j++)
            *entry++ = (ab_entry){3 * to->contact + j, 3 * from->contact + k, v3_dot(ab_cone_axis(x, j), at)};
    }
    return entry;
}

static abut_status put_all(ab_ctx *cx, const ab_cone_bodies *b, const end_lists *l, ab_entry **entry, int64_t *count) {
    for (int64_t g = 0; g < l->groups; g++)
        *count += 9 * (l->first[g + 1] - l->first[g]) * (l->first[g + 1] - l->first[g]);
    AB_TRY(AB_ALLOC(cx, entry, *count));
    ab_entry *next = *entry;
    for (int64_t g = 0; g < l->groups; g++)
        for (int64_t i = l->first[g]; i < l->first[g + 1]; i++)
            for (int64_t j = l->first[g]; j < l->first[g + 1]; j++) next = put_block(b, &l->end[i], &l->end[j], next);
    return ABUT_OK;
}

abut_status ab_cone_bodies_list(ab_ctx *cx, const ab_cones *c, ab_entry **entry, int64_t *count) {
    const ab_cone_bodies *b = c->with;
    end_lists l = {0};
    *entry = NULL;
    *count = 0;
    abut_status status = sort_ends(cx, b, &l);
    if (status == ABUT_OK) status = put_all(cx, b, &l, entry, count);
    ab_free(cx, l.first);
    ab_free(cx, l.end);
    return status;
}
