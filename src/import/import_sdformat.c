// Reads SDFormat: the models of a file, or of its world, with links, joints and frames by name.
//
// Poses are of links and frames in the model, or relative to a link, joint or frame by name; a joint stands in its
// child unless it says otherwise.
#include "import/model.h"

#include <math.h>
#include <string.h>

#define MAX_FRAMES 4000 // links, joints and frames of a model
#define MAX_DEPTH  64   // of frames that refer to each other

typedef struct sdf_frame {
    const char *name;
    ab_xml *node;
    ab_pose pose;       // world
    const char *parent; // frame that the pose is given in; NULL = the model
    int32_t body;
    bool placed;
} sdf_frame;

typedef struct sdf_model {
    ab_model *m;
    ab_xml *node;
    ab_pose pose; // world
    bool fixed;
    sdf_frame *frame; // (n)
    int64_t n;
    int32_t tree;
} sdf_model;

static ab_pose read_pose(ab_model *m, ab_xml *node, const char **relative_to) {
    double p[6] = {0};
    ab_xml *pose = ab_xml_child(node, "pose");
    if (pose && pose->text[0]) ab_model_numbers(m, pose, pose->text, "pose", p, 6);
    if (relative_to) *relative_to = ab_xml_get(pose, "relative_to");
    return (ab_pose){v3_make(p[0], p[1], p[2]), ab_quat_of_rpy(p + 3)};
}

static double limit_in(ab_model *m, ab_xml *node, const char *name) {
    double limit = name[0] == 'l' ? -INFINITY : INFINITY;
    ab_xml *child = ab_xml_child(node, name);
    if (child) ab_model_limit(m, child, child->text, name, &limit);
    return fabs(limit) < 1e15 ? limit : INFINITY; // none
}

static double number_in(ab_model *m, ab_xml *node, const char *name, double fallback) {
    ab_xml *child = ab_xml_child(node, name);
    if (child) ab_model_numbers(m, child, child->text, name, &fallback, 1);
    return fallback;
}

// ------------------------------------------------------------------------------------------------------------ geometry

static ab_model_collider *add_shape(sdf_model *s, int32_t body, ab_model_shape shape, ab_pose pose, double a, double b,
                                    double c) {
    ab_model_collider *made = ab_model_add_collider(s->m, body, shape, pose);
    if (!made) return NULL;
    made->size[0] = a;
    made->size[1] = b;
    made->size[2] = c;
    return made;
}

static ab_model_collider *add_round(sdf_model *s, ab_xml *node, ab_model_shape shape, int32_t body, ab_pose pose) {
    const double radius = number_in(s->m, node, "radius", 0);
    const double length = shape == AB_MODEL_SPHERE ? 1 : number_in(s->m, node, "length", 0);
    if (radius > 0 && length > 0) return add_shape(s, body, shape, pose, radius, length, 0);
    ab_model_note(s->m, node, "a %s without size is left out", node->name);
    return NULL;
}

static ab_model_collider *add_edges(sdf_model *s, ab_xml *node, ab_model_shape shape, const char *key, int32_t body,
                                    ab_pose pose) {
    double e[3] = {0, 0, 0};
    ab_xml *size = ab_xml_child(node, key);
    if (size) ab_model_numbers(s->m, size, size->text, key, e, 3);
    if (e[0] > 0 && e[1] > 0 && e[2] > 0) return add_shape(s, body, shape, pose, e[0], e[1], e[2]);
    ab_model_note(s->m, node, "a %s without size is left out", node->name);
    return NULL;
}

static ab_model_collider *add_plane(sdf_model *s, ab_xml *node, int32_t body, ab_pose pose) {
    double n[3] = {0, 0, 1};
    ab_xml *normal = ab_xml_child(node, "normal");
    if (normal) ab_model_numbers(s->m, normal, normal->text, "normal", n, 3);
    if (n[0] != 0 || n[1] != 0) ab_model_note(s->m, node, "the normal of a plane is taken as z of its pose");
    if (body != AB_GROUND && s->m->body[body].fixed) return add_shape(s, body, AB_MODEL_PLANE, pose, 0, 0, 0);
    ab_model_note(s->m, node, "a plane that moves is left out");
    return NULL;
}

