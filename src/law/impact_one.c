// The process of one contact in three dimensions (law/impact.h), from the first touch to the end that its law sets.
//
// While it slips with v_t = s d, |d| = 1, the parameter tau with dp_n = s dtau makes the process linear but for s:
//
//   dv_t/dtau = s c - mu A v_t      dv_n/dtau = s W_nn - mu c.v_t       c = W_tn, A = W_tt
//   dp_t/dtau = -mu v_t             dW_n/dtau = s v_n,   dW_t/dtau = -mu s^2
//
// so that power series of all quantities follow from products of series and one division. A piece of the process is as
// long as the last terms of its series allow. The direction of slip has a law of its own, dphi/dtau = h(phi) =
// d'.(c - mu A d), d' across d. At a root of h slip is straight (isocline): then everything is a polynomial in p_n, as
// it is while the contact sticks, and in planar problems always. After slip has stopped the contact sticks if
// |A^-1 c| <= mu; else it slips along the only direction that leads away from rest,
//
//   (mu A + g) d = c,  |d| = 1,  g > 0
//
// The hodograph has a closed form, s ~ prod_k |sin((phi - phi_k)/2)|^(g(phi_k)/h'(phi_k)) over the complex roots of h;
// but it loses its digits where two roots meet, and p_n and W_n then need quadrature between them. A test compares it
// with the series. [routh1905; keller1986; stronge2000; batlle1996]
#include "law/impact.h"
#include "math/series.h"

#include <math.h>
#include <string.h>

enum {
    ORDER = 20,           // of the series
    MAX_PIECES = 20000,   // of a process
    MAX_DOUBLINGS = 2100, // of the length of a piece: the range of exponents
    SEEN = 12             // states of a curved piece that are shown to those who watch
};

// All compared with the largest slip so far, and so with what they change.
#define TRUNCATED 1e-13 // last terms of the series of slip and power
#define STRAIGHT  1e-13 // angle to an isocline below which slip is straight
#define ROUND_OFF 2e-15 // |h| over the terms that it is a sum of, below which it is 0
#define STOPPED   1e-16 // slip, below which it has stopped
#define LOOSEST   1e-6  // the first two over the slip of this moment

// What changes in the process: velocity, impulse, work.
typedef enum impact_quantity { V_N, V_T1, V_T2, P_N, P_T1, P_T2, WORK_N, WORK_T, QUANTITIES } impact_quantity;

// Series of all quantities in a parameter x that begins at 0: tau of curved pieces, else p_n.
typedef struct impact_piece {
    int order;
    double length;
    double term[ORDER + 1][QUANTITIES];
} impact_piece;

typedef struct one_impact {
    double w, c[2], a[3], mu; // W_nn; W_tn; W_tt: 11, 12, 22
    double rate;              // size of all of W
    const ab_impact_contact *contact;
    double at[QUANTITIES];
    ab_impact_motion motion;
    bool expands;
    ab_impact_phase phase;
    double largest_slip;
    bool jammed, done;
    ab_impact_watch *watch;
    void *with;
    int velocity_exponent, mobility_exponent; // of the units of all this: powers of two
} one_impact;

// --------------------------------------------------------------------------------------------------------- series

static double value_at(const impact_piece *c, impact_quantity i, double x) {
    double sum = c->term[c->order][i];
    for (int k = c->order; k-- > 0;) sum = sum * x + c->term[k][i];
    return sum;
}

// The same without the first term.
static double change_at(const impact_piece *c, impact_quantity i, double x) {
    double sum = c->term[c->order][i];
    for (int k = c->order; k-- > 1;) sum = sum * x + c->term[k][i];
    return sum * x;
}

static double slope_at(const impact_piece *c, impact_quantity i, double x) {
    double sum = c->order * c->term[c->order][i];
    for (int k = c->order; k-- > 1;) sum = sum * x + k * c->term[k][i];
    return sum;
}

static void values_at(const impact_piece *c, double x, double value[QUANTITIES]) {
    double sum[QUANTITIES];
    memcpy(sum, c->term[c->order], sizeof sum);
    for (int k = c->order; k-- > 0;)
        for (int i = 0; i < QUANTITIES; i++) sum[i] = sum[i] * x + c->term[k][i];
    memcpy(value, sum, sizeof sum);
}

