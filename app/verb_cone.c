// abut cone: the force nearest to a given one that friction can carry.
#include "app.h"

#include <math.h>
#include <string.h>

typedef struct cone_wishes {
    double friction;
    const char *force, *normal;
    bool json;
} cone_wishes;

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Divides by a power of two, so that squares neither overflow nor vanish; returns its exponent.
static int scale_down(double v[3]) {
    int exponent = 0;
    frexp(fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2]))), &exponent);
    for (int i = 0; i < 3; i++) v[i] = ldexp(v[i], -exponent);
    return exponent;
}

typedef struct cone_answer {
    const char *state;      // "stick", "slip", "open"
    double normal, tangent; // of the given force
    double force[3];        // the projected one
    double change, needed;  // distance to it; least friction that carries the given force, INFINITY = none
} cone_answer;

// Component order of the projection: along the normal, along the tangent of the force, across.
static cone_answer project(double friction, const double force[3], const double normal[3]) {
    cone_answer a = {.state = "stick"};
    double across[3];
    a.normal = dot(force, normal);
    for (int i = 0; i < 3; i++) across[i] = force[i] - a.normal * normal[i];
    a.tangent = sqrt(dot(across, across));
    double z[3] = {a.normal, a.tangent, 0};
    abut_cone_project(friction, z);
    for (int i = 0; i < 3; i++) a.force[i] = z[0] * normal[i] + (a.tangent > 0 ? z[1] / a.tangent * across[i] : 0);
    a.change = hypot(z[0] - a.normal, z[1] - a.tangent);
    a.needed = a.tangent == 0 && a.normal >= 0 ? 0 : a.normal > 0 ? a.tangent / a.normal : INFINITY;
    if (a.change > 0) a.state = z[0] > 0 ? "slip" : "open";
    return a;
}

static void scale_up(cone_answer *a, int exponent) {
    a->normal = ldexp(a->normal, exponent);
    a->tangent = ldexp(a->tangent, exponent);
    a->change = ldexp(a->change, exponent);
    for (int i = 0; i < 3; i++) a->force[i] = ldexp(a->force[i], exponent);
}

static void print(const cone_answer *a, double friction) {
    static const char *const MEANS[] = {"inside the cone: the contact holds this force",
                                        "outside: the contact slips; the nearest force it can carry is below",
                                        "the bodies are pulled apart: no force is nearer than none"};
    printf("state      %s, %s\n", a->state, MEANS[a->state[1] == 't' ? 0 : a->state[1] == 'l' ? 1 : 2]);
    printf("given      normal %.12g, tangential %.12g\n", a->normal, a->tangent);
    printf("projected  %.12g %.12g %.12g\n", a->force[0], a->force[1], a->force[2]);
    printf("change     %.12g\n", a->change);
    if (isfinite(a->needed))
        printf("friction   %.12g needed, %.12g given\n", a->needed, friction);
    else
        printf("friction   none is enough\n");
}

static int print_json(abut_context *cx, const cone_answer *a) {
    abut_text text = abut_text_start(cx);
    const abut_v3 force = {a->force[0], a->force[1], a->force[2]};
    abut_text_format(&text, "{\n  \"state\": \"%s\",\n  \"projected\": ", a->state);
    app_json_v3(&text, force);
    abut_text_put(&text, ",\n  \"normal\": ");
    abut_text_json_number(&text, a->normal);
    abut_text_put(&text, ",\n  \"tangential\": ");
    abut_text_json_number(&text, a->tangent);
    abut_text_put(&text, ",\n  \"change\": ");
    abut_text_json_number(&text, a->change);
    abut_text_put(&text, ",\n  \"friction_needed\": ");
    abut_text_json_number(&text, a->needed);
    abut_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

static int answer(const cone_wishes *w) {
    double force[3], normal[3];
    if (!(w->friction >= 0)) return app_fail(APP_INPUT, "--mu is a coefficient of friction, 0 or more");
    if (!w->force || !app_read_vector(w->force, force))
        return app_fail(APP_INPUT, "--force is three numbers x,y,z, the force on the body");
    const bool given = app_read_vector(w->normal, normal);
    if (given) scale_down(normal);
    if (!given || !(dot(normal, normal) > 0))
        return app_fail(APP_INPUT, "--normal is three numbers x,y,z, towards the body");
    const double length = sqrt(dot(normal, normal));
    for (int i = 0; i < 3; i++) normal[i] /= length;
    const int exponent = scale_down(force);
    cone_answer a = project(w->friction, force, normal);
    scale_up(&a, exponent);
    if (!w->json) {
        print(&a, w->friction);
        return APP_OK;
    }
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    const int code = print_json(cx, &a);
    abut_context_destroy(cx);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    cone_wishes w = {.friction = -1, .normal = "0,0,1"};
    const app_option options[] = {
        {"mu", 0, APP_NUMBER, "NUMBER", "coefficient of friction", &w.friction},
        {"force", 0, APP_TEXT, "X,Y,Z", "wanted contact force on the body", &w.force},
        {"normal", 0, APP_TEXT, "X,Y,Z", "direction into the body, of any length (0,0,1)", &w.normal},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &w.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    return answer(&w);
}

const app_verb app_verb_cone = {
    .name = "cone",
    .summary = "project a contact force onto the friction cone, as a grasp does",
    .usage = "--mu NUMBER --force X,Y,Z [--normal X,Y,Z] [--json]",
    .details = "The nearest force that a contact with Coulomb friction can carry: |f_t| <= mu f_n. A finger of a "
               "gripper that must hold a weight G with friction mu presses with\n"
               "at least G/mu; two fingers with G/(2 mu) each. A force inside the cone is unchanged: the grasp holds.",
    .example = "    abut cone --mu 0.5 --force 8,0,4.9 --normal 1,0,0\n"
               "    abut cone --mu 0.5 --force 8,0,9.8 --normal 1,0,0 --json",
    .min_arguments = 0,
    .max_arguments = 0,
    .run = run,
};
