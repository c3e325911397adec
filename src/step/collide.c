// Narrow phase: contacts of the candidate pairs, sorted by pair.
//
// The number of contacts of a pair is known only after its narrow phase. Blocks of pairs therefore write contact points
// into buffers of their own in parallel, a prefix sum over the blocks gives their first rows, and each block then
// writes its rows. If a buffer is too small it is enlarged, for later steps too, and the wave is repeated. Blocks are
// processed in waves, so that the buffers have a bounded size and remain in the cache until the rows are written.
#include "base/alloc.h"
#include "base/threads.h"
#include "collide/separation_bound.h"
#include "step/gap_coordinate.h"

enum { BLOCK = 1024, WAVE = 64 }; // pairs; blocks

typedef struct collide_job {
    ab_world *w;
    ab_evaluation *eval;
    uint32_t *first; // first contact of a pair; relative to its block until the rows are written   (pairs + 1)
    // one wave
    int64_t pair, end_pair, blocks;
    ab_contact_point *contacts; // buffer; that of block k begins at offset[k]
    ab_inside_sample *sample;   // scratch, same layout
    int64_t *offset;            // (blocks + 1)
    int64_t *start;             // first contact row of a block; before the prefix sum their number   (blocks + 1)
    int64_t *free_edge;         // first pair with a free edge of a wall inside a polyhedron, -1 = none   (blocks)
    bool *failed;               // clipping failed   (blocks)
} collide_job;

static int64_t begin_of(const collide_job *j, int64_t block) { return j->pair + block * BLOCK; }

static int64_t end_of(const collide_job *j, int64_t block) {
    const int64_t end = begin_of(j, block) + BLOCK;
    return end < j->end_pair ? end : j->end_pair;
}

static int64_t *capacity_of(const collide_job *j, int64_t block) {
    return &j->w->collision.block_contacts[j->pair / BLOCK + block];
}

static ab_placed placed(const ab_world *w, uint32_t row) {
    return (ab_placed){ab_collider_shape(w, row), ab_collider_x(w, row), ab_collider_q(w, row)};
}

// The pair in the order of the table of shapes: a has the lower shape kind.
static ab_pair in_order(const ab_world *w, ab_pair p) {
    const ab_shape_kind kind_a = ab_collider_shape(w, p.a)->kind, kind_b = ab_collider_shape(w, p.b)->kind;
    return kind_a <= kind_b ? p : (ab_pair){p.b, p.a};
}

// Bound of the approach of two colliders since the pair list was built, m.
static double displacement_bound_of(const ab_world *w, ab_pair pair) {
    return (double)w->collision.displacement_bound[pair.a] + (double)w->collision.displacement_bound[pair.b];
}

// Stores the present clearance less the displacement bound, as a clearance from the pair-list poses: the pair cannot
// touch until its displacement bound exceeds it.
static void note_clear(const ab_world *w, int64_t p, ab_pair pair, double clear) {
    if (w->collision.axis_cache)
        ab_axis_cache_set_clearance(&w->collision.axis_cache[p], (1 - 1e-6) * (clear - displacement_bound_of(w, pair)));
}

// Sets every member once; zeroing the struct first would take as long as the test of two spheres.
static void begin_pair(const ab_world *w, int64_t p, double margin, const ab_contact_points *block,
                       ab_contact_points *here) {
    const int64_t used = block->n < block->capacity ? block->n : block->capacity;
    here->contact = block->contact + used;
    here->sample = block->sample + used;
    here->n = 0;
    here->capacity = block->capacity - used;
    here->detect = block->detect;
    here->clear = 0;
    here->margin = margin;
    here->reach = 0;
    here->workspace = block->workspace;
    here->axis_cache = w->collision.axis_cache ? &w->collision.axis_cache[p] : NULL;
    here->failed = here->free_edge = false;
    here->leaf_cache = w->collision.separation && w->collision.separation[p].leaf_cache >= 0
                           ? w->collision.leaf_cache + w->collision.separation[p].leaf_cache
                           : NULL;
}

ab_collide_fn *ab_pair_collide_fn(const ab_world *w, int64_t a, int64_t b) {
    return ab_collide_find(ab_collider_shape(w, a), ab_collider_shape(w, b),
                           ab_collider_interaction(w, a, b)->geometry);
}