// Length within which the last two terms of slip and power are below the error that is allowed. The series of the power
// converge more slowly: they are products.
static double length_of(const one_impact *s, const impact_piece *c, double slip) {
    const double error = fmin(TRUNCATED * s->largest_slip / slip, LOOSEST), per = 1 / (slip * error);
    const double per_power = 1 / (s->rate * (fabs(s->at[V_N]) + slip));
    double length[2];
    for (int i = 0; i < 2; i++) {
        const int k = ORDER - i;
        const double *t = c->term[k], power = k * (fabs(t[WORK_N]) + fabs(t[WORK_T]));
        length[i] = ab_series_reach(per * (fabs(t[V_T1]) + fabs(t[V_T2]) + power * per_power), k);
    }
    return fmin(length[0], length[1]);
}

// Series by pairs, which fit into registers: v_t1 and v_t2, s and v_n.
typedef double slip_pair __attribute__((vector_size(2 * sizeof(double))));
typedef struct slip_products {
    slip_pair slip, speed; // v_t1^2 and v_t2^2; s^2 and s v_n
} slip_products;

// Adds the terms f_j g_(k - j) but the first and the last.
static inline slip_products add_products(const slip_pair *restrict t, const slip_pair *restrict f,
                                         const slip_pair *restrict g, int k, slip_products sum) {
    slip_pair slip = {0}, speed = {0};
    int j = 1;
    for (; j + 1 < k; j += 2) { // two sums, which do not wait for each other
        slip += t[j] * t[k - j];
        speed += f[j] * g[k - j];
        sum.slip += t[j + 1] * t[k - j - 1];
        sum.speed += f[j + 1] * g[k - j - 1];
    }
    if (j < k) {
        slip += t[j] * t[k - j];
        speed += f[j] * g[k - j];
    }
    return (slip_products){sum.slip + slip, sum.speed + speed};
}

static void curved_piece(const one_impact *s, impact_piece *c, double slip) {
    static const double PER[] = {1.0,      1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,
                                 1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14,
                                 1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20};
    _Static_assert(sizeof PER / sizeof *PER == ORDER, "one for every term");
    slip_pair t[ORDER], f[ORDER], g[ORDER]; // v_t; s, v_n; s, s
    const double half = 0.5 / slip, w = s->w, mu = s->mu, c0 = s->c[0], c1 = s->c[1];
    const double a0 = mu * s->a[0], a1 = mu * s->a[1], a2 = mu * s->a[2];
    double v0 = s->at[V_T1], v1 = s->at[V_T2], n = s->at[V_N];
    double speed = slip, square = v0 * v0 + v1 * v1, work = n * slip;
    c->order = ORDER;
    memcpy(c->term[0], s->at, sizeof s->at);
    for (int k = 0;; k++) {
        t[k] = (slip_pair){v0, v1};
        f[k] = (slip_pair){speed, n};
        g[k] = (slip_pair){speed, speed};
        double *next = c->term[k + 1];
        next[P_N] = PER[k] * speed;
        next[P_T1] = -PER[k] * mu * v0;
        next[P_T2] = -PER[k] * mu * v1;
        next[WORK_N] = PER[k] * work;
        next[WORK_T] = -PER[k] * mu * square;
        n = next[V_N] = PER[k] * (w * speed - mu * (c0 * v0 + c1 * v1));
        const double v = next[V_T1] = PER[k] * (c0 * speed - (a0 * v0 + a1 * v1));
        v1 = next[V_T2] = PER[k] * (c1 * speed - (a1 * v0 + a2 * v1));
        v0 = v;
        if (k + 1 == ORDER) break;
        // the next term of s is not known yet
        const slip_products ends = {2 * (slip_pair){v0, v1} * t[0], (slip_pair){0, n} * g[0]};
        const slip_products sum = add_products(t, f, g, k + 1, ends);
        square = sum.slip[0] + sum.slip[1];
        speed = (square - sum.speed[0]) * half;
        work = sum.speed[1] + s->at[V_N] * speed;
    }
    c->length = length_of(s, c, slip);
}

// Piece with the tangential impulse f dp_n, f constant.
static void straight_piece(const one_impact *s, impact_piece *c, const double f[2], double length) {
    const double *at = s->at, turn[2] = {s->a[0] * f[0] + s->a[1] * f[1], s->a[1] * f[0] + s->a[2] * f[1]};
    const double n = s->w + s->c[0] * f[0] + s->c[1] * f[1], t1 = s->c[0] + turn[0], t2 = s->c[1] + turn[1];
    const double first[QUANTITIES] = {n, t1, t2, 1, f[0], f[1], at[V_N], f[0] * at[V_T1] + f[1] * at[V_T2]};
    const double second[QUANTITIES] = {[WORK_N] = 0.5 * n, [WORK_T] = 0.5 * (f[0] * t1 + f[1] * t2)};
    c->order = 2;
    c->length = length;
    memcpy(c->term[0], at, sizeof s->at);
    memcpy(c->term[1], first, sizeof first);
    memcpy(c->term[2], second, sizeof second);
}

