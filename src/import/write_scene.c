// Writes a model as a scene: materials, bodies with their colliders, joints, force elements, and as comments what is
// not as in the model.
//
// The frame of a body with given inertia is its centre of mass and principal axes, to which `inertia` of a body with
// colliders refers; else it is that of the model, and mass and inertia follow from the colliders.
#include "import/model.h"

#include <math.h>
#include <string.h>

// Rounding errors of turned frames are not written: below 1e-12 m, and of directions and quaternions.
static double clean(double value) { return fabs(value) < 1e3 ? nearbyint(value * 1e12) / 1e12 + 0.0 : value; }

static void put_number(ab_text *to, double value) { ab_text_number(to, clean(value)); }

static void put_vector(ab_text *to, const char *key, v3 a) {
    ab_text_format(to, "%s: [", key);
    put_number(to, a.x);
    ab_text_put(to, ", ");
    put_number(to, a.y);
    ab_text_put(to, ", ");
    put_number(to, a.z);
    ab_text_put(to, "]");
}

static void put_name(ab_text *to, const char *name) { ab_text_json_string(to, name); }

static bool is_turned(quat q) { return fabs(q.x) + fabs(q.y) + fabs(q.z) > 1e-12; }

static void put_orientation(ab_text *to, quat q) {
    ab_text_put(to, "orientation: [");
    put_number(to, q.w);
    ab_text_put(to, ", ");
    put_number(to, q.x);
    ab_text_put(to, ", ");
    put_number(to, q.y);
    ab_text_put(to, ", ");
    put_number(to, q.z);
    ab_text_put(to, "]");
}

// -------------------------------------------------------------------------------------------------------------- bodies

// Moments that a solid can have: none is larger than the sum of the others.
static v3 possible(v3 a) {
    double m[3] = {a.x, a.y, a.z};
    const double largest = fmax(m[0], fmax(m[1], m[2]));
    for (int i = 0; i < 3; i++) m[i] = fmax(m[i], 1e-6 * largest);
    for (int i = 0; i < 3; i++) {
        const double lacks = m[i] - m[(i + 1) % 3] - m[(i + 2) % 3];
        if (lacks > 0) m[(i + 1) % 3] += 0.5 * lacks * (1 + 1e-9), m[(i + 2) % 3] += 0.5 * lacks * (1 + 1e-9);
    }
    return v3_make(m[0], m[1], m[2]);
}

// The frame of the body in the scene, and its moments there.
static ab_pose frame_of(const ab_model_body *b, v3 *moments) {
    m3 axes;
    if (!(b->mass > 0)) return b->pose;
    ab_m3_eigen(b->inertia, moments, &axes);
    *moments = possible(*moments);
    const bool diagonal = b->inertia.row[0].y == 0 && b->inertia.row[0].z == 0 && b->inertia.row[1].z == 0;
    if (!diagonal) return (ab_pose){b->inertial.x, quat_mul(b->inertial.q, ab_quat_from_matrix(axes))};
    *moments = possible(v3_make(b->inertia.row[0].x, b->inertia.row[1].y, b->inertia.row[2].z));
    return b->inertial;
}

static void put_shape(ab_text *to, const ab_model_collider *c) {
    static const char *const names[] = {[AB_MODEL_SPHERE] = "sphere",
                                        [AB_MODEL_BOX] = "box",
                                        [AB_MODEL_CAPSULE] = "capsule",
                                        [AB_MODEL_CYLINDER] = "cylinder",
                                        [AB_MODEL_ELLIPSOID] = "ellipsoid",
                                        [AB_MODEL_PLANE] = "plane",
                                        [AB_MODEL_HULL] = "hull"};
    ab_text_format(to, "shape: {%s: ", names[c->shape]);
    if (c->shape == AB_MODEL_SPHERE) {
        put_number(to, c->size[0]);
    } else if (c->shape == AB_MODEL_CAPSULE || c->shape == AB_MODEL_CYLINDER) {
        ab_text_put(to, "{radius: ");
        put_number(to, c->size[0]);
        ab_text_put(to, ", length: ");
        put_number(to, c->size[1]);
        ab_text_put(to, "}");
    } else if (c->shape == AB_MODEL_HULL) {
        ab_text_put(to, "{file: ");
        put_name(to, c->file);
        if (c->scale != 1) {
            ab_text_put(to, ", scale: ");
            put_number(to, c->scale);
        }
        ab_text_put(to, "}");
    } else if (c->shape == AB_MODEL_PLANE) {
        ab_text_put(to, "{}");
    } else {
        ab_text_put(to, "[");
        for (int i = 0; i < 3; i++) {
            if (i > 0) ab_text_put(to, ", ");
            put_number(to, c->size[i]);
        }
        ab_text_put(to, "]");
    }
    ab_text_put(to, "}");
}

