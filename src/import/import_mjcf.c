// Reads MJCF: bodies nested in each other with their joints, inertia and geoms.
//
// A body with several joints hangs on a chain of small bodies between them, except two slides and a hinge that make a
// planar joint. Joint coordinates are zero as the model is written (qpos0).
#include "import/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINK_MASS    0.01 // kg, of a body between two joints
#define LINK_INERTIA 1e-4 // kg m^2
#define MAX_CHAIN    6

// ---------------------------------------------------------------------------------------------------------- joints

typedef struct mjcf_freedom { // a joint of the model
    ab_xml *node;
    bool turns, ball;
    v3 at, axis;  // world
    double start; // from where it is drawn, to lie within its limits, rad or m
} mjcf_freedom;

static mjcf_freedom freedom_of(mjcf *f, ab_xml *node, ab_pose body) {
    double pos[3] = {0, 0, 0}, axis[3] = {0, 0, 1};
    ab_mjcf_numbers(f, node, "pos", pos, 3);
    ab_mjcf_numbers(f, node, "axis", axis, 3);
    const v3 along = v3_make(axis[0], axis[1], axis[2]);
    return (mjcf_freedom){.node = node,
                          .turns = !ab_mjcf_is(f, node, "type", "slide"),
                          .ball = ab_mjcf_is(f, node, "type", "ball"),
                          .at = pose_apply(body, v3_make(pos[0], pos[1], pos[2])),
                          .axis = quat_rotate(body.q, v3_norm2(along) > 0 ? v3_unit(along) : v3_make(0, 0, 1))};
}

// Limits of a hinge or slide, from where it is drawn; false: none.
static bool read_limits(mjcf *f, const mjcf_freedom *d, double *low, double *high) {
    double range[2] = {0, 0};
    const double ref = ab_mjcf_number(f, d->node, "ref", 0), turn = d->turns ? ab_mjcf_angle(f, 1) : 1;
    const bool given = ab_mjcf_numbers(f, d->node, "range", range, 2) == 2 && range[0] < range[1];
    *low = (range[0] - ref) * turn;
    *high = (range[1] - ref) * turn;
    return given && !d->ball &&
           (ab_mjcf_is(f, d->node, "limited", "true") ||
            (f->auto_limits && !ab_mjcf_is(f, d->node, "limited", "false")));
}

// Moves a body to the limit of a joint that is nearest to where it is drawn, if it is drawn beyond.
static void move_within_limits(mjcf *f, mjcf_freedom *d, ab_pose *body) {
    double low, high;
    if (!read_limits(f, d, &low, &high)) return;
    d->start = ab_model_start(0, low, high);
    if (d->start == 0) return;
    const v3 move = v3_scale(d->start, d->axis);
    const ab_pose turned = {d->at, quat_from_turn(move)}, back = {v3_neg(d->at), quat_identity()};
    *body = pose_mul(d->turns ? pose_mul(turned, back) : (ab_pose){move, quat_identity()}, *body);
    ab_model_note_start(f->m, d->node, ab_xml_get(d->node, "name"), d->start, d->turns);
}

// Free joints leave a body to itself.
static int list_freedoms(mjcf *f, ab_xml *body, ab_pose *pose, mjcf_freedom list[MAX_CHAIN], bool *is_free) {
    int n = 0;
    *is_free = ab_xml_child(body, "freejoint") != NULL;
    for (ab_xml *j = ab_xml_child(body, "joint"); j; j = ab_xml_next(j, "joint")) {
        if (ab_mjcf_is(f, j, "type", "free"))
            *is_free = true;
        else if (n < MAX_CHAIN) {
            list[n] = freedom_of(f, j, *pose);
            move_within_limits(f, &list[n++], pose);
        } else
            ab_model_note(f->m, j, "more than %d joints of one body: this one is left out", MAX_CHAIN);
    }
    return n;
}

static void add_drive(mjcf *f, const mjcf_freedom *d, int64_t link) {
    double low = INFINITY, high = INFINITY;
    const double ref = ab_mjcf_number(f, d->node, "ref", 0), turn = d->turns ? ab_mjcf_angle(f, 1) : 1;
    const bool limited = read_limits(f, d, &low, &high);
    const ab_model_drive drive = {.turns = d->turns,
                                  .low = limited ? low - d->start : INFINITY,
                                  .high = limited ? high - d->start : INFINITY,
                                  .damping = ab_mjcf_number(f, d->node, "damping", 0),
                                  .friction = ab_mjcf_number(f, d->node, "frictionloss", 0),
                                  .stiffness = ab_mjcf_number(f, d->node, "stiffness", 0),
                                  .rest = (ab_mjcf_number(f, d->node, "springref", 0) - ref) * turn - d->start};
    if (f->njoint < MJCF_JOINTS)
        f->joint[f->njoint++] = (mjcf_joint){ab_xml_get(d->node, "name"), link, d->turns, ref * turn + d->start};
    ab_model_add_drive(f->m, &f->m->link[link], &drive);
}

