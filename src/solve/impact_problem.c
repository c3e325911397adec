// Public interface of impacts: checks the problem, W of the contacts of bodies, their velocities afterwards.
//
//   v_i = d_i.(x_a' + w_a x r_a - x_b' - w_b x r_b)     d_i: direction of component i; r: arm from the centre of mass
//   W_ij = sum over bodies that both touch of s_i s_j (d_i.d_j/m + (r_i x d_i).I^-1 (r_j x d_j)), s = 1 on a, -1 on b
#include "solve/impact_problem.h"

#include "base/def.h"
#include "math/quat.h"
#include "solve/impact_solver.h"

#include <math.h>
#include <string.h>

#define ASYMMETRY 1e-9 // of W, over its largest entry

abut_impact_def abut_impact_problem(void) {
    return (abut_impact_def){
        .size = sizeof(abut_impact_def), .law = "stronge", .order = ab_impact_order_names[0], .guard = true};
}

// ------------------------------------------------------------------------------------------------------------- checks

static int order_of(const char *name) {
    for (int i = 0; i < AB_IMPACT_ORDERS; i++)
        if (name && strcmp(name, ab_impact_order_names[i]) == 0) return i;
    return -1;
}

static const ab_impact_law *law_of(const abut_impact_def *d, int64_t contact) {
    const char *name = d->contact[contact].law ? d->contact[contact].law : d->law;
    return name ? ab_impact_law_find(name) : NULL;
}

static const char *shown(const char *name) { return name ? name : ""; }

static bool is_positive(double x) { return x > 0 && isfinite(x); }

static abut_status check_body(ab_ctx *cx, abut_status wrong, const abut_impact_def *d, int64_t i) {
    const abut_impact_body *b = &d->body[i];
    if (!is_positive(b->mass) || !is_positive(b->inertia.x) || !is_positive(b->inertia.y) || !is_positive(b->inertia.z))
        return ab_fail(cx, wrong, "body %lld%s%s: mass and moments of inertia must be positive", (long long)i,
                       b->name ? " " : "", shown(b->name));
    if (!v3_finite(b->position) || !v3_finite(b->velocity) || !v3_finite(b->spin) ||
        !is_positive(quat_norm2(b->orientation)))
        return ab_fail(cx, wrong, "body %lld%s%s: a number of its position or velocity is not finite", (long long)i,
                       b->name ? " " : "", shown(b->name));
    return ABUT_OK;
}

static const char *fault_of_ends(const abut_impact_def *d, const abut_impact_contact *c) {
    if (c->a < -1 || c->a >= d->bodies || c->b < -1 || c->b >= d->bodies) return "one of its bodies does not exist";
    if (c->a == c->b) return "it needs two different bodies";
    if (!v3_finite(c->point) || !v3_finite(c->tangent) || !is_positive(v3_norm(c->normal)))
        return "its point must be finite and its normal not zero";
    if (v3_norm(v3_cross(c->normal, c->tangent)) <= 1e-9 * v3_norm(c->normal) * v3_norm(c->tangent) &&
        v3_norm(c->tangent) > 0)
        return "its tangent is along its normal";
    return NULL;
}

static const char *fault_of_contact(const abut_impact_def *d, const abut_impact_contact *c) {
    if (!(c->friction >= 0) || !isfinite(c->friction)) return "friction must be 0 or more";
    if (!(c->restitution >= 0 && c->restitution <= 1)) return "restitution must be from 0 to 1";
    if (!is_positive(c->stiffness)) return "stiffness must be positive";
    return d->mobility ? NULL : fault_of_ends(d, c);
}

static abut_status check_contact(ab_ctx *cx, abut_status wrong, const abut_impact_def *d, int64_t i) {
    const char *fault = law_of(d, i) ? fault_of_contact(d, &d->contact[i]) : "its law is none of `abut list impacts`";
    if (!fault) return ABUT_OK;
    return ab_fail(cx, wrong, "contact %lld%s%s: %s", (long long)i, d->contact[i].name ? " " : "",
                   shown(d->contact[i].name), fault);
}

