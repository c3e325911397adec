// Several contacts in one impact, all at the same time: bi-stiffness in fictitious time [stronge2000; liu2008].
//
//   F_n = k s,   ds/dt = -v_n in compression, -v_n/e^2 in expansion (stronge; of other laws: ab_impact_law.unload)
//   dv/dt = W F,   F_t by Coulomb's law
//
// Only ratios of stiffnesses matter, and one contact alone does what impact_one.c computes. A contact that has expanded
// keeps its fictitious gap, s < 0, and acts again when the gap has closed. The process is over when all are open and
// none closes.
//
// While no contact changes its state all quantities are power series in t. A contact
//
//   slips    f_t = -mu f_n d,  d = v_t/|v_t|, a quotient of series
//   sticks   a_t = 0
//   creeps   f_t = -mu f_n d,  a_t = l d,  |d| = 1: slip from rest, too slow for its own direction to be followed; the
//            direction is that which it relaxes to (for |v_t| << mu f_n W_tt times the time of an oscillation)
//
// Contacts that stick and creep are one linear system for each term of the series. LOOSE of the mobility is added where
// contacts stick: if several of two bodies do, their forces are not unique.
#include "law/impact.h"
#include "math/series.h"

#include <float.h>

#include <string.h>

enum {
    ORDER = 20,             // of the series
    ROWS = ORDER + 1,       // of a series
    MAX_PIECES = 2000,      // of a process
    SAMPLES = 8,            // of a piece, between which events are sought
    MAX_GRIP_SWEEPS = 1000, // of the forces of contacts at rest
    POLISH = 3              // steps of Newton's method for them
};

#define TRUNCATED 1e-14 // last terms of the series, over the largest velocity and energy
#define LOOSEST   1e-6  // last terms of slip, over the slip of this moment
#define SLOW      1e-13 // slip over the largest velocity that counts as rest
#define CREEPS    1e-4  // slip from rest, over what friction changes in an oscillation, whose direction is not followed
#define FIRST     1e-8  // time at which it begins, over that of an oscillation: contacts have their first forces
#define LOOSE     1e-11 // of the mobility of contacts that stick
#define PLASTIC   1e-6  // restitution below which all is lost
#define MAX_LOOSE 1e6   // factor on it where the normal force is small
#define LONGEST   100   // piece, over the time of an oscillation
#define SOON      1e-4  // of a piece: what happens at its beginning
#define GRIPS     1e-12 // force below which no contact begins to slip, over the largest that there can be
#define LOCKED    1e-10 // velocities of bodies that friction holds, over the largest
#define GRIPPED   1e-15 // change of a force in a sweep, over the largest
#define HOLDS     1e-9  // of the limit of friction: what lacks to hold a contact
#define STOPPED   1e-12 // slip over the largest velocity, when it has turned against its direction

typedef enum contact_phase { OPEN, COMPRESSION, EXPANSION } contact_phase;
typedef enum contact_grip { FREE, SLIP, STICK, CREEP } contact_grip;

typedef struct impact_touch {
    const ab_impact_contact *def;
    contact_phase phase;
    contact_grip grip;
    bool planar; // tangential motion is along the first tangent alone
    bool jammed;
    double k;            // stiffness
    double s;            // compression; negative: fictitious gap
    double per_velocity; // ds/dt = -per_velocity v_n
    double d[2];         // direction of slip when the piece began
    double growth;       // l, of a contact that creeps
    int64_t unknown;     // its first one in the system of held contacts; -1 = none
    ab_impact_phase sums;
    double work_t;
} impact_touch;

typedef struct several_impacts {
    const ab_impact_problem *problem;
    int64_t n;
    const double *w; // (3 n)^2
    impact_touch *c; // (n)
    double *v, *p;   // now (3 n)
    // series of the piece: row k at k times the size in brackets
    double *velocity, *force; // (3 n)
    double *s, *speed;        // compression; slip along d  (n)
    double *d;                // direction of slip  (2 n)
    double *growth;           // l  (n)
    double *work_n, *work_t;  // (n)
    double length;            // of the piece
    // contacts that stick (2 unknowns: f_t) and creep (3: d, l)
    int64_t unknowns;
    double *matrix;         // its factors  (unknowns^2)
    int64_t *pivot;         // (unknowns)
    double *side;           // (3 n)
    double fastest, energy; // scales
    double time_unit;       // of an oscillation
    bool failed;            // a direction of slip that is not defined
} several_impacts;

// --------------------------------------------------------------------------------------------------------- series

static double row_value(const double *row, int64_t stride, double x) {
    double sum = row[ORDER * stride];
    for (int k = ORDER; k-- > 0;) sum = sum * x + row[k * stride];
    return sum;
}

// Integral from 0 to x; the series has ORDER terms.
static double row_integral(const double *row, int64_t stride, double x) {
    double sum = 0;
    for (int k = ORDER; k-- > 0;) sum = sum * x + row[k * stride] / (k + 1);
    return sum * x;
}

