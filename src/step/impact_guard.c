// The guard of impacts by moreau. The work of the impulses r of a group is sum r.(u- + u+)/2; restitution can make it
// positive where friction changes the direction of slip [kane1985], and where a bounce presses on a contact that was
// opening. The restitutions of such a group are scaled by a share s, found by bisection: the largest whose work is not
// above that without restitution, or 0.
#include "step/impacts.h"

#include <string.h>

#define ROUND_OFF 1e-9 // of a work, over the works that it is a sum of; besides the tolerance of the solver

enum { HALVINGS = 24 };

typedef struct guarded_group {
    bool guarded;
    double work, works; // of its impulses, and sum of what they take and give, J
    double limit;       // of the work, J
    double low, high;   // shares
} guarded_group;

typedef struct impact_guard {
    ab_contact_cones *c;
    const ab_impact_groups *groups;
    guarded_group *group; // by representative  (bodies)
    int32_t *of;          // representative of a cone  (c->n)
    double *bounce;       // targets by restitution  (c->n)
    double *u;            // (3 c->n)
} impact_guard;

static bool by_moreau(const ab_contact_cones *c, int64_t i) {
    return c->bounces[i] && c->impulse[3 * i] == 0 && c->target[i] > 0;
}

static bool any_bounce(const ab_contact_cones *c) {
    for (int64_t i = 0; i < c->n; i++)
        if (by_moreau(c, i)) return true;
    return false;
}

static abut_status take(impact_guard *g) {
    ab_world *w = g->c->w;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &g->group, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &g->of, g->c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &g->bounce, g->c->n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &g->u, 3 * g->c->n));
    for (int64_t i = 0; i < g->c->n; i++) {
        g->of[i] = ab_impact_group_of(g->c, g->groups, i);
        g->group[g->of[i]] = (guarded_group){.high = 1};
        g->bounce[i] = by_moreau(g->c, i) ? g->c->target[i] : 0;
    }
    return ABUT_OK;
}

// Works of all groups by the impulses of the last solution.
static void find_works(impact_guard *g) {
    const ab_contact_cones *c = g->c;
    const ab_cones problem = {
        .n = c->n, .mu = c->mu, .q = c->q, .r = c->r, .form = &ab_cone_form_bodies, .with = c->bodies};
    ab_cones_velocity(&problem, c->r, g->u);
    for (int64_t i = 0; i < c->n; i++) g->group[g->of[i]].work = g->group[g->of[i]].works = 0;
    for (int64_t i = 0; i < c->n; i++)
        for (int k = 0; k < 3; k++) {
            const double u = g->u[3 * i + k] + (k == 0 ? c->target[i] : 0);
            const double work = 0.5 * (c->before[3 * i + k] + u) * c->r[3 * i + k];
            g->group[g->of[i]].work += work;
            g->group[g->of[i]].works += fabs(work);
        }
}

static void set_targets(impact_guard *g, bool halfway) {
    for (int64_t i = 0; i < g->c->n; i++) {
        const guarded_group *group = &g->group[g->of[i]];
        if (group->guarded && g->bounce[i] > 0)
            g->c->target[i] = g->bounce[i] * (halfway ? 0.5 * (group->low + group->high) : group->low);
    }
}

// Marks the groups that gain; false if there are none.
static bool find_gains(impact_guard *g) {
    bool found = false;
    find_works(g);
    for (int64_t i = 0; i < g->c->n; i++) {
        guarded_group *group = &g->group[g->of[i]];
        const double slack = ROUND_OFF * group->works + g->c->w->ledger.solver_slack;
        if (group->guarded || g->bounce[i] == 0 || !(group->work > slack)) continue;
        group->guarded = found = true;
        g->c->w->ledger.watch.impacts_guarded++;
    }
    return found;
}

static abut_status bisect(impact_guard *g, const ab_kick *k, ab_solve_cones *solve) {
    set_targets(g, false); // no restitution
    AB_TRY(solve(g->c, k));
    find_works(g);
    for (int64_t i = 0; i < g->c->n; i++) g->group[g->of[i]].limit = ab_greater(0, g->group[g->of[i]].work);
    for (int n = 0; n < HALVINGS; n++) {
        set_targets(g, true);
        AB_TRY(solve(g->c, k));
        find_works(g);
        for (int64_t root = 0; root < g->c->w->state.body.n; root++) {
            guarded_group *group = &g->group[root];
            if (g->groups->first[root] < 0 || !group->guarded) continue;
            *(group->work > group->limit ? &group->high : &group->low) = 0.5 * (group->low + group->high);
        }
    }
    set_targets(g, false);
    return solve(g->c, k);
}

abut_status ab_guard_impacts(ab_contact_cones *c, const ab_impact_groups *groups, const ab_kick *k,
                             ab_solve_cones *solve) {
    if (!c->w->config.impact_guard || !any_bounce(c)) return ABUT_OK;
    const ab_arena_mark mark = ab_arena_mark_of(&c->w->arena);
    impact_guard g = {.c = c, .groups = groups};
    AB_TRY(take(&g));
    if (find_gains(&g)) AB_TRY(bisect(&g, k, solve));
    ab_arena_rewind(&c->w->arena, mark);
    return ABUT_OK;
}
