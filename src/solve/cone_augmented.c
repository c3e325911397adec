// Method of multipliers (augmented Lagrangian): every round solves the contact problem with compliant contacts,
//   u = W r + q + D (r - r_k),   D = W_nn/penalty
// exactly by Newton's method, r_k the impulses of the last round. The first round, with r_k = 0, is the penalty method;
// each further one leaves about 1/(1 + penalty) of the error.                                      [rockafellar1976]
#include "solve/cone.h"
#include "solve/cone_proximal.h"

#include <string.h>

#define INSIDE 1e-12 // reduction of |F| in a round

static abut_status find_weights(ab_ctx *cx, ab_arena *arena, const ab_cones *c, double **weight) {
    AB_TRY(AB_TAKE(cx, arena, weight, c->n));
    for (int64_t i = 0; i < c->n; i++) {
        double w[9];
        c->form->block(c, i, w);
        (*weight)[i] = w[0];
    }
    return ABUT_OK;
}

// From contacts that are more compliant, where those of the round are too stiff for the first guess.
static bool solve_round(ab_cone_proximal *p, double shift) {
    static const double SOFTER[] = {1, 10, 100, 1e3, 1e4}; // compliance over that of the round
    for (int first = 0; first < (int)(sizeof SOFTER / sizeof *SOFTER); first++) {
        memcpy(p->x, p->centre, (size_t)p->size * sizeof *p->x);
        bool solved = true;
        for (int i = first; solved && i >= 0; i--) {
            p->shift = SOFTER[i] * shift;
            solved = ab_cone_proximal_solve(p, INSIDE) >= 0;
        }
        if (solved) return true;
    }
    return false;
}

static abut_status solve(ab_ctx *cx, ab_arena *arena, const ab_cones *c, const ab_cone_options *o,
                         ab_cone_report *report) {
    ab_cone_proximal p;
    double *weight, *u;
    bool fits;
    AB_TRY(find_weights(cx, arena, c, &weight));
    AB_TRY(AB_TAKE(cx, arena, &u, 3 * c->n));
    AB_TRY(ab_cone_proximal_start(cx, arena, c, weight, &p, &fits));
    if (!fits)
        return ab_fail(cx, ABUT_ERR_LIMIT,
                       "the solver augmented needs factors, and those of %lld contacts are too large; "
                       "use auto",
                       (long long)c->n);
    ab_cones_judge(c, c->r, o, u, report);
    for (int64_t round = 1; round <= o->max_iterations; round++) {
        memcpy(p.centre, c->r, (size_t)p.size * sizeof *c->r);
        if (!solve_round(&p, 1 / o->penalty)) break;
        memcpy(c->r, p.x, (size_t)p.size * sizeof *c->r);
        for (int64_t i = 0; i < c->n; i++) ab_cone_project(c->mu[i], c->r + 3 * i);
        ab_cones_judge(c, c->r, o, u, report);
        report->iterations = round;
        if (report->solved) break;
    }
    report->factorizations = p.factorizations;
    report->solver = "augmented";
    return ABUT_OK;
}

const ab_cone_solver ab_cone_solver_augmented = {
    .name = "augmented",
    .help = "rounds of the method of multipliers (augmented Lagrangian) with contact.penalty: for teaching",
    .solve = solve,
};