static ab_model_collider *add_mesh(sdf_model *s, ab_xml *node, int32_t body, ab_pose pose) {
    double scale[3] = {1, 1, 1};
    const char *uri = ab_xml_child_text(node, "uri");
    ab_xml *given = ab_xml_child(node, "scale");
    if (given) ab_model_numbers(s->m, given, given->text, "scale", scale, 3);
    if (scale[0] != scale[1] || scale[0] != scale[2] || !(scale[0] > 0)) {
        ab_model_note(s->m, node, "a mesh is left out: its scale is not the same along all axes");
        return NULL;
    }
    const char *file = uri ? ab_model_find_mesh(s->m, node, uri) : NULL;
    ab_model_collider *c = file ? add_shape(s, body, AB_MODEL_HULL, pose, 0, 0, 0) : NULL;
    if (!c) return NULL;
    c->file = file;
    c->scale = scale[0];
    return c;
}

static ab_model_collider *add_geometry(sdf_model *s, ab_xml *geometry, int32_t body, ab_pose pose) {
    ab_xml *node;
    if ((node = ab_xml_child(geometry, "box"))) return add_edges(s, node, AB_MODEL_BOX, "size", body, pose);
    if ((node = ab_xml_child(geometry, "ellipsoid")))
        return add_edges(s, node, AB_MODEL_ELLIPSOID, "radii", body, pose);
    if ((node = ab_xml_child(geometry, "sphere"))) return add_round(s, node, AB_MODEL_SPHERE, body, pose);
    if ((node = ab_xml_child(geometry, "cylinder"))) return add_round(s, node, AB_MODEL_CYLINDER, body, pose);
    if ((node = ab_xml_child(geometry, "capsule"))) return add_round(s, node, AB_MODEL_CAPSULE, body, pose);
    if ((node = ab_xml_child(geometry, "plane"))) return add_plane(s, node, body, pose);
    if ((node = ab_xml_child(geometry, "mesh"))) return add_mesh(s, node, body, pose);
    return NULL;
}

static double friction_of(ab_model *m, ab_xml *collision) {
    ab_xml *friction = ab_xml_child(ab_xml_child(collision, "surface"), "friction");
    return fmax(0, number_in(m, ab_xml_child(friction, "ode"), "mu", 1));
}

static void add_colliders(sdf_model *s, ab_xml *link, const char *kind, int32_t body, ab_pose pose, bool contact) {
    for (ab_xml *c = ab_xml_child(link, kind); c && ab_model_good(s->m); c = ab_xml_next(c, kind)) {
        const ab_pose at = pose_mul(pose, read_pose(s->m, c, NULL));
        ab_model_collider *made = add_geometry(s, ab_xml_child(c, "geometry"), body, at);
        if (!made) continue;
        const double friction = contact ? fmin(friction_of(s->m, c), 10) : 0.8; // ODE's "no slip" may be 1e15
        made->contact = contact;
        const int64_t row = made - s->m->collider;
        const int32_t material =
            ab_model_material_of(s->m, &(ab_model_material){1000, friction, s->fixed ? 0 : s->tree, 1, 1});
        s->m->collider[row].material = material;
    }
}

// -------------------------------------------------------------------------------------------------------------- frames

static sdf_frame *find_frame(const sdf_model *s, const char *name) {
    for (int64_t i = 0; name && i < s->n; i++)
        if (strcmp(s->frame[i].name, name) == 0) return &s->frame[i];
    return NULL;
}

static void list_frames(sdf_model *s, const char *kind) {
    for (ab_xml *node = ab_xml_child(s->node, kind); node && ab_model_good(s->m); node = ab_xml_next(node, kind)) {
        const char *name = ab_xml_get(node, "name");
        if (s->n == MAX_FRAMES)
            ab_model_refuse(s->m, node, "more than %d links, joints and frames", MAX_FRAMES);
        else if (!name || find_frame(s, name))
            ab_model_refuse(s->m, node, "a %s needs a name that no other has", kind);
        else
            s->frame[s->n++] = (sdf_frame){.name = name, .node = node, .body = AB_GROUND};
    }
}

static void place(sdf_model *s, sdf_frame *f, int depth) {
    if (f->placed || !ab_model_good(s->m)) return;
    if (depth > MAX_DEPTH) {
        ab_model_refuse(s->m, f->node, "the frame '%.64s' refers to itself", f->name);
        return;
    }
    const char *relative = NULL;
    const ab_pose own = read_pose(s->m, f->node, &relative);
    if (!relative && strcmp(f->node->name, "joint") == 0) relative = ab_xml_child_text(f->node, "child");
    if (!relative && strcmp(f->node->name, "frame") == 0) relative = ab_xml_get(f->node, "attached_to");
    ab_pose base = s->pose;
    sdf_frame *parent = find_frame(s, relative);
    if (parent) {
        place(s, parent, depth + 1);
        base = parent->pose;
    } else if (relative && relative[0] && strcmp(relative, "__model__") != 0) {
        ab_model_note(s->m, f->node, "the frame '%.60s' is not there; the model's is taken", relative);
    }
    f->pose = pose_mul(base, own);
    f->placed = true;
}

