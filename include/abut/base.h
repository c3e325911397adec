// Version, status codes, and the vectors and frames of the interface.
#ifndef ABUT_BASE_H
#define ABUT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ABUT_API                 __attribute__((visibility("default")))
#define ABUT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define ABUT_API
#define ABUT_PRINTF(text, first)
#endif

#define ABUT_VERSION "0.2.0"

typedef enum abut_status {
#define ABUT_STATUS(name, exit_code, text) ABUT_##name,
#include "status.def"
#undef ABUT_STATUS
} abut_status;

ABUT_API const char *abut_version(void);                   // version of the loaded library, "0.2.0"; static
ABUT_API const char *abut_status_name(abut_status status); // "ERR_INPUT"; static
ABUT_API const char *abut_status_text(abut_status status); // "an input file is wrong"; static
ABUT_API int abut_status_exit_code(abut_status status);    // 0 ok, 2 bad input, 3 the simulation failed, 4 I/O

typedef struct abut_v3 {
    double x, y, z;
} abut_v3;

typedef struct abut_quat {
    double w, x, y, z;
} abut_quat;

// Pose of a frame relative to its parent frame: position in m, orientation from its axes to those of the parent.
typedef struct abut_frame {
    abut_v3 position;
    abut_quat orientation;
} abut_frame;

// A parameter of a contact law, joint or force element by its name; `abut help scene contact`, `joint`, `force` and
// `torque` list names, units, ranges and defaults. Values in SI.
typedef struct abut_parameter {
    const char *name;
    double value;
} abut_parameter;

// A parameter that is a list of numbers.
typedef struct abut_list_parameter {
    const char *name;
    const double *value; // (count)
    int64_t count;
} abut_list_parameter;

#ifdef __cplusplus
}
#endif

#endif
