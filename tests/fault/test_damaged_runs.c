// A run that died half way, with damage done to what it left: whatever was changed in the bytes that a checkpoint
// relies on, the run is not gone on with, and the message names the file.
#include "base/io.h"
#include "math/random.h"
#include "output/checkpoint.h"
#include "scratch.h"

#include <errno.h>

static const char SCENE[] =
    "abut: 1\n"
    "time: {end: 0.03, dt: 5e-4}\n"
    "contact: {law: linear, stiffness: 2000}\n"
    "materials: {glass: {friction: 0.4}}\n"
    "bodies:\n"
    "  - {name: floor, shape: {plane: {}}, material: glass}\n"
    "  - {name: ball, shape: {sphere: 0.01}, material: glass, position: [0, 0, 0.0099], velocity: [0.1, 0, 0]}\n"
    "  - {name: bob, shape: {sphere: 0.01}, material: glass, position: [0.5, 0, 0.5]}\n"
    "joints: [{kind: spherical, b: bob, at: [0.5, 0, 0.6]}]\n"
    "forces: [{kind: spring, b: ball, at: [0, 0, 0.1], stiffness: 1}]\n"
    "probes: [{name: all, kind: kinetic}]\n"
    "flux_planes: [{name: door, at: [0, 0, 0.05], window: 0.01}]\n"
    "output: {frames: 0.005, history: 0.001}\n";

static const char *const FILES[] = {"checkpoint.abut", "journal.abut", "energy.csv", "bodies.csv",   "joints.csv",
                                    "forces.csv",      "probes.csv",   "flows.csv",  "residuals.csv"};
enum { FILE_COUNT = sizeof FILES / sizeof FILES[0], CHECKPOINT = 0, JOURNAL = 1, FIRST_CSV = 2 };

// Files that stop being written after so many checkpoints, as if the process had been killed.
typedef struct mortal {
    abut_io io;
    int lives; // checkpoints left
} mortal;

static int skip_sync(void *user, int file) { return (void)user, (void)file, 0; }
static int skip_sync_directory(void *user, const char *path) { return (void)user, (void)path, 0; }
static int mortal_rename(void *user, const char *from, const char *to) {
    mortal *m = user;
    if (m->lives == 0) return -EIO;
    if (strstr(to, "checkpoint.abut")) m->lives--;
    return m->io.rename(m->io.user, from, to);
}
static int64_t mortal_write(void *user, int file, const void *bytes, int64_t count, int64_t offset) {
    const mortal *m = user;
    return m->lives == 0 ? -EIO : m->io.write(m->io.user, file, bytes, count, offset);
}

typedef struct stage {
    scratch s;
    mortal m;
    ab_ctx *cx;
    char scene[SCRATCH_MAX], out[SCRATCH_MAX], whole[SCRATCH_MAX];
    ab_bytes left[FILE_COUNT]; // by the run that died
    int64_t kept[FILE_COUNT];  // bytes that its checkpoint relies on
    ab_bytes result;           // energy.csv of a whole run
} stage;

static void path_in(const char *folder, const char *name, char path[2 * SCRATCH_MAX]) {
    snprintf(path, 2 * SCRATCH_MAX, "%s/%s", folder, name);
}

static ab_bytes read_in(const stage *st, const char *folder, const char *name) {
    char path[2 * SCRATCH_MAX];
    ab_bytes bytes;
    path_in(folder, name, path);
    CHECK_OK(st->cx, ab_io_read_file(st->cx, path, 1 << 28, &bytes));
    return bytes;
}

static void write_in(const stage *st, const char *folder, const char *name, const ab_bytes *bytes) {
    char path[2 * SCRATCH_MAX];
    path_in(folder, name, path);
    CHECK_OK(st->cx, ab_io_replace_file(st->cx, path, bytes->data, bytes->size));
}

static abut_status run(const stage *st, const char *out, bool resume) {
    abut_run_options options = abut_run_default();
    options.picture_width = 0;
    options.report_bytes = 0;
    options.scene = resume ? NULL : st->scene;
    options.out = out;
    options.resume = resume;
    options.checkpoint_steps = 10;
    return abut_run(st->cx, &options, NULL);
}

static void find_kept(stage *st) {
    char path[2 * SCRATCH_MAX];
    ab_checkpoint c;
    path_in(st->out, FILES[CHECKPOINT], path);
    CHECK_OK(st->cx, ab_checkpoint_read(st->cx, path, &c));
    st->kept[CHECKPOINT] = st->left[CHECKPOINT].size;
    st->kept[JOURNAL] = c.mark.journal_bytes;
    for (int i = 0; i < AB_CSV_FILES; i++) st->kept[FIRST_CSV + i] = c.mark.csv_bytes[i];
    ab_checkpoint_free(st->cx, &c);
}

