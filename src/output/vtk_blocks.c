// Computes the extent of a run, its roster of bodies and the surface detail within the limits, in one pass over the
// journal.
#include "output/vtk_blocks.h"
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------- roster

static int by_identity(const void *a, const void *b) {
    const ab_member *x = a, *y = b;
    if (x->slot != y->slot) return x->slot < y->slot ? -1 : 1;
    if (x->generation != y->generation) return x->generation < y->generation ? -1 : 1;
    return (x->collider > y->collider) - (x->collider < y->collider);
}

static int by_id(const void *a, const void *b) {
    const ab_member *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

// Assigns ids to the bodies of one epoch. The first `known` entries of the roster are sorted by identity.
static abut_status enlist(ab_ctx *cx, ab_vtk_blocks *p, int64_t e) {
    const ab_epoch *epoch = &p->journal->epoch[e];
    const int64_t known = p->nroster;
    AB_TRY(AB_ALLOC(cx, &p->id[e], epoch->nbody));
    AB_TRY(AB_GROW(cx, &p->roster, &p->roster_capacity, known + epoch->nbody));
    for (int64_t i = 0; i < epoch->nbody; i++) {
        const ab_journal_body *body = &epoch->body[i];
        ab_member key = {body->slot, body->generation, body->collider, (int32_t)p->nroster, *body};
        const ab_member *old = known ? bsearch(&key, p->roster, (size_t)known, sizeof key, by_identity) : NULL;
        if (!old) p->roster[p->nroster++] = key;
        p->id[e][i] = old ? old->id : key.id;
    }
    if (p->nroster > known) qsort(p->roster, (size_t)p->nroster, sizeof *p->roster, by_identity);
    return ABUT_OK;
}

static abut_status make_roster(ab_ctx *cx, ab_vtk_blocks *p) {
    AB_TRY(AB_ALLOC(cx, &p->id, p->journal->nepoch));
    for (int64_t e = 0; e < p->journal->nepoch; e++) {
        if (p->nroster + p->journal->epoch[e].nbody > INT32_MAX)
            return ab_fail(cx, ABUT_ERR_LIMIT, "'%s' names more bodies than results can number", p->journal->file.path);
        AB_TRY(enlist(cx, p, e));
    }
    if (p->nroster) qsort(p->roster, (size_t)p->nroster, sizeof *p->roster, by_id);
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------- extent

static void widen(const ab_vtk_blocks *p, const ab_epoch *epoch, const ab_frame *frame, ab_box3 *box) {
    for (int64_t i = 0; i < frame->nbody; i++) {
        const ab_shape *shape = &p->journal->shape[epoch->body[i].shape];
        if (!isfinite(shape->radius)) continue;
        const v3 r = {shape->radius, shape->radius, shape->radius};
        box->low = v3_min(box->low, v3_sub(frame->body[i].x, r));
        box->high = v3_max(box->high, v3_add(frame->body[i].x, r));
    }
}

static abut_status measure_frames(ab_ctx *cx, ab_vtk_blocks *p) {
    ab_journal *journal = p->journal;
    AB_TRY(AB_ALLOC(cx, &p->contacts, journal->nframe));
    AB_TRY(AB_ALLOC(cx, &p->time, journal->nframe));
    ab_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    ab_frame frame = {0};
    abut_status status = ABUT_OK;
    for (int64_t i = 0; i < journal->nframe && status == ABUT_OK; i++) {
        status = ab_journal_frame(journal, i, &frame);
        if (status != ABUT_OK) break;
        p->contacts[i] = frame.ncontact;
        p->time[i] = frame.time;
        widen(p, &journal->epoch[journal->frame[i].epoch], &frame, &box);
    }
    ab_frame_free(cx, &frame);
    const v3 size = v3_sub(box.high, box.low);
    const bool seen = v3_finite(size);
    p->centre = seen ? v3_scale(0.5, v3_add(box.low, box.high)) : v3_zero();
    p->half = seen && v3_norm(size) > 0 ? 0.5 * v3_norm(size) : 0.5;
    return status;
}

// --------------------------------------------------------------------------------------------------- surfaces

static void free_surfaces(ab_ctx *cx, ab_vtk_blocks *p) {
    if (!p->surface) return;
    for (int64_t i = 0; i < p->journal->nshape; i++) ab_mesh_free(cx, &p->surface[i]);
}

static abut_status make_surfaces(ab_ctx *cx, ab_vtk_blocks *p, int detail) {
    free_surfaces(cx, p);
    for (int64_t i = 0; i < p->journal->nshape; i++) {
        const ab_shape *shape = &p->journal->shape[i];
        AB_TRY(ab_shape_types[shape->kind]->surface(cx, shape, detail, &p->surface[i]));
    }
    p->detail = detail;
    return ABUT_OK;
}

typedef struct point_count {
    int64_t fullest; // max over frames
    int64_t drawn;   // in all frames, of shapes whose surface depends on the detail
    int64_t given;   // in all frames, of hulls and meshes
} point_count;

static int64_t given_points(const ab_vtk_blocks *p, const ab_epoch *epoch) {
    int64_t sum = 0;
    for (int64_t i = 0; i < epoch->nbody; i++) sum += p->journal->shape[epoch->body[i].shape].surface.nvertex;
    return sum;
}

static point_count count_points(const ab_vtk_blocks *p) {
    const ab_journal *journal = p->journal;
    point_count count = {0};
    int64_t points = 0, given = 0;
    for (int64_t i = 0; i < journal->nframe; i++) {
        const int64_t epoch = journal->frame[i].epoch;
        if (i == 0 || epoch != journal->frame[i - 1].epoch) {
            points = ab_block_measure(p, AB_BLOCK_BODIES, epoch, 0).points;
            given = given_points(p, &journal->epoch[epoch]);
        }
        if (points > count.fullest) count.fullest = points;
        count.drawn += points - given;
        count.given += given;
    }
    return count;
}

// Chooses the finest detail that the limits allow: fine for few bodies, coarse for many, vertices only for very many.
// Hulls and meshes come from the user, so their limit is ten times as large.
static abut_status choose_detail(ab_ctx *cx, ab_vtk_blocks *p, ab_vtk_limits limits) {
    const int64_t limit[] = {limits.frame_points, limits.frame_points / 10, limits.frame_points / 100};
    AB_TRY(AB_ALLOC(cx, &p->surface, p->journal->nshape));
    for (int detail = 2; detail >= 0; detail--) {
        AB_TRY(make_surfaces(cx, p, detail));
        const point_count count = count_points(p);
        if (count.fullest <= limit[detail] && count.drawn <= limits.total_points &&
            count.given / 10 <= limits.total_points)
            return ABUT_OK;
    }
    p->vertices_only = true;
    ab_log(cx, ABUT_LOG_INFO,
           "surfaces of all bodies would be too many points: the block `bodies` holds one vertex per body");
    return ABUT_OK;
}

abut_status ab_vtk_blocks_make(ab_ctx *cx, ab_journal *journal, ab_vtk_limits limits, ab_vtk_blocks *blocks) {
    *blocks = (ab_vtk_blocks){.journal = journal};
    abut_status status = make_roster(cx, blocks);
    if (status == ABUT_OK) status = measure_frames(cx, blocks);
    if (status == ABUT_OK) status = choose_detail(cx, blocks, limits);
    if (status != ABUT_OK) ab_vtk_blocks_free(cx, blocks);
    return status;
}

void ab_vtk_blocks_free(ab_ctx *cx, ab_vtk_blocks *blocks) {
    free_surfaces(cx, blocks);
    ab_free(cx, blocks->surface);
    for (int64_t e = 0; blocks->id && e < blocks->journal->nepoch; e++) ab_free(cx, blocks->id[e]);
    ab_free(cx, blocks->id);
    ab_free(cx, blocks->roster);
    ab_free(cx, blocks->contacts);
    ab_free(cx, blocks->time);
    *blocks = (ab_vtk_blocks){0};
}
