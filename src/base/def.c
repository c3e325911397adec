// Reads a definition whose size says which version of the header it was compiled with.
#include "base/def.h"

#include <string.h>

abut_status ab_def_read(ab_ctx *cx, void *full, uint32_t full_size, const void *def, const char *start) {
    uint32_t size = 0;
    if (!def) return ab_fail(cx, ABUT_ERR_ARGUMENT, "no definition given; start it from %s()", start);
    memcpy(&size, def, sizeof size);
    if (size > full_size)
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "a definition has %u bytes, but this version of abut knows %u: start it from %s(), and do not "
                       "run a program with an older library than it was compiled for",
                       size, full_size, start);
    if (size < 2 * sizeof size)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "a definition has no size; start it from %s()", start);
    memcpy(full, def, size);
    memcpy(full, &full_size, sizeof full_size);
    return ABUT_OK;
}
