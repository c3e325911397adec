#include "pair/broad.h"
#include "base/alloc.h"
#include "base/threads.h"

#include <string.h>

#define NO_LEVEL INT32_MIN // a body without bounds
#define ROOMIER  (1 + 1.0 / 64) // cells are larger than the largest box by more than rounding can lose
#define FARTHEST 1e15      // cells are counted as integers; beyond this a coordinate is held at the rim

typedef struct cell {
    int64_t x, y, z;
    int32_t level; // boxes with edges in (2^(level-1), 2^level]
} cell;

typedef struct level {
    int32_t number;
    double edge; // of the largest box in it: cells no larger than needed hold few bodies
} level;

enum { REMEMBERED = 8 }; // partners of a body that are kept while counting, so that most are not sought twice

// The grid: bodies sorted by bucket. A bucket holds every cell with the same hash, so cells are compared when read.
typedef struct grid {
    const ab_box3 *box;
    int64_t n;
    cell *home;        // cell of body i's centre            (n)
    int64_t *start;    // first entry of a bucket in member  (buckets + 1)
    uint32_t *member;  // bodies by bucket, ascending        (bounded bodies)
    uint64_t mask;     // buckets - 1
    level *levels;     // levels in use, ascending           (nlevel)
    int nlevel;
    uint32_t *endless; // bodies without bounds, ascending   (nendless)
    int64_t nendless;
    ab_skip_fn *skip;
    const void *arg;
    int64_t *count; // pairs found by body i; later where they start   (n + 1)
    uint32_t *near; // the first partners of body i, found while counting   (REMEMBERED n)
    ab_pair *found; // NULL while counting
} grid;

static double clamp_cell(double value) { return value < -FARTHEST ? -FARTHEST : value > FARTHEST ? FARTHEST : value; }

static cell cell_at(v3 point, level in) {
    const double scale = in.edge > 0 ? 1 / (ROOMIER * in.edge) : 1;
    return (cell){(int64_t)floor(clamp_cell(point.x * scale)), (int64_t)floor(clamp_cell(point.y * scale)),
                  (int64_t)floor(clamp_cell(point.z * scale)), in.number};
}

static v3 box_centre(ab_box3 box) { return v3_scale(0.5, v3_add(box.low, box.high)); }

static bool bounded(ab_box3 box) { return v3_finite(box.low) && v3_finite(box.high); }

static level level_of(ab_box3 box) {
    const v3 size = v3_sub(box.high, box.low);
    const double edge = fmax(size.x, fmax(size.y, size.z));
    int exponent = 0;
    if (edge > 0) (void)frexp(edge, &exponent);
    return (level){exponent, edge};
}

// Cells side by side along x have buckets side by side, so that a row of them is read in one go.
static uint64_t bucket_of(const grid *g, cell c) {
    uint64_t h = (uint64_t)c.y * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 31) ^ (uint64_t)c.z) * UINT64_C(0x94d049bb133111eb);
    h ^= (uint64_t)(uint32_t)c.level * UINT64_C(0xff51afd7ed558ccd);
    return ((h ^ (h >> 32)) + (uint64_t)c.x) & g->mask;
}

