// Runs CGAL and libccd on pairs of convex polyhedra and reads their times.
#include "peers/polyhedra_peers.h"
#include "peers/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool write_planes(FILE *f, const polyhedra_pair *p) {
    const int32_t n = p->a.planes.n + p->b.planes.n;
    bool ok = fwrite(&n, sizeof n, 1, f) == 1;
    for (int32_t i = 0; i < n && ok; i++) {
        const bool of_a = i < p->a.planes.n;
        ab_plane plane = of_a ? ab_plane_at(&p->a.planes, i) : ab_plane_at(&p->b.planes, i - p->a.planes.n);
        if (!of_a) {
            plane.normal = quat_rotate(p->pose.q, plane.normal);
            plane.offset += v3_dot(plane.normal, p->pose.x);
        }
        ok = fwrite(&plane, sizeof plane, 1, f) == 1;
    }
    return ok;
}

static bool write_vertices(FILE *f, const ab_loops *l, ab_pose pose) {
    bool ok = fwrite(&l->nvertex, sizeof l->nvertex, 1, f) == 1;
    for (int32_t i = 0; i < l->nvertex && ok; i++) {
        const v3 v = pose_apply(pose, ab_vertex_at(l, i));
        ok = fwrite(&v, sizeof v, 1, f) == 1;
    }
    return ok;
}

static bool write_pair(FILE *f, const polyhedra_pair *p) {
    return write_planes(f, p) && write_vertices(f, &p->a.loops, pose_identity()) &&
           write_vertices(f, &p->b.loops, p->pose) && fwrite(&p->inside, sizeof p->inside, 1, f) == 1;
}

static bool write_job(const char *path, const polyhedra_job *job) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    const int32_t groups = job->groups, each = job->each;
    bool ok = fwrite(&groups, sizeof groups, 1, f) == 1;
    for (int i = 0; i < groups * each && ok; i++) {
        if (i % each == 0) ok = fwrite(&each, sizeof each, 1, f) == 1;
        ok = ok && write_pair(f, &job->pair[i]);
    }
    return fclose(f) == 0 && ok;
}

static bool read_answers(const char *command, const polyhedra_job *job) {
    FILE *pipe = popen(command, "r");
    if (!pipe) return false;
    bool ok = true;
    for (int g = 0; g < job->groups && ok; g++) ok = fscanf(pipe, "%lf %lf", &job->seconds[g], &job->result[g]) == 2;
    return pclose(pipe) == 0 && ok;
}

static bool run_in(const char *folder, const char *name, const polyhedra_job *job, char *text) {
    char in[300], command[2000];
    snprintf(in, sizeof in, "%s/job", folder);
    if (!write_job(in, job)) return snprintf(text, 200, "no room for the job in %s", folder) < 0;
    snprintf(command, sizeof command, "%s/%s %s 2>>%s/log", folder, name, in, folder);
    return read_answers(command, job) || peer_fail(text, name, "failed");
}

bool polyhedra_peer(const char *name, const char *flags, const polyhedra_job *job, char *text) {
    peer p;
    if (!peer_open(&p, "polyhedra", name, "-march=native", flags, text)) return false;
    const bool ok = run_in(p.folder, name, job, text);
    peer_close(&p);
    return ok;
}