// Term k of the product of two series.
static double product(const double *f, int64_t f_stride, const double *g, int64_t g_stride, int k) {
    double sum = 0;
    for (int j = 0; j <= k; j++) sum += f[j * f_stride] * g[(k - j) * g_stride];
    return sum;
}

// a = W f, f without the tangential forces of contacts that stick.
static void multiply(const several_impacts *p, const double *f, double *a) {
    const int64_t size = 3 * p->n;
    for (int64_t i = 0; i < size; i++) {
        double sum = 0;
        for (int64_t j = 0; j < p->n; j++) {
            if (p->c[j].phase == OPEN) continue;
            const double *w = p->w + i * size + 3 * j;
            sum += w[0] * f[3 * j] + w[1] * f[3 * j + 1] + w[2] * f[3 * j + 2];
        }
        a[i] = sum;
    }
}

// Term k of the direction of slip.
static void direction_term(several_impacts *p, int64_t j, int k) {
    const int64_t n = p->n;
    const double *v = p->velocity + 3 * j + 1;
    double *d = p->d + 2 * j, *q = p->speed + j;
    if (p->c[j].planar) {
        d[2 * n * k] = k == 0 ? p->c[j].d[0] : 0;
        d[2 * n * k + 1] = 0;
        q[n * k] = p->c[j].d[0] * v[3 * n * k];
        return;
    }
    if (k == 0) {
        q[0] = sqrt(v[0] * v[0] + v[1] * v[1]);
    } else {
        double sum = product(v, 3 * n, v, 3 * n, k) + product(v + 1, 3 * n, v + 1, 3 * n, k);
        for (int i = 1; i < k; i++) sum -= q[n * i] * q[n * (k - i)];
        q[n * k] = sum / (2 * q[0]);
    }
    for (int a = 0; a < 2; a++) {
        double sum = v[3 * n * k + a];
        for (int i = 1; i <= k; i++) sum -= q[n * i] * d[2 * n * (k - i) + a];
        d[2 * n * k + a] = sum / q[0];
    }
}

// Forces of term k, as far as they do not depend on the unknowns of held contacts.
static void force_term(several_impacts *p, int k) {
    const int64_t n = p->n;
    for (int64_t j = 0; j < n; j++) {
        const impact_touch *c = &p->c[j];
        double *f = p->force + 3 * n * k + 3 * j, *d = p->d + 2 * j;
        f[0] = c->phase == OPEN ? 0 : c->k * p->s[n * k + j];
        f[1] = f[2] = 0;
        if (c->grip == SLIP) direction_term(p, j, k);
        if (c->grip == CREEP) d[2 * n * k] = d[2 * n * k + 1] = 0; // not known yet
        if (c->grip != SLIP && c->grip != CREEP) continue;
        for (int a = 0; a < 2; a++) f[1 + a] = -c->def->mu * product(p->force + 3 * j, 3 * n, d + a, 2 * n, k);
    }
}

// ----------------------------------------------------------------------------------------------------- held contacts

// Gauss's elimination with partial pivoting, in place.
static void factor(double *m, int64_t *pivot, int64_t n) {
    for (int64_t k = 0; k < n; k++) {
        int64_t best = k;
        for (int64_t i = k + 1; i < n; i++)
            if (fabs(m[i * n + k]) > fabs(m[best * n + k])) best = i;
        pivot[k] = best;
        for (int64_t j = 0; j < n && best != k; j++) {
            const double swap = m[k * n + j];
            m[k * n + j] = m[best * n + j];
            m[best * n + j] = swap;
        }
        if (m[k * n + k] == 0) m[k * n + k] = DBL_MIN; // an unknown without an effect
        for (int64_t i = k + 1; i < n; i++) {
            const double share = m[i * n + k] /= m[k * n + k];
            for (int64_t j = k + 1; j < n && share != 0; j++) m[i * n + j] -= share * m[k * n + j];
        }
    }
}

static void solve_factored(const double *m, const int64_t *pivot, int64_t n, double *x) {
    for (int64_t k = 0; k < n; k++) {
        const double swap = x[pivot[k]];
        x[pivot[k]] = x[k];
        x[k] = swap;
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++) x[i] -= m[i * n + j] * x[j];
    for (int64_t i = n; i-- > 0;) {
        for (int64_t j = i + 1; j < n; j++) x[i] -= m[i * n + j] * x[j];
        x[i] /= m[i * n + i];
    }
}

// Block of the matrix: effect of the unknowns of contact j on the tangential acceleration of i.
static void put_block(several_impacts *p, int64_t i, int64_t j) {
    const impact_touch *row = &p->c[i], *column = &p->c[j];
    const double *w = p->w + 3 * p->n * (3 * i + 1) + 3 * j + 1;
    const double scale = column->grip == STICK ? 1 : -column->def->mu * p->force[3 * j];
    double *m = p->matrix + row->unknown * p->unknowns + column->unknown;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) m[a * p->unknowns + b] = scale * w[3 * p->n * a + b];
}

