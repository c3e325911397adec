// Where the meshes of a model lie: file names, package:// and model:// addresses, resolved in words and by looking
// which file is there. Nothing is opened.
#include "import/model.h"
#include "base/io.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define MAX_PATH 4096

// Removes "." and "x/.." and double slashes from an absolute path, in place.
static void normalise(char *path) {
    char *to = path;
    for (const char *at = path; *at;) {
        while (*at == '/') at++;
        const size_t length = strcspn(at, "/");
        if (length == 2 && at[0] == '.' && at[1] == '.') {
            while (to > path && *--to != '/') {}
        } else if (length > 0 && !(length == 1 && at[0] == '.')) {
            *to++ = '/';
            memmove(to, at, length);
            to += length;
        }
        at += length;
    }
    if (to == path) *to++ = '/';
    *to = 0;
}

// Absolute path of `name` in the folder of the file `path`; false if it is too long.
static bool in_folder_of(const char *path, const char *name, char to[MAX_PATH]) {
    char here[MAX_PATH] = "";
    if (path[0] != '/' && !getcwd(here, sizeof here)) return false;
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) : 0;
    const int n = name[0] == '/' ? snprintf(to, MAX_PATH, "%s", name)
                                 : snprintf(to, MAX_PATH, "%s/%.*s/%s", here, folder, path, name);
    if (n < 0 || n >= MAX_PATH) return false;
    normalise(to);
    return true;
}

static bool is_there(ab_model *m, const char *path) {
    bool there = false;
    if (ab_io_exists(m->cx, path, &there) != ABUT_OK) m->cx->message[0] = 0; // a path that cannot be is not there
    return there;
}

// package://NAME/REST: REST in the folder NAME that holds the model, or that lies beside one of its folders.
static bool find_in_package(ab_model *m, const char *address, char to[MAX_PATH]) {
    char folder[MAX_PATH];
    const size_t name = strcspn(address, "/");
    const char *rest = address + name + (address[name] == '/');
    if (!in_folder_of(m->path, ".", folder)) return false;
    for (char *end = folder + strlen(folder); end > folder; *end = 0) {
        const char *last = strrchr(folder, '/');
        const bool is_package = strlen(last + 1) == name && strncmp(last + 1, address, name) == 0;
        int n = is_package ? snprintf(to, MAX_PATH, "%s/%s", folder, rest) : 0;
        if (n > 0 && n < MAX_PATH && is_there(m, to)) return true;
        n = snprintf(to, MAX_PATH, "%s/%s", folder, address);
        if (n > 0 && n < MAX_PATH && is_there(m, to)) return true;
        end = strrchr(folder, '/');
    }
    return false;
}

// Path of `file` from the folder of the scene, both absolute.
static const char *seen_from(ab_model *m, const char *scene, const char *file) {
    size_t common = 0;
    for (size_t i = 0; scene[i] && scene[i] == file[i]; i++)
        if (scene[i] == '/') common = i + 1;
    ab_text path = ab_text_start(m->cx);
    for (const char *c = scene + common; *c; c++)
        if (*c == '/') ab_text_put(&path, "../");
    ab_text_put(&path, file + common);
    char *kept = ab_xml_take(&m->xml, path.size + 1);
    if (kept && path.data) memcpy(kept, path.data, (size_t)path.size);
    ab_model_stop(m, kept ? ab_text_status(&path) : ABUT_ERR_MEMORY);
    ab_text_free(&path);
    return kept;
}

static bool is_mesh(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcasecmp(dot, ".stl") == 0 || strcasecmp(dot, ".obj") == 0 || strcasecmp(dot, ".ply") == 0);
}

static bool find_file(ab_model *m, const char *name, char to[MAX_PATH]) {
    const bool package = strncmp(name, "package://", 10) == 0, model = strncmp(name, "model://", 8) == 0;
    if (package || model) {
        if (!find_in_package(m, name + (package ? 10 : 8), to)) return false;
        normalise(to); // else ".." hides that the file lies outside of the scene's folder
        return true;
    }
    if (strncmp(name, "file://", 7) == 0) name += 7;
    return in_folder_of(m->path, name, to) && is_there(m, to);
}

const char *ab_model_find_mesh(ab_model *m, const ab_xml *at, const char *name) {
    char path[MAX_PATH], scene[MAX_PATH + 1];
    if (!is_mesh(name)) {
        ab_model_note(m, at, "mesh '%.200s' is left out: only STL, OBJ and PLY are read; convert it", name);
        return NULL;
    }
    if (!find_file(m, name, path) || !in_folder_of(m->scene, ".", scene)) {
        ab_model_note(m, at, "mesh '%.200s' is left out: there is no such file", name);
        return NULL;
    }
    memcpy(scene + strlen(scene), "/", 2);
    const char *seen = seen_from(m, scene, path);
    if (seen && strncmp(seen, "../", 3) == 0) m->outside = true;
    return seen;
}
