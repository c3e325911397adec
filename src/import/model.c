// Rows of a model: names, materials, bodies, colliders, joints with their drives, notes.
#include "import/model.h"
#include "base/alloc.h"
#include "base/hash.h"
#include "base/plain_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void ab_model_stop(ab_model *m, abut_status status) {
    if (m->status == ABUT_OK) m->status = status;
}

void ab_model_refuse(ab_model *m, const ab_xml *at, const char *format, ...) {
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (m->status == ABUT_OK)
        m->status = ab_fail(m->cx, ABUT_ERR_INPUT, "%s:%lld: %s", m->path, at ? (long long)at->line : 0LL, message);
}

void ab_model_note(ab_model *m, const ab_xml *at, const char *format, ...) {
    va_list args;
    if (at) ab_text_format(&m->notes, "line %lld: ", (long long)at->line);
    va_start(args, format);
    ab_text_format_list(&m->notes, format, args);
    va_end(args);
    ab_text_put(&m->notes, "\n");
}

void ab_model_numbers(ab_model *m, ab_xml *node, const char *text, const char *what, double *value, int count) {
    double read[16];
    if (!text) return;
    if (ab_xml_numbers(text, read, count) != count)
        ab_model_refuse(m, node, "'%s' needs %d number%s, but this is '%.80s'%s", what, count, count == 1 ? "" : "s",
                        text,
                        strstr(text, "${") ? "; let xacro write the model first: xacro model.xacro >model.urdf" : "");
    else
        memcpy(value, read, (size_t)count * sizeof *value);
}

void ab_model_limit(ab_model *m, ab_xml *node, const char *text, const char *what, double *value) {
    const char *word = text ? text + (*text == '-' || *text == '+') : "";
    if (strcmp(word, "inf") == 0 || strcmp(word, "INF") == 0 || strcmp(word, "infinity") == 0)
        *value = text[0] == '-' ? -INFINITY : INFINITY;
    else
        ab_model_numbers(m, node, text, what, value, 1);
}

quat ab_quat_of_rpy(const double rpy[3]) {
    const quat x = quat_from_turn(v3_make(rpy[0], 0, 0)), y = quat_from_turn(v3_make(0, rpy[1], 0));
    return quat_mul(quat_from_turn(v3_make(0, 0, rpy[2])), quat_mul(y, x));
}

// --------------------------------------------------------------------------------------------------------------- names

static bool is_taken(const ab_model *m, const char *name, bool link) {
    for (int64_t i = 0; !link && i < m->nbody; i++)
        if (strcmp(m->body[i].name, name) == 0) return true;
    for (int64_t i = 0; link && i < m->nlink; i++)
        if (strcmp(m->link[i].name, name) == 0) return true;
    return false;
}

#define MAX_ROWS 20000 // of a list; names are compared with each other

// The first number behind `stem` that may be free: all below are taken. Without it, thousands of twins would each try
// all numbers before theirs.
static int *next_number(ab_model *m, const char *stem, bool link) {
    const uint64_t hash = ab_hash_bytes(link, stem, (int64_t)strlen(stem));
    ab_model_stem *s = &m->stem[hash % AB_MODEL_STEMS];
    if (strcmp(s->name, stem) != 0 || s->link != link) {
        snprintf(s->name, sizeof s->name, "%s", stem);
        s->link = link;
        s->next = 2;
    }
    return &s->next;
}

// A name that a scene takes and that is not taken.
static void set_name(ab_model *m, const char *wanted, bool link, char name[AB_NAME_MAX]) {
    char stem[AB_NAME_MAX - 12];
    size_t n = 0;
    for (const char *c = wanted ? wanted : ""; *c && n < sizeof stem - 1; c++)
        if ((unsigned char)*c >= 0x20 && (unsigned char)*c < 0x7f && *c != '[' && *c != ']') stem[n++] = *c;
    stem[n] = 0;
    if (n == 0 || ab_is_formula(stem)) snprintf(stem, sizeof stem, "%s", link ? "joint" : "body");
    snprintf(name, AB_NAME_MAX, "%s", stem);
    if (!is_taken(m, name, link)) return;
    int *next = next_number(m, stem, link);
    do snprintf(name, AB_NAME_MAX, "%s_%d", stem, (*next)++);
    while (is_taken(m, name, link));
}