// --------------------------------------------------------------------------------------------------------- events

static ab_impact_phase phase_at(const one_impact *s, const impact_piece *c, double x) {
    ab_impact_phase phase = s->phase;
    const double p = change_at(c, P_N, x), work = change_at(c, WORK_N, x);
    phase.velocity = value_at(c, V_N, x);
    *(s->expands ? &phase.impulse_out : &phase.impulse_in) += p;
    *(s->expands ? &phase.work_out : &phase.work_in) += s->expands ? work : -work;
    return phase;
}

typedef struct piece_signal {
    const one_impact *s;
    const impact_piece *c;
} piece_signal;

static double rise(const void *with, double x) { return value_at(((const piece_signal *)with)->c, V_N, x); }
static double fall(const void *with, double x) { return -rise(with, x); }
static double turn_up(const void *with, double x) { return slope_at(((const piece_signal *)with)->c, V_N, x); }
static double turn_down(const void *with, double x) { return -turn_up(with, x); }
static double excess(const void *with, double x) {
    const piece_signal *on = with;
    const ab_impact_phase phase = phase_at(on->s, on->c, x);
    return on->s->contact->law->excess(&phase);
}

typedef enum impact_event { NONE, COMPRESSED, COMPRESSES_AGAIN, ENDED } impact_event;

// First event within (a, b], where v_n is monotonic.
static impact_event event_between(const piece_signal *on, double a, double b, double *x) {
    *x = b;
    if (!on->s->expands) {
        if (rise(on, b) < 0) return NONE;
        *x = ab_crossing(rise, on, a, b);
        return COMPRESSED;
    }
    const bool again = fall(on, b) > 0;
    if (again) *x = ab_crossing(fall, on, a, b);
    if (excess(on, *x) < 0) return again ? COMPRESSES_AGAIN : NONE;
    *x = ab_crossing(excess, on, a, *x);
    return ENDED;
}

static impact_event first_event(const one_impact *s, const impact_piece *c, double *x) {
    const piece_signal on = {s, c};
    const double begins = c->term[1][V_N], ends = turn_up(&on, c->length);
    double middle = 0;
    if (begins > 0 && ends < 0) middle = ab_crossing(turn_down, &on, 0, c->length);
    if (begins < 0 && ends > 0) middle = ab_crossing(turn_up, &on, 0, c->length);
    if (middle > 0) {
        const impact_event e = event_between(&on, 0, middle, x);
        if (e != NONE) return e;
    }
    return event_between(&on, middle, c->length, x);
}

// -------------------------------------------------------------------------------------------------------- process

// In the units of the caller.
static ab_impact_state state_of(const one_impact *s, const double value[QUANTITIES]) {
    const int v = s->velocity_exponent, p = v - s->mobility_exponent;
    return (ab_impact_state){.v = {ldexp(value[V_N], v), ldexp(value[V_T1], v), ldexp(value[V_T2], v)},
                             .p = {ldexp(value[P_N], p), ldexp(value[P_T1], p), ldexp(value[P_T2], p)},
                             .work_n = ldexp(value[WORK_N], v + p),
                             .work_t = ldexp(value[WORK_T], v + p),
                             .motion = s->motion,
                             .expands = s->expands};
}

static void show(const one_impact *s, const impact_piece *c, double end) {
    const int steps = c->order == ORDER ? SEEN : 1;
    for (int i = 0; i <= steps; i++) {
        double value[QUANTITIES];
        values_at(c, i < steps ? end * i / steps : end, value);
        const ab_impact_state state = state_of(s, value);
        s->watch(s->with, 0, &state);
    }
}

static double slip_of(const one_impact *s) { return sqrt(s->at[V_T1] * s->at[V_T1] + s->at[V_T2] * s->at[V_T2]); }

static void begin_phase(one_impact *s, bool expands) {
    s->expands = expands;
    s->phase.velocity = s->at[V_N] = 0;
    s->done = expands && !(s->contact->law->excess(&s->phase) < 0);
}

