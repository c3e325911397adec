// Runs Siconos on contact problems, and Bullet, ODE and MuJoCo on scenes.
#include "peers/cones_peers.h"

#include <stdio.h>
#include <string.h>

bool siconos_open(peer *p, char *text) {
    return peer_open(p, "cones", "siconos",
                     "-I/usr/include/siconos -I/usr/include/siconos/numerics -I/usr/include/siconos/externals "
                     "-I/usr/include/suitesparse",
                     "-lsiconos_numerics -lsiconos_externals -lcxsparse", text);
}

bool siconos_best(const peer *p, const cones_job *job, double *seconds, char name[40], int *solvers, char *text) {
    char command[2000], solver[40];
    double time, natural, energy;
    snprintf(command, sizeof command, "%s/siconos '%s' %.3e %s %.3f %s 2>>%s/log", p->folder, job->path, job->tolerance,
             job->natural ? "natural" : "energy", job->limit, job->solver ? job->solver : "", p->folder);
    FILE *pipe = popen(command, "r");
    if (!pipe) return peer_fail(text, "siconos", "cannot be run");
    *solvers = 0;
    while (fscanf(pipe, "%39s %lf %lf %lf", solver, &time, &natural, &energy) == 4)
        if (++*solvers == 1 || time < *seconds) {
            *seconds = time;
            memcpy(name, solver, sizeof solver);
        }
    if (pclose(pipe) != 0) return peer_fail(text, "siconos", "failed");
    return *solvers > 0 || peer_fail(text, "siconos", "does not solve it within the limit");
}

bool scene_peer(const char *name, const char *flags, const char *libraries, scene_answer *answer, int count,
                char *text) {
    peer p;
    char command[300];
    if (!peer_open(&p, "cones", name, flags, libraries, text)) return false;
    snprintf(command, sizeof command, "%s/%s 2>>%s/log", p.folder, name, p.folder);
    FILE *pipe = popen(command, "r");
    bool ok = pipe != NULL;
    for (int i = 0; ok && i < count; i++)
        ok = fscanf(pipe, "%lf %lf %lf", &answer[i].microseconds, &answer[i].deepest, &answer[i].error) == 3;
    ok = pipe && pclose(pipe) == 0 && ok;
    peer_close(&p);
    return ok || peer_fail(text, name, "failed");
}
