// Generates bodies on grids and at random. Random numbers depend on the scene's seed and the index of the generator, so
// a scene gives the same bodies on every machine, and a change of one generator does not affect the others.
#include "base/alloc.h"
#include "base/work.h"
#include "math/random.h"
#include "scene/builder.h"
#include "scene/validate.h"
#include "scene/build/packing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define TRIES 400 // random positions tried for one body

// ----------------------------------------------------------------------------------------------------- grid

static v3 jittered(ab_random *random, v3 x, double jitter) {
    if (jitter == 0) return x;
    const v3 reach = {jitter, jitter, jitter};
    return v3_add(x, ab_random_in_box(random, v3_neg(reach), reach));
}

static abut_body_def member_of(const ab_group_spec *group) {
    abut_body_def def = abut_body_default();
    def.name = group->name;
    def.material = group->material_row;
    def.velocity = group->velocity;
    return def;
}

static void place_grid(ab_builder *b, const ab_grid_spec *grid, const ab_particle_templates *templates,
                       ab_random *random) {
    abut_body_def def = member_of(&grid->group);
    def.number = 0;
    for (int64_t k = 0; k < grid->count[2]; k++)
        for (int64_t j = 0; j < grid->count[1]; j++)
            for (int64_t i = 0; i < grid->count[0]; i++) {
                if (ab_full(b->l)) return;
                const v3 cell = v3_make((double)i, (double)j, (double)k);
                def.shape = ab_particle_templates_pick(templates, def.number);
                def.position = jittered(random, v3_add(grid->origin, v3_mul(cell, grid->spacing)), grid->jitter);
                if (grid->turned) def.orientation = ab_random_rotation(random);
                ab_build_body(b, &def, grid->group.head.node->place);
                def.number++;
            }
}

void ab_build_grid(ab_builder *b, const ab_grid_spec *grid, uint64_t stream) {
    ab_random random = ab_random_start((uint64_t)b->spec->seed, stream);
    ab_particle_templates templates;
    if (ab_build_templates(b, &grid->group, stream, &templates)) place_grid(b, grid, &templates, &random);
    ab_particle_templates_free(b->l->cx, &templates);
}

// ----------------------------------------------------------------------------------------------------- fill

ab_region ab_build_region(const ab_region_spec *s) {
    if (ab_node_get(s->head.node, "low")) return ab_region_box(s->low, s->high);
    return ab_region_cone(s->from, s->to, s->radius, s->to_radius < 0 ? s->radius : s->to_radius);
}

typedef struct generate_bodies_member {
    double radius; // of the bounding sphere
    int32_t shape; // of the world, -1 = a sphere of that radius, not made yet
    int64_t order;
} generate_bodies_member;

// Sorts by decreasing radius: large bodies are placed first, because they are hardest to place.
static int larger_first(const void *a, const void *b) {
    const generate_bodies_member *x = a, *y = b;
    if (x->radius != y->radius) return (x->radius < y->radius) - (x->radius > y->radius);
    return (x->order > y->order) - (x->order < y->order);
}

static double ball_volume(double radius) { return 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius; }

// Number of bodies for the given volume fraction; -1 after a diagnostic.
static int64_t wanted_count(ab_builder *b, const ab_fill_spec *fill, const ab_region *region, double volume) {
    if (fill->fraction == 0) return fill->count;
    const double count = floor(fill->fraction * ab_region_volume(region) / volume + 0.5);
    if (count <= (double)AB_MAX_BODIES) return count < 1 ? 1 : (int64_t)count;
    char asked[AB_NUM_MAX];
    ab_brief(asked, count);
    ab_diagnose(b->l, AB_E037, fill->group.head.node->place,
                "the fraction asks for %s bodies; at most %lld are possible", asked, (long long)AB_MAX_BODIES);
    return -1;
}

// Mean volume of spheres with radii uniform in [a, b]: 4/3 pi (a + b)(a^2 + b^2)/4.
static double mean_volume(const ab_range_spec *r) {
    return ball_volume(1) * (r->min + r->max) * (r->min * r->min + r->max * r->max) / 4;
}

static bool ranged(const ab_fill_spec *fill) { return fill->radius.head.node != NULL; }

static generate_bodies_member *list_members(ab_builder *b, const ab_fill_spec *fill,
                                            const ab_particle_templates *templates, int64_t count, ab_random *random) {
    generate_bodies_member *all = NULL;
    ab_stop(b->l, AB_ALLOC(b->l->cx, &all, count));
    for (int64_t i = 0; all && i < count; i++) {
        const int32_t shape = ranged(fill) ? -1 : ab_particle_templates_pick(templates, i);
        all[i] = (generate_bodies_member){ranged(fill) ? ab_random_between(random, fill->radius.min, fill->radius.max)
                                                       : b->w->config.shapes[shape].radius,
                                          shape, i};
    }
    if (all) qsort(all, (size_t)count, sizeof *all, larger_first);
    return all;
}

// Whether the bounding sphere of a shape is too large to represent it, as for walls around or beside the region.
static bool hides_the_region(const ab_shape *shape, const ab_region *region) {
    return shape->kind != AB_SHAPE_sphere && shape->radius > ab_region_half(region);
}

