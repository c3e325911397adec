// Probes: what a scene wants to know of a run, written over time. They look at the world and change nothing.
// A kind of probe is one const table in a file of its own and one line in probes.def.
#ifndef AB_OBSERVE_PROBE_H
#define AB_OBSERVE_PROBE_H

#include "world/world.h"

#define AB_PROBE_COLUMNS ABUT_PROBE_COLUMNS // at most, of one probe
#define AB_PROBE_GROUPS  8                  // at most, named by one probe
#define AB_PROBE_CELLS   16                 // at most, along an axis

typedef struct ab_probe {
    char name[AB_NAME_MAX];
    int32_t kind;             // of ab_probe_types
    abut_body a, b;           // zero = the ground; of contacts: any body
    int32_t collider[2];      // of contacts: which of the body's colliders, -1 = any
    ab_pose frame_a, frame_b; // as of a joint, in the frames of the centres of mass
    int32_t material[2];      // of contacts; -1 = any
    double depth;             // of contacts: deeper ones are counted apart, m
    // of many bodies
    int32_t group[AB_PROBE_GROUPS]; // indices into ab_world.names   (ngroup)
    int ngroup;                     // 0 = members of all groups
    ab_region region;
    bool everywhere; // there is no region
    int cells[3];    // along x, y, z
    v3 at;           // of a heap's axis, m
} ab_probe;

typedef enum ab_probe_sight { AB_PROBE_POINTS, AB_PROBE_CONTACTS, AB_PROBE_MANY } ab_probe_sight;

typedef struct ab_probe_type {
    const char *name; // as in scene files
    const char *help; // one line
    ab_probe_sight looks_at;
    bool needs_region, needs_group;
    int columns;
    const char *column[AB_PROBE_COLUMNS]; // added to the probe's name in the header, with the unit
    void (*read)(const ab_probe *p, const ab_world *w, double *value);
} ab_probe_type;

extern const ab_probe_type *const ab_probe_types[];
extern const int ab_probe_type_count;

// ------------------------------------------------------------------------------------------------------- many bodies

// The body is one of those that the probe looks at, wherever it is.
bool ab_probe_means(const ab_probe *p, const ab_world *w, int64_t row);
static inline bool ab_probe_within(const ab_probe *p, v3 at) {
    return p->everywhere || ab_region_holds(&p->region, at);
}
// It is one of those, and its centre of mass lies in the region.
static inline bool ab_probe_holds(const ab_probe *p, const ab_world *w, int64_t row) {
    return ab_probe_within(p, w->body.x[row]) && ab_probe_means(p, w, row);
}

// The axis nearest to what gravity points away from, and the two across.
typedef struct ab_upward {
    int u, v, axis;
    double sign;
} ab_upward;
ab_upward ab_probe_up(const ab_world *w);

#endif
