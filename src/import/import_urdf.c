// Reads URDF: links with inertia and collision geometry, joints with limits, dynamics and origin.
//
// A link without mass that a fixed joint holds is a frame of its parent. The root is held to the ground unless the base
// is free. Joint coordinates are those of the model: zero as it is written.
#include "import/model.h"

#include <math.h>
#include <string.h>

#define MAX_LINKS     2000
#define SMALL_MASS    1e-3 // kg, of a link without mass that moves
#define SMALL_INERTIA 1e-6 // kg m^2

typedef struct urdf_link {
    const char *name;
    ab_xml *node, *joint; // joint: to the parent; NULL of a root
    int64_t parent;
    ab_pose pose; // world
    double start; // coordinate of its joint there, rad or m
    int32_t body;
    bool placed;
} urdf_link;

typedef struct urdf {
    ab_model *m;
    urdf_link *link; // (n)
    int64_t n;
    int32_t material;
} urdf;

static ab_pose origin_of(ab_model *m, ab_xml *node) {
    double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0};
    ab_xml *origin = ab_xml_child(node, "origin");
    ab_model_numbers(m, origin, ab_xml_get(origin, "xyz"), "xyz", xyz, 3);
    ab_model_numbers(m, origin, ab_xml_get(origin, "rpy"), "rpy", rpy, 3);
    return (ab_pose){v3_make(xyz[0], xyz[1], xyz[2]), ab_quat_of_rpy(rpy)};
}

static double number_of(ab_model *m, ab_xml *node, const char *name, double fallback) {
    ab_model_numbers(m, node, ab_xml_get(node, name), name, &fallback, 1);
    return fallback;
}

// ------------------------------------------------------------------------------------------------------------ geometry

static void add_mesh(urdf *u, ab_xml *mesh, int32_t body, ab_pose pose, bool contact) {
    double scale[3] = {1, 1, 1};
    const char *name = ab_xml_get(mesh, "filename");
    ab_model_numbers(u->m, mesh, ab_xml_get(mesh, "scale"), "scale", scale, 3);
    if (!name) ab_model_refuse(u->m, mesh, "a mesh needs a filename");
    if (!ab_model_good(u->m)) return;
    if (scale[0] != scale[1] || scale[0] != scale[2] || !(scale[0] > 0)) {
        ab_model_note(u->m, mesh, "mesh '%.200s' is left out: its scale is not the same along all axes", name);
        return;
    }
    const char *file = ab_model_find_mesh(u->m, mesh, name);
    ab_model_collider *c = file ? ab_model_add_collider(u->m, body, AB_MODEL_HULL, pose) : NULL;
    if (!c) return;
    c->file = file;
    c->scale = scale[0];
    c->contact = contact;
    c->material = u->material;
}

static void add_round(urdf *u, ab_xml *node, ab_model_shape shape, int32_t body, ab_pose pose, bool contact) {
    const double radius = number_of(u->m, node, "radius", 0);
    const double length = shape == AB_MODEL_SPHERE ? 1 : number_of(u->m, node, "length", 0);
    if (!(radius > 0) || !(length > 0)) {
        ab_model_note(u->m, node, "a %s without size is left out", node->name);
        return;
    }
    ab_model_collider *c = ab_model_add_collider(u->m, body, shape, pose);
    if (!c) return;
    c->size[0] = radius;
    c->size[1] = length;
    c->contact = contact;
    c->material = u->material;
}

static void add_box(urdf *u, ab_xml *node, int32_t body, ab_pose pose, bool contact) {
    double size[3] = {0, 0, 0};
    ab_model_numbers(u->m, node, ab_xml_get(node, "size"), "size", size, 3);
    if (!(size[0] > 0 && size[1] > 0 && size[2] > 0)) {
        ab_model_note(u->m, node, "a box without size is left out");
        return;
    }
    ab_model_collider *c = ab_model_add_collider(u->m, body, AB_MODEL_BOX, pose);
    if (!c) return;
    memcpy(c->size, size, sizeof size);
    c->contact = contact;
    c->material = u->material;
}

