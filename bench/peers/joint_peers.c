#include "peers/joint_peers.h"

#include <stdio.h>
#include <stdlib.h>

static bool run_in(const char *folder, const char *name, const char *flags, const char *arguments,
                   joint_answer *answer, char *text) {
    char command[2000];
    snprintf(command, sizeof command, "c++ -O3 -DNDEBUG -o %s/%s %s/peers/joints/%s.cpp %s >%s/log 2>&1",
             folder, name, BENCH_FOLDER, name, flags, folder);
    if (system(command) != 0)
        return snprintf(text, 200, "%s cannot be compiled; try bench/run --install-peers", name) < 0;
    snprintf(command, sizeof command, "cd %s && ./%s %s 2>>log", folder, name, arguments);
    FILE *pipe = popen(command, "r");
    if (!pipe) return snprintf(text, 200, "%s cannot be run", name) < 0;
    const bool read = fscanf(pipe, "%lf %lf %lf", &answer->seconds, &answer->x, &answer->y) == 3;
    return (pclose(pipe) == 0 && read) || snprintf(text, 200, "%s failed", name) < 0;
}

bool joint_peer(const char *name, const char *flags, const char *arguments, joint_answer *answer,
                char *text) {
    char folder[] = "/tmp/abut_bench_XXXXXX", command[100];
    if (!mkdtemp(folder)) return snprintf(text, 200, "no temporary folder") < 0;
    const bool ok = run_in(folder, name, flags, arguments, answer, text);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && ok;
}
