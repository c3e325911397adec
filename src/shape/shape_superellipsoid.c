// Superellipsoid with semi-axes (a, b, c) and exponents p across z and q along it [barr1981]:
//
//   F(x) = ((|x/a|^p + |y/b|^p)^(q/p) + |z/c|^q)^(1/q) <= 1
//
// F is a norm, two nested ones of Lebesgue, and the support function is the dual norm with 1/p + 1/p' = 1/q + 1/q' = 1:
//
//   h(n) = (s^q' + w^q')^(1/q'),   s = (u^p' + v^p')^(1/p'),   u = a|n_x|, v = b|n_y|, w = c|n_z|
//   x(n) = grad h,   D2 h = (ds h) D2 s + k g g^T     (radii)
//
// Flat where an exponent is above 2 (D2 h is infinite), and without radius of curvature where it is below 2, on the
// great circles across the axes. Mass properties by B(x, y) = Gamma(x) Gamma(y)/Gamma(x + y) [jaklic2000, ch. 2]:
//
//   I(m, k) = int_0^1 t^m (1 - t^q)^(k/q) dt = B((m + 1)/q, k/q + 1)/q
//   V = 2 abc A I(0, 2),   A = 4/p B(1/p, 1/p + 1),   int x^2 = 2 a^3 bc X I(0, 4),   X = 4/p B(3/p, 1/p + 1)
//   int z^2 = 2 abc^3 A I(2, 2)
#include "shape/shape_common.h"

enum { SEMI_AXES, ACROSS, ALONG };
static const ab_parameter PARAMETERS[] = {
    [SEMI_AXES] = {"semi_axes", "m", "Half of its extent along x, y, z.", AB_POSITIVE, .required = true, .count = 3},
    [ACROSS] = {"across", "1", "Exponent p of the sections across z: 2 = ellipses, large = rectangles.", .low = 1.2,
                .high = 20, .required = true},
    [ALONG] = {"along", "1", "Exponent q of the sections along z.", .low = 1.2, .high = 20, .required = true},
};

// ln Gamma(x) by Stirling's series, x > 0; error 1e-14.
static double log_gamma(double x) {
    double before = 1; // Gamma(x) = Gamma(x + k)/before
    while (x < 20) {
        before *= x;
        x += 1;
    }
    const double i = 1 / x, s = i * i;
    const double series = i * (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188))));
    return (x - 0.5) * ab_ln(x) - x + 0.91893853320467274178 + series - ab_ln(before);
}

static double beta(double x, double y) { return ab_exp(log_gamma(x) + log_gamma(y) - log_gamma(x + y)); }

static double slice(double m, double k, double q) { return beta((m + 1) / q, k / q + 1) / q; }

abut_status ab_shape_superellipsoid(ab_ctx *cx, v3 semi_axes, double across, double along, ab_shape *shape) {
    *shape = (ab_shape){0};
    for (int i = 0; i < 3; i++) AB_TRY(ab_shape_size(cx, v3_at(semi_axes, i), "a semi-axis of a superellipsoid"));
    AB_TRY(ab_parameter_check(cx, "superellipsoid", &PARAMETERS[ACROSS], across));
    AB_TRY(ab_parameter_check(cx, "superellipsoid", &PARAMETERS[ALONG], along));
    const v3 h = semi_axes, s = v3_mul(h, h);
    const double box = 2 * h.x * h.y * h.z, p = across, q = along;
    const double area = 4 / p * beta(1 / p, 1 / p + 1), spread = 4 / p * beta(3 / p, 1 / p + 1) * slice(0, 4, q);
    const double volume = box * area * slice(0, 2, q);
    const double xx = box * s.x * spread, yy = box * s.y * spread, zz = box * s.z * area * slice(2, 2, q);
    const double low = ab_lesser(h.x, ab_lesser(h.y, h.z)), high = fmax(h.x, fmax(h.y, h.z));
    // Below 2 the surface is nearest, above 2 farthest, where the coordinates over their semi-axes are equal.
    const double inward = ab_lesser(1, ab_exp(0.69314718055994531 * (0.5 - 1 / p))) *
                          ab_lesser(1, ab_exp(0.69314718055994531 * (0.5 - 1 / q)));
    const double outward = ab_greater(1, ab_exp(0.69314718055994531 * (0.5 - 1 / p))) *
                           ab_greater(1, ab_exp(0.69314718055994531 * (0.5 - 1 / q)));
    *shape = (ab_shape){
        .kind = AB_SHAPE_superellipsoid,
        .half = h,
        .power = {p, q},
        .volume = volume,
        .moments = {yy + zz, xx + zz, xx + yy},
        .radius = ab_lesser(high * outward, v3_norm(h)),
        .equivalent = cbrt(0.75 / AB_PI * volume),
        .inner = low * inward,
        .placed = pose_identity(),
    };
    return ab_shape_complete_solid(cx, shape);
}

static abut_status make(ab_ctx *cx, const double *number, ab_shape *shape) {
    return ab_shape_superellipsoid(cx, v3_make(number[0], number[1], number[2]), number[3], number[4], shape);
}

// ------------------------------------------------------------------------------------------------------- norms

static double power(double x, double y) { return x > 0 ? ab_pow(x, y) : 0; }

