// Any bytes as throws of dice that make a scene, which takes twenty steps: each ends well, with all states and energies
// finite, or in a failure with a message. With ABUT_FUZZ_PRINT in the environment the scene is printed first.
#include "accepted.h"
#include "memory_files.h"
#include "scene_dice.h"
#include "world/world.h"

#include <math.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LOADED, STEPPED, TOUCHED, STEPS = 20 };
static const char *const ROUTES[] = {"loaded", "went 20 steps", "touched", NULL};
static const char MESH[] = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

// Of throw_steps: the number of the scene, and how many have gone wrong; the search ends at the first.
static long long last_scene = -1, wrong_scenes;

static bool need(bool truth, const char *what, int64_t body) {
    if (truth) return true;
    fprintf(stderr, "not finite after a step that was said to be good: %s of body %lld (scene %lld)\n", what,
            (long long)body, last_scene);
    if (last_scene < 0) abort();
    wrong_scenes++;
    return false;
}

static bool energy_finite(const abut_energy *e) {
    return isfinite(e->kinetic) && isfinite(e->potential) && isfinite(e->stored_normal) &&
           isfinite(e->stored_tangential) && isfinite(e->stored_springs) && isfinite(e->lost_damping) &&
           isfinite(e->lost_friction) && isfinite(e->lost_impact) && isfinite(e->lost_constraint) &&
           isfinite(e->work_external) && isfinite(e->residual);
}

static bool check(const ab_world *w) {
    const ab_bodies *b = &w->state.body;
    for (int64_t i = 0; i < b->n; i++) {
        const quat q = b->q[i];
        if (!need(v3_finite(b->x[i]), "position", i)) return false;
        if (!need(isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z), "orientation", i)) return false;
        if (!need(v3_finite(b->v[i]) && v3_finite(b->w[i]) && v3_finite(b->l[i]), "velocity", i)) return false;
        if (!need(v3_finite(b->force[i]) && v3_finite(b->torque[i]), "force", i)) return false;
    }
    const abut_energy energy = abut_world_energy(w);
    return need(energy_finite(&energy), "energy", -1);
}

static void go(abut_context *cx, abut_world *w) {
    bool touched = false;
    for (int i = 0; i < STEPS; i++) {
        if (abut_world_step(w) != ABUT_OK) {
            if (abut_context_message(cx)[0] == 0) abort();
            return;
        }
        if (!check(w)) return;
        touched = touched || w->state.contacts.n > 0;
    }
    fuzz_accept(STEPPED);
    if (touched) fuzz_accept(TOUCHED);
}

static void load(abut_context *cx) {
    abut_scene *scene = NULL;
    const abut_scene_options options = {0};
    const abut_status status = abut_scene_load(cx, "scene.yaml", &options, &scene);
    if (status == ABUT_OK) {
        fuzz_accept(LOADED);
        fuzz_begin_steps();
        go(cx, abut_scene_world(scene));
        fuzz_end_steps();
    } else if (getenv("ABUT_FUZZ_PRINT")) {
        fprintf(stderr, "refused: %s\n", abut_context_message(cx));
    }
    abut_scene_destroy(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_files files = {{{"scene.yaml", NULL, 0}, {"part.obj", MESH, (int64_t)sizeof MESH - 1}}};
    abut_context *cx = memory_context(&files);
    if (!cx) return 0;
    fuzz_begin();
    ab_text text = ab_text_start(cx);
    dice_scene(&text, data, size);
    if (getenv("ABUT_FUZZ_PRINT")) fprintf(stderr, "%.*s", (int)text.size, text.data);
    if (ab_text_status(&text) == ABUT_OK) {
        files.file[0] = (memory_file){"scene.yaml", text.data, text.size};
        load(cx);
    }
    ab_text_free(&text);
    abut_context_destroy(cx);
    return 0;
}
