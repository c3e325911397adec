// Every AB_FLOW_STEPS dt: flux planes count crossings, outlets remove bodies, inlets add bodies, in this order. All of
// it depends on the state alone, so a resumed run does the same; rows only move up or are appended, so the order of
// sums is kept.
//
// An inlet has to deliver rate (t - start) bodies, or the mass mass_rate (t - start). Bodies that find no free position
// in its region wait for the next update. A position is free if no bounding sphere overlaps it; shapes other than balls
// that are larger than the region count as walls, which must lie outside the region.
#include "step/phases.h"
#include "step/step.h"

enum { TRIES = 100, MAX_AT_ONCE = 4096 };

// ------------------------------------------------------------------------------------------------------ flux planes

static double mass_of(const ab_world *w, int64_t i) { return ab_mass_of(&w->state.body, i); }

static bool crosses_disc(const ab_flux_plane *g, v3 at) {
    const v3 to = v3_sub(at, g->at);
    return v3_norm2(v3_sub(to, v3_scale(v3_dot(to, g->normal), g->normal))) <= g->radius * g->radius;
}

static void count_body(ab_world *w, int64_t i) {
    ab_flows *t = &w->state.flows;
    const uint32_t side = ab_flows_side(t, w->state.body.x[i]), changed = side ^ w->state.body.flux_side[i];
    w->state.body.flux_side[i] = side;
    for (int64_t k = 0; changed != 0 && k < t->nflux_plane; k++) {
        if (!(changed >> k & 1) || !crosses_disc(&t->flux_plane[k], w->state.body.x[i])) continue;
        const int way = side >> k & 1 ? 1 : -1;
        t->flux_plane[k].tally.count += way;
        t->flux_plane[k].tally.mass += way * mass_of(w, i);
    }
}

static void renew_rate(ab_flux_plane *g, double time) {
    ab_flow_tally *t = &g->tally;
    if (time - t->then < g->window) return;
    t->rate = (t->mass - t->at_then) / (time - t->then);
    t->then = time;
    t->at_then = t->mass;
}

static void count_through_flux_planes(ab_world *w) {
    for (int64_t i = 0; i < w->state.body.n && w->state.flows.nflux_plane > 0; i++)
        if (ab_body_moves(&w->state.body, i)) count_body(w, i);
    for (int64_t k = 0; k < w->state.flows.nflux_plane; k++) renew_rate(&w->state.flows.flux_plane[k], w->state.time);
}

// ---------------------------------------------------------------------------------------------------------- outlets

// Bodies with joints or force elements are not removed.
static void spare_joined(const ab_world *w, bool *gone) {
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        const ab_world_joint *j = &w->mechanism.joint[i];
        if (j->a >= 0) gone[j->a] = false;
        if (j->b >= 0) gone[j->b] = false;
    }
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        const ab_world_force *f = &w->mechanism.force[i];
        if (f->a >= 0) gone[f->a] = false;
        if (f->b >= 0) gone[f->b] = false;
    }
}

static ab_outlet *outlet_of(ab_world *w, v3 at) {
    for (int64_t k = 0; k < w->state.flows.noutlet; k++) {
        ab_outlet *o = &w->state.flows.outlet[k];
        if (ab_region_holds(&o->region, at) != o->outside) return o;
    }
    return NULL;
}

static abut_status let_out(ab_world *w) {
    if (w->state.flows.noutlet == 0) return ABUT_OK;
    bool *gone = NULL;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &gone, w->state.body.n));
    for (int64_t i = 0; i < w->state.body.n; i++)
        gone[i] = ab_body_moves(&w->state.body, i) && outlet_of(w, w->state.body.x[i]) != NULL;
    spare_joined(w, gone);
    bool any = false;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!gone[i]) continue;
        ab_flow_tally *tally = &outlet_of(w, w->state.body.x[i])->tally;
        tally->count++;
        tally->mass += mass_of(w, i);
        any = true;
    }
    return any ? ab_remove_rows(w, gone) : ABUT_OK;
}

// ----------------------------------------------------------------------------------------------------------- inlets

typedef struct inlets_outlets_ball {
    v3 centre;
    double radius;
} inlets_outlets_ball;

typedef struct inlets_outlets_crowd {
    inlets_outlets_ball *ball; // bounding spheres that overlap the region   (n)
    int64_t n;
} inlets_outlets_crowd;

static bool in_the_way(const ab_world *w, int64_t i, const ab_region *region) {
    const ab_shape *shape = ab_collider_shape(w, i);
    if (w->state.collider.flags[i] & AB_COLLIDER_NO_CONTACT) return false;
    if (shape->kind != AB_SHAPE_sphere && shape->radius > ab_region_half(region)) return false;
    const v3 x = *ab_collider_x(w, i);
    const double r = shape->radius;
    return x.x + r >= region->low.x && x.x - r <= region->high.x && x.y + r >= region->low.y &&
           x.y - r <= region->high.y && x.z + r >= region->low.z && x.z - r <= region->high.z;
}

