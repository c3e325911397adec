// Runs that go on: from the state of another run, and through stages with values of their own.
#include "base/io.h"
#include "faults.h"
#include "output/checkpoint.h"
#include "output/history.h"
#include "scratch.h"
#include "world/world.h"

// Balls that rub and roll on each other and on a floor while a drawer pushes them; bare numbers are read fast.
#define BODIES                                                                                                         \
    "abut: 1\n"                                                                                                        \
    "time: {end: 0.06, dt: 2e-4}\n"                                                                                    \
    "contact: {law: linear, stiffness: 2000}\n"                                                                        \
    "materials: {glass: {friction: 0.4, restitution: 0.6}}\n"                                                          \
    "bodies:\n"                                                                                                        \
    "  - {name: floor, shape: {plane: {}}, material: glass}\n"                                                         \
    "  - {name: ball, shape: {sphere: 0.01}, material: glass, position: [0, 0, 0.0099], velocity: [0.1, 0, 0]}\n"      \
    "  - {name: other, shape: {sphere: 0.01}, material: glass, position: [0.019, 0, 0.012]}\n"                         \
    "  - {name: drawer, shape: {sphere: 0.02}, material: glass, position: [-0.06, 0, 0.025]}\n"                        \
    "joints:\n"                                                                                                        \
    "  - {name: rail, kind: prismatic, b: drawer, axis: [1, 0, 0]}\n"                                                  \
    "  - {name: slide, kind: prescribed_travel, b: drawer, axis: [1, 0, 0], speed: 0}\n"                               \
    "output: {frames: 0.01, history: 0.001}\n"

static const char SCENE[] = BODIES;
static const char STAGED[] =
    BODIES "stages:\n"
           "  - {name: rest, duration: 0.02}\n"
           "  - {name: push, end: 0.05, set: {joints.slide.speed: 2, materials.glass.friction: 0.1}}\n"
           "  - {name: moon, set: {gravity: [0, 0, -1.6], time.dt: 1e-4, joints.slide.speed: -1}}\n";
static const char IDLE[] = BODIES "stages: [{name: one, duration: 0.02}, {name: two, end: 0.0411}, {name: three}]\n";

typedef struct place {
    scratch s;
    ab_ctx *cx;
    char scene[SCRATCH_MAX], out[SCRATCH_MAX], other[SCRATCH_MAX];
} place;

static int skip_sync(void *user, int file) { return (void)user, (void)file, 0; }
static int skip_sync_directory(void *user, const char *path) { return (void)user, (void)path, 0; }

static abut_io io_without_sync(void) {
    abut_io io = abut_config_default().io;
    io.sync = skip_sync;
    io.sync_directory = skip_sync_directory;
    return io;
}

static void write_scene(const place *p, const char *text) {
    CHECK_OK(p->cx, ab_io_replace_file(p->cx, p->scene, text, (int64_t)strlen(text)));
}

static place place_start(const char *text) {
    place p = {.s = scratch_start()};
    abut_config config = abut_config_default();
    config.io = io_without_sync();
    config.threads = 1;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &p.cx));
    scratch_path(&p.s, "scene.yaml", p.scene);
    scratch_path(&p.s, "out", p.out);
    scratch_path(&p.s, "other", p.other);
    write_scene(&p, text);
    return p;
}

static void place_end(place *p) {
    abut_context_destroy(p->cx);
    scratch_end(&p->s);
}

static abut_run_options options_of(const place *p, const char *out) {
    abut_run_options options = abut_run_default();
    options.picture_width = 0;
    options.report_bytes = 0;
    options.scene = p->scene;
    options.out = out;
    options.overwrite = true;
    return options;
}

static abut_run_summary run(const place *p, const char *out, const char *from, const char *set) {
    abut_run_options options = options_of(p, out);
    options.from = from;
    options.scene_options.set = &set;
    options.scene_options.set_count = set != NULL;
    abut_run_summary summary;
    CHECK_OK(p->cx, abut_run(p->cx, &options, &summary));
    return summary;
}

// The fields, energies and residuals too, are the same numbers: nothing is evaluated twice.
TEST(a_run_split_by_from_has_the_bits_of_one_that_was_not) {
    place p = place_start(SCENE);
    const abut_run_summary whole = run(&p, p.out, NULL, NULL);
    (void)run(&p, p.other, NULL, "end=0.0312");
    const abut_run_summary rest = run(&p, p.out, p.other, NULL);
    CHECK(rest.hash == whole.hash && rest.progress.step == whole.progress.step);
    CHECK(memcmp(&rest.energy, &whole.energy, sizeof rest.energy) == 0);
    place_end(&p);
}

TEST(stages_that_change_nothing_leave_the_bits_of_the_run) {
    place p = place_start(SCENE);
    const abut_run_summary whole = run(&p, p.out, NULL, NULL);
    write_scene(&p, IDLE);
    CHECK(run(&p, p.out, NULL, NULL).hash == whole.hash);
    place_end(&p);
}

