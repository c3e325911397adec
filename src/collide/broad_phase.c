// Broad phase: a hierarchical hashed grid, counted and filled in two passes, searched in parallel by rows.
#include "collide/broad_phase.h"
#include "base/alloc.h"
#include "base/threads.h"

#include <string.h>

#define NO_BUCKET UINT32_MAX     // a body without bounds
#define ROOMIER   (1 + 1.0 / 64) // cells exceed the largest box by more than rounding errors
#define FARTHEST  1e15           // cell indices are integers; larger coordinates are clamped

typedef struct broad_phase_cell {
    int64_t x, y, z;
    int level; // index into levels
} broad_phase_cell;

typedef struct broad_phase_level {
    int32_t number; // boxes with edges in (2^(number-1), 2^number]
    double edge;    // edge of the largest box in it: small cells contain few bodies
} broad_phase_level;

// Grid: bodies sorted by bucket. A bucket contains all cells with the same hash, so tags are compared on reading.
typedef struct grid {
    int64_t n, nbounded;
    uint32_t *bucket;          // bucket of the cell of body i's centre                                (n)
    uint32_t *tag;             // tag of that cell                                                     (n)
    uint32_t *start;           // first entry of a bucket in member                                    (buckets + 1)
    uint32_t *member;          // bodies by bucket, ascending, followed by unbounded bodies            (n)
    uint64_t mask;             // buckets - 1
    broad_phase_level *levels; // levels in use, ascending   (nlevel)
    int nlevel;
    ab_box_fn *box;
    ab_skip_fn *skip;
    const void *arg;    // argument of box and skip
    uint32_t *first;    // pairs with body i as their a: count; then end, which writing moves to the start
    uint32_t *higher;   // NULL while counting
    int64_t found, max; // pairs found so far, and limit at which the search stops
} grid;

static double clamp_cell(double value) {
    return !(value > -FARTHEST) ? -FARTHEST : value > FARTHEST ? FARTHEST : value;
} // NaN is clamped too

static broad_phase_cell cell_at(const grid *g, v3 point, int at) {
    const double edge = g->levels[at].edge, scale = edge > 0 ? 1 / (ROOMIER * edge) : 1;
    return (broad_phase_cell){(int64_t)floor(clamp_cell(point.x * scale)), (int64_t)floor(clamp_cell(point.y * scale)),
                              (int64_t)floor(clamp_cell(point.z * scale)), at};
}

static v3 box_centre(ab_box3 box) { return v3_scale(0.5, v3_add(box.low, box.high)); }

static bool bounded(ab_box3 box) { return v3_finite(box.low) && v3_finite(box.high); }

static broad_phase_level level_of(ab_box3 box) {
    const v3 size = v3_sub(box.high, box.low);
    const double edge = fmax(size.x, fmax(size.y, size.z));
    int exponent = 0;
    if (edge > 0) (void)frexp(edge, &exponent);
    return (broad_phase_level){exponent, edge};
}

// Adjacent cells along x have adjacent buckets, so that a row of cells is read contiguously.
static uint32_t bucket_of(const grid *g, broad_phase_cell c) {
    uint64_t h = (uint64_t)c.y * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 31) ^ (uint64_t)c.z) * UINT64_C(0x94d049bb133111eb);
    h ^= (uint64_t)c.level * UINT64_C(0xff51afd7ed558ccd);
    return (uint32_t)(((h ^ (h >> 32)) + (uint64_t)c.x) & g->mask);
}

// The tag differs among the cells around any cell, so that none of their bodies is tested twice. Cells farther apart
// may share a tag: their boxes do not overlap.
static uint32_t tag_of(broad_phase_cell c) {
    return (uint32_t)c.level << 6 | (uint32_t)(c.z & 3) << 4 | (uint32_t)(c.y & 3) << 2 | (uint32_t)(c.x & 3);
}
static int level_of_tag(uint32_t tag) { return (int)(tag >> 6); }

