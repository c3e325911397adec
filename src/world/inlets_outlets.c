// Inlets, outlets and flux planes of a world: addition, memory, tallies, and sides of flux planes.
#include "world/inlets_outlets.h"
#include "base/alloc.h"
#include "world/world.h"

#include <string.h>

ab_flow_tally *ab_flows_tally(const ab_flows *t, int64_t i) {
    if (i < t->ninlet) return &t->inlet[i].tally;
    i -= t->ninlet;
    return i < t->noutlet ? &t->outlet[i].tally : &t->flux_plane[i - t->noutlet].tally;
}

const char *ab_flows_name(const ab_flows *t, int64_t i) {
    if (i < t->ninlet) return t->inlet[i].name;
    i -= t->ninlet;
    return i < t->noutlet ? t->outlet[i].name : t->flux_plane[i - t->noutlet].name;
}

void ab_flows_free(ab_ctx *cx, ab_flows *t) {
    for (int64_t i = 0; i < t->ninlet; i++) ab_particle_templates_free(cx, &t->inlet[i].templates);
    ab_free(cx, t->inlet);
    ab_free(cx, t->outlet);
    ab_free(cx, t->flux_plane);
    *t = (ab_flows){0};
}

uint32_t ab_flows_side(const ab_flows *t, v3 at) {
    uint32_t side = 0;
    for (int64_t i = 0; i < t->nflux_plane; i++)
        if (v3_dot(t->flux_plane[i].normal, v3_sub(at, t->flux_plane[i].at)) > 0) side |= UINT32_C(1) << i;
    return side;
}

static abut_status may_add(const ab_world *w) {
    if (!w->state.started) return ABUT_OK;
    return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "inlets, outlets and flux planes must be added before the first step");
}

abut_status ab_world_add_inlet(ab_world *w, ab_inlet *inlet) {
    ab_flows *t = &w->state.flows;
    AB_TRY(may_add(w));
    AB_TRY(ab_intern_name(w, inlet->name, &inlet->label));
    AB_TRY(AB_GROW(w->cx, &t->inlet, &t->inlet_capacity, t->ninlet + 1));
    t->inlet[t->ninlet++] = *inlet;
    inlet->templates = (ab_particle_templates){0};
    return ABUT_OK;
}

abut_status ab_world_add_outlet(ab_world *w, const ab_outlet *outlet) {
    ab_flows *t = &w->state.flows;
    AB_TRY(may_add(w));
    AB_TRY(AB_GROW(w->cx, &t->outlet, &t->outlet_capacity, t->noutlet + 1));
    t->outlet[t->noutlet++] = *outlet;
    return ABUT_OK;
}

abut_status ab_world_add_flux_plane(ab_world *w, const ab_flux_plane *flux_plane) {
    ab_flows *t = &w->state.flows;
    AB_TRY(may_add(w));
    if (t->nflux_plane == AB_MAX_FLUX_PLANES)
        return ab_fail(w->cx, ABUT_ERR_LIMIT, "more than %d flux planes", AB_MAX_FLUX_PLANES);
    AB_TRY(AB_GROW(w->cx, &t->flux_plane, &t->flux_plane_capacity, t->nflux_plane + 1));
    t->flux_plane[t->nflux_plane++] = *flux_plane;
    for (int64_t i = 0; i < w->state.body.n; i++) w->state.body.flux_side[i] = ab_flows_side(t, w->state.body.x[i]);
    return ABUT_OK;
}