// Appends the contact points of a pair to those of its block, unless a bound excludes contact. Bounds are those of the
// gap; contacts are nearer than the margin.
static void collide_pair(const ab_world *w, int64_t p, ab_pair found, const double *reach, ab_contact_points *block) {
    const double margin = reach ? reach[found.a] + reach[found.b] : 0;
    if (w->collision.axis_cache &&
        displacement_bound_of(w, found) + margin < ab_axis_cache_clearance(&w->collision.axis_cache[p]))
        return;
    const ab_pair pair = in_order(w, found);
    const ab_placed a = placed(w, pair.a), b = placed(w, pair.b);
    if (w->collision.separation && ab_separation_bound_holds(&w->collision.separation[p], &a, &b, margin)) return;
    ab_contact_points here;
    begin_pair(w, p, margin, block, &here);
    const ab_interaction *in = ab_collider_interaction(w, pair.a, pair.b);
    here.by_radius = in->geometry == AB_CHOOSE_IMPULSE ? 0 : in->law->by_radius;
    here.coordinate = in->law->overlap;
    ab_collide_find(a.shape, b.shape, in->geometry)(&a, &b, &here);
    const double clear = here.n == 0 && here.clear > 0 ? here.clear + margin : 0;
    note_clear(w, p, pair, clear);
    if (w->collision.separation) ab_separation_bound_set(&w->collision.separation[p], &a, &b, clear);
    block->n += here.n;
    block->failed = block->failed || here.failed;
    block->free_edge = block->free_edge || here.free_edge;
}

static void collide_block(collide_job *j, int64_t block, ab_overlap_workspace *workspace) {
    const int64_t at = j->offset[block];
    ab_contact_points contacts = {.contact = j->contacts + at,
                                  .sample = j->sample + at,
                                  .capacity = j->offset[block + 1] - at,
                                  .detect = j->w->config.detect,
                                  .workspace = workspace};
    j->free_edge[block] = -1;
    uint32_t row = ab_pairs_row(&j->w->collision.pairs, begin_of(j, block));
    for (int64_t p = begin_of(j, block); p < end_of(j, block); p++) {
        j->first[p] = (uint32_t)contacts.n;
        collide_pair(j->w, p, ab_pairs_walk(&j->w->collision.pairs, p, &row), j->eval->reach, &contacts);
        if (contacts.free_edge && j->free_edge[block] < 0) j->free_edge[block] = p;
    }
    j->start[block] = contacts.n;
    j->failed[block] = contacts.failed;
}

static void collide_blocks(void *arg, int64_t begin, int64_t end) {
    collide_job *j = arg;
    ab_overlap_workspace *workspace = ab_clip_workspaces_take(&j->w->collision.clip_workspaces);
    for (int64_t block = begin; block < end; block++) collide_block(j, block, workspace);
    ab_clip_workspaces_give(&j->w->collision.clip_workspaces, workspace);
}

static void write_row(ab_contacts *c, int64_t i, ab_pair pair, const ab_contact_point *contact) {
    c->a[i] = pair.a;
    c->b[i] = pair.b;
    c->feature[i] = contact->feature;
    c->point[i] = contact->point;
    c->normal[i] = contact->normal;
    c->gap[i] = contact->gap;
    c->pitch[i] = contact->area > 0 && !contact->overlap ? 0 : contact->pitch; // samples have none
}

// Fraction of the pair's stiffness.
static double area_weight_of(const ab_world *w, double area, const ab_contact_point *contact) {
    if (w->config.per_point || contact->overlap) return 1;
    return area > 0 && contact->area > 0 ? contact->area / area : contact->area_weight;
}

// The motion in which each of the whole contacts of a pair closes by its depth has an effective mass; each contact has
// the fraction of it that its depth is of all, and takes that as a fraction of its own (apply_laws.c). One: 1.
static void share_contact(const ab_world *w, ab_pair pair, const ab_contact_point *contact, int64_t n,
                          ab_contact_scratch *scratch) {
    double depth = 0;
    for (int64_t k = 0; k < n; k++) scratch[k].share = contact[k].area_weight;
    if (n < 2) return;
    for (int64_t k = 0; k < n; k++) depth += contact[k].gap;
    ab_gap_coordinate all = ab_gap_coordinate_of(w, pair.a, pair.b);
    for (int64_t k = 0; k < n; k++)
        ab_gap_coordinate_add(w, contact[k].point, v3_scale(contact[k].gap / depth, contact[k].normal), 0, &all);
    for (int64_t k = 0; k < n; k++) {
        ab_gap_coordinate own = ab_gap_coordinate_of(w, pair.a, pair.b);
        ab_gap_coordinate_add(w, contact[k].point, contact[k].normal, 0, &own);
        scratch[k].mass_fraction =
            contact[k].gap / depth * ab_gap_coordinate_whole(w, &all) / ab_gap_coordinate_whole(w, &own);
    }
}

