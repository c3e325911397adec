// What enters the world, leaves it and passes through it while it runs: inlets make bodies, outlets take them away,
// gates count those that cross a plane. Their counts are part of the state; the rest comes from the scene.
#ifndef AB_WORLD_INLETS_OUTLETS_H
#define AB_WORLD_INLETS_OUTLETS_H

#include "geom/mesh/region.h"
#include "math/random.h"
#include "world/particle_templates.h"

#define AB_MAX_FLUX_PLANES 32 // bits of ab_bodies.flux_side
#define AB_FLOW_STEPS      32 // dt between looks at all of them

// Saved and hashed row by row.
typedef struct ab_flow_tally {
    int64_t count;    // bodies so far; of a gate: those that went along its normal, less those that came back
    double mass;      // theirs, kg
    ab_random random; // of an inlet
    double rate, then,
        at_then; // of a gate: mass flow in the last whole window, kg/s; when the present one began, and the mass then
} ab_flow_tally;

typedef struct ab_inlet {
    char name[AB_NAME_MAX];
    int32_t label; // index into ab_world.names: the group's name
    int32_t material;
    ab_particle_templates templates; // owned
    ab_region region;
    double gap;             // between bounding spheres, m
    v3 velocity;            // m/s
    double rate, mass_rate; // 1/s, kg/s; one of them is 0
    double start, end;      // s
    int64_t max_count;      // bodies, 0 = no limit
    double max_mass;        // kg, 0 = no limit
    ab_flow_tally tally;
} ab_inlet;

typedef struct ab_outlet {
    char name[AB_NAME_MAX];
    ab_region region;
    bool outside; // takes what is not in the region
    ab_flow_tally tally;
} ab_outlet;

typedef struct ab_flux_plane {
    char name[AB_NAME_MAX];
    v3 at, normal; // unit
    double radius; // of the disc about `at` that bodies must cross, m; infinity = all of the plane
    double window; // s, of the rate
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
// Inlets first, then outlets, then gates.
ab_flow_tally *ab_flows_tally(const ab_flows *t, int64_t i);
const char *ab_flows_name(const ab_flows *t, int64_t i);
void ab_flows_free(ab_ctx *cx, ab_flows *t);

// Bit k: the point lies before gate k, where its normal leads.
uint32_t ab_flows_side(const ab_flows *t, v3 at);

#endif
