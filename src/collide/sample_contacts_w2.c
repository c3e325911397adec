// sample_contacts_lanes.h for registers of 32 bytes (AVX2).
#ifdef __AVX2__
#define AB_SAMPLE_CONTACT_LANES ab_sample_contact_lanes_32
#include "collide/sample_contacts_lanes.h"
#else
#include "collide/sample_contacts.h"
ab_inside_samples_take *const ab_sample_contact_lanes_32 = NULL;
#endif