// The looseness is larger where the normal force is small, so that contacts which share a force share it by their
// limits.
static void put_diagonal(several_impacts *p, int64_t j, double largest) {
    const impact_touch *c = &p->c[j];
    const int64_t n = p->unknowns;
    double *m = p->matrix + c->unknown * n + c->unknown;
    if (c->grip == STICK) {
        const double factor = fmin(largest / fmax(p->force[3 * j], DBL_MIN), MAX_LOOSE);
        for (int a = 0; a < 2; a++) m[a * n + a] *= 1 + LOOSE * factor;
        return;
    }
    for (int a = 0; a < 2; a++) {
        m[a * n + a] -= c->growth;
        m[a * n + 2] = -c->d[a];
        m[2 * n + a] = c->d[a];
    }
}

static void put_matrix(several_impacts *p) {
    double largest = 0;
    for (int64_t j = 0; j < p->n; j++) largest = fmax(largest, p->force[3 * j]);
    for (int64_t i = 0; i < p->unknowns * p->unknowns; i++) p->matrix[i] = 0;
    for (int64_t i = 0; i < p->n; i++) {
        if (p->c[i].unknown < 0) continue;
        for (int64_t j = 0; j < p->n; j++)
            if (p->c[j].unknown >= 0) put_block(p, i, j);
        put_diagonal(p, i, largest);
    }
    factor(p->matrix, p->pivot, p->unknowns);
}

// One step of Newton's method for the first terms of contacts that stick and creep; a: accelerations (3 n).
static void correct_held(several_impacts *p, double *a) {
    put_matrix(p);
    multiply(p, p->force, a);
    for (int64_t j = 0; j < p->n; j++) {
        const impact_touch *c = &p->c[j];
        if (c->unknown < 0) continue;
        double *x = p->side + c->unknown;
        for (int k = 0; k < 2; k++) x[k] = (c->grip == CREEP ? c->growth * c->d[k] : 0) - a[3 * j + 1 + k];
        if (c->grip == CREEP) x[2] = 0.5 * (1 - c->d[0] * c->d[0] - c->d[1] * c->d[1]);
    }
    solve_factored(p->matrix, p->pivot, p->unknowns, p->side);
    for (int64_t j = 0; j < p->n; j++) {
        impact_touch *c = &p->c[j];
        if (c->unknown < 0) continue;
        const double *x = p->side + c->unknown;
        double *f = p->force + 3 * j;
        for (int k = 0; k < 2; k++) {
            if (c->grip == CREEP) c->d[k] += x[k];
            f[1 + k] = c->grip == CREEP ? -c->def->mu * f[0] * c->d[k] : f[1 + k] + x[k];
        }
        if (c->grip == CREEP) c->growth += x[2];
    }
}

static void first_held(several_impacts *p, double *a) {
    for (int64_t j = 0; j < p->n; j++) {
        const impact_touch *c = &p->c[j];
        for (int k = 0; k < 2 && c->grip == CREEP; k++)
            p->force[3 * j + 1 + k] = -c->def->mu * p->force[3 * j] * c->d[k];
    }
    for (int i = 0; i < POLISH; i++) correct_held(p, a);
    for (int64_t j = 0; j < p->n; j++) {
        p->growth[j] = p->c[j].growth;
        for (int k = 0; k < 2 && p->c[j].grip == CREEP; k++) p->d[2 * j + k] = p->c[j].d[k];
    }
    put_matrix(p);
}

// Terms k > 0 of held contacts. a: accelerations by the other forces (3 n).
static void next_held(several_impacts *p, int k, const double *a) {
    const int64_t n = p->n;
    for (int64_t j = 0; j < n; j++) {
        const impact_touch *c = &p->c[j];
        if (c->unknown < 0) continue;
        const double *d = p->d + 2 * j, *l = p->growth + j;
        double *x = p->side + c->unknown;
        for (int b = 0; b < 2; b++) {
            x[b] = -a[3 * j + 1 + b];
            for (int i = 1; i < k && c->grip == CREEP; i++) x[b] += l[n * i] * d[2 * n * (k - i) + b];
        }
        if (c->grip != CREEP) continue;
        x[2] = 0;
        for (int i = 1; i < k; i++)
            for (int b = 0; b < 2; b++) x[2] -= 0.5 * d[2 * n * i + b] * d[2 * n * (k - i) + b];
    }
    solve_factored(p->matrix, p->pivot, p->unknowns, p->side);
    for (int64_t j = 0; j < n; j++) {
        const impact_touch *c = &p->c[j];
        if (c->unknown < 0) continue;
        const double *x = p->side + c->unknown;
        double *f = p->force + 3 * n * k + 3 * j;
        for (int b = 0; b < 2; b++) {
            f[1 + b] += c->grip == STICK ? x[b] : -c->def->mu * p->force[3 * j] * x[b];
            if (c->grip == CREEP) p->d[2 * n * k + 2 * j + b] = x[b];
        }
        if (c->grip == CREEP) p->growth[n * k + j] = x[2];
    }
}

