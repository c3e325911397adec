// What a run of a scene would meet, as text and as JSON: abut_scene_report of abut/scene.h.
#include "report/press_findings.h"
#include "report/scene_findings.h"
#include "scene/diagnostics.h"
#include "solve/kkt_condition.h"

#include <inttypes.h>
#include <string.h>

#define MAX_OVERLAPS 10 // printed as text; JSON lists all
#define MAX_CONTACTS 6  // printed: one half the softest, the other the stiffest

// Finds the next pair with an overlap from contact *at on and sets *at to the end of the pair; false if there is none.
// A pair may have many contacts.
static bool next_overlap(const ab_contacts *c, int64_t *at, int64_t *first, double *depth) {
    while (*at < c->n) {
        *first = *at;
        *at = ab_pair_end(c, *first);
        *depth = ab_pair_depth(c, *first, *at);
        if (*depth > 0) return true;
    }
    return false;
}

// -------------------------------------------------------------------------------------------------------- text

static void print_length(ab_text *to, const char *before, double length, const char *unit) {
    const double factor = unit[0] == 'm' && unit[1] ? 1e3 : unit[0] == 'u' ? 1e6 : 1;
    ab_text_format(to, "%s%.4g", before, factor * length);
}

// "40 x 40 x 8 mm", of a ball its diameter, of several bodies the range of their longest edges.
static void print_size(ab_text *to, const ab_body_group *g) {
    if (!isfinite(g->largest)) return;
    const char *unit = g->largest < 1e-3 ? "um" : g->largest < 1 ? "mm" : "m";
    if (g->smallest != g->largest) {
        print_length(to, "", g->smallest, unit);
        print_length(to, " to ", g->largest, unit);
    } else if (strcmp(g->shape, "sphere") == 0) {
        print_length(to, "", g->largest, unit);
    } else {
        print_length(to, "", g->size.x, unit);
        print_length(to, " x ", g->size.y, unit);
        print_length(to, " x ", g->size.z, unit);
    }
    ab_text_format(to, " %s, ", unit);
}

static void print_groups(ab_text *to, const ab_scene_findings *c) {
    ab_text_format(to, "%" PRId64 " bodies, %" PRId64 " of them moving with %.6g kg\n", c->w->state.body.n, c->moving,
                   c->mass);
    for (int64_t i = 0; i < c->ngroup; i++) {
        const ab_body_group *g = &c->group[i];
        char label[ABUT_LABEL];
        ab_body_label(c->w, g->first, label); // "bodies[3]" for a body without a name
        ab_text_format(to, "    %-20s %8" PRId64 " x %-10s %-12s ", g->count == 1 ? label : g->name, g->count, g->shape,
                       g->material);
        print_size(to, g);
        if (g->fixed)
            ab_text_format(to, "fixed\n");
        else if (g->min == g->max)
            ab_text_format(to, "%.6g kg each\n", g->min);
        else
            ab_text_format(to, "%.6g to %.6g kg each, %.6g kg together\n", g->min, g->max, g->total);
    }
}

static void print_materials(ab_text *to, const ab_scene *scene) {
    static const int WIDTH[AB_GIVEN_COUNT] = {12, 12, 8, 12, 9};
    const ab_config *c = &scene->world->config;
    bool defaults = false;
    ab_text_format(to, "materials       density kg/m^3     young Pa  poisson  restitution  friction\n");
    for (int64_t i = 0; i < c->nmaterial; i++) {
        const ab_material *m = &c->materials[i];
        const double value[AB_GIVEN_COUNT] = {m->density, m->young, m->poisson, m->restitution, m->friction};
        ab_text_format(to, "    %-13s", m->name);
        for (int k = 0; k < AB_GIVEN_COUNT; k++) {
            const bool given = scene->material_given[i] >> k & 1;
            ab_text_format(to, "%*.5g%c", WIDTH[k], value[k], given ? ' ' : '*');
            defaults = defaults || !given;
        }
        ab_text_format(to, "\n");
    }
    if (defaults) ab_text_format(to, "    * not given: the default\n");
}

