// Other programs on the same mechanisms, compiled when a bench asks for them.
#ifndef ABUT_BENCH_JOINT_PEERS_H
#define ABUT_BENCH_JOINT_PEERS_H

#include <stdbool.h>

typedef struct joint_answer {
    double seconds; // CPU; of klu: of a factorisation
    double x, y;    // of the watched point, m; of klu: x is the seconds of a solution
} joint_answer;

// Runs bench/peers/joints/NAME.cpp, compiled with `flags`, with `arguments` (its file tells). False, with the reason in
// text[200], when it cannot be.
bool joint_peer(const char *name, const char *flags, const char *arguments, joint_answer *answer, char *text);

#endif