// Term k of the forces and accelerations.
static void dynamics_term(several_impacts *p, int k) {
    const int64_t n = p->n;
    double *f = p->force + 3 * n * k, *a = p->velocity + 3 * n * (k + 1);
    force_term(p, k);
    if (p->unknowns > 0 && k == 0) first_held(p, a);
    multiply(p, f, a);
    if (p->unknowns > 0 && k > 0) {
        next_held(p, k, a);
        multiply(p, f, a);
    }
    for (int64_t j = 0; j < n; j++) {
        if (p->c[j].grip == STICK) a[3 * j + 1] = a[3 * j + 2] = 0;
        if (p->c[j].grip != CREEP) continue;
        p->speed[n * k + j] = 0;
        for (int b = 0; b < 2; b++)
            p->speed[n * k + j] += product(p->d + 2 * j + b, 2 * n, p->velocity + 3 * j + 1 + b, 3 * n, k);
    }
}

static void work_terms(several_impacts *p, int k) {
    const int64_t n = p->n;
    for (int64_t j = 0; j < n; j++) {
        const double *f = p->force + 3 * j, *v = p->velocity + 3 * j;
        const bool slips = p->c[j].grip == SLIP || p->c[j].grip == CREEP;
        p->work_n[n * (k + 1) + j] = product(f, 3 * n, v, 3 * n, k) / (k + 1);
        p->work_t[n * (k + 1) + j] = slips ? -p->c[j].def->mu * product(f, 3 * n, p->speed + j, n, k) / (k + 1) : 0;
    }
}

static void begin_series(several_impacts *p) {
    const int64_t n = p->n;
    memcpy(p->velocity, p->v, (size_t)(3 * n) * sizeof *p->v);
    for (int64_t j = 0; j < n; j++) {
        impact_touch *c = &p->c[j];
        p->s[j] = c->s;
        p->work_n[j] = p->work_t[j] = 0;
        if (c->grip != SLIP || c->planar) continue;
        const double *t = p->v + 3 * j + 1, speed = sqrt(t[0] * t[0] + t[1] * t[1]);
        c->d[0] = t[0] / speed;
        c->d[1] = t[1] / speed;
    }
}

// Length within which the last two terms of all series are below what is allowed.
static double length_of(const several_impacts *p) {
    const int64_t n = p->n;
    double length = INFINITY;
    for (int k = ORDER - 1; k <= ORDER; k++) {
        double term = 0;
        for (int64_t j = 0; j < n; j++) {
            const double *v = p->velocity + 3 * n * k + 3 * j, t = fabs(v[1]) + fabs(v[2]);
            term = fmax(term, (fabs(v[0]) + t) / (TRUNCATED * p->fastest));
            if (p->c[j].grip == SLIP && !p->c[j].planar) term = fmax(term, t / (LOOSEST * fabs(p->speed[j])));
            const double power = k * (fabs(p->work_n[n * k + j]) + fabs(p->work_t[n * k + j])) * p->time_unit;
            term = fmax(term, power / (TRUNCATED * p->energy));
        }
        length = fmin(length, ab_series_reach(term, k));
    }
    return length;
}

static void fill_series(several_impacts *p) {
    const int64_t n = p->n;
    begin_series(p);
    for (int k = 0; k < ORDER; k++) {
        double *next = p->velocity + 3 * n * (k + 1);
        dynamics_term(p, k);
        for (int64_t i = 0; i < 3 * n; i++) next[i] /= k + 1;
        work_terms(p, k);
        for (int64_t j = 0; j < n; j++) {
            const impact_touch *c = &p->c[j];
            p->s[n * (k + 1) + j] = -c->per_velocity * p->velocity[3 * n * k + 3 * j] / (k + 1);
        }
    }
    p->length = fmin(length_of(p), LONGEST * p->time_unit);
}

// ------------------------------------------------------------------------------------------------------- friction

static double slip_of(const several_impacts *p, int64_t j) {
    const double *t = p->v + 3 * j + 1;
    return sqrt(t[0] * t[0] + t[1] * t[1]);
}

static double normal_force(const several_impacts *p, int64_t j) {
    const impact_touch *c = &p->c[j];
    return c->phase == OPEN ? 0 : c->k * c->s;
}

// One contact at rest in the projected gradient method for the tangential forces, |f_t| <= mu f_n; the change of f_t.
static double grip_one(const several_impacts *p, double *f, int64_t j) {
    const int64_t size = 3 * p->n;
    const double *w = p->w + (3 * j + 1) * size, limit = p->c[j].def->mu * f[3 * j];
    double a[2] = {0, 0};
    for (int64_t i = 0; i < size; i++) {
        a[0] += w[i] * f[i];
        a[1] += w[size + i] * f[i];
    }
    const double max = w[3 * j + 1] + w[size + 3 * j + 2]; // at least the largest eigenvalue
    if (!(max > 0)) return 0;
    const double t[2] = {f[3 * j + 1] - a[0] / max, f[3 * j + 2] - a[1] / max};
    const double length = sqrt(t[0] * t[0] + t[1] * t[1]), scale = length > limit ? limit / length : 1;
    double change = 0;
    for (int k = 0; k < 2; k++) {
        change += fabs(scale * t[k] - f[3 * j + 1 + k]);
        f[3 * j + 1 + k] = scale * t[k];
    }
    return change;
}