// ---------------------------------------------------------------------------------------------------------------- rows

ab_model_body *ab_model_add_body(ab_model *m, const char *name, const ab_xml *at) {
    if (m->nbody >= MAX_ROWS) ab_model_refuse(m, at, "more than %d bodies", MAX_ROWS);
    if (ab_model_good(m)) ab_model_stop(m, AB_GROW(m->cx, &m->body, &m->body_capacity, m->nbody + 1));
    if (!ab_model_good(m)) return NULL;
    ab_model_body *body = &m->body[m->nbody];
    *body = (ab_model_body){.pose = pose_identity(), .inertial = pose_identity(), .line = at ? at->line : 0};
    set_name(m, name, false, body->name);
    m->nbody++;
    return body;
}

ab_model_link *ab_model_add_link(ab_model *m, const char *name, ab_model_list list, const char *kind) {
    if (m->nlink >= MAX_ROWS) ab_model_refuse(m, NULL, "more than %d joints and force elements", MAX_ROWS);
    if (ab_model_good(m)) ab_model_stop(m, AB_GROW(m->cx, &m->link, &m->link_capacity, m->nlink + 1));
    if (!ab_model_good(m)) return NULL;
    ab_model_link *link = &m->link[m->nlink];
    *link = (ab_model_link){.list = list, .kind = kind, .a = AB_GROUND, .b = AB_GROUND, .axis = {0, 0, 1}};
    set_name(m, name, true, link->name);
    m->nlink++;
    return link;
}

void ab_model_give(ab_model_link *link, const char *name, double value) {
    if (link && link->parameters < AB_MODEL_PARAMETERS)
        link->parameter[link->parameters++] = (ab_model_parameter){name, value};
}

int32_t ab_model_material_of(ab_model *m, const ab_model_material *wanted) {
    for (int64_t i = 0; i < m->nmaterial; i++) {
        const ab_model_material *a = &m->material[i];
        if (a->density == wanted->density && a->friction == wanted->friction && a->tree == wanted->tree &&
            a->bits == wanted->bits && a->accepts == wanted->accepts)
            return (int32_t)i;
    }
    if (ab_model_good(m)) ab_model_stop(m, AB_GROW(m->cx, &m->material, &m->material_capacity, m->nmaterial + 1));
    if (!ab_model_good(m)) return 0;
    m->material[m->nmaterial] = *wanted;
    return (int32_t)m->nmaterial++;
}

ab_model_collider *ab_model_add_collider(ab_model *m, int32_t body, ab_model_shape shape, ab_pose pose) {
    if (ab_model_good(m)) ab_model_stop(m, AB_GROW(m->cx, &m->collider, &m->collider_capacity, m->ncollider + 1));
    if (!ab_model_good(m)) return NULL;
    ab_model_collider *c = &m->collider[m->ncollider++];
    *c = (ab_model_collider){.body = body, .shape = shape, .pose = pose, .scale = 1, .contact = true};
    return c;
}

// -------------------------------------------------------------------------------------------------------------- drives

#define STOP_YIELD_ANGLE  0.02 // rad: how far a stop yields under the largest effort of its joint
#define STOP_YIELD_TRAVEL 1e-3 // m
#define STOP_EFFORT       10.0 // N or N m, where no largest effort is known
#define STOP_TIME         0.01 // s: damping over stiffness of a stop
#define STOP_BEYOND       1e4  // rad or m, in place of a limit that is not there
#define FRICTION_SPEED    0.01 // rad/s or m/s below which dry friction fades
#define FRICTION_TIME     1e-3 // s: it takes at least this time to stop the lighter body

