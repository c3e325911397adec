// A bed of polyhedra in a box, stepped by another program from the state that it has now.
#ifndef ABUT_BENCH_BED_PEERS_H
#define ABUT_BENCH_BED_PEERS_H

#include "peers/peer.h"
#include "world/world.h"

// CPU seconds of one step; false, with the reason in text, if there is no answer. Bodies are the rows from `first` on,
// the box is width x width without a lid.
bool bed_peer(const char *name, const ab_world *w, int64_t first, double width, double *seconds, char *text);

// Mean error of the energy in collisions of two bodies of the bed by YADE; as above.
bool yade_collisions(const ab_world *w, int64_t first, double width, double *error, char *text);

#endif
