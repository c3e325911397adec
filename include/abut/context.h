// Context: threads, memory, files, log and the message of the last failure.
#ifndef ABUT_CONTEXT_H
#define ABUT_CONTEXT_H

#include "abut/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum abut_log_level { ABUT_LOG_DEBUG, ABUT_LOG_INFO, ABUT_LOG_WARNING } abut_log_level;

// Receives one line of the log without its newline. Called only from the thread that called into the library.
typedef void abut_log_fn(void *user, abut_log_level level, const char *line);

// Memory hook. `resize(user, NULL, n)` allocates and `resize(user, p, n)` with n > 0 resizes; a result of NULL means
// out of memory and leaves p valid. Called only from the thread that called into the library.
typedef struct abut_allocator {
    void *user;
    void *(*resize)(void *user, void *p, size_t bytes);
    void (*release)(void *user, void *p);
} abut_allocator;

typedef enum abut_file_kind { ABUT_FILE_NONE, ABUT_FILE_REGULAR, ABUT_FILE_DIRECTORY, ABUT_FILE_OTHER } abut_file_kind;
typedef enum abut_open_mode {
    ABUT_OPEN_READ,   // opens an existing file
    ABUT_OPEN_CREATE, // read and write; replaces an existing file by a new empty one; does not follow symbolic links
    ABUT_OPEN_UPDATE  // read and write; opens an existing file or creates one; does not follow symbolic links
} abut_open_mode;

// Receives one file of a folder: its name, its size in bytes and its modification time in ns since an arbitrary epoch.
typedef void abut_list_fn(void *arg, const char *name, int64_t size, int64_t modified);

// File hook: the library reads and writes files only through these functions. Handles are >= 0. Negative results are
// negated errno values. read and write may transfer fewer bytes than requested; 0 from read is the end of the file.
typedef struct abut_io {
    void *user;
    int (*open)(void *user, const char *path, abut_open_mode mode);
    int64_t (*read)(void *user, int file, void *bytes, int64_t count, int64_t offset);
    int64_t (*write)(void *user, int file, const void *bytes, int64_t count, int64_t offset);
    int (*truncate)(void *user, int file, int64_t size);
    int (*sync)(void *user, int file);
    // exclusive to this process until close; -EWOULDBLOCK if another process has the lock
    int (*lock)(void *user, int file);
    int (*close)(void *user, int file);
    int (*kind)(void *user, const char *path, abut_file_kind *kind, int64_t *size);
    int (*rename)(void *user, const char *from, const char *to);
    int (*remove)(void *user, const char *path);
    int (*make_directory)(void *user, const char *path);
    int (*sync_directory)(void *user, const char *path);
    // calls `each` for every regular file, in any order
    int (*list)(void *user, const char *path, abut_list_fn *each, void *arg);
} abut_io;

// Progress of the set-up of a scene. The strings are valid during the call only.
typedef struct abut_setup {
    const char *name;  // name of the body or file in preparation; "" = none
    const char *doing; // name of the current task, such as "distances"
    int64_t done, of;  // finished and total work items of this task
    double wall;       // s of wall-clock time since the set-up began
    double left;       // estimated s until this task ends; infinite = unknown
} abut_setup;

typedef struct abut_config {
    int threads;              // number of threads, 0 = all cores; the results are bitwise equal for any number
    abut_allocator allocator; // zeros = malloc and free
    abut_io io;               // zeros = files of the operating system
    abut_log_fn *log;         // receives the log; NULL = no log
    void *log_user;
    // folder in which the distance fields of shapes are cached between worlds; copied; NULL = no cache
    const char *cache;
    int64_t cache_limit; // bytes; the oldest cached fields are removed beyond this size
    // Called often during the set-up of a scene, so it should be fast; true aborts the set-up with ABUT_INTERRUPTED.
    // Also called during a step of more than 64 substeps; true aborts the step, after which the world must not be
    // stepped further. NULL = no cancellation.
    bool (*cancel)(void *user);
    void *cancel_user;
    // Called about ten times a second during the set-up of a scene with its progress. NULL = no calls.
    void (*setup)(void *user, const abut_setup *setup);
    void *setup_user;
} abut_config;

typedef struct abut_context abut_context;

ABUT_API abut_config abut_config_default(void);
// Creates a context; config NULL = abut_config_default(). On failure *context is NULL: ABUT_ERR_ARGUMENT for an
// incomplete hook, ABUT_ERR_MEMORY. Destroy it with abut_context_destroy after all objects created with it.
ABUT_API abut_status abut_context_create(const abut_config *config, abut_context **context);
ABUT_API void abut_context_destroy(abut_context *context);
// Message of the last failure of this context, valid until the next call with the context. Never NULL.
ABUT_API const char *abut_context_message(const abut_context *context);
// Records a failure of the caller's own as the message of the context and returns `status`, so that a program has one
// way of reporting failures. Long messages are truncated.
ABUT_API abut_status abut_context_fail(abut_context *context, abut_status status, const char *format, ...)
    ABUT_PRINTF(3, 4);

#ifdef __cplusplus
}
#endif

#endif
