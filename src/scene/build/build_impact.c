// Checks and builds files of the study `impact`.
#include "base/alloc.h"
#include "scene/builder.h"
#include "scene/impact_case.h"
#include "scene/spec_impact.h"
#include "scene/study.h"
#include "solve/impact_problem.h"
#include "law/impact.h"

#include <math.h>
#include <string.h>

static ab_place place_at(const ab_head *head, const char *key) {
    const ab_node *value = ab_node_get(head->node, key);
    return value ? value->place : head->node->place;
}

static bool is_given(const ab_head *head, const char *key) { return ab_node_get(head->node, key) != NULL; }

// ------------------------------------------------------------------------------------------------------------- checks

static int64_t per_contact(const ab_impact_spec *s) { return s->planar ? 2 : 3; }

static void check_mobility(ab_loader *l, const ab_impact_spec *s) {
    const int64_t each = per_contact(s), size = s->velocity.n, square = size * size;
    if (s->bodies.n > 0)
        ab_diagnose(l, AB_E050, place_at(&s->head, "mobility"), "give either bodies or a mobility, not both");
    else if (size == 0 || size % each != 0 || size > 3 * AB_IMPACT_CONTACTS)
        ab_diagnose(l, AB_E050, place_at(&s->head, "velocity"),
                    "with a mobility 'velocity' has %lld numbers for each contact: normal, tangent%s", (long long)each,
                    s->planar ? "" : "s");
    else if (s->mobility.n != square)
        ab_diagnose(l, AB_E050, place_at(&s->head, "mobility"),
                    "the mobility of %lld velocities has %lld numbers, not %lld", (long long)size, (long long)square,
                    (long long)s->mobility.n);
    else if (s->contacts.n > 0 && s->contacts.n != size / each)
        ab_diagnose(l, AB_E050, place_at(&s->head, "contacts"), "the mobility is that of %lld contacts, not %lld",
                    (long long)(size / each), (long long)s->contacts.n);
}

static void check_bodies(ab_loader *l, const ab_impact_spec *s) {
    if (s->bodies.n == 0 || s->contacts.n == 0 || s->contacts.n > AB_IMPACT_CONTACTS)
        ab_diagnose(l, AB_E050, s->head.node->place,
                    "an impact needs 'bodies' and at most %d 'contacts', or 'mobility' and 'velocity'",
                    AB_IMPACT_CONTACTS);
    else if (is_given(&s->head, "velocity"))
        ab_diagnose(l, AB_E050, place_at(&s->head, "velocity"), "the velocities of bodies stand with each body");
    else if (is_given(&s->head, "planar"))
        ab_diagnose(l, AB_E050, place_at(&s->head, "planar"), "'planar' is about a mobility");
}

// Index of a body; -1 = not named. -2 after a diagnostic.
static int32_t find_body(ab_loader *l, const ab_impact_spec *s, const ab_impact_contact_spec *c, const char *key,
                         const char *name) {
    const ab_impact_body_spec *body = s->bodies.item;
    if (!name) return -1;
    for (int64_t i = 0; i < s->bodies.n; i++)
        if (strcmp(body[i].head.key->text, name) == 0) return (int32_t)i;
    ab_diagnose(l, AB_E050, place_at(&c->head, key), "there is no body '%s' in this impact", name);
    return -2;
}

static void check_impact(ab_loader *l, void *spec) {
    const ab_impact_root_spec *root = spec;
    const ab_impact_spec *s = &root->impact;
    if (!s->head.node || l->diagnostics->errors > 0) return; // told already
    if (is_given(&s->head, "mobility"))
        check_mobility(l, s);
    else
        check_bodies(l, s);
    const ab_impact_contact_spec *c = s->contacts.item;
    for (int64_t i = 0; i < s->contacts.n && !ab_full(l); i++) {
        find_body(l, s, &c[i], "a", c[i].a);
        find_body(l, s, &c[i], "b", c[i].b);
    }
}

// --------------------------------------------------------------------------------------------------------------- case

typedef struct impact_builder {
    ab_loader *l;
    const ab_impact_spec *spec;
    ab_impact_case *c;
    char *text; // room for the next name
} impact_builder;

static int64_t bytes_of(const char *name) { return name ? (int64_t)strlen(name) + 1 : 0; }

static const char *keep(impact_builder *b, const char *name) {
    const int64_t bytes = bytes_of(name);
    if (bytes == 0) return NULL;
    char *copy = memcpy(b->text, name, (size_t)bytes);
    b->text += bytes;
    return copy;
}

static abut_status take_names(impact_builder *b) {
    const ab_impact_body_spec *body = b->spec->bodies.item;
    const ab_impact_contact_spec *contact = b->spec->contacts.item;
    int64_t bytes = 1;
    for (int64_t i = 0; i < b->spec->bodies.n; i++) bytes += bytes_of(body[i].head.key->text);
    for (int64_t i = 0; i < b->spec->contacts.n; i++) bytes += bytes_of(contact[i].name);
    AB_TRY(AB_ALLOC(b->l->cx, &b->c->text, bytes));
    b->text = b->c->text;
    return ABUT_OK;
}