// Forces of this moment, with those of contacts at rest solved for together.
static void grip_forces(several_impacts *p) {
    double *f = p->force, largest = 0;
    for (int64_t j = 0; j < p->n; j++) {
        const impact_touch *c = &p->c[j];
        const double slip = slip_of(p, j), *t = p->v + 3 * j + 1;
        f[3 * j] = normal_force(p, j);
        largest = fmax(largest, f[3 * j]);
        for (int a = 0; a < 2; a++) {
            const double d = c->planar || c->grip == CREEP ? c->d[a] : t[a] / slip;
            f[3 * j + 1 + a] = c->grip == SLIP || c->grip == CREEP ? -c->def->mu * f[3 * j] * d : 0;
        }
    }
    for (int i = 0; i < MAX_GRIP_SWEEPS; i++) {
        double change = 0;
        for (int64_t j = 0; j < p->n; j++)
            if (p->c[j].grip == STICK) change = fmax(change, grip_one(p, f, j));
        if (change <= GRIPPED * largest) break;
    }
}

// Begins slip of a contact at rest in the direction d, with an acceleration.
static void leave_rest(several_impacts *p, int64_t j, const double d[2], double growth) {
    const double norm = sqrt(d[0] * d[0] + d[1] * d[1]);
    impact_touch *c = &p->c[j];
    c->grip = c->planar ? SLIP : CREEP;
    c->d[0] = c->planar ? (d[0] < 0 ? -1 : 1) : d[0] / norm;
    c->d[1] = c->planar ? 0 : d[1] / norm;
    c->growth = growth;
}

// Of the contacts at rest those that cannot stick begin to slip in the direction of their acceleration.
static void split_resting(several_impacts *p) {
    const int64_t n = p->n;
    double *f = p->force, *a = p->side;
    grip_forces(p);
    multiply(p, f, a);
    for (int64_t j = 0; j < n; j++) {
        if (p->c[j].grip != STICK) continue;
        const double *t = f + 3 * j + 1, *w = p->w + 3 * n * (3 * j + 1) + 3 * j + 1;
        const double limit = p->c[j].def->mu * f[3 * j], used = sqrt(t[0] * t[0] + t[1] * t[1]);
        const double rate = sqrt(a[3 * j + 1] * a[3 * j + 1] + a[3 * j + 2] * a[3 * j + 2]);
        if (used >= limit * (1 - HOLDS) && rate > HOLDS * (w[0] + w[3 * n + 1]) * limit && rate > 0)
            leave_rest(p, j, a + 3 * j + 1, rate);
    }
}

// Slip or stick of contacts whose state has changed.
static void choose_grips(several_impacts *p) {
    bool rested = false;
    for (int64_t j = 0; j < p->n; j++) {
        impact_touch *c = &p->c[j];
        if (c->phase == OPEN || !(c->def->mu > 0)) {
            c->grip = FREE;
        } else if (c->grip == FREE) {
            c->grip = slip_of(p, j) > SLOW * p->fastest ? SLIP : STICK;
            if (c->planar) c->d[0] = p->v[3 * j + 1] < 0 ? -1 : 1;
            if (c->grip == STICK) p->v[3 * j + 1] = p->v[3 * j + 2] = 0;
            rested = rested || c->grip == STICK;
        }
    }
    if (rested) split_resting(p);
    p->unknowns = 0;
    for (int64_t j = 0; j < p->n; j++) {
        impact_touch *c = &p->c[j];
        c->unknown = c->grip == STICK || c->grip == CREEP ? p->unknowns : -1;
        p->unknowns += c->grip == STICK ? 2 : c->grip == CREEP ? 3 : 0;
    }
}

// Slip that is fast enough is followed.
static void release(several_impacts *p) {
    for (int64_t j = 0; j < p->n; j++) {
        impact_touch *c = &p->c[j];
        const double *w = p->w + 3 * p->n * (3 * j + 1) + 3 * j + 1;
        const double change = c->def->mu * normal_force(p, j) * (w[0] + w[3 * p->n + 1]) * p->time_unit;
        if (c->grip == CREEP && slip_of(p, j) > CREEPS * change) c->grip = SLIP;
    }
}

// --------------------------------------------------------------------------------------------------------- events

typedef enum touch_event {
    COMPRESSED, // v_n rises to 0
    AGAIN,      // v_n falls to 0 in expansion
    CLOSES,     // the fictitious gap is closed
    EMPTY,      // no force is left
    ENOUGH,     // the law ends expansion
    GAINS,      // the work of the contact would be positive
    STOPS,      // slip ends
    BREAKS,     // stick ends
    TOUCH_EVENTS
} touch_event;

typedef struct touch_signal {
    const several_impacts *p;
    int64_t j;
    touch_event event;
} touch_signal;