static void add_geometry(urdf *u, ab_xml *shape, int32_t body, ab_pose link, bool contact) {
    ab_xml *geometry = ab_xml_child(shape, "geometry"), *node;
    const ab_pose pose = pose_mul(link, origin_of(u->m, shape));
    if ((node = ab_xml_child(geometry, "mesh"))) add_mesh(u, node, body, pose, contact);
    if ((node = ab_xml_child(geometry, "box"))) add_box(u, node, body, pose, contact);
    if ((node = ab_xml_child(geometry, "sphere"))) add_round(u, node, AB_MODEL_SPHERE, body, pose, contact);
    if ((node = ab_xml_child(geometry, "cylinder"))) add_round(u, node, AB_MODEL_CYLINDER, body, pose, contact);
    if ((node = ab_xml_child(geometry, "capsule"))) add_round(u, node, AB_MODEL_CAPSULE, body, pose, contact);
}

// What a link touches with; a link that touches nothing shows what is seen of it.
static void add_colliders(urdf *u, const urdf_link *l) {
    const int64_t before = u->m->ncollider;
    for (ab_xml *c = ab_xml_child(l->node, "collision"); c; c = ab_xml_next(c, "collision"))
        add_geometry(u, c, l->body, l->pose, true);
    if (u->m->ncollider > before) return;
    for (ab_xml *v = ab_xml_child(l->node, "visual"); v; v = ab_xml_next(v, "visual"))
        add_geometry(u, v, l->body, l->pose, false);
}

// -------------------------------------------------------------------------------------------------------------- bodies

static double mass_of(ab_model *m, ab_xml *link) {
    return number_of(m, ab_xml_child(ab_xml_child(link, "inertial"), "mass"), "value", 0);
}

static void set_inertia(urdf *u, const urdf_link *l, ab_model_body *body) {
    ab_model *m = u->m;
    ab_xml *inertial = ab_xml_child(l->node, "inertial"), *node = ab_xml_child(inertial, "inertia");
    const double xx = number_of(m, node, "ixx", 0), yy = number_of(m, node, "iyy", 0),
                 zz = number_of(m, node, "izz", 0);
    const double xy = number_of(m, node, "ixy", 0), xz = number_of(m, node, "ixz", 0),
                 yz = number_of(m, node, "iyz", 0);
    body->mass = mass_of(m, l->node);
    body->inertial = pose_mul(l->pose, origin_of(m, inertial));
    body->inertia = m3_rows(v3_make(xx, xy, xz), v3_make(xy, yy, yz), v3_make(xz, yz, zz));
    const bool massless = !(body->mass > 0), turns = xx > 0 || yy > 0 || zz > 0;
    if (massless) {
        ab_model_note(m, l->node, "link '%.64s' moves and has no mass: it is given %g kg", l->name, SMALL_MASS);
        body->mass = SMALL_MASS;
    }
    if (turns) return;
    if (!massless) ab_model_note(m, l->node, "link '%.64s' has no inertia: it is given that of a small ball", l->name);
    body->inertia = m3_scale(fmax(SMALL_INERTIA, 1e-3 * body->mass), m3_identity());
}

static const char *type_of(const urdf_link *l) {
    const char *type = l->joint ? ab_xml_get(l->joint, "type") : "floating";
    return type ? type : "fixed";
}

static bool is_fixed_to_parent(const urdf_link *l) { return l->joint && strcmp(type_of(l), "fixed") == 0; }

// The body of a link: its own, that of its parent for a frame, or the ground.
static void make_body(urdf *u, urdf_link *l) {
    ab_model *m = u->m;
    const bool massless = !(mass_of(m, l->node) > 0), root = !l->joint;
    const int32_t parent = root ? AB_GROUND : u->link[l->parent].body;
    const bool held =
        parent == AB_GROUND ? root || is_fixed_to_parent(l) : is_fixed_to_parent(l) && m->body[parent].fixed;
    const bool shaped = ab_xml_child(l->node, "collision") || ab_xml_child(l->node, "visual");
    l->body = parent;
    if (massless && (is_fixed_to_parent(l) ? parent != AB_GROUND : root) && !(root && shaped)) return;
    ab_model_body *body = ab_model_add_body(m, l->name, l->node);
    if (!body) return;
    l->body = (int32_t)(m->nbody - 1);
    body->pose = l->pose;
    body->fixed = held && (!m->options.free_base || (root && massless));
    if (body->fixed)
        ab_xml_use_all(ab_xml_child(l->node, "inertial")); // it needs none
    else
        set_inertia(u, l, body);
    body->tree = 1;
}

