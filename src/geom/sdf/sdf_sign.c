// Signs of the distances. The surface can pass between two nodes a distance l apart only if their distances add up to l
// or less. Nodes with d_i + d_j > l are therefore on the same side; they are joined into sets over the 26 neighbours of
// each node, and one winding number gives the sign of a set. Normals are not used, because self-intersections and
// single bad triangles make them unreliable.
//
// Sets are found in each block in parallel and then joined at the samples that blocks share. The winding number is
// evaluated at the deepest sample of each block's part of a set: if the parts disagree, the set leaks through a hole,
// and its samples are signed one by one.
#include "base/alloc.h"
#include "base/work.h"
#include "base/union_find.h"
#include "geom/sdf/sdf.h"

// Tolerance for the rounding of two floats of at most 20 l.
#define APART 1.00001

// Cells. Nodes nearer to the surface are on it within round-off, and either sign is correct: axis-aligned faces, common
// in CAD parts, often coincide with a layer of nodes, each of which would otherwise be a set of its own.
#define ON_SURFACE 1e-10

enum { INSIDE = 1, OUTSIDE = 2 };

// Samples of a block shared with its neighbours.
enum { SHARED = AB_SDF_BLOCK - AB_BRICK * AB_BRICK * AB_BRICK };
typedef struct seam {
    int16_t count, sample[SHARED];
} seam;

typedef struct signs {
    ab_sdf *sdf;
    int64_t nsample;     // samples of all blocks; brick corners follow
    int32_t *parent;     // union-find  (nsample + corners)
    unsigned char *vote; // at a root: INSIDE, OUTSIDE, both, or none if on the surface  (nsample + corners)
    int64_t *first;      // parts of block b are first[b] .. first[b + 1] - 1  (nblock + 1)
    int32_t *deepest;    // deepest sample of each part  (first[nblock])
    unsigned char *side; // of that sample  (first[nblock])
    seam *seam;          // pairs of sets joined with neighbouring blocks  (nblock)
    int64_t *leaking;    // samples of each block signed one by one  (nblock)
} signs;

static unsigned char side_of(const signs *s, v3 p) {
    return ab_winding_number(&s->sdf->winding, p) > 0.5 ? INSIDE : OUTSIDE;
}

static v3 sample_place(const ab_sdf *sdf, int64_t sample) {
    return ab_sdf_place(&sdf->grid, sdf->brick[sample / AB_SDF_BLOCK], ab_sample_at((int)(sample % AB_SDF_BLOCK)));
}

// One of 13 directions to the neighbours; the other 13 are opposite.
typedef struct direction {
    ab_cell3 step;
    float length; // in cells
} direction;

#define ROOT2 1.41421356f
#define ROOT3 1.73205081f
static const direction DIRECTIONS[13] = {
    {{1, 0, 0}, 1},      {{0, 1, 0}, 1},      {{0, 0, 1}, 1},       {{1, 1, 0}, ROOT2},  {{1, -1, 0}, ROOT2},
    {{1, 0, 1}, ROOT2},  {{-1, 0, 1}, ROOT2}, {{0, 1, 1}, ROOT2},   {{0, -1, 1}, ROOT2}, {{1, 1, 1}, ROOT3},
    {{-1, 1, 1}, ROOT3}, {{1, -1, 1}, ROOT3}, {{-1, -1, 1}, ROOT3},
};

// Joins two samples; the cheap test skips most that are in one set already.
static void join(int32_t *parent, int32_t a, int32_t b) {
    if (parent[a] != parent[b]) ab_union_find_join(parent, a, b);
}

// Joins the samples of a block that are on the same side, along one direction.
static void join_along(const float *distance, int32_t *parent, int32_t base, const direction *d, float h) {
    const float apart = (float)APART * d->length * h;
    const int step = ab_sample_index(d->step);
    const ab_cell3 first = {d->step.x < 0, d->step.y < 0, d->step.z < 0};
    const ab_cell3 end = {AB_SDF_BLOCK_EDGE - (d->step.x > 0), AB_SDF_BLOCK_EDGE - (d->step.y > 0),
                          AB_SDF_BLOCK_EDGE - (d->step.z > 0)};
    for (int z = first.z; z < end.z; z++)
        for (int y = first.y; y < end.y; y++) {
            const int row = ab_sample_index((ab_cell3){0, y, z});
            for (int i = row + first.x; i < row + end.x; i++)
                if (distance[i] + distance[i + step] > apart) join(parent, base + i, base + i + step);
        }
}