static abut_status check_mobility(ab_ctx *cx, abut_status wrong, const abut_impact_def *d) {
    const int64_t size = 3 * d->contacts;
    double largest = 0;
    if (!d->velocity || d->bodies > 0)
        return ab_fail(cx, wrong, "give the mobility and the velocity of the contacts, or bodies, not both");
    for (int64_t i = 0; i < size * size; i++) {
        if (!isfinite(d->mobility[i])) return ab_fail(cx, wrong, "a number of the mobility is not finite");
        largest = fmax(largest, fabs(d->mobility[i]));
    }
    for (int64_t i = 0; i < size; i++) {
        if (!isfinite(d->velocity[i])) return ab_fail(cx, wrong, "a velocity is not finite");
        if (i % 3 == 0 && !(d->mobility[i * size + i] > 0))
            return ab_fail(cx, wrong, "the mobility of contact %lld along its normal must be positive",
                           (long long)(i / 3));
        for (int64_t j = 0; j < i; j++)
            if (fabs(d->mobility[i * size + j] - d->mobility[j * size + i]) > ASYMMETRY * largest)
                return ab_fail(cx, wrong, "the mobility must be symmetric: row %lld, column %lld", (long long)i,
                               (long long)j);
    }
    return ABUT_OK;
}

abut_status ab_impact_check(ab_ctx *cx, abut_status wrong, const abut_impact_def *d) {
    if (d->contacts < 1 || d->contacts > AB_IMPACT_CONTACTS || !d->contact || d->bodies < 0 ||
        (d->bodies > 0 && !d->body))
        return ab_fail(cx, wrong, "an impact needs 1 to %d contacts", AB_IMPACT_CONTACTS);
    if (order_of(d->order) < 0) return ab_fail(cx, wrong, "the order of an impact is simultaneous or sequential");
    for (int64_t i = 0; i < d->bodies; i++) AB_TRY(check_body(cx, wrong, d, i));
    for (int64_t i = 0; i < d->contacts; i++) AB_TRY(check_contact(cx, wrong, d, i));
    return d->mobility ? check_mobility(cx, wrong, d) : ABUT_OK;
}

// ----------------------------------------------------------------------------------------------------------- mobility

// How component i of a contact moves a body per impulse, and is moved by it.
typedef struct impact_row {
    int32_t body[2]; // a, b
    v3 along;        // d_i
    v3 turn[2];      // r x d_i of both
} impact_row;

// World moments of inertia, inverted, on a vector.
static v3 per_inertia(const abut_impact_body *b, v3 a) {
    const quat q = quat_unit(b->orientation);
    const v3 in = quat_unrotate(q, a);
    return quat_rotate(q, v3_make(in.x / b->inertia.x, in.y / b->inertia.y, in.z / b->inertia.z));
}

static v3 tangent_of(const abut_impact_contact *c, v3 n) {
    if (v3_norm(c->tangent) > 0) return v3_unit(v3_across(n, c->tangent));
    const v3 x = v3_make(1, 0, 0), y = v3_make(0, 1, 0);
    return v3_unit(v3_across(n, fabs(n.x) < 0.9 ? x : y));
}

static void put_contact(const abut_impact_def *d, int64_t i, impact_row row[3]) {
    const abut_impact_contact *c = &d->contact[i];
    const v3 n = v3_unit(c->normal), t = tangent_of(c, n), direction[3] = {n, t, v3_cross(n, t)};
    const int32_t body[2] = {c->a, c->b};
    for (int k = 0; k < 3; k++) {
        row[k].along = direction[k];
        for (int side = 0; side < 2; side++) {
            row[k].body[side] = body[side];
            if (body[side] >= 0)
                row[k].turn[side] = v3_cross(v3_sub(c->point, d->body[body[side]].position), direction[k]);
        }
    }
}

static double velocity_of(const abut_impact_def *d, const impact_row *row) {
    double v = 0;
    for (int side = 0; side < 2; side++) {
        if (row->body[side] < 0) continue;
        const abut_impact_body *b = &d->body[row->body[side]];
        v += (side ? -1 : 1) * (v3_dot(row->along, b->velocity) + v3_dot(row->turn[side], b->spin));
    }
    return v;
}