// Moves to x of the piece, where e happens.
static void take_piece(one_impact *s, const impact_piece *c, double x, impact_event e) {
    s->phase = phase_at(s, c, x);
    if (s->watch) show(s, c, x);
    s->jammed = s->jammed || c->term[1][V_N] < 0;
    values_at(c, x, s->at);
    if (s->motion == AB_IMPACT_STICK) s->at[V_T1] = s->at[V_T2] = 0;
    if (e == COMPRESSED || e == COMPRESSES_AGAIN) begin_phase(s, e == COMPRESSED);
    s->done = s->done || e == ENDED;
    s->largest_slip = fmax(s->largest_slip, slip_of(s));
}

// A piece along f until its event, or until slip stops at p_n = stop. False: neither comes.
static bool go_straight(one_impact *s, const double f[2], double stop) {
    impact_piece c;
    double length = stop;
    if (!(stop < INFINITY)) {
        const double rate = s->w + s->c[0] * f[0] + s->c[1] * f[1];
        if (!(rate > 0)) return false;
        length = s->expands ? s->at[P_N] : -2 * s->at[V_N] / rate;
    }
    for (int i = 0; i < MAX_DOUBLINGS; i++, length *= 2) {
        double x;
        straight_piece(s, &c, f, length);
        const impact_event e = first_event(s, &c, &x);
        if (e == NONE && !(stop < INFINITY)) continue;
        take_piece(s, &c, x, e);
        if (e == NONE) s->at[V_T1] = s->at[V_T2] = 0;
        return true;
    }
    return false;
}

static bool go_curved(one_impact *s, double slip) {
    impact_piece c;
    double x;
    curved_piece(s, &c, slip);
    const impact_event e = first_event(s, &c, &x);
    take_piece(s, &c, x, e);
    return true;
}

// Rates of a slip of size 1 in the direction d.
typedef struct slip_rates {
    double along, across, turning; // g, h, dh/dphi
    double terms;                  // size of what they are sums of
} slip_rates;

static slip_rates rates_of(const one_impact *s, const double d[2]) {
    const double ad[2] = {s->a[0] * d[0] + s->a[1] * d[1], s->a[1] * d[0] + s->a[2] * d[1]};
    const double a[2] = {s->c[0] - s->mu * ad[0], s->c[1] - s->mu * ad[1]}, along = d[0] * a[0] + d[1] * a[1];
    const double spread = s->a[0] * d[1] * d[1] - 2 * s->a[1] * d[0] * d[1] + s->a[2] * d[0] * d[0];
    return (slip_rates){along, d[0] * a[1] - d[1] * a[0], -along - s->mu * spread,
                        fabs(s->c[0]) + fabs(s->c[1]) + s->mu * (fabs(ad[0]) + fabs(ad[1]))};
}

static void turn_by(double d[2], double angle) {
    const double x = d[0] - angle * d[1], y = d[1] + angle * d[0], norm = sqrt(x * x + y * y);
    d[0] = x / norm;
    d[1] = y / norm;
}

// Whether slip is straight in the direction d. If it is near an isocline that draws it in, d becomes that one.
static bool is_straight(const one_impact *s, double d[2], double share, slip_rates *r) {
    *r = rates_of(s, d);
    if (r->turning < 0 && fabs(r->across) <= -r->turning * fmin(STRAIGHT * share, LOOSEST)) {
        turn_by(d, -r->across / r->turning);
        *r = rates_of(s, d);
        return true;
    }
    return fabs(r->across) <= ROUND_OFF * r->terms;
}

static bool go_on_sliding(one_impact *s, double slip) {
    double d[2] = {s->at[V_T1] / slip, s->at[V_T2] / slip};
    slip_rates r;
    s->motion = AB_IMPACT_SLIP;
    if (!is_straight(s, d, s->largest_slip / slip, &r)) return go_curved(s, slip);
    const double f[2] = {-s->mu * d[0], -s->mu * d[1]};
    return go_straight(s, f, r.along < 0 ? slip / -r.along : INFINITY);
}

// f with A f = -c; false if |f| > mu: the contact cannot stick.
static bool stick_force(const one_impact *s, double f[2]) {
    const double det = s->a[0] * s->a[2] - s->a[1] * s->a[1];
    if (!(det > 0)) return false;
    f[0] = -(s->a[2] * s->c[0] - s->a[1] * s->c[1]) / det;
    f[1] = -(s->a[0] * s->c[1] - s->a[1] * s->c[0]) / det;
    return f[0] * f[0] + f[1] * f[1] <= s->mu * s->mu;
}

