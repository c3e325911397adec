// Elementary functions whose bits matter: surfaces and kernels of elastic bodies depend on them, and a C library has
// variants of its own for different processors. Only + - * / and operations that are exact: the same bits everywhere.
#ifndef AB_MATH_ELEMENTARY_H
#define AB_MATH_ELEMENTARY_H

#include <stdint.h>

#define AB_PI 3.14159265358979323846

double ab_ln(double x);            // x > 0 and finite; relative error below 5e-16
double ab_exp(double x);           // relative error below 5e-16; 0 below -746, infinity above 710
double ab_pow(double x, double y); // x > 0; relative error below 5e-16 (1 + 2 |y log x|)

// Point of the unit circle.
typedef struct ab_phase {
    double cosine, sine;
} ab_phase;
ab_phase ab_phase_of(double turns);              // exp(2 pi i turns), |turns| < 2^50; error below 2e-16
ab_phase ab_root_of_unity(int64_t k, int64_t n); // exp(2 pi i k/n), 0 <= k < n < 2^50; error below 1.2e-16

#endif