static bool may_happen(const impact_touch *c, touch_event e) {
    switch (e) {
    case COMPRESSED:
        return c->phase == COMPRESSION;
    case AGAIN:
    case ENOUGH:
        return c->phase == EXPANSION;
    case GAINS:
        return c->phase == EXPANSION && !c->def->law->may_gain;
    case CLOSES:
        return c->phase == OPEN;
    case EMPTY:
        return c->phase != OPEN;
    case STOPS:
        return c->grip == SLIP || c->grip == CREEP;
    default:
        return c->grip == STICK;
    }
}

static ab_impact_phase sums_at(const several_impacts *p, int64_t j, double x) {
    ab_impact_phase sums = p->c[j].sums;
    const double impulse = row_integral(p->force + 3 * j, 3 * p->n, x), work = row_value(p->work_n + j, p->n, x);
    const bool expands = p->c[j].phase == EXPANSION;
    sums.velocity = row_value(p->velocity + 3 * j, 3 * p->n, x);
    *(expands ? &sums.impulse_out : &sums.impulse_in) += impulse;
    *(expands ? &sums.work_out : &sums.work_in) += expands ? work : -work;
    return sums;
}

// Negative before the event.
static double signal_at(const void *with, double x) {
    const touch_signal *on = with;
    const several_impacts *p = on->p;
    const int64_t n = p->n, j = on->j;
    const impact_touch *c = &p->c[j];
    const double *v = p->velocity + 3 * j, *f = p->force + 3 * j;
    switch (on->event) {
    case COMPRESSED:
        return row_value(v, 3 * n, x);
    case AGAIN:
        return -row_value(v, 3 * n, x);
    case CLOSES:
        return row_value(p->s + j, n, x);
    case EMPTY:
        return -row_value(p->s + j, n, x);
    case ENOUGH: {
        const ab_impact_phase sums = sums_at(p, j, x);
        return c->def->law->excess(&sums);
    }
    case GAINS: {
        const ab_impact_phase sums = sums_at(p, j, x);
        return sums.work_out - sums.work_in + c->work_t + row_value(p->work_t + j, n, x);
    }
    case STOPS:
        return -(c->d[0] * row_value(v + 1, 3 * n, x) + c->d[1] * row_value(v + 2, 3 * n, x));
    default: {
        const double none = GRIPS * c->k * p->fastest * p->time_unit,
                     limit = c->def->mu * row_value(f, 3 * n, x) + none;
        const double t1 = row_value(f + 1, 3 * n, x), t2 = row_value(f + 2, 3 * n, x);
        return t1 * t1 + t2 * t2 - limit * limit;
    }
    }
}

typedef struct found_event {
    double x; // where; the length of the piece if none is found
    int64_t j;
    touch_event event;
    bool found;
} found_event;

// The event of one signal before first->x. Where it is due at the beginning and grows, it happens there.
static void find_event(const touch_signal *on, found_event *first) {
    const double end = first->x;
    double x = 0, value = signal_at(on, 0);
    if (value >= 0) {
        const double soon = signal_at(on, SOON * end);
        if (soon > value) {
            *first = (found_event){0, on->j, on->event, true};
            return;
        }
        x = SOON * end;
        value = soon;
    }
    for (int i = 1; i <= SAMPLES; i++) {
        const double next = end * i / SAMPLES, then = signal_at(on, next);
        if (value < 0 && then >= 0) {
            *first = (found_event){ab_crossing(signal_at, on, x, next), on->j, on->event, true};
            return;
        }
        x = next;
        value = then;
    }
}

static found_event first_event(const several_impacts *p) {
    found_event first = {.x = p->length};
    for (int64_t j = 0; j < p->n; j++)
        for (int e = 0; e < TOUCH_EVENTS && first.x > 0; e++)
            if (may_happen(&p->c[j], (touch_event)e)) find_event(&(touch_signal){p, j, (touch_event)e}, &first);
    return first;
}

// -------------------------------------------------------------------------------------------------------- process

static void open_contact(impact_touch *c) {
    c->phase = OPEN;
    c->s = 0;
    c->per_velocity = 1;
}

static void expand(impact_touch *c) {
    c->sums.velocity = 0;
    if (!(c->def->law->excess(&c->sums) < 0) || c->def->restitution < PLASTIC || !(c->s > 0)) {
        open_contact(c);
        return;
    }
    c->phase = EXPANSION;
    c->per_velocity = c->def->law->unload(&c->sums);
}

static void compress(impact_touch *c) {
    c->phase = COMPRESSION;
    c->per_velocity = 1;
}

static void stop_slip(several_impacts *p, int64_t j) {
    p->v[3 * j + 1] = p->v[3 * j + 2] = 0;
    p->c[j].grip = FREE;
}

// Moves everything to x of the piece.
static void move(several_impacts *p, double x) {
    const int64_t n = p->n;
    for (int64_t j = 0; j < n; j++) {
        impact_touch *c = &p->c[j];
        if (c->phase != OPEN) c->sums = sums_at(p, j, x);
        c->work_t += row_value(p->work_t + j, n, x);
        c->s = row_value(p->s + j, n, x);
        if (c->grip != CREEP) continue;
        c->growth = row_value(p->growth + j, n, x);
        for (int k = 0; k < 2; k++) c->d[k] = row_value(p->d + 2 * j + k, 2 * n, x);
    }
    for (int64_t i = 0; i < 3 * n; i++) {
        p->v[i] = row_value(p->velocity + i, 3 * n, x);
        p->p[i] += row_integral(p->force + i, 3 * n, x);
    }
}

