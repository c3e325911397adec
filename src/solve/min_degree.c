// Approximate minimum degree on the quotient graph. An eliminated unknown becomes an element: the clique of the
// unknowns in its column; elements contained in a new one are absorbed. The neighbours of an unknown are then unknowns
// and elements, and fit in the memory of its initial neighbours. Its degree is bounded by the sizes of its elements
// outside the newest one.
#include "solve/min_degree.h"

#include "base/alloc.h"

#include <string.h>

typedef struct min_degree_search {
    int64_t n;
    const int64_t *first;
    int32_t *neighbour;
    int32_t *variables, *elements;        // number of adjacent unknowns and elements, stored in this order    (n)
    int32_t *size;                        // size of an element's clique; 0: absorbed, or not yet an element   (n)
    int64_t *clique;                      // its start in e->row                                               (n)
    int32_t *seen, *seen_element;         // stamps                                                            (n)
    int32_t *beyond;                      // unknowns of an element that are not in the newest one             (n)
    uint8_t *gone;                        // eliminated                                                        (n)
    int32_t *head, *next, *last, *degree; // lists of unknowns by degree                                       (n)
    int32_t min;
    int32_t stamp;
} min_degree_search;

// ------------------------------------------------------------------------------------------------------ by degree

static void put_in(min_degree_search *s, int32_t i, int32_t degree) {
    s->degree[i] = degree;
    s->next[i] = s->head[degree];
    s->last[i] = -1;
    if (s->head[degree] >= 0) s->last[s->head[degree]] = i;
    s->head[degree] = i;
    if (degree < s->min) s->min = degree;
}

static void take_out(min_degree_search *s, int32_t i) {
    if (s->last[i] >= 0)
        s->next[s->last[i]] = s->next[i];
    else
        s->head[s->degree[i]] = s->next[i];
    if (s->next[i] >= 0) s->last[s->next[i]] = s->last[i];
}

static int32_t take_min(min_degree_search *s) {
    while (s->head[s->min] < 0) s->min++;
    const int32_t i = s->head[s->min];
    take_out(s, i);
    return i;
}

// ----------------------------------------------------------------------------------------------------- elimination

static void see(min_degree_search *s, int32_t i, ab_elimination *e, int64_t *end) {
    if (s->gone[i] || s->seen[i] == s->stamp) return;
    s->seen[i] = s->stamp;
    e->row[(*end)++] = i;
}

// Upper bound of the clique size of p.
static int64_t bound_of(const min_degree_search *s, int32_t p) {
    int64_t bound = s->variables[p];
    const int32_t *at = s->neighbour + s->first[p] + s->variables[p];
    for (int32_t k = 0; k < s->elements[p]; k++) bound += s->size[at[k]];
    return bound < s->n ? bound : s->n;
}

// Builds the clique of p, which absorbs the elements adjacent to p.
static int64_t make_clique(min_degree_search *s, int32_t p, ab_elimination *e, int64_t begin) {
    int64_t end = begin;
    const int32_t *at = s->neighbour + s->first[p];
    for (int32_t k = 0; k < s->variables[p]; k++) see(s, at[k], e, &end);
    for (int32_t k = 0; k < s->elements[p]; k++) {
        const int32_t element = at[s->variables[p] + k];
        for (int32_t m = 0; m < s->size[element]; m++) see(s, e->row[s->clique[element] + m], e, &end);
        s->size[element] = 0;
    }
    s->clique[p] = begin;
    s->size[p] = (int32_t)(end - begin);
    return end;
}

// Number of unknowns of each element outside the clique: its size less the common ones.
static void count_beyond(min_degree_search *s, const int32_t *clique, int32_t n) {
    for (int32_t c = 0; c < n; c++) {
        const int32_t i = clique[c];
        const int32_t *at = s->neighbour + s->first[i] + s->variables[i];
        for (int32_t k = 0; k < s->elements[i]; k++) {
            const int32_t element = at[k];
            if (s->size[element] == 0) continue;
            if (s->seen_element[element] != s->stamp) {
                s->seen_element[element] = s->stamp;
                s->beyond[element] = s->size[element];
            }
            s->beyond[element]--;
        }
    }
}

