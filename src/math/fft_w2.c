// Fourier transforms with 32-byte registers.
#include "math/fft.h"

extern const ab_fft_kernel ab_fft_kernel_32;
#ifdef __AVX2__
#define LANES         4
#define AB_FFT_KERNEL ab_fft_kernel_32
#include "math/fft_lanes.h"
#else
const ab_fft_kernel ab_fft_kernel_32 = {0};
#endif
