// An expansion is a sum of doubles whose bits do not overlap, smallest first; sums and products of expansions are exact,
// and the sign of one is that of its last component. [shewchuk1997]
#include "geom/predicate.h"

#include "math/dd.h"

enum {
    COMPONENTS = 192
}; // of orient3d: 3 products of a difference (2) with a difference of two products (16), doubled

typedef struct expansion {
    int n;
    double part[COMPONENTS];
} expansion;

static const double HALF_ULP = 1.1102230246251565e-16; // 2^-53

// e += b
static void grow(expansion *e, double b) {
    int n = 0;
    double carry = b;
    for (int i = 0; i < e->n; i++) {
        const dd sum = dd_two_sum(carry, e->part[i]);
        carry = sum.high;
        if (sum.low != 0) e->part[n++] = sum.low;
    }
    if (carry != 0) e->part[n++] = carry;
    e->n = n;
}

// total += sign a b
static void add_product(expansion *total, const expansion *a, const expansion *b, double sign) {
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++) {
            const dd product = dd_two_product(sign * a->part[i], b->part[j]);
            grow(total, product.low);
            grow(total, product.high);
        }
}

static expansion difference(double a, double b) {
    expansion e;
    e.n = 0; // the parts behind n are never read: no time is spent on zeros
    grow(&e, a);
    grow(&e, -b);
    return e;
}

static int sign_of(const expansion *e) {
    if (e->n == 0) return 0;
    return e->part[e->n - 1] > 0 ? 1 : -1;
}

static int orient3d_exact(v3 a, v3 b, v3 c, v3 d) {
    const expansion x[3] = {difference(a.x, d.x), difference(b.x, d.x), difference(c.x, d.x)};
    const expansion y[3] = {difference(a.y, d.y), difference(b.y, d.y), difference(c.y, d.y)};
    const expansion z[3] = {difference(a.z, d.z), difference(b.z, d.z), difference(c.z, d.z)};
    expansion determinant;
    determinant.n = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        expansion minor;
        minor.n = 0;
        add_product(&minor, &y[j], &z[k], 1);
        add_product(&minor, &z[j], &y[k], -1);
        add_product(&determinant, &x[i], &minor, 1);
    }
    return sign_of(&determinant);
}

int ab_orient3d(v3 a, v3 b, v3 c, v3 d) {
    const v3 u = v3_sub(a, d);
    const v3 v = v3_sub(b, d);
    const v3 w = v3_sub(c, d);
    const double determinant = v3_dot(u, v3_cross(v, w));
    const double size = fabs(u.x) * (fabs(v.y * w.z) + fabs(v.z * w.y)) +
                        fabs(u.y) * (fabs(v.z * w.x) + fabs(v.x * w.z)) +
                        fabs(u.z) * (fabs(v.x * w.y) + fabs(v.y * w.x));
    const double bound = 8 * HALF_ULP * size; // 7 + 56 HALF_ULP suffice
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    return orient3d_exact(a, b, c, d);
}

int ab_orient2d(int axis, v3 a, v3 b, v3 c) {
    const int i = (axis + 1) % 3;
    const int j = (axis + 2) % 3;
    const double left = (v3_at(a, i) - v3_at(c, i)) * (v3_at(b, j) - v3_at(c, j));
    const double right = (v3_at(a, j) - v3_at(c, j)) * (v3_at(b, i) - v3_at(c, i));
    const double bound = 4 * HALF_ULP * (fabs(left) + fabs(right)); // 3 + 16 HALF_ULP suffice
    if (left - right > bound) return 1;
    if (left - right < -bound) return -1;
    const expansion ai = difference(v3_at(a, i), v3_at(c, i));
    const expansion aj = difference(v3_at(a, j), v3_at(c, j));
    const expansion bi = difference(v3_at(b, i), v3_at(c, i));
    const expansion bj = difference(v3_at(b, j), v3_at(c, j));
    expansion determinant;
    determinant.n = 0;
    add_product(&determinant, &ai, &bj, 1);
    add_product(&determinant, &aj, &bi, -1);
    return sign_of(&determinant);
}