static bool boxes_overlap(ab_box3 a, ab_box3 b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

static void note_level(grid *g, level seen) {
    int at = g->nlevel;
    while (at > 0 && g->levels[at - 1].number > seen.number) at--;
    if (at > 0 && g->levels[at - 1].number == seen.number) {
        g->levels[at - 1].edge = fmax(g->levels[at - 1].edge, seen.edge);
        return;
    }
    memmove(g->levels + at + 1, g->levels + at, (size_t)(g->nlevel - at) * sizeof *g->levels);
    g->levels[at] = seen;
    g->nlevel++;
}

// Lists the levels in use and the bodies without bounds.
static void find_levels(grid *g) {
    for (int64_t i = 0; i < g->n; i++)
        if (bounded(g->box[i]))
            note_level(g, level_of(g->box[i]));
        else
            g->endless[g->nendless++] = (uint32_t)i;
}

static cell home_of(const grid *g, ab_box3 box) {
    if (!bounded(box)) return (cell){0, 0, 0, NO_LEVEL};
    const int32_t number = level_of(box).number;
    int k = 0;
    while (g->levels[k].number != number) k++;
    return cell_at(box_centre(box), g->levels[k]);
}

static void settle_homes(void *arg, int64_t begin, int64_t end) {
    grid *g = arg;
    for (int64_t i = begin; i < end; i++) g->home[i] = home_of(g, g->box[i]);
}

// Counting sort of the bodies by bucket.
static void fill_buckets(grid *g) {
    memset(g->start, 0, (size_t)(g->mask + 2) * sizeof *g->start);
    for (int64_t i = 0; i < g->n; i++)
        if (g->home[i].level != NO_LEVEL) g->start[bucket_of(g, g->home[i]) + 1]++;
    for (uint64_t b = 0; b <= g->mask; b++) g->start[b + 1] += g->start[b];
    for (int64_t i = g->n - 1; i >= 0; i--) // backwards with the ends as cursors: members stay ascending
        if (g->home[i].level != NO_LEVEL) g->member[--g->start[bucket_of(g, g->home[i]) + 1]] = (uint32_t)i;
    memmove(g->start, g->start + 1, (size_t)(g->mask + 1) * sizeof *g->start);
    g->start[g->mask + 1] = g->n - g->nendless;
}

static void meet(grid *g, int64_t i, int64_t j, int64_t *count) {
    if (!boxes_overlap(g->box[i], g->box[j]) || g->skip(g->arg, i, j)) return;
    if (g->found)
        g->found[g->count[i] + *count] = (ab_pair){(uint32_t)(i < j ? i : j), (uint32_t)(i < j ? j : i)};
    else if (*count < REMEMBERED)
        g->near[REMEMBERED * i + *count] = (uint32_t)j;
    (*count)++;
}

static void search_cell(grid *g, int64_t i, cell c, int64_t *count) {
    const uint64_t bucket = bucket_of(g, c);
    const bool own_level = c.level == g->home[i].level;
    for (int64_t m = g->start[bucket]; m < g->start[bucket + 1]; m++) {
        const int64_t j = g->member[m];
        if (own_level && j <= i) continue; // found from the other side
        const cell h = g->home[j];
        if (h.x != c.x || h.y != c.y || h.z != c.z || h.level != c.level) continue;
        meet(g, i, j, count);
    }
}

// A body looks around itself in its own level and in those above; larger bodies are within one of their cells.
static int64_t search_around(grid *g, int64_t i) {
    int64_t count = 0;
    const cell home = g->home[i];
    if (home.level == NO_LEVEL) {
        for (int64_t e = 0; e < g->nendless && g->endless[e] < i; e++) meet(g, i, g->endless[e], &count);
        return count;
    }
    for (int64_t e = 0; e < g->nendless; e++) meet(g, i, g->endless[e], &count);
    const v3 centre = box_centre(g->box[i]);
    for (int k = 0; k < g->nlevel; k++) {
        if (g->levels[k].number < home.level) continue;
        const cell c = cell_at(centre, g->levels[k]);
        for (int64_t dz = -1; dz <= 1; dz++)
            for (int64_t dy = -1; dy <= 1; dy++)
                for (int64_t dx = -1; dx <= 1; dx++)
                    search_cell(g, i, (cell){c.x + dx, c.y + dy, c.z + dz, c.level}, &count);
    }
    return count;
}

static void count_pairs(void *arg, int64_t begin, int64_t end) {
    grid *g = arg;
    for (int64_t i = begin; i < end; i++) g->count[i] = search_around(g, i);
}

static void write_pairs(void *arg, int64_t begin, int64_t end) {
    grid *g = arg;
    for (int64_t i = begin; i < end; i++) {
        const int64_t first = g->count[i], n = g->count[i + 1] - first;
        if (n > REMEMBERED) search_around(g, i);
        for (int64_t k = 0; k < n && n <= REMEMBERED; k++) {
            const uint32_t me = (uint32_t)i, other = g->near[REMEMBERED * i + k];
            g->found[first + k] = me < other ? (ab_pair){me, other} : (ab_pair){other, me};
        }
    }
}

static int64_t running_sum(int64_t *count, int64_t n) {
    int64_t sum = 0;
    for (int64_t i = 0; i <= n; i++) {
        const int64_t here = i < n ? count[i] : 0;
        count[i] = sum;
        sum += here;
    }
    return sum;
}

typedef struct sorting {
    ab_pair *pair;
    const int64_t *first; // of body i as `a`
} sorting;

static void sort_rows(void *arg, int64_t begin, int64_t end) {
    const sorting *s = arg;
    for (int64_t i = begin; i < end; i++)
        for (int64_t p = s->first[i] + 1; p < s->first[i + 1]; p++) {
            const ab_pair pair = s->pair[p];
            int64_t hole = p;
            for (; hole > s->first[i] && s->pair[hole - 1].b > pair.b; hole--) s->pair[hole] = s->pair[hole - 1];
            s->pair[hole] = pair;
        }
}

// Sorts by (a, b): counting sort by a, insertion sort of each short row by b. A body that meets everyone (a plane) has
// its row filled in ascending order already when its row number is the smaller one; insertion then only looks.
static abut_status sort_pairs(ab_ctx *cx, ab_arena *arena, const ab_pair *found, int64_t nbody, ab_pairs *pairs) {
    int64_t *first = NULL, *cursor = NULL;
    AB_TRY(AB_TAKE(cx, arena, &first, nbody + 1));
    AB_TRY(AB_TAKE(cx, arena, &cursor, nbody + 1));
    memset(first, 0, (size_t)(nbody + 1) * sizeof *first);
    for (int64_t p = 0; p < pairs->n; p++) first[found[p].a]++;
    running_sum(first, nbody);
    memcpy(cursor, first, (size_t)(nbody + 1) * sizeof *cursor);
    for (int64_t p = 0; p < pairs->n; p++) pairs->pair[cursor[found[p].a]++] = found[p];
    sorting s = {pairs->pair, first};
    ab_parallel_for(cx, nbody, 1024, sort_rows, &s);
    return ABUT_OK;
}

// Lists each body's pairs, so that forces can be gathered body by body in a fixed order.
static abut_status index_pairs(ab_ctx *cx, ab_arena *arena, int64_t nbody, ab_pairs *pairs) {
    AB_TRY(AB_GROW(cx, &pairs->first, &pairs->nfirst, nbody + 1));
    AB_TRY(AB_GROW(cx, &pairs->entry, &pairs->nentry, 2 * pairs->n));
    int64_t *cursor = NULL;
    AB_TRY(AB_TAKE(cx, arena, &cursor, nbody + 1));
    memset(pairs->first, 0, (size_t)(nbody + 1) * sizeof *pairs->first);
    for (int64_t p = 0; p < pairs->n; p++) {
        pairs->first[pairs->pair[p].a]++;
        pairs->first[pairs->pair[p].b]++;
    }
    running_sum(pairs->first, nbody);
    memcpy(cursor, pairs->first, (size_t)(nbody + 1) * sizeof *cursor);
    for (int64_t p = 0; p < pairs->n; p++) {
        pairs->entry[cursor[pairs->pair[p].a]++] = (uint32_t)(2 * p);
        pairs->entry[cursor[pairs->pair[p].b]++] = (uint32_t)(2 * p + 1);
    }
    return ABUT_OK;
}

static abut_status take_grid(ab_ctx *cx, ab_arena *arena, grid *g) {
    enum { MOST_LEVELS = 2200 }; // exponents of a double
    uint64_t buckets = 64;
    while (buckets < 2 * (uint64_t)g->n) buckets *= 2;
    g->mask = buckets - 1;
    AB_TRY(AB_TAKE(cx, arena, &g->home, g->n));
    AB_TRY(AB_TAKE(cx, arena, &g->start, (int64_t)buckets + 1));
    AB_TRY(AB_TAKE(cx, arena, &g->member, g->n));
    AB_TRY(AB_TAKE(cx, arena, &g->levels, MOST_LEVELS));
    AB_TRY(AB_TAKE(cx, arena, &g->endless, g->n));
    AB_TRY(AB_TAKE(cx, arena, &g->near, REMEMBERED * g->n));
    return AB_TAKE(cx, arena, &g->count, g->n + 1);
}

abut_status ab_broad_find(ab_ctx *cx, ab_arena *arena, const ab_box3 *box, int64_t n, ab_skip_fn *skip, const void *arg,
                          ab_pairs *pairs) {
    grid g = {.box = box, .n = n, .skip = skip, .arg = arg};
    AB_TRY(take_grid(cx, arena, &g));
    find_levels(&g);
    ab_parallel_for(cx, n, 4096, settle_homes, &g);
    fill_buckets(&g);
    ab_parallel_for(cx, n, 1024, count_pairs, &g);
    pairs->n = running_sum(g.count, n);
    if (pairs->n > INT32_MAX) return ab_fail(cx, ABUT_ERR_LIMIT, "%lld pairs of bodies are near each other; at most %d", (long long)pairs->n, INT32_MAX);
    ab_pair *found = NULL;
    AB_TRY(AB_TAKE(cx, arena, &found, pairs->n));
    g.found = found;
    ab_parallel_for(cx, n, 1024, write_pairs, &g);
    AB_TRY(AB_GROW(cx, &pairs->pair, &pairs->capacity, pairs->n));
    AB_TRY(sort_pairs(cx, arena, found, n, pairs));
    return index_pairs(cx, arena, n, pairs);
}

void ab_pairs_free(ab_ctx *cx, ab_pairs *pairs) {
    ab_free(cx, pairs->pair);
    ab_free(cx, pairs->first);
    ab_free(cx, pairs->entry);
    *pairs = (ab_pairs){0};
}