static void connect(mjcf *f, const mjcf_freedom *d, const char *kind, int32_t a, int32_t b, bool drives) {
    ab_model_link *joint = ab_model_add_link(f->m, ab_xml_get(d->node, "name"), AB_MODEL_JOINTS, kind);
    if (!joint) return;
    joint->a = a;
    joint->b = b;
    joint->at = d->at;
    joint->axis = d->axis;
    if (drives) add_drive(f, d, joint - f->m->link);
}

// Two slides across each other and a hinge across both.
static bool is_planar(const mjcf_freedom *d, int n, int *hinge) {
    *hinge = -1;
    for (int i = 0; i < n && n == 3; i++)
        if (d[i].turns && !d[i].ball) *hinge = *hinge < 0 ? i : 3;
    if (*hinge < 0 || *hinge > 2) return false;
    const mjcf_freedom *a = &d[(*hinge + 1) % 3], *b = &d[(*hinge + 2) % 3];
    return !a->turns && !b->turns && fabs(v3_dot(a->axis, b->axis)) < 1e-6 &&
           fabs(v3_dot(a->axis, d[*hinge].axis)) < 1e-6 && fabs(v3_dot(b->axis, d[*hinge].axis)) < 1e-6;
}

// Drives of a planar joint act beside it: along its slides and about its hinge.
static void connect_planar(mjcf *f, const mjcf_freedom *d, int hinge, int32_t parent, int32_t body) {
    connect(f, &d[hinge], "planar", parent, body, false);
    for (int i = 0; i < 3 && ab_model_good(f->m); i++) {
        ab_model_link like = f->m->link[f->m->nlink - 1];
        ab_model_link *row = ab_model_add_link(f->m, ab_xml_get(d[i].node, "name"), AB_MODEL_JOINTS, "planar");
        if (!row) return;
        like.at = d[i].at;
        like.axis = d[i].axis;
        memcpy(like.name, row->name, sizeof like.name);
        *row = like; // carries the drives, and is taken away
        const int64_t link = row - f->m->link;
        add_drive(f, &d[i], link);
        f->m->link[link].kind = NULL;
    }
}

static int32_t add_between(mjcf *f, const mjcf_freedom *d, const char *name, int32_t tree) {
    char between[2 * AB_NAME_MAX];
    snprintf(between, sizeof between, "%.40s_joint", name ? name : "body");
    ab_model_body *small = ab_model_add_body(f->m, between, d->node);
    if (!small) return AB_GROUND;
    small->pose = small->inertial = (ab_pose){d->at, quat_identity()};
    small->mass = LINK_MASS;
    small->inertia = m3_scale(LINK_INERTIA, m3_identity());
    small->tree = tree;
    ab_model_note(f->m, d->node, "several joints of one body: a body of %g kg is between them", LINK_MASS);
    return (int32_t)(f->m->nbody - 1);
}

static const char *kind_of(const mjcf_freedom *d) {
    return d->ball ? "spherical" : d->turns ? "revolute" : "prismatic";
}

// The inertia of a motor's rotor, seen through its gear, is given to the body that the hinge moves. Exact while the
// parent does not turn.
static void add_armature(mjcf *f, const mjcf_freedom *d, int32_t body) {
    ab_model_body *b = &f->m->body[body];
    if (d->ball || !d->turns || b->fixed || !(b->mass > 0)) return; // it is listed as not supported
    const double armature = ab_mjcf_number(f, d->node, "armature", 0);
    if (!(armature > 0)) return;
    if (!f->armature)
        ab_model_note(f->m, d->node, "the armature of hinges is added to the inertia of the bodies that they move");
    f->armature = true;
    const v3 a = quat_unrotate(b->inertial.q, d->axis);
    b->inertia = m3_add(b->inertia,
                        m3_rows(v3_scale(armature * a.x, a), v3_scale(armature * a.y, a), v3_scale(armature * a.z, a)));
}

