// Effort from a table with linear interpolation, constant beyond its ends, as a function of one of
//     the coordinate s
//       stored energy is -integral of effort ds from the first point: conservative for any table
//     the speed s'       effort against the motion is dissipated as damping, effort along it is work
//     the time t         a load; its power is work
// A constant damping c is added.
#include "joint/force.h"

enum { DAMPING, COORDINATES, SPEEDS, TIMES, EFFORTS };
static const ab_parameter LINEAR[] = {
    [DAMPING] = {"damping", "N s/m", "Damping.", AB_NOT_NEGATIVE},
    [COORDINATES] = {"at_lengths", "m", "Points over the length it acts on, ascending.", AB_ANY, .count = AB_ANY_COUNT},
    [SPEEDS] = {"at_speeds", "m/s", "Points over the speed, ascending.", AB_ANY, .count = AB_ANY_COUNT},
    [TIMES] = {"at_times", "s", "Points over the time, ascending.", AB_ANY, .count = AB_ANY_COUNT},
    [EFFORTS] = {"values", "N", "Force at each point, positive pushes apart; straight lines between, constant beyond.",
                 AB_ANY, .count = AB_ANY_COUNT},
};
static const ab_parameter ANGULAR[] = {
    [DAMPING] = {"damping", "N m s/rad", "Damping.", AB_NOT_NEGATIVE},
    [COORDINATES] = {"at_angles", "rad", "Points over the angle, ascending.", AB_ANY, .count = AB_ANY_COUNT},
    [SPEEDS] = {"at_speeds", "rad/s", "Points over the speed, ascending.", AB_ANY, .count = AB_ANY_COUNT},
    [TIMES] = {"at_times", "s", "Points over the time, ascending.", AB_ANY, .count = AB_ANY_COUNT},
    [EFFORTS] = {"values", "N m", "Torque at each point; straight lines between, constant beyond.", AB_ANY,
                 .count = AB_ANY_COUNT},
};

// The list that is given of the three kinds of points.
static int argument_of(const ab_force *f) {
    return f->list[SPEEDS].n > 0 ? SPEEDS : f->list[TIMES].n > 0 ? TIMES : COORDINATES;
}

// Index of the segment that contains x: 0 = before the first point, n = after the last.
static int64_t segment_of(const ab_numbers *knot, double x) {
    int64_t low = 0, high = knot->n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (knot->item[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double value_at(const ab_numbers *points, const double *value, double x) {
    const double *knot = points->item;
    const int64_t k = segment_of(points, x);
    if (k == 0) return value[0];
    if (k == points->n) return value[k - 1];
    const double share = (x - knot[k - 1]) / (knot[k] - knot[k - 1]);
    return value[k - 1] + share * (value[k] - value[k - 1]);
}

// Integral of the table from its first point to x; the trapezoidal rule is exact between points.
static double integral_to(const ab_numbers *points, const double *value, double x) {
    const double *knot = points->item;
    const int64_t k = segment_of(points, x);
    if (k == 0) return value[0] * (x - knot[0]);
    double sum = 0.5 * (value[k - 1] + value_at(points, value, x)) * (x - knot[k - 1]);
    for (int64_t i = 1; i < k; i++) sum += 0.5 * (value[i - 1] + value[i]) * (knot[i] - knot[i - 1]);
    return sum;
}

static void act(const ab_force *f, double s, double rate, double t, ab_effort *e) {
    const int argument = argument_of(f);
    const ab_numbers *points = &f->list[argument];
    const double *value = f->list[EFFORTS].item;
    const double given = value_at(points, value, argument == COORDINATES ? s : argument == SPEEDS ? rate : t);
    e->effort = given - f->value[DAMPING] * rate;
    e->damping = f->value[DAMPING] * rate;
    if (argument == COORDINATES)
        e->stored = -integral_to(points, value, s);
    else if (argument == SPEEDS && given * rate < 0)
        e->damping -= given;
    else
        e->work = given;
}

static const char *prepare(ab_force *f, double s) {
    (void)s;
    const ab_numbers *points = &f->list[argument_of(f)];
    const int given = (f->list[COORDINATES].n > 0) + (f->list[SPEEDS].n > 0) + (f->list[TIMES].n > 0);
    if (given != 1 || points->n != f->list[EFFORTS].n)
        return "a table needs points of a length or angle, a speed or a time, of one kind, and a value for each";
    if (points->n < 2) return "a table needs at least two points";
    for (int64_t i = 1; i < points->n; i++)
        if (!(points->item[i] > points->item[i - 1])) return "the points of a table must ascend";
    return NULL;
}

static double max_rate(const ab_force *f, double s, double travel, double inverse_mass) {
    ab_effort e = {0};
    act(f, s, 0, 0, &e);
    double largest = fabs(e.effort);
    for (int64_t i = 0; i < f->list[EFFORTS].n; i++) largest = fmax(largest, fabs(f->list[EFFORTS].item[i]));
    return ab_rate_by_effort(largest, inverse_mass, travel);
}

static ab_force_stiffness stiffness(const ab_force *f) { return (ab_force_stiffness){.damping = f->value[DAMPING]}; }

const ab_force_type ab_force_table = {
    .name = "table",
    .help = "a force by a table over length, speed or time, with straight lines between its points",
    .linear = AB_PARAMETER_LIST(LINEAR),
    .angular = AB_PARAMETER_LIST(ANGULAR),
    .act = act,
    .prepare = prepare,
    .max_rate = max_rate,
    .stiffness = stiffness,
};
