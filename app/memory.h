// Memory, paths and time of the program. Failures are messages of the context, as those of the library.
#ifndef ABUT_APP_MEMORY_H
#define ABUT_APP_MEMORY_H

#include "abut/abut.h"

#include <stdlib.h>

// Returns from the calling function when an inner call failed; that call has set the message.
#define APP_TRY(call)                                                                                                  \
    do {                                                                                                               \
        const abut_status app_try_status = (call);                                                                     \
        if (app_try_status != ABUT_OK) return app_try_status;                                                          \
    } while (0)

// Zeroed memory for `count` items, to be freed with free.
abut_status app_alloc(abut_context *cx, void **p, int64_t count, size_t item_size);
// Ensures capacity for at least `need` items; new items are not initialised.
abut_status app_grow(abut_context *cx, void **p, int64_t *capacity, int64_t need, size_t item_size);
#define APP_ALLOC(cx, pp, count)         app_alloc((cx), (void **)(pp), (count), sizeof **(pp))
#define APP_GROW(cx, pp, capacity, need) app_grow((cx), (void **)(pp), (capacity), (need), sizeof **(pp))

// "folder/name" in new memory; an absolute name is copied unchanged.
abut_status app_path_join(abut_context *cx, const char *folder, const char *name, char **path);
abut_status app_exists(abut_context *cx, const char *path, bool *exists);

double app_wall_time(void); // monotonic, s

#endif
