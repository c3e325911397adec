// Probes: what a scene wants to know of a run, written over time. They look at the world and change nothing.
// A kind of probe is one row of the table in probe.c.
#ifndef AB_WORLD_PROBE_H
#define AB_WORLD_PROBE_H

#include "world/world.h"

#define AB_PROBE_COLUMNS 4 // at most, of one probe

typedef struct ab_probe {
    char name[AB_NAME_MAX];
    int32_t kind;             // of ab_probe_types
    abut_body a, b;           // zero = the ground; of contacts: any body
    ab_pose frame_a, frame_b; // as of a joint, in the frames of the centres of mass
    int32_t material[2];      // of contacts; -1 = any
    double depth;             // of contacts: deeper ones are counted apart, m
} ab_probe;

typedef struct ab_probe_type {
    const char *name; // as in scene files
    const char *help; // one line
    bool of_contacts; // looks at contacts, else at two points
    int columns;
    const char *column[AB_PROBE_COLUMNS]; // added to the probe's name in the header, with the unit
    void (*read)(const ab_probe *p, const ab_world *w, double *value);
} ab_probe_type;

extern const ab_probe_type ab_probe_types[];
extern const int ab_probe_type_count;

#endif