static int64_t redundant_rows(const ab_world *w) {
    int64_t count = 0;
    for (int64_t i = 0; i < w->mechanism.kkt.nrow; i++) count += w->mechanism.kkt.redundant[i];
    return count;
}

static double condition_of(const ab_world *w) {
    const ab_mechanism *m = &w->mechanism;
    ab_arena arena = {0};
    double condition = NAN;
    if (m->n > 0) (void)ab_kkt_condition(w->cx, &arena, &m->kkt, m->inertia, m->row, true, &condition);
    ab_arena_free(w->cx, &arena);
    return condition;
}

// Prints the joints and the degrees of freedom they leave; redundant constraints do not reduce these.
static void print_joints(ab_text *to, const ab_world *w) {
    const ab_mechanism *m = &w->mechanism;
    if (m->n == 0) return;
    const int64_t redundant = redundant_rows(w);
    ab_text_format(to,
                   "%" PRId64 " joints with %" PRId64 " conditions, %" PRId64 " of them redundant; %" PRId64
                   " freedoms left to the %" PRId64 " bodies they hold\n",
                   m->n, m->kkt.nrow, redundant, m->kkt.ndof - m->kkt.nrow + redundant, m->kkt.nbody);
    ab_text_format(to, "    condition number %.3g, with masses and rows scaled\n", condition_of(w));
}

static void print_time(ab_text *to, const ab_scene_findings *c) {
    ab_text_format(to, "time step %.6g s (%s, %s), %" PRId64 " steps to %.6g s\n", c->w->config.dt,
                   c->w->config.integrator->name, c->w->config.contact.law->name, c->scene->steps, c->scene->end);
    if (isfinite(c->scene->advice.limit))
        ab_text_format(to, "    stable below %.6g s, recommended %.6g s, for impacts at up to %.4g m/s\n",
                       c->scene->advice.limit, c->scene->advice.recommended, c->scene->advice.speed);
    else
        ab_text_format(to, "    nothing can touch: contacts set no limit\n");
    if (c->w->config.dt > c->scene->advice.travel_limit)
        ab_text_format(
            to,
            "    bodies may move by more than half of their thickness in a step: those that meet so are followed in "
            "parts of %.6g s\n",
            c->scene->advice.travel_limit);
    if (c->w->config.free_dt > c->w->config.dt)
        ab_text_format(to, "    steps of %.6g s while nothing can touch\n", c->w->config.free_dt);
    if (c->apart > 0 && isfinite(c->scene->advice.limit))
        ab_text_format(to, "    no contact before t = %.4g s with the forces of the start\n", c->apart);
}

static const char *const HOW[AB_TOUCHINGS] = {"", ", on faces", ", on a corner"};

static void print_expected(ab_text *to, const ab_expected *e, const char *load) {
    const bool small = e->depth < 1e-3;
    const double depth = (small ? 1e6 : 1e3) * e->depth;
    ab_text_format(to, "%s%.3g N/m at %.3g N, depth %.3g %s", load, e->stiffness, e->force, depth, small ? "um" : "mm");
}

static void print_contact(ab_text *to, const ab_world *w, const ab_expected_pair *p) {
    char of[2][ABUT_LABEL];
    for (int k = 0; k < 2; k++) ab_expected_label(w, p, k, of[k]);
    ab_text_format(to, "    %s and %s, %s%s", of[0], of[1], ab_geometry_names[p->geometry], HOW[p->how]);
    if (p->alike > 0) ab_text_format(to, " (and %" PRId64 " alike)", p->alike);
    ab_text_format(to, ": ");
    if (p->at_rest.force > 0) print_expected(to, &p->at_rest, "");
    if (p->at_impact.force > 0) print_expected(to, &p->at_impact, p->at_rest.force > 0 ? "; impact " : "");
    ab_text_format(to, "\n");
}

