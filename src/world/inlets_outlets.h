// Inlets add bodies to a running world, outlets remove bodies, and flux planes count the bodies and the mass that cross
// them. The tallies are part of the state; the rest comes from the scene.
#ifndef AB_WORLD_INLETS_OUTLETS_H
#define AB_WORLD_INLETS_OUTLETS_H

#include "geom/mesh/region.h"
#include "math/random.h"
#include "world/particle_templates.h"

#define AB_MAX_FLUX_PLANES 32 // bits of ab_bodies.flux_side
#define AB_FLOW_STEPS      32 // dt between two updates (ab_update_inlets_outlets)

// State, saved and hashed.
typedef struct ab_flow_tally {
    int64_t count;    // bodies so far; flux plane: crossings along the normal less crossings against it
    double mass;      // mass of these bodies, kg
    ab_random random; // of an inlet
    // of a flux plane: mean mass flow in the last complete window, kg/s; start of the present window, s; mass then, kg
    double rate, then, at_then;
} ab_flow_tally;

typedef struct ab_inlet {
    char name[AB_NAME_MAX];
    int32_t label; // name of the group of its bodies, index into ab_state.names
    int32_t material;
    ab_particle_templates templates; // owned
    ab_region region;
    double gap;             // least distance of the bounding spheres of new bodies, m
    v3 velocity;            // initial, m/s
    double rate, mass_rate; // 1/s, kg/s; one of them is 0
    double start, end;      // s
    int64_t max_count;      // bodies, 0 = no limit
    double max_mass;        // kg, 0 = no limit
    ab_flow_tally tally;
} ab_inlet;

typedef struct ab_outlet {
    char name[AB_NAME_MAX];
    ab_region region;
    bool outside; // removes bodies outside the region
    ab_flow_tally tally;
} ab_outlet;

typedef struct ab_flux_plane {
    char name[AB_NAME_MAX];
    v3 at, normal; // point, m; unit normal
    double radius; // only crossings within this distance from `at` count, m; infinity = the whole plane
    double window; // averaging time of the rate, s
    ab_flow_tally tally;
} ab_flux_plane;

typedef struct ab_flows {
    ab_inlet *inlet; // (ninlet)
    ab_outlet *outlet;
    ab_flux_plane *flux_plane;
    int64_t ninlet, noutlet, nflux_plane;
    int64_t inlet_capacity, outlet_capacity, flux_plane_capacity;
} ab_flows;

static inline int64_t ab_flows_count(const ab_flows *t) { return t->ninlet + t->noutlet + t->nflux_plane; }
// i counts inlets first, then outlets, then flux planes.
ab_flow_tally *ab_flows_tally(const ab_flows *t, int64_t i);
const char *ab_flows_name(const ab_flows *t, int64_t i);
void ab_flows_free(ab_ctx *cx, ab_flows *t);

// Bit k: the point is on the side of flux plane k that its normal points to.
uint32_t ab_flows_side(const ab_flows *t, v3 at);

#endif
