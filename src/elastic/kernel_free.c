// Half-space loaded on the grid alone: displacement at the distance (x, y) of one cell of dx x dy under a uniform
// pressure of 1 [love1929; johnson1985, section 3.6], with x+- = x +- dx/2, y+- = y +- dy/2, r++ = hypot(x+, y+) ...:
//   pi E* u = x+ ln((y+ + r++)/(y- + r+-)) + y+ ln((x+ + r++)/(x- + r-+))
//           + x- ln((y- + r--)/(y+ + r-+)) + y- ln((x- + r--)/(x+ + r+-))
// The terms cancel far away. There the integral of 1/r over the cell is its Taylor series in dx and dy to the fourth
// order, whose error at FAR cells is below 4e-13.
#include "elastic/kernel.h"
#include "math/elementary.h"

#include <math.h>

#define FAR 64

static double near(double x, double y, double dx, double dy) {
    const double xp = x + 0.5 * dx, xm = x - 0.5 * dx, yp = y + 0.5 * dy, ym = y - 0.5 * dy;
    const double rpp = sqrt(xp * xp + yp * yp), rpm = sqrt(xp * xp + ym * ym), rmp = sqrt(xm * xm + yp * yp),
                 rmm = sqrt(xm * xm + ym * ym);
    return xp * ab_ln((yp + rpp) / (ym + rpm)) + yp * ab_ln((xp + rpp) / (xm + rmp)) +
           xm * ab_ln((ym + rmm) / (yp + rmp)) + ym * ab_ln((xm + rmm) / (xp + rpm));
}

// dx dy (f + (dx^2 f_xx + dy^2 f_yy)/24 + (dx^4 f_xxxx + dy^4 f_yyyy)/1920 + dx^2 dy^2 f_xxyy/576), f = 1/r
static double far(double x, double y, double dx, double dy) {
    const double r2 = x * x + y * y, r = sqrt(r2), cx = x * x / r2, cy = y * y / r2, ex = dx * dx / r2,
                 ey = dy * dy / r2;
    const double second = ex * (3 * cx - 1) + ey * (3 * cy - 1);
    const double fourth = ex * ex * (105 * cx * cx - 90 * cx + 9) + ey * ey * (105 * cy * cy - 90 * cy + 9);
    const double mixed = ex * ey * (105 * cx * cy - 12);
    return dx * dy / r * (1 + second / 24 + fourth / 1920 + mixed / 576);
}

static double cell(const ab_elastic_solid *solid, const ab_grid *grid, int64_t i, int64_t j) {
    const double dx = grid->dx, dy = grid->dy, x = (double)i * dx, y = (double)j * dy, wide = dx > dy ? dx : dy;
    const bool is_near = x * x + y * y < FAR * FAR * wide * wide;
    return (is_near ? near(x, y, dx, dy) : far(x, y, dx, dy)) * ab_solid_compliance(solid) / AB_PI;
}

static double wave(const ab_elastic_solid *solid, double q) { return 2 * ab_solid_compliance(solid) / q; }

static double uniform(const ab_elastic_solid *solid) {
    (void)solid;
    return 0;
}

const ab_kernel_type ab_kernel_free = {
    .name = "free",
    .help = "Half-space that is loaded on the grid alone: Love's solution for each cell.",
    .wave = wave,
    .uniform = uniform,
    .cell = cell,
};
