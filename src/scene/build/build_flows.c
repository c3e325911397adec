// Builds the inlets, outlets and flux planes of the scene.
#include "scene/builder.h"
#include "scene/scene.h"

#include <math.h>
#include <string.h>

static void copy_name(char to[AB_NAME_MAX], const char *name) { memcpy(to, name, strlen(name) + 1); }

// Checks that the largest particle template fits into the empty region of its inlet.
static bool has_room(ab_builder *b, const ab_inlet_spec *spec, const ab_inlet *inlet) {
    double largest = 0;
    for (int64_t k = 0; k < inlet->templates.n; k++)
        largest = fmax(largest, b->w->config.shapes[inlet->templates.shape[k]].radius);
    const v3 middle = inlet->region.round
                          ? v3_add_scaled(inlet->region.from, 0.5 * inlet->region.length, inlet->region.axis)
                          : v3_scale(0.5, v3_add(inlet->region.low, inlet->region.high));
    const double room = ab_region_depth(&inlet->region, middle);
    if (room > largest) return true;
    char needed[AB_NUM_MAX], there[AB_NUM_MAX];
    ab_brief(needed, 1e3 * largest);
    ab_brief(there, 1e3 * room);
    ab_diagnose(b->l, AB_E038, spec->region.head.node->place,
                "the largest member has a bounding radius of %s mm, and the middle of the region is %s mm "
                "from its surface; enlarge "
                "the region",
                needed, there);
    return false;
}

static ab_inlet define_inlet(const ab_builder *b, const ab_inlet_spec *s, uint64_t stream) {
    ab_inlet inlet = {
        .material = s->group.material_row,
        .region = ab_build_region(&s->region),
        .gap = s->gap,
        .velocity = s->group.velocity,
        .rate = s->rate,
        .mass_rate = s->mass_rate,
        .start = s->start,
        .end = s->end > 0 ? s->end : INFINITY,
        .max_count = s->count,
        .max_mass = s->mass,
        .tally.random = ab_random_start((uint64_t)b->spec->seed, stream),
    };
    copy_name(inlet.name, s->group.name);
    return inlet;
}

void ab_build_inlet(ab_builder *b, const ab_inlet_spec *spec, uint64_t stream) {
    ab_inlet inlet = define_inlet(b, spec, stream);
    if (ab_build_templates(b, &spec->group, stream, &inlet.templates) && has_room(b, spec, &inlet))
        ab_build_refused(b->l, AB_E040, spec->group.head.node->place, ab_world_add_inlet(b->w, &inlet));
    ab_particle_templates_free(b->l->cx, &inlet.templates);
}

static void build_outlet(ab_builder *b, const ab_outlet_spec *s) {
    ab_outlet outlet = {.region = ab_build_region(&s->region), .outside = s->outside};
    copy_name(outlet.name, s->name);
    ab_build_refused(b->l, AB_E040, s->head.node->place, ab_world_add_outlet(b->w, &outlet));
}

static void build_flux_plane(ab_builder *b, const ab_flux_plane_spec *s) {
    ab_flux_plane flux_plane = {
        .at = s->at, .normal = v3_unit(s->normal), .radius = s->radius > 0 ? s->radius : INFINITY, .window = s->window};
    copy_name(flux_plane.name, s->name);
    ab_build_refused(b->l, AB_E037, s->head.node->place, ab_world_add_flux_plane(b->w, &flux_plane));
}

void ab_build_flows(ab_builder *b) {
    const ab_outlet_spec *outlet = b->spec->outlets.item;
    const ab_flux_plane_spec *flux_plane = b->spec->flux_planes.item;
    for (int64_t i = 0; i < b->spec->outlets.n && !ab_full(b->l); i++) build_outlet(b, &outlet[i]);
    for (int64_t i = 0; i < b->spec->flux_planes.n && !ab_full(b->l); i++) build_flux_plane(b, &flux_plane[i]);
}

// ------------------------------------------------------------------------------------------------------- specimens

static void build_specimens(ab_builder *b, const ab_inlet *inlet) {
    abut_body_def def = abut_body_default();
    def.name = inlet->name;
    def.material = inlet->material;
    def.velocity = inlet->velocity;
    def.number = 0;
    for (int64_t k = 0; k < inlet->templates.n && !ab_full(b->l); k++) {
        def.shape = inlet->templates.shape[k];
        def.position = k % 2 == 0 ? inlet->region.high : inlet->region.low; // both, for the expected fall height
        ab_build_body(b, &def, b->spec->head.node->place);
    }
}

void ab_build_specimens(ab_builder *b) {
    b->present = b->w->state.body.n;
    for (int64_t i = 0; i < b->w->state.flows.ninlet; i++) build_specimens(b, &b->w->state.flows.inlet[i]);
}

void ab_remove_specimens(ab_builder *b) {
    bool *gone = ab_take(b->l, b->w->state.body.n, sizeof *gone);
    if (!gone || b->w->state.body.n == b->present) return;
    for (int64_t i = 0; i < b->w->state.body.n; i++) gone[i] = i >= b->present;
    ab_stop(b->l, ab_remove_rows(b->w, gone));
}