static void join_in_blocks(void *arg, int64_t begin, int64_t end) {
    signs *s = arg;
    for (int64_t b = begin; b < end; b++) {
        const int32_t base = (int32_t)(b * AB_SDF_BLOCK);
        for (int i = 0; i < AB_SDF_BLOCK; i++) s->parent[base + i] = base + i;
        for (int d = 0; d < 13; d++)
            join_along(s->sdf->sample + base, s->parent, base, &DIRECTIONS[d], (float)s->sdf->grid.h);
        int64_t parts = 0;
        for (int i = 0; i < AB_SDF_BLOCK; i++) parts += ab_union_find_root(s->parent, base + i) == base + i;
        s->first[b + 1] = parts;
    }
}

static void find_deepest(void *arg, int64_t begin, int64_t end) {
    signs *s = arg;
    const float *distance = s->sdf->sample;
    for (int64_t b = begin; b < end; b++) {
        const int32_t base = (int32_t)(b * AB_SDF_BLOCK);
        int32_t best[AB_SDF_BLOCK]; // by the index of the root in the block
        int64_t part = s->first[b];
        for (int i = 0; i < AB_SDF_BLOCK; i++) best[i] = base + i; // a root is the first sample of its set
        for (int i = 0; i < AB_SDF_BLOCK; i++) {
            int32_t *deepest = &best[ab_union_find_root(s->parent, base + i) - base];
            if (distance[base + i] > distance[*deepest]) *deepest = base + i;
        }
        for (int i = 0; i < AB_SDF_BLOCK; i++)
            if (s->parent[base + i] == base + i) s->deepest[part++] = best[i];
    }
}

static void ask_parts(void *arg, int64_t begin, int64_t end) {
    signs *s = arg;
    const float on_surface = (float)(ON_SURFACE * s->sdf->grid.h);
    for (int64_t i = begin; i < end; i++) {
        const bool near = s->sdf->sample[s->deepest[i]] <= on_surface;
        s->side[i] = near ? 0 : side_of(s, sample_place(s->sdf, s->deepest[i]));
    }
}

// Samples on the upper sides of a block, shared with its neighbours.
static int list_upper(int32_t upper[AB_SDF_BLOCK]) {
    int n = 0;
    for (int i = 0; i < AB_SDF_BLOCK; i++) {
        const ab_cell3 at = ab_sample_at(i);
        upper[n] = i;
        n += at.x == AB_BRICK || at.y == AB_BRICK || at.z == AB_BRICK;
    }
    return n;
}

// Lists the shared samples of each block where one of its sets joins a neighbour's set; repetitions of the previous
// pair, which are most, are skipped.
static void find_seams(void *arg, int64_t begin, int64_t end) {
    signs *s = arg;
    int32_t upper[AB_SDF_BLOCK];
    const int n = list_upper(upper);
    for (int64_t b = begin; b < end; b++) {
        seam *met = &s->seam[b];
        int32_t here = -1, there = -1;
        for (int i = 0; i < n; i++) {
            int index;
            const int32_t owner = ab_sdf_owner(s->sdf, b, ab_sample_at(upper[i]), &index);
            if (owner < 0) continue;
            const int32_t one = ab_union_find_root_shared(s->parent, (int32_t)(b * AB_SDF_BLOCK + upper[i]));
            const int32_t two = ab_union_find_root_shared(s->parent, owner * AB_SDF_BLOCK + index);
            if (one != here || two != there) met->sample[met->count++] = (int16_t)upper[i];
            here = one;
            there = two;
        }
    }
}

static void join_blocks(signs *s) {
    for (int64_t b = 0; b < s->sdf->nblock; b++)
        for (int i = 0; i < s->seam[b].count; i++) {
            int there;
            const int16_t sample = s->seam[b].sample[i];
            const int32_t owner = ab_sdf_owner(s->sdf, b, ab_sample_at(sample), &there);
            ab_union_find_join(s->parent, (int32_t)(b * AB_SDF_BLOCK + sample), owner * AB_SDF_BLOCK + there);
        }
}

// Joins brick corners with the block sample at the same position, and with each other.
static void join_corners(signs *s) {
    const ab_sdf_grid *g = &s->sdf->grid;
    const float apart = (float)(APART * AB_BRICK * g->h);
    const int64_t count = ab_sdf_corners(g);
    const int64_t step[3] = {1, g->bricks.x + 1, (int64_t)(g->bricks.x + 1) * (g->bricks.y + 1)};
    ab_union_find_start(s->parent + s->nsample, count);
    for (int64_t i = 0; i < count; i++) s->parent[s->nsample + i] += (int32_t)s->nsample;
    for (int64_t i = 0; i < count; i++) {
        const ab_cell3 at = ab_sdf_corner_at(g, i);
        const bool more[3] = {at.x < g->bricks.x, at.y < g->bricks.y, at.z < g->bricks.z};
        for (int axis = 0; axis < 3; axis++)
            if (more[axis] && s->sdf->corner[i] + s->sdf->corner[i + step[axis]] > apart)
                ab_union_find_join(s->parent, (int32_t)(s->nsample + i), (int32_t)(s->nsample + i + step[axis]));
        const int32_t block = ab_sdf_block_of(s->sdf, at);
        if (block >= 0) ab_union_find_join(s->parent, (int32_t)(s->nsample + i), block * AB_SDF_BLOCK);
    }
}

