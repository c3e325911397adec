// Disjoint sets (union-find) as trees: parent[i] == i marks a root, which identifies the set.
#ifndef AB_BASE_UNION_FIND_H
#define AB_BASE_UNION_FIND_H

#include <stdbool.h>
#include <stdint.h>

static inline void ab_union_find_start(int32_t *parent, int64_t n) {
    for (int64_t i = 0; i < n; i++) parent[i] = (int32_t)i;
}

// Root of the tree of i, with path halving.
static inline int32_t ab_union_find_root(int32_t *parent, int32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

// Root without path halving, for threads that share the trees.
static inline int32_t ab_union_find_root_shared(const int32_t *parent, int32_t i) {
    while (parent[i] != i) i = parent[i];
    return i;
}

// Merges the sets of a and b. The smaller root remains, so the result does not depend on the order. True if the sets
// were distinct.
static inline bool ab_union_find_join(int32_t *parent, int32_t a, int32_t b) {
    const int32_t p = ab_union_find_root(parent, a);
    const int32_t q = ab_union_find_root(parent, b);
    if (p < q)
        parent[q] = p;
    else
        parent[p] = q;
    return p != q;
}

#endif