static void print_contacts(ab_text *to, const ab_scene_findings *c) {
    const ab_expected_pairs *e = &c->scene->expected;
    const bool weight = v3_norm(c->w->config.gravity) > 0, impact = e->speed > 0;
    if (e->n == 0 || !(weight || impact)) return;
    ab_text_format(to, "contacts%s", weight ? " under the weight of the lighter body" : "");
    if (impact) ab_text_format(to, "%s in impacts at %.4g m/s", weight ? " and" : "", e->speed);
    ab_text_format(to, ", the softest first:\n");
    for (int64_t i = 0; i < e->n; i++) {
        if (i >= MAX_CONTACTS / 2 && i < e->n - MAX_CONTACTS / 2) continue;
        if (i == e->n - MAX_CONTACTS / 2 && e->n > MAX_CONTACTS)
            ab_text_format(to, "    and %" PRId64 " more between these and\n", e->n - MAX_CONTACTS);
        print_contact(to, c->w, &e->pair[i]);
    }
}

static void print_overlaps(ab_text *to, const ab_world *w) {
    const ab_contacts *c = &w->state.contacts;
    int64_t count = 0, at = 0, first;
    double depth;
    while (next_overlap(c, &at, &first, &depth)) {
        if (++count == 1) ab_text_format(to, "overlaps at t = 0:\n");
        if (count > MAX_OVERLAPS) continue;
        char a[ABUT_LABEL], b[ABUT_LABEL];
        ab_collider_label(w, c->a[first], a);
        ab_collider_label(w, c->b[first], b);
        ab_text_format(to, "    %s and %s by %.4g m\n", a, b, depth);
    }
    if (count == 0) ab_text_format(to, "overlaps at t = 0: none\n");
    if (count > MAX_OVERLAPS)
        ab_text_format(to, "    and %" PRId64 " more pair%s; the deepest is %.4g m\n", count - MAX_OVERLAPS,
                       count > MAX_OVERLAPS + 1 ? "s" : "", w->ledger.deepest);
}

static void put_text(ab_text *to, const ab_scene_findings *c) {
    if (!c->w) return;
    ab_text_format(to, "%s\n", c->scene->title ? c->scene->title : c->scene->path);
    print_groups(to, c);
    print_materials(to, c->scene);
    print_joints(to, c->w);
    print_time(to, c);
    print_contacts(to, c);
    print_overlaps(to, c->w); // mesh problems are reported as warnings, W103
}

// -------------------------------------------------------------------------------------------------------- JSON

static void put_number(ab_text *to, const char *key, double value) {
    ab_text_format(to, "\"%s\": ", key);
    ab_text_json_number(to, value);
}

static void put_string(ab_text *to, const char *key, const char *value) {
    ab_text_format(to, "\"%s\": ", key);
    ab_text_json_string(to, value);
}

static void put_diagnostic(ab_text *to, const abut_diagnostic *d) {
    ab_text_format(to, "{\"code\": \"%s\", \"error\": %s, \"file\": ", d->code, d->error ? "true" : "false");
    ab_text_json_string(to, d->file);
    ab_text_format(to, ", \"line\": %" PRId64 ", \"column\": %" PRId64 ", \"message\": ", d->line, d->column);
    ab_text_json_string(to, d->message);
    ab_text_put(to, "}");
}

static void put_group(ab_text *to, const ab_body_group *g) {
    ab_text_put(to, "{");
    put_string(to, "name", g->name);
    ab_text_format(to, ", \"count\": %" PRId64 ", ", g->count);
    put_string(to, "shape", g->shape);
    ab_text_put(to, ", ");
    put_string(to, "material", g->material);
    ab_text_format(to, ", \"fixed\": %s, ", g->fixed ? "true" : "false");
    put_number(to, "min_mass", g->fixed ? 0 : g->min);
    ab_text_put(to, ", ");
    put_number(to, "max_mass", g->max);
    ab_text_put(to, ", ");
    put_number(to, "total_mass", g->total);
    ab_text_put(to, ", ");
    put_number(to, "min_size", g->smallest);
    ab_text_put(to, ", ");
    put_number(to, "max_size", g->largest);
    ab_text_put(to, "}");
}

