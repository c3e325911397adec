// Compiles a peer program in a temporary folder and runs it.
#include "peers/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool peer_fail(char *text, const char *name, const char *what) {
    snprintf(text, PEER_TEXT, "%s %s", name, what);
    return false;
}

bool peer_open(peer *p, const char *group, const char *name, const char *options, const char *libraries, char *text) {
    *p = (peer){"/tmp/abut_bench_XXXXXX", name};
    if (!mkdtemp(p->folder)) return peer_fail(text, name, "has no temporary folder");
    char command[2000];
    snprintf(command, sizeof command, "c++ -O3 -DNDEBUG %s -o %s/%s %s/peers/%s/%s.cpp %s >%s/log 2>&1", options,
             p->folder, name, BENCH_FOLDER, group, name, libraries, p->folder);
    if (system(command) == 0) return true;
    peer_close(p);
    return peer_fail(text, name, "cannot be compiled; try bench/run --install-peers");
}

bool peer_open_script(peer *p, const char *name, char *text) {
    *p = (peer){"/tmp/abut_bench_XXXXXX", name};
    return mkdtemp(p->folder) || peer_fail(text, name, "has no temporary folder");
}

void peer_close(peer *p) {
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", p->folder);
    if (system(command) != 0) fprintf(stderr, "bench: %s could not be removed\n", p->folder);
}
