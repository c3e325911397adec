// Shows that the thread sanitizer sees a race between the threads of a loop, and (without RACE) that it knows how loops
// begin and end and stays quiet about rows that each thread writes for itself.
#include "base/threads.h"

#include <stdio.h>

enum { N = 6400 };

typedef struct rows {
    long row[N];
    long sum;
} rows;

static void fill(void *arg, int64_t begin, int64_t end) {
    rows *r = arg;
    for (int64_t i = begin; i < end; i++) {
        r->row[i] = (long)i;
#ifdef RACE
        r->sum += (long)i;
#endif
    }
}

int main(void) {
    static rows r;
    abut_config config = abut_config_default();
    config.threads = 4;
    abut_context *cx = NULL;
    if (abut_context_create(&config, &cx) != ABUT_OK) return 1;
    for (int k = 0; k < 200; k++) {
        ab_parallel_for(cx, N, 1, fill, &r);
        for (int i = 0; i < N; i++) r.sum += r.row[N - 1 - i];
    }
    printf("%ld\n", r.sum);
    abut_context_destroy(cx);
    return 0;
}
