// Bushing with full stiffness and damping matrices K and C: with the displacement d of b's point and the rotation
// vector r of b's frame (R_b = exp[r] R_a), both along the axes of a's frame, and u = (d, r):
//     stored 1/2 u.K u,    (force, torque) = -(K u)_d, -(G^-T K u)_r,    r' = G^-1 w,
//       G the tangent of the rotation vector
//     G^-1 = 1 - [r]/2 + g [r][r],   g = (1 - (|r|/2) cot(|r|/2))/|r|^2
// Damping acts on the velocity of b's point and on the angular velocity, relative to a. Valid for rotations below half
// a turn.
#include "joint/force.h"

enum { SIDE = 6 };
enum { STIFFNESS, DAMPING };
static const ab_parameter PARAMETERS[] = {
    [STIFFNESS] = {"stiffness_matrix", "1",
                   "36 numbers in SI units, row by row, x y z of shifts before those of turns.", AB_ANY,
                   .count = SIDE * SIDE},
    [DAMPING] = {"damping_matrix", "1", "The same of its damping.", AB_ANY, .count = SIDE * SIDE},
};

static const double *matrix_of(const ab_force *f, int parameter) {
    static const double ZERO[SIDE * SIDE] = {0};
    return f->list[parameter].n > 0 ? f->list[parameter].item : ZERO;
}

static v3 along_axes(const ab_joint_frame *a, v3 u) {
    return v3_make(v3_dot(a->x, u), v3_dot(a->y, u), v3_dot(a->z, u));
}

static v3 out_of_axes(const ab_joint_frame *a, v3 u) {
    return v3_add_scaled(v3_add_scaled(v3_scale(u.x, a->x), u.y, a->y), u.z, a->z);
}

// Rotation vector of b relative to a, along a's axes.
static v3 turn_of(const ab_joint_frame *a, const ab_joint_frame *b) {
    const m3 r = m3_transpose(m3_rows(along_axes(a, b->x), along_axes(a, b->y), along_axes(a, b->z)));
    const v3 twice = v3_make(r.row[2].y - r.row[1].z, r.row[0].z - r.row[2].x, r.row[1].x - r.row[0].y);
    const double sine = 0.5 * v3_norm(twice), cosine = 0.5 * (r.row[0].x + r.row[1].y + r.row[2].z - 1);
    const double angle = atan2(sine, cosine);
    return v3_scale(sine > 1e-8 ? 0.5 * angle / sine : 0.5, twice);
}

// G^-T m = m + r x m/2 + g r x (r x m)
static v3 torque_of(v3 r, v3 m) {
    const double angle2 = v3_norm2(r), half = 0.5 * sqrt(angle2);
    const double g = angle2 > 1e-6 ? (1 - half / tan(half)) / angle2 : 1.0 / 12 + angle2 / 720;
    const v3 once = v3_cross(r, m);
    return v3_add_scaled(v3_add_scaled(m, 0.5, once), g, v3_cross(r, once));
}

typedef struct pair {
    v3 shift, turn;
} pair;

static pair product(const double *k, pair u) {
    const double from[SIDE] = {u.shift.x, u.shift.y, u.shift.z, u.turn.x, u.turn.y, u.turn.z};
    double to[SIDE];
    for (int i = 0; i < SIDE; i++) {
        to[i] = 0;
        for (int j = 0; j < SIDE; j++) to[i] += k[SIDE * i + j] * from[j];
    }
    return (pair){v3_make(to[0], to[1], to[2]), v3_make(to[3], to[4], to[5])};
}

static double dot(pair a, pair b) { return v3_dot(a.shift, b.shift) + v3_dot(a.turn, b.turn); }

static ab_bushing_load load(const ab_force *f, const ab_joint_frame *a, const ab_joint_frame *b) {
    const v3 d = v3_sub(b->p, a->p);
    const pair u = {along_axes(a, d), turn_of(a, b)};
    const pair speed = {along_axes(a, v3_sub(v3_sub(b->v, a->v), v3_cross(a->w, d))),
                        along_axes(a, v3_sub(b->w, a->w))};
    const pair elastic = product(matrix_of(f, STIFFNESS), u), slowed = product(matrix_of(f, DAMPING), speed);
    const ab_wrench damped = {v3_neg(out_of_axes(a, slowed.shift)), v3_neg(out_of_axes(a, slowed.turn))};
    const ab_wrench push = {v3_sub(damped.force, out_of_axes(a, elastic.shift)),
                            v3_sub(damped.torque, out_of_axes(a, torque_of(u.turn, elastic.turn)))};
    return (ab_bushing_load){push, damped, 0.5 * dot(elastic, u)};
}

// Scale of entry (i, j): translations and rotations have different units, and bodies different sizes.
static double size_at(const double *k, int i, int j) {
    return sqrt(fabs(k[SIDE * i + i])) * sqrt(fabs(k[SIDE * j + j]));
}

// Positive semidefinite: elimination of the symmetric matrix, scaled to a diagonal of ones or zeros, has no negative
// pivot.
static bool is_definite(const double *k) {
    double a[SIDE * SIDE];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const double size = size_at(k, i, j), entry = k[SIDE * i + j];
            if (size == 0 && entry != 0) return false;
            a[SIDE * i + j] = size > 0 ? entry / size : 0;
        }
    for (int j = 0; j < SIDE; j++) {
        const double pivot = a[SIDE * j + j];
        if (pivot < -1e-12) return false;
        for (int i = j + 1; i < SIDE && pivot > 1e-12; i++) {
            const double share = a[SIDE * i + j] / pivot;
            for (int c = j; c < SIDE; c++) a[SIDE * i + c] -= share * a[SIDE * j + c];
        }
        for (int i = j + 1; i < SIDE && pivot <= 1e-12; i++)
            if (fabs(a[SIDE * i + j]) > 1e-9) return false;
    }
    return true;
}

static bool is_symmetric(const double *k) {
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < i; j++)
            if (fabs(k[SIDE * i + j] - k[SIDE * j + i]) > 1e-12 * size_at(k, i, j)) return false;
    return true;
}

static const char *prepare(ab_force *f, double s) {
    (void)s;
    const double *k = matrix_of(f, STIFFNESS), *c = matrix_of(f, DAMPING);
    if (!is_symmetric(k) || !is_symmetric(c)) return "the matrices of a bushing must be symmetric";
    if (!is_definite(k) || !is_definite(c))
        return "the matrices of a bushing must not have negative eigenvalues: it would give energy away";
    return NULL;
}

const ab_force_type ab_force_matrix_bushing = {
    .name = "matrix_bushing",
    .help = "a bushing with full 6 x 6 matrices of stiffness and damping",
    .linear = AB_PARAMETER_LIST(PARAMETERS),
    .load = load,
    .prepare = prepare,
};
