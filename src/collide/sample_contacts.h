// Touches of points become hits in the world.
#ifndef AB_COLLIDE_SAMPLE_CONTACTS_H
#define AB_COLLIDE_SAMPLE_CONTACTS_H

#include "math/wide.h"
#include "collide/contact_point.h"

// The points of one body held against the field of another.
typedef struct ab_sample_frame {
    const m3 *turn;     // of the field's body
    const m3 *own_turn; // of the points' body
    v3 own_at;
    double sign;          // of normals, which point from b to a
    double area_fraction; // of the area that points have
    double per_whole;     // 1 over the area that shares are of, 1/m^2
    double radius;        // effective, m
    uint32_t feature;     // added to the number of the point
    const ab_points *points;
    ab_contact_points *out;
} ab_sample_frame;

// Add a hit for each touch whose gradient has a direction: of touches one after the other, and of those of leaves in
// lanes.
void ab_samples_to_contacts(const ab_sample_frame *f, const ab_inside_sample *sample, int64_t n);
ab_inside_samples_take *ab_samples_to_contacts_lanes(void); // arg: an ab_sample_frame

// The same for each width of registers that this program was compiled for (sample_contacts_lanes.h); NULL: not for this
// one.
extern ab_inside_samples_take *const ab_sample_contact_lanes_16, *const ab_sample_contact_lanes_32,
                                                                     *const ab_sample_contact_lanes_64;

#endif