static void count_votes(signs *s) {
    for (int64_t i = 0; i < s->first[s->sdf->nblock]; i++)
        s->vote[ab_union_find_root(s->parent, s->deepest[i])] |= s->side[i];
    for (int64_t i = 0; i < ab_sdf_corners(&s->sdf->grid); i++) {
        unsigned char *vote = &s->vote[ab_union_find_root(s->parent, (int32_t)(s->nsample + i))];
        if (*vote) continue;
        *vote = side_of(s, ab_sdf_place(&s->sdf->grid, ab_sdf_corner_at(&s->sdf->grid, i), (ab_cell3){0, 0, 0}));
    }
}

// Side of a node: that of its set, or its own winding number if the parts of the set disagree.
static unsigned char decide(const signs *s, int64_t node, v3 place, int64_t *leaking) {
    const unsigned char vote = s->vote[ab_union_find_root_shared(s->parent, (int32_t)node)];
    if (vote != (INSIDE | OUTSIDE)) return vote;
    ++*leaking;
    return side_of(s, place);
}

static void sign_blocks(void *arg, int64_t begin, int64_t end) {
    signs *s = arg;
    for (int64_t b = begin; b < end; b++)
        for (int64_t i = b * AB_SDF_BLOCK; i < (b + 1) * AB_SDF_BLOCK; i++)
            if (decide(s, i, sample_place(s->sdf, i), &s->leaking[b]) == INSIDE) s->sdf->sample[i] = -s->sdf->sample[i];
}

static void sign_corners(signs *s) {
    for (int64_t i = 0; i < ab_sdf_corners(&s->sdf->grid); i++) {
        const v3 place = ab_sdf_place(&s->sdf->grid, ab_sdf_corner_at(&s->sdf->grid, i), (ab_cell3){0, 0, 0});
        if (decide(s, s->nsample + i, place, &s->sdf->report.leaking_samples) == INSIDE)
            s->sdf->corner[i] = -s->sdf->corner[i];
    }
}

static abut_status sign(ab_ctx *cx, signs *s) {
    ab_sdf *sdf = s->sdf;
    const int64_t nodes = s->nsample + ab_sdf_corners(&sdf->grid);
    AB_TRY(AB_ALLOC_RAW(cx, &s->parent, nodes));
    AB_TRY(AB_ALLOC(cx, &s->vote, nodes));
    AB_TRY(AB_ALLOC(cx, &s->first, sdf->nblock + 1));
    AB_TRY(AB_ALLOC(cx, &s->leaking, sdf->nblock));
    AB_TRY(ab_parallel_uneven_work(cx, "sides", sdf->nblock, join_in_blocks, s));
    for (int64_t b = 0; b < sdf->nblock; b++) s->first[b + 1] += s->first[b];
    AB_TRY(AB_ALLOC(cx, &s->deepest, s->first[sdf->nblock]));
    AB_TRY(AB_ALLOC(cx, &s->side, s->first[sdf->nblock]));
    AB_TRY(ab_parallel_uneven_work(cx, "sides", sdf->nblock, find_deepest, s));
    AB_TRY(ab_parallel_uneven_work(cx, "sides: winding numbers", s->first[sdf->nblock], ask_parts, s));
    AB_TRY(AB_ALLOC(cx, &s->seam, sdf->nblock));
    AB_TRY(ab_parallel_uneven_work(cx, "sides: seams", sdf->nblock, find_seams, s));
    join_blocks(s);
    join_corners(s);
    count_votes(s);
    AB_TRY(ab_parallel_uneven_work(cx, "signs", sdf->nblock, sign_blocks, s));
    sign_corners(s);
    for (int64_t b = 0; b < sdf->nblock; b++) sdf->report.leaking_samples += s->leaking[b];
    return ABUT_OK;
}

abut_status ab_sdf_sign(ab_ctx *cx, ab_sdf *sdf) {
    signs s = {.sdf = sdf, .nsample = sdf->nblock * AB_SDF_BLOCK};
    const abut_status status = sign(cx, &s);
    ab_free(cx, s.parent);
    ab_free(cx, s.vote);
    ab_free(cx, s.first);
    ab_free(cx, s.leaking);
    ab_free(cx, s.seam);
    ab_free(cx, s.deepest);
    ab_free(cx, s.side);
    return status;
}
