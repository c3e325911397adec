// Impacts by all laws, with the guard and what happens where a process fails.
//
// Moreau's law is a cone problem (solve/cone_problem.h) without forces and time:
//
//   u = W p + v - ubar,   ubar = -e v_n where v_n < 0, else 0
//
// The guard scales all restitutions by one share s. Without restitution no energy is created: the work is
// u+.p - p.W p/2 with u+.p <= 0. The largest share without gain is found by bisection.
#include "solve/impact_solver.h"
#include "solve/cone.h"
#include "solve/cone_problem.h"

#include <math.h>
#include <string.h>

#define SOLVED    1e-13 // residual of cone problems
#define GOOD      1e-9  // approach speed that cones may leave, over the largest velocity
#define ROUND_OFF 1e-13 // of a gain, over the works of the impulses

enum { MAX_SWEEPS = 2000, HALVINGS = 50 };

typedef struct impact_solution {
    ab_ctx *cx;
    ab_arena *arena;
    const ab_impact_problem *problem;
    bool process;               // all contacts have a process, or moreau among them counts as newton
    ab_impact_contact *contact; // with scaled restitution
    ab_block_rows rows;         // W, for moreau
    double *q, *mu, *p;
    ab_impact_outcome *out;
    ab_impact_report *report;
    bool watched, solved; // watched: what it does now is shown
} impact_solution;

bool ab_impact_presses(const double w[9], const double v[3], double mu) {
    const double slip = sqrt(v[1] * v[1] + v[2] * v[2]);
    return mu * (w[1] * v[1] + w[2] * v[2]) > slip * w[0];
}

// p.v + p.W p/2
static double gain_of(const ab_impact_problem *problem, const ab_impact_outcome *out) {
    const int64_t size = 3 * problem->n;
    double gain = 0;
    for (int64_t i = 0; i < size; i++) {
        double sum = 0;
        for (int64_t j = 0; j < size; j++) sum += problem->w[i * size + j] * out[j / 3].end.p[j % 3];
        gain += out[i / 3].end.p[i % 3] * (problem->v[i] + 0.5 * sum);
    }
    return gain;
}

// ------------------------------------------------------------------------------------------------------------- moreau

static abut_status take_rows(impact_solution *s) {
    const int64_t n = s->problem->n, size = 3 * n;
    int64_t *first;
    int32_t *column;
    double *value;
    AB_TRY(AB_TAKE(s->cx, s->arena, &first, n + 1));
    AB_TRY(AB_TAKE(s->cx, s->arena, &column, n * n));
    AB_TRY(AB_TAKE(s->cx, s->arena, &value, size * size));
    AB_TRY(AB_TAKE(s->cx, s->arena, &s->rows.diagonal, n));
    AB_TRY(AB_TAKE(s->cx, s->arena, &s->q, size));
    AB_TRY(AB_TAKE(s->cx, s->arena, &s->p, size));
    AB_TRY(AB_TAKE(s->cx, s->arena, &s->mu, n));
    for (int64_t i = 0; i <= n; i++) first[i] = i * n;
    for (int64_t i = 0; i < n * n; i++) {
        column[i] = (int32_t)(i % n);
        for (int k = 0; k < 9; k++)
            value[9 * i + k] = s->problem->w[(3 * (i / n) + k / 3) * size + 3 * (i % n) + k % 3];
    }
    for (int64_t i = 0; i < n; i++) {
        s->rows.diagonal[i] = i * n + i;
        s->mu[i] = s->problem->contact[i].mu;
    }
    s->rows.n = n;
    s->rows.first = first;
    s->rows.column = column;
    s->rows.value = value;
    return ABUT_OK;
}

// p of the cone problem with velocities s->q.
static abut_status solve_cones(impact_solution *s) {
    const ab_cones cones = {
        .n = s->problem->n, .mu = s->mu, .q = s->q, .r = s->p, .form = &ab_cone_form_rows, .with = &s->rows};
    memset(s->p, 0, (size_t)(3 * cones.n) * sizeof *s->p);
    double slip = -1;
    if (cones.n == 1) {
        ab_cone_solve(s->problem->w, s->q, s->mu[0], s->p, &slip);
        return ABUT_OK;
    }
    const ab_arena_mark mark = ab_arena_mark_of(s->arena);
    const ab_cone_options options = {.tolerance = SOLVED, .measure = AB_CONE_ENERGY, .max_iterations = MAX_SWEEPS};
    ab_cone_report report = {0};
    const abut_status status = ab_cone_solver_find("auto")->solve(s->cx, s->arena, &cones, &options, &report);
    ab_arena_rewind(s->arena, mark);
    return status;
}

