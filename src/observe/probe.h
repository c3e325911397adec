// Probes: quantities that a scene asks to be written over time. A probe reads the world and does not change it.
// A type of probe is one const table in a file of its own and one line in probes.def.
#ifndef AB_OBSERVE_PROBE_H
#define AB_OBSERVE_PROBE_H

#include "world/world.h"

#define AB_PROBE_COLUMNS ABUT_PROBE_COLUMNS // at most, of one probe
#define AB_PROBE_GROUPS  8                  // at most, named by one probe
#define AB_PROBE_CELLS   16                 // at most, along an axis

typedef struct ab_probe {
    char name[AB_NAME_MAX];
    int32_t kind;                    // index into ab_probe_types
    abut_body a, b;                  // zero = the ground; contacts: any body
    int32_t collider[2];             // contacts: index among the colliders of the body, -1 = any
    int32_t set[2];                  // contacts: set of names instead of a body, -1 = none
    ab_pose frame_a, frame_b;        // frames as of a joint, in the body frames
    double value[AB_PARAMETERS_MAX]; // of the type's parameters, in their order
    int32_t material[2];             // contacts: -1 = any
    // probes of many bodies
    int32_t group[AB_PROBE_GROUPS]; // sets of names (ab_in_name_set)   (ngroup)
    int ngroup;                     // 0 = members of all groups
    ab_region region;
    bool everywhere; // no region: all of space
    int cells[3];    // number of cells along x, y, z
    v3 at;           // point of the axis of a heap, or that torques are about, m
} ab_probe;

typedef enum ab_probe_sight { AB_PROBE_POINTS, AB_PROBE_CONTACTS, AB_PROBE_MANY } ab_probe_sight;

typedef struct ab_probe_type {
    const char *name; // as in scene files
    const char *help; // one line
    ab_parameter_list parameters;
    ab_probe_sight looks_at;
    bool needs_region, needs_group;
    int columns;
    const char *column[AB_PROBE_COLUMNS]; // suffix of the probe's name in the CSV header, with the unit
    void (*read)(const ab_probe *p, const ab_world *w, double *value);
} ab_probe_type;

extern const ab_probe_type *const ab_probe_types[];
extern const int ab_probe_type_count;

// ------------------------------------------------------------------------------------------------------- many bodies

// True if the body belongs to the groups of the probe, at any position.
bool ab_probe_means(const ab_probe *p, const ab_world *w, int64_t row);
static inline bool ab_probe_within(const ab_probe *p, v3 at) {
    return p->everywhere || ab_region_holds(&p->region, at);
}
// True if the body belongs to the groups and its centre of mass is in the region.
static inline bool ab_probe_holds(const ab_probe *p, const ab_world *w, int64_t row) {
    return ab_probe_within(p, w->state.body.x[row]) && ab_probe_means(p, w, row);
}

// Whether a probe of contacts looks at a contact: 1 if its body a is on side a of the probe, -1 if its body b is, 2 if
// both could be (within one group, or any bodies), 0 = it does not.
int ab_probe_touches(const ab_probe *p, const ab_world *w, int64_t contact);

// Coordinate axis (with sign) nearest to the upward direction, opposite to gravity, and the two axes across it.
typedef struct ab_upward {
    int u, v, axis;
    double sign;
} ab_upward;
ab_upward ab_probe_up(const ab_world *w);

#endif
