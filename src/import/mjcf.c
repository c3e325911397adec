// Attributes of MJCF with their defaults by class, frames, and included files.
#include "import/mjcf.h"
#include "base/io.h"
#include "scene/paths.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ defaults

static ab_xml *find_class(ab_xml *defaults, const char *name) {
    for (ab_xml *d = ab_xml_child(defaults, "default"); d; d = ab_xml_next(d, "default")) {
        const char *own = ab_xml_get(d, "class");
        if (own && strcmp(own, name) == 0) return d;
        ab_xml *inner = find_class(d, name);
        if (inner) return inner;
    }
    return NULL;
}

static const char *class_of(ab_xml *node) {
    const char *own = ab_xml_get(node, "class");
    for (ab_xml *up = node->parent; up && !own; up = up->parent) own = ab_xml_get(up, "childclass");
    return own;
}

// The class of the element, or the outermost one.
static ab_xml *default_of(mjcf *f, ab_xml *node) {
    const char *name = class_of(node);
    ab_xml *found = name && strcmp(name, "main") != 0 ? find_class(f->root, name) : NULL;
    return found ? found : ab_xml_child(f->root, "default");
}

const char *ab_mjcf_get(mjcf *f, ab_xml *node, const char *name) {
    const char *value = ab_xml_get(node, name);
    for (ab_xml *d = default_of(f, node); d && !value && strcmp(d->name, "default") == 0; d = d->parent)
        value = ab_xml_get(ab_xml_child(d, node->name), name);
    return value;
}

int ab_mjcf_numbers(mjcf *f, ab_xml *node, const char *name, double *value, int max) {
    double read[16];
    const char *text = ab_mjcf_get(f, node, name);
    const int count = text ? ab_xml_numbers(text, read, max) : 0;
    if (count < 0) ab_model_refuse(f->m, node, "'%s' needs at most %d numbers, but this is '%.80s'", name, max, text);
    for (int i = 0; i < count; i++) value[i] = read[i];
    return count < 0 ? 0 : count;
}

double ab_mjcf_number(mjcf *f, ab_xml *node, const char *name, double fallback) {
    ab_mjcf_numbers(f, node, name, &fallback, 1);
    return fallback;
}

bool ab_mjcf_is(mjcf *f, ab_xml *node, const char *name, const char *value) {
    const char *text = ab_mjcf_get(f, node, name);
    return text && strcmp(text, value) == 0;
}

// -------------------------------------------------------------------------------------------------------------- frames

double ab_mjcf_angle(const mjcf *f, double value) {
    return f->degrees ? value * (3.14159265358979323846 / 180) : value;
}

quat ab_mjcf_towards(v3 z) {
    const v3 unit = v3_unit(z), up = v3_make(0, 0, 1), axis = v3_cross(up, unit);
    const double sine = v3_norm(axis), angle = atan2(sine, unit.z);
    if (sine < 1e-12) return unit.z < 0 ? (quat){0, 1, 0, 0} : quat_identity();
    return quat_from_turn(v3_scale(angle / sine, axis));
}

// Lower case: about the axes that turn along; upper case: about fixed ones.
static quat of_euler(const mjcf *f, const double angle[3]) {
    quat q = quat_identity();
    for (int i = 0; i < 3 && f->euler[i]; i++) {
        const char axis = (char)(f->euler[i] | 0x20);
        const double turn = ab_mjcf_angle(f, angle[i]);
        const quat step =
            quat_from_turn(v3_make(axis == 'x' ? turn : 0, axis == 'y' ? turn : 0, axis == 'z' ? turn : 0));
        q = f->euler[i] & 0x20 ? quat_mul(q, step) : quat_mul(step, q);
    }
    return q;
}

static quat of_axes(const double a[6]) {
    const v3 x = v3_unit(v3_make(a[0], a[1], a[2])), given = v3_make(a[3], a[4], a[5]);
    const v3 y = v3_unit(v3_add_scaled(given, -v3_dot(given, x), x));
    return ab_quat_from_matrix(m3_transpose(m3_rows(x, y, v3_cross(x, y))));
}