// U = -sum m g z of three balls of density 2500 at their present heights; the run begins with no step of its own.
TEST(a_change_of_gravity_does_the_work_that_it_takes) {
    place p = place_start(SCENE);
    const abut_run_summary before = run(&p, p.other, NULL, "end=0.03");
    const char *set[] = {"gravity=[0, 0, -1.6]", "end=0.0302"};
    abut_run_options options = options_of(&p, p.out);
    options.from = p.other;
    options.scene_options.set = set;
    options.scene_options.set_count = 2;
    abut_run_summary after;
    CHECK_OK(p.cx, abut_run(p.cx, &options, &after)); // one step, that nothing else drives
    const double change = before.energy.potential * (1.6 / 9.81 - 1);
    const double work = after.energy.work_external - before.energy.work_external;
    CHECK(fabs(change) > 1e-3);
    CHECK_NEAR(work, change, 1e-12 * fabs(change));                  // sums of a few terms
    CHECK_NEAR(after.energy.residual, before.energy.residual, 1e-7); // of one step, J
    place_end(&p);
}

// Of joints.csv.
static double last_of(const place *p, const char *column) {
    char path[2 * SCRATCH_MAX];
    ab_history h;
    double value = NAN;
    snprintf(path, sizeof path, "%s/joints.csv", p->out);
    CHECK_OK(p->cx, ab_history_read(p->cx, path, &h));
    for (int64_t k = 0; k < h.ncolumn; k++)
        if (strcmp(h.column[k].name, column) == 0) value = h.value[(h.nrow - 1) * h.ncolumn + k];
    ab_history_free(p->cx, &h);
    return value;
}

// x = -0.06 + 2 (t - 0.02) to t = 0.05, then back by 1 m/s: continuous where the speed changes.
TEST(a_motion_that_a_stage_changes_goes_on_from_where_it_is) {
    place p = place_start(STAGED);
    const char *set[] = {"bodies.ball.position=[0.2, 0.3, 0.01]", "bodies.other.position=[0.3, 0.3, 0.01]"};
    abut_run_options options = options_of(&p, p.out);
    options.scene_options.set = set;
    options.scene_options.set_count = 2;
    abut_run_summary s;
    CHECK_OK(p.cx, abut_run(p.cx, &options, &s));
    CHECK(s.progress.step == 100 + 150 + 100); // of 0.2, 0.2 and 0.1 ms
    CHECK_NEAR(s.progress.time, 0.06, 1e-15);
    CHECK_NEAR(last_of(&p, "slide.travel"), 2 * 0.03 - 1 * 0.01, 1e-9);
    CHECK_NEAR(last_of(&p, "slide.speed"), -1, 1e-9);
    place_end(&p);
}

// What a kill does to files: from the k-th file call on, all fail.
typedef struct kill_plan {
    abut_run_options options;
} kill_plan;

static abut_status run_to_death(abut_context *cx, void *arg) {
    return abut_run(cx, &((kill_plan *)arg)->options, NULL);
}

static bool die_at(abut_run_options options, int64_t k) {
    kill_plan plan = {options};
    plan.options.checkpoint_steps = 20;
    faults f = faults_start(FAULTS_FILES, k);
    f.sticky = true;
    f.io = io_without_sync();
    (void)faults_run(&f, run_to_death, &plan);

    return f.fired > 0;
}

static void check_same(const place *p, const char *a, const char *b, int64_t k) {
    static const char *const FILES[] = {"results.vtkhdf", "energy.csv", "bodies.csv",
                                        "joints.csv",     "run.json",   "checkpoint.abut"};
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        char path[2][2 * SCRATCH_MAX];
        ab_bytes x, y;
        snprintf(path[0], sizeof path[0], "%s/%s", a, FILES[i]);
        snprintf(path[1], sizeof path[1], "%s/%s", b, FILES[i]);
        CHECK_OK(p->cx, ab_io_read_file(p->cx, path[0], 1 << 28, &x));
        CHECK_OK(p->cx, ab_io_read_file(p->cx, path[1], 1 << 28, &y));
        if (x.size != y.size || memcmp(x.data, y.data, (size_t)x.size) != 0)
            fail_msg("%s differs after death at file call %lld", FILES[i], (long long)k);
        ab_bytes_free(p->cx, &x);
        ab_bytes_free(p->cx, &y);
    }
}

static void check_deaths(const place *p, const char *from, int64_t least) {
    int64_t deaths = 0;
    (void)run(p, p->other, from, NULL);
    for (int64_t k = 1;; k += 5, deaths++) {
        abut_run_options options = options_of(p, p->out);
        options.from = from;
        if (!die_at(options, k)) break;
        char mark[2 * SCRATCH_MAX];
        snprintf(mark, sizeof mark, "%s/checkpoint.abut", p->out);
        if (scratch_has(mark)) {
            options.resume = true;
            options.scene = options.from = NULL;
        }
        CHECK_OK(p->cx, abut_run(p->cx, &options, NULL));
        check_same(p, p->other, p->out, k);
        scratch_remove_tree(p->out);
    }
    CHECK(deaths > least); // the injector fired
}

