// Every failure of memory and of files in the life of a run, in three acts: a scene with an include, a mesh, a hull and
// a generator is begun and stopped; the stopped run is resumed and ends; the results are exported. Each failure must
// end in a status with a message, leave no block and no file handle, and leave a folder from which the run can go on to
// the same bytes. Every single call fails once; that all fail behind it is tried for every third one, and going on for
// some. `test_run_faults all` leaves nothing out, and plays four more scenes: a mechanism, a flow, polyhedra, and
// solids by their fields. `all N` and `some N` play scene N alone.
// labels: slow
#include "faults.h"
#include "output/checkpoint.h"
#include "output/export.h"
#include "scratch.h"

#include <stdlib.h>

// Without "all":
#define MAX_RECOVERIES 8 // of one act
#define STICKY_STEP    3 // of the calls behind which all fail
#ifdef __SANITIZE_ADDRESS__
#define ONCE_STEP 3 // a sanitizer takes ten times as long
#else
#define ONCE_STEP 1
#endif

static bool try_all; // "all"
static int first_scene, last_scene;

// In SI units: the reader loads UDUNITS, which takes most of the time, only for a unit.
enum { SCENE_COUNT = 5 };
static const char *const SCENES[SCENE_COUNT] = {
    "abut: 1\n"
    "include: [parts/stuff.yaml]\n"
    "time: {end: 2e-3, dt: 1e-4}\n"
    "contact: {law: linear, stiffness: 2000}\n"
    "bodies:\n"
    "  - {name: floor, shape: {plane: {}}, material: glass}\n"
    "  - {name: ball, shape: {sphere: 0.01}, material: glass, position: [0, 0, 0.0099], velocity: [0.1, 0, "
    "0]}\n"
    "  - {name: wedge, shape: {mesh: {file: parts/wedge.stl, scale: 0.01}}, material: glass, contact: "
    "false}\n"
    "  - {name: tip, shape: {hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, material: glass, contact: "
    "false}\n"
    "generators:\n"
    "  - fill: {name: beads, radius: {min: 0.004, max: 0.005}, material: glass, count: 4,\n"
    "           region: {low: [0.05, 0.05, 0.05], high: [0.08, 0.08, 0.08]}}\n"
    "output: {frames: 0, history: 1e-3}\n",

    "abut: 1\n"
    "include: [parts/stuff.yaml]\n"
    "time: {end: 2e-3, dt: 1e-4, integrator: rk4}\n"
    "bodies:\n"
    "  - {name: crank, shape: {box: [0.1, 0.02, 0.02]}, material: glass, position: [0.05, 0, 0], contact: false}\n"
    "  - {name: rod, shape: {capsule: {radius: 0.01, length: 0.1}}, material: glass, position: [0.1, 0, -0.06], "
    "contact: false}\n"
    "joints:\n"
    "  - {name: pin, kind: revolute, b: crank, at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "  - {name: knee, kind: spherical, a: crank, b: rod, at: [0.1, 0, 0]}\n"
    "forces: [{name: cord, kind: spring, b: rod, at: [0.2, 0, -0.1], stiffness: 10, damping: 0.1}]\n"
    "output: {frames: 0, history: 1e-3}\n",

    "abut: 1\n"
    "include: [parts/stuff.yaml]\n"
    "time: {end: 8e-3, dt: 1e-4}\n"
    "contact: {law: linear, stiffness: 2000}\n"
    "bodies: [{name: floor, shape: {plane: {}}, material: glass}]\n"
    "generators:\n"
    "  - inlet: {name: rain, shape: {sphere: 0.01}, size: {uniform: {min: 0.014, max: 0.02}}, variety: 3, material: "
    "glass,\n"
    "            region: {low: [-0.04, -0.04, 0.02], high: [0.04, 0.04, 0.06]}, rate: 2000, velocity: [0, 0, -1]}\n"
    "outlets: [{name: drain, region: {low: [-1, -1, -1], high: [0, 1, 0.03]}}]\n"
    "flux_planes: [{name: door, at: [0, 0, 0.04], window: 0.01}]\n"
    "probes: [{name: push, kind: momentum}]\n"
    "output: {frames: 0, history: 1e-3}\n",

    "abut: 1\n"
    "include: [parts/stuff.yaml]\n"
    "time: {end: 2e-4, dt: 1e-5}\n"
    "contact: {law: volume}\n"
    "bodies:\n"
    "  - {name: floor, shape: {plane: {}}, material: glass}\n"
    "  - {name: cube, shape: {box: [0.02, 0.02, 0.02]}, material: glass, position: [0, 0, 0.0099]}\n"
    "  - {name: stone, shape: {rock: {size: 0.02}}, material: glass, position: [0, 0, 0.031], velocity: [0, 0, -1]}\n"
    "output: {frames: 0, history: 1e-4}\n",

    "abut: 1\n"
    "include: [parts/stuff.yaml]\n"
    "time: {end: 1e-3, dt: 1e-4}\n"
    "contact: {law: linear, stiffness: 2000, resolution: 16}\n"
    "bodies:\n"
    "  - {name: anvil, shape: {box: [0.04, 0.04, 0.02]}, material: glass, fixed: true, spacing: 0.01}\n"
    "  - {name: hammer, shape: {box: [0.02, 0.02, 0.02]}, material: glass, position: [0, 0, 0.0199], spacing: 0.01}\n"
    "output: {frames: 0, history: 1e-3}\n"};
