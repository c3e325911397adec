// Generators of bodies. Their random numbers come from the scene's seed and their place in the list, so a scene gives the same bodies
// on every machine, and changing one generator leaves the others alone.
#include "base/alloc.h"
#include "math/random.h"
#include "scene/builder.h"
#include "scene/check.h"
#include "scene/packing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define TRIES 400 // random places tried for one body

// ----------------------------------------------------------------------------------------------------- grid

static v3 jittered(ab_random *random, v3 x, double jitter) {
    if (jitter == 0) return x;
    const v3 reach = {jitter, jitter, jitter};
    return v3_add(x, ab_random_in_box(random, v3_neg(reach), reach));
}

void ab_build_grid(ab_builder *b, const ab_grid_spec *grid, uint64_t stream) {
    const int32_t shape = ab_build_shape(b, &grid->shape);
    if (shape < 0) return;
    ab_random random = ab_random_start((uint64_t)b->spec->seed, stream);
    abut_body_def def = abut_default_body();
    def.name = grid->name;
    def.shape = shape;
    def.material = grid->material_row;
    def.velocity = grid->velocity;
    def.number = 0;
    for (int64_t k = 0; k < grid->count[2]; k++)
        for (int64_t j = 0; j < grid->count[1]; j++)
            for (int64_t i = 0; i < grid->count[0]; i++) {
                if (ab_full(b->l)) return;
                const v3 cell = v3_make((double)i, (double)j, (double)k);
                def.position =
                    jittered(&random, v3_add(grid->origin, v3_mul(cell, grid->spacing)), grid->jitter);
                ab_build_body(b, &def, grid->head.node->place);
                def.number++;
            }
}

// ----------------------------------------------------------------------------------------------------- fill

