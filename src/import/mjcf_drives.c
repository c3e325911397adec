// Actuators of MJCF as motors, and equality constraints as joints.
#include "import/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NO_LIMIT 1000.0 // largest effort of an actuator without limits, N or N m, times its gear

static mjcf_joint *find_joint(const mjcf *f, const char *name) {
    for (int64_t i = 0; name && i < f->njoint; i++)
        if (f->joint[i].name && strcmp(f->joint[i].name, name) == 0) return &f->joint[i];
    return NULL;
}

// Gains of the servo force = gain (ctrl) - stiffness s - damping s'.
typedef struct mjcf_gains {
    double stiffness, damping;
    bool servo;
} mjcf_gains;

static mjcf_gains gains_of(mjcf *f, ab_xml *actuator) {
    mjcf_gains g = {0, 0, false};
    if (strcmp(actuator->name, "position") == 0)
        g = (mjcf_gains){ab_mjcf_number(f, actuator, "kp", 1), ab_mjcf_number(f, actuator, "kv", 0), true};
    if (strcmp(actuator->name, "velocity") == 0) g.damping = ab_mjcf_number(f, actuator, "kv", 1);
    if (strcmp(actuator->name, "general") == 0) {
        double bias[10] = {0};
        ab_mjcf_numbers(f, actuator, "biasprm", bias, 10);
        ab_mjcf_get(f, actuator, "biastype");
        ab_mjcf_get(f, actuator, "gainprm");
        g = (mjcf_gains){fmax(0, -bias[1]), fmax(0, -bias[2]), bias[1] < 0};
    }
    return g;
}

// The largest effort: of the force if it is limited, of a motor by its control.
static double limit_of(mjcf *f, ab_xml *actuator, double gear, bool servo) {
    double range[2] = {0, 0};
    if (ab_mjcf_numbers(f, actuator, "forcerange", range, 2) == 2 && range[1] > 0) return range[1] * gear;
    if (ab_mjcf_numbers(f, actuator, "ctrlrange", range, 2) == 2 && range[1] > 0 && !servo) return range[1] * gear;
    ab_model_note(f->m, actuator, "an actuator without limit of its force is given %g times its gear", NO_LIMIT);
    return NO_LIMIT * gear;
}

static void add_actuator(mjcf *f, ab_xml *actuator) {
    double gear[6] = {1};
    const mjcf_joint *joint = find_joint(f, ab_xml_get(actuator, "joint"));
    if (!joint) {
        ab_model_note(f->m, actuator, "an actuator that drives no hinge or slide is left out");
        ab_xml_use_all(actuator);
        return;
    }
    ab_mjcf_numbers(f, actuator, "gear", gear, 6);
    const double scale = fabs(gear[0]) > 0 ? fabs(gear[0]) : 1;
    const mjcf_gains gains = gains_of(f, actuator);
    const double limit = limit_of(f, actuator, scale, gains.servo);
    const char *name = ab_xml_get(actuator, "name");
    char own[2 * AB_NAME_MAX];
    snprintf(own, sizeof own, "%.40s_motor", joint->name);
    ab_model_link *motor =
        ab_model_add_link(f->m, name ? name : own, joint->turns ? AB_MODEL_TORQUES : AB_MODEL_FORCES, "motor");
    if (!motor) return;
    const ab_model_link *of = &f->m->link[joint->link];
    motor->a = of->a;
    motor->b = of->b;
    motor->at = of->at;
    motor->axis = of->axis;
    motor->across = of->across;
    ab_model_give(motor, joint->turns ? "max_torque" : "max_force", limit);
    if (gains.stiffness > 0) ab_model_give(motor, "stiffness", gains.stiffness * scale * scale);
    if (gains.damping > 0) ab_model_give(motor, "damping", gains.damping * scale * scale);
    if (gains.servo) ab_model_give(motor, joint->turns ? "angle" : "length", -joint->ref);
}

static int32_t find_body(const ab_model *m, const char *name) {
    for (int64_t i = 0; name && i < m->nbody; i++)
        if (strcmp(m->body[i].name, name) == 0) return (int32_t)i;
    return AB_GROUND;
}

static void add_equality(mjcf *f, ab_xml *node, const char *kind) {
    ab_model *m = f->m;
    double anchor[3] = {0, 0, 0};
    if (ab_mjcf_is(f, node, "active", "false")) {
        ab_model_note(m, node, "this constraint is left out: it is not active");
        ab_xml_use_all(node);
        return;
    }
    const int32_t a = find_body(m, ab_xml_get(node, "body1")), b = find_body(m, ab_xml_get(node, "body2"));
    if (a == AB_GROUND || a == b) {
        ab_model_note(m, node, "this constraint is left out: it names no body of the model");
        return;
    }
    ab_mjcf_numbers(f, node, "anchor", anchor, 3);
    ab_model_link *joint = ab_model_add_link(m, ab_xml_get(node, "name"), AB_MODEL_JOINTS, kind);
    if (!joint) return;
    joint->a = b;
    joint->b = a;
    joint->at = pose_apply(m->body[a].pose, v3_make(anchor[0], anchor[1], anchor[2]));
}

void ab_mjcf_drives(mjcf *f) {
    static const char *const kinds[] = {"motor", "position", "velocity", "general"};
    for (ab_xml *list = ab_xml_child(f->root, "actuator"); list; list = ab_xml_next(list, "actuator"))
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            for (ab_xml *a = ab_xml_child(list, kinds[k]); a && ab_model_good(f->m); a = ab_xml_next(a, kinds[k]))
                add_actuator(f, a);
    for (ab_xml *list = ab_xml_child(f->root, "equality"); list; list = ab_xml_next(list, "equality")) {
        for (ab_xml *e = ab_xml_child(list, "connect"); e; e = ab_xml_next(e, "connect"))
            add_equality(f, e, "spherical");
        for (ab_xml *e = ab_xml_child(list, "weld"); e; e = ab_xml_next(e, "weld")) add_equality(f, e, "fixed");
    }
}