// (x^p + y^p)^(1/p) of two numbers that are not negative.
static double norm2_of(double x, double y, double p) {
    const double high = ab_greater(x, y), low = ab_lesser(x, y);
    return high > 0 ? high * ab_pow(1 + power(low / high, p), 1 / p) : 0;
}

static double gauge(const ab_shape *s, v3 x) {
    const double across = norm2_of(fabs(x.x) / s->half.x, fabs(x.y) / s->half.y, s->power[0]);
    return norm2_of(across, fabs(x.z) / s->half.z, s->power[1]);
}

static v3 farthest(v3 half, const double *exponent, v3 n) {
    const double t = 1 / (exponent[0] - 1), r = 1 / (exponent[1] - 1); // p' - 1, q' - 1
    const double u = half.x * fabs(n.x), v = half.y * fabs(n.y), w = half.z * fabs(n.z);
    const double s = norm2_of(u, v, t + 1), h = norm2_of(s, w, r + 1);
    if (!(h > 0)) return v3_zero();
    const double out = power(s / h, r);
    const double x = s > 0 ? out * power(u / s, t) : 0, y = s > 0 ? out * power(v / s, t) : 0, z = power(w / h, r);
    return v3_make(copysign(half.x * x, n.x), copysign(half.y * y, n.y), copysign(half.z * z, n.z));
}

static v3 support(const ab_shape *shape, v3 direction) { return farthest(shape->half, shape->power, direction); }

static ab_box3 bounds(const ab_shape *shape, ab_pose pose) {
    const m3 r = quat_matrix(pose.q);
    return ab_box3_about(pose.x,
                         v3_make(v3_dot(r.row[0], support(shape, r.row[0])), v3_dot(r.row[1], support(shape, r.row[1])),
                                 v3_dot(r.row[2], support(shape, r.row[2]))));
}

static abut_status surface(ab_ctx *cx, const ab_shape *shape, int detail, ab_mesh *mesh) {
    AB_TRY(ab_tessellate_ellipsoid(cx, shape->half, detail, mesh));
    for (int64_t i = 0; i < mesh->nvertex; i++)
        mesh->vertex[i] = v3_scale(1 / gauge(shape, mesh->vertex[i]), mesh->vertex[i]);
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------------- gaps
//   D2 h = (s/h)^r t/s (u v/s^2)^(t-1) m m^T + r/h (s w/h^2)^(r-1) g g^T
//   m = (v, -u)/s across z,   g = (w grad s, -s e_z)/h,   grad s = ((u/s)^t, (v/s)^t),   t = p' - 1, r = q' - 1

#define TINY 1e-9 // of h: below it u, v and w count as this, so that the radii are finite

static v3 round_point(const ab_convex *c, v3 n) { return farthest(c->half, c->power, n); }

// Components of a direction by the signs of n, times the semi-axes.
static v3 scaled(const ab_convex *c, v3 n, v3 e) {
    return v3_make(copysign(c->half.x, n.x) * e.x, copysign(c->half.y, n.y) * e.y, copysign(c->half.z, n.z) * e.z);
}

static ab_radii radii(const ab_convex *c, v3 n, v3 e1, v3 e2) {
    const double t = 1 / (c->power[0] - 1), r = 1 / (c->power[1] - 1);
    const double tiny = TINY * c->radius;
    const double u = ab_greater(tiny, c->half.x * fabs(n.x)), v = ab_greater(tiny, c->half.y * fabs(n.y)),
                 w = ab_greater(tiny, c->half.z * fabs(n.z));
    const double s = norm2_of(u, v, t + 1), h = norm2_of(s, w, r + 1);
    const double km = ab_pow(s / h, r) * t / s * ab_pow(u / s * (v / s), t - 1),
                 kg = r / h * ab_pow(s / h * (w / h), r - 1);
    const double su = ab_pow(u / s, t), sv = ab_pow(v / s, t);
    const v3 a = scaled(c, n, e1), b = scaled(c, n, e2);
    const double m1 = (v * a.x - u * a.y) / s, m2 = (v * b.x - u * b.y) / s;
    const double g1 = (w * (su * a.x + sv * a.y) - s * a.z) / h, g2 = (w * (su * b.x + sv * b.y) - s * b.z) / h;
    return (ab_radii){km * m1 * m1 + kg * g1 * g1, km * m1 * m2 + kg * g1 * g2, km * m2 * m2 + kg * g2 * g2};
}

static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    (void)angle;
    *face = (ab_support_face){.n = 1, .corner = {round_point(c, n)}};
}

static bool normal(const ab_convex *c, int i, v3 *n) {
    (void)c;
    const double s = i & 1 ? -1 : 1;
    *n = i < 2 ? v3_make(s, 0, 0) : i < 4 ? v3_make(0, s, 0) : v3_make(0, 0, s);
    return i < 6;
}

static const ab_support_type CONVEX = {.round = round_point, .radii = radii, .face = face, .normal = normal};

const ab_shape_type ab_shape_type_superellipsoid = {
    .name = "superellipsoid",
    .help = "between ellipsoid and box, given by its semi-axes and two exponents",
    .solid = true,
    .contact_class = AB_CLASS_ROUND,
    .parameters = AB_PARAMETER_LIST(PARAMETERS),
    .make = make,
    .bounds = bounds,
    .support = support,
    .convex = &CONVEX,
    .surface = surface,
};