static abut_status gather_crowd(ab_world *w, const ab_region *region, int64_t newcomers, inlets_outlets_crowd *c) {
    *c = (inlets_outlets_crowd){0};
    for (int64_t i = 0; i < w->state.collider.n; i++) newcomers += in_the_way(w, i, region);
    AB_TRY(AB_TAKE(w->cx, &w->arena, &c->ball, newcomers));
    for (int64_t i = 0; i < w->state.collider.n; i++)
        if (in_the_way(w, i, region))
            c->ball[c->n++] = (inlets_outlets_ball){*ab_collider_x(w, i), ab_collider_shape(w, i)->radius};
    return ABUT_OK;
}

static bool is_free(const inlets_outlets_crowd *c, v3 at, double radius) {
    for (int64_t i = 0; i < c->n; i++) {
        const double reach = c->ball[i].radius + radius;
        if (v3_norm2(v3_sub(c->ball[i].centre, at)) < reach * reach) return false;
    }
    return true;
}

static bool find_place(ab_inlet *inlet, const inlets_outlets_crowd *c, double radius, v3 *at) {
    const v3 inset = {radius, radius, radius};
    const v3 low = v3_add(inlet->region.low, inset), high = v3_sub(inlet->region.high, inset);
    for (int i = 0; i < TRIES; i++) {
        *at = ab_random_in_box(&inlet->tally.random, low, high);
        if (ab_region_depth(&inlet->region, *at) >= radius && is_free(c, *at, radius + inlet->gap)) return true;
    }
    return false;
}

// Number of bodies due now; the mass limits are tested for each body (may_weigh).
static int64_t due(const ab_inlet *inlet, double time) {
    const double since = (time < inlet->end ? time : inlet->end) - inlet->start;
    if (!(since > 0)) return 0;
    double count =
        inlet->rate > 0 ? floor(inlet->rate * since * (1 + 1e-12)) - (double)inlet->tally.count : MAX_AT_ONCE;
    if (inlet->max_count > 0) count = ab_lesser(count, (double)(inlet->max_count - inlet->tally.count));
    return count < 0 ? 0 : count > MAX_AT_ONCE ? MAX_AT_ONCE : (int64_t)count;
}

static bool may_weigh(const ab_inlet *inlet, double mass, double time) {
    const double since = (time < inlet->end ? time : inlet->end) - inlet->start;
    const double all = inlet->tally.mass + mass;
    if (inlet->mass_rate > 0 && all > inlet->mass_rate * since) return false;
    return !(inlet->max_mass > 0 && all > inlet->max_mass);
}

typedef struct newcomer {
    int32_t shape;
    double mass;
} newcomer;

static newcomer next_of(const ab_world *w, const ab_inlet *inlet) {
    const int32_t shape = ab_particle_templates_pick(&inlet->templates, inlet->tally.count);
    return (newcomer){shape, w->config.materials[inlet->material].density * w->config.shapes[shape].volume};
}

// Adds a body with its centre of mass at `at`.
static abut_status add_member(ab_world *w, ab_inlet *inlet, int32_t shape, v3 at) {
    abut_body_def def = abut_body_default();
    def.name = inlet->name;
    def.number = inlet->tally.count;
    def.shape = shape;
    def.material = inlet->material;
    def.velocity = inlet->velocity;
    const ab_shape *s = &w->config.shapes[shape];
    if (s->kind != AB_SHAPE_sphere) def.orientation = ab_random_rotation(&inlet->tally.random);
    def.position = v3_add(at, quat_rotate(quat_mul(def.orientation, quat_conjugate(s->placed.q)), s->placed.x));
    return ab_add_member(w, &def, inlet->label);
}

static abut_status fill_from(ab_world *w, ab_inlet *inlet, int64_t count) {
    inlets_outlets_crowd c;
    AB_TRY(gather_crowd(w, &inlet->region, count, &c));
    for (int64_t k = 0; k < count; k++) {
        const newcomer next = next_of(w, inlet);
        const double radius = w->config.shapes[next.shape].radius;
        v3 at;
        if (!may_weigh(inlet, next.mass, w->state.time) || !find_place(inlet, &c, radius, &at)) return ABUT_OK;
        AB_TRY(add_member(w, inlet, next.shape, at));
        c.ball[c.n++] = (inlets_outlets_ball){at, radius};
        inlet->tally.count++;
        inlet->tally.mass += next.mass;
    }
    return ABUT_OK;
}

// The colliders of the world are looked at only if a body is due.
static abut_status let_in(ab_world *w) {
    for (int64_t i = 0; i < w->state.flows.ninlet; i++) {
        ab_inlet *inlet = &w->state.flows.inlet[i];
        const int64_t count = due(inlet, w->state.time);
        if (count > 0 && may_weigh(inlet, next_of(w, inlet).mass, w->state.time)) AB_TRY(fill_from(w, inlet, count));
    }
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------------------- all

abut_status ab_update_inlets_outlets(ab_world *w) {
    if (ab_flows_count(&w->state.flows) == 0 || !ab_world_passed(w, AB_FLOW_STEPS)) return ABUT_OK;
    count_through_flux_planes(w);
    AB_TRY(let_out(w));
    AB_TRY(let_in(w));
    return ab_refresh(w);
}