static abut_status take_bodies(impact_builder *b) {
    const ab_impact_body_spec *s = b->spec->bodies.item;
    AB_TRY(AB_ALLOC(b->l->cx, &b->c->body, b->spec->bodies.n));
    for (int64_t i = 0; i < b->spec->bodies.n; i++)
        b->c->body[i] = (abut_impact_body){.name = keep(b, s[i].head.key->text),
                                           .mass = s[i].mass,
                                           .inertia = s[i].inertia,
                                           .orientation = ab_scene_orientation(&s[i].orientation),
                                           .position = s[i].position,
                                           .velocity = s[i].velocity,
                                           .spin = s[i].angular_velocity};
    b->c->def.body = b->c->body;
    b->c->def.bodies = b->spec->bodies.n;
    return ABUT_OK;
}

static abut_impact_contact contact_of(impact_builder *b, const ab_impact_contact_spec *s) {
    return (abut_impact_contact){
        .name = keep(b, s->name),
        .a = find_body(b->l, b->spec, s, "a", s->a),
        .b = find_body(b->l, b->spec, s, "b", s->b),
        .point = s->point,
        .normal = s->normal,
        .tangent = s->tangent,
        .friction = is_given(&s->head, "friction") ? s->friction : b->spec->friction,
        .restitution = is_given(&s->head, "restitution") ? s->restitution : b->spec->restitution,
        .stiffness = s->stiffness,
        .law = s->law >= 0 ? ab_law_about_of(AB_LAW_IMPACT, s->law).name : NULL,
    };
}

static abut_status take_contacts(impact_builder *b) {
    const ab_impact_spec *s = b->spec;
    const ab_impact_contact_spec *contact = s->contacts.item;
    const int64_t n = s->contacts.n > 0 ? s->contacts.n : s->velocity.n / per_contact(s);
    AB_TRY(AB_ALLOC(b->l->cx, &b->c->contact, n));
    for (int64_t i = 0; i < n; i++)
        b->c->contact[i] =
            s->contacts.n > 0
                ? contact_of(b, &contact[i])
                : (abut_impact_contact){.friction = s->friction, .restitution = s->restitution, .stiffness = 1};
    b->c->def.contact = b->c->contact;
    b->c->def.contacts = n;
    return ABUT_OK;
}

// In the plane second tangents move nothing and are not moved; their own mobility is that of the normal.
static abut_status take_mobility(impact_builder *b) {
    const ab_impact_spec *s = b->spec;
    const double *w = s->mobility.item, *v = s->velocity.item;
    const int64_t each = per_contact(s), given = s->velocity.n, size = 3 * (given / each);
    AB_TRY(AB_ALLOC(b->l->cx, &b->c->mobility, size * size));
    AB_TRY(AB_ALLOC(b->l->cx, &b->c->velocity, size));
    for (int64_t i = 0; i < given; i++) {
        const int64_t row = i / each * 3 + i % each;
        b->c->velocity[row] = v[i];
        for (int64_t j = 0; j < given; j++) b->c->mobility[row * size + j / each * 3 + j % each] = w[i * given + j];
    }
    for (int64_t i = 0; i < size && s->planar; i += 3)
        b->c->mobility[(i + 2) * (size + 1)] = b->c->mobility[i * (size + 1)];
    b->c->def.mobility = b->c->mobility;
    b->c->def.velocity = b->c->velocity;
    return ABUT_OK;
}

static abut_status build_case(impact_builder *b) {
    const ab_impact_spec *s = b->spec;
    b->c->def = abut_impact_problem();
    b->c->def.law = ab_law_about_of(AB_LAW_IMPACT, s->law).name;
    b->c->def.order = ab_impact_order_names[s->order];
    b->c->def.guard = s->guard;
    AB_TRY(take_names(b));
    AB_TRY(take_bodies(b));
    AB_TRY(take_contacts(b));
    return is_given(&s->head, "mobility") ? take_mobility(b) : ABUT_OK;
}

static void build_impact(ab_loader *l, const void *spec, ab_scene *scene) {
    const ab_impact_root_spec *root = spec;
    impact_builder b = {.l = l, .spec = &root->impact};
    ab_stop(l, AB_ALLOC(l->cx, &b.c, 1));
    if (l->status != ABUT_OK) return;
    scene->impact = b.c;
    ab_stop(l, build_case(&b));
    if (l->status == ABUT_OK)
        ab_build_refused(l, AB_E050, root->impact.head.node->place, ab_impact_check(l->cx, ABUT_ERR_INPUT, &b.c->def));
    if (l->status == ABUT_OK && l->diagnostics->errors == 0) return;
    ab_impact_case_free(l->cx, b.c);
    scene->impact = NULL;
}

void ab_impact_case_free(ab_ctx *cx, ab_impact_case *c) {
    if (!c) return;
    ab_free(cx, c->body);
    ab_free(cx, c->contact);
    ab_free(cx, c->mobility);
    ab_free(cx, c->velocity);
    ab_free(cx, c->text);
    ab_free(cx, c);
}

const ab_study ab_study_impact = {
    .name = "impact",
    .key = "impact",
    .verb = "abut impact",
    .record = &ab_impact_root_record,
    .check = check_impact,
    .build = build_impact,
};

abut_status abut_impact_load(abut_context *context, const char *path, const abut_scene_options *options,
                             abut_scene **scene) {
    return ab_scene_load(context, path, options, &ab_study_impact, scene);
}

const abut_impact_def *abut_scene_impact(const abut_scene *scene) {
    return scene && scene->impact ? &scene->impact->def : NULL;
}