static int scene_number; // of the one being played
static const char STUFF[] = "materials: {glass: {friction: 0.4, density: 2500}}\n";

// Not every scene has all of them.
static const char *const FILES[] = {"results.vtkhdf", "energy.csv",  "bodies.csv",     "residuals.csv",
                                    "run.json",       "picture.png", "flows.csv",      "forces.csv",
                                    "joints.csv",     "probes.csv",  "checkpoint.abut"};
enum { FILE_COUNT = sizeof FILES / sizeof FILES[0] };

typedef struct stage {
    scratch s;
    char scene[SCRATCH_MAX], out[SCRATCH_MAX], stopped[SCRATCH_MAX], whole[SCRATCH_MAX];
    char recording[SCRATCH_MAX], table[SCRATCH_MAX];
} stage;

// ---------------------------------------------------------------------------------------------------- the stage

static void put(const stage *st, const char *name, const char *text) {
    char path[SCRATCH_MAX];
    FILE *to = fopen(scratch_path(&st->s, name, path), "w");
    CHECK(to && fputs(text, to) >= 0 && fclose(to) == 0);
}

// A tetrahedron as ascii STL.
static void put_wedge(const stage *st) {
    static const int CORNER[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    char text[2048];
    int used = snprintf(text, sizeof text, "solid wedge\n");
    for (int i = 0; i < 4; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++)
            used += snprintf(text + used, sizeof text - (size_t)used, "vertex %d %d %d\n", CORNER[i][k] == 1,
                             CORNER[i][k] == 2, CORNER[i][k] == 3);
        used += snprintf(text + used, sizeof text - (size_t)used, "endloop\nendfacet\n");
    }
    snprintf(text + used, sizeof text - (size_t)used, "endsolid wedge\n");
    put(st, "parts/wedge.stl", text);
}

// Waiting for the disk would take most of the time here, and nothing pulls the plug.
static int skip_sync(void *user, int file) {
    (void)user;
    (void)file;
    return 0;
}

static int skip_sync_directory(void *user, const char *path) {
    (void)user;
    (void)path;
    return 0;
}

static faults start_faults(uint32_t sites, int64_t at, bool sticky) {
    faults f = faults_start(sites, at);
    f.sticky = sticky;
    f.io.sync = skip_sync;
    f.io.sync_directory = skip_sync_directory;
    return f;
}

static bool stop_at_once(void *user, const abut_progress *progress) {
    (void)user;
    (void)progress;
    return false;
}

// Begins, or goes on when a checkpoint is there.
static abut_status run_into(abut_context *cx, const stage *st, const char *out, bool stop) {
    char checkpoint[2 * SCRATCH_MAX];
    snprintf(checkpoint, sizeof checkpoint, "%s/checkpoint.abut", out);
    abut_run_options options = abut_run_default();
    options.out = out;
    options.resume = scratch_has(checkpoint);
    if (!options.resume) options.scene = st->scene;
    options.checkpoint_steps = 7;
    options.report_bytes = 0; // test_recording has the faults of reports
    options.picture_width = 4;
    options.picture_height = 3;
    options.progress = stop ? stop_at_once : NULL;
    const abut_status status = abut_run(cx, &options, NULL);
    return stop && status == ABUT_INTERRUPTED ? ABUT_OK : status;
}

