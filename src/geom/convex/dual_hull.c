// Quickhull in a fixed workspace; see dual_hull.h.
#include "geom/convex/dual_hull.h"

#include "base/alloc.h"

static const double FLAT = 1e-14; // relative to the size: points less than this above a facet count as below

abut_status ab_hull_make(ab_ctx *cx, int32_t max, ab_hull_workspace *workspace) {
    *workspace = (ab_hull_workspace){.max_points = max};
    const int64_t facets = AB_HULL_FACETS * (int64_t)max;
    abut_status status = AB_ALLOC(cx, &workspace->point, max);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &workspace->next, max);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &workspace->starts, max);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &workspace->facet, facets);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &workspace->stack, facets);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &workspace->sight, facets);
    if (status != ABUT_OK) ab_hull_free(cx, workspace);
    return status;
}

void ab_hull_free(ab_ctx *cx, ab_hull_workspace *workspace) {
    ab_free(cx, workspace->point);
    ab_free(cx, workspace->next);
    ab_free(cx, workspace->starts);
    ab_free(cx, workspace->facet);
    ab_free(cx, workspace->stack);
    ab_free(cx, workspace->sight);
    *workspace = (ab_hull_workspace){0};
}

// ------------------------------------------------------------------------------------------------------------ facets

static double height(const ab_hull_workspace *h, int32_t facet, int32_t point) {
    return v3_dot(h->facet[facet].normal, h->point[point]) - h->facet[facet].offset;
}

static int32_t add_facet(ab_hull_workspace *h, int32_t a, int32_t b, int32_t c) {
    int32_t at = h->free;
    if (at >= 0)
        h->free = h->facet[at].above;
    else if (h->nfacet < AB_HULL_FACETS * h->max_points)
        at = h->nfacet++;
    else
        return -1;
    const v3 p = h->point[a];
    const v3 normal = v3_unit(v3_cross(v3_sub(h->point[b], p), v3_sub(h->point[c], p)));
    h->facet[at] = (ab_hull_facet){normal, v3_dot(normal, p), {a, b, c}, {-1, -1, -1}, -1, 0};
    return at;
}

static void free_facet(ab_hull_workspace *h, int32_t at) {
    h->facet[at].seen = -1;
    h->facet[at].above = h->free;
    h->free = at;
}

// Assigns the point to the outside list of the facet that it is highest above, of n from `facet`, or to none.
static void leave_point(ab_hull_workspace *h, int32_t point, const int32_t *facet, int32_t n, double flat) {
    int32_t best = -1;
    double max = flat;
    for (int32_t k = 0; k < n; k++) {
        const double up = height(h, facet[k], point);
        if (!(up > max)) continue;
        max = up;
        best = facet[k];
    }
    if (best < 0) return;
    h->next[point] = h->facet[best].above;
    h->facet[best].above = point;
}

// ---------------------------------------------------------------------------------------------- initial tetrahedron

static int32_t farthest(const ab_hull_workspace *h,
                        double (*measure)(const ab_hull_workspace *, const int32_t *, int32_t), const int32_t *of) {
    int32_t best = 0;
    for (int32_t i = 1; i < h->n; i++)
        if (measure(h, of, i) > measure(h, of, best)) best = i;
    return best;
}

static double from_origin(const ab_hull_workspace *h, const int32_t *of, int32_t i) {
    (void)of;
    return v3_norm2(h->point[i]);
}

static double from_point(const ab_hull_workspace *h, const int32_t *of, int32_t i) {
    return v3_norm2(v3_sub(h->point[i], h->point[of[0]]));
}

static double from_line(const ab_hull_workspace *h, const int32_t *of, int32_t i) {
    const v3 a = h->point[of[0]];
    return v3_norm2(v3_cross(v3_sub(h->point[of[1]], a), v3_sub(h->point[i], a)));
}

static double signed_from_plane(const ab_hull_workspace *h, const int32_t *of, int32_t i) {
    const v3 a = h->point[of[0]];
    const v3 normal = v3_unit(v3_cross(v3_sub(h->point[of[1]], a), v3_sub(h->point[of[2]], a)));
    return v3_dot(normal, v3_sub(h->point[i], a));
}

static double from_plane(const ab_hull_workspace *h, const int32_t *of, int32_t i) {
    return fabs(signed_from_plane(h, of, i));
}

