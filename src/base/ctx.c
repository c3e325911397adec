// Creates and destroys contexts; names and texts of status codes; messages of failures and lines of the log.
#include "base/ctx.h"
#include "base/alloc.h"
#include "base/io.h"
#include "base/threads.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *abut_version(void) { return ABUT_VERSION; }

static const struct {
    const char *name;
    const char *text;
    int exit_code;
} STATUS[] = {
#define ABUT_STATUS(name, exit_code, text) {#name, text, exit_code},
#include "abut/status.def"
#undef ABUT_STATUS
};

static size_t status_row(abut_status status) {
    const size_t count = sizeof STATUS / sizeof STATUS[0];
    const size_t row = (size_t)status;
    return row < count ? row : (size_t)ABUT_ERR_INTERNAL;
}

const char *abut_status_name(abut_status status) { return STATUS[status_row(status)].name; }
const char *abut_status_text(abut_status status) { return STATUS[status_row(status)].text; }
int abut_status_exit_code(abut_status status) { return STATUS[status_row(status)].exit_code; }

static void *system_resize(void *user, void *p, size_t bytes) {
    (void)user;
    return realloc(p, bytes);
}

static void system_release(void *user, void *p) {
    (void)user;
    free(p);
}

abut_config abut_config_default(void) {
    abut_config config = {0};
    config.allocator = (abut_allocator){NULL, system_resize, system_release};
    config.io = ab_io_system();
    config.cache_limit = INT64_C(1) << 30;
    return config;
}

static bool io_complete(const abut_io *io) {
    return io->open && io->read && io->write && io->truncate && io->sync && io->lock && io->close && io->kind &&
           io->rename && io->remove && io->make_directory && io->sync_directory && io->list;
}

static abut_status keep_cache(ab_ctx *cx, const abut_config *config) {
    if (!config->cache) return ABUT_OK;
    const size_t size = strlen(config->cache) + 1;
    AB_TRY(AB_ALLOC(cx, &cx->cache, (int64_t)size));
    memcpy(cx->cache, config->cache, size);
    cx->cache_limit = config->cache_limit;
    return ABUT_OK;
}

abut_status abut_context_create(const abut_config *config, abut_context **context) {
    if (!context) return ABUT_ERR_ARGUMENT;
    *context = NULL;
    const abut_config standard = abut_config_default();
    if (!config) config = &standard;
    const abut_allocator allocator = config->allocator.resize ? config->allocator : standard.allocator;
    const abut_io io = config->io.open ? config->io : standard.io;
    if (!allocator.release || !io_complete(&io)) return ABUT_ERR_ARGUMENT;
    ab_ctx *cx = allocator.resize(allocator.user, NULL, sizeof *cx);
    if (!cx) return ABUT_ERR_MEMORY;
    *cx = (ab_ctx){
        .allocator = allocator,
        .io = io,
        .log = config->log,
        .log_user = config->log_user,
        .cancel = config->cancel,
        .cancel_user = config->cancel_user,
        .setup = config->setup,
        .setup_user = config->setup_user,
        .threads = ab_threads_choose(config->threads),
        .allocations = 1,
    };
    abut_status status = keep_cache(cx, config);
    if (status == ABUT_OK) status = ab_pool_start(cx);
    if (status != ABUT_OK) {
        abut_context_destroy(cx);
        return status;
    }
    *context = cx;
    return ABUT_OK;
}

void abut_context_destroy(abut_context *context) {
    if (!context) return;
    ab_pool_stop(context);
    if (context->units_free) context->units_free(context);
    ab_free(context, context->cache);
    const abut_allocator allocator = context->allocator;
    allocator.release(allocator.user, context);
}

const char *abut_context_message(const abut_context *context) {
    if (!context) return "there is no context; abut_context_create failed";
    return context->message;
}

static void keep_message(ab_ctx *cx, abut_status status, const char *format, va_list args) {
    char message[AB_MESSAGE_MAX]; // the arguments may point into the last message
    vsnprintf(message, sizeof message, format, args);
    memcpy(cx->message, message, sizeof message);
    cx->status = status;
}

abut_status(ab_fail)(ab_ctx *cx, abut_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    keep_message(cx, status, format, args);
    va_end(args);
    return status;
}

abut_status abut_context_fail(abut_context *cx, abut_status status, const char *format, ...) {
    if (!cx || !format) return status;
    va_list args;
    va_start(args, format);
    keep_message(cx, status, format, args);
    va_end(args);
    return status;
}

void ab_log(ab_ctx *cx, abut_log_level level, const char *format, ...) {
    if (!cx->log) return;
    char line[AB_MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    cx->log(cx->log_user, level, line);
}
