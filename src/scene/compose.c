// Merges included files. Values of a file take precedence over those of its included files, and later files over
// earlier ones; lists are concatenated in reading order. Nodes are immutable; changed ones are copied.
#include "scene/compose.h"
#include "scene/bare_units.h"
#include "scene/paths.h"

#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------- merge

static int by_key(const void *a, const void *b) {
    return strcmp(((const ab_child *)a)->key->text, ((const ab_child *)b)->key->text);
}

static ab_node *new_container(ab_loader *l, const ab_node *like, int64_t count, ab_child **child) {
    ab_node *node = ab_take(l, 1, sizeof *node);
    *child = ab_take(l, count, sizeof **child);
    if (!node || !*child) return NULL;
    *node = *like;
    node->count = count;
    node->child = *child;
    return node;
}

static const ab_node *join_lists(ab_loader *l, const ab_node *base, const ab_node *over) {
    ab_child *child = NULL;
    ab_node *node = new_container(l, over, base->count + over->count, &child);
    if (!node) return NULL;
    if (base->count > 0) memcpy(child, base->child, (size_t)base->count * sizeof *child);
    if (over->count > 0) memcpy(child + base->count, over->child, (size_t)over->count * sizeof *child);
    return node;
}

static const ab_node *merge_values(ab_loader *l, const ab_node *base, const ab_node *over) {
    if (base->kind == AB_NODE_MAPPING && over->kind == AB_NODE_MAPPING) return ab_compose_merge(l, base, over);
    if (base->kind == AB_NODE_SEQUENCE && over->kind == AB_NODE_SEQUENCE) return join_lists(l, base, over);
    return over;
}

const ab_node *ab_compose_merge(ab_loader *l, const ab_node *base, const ab_node *over) {
    ab_child *child = NULL;
    ab_node *node = new_container(l, over, base->count + over->count, &child);
    ab_child *sorted = ab_take(l, base->count + 1, sizeof *sorted);
    if (!node || !sorted) return NULL;
    if (base->count > 0) memcpy(sorted, base->child, (size_t)base->count * sizeof *sorted);
    qsort(sorted, (size_t)base->count, sizeof *sorted, by_key);
    int64_t used = 0;
    for (int64_t i = 0; i < over->count; i++) {
        ab_child own = over->child[i];
        ab_child *same = bsearch(&own, sorted, (size_t)base->count, sizeof *sorted, by_key);
        if (same && same->value) {
            own.value = merge_values(l, same->value, own.value);
            same->value = NULL; // merged
        }
        child[used++] = own;
    }
    for (int64_t i = 0; i < base->count; i++)
        if (sorted[i].value) child[used++] = sorted[i];
    node->count = used;
    return l->status == ABUT_OK ? node : NULL;
}

// --------------------------------------------------------------------------------------------------- include

typedef struct chain {
    const struct chain *parent;
    const char *path;
    int depth;
} chain;

static const ab_node *load(ab_loader *l, const ab_node *from, const char *path, const char *relative,
                           const chain *parent);

static bool in_circle(const chain *files, const char *path) {
    for (; files; files = files->parent)
        if (strcmp(files->path, path) == 0) return true;
    return false;
}

static const ab_node *include_one(ab_loader *l, const ab_node *name, const chain *files) {
    if (name->kind != AB_NODE_SCALAR || name->count == 0) return NULL; // diagnosed by the schema
    const char *relative = NULL;
    const char *path = ab_scene_path(l, name, name->text, &relative);
    if (!path) return NULL;
    if (in_circle(files, path)) {
        ab_diagnose(l, AB_E023, name->place, "'%s' includes itself, directly or through others", name->text);
    } else if (files->depth >= AB_INCLUDE_DEPTH) {
        ab_diagnose(l, AB_E023, name->place, "files include each other more than %d levels deep", AB_INCLUDE_DEPTH);
    } else if (l->files >= AB_INCLUDE_FILES) {
        ab_diagnose(l, AB_E004, name->place, "more than %d files are included", AB_INCLUDE_FILES);
    } else {
        return load(l, name, path, relative, files);
    }
    return NULL;
}

// Removes the key "include" of an included file; that of the main file is kept for the schema.
static const ab_node *without_include(ab_loader *l, const ab_node *root) {
    ab_child *child = NULL;
    ab_node *node = new_container(l, root, root->count, &child);
    if (!node) return NULL;
    node->count = 0;
    for (int64_t i = 0; i < root->count; i++)
        if (strcmp(root->child[i].key->text, "include") != 0) child[node->count++] = root->child[i];
    return node;
}

static const ab_node *add_include(ab_loader *l, const ab_node *sum, const ab_node *name, const chain *files) {
    const ab_node *included = include_one(l, name, files);
    if (included) included = without_include(l, included);
    if (!included) return sum;
    return sum ? ab_compose_merge(l, sum, included) : included;
}

