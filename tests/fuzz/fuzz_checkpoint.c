// Any bytes as a checkpoint: as a whole file, and as a body behind a header whose length and checksum are right (which a
// fuzzer would hardly find by itself).
#include "base/alloc.h"
#include "base/hash.h"
#include "base/pack.h"
#include "result/checkpoint.h"

#include <stddef.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void parse(ab_ctx *cx, const char *bytes, int64_t size) {
    ab_checkpoint checkpoint;
    ab_checkpoint_parse(cx, "input", bytes, size, &checkpoint);
    ab_checkpoint_free(cx, &checkpoint);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    abut_context *cx = NULL;
    if (abut_context_create(NULL, &cx) != ABUT_OK) return 0;
    parse(cx, (const char *)data, (int64_t)size);
    ab_text file = ab_text_start(cx);
    ab_text_put(&file, "abutckpt");
    ab_pack_u32(&file, 1);
    ab_pack_u32(&file, 0x01020304u);
    ab_pack_i64(&file, (int64_t)size);
    ab_pack_u64(&file, ab_hash_bytes(ab_hash_u64(ab_hash_u64(AB_HASH_START, 1), size), data, (int64_t)size));
    ab_text_bytes(&file, (const char *)data, (int64_t)size);
    if (ab_text_status(&file) == ABUT_OK) parse(cx, file.data, file.size);
    ab_text_free(&file);
    abut_context_destroy(cx);
    return 0;
}
