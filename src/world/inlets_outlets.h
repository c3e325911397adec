// What enters the world, leaves it and passes through it while it runs: inlets make bodies, outlets take them away, gates count those
// that cross a plane. Their counts are part of the state; the rest comes from the scene.
#ifndef AB_WORLD_INLETS_OUTLETS_H
#define AB_WORLD_INLETS_OUTLETS_H

#include "geom/mesh/region.h"
#include "math/random.h"
#include "world/particle_templates.h"

#define AB_MOST_GATES     32 // bits of ab_bodies.side
#define AB_EXCHANGE_STEPS 32 // dt between looks at all of them

// Saved and hashed row by row.
typedef struct ab_tally {
    int64_t count;    // bodies so far; of a gate: those that went along its normal, less those that came back
    double mass;      // theirs, kg
    ab_random random; // of an inlet
    double rate, then,
        at_then; // of a gate: mass flow in the last whole window, kg/s; when the present one began, and the mass then
} ab_tally;

typedef struct ab_inlet {
    char name[AB_NAME_MAX];
    int32_t label; // index into ab_world.names: the group's name
    int32_t material;
    ab_kinds kinds; // owned
    ab_region region;
    double gap;             // between bounding spheres, m
    v3 velocity;            // m/s
    double rate, mass_rate; // 1/s, kg/s; one of them is 0
    double start, end;      // s
    int64_t most;           // bodies, 0 = no limit
    double most_mass;       // kg, 0 = no limit
    ab_tally tally;
} ab_inlet;

typedef struct ab_outlet {
    char name[AB_NAME_MAX];
    ab_region region;
    bool outside; // takes what is not in the region
    ab_tally tally;
} ab_outlet;

typedef struct ab_gate {
    char name[AB_NAME_MAX];
    v3 at, normal; // unit
    double radius; // of the disc about `at` that bodies must cross, m; infinity = all of the plane
    double window; // s, of the rate
    ab_tally tally;
} ab_gate;

typedef struct ab_traffic {
    ab_inlet *inlet; // (ninlet)
    ab_outlet *outlet;
    ab_gate *gate;
    int64_t ninlet, noutlet, ngate;
    int64_t inlet_capacity, outlet_capacity, gate_capacity;
} ab_traffic;

static inline int64_t ab_traffic_count(const ab_traffic *t) { return t->ninlet + t->noutlet + t->ngate; }
// Inlets first, then outlets, then gates.
ab_tally *ab_traffic_tally(const ab_traffic *t, int64_t i);
const char *ab_traffic_name(const ab_traffic *t, int64_t i);
void ab_traffic_free(ab_ctx *cx, ab_traffic *t);

// Bit k: the point lies before gate k, where its normal leads.
uint32_t ab_traffic_side(const ab_traffic *t, v3 at);

#endif
