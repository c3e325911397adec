// Programs that find the contacts of two meshes with other libraries; compiled when a bench asks for them.
#ifndef ABUT_BENCH_CONTACT_PEERS_H
#define ABUT_BENCH_CONTACT_PEERS_H

#include "geom/mesh/mesh.h"
#include "math/quat.h"

typedef struct contact_job {
    const ab_mesh *a, *b;
    const ab_pose *pose; // of b; a stays at the origin  (poses)
    int poses;
} contact_job;

// Runs bench/peers/contact/NAME.cpp, compiled with `flags`: seconds and contacts of every pose. False, with the reason
// in text[200], when it cannot be.
bool contact_peer(const char *name, const char *flags, const contact_job *job, double *seconds, double *contacts,
                  char *text);

#endif