// Writes the rows of a pair.
static void write_pair(const collide_job *j, int64_t row, ab_pair found, const ab_contact_point *contact, int64_t n) {
    ab_world *w = j->w;
    const ab_pair pair = in_order(w, found);
    const double area = ab_collider_interaction(w, pair.a, pair.b)->area;
    for (int64_t k = 0; k < n; k++) {
        write_row(&w->state.contacts, row + k, pair, &contact[k]);
        j->eval->scratch[row + k] = (ab_contact_scratch){
            .radius = contact[k].radius,
            .gap_gradient_norm = contact[k].gap_gradient_norm,
            .overlap = contact[k].overlap ? contact[k].value : 0,
            .area = contact[k].area,
            .area_weight = area_weight_of(w, area, &contact[k]),
            .mass_fraction = 1,
            .share = 1,
        };
    }
    if (ab_collider_geometry(w, pair.a, pair.b) == AB_GEOMETRY_GAP)
        share_contact(w, pair, contact, n, j->eval->scratch + row);
}

static void write_blocks(void *arg, int64_t begin, int64_t end) {
    const collide_job *j = arg;
    for (int64_t block = begin; block < end; block++) {
        const ab_contact_point *contacts = j->contacts + j->offset[block];
        const int64_t start = j->start[block], contact_count = j->start[block + 1] - start;
        uint32_t row = ab_pairs_row(&j->w->collision.pairs, begin_of(j, block));
        for (int64_t p = begin_of(j, block); p < end_of(j, block); p++) {
            const int64_t hit = j->first[p], next = p + 1 < end_of(j, block) ? j->first[p + 1] : contact_count;
            j->first[p] = (uint32_t)(start + hit);
            if (hit < next)
                write_pair(j, start + hit, ab_pairs_walk(&j->w->collision.pairs, p, &row), &contacts[hit], next - hit);
        }
    }
}

// Exclusive prefix sum that starts at `total`.
static int64_t add_up(int64_t *start, int64_t blocks, int64_t total) {
    for (int64_t block = 0; block < blocks; block++) {
        const int64_t here = start[block];
        start[block] = total;
        total += here;
    }
    return start[blocks] = total;
}

// A new block has memory for one contact point per pair; blocks that were enlarged keep their size.
static abut_status provide_capacity(ab_world *w, int64_t blocks) {
    AB_TRY(AB_GROW(w->cx, &w->collision.block_contacts, &w->collision.block_contacts_capacity, blocks));
    for (; w->collision.nblock_contacts < blocks; w->collision.nblock_contacts++)
        w->collision.block_contacts[w->collision.nblock_contacts] = BLOCK;
    return ABUT_OK;
}

static abut_status take_blocks(collide_job *j) {
    ab_world *w = j->w;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j->offset, j->blocks + 1));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j->start, j->blocks + 1));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j->free_edge, j->blocks));
    return AB_TAKE(w->cx, &w->arena, &j->failed, j->blocks);
}

static abut_status take_contacts(collide_job *j) {
    ab_world *w = j->w;
    for (int64_t block = 0; block < j->blocks; block++) j->offset[block] = *capacity_of(j, block);
    const int64_t total = add_up(j->offset, j->blocks, 0);
    AB_TRY(AB_TAKE(w->cx, &w->arena, &j->contacts, total));
    return AB_TAKE(w->cx, &w->arena, &j->sample, total);
}

// True if all contact points fitted; else the buffers that were too small are enlarged to 3/2 of the need.
static bool had_capacity(collide_job *j) {
    bool enough = true;
    for (int64_t block = 0; block < j->blocks; block++) {
        if (j->start[block] <= *capacity_of(j, block)) continue;
        *capacity_of(j, block) = j->start[block] + j->start[block] / 2;
        enough = false;
    }
    return enough;
}

// Clipping has never failed by round-off for convex bodies; it can fail for surfaces that are not quite convex.
static abut_status check_cuts(const collide_job *j) {
    for (int64_t block = 0; block < j->blocks; block++)
        if (j->failed[block])
            return ab_fail(j->w->cx, ABUT_ERR_NUMERIC,
                           "the overlap of two polyhedra could not be cut at step %lld; are their surfaces convex?",
                           (long long)j->w->state.step);
    return ABUT_OK;
}

