// abut: simulate things that touch.
//
// This header is the whole public interface of libabut. SI units everywhere; right-handed axes; a pose is the position
// of the centre of mass and a unit quaternion (w, x, y, z) from the body's axes to the world's; angular velocity is
// in world axes unless said otherwise.
//
// Every function that can fail returns an abut_status; abut_message() then says what went wrong and what to do. The
// library never exits, aborts or prints. Objects belong to the context they were made with, and a context may be
// used by one thread at a time (it runs its own threads inside).
#ifndef ABUT_H
#define ABUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ABUT_API __attribute__((visibility("default")))
#else
#define ABUT_API
#endif

#define ABUT_VERSION "0.1.0"

typedef enum abut_status {
#define ABUT_STATUS(name, exit_code, text) ABUT_##name,
#include "status.def"
#undef ABUT_STATUS
} abut_status;

ABUT_API const char *abut_version(void);                   // of the library that runs, "0.1.0"
ABUT_API const char *abut_status_name(abut_status status); // "ERR_INPUT"
ABUT_API const char *abut_status_text(abut_status status); // "an input file is wrong"
ABUT_API int abut_status_exit_code(abut_status status);    // 0 ok, 2 bad input, 3 the simulation failed, 4 I/O

typedef struct abut_v3 {
    double x, y, z;
} abut_v3;

typedef struct abut_quat {
    double w, x, y, z;
} abut_quat;

// ---------------------------------------------------------------------------------------------------- context

typedef enum abut_log_level { ABUT_LOG_DEBUG, ABUT_LOG_INFO, ABUT_LOG_WARNING } abut_log_level;

// Receives one line without the newline. Called only from the thread that called into the library.
typedef void abut_log_fn(void *user, abut_log_level level, const char *line);

// Memory hook. `resize(user, NULL, n)` allocates, `resize(user, p, n)` with n > 0 resizes; NULL means out of memory and
// leaves p as it was. Only called from the thread that called into the library.
typedef struct abut_allocator {
    void *user;
    void *(*resize)(void *user, void *p, size_t bytes);
    void (*release)(void *user, void *p);
} abut_allocator;

typedef enum abut_file_kind { ABUT_FILE_NONE, ABUT_FILE_REGULAR, ABUT_FILE_DIRECTORY, ABUT_FILE_OTHER } abut_file_kind;
typedef enum abut_open_mode {
    ABUT_OPEN_READ,   // existing file
    ABUT_OPEN_CREATE, // read and write, created or truncated to nothing
    ABUT_OPEN_UPDATE  // read and write, kept if it exists, created if not
} abut_open_mode;

// File hook: every byte that the library reads or writes goes through these. Handles are >= 0. Results below zero are
// negated errno values. read and write may transfer fewer bytes than asked (0 from read is the end of the file).
typedef struct abut_io {
    void *user;
    int (*open)(void *user, const char *path, abut_open_mode mode);
    int64_t (*read)(void *user, int file, void *bytes, int64_t count, int64_t offset);
    int64_t (*write)(void *user, int file, const void *bytes, int64_t count, int64_t offset);
    int (*truncate)(void *user, int file, int64_t size);
    int (*sync)(void *user, int file);
    int (*close)(void *user, int file);
    int (*kind)(void *user, const char *path, abut_file_kind *kind, int64_t *size);
    int (*rename)(void *user, const char *from, const char *to);
    int (*remove)(void *user, const char *path);
    int (*make_directory)(void *user, const char *path);
    int (*sync_directory)(void *user, const char *path);
} abut_io;

typedef struct abut_config {
    int threads;              // 0 = all cores. The result has the same bits for any number
    abut_allocator allocator; // zeros = malloc and free
    abut_io io;               // zeros = the operating system's files
    abut_log_fn *log;         // NULL = silent
    void *log_user;
} abut_config;

typedef struct abut_context abut_context;

ABUT_API abut_config abut_default_config(void);
ABUT_API abut_status abut_context_create(const abut_config *config, abut_context **context);
ABUT_API void abut_context_destroy(abut_context *context);
// The message of the last failure of this context; valid until the next call with it. Never NULL.
ABUT_API const char *abut_message(const abut_context *context);
