// What LAMMPS prints about three runs in a row: one to warm up, the one that is timed, and one without steps whose
// table has the number of contacts.
#ifndef ABUT_BENCH_LAMMPS_REPORT_H
#define ABUT_BENCH_LAMMPS_REPORT_H

#include "peers/lammps.h"

#include <stdio.h>

// False when the report ends before the timed run does.
bool lammps_read_report(FILE *report, int steps, lammps_result *result);

#endif
