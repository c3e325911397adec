// Lacey mixing index of the first group with the others [lacey1954]. The region is divided into cells; p is the number
// fraction of the first group, p_c that in cell c of n_c bodies, with N bodies in K cells that are not empty:
//   s^2 = sum n_c (p_c - p)^2/N,   s_0^2 = p (1 - p) segregated,   s_r^2 = p (1 - p) K/N mixed at random
//   M = (s_0^2 - s^2)/(s_0^2 - s_r^2)
#include "observe/probe.h"

#include "math/whole.h"

enum { MAX = AB_PROBE_CELLS * AB_PROBE_CELLS * AB_PROBE_CELLS };

typedef struct probe_mixing_cell {
    int32_t bodies, first;
} probe_mixing_cell;

static int along(double at, double low, double high, int cells) {
    return (int)ab_whole(floor((at - low) / (high - low) * cells), 0, cells - 1);
}

static int cell_of(const ab_probe *p, v3 x) {
    const ab_region *r = &p->region;
    const int i = along(x.x, r->low.x, r->high.x, p->cells[0]), j = along(x.y, r->low.y, r->high.y, p->cells[1]);
    return (along(x.z, r->low.z, r->high.z, p->cells[2]) * p->cells[1] + j) * p->cells[0] + i;
}

// True for bodies in the region of the named groups, or of all groups if only the first is named.
static bool counts(const ab_probe *p, const ab_world *w, int64_t i) {
    if (!ab_probe_within(p, w->state.body.x[i])) return false;
    return p->ngroup > 1 ? ab_probe_means(p, w, i) : ab_body_moves(&w->state.body, i) && w->state.body.number[i] >= 0;
}

static void read(const ab_probe *p, const ab_world *w, double *value) {
    probe_mixing_cell cells[MAX] = {{0, 0}};
    double bodies = 0, first = 0, occupied = 0, variance = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!counts(p, w, i)) continue;
        probe_mixing_cell *c = &cells[cell_of(p, w->state.body.x[i])];
        const bool is_first = ab_in_name_set(w, i, p->group[0]);
        c->bodies++;
        c->first += is_first;
        bodies += 1;
        first += is_first;
    }
    const double share = bodies > 0 ? first / bodies : 0, apart = share * (1 - share);
    for (int k = 0; k < MAX; k++) {
        if (cells[k].bodies == 0) continue;
        const double off = (double)cells[k].first / cells[k].bodies - share;
        variance += cells[k].bodies * off * off / bodies;
        occupied += 1;
    }
    const double random = bodies > 0 ? apart * occupied / bodies : 0;
    value[0] = apart > random ? (apart - variance) / (apart - random) : 0;
    value[1] = share;
    value[2] = occupied;
}

const ab_probe_type ab_probe_type_mixing = {
    .name = "mixing",
    .help = "Lacey's index of the first of the groups, 0 apart and 1 mixed at random, its share of the "
            "bodies, and the cells "
            "that are not empty",
    .looks_at = AB_PROBE_MANY,
    .needs_region = true,
    .needs_group = true,
    .columns = 3,
    .column = {".lacey", ".share", ".cells"},
    .read = read,
};