static bool start_hull(ab_hull_workspace *h, double *flat) {
    int32_t of[4];
    of[0] = farthest(h, from_origin, NULL);
    of[1] = farthest(h, from_point, of);
    of[2] = farthest(h, from_line, of);
    of[3] = farthest(h, from_plane, of);
    *flat = FLAT * sqrt(from_origin(h, of, of[0]));
    const double up = signed_from_plane(h, of, of[3]);
    if (!(fabs(up) > *flat)) return false;
    if (up > 0) {
        const int32_t swap = of[1];
        of[1] = of[2];
        of[2] = swap;
    }
    static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int beside[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    const int32_t all[4] = {0, 1, 2, 3};
    for (int f = 0; f < 4; f++) {
        add_facet(h, of[corner[f][0]], of[corner[f][1]], of[corner[f][2]]);
        for (int k = 0; k < 3; k++) h->facet[f].beside[k] = beside[f][k];
    }
    for (int32_t i = 0; i < h->n; i++)
        if (i != of[0] && i != of[1] && i != of[2] && i != of[3]) leave_point(h, i, all, 4, *flat);
    return true;
}

// ---------------------------------------------------------------------------------------------------------- insertion

static int32_t highest_above(const ab_hull_workspace *h, int32_t facet) {
    int32_t best = h->facet[facet].above;
    for (int32_t i = h->next[best]; i >= 0; i = h->next[i])
        if (height(h, facet, i) > height(h, facet, best)) best = i;
    return best;
}

// Writes the facets visible from the point and connected with `from` to `sight`, marked with `mark`.
static int32_t look(ab_hull_workspace *h, int32_t from, int32_t point, int32_t mark, double flat) {
    int32_t n = 0;
    int32_t waiting = 0;
    h->facet[from].seen = mark;
    h->stack[waiting++] = from;
    while (waiting > 0) {
        const int32_t at = h->stack[--waiting];
        h->sight[n++] = at;
        for (int k = 0; k < 3; k++) {
            const int32_t b = h->facet[at].beside[k];
            if (h->facet[b].seen == mark || !(height(h, b, point) > flat)) continue;
            h->facet[b].seen = mark;
            h->stack[waiting++] = b;
        }
    }
    return n;
}

static bool replace_neighbour(ab_hull_workspace *h, int32_t facet, int32_t old_edge_end, int32_t by) {
    ab_hull_facet *f = &h->facet[facet];
    for (int k = 0; k < 3; k++) {
        if (f->v[k] != old_edge_end || f->v[(k + 1) % 3] != h->facet[by].v[0]) continue;
        f->beside[k] = by;
        return true;
    }
    return false;
}

// Writes the new facets from the horizon to the point to `stack`; returns -1 if the horizon is not a single loop.
static int32_t raise_cone(ab_hull_workspace *h, int32_t seen, int32_t point, int32_t mark) {
    int32_t n = 0;
    for (int32_t i = 0; i < seen; i++)
        for (int k = 0; k < 3; k++) {
            const ab_hull_facet *f = &h->facet[h->sight[i]];
            const int32_t outer = f->beside[k];
            if (h->facet[outer].seen == mark) continue;
            const int32_t a = f->v[k];
            const int32_t b = f->v[(k + 1) % 3];
            const int32_t at = add_facet(h, a, b, point);
            if (at < 0 || h->starts[a] >= 0) return -1;
            h->facet[at].beside[0] = outer;
            if (!replace_neighbour(h, outer, b, at)) return -1;
            h->starts[a] = at;
            h->stack[n++] = at;
        }
    for (int32_t i = 0; i < n; i++) {
        const int32_t following = h->starts[h->facet[h->stack[i]].v[1]];
        if (following < 0) return -1;
        h->facet[h->stack[i]].beside[1] = following;
        h->facet[following].beside[2] = h->stack[i];
    }
    for (int32_t i = 0; i < n; i++) h->starts[h->facet[h->stack[i]].v[0]] = -1;
    return n;
}

static bool add_point(ab_hull_workspace *h, int32_t from, int32_t mark, double flat) {
    const int32_t point = highest_above(h, from);
    const int32_t seen = look(h, from, point, mark, flat);
    const int32_t n = raise_cone(h, seen, point, mark);
    if (n < 0) return false;
    for (int32_t i = 0; i < seen; i++) {
        for (int32_t p = h->facet[h->sight[i]].above, next; p >= 0; p = next) {
            next = h->next[p];
            if (p != point) leave_point(h, p, h->stack, n, flat);
        }
        free_facet(h, h->sight[i]);
    }
    return true;
}

bool ab_hull_of_points(ab_hull_workspace *h) {
    h->nfacet = 0;
    h->free = -1;
    for (int32_t i = 0; i < h->n; i++) {
        h->starts[i] = -1;
        h->next[i] = -1;
    }
    double flat;
    if (h->n < 4 || !start_hull(h, &flat)) return false;
    int32_t mark = 1;
    for (int32_t f = 0; f < h->nfacet; f++)
        while (ab_hull_alive(&h->facet[f]) && h->facet[f].above >= 0) {
            if (!add_point(h, f, mark++, flat)) return false;
            f = 0; // freed facets are reused, also ones with a lower index
        }
    return true;
}
