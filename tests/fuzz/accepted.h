// Counts what a reader accepts, by route. A target whose inputs are all refused at the door tests nothing, so a search
// that ends without an accepted input on each route fails. Short runs, as that of one input to look at, are let off.
#ifndef ABUT_FUZZ_ACCEPTED_H
#define ABUT_FUZZ_ACCEPTED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FUZZ_ROUTES = 4, FUZZ_FEW = 100 };

static const char *const *fuzz_route; // names, the last one NULL
static int64_t fuzz_inputs, fuzz_accepted[FUZZ_ROUTES];

static void fuzz_settle(void) {
    int idle = 0;
    for (int i = 0; fuzz_route[i]; i++) {
        fprintf(stderr, "accepted: %s %lld of %lld inputs\n", fuzz_route[i], (long long)fuzz_accepted[i],
                (long long)fuzz_inputs);
        idle += fuzz_accepted[i] == 0;
    }
    if (idle == 0 || fuzz_inputs < FUZZ_FEW) return;
    fprintf(stderr, "FAILED: nothing was accepted on %d of the routes above\n", idle);
    _exit(1);
}

// Called once, by LLVMFuzzerInitialize.
static inline void fuzz_watch(const char *const *routes) {
    fuzz_route = routes;
    if (atexit(fuzz_settle) != 0) abort();
}

static inline void fuzz_begin(void) { fuzz_inputs++; }

static inline void fuzz_accept(int route) { fuzz_accepted[route]++; }

#endif
