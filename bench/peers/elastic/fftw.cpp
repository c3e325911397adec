// fftw N: a periodic convolution of N x N doubles by FFTW on one thread, planned by FFTW_MEASURE. Prints the least CPU time
// of ten, s.
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <fftw3.h>

static double cpu_seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 0;
    if (n < 1) return 2;
    const std::size_t cells = (std::size_t)n * n, waves = (std::size_t)n * (n / 2 + 1);
    double *in = fftw_alloc_real(cells), *table = fftw_alloc_real(waves);
    fftw_complex *spectrum = fftw_alloc_complex(waves);
    if (!in || !table || !spectrum) return 1;
    const fftw_plan forward = fftw_plan_dft_r2c_2d(n, n, in, spectrum, FFTW_MEASURE);
    const fftw_plan back = fftw_plan_dft_c2r_2d(n, n, spectrum, in, FFTW_MEASURE);
    for (std::size_t i = 0; i < cells; i++) in[i] = (double)(i % 977) / 977;
    for (std::size_t i = 0; i < waves; i++) table[i] = 1 / (double)cells;
    double least = 1e9;
    for (int k = 0; k < 10; k++) {
        const double start = cpu_seconds();
        fftw_execute(forward);
        for (std::size_t i = 0; i < waves; i++) {
            spectrum[i][0] *= table[i];
            spectrum[i][1] *= table[i];
        }
        fftw_execute(back);
        const double took = cpu_seconds() - start;
        if (took < least) least = took;
    }
    std::printf("%.9f\n", least);
    return in[cells / 2] < 2 ? 0 : 1;
}
