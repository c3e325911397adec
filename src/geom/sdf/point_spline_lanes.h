// Quadratic spline of the samples for the points of a leaf, eight at a time: the vectorised form of
// ab_sdf_smooth_distance (sdf_smooth.c), with bitwise identical results. Part of point_walk_lanes.h.
//
// The 3 x 3 x 3 stencil around a point usually lies in one block, from which its rows are loaded. In about a third of
// the cases it spans up to eight blocks; the stencil is then copied to a buffer with the row and layer strides of a
// block.
//
// Outside the body only the sign and a lower bound of the distance are needed. Bricks outside without samples therefore
// read the band, and positions are clamped to the grid, one cell from its boundary: d is positive there and beyond
// (sdf_smooth.c).
#ifndef AB_GEOM_SDF_POINT_SPLINE_LANES_H
#define AB_GEOM_SDF_POINT_SPLINE_LANES_H

#include "geom/sdf/point_walk.h"
#include "math/lane.h"

enum {
    ROW = AB_SDF_BLOCK_EDGE,
    LAYER = AB_SDF_BLOCK_EDGE * AB_SDF_BLOCK_EDGE,
    STENCIL = 2 * LAYER + 2 * ROW + 4, // extent of a stencil, including the float loaded beyond the last row
};

typedef struct splines {
    ab_vd from_x, from_y, from_z; // offset from the nearest node, -1/2 .. 1/2 cells
    uint32_t brick[AB_LANES];     // brick of the lowest node of the stencil
    ab_vi i, j, k;                // index of that node in its brick
    const float *from[AB_LANES];  // samples of the stencil, beginning at that node
    uint32_t inside;              // lanes whose stencil reaches a brick without samples inside the body
} splines;

// Offset from the nearest node in cells; *low is the node below it.
AB_SIMD_INLINE ab_vd find_node(const ab_point_walk_grid *g, ab_vd raw, int axis, ab_vi *low) {
    const ab_vd q = vd_lesser(vd_greater(raw, vd_all(1)), vd_all(g->last[axis]));
    const ab_vi node = vi_of_doubles(q + 0.5);
    *low = node - 1;
    return q - vd_of_ints(node);
}

// Indices of the bricks that contain the given cells or nodes.
AB_SIMD_INLINE void find_bricks(const ab_point_walk *w, ab_vi i, ab_vi j, ab_vi k, uint32_t brick[AB_LANES]) {
    const ab_cell3 n = w->field.bricks;
    vi_store((int32_t *)brick, ((k >> AB_BRICK_BITS) * n.y + (j >> AB_BRICK_BITS)) * n.x + (i >> AB_BRICK_BITS));
}

AB_SIMD_INLINE void place_splines(const ab_point_walk *w, ab_vd x, ab_vd y, ab_vd z, splines *e) {
    enum { IN = AB_BRICK - 1 };
    ab_vi i, j, k;
    e->from_x = find_node(&w->grid, x, 0, &i);
    e->from_y = find_node(&w->grid, y, 1, &j);
    e->from_z = find_node(&w->grid, z, 2, &k);
    find_bricks(w, i, j, k, e->brick);
    e->i = i & IN;
    e->j = j & IN;
    e->k = k & IN;
}

// A stencil that spans several bricks: the index of its lowest node and the blocks of the bricks along each axis. If
// the lowest node has index 7 in its brick, the third node is the second of the next brick.
typedef struct crossing {
    const float *block[2][2][2]; // z, y, x
    int32_t x, y, z, last_x, last_y, last_z;
    bool inside; // a brick inside the body has no samples
} crossing;

AB_SIMD_INLINE crossing find_blocks(const ab_point_walk_field *f, uint32_t brick, int32_t x, int32_t y, int32_t z) {
    enum { END = AB_BRICK - 1 };
    const uint32_t step_x = x == END, step_y = y == END ? (uint32_t)f->bricks.x : 0,
                   step_z = z == END ? (uint32_t)f->bricks.x * (uint32_t)f->bricks.y : 0;
    crossing c = {.x = x,
                  .y = y,
                  .z = z,
                  .last_x = x == END ? 1 : x + 2,
                  .last_y = y == END ? 1 : y + 2,
                  .last_z = z == END ? 1 : z + 2};
    for (uint32_t k = 0; k < 8; k++) {
        const int32_t at = f->beginning[brick + (k & 1) * step_x + (k >> 1 & 1) * step_y + (k >> 2) * step_z];
        c.inside |= at == AB_BRICK_INSIDE;
        c.block[k >> 2][k >> 1 & 1][k & 1] = f->sample + (at < 0 ? f->spare : at);
    }
    return c;
}

AB_SIMD_INLINE void copy_row(const crossing *c, const float *const block[2], int row, float *to) {
    memcpy(to, block[0] + row + c->x, 2 * sizeof *to);
    to[2] = block[1][row + c->last_x];
}