static void put_collider(const ab_model *m, ab_text *to, const ab_model_collider *c, ab_pose frame) {
    const ab_pose pose = pose_mul(pose_inverse(frame), c->pose);
    (void)m;
    ab_text_put(to, "      - {");
    put_shape(to, c);
    ab_text_format(to, ", material: m%d", c->material + 1);
    if (v3_norm2(pose.x) > 0) {
        ab_text_put(to, ", ");
        put_vector(to, "position", pose.x);
    }
    if (is_turned(pose.q)) {
        ab_text_put(to, ", ");
        put_orientation(to, pose.q);
    }
    ab_text_put(to, c->contact ? "}\n" : ", contact: false}\n");
}

// A body without geometry is a point with mass, which is seen by nobody.
static void put_colliders(const ab_model *m, ab_text *to, int32_t body, ab_pose frame) {
    int64_t count = 0;
    for (int64_t i = 0; i < m->ncollider; i++) count += m->collider[i].body == body;
    if (count == 0) {
        ab_text_put(to, "    shape: {sphere: 0.01}\n    material: m1\n    contact: false\n    visible: false\n");
        return;
    }
    ab_text_put(to, "    colliders:\n");
    for (int64_t i = 0; i < m->ncollider; i++)
        if (m->collider[i].body == body) put_collider(m, to, &m->collider[i], frame);
}

static void put_body(const ab_model *m, ab_text *to, int32_t body) {
    const ab_model_body *b = &m->body[body];
    v3 moments = {0, 0, 0};
    const ab_pose frame = frame_of(b, &moments);
    ab_text_put(to, "  - name: ");
    put_name(to, b->name);
    ab_text_put(to, "\n    ");
    put_vector(to, "position", frame.x);
    ab_text_put(to, "\n");
    if (is_turned(frame.q)) {
        ab_text_put(to, "    ");
        put_orientation(to, frame.q);
        ab_text_put(to, "\n");
    }
    if (b->fixed) ab_text_put(to, "    fixed: true\n");
    if (b->mass > 0 && !b->fixed) {
        ab_text_put(to, "    mass: ");
        ab_text_number(to, b->mass);
        ab_text_put(to, "\n    inertia: [");
        ab_text_number(to, moments.x);
        ab_text_put(to, ", ");
        ab_text_number(to, moments.y);
        ab_text_put(to, ", ");
        ab_text_number(to, moments.z);
        ab_text_put(to, "]\n");
    }
    put_colliders(m, to, body, frame);
}

// --------------------------------------------------------------------------------------------------- joints and forces

static void put_end(const ab_model *m, ab_text *to, const char *key, int32_t body) {
    if (body == AB_GROUND) return;
    ab_text_format(to, ", %s: ", key);
    put_name(to, m->body[body].name);
}

static void put_link(const ab_model *m, ab_text *to, const ab_model_link *l) {
    ab_text_put(to, "  - {name: ");
    put_name(to, l->name);
    ab_text_format(to, ", kind: %s", l->kind);
    if (l->list == AB_MODEL_FORCES) ab_text_put(to, ", along: travel");
    put_end(m, to, "a", l->a);
    put_end(m, to, "b", l->b);
    ab_text_put(to, ", ");
    put_vector(to, "at", l->at);
    ab_text_put(to, ", ");
    put_vector(to, "axis", l->axis);
    if (v3_norm2(l->across) > 0) {
        ab_text_put(to, ", ");
        put_vector(to, "across", l->across);
    }
    for (int i = 0; i < l->parameters; i++) {
        ab_text_format(to, ", %s: ", l->parameter[i].name);
        put_number(to, l->parameter[i].value);
    }
    ab_text_put(to, "}\n");
}

