// The small world whose state the checkpoint fuzzer saves and restores, and a header that passes for a checkpoint's.
#ifndef ABUT_FUZZ_CHECKPOINT_SEED_H
#define ABUT_FUZZ_CHECKPOINT_SEED_H

#include "base/hash.h"
#include "base/pack.h"
#include "output/checkpoint.h"

// What the first byte of an input says about the others.
enum { SEED_FILE, SEED_BODY, SEED_SNAPSHOT, SEED_KINDS };

// Two balls on a floor, one touching it. NULL if it could not be made.
static inline abut_world *seed_world(abut_context *cx) {
    abut_world_def def = abut_world_default();
    const abut_material_def material = abut_material_default();
    def.dt = 1e-5;
    abut_world *w = NULL;
    int32_t stuff, ball, plane;
    if (abut_world_create(cx, &def, &w) != ABUT_OK) return NULL;
    bool good = abut_material_add(w, &material, &stuff) == ABUT_OK &&
                abut_shape_add_sphere(w, 0.01, &ball) == ABUT_OK &&
                abut_shape_add_plane(w, (abut_v3){0, 0, 1}, &plane) == ABUT_OK;
    for (int i = 0; good && i < 3; i++) {
        abut_body_def body = abut_body_default();
        abut_body id;
        body.name = i ? "ball" : "floor";
        body.number = i ? i - 1 : -1;
        body.material = stuff;
        body.shape = i ? ball : plane;
        body.fixed = i == 0;
        body.position = (abut_v3){0.05 * i, 0, i == 1 ? 0.0099 : 0.02 * i};
        good = abut_body_add(w, &body, &id) == ABUT_OK;
    }
    if (good) return w;
    abut_world_destroy(w);
    return NULL;
}

// The body with a header whose length and checksum are right, which a fuzzer would hardly find by itself.
static inline void seed_wrap(ab_text *file, const char *body, int64_t size) {
    ab_text_put(file, "abutckpt");
    ab_pack_u32(file, AB_CHECKPOINT_VERSION);
    ab_pack_u32(file, 0x01020304u);
    ab_pack_i64(file, size);
    const uint64_t start = ab_hash_u64(AB_HASH_START, AB_CHECKPOINT_VERSION);
    ab_pack_u64(file, ab_hash_bytes(ab_hash_u64(start, (uint64_t)size), body, size));
    ab_text_bytes(file, body, size);
}

#endif
