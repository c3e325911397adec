// Runs FCL, ODE and Bullet on two meshes and reads their times.
#include "peers/contact_peers.h"
#include "peers/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_mesh(FILE *f, const ab_mesh *m) {
    const int32_t counts[2] = {(int32_t)m->nvertex, (int32_t)m->ntriangle};
    return fwrite(counts, sizeof counts, 1, f) == 1 &&
           fwrite(m->vertex, sizeof *m->vertex, (size_t)m->nvertex, f) == (size_t)m->nvertex &&
           fwrite(m->triangle, sizeof *m->triangle, (size_t)m->ntriangle, f) == (size_t)m->ntriangle;
}

static bool write_pose(FILE *f, ab_pose pose) {
    const m3 turn = quat_matrix(pose.q);
    return fwrite(&turn, sizeof turn, 1, f) == 1 && fwrite(&pose.x, sizeof pose.x, 1, f) == 1;
}

static bool write_job(const char *path, const contact_job *job) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    const int32_t poses = job->poses;
    bool ok = fwrite(&poses, sizeof poses, 1, f) == 1 && write_mesh(f, job->a) && write_mesh(f, job->b);
    for (int i = 0; i < job->poses && ok; i++) ok = write_pose(f, job->pose[i]);
    return fclose(f) == 0 && ok;
}

static bool run_program(const char *command, int poses, double *seconds, double *contacts) {
    FILE *pipe = popen(command, "r");
    if (!pipe) return false;
    bool ok = true;
    for (int i = 0; i < poses && ok; i++) ok = fscanf(pipe, "%lf %lf", &seconds[i], &contacts[i]) == 2;
    return pclose(pipe) == 0 && ok;
}

static bool run_in(const char *folder, const char *name, const contact_job *job, double *seconds, double *contacts,
                   char *text) {
    char in[300], command[2000];
    snprintf(in, sizeof in, "%s/job", folder);
    if (!write_job(in, job)) return snprintf(text, 200, "no room for the job in %s", folder) < 0;
    snprintf(command, sizeof command, "%s/%s %s 2>>%s/log", folder, name, in, folder);
    return run_program(command, job->poses, seconds, contacts) || peer_fail(text, name, "failed");
}

bool contact_peer(const char *name, const char *flags, const contact_job *job, double *seconds, double *contacts,
                  char *text) {
    peer p;
    if (!peer_open(&p, "contact", name, "-march=native", flags, text)) return false;
    const bool ok = run_in(p.folder, name, job, seconds, contacts, text);
    peer_close(&p);
    return ok;
}
