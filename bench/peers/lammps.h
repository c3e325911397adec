// LAMMPS on the same bed: the balls of a world between its planes, with LAMMPS' own Hertz law with friction history.
#ifndef ABUT_BENCH_LAMMPS_H
#define ABUT_BENCH_LAMMPS_H

#include "world/world.h"

typedef struct lammps_result {
    double seconds;  // of CPU per step
    double contacts; // between balls, at the end
} lammps_result;

bool lammps_installed(void);
// Runs `steps` steps on one core from the state that the world is in. False, with the reason in text[200], when it
// fails.
bool lammps_run(const ab_world *w, int steps, lammps_result *result, char *text);

#endif
