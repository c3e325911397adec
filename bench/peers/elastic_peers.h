// Other transforms on the same convolution: forward, times a kernel, back.
#ifndef ABUT_BENCH_ELASTIC_PEERS_H
#define ABUT_BENCH_ELASTIC_PEERS_H

#include <stdbool.h>
#include <stdint.h>

// Least CPU time of a periodic convolution of n x n doubles on one thread, s. False, with the reason in text[200].
bool fftw_convolution(int64_t n, double *seconds, char *text);  // FFTW, planned by FFTW_MEASURE
bool numpy_convolution(int64_t n, double *seconds, char *text); // numpy.fft.rfft2 and irfft2

#endif