static double mobility_of(const abut_impact_def *d, const impact_row *p, const impact_row *q) {
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (p->body[i] < 0 || p->body[i] != q->body[j]) continue;
            const abut_impact_body *b = &d->body[p->body[i]];
            const double part = v3_dot(p->along, q->along) / b->mass + v3_dot(p->turn[i], per_inertia(b, q->turn[j]));
            sum += i == j ? part : -part;
        }
    return sum;
}

static double energy_of(const abut_impact_def *d) {
    double sum = 0;
    for (int64_t i = 0; i < d->bodies; i++) {
        const abut_impact_body *b = &d->body[i];
        const v3 w = quat_unrotate(quat_unit(b->orientation), b->spin);
        sum += 0.5 * b->mass * v3_norm2(b->velocity) + 0.5 * v3_dot(w, v3_mul(b->inertia, w));
    }
    return sum;
}

static void move_bodies(const abut_impact_def *d, const impact_row *row, const abut_impact_end *end,
                        abut_impact_body *after) {
    for (int64_t i = 0; i < d->bodies; i++) after[i] = d->body[i];
    for (int64_t i = 0; i < 3 * d->contacts; i++)
        for (int side = 0; side < 2; side++) {
            if (row[i].body[side] < 0) continue;
            abut_impact_body *b = &after[row[i].body[side]];
            const double p = (side ? -1 : 1) * end[i / 3].impulse[i % 3];
            b->velocity = v3_add_scaled(b->velocity, p / b->mass, row[i].along);
            b->spin = v3_add_scaled(b->spin, p, per_inertia(b, row[i].turn[side]));
        }
}

// -------------------------------------------------------------------------------------------------------------- watch

// Hands on what the process shows, and remembers the last state of each contact.
typedef struct impact_watch {
    const abut_impact_def *def;
    abut_impact_point *last; // (contacts)
} impact_watch;

static void tell(const impact_watch *w, const abut_impact_point *point) {
    w->last[point->contact] = *point;
    if (w->def->watch) w->def->watch(w->def->watch_user, point);
}

static abut_impact_point point_of(int64_t contact, const ab_impact_state *s) {
    abut_impact_point p = {.contact = contact,
                           .normal_work = s->work_n,
                           .tangent_work = s->work_t,
                           .motion = (abut_impact_motion)s->motion,
                           .expands = s->expands};
    memcpy(p.velocity, s->v, sizeof p.velocity);
    memcpy(p.impulse, s->p, sizeof p.impulse);
    return p;
}

static void show(void *with, int64_t contact, const ab_impact_state *state) {
    const abut_impact_point point = point_of(contact, state);
    tell(with, &point);
}

static bool is_same(const abut_impact_point *a, const abut_impact_point *b) {
    for (int k = 0; k < 3; k++)
        if (a->velocity[k] != b->velocity[k] || a->impulse[k] != b->impulse[k]) return false;
    return true;
}

// ------------------------------------------------------------------------------------------------------------ solving

typedef struct impact_work {
    ab_ctx *cx;
    ab_arena arena;
    const abut_impact_def *def;
    impact_row *row; // (3 contacts); NULL = the mobility is given
    double *w, *v;
    ab_impact_contact *contact;
    ab_impact_outcome *out;
    impact_watch watch;
    ab_impact_report report;
} impact_work;

static abut_status assemble(impact_work *k) {
    const abut_impact_def *d = k->def;
    const int64_t size = 3 * d->contacts;
    if (!d->mobility) {
        AB_TRY(AB_TAKE(k->cx, &k->arena, &k->row, size));
        for (int64_t i = 0; i < d->contacts; i++) put_contact(d, i, k->row + 3 * i);
    }
    for (int64_t i = 0; i < size; i++) {
        k->v[i] = d->mobility ? d->velocity[i] : velocity_of(d, &k->row[i]);
        for (int64_t j = 0; j <= i; j++) {
            const double w = d->mobility ? 0.5 * (d->mobility[i * size + j] + d->mobility[j * size + i])
                                         : mobility_of(d, &k->row[i], &k->row[j]);
            k->w[i * size + j] = k->w[j * size + i] = w;
        }
    }
    return ABUT_OK;
}

