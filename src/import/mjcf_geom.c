// Geometry of MJCF: geoms with sizes, or between two points, or of meshes, and what they touch.
#include "import/mjcf.h"

#include <math.h>
#include <string.h>

#define PI          3.14159265358979323846
#define MIN_DENSITY 1e-9 // kg/m^3, of geoms that shall have no mass

// Sizes of MJCF are radii and half lengths.
static const struct {
    const char *name;
    ab_model_shape shape;
    int sizes;
} TYPES[] = {{"sphere", AB_MODEL_SPHERE, 1}, {"capsule", AB_MODEL_CAPSULE, 2},     {"cylinder", AB_MODEL_CYLINDER, 2},
             {"box", AB_MODEL_BOX, 3},       {"ellipsoid", AB_MODEL_ELLIPSOID, 3}, {"plane", AB_MODEL_PLANE, 0},
             {"mesh", AB_MODEL_HULL, 0}};
enum { TYPE_COUNT = sizeof TYPES / sizeof TYPES[0] };

static double volume_of(ab_model_shape shape, const double *s) {
    switch (shape) {
    case AB_MODEL_SPHERE:
        return 4 * PI / 3 * s[0] * s[0] * s[0];
    case AB_MODEL_BOX:
        return s[0] * s[1] * s[2];
    case AB_MODEL_CAPSULE:
        return PI * s[0] * s[0] * (s[1] + 4 * s[0] / 3);
    case AB_MODEL_CYLINDER:
        return PI * s[0] * s[0] * s[1];
    case AB_MODEL_ELLIPSOID:
        return 4 * PI / 3 * s[0] * s[1] * s[2];
    default:
        return 0;
    }
}

// Sizes as scenes have them: full edges and lengths.
static bool read_sizes(mjcf *f, ab_xml *geom, int type, bool stretched, double *size) {
    const int needed = stretched && TYPES[type].sizes == 2 ? 1 : TYPES[type].sizes;
    double s[3] = {0, 0, 0};
    const int count = ab_mjcf_numbers(f, geom, "size", s, 3);
    for (int i = 0; i < needed; i++)
        if (i >= count || !(s[i] > 0)) return false;
    const ab_model_shape shape = TYPES[type].shape;
    for (int i = 0; i < 3; i++) size[i] = shape == AB_MODEL_BOX ? 2 * s[i] : s[i];
    if (shape == AB_MODEL_CAPSULE || shape == AB_MODEL_CYLINDER) size[1] = 2 * s[1];
    return true;
}

// Between two points: the pose of the middle, z along the line, and the length.
static bool between_points(mjcf *f, ab_xml *geom, ab_pose *pose, double *length) {
    double p[6];
    if (ab_mjcf_numbers(f, geom, "fromto", p, 6) != 6) return false;
    const v3 from = v3_make(p[0], p[1], p[2]), to = v3_make(p[3], p[4], p[5]), line = v3_sub(to, from);
    *length = v3_norm(line);
    if (!(*length > 0)) return false;
    *pose = (ab_pose){v3_scale(0.5, v3_add(from, to)), ab_mjcf_towards(v3_neg(line))};
    return true;
}

static int type_of(mjcf *f, ab_xml *geom) {
    const char *name = ab_mjcf_get(f, geom, "type");
    if (!name) name = ab_mjcf_get(f, geom, "mesh") ? "mesh" : "sphere";
    for (int i = 0; i < TYPE_COUNT; i++)
        if (strcmp(TYPES[i].name, name) == 0) return i;
    ab_model_note(f->m, geom, "a geom of type '%.40s' is left out", name);
    return -1;
}

bool ab_mjcf_touches(mjcf *f, ab_xml *geom) {
    return ab_mjcf_number(f, geom, "contype", 1) > 0 || ab_mjcf_number(f, geom, "conaffinity", 1) > 0;
}