static int larger_first(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static double ball_volume(double radius) {
    return 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius;
}

// How many bodies make up the wanted share of the volume; -1 after a diagnostic.
static int64_t wanted_count(ab_builder *b, const ab_fill_spec *fill, double volume) {
    if (fill->fraction == 0) return fill->count;
    const v3 edges = v3_sub(fill->region.high, fill->region.low);
    const double count = floor(fill->fraction * edges.x * edges.y * edges.z / volume + 0.5);
    if (count <= (double)AB_MOST_BODIES) return count < 1 ? 1 : (int64_t)count;
    char asked[AB_NUM_MAX];
    ab_brief(asked, count);
    ab_diagnose(b->l, AB_E037, fill->head.node->place,
                "the fraction asks for %s bodies; at most %lld are possible", asked,
                (long long)AB_MOST_BODIES);
    return -1;
}

// Mean volume of balls with radii spread evenly over [a, b]: 4/3 pi (a + b)(a^2 + b^2)/4.
static double mean_volume(const ab_range_spec *r) {
    return ball_volume(1) * (r->min + r->max) * (r->min * r->min + r->max * r->max) / 4;
}

// Bounding radii of all members, large ones first: they are hardest to place.
static double *make_radii(ab_builder *b, const ab_fill_spec *fill, int64_t count, double radius,
                          ab_random *random) {
    double *all = NULL;
    ab_stop(b->l, AB_ALLOC(b->l->cx, &all, count));
    if (!all) return NULL;
    const ab_range_spec *range = &fill->radius;
    for (int64_t i = 0; i < count; i++)
        all[i] = range->head.node ? ab_random_between(random, range->min, range->max) : radius;
    if (range->head.node) qsort(all, (size_t)count, sizeof *all, larger_first);
    return all;
}

// Bodies that are there already and may touch the new ones.
static abut_status add_present(ab_builder *b, ab_packing *packing, double gap) {
    const ab_world *w = b->w;
    for (int64_t i = 0; i < w->body.n; i++) {
        assert(w->shapes); // every body has one
        const double radius = w->shapes[w->body.shape[i]].radius;
        if (isinf(radius) || (w->body.flags[i] & AB_BODY_NO_CONTACT)) continue;
        AB_TRY(ab_packing_add(b->l->cx, packing, w->body.x[i], radius + 0.5 * gap));
    }
    return ABUT_OK;
}

// A free place for a ball of this radius wholly inside the region.
static bool find_place(const ab_packing *packing, const ab_fill_spec *fill, double radius, ab_random *random,
                       v3 *centre) {
    const v3 inset = {radius, radius, radius};
    const v3 low = v3_add(fill->region.low, inset), high = v3_sub(fill->region.high, inset);
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return false;
    for (int i = 0; i < TRIES; i++) {
        *centre = ab_random_in_box(random, low, high);
        if (ab_packing_free_at(packing, *centre, radius + 0.5 * fill->gap)) return true;
    }
    return false;
}

static void does_not_fit(ab_builder *b, const ab_fill_spec *fill, int64_t placed, int64_t count) {
    ab_diagnose(b->l, AB_E038, fill->head.node->place,
                "only %lld of %lld bodies fit at random; enlarge the region, or take fewer or smaller bodies",
                (long long)placed, (long long)count);
}

// The body's own origin such that its centre of mass, where the bounding sphere is centred, lies at `centre`.
static v3 origin_for(const ab_shape *shape, quat q, v3 centre) {
    const quat body = quat_mul(q, quat_conjugate(shape->placed.q));
    return v3_add(centre, quat_rotate(body, shape->placed.x));
}

static void place_all(ab_builder *b, const ab_fill_spec *fill, int32_t shape, const double *radius,
                      int64_t count, ab_packing *packing, ab_random *random) {
    abut_body_def def = abut_default_body();
    def.name = fill->name;
    def.material = fill->material_row;
    def.velocity = fill->velocity;
    for (int64_t i = 0; i < count && !ab_full(b->l); i++) {
        v3 centre;
        if (!find_place(packing, fill, radius[i], random, &centre)) {
            does_not_fit(b, fill, i, count);
            return;
        }
        def.shape = shape >= 0 ? shape : ab_build_sphere(b, radius[i], fill->head.node->place);
        if (def.shape < 0) return;
        const bool round = b->w->shapes[def.shape].kind == AB_SHAPE_sphere;
        def.orientation = round ? quat_identity() : ab_random_rotation(random);
        def.position = origin_for(&b->w->shapes[def.shape], def.orientation, centre);
        def.number = i;
        ab_build_body(b, &def, fill->head.node->place);
        ab_stop(b->l, ab_packing_add(b->l->cx, packing, centre, radius[i] + 0.5 * fill->gap));
    }
}

void ab_build_fill(ab_builder *b, const ab_fill_spec *fill, uint64_t stream) {
    const bool ranged = fill->radius.head.node != NULL;
    const int32_t shape = ranged ? -1 : ab_build_shape(b, &fill->shape);
    if (!ranged && shape < 0) return;
    const ab_shape *made = ranged ? NULL : &b->w->shapes[shape];
    if (made && !(made->volume > 0)) {
        ab_diagnose(b->l, AB_E033, fill->shape.head.node->place,
                    "generated bodies move, and this mesh is open, so it has no mass; close it");
        return;
    }
    const int64_t count = wanted_count(b, fill, made ? made->volume : mean_volume(&fill->radius));
    if (count < 0) return;
    ab_random random = ab_random_start((uint64_t)b->spec->seed, stream);
    double *radius = make_radii(b, fill, count, made ? made->radius : 0, &random);
    ab_packing packing = {0};
    if (radius) {
        ab_stop(b->l, ab_packing_start(b->l->cx, &packing, count + b->w->body.n,
                                       radius[count - 1] + 0.5 * fill->gap, radius[0] + 0.5 * fill->gap));
        if (b->l->status == ABUT_OK) ab_stop(b->l, add_present(b, &packing, fill->gap));
        if (b->l->status == ABUT_OK) place_all(b, fill, shape, radius, count, &packing, &random);
    }
    ab_packing_destroy(b->l->cx, &packing);
    ab_free(b->l->cx, radius);
}