static void put_list(const ab_model *m, ab_text *to, ab_model_list list, const char *key) {
    bool begun = false;
    for (int64_t i = 0; i < m->nlink; i++) {
        if (m->link[i].list != list) continue;
        if (!begun) ab_text_format(to, "%s:\n", key);
        begun = true;
        put_link(m, to, &m->link[i]);
    }
}

// ----------------------------------------------------------------------------------------------------------- materials

static bool touch(const ab_model *m, const ab_model_material *a, const ab_model_material *b) {
    const bool same_tree = a->tree == b->tree && a->tree > 0;
    return ((a->bits & b->accepts) || (b->bits & a->accepts)) && (!same_tree || m->options.self_collision);
}

static void put_materials(const ab_model *m, ab_text *to) {
    ab_text_put(to, "materials:\n");
    if (m->nmaterial == 0) ab_text_put(to, "  m1: {}\n");
    for (int64_t i = 0; i < m->nmaterial; i++) {
        ab_text_format(to, "  m%lld: {density: ", (long long)i + 1);
        ab_text_number(to, m->material[i].density);
        ab_text_put(to, ", young: 10 MPa, restitution: 0.2, friction: ");
        ab_text_number(to, m->material[i].friction);
        ab_text_put(to, "}\n");
    }
}

static void put_pairs(const ab_model *m, ab_text *to) {
    bool begun = false;
    for (int64_t i = 0; i < m->nmaterial; i++)
        for (int64_t k = i; k < m->nmaterial; k++) {
            if (touch(m, &m->material[i], &m->material[k])) continue;
            if (!begun) ab_text_put(to, "contact:\n  pairs:\n");
            begun = true;
            ab_text_format(to, "    - {a: m%lld, b: m%lld, touch: false}\n", (long long)i + 1, (long long)k + 1);
        }
}

// ------------------------------------------------------------------------------------------------------------ comments

// Names in comments come from the model: what YAML may take for the end of a line, or refuse, becomes a question mark.
static void put_plain(ab_text *to, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) ab_text_bytes(to, text[i] >= 0x20 && text[i] < 0x7f ? text + i : "?", 1);
}

static void put_comment(ab_text *to, const char *text) {
    for (const char *line = text; *line;) {
        const size_t length = strcspn(line, "\n");
        ab_text_put(to, "#   ");
        put_plain(to, line, length);
        ab_text_put(to, "\n");
        line += length + (line[length] == '\n');
    }
}

static void put_title(ab_text *to, const char *title) {
    char plain[128];
    size_t n = 0;
    for (const char *c = title; *c && n < sizeof plain - 1; c++)
        if ((unsigned char)*c >= 0x20 && (unsigned char)*c < 0x7f) plain[n++] = *c;
    plain[n] = 0;
    put_name(to, n > 0 ? plain : "model");
}

void ab_model_write(const ab_model *m, ab_text *to) {
    const char *slash = strrchr(m->path, '/'), *file = slash ? slash + 1 : m->path;
    ab_text_put(to, "# Made by `abut import` from ");
    put_plain(to, file, strlen(file));
    ab_text_format(to, ", a model in %s.\n", m->format);
    if (m->notes.size > 0) {
        ab_text_put(to, "#\n# Not as in the model:\n");
        put_comment(to, ab_text_string(&m->notes));
    }
    ab_text_put(to, "abut: 1\ntitle: ");
    put_title(to, m->title ? m->title : "model");
    ab_text_put(to, "\ntime: {end: 1 s}\n");
    put_vector(to, "gravity", m->gravity);
    ab_text_put(to, "\n");
    put_materials(m, to);
    put_pairs(m, to);
    if (m->nbody > 0) ab_text_put(to, "bodies:\n");
    for (int32_t i = 0; i < (int32_t)m->nbody; i++) put_body(m, to, i);
    put_list(m, to, AB_MODEL_JOINTS, "joints");
    put_list(m, to, AB_MODEL_FORCES, "forces");
    put_list(m, to, AB_MODEL_TORQUES, "torques");
}