// -------------------------------------------------------------------------------------------------------------- joints

static v3 axis_of(ab_model *m, const urdf_link *l) {
    double axis[3] = {1, 0, 0};
    ab_xml *node = ab_xml_child(l->joint, "axis");
    ab_model_numbers(m, node, ab_xml_get(node, "xyz"), "xyz", axis, 3);
    if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) ab_model_refuse(m, node, "the axis of a joint must not be zero");
    return v3_make(axis[0], axis[1], axis[2]);
}

static bool read_limits(ab_model *m, const urdf_link *l, double *low, double *high) {
    ab_xml *limit = ab_xml_child(l->joint, "limit");
    if (!limit || (strcmp(type_of(l), "revolute") != 0 && strcmp(type_of(l), "prismatic") != 0)) return false;
    *low = *high = 0;
    ab_model_limit(m, limit, ab_xml_get(limit, "lower"), "lower", low);
    ab_model_limit(m, limit, ab_xml_get(limit, "upper"), "upper", high);
    return true;
}

// Moves a link to the limit of its joint that is nearest to where it is drawn, if it is drawn beyond.
static void move_within_limits(urdf *u, urdf_link *l) {
    double low, high;
    if (!read_limits(u->m, l, &low, &high) || !ab_model_good(u->m)) return;
    l->start = ab_model_start(0, low, high);
    if (l->start == 0) return;
    const v3 axis = axis_of(u->m, l);
    if (!ab_model_good(u->m)) return;
    const v3 move = v3_scale(l->start, v3_unit(axis));
    const bool turns = strcmp(type_of(l), "revolute") == 0;
    l->pose = pose_mul(l->pose, turns ? (ab_pose){v3_zero(), quat_from_turn(move)} : (ab_pose){move, quat_identity()});
    ab_model_note_start(u->m, l->joint, ab_xml_get(l->joint, "name"), l->start, turns);
}

static void add_joint(urdf *u, const urdf_link *l) {
    static const struct {
        const char *type, *kind;
    } KINDS[] = {{"revolute", "revolute"}, {"continuous", "revolute"}, {"prismatic", "prismatic"},
                 {"fixed", "fixed"},       {"planar", "planar"},       {"floating", NULL}};
    ab_model *m = u->m;
    const char *type = type_of(l), *kind = NULL;
    bool known = false;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(KINDS[i].type, type) == 0) known = true, kind = KINDS[i].kind;
    if (!known) {
        ab_model_note(m, l->joint, "joint of type '%.40s' is left out: the link is free", type);
        return;
    }
    const int32_t parent = u->link[l->parent].body;
    if (!kind || l->body == parent || m->body[l->body].fixed) return;
    if (parent == AB_GROUND && is_fixed_to_parent(l)) return; // a free base
    const v3 axis = axis_of(m, l);
    ab_model_link *j = ab_model_add_link(m, ab_xml_get(l->joint, "name"), AB_MODEL_JOINTS, kind);
    if (!j) return;
    j->a = parent;
    j->b = l->body;
    j->at = l->pose.x;
    j->axis = quat_rotate(l->pose.q, axis);
    if (strcmp(kind, "revolute") != 0 && strcmp(kind, "prismatic") != 0) return;
    ab_xml *limit = ab_xml_child(l->joint, "limit"), *dynamics = ab_xml_child(l->joint, "dynamics");
    ab_model_drive drive = {.turns = kind[0] == 'r', .low = INFINITY, .high = INFINITY};
    if (read_limits(m, l, &drive.low, &drive.high)) {
        drive.low -= l->start;
        drive.high -= l->start;
    }
    drive.effort = number_of(m, limit, "effort", 0);
    drive.damping = number_of(m, dynamics, "damping", 0);
    drive.friction = number_of(m, dynamics, "friction", 0);
    ab_model_add_drive(m, j, &drive);
}