static void happen(several_impacts *p, const found_event *e) {
    impact_touch *c = &p->c[e->j];
    double *v = p->v + 3 * e->j;
    const double *f = p->force + 3 * e->j + 1;
    const int64_t stride = 3 * p->n;
    const double look = e->x > 0 ? e->x : p->length / SAMPLES;
    switch (e->event) {
    case COMPRESSED:
        v[0] = 0;
        expand(c);
        break;
    case AGAIN:
        v[0] = 0;
        compress(c);
        break;
    case CLOSES:
        c->s = 0;
        compress(c);
        break;
    case STOPS:
        if (slip_of(p, e->j) <= STOPPED * p->fastest)
            stop_slip(p, e->j);
        else
            c->grip = SLIP; // it has turned
        break;
    case BREAKS:
        leave_rest(p, e->j, (const double[2]){-row_value(f, stride, look), -row_value(f + 1, stride, look)}, 0);
        break;
    default:
        open_contact(c);
    }
}

// Shows a piece.
static void show(const several_impacts *p, double end) {
    const int64_t n = p->n;
    for (int i = 0; i <= SAMPLES; i++)
        for (int64_t j = 0; j < n; j++) {
            const double x = i < SAMPLES ? end * i / SAMPLES : end;
            const impact_touch *c = &p->c[j];
            ab_impact_state state = {.motion = c->phase == OPEN   ? AB_IMPACT_OPEN
                                               : c->grip == STICK ? AB_IMPACT_STICK
                                                                  : AB_IMPACT_SLIP,
                                     .expands = c->phase == EXPANSION};
            for (int k = 0; k < 3; k++) {
                state.v[k] = row_value(p->velocity + 3 * j + k, 3 * n, x);
                state.p[k] = p->p[3 * j + k] + row_integral(p->force + 3 * j + k, 3 * n, x);
            }
            state.work_n = c->sums.work_out - c->sums.work_in + row_value(p->work_n + j, n, x);
            state.work_t = c->work_t + row_value(p->work_t + j, n, x);
            p->problem->watch(p->problem->with, j, &state);
        }
}

// Time until the first fictitious gap closes, with no forces; INFINITY = none does.
static double free_time(const several_impacts *p) {
    double time = INFINITY;
    for (int64_t j = 0; j < p->n; j++)
        if (p->v[3 * j] < -SLOW * p->fastest) time = fmin(time, p->c[j].s / p->v[3 * j]);
    return time;
}

// What is left of compression and approach changes nothing any more: impacts that lose energy may come without end.
static bool is_quiet(const several_impacts *p) {
    for (int64_t j = 0; j < p->n; j++) {
        const double s = p->c[j].phase == OPEN ? 0 : p->c[j].s;
        if (s > SLOW * p->fastest * p->time_unit || p->v[3 * j] < -SLOW * p->fastest) return false;
    }
    return true;
}

// True at the end of the process. Where all contacts are open, the first gap that closes is closed.
static bool is_over(several_impacts *p) {
    if (is_quiet(p)) return true;
    for (int64_t j = 0; j < p->n; j++)
        if (p->c[j].phase != OPEN) return false;
    const double time = free_time(p);
    if (!(time < INFINITY)) return true;
    for (int64_t j = 0; j < p->n; j++) {
        impact_touch *c = &p->c[j];
        const double v = p->v[3 * j];
        const bool closes = v < -SLOW * p->fastest && c->s / v <= time;
        c->s = closes ? -v * FIRST * p->time_unit : c->s - v * time;
        if (closes) compress(c);
    }
    return false;
}

// Slip of this contact alone presses the bodies together.
static bool presses(const several_impacts *p, int64_t j) {
    const impact_touch *c = &p->c[j];
    const double *w = p->w + 3 * p->n * 3 * j + 3 * j;
    return c->phase != OPEN && c->grip == SLIP && c->def->mu * (w[1] * c->d[0] + w[2] * c->d[1]) > w[0];
}

// Nothing moves or begins to: friction holds bodies that are wedged between contacts, whatever the forces.
static bool is_locked(const several_impacts *p) {
    for (int64_t i = 0; i < 3 * p->n; i++) {
        const double v = p->velocity[i], a = p->velocity[3 * p->n + i] * p->time_unit, tolerance = LOCKED * p->fastest;
        const bool open = p->c[i / 3].phase == OPEN;
        if (open ? i % 3 == 0 && v < -tolerance : fabs(v) + fabs(a) > tolerance) return false;
    }
    return true;
}

static bool is_finite(const several_impacts *p) {
    double sum = 0;
    for (int64_t i = 0; i < ROWS * 3 * p->n; i++) sum += p->velocity[i];
    return isfinite(sum);
}