static abut_status run_whole(abut_context *cx, void *arg) {
    const stage *st = arg;
    return run_into(cx, st, st->whole, false);
}

static abut_status run_stopped(abut_context *cx, void *arg) {
    const stage *st = arg;
    return run_into(cx, st, st->stopped, true);
}

// ------------------------------------------------------------------------------------------------------ the acts

static abut_status begin(abut_context *cx, void *arg) {
    const stage *st = arg;
    return run_into(cx, st, st->out, true);
}

static abut_status go_on(abut_context *cx, void *arg) {
    const stage *st = arg;
    return run_into(cx, st, st->out, false);
}

static abut_status export_all(abut_context *cx, void *arg) {
    const stage *st = arg;
    ab_export_summary summary;
    AB_TRY(ab_export_pvd(cx, st->out, st->recording, &summary));
    return ab_export_csv(cx, st->out, st->table, &summary);
}

typedef struct act {
    const char *name;
    faults_scenario *play; // what fails
    size_t from;           // the folder that it begins with, in a stage; 0 = none
} act;

static const act ACTS[] = {
    {"begin", begin, 0},
    {"go on", go_on, offsetof(stage, stopped)},
    {"export", export_all, offsetof(stage, whole)},
};
enum { ACT_COUNT = sizeof ACTS / sizeof ACTS[0] };

static stage stage_start(void) {
    stage st = {.s = scratch_start()};
    char parts[SCRATCH_MAX];
    CHECK(mkdir(scratch_path(&st.s, "parts", parts), 0777) == 0);
    scratch_path(&st.s, "scene.yaml", st.scene);
    scratch_path(&st.s, "out", st.out);
    scratch_path(&st.s, "whole", st.whole);
    scratch_path(&st.s, "stopped", st.stopped);
    scratch_path(&st.s, "recording", st.recording);
    scratch_path(&st.s, "table.csv", st.table);
    put(&st, "scene.yaml", SCENES[scene_number]);
    put(&st, "parts/stuff.yaml", STUFF);
    put_wedge(&st);
    faults f = start_faults(FAULTS_FILES, 0, false);
    CHECK_STATUS(ABUT_OK, faults_run(&f, run_whole, &st));
    CHECK_STATUS(ABUT_OK, faults_run(&f, run_stopped, &st));
    return st;
}

static void path_in(const char *folder, const char *name, char path[2 * SCRATCH_MAX]) {
    snprintf(path, 2 * SCRATCH_MAX, "%s/%s", folder, name);
}

// The bytes of a file, to be freed; NULL if there is none.
static char *slurp(const char *folder, const char *name, size_t *size) {
    char path[2 * SCRATCH_MAX];
    path_in(folder, name, path);
    FILE *from = fopen(path, "rb");
    if (!from) return NULL;
    fseek(from, 0, SEEK_END);
    *size = (size_t)ftell(from);
    rewind(from);
    char *bytes = malloc(*size + 1);
    CHECK(bytes && fread(bytes, 1, *size, from) == *size);
    fclose(from);
    return bytes;
}

static void copy_file(const char *from, const char *to, const char *name) {
    size_t size = 0;
    char *bytes = slurp(from, name, &size);
    if (!bytes) return;
    char path[2 * SCRATCH_MAX];
    path_in(to, name, path);
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    free(bytes);
}

// The folder as the act finds it.
static void set_up(const stage *st, const act *a) {
    scratch_remove_tree(st->out);
    scratch_remove_tree(st->recording);
    scratch_remove_tree(st->table);
    if (a->from == 0) return;
    CHECK(mkdir(st->out, 0777) == 0);
    for (int i = 0; i < FILE_COUNT; i++) copy_file((const char *)st + a->from, st->out, FILES[i]);
    copy_file((const char *)st + a->from, st->out, "journal.abut");
}

// --------------------------------------------------------------------------------------------------- afterwards

static void check_same_files(const stage *st, int64_t at) {
    for (int i = 0; i < FILE_COUNT; i++) {
        size_t nx = 0, ny = 0;
        char *x = slurp(st->whole, FILES[i], &nx), *y = slurp(st->out, FILES[i], &ny);
        const bool same = !x == !y && nx == ny && (!x || memcmp(x, y, nx) == 0);
        if (!same) fail_msg("%s differs once call %lld had failed and the run was resumed", FILES[i], (long long)at);
        free(x);
        free(y);
    }
}