static bool boxes_overlap(ab_box3 a, ab_box3 b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

static void note_level(grid *g, broad_phase_level seen) {
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

static void find_levels(grid *g) {
    for (int64_t i = 0; i < g->n; i++) {
        const ab_box3 box = g->box(g->arg, i);
        if (bounded(box)) note_level(g, level_of(box));
    }
}

static void settle_rows(void *arg, int64_t begin, int64_t end) {
    grid *g = arg;
    for (int64_t i = begin; i < end; i++) {
        g->bucket[i] = NO_BUCKET;
        const ab_box3 box = g->box(g->arg, i);
        if (!bounded(box)) continue;
        const int32_t number = level_of(box).number;
        int k = 0;
        while (g->levels[k].number != number) k++;
        const broad_phase_cell home = cell_at(g, box_centre(box), k);
        g->bucket[i] = bucket_of(g, home);
        g->tag[i] = tag_of(home);
    }
}

// Counting sort of the bodies by bucket.
static void fill_buckets(grid *g) {
    memset(g->start, 0, (size_t)(g->mask + 2) * sizeof *g->start);
    for (int64_t i = 0; i < g->n; i++)
        if (g->bucket[i] != NO_BUCKET) g->start[g->bucket[i]]++;
    for (uint64_t b = 0; b <= g->mask; b++) g->start[b + 1] += g->start[b];
    g->nbounded = g->start[g->mask + 1];
    int64_t endless = g->n;
    for (int64_t i = g->n - 1; i >= 0; i--) // backwards with the ends as cursors: members stay ascending
        g->member[g->bucket[i] == NO_BUCKET ? --endless : --g->start[g->bucket[i]]] = (uint32_t)i;
}

// Tests a pair and counts or writes it in the row of its lower body, whichever body finds it. Rows are sorted when
// complete.
static int64_t test_pair(grid *g, int64_t i, ab_box3 box, int64_t j) {
    if (!boxes_overlap(box, g->box(g->arg, j)) || g->skip(g->arg, i, j)) return 0;
    const int64_t a = i < j ? i : j, b = i < j ? j : i;
    if (g->higher)
        g->higher[__atomic_sub_fetch(&g->first[a], 1, __ATOMIC_RELAXED)] = (uint32_t)b;
    else
        __atomic_add_fetch(&g->first[a], 1, __ATOMIC_RELAXED);
    return 1;
}

static int64_t search_cell(grid *g, int64_t i, ab_box3 box, broad_phase_cell c) {
    int64_t found = 0;
    const uint32_t bucket = bucket_of(g, c), tag = tag_of(c);
    const bool own_level = c.level == level_of_tag(g->tag[i]);
    for (uint32_t m = g->start[bucket]; m < g->start[bucket + 1]; m++) {
        const int64_t j = g->member[m];
        if (own_level && j <= i) continue; // found from body j
        if (g->tag[j] == tag) found += test_pair(g, i, box, j);
    }
    return found;
}

static int64_t test_unbounded(grid *g, int64_t i, ab_box3 box, int64_t before) {
    int64_t found = 0;
    for (int64_t e = g->nbounded; e < g->n && g->member[e] < before; e++) found += test_pair(g, i, box, g->member[e]);
    return found;
}

// A body searches the 27 cells around its centre in its own level and in coarser ones; larger bodies are within one of
// their cells.
static int64_t search_around(grid *g, int64_t i) {
    const bool endless = g->bucket[i] == NO_BUCKET;
    const ab_box3 box = g->box(g->arg, i);
    int64_t found = test_unbounded(g, i, box, endless ? i : g->n);
    for (int k = endless ? g->nlevel : level_of_tag(g->tag[i]); k < g->nlevel; k++) {
        const broad_phase_cell c = cell_at(g, box_centre(box), k);
        for (int64_t dz = -1; dz <= 1; dz++)
            for (int64_t dy = -1; dy <= 1; dy++)
                for (int64_t dx = -1; dx <= 1; dx++)
                    found += search_cell(g, i, box, (broad_phase_cell){c.x + dx, c.y + dy, c.z + dz, k});
    }
    return found;
}

// Stops when the limit of pairs is exceeded.
static void search_rows(void *arg, int64_t begin, int64_t end) {
    grid *g = arg;
    int64_t found = 0;
    for (int64_t i = begin; i < end && found + __atomic_load_n(&g->found, __ATOMIC_RELAXED) <= g->max; i++)
        found += search_around(g, i);
    __atomic_add_fetch(&g->found, found, __ATOMIC_RELAXED);
}

// Turns counts into the ends of rows (prefix sum); returns the total.
static int64_t add_up(uint32_t *count, int64_t n) {
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += count[i];
        count[i] = (uint32_t)sum;
    }
    count[n] = (uint32_t)sum;
    return sum;
}

// ------------------------------------------------------------------------------------------------------ order of rows

static void sink(uint32_t *heap, int64_t n, int64_t at) {
    for (int64_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && heap[child + 1] > heap[child]) child++;
        if (heap[at] >= heap[child]) return;
        const uint32_t here = heap[at];
        heap[at] = heap[child];
        heap[child] = here;
        at = child;
    }
}

static void heap_sort(uint32_t *row, int64_t n) {
    for (int64_t i = n / 2 - 1; i >= 0; i--) sink(row, n, i);
    for (int64_t last = n - 1; last > 0; last--) {
        const uint32_t largest = row[0];
        row[0] = row[last];
        row[last] = largest;
        sink(row, last, 0);
    }
}

static void insertion_sort(uint32_t *row, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        const uint32_t here = row[i];
        int64_t hole = i;
        for (; hole > 0 && row[hole - 1] > here; hole--) row[hole] = row[hole - 1];
        row[hole] = here;
    }
}