// ------------------------------------------------------------------------------------------------- bodies and joints

static void set_inertia(sdf_model *s, ab_xml *link, ab_model_body *body) {
    ab_model *m = s->m;
    ab_xml *inertial = ab_xml_child(link, "inertial"), *i = ab_xml_child(inertial, "inertia");
    const double xx = number_in(m, i, "ixx", i ? 0 : 1), yy = number_in(m, i, "iyy", i ? 0 : 1),
                 zz = number_in(m, i, "izz", i ? 0 : 1);
    const double xy = number_in(m, i, "ixy", 0), xz = number_in(m, i, "ixz", 0), yz = number_in(m, i, "iyz", 0);
    body->mass = number_in(m, inertial, "mass", 1);
    if (!(body->mass > 0)) {
        ab_model_note(m, link, "link '%.60s' has no mass: it is given 1 kg", body->name);
        body->mass = 1;
    }
    body->inertial = inertial ? pose_mul(body->pose, read_pose(m, inertial, NULL)) : body->pose;
    body->inertia = m3_rows(v3_make(xx, xy, xz), v3_make(xy, yy, yz), v3_make(xz, yz, zz));
    if (!(xx > 0 && yy > 0 && zz > 0)) {
        ab_model_note(m, link, "the inertia of link '%.60s' is not positive: it is that of a ball of 5 cm", body->name);
        body->inertia = m3_scale(1e-3 * body->mass, m3_identity());
    }
}

static void add_link(sdf_model *s, sdf_frame *f) {
    ab_model_body *body = ab_model_add_body(s->m, f->name, f->node);
    if (!body) return;
    f->body = (int32_t)(s->m->nbody - 1);
    body->pose = f->pose;
    body->fixed = s->fixed;
    body->tree = s->tree;
    if (s->fixed)
        ab_xml_use_all(ab_xml_child(f->node, "inertial")); // it needs none
    else
        set_inertia(s, f->node, body);
    const int64_t before = s->m->ncollider;
    add_colliders(s, f->node, "collision", f->body, f->pose, true);
    if (s->m->ncollider == before) add_colliders(s, f->node, "visual", f->body, f->pose, false);
}

static v3 axis_of(sdf_model *s, const sdf_frame *joint, ab_xml *axis) {
    double a[3] = {0, 0, 1};
    ab_xml *xyz = ab_xml_child(axis, "xyz");
    if (xyz) ab_model_numbers(s->m, xyz, xyz->text, "xyz", a, 3);
    const char *in = ab_xml_get(xyz, "expressed_in");
    const sdf_frame *frame = find_frame(s, in);
    const quat q = frame ? frame->pose.q : in && strcmp(in, "__model__") == 0 ? s->pose.q : joint->pose.q;
    return quat_rotate(q, v3_make(a[0], a[1], a[2]));
}

static void add_joint_drive(sdf_model *s, ab_xml *axis, const ab_model_link *joint, bool turns, bool limited) {
    ab_xml *limit = ab_xml_child(axis, "limit"), *dynamics = ab_xml_child(axis, "dynamics");
    const double effort = number_in(s->m, limit, "effort", 0);
    const ab_model_drive drive = {.turns = turns,
                                  .low = limited ? limit_in(s->m, limit, "lower") : INFINITY,
                                  .high = limited ? limit_in(s->m, limit, "upper") : INFINITY,
                                  .effort = effort < 1e15 ? effort : 0,
                                  .damping = number_in(s->m, dynamics, "damping", 0),
                                  .friction = number_in(s->m, dynamics, "friction", 0),
                                  .stiffness = number_in(s->m, dynamics, "spring_stiffness", 0),
                                  .rest = number_in(s->m, dynamics, "spring_reference", 0)};
    ab_model_add_drive(s->m, joint, &drive);
}

static int32_t end_of(sdf_model *s, ab_xml *joint, const char *key) {
    const char *name = ab_xml_child_text(joint, key);
    if (!name || strcmp(name, "world") == 0) return AB_GROUND;
    const sdf_frame *f = find_frame(s, name);
    for (int depth = 0; f && strcmp(f->node->name, "frame") == 0 && depth < MAX_DEPTH; depth++)
        f = find_frame(s, ab_xml_get(f->node, "attached_to"));
    if (!f) ab_model_refuse(s->m, joint, "the %s '%.64s' of this joint is no link of its model", key, name);
    return f ? f->body : AB_GROUND;
}