static abut_status read_checkpoint(abut_context *cx, void *arg) {
    const stage *st = arg;
    char path[2 * SCRATCH_MAX];
    path_in(st->out, "checkpoint.abut", path);
    ab_checkpoint checkpoint;
    AB_TRY(ab_checkpoint_read(cx, path, &checkpoint));
    ab_checkpoint_free(cx, &checkpoint);
    return ABUT_OK;
}

// Without faults, what was left goes on to the same bytes.
static void check_recovery(stage *st, int64_t at) {
    char path[2 * SCRATCH_MAX];
    path_in(st->out, "checkpoint.abut", path);
    faults f = start_faults(FAULTS_FILES, 0, false);
    if (scratch_has(path) && faults_run(&f, read_checkpoint, st) != ABUT_OK)
        fail_msg("call %lld failing damaged the checkpoint", (long long)at);
    if (faults_run(&f, go_on, st) != ABUT_OK)
        fail_msg("call %lld failing left a run that does not go on", (long long)at);
    check_same_files(st, at);
    if (faults_run(&f, export_all, st) != ABUT_OK)
        fail_msg("call %lld failing left results that cannot be exported", (long long)at);
}

// ------------------------------------------------------------------------------------------------------- sweeps

typedef struct fault_plan {
    uint32_t sites;
    bool sticky;
    int error;
    int64_t longest;
    abut_status wanted; // of a run that ends by it
} fault_plan;

static int64_t count_calls(stage *st, const act *a, const fault_plan *plan) {
    faults f = start_faults(plan->sites, 0, false);
    f.longest = plan->longest;
    set_up(st, a);
    CHECK_STATUS(ABUT_OK, faults_run(&f, a->play, st));
    return f.counted;
}

// True when the failure ended the act, as all do but the closing of a file that was only read.
static bool fail_call(stage *st, const act *a, const fault_plan *plan, int64_t at) {
    faults f = start_faults(plan->sites, at, plan->sticky);
    f.error = plan->error;
    f.longest = plan->longest;
    set_up(st, a);
    const abut_status status = faults_run(&f, a->play, st);
    if (f.fired == 0) fail_msg("%s: call %lld did not fail", a->name, (long long)at);
    if (status != ABUT_OK && status != plan->wanted)
        fail_msg("%s: call %lld failing gives %s", a->name, (long long)at, abut_status_name(status));
    return status != ABUT_OK;
}

// Fails every call of an act in turn.
static void sweep_act(stage *st, const act *a, const fault_plan *plan) {
    const int64_t calls = count_calls(st, a, plan);
    const int64_t step = try_all ? 1 : plan->sticky ? STICKY_STEP : ONCE_STEP;
    const int64_t stride = try_all ? 1 : 1 + calls / (step * MAX_RECOVERIES);
    int64_t runs = 0, failed = 0, recovered = 0;
    for (int64_t at = 1; at <= calls; at += step) {
        failed += fail_call(st, a, plan, at);
        if (++runs % stride != 0) continue;
        check_recovery(st, at);
        recovered++;
    }
    print_message("    scene %d, %-6s %4lld of %4lld calls failed in turn, %4lld ended it, %3lld were recovered from\n",
                  scene_number, a->name, (long long)runs, (long long)calls, (long long)failed, (long long)recovered);
    CHECK(calls > 5 && failed > runs * 9 / 10 && recovered > 2); // a sweep of nothing proves nothing
}

static void sweep(fault_plan plan) {
    for (scene_number = first_scene; scene_number <= last_scene; scene_number++) {
        stage st = stage_start();
        for (int i = 0; i < ACT_COUNT; i++) sweep_act(&st, &ACTS[i], &plan);
        scratch_end(&st.s);
    }
    scene_number = 0;
}

TEST(every_allocation_may_fail_once) { sweep((fault_plan){FAULTS_MEMORY, false, EIO, 0, ABUT_ERR_MEMORY}); }

TEST(memory_may_run_out_anywhere) { sweep((fault_plan){FAULTS_MEMORY, true, EIO, 0, ABUT_ERR_MEMORY}); }

TEST(every_file_call_may_fail_once) { sweep((fault_plan){FAULTS_FILES, false, EIO, 0, ABUT_ERR_IO}); }

