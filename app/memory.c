// Memory, paths and time of the program.
#include "memory.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static abut_status refuse(abut_context *cx) { return abut_context_fail(cx, ABUT_ERR_MEMORY, "out of memory"); }

abut_status app_alloc(abut_context *cx, void **p, int64_t count, size_t item_size) {
    *p = calloc((size_t)(count > 0 ? count : 1), item_size);
    return *p ? ABUT_OK : refuse(cx);
}

abut_status app_grow(abut_context *cx, void **p, int64_t *capacity, int64_t need, size_t item_size) {
    if (need <= *capacity) return ABUT_OK;
    const int64_t wanted = need + need / 2;
    void *grown = realloc(*p, (size_t)wanted * item_size);
    if (!grown) return refuse(cx);
    *p = grown;
    *capacity = wanted;
    return ABUT_OK;
}

abut_status app_path_join(abut_context *cx, const char *folder, const char *name, char **path) {
    const size_t length = name[0] == '/' ? 0 : strlen(folder);
    const char *slash = length > 0 && folder[length - 1] != '/' ? "/" : "";
    const size_t size = length + strlen(slash) + strlen(name) + 1;
    APP_TRY(APP_ALLOC(cx, path, (int64_t)size));
    snprintf(*path, size, "%.*s%s%s", (int)length, folder, slash, name);
    return ABUT_OK;
}

abut_status app_exists(abut_context *cx, const char *path, bool *exists) {
    abut_file_kind kind = ABUT_FILE_NONE;
    const abut_status status = abut_file_find(cx, path, &kind);
    *exists = status == ABUT_OK && kind != ABUT_FILE_NONE;
    return status;
}

double app_wall_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
