// Size of report.html and how soon a browser shows it: bytes per body and frame, 10,000 polyhedra
//
// Scenes are run as they are and their reports taken apart. The polyhedra are not simulated: they fall and tumble by
// formula, each with a contact, so that the recording is that of a run that fills it. The browser is Chromium without a
// graphics card; its time is from the navigation to the first picture, the shortest of three.
#include "common/figure.h"
#include "base/hash.h"
#include "base/io.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define POLYHEDRA 10000
#define FRAMES    300
#define LIMIT     50000000 // bytes

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_context_message(cx));
    exit(3);
}

// ------------------------------------------------------------------------------------------------------- scenes

static int digit(char c) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(DIGITS, c) : NULL;
    return found ? (int)(found - DIGITS) : 0; // behind the end of a short block
}

// The first `size` bytes that base64 text stands for.
static void read_base64(const char *base64, int64_t size, unsigned char *bytes) {
    for (int64_t i = 0; i < size; i += 3) {
        int three = 0;
        for (int k = 0; k < 4; k++) three = three << 6 | digit(base64[4 * (i / 3) + k]);
        for (int k = 0; k < 3 && i + k < size; k++) bytes[i + k] = (unsigned char)(three >> (16 - 8 * k));
    }
}

static uint64_t read_number(const unsigned char *raw, int64_t *at) {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        value |= (uint64_t)(raw[*at] & 127) << shift;
        if (raw[(*at)++] < 128) return value;
    }
}

// Bodies in all frames of a block of motion: those that are there.
static double body_frames_of(const char *base64, const uint32_t head[4]) {
    const int64_t size = 16 + (int64_t)head[3];
    unsigned char *packed = malloc((size_t)size), *raw = malloc(head[2]);
    uLongf length = head[2];
    if (!packed || !raw) exit(3);
    read_base64(base64, size, packed);
    if (uncompress(raw, &length, packed + 16, head[3]) != Z_OK) exit(3);
    int64_t at = 0;
    const uint64_t frames = read_number(raw, &at), bodies = read_number(raw, &at);
    double there = 0;
    for (uint64_t i = 0; i < bodies; i++) {
        const uint64_t before = read_number(raw, &at), after = read_number(raw, &at);
        there += (double)(frames - before - after);
    }
    free(packed);
    free(raw);
    return there;
}

typedef struct tally {
    double motion, contacts;    // bytes
    double frames, body_frames; // and bodies in all of them
} tally;

static tally count_blocks(const char *html) {
    static const char MARK[] = "<script type=\"application/x-abut-recording\">";
    tally t = {0};
    for (const char *at = html; (at = strstr(at, MARK)); at++) {
        uint32_t head[4];
        const char *base64 = at + strlen(MARK);
        read_base64(base64, sizeof head, (unsigned char *)head);
        if (head[0] == AB_RECORDING_CONTACTS) t.contacts += 16.0 + head[3];
        if (head[0] != AB_RECORDING_MOTION) continue;
        t.motion += 16.0 + head[3];
        t.frames += head[1];
        t.body_frames += body_frames_of(base64, head);
    }
    return t;
}

// `dense`: every body has several contacts at all times, which take more than its motion.
static void measure_scene(bench *b, const char *name, const char *const *set, int nset, bool dense) {
    char scene[4096], out[] = "/tmp/abut_bench_XXXXXX", path[4096], label[256];
    snprintf(scene, sizeof scene, "%s/%s.yaml", BENCH_SCENES, name);
    FILE *there = fopen(scene, "r");
    if (!there || !mkdtemp(out)) return;
    fclose(there);
    abut_context *cx = NULL;
    check(NULL, abut_context_create(NULL, &cx));
    abut_run_options options = abut_run_default();
    options.scene = scene;
    options.out = out;
    options.picture_width = 0;
    options.scene_options = (abut_scene_options){.set = set, .set_count = nset};
    abut_run_summary summary;
    check(cx, abut_run(cx, &options, &summary));
    ab_bytes html;
    snprintf(path, sizeof path, "%s/report.html", out);
    check(cx, ab_io_read_file(cx, path, 1 << 30, &html));
    const tally t = count_blocks(html.data);
    const double rows = t.body_frames;
    snprintf(label, sizeof label, "%s: motion of a body in a frame", name);
    figure(b, label, t.motion / rows, "B", at_most(8));
    snprintf(label, sizeof label, "%s: with its contacts", name);
    figure(b, label, (t.motion + t.contacts) / rows, "B", dense ? no_goal() : at_most(8));
    snprintf(label, sizeof label, "%s: report.html", name);
    figure(b, label, 1e-6 * (double)html.size, "MB", at_most(1e-6 * LIMIT));
    ab_bytes_free(cx, &html);
    abut_context_destroy(cx);
    char command[8192];
    snprintf(command, sizeof command, "rm -r '%s'", out);
    if (system(command) != 0) exit(3);
}

