// The envelope of abut's own binary files, which identifies the format and detects damage. All numbers little-endian,
// no padding:
//     8 bytes   the format's name
//     u32       version
//     u32       0x01020304, to detect another byte order
//     i64       length of the body
//     u64       hash of the version, the length and the body
//     body
// The hash does not authenticate: readers must treat the body as untrusted.
#ifndef AB_BASE_FILE_ENVELOPE_H
#define AB_BASE_FILE_ENVELOPE_H

#include "base/pack.h"

typedef struct ab_format {
    const char *magic; // 8 characters
    uint32_t version;
    const char *what;   // name in messages: "a checkpoint of abut"
    const char *advice; // remedy for a file of another format: "start the run anew"
} ab_format;

// Appends the envelope and the body.
void ab_envelope_pack(ab_text *to, const ab_format *format, const ab_text *body);

// Checks the envelope and sets `from` to the body; ABUT_ERR_CORRUPT names the file and the reason.
abut_status ab_envelope_open(ab_ctx *cx, const char *name, const ab_format *format, const char *bytes, int64_t size,
                             ab_unpack *from);

// ABUT_ERR_CORRUPT: "'name' reason; advice".
abut_status ab_envelope_refuse(ab_ctx *cx, const char *name, const ab_format *format, const char *reason);

#endif
