// Effort from a table with linear interpolation, constant beyond its ends, as a function of one of
//     the coordinate s
//       stored energy is -integral of effort ds from the first point: conservative for any table
//     the speed s'       effort against the motion is dissipated as damping, effort along it is work
//     the time t         a load; its power is work
// A constant damping c is added.
#include "joint/force.h"

const char *const ab_table_names[AB_TABLE_ARGUMENTS] = {"coordinate", "speed", "time"};

// Index of the segment that contains x: 0 = before the first point, n = after the last.
static int64_t segment_of(const ab_force *f, double x) {
    int64_t low = 0, high = f->points;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (f->knot[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double value_at(const ab_force *f, double x) {
    const int64_t k = segment_of(f, x);
    if (k == 0) return f->value[0];
    if (k == f->points) return f->value[k - 1];
    const double share = (x - f->knot[k - 1]) / (f->knot[k] - f->knot[k - 1]);
    return f->value[k - 1] + share * (f->value[k] - f->value[k - 1]);
}

// Integral of the table from its first point to x; the trapezoidal rule is exact between points.
static double integral_to(const ab_force *f, double x) {
    const int64_t k = segment_of(f, x);
    if (k == 0) return f->value[0] * (x - f->knot[0]);
    double sum = 0.5 * (f->value[k - 1] + value_at(f, x)) * (x - f->knot[k - 1]);
    for (int64_t i = 1; i < k; i++) sum += 0.5 * (f->value[i - 1] + f->value[i]) * (f->knot[i] - f->knot[i - 1]);
    return sum;
}

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    const double given = value_at(f, f->argument == AB_TABLE_COORDINATE ? s : f->argument == AB_TABLE_SPEED ? rate : t);
    e->effort = given - f->damping * rate;
    e->damping = f->damping * rate;
    if (f->argument == AB_TABLE_COORDINATE)
        e->stored = -integral_to(f, s);
    else if (f->argument == AB_TABLE_SPEED && given * rate < 0)
        e->damping -= given;
    else
        e->work = given;
}

static const char *check(const ab_force *f) {
    if (f->points < 2) return "a table needs at least two points";
    for (int64_t i = 1; i < f->points; i++)
        if (!(f->knot[i] > f->knot[i - 1])) return "the points of a table must ascend";
    if (!(f->damping >= 0)) return "damping must not be negative";
    return NULL;
}

const ab_force_type ab_force_table = {
    .name = "table",
    .help = "a force by a table over length, speed or time, with straight lines between its points",
    .act = act,
    .check = check,
};
