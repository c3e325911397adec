// Shows that the thread sanitizer sees a race between OpenMP threads, and (without RACE) that it knows the barriers and
// reductions of OpenMP and stays quiet about them.
#include <stdio.h>

int main(void) {
    enum { N = 64 };
    long row[N] = {0};
    long sum = 0;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++) row[i] = i;
#ifdef RACE
#pragma omp parallel for num_threads(4)
#else
#pragma omp parallel for num_threads(4) reduction(+ : sum)
#endif
    for (int i = 0; i < N; i++) sum += row[N - 1 - i];
    printf("%ld\n", sum);
    return 0;
}