static void connect_chain(mjcf *f, const mjcf_freedom *d, int n, int32_t parent, int32_t body, const char *name,
                          int32_t tree) {
    for (int i = 0; i < n && ab_model_good(f->m); i++) {
        const int32_t next = i + 1 < n ? add_between(f, &d[i], name, tree) : body;
        if (ab_model_good(f->m)) add_armature(f, &d[i], next);
        if (ab_model_good(f->m)) connect(f, &d[i], kind_of(&d[i]), parent, next, !d[i].ball);
        parent = next;
    }
}

// ---------------------------------------------------------------------------------------------------------- bodies

static void set_inertia(mjcf *f, ab_xml *node, ab_model_body *body) {
    ab_xml *inertial = ab_xml_child(node, "inertial");
    double d[3] = {0, 0, 0}, full[6];
    if (!inertial || f->inertia_from_geoms) return;
    body->mass = ab_mjcf_number(f, inertial, "mass", 0);
    body->inertial = pose_mul(body->pose, ab_mjcf_pose(f, inertial));
    ab_mjcf_numbers(f, inertial, "diaginertia", d, 3);
    body->inertia = m3_diagonal(v3_make(d[0], d[1], d[2]));
    if (ab_mjcf_numbers(f, inertial, "fullinertia", full, 6) == 6)
        body->inertia = m3_rows(v3_make(full[0], full[3], full[4]), v3_make(full[3], full[1], full[5]),
                                v3_make(full[4], full[5], full[2]));
    const v3 diagonal = v3_make(body->inertia.row[0].x, body->inertia.row[1].y, body->inertia.row[2].z);
    if (body->mass > 0 && !(diagonal.x > 0 && diagonal.y > 0 && diagonal.z > 0)) {
        ab_model_note(f->m, inertial, "this inertia is not positive: it is that of a ball of 5 cm");
        body->inertia = m3_scale(1e-3 * body->mass, m3_identity());
    }
}

// Geoms that touch nothing are shown only where nothing else is, and where the mass comes from geoms.
static void add_geoms(mjcf *f, ab_xml *node, int32_t body, int32_t tree, ab_pose frame) {
    const ab_model_body *b = &f->m->body[body];
    const bool weighed = b->fixed || b->mass > 0;
    bool any = false;
    for (ab_xml *g = ab_xml_child(node, "geom"); g; g = ab_xml_next(g, "geom")) any = any || ab_mjcf_touches(f, g);
    for (ab_xml *g = ab_xml_child(node, "geom"); g && ab_model_good(f->m); g = ab_xml_next(g, "geom"))
        if (!weighed || !any || ab_mjcf_touches(f, g))
            ab_mjcf_geom(f, g, body, tree, frame);
        else
            ab_xml_use_all(g);
    for (ab_xml *s = ab_xml_child(node, "frame"); s && ab_model_good(f->m); s = ab_xml_next(s, "frame"))
        add_geoms(f, s, body, tree, pose_mul(frame, ab_mjcf_pose(f, s)));
}

// A body without inertia and geometry has mass all the same.
static void give_mass(mjcf *f, ab_xml *node, int32_t body, int64_t colliders_before) {
    ab_model_body *b = &f->m->body[body];
    if (b->fixed || b->mass > 0 || f->m->ncollider > colliders_before) return;
    ab_model_note(f->m, node, "body '%.60s' has no mass: it is given %g kg", b->name, LINK_MASS);
    b->mass = LINK_MASS;
    b->inertia = m3_scale(LINK_INERTIA, m3_identity());
    b->inertial = b->pose;
}

static void add_bodies(mjcf *f, ab_xml *node, int32_t parent, int32_t tree, ab_pose frame);

static void add_body(mjcf *f, ab_xml *node, int32_t parent, int32_t tree, ab_pose frame) {
    mjcf_freedom freedom[MAX_CHAIN];
    bool is_free = false;
    int hinge = -1;
    ab_pose pose = pose_mul(frame, ab_mjcf_pose(f, node));
    const char *name = ab_xml_get(node, "name");
    const int n = list_freedoms(f, node, &pose, freedom, &is_free);
    const bool is_frame = n == 0 && !is_free && !ab_xml_child(node, "geom") && !ab_xml_child(node, "inertial");
    if (is_frame) { // of its parent
        add_bodies(f, node, parent, tree, pose);
        return;
    }
    ab_model_body *body = ab_model_add_body(f->m, name, node);
    if (!body) return;
    const int32_t own = (int32_t)(f->m->nbody - 1);
    const bool held = n == 0 && !is_free;
    body->pose = pose;
    body->fixed = held && (parent == AB_GROUND || f->m->body[parent].fixed);
    if (tree == 0 && !body->fixed) tree = ++f->trees;
    body->tree = tree;
    if (body->fixed)
        ab_xml_use_all(ab_xml_child(node, "inertial")); // it needs none
    else
        set_inertia(f, node, body);
    const int64_t before = f->m->ncollider;
    add_geoms(f, node, own, tree, pose);
    if (!ab_model_good(f->m)) return;
    give_mass(f, node, own, before);
    if (is_planar(freedom, n, &hinge))
        connect_planar(f, freedom, hinge, parent, own);
    else if (n > 0)
        connect_chain(f, freedom, n, parent, own, name, tree);
    else if (held && !f->m->body[own].fixed)
        connect(f, &(mjcf_freedom){.node = node, .at = pose.x, .axis = {0, 0, 1}}, "fixed", parent, own, false);
    add_bodies(f, node, own, tree, pose);
}