static int32_t material_of(mjcf *f, ab_xml *geom, double density, int32_t tree, bool *contact) {
    double friction[3] = {1, 0, 0};
    ab_mjcf_numbers(f, geom, "friction", friction, 3);
    const double bits = ab_mjcf_number(f, geom, "contype", 1), accepts = ab_mjcf_number(f, geom, "conaffinity", 1);
    const ab_model_material wanted = {fmax(density, MIN_DENSITY), fmax(friction[0], 0), tree,
                                      (int64_t)(bits > 0 && bits < 1e9 ? bits : 0),
                                      (int64_t)(accepts > 0 && accepts < 1e9 ? accepts : 0)};
    *contact = wanted.bits != 0 || wanted.accepts != 0;
    return ab_model_material_of(f->m, &wanted);
}

static ab_xml *find_mesh_asset(mjcf *f, const char *name) {
    for (ab_xml *assets = ab_xml_child(f->root, "asset"); assets; assets = ab_xml_next(assets, "asset"))
        for (ab_xml *mesh = ab_xml_child(assets, "mesh"); mesh; mesh = ab_xml_next(mesh, "mesh")) {
            const char *own = ab_xml_get(mesh, "name"), *file = ab_xml_get(mesh, "file");
            if (own && strcmp(own, name) == 0) return mesh;
            const char *slash = file ? strrchr(file, '/') : NULL, *base = slash ? slash + 1 : file;
            const size_t length = strlen(name);
            if (!own && base && strncmp(base, name, length) == 0 && base[length] == '.') return mesh;
        }
    return NULL;
}

static const char *mesh_file(mjcf *f, ab_xml *geom, double *scale) {
    const char *name = ab_mjcf_get(f, geom, "mesh");
    ab_xml *asset = name ? find_mesh_asset(f, name) : NULL;
    const char *file = asset ? ab_xml_get(asset, "file") : NULL;
    double s[3] = {1, 1, 1};
    if (!file) {
        ab_model_note(f->m, geom, "mesh '%.100s' is left out: it is no file", name ? name : "");
        return NULL;
    }
    if (ab_mjcf_numbers(f, asset, "scale", s, 3) == 3 && (s[0] != s[1] || s[0] != s[2] || !(s[0] > 0))) {
        ab_model_note(f->m, asset, "mesh '%.100s' is left out: its scale is not the same along all axes", name);
        return NULL;
    }
    *scale = s[0];
    const size_t front = strlen(f->mesh_folder), back = strlen(file);
    char *path = ab_xml_take(&f->m->xml, (int64_t)(front + back) + 2);
    if (!path) {
        ab_model_stop(f->m, ABUT_ERR_MEMORY);
        return NULL;
    }
    memcpy(path, f->mesh_folder, front);
    if (front > 0) path[front] = '/';
    memcpy(path + front + (front > 0), file, back);
    return ab_model_find_mesh(f->m, asset, path);
}

static double density_of(mjcf *f, ab_xml *geom, int type, const double *size) {
    double mass = 0;
    const bool given = ab_mjcf_numbers(f, geom, "mass", &mass, 1) == 1;
    const double volume = volume_of(TYPES[type].shape, size);
    if (given && volume > 0) return mass / volume;
    if (given && mass > 0) ab_model_note(f->m, geom, "the mass of a mesh is not used; its density is 1000 kg/m^3");
    return given && mass == 0 ? 0 : ab_mjcf_number(f, geom, "density", 1000);
}

void ab_mjcf_geom(mjcf *f, ab_xml *geom, int32_t body, int32_t tree, ab_pose frame) {
    const int type = type_of(f, geom);
    if (type < 0) return;
    double size[3] = {0, 0, 0}, length = 0, scale = 1;
    ab_pose pose = ab_mjcf_pose(f, geom);
    const bool stretched = between_points(f, geom, &pose, &length);
    if (!read_sizes(f, geom, type, stretched, size)) {
        ab_model_note(f->m, geom, "a geom without size is left out");
        return;
    }
    if (stretched) size[TYPES[type].sizes == 2 ? 1 : 2] = length;
    const char *file = TYPES[type].shape == AB_MODEL_HULL ? mesh_file(f, geom, &scale) : NULL;
    if (TYPES[type].shape == AB_MODEL_HULL && !file) return;
    ab_model_collider *c = ab_model_add_collider(f->m, body, TYPES[type].shape, pose_mul(frame, pose));
    if (!c) return;
    memcpy(c->size, size, sizeof size);
    c->file = file;
    c->scale = scale;
    c->material = material_of(f, geom, density_of(f, geom, type, size), tree, &c->contact);
}
