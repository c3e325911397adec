// The spline of the samples for the points of a leaf, eight at a time: what ab_sdf_smooth_distance (sdf_smooth.c) does for one, with the same
// bits. Part of point_walk_lanes.h.
//
// Most often the 3 x 3 x 3 nodes around a point lie in one block, and rows of them are loaded from there. Where they do not, a third of the
// time, they are copied, from up to eight blocks, to where rows are as far from each other as in a block.
//
// Outside nothing else matters than that the point is there and how far that is sure. So bricks without samples have the band there, and places
// are held in the grid, one cell from its end: d is positive there and beyond it (sdf_smooth.c).
#ifndef AB_GEOM_POINT_SPLINE_LANES_H
#define AB_GEOM_POINT_SPLINE_LANES_H

#include "geom/point_walk.h"
#include "math/lane.h"

enum {
    ROW = AB_BLOCK_EDGE,
    LAYER = AB_BLOCK_EDGE * AB_BLOCK_EDGE,
    STENCIL = 2 * LAYER + 2 * ROW + 4, // from the first number to the end of the last that is loaded
};

typedef struct splines {
    ab_vd x, y, z;                 // of the points, target frame
    ab_vd from_x, from_y, from_z;  // the nearest node, -1/2 .. 1/2 cells
    ab_vi i, j, k;                 // the lowest node
    uint32_t brick[AB_LANES];      // its
    const float *from[AB_LANES];   // samples from it on
    uint32_t inside;               // lanes with nodes in bricks without samples inside of the body
} splines;

// Cells from the nearest node, and the node below that.
AB_SIMD_PART ab_vd find_node(const ab_walk_grid *g, ab_vd x, int axis, ab_vi *low) {
    const ab_vd raw = g->per_h * (x - g->origin[axis]);
    const ab_vd q = vd_lesser(vd_greater(raw, vd_all(1)), vd_all(g->last[axis]));
    const ab_vi node = vi_of_doubles(q + 0.5);
    *low = node - 1;
    return q - vd_of_ints(node);
}

AB_SIMD_PART void place_splines(const ab_walk *w, ab_vd x, ab_vd y, ab_vd z, splines *e) {
    e->x = x;
    e->y = y;
    e->z = z;
    e->from_x = find_node(&w->grid, x, 0, &e->i);
    e->from_y = find_node(&w->grid, y, 1, &e->j);
    e->from_z = find_node(&w->grid, z, 2, &e->k);
    const ab_cell3 n = w->field.bricks;
    vi_store((int32_t *)e->brick,
             ((e->k >> AB_BRICK_BITS) * n.y + (e->j >> AB_BRICK_BITS)) * n.x + (e->i >> AB_BRICK_BITS));
}

static int32_t beginning_of(const ab_walk_field *f, uint32_t brick, bool *inside) {
    const int32_t at = f->beginning[brick];
    *inside = *inside || at == AB_BRICK_INSIDE;
    return at < 0 ? f->spare : at;
}

// The nodes of one lane; true if some have no samples and are inside. The third node along an axis may be the second of the next brick.
static bool copy_stencil(const ab_walk_field *f, ab_cell3 low, uint32_t brick, float *to) {
    enum { IN = AB_BRICK - 1 };
    const uint32_t step_y = (uint32_t)f->bricks.x, step_z = step_y * (uint32_t)f->bricks.y;
    const int x = low.x & IN, y = low.y & IN, z = low.z & IN;
    bool inside = false;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++) {
            const bool next_y = y + j > AB_BRICK, next_z = z + k > AB_BRICK;
            const uint32_t here = brick + (next_y ? step_y : 0) + (next_z ? step_z : 0);
            const int row = LAYER * (next_z ? 1 : z + k) + ROW * (next_y ? 1 : y + j);
            const float *first = f->sample + beginning_of(f, here, &inside) + row + x;
            const float *last = x == IN ? f->sample + beginning_of(f, here + 1, &inside) + row + 1 : first + 2;
            memcpy(to + LAYER * k + ROW * j, first, 2 * sizeof *to);
            to[LAYER * k + ROW * j + 2] = *last;
        }
    return inside;
}