static ab_impact_motion motion_of(const double p[3], double mu) {
    const double limit = mu * p[0];
    if (!(p[0] > 0)) return AB_IMPACT_OPEN;
    return p[1] * p[1] + p[2] * p[2] < limit * limit * (1 - 1e-9) ? AB_IMPACT_STICK : AB_IMPACT_SLIP;
}

// Adds impulses s->p to the outcome. Work of a constant force.
static void add_impulses(impact_solution *s, const double *v) {
    const int64_t n = s->problem->n, size = 3 * n;
    for (int64_t j = 0; j < n; j++) {
        ab_impact_state *end = &s->out[j].end;
        for (int k = 0; k < 3; k++) {
            const double p = s->p[3 * j + k], before = v[3 * j + k];
            double after = before;
            for (int64_t i = 0; i < size; i++) after += s->problem->w[(3 * j + k) * size + i] * s->p[i];
            end->v[k] = after;
            end->p[k] += p;
            *(k == 0 ? &end->work_n : &end->work_t) += 0.5 * (before + after) * p;
        }
        end->motion = motion_of(s->p + 3 * j, s->mu[j]);
        end->expands = true;
    }
}

// Whether the cones hold the contacts apart and took energy only, as far as they should. Friction can wedge bodies so
// that no impulse does; the residual, which is relative to the impulses, then says nothing.
static bool cones_hold(const impact_solution *s, const double *v, bool restitution) {
    const int64_t n = s->problem->n, size = 3 * n;
    double fastest = 0, gain = 0, works = 0, approach = 0;
    for (int64_t i = 0; i < size; i++) {
        double change = 0;
        for (int64_t j = 0; j < size; j++) change += s->problem->w[i * size + j] * s->p[j];
        fastest = fmax(fastest, fabs(v[i]));
        gain += s->p[i] * (v[i] + 0.5 * change);
        works += fabs(s->p[i] * v[i]);
        if (i % 3 == 0) approach = fmax(approach, -v[i] - change);
    }
    return approach <= GOOD * fastest && (restitution || gain <= ROUND_OFF * works);
}

// One contact after the other, by Stronge's law.
static abut_status in_sequence(impact_solution *s, const double *v, bool restitution) {
    const int64_t n = s->problem->n;
    ab_impact_contact *contact;
    ab_impact_outcome *out;
    AB_TRY(AB_TAKE(s->cx, s->arena, &contact, n));
    AB_TRY(AB_TAKE(s->cx, s->arena, &out, n));
    for (int64_t j = 0; j < n; j++) {
        contact[j] = s->contact[j];
        contact[j].law = ab_impact_law_find("stronge");
        contact[j].restitution *= restitution;
    }
    const ab_impact_problem rest = {
        .n = n, .w = s->problem->w, .v = v, .contact = contact, .order = AB_IMPACT_SEQUENTIAL};
    ab_impact_status status;
    AB_TRY(ab_impact_process(s->cx, s->arena, &rest, out, &status));
    for (int64_t j = 0; j < n; j++) {
        for (int k = 0; k < 3; k++) out[j].end.p[k] += s->out[j].end.p[k];
        out[j].end.work_n += s->out[j].end.work_n;
        out[j].end.work_t += s->out[j].end.work_t;
        s->out[j] = out[j];
    }
    s->report->fell_back = true;
    s->solved = status == AB_IMPACT_DONE;
    return ABUT_OK;
}

// Moreau's law from the velocities v; without restitution for the rest of another process.
static abut_status moreau(impact_solution *s, const double *v, bool restitution) {
    if (!s->q) AB_TRY(take_rows(s));
    for (int64_t j = 0; j < s->problem->n; j++)
        for (int k = 0; k < 3; k++) {
            const double u = v[3 * j + k];
            const bool bounces = restitution && k == 0 && u < 0;
            s->q[3 * j + k] = bounces ? (1 + s->contact[j].restitution) * u : u;
        }
    AB_TRY(solve_cones(s));
    if (!cones_hold(s, v, restitution)) return in_sequence(s, v, restitution);
    add_impulses(s, v);
    return ABUT_OK;
}

