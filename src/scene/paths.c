// Resolves paths in scenes and checks that they stay below the scene's folder. The first check is lexical, so that it
// also applies to files of a custom file hook; for files of the operating system the real paths are compared as well,
// because a symbolic link below the folder may point outside.
#define _XOPEN_SOURCE 700 // realpath
#include "scene/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool ab_path_normalise(const char *path, char *normal) {
    size_t used = 0;
    for (const char *at = path; *at;) {
        const size_t length = strcspn(at, "/");
        const bool up = length == 2 && at[0] == '.' && at[1] == '.';
        const bool here = length == 0 || (length == 1 && at[0] == '.');
        if (up) {
            if (used == 0) return false;
            while (used > 0 && normal[used - 1] != '/') used--;
            if (used > 0) used--;
        } else if (!here) {
            if (used > 0) normal[used++] = '/';
            memcpy(normal + used, at, length);
            used += length;
        }
        at += length + (at[length] == '/');
    }
    normal[used] = 0;
    return true;
}

const char *ab_folder_of(ab_loader *l, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return ab_take_text(l, "", 0);
    return ab_take_text(l, path, slash == path ? 1 : slash - path);
}

static const char *join(ab_loader *l, const char *folder, const char *name) {
    const size_t front = strlen(folder), back = strlen(name);
    const bool slash = front > 0 && folder[front - 1] != '/';
    char *path = ab_take(l, (int64_t)(front + slash + back) + 2, 1);
    if (!path) return NULL;
    memcpy(path, folder, front);
    if (slash) path[front] = '/';
    memcpy(path + front + slash, name, back);
    return path;
}

// True if the real path of a file is below that of the folder; a missing file is reported later.
static bool really_below(const ab_loader *l, const char *path) {
    if (l->cx->io.open != ab_io_system().open) return true;
    char real[PATH_MAX], base[PATH_MAX];
    if (!realpath(path, real) || !realpath(l->folder[0] ? l->folder : ".", base)) return true;
    const size_t length = strlen(base);
    return strncmp(real, base, length) == 0 && (base[length - 1] == '/' || real[length] == '/');
}

static const char *allowed_path(ab_loader *l, const char *from, const char *given, const char **relative) {
    *relative = given[0] == '/' ? given : join(l, from, given);
    if (!*relative) return NULL;
    return given[0] == '/' ? given : join(l, l->folder, *relative);
}

const char *ab_scene_path(ab_loader *l, const ab_node *node, const char *given, const char **relative) {
    const char *from = l->source[node->place.source].folder;
    if (l->allow_outside) return allowed_path(l, from, given, relative);
    const char *raw = join(l, from, given);
    char *normal = raw ? ab_take(l, (int64_t)strlen(raw) + 2, 1) : NULL;
    if (!normal) return NULL;
    if (given[0] == '/' || !ab_path_normalise(raw, normal)) {
        ab_diagnose(l, AB_E024, node->place,
                    "'%s' leaves the scene's folder; move the file below it, or run with --allow-outside", given);
        return NULL;
    }
    *relative = normal;
    const char *path = join(l, l->folder, normal);
    if (!path || really_below(l, path)) return path;
    ab_diagnose(l, AB_E024, node->place,
                "'%s' is a link that leads out of the scene's folder; copy the file, or run with --allow-outside",
                given);
    return NULL;
}
