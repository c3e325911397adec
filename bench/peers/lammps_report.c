// Reads the log of LAMMPS.
#include "peers/lammps_report.h"

#include <string.h>

// "99.0% CPU use with 1 MPI tasks": the per cent sign and the words have to be there, as rows of numbers begin alike.
static bool read_share(const char *line, double *share) {
    double number = 0;
    int end = 0;
    if (sscanf(line, "%lf%% CPU use%n", &number, &end) != 1 || end == 0) return false;
    *share = number;
    return true;
}

// The report has "Loop time of 1.5 on ..." and "99.0% CPU use with ..." after each run. The table of the last one is
// headed "Step c_sum": the step, and the number of contacts of all balls, each contact counted twice.
bool lammps_read_report(FILE *report, int steps, lammps_result *result) {
    char line[400];
    double loop = 0, share = 0, wall = 0;
    int runs = 0;
    bool table = false;
    while (fgets(line, sizeof line, report)) {
        long long step = 0;
        double sum = 0;
        if (sscanf(line, "Loop time of %lf", &loop) == 1) runs++;
        if (runs == 2 && read_share(line, &share)) wall = loop;
        if (table && sscanf(line, "%lld %lf", &step, &sum) == 2) result->contacts = 0.5 * sum;
        table = strncmp(line, "Step c_sum", strlen("Step c_sum")) == 0;
    }
    result->seconds = wall * share / 100 / steps;
    return wall > 0;
}
