// Allocates the memory and registers the sources of one load.
#include "scene/loader.h"
#include "base/alloc.h"

#include <string.h>

#define CHUNK (32 * 1024)

// Small blocks are taken from chunks: the arena aligns to cache lines, which would double the memory of a large scene.
void *ab_take(ab_loader *l, int64_t count, size_t item_size) {
    if (l->status != ABUT_OK) return NULL;
    int64_t bytes = 0;
    if (count < 0 || __builtin_mul_overflow(count, (int64_t)item_size, &bytes) || bytes > INT64_MAX / 4) {
        ab_stop(l, ab_fail(l->cx, ABUT_ERR_MEMORY, "out of memory while reading the scene"));
        return NULL;
    }
    bytes = (bytes + 15) / 16 * 16;
    if (bytes > l->room_size) {
        void *fresh = NULL;
        ab_stop(l, ab_arena_take(l->cx, &l->arena, &fresh, bytes > CHUNK ? bytes : CHUNK, 1));
        if (l->status != ABUT_OK) return NULL;
        l->room = fresh;
        l->room_size = bytes > CHUNK ? bytes : CHUNK;
    }
    void *p = l->room;
    l->room += bytes;
    l->room_size -= bytes;
    memset(p, 0, (size_t)bytes);
    return p;
}

const char *ab_take_text(ab_loader *l, const char *bytes, int64_t count) {
    char *text = ab_take(l, count + 1, 1);
    if (text) memcpy(text, bytes, (size_t)count);
    return text;
}

int32_t ab_add_scene_source(ab_loader *l, const char *name, const char *bytes, int64_t size, int64_t skip) {
    const char *kept = ab_take_text(l, name, (int64_t)strlen(name));
    if (!kept) return -1;
    ab_stop(l, AB_GROW(l->cx, &l->source, &l->source_capacity, l->nsource + 1));
    if (l->status != ABUT_OK) return -1;
    l->source[l->nsource] = (ab_scene_source){kept, bytes, size, skip, "", NULL, NULL};
    return (int32_t)l->nsource++;
}

void ab_loader_free(ab_loader *l) {
    for (int64_t i = 0; i < l->nsource; i++) ab_free(l->cx, l->source[i].owned);
    ab_free(l->cx, l->source);
    ab_arena_free(l->cx, &l->arena);
}
