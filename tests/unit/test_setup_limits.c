// Setting up a scene ends before it takes all memory, and when it is asked to.
#include "scene_files.h"
#include "step/step.h"

#include <stdlib.h>
#include <time.h>

#define HEAD "abut: 1\ntime: {end: 1 ms}\nmaterials: {m: {density: 1000}}\n"

static bool refused(const char *text, const char *word) {
    scene_files f;
    scene_text(&f, text);
    const bool said = f.status == ABUT_ERR_INPUT && strstr(abut_context_message(f.cx), word);
    if (!said) print_message("%d: %s\n", (int)f.status, abut_context_message(f.cx));
    files_end(&f);
    return said;
}

TEST(thousands_of_bodies_in_one_place_are_refused) {
    CHECK(refused(HEAD "generators:\n  - grid: {name: b, shape: {sphere: 1 cm}, material: m, count: [4000, 1, 1],"
                       " spacing: [0, 0, 0]}\n",
                  "in one place"));
}

TEST(gears_have_a_greatest_number_of_teeth) {
    CHECK(
        refused(HEAD "bodies:\n  - {shape: {gear: {teeth: 65535, module: 4 mm, width: 1 cm}}, material: m}\n", "4096"));
}

TEST(hundreds_of_joints_on_the_same_two_bodies_are_refused) {
    enum { JOINTS = 300, LINE = 80 };
    char *text = calloc(JOINTS + 10, LINE);
    CHECK(text != NULL);
    strcpy(text, HEAD "bodies:\n  - {name: hub, shape: {sphere: 1 cm}, material: m}\njoints:\n");
    for (int i = 0; i < JOINTS; i++)
        snprintf(text + strlen(text), LINE, "  - {name: j%d, kind: spherical, b: hub, at: [%d mm, 0, 0]}\n", i, i);
    CHECK(refused(text, "256 joints"));
    free(text);
}

// A mesh, a round solid and bodies at random places.
static const char PARTS[] =
    HEAD "contact: {resolution: 24}\nbodies:\n"
         "  - {shape: {gear: {teeth: 12, module: 4 mm, width: 1 cm}}, material: m}\n"
         "  - {shape: {ellipsoid: {semi_axes: [1 cm, 2 cm, 3 cm]}}, material: m, position: [1, 0, 0]}\n"
         "generators:\n"
         "  - fill: {name: b, region: {low: [2, 0, 0], high: [3, 1, 1]}, radius: {min: 1 cm, max: 2 cm},"
         " material: m, count: 100}\n";

// Counts asks, ends set-up at one of them, and counts blocks of memory.
typedef struct witness {
    int64_t asked, last, blocks;
    double told, now; // processor time: of the last ask, and of this one
    double longest;   // between two asks
    int64_t told_of;  // calls of `setup`
    bool whole;       // all of them made sense
    abut_allocator memory;
} witness;

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool ask(void *user) {
    witness *w = user;
    w->now = processor_time();
    if (w->asked++ > 0) w->longest = fmax(w->longest, w->now - w->told);
    w->told = processor_time();
    return w->last > 0 && w->asked >= w->last;
}

static void tell(void *user, const abut_setup *setup) {
    witness *w = user;
    w->told_of++;
    if (!(setup->done >= 0 && setup->done <= setup->of && setup->doing[0] && setup->wall >= 0 && setup->left >= 0))
        w->whole = false;
}

static void *counted_resize(void *user, void *p, size_t bytes) {
    witness *w = user;
    void *grown = w->memory.resize(w->memory.user, p, bytes);
    w->blocks += grown && !p;
    return grown;
}

static void counted_release(void *user, void *p) {
    witness *w = user;
    w->blocks -= p != NULL;
    w->memory.release(w->memory.user, p);
}

static abut_status set_up(const char *text, witness *w) {
    scene_files f = {0};
    files_put(&f, "scene.yaml", text);
    abut_config config = abut_config_default();
    config.threads = 1;
    w->memory = config.allocator;
    config.allocator = (abut_allocator){w, counted_resize, counted_release};
    config.io.user = &f;
    config.io.open = memory_open;
    config.io.read = memory_read;
    config.io.close = memory_close;
    config.io.kind = memory_kind;
    config.cancel = ask;
    config.cancel_user = w;
    config.setup = tell;
    config.setup_user = w;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &f.cx));
    const abut_status status = abut_scene_load(f.cx, "scene.yaml", NULL, &f.scene);
    if (status == ABUT_INTERRUPTED)
        CHECK(strstr(abut_context_message(f.cx), "set up") && abut_scene_world(f.scene) == NULL);
    files_end(&f);
    return status;
}

TEST(setting_up_ends_at_whichever_ask_it_is_told_to_and_frees_everything) {
    witness all = {0};
    CHECK_STATUS(ABUT_OK, set_up(PARTS, &all));
    CHECK(all.asked > 500 && all.blocks == 0);
    const int64_t stride = all.asked / 150 + 1;
    for (int64_t k = 1; k <= all.asked; k += k < 100 ? 1 : stride) {
        witness w = {.last = k};
        const abut_status status = set_up(PARTS, &w);
        CHECK_STATUS(w.asked < k ? ABUT_OK : ABUT_INTERRUPTED, status); // how often loops ask depends on the clock
        CHECK(w.blocks == 0);
        CHECK(w.asked <= k + 1); // nobody goes on who was told to end
    }
}

// One that takes some seconds: whoever stops it must not wait for a tenth of that.
TEST(no_part_of_setting_up_goes_on_for_long_without_asking) {
    witness w = {.whole = true};
    const double began = processor_time();
    CHECK_STATUS(ABUT_OK,
                 set_up(HEAD "contact: {resolution: 160}\nbodies:\n"
                             "  - {name: wheel, shape: {gear: {teeth: 60, module: 4 mm, width: 5 cm}}, material: m}\n"
                             "  - {shape: {sphere: 1}, material: m, position: [3, 0, 0]}\n",
                        &w));
    const double took = processor_time() - began;
    print_message("%.2f s, asked %lld times, %.3f s between two at most, told %lld times\n", took, (long long)w.asked,
                  w.longest, (long long)w.told_of);
    CHECK(w.longest < 0.1 * took);
    CHECK(w.told_of > 0 && w.whole);
}

CLAIMS(CLAIM(thousands_of_bodies_in_one_place_are_refused), CLAIM(gears_have_a_greatest_number_of_teeth),
       CLAIM(hundreds_of_joints_on_the_same_two_bodies_are_refused),
       CLAIM(setting_up_ends_at_whichever_ask_it_is_told_to_and_frees_everything),
       CLAIM(no_part_of_setting_up_goes_on_for_long_without_asking))
