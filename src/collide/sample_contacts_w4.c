// sample_contacts_lanes.h for registers of 64 bytes (AVX-512).
#ifdef __AVX512F__
#define AB_SAMPLE_CONTACT_LANES ab_sample_contact_lanes_64
#include "collide/sample_contacts_lanes.h"
#else
#include "collide/sample_contacts.h"
ab_inside_samples_take *const ab_sample_contact_lanes_64 = NULL;
#endif