// Reported once: it is a property of the scene.
static void warn_of_edge(ab_world *w, ab_pair pair) {
    char a[ABUT_LABEL], b[ABUT_LABEL];
    const bool wall_is_b = ab_collider_shape(w, pair.b)->wall != NULL;
    const int64_t body = wall_is_b ? pair.a : pair.b;
    ab_collider_label(w, body, a);
    ab_collider_label(w, wall_is_b ? pair.b : pair.a, b);
    const v3 x = *ab_collider_x(w, body);
    ab_log(w->cx, ABUT_LOG_WARNING,
           "a free edge of the wall '%s' lies inside '%s' at t = %g s, near (%.3g, %.3g, %.3g) m: the force there is "
           "not that of a "
           "potential; close the wall or extend it beyond where bodies are",
           b, a, w->state.time, x.x, x.y, x.z);
    w->collision.edge_warned = true;
}

static void warn_of_edges(ab_world *w, const collide_job *j) {
    for (int64_t block = 0; block < j->blocks && !w->collision.edge_warned; block++)
        if (j->free_edge[block] >= 0) warn_of_edge(w, ab_pairs_at(&w->collision.pairs, j->free_edge[block]));
}

static abut_status seek_contacts(collide_job *j) {
    do {
        AB_TRY(take_contacts(j));
        ab_parallel_for(j->w->cx, j->blocks, 1, collide_blocks, j);
    } while (!had_capacity(j));
    AB_TRY(check_cuts(j));
    warn_of_edges(j->w, j);
    return ABUT_OK;
}

static abut_status make_rows(collide_job *j) {
    ab_world *w = j->w;
    ab_evaluation *eval = j->eval;
    const int64_t total = add_up(j->start, j->blocks, w->state.contacts.n);
    if (total > UINT32_MAX) return ab_fail(w->cx, ABUT_ERR_LIMIT, "more than %u contacts", UINT32_MAX);
    AB_TRY(AB_GROW(w->cx, &w->collision.contact_scratch, &w->collision.contact_scratch_capacity, total));
    AB_TRY(ab_contacts_extend(w->cx, &w->state.contacts, &w->collision.last_contacts, total));
    eval->scratch = w->collision.contact_scratch;
    w->state.contacts.n = total;
    ab_parallel_for(w->cx, j->blocks, 1, write_blocks, j);
    j->first[j->end_pair] = (uint32_t)total;
    return ABUT_OK;
}

// Appends the contacts of the next wave of pairs.
static abut_status collide_wave(ab_world *w, ab_evaluation *eval) {
    const int64_t end = eval->end_pair + (int64_t)WAVE * BLOCK;
    collide_job j = {.w = w,
                     .eval = eval,
                     .first = eval->first_contact,
                     .pair = eval->end_pair,
                     .end_pair = end < w->collision.pairs.n ? end : w->collision.pairs.n};
    j.blocks = (j.end_pair - j.pair + BLOCK - 1) / BLOCK;
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    AB_TRY(take_blocks(&j));
    AB_TRY(seek_contacts(&j));
    AB_TRY(make_rows(&j));
    ab_arena_rewind(&w->arena, mark);
    eval->end_pair = j.end_pair;
    return ABUT_OK;
}

abut_status ab_collide(ab_world *w, ab_evaluation *eval) {
    eval->contact = w->state.contacts.n;
    return collide_wave(w, eval);
}

abut_status ab_find_reach(ab_world *w, ab_evaluation *eval) {
    eval->reach = NULL;
    if (!w->config.enforcement->reach) return ABUT_OK;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &eval->reach, w->state.collider.n));
    const double h = eval->middle ? 2 * eval->since : ab_world_last_dt(w);
    for (int64_t i = 0; i < w->state.collider.n; i++) eval->reach[i] = w->config.enforcement->reach(w, i, h);
    return ABUT_OK;
}

abut_status ab_begin_contacts(ab_world *w, ab_evaluation *eval) {
    AB_TRY(AB_TAKE(w->cx, &w->arena, &eval->first_contact, w->collision.pairs.n + 1));
    AB_TRY(provide_capacity(w, (w->collision.pairs.n + BLOCK - 1) / BLOCK));
    eval->first_contact[0] = 0;
    eval->end_pair = 0;
    w->state.contacts.n = 0;
    w->collision.stiffest = (ab_largest){-INFINITY, -1};
    return ABUT_OK;
}
