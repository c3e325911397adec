// The frame of our own binary files: what says that the bytes behind it are whole and ours. All numbers little-endian,
// no padding:
//     8 bytes   the format's name
//     u32       version
//     u32       0x01020304, which another byte order would turn round
//     i64       length of the body
//     u64       hash of the version, the length and the body
//     body
// A reader of hostile bytes must not trust the hash: anyone can compute it.
#ifndef AB_BASE_FILE_ENVELOPE_H
#define AB_BASE_FILE_ENVELOPE_H

#include "base/pack.h"

typedef struct ab_format {
    const char *magic; // 8 characters
    uint32_t version;
    const char *what;   // "a checkpoint of abut"
    const char *advice; // what to do with a file that is none: "start the run anew"
} ab_format;

// Puts the frame and the body behind it.
void ab_envelope_pack(ab_text *to, const ab_format *format, const ab_text *body);

// Checks the frame and leaves `from` at the body; ABUT_ERR_CORRUPT names the file and the reason.
abut_status ab_envelope_open(ab_ctx *cx, const char *name, const ab_format *format, const char *bytes, int64_t size,
                             ab_unpack *from);

// ABUT_ERR_CORRUPT: "'name' reason; advice".
abut_status ab_envelope_refuse(ab_ctx *cx, const char *name, const ab_format *format, const char *reason);

#endif
