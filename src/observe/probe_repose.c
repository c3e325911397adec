// Angle of repose of a heap about the upward axis through `at`: highest centre of a body with contacts in each ring
// about the axis (falling bodies do not count), and a line fitted to them, without top and foot, with slope
// -tan(angle). The radius R of the heap follows from the mean of r^2, which is 0.3 R^2 in a cone.
#include "observe/probe.h"

#include "math/whole.h"

enum { RINGS = 12, FIRST = 2, LAST = 10 }; // the line is fitted to the rings [FIRST, LAST)

static double across2(const ab_probe *p, ab_upward up, v3 x) {
    const v3 to = v3_sub(x, p->at);
    return v3_at(to, up.u) * v3_at(to, up.u) + v3_at(to, up.v) * v3_at(to, up.v);
}

static double foot_of(const ab_probe *p, const ab_world *w, ab_upward up) {
    double bodies = 0, sum = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) {
        if (!ab_probe_holds(p, w, i)) continue;
        bodies += 1;
        sum += across2(p, up, w->state.body.x[i]);
    }
    return bodies > 0 ? sqrt(sum / bodies / 0.3) : 0;
}

static void raise_top(const ab_probe *p, const ab_world *w, ab_upward up, double radius, int64_t row, double *top) {
    if (!ab_probe_holds(p, w, row)) return;
    const int ring = (int)ab_whole(sqrt(across2(p, up, w->state.body.x[row])) / radius * RINGS, 0, RINGS);
    const double height = up.sign * (v3_at(w->state.body.x[row], up.axis) - v3_at(p->at, up.axis));
    if (ring < RINGS) top[ring] = ab_greater(top[ring], height);
}

static void find_tops(const ab_probe *p, const ab_world *w, ab_upward up, double radius, double *top) {
    const ab_contacts *c = &w->state.contacts;
    for (int k = 0; k < RINGS; k++) top[k] = -INFINITY;
    for (int64_t i = 0; i < c->n; i = ab_pair_end(c, i)) {
        raise_top(p, w, up, radius, ab_owner(w, c->a[i]), top);
        raise_top(p, w, up, radius, ab_owner(w, c->b[i]), top);
    }
}

static double slope_of(const double *top, double width) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int k = FIRST; k < LAST; k++) {
        if (isinf(top[k])) continue;
        const double r = (k + 0.5) * width;
        n += 1, x += r, y += top[k], xx += r * r, xy += r * top[k];
    }
    const double spread = n * xx - x * x;
    return spread > 0 ? (n * xy - x * y) / spread : 0;
}

static void read(const ab_probe *p, const ab_world *w, double *value) {
    double top[RINGS];
    const ab_upward up = ab_probe_up(w);
    const double radius = foot_of(p, w, up);
    value[0] = value[1] = 0;
    value[2] = radius;
    if (!(radius > 0)) return;
    find_tops(p, w, up, radius, top);
    value[0] = atan(-slope_of(top, radius / RINGS));
    for (int k = 0; k < RINGS; k++) value[1] = ab_greater(value[1], top[k]);
}

const ab_probe_type ab_probe_type_repose = {
    .name = "repose",
    .help = "angle of a heap's side about an axis upwards through `at`, its height over that point, and its "
            "radius",
    .looks_at = AB_PROBE_MANY,
    .columns = 3,
    .column = {".angle [rad]", ".height [m]", ".radius [m]"},
    .read = read,
};