TEST(the_disk_may_be_full_from_any_write_on) {
    const uint32_t sites = FAULTS_OF(FAULT_WRITE) | FAULTS_OF(FAULT_TRUNCATE) | FAULTS_OF(FAULT_MAKE_DIRECTORY);
    sweep((fault_plan){sites, true, ENOSPC, 0, ABUT_ERR_IO});
}

TEST(the_disk_may_die_at_any_file_call) { sweep((fault_plan){FAULTS_FILES, true, EIO, 0, ABUT_ERR_IO}); }

TEST(short_writes_may_end_in_a_full_disk) {
    sweep((fault_plan){FAULTS_OF(FAULT_WRITE), true, ENOSPC, 20000, ABUT_ERR_IO});
}

TEST(short_reads_and_writes_change_nothing) {
    stage st = stage_start();
    faults f = start_faults(FAULTS_FILES, 0, false);
    f.longest = 13;
    CHECK_STATUS(ABUT_OK, faults_run(&f, begin, &st));
    CHECK_STATUS(ABUT_OK, faults_run(&f, go_on, &st));
    check_same_files(&st, 0);
    CHECK_STATUS(ABUT_OK, faults_run(&f, export_all, &st));
    scratch_end(&st.s);
}

static abut_status run_again(abut_context *cx, void *arg) {
    const stage *st = arg;
    abut_run_options options = abut_run_default();
    options.scene = st->scene;
    options.out = st->out;
    return abut_run(cx, &options, NULL);
}

TEST(a_finished_run_is_not_replaced_because_a_file_call_fails) {
    stage st = stage_start();
    set_up(&st, &ACTS[ACT_COUNT - 1]);
    for (int64_t at = 1;; at++) {
        faults f = start_faults(FAULTS_FILES, at, false);
        const abut_status status = faults_run(&f, run_again, &st);
        CHECK(status == (f.fired ? ABUT_ERR_IO : ABUT_ERR_ARGUMENT));
        check_same_files(&st, at);
        if (!f.fired) break;
    }
    scratch_end(&st.s);
}

// Fails every tenth call of every act.
static void play_with_faults(stage *st, uint32_t sites) {
    const fault_plan plan = {sites, false, EIO, 0, ABUT_OK};
    for (int i = 0; i < ACT_COUNT; i++) {
        const int64_t calls = count_calls(st, &ACTS[i], &plan);
        for (int64_t at = 1; at <= calls; at += 10) {
            faults f = start_faults(sites, at, false);
            set_up(st, &ACTS[i]);
            faults_run(&f, ACTS[i].play, st);
        }
    }
}

TEST(the_library_prints_nothing_whatever_fails) {
    stage st = stage_start();
    char path[SCRATCH_MAX];
    FILE *printed = fopen(scratch_path(&st.s, "printed", path), "w+");
    CHECK(printed && fflush(NULL) == 0);
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    CHECK(dup2(fileno(printed), STDOUT_FILENO) >= 0 && dup2(fileno(printed), STDERR_FILENO) >= 0);
    play_with_faults(&st, FAULTS_MEMORY);
    play_with_faults(&st, FAULTS_FILES);
    fflush(NULL);
    CHECK(dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0);
    close(out);
    close(err);
    struct stat info;
    CHECK(fstat(fileno(printed), &info) == 0);
    fclose(printed);
    assert_int_equal(0, info.st_size);
    scratch_end(&st.s);
}

int main(int argc, char **argv) {
    try_all = argc > 1 && strcmp(argv[1], "all") == 0;
    if (try_all) last_scene = SCENE_COUNT - 1;
    if (argc > 2) first_scene = last_scene = atoi(argv[2]) % SCENE_COUNT;
    const struct CMUnitTest claims[] = {
        CLAIM(every_allocation_may_fail_once),
        CLAIM(memory_may_run_out_anywhere),
        CLAIM(every_file_call_may_fail_once),
        CLAIM(the_disk_may_be_full_from_any_write_on),
        CLAIM(the_disk_may_die_at_any_file_call),
        CLAIM(short_writes_may_end_in_a_full_disk),
        CLAIM(short_reads_and_writes_change_nothing),
        CLAIM(a_finished_run_is_not_replaced_because_a_file_call_fails),
        CLAIM(the_library_prints_nothing_whatever_fails),
    };
    return cmocka_run_group_tests(claims, NULL, NULL);
}
