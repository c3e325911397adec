// Distribution of a parallel loop over threads. `ticket` holds the number of the loop in its high half and the next
// part in its low half. To take a part, a thread reads the ticket and the loop's description and increments the ticket
// by a compare-and-swap, which succeeds only if the loop is still the same and the description therefore valid. Before
// a new loop is described, the ticket is closed (its part number exceeds any count); a loop ends when all its parts are
// done. A thread that wakes late finds no part to take.
#include "base/threads.h"
#include "base/alloc.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#define MAX_PER_CORE            8
#define MAX_THREADS             256
#define PARTS_PER_THREAD        4
#define UNEVEN_PARTS_PER_THREAD 256
#define CLOSED                  UINT32_MAX
// spin iterations, some 10 to 20 microseconds: loops of one step follow each other faster than threads wake
#define SPINS 4000

typedef struct threads_loop {
    _Atomic(ab_range_fn *) body;
    _Atomic(void *) arg;
    _Atomic int64_t n;
    _Atomic uint32_t parts;
} threads_loop;

typedef struct ab_pool {
    threads_loop loop;
    char apart_1[64];        // variables that many threads write have cache lines of their own
    _Atomic uint64_t ticket; // loop number << 32 | next part
    char apart_2[64];
    _Atomic uint32_t done; // parts of the loop that are finished
    char apart_3[64];
    pthread_mutex_t lock; // protects everything below
    pthread_cond_t work, finished;
    _Atomic int sleeping; // number of workers that wait for work
    _Atomic bool waiting; // the caller waits for the last part
    bool stop;
    int workers;
    pthread_t thread[MAX_THREADS];
} ab_pool;

static int core_count(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 && cores < MAX_THREADS ? (int)cores : 1;
}

int ab_threads_choose(int asked) {
    const int wanted = asked > 0 ? asked : core_count();
    const int max = MAX_PER_CORE * core_count() < MAX_THREADS ? MAX_PER_CORE * core_count() : MAX_THREADS;
    return wanted < max ? wanted : max;
}

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    sched_yield();
#endif
}

static void run_part(const threads_loop *l, uint32_t part) {
    const int64_t n = atomic_load_explicit(&l->n, memory_order_relaxed);
    const int64_t parts = atomic_load_explicit(&l->parts, memory_order_relaxed);
    ab_range_fn *const body = atomic_load_explicit(&l->body, memory_order_relaxed);
    body(atomic_load_explicit(&l->arg, memory_order_relaxed), n / parts * part + n % parts * part / parts,
         n / parts * (part + 1) + n % parts * (part + 1) / parts);
}

// Takes and runs one part; false if there is none.
static bool take_part(ab_pool *pool) {
    uint64_t ticket = atomic_load_explicit(&pool->ticket, memory_order_acquire);
    uint32_t parts = 0;
    do {
        parts = atomic_load_explicit(&pool->loop.parts, memory_order_relaxed);
        if ((uint32_t)ticket >= parts) return false;
    } while (!atomic_compare_exchange_weak_explicit(&pool->ticket, &ticket, ticket + 1, memory_order_acq_rel,
                                                    memory_order_acquire));
    run_part(&pool->loop, (uint32_t)ticket); // the loop cannot change before this part is done
    if (atomic_fetch_add(&pool->done, 1) + 1 == parts && atomic_load(&pool->waiting)) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->finished);
        pthread_mutex_unlock(&pool->lock);
    }
    return true;
}

static bool has_work(ab_pool *pool) {
    const uint64_t ticket = atomic_load(&pool->ticket);
    return (uint32_t)ticket < atomic_load(&pool->loop.parts);
}

static void sleep_until_work(ab_pool *pool) {
    for (int i = 0; i < SPINS; i++) {
        if (has_work(pool)) return;
        pause_briefly();
    }
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->sleeping, 1);
    while (!has_work(pool) && !pool->stop) pthread_cond_wait(&pool->work, &pool->lock);
    atomic_fetch_sub(&pool->sleeping, 1);
    pthread_mutex_unlock(&pool->lock);
}

static bool stopped(ab_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    const bool stop = pool->stop;
    pthread_mutex_unlock(&pool->lock);
    return stop;
}

static void *work(void *arg) {
    ab_pool *pool = arg;
    do {
        while (take_part(pool)) {}
        sleep_until_work(pool);
    } while (!stopped(pool));
    return NULL;
}

static void describe_loop(ab_pool *pool, ab_range_fn *body, void *arg, int64_t n, uint32_t parts) {
    const uint64_t number = (atomic_load_explicit(&pool->ticket, memory_order_relaxed) >> 32) + 1;
    atomic_store(&pool->ticket, number << 32 | CLOSED);
    atomic_store_explicit(&pool->loop.body, body, memory_order_relaxed);
    atomic_store_explicit(&pool->loop.arg, arg, memory_order_relaxed);
    atomic_store_explicit(&pool->loop.n, n, memory_order_relaxed);
    atomic_store_explicit(&pool->loop.parts, parts, memory_order_relaxed);
    atomic_store_explicit(&pool->done, 0, memory_order_relaxed);
    atomic_store(&pool->ticket, number << 32);
}

static void wait_for_the_rest(ab_pool *pool, uint32_t parts) {
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&pool->done, memory_order_acquire) == parts) return;
        pause_briefly();
    }
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->waiting, true);
    while (atomic_load(&pool->done) != parts) pthread_cond_wait(&pool->finished, &pool->lock);
    atomic_store(&pool->waiting, false);
    pthread_mutex_unlock(&pool->lock);
}

static void run_loop(ab_pool *pool, int64_t n, int64_t parts, ab_range_fn *body, void *arg) {
    describe_loop(pool, body, arg, n, (uint32_t)parts);
    if (atomic_load(&pool->sleeping) > 0) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->work);
        pthread_mutex_unlock(&pool->lock);
    }
    while (take_part(pool)) {}
    wait_for_the_rest(pool, (uint32_t)parts);
}

// Divides a loop into at most `per_thread` parts per thread; without a pool it runs as one part.
static void share(const ab_ctx *cx, int64_t n, int64_t useful, int64_t per_thread, ab_range_fn *body, void *arg) {
    const int64_t max = per_thread * cx->threads;
    if (useful > 1 && cx->pool)
        run_loop(cx->pool, n, useful < max ? useful : max, body, arg);
    else if (n > 0)
        body(arg, 0, n);
}

void ab_parallel_for(const ab_ctx *cx, int64_t n, int64_t grain, ab_range_fn *body, void *arg) {
    share(cx, n, grain > 0 ? n / grain : n, PARTS_PER_THREAD, body, arg);
}

void ab_parallel_uneven(const ab_ctx *cx, int64_t n, ab_range_fn *body, void *arg) {
    share(cx, n, n, UNEVEN_PARTS_PER_THREAD, body, arg);
}

abut_status ab_pool_start(ab_ctx *cx) {
    if (cx->threads <= 1) return ABUT_OK;
    AB_TRY(AB_ALLOC(cx, &cx->pool, 1));
    ab_pool *pool = cx->pool;
    atomic_store(&pool->ticket, CLOSED);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->finished, NULL);
    while (pool->workers < cx->threads - 1 && pthread_create(&pool->thread[pool->workers], NULL, work, pool) == 0)
        pool->workers++;
    return ABUT_OK;
}

void ab_pool_stop(ab_ctx *cx) {
    ab_pool *pool = cx->pool;
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->workers; i++) pthread_join(pool->thread[i], NULL);
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    ab_free(cx, pool);
    cx->pool = NULL;
}
