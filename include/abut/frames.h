// Frames of a run: the state of all bodies and contacts at the times that were recorded.
#ifndef ABUT_FRAMES_H
#define ABUT_FRAMES_H

#include "abut/array.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_frames abut_frames; // frames of a run that is finished, stopped or still active

// Opens the frames in a folder. ABUT_ERR_INPUT: it has none. Destroy with abut_frames_destroy.
ABUT_API abut_status abut_frames_open(abut_context *context, const char *folder, abut_frames **frames);
ABUT_API void abut_frames_destroy(abut_frames *frames);
ABUT_API int64_t abut_frames_count(const abut_frames *frames);
ABUT_API double abut_frames_time(const abut_frames *frames, int64_t frame); // s; NAN: no such frame

// Bodies are numbered over the whole run, in the order of their appearance; a collider of a compound body has a number
// of its own. The label of a number, NULL beyond the last; owned by the frames.
ABUT_API int64_t abut_frames_label_count(const abut_frames *frames);
ABUT_API const char *abut_frames_label(const abut_frames *frames, int64_t body);

typedef enum abut_frame_part {
    ABUT_FRAME_SURFACES, // triangles of the bodies, in world coordinates
    ABUT_FRAME_BODIES,   // a row for each body and collider
    ABUT_FRAME_CONTACTS, // a row for each contact
    ABUT_FRAME_LINES,    // two points for each spring, motor or stop along a distance, and each rod
    ABUT_FRAME_PARTS
} abut_frame_part;

typedef enum abut_scalar {
    ABUT_SCALAR_FLOAT,  // 4 bytes
    ABUT_SCALAR_DOUBLE, // 8 bytes
    ABUT_SCALAR_INT,    // 4 bytes, signed
    ABUT_SCALAR_LONG,   // 8 bytes, signed
    ABUT_SCALAR_BYTE    // unsigned
} abut_scalar;

typedef struct abut_frame_array {
    const char *name, *unit; // "velocity", "m/s"; "" = none; static
    abut_scalar type;
    int32_t columns;  // numbers of a row, side by side
    abut_array array; // (rows)
} abut_frame_array;

#define ABUT_FRAME_ARRAYS 24 // maximum number of arrays of a part

// Reads a part of a frame. The arrays, `count` of them, are valid until the same part is read again. ABUT_ERR_INPUT: no
// such frame. ABUT_ERR_CORRUPT: the file is damaged.
ABUT_API abut_status abut_frames_read(abut_frames *frames, int64_t frame, abut_frame_part part,
                                      abut_frame_array arrays[ABUT_FRAME_ARRAYS], int32_t *count);

#ifdef __cplusplus
}
#endif

#endif
