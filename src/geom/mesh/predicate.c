// Exact predicates by expansion arithmetic. An expansion is a sum of doubles whose bits do not overlap, smallest first;
// sums and products of expansions are exact, and the sign of one is that of its last component. [shewchuk1997]
#include "geom/mesh/predicate.h"

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

static void add_product(expansion *total, double a, double b) {
    if (a == 0 || b == 0) return;
    const dd product = dd_two_product(a, b);
    grow(total, product.low);
    grow(total, product.high);
}

// total += a b. Differences are pairs, not expansions: for coordinates of similar size the low part is 0, and no large
// struct is copied.
static void add_pairs(expansion *total, dd a, dd b) {
    add_product(total, a.low, b.low);
    add_product(total, a.low, b.high);
    add_product(total, a.high, b.low);
    add_product(total, a.high, b.high);
}

static int sign_of(const expansion *e) {
    if (e->n == 0) return 0;
    return e->part[e->n - 1] > 0 ? 1 : -1;
}

static int orient3d_exact(v3 a, v3 b, v3 c, v3 d) {
    const dd x[3] = {dd_difference(a.x, d.x), dd_difference(b.x, d.x), dd_difference(c.x, d.x)};
    const dd y[3] = {dd_difference(a.y, d.y), dd_difference(b.y, d.y), dd_difference(c.y, d.y)};
    const dd z[3] = {dd_difference(a.z, d.z), dd_difference(b.z, d.z), dd_difference(c.z, d.z)};
    expansion determinant;
    determinant.n = 0; // components beyond n are never read and need not be zeroed
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        if (x[i].high == 0) continue;
        expansion minor;
        minor.n = 0;
        add_pairs(&minor, y[j], z[k]);
        add_pairs(&minor, dd_neg(z[j]), y[k]);
        for (int m = 0; m < minor.n; m++) add_pairs(&determinant, x[i], dd_from(minor.part[m]));
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
    const double bound = 8 * HALF_ULP * size; // a factor of 7 + 56 HALF_ULP suffices
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    return orient3d_exact(a, b, c, d);
}

int ab_orient2d(int axis, v3 a, v3 b, v3 c) {
    const int i = (axis + 1) % 3;
    const int j = (axis + 2) % 3;
    const double left = (v3_at(a, i) - v3_at(c, i)) * (v3_at(b, j) - v3_at(c, j));
    const double right = (v3_at(a, j) - v3_at(c, j)) * (v3_at(b, i) - v3_at(c, i));
    const double bound = 4 * HALF_ULP * (fabs(left) + fabs(right)); // a factor of 3 + 16 HALF_ULP suffices
    if (left - right > bound) return 1;
    if (left - right < -bound) return -1;
    const dd ai = dd_difference(v3_at(a, i), v3_at(c, i)), aj = dd_difference(v3_at(a, j), v3_at(c, j));
    const dd bi = dd_difference(v3_at(b, i), v3_at(c, i)), bj = dd_difference(v3_at(b, j), v3_at(c, j));
    expansion determinant;
    determinant.n = 0;
    add_pairs(&determinant, ai, bj);
    add_pairs(&determinant, dd_neg(aj), bi);
    return sign_of(&determinant);
}