// `copy`: where nodes of lanes may be copied to. Returns where the next may.
AB_SIMD_PART float *find_stencils(const ab_walk *w, splines *e, float *copy) {
    enum { IN = AB_BRICK - 1 };
    const ab_walk_field *f = &w->field;
    const ab_vi x = e->i & IN, y = e->j & IN, z = e->k & IN;
    const ab_vi beginning = vi_gather(f->beginning, e->brick), none = beginning >> 31;
    uint32_t at[AB_LANES];
    vi_store((int32_t *)at, ((~none & beginning) | (none & f->spare)) + (LAYER * z + ROW * y + x));
    for (int k = 0; k < AB_LANES; k++) e->from[k] = f->sample + at[k];
    e->inside = vm_bits(vi_less(beginning, vi_all(AB_BRICK_OUTSIDE)));
    const ab_vi across = ((x + 1) | (y + 1) | (z + 1)) & AB_BRICK;
    for (uint32_t left = vm_bits(vi_less(vi_all(0), across)); left; left &= left - 1, copy += STENCIL) {
        const int k = __builtin_ctz(left);
        if (copy_stencil(f, (ab_cell3){e->i[k], e->j[k], e->k[k]}, e->brick[k], copy))
            e->inside |= UINT32_C(1) << k;
        e->from[k] = copy;
    }
    return copy;
}

// Three nodes along an axis, as in sdf_smooth.c.
typedef struct sides {
    ab_vd left, right, first, last;
} sides;

AB_SIMD_PART sides sides_of(ab_vd u) {
    const ab_vd left = 0.5 - u, right = 0.5 + u;
    return (sides){left, right, 0.5 * left * left, 0.5 * right * right};
}

typedef struct risen {
    ab_vd mean, slope;
} risen;

AB_SIMD_PART ab_vd mean(const sides *s, ab_vd x, ab_vd y, ab_vd z) {
    return y + (s->last * (z - y) - s->first * (y - x));
}
AB_SIMD_PART risen rise(const sides *s, ab_vd x, ab_vd y, ab_vd z) {
    const ab_vd below = y - x, above = z - y;
    return (risen){y + (s->last * above - s->first * below), s->left * below + s->right * above};
}

typedef struct layer {
    ab_vd mean, slope_x, slope_y;
} layer;

AB_SIMD_PART risen row_of(const splines *e, const sides *x, int at) {
    const ab_vd_triple t = vd_gather_triple(e->from, at);
    return rise(x, t.low, t.middle, t.high);
}

AB_SIMD_PART layer layer_of(const splines *e, const sides *x, const sides *y, int at) {
    const risen a = row_of(e, x, at), b = row_of(e, x, at + ROW), c = row_of(e, x, at + 2 * ROW);
    const risen r = rise(y, a.mean, b.mean, c.mean);
    return (layer){r.mean, mean(y, a.slope, b.slope, c.slope), r.slope};
}

// The distances, -infinity where nodes inside have no samples, and their gradients.
AB_SIMD_PART ab_vd find_spline(const splines *e, double per_h, ab_vd g[3]) {
    const sides x = sides_of(e->from_x), y = sides_of(e->from_y), z = sides_of(e->from_z);
    const layer a = layer_of(e, &x, &y, 0), b = layer_of(e, &x, &y, LAYER), c = layer_of(e, &x, &y, 2 * LAYER);
    const risen r = rise(&z, a.mean, b.mean, c.mean);
    g[0] = per_h * mean(&z, a.slope_x, b.slope_x, c.slope_x);
    g[1] = per_h * mean(&z, a.slope_y, b.slope_y, c.slope_y);
    g[2] = per_h * r.slope;
    return r.mean;
}

#endif
