// A peer is a program of its own in bench/peers/GROUP/NAME.cpp, compiled and run in a temporary folder.
#ifndef ABUT_BENCH_PEER_H
#define ABUT_BENCH_PEER_H

#include <stdbool.h>

#define PEER_TEXT 200 // bytes of a message that says why there is no answer

typedef struct peer {
    char folder[40];
    const char *name;
} peer;

// Makes the folder and compiles, `options` before the source and `libraries` behind it; false, with the reason in text,
// after clearing up.
bool peer_open(peer *p, const char *group, const char *name, const char *options, const char *libraries, char *text);
bool peer_open_script(peer *p, const char *name, char *text); // the folder alone, for a program that is installed
void peer_close(peer *p);

bool peer_fail(char *text, const char *name, const char *what); // "NAME WHAT"; false

#endif