static abut_status moreau_from_start(impact_solution *s) {
    memset(s->out, 0, (size_t)s->problem->n * sizeof *s->out);
    return moreau(s, s->problem->v, true);
}

// ------------------------------------------------------------------------------------------------------------ process

static abut_status complete(impact_solution *s) {
    double *v;
    AB_TRY(AB_TAKE(s->cx, s->arena, &v, 3 * s->problem->n));
    for (int64_t i = 0; i < 3 * s->problem->n; i++) v[i] = s->out[i / 3].end.v[i % 3];
    s->report->completed = true;
    return moreau(s, v, false);
}

static abut_status process(impact_solution *s) {
    ab_impact_problem problem = *s->problem;
    problem.contact = s->contact;
    if (!s->watched) problem.watch = NULL;
    ab_impact_status status;
    AB_TRY(ab_impact_process(s->cx, s->arena, &problem, s->out, &status));
    for (int64_t j = 0; j < problem.n; j++) s->report->jammed = s->report->jammed || s->out[j].jammed;
    if (status == AB_IMPACT_UNFINISHED) return complete(s);
    if (status == AB_IMPACT_DONE) return ABUT_OK;
    s->report->fell_back = true;
    return moreau_from_start(s);
}

// The impact with all restitutions times the share.
static abut_status solve_with(impact_solution *s, double share) {
    const ab_arena_mark mark = ab_arena_mark_of(s->arena);
    for (int64_t j = 0; j < s->problem->n; j++) s->contact[j].restitution = share * s->problem->contact[j].restitution;
    s->solved = true;
    s->q = NULL;
    const abut_status status = s->process ? process(s) : moreau_from_start(s);
    ab_arena_rewind(s->arena, mark);
    s->report->gain = gain_of(s->problem, s->out);
    return status;
}

// -------------------------------------------------------------------------------------------------------------- guard

// What counts as a gain: more than round-off of the works.
static bool gains(const impact_solution *s) {
    double works = 0;
    for (int64_t i = 0; i < 3 * s->problem->n; i++) works += fabs(s->out[i / 3].end.p[i % 3] * s->problem->v[i]);
    return s->report->gain > ROUND_OFF * works;
}

static abut_status reduce_restitution(impact_solution *s) {
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double share = 0.5 * (low + high);
        AB_TRY(solve_with(s, share));
        *(s->report->gain > 0 ? &high : &low) = share;
    }
    s->report->guarded = true;
    s->report->share = low;
    return solve_with(s, low);
}

// Laws of the problem: all moreau, or processes.
static void choose_law(impact_solution *s, bool *may_gain) {
    int64_t processes = 0;
    *may_gain = false;
    for (int64_t j = 0; j < s->problem->n; j++) {
        const ab_impact_law *law = s->problem->contact[j].law;
        s->contact[j] = s->problem->contact[j];
        processes += law->excess != NULL;
        *may_gain = *may_gain || law->may_gain;
    }
    s->report->fell_back = processes > 0 && s->problem->n > AB_IMPACT_MAX;
    s->process = processes > 0 && !s->report->fell_back;
    s->report->mixed = s->process && processes < s->problem->n;
    for (int64_t j = 0; j < s->problem->n && s->report->mixed; j++)
        if (!s->contact[j].law->excess) s->contact[j].law = ab_impact_law_find("newton");
}

abut_status ab_impact_solve(ab_ctx *cx, ab_arena *arena, const ab_impact_problem *problem, bool guard,
                            ab_impact_outcome *out, ab_impact_report *report, bool *solved) {
    *report = (ab_impact_report){.share = 1};
    impact_solution s = {.cx = cx, .arena = arena, .problem = problem, .out = out, .report = report};
    bool may_gain;
    AB_TRY(AB_TAKE(cx, arena, &s.contact, problem->n));
    choose_law(&s, &may_gain);
    AB_TRY(solve_with(&s, 1));
    if (((may_gain && guard) || report->fell_back) && gains(&s)) AB_TRY(reduce_restitution(&s));
    s.watched = problem->watch && s.process;
    if (s.watched) AB_TRY(solve_with(&s, report->share));
    *solved = s.solved;
    return ABUT_OK;
}
