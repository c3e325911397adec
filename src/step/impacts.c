// Impacts by laws that are a process, group by group, and the statistics of all impacts.
#include "step/impacts.h"
#include "step/select_contacts.h"
#include "solve/impact_solver.h"

#include <string.h>

#define AT_REST 1e-3 // slip over |gravity| dt that is none

// The contacts of one group that touch.
typedef struct impact_group {
    ab_contact_cones *c;
    const double *smooth; // change of velocity by all other impulses, m/s  (3 c->n)
    int64_t n;
    int64_t *cone; // (n)
} impact_group;

static const ab_impact_law *law_of(const ab_contact_cones *c, int64_t i) {
    return ab_contact_cones_interaction(c, i)->impact_law;
}

static bool begins_process(const ab_contact_cones *c, int64_t i) { return c->bounces[i] && law_of(c, i)->excess; }

static ab_impact_contact contact_of(const ab_contact_cones *c, int64_t i) {
    const ab_interaction *in = ab_contact_cones_interaction(c, i);
    const int k = ab_parameter_find(in->impact_law->parameters, "impact_stiffness");
    return (ab_impact_contact){c->mu[i], in->restitution, in->impact_law, k < 0 ? 1 : in->impact_value[k]};
}

// Mobility and velocities of the group.
static void fill_problem(const impact_group *g, double *w, double *v, ab_impact_contact *contact) {
    const int64_t size = 3 * g->n;
    for (int64_t i = 0; i < g->n; i++) {
        contact[i] = contact_of(g->c, g->cone[i]);
        for (int k = 0; k < 3; k++)
            v[3 * i + k] = g->c->before[3 * g->cone[i] + k] + 0.5 * g->smooth[3 * g->cone[i] + k];
        for (int64_t j = 0; j <= i; j++) {
            double block[9];
            ab_cone_bodies_block(g->c->bodies, g->cone[i], g->cone[j], block);
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    w[(3 * i + a) * size + 3 * j + b] = w[(3 * j + b) * size + 3 * i + a] = block[3 * a + b];
        }
    }
}

static void note(abut_watch *watch, const ab_impact_report *report) {
    watch->impacts_guarded += report->guarded;
    watch->impacts_fell_back += report->fell_back;
    watch->impacts_completed += report->completed;
    watch->impacts_jammed += report->jammed;
}

// What the cones of the group still have to do: keep what touches from closing.
static void keep_impulses(const impact_group *g, const ab_impact_outcome *out) {
    for (int64_t i = 0; i < g->n; i++) {
        const int64_t k = g->cone[i];
        const double gap = ab_gap_along_normal(g->c->w, g->c->contact[k]);
        memcpy(g->c->impulse + 3 * k, out[i].end.p, sizeof out[i].end.p);
        if (g->c->bounces[k]) g->c->target[k] = gap > 0 ? -gap / g->c->h : 0;
    }
}

static abut_status solve_group(const impact_group *g) {
    ab_world *world = g->c->w;
    double *w, *v;
    ab_impact_contact *contact;
    ab_impact_outcome *out;
    AB_TRY(AB_TAKE(world->cx, &world->arena, &w, 9 * g->n * g->n));
    AB_TRY(AB_TAKE(world->cx, &world->arena, &v, 3 * g->n));
    AB_TRY(AB_TAKE(world->cx, &world->arena, &contact, g->n));
    AB_TRY(AB_TAKE(world->cx, &world->arena, &out, g->n));
    fill_problem(g, w, v, contact);
    const ab_impact_problem problem = {
        .n = g->n, .w = w, .v = v, .contact = contact, .order = world->config.impact_order};
    ab_impact_report report;
    bool solved;
    AB_TRY(ab_impact_solve(world->cx, &world->arena, &problem, world->config.impact_guard, out, &report, &solved));
    note(&world->ledger.watch, &report);
    if (solved) keep_impulses(g, out); // else the cones do it all
    return ABUT_OK;
}

// A group that is too large is left to the cones, by moreau.
static abut_status solve_small_group(impact_group *g, const ab_impact_groups *groups, int64_t first) {
    ab_world *w = g->c->w;
    g->n = 0;
    for (int64_t i = first; i >= 0; i = groups->next[i])
        if (!g->c->landing[i]) g->cone[g->n++] = i;
    if (g->n > AB_IMPACT_MAX) {
        w->ledger.watch.impacts_fell_back++;
        return ABUT_OK;
    }
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    const abut_status status = solve_group(g);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

static abut_status solve_groups(ab_contact_cones *c, const ab_impact_groups *groups, const double *smooth) {
    ab_world *w = c->w;
    impact_group g = {.c = c, .smooth = smooth};
    bool *done;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &g.cone, c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &done, w->state.body.n));
    memset(done, 0, (size_t)w->state.body.n * sizeof *done);
    for (int64_t i = 0; i < c->n; i++) {
        const int32_t root = ab_impact_group_of(c, groups, i);
        if (done[root] || !begins_process(c, i)) continue;
        done[root] = true;
        AB_TRY(solve_small_group(&g, groups, groups->first[root]));
    }
    return ABUT_OK;
}

static bool any_process(const ab_contact_cones *c) {
    for (int64_t i = 0; i < c->n; i++)
        if (begins_process(c, i)) return true;
    return false;
}

abut_status ab_solve_impacts(ab_contact_cones *c, const ab_impact_groups *groups, ab_kick *k) {
    if (!any_process(c)) return ABUT_OK;
    ab_world *w = c->w;
    double *smooth;
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    AB_TRY(AB_TAKE(w->cx, &w->arena, &smooth, 3 * c->n));
    ab_cone_bodies_pull(c->bodies, k->dv, k->dw, smooth);
    AB_TRY(solve_groups(c, groups, smooth));
    ab_arena_rewind(&w->arena, mark);
    ab_contact_cones_push(c, c->impulse, k);
    ab_kick_respond(w, k, true);
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------------- statistics

static int law_index(const ab_impact_law *law) {
    int i = 0;
    while (ab_impact_laws[i] != law) i++;
    return i;
}

static void watch_impact(const ab_contact_cones *c, int64_t i) {
    abut_impact_watch *watch = &c->w->ledger.watch.impact[law_index(law_of(c, i))];
    watch->count++;
    watch->speed = ab_greater(watch->speed, -c->before[3 * i]);
    for (int k = 0; k < 3; k++) watch->lost -= 0.5 * (c->before[3 * i + k] + c->after[3 * i + k]) * c->r[3 * i + k];
}

static void watch_slip(const ab_contact_cones *c, int64_t i) {
    abut_watch *watch = &c->w->ledger.watch;
    const double *v = c->before + 3 * i, rest = AT_REST * v3_norm(c->w->config.gravity) * c->h;
    double block[9];
    if (!(v[1] * v[1] + v[2] * v[2] > rest * rest)) return;
    ab_cone_bodies_block(c->bodies, i, i, block);
    if (!ab_impact_presses(block, v, c->mu[i])) return;
    if (watch->painleve++ > 0) return;
    watch->painleve_time = c->w->state.time;
    ab_contact_cones_label(c, i, watch->painleve_a, watch->painleve_b);
}

void ab_watch_impacts(const ab_contact_cones *c) {
    for (int64_t i = 0; i < c->n; i++) {
        if (!(c->r[3 * i] > 0)) continue;
        if (c->bounces[i]) watch_impact(c, i);
        if (c->mu[i] > 0) watch_slip(c, i);
    }
}
