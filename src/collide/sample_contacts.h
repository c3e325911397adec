// Converts inside samples to contact points in world axes.
#ifndef AB_COLLIDE_SAMPLE_CONTACTS_H
#define AB_COLLIDE_SAMPLE_CONTACTS_H

#include "math/wide.h"
#include "collide/contact_point.h"

// Samples of one body in the field of another: rotations, position and factors of the conversion.
typedef struct ab_sample_frame {
    const m3 *turn;     // rotation of the field's body
    const m3 *own_turn; // rotation of the samples' body
    v3 own_at;
    double sign;          // sign of the normals, which point from b to a
    double area_fraction; // factor on the areas of the samples
    double per_whole;     // 1 over the reference area of the area weights, 1/m^2
    double radius;        // effective radius, m
    uint32_t feature;     // offset added to the index of the sample
    const ab_points *points;
    ab_contact_points *out;
} ab_sample_frame;

// Add a contact point for each inside sample with a nonzero gradient: from an array of samples, and from the samples of
// leaves in lanes.
void ab_samples_to_contacts(const ab_sample_frame *f, const ab_inside_sample *sample, int64_t n);
ab_inside_samples_take *ab_samples_to_contacts_lanes(void); // arg: an ab_sample_frame

// Implementations for register widths of 16, 32 and 64 bytes (sample_contacts_lanes.h); NULL: not compiled for this
// width.
extern ab_inside_samples_take *const ab_sample_contact_lanes_16, *const ab_sample_contact_lanes_32,
                                                                     *const ab_sample_contact_lanes_64;

#endif
