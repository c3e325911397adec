// Runs Bullet, Simbody, MuJoCo and ODE on the same mechanisms and reads their times.
#include "peers/joint_peers.h"
#include "peers/peer.h"

#include <stdio.h>
#include <stdlib.h>

static bool run_in(const char *folder, const char *name, const char *arguments, joint_answer *answer, char *text) {
    char command[2000];
    snprintf(command, sizeof command, "cd %s && ./%s %s 2>>log", folder, name, arguments);
    FILE *pipe = popen(command, "r");
    if (!pipe) return peer_fail(text, name, "cannot be run");
    const bool read = fscanf(pipe, "%lf %lf %lf", &answer->seconds, &answer->x, &answer->y) == 3;
    return (pclose(pipe) == 0 && read) || peer_fail(text, name, "failed");
}

bool joint_peer(const char *name, const char *flags, const char *arguments, joint_answer *answer, char *text) {
    peer p;
    if (!peer_open(&p, "joints", name, "", flags, text)) return false;
    const bool ok = run_in(p.folder, name, arguments, answer, text);
    peer_close(&p);
    return ok;
}
