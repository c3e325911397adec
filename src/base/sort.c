// Radix sort, a byte at a time from the lowest; bytes that are equal in all rows are skipped.
#include "base/sort.h"

#include <string.h>

static void distribute(const ab_keyed *from, ab_keyed *to, int64_t n, int shift, int64_t *start) {
    int64_t sum = 0;
    for (int byte = 0; byte < 256; byte++) {
        const int64_t count = start[byte];
        start[byte] = sum;
        sum += count;
    }
    for (int64_t i = 0; i < n; i++) to[start[from[i].key >> shift & 255]++] = from[i];
}

void ab_sort_keyed(ab_keyed *row, ab_keyed *spare, int64_t n) {
    ab_keyed *from = row;
    ab_keyed *to = spare;
    for (int shift = 0; shift < 64 && n > 1; shift += 8) {
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