static const ab_node *with_includes(ab_loader *l, const ab_node *root, const chain *files) {
    const ab_node *names = ab_node_get(root, "include");
    if (!names || names->kind != AB_NODE_SEQUENCE) return root;
    const ab_node *sum = NULL;
    for (int64_t i = 0; i < names->count && !ab_full(l); i++) sum = add_include(l, sum, names->child[i].value, files);
    return sum ? ab_compose_merge(l, sum, root) : root;
}

// Diagnoses an unreadable file at the include that names it; the main file as a whole.
static void unreadable(ab_loader *l, const ab_node *from, const char *path, abut_status status) {
    if (status != ABUT_ERR_INPUT && status != ABUT_ERR_LIMIT) {
        ab_stop(l, status);
        return;
    }
    char reason[512];
    memcpy(reason, l->cx->message, sizeof reason - 1);
    reason[sizeof reason - 1] = 0;
    const int32_t source = from ? from->place.source : ab_add_scene_source(l, path, "", 0, 0);
    if (source >= 0) ab_diagnose(l, AB_E001, from ? from->place : (ab_place){source, 0, 0}, "%s", reason);
}

// Length of a leading byte order mark (U+FEFF), which is not part of the text.
static int64_t byte_order_mark(const ab_bytes *bytes) {
    return bytes->size >= 3 && memcmp(bytes->data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

static bool is_xml(const ab_scene_source *source) {
    int64_t at = 0;
    while (at < source->size && strchr(" \t\r\n", source->bytes[at])) at++;
    return at < source->size && source->bytes[at] == '<';
}

static const ab_node *parse_source(ab_loader *l, int32_t source, const char *relative) {
    l->source[source].folder = ab_folder_of(l, relative);
    if (is_xml(&l->source[source])) {
        ab_diagnose(l, AB_E010, (ab_place){source, 0, 0},
                    "this is XML, as URDF, MJCF and SDFormat are; `abut import` makes a scene of a robot model");
        return NULL;
    }
    const int64_t before = l->diagnostics->errors;
    const ab_node *root = ab_yaml_parse(l, source);
    if (root && root->kind == AB_NODE_MAPPING) return ab_take_bare_units(l, source, root);
    if (l->status == ABUT_OK && l->diagnostics->errors == before)
        ab_diagnose(l, AB_E010, root ? root->place : (ab_place){source, 0, 0},
                    "%s; a scene starts with keys such as 'abut: 1'",
                    root ? "this is no mapping" : "the file holds nothing");
    return NULL;
}

static const ab_node *parse_file(ab_loader *l, const char *path, const char *relative, ab_bytes bytes) {
    const int64_t mark = byte_order_mark(&bytes);
    const int32_t source = ab_add_scene_source(l, path, bytes.data + mark, bytes.size - mark, 0);
    if (source < 0) {
        ab_bytes_free(l->cx, &bytes);
        return NULL;
    }
    l->source[source].owned = bytes.data;
    return parse_source(l, source, relative);
}

static const ab_node *load(ab_loader *l, const ab_node *from, const char *path, const char *relative,
                           const chain *parent) {
    ab_bytes bytes = {0};
    const abut_status status = ab_io_read_file(l->cx, path, AB_YAML_FILE_LIMIT, &bytes);
    if (status != ABUT_OK) {
        unreadable(l, from, path, status);
        return NULL;
    }
    l->files++;
    const ab_node *root = parse_file(l, path, relative, bytes);
    const chain files = {parent, path, parent ? parent->depth + 1 : 0};
    return root ? with_includes(l, root, &files) : NULL;
}

// The part of a path after the last slash.
static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const ab_node *ab_compose_file(ab_loader *l, const char *path) {
    l->folder = ab_folder_of(l, path);
    return l->folder ? load(l, NULL, path, file_name(path), NULL) : NULL;
}

const ab_node *ab_compose_text(ab_loader *l, const char *name, const char *text, int64_t size) {
    l->folder = ab_folder_of(l, name);
    const int32_t source = l->folder ? ab_add_scene_source(l, name, text, size, 0) : -1;
    if (source >= 0 && size > AB_YAML_FILE_LIMIT) {
        ab_diagnose(l, AB_E004, (ab_place){source, 0, 0}, "the text is longer than %lld bytes",
                    (long long)AB_YAML_FILE_LIMIT);
        return NULL;
    }
    const ab_node *root = source < 0 ? NULL : parse_source(l, source, file_name(name));
    const chain files = {NULL, name, 0};
    return root ? with_includes(l, root, &files) : NULL;
}

static bool has_end(const ab_node *root) {
    const ab_node *time = ab_node_get(root, "time");
    return time && ab_node_get(time, "end");
}

const ab_node *ab_compose_complete(ab_loader *l, const ab_node *root) {
    static const char MISSING[] = "abut: 1\ntime: {end: 1}\n";
    if (!l->endless || !root) return root;
    l->endless = !has_end(root);
    const int32_t source = ab_add_scene_source(l, "defaults", MISSING, (int64_t)sizeof MISSING - 1, 0);
    const ab_node *base = source < 0 ? NULL : ab_yaml_parse(l, source);
    return base ? ab_compose_merge(l, base, root) : NULL;
}
