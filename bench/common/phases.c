// Measures the time of each phase of ab_step through wrapped calls.
#include "common/phases.h"
#include "base/threads.h"
#include "step/phases.h"

const char *const phase_names[PHASE_COUNT] = {"find pairs", "rebuild", "collide", "match",
                                              "laws",       "gather",  "move",    "account"};

static phase_times times;
static double (*seconds_now)(void);
static const ab_integrator *real_integrator;
static ab_integrator timed_integrator;

static double start(void) { return seconds_now ? seconds_now() : 0; }

static void stop(phase p, double since) {
    if (seconds_now) times.seconds[p] += seconds_now() - since;
}

// The linker gives these names to the real functions.
abut_status __real_ab_find_pairs(ab_world *w);
abut_status __real_ab_broad_phase_find(ab_ctx *cx, ab_arena *arena, int64_t n, ab_box_fn *box, ab_skip_fn *skip,
                                       const void *arg, ab_pairs *pairs);
abut_status __real_ab_collide(ab_world *w, ab_evaluation *eval);
void __real_ab_match_history(ab_world *w, const ab_evaluation *eval);
abut_status __real_ab_apply_laws(ab_world *w, const ab_evaluation *eval);
void __real_ab_gather_forces(ab_world *w, const ab_evaluation *eval);
abut_status __real_ab_account_energy(ab_world *w, double dt);
void __real_ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg);

// And looks for these where they are called.
abut_status __wrap_ab_find_pairs(ab_world *w);
abut_status __wrap_ab_broad_phase_find(ab_ctx *cx, ab_arena *arena, int64_t n, ab_box_fn *box, ab_skip_fn *skip,
                                       const void *arg, ab_pairs *pairs);
abut_status __wrap_ab_collide(ab_world *w, ab_evaluation *eval);
void __wrap_ab_match_history(ab_world *w, const ab_evaluation *eval);
abut_status __wrap_ab_apply_laws(ab_world *w, const ab_evaluation *eval);
void __wrap_ab_gather_forces(ab_world *w, const ab_evaluation *eval);
abut_status __wrap_ab_account_energy(ab_world *w, double dt);
void __wrap_ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg);

abut_status __wrap_ab_find_pairs(ab_world *w) {
    const double t = start(), rebuild = times.seconds[REBUILD];
    const abut_status status = __real_ab_find_pairs(w);
    stop(FIND_PAIRS, t);
    times.seconds[FIND_PAIRS] -= times.seconds[REBUILD] - rebuild;
    return status;
}

abut_status __wrap_ab_broad_phase_find(ab_ctx *cx, ab_arena *arena, int64_t n, ab_box_fn *box, ab_skip_fn *skip,
                                       const void *arg, ab_pairs *pairs) {
    const double t = start();
    const abut_status status = __real_ab_broad_phase_find(cx, arena, n, box, skip, arg, pairs);
    stop(REBUILD, t);
    times.rebuilds++;
    return status;
}

abut_status __wrap_ab_collide(ab_world *w, ab_evaluation *eval) {
    const double t = start();
    const abut_status status = __real_ab_collide(w, eval);
    stop(COLLIDE, t);
    return status;
}

void __wrap_ab_match_history(ab_world *w, const ab_evaluation *eval) {
    const double t = start();
    __real_ab_match_history(w, eval);
    stop(MATCH, t);
}

abut_status __wrap_ab_apply_laws(ab_world *w, const ab_evaluation *eval) {
    const double t = start();
    const abut_status status = __real_ab_apply_laws(w, eval);
    stop(LAWS, t);
    return status;
}

void __wrap_ab_gather_forces(ab_world *w, const ab_evaluation *eval) {
    const double t = start();
    __real_ab_gather_forces(w, eval);
    stop(GATHER, t);
}

abut_status __wrap_ab_account_energy(ab_world *w, double dt) {
    const double t = start();
    const abut_status status = __real_ab_account_energy(w, dt);
    stop(ACCOUNT, t);
    return status;
}

void __wrap_ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg) {
    const double t = start();
    __real_ab_parallel_for(cx, n, grain, body, arg);
    if (seconds_now) times.parallel += seconds_now() - t;
}

static double all_phases(void) {
    double sum = 0;
    for (int p = 0; p < PHASE_COUNT; p++) sum += times.seconds[p];
    return sum;
}

// The integrator's own time: without that of the phases it starts.
static abut_status timed_advance(ab_world *w, double dt) {
    const double t = start(), others = all_phases();
    const abut_status status = real_integrator->advance(w, dt);
    const double theirs = all_phases() - others;
    stop(MOVE, t);
    times.seconds[MOVE] -= theirs;
    return status;
}

void phases_watch(ab_world *w, double (*seconds)(void)) {
    if (w->config.integrator != &timed_integrator) real_integrator = w->config.integrator;
    timed_integrator = *real_integrator;
    timed_integrator.advance = timed_advance;
    w->config.integrator = &timed_integrator;
    seconds_now = seconds;
}

void phases_reset(void) { times = (phase_times){0}; }
phase_times phases_read(void) { return times; }