// Direction d of the slip that leads away from rest: Newton's method for g on 1/|d| - 1, monotonic from 0.
static void leave_rest(const one_impact *s, double d[2]) {
    double g = 0;
    for (int i = 0; i < 100; i++) {
        const double a = s->mu * s->a[0] + g, b = s->mu * s->a[1], e = s->mu * s->a[2] + g, det = a * e - b * b;
        d[0] = (e * s->c[0] - b * s->c[1]) / det;
        d[1] = (a * s->c[1] - b * s->c[0]) / det;
        const double norm2 = d[0] * d[0] + d[1] * d[1], norm = sqrt(norm2);
        const double change = (e * d[0] * d[0] - 2 * b * d[0] * d[1] + a * d[1] * d[1]) / det; // d.(mu A + g)^-1 d
        const double next = g + (norm - 1) * norm2 / change;
        d[0] /= norm;
        d[1] /= norm;
        if (!(next > g)) return;
        g = next;
    }
}

static bool go_on_from_rest(one_impact *s) {
    double f[2];
    s->at[V_T1] = s->at[V_T2] = 0;
    s->motion = stick_force(s, f) ? AB_IMPACT_STICK : AB_IMPACT_SLIP;
    if (s->motion == AB_IMPACT_SLIP) {
        leave_rest(s, f);
        f[0] *= -s->mu;
        f[1] *= -s->mu;
    }
    return go_straight(s, f, INFINITY);
}

static bool go_on(one_impact *s) {
    const double slip = slip_of(s), none[2] = {0, 0};
    if (!(s->mu > 0)) return go_straight(s, none, INFINITY);
    return slip > STOPPED * s->largest_slip ? go_on_sliding(s, slip) : go_on_from_rest(s);
}

// Numbers of size 1 in units of powers of two.
static void scale(one_impact *s, const double w[9], const double v[3]) {
    frexp(fmax(w[0], fmax(w[4], w[8])), &s->mobility_exponent);
    frexp(fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2]))), &s->velocity_exponent);
    double scaled[9];
    for (int k = 0; k < 9; k++) scaled[k] = ldexp(w[k], -s->mobility_exponent);
    for (int k = 0; k < 3; k++) s->at[V_N + k] = ldexp(v[k], -s->velocity_exponent);
    s->w = scaled[0];
    s->c[0] = scaled[1], s->c[1] = scaled[2];
    s->a[0] = scaled[4], s->a[1] = scaled[5], s->a[2] = scaled[8];
    s->rate = s->w + (1 + s->mu) * (fabs(s->c[0]) + fabs(s->c[1])) + s->mu * (s->a[0] + s->a[2]);
}

// v_n >= 0 before: only slip that presses the bodies together makes an impact.
static bool touches(const one_impact *s) {
    const double pressed = s->mu * (s->c[0] * s->at[V_T1] + s->c[1] * s->at[V_T2]);
    return s->at[V_N] < 0 || (s->at[V_N] == 0 && slip_of(s) * s->w < pressed);
}

static ab_impact_outcome outcome_of(const one_impact *s) {
    const int p = s->velocity_exponent - s->mobility_exponent;
    return (ab_impact_outcome){.end = state_of(s, s->at),
                               .impulse_in = ldexp(s->phase.impulse_in, p),
                               .work_in = ldexp(s->phase.work_in, p + s->velocity_exponent),
                               .jammed = s->jammed};
}

ab_impact_status ab_impact_one(const double w[9], const double v[3], const ab_impact_contact *contact,
                               ab_impact_outcome *out, ab_impact_watch *watch, void *with) {
    one_impact s = {.mu = contact->mu, .contact = contact, .watch = watch, .with = with};
    scale(&s, w, v);
    s.phase = (ab_impact_phase){.before = s.at[V_N], .restitution = contact->restitution, .velocity = s.at[V_N]};
    s.largest_slip = slip_of(&s);
    s.done = !touches(&s);
    bool good = true;
    for (int i = 0; i < MAX_PIECES && !s.done && good; i++) good = go_on(&s);
    *out = outcome_of(&s);
    return !good ? AB_IMPACT_SINGULAR : s.done ? AB_IMPACT_DONE : AB_IMPACT_UNFINISHED;
}
