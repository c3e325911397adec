// sample_contacts_lanes.h for registers of 16 bytes, or whatever the compiler generates for lanes.
#define AB_SAMPLE_CONTACT_LANES ab_sample_contact_lanes_16
#include "collide/sample_contacts_lanes.h"