// The next piece; false: there is none.
static bool go_on(several_impacts *p) {
    choose_grips(p);
    fill_series(p);
    p->failed = !is_finite(p);
    if (p->failed || is_locked(p)) return false;
    const found_event e = first_event(p);
    if (p->problem->watch && e.x > 0) show(p, e.x);
    for (int64_t j = 0; j < p->n; j++) p->c[j].jammed = p->c[j].jammed || presses(p, j);
    if (e.x > 0) move(p, e.x);
    for (int64_t j = 0; j < p->n; j++)
        if (p->c[j].grip == SLIP && !p->c[j].planar && slip_of(p, j) <= SLOW * p->fastest) stop_slip(p, j);
    release(p);
    if (e.found) happen(p, &e);
    return true;
}

static abut_status take(ab_ctx *cx, ab_arena *arena, several_impacts *p) {
    const int64_t n = p->n;
    double *block;
    // v, p, side: 3 n each; matrix: 9 n^2; rows of velocity, force: 3 n, of d: 2 n, of the other five: n
    const int64_t size = 9 * n + 9 * n * n + ROWS * 13 * n;
    AB_TRY(AB_TAKE(cx, arena, &block, size));
    memset(block, 0, (size_t)size * sizeof *block); // rows of open contacts are compared before they are written
    AB_TRY(AB_TAKE(cx, arena, &p->c, n));
    AB_TRY(AB_TAKE(cx, arena, &p->pivot, 3 * n));
    const struct {
        double **at;
        int64_t size;
    } parts[] = {{&p->v, 3 * n},
                 {&p->p, 3 * n},
                 {&p->side, 3 * n},
                 {&p->matrix, 9 * n * n},
                 {&p->velocity, ROWS * 3 * n},
                 {&p->force, ROWS * 3 * n},
                 {&p->d, ROWS * 2 * n},
                 {&p->s, ROWS * n},
                 {&p->growth, ROWS * n},
                 {&p->speed, ROWS * n},
                 {&p->work_n, ROWS * n},
                 {&p->work_t, ROWS * n}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].at = block;
        block += parts[i].size;
    }
    return ABUT_OK;
}

// The second tangent of a contact takes no part in the impact.
static bool is_planar(const several_impacts *p, int64_t j) {
    const int64_t size = 3 * p->n, row = 3 * j + 2;
    for (int64_t i = 0; i < size; i++)
        if (i != row && (p->w[row * size + i] != 0 || p->w[i * size + row] != 0)) return false;
    return p->v[row] == 0;
}

static void begin(several_impacts *p) {
    const int64_t n = p->n, size = 3 * n;
    double max = 0, stiffest = 0, easiest = 0;
    memcpy(p->v, p->problem->v, (size_t)size * sizeof *p->v);
    for (int64_t i = 0; i < size; i++) {
        p->p[i] = 0;
        max = fmax(max, fabs(p->v[i]));
    }
    for (int64_t j = 0; j < n; j++) stiffest = fmax(stiffest, p->problem->contact[j].stiffness);
    for (int64_t j = 0; j < n; j++) {
        const ab_impact_contact *def = &p->problem->contact[j];
        impact_touch *c = &p->c[j];
        *c = (impact_touch){.def = def, .k = def->stiffness / stiffest, .planar = is_planar(p, j), .d = {1, 0}};
        c->sums = (ab_impact_phase){.before = p->v[3 * j], .restitution = def->restitution};
        open_contact(c);
        easiest = fmax(easiest, p->w[3 * j * size + 3 * j]);
    }
    p->fastest = max;
    p->energy = max * max / easiest;
    p->time_unit = 1 / sqrt(easiest);
}

static ab_impact_outcome outcome_of(const several_impacts *p, int64_t j) {
    const impact_touch *c = &p->c[j];
    const double *v = p->v + 3 * j, *r = p->p + 3 * j;
    return (ab_impact_outcome){.end = {.v = {v[0], v[1], v[2]},
                                       .p = {r[0], r[1], r[2]},
                                       .work_n = c->sums.work_out - c->sums.work_in,
                                       .work_t = c->work_t,
                                       .motion = AB_IMPACT_OPEN,
                                       .expands = true},
                               .impulse_in = c->sums.impulse_in,
                               .work_in = c->sums.work_in,
                               .jammed = c->jammed};
}

abut_status ab_impact_several(ab_ctx *cx, ab_arena *arena, const ab_impact_problem *problem, ab_impact_outcome *out,
                              ab_impact_status *status) {
    several_impacts p = {.problem = problem, .n = problem->n, .w = problem->w};
    AB_TRY(take(cx, arena, &p));
    begin(&p);
    bool over = !(p.fastest > 0) || is_over(&p);
    for (int i = 0; i < MAX_PIECES && !over; i++) { over = !go_on(&p) || is_over(&p); }
    for (int64_t j = 0; j < p.n; j++) out[j] = outcome_of(&p, j);
    *status = over && !p.failed ? AB_IMPACT_DONE : AB_IMPACT_UNFINISHED;
    return ABUT_OK;
}
