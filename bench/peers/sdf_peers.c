// Runs OpenVDB, Embree and CGAL on the nodes of a grid and reads their times.
#include "peers/sdf_peers.h"
#include "peers/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_job(const char *path, const sdf_job *job) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    const ab_mesh *m = job->mesh;
    const int32_t counts[4] = {(int32_t)m->nvertex, (int32_t)m->ntriangle, job->nodes, job->step};
    const double grid[4] = {job->origin.x, job->origin.y, job->origin.z, job->h};
    bool ok = fwrite(counts, sizeof counts, 1, f) == 1 && fwrite(grid, sizeof grid, 1, f) == 1;
    ok = ok && fwrite(m->vertex, sizeof *m->vertex, (size_t)m->nvertex, f) == (size_t)m->nvertex;
    ok = ok && fwrite(m->triangle, sizeof *m->triangle, (size_t)m->ntriangle, f) == (size_t)m->ntriangle;
    return fclose(f) == 0 && ok;
}

static bool read_distances(const char *path, const sdf_job *job, sdf_answer *answer) {
    const int64_t layers = (job->nodes + job->step - 1) / job->step;
    answer->count = layers * job->nodes * job->nodes;
    answer->distance = malloc((size_t)answer->count * sizeof *answer->distance);
    FILE *f = answer->distance ? fopen(path, "rb") : NULL;
    const bool ok =
        f && fread(answer->distance, sizeof *answer->distance, (size_t)answer->count, f) == (size_t)answer->count;
    if (f) fclose(f);
    if (!ok) free(answer->distance);
    return ok;
}

// The two numbers that the program prints.
static bool run_program(const char *command, sdf_answer *answer) {
    FILE *pipe = popen(command, "r");
    if (!pipe) return false;
    const bool ok = fscanf(pipe, "%lf %lf", &answer->build, &answer->query) == 2;
    return pclose(pipe) == 0 && ok;
}

static bool run_in(const char *folder, const char *name, const sdf_job *job, sdf_answer *answer, char *text) {
    char in[300], out[300], command[2000];
    snprintf(in, sizeof in, "%s/job", folder);
    snprintf(out, sizeof out, "%s/distances", folder);
    if (!write_job(in, job)) return snprintf(text, 200, "no room for the job in %s", folder) < 0;
    snprintf(command, sizeof command, "%s/%s %s %s", folder, name, in, out);
    if (!run_program(command, answer)) return peer_fail(text, name, "failed");
    return read_distances(out, job, answer) || peer_fail(text, name, "gave too few distances");
}

bool sdf_peer(const char *name, const char *libraries, const sdf_job *job, sdf_answer *answer, char *text) {
    peer p;
    if (!peer_open(&p, "sdf", name, "-march=native", libraries, text)) return false;
    const bool ok = run_in(p.folder, name, job, answer, text);
    peer_close(&p);
    return ok;
}