static bool is_nought(const double *a, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += fabs(a[i]);
    return sum == 0;
}

static quat orientation_of(mjcf *f, ab_xml *node) {
    double a[6];
    if (ab_mjcf_numbers(f, node, "quat", a, 4) == 4 && !is_nought(a, 4))
        return quat_unit((quat){a[0], a[1], a[2], a[3]});
    if (ab_mjcf_numbers(f, node, "axisangle", a, 4) == 4 && !is_nought(a, 3))
        return quat_from_turn(v3_scale(ab_mjcf_angle(f, a[3]), v3_unit(v3_make(a[0], a[1], a[2]))));
    if (ab_mjcf_numbers(f, node, "euler", a, 3) == 3) return of_euler(f, a);
    if (ab_mjcf_numbers(f, node, "xyaxes", a, 6) == 6 && !is_nought(a, 3) && !is_nought(a + 3, 3)) return of_axes(a);
    if (ab_mjcf_numbers(f, node, "zaxis", a, 3) == 3 && !is_nought(a, 3))
        return ab_mjcf_towards(v3_make(a[0], a[1], a[2]));
    return quat_identity();
}

ab_pose ab_mjcf_pose(mjcf *f, ab_xml *node) {
    double pos[3] = {0, 0, 0};
    ab_mjcf_numbers(f, node, "pos", pos, 3);
    return (ab_pose){v3_make(pos[0], pos[1], pos[2]), orientation_of(f, node)};
}

// ------------------------------------------------------------------------------------------------------ included files

#define MAX_INCLUDED 64

// The tree of an included file, which must lie below the folder of the model; NULL after a failure.
static ab_xml *read_included(mjcf *f, ab_xml *include) {
    ab_model *m = f->m;
    const char *name = ab_xml_get(include, "file");
    const char *slash = strrchr(m->path, '/');
    const int64_t folder = slash ? slash - m->path + 1 : 0;
    const int64_t size = name ? folder + (int64_t)strlen(name) + 3 : 0;
    char *path = name ? ab_xml_take(&m->xml, size) : NULL;
    if (!name || name[0] == '/' || !path || !ab_path_normalise(name, path + folder)) {
        ab_model_refuse(m, include, "an included file must lie below the folder of the model");
        return NULL;
    }
    memcpy(path, m->path, (size_t)folder);
    ab_bytes bytes;
    ab_xml *root = NULL;
    ab_model_stop(m, ab_io_read_file(m->cx, path, AB_XML_BYTES, &bytes));
    if (!ab_model_good(m)) return NULL;
    ab_model_stop(m, ab_xml_parse(&m->xml, path, bytes.data, bytes.size, &root));
    ab_bytes_free(m->cx, &bytes);
    return ab_model_good(m) ? root : NULL;
}

static void include_below(mjcf *f, ab_xml *parent, int *files);

// Puts the children of the included root in the place of *at; returns the place behind them.
static ab_xml **splice(mjcf *f, ab_xml **at, int *files) {
    ab_xml *include = *at, *parent = include->parent, *rest = include->next;
    if (++*files > MAX_INCLUDED) ab_model_refuse(f->m, include, "more than %d files are included", MAX_INCLUDED);
    ab_xml *root = ab_model_good(f->m) ? read_included(f, include) : NULL;
    *at = root ? root->child : rest;
    for (ab_xml *c = root ? root->child : NULL; c; c = c->next) c->parent = parent;
    while (root && *at) at = &(*at)->next;
    *at = rest;
    return at;
}

static void include_below(mjcf *f, ab_xml *parent, int *files) {
    for (ab_xml **at = &parent->child; *at && ab_model_good(f->m);) {
        if (strcmp((*at)->name, "include") == 0) {
            ab_xml **first = at;
            splice(f, at, files); // read again from here: included files include others
            at = first;
            continue;
        }
        include_below(f, *at, files);
        at = &(*at)->next;
    }
}

void ab_mjcf_include(mjcf *f) {
    int files = 0;
    include_below(f, f->root, &files);
}
