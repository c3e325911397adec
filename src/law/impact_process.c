// Impacts by the process: one contact, several at once, or one after the other.
#include "law/impact.h"

#include <math.h>
#include <string.h>

const char *const ab_impact_order_names[AB_IMPACT_ORDERS] = {"simultaneous", "sequential"};
const char *const ab_impact_order_help[AB_IMPACT_ORDERS] = {
    "all contacts at once, as springs whose stiffness ratios decide; more than 64 contacts fall back to moreau",
    "one contact after the other, the fastest approach first",
};

#define QUIET 1e-13 // approach speed over the largest velocity at which a sequence of impacts ends

enum { MAX_IMPACTS = 20000 }; // of a sequence

typedef struct impact_sequence {
    const ab_impact_problem *problem;
    double *v;
    ab_impact_outcome *out;
    int64_t at;         // contact
    ab_impact_state to; // its state before the present impact
} impact_sequence;

static void show(void *with, int64_t contact, const ab_impact_state *state) {
    const impact_sequence *s = with;
    ab_impact_state sum = *state;
    (void)contact;
    for (int k = 0; k < 3; k++) sum.p[k] += s->to.p[k];
    sum.work_n += s->to.work_n;
    sum.work_t += s->to.work_t;
    s->problem->watch(s->problem->with, s->at, &sum);
}

static void add(ab_impact_outcome *sum, const ab_impact_outcome *one) {
    for (int k = 0; k < 3; k++) sum->end.p[k] += one->end.p[k];
    sum->end.work_n += one->end.work_n;
    sum->end.work_t += one->end.work_t;
    sum->impulse_in += one->impulse_in;
    sum->work_in += one->work_in;
    sum->jammed = sum->jammed || one->jammed;
    sum->end.motion = one->end.motion;
    sum->end.expands = one->end.expands;
}

// The impact of contact s->at, and the velocities of all after it.
static ab_impact_status impact_next(impact_sequence *s) {
    const ab_impact_problem *q = s->problem;
    const int64_t size = 3 * q->n, j = s->at;
    double w[9];
    for (int a = 0; a < 3; a++) memcpy(w + 3 * a, q->w + (3 * j + a) * size + 3 * j, 3 * sizeof *w);
    ab_impact_outcome one;
    s->to = s->out[j].end;
    const ab_impact_status status = ab_impact_one(w, s->v + 3 * j, &q->contact[j], &one, q->watch ? show : NULL, s);
    add(&s->out[j], &one);
    for (int64_t i = 0; i < size; i++)
        for (int a = 0; a < 3; a++) s->v[i] += q->w[i * size + 3 * j + a] * one.end.p[a];
    memcpy(s->v + 3 * j, one.end.v, sizeof one.end.v);
    return status;
}

static int64_t fastest_approach(const impact_sequence *s) {
    int64_t j = 0;
    for (int64_t i = 1; i < s->problem->n; i++)
        if (s->v[3 * i] < s->v[3 * j]) j = i;
    return j;
}

static abut_status in_sequence(ab_ctx *cx, ab_arena *arena, const ab_impact_problem *problem, ab_impact_outcome *out,
                               ab_impact_status *status) {
    impact_sequence s = {.problem = problem, .out = out};
    const int64_t size = 3 * problem->n;
    double fastest = 0;
    AB_TRY(AB_TAKE(cx, arena, &s.v, size));
    memcpy(s.v, problem->v, (size_t)size * sizeof *s.v);
    memset(out, 0, (size_t)problem->n * sizeof *out);
    for (int64_t i = 0; i < size; i++) fastest = fmax(fastest, fabs(s.v[i]));
    *status = AB_IMPACT_DONE;
    int left = MAX_IMPACTS;
    for (; left > 0 && *status == AB_IMPACT_DONE; left--) {
        s.at = fastest_approach(&s);
        if (s.v[3 * s.at] >= -QUIET * fastest) break;
        *status = impact_next(&s);
    }
    if (left == 0) *status = AB_IMPACT_UNFINISHED;
    for (int64_t j = 0; j < problem->n; j++) memcpy(out[j].end.v, s.v + 3 * j, sizeof out[j].end.v);
    return ABUT_OK;
}

// The impulses change the energy by p.v + p.W p/2. The process never creates any where its laws do not; but with a
// nearly singular W round-off can, which this factor on all impulses takes back.
static double passive_share(const ab_impact_problem *problem, const ab_impact_outcome *out) {
    const int64_t size = 3 * problem->n;
    double work = 0, change = 0;
    for (int64_t i = 0; i < size; i++) {
        const double p = out[i / 3].end.p[i % 3];
        double sum = 0;
        for (int64_t j = 0; j < size; j++) sum += problem->w[i * size + j] * out[j / 3].end.p[j % 3];
        work += p * problem->v[i];
        change += p * sum;
    }
    return work + 0.5 * change > 0 && change > 0 ? fmax(0, -2 * work / change) : 1;
}

static void reduce(const ab_impact_problem *problem, ab_impact_outcome *out, double share) {
    for (int64_t j = 0; j < problem->n; j++)
        for (int k = 0; k < 3; k++) {
            const double before = problem->v[3 * j + k];
            out[j].end.v[k] = before + share * (out[j].end.v[k] - before);
            out[j].end.p[k] *= share;
        }
}

static bool gains(const ab_impact_problem *problem) {
    for (int64_t j = 0; j < problem->n; j++)
        if (problem->contact[j].law->may_gain) return true;
    return false;
}

abut_status ab_impact_process(ab_ctx *cx, ab_arena *arena, const ab_impact_problem *problem, ab_impact_outcome *out,
                              ab_impact_status *status) {
    if (problem->n == 1)
        *status = ab_impact_one(problem->w, problem->v, problem->contact, out, problem->watch, problem->with);
    else if (problem->order == AB_IMPACT_SEQUENTIAL)
        AB_TRY(in_sequence(cx, arena, problem, out, status));
    else
        AB_TRY(ab_impact_several(cx, arena, problem, out, status));
    const double share = gains(problem) ? 1 : passive_share(problem, out);
    if (share < 1) reduce(problem, out, share);
    return ABUT_OK;
}
