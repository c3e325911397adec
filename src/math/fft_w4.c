// Fourier transforms with 64-byte registers.
#include "math/fft.h"

extern const ab_fft_kernel ab_fft_kernel_64;
#ifdef __AVX512F__
#define LANES         8
#define AB_FFT_KERNEL ab_fft_kernel_64
#include "math/fft_lanes.h"
#else
const ab_fft_kernel ab_fft_kernel_64 = {0};
#endif
