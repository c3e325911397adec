// The kernel of solids in contact and its tables.
#include "elastic/kernel.h"
#include "math/elementary.h"

#include <math.h>

#define AB_KERNEL(name) extern const ab_kernel_type ab_kernel_##name;
#include "elastic/kernels.def"
#undef AB_KERNEL

const ab_kernel_type *const ab_kernel_types[] = {
#define AB_KERNEL(name) &ab_kernel_##name,
#include "elastic/kernels.def"
#undef AB_KERNEL
};
const int ab_kernel_type_count = sizeof ab_kernel_types / sizeof ab_kernel_types[0];

static abut_status check_solid(ab_ctx *cx, const ab_elastic_solid *s) {
    if (!(s->young > 0 && isfinite(s->young)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "Young's modulus must be positive and finite");
    if (!(s->poisson > -1 && s->poisson <= 0.5))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "Poisson's ratio must be above -1 and at most 0.5");
    if (s->thickness > 0 && s->poisson == 0.5)
        return ab_fail(cx, ABUT_ERR_ARGUMENT,
                       "Poisson's ratio of a layer must be below 0.5: a layer that keeps its volume cannot be "
                       "compressed; use 0.499 for rubber");
    if (!(s->thickness >= 0 && isfinite(s->thickness)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "the thickness of a layer must be positive and finite");
    return ABUT_OK;
}

static const ab_kernel_type *type_for(bool periodic, bool layer) {
    for (int i = 0; i < ab_kernel_type_count; i++)
        if (ab_kernel_types[i]->periodic == periodic && ab_kernel_types[i]->layer == layer) return ab_kernel_types[i];
    return NULL;
}

abut_status ab_kernel_set(ab_ctx *cx, const ab_grid *grid, const ab_elastic_solid *solid, int count, double penalty,
                          ab_kernel *kernel) {
    *kernel = (ab_kernel){.grid = *grid, .count = count, .penalty = penalty};
    if (count < 1 || count > AB_SOLIDS_MAX)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "there must be one or two elastic solids");
    if (!(penalty > 0)) return ab_fail(cx, ABUT_ERR_ARGUMENT, "the penalty stiffness must be positive");
    for (int i = 0; i < count; i++) {
        AB_TRY(check_solid(cx, &solid[i]));
        kernel->solid[i] = solid[i];
        kernel->type[i] = type_for(grid->periodic, solid[i].thickness > 0);
        if (!kernel->type[i])
            return ab_fail(cx, ABUT_ERR_ARGUMENT,
                           "a layer of finite thickness needs a periodic grid: make the grid periodic, or leave out "
                           "the thickness");
    }
    return ABUT_OK;
}

double ab_kernel_modulus(const ab_kernel *kernel) {
    double compliance = 0;
    for (int i = 0; i < kernel->count; i++) compliance += ab_solid_compliance(&kernel->solid[i]);
    return 1 / compliance;
}

static double padded(const ab_kernel *k) { return k->grid.periodic ? 1 : 2; }

static double wave_number(const ab_kernel *k, int64_t kx, int64_t ky) {
    const double x = 2 * AB_PI * (double)kx / (padded(k) * (double)k->grid.nx * k->grid.dx),
                 y = 2 * AB_PI * (double)ky / (padded(k) * (double)k->grid.ny * k->grid.dy);
    return sqrt(x * x + y * y);
}

double ab_kernel_min_q(const ab_kernel *kernel) { return fmin(wave_number(kernel, 1, 0), wave_number(kernel, 0, 1)); }

double ab_kernel_uniform(const ab_kernel *kernel) {
    double sum = 0;
    for (int i = 0; i < kernel->count; i++) sum += kernel->type[i]->uniform(&kernel->solid[i]);
    return sum;
}

static double wave(const ab_kernel *k, double q) {
    double sum = 0;
    for (int i = 0; i < k->count; i++) sum += k->type[i]->wave(&k->solid[i], q);
    return sum;
}

static double transform_at(const void *arg, int64_t kx, int64_t ky) {
    const ab_kernel *k = arg;
    return (kx == 0 && ky == 0 ? ab_kernel_uniform(k) : wave(k, wave_number(k, kx, ky))) + 1 / k->penalty;
}

static double cell_at(const void *arg, int64_t i, int64_t j) {
    const ab_kernel *k = arg;
    double sum = i == 0 && j == 0 ? 1 / k->penalty : 0;
    for (int s = 0; s < k->count; s++) sum += k->type[s]->cell(&k->solid[s], &k->grid, i, j);
    return sum;
}

abut_status ab_kernel_make_table(const ab_kernel *kernel, ab_convolver *convolver, double *table) {
    if (kernel->type[0]->cell) return ab_kernel_table_transform(convolver, cell_at, kernel, table);
    ab_kernel_table_fill(convolver, transform_at, kernel, table);
    return ABUT_OK;
}

// Where the kernel says nothing of a uniform pressure, the transform of a wave twice as long as the longest.
static double inverse_at(const void *arg, int64_t kx, int64_t ky) {
    const ab_kernel *k = arg;
    const double uniform = ab_kernel_uniform(k), q = wave_number(k, kx, ky);
    const double value = q > 0 ? wave(k, q) : uniform > 0 ? uniform : 2 * wave(k, ab_kernel_min_q(k));
    return 1 / (value + 1 / k->penalty);
}

void ab_kernel_make_inverse(const ab_kernel *kernel, ab_convolver *convolver, double *table) {
    ab_kernel_table_fill(convolver, inverse_at, kernel, table);
}