// Adds the bounding spheres of existing colliders that may touch the new bodies.
static abut_status add_present(ab_builder *b, ab_packing *packing, const ab_region *region, double gap) {
    const ab_world *w = b->w;
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        assert(w->config.shapes); // every collider has one
        const ab_shape *shape = ab_collider_shape(w, i);
        if (hides_the_region(shape, region) || !ab_collider_touches(w, i)) continue;
        AB_TRY(ab_packing_add(b->l->cx, packing, *ab_collider_x(w, i), shape->radius + 0.5 * gap));
    }
    return ABUT_OK;
}

// Finds a free position for a sphere of this radius inside the region.
static bool find_place(const ab_packing *packing, const ab_region *region, double gap, double radius, ab_random *random,
                       v3 *centre) {
    const v3 inset = {radius, radius, radius};
    const v3 low = v3_add(region->low, inset), high = v3_sub(region->high, inset);
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return false;
    for (int inside = 0, all = 0; inside < TRIES && all < 50 * TRIES; all++) {
        *centre = ab_random_in_box(random, low, high);
        if (region->round && ab_region_depth(region, *centre) < radius) continue;
        if (ab_packing_free_at(packing, *centre, radius + 0.5 * gap)) return true;
        inside++;
    }
    return false;
}

static void does_not_fit(ab_builder *b, const ab_fill_spec *fill, const ab_region *region,
                         const generate_bodies_member *all, int64_t placed, int64_t count) {
    char share[AB_NUM_MAX];
    double volume = 0;
    for (int64_t i = 0; i < count; i++) volume += ball_volume(all[i].radius + 0.5 * fill->gap);
    ab_brief(share, 100 * volume / ab_region_volume(region));
    ab_diagnose(b->l, AB_E038, fill->group.head.node->place,
                "only %lld of %lld bodies fit at random: with their gaps their bounding spheres are %s %% of "
                "the region, and random "
                "places end near 35 %%; enlarge the region, or take fewer or smaller bodies",
                (long long)placed, (long long)count, share);
}

// Origin of the body's frame for a centre of mass, which is the centre of the bounding sphere, at `centre`.
static v3 origin_for(const ab_shape *shape, quat q, v3 centre) {
    const quat body = quat_mul(q, quat_conjugate(shape->placed.q));
    return v3_add(centre, quat_rotate(body, shape->placed.x));
}

static void place_all(ab_builder *b, const ab_fill_spec *fill, const ab_region *region,
                      const generate_bodies_member *all, int64_t count, ab_packing *packing, ab_random *random) {
    abut_body_def def = member_of(&fill->group);
    const ab_place place = fill->group.head.node->place;
    ab_work_name(b->l->cx, fill->group.name ? fill->group.name : "");
    for (int64_t i = 0; i < count && !ab_full(b->l); i++) {
        v3 centre;
        ab_stop(b->l, ab_worked(b->l->cx, "places", i, count));
        if (!find_place(packing, region, fill->gap, all[i].radius, random, &centre)) {
            does_not_fit(b, fill, region, all, i, count);
            return;
        }
        def.shape = all[i].shape >= 0 ? all[i].shape : ab_build_sphere(b, all[i].radius, place);
        if (def.shape < 0) return;
        const bool round = b->w->config.shapes[def.shape].kind == AB_SHAPE_sphere;
        def.orientation = round ? quat_identity() : ab_random_rotation(random);
        def.position = origin_for(&b->w->config.shapes[def.shape], def.orientation, centre);
        def.number = i;
        ab_build_body(b, &def, place);
        ab_stop(b->l, ab_packing_add(b->l->cx, packing, centre, all[i].radius + 0.5 * fill->gap));
    }
}

static void fill_with(ab_builder *b, const ab_fill_spec *fill, const ab_particle_templates *templates,
                      ab_random *random) {
    const ab_region region = ab_build_region(&fill->region);
    const double volume =
        ranged(fill) ? mean_volume(&fill->radius) : ab_particle_templates_volume(templates, b->w->config.shapes);
    const int64_t count = wanted_count(b, fill, &region, volume);
    if (count < 0) return;
    generate_bodies_member *all = list_members(b, fill, templates, count, random);
    ab_packing packing = {0};
    if (all) {
        ab_stop(b->l, ab_packing_start(b->l->cx, &packing, count + b->w->state.body.n,
                                       all[count - 1].radius + 0.5 * fill->gap, all[0].radius + 0.5 * fill->gap));
        if (b->l->status == ABUT_OK) ab_stop(b->l, add_present(b, &packing, &region, fill->gap));
        if (b->l->status == ABUT_OK) place_all(b, fill, &region, all, count, &packing, random);
    }
    ab_packing_destroy(b->l->cx, &packing);
    ab_free(b->l->cx, all);
}

void ab_build_fill(ab_builder *b, const ab_fill_spec *fill, uint64_t stream) {
    ab_random random = ab_random_start((uint64_t)b->spec->seed, stream);
    ab_particle_templates templates = {0};
    if (ranged(fill) || ab_build_templates(b, &fill->group, stream, &templates))
        fill_with(b, fill, &templates, &random);
    ab_particle_templates_free(b->l->cx, &templates);
}