// ---------------------------------------------------------------------------------------------------------------- tree

static int64_t find_link(const urdf *u, const char *name) {
    for (int64_t i = 0; name && i < u->n; i++)
        if (strcmp(u->link[i].name, name) == 0) return i;
    return -1;
}

static void read_links(urdf *u, ab_xml *root) {
    int64_t count = 0;
    for (ab_xml *l = ab_xml_child(root, "link"); l; l = ab_xml_next(l, "link")) count++;
    if (count > MAX_LINKS) ab_model_refuse(u->m, root, "more than %d links", MAX_LINKS);
    u->link = ab_xml_take(&u->m->xml, (count + 1) * (int64_t)sizeof *u->link);
    if (!u->link) {
        ab_model_stop(u->m, ABUT_ERR_MEMORY);
        return;
    }
    for (ab_xml *l = ab_xml_child(root, "link"); l && ab_model_good(u->m); l = ab_xml_next(l, "link")) {
        const char *name = ab_xml_get(l, "name");
        if (!name || find_link(u, name) >= 0)
            ab_model_refuse(u->m, l, name ? "the link '%.64s' is there twice" : "a link needs a name%s",
                            name ? name : "");
        else
            u->link[u->n++] = (urdf_link){.name = name, .node = l, .parent = -1, .body = AB_GROUND};
    }
}

static void read_joint(urdf *u, ab_xml *joint) {
    ab_xml *parent = ab_xml_child(joint, "parent"), *child = ab_xml_child(joint, "child");
    const int64_t a = find_link(u, ab_xml_get(parent, "link")), b = find_link(u, ab_xml_get(child, "link"));
    if (a < 0 || b < 0)
        ab_model_refuse(u->m, joint, "the %s of this joint is no link of the model", a < 0 ? "parent" : "child");
    else if (u->link[b].joint)
        ab_model_refuse(u->m, joint, "the link '%.64s' is the child of two joints", u->link[b].name);
    else {
        u->link[b].joint = joint;
        u->link[b].parent = a;
    }
}

// Places the links from the roots outwards, and makes their bodies in that order.
static void place_links(urdf *u) {
    int64_t left = u->n;
    for (bool moved = true; moved && left > 0 && ab_model_good(u->m);) {
        moved = false;
        for (int64_t i = 0; i < u->n && ab_model_good(u->m); i++) {
            urdf_link *l = &u->link[i];
            if (l->placed || (l->joint && !u->link[l->parent].placed)) continue;
            l->pose = l->joint ? pose_mul(u->link[l->parent].pose, origin_of(u->m, l->joint)) : pose_identity();
            if (l->joint) move_within_limits(u, l);
            l->placed = moved = true;
            left--;
            make_body(u, l);
            if (ab_model_good(u->m)) add_colliders(u, l);
            if (ab_model_good(u->m) && l->joint) add_joint(u, l);
        }
    }
    if (left > 0 && ab_model_good(u->m))
        for (int64_t i = 0; i < u->n; i++)
            if (!u->link[i].placed)
                ab_model_refuse(u->m, u->link[i].node, "the link '%.64s' is its own ancestor", u->link[i].name);
}

void ab_import_urdf(ab_model *m, ab_xml *root) {
    urdf u = {.m = m};
    m->title = ab_xml_get(root, "name");
    u.material = ab_model_material_of(m, &(ab_model_material){1000, 0.8, 1, 1, 1});
    read_links(&u, root);
    for (ab_xml *j = ab_xml_child(root, "joint"); j && ab_model_good(m); j = ab_xml_next(j, "joint")) read_joint(&u, j);
    if (ab_model_good(m)) place_links(&u);
    if (!ab_model_good(m)) return;
    ab_model_note(m, NULL,
                  m->options.free_base ? "The base is free." : "The base is held to the ground; --free-base frees it.");
    if (!m->options.self_collision)
        ab_model_note(m, NULL, "Links of the model do not touch each other; --self-collision lets them.");
}