static void put_material(ab_text *to, const ab_material *m, uint32_t given) {
    const struct {
        const char *key;
        double value;
    } values[] = {{"density", m->density},
                  {"young", m->young},
                  {"poisson", m->poisson},
                  {"restitution", m->restitution},
                  {"friction", m->friction}};
    ab_text_put(to, "{");
    put_string(to, "name", m->name);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        ab_text_put(to, ", ");
        put_number(to, values[i].key, values[i].value);
    }
    ab_text_put(to, ", \"defaults\": [");
    for (size_t i = 0, n = 0; i < AB_GIVEN_COUNT; i++)
        if (!(given >> i & 1)) ab_text_format(to, "%s\"%s\"", n++ > 0 ? ", " : "", values[i].key);
    ab_text_put(to, "]}");
}

static void put_overlap(ab_text *to, const ab_world *w, int64_t i, double depth) {
    char a[ABUT_LABEL], b[ABUT_LABEL];
    ab_collider_label(w, w->state.contacts.a[i], a);
    ab_collider_label(w, w->state.contacts.b[i], b);
    ab_text_put(to, "{");
    put_string(to, "a", a);
    ab_text_put(to, ", ");
    put_string(to, "b", b);
    ab_text_put(to, ", ");
    put_number(to, "depth", depth);
    ab_text_put(to, "}");
}

static void put_mesh(ab_text *to, const ab_mesh_problem *p) {
    const ab_mesh_report *r = &p->report;
    ab_text_format(to, "{\"shape\": %" PRId64 ", \"closed\": %s, \"holes\": %" PRId64 ", \"flipped_edges\": %" PRId64,
                   p->shape, r->closed ? "true" : "false", r->holes, r->flipped_edges);
    ab_text_format(to, ", \"duplicate_triangles\": %" PRId64 ", \"degenerate_triangles\": %" PRId64,
                   r->duplicate_triangles, r->degenerate_triangles);
    ab_text_format(to, ", \"self_intersections\": %" PRId64 "}", r->self_intersections);
}

// Separator of list items, without a comma before the first.
static void separate(ab_text *to, bool first) { ab_text_put(to, first ? "\n    " : ",\n    "); }

static void put_overlaps(ab_text *to, const ab_world *w) {
    int64_t at = 0, first;
    double depth;
    for (bool any = false; next_overlap(&w->state.contacts, &at, &first, &depth); any = true) {
        separate(to, !any);
        put_overlap(to, w, first, depth);
    }
}

static void put_expected(ab_text *to, const char *key, const ab_expected *e) {
    ab_text_format(to, ", \"%s\": {", key);
    put_number(to, "force", e->force);
    ab_text_put(to, ", ");
    put_number(to, "depth", e->depth);
    ab_text_put(to, ", ");
    put_number(to, "stiffness", e->stiffness);
    ab_text_put(to, ", ");
    put_number(to, "points", e->points);
    ab_text_put(to, "}");
}

static void put_contact(ab_text *to, const ab_world *w, const ab_expected_pair *p) {
    char of[2][ABUT_LABEL];
    for (int k = 0; k < 2; k++) ab_expected_label(w, p, k, of[k]);
    ab_text_put(to, "{");
    put_string(to, "a", of[0]);
    ab_text_put(to, ", ");
    put_string(to, "b", of[1]);
    ab_text_put(to, ", ");
    put_string(to, "law", p->law->name);
    ab_text_put(to, ", ");
    put_string(to, "geometry", ab_geometry_names[p->geometry]);
    ab_text_put(to, ", ");
    put_string(to, "touching", (const char *const[]){"round", "face", "corner"}[p->how]);
    ab_text_format(to, ", \"alike\": %" PRId64, p->alike);
    if (p->at_rest.force > 0) put_expected(to, "rest", &p->at_rest);
    if (p->at_impact.force > 0) put_expected(to, "impact", &p->at_impact);
    ab_text_put(to, "}");
}

