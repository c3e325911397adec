// Adaptive substeps: each is as long as the error estimate of the integrator allows; a substep whose error exceeds the
// tolerance is rejected. The rest of the step is always divided into equal substeps, so that none is very short; the
// last length is the first guess of the next step.
//     length *= 0.9 error^(-1/order), at most 5 times longer and 5 times shorter            [hairer1993, sec. II.4]
// Halved substeps: if the equations of an implicit integrator have no solution for a substep, as when a damper engages
// with a jump at its end, the substep is halved.
#include "step/phases.h"
#include "step/step.h"

#include <string.h>

#define SAFETY   0.9
#define MAX      5.0
#define SHORTEST 1e-9      // shortest adaptive substep, of the step
#define MIN      0x1p-10   // shortest halved substep, of the first one
enum { MAX_FAILED = 200 }; // substeps that fail before a step is given up

// State of the bodies, saved before a substep. Everything else that a substep changes is recomputed from it or restored
// by ab_swap_contact_buffers. The private arrays of the integrator (KEPT) may be NULL.
#define STATE(X) X(x) X(q) X(v) X(l) X(w) X(force) X(torque)
#define KEPT(X)  X(keep_v) X(keep_l)

typedef struct saved {
    v3 *x, *v, *l, *w, *force, *torque, *keep_v, *keep_l;
    quat *q;
} saved;

static abut_status take_copies(ab_world *w, saved *s) {
#define TAKE(array) AB_TRY(AB_TAKE(w->cx, &w->arena, &s->array, w->state.body.n));
    STATE(TAKE)
    KEPT(TAKE)
#undef TAKE
    return ABUT_OK;
}

static void save(const ab_bodies *b, saved *s) {
#define SAVE(array) memcpy(s->array, b->array, (size_t)b->n * sizeof *b->array);
    STATE(SAVE)
#undef SAVE
#define SAVE(array)                                                                                                    \
    if (b->array) memcpy(s->array, b->array, (size_t)b->n * sizeof *b->array);
    KEPT(SAVE)
#undef SAVE
}

static void take_back(ab_world *w, const saved *s) {
    ab_bodies *b = &w->state.body;
#define BACK(array) memcpy(b->array, s->array, (size_t)b->n * sizeof *b->array);
    STATE(BACK)
#undef BACK
#define BACK(array)                                                                                                    \
    if (b->array) memcpy(b->array, s->array, (size_t)b->n * sizeof *b->array);
    KEPT(BACK)
#undef BACK
    ab_swap_contact_buffers(w);
}

static double factor_for(double error, int order) {
    if (!(error > 0)) return isnan(error) ? 1 / MAX : MAX;
    return fmin(MAX, fmax(1 / MAX, SAFETY * pow(error, -1.0 / order)));
}

static abut_status try_substep(ab_world *w, double dt, double *error) {
    const ab_arena_mark mark = ab_arena_mark_of(&w->arena);
    ab_swap_contact_buffers(w);
    abut_status status = w->config.integrator->advance(w, dt);
    if (status == ABUT_OK && w->config.integrator->measure) status = w->config.integrator->measure(w, dt, error);
    ab_arena_rewind(&w->arena, mark);
    return status;
}

static abut_status too_short(const ab_world *w) {
    return ab_fail(w->cx, ABUT_ERR_STEP,
                   "the error cannot be kept below time.tolerance at t = %.6g s; allow more, or use "
                   "integrator: rk4, which passes "
                   "singular positions and impacts with a fixed step",
                   w->state.time);
}

abut_status ab_step_adaptive(ab_world *w, double dt, int64_t min) {
    saved start;
    AB_TRY(take_copies(w, &start));
    const double began = w->state.time, end = (double)(w->state.step + w->state.base_steps) * w->config.dt;
    double done = 0, length = w->state.substep > 0 ? w->state.substep : dt;
    for (int64_t tried = 0; done < dt; tried++) {
        AB_TRY(ab_allow_substep(w, tried));
        const double substeps = ceil((dt - done) / fmin(length, dt / (double)min) - 1e-9),
                     substep = (dt - done) / fmax(substeps, 1);
        double error = 0;
        save(&w->state.body, &start);
        AB_TRY(try_substep(w, substep, &error));
        length = substep * factor_for(error, w->config.integrator->order);
        if (error <= 1) {
            done = substeps <= 1 ? dt : done + substep;
            if (done >= dt) w->state.step += w->state.base_steps;
            AB_TRY(ab_finish_step(w, substep, done < dt ? began + done : end));
        } else {
            take_back(w, &start);
            if (length < SHORTEST * dt) return too_short(w);
        }
    }
    w->state.substep = length;
    return ABUT_OK;
}

// After two halves the substep is doubled again.
abut_status ab_step_halved(ab_world *w, double dt, int64_t min) {
    saved start;
    AB_TRY(take_copies(w, &start));
    const double began = w->state.time, end = (double)(w->state.step + w->state.base_steps) * w->config.dt;
    const double whole = exp2(-ceil(log2((double)min)));
    double done = 0, share = whole, error; // done, share: fractions of dt, without round-off
    int failed = 0;
    for (int64_t tried = 0; done < 1; tried++) {
        AB_TRY(ab_allow_substep(w, tried));
        save(&w->state.body, &start);
        const abut_status status = try_substep(w, share * dt, &error);
        if (status == ABUT_ERR_STEP && share > MIN * whole && ++failed < MAX_FAILED) {
            take_back(w, &start);
            share *= 0.5;
            continue;
        }
        AB_TRY(status);
        done += share;
        if (done >= 1) w->state.step += w->state.base_steps;
        AB_TRY(ab_finish_step(w, share * dt, done < 1 ? began + done * dt : end));
        while (share < whole && fmod(done, 2 * share) == 0) share *= 2;
    }
    return ABUT_OK;
}