// ---------------------------------------------------------------------------------------------------- polyhedra

// A number in -1..1 that nothing predicts.
static double noise(int64_t i, int64_t frame, int what) {
    const int64_t key[3] = {i, frame, what};
    return 2 * (double)(ab_hash_bytes(AB_HASH_START, key, sizeof key) >> 11) * 0x1p-53 - 1;
}

// Falls, turns and comes to rest, and is shaken all the time: no run of grains is smoother than noise of two quanta.
static void move(ab_world *w, int64_t i, int64_t frame) {
    const double fall = fmax(0, w->state.time - 1e-4 * (double)i), rest = 0.02 * (double)(i / 400), shake = 6e-5;
    const double height = rest + 1.5 - 4.9 * fall * fall;
    const bool flies = height > rest;
    const double angle = flies ? 7 * fall + (double)i : 3.9 + 0.3 * sin((double)i);
    const v3 axis =
        v3_unit(v3_make(sin((double)i) + 0.01 * noise(i, frame, 3), cos(2 * (double)i) + 0.01 * noise(i, frame, 4), 1));
    const double s = sin(0.5 * angle);
    w->state.body.x[i] = v3_make(0.021 * (double)(i % 20) + shake * noise(i, frame, 0),
                                 0.021 * (double)(i / 20 % 20) + shake * noise(i, frame, 1),
                                 fmax(height, rest) + shake * noise(i, frame, 2));
    w->state.body.v[i] = v3_make(0, 0, flies ? -9.8 * fall : 0.004 * noise(i, frame, 5));
    w->state.body.q[i] = (quat){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

static void touch(ab_world *w) {
    ab_contacts *c = &w->state.contacts;
    c->n = 0;
    for (int64_t i = 0; i + 400 < w->state.body.n; i++) {
        if (w->state.body.v[i].z < -0.01) continue;
        c->a[c->n] = (uint32_t)i;
        c->b[c->n] = (uint32_t)i + 400;
        c->point[c->n] = v3_add(w->state.body.x[i], v3_make(0, 0, 0.01));
        c->normal[c->n] = v3_make(0, 0, -1);
        c->gap[c->n] = -1e-5;
        c->force[c->n] = v3_make(0.01 * sin((double)i), 0, -0.1 * (1 + cos((double)i)));
        c->normal_force[c->n++] = 0.1;
    }
}

static void fill_world(abut_context *cx, ab_world *w) {
    static const abut_v3 corner[8] = {{0.01, 0, 0}, {-0.01, 0, 0}, {0, 0.01, 0},          {0, -0.01, 0},
                                      {0, 0, 0.01}, {0, 0, -0.01}, {0.007, 0.007, 0.005}, {-0.006, 0.006, -0.007}};
    const abut_material_def material = abut_material_default();
    int32_t m, shape;
    check(cx, abut_material_add(w, &material, &m));
    check(cx, abut_shape_add_hull(w, corner, 8, &shape));
    for (int64_t i = 0; i < POLYHEDRA; i++) {
        abut_body_def def = abut_body_default();
        abut_body body;
        def.name = "rock";
        def.number = i;
        def.shape = shape;
        check(cx, abut_body_add(w, &def, &body));
    }
    check(cx, ab_contacts_reserve(cx, &w->state.contacts, POLYHEDRA));
}

static void record(abut_context *cx, const ab_scene *scene, const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/journal.abut", folder);
    ab_journal_writer journal;
    check(cx, ab_journal_create(cx, path, scene, &journal));
    ab_world *w = scene->world;
    for (int f = 0; f < FRAMES; f++) {
        w->state.time = 0.005 * f;
        w->state.step = f;
        for (int64_t i = 0; i < w->state.body.n; i++) move(w, i, f);
        touch(w);
        check(cx, ab_journal_put(&journal, w));
    }
    check(cx, ab_journal_close(&journal));
}

// Milliseconds until the browser shows it; negative when it cannot be asked.
static double ask_browser(const char *folder) {
    char command[8192];
    snprintf(command, sizeof command, "node '%s/page/ready.mjs' '%s/report.html'", BENCH_FOLDER, folder);
    FILE *answer = popen(command, "r");
    double ms = -1;
    if (!answer || fscanf(answer, "%lf", &ms) != 1) ms = -1;
    if (answer) pclose(answer);
    return ms;
}

static void measure_polyhedra(bench *b) {
    char folder[] = "/tmp/abut_bench_XXXXXX", path[4096], command[8192];
    if (!mkdtemp(folder)) exit(3);
    abut_context *cx = NULL;
    check(NULL, abut_context_create(NULL, &cx));
    abut_world_def def = abut_world_default();
    def.dt = 1e-3;
    ab_scene scene = {.cx = cx, .title = (char *)(uintptr_t) "Polyhedra", .end = 0.005 * FRAMES, .steps = FRAMES};
    check(cx, abut_world_create(cx, &def, &scene.world));
    fill_world(cx, scene.world);
    record(cx, &scene, folder);
    const abut_run_summary summary = {.progress = {.time = scene.end, .end = scene.end, .bodies = POLYHEDRA},
                                      .frames = FRAMES};
    const ab_report report = {
        .page = ab_page_built_in(), .folder = folder, .scene = &scene, .summary = &summary, .limit = LIMIT};
    bool written = false;
    const double begin = cpu_seconds();
    check(cx, ab_report_write(cx, &report, &written));
    const double took = cpu_seconds() - begin;
    if (!written) {
        figure_missing(b, "polyhedra: report.html", "this abut was built without npm", at_most(1e-6 * LIMIT));
    } else {
        ab_bytes html;
        snprintf(path, sizeof path, "%s/report.html", folder);
        check(cx, ab_io_read_file(cx, path, 1 << 30, &html));
        const tally t = count_blocks(html.data);
        figure(b, "polyhedra: frames shown", t.frames, "1", at_least(FRAMES));
        figure(b, "polyhedra: motion of a body in a frame", t.motion / t.body_frames, "B", at_most(8));
        figure(b, "polyhedra: report.html", 1e-6 * (double)html.size, "MB", at_most(1e-6 * LIMIT));
        figure(b, "polyhedra: CPU time to write it", took, "s", no_goal());
        const double ms = ask_browser(folder);
        if (ms < 0)
            figure_missing(b, "polyhedra: ready in Chromium", "needs node, chromium and web/node_modules", at_most(3));
        else
            figure(b, "polyhedra: ready in Chromium", 1e-3 * ms, "s", at_most(3));
        ab_bytes_free(cx, &html);
    }
    abut_world_destroy(scene.world);
    abut_context_destroy(cx);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    if (system(command) != 0) exit(3);
}

int main(int argc, char **argv) {
    bench b = bench_open(argc, argv);
    measure_polyhedra(&b);
    static const char *const small[] = {"generators.rocks.count=2000", "time.dt=150 us", "time.end=0.8 s",
                                        "generators.rocks.size={lognormal: {median: 43 mm, deviation: 0.1}}"};
    measure_scene(&b, "marbles", NULL, 0, true);
    measure_scene(&b, "hopper", small, sizeof small / sizeof small[0], true);
    measure_scene(&b, "docking", NULL, 0, false);
    return bench_close(&b);
}