static stage *stage_start(void) {
    stage *st = calloc(1, sizeof *st);
    CHECK(st != NULL);
    st->s = scratch_start();
    abut_config config = abut_config_default();
    st->m = (mortal){config.io, -1};
    config.io.user = &st->m;
    config.io.rename = mortal_rename;
    config.io.write = mortal_write;
    config.io.sync = skip_sync;
    config.io.sync_directory = skip_sync_directory;
    config.threads = 1;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &st->cx));
    scratch_path(&st->s, "out", st->out);
    scratch_path(&st->s, "whole", st->whole);
    CHECK_OK(st->cx,
             ab_io_replace_file(st->cx, scratch_path(&st->s, "scene.yaml", st->scene), SCENE, sizeof SCENE - 1));
    CHECK_OK(st->cx, run(st, st->whole, false));
    st->result = read_in(st, st->whole, "energy.csv");
    st->m.lives = 5; // the marker, step 0, 10, 20 and 30
    CHECK_STATUS(ABUT_ERR_IO, run(st, st->out, false));
    st->m.lives = -1;
    for (int i = 0; i < FILE_COUNT; i++) st->left[i] = read_in(st, st->out, FILES[i]);
    find_kept(st);
    return st;
}

static void stage_end(stage *st) {
    for (int i = 0; i < FILE_COUNT; i++) ab_bytes_free(st->cx, &st->left[i]);
    ab_bytes_free(st->cx, &st->result);
    abut_context_destroy(st->cx);
    scratch_end(&st->s);
    free(st);
}

// What the dead run left, with `instead` as file i.
static abut_status resume_with(const stage *st, int i, const ab_bytes *instead) {
    for (int k = 0; k < FILE_COUNT; k++) write_in(st, st->out, FILES[k], k == i ? instead : &st->left[k]);
    return run(st, st->out, true);
}

static void check_refused(const stage *st, int i, const ab_bytes *instead, const char *how, int64_t at) {
    const abut_status status = resume_with(st, i, instead);
    if (status != ABUT_ERR_CORRUPT)
        fail_msg("%s %s at %lld: %s", FILES[i], how, (long long)at, abut_status_name(status));
    if (!strstr(abut_context_message(st->cx), FILES[i]))
        fail_msg("'%s' does not name %s", abut_context_message(st->cx), FILES[i]);
}

TEST(what_a_dead_run_left_is_gone_on_with_to_the_same_end) {
    stage *st = stage_start();
    for (int i = 0; i < FILE_COUNT; i++) CHECK(st->kept[i] > 0 && st->kept[i] <= st->left[i].size);
    CHECK_OK(st->cx, resume_with(st, 0, &st->left[0]));
    ab_bytes end = read_in(st, st->out, "energy.csv");
    CHECK(end.size == st->result.size && memcmp(end.data, st->result.data, (size_t)end.size) == 0);
    ab_bytes_free(st->cx, &end);
    stage_end(st);
}

TEST(no_bit_that_a_checkpoint_relies_on_is_flipped_unseen) {
    enum { FLIPS = 40 };
    stage *st = stage_start();
    ab_random r = ab_random_start(1, 1);
    for (int i = 0; i < FILE_COUNT; i++)
        for (int k = 0; k < FLIPS; k++) {
            const int64_t at = k == 0   ? 0
                               : k == 1 ? st->kept[i] - 1
                                        : (int64_t)(ab_random_u64(&r) % (uint64_t)st->kept[i]);
            const char before = st->left[i].data[at];
            ab_bytes damaged = st->left[i];
            damaged.data = calloc(1, (size_t)damaged.size + 1);
            memcpy(damaged.data, st->left[i].data, (size_t)damaged.size);
            damaged.data[at] = (char)(before ^ (1 << ab_random_u64(&r) % 8));
            check_refused(st, i, &damaged, "with a bit flipped", at);
            free(damaged.data);
        }
    stage_end(st);
}

TEST(no_file_that_was_cut_or_is_of_another_run_is_taken) {
    stage *st = stage_start();
    for (int i = 0; i < FILE_COUNT; i++) {
        for (int k = 0; k < 4; k++) {
            const int64_t size = st->kept[i] * k / 4;
            check_refused(st, i, &(ab_bytes){st->left[i].data, size}, "cut", size);
        }
        const int other = i == FILE_COUNT - 1 ? FIRST_CSV : i + 1;
        check_refused(st, i, &st->left[other], "that is another file", 0);
    }
    stage_end(st);
}

typedef struct notes {
    int count;
    char last[4096];
} notes;

static void note(void *user, abut_log_level level, const char *line) {
    notes *n = user;
    if (level < ABUT_LOG_WARNING) return;
    n->count++;
    snprintf(n->last, sizeof n->last, "%s", line);
}

TEST(a_finished_run_whose_histories_were_changed_says_so_when_it_is_resumed) {
    stage *st = stage_start();
    notes n = {0};
    st->cx->log = note;
    st->cx->log_user = &n;
    CHECK_OK(st->cx, run(st, st->whole, true));
    assert_int_equal(0, n.count);
    ab_bytes text = read_in(st, st->whole, "bodies.csv");
    text.data[text.size / 2] ^= 1;
    write_in(st, st->whole, "bodies.csv", &text);
    CHECK_OK(st->cx, run(st, st->whole, true));
    CHECK(n.count == 1 && strstr(n.last, "bodies.csv") && strstr(n.last, "checksum"));
    ab_bytes_free(st->cx, &text);
    stage_end(st);
}

CLAIMS(CLAIM(what_a_dead_run_left_is_gone_on_with_to_the_same_end),
       CLAIM(no_bit_that_a_checkpoint_relies_on_is_flipped_unseen),
       CLAIM(no_file_that_was_cut_or_is_of_another_run_is_taken),
       CLAIM(a_finished_run_whose_histories_were_changed_says_so_when_it_is_resumed))
