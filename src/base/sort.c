// Radix sort by bytes, least significant first; bytes that are equal in all rows are skipped. Short arrays are sorted
// by insertion.
#include "base/sort.h"

#include "base/threads.h"

#include <string.h>

enum { FEW = 24 }; // rows up to which insertion is faster than counting

static void distribute(const ab_keyed *from, ab_keyed *to, int64_t n, int shift, int64_t *start) {
    int64_t sum = 0;
    for (int byte = 0; byte < 256; byte++) {
        const int64_t count = start[byte];
        start[byte] = sum;
        sum += count;
    }
    for (int64_t i = 0; i < n; i++) to[start[from[i].key >> shift & 255]++] = from[i];
}

static void insert_rows(ab_keyed *row, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        const ab_keyed moved = row[i];
        int64_t to = i;
        for (; to > 0 && row[to - 1].key > moved.key; to--) row[to] = row[to - 1];
        row[to] = moved;
    }
}

void ab_sort_keyed(ab_keyed *row, ab_keyed *spare, int64_t n) {
    if (n <= FEW) {
        insert_rows(row, n);
        return;
    }
    ab_keyed *from = row;
    ab_keyed *to = spare;
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t count[256] = {0};
        for (int64_t i = 0; i < n; i++) count[from[i].key >> shift & 255]++;
        if (count[from[0].key >> shift & 255] == n) continue;
        distribute(from, to, n, shift, count);
        ab_keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != row) memcpy(row, from, (size_t)n * sizeof *row);
}

uint64_t ab_sort_key(double value) {
    const double zero_without_sign = value + 0.0;
    uint64_t bits;
    memcpy(&bits, &zero_without_sign, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

typedef struct grouping {
    ab_keyed *row, *spare;
    const int64_t *end; // end of each group
} grouping;

// The rows are in `spare`, by group; each group is copied back and sorted.
static void sort_groups(void *arg, int64_t begin, int64_t end) {
    const grouping *g = arg;
    for (int64_t group = begin; group < end; group++) {
        const int64_t first = group > 0 ? g->end[group - 1] : 0;
        const int64_t count = g->end[group] - first;
        memcpy(g->row + first, g->spare + first, (size_t)count * sizeof *g->row);
        ab_sort_keyed(g->row + first, g->spare + first, count);
    }
}

void ab_sort_grouped(const ab_ctx *cx, ab_keyed *row, ab_keyed *spare, int64_t n, int64_t *start, int64_t groups) {
    enum { GRAIN = 1024 };
    for (int64_t group = 0; group < groups; group++) start[group] = 0;
    if (n == 0) return; // the arrays may be NULL
    for (int64_t i = 0; i < n; i++) start[row[i].key >> 32]++;
    int64_t sum = 0;
    for (int64_t group = 0; group < groups; group++) {
        const int64_t count = start[group];
        start[group] = sum;
        sum += count;
    }
    for (int64_t i = 0; i < n; i++) spare[start[row[i].key >> 32]++] = row[i];
    ab_parallel_for(cx, groups, GRAIN, sort_groups, &(grouping){row, spare, start});
}
