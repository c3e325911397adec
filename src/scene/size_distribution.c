// Size distributions, defined by the fraction F(d) smaller than d; quantiles are found by bisection.
//   uniform     F = (d - min)/(max - min)
//   normal      F = Phi((d - mean)/deviation)              truncated at min and max
//   lognormal   F = Phi(ln(d/median)/deviation)            truncated at min and max
//   sieve       F = mass fraction, linear in ln d between the sieves
#include "scene/size_distribution.h"

#include <math.h>

static double phi(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

typedef struct size_distribution_span {
    double low, high; // m
} size_distribution_span;

// Bounds that are not given are two deviations from the middle.
static size_distribution_span span_of_normal(const ab_normal_spec *n, bool logarithm) {
    const double reach = 2 * n->deviation;
    return (size_distribution_span){n->min > 0  ? n->min
                                    : logarithm ? n->middle * exp(-reach)
                                                : n->middle - reach,
                                    n->max > 0  ? n->max
                                    : logarithm ? n->middle * exp(reach)
                                                : n->middle + reach};
}

static size_distribution_span span_of(const ab_choice *size) {
    const ab_range_spec *range = size->value;
    const ab_sieve_spec *sieve = size->value;
    if (size->which == AB_SIZE_UNIFORM) return (size_distribution_span){range->min, range->max};
    if (size->which != AB_SIZE_SIEVE) return span_of_normal(size->value, size->which == AB_SIZE_LOGNORMAL);
    const double *d = sieve->sizes.item;
    return (size_distribution_span){d[0], d[sieve->sizes.n - 1]};
}

static double passing(const ab_sieve_spec *s, double d) {
    const double *size = s->sizes.item, *share = s->passing.item;
    int64_t i = 1;
    while (i < s->sizes.n - 1 && size[i] < d) i++;
    return share[i - 1] + (share[i] - share[i - 1]) * log(d / size[i - 1]) / log(size[i] / size[i - 1]);
}

static double smaller(const ab_choice *size, double d) {
    const ab_normal_spec *n = size->value;
    if (size->which == AB_SIZE_NORMAL) return phi((d - n->middle) / n->deviation);
    if (size->which == AB_SIZE_LOGNORMAL) return phi(log(d / n->middle) / n->deviation);
    if (size->which == AB_SIZE_SIEVE) return passing(size->value, d);
    return d; // uniform: F up to a linear map, which does not change quantiles
}

double ab_size_quantile(const ab_choice *size, double u) {
    if (size->which == AB_SIZE_CONSTANT) return ((const ab_constant_spec *)size->value)->diameter;
    size_distribution_span in = span_of(size);
    const double first = smaller(size, in.low), wanted = first + u * (smaller(size, in.high) - first);
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (in.low + in.high);
        if (smaller(size, middle) < wanted)
            in.low = middle;
        else
            in.high = middle;
    }
    return 0.5 * (in.low + in.high);
}

double ab_size_mean_volume(const ab_choice *size, double diameter) {
    return size->which == AB_SIZE_SIEVE ? 1 / (diameter * diameter * diameter) : 1;
}

// ------------------------------------------------------------------------------------------------------- errors

static bool ascends(const ab_list *list, bool strictly) {
    const double *value = list->item;
    for (int64_t i = 1; i < list->n; i++)
        if (strictly ? !(value[i] > value[i - 1]) : !(value[i] >= value[i - 1])) return false;
    return true;
}

static void check_sieve(ab_loader *l, const ab_sieve_spec *s) {
    const double *share = s->passing.item;
    const ab_place place = s->head.node->place;
    if (s->sizes.n < 2 || s->sizes.n != s->passing.n)
        ab_diagnose(l, AB_E020, place,
                    "a sieve curve needs two sieves or more and a share for each, but here are %lld and %lld",
                    (long long)s->sizes.n, (long long)s->passing.n);
    else if (!ascends(&s->sizes, true) || !ascends(&s->passing, false) || share[0] != 0 || share[s->passing.n - 1] != 1)
        ab_diagnose(l, AB_E039, place, "the sieves must ascend, and the shares that pass them from 0 to 1");
}

void ab_check_size(ab_loader *l, const ab_choice *size) {
    if (size->which < 0 || size->which == AB_SIZE_CONSTANT) return;
    if (size->which == AB_SIZE_SIEVE) {
        check_sieve(l, size->value);
        return;
    }
    const size_distribution_span in = span_of(size);
    if (in.low > 0 && in.low <= in.high) return;
    char low[AB_NUM_MAX], high[AB_NUM_MAX];
    ab_brief(low, in.low);
    ab_brief(high, in.high);
    ab_diagnose(l, AB_E039, size->head.node->place, "sizes from %s m to %s m are none; give 'min' and 'max'", low,
                high);
}