TEST(a_run_through_stages_that_dies_at_any_file_call_resumes_to_the_same_bytes) {
    place p = place_start(STAGED);
    check_deaths(&p, NULL, 20);
    place_end(&p);
}

TEST(a_run_from_another_that_dies_at_any_file_call_resumes_to_the_same_bytes) {
    place p = place_start(SCENE);
    char first[SCRATCH_MAX];
    scratch_path(&p.s, "first", first);
    (void)run(&p, first, NULL, "end=0.0312");
    check_deaths(&p, first, 10);
    place_end(&p);
}

TEST(a_state_that_does_not_fit_is_refused_by_name) {
    static const struct {
        const char *set, *says;
    } CASES[] = {
        {"bodies.ball.shape.sphere=0.011", "'ball' has another shape"},
        {"bodies.ball.name=bowl", "bowl"},
        {"bodies.other.fixed=true", "'other' has another mass"},
        {"joints.slide.name=slip", "'slip' is another one"},
        {"materials.glass.density=1000", "has another mass"},
        {"time.integrator=explicit_euler", "time.integrator"},
        {"materials.glass.rolling_friction=0.1", "rolling friction"},
        {"time.end=0.01", "must be later"},
    };
    place p = place_start(SCENE);
    (void)run(&p, p.other, NULL, "end=0.02");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        abut_run_options options = options_of(&p, p.out);
        options.from = p.other;
        options.scene_options.set = &CASES[i].set;
        options.scene_options.set_count = 1;
        CHECK_STATUS(ABUT_ERR_INPUT, abut_run(p.cx, &options, NULL));
        if (!strstr(abut_context_message(p.cx), CASES[i].says))
            fail_msg("'%s' is told by: %s", CASES[i].set, abut_context_message(p.cx));
    }
    place_end(&p);
}

typedef struct seen {
    const char *says;
    int64_t line;
} seen;

static void look(void *user, const abut_diagnostic *d) {
    seen *s = user;
    if (d->error && strstr(d->message, s->says)) s->line = d->line;
}

TEST(mistakes_in_stages_are_told_at_their_place) {
    static const struct {
        const char *stages, *says;
        int64_t line; // after those of the scene
    } CASES[] = {
        {"  - {name: a, duration: 0.1}\n  - {name: b}\n", "time.end is", 1},
        {"  - {name: a}\n  - {name: b}\n", "needs a duration or an end", 1},
        {"  - {name: a, duration: 0.01, end: 0.01}\n  - {name: b}\n", "give one of them", 1},
        {"  - {name: a, end: 0.02}\n  - {name: b, end: 0.01}\n  - {name: c}\n", "but it begins at", 2},
        {"  - {name: a, end: 0.02}\n  - {name: b, set: {bodies.ball.shape: 3}}\n", "cannot change in a stage", 2},
        {"  - {name: a, end: 0.02}\n  - {name: b, set: {joints.slide.axis: [0, 0, 1]}}\n", "cannot change", 2},
        {"  - {name: a, end: 0.02}\n  - {name: b, set: {joints.slid.speed: 1}}\n", "slid", 2},
        {"  - {name: a, end: 0.02}\n  - {name: b, set: {joints.slide.speed: 1 kg}}\n", "kg", 2},
        {"  - {name: a, end: 0.02}\n  - {name: b, set: 3}\n", "a mapping from paths to values", 2},
        {"  - {duration: 0.02}\n  - {name: b}\n", "name", 1},
    };
    int64_t lines = 0;
    for (const char *c = SCENE; *c; c++) lines += *c == '\n';
    place p = place_start(SCENE);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%sstages:\n%s", SCENE, CASES[i].stages);
        write_scene(&p, text);
        seen s = {CASES[i].says, 0};
        abut_run_options options = options_of(&p, p.out);
        options.diagnostic = look;
        options.diagnostic_user = &s;
        CHECK_STATUS(ABUT_ERR_INPUT, abut_run(p.cx, &options, NULL));
        if (s.line != lines + 1 + CASES[i].line)
            fail_msg("'%s' is told in line %lld: %s", CASES[i].stages, (long long)(s.line - lines - 1),
                     abut_context_message(p.cx));
    }
    place_end(&p);
}

CLAIMS(CLAIM(a_run_split_by_from_has_the_bits_of_one_that_was_not),
       CLAIM(stages_that_change_nothing_leave_the_bits_of_the_run),
       CLAIM(a_change_of_gravity_does_the_work_that_it_takes),
       CLAIM(a_motion_that_a_stage_changes_goes_on_from_where_it_is),
       CLAIM(a_run_through_stages_that_dies_at_any_file_call_resumes_to_the_same_bytes),
       CLAIM(a_run_from_another_that_dies_at_any_file_call_resumes_to_the_same_bytes),
       CLAIM(a_state_that_does_not_fit_is_refused_by_name), CLAIM(mistakes_in_stages_are_told_at_their_place))