// Updates the neighbours of i after the elimination of p; returns the new bound of its degree.
static int32_t see_element(min_degree_search *s, int32_t i, int32_t p) {
    int32_t *at = s->neighbour + s->first[i];
    const int32_t variables = s->variables[i], elements = s->elements[i];
    int32_t kept = 0, degree = s->size[p] - 1;
    for (int32_t k = 0; k < variables; k++)
        if (!s->gone[at[k]] && s->seen[at[k]] != s->stamp) at[kept++] = at[k];
    s->variables[i] = kept;
    degree += kept;
    for (int32_t k = 0; k < elements; k++) {
        const int32_t element = at[variables + k];
        if (s->size[element] == 0 || s->beyond[element] == 0) continue; // contained in the clique of p
        at[kept++] = element;
        degree += s->beyond[element];
    }
    at[kept++] = p;
    s->elements[i] = kept - s->variables[i];
    return degree;
}

static void eliminate(min_degree_search *s, int32_t p, ab_elimination *e, int64_t begin, int64_t left) {
    s->stamp++;
    s->gone[p] = 1;
    make_clique(s, p, e, begin);
    if (s->size[p] == 0) return;
    const int32_t *clique = e->row + begin;
    count_beyond(s, clique, s->size[p]);
    for (int32_t c = 0; c < s->size[p]; c++) {
        take_out(s, clique[c]);
        const int32_t degree = see_element(s, clique[c], p);
        put_in(s, clique[c], degree < left - 1 ? degree : (int32_t)(left - 1));
    }
}

// ----------------------------------------------------------------------------------------------------------- search

static abut_status make_room(ab_ctx *cx, min_degree_search *s) {
    const int64_t n = s->n;
    AB_TRY(AB_ALLOC(cx, &s->variables, n));
    AB_TRY(AB_ALLOC(cx, &s->elements, n));
    AB_TRY(AB_ALLOC(cx, &s->size, n));
    AB_TRY(AB_ALLOC(cx, &s->clique, n));
    AB_TRY(AB_ALLOC(cx, &s->seen, n));
    AB_TRY(AB_ALLOC(cx, &s->seen_element, n));
    AB_TRY(AB_ALLOC(cx, &s->beyond, n));
    AB_TRY(AB_ALLOC(cx, &s->gone, n));
    AB_TRY(AB_ALLOC(cx, &s->head, n));
    AB_TRY(AB_ALLOC(cx, &s->next, n));
    AB_TRY(AB_ALLOC(cx, &s->last, n));
    return AB_ALLOC(cx, &s->degree, n);
}

static void free_room(ab_ctx *cx, min_degree_search *s) {
    ab_free(cx, s->variables);
    ab_free(cx, s->elements);
    ab_free(cx, s->size);
    ab_free(cx, s->clique);
    ab_free(cx, s->seen);
    ab_free(cx, s->seen_element);
    ab_free(cx, s->beyond);
    ab_free(cx, s->gone);
    ab_free(cx, s->head);
    ab_free(cx, s->next);
    ab_free(cx, s->last);
    ab_free(cx, s->degree);
}

static abut_status run(ab_ctx *cx, min_degree_search *s, int64_t max, ab_elimination *e, bool *fits) {
    AB_TRY(make_room(cx, s));
    AB_TRY(AB_ALLOC(cx, &e->order, s->n));
    AB_TRY(AB_ALLOC(cx, &e->first, s->n + 1));
    for (int64_t i = 0; i < s->n; i++) s->head[i] = -1;
    s->min = (int32_t)s->n;
    for (int64_t i = s->n - 1; i >= 0; i--) { // backwards, so that among equal degrees the first unknown comes first
        s->variables[i] = (int32_t)(s->first[i + 1] - s->first[i]);
        put_in(s, (int32_t)i, s->variables[i]);
    }
    *fits = true;
    for (int64_t k = 0; k < s->n && *fits; k++) {
        const int32_t p = take_min(s);
        AB_TRY(AB_GROW(cx, &e->row, &e->row_capacity, e->first[k] + bound_of(s, p)));
        eliminate(s, p, e, e->first[k], s->n - k - 1);
        e->order[k] = p;
        e->first[k + 1] = e->first[k] + s->size[p];
        *fits = e->first[k + 1] <= max;
    }
    return ABUT_OK;
}

abut_status ab_min_degree(ab_ctx *cx, const ab_graph *graph, int64_t max, ab_elimination *e, bool *fits) {
    min_degree_search s = {.n = graph->n, .first = graph->first, .neighbour = graph->neighbour};
    *e = (ab_elimination){0};
    const abut_status status = run(cx, &s, max, e, fits);
    free_room(cx, &s);
    return status;
}

void ab_elimination_free(ab_ctx *cx, ab_elimination *e) {
    ab_free(cx, e->order);
    ab_free(cx, e->first);
    ab_free(cx, e->row);
}