static abut_status prepare(impact_work *k) {
    const abut_impact_def *d = k->def;
    const int64_t n = d->contacts;
    AB_TRY(AB_TAKE(k->cx, &k->arena, &k->w, 9 * n * n));
    AB_TRY(AB_TAKE(k->cx, &k->arena, &k->v, 3 * n));
    AB_TRY(AB_TAKE(k->cx, &k->arena, &k->contact, n));
    AB_TRY(AB_TAKE(k->cx, &k->arena, &k->out, n));
    AB_TRY(AB_TAKE(k->cx, &k->arena, &k->watch.last, n));
    k->watch.def = d;
    AB_TRY(assemble(k));
    for (int64_t i = 0; i < n; i++) {
        const abut_impact_contact *c = &d->contact[i];
        k->contact[i] = (ab_impact_contact){c->friction, c->restitution, law_of(d, i), c->stiffness};
        if (!(k->w[(3 * n + 1) * 3 * i] > 0))
            return ab_fail(k->cx, ABUT_ERR_ARGUMENT, "contact %lld: none of its bodies can move along its normal",
                           (long long)i);
    }
    return ABUT_OK;
}

static void take_end(const impact_work *k, int64_t i, abut_impact_end *end) {
    const ab_impact_outcome *o = &k->out[i];
    *end = (abut_impact_end){.normal_work = o->end.work_n,
                             .tangent_work = o->end.work_t,
                             .compression_impulse = o->impulse_in,
                             .compression_work = -o->work_in,
                             .jammed = o->jammed};
    memcpy(end->before, k->v + 3 * i, sizeof end->before);
    memcpy(end->after, o->end.v, sizeof end->after);
    memcpy(end->impulse, o->end.p, sizeof end->impulse);
}

static void show_ends(const impact_work *k, bool first) {
    for (int64_t i = 0; i < k->def->contacts; i++) {
        abut_impact_point point = {.contact = i};
        if (first)
            memcpy(point.velocity, k->v + 3 * i, sizeof point.velocity);
        else
            point = point_of(i, &k->out[i].end);
        if (first || !is_same(&point, &k->watch.last[i])) tell(&k->watch, &point);
    }
}

static abut_status solve(impact_work *k, abut_impact_end *end, abut_impact_body *after) {
    const abut_impact_def *d = k->def;
    AB_TRY(prepare(k));
    const ab_impact_problem problem = {.n = d->contacts,
                                       .w = k->w,
                                       .v = k->v,
                                       .contact = k->contact,
                                       .order = (ab_impact_order)order_of(d->order),
                                       .watch = d->watch ? show : NULL,
                                       .with = &k->watch};
    bool solved = false;
    show_ends(k, true);
    AB_TRY(ab_impact_solve(k->cx, &k->arena, &problem, d->guard, k->out, &k->report, &solved));
    show_ends(k, false);
    for (int64_t i = 0; i < d->contacts; i++) take_end(k, i, &end[i]);
    if (after && !d->mobility) move_bodies(d, k->row, end, after);
    if (solved) return ABUT_OK;
    return ab_fail(k->cx, ABUT_ERR_UNSOLVED, "no impulses separate the contacts: the bodies are wedged");
}

abut_status abut_impact_solve(abut_context *context, const abut_impact_def *def, abut_impact_end *end,
                              abut_impact_body *after, abut_impact_report *report) {
    if (!context) return ABUT_ERR_ARGUMENT;
    AB_DEF(context, abut_impact_def, d, def, abut_impact_problem);
    if (!end) return ab_fail(context, ABUT_ERR_ARGUMENT, "abut_impact_solve needs a place for the outcome");
    AB_TRY(ab_impact_check(context, ABUT_ERR_ARGUMENT, &d));
    impact_work k = {.cx = context, .def = &d};
    const abut_status status = solve(&k, end, after);
    ab_arena_free(context, &k.arena);
    if (report)
        *report = (abut_impact_report){.energy = d.mobility ? NAN : energy_of(&d),
                                       .gain = k.report.gain,
                                       .share = k.report.share,
                                       .guarded = k.report.guarded,
                                       .fell_back = k.report.fell_back,
                                       .completed = k.report.completed,
                                       .jammed = k.report.jammed};
    return status;
}