static void add_joint(sdf_model *s, sdf_frame *f) {
    static const struct {
        const char *type, *kind;
    } KINDS[] = {{"revolute", "revolute"}, {"continuous", "revolute"}, {"prismatic", "prismatic"}, {"fixed", "fixed"},
                 {"ball", "spherical"},    {"universal", "universal"}, {"screw", "screw"}};
    const char *type = ab_xml_get(f->node, "type"), *kind = NULL;
    for (size_t i = 0; type && i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(KINDS[i].type, type) == 0) kind = KINDS[i].kind;
    if (!kind) {
        ab_model_note(s->m, f->node, "joint of type '%.40s' is left out: its links are free", type ? type : "");
        return;
    }
    const int32_t a = end_of(s, f->node, "parent"), b = end_of(s, f->node, "child");
    const bool moves = (a != AB_GROUND && !s->m->body[a].fixed) || (b != AB_GROUND && !s->m->body[b].fixed);
    if (!ab_model_good(s->m) || a == b || !moves) return;
    ab_model_link *j = ab_model_add_link(s->m, f->name, AB_MODEL_JOINTS, kind);
    if (!j) return;
    ab_xml *axis = ab_xml_child(f->node, "axis"), *second = ab_xml_child(f->node, "axis2");
    j->a = a;
    j->b = b;
    j->at = f->pose.x;
    j->axis = axis_of(s, f, axis);
    if (strcmp(kind, "universal") == 0 && second) { // pins along a's x and b's y; the axis is across both
        const v3 x = j->axis, y = axis_of(s, f, second);
        j->axis = v3_cross(x, y);
        j->across = x;
    }
    if (v3_norm2(j->axis) == 0) ab_model_refuse(s->m, f->node, "the axis of a joint must not be zero");
    if (strcmp(kind, "screw") == 0) ab_model_give(j, "pitch", number_in(s->m, f->node, "screw_thread_pitch", 0));
    const bool turns = strcmp(kind, "revolute") == 0;
    if (turns || strcmp(kind, "prismatic") == 0) add_joint_drive(s, axis, j, turns, strcmp(type, "continuous") != 0);
}

static bool is_held(const sdf_model *s) {
    for (int64_t i = 0; i < s->n; i++)
        if (strcmp(s->frame[i].node->name, "joint") == 0) {
            const char *parent = ab_xml_child_text(s->frame[i].node, "parent");
            if (parent && strcmp(parent, "world") == 0) return true;
        }
    return false;
}

static void add_model(ab_model *m, ab_xml *node, int32_t tree) {
    sdf_model s = {.m = m, .node = node, .pose = read_pose(m, node, NULL), .tree = tree};
    const char *fixed = ab_xml_child_text(node, "static");
    s.fixed = fixed && (strcmp(fixed, "true") == 0 || strcmp(fixed, "1") == 0);
    s.frame = ab_xml_take(&m->xml, MAX_FRAMES * (int64_t)sizeof *s.frame);
    if (!s.frame) {
        ab_model_stop(m, ABUT_ERR_MEMORY);
        return;
    }
    list_frames(&s, "link");
    list_frames(&s, "frame");
    list_frames(&s, "joint");
    for (int64_t i = 0; i < s.n && ab_model_good(m); i++) place(&s, &s.frame[i], 0);
    for (int64_t i = 0; i < s.n && ab_model_good(m); i++)
        if (strcmp(s.frame[i].node->name, "link") == 0) add_link(&s, &s.frame[i]);
    for (int64_t i = 0; i < s.n && ab_model_good(m); i++)
        if (strcmp(s.frame[i].node->name, "joint") == 0) add_joint(&s, &s.frame[i]);
    if (ab_model_good(m) && !s.fixed && !is_held(&s))
        ab_model_note(m, node, "nothing holds this model: it is free, as SDFormat has it");
}

void ab_import_sdformat(ab_model *m, ab_xml *root) {
    int32_t tree = 0;
    ab_xml *world = ab_xml_child(root, "world");
    double gravity[3] = {0, 0, -9.81};
    ab_xml_get(root, "version");
    ab_xml *g = ab_xml_child(world, "gravity");
    if (g) ab_model_numbers(m, g, g->text, "gravity", gravity, 3);
    m->gravity = v3_make(gravity[0], gravity[1], gravity[2]);
    ab_xml *from = world ? world : root, *first = ab_xml_child(from, "model");
    m->title = ab_xml_get(world ? world : first, "name");
    for (ab_xml *node = first; node && ab_model_good(m); node = ab_xml_next(node, "model")) add_model(m, node, ++tree);
    if (ab_model_good(m) && !m->options.self_collision)
        ab_model_note(m, NULL, "Links of one model do not touch each other; --self-collision lets them.");
}
