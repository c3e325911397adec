// Definitions and options that the user fills: each starts with its size, which its default function sets. One that is
// shorter, as of a binding that lays it out by itself, leaves the members it does not know at their defaults. Default
// functions return definitions by value, into room of the size that the caller was compiled for: definitions that have
// one get new members only with a new SOVERSION (tools/abi.py).
#ifndef AB_BASE_DEF_H
#define AB_BASE_DEF_H

#include "base/ctx.h"

// Copies the user's definition over the defaults in `full`. `start` names the default function for the message.
abut_status ab_def_read(ab_ctx *cx, void *full, uint32_t full_size, const void *def, const char *start);

// Declares `full`, the user's definition `def` of type `type` completed by the defaults of `start`(); returns from the
// calling function if its size is wrong.
#define AB_DEF(cx, type, full, def, start)                                                                             \
    type full = start();                                                                                               \
    AB_TRY(ab_def_read((cx), &(full), (uint32_t)sizeof(full), (def), #start))

#endif