static void put_time(ab_text *to, const ab_scene_findings *c) {
    const struct {
        const char *key;
        double value;
    } values[] = {{"dt", c->w->config.dt},
                  {"dt_limit", c->scene->advice.limit},
                  {"dt_recommended", c->scene->advice.recommended},
                  {"impact_speed", c->scene->advice.speed},
                  {"free_dt", c->w->config.free_dt},
                  {"no_contact_before", c->apart},
                  {"end", c->scene->end},
                  {"moving_mass", c->mass}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        ab_text_put(to, ",\n  ");
        put_number(to, values[i].key, values[i].value);
    }
    ab_text_format(to, ",\n  \"steps\": %" PRId64, c->scene->steps);
}

static void put_world(ab_text *to, const ab_scene_findings *c) {
    const ab_world *w = c->w;
    ab_text_format(to, ",\n  \"bodies\": %" PRId64 ",\n  \"moving\": %" PRId64, w->state.body.n, c->moving);
    ab_text_format(to, ",\n  \"joints\": %" PRId64 ",\n  \"conditions\": %" PRId64, w->mechanism.n,
                   w->mechanism.kkt.nrow);
    ab_text_format(to, ",\n  \"redundant\": %" PRId64, redundant_rows(w));
    ab_text_put(to, ",\n  ");
    put_number(to, "condition", condition_of(w));
    put_time(to, c);
    ab_text_put(to, ",\n  \"groups\": [");
    for (int64_t i = 0; i < c->ngroup; i++) {
        separate(to, i == 0);
        put_group(to, &c->group[i]);
    }
    ab_text_put(to, "],\n  \"materials\": [");
    for (int64_t i = 0; i < w->config.nmaterial; i++) {
        separate(to, i == 0);
        put_material(to, &w->config.materials[i], c->scene->material_given[i]);
    }
    ab_text_put(to, "],\n  \"contacts\": [");
    for (int64_t i = 0; i < c->scene->expected.n; i++) {
        separate(to, i == 0);
        put_contact(to, w, &c->scene->expected.pair[i]);
    }
    ab_text_put(to, "],\n  \"overlaps\": [");
    put_overlaps(to, w);
    ab_text_put(to, "],\n  \"mesh_problems\": [");
    for (int64_t i = 0; i < c->nmesh; i++) {
        separate(to, i == 0);
        put_mesh(to, &c->mesh[i]);
    }
    ab_text_put(to, "]");
}

static void put_json(ab_text *to, const ab_scene_findings *c) {
    ab_text_format(to, "{\n  \"ok\": %s,\n  \"diagnostics\": [",
                   c->w || c->scene->press || c->scene->impact ? "true" : "false");
    for (int64_t i = 0; i < abut_scene_diagnostic_count(c->scene); i++) {
        const abut_diagnostic diagnostic = abut_scene_diagnostic_get(c->scene, i);
        separate(to, i == 0);
        put_diagnostic(to, &diagnostic);
    }
    ab_text_put(to, "]");
    if (c->w) put_world(to, c);
    if (c->scene->press) ab_press_findings_json(to, c->scene->press);
    ab_text_put(to, "\n}");
}

// ------------------------------------------------------------------------------------------------------ interface

abut_status abut_scene_report(const abut_scene *scene, abut_report_format format, abut_text *to) {
    if (!scene) return ABUT_ERR_ARGUMENT;
    if (!to || !to->cx) return ab_fail(scene->cx, ABUT_ERR_ARGUMENT, "abut_scene_report needs a text to append to");
    ab_scene_findings f = {.scene = scene, .w = scene->world};
    abut_status status = f.w ? ab_scene_examine(scene->cx, &f) : ABUT_OK;
    if (status == ABUT_OK) {
        if (format == ABUT_REPORT_JSON)
            put_json(to, &f);
        else if (scene->press)
            ab_press_findings_text(to, scene->press);
        else if (scene->impact)
            ab_text_put(to, "one impact: solve it with `abut impact`\n");
        else
            put_text(to, &f);
        status = ab_text_status(to);
    }
    ab_scene_findings_free(scene->cx, &f);
    return status;
}