static ab_model_link *add_element(ab_model *m, int64_t joint, const char *suffix, const char *kind, bool turns) {
    char name[2 * AB_NAME_MAX];
    snprintf(name, sizeof name, "%.40s_%s", m->link[joint].name, suffix);
    ab_model_link *e = ab_model_add_link(m, name, turns ? AB_MODEL_TORQUES : AB_MODEL_FORCES, kind);
    if (!e) return NULL;
    const ab_model_link *j = &m->link[joint]; // the rows may have moved
    e->a = j->a;
    e->b = j->b;
    e->at = j->at;
    e->axis = j->axis;
    e->across = j->across;
    return e;
}

// Of a body about or along an axis; INFINITY: it does not move, 0: only the scene knows.
static double inertia_of(const ab_model *m, int32_t body, v3 axis, bool turns) {
    if (body == AB_GROUND || m->body[body].fixed) return INFINITY;
    const ab_model_body *b = &m->body[body];
    const v3 own = quat_unrotate(b->inertial.q, v3_unit(axis));
    return b->mass > 0 && turns ? v3_dot(own, m3_mul(b->inertia, own)) : b->mass;
}

// Of the two bodies of a joint against each other; the bodies beyond them are not counted.
static double smaller_inertia(const ab_model *m, int64_t joint, bool turns) {
    const ab_model_link *j = &m->link[joint];
    const double a = inertia_of(m, j->a, j->axis, turns), b = inertia_of(m, j->b, j->axis, turns);
    return a > 0 && b > 0 ? 1 / (1 / a + 1 / b) : 0;
}

double ab_model_start(double drawn, double low, double high) {
    if (!(low <= high)) return 0;
    return fmin(fmax(drawn, low), high) - drawn;
}

void ab_model_note_start(ab_model *m, const ab_xml *at, const char *joint, double start, bool turns) {
    ab_model_note(m, at, "joint '%.60s' begins %.4g %s from where it is drawn, at its limit, and is counted from there",
                  joint ? joint : "", start, turns ? "rad" : "m");
}

// Critical damping of the lighter body is enough: more would only ask for small steps.
static void add_stop(ab_model *m, int64_t joint, const ab_model_drive *d) {
    const double low = isfinite(d->low) ? d->low : -STOP_BEYOND, high = isfinite(d->high) ? d->high : STOP_BEYOND;
    if (!(isfinite(d->low) || isfinite(d->high)) || low > high) return;
    ab_model_link *stop = add_element(m, joint, "stop", "stop", d->turns);
    const double effort = d->effort > 0 && isfinite(d->effort) ? d->effort : STOP_EFFORT;
    const double stiffness = effort / (d->turns ? STOP_YIELD_ANGLE : STOP_YIELD_TRAVEL);
    const double inertia = smaller_inertia(m, joint, d->turns), damping = STOP_TIME * stiffness;
    ab_model_give(stop, "low", low);
    ab_model_give(stop, "high", high);
    ab_model_give(stop, "stiffness", stiffness);
    ab_model_give(stop, "damping", inertia > 0 ? fmin(damping, 2 * sqrt(stiffness * inertia)) : damping);
}

void ab_model_add_drive(ab_model *m, const ab_model_link *link, const ab_model_drive *d) {
    const int64_t joint = link - m->link;
    add_stop(m, joint, d);
    if (d->friction > 0) {
        ab_model_link *friction = add_element(m, joint, "friction", "friction", d->turns);
        ab_model_give(friction, d->turns ? "max_torque" : "max_force", d->friction);
        const double inertia = smaller_inertia(m, joint, d->turns);
        const double speed = inertia > 0 ? d->friction * FRICTION_TIME / inertia : 0;
        ab_model_give(friction, "speed", fmin(fmax(speed, FRICTION_SPEED), 10 * FRICTION_SPEED));
    }
    if (d->damping > 0 || d->stiffness > 0) {
        ab_model_link *spring = add_element(m, joint, "spring", "spring", d->turns);
        ab_model_give(spring, "stiffness", d->stiffness);
        ab_model_give(spring, "damping", d->damping);
        ab_model_give(spring, d->turns ? "angle" : "length", d->rest);
    }
    if (d->effort > 0 && isfinite(d->effort)) {
        ab_model_link *motor = add_element(m, joint, "motor", "motor", d->turns);
        ab_model_give(motor, d->turns ? "max_torque" : "max_force", d->effort);
    }
}