// Most bodies have few partners, but a plane may have all.
static void sort_rows(void *arg, int64_t begin, int64_t end) {
    enum { FEW = 64 };
    const ab_pairs *pairs = arg;
    for (int64_t i = begin; i < end; i++) {
        const int64_t n = pairs->first[i + 1] - pairs->first[i];
        if (n < 2) continue; // without pairs there is no array
        uint32_t *row = pairs->higher + pairs->first[i];
        if (n <= FEW)
            insertion_sort(row, n);
        else
            heap_sort(row, n);
    }
}

// Lists each body's pairs from its side as b, so that forces can be gathered body by body in a fixed order.
static void index_back(int64_t nbody, ab_pairs *pairs) {
    memset(pairs->below, 0, (size_t)(nbody + 1) * sizeof *pairs->below);
    for (int64_t p = 0; p < pairs->n; p++) pairs->below[pairs->higher[p]]++;
    add_up(pairs->below, nbody);
    for (int64_t p = pairs->n - 1; p >= 0; p--) pairs->back[--pairs->below[pairs->higher[p]]] = (uint32_t)p;
}

// ---------------------------------------------------------------------------------------------------------------- all

static abut_status take_grid(ab_ctx *cx, ab_arena *arena, grid *g) {
    enum { MAX_LEVELS = 2200 }; // exponents of a double
    uint64_t buckets = 64;
    while (buckets < 2 * (uint64_t)g->n && buckets < NO_BUCKET / 2) buckets *= 2;
    g->mask = buckets - 1;
    AB_TRY(AB_TAKE(cx, arena, &g->bucket, g->n));
    AB_TRY(AB_TAKE(cx, arena, &g->tag, g->n));
    AB_TRY(AB_TAKE(cx, arena, &g->start, (int64_t)buckets + 1));
    AB_TRY(AB_TAKE(cx, arena, &g->member, g->n));
    return AB_TAKE(cx, arena, &g->levels, MAX_LEVELS);
}

// Limit of pairs: in any mix of sizes bodies have about ten neighbours on average; ten thousand bodies in one place
// have ten thousand each.
enum { FREE_PAIRS = 1000000, PAIRS_EACH = 500 };

static abut_status too_many(ab_ctx *cx, const grid *g) {
    return ab_fail(cx, ABUT_ERR_LIMIT,
                   "more than %lld pairs of the %lld bodies are near each other; are many of them in one place?",
                   (long long)g->max, (long long)g->n);
}

// Searches twice, to count and to write: storing the pairs in between would take more memory than the list itself.
abut_status ab_broad_phase_find(ab_ctx *cx, ab_arena *arena, int64_t n, ab_box_fn *box, ab_skip_fn *skip,
                                const void *arg, ab_pairs *pairs) {
    const int64_t max = FREE_PAIRS + n * PAIRS_EACH;
    grid g = {.box = box, .n = n, .skip = skip, .arg = arg, .max = max < INT32_MAX ? max : INT32_MAX};
    pairs->bodies = n;
    AB_TRY(AB_GROW(cx, &pairs->first, &pairs->first_capacity, n + 1));
    AB_TRY(AB_GROW(cx, &pairs->below, &pairs->below_capacity, n + 1));
    AB_TRY(take_grid(cx, arena, &g));
    find_levels(&g);
    ab_parallel_for(cx, n, 4096, settle_rows, &g);
    fill_buckets(&g);
    g.first = pairs->first;
    memset(g.first, 0, (size_t)(n + 1) * sizeof *g.first);
    ab_parallel_for(cx, n, 1024, search_rows, &g);
    pairs->n = add_up(g.first, n);
    if (g.found > g.max) return too_many(cx, &g);
    AB_TRY(AB_GROW(cx, &pairs->higher, &pairs->higher_capacity, pairs->n));
    AB_TRY(AB_GROW(cx, &pairs->back, &pairs->back_capacity, pairs->n));
    g.higher = pairs->higher;
    g.found = 0;
    if (pairs->n > 0) ab_parallel_for(cx, n, 1024, search_rows, &g);
    ab_parallel_for(cx, n, 1024, sort_rows, pairs);
    index_back(n, pairs);
    return ABUT_OK;
}

uint32_t ab_pairs_row(const ab_pairs *pairs, int64_t p) {
    uint32_t low = 0, high = (uint32_t)pairs->bodies;
    while (high - low > 1) { // first[low] <= p < first[high]
        const uint32_t middle = low + (high - low) / 2;
        if (pairs->first[middle] <= p)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void ab_pairs_free(ab_ctx *cx, ab_pairs *pairs) {
    ab_free(cx, pairs->first);
    ab_free(cx, pairs->higher);
    ab_free(cx, pairs->below);
    ab_free(cx, pairs->back);
    *pairs = (ab_pairs){0};
}
