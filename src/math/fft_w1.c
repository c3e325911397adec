// Fourier transforms with 16-byte registers.
#include "math/fft.h"

extern const ab_fft_kernel ab_fft_kernel_16;
#define LANES         2
#define AB_FFT_KERNEL ab_fft_kernel_16
#include "math/fft_lanes.h"