static void add_bodies(mjcf *f, ab_xml *node, int32_t parent, int32_t tree, ab_pose frame) {
    for (ab_xml *b = ab_xml_child(node, "body"); b && ab_model_good(f->m); b = ab_xml_next(b, "body"))
        add_body(f, b, parent, tree, frame);
    for (ab_xml *s = ab_xml_child(node, "frame"); s && ab_model_good(f->m); s = ab_xml_next(s, "frame"))
        add_bodies(f, s, parent, tree, pose_mul(frame, ab_mjcf_pose(f, s)));
}

static void add_world(mjcf *f, ab_xml *world) {
    if (ab_xml_child(world, "geom")) {
        ab_model_body *body = ab_model_add_body(f->m, "world", world);
        if (!body) return;
        body->fixed = true;
        add_geoms(f, world, (int32_t)(f->m->nbody - 1), 0, pose_identity());
    }
    add_bodies(f, world, AB_GROUND, 0, pose_identity());
}

// ------------------------------------------------------------------------------------------------------- the model

static void read_compiler(mjcf *f) {
    ab_xml *c = ab_xml_child(f->root, "compiler");
    const char *angle = ab_xml_get(c, "angle"), *sequence = ab_xml_get(c, "eulerseq");
    const char *limits = ab_xml_get(c, "autolimits"), *inertia = ab_xml_get(c, "inertiafromgeom");
    const char *meshes = ab_xml_get(c, "meshdir"), *assets = ab_xml_get(c, "assetdir");
    f->degrees = !angle || strcmp(angle, "radian") != 0;
    f->euler = sequence && strlen(sequence) == 3 && strspn(sequence, "xyzXYZ") == 3 ? sequence : "xyz";
    f->auto_limits = !limits || strcmp(limits, "false") != 0;
    f->inertia_from_geoms = inertia && strcmp(inertia, "true") == 0;
    f->mesh_folder = meshes ? meshes : assets ? assets : "";
    for (ab_xml *a = ab_xml_child(f->root, "asset"); a; a = ab_xml_next(a, "asset"))
        for (ab_xml *m = ab_xml_child(a, "mesh"); m; m = ab_xml_next(m, "mesh"))
            ab_xml_get(m, "file"), ab_xml_get(m, "scale");
}

// Rows that only carried drives are taken away.
static void drop_empty_owners(ab_model *m) {
    int64_t kept = 0;
    for (int64_t i = 0; i < m->nlink; i++)
        if (m->link[i].kind) m->link[kept++] = m->link[i];
    m->nlink = kept;
}

void ab_import_mjcf(ab_model *m, ab_xml *root) {
    mjcf f = {.m = m, .root = root};
    double gravity[3] = {0, 0, -9.81};
    ab_mjcf_include(&f);
    f.joint = ab_xml_take(&m->xml, MJCF_JOINTS * (int64_t)sizeof *f.joint);
    if (!f.joint) ab_model_stop(m, ABUT_ERR_MEMORY);
    if (!ab_model_good(m)) return;
    m->title = ab_xml_get(root, "model");
    read_compiler(&f);
    ab_xml *option = ab_xml_child(root, "option");
    ab_model_numbers(m, option, ab_xml_get(option, "gravity"), "gravity", gravity, 3);
    m->gravity = v3_make(gravity[0], gravity[1], gravity[2]);
    for (ab_xml *w = ab_xml_child(root, "worldbody"); w && ab_model_good(m); w = ab_xml_next(w, "worldbody"))
        add_world(&f, w);
    if (ab_model_good(m)) ab_mjcf_drives(&f);
    drop_empty_owners(m);
    if (ab_model_good(m) && !m->options.self_collision)
        ab_model_note(m, NULL, "Bodies of one tree do not touch each other; --self-collision lets them.");
}
