// Writes the metadata of the page: summary and checks of the run, text of the scene and its resolved values.
#include "base/alloc.h"
#include "base/io.h"
#include "report/report.h"
#include "report/summary.h"
#include "report/verdict.h"
#include "step/step.h"

#include <stdio.h>

#define SCENE_LIMIT  (INT64_C(1) << 28)
#define SCENE_SHOWN  200000 // bytes of the scene's text
#define BODIES_SHOWN 200

typedef struct list {
    ab_text *to;
    bool more; // the list has an item already
} list;

static void item(list *l) {
    if (l->more) ab_text_put(l->to, ",\n");
    l->more = true;
}

static void put_key(list *l, const char *a, const char *b, const char *c) {
    char key[2 * AB_NAME_MAX + 64];
    snprintf(key, sizeof key, "%s%s%s%s%s", a, b[0] ? "." : "", b, c[0] ? "." : "", c);
    item(l);
    ab_text_put(l->to, "[");
    ab_text_json_string(l->to, key);
    ab_text_put(l->to, ",");
}

static void put_unit(list *l, const char *unit) {
    ab_text_put(l->to, ",");
    ab_text_json_string(l->to, unit);
    ab_text_put(l->to, "]");
}

static void number(list *l, const char *a, const char *b, const char *c, double value, const char *unit) {
    put_key(l, a, b, c);
    ab_text_json_number(l->to, value);
    put_unit(l, unit);
}

static void word(list *l, const char *key, const char *value) {
    put_key(l, key, "", "");
    ab_text_json_string(l->to, value);
    put_unit(l, "");
}

static void vector(list *l, const char *a, const char *b, const char *c, v3 value, const char *unit) {
    const double x[3] = {value.x, value.y, value.z};
    put_key(l, a, b, c);
    ab_text_put(l->to, "[");
    for (int k = 0; k < 3; k++) {
        if (k > 0) ab_text_put(l->to, ",");
        ab_text_json_number(l->to, x[k]);
    }
    ab_text_put(l->to, "]");
    put_unit(l, unit);
}

// ---------------------------------------------------------------------------------------------- resolved values

// The laws of the world and their parameters.
static void put_contact(list *l, const ab_world *w) {
    ab_interaction in = w->config.contact;
    for (int f = 0; f < AB_LAW_FAMILIES; f++) {
        const ab_law_about about = ab_interaction_about(&in, (ab_law_family)f);
        const double *value = ab_interaction_values(&in, (ab_law_family)f);
        put_key(l, "contact", ab_law_family_keys[f], "");
        ab_text_json_string(l->to, about.name);
        put_unit(l, "");
        for (int i = 0; i < about.parameters.count; i++) {
            const ab_parameter *p = &about.parameters.item[i];
            number(l, "contact", p->name, "", value[i], strcmp(p->unit, "1") == 0 ? "" : p->unit);
        }
    }
}

static void put_world(list *l, const ab_scene *scene) {
    const ab_world *w = scene->world;
    number(l, "time", "end", "", scene->end, "s");
    number(l, "time", "dt", "", w->config.dt, "s");
    if (w->config.free_dt > 0) number(l, "time", "free_dt", "", w->config.free_dt, "s");
    number(l, "time", "steps", "", (double)scene->steps, "");
    word(l, "time.integrator", w->config.integrator->name);
    vector(l, "gravity", "", "", w->config.gravity, "m/s^2");
    put_contact(l, w);
    word(l, "contact.enforcement", w->config.enforcement->name);
}

static void put_material(list *l, const ab_material *m) {
    number(l, "materials", m->name, "density", m->density, "kg/m^3");
    number(l, "materials", m->name, "young", m->young, "Pa");
    number(l, "materials", m->name, "poisson", m->poisson, "");
    number(l, "materials", m->name, "restitution", m->restitution, "");
    number(l, "materials", m->name, "friction", m->friction, "");
    if (m->cohesion > 0) number(l, "materials", m->name, "cohesion", m->cohesion, "Pa");
    if (m->rolling_friction > 0) number(l, "materials", m->name, "rolling_friction", m->rolling_friction, "");
}

static void put_body(list *l, const ab_world *w, int64_t i) {
    char label[ABUT_LABEL];
    ab_body_label(w, i, label);
    const ab_shape *shape = ab_body_shape(w, i);
    if (ab_body_moves(&w->state.body, i)) {
        number(l, "bodies", label, "mass", ab_mass_of(&w->state.body, i), "kg");
        vector(l, "bodies", label, "inertia", ab_moments_of(&w->state.body, i), "kg m^2");
    }
    if (shape->kind != AB_SHAPE_plane) vector(l, "bodies", label, "half size", shape->half, "m");
}

static void put_resolved(ab_text *to, const ab_scene *scene) {
    const ab_world *w = scene->world;
    list l = {.to = to};
    ab_text_put(to, ",\"resolved\":[");
    put_world(&l, scene);
    for (int64_t i = 0; i < w->config.nmaterial; i++) put_material(&l, &w->config.materials[i]);
    int64_t left = BODIES_SHOWN;
    for (int64_t i = 0; i < w->state.body.n && left > 0; i++) {
        if (w->state.body.number[i] > 0) continue; // only the first body of each group
        put_body(&l, w, i);
        left--;
    }
    ab_text_put(to, "]");
}

// ----------------------------------------------------------------------------------------------- scene and overrides

static void put_words(ab_text *to, const ab_report *r) {
    ab_text_put(to, ",\"set\":[");
    for (int64_t i = 0; i < r->nset; i++) {
        if (i > 0) ab_text_put(to, ",");
        ab_text_json_string(to, r->set[i]);
    }
    ab_text_put(to, "]");
    if (!r->failure) return;
    ab_text_put(to, ",\"failure\":");
    ab_text_json_string(to, r->failure);
}

// The scene text, from its copy in the results folder.
static abut_status put_scene(ab_text *to, const ab_report *r) {
    char *path = NULL;
    ab_bytes text = {0};
    AB_TRY(ab_path_join(to->cx, r->folder, "scene.yaml", &path));
    bool there = false;
    abut_status status = ab_io_exists(to->cx, path, &there);
    if (status == ABUT_OK && there) status = ab_io_read_file(to->cx, path, SCENE_LIMIT, &text);
    if (status == ABUT_OK && text.data) {
        if (text.size > SCENE_SHOWN) text.data[SCENE_SHOWN] = 0;
        ab_text_put(to, ",\"scene\":");
        ab_text_json_string(to, text.data);
    }
    ab_bytes_free(to->cx, &text);
    ab_free(to->cx, path);
    return status;
}

abut_status ab_report_metadata(ab_recording *recording, const ab_report *report, int64_t frames) {
    ab_text to = ab_text_start(recording->cx);
    ab_text_put(&to, "{\"summary\":");
    ab_summary_json(&to, report->summary, false);
    ab_text_format(&to, ",\"frames\":%lld,\"shown\":%lld,\"limit\":%lld", (long long)frames,
                   (long long)recording->shown, (long long)report->limit);
    put_words(&to, report);
    put_resolved(&to, report->scene);
    abut_status status = put_scene(&to, report);
    ab_text_put(&to, "}");
    if (status == ABUT_OK) status = ab_text_status(&to);
    if (status == ABUT_OK) status = ab_recording_metadata(recording, to.data);
    ab_text_free(&to);
    return status;
}
