// Free surface in a region, as in a rotating drum: highest centre of a body in each vertical column, and inclination
// atan(sqrt(a^2 + b^2)) of the plane  z = a x + b y + c  fitted to them.
#include "observe/probe.h"

#include "math/whole.h"

enum { SIDE = 12 };

static int column_of(double at, double low, double high) {
    return (int)ab_whole(floor((at - low) / (high - low) * SIDE), 0, SIDE - 1);
}

// Highest body of every column: its two horizontal coordinates and its height.
static void find_tops(const ab_probe *p, const ab_world *w, ab_upward up, v3 top[SIDE * SIDE]) {
    const ab_region *r = &p->region;
    for (int k = 0; k < SIDE * SIDE; k++) top[k] = v3_make(0, 0, -INFINITY);
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!ab_probe_holds(p, w, i)) continue;
        const v3 x = w->state.body.x[i];
        const v3 at = {v3_at(x, up.u), v3_at(x, up.v), up.sign * v3_at(x, up.axis)};
        v3 *t = &top[SIDE * column_of(at.y, v3_at(r->low, up.v), v3_at(r->high, up.v)) +
                     column_of(at.x, v3_at(r->low, up.u), v3_at(r->high, up.u))];
        if (at.z > t->z) *t = at;
    }
}

// Least squares about the mean; a direction without spread has slope 0.
static void fit(const v3 *top, double *value) {
    double n = 0, xx = 0, xy = 0, yy = 0, xz = 0, yz = 0;
    v3 mean = v3_zero();
    for (int k = 0; k < SIDE * SIDE; k++)
        if (!isinf(top[k].z)) n += 1, mean = v3_add(mean, top[k]);
    if (n == 0) return;
    mean = v3_scale(1 / n, mean);
    for (int k = 0; k < SIDE * SIDE; k++) {
        if (isinf(top[k].z)) continue;
        const v3 d = v3_sub(top[k], mean);
        xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y, xz += d.x * d.z, yz += d.y * d.z;
    }
    const double det = xx * yy - xy * xy;
    const bool flat = det > 1e-12 * xx * yy;
    const double a = flat ? (xz * yy - yz * xy) / det : xx > yy ? xz / xx : 0;
    const double b = flat ? (yz * xx - xz * xy) / det : yy > xx ? yz / yy : 0;
    value[0] = atan(sqrt(a * a + b * b));
    value[1] = atan2(-b, -a);
    value[2] = mean.z;
}

static void read(const ab_probe *p, const ab_world *w, double *value) {
    v3 top[SIDE * SIDE];
    value[0] = value[1] = value[2] = 0;
    find_tops(p, w, ab_probe_up(w), top);
    fit(top, value);
}

const ab_probe_type ab_probe_type_surface = {
    .name = "surface",
    .help = "angle of the free surface in the region, the direction in which it falls, and its mean height",
    .looks_at = AB_PROBE_MANY,
    .needs_region = true,
    .columns = 3,
    .column = {".angle [rad]", ".direction [rad]", ".height [m]"},
    .read = read,
};