AB_SIMD_INLINE void copy_layer(const crossing *c, const float *const block[2][2], int at, float *to) {
    copy_row(c, block[0], at + ROW * c->y, to);
    copy_row(c, block[0], at + ROW * c->y + ROW, to + ROW);
    copy_row(c, block[1], at + ROW * c->last_y, to + 2 * ROW);
}

AB_SIMD_INLINE void copy_stencil(const crossing *c, float *to) {
    copy_layer(c, c->block[0], LAYER * c->z, to);
    copy_layer(c, c->block[0], LAYER * c->z + LAYER, to + LAYER);
    copy_layer(c, c->block[1], LAYER * c->last_z, to + 2 * LAYER);
}

// Copies the stencils of the lanes in `left`; lanes with the same lowest node share a copy. `copy` is the output
// buffer; returns its new end.
AB_SIMD_INLINE float *copy_stencils(const ab_point_walk_field *f, splines *e, uint32_t left, float *copy) {
    const ab_vi brick = vi_load((const int32_t *)e->brick);
    for (; left; copy += STENCIL) {
        const int k = __builtin_ctz(left);
        const crossing c = find_blocks(f, e->brick[k], e->i[k], e->j[k], e->k[k]);
        const ab_vi other = (brick ^ brick[k]) | (e->i ^ e->i[k]) | (e->j ^ e->j[k]) | (e->k ^ e->k[k]);
        const uint32_t same = left & vm_bits(vi_same(other, vi_all(0)));
        copy_stencil(&c, copy);
        if (c.inside) e->inside |= same;
        for (uint32_t rest = same; rest; rest &= rest - 1) e->from[__builtin_ctz(rest)] = copy;
        left &= ~same;
    }
    return copy;
}

AB_SIMD_INLINE float *find_stencils(const ab_point_walk *w, splines *e, float *copy) {
    const ab_point_walk_field *f = &w->field;
    const ab_vi beginning = vi_gather(f->beginning, e->brick), none = beginning < vi_all(0);
    uint32_t at[AB_LANES];
    vi_store((int32_t *)at, ((~none & beginning) | (none & f->spare)) + (LAYER * e->k + ROW * e->j + e->i));
    for (int k = 0; k < AB_LANES; k++) e->from[k] = f->sample + at[k];
    e->inside = vm_bits(vi_less(beginning, vi_all(AB_BRICK_OUTSIDE)));
    const ab_vi across = ((e->i + 1) | (e->j + 1) | (e->k + 1)) & AB_BRICK;
    return copy_stencils(f, e, vm_bits(vi_less(vi_all(0), across)), copy);
}

// Weights of three nodes along an axis, as in sdf_smooth.c.
typedef struct sides {
    ab_vd left, right, first, last;
} sides;

AB_SIMD_INLINE sides sides_of(ab_vd u) {
    const ab_vd left = 0.5 - u, right = 0.5 + u;
    return (sides){left, right, 0.5 * left * left, 0.5 * right * right};
}

typedef struct risen {
    ab_vd mean, slope;
} risen;

AB_SIMD_INLINE ab_vd mean(const sides *s, ab_vd x, ab_vd y, ab_vd z) {
    return y + (s->last * (z - y) - s->first * (y - x));
}
AB_SIMD_INLINE risen rise(const sides *s, ab_vd x, ab_vd y, ab_vd z) {
    const ab_vd below = y - x, above = z - y;
    return (risen){y + (s->last * above - s->first * below), s->left * below + s->right * above};
}

typedef struct layer {
    ab_vd mean, slope_x, slope_y;
} layer;

AB_SIMD_INLINE risen row_of(const splines *e, const sides *x, int at) {
    const ab_vd_triple t = vd_gather_triple(e->from, at);
    return rise(x, t.low, t.middle, t.high);
}

AB_SIMD_INLINE layer layer_of(const splines *e, const sides *x, const sides *y, int at) {
    const risen a = row_of(e, x, at), b = row_of(e, x, at + ROW), c = row_of(e, x, at + 2 * ROW);
    const risen r = rise(y, a.mean, b.mean, c.mean);
    return (layer){r.mean, mean(y, a.slope, b.slope, c.slope), r.slope};
}

// Distances and gradients; undefined in the lanes of e->inside.
AB_SIMD_INLINE ab_vd find_spline(const splines *e, double per_h, ab_vd g[3]) {
    const sides x = sides_of(e->from_x), y = sides_of(e->from_y), z = sides_of(e->from_z);
    const layer a = layer_of(e, &x, &y, 0), b = layer_of(e, &x, &y, LAYER), c = layer_of(e, &x, &y, 2 * LAYER);
    const risen r = rise(&z, a.mean, b.mean, c.mean);
    g[0] = per_h * mean(&z, a.slope_x, b.slope_x, c.slope_x);
    g[1] = per_h * mean(&z, a.slope_y, b.slope_y, c.slope_y);
    g[2] = per_h * r.slope;
    return r.mean;
}

#endif
