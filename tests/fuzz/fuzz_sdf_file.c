// Any bytes as a field: as a whole file, and as a body behind a frame whose length and checksum are right (which a
// fuzzer would hardly find by itself).
#include "accepted.h"
#include "base/file_envelope.h"
#include "geom/sdf/sdf_file.h"

#include <stddef.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILE_ROUTE, BODY_ROUTE };
static const char *const ROUTES[] = {"file", "body", NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_watch(ROUTES);
    return 0;
}

static void parse(ab_ctx *cx, int route, const char *bytes, int64_t size) {
    ab_sdf sdf;
    ab_sdf_key key;
    if (ab_sdf_parse(cx, "input", bytes, size, &sdf, &key) == ABUT_OK) {
        fuzz_accept(route);
        v3 gradient;
        ab_sdf_distance(&sdf, v3_make(1, 2, 3), &gradient);
        ab_sdf_closest(&sdf, v3_make(1, 2, 3));
    }
    ab_sdf_free(cx, &sdf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    abut_config config = abut_config_default();
    config.threads = 1; // to start others takes longer than to read a file
    abut_context *cx = NULL;
    if (abut_context_create(&config, &cx) != ABUT_OK) return 0;
    fuzz_begin();
    parse(cx, FILE_ROUTE, (const char *)data, (int64_t)size);
    const ab_format format = {AB_SDF_FILE_MAGIC, AB_SDF_FILE_VERSION, "", ""};
    ab_text body = ab_text_start(cx), file = ab_text_start(cx);
    ab_text_bytes(&body, (const char *)data, (int64_t)size);
    ab_envelope_pack(&file, &format, &body);
    if (ab_text_status(&body) == ABUT_OK && ab_text_status(&file) == ABUT_OK)
        parse(cx, BODY_ROUTE, file.data, file.size);
    ab_text_free(&body);
    ab_text_free(&file);
    abut_context_destroy(cx);
    return 0;
}
