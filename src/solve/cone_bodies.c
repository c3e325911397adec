// Contact problems of bodies: rows in the order of the sweep, and the parts of the form that need no speed.
#include "solve/cone_bodies.h"

#include "base/sort.h"
#include "solve/cone_bodies_data.h"

#include <string.h>

#define ROUND 1e-12 // arms and moments that differ by this fraction are those of a ball

// ---------------------------------------------------------------------------------------------------------- response

static v3 get3(const double *x) { return v3_make(x[0], x[1], x[2]); }

void ab_cone_bodies_respond(const ab_cone_bodies *b, int32_t i, int32_t j, v3 impulse, v3 turn, v3 *dv, v3 *dw) {
    const ab_cone_mechanism *m = &b->def.mechanism[b->mechanism_of[i]];
    const int64_t size = 6 * m->n;
    const double *at = m->mobility + 6 * b->member[i] * size + 6 * b->member[j];
    double out[6];
    for (int k = 0; k < 6; k++) out[k] = v3_dot(get3(at + k * size), impulse) + v3_dot(get3(at + k * size + 3), turn);
    *dv = v3_add(*dv, get3(out));
    *dw = v3_add(*dw, get3(out + 3));
}

void ab_cone_bodies_add_response(const ab_cone_bodies *b, int32_t i, int32_t j, v3 impulse, v3 arm, v3 *dv, v3 *dw) {
    const v3 turn = v3_cross(arm, impulse);
    if (b->mechanism_of[j] >= 0) {
        if (b->mechanism_of[i] == b->mechanism_of[j]) ab_cone_bodies_respond(b, i, j, impulse, turn, dv, dw);
    } else if (i == j) {
        *dv = v3_add_scaled(*dv, b->def.body[i].inverse_mass, impulse);
        *dw = v3_add(*dw, m3_mul(b->def.body[i].inverse_inertia, turn));
    }
}

// Velocity of a point of body i due to an impulse f on the first body of c and -f on the second.
static v3 point_velocity(const ab_cone_bodies *b, const ab_cone_contact *c, int32_t i, v3 arm, v3 f) {
    v3 v = v3_zero(), w = v3_zero();
    if (i < 0) return v;
    if (c->a >= 0) ab_cone_bodies_add_response(b, i, c->a, f, c->arm_a, &v, &w);
    if (c->b >= 0) ab_cone_bodies_add_response(b, i, c->b, v3_neg(f), c->arm_b, &v, &w);
    return v3_add(v, v3_cross(w, arm));
}

// Velocity of contact `of` per impulse of contact `by`.
static void couple(const ab_cone_bodies *b, const ab_cone_contact *of, const ab_cone_contact *by, double w[9]) {
    for (int k = 0; k < 3; k++) {
        const v3 f = ab_cone_axis(by, k);
        const v3 u = v3_sub(point_velocity(b, by, of->a, of->arm_a, f), point_velocity(b, by, of->b, of->arm_b, f));
        for (int j = 0; j < 3; j++) w[3 * j + k] = v3_dot(ab_cone_axis(of, j), u);
    }
}

static void block_of(const ab_cone_bodies *b, const ab_cone_contact *c, double w[9]) { couple(b, c, c, w); }

void ab_cone_bodies_block(const ab_cone_bodies *b, int64_t i, int64_t j, double w[9]) {
    couple(b, &b->def.contact[i], &b->def.contact[j], w);
}

// --------------------------------------------------------------------------------------------------------------- rows

static bool is_round(const ab_cone_bodies *b, int32_t i, v3 arm, v3 n) {
    if (i < 0) return true;
    if (b->mechanism_of[i] >= 0) return false;
    const ab_symmetric *s = &b->inverse_inertia[i];
    const double mean = (s->xx + s->yy + s->zz) / 3, tolerance = ROUND * mean;
    return v3_norm(v3_cross(arm, n)) <= ROUND * v3_norm(arm) && fabs(s->xx - mean) <= tolerance &&
           fabs(s->yy - mean) <= tolerance && fabs(s->zz - mean) <= tolerance && fabs(s->xy) <= tolerance &&
           fabs(s->xz) <= tolerance && fabs(s->yz) <= tolerance;
}

bool ab_cone_bodies_is_ball(const ab_cone_bodies *b, const ab_cone_contact *c) {
    return c->a >= 0 && is_round(b, c->a, c->arm_a, c->normal) && is_round(b, c->b, c->arm_b, c->normal);
}

static ab_cone_ball ball_row(const ab_cone_bodies *b, int64_t i) {
    const ab_cone_contact *c = &b->def.contact[i];
    double w[9];
    block_of(b, c, w);
    return (ab_cone_ball){.a = c->a,
                          .b = c->b,
                          .contact = i,
                          .n = c->normal,
                          .t = c->tangent,
                          .arm_a = v3_dot(c->arm_a, c->normal),
                          .arm_b = v3_dot(c->arm_b, c->normal),
                          .per_normal = 1 / w[0],
                          .per_tangent = 2 / (w[4] + w[8])};
}

// Inverse by cofactors.
static ab_symmetric inverse_of(const ab_symmetric *s) {
    const double xx = s->yy * s->zz - s->yz * s->yz, xy = s->xz * s->yz - s->xy * s->zz,
                 xz = s->xy * s->yz - s->xz * s->yy, per = 1 / (s->xx * xx + s->xy * xy + s->xz * xz);
    return (ab_symmetric){.xx = xx * per,
                          .yy = (s->xx * s->zz - s->xz * s->xz) * per,
                          .zz = (s->xx * s->yy - s->xy * s->xy) * per,
                          .xy = xy * per,
                          .xz = xz * per,
                          .yz = (s->xy * s->xz - s->xx * s->yz) * per};
}

static ab_cone_any any_row(const ab_cone_bodies *b, int64_t i) {
    const ab_cone_contact *c = &b->def.contact[i];
    double w[9];
    block_of(b, c, w);
    const ab_symmetric s = {w[0], w[4], w[8], 0.5 * (w[1] + w[3]), 0.5 * (w[2] + w[6]), 0.5 * (w[5] + w[7])};
    return (ab_cone_any){.a = c->a,
                         .b = c->b,
                         .contact = i,
                         .n = c->normal,
                         .t = c->tangent,
                         .arm_a = c->arm_a,
                         .arm_b = c->arm_b,
                         .w = s,
                         .inverse = inverse_of(&s)};
}

static void put_rows(ab_cone_bodies *b, const ab_keyed *order) {
    int64_t segments = 0, phases = 0;
    for (int64_t k = 0; k < b->def.ncontact; k++) {
        const uint64_t key = order[k].key, last = k > 0 ? order[k - 1].key : ~key;
        if (k == 0 || key >> AB_PHASE_SHIFT != last >> AB_PHASE_SHIFT) b->first_segment[phases++] = segments;
        if (k == 0 || key >> AB_SEGMENT_SHIFT != last >> AB_SEGMENT_SHIFT)
            b->segment[segments++] =
                (ab_cone_segment){b->nball, b->nball, b->nany, b->nany, ab_cone_bodies_middle(key)};
        b->row_of[order[k].value] = key & 1 ? b->nany : -1 - b->nball;
        if (key & 1)
            b->any[b->nany++] = any_row(b, order[k].value);
        else
            b->ball[b->nball++] = ball_row(b, order[k].value);
        b->segment[segments - 1].ball_end = b->nball;
        b->segment[segments - 1].any_end = b->nany;
    }
    b->first_segment[phases] = segments;
    b->nphase = phases;
}

// Threads have about as many contacts of the first phase each.
static void divide(ab_cone_bodies *b) {
    const int64_t end = b->nphase > 0 ? b->first_segment[1] : 0, threads = b->cx->threads;
    const int64_t contacts = end > 0 ? b->segment[end - 1].ball_end + b->segment[end - 1].any_end : 0;
    int64_t t = 0;
    b->share[t++] = INT64_MIN;
    for (int64_t k = 0; k < end; k++)
        while (t < threads && (b->segment[k].ball_end + b->segment[k].any_end) * threads > contacts * t)
            b->share[t++] = b->segment[k].middle;
    while (t <= threads) b->share[t++] = INT64_MAX;
}

static void block(const ab_cones *c, int64_t i, double w[9]) {
    const ab_cone_bodies *b = c->with;
    const int64_t row = b->row_of[i];
    if (row < 0) {
        const ab_cone_ball *ball = &b->ball[-1 - row];
        const double tangent = 1 / ball->per_tangent;
        memcpy(w, (double[9]){1 / ball->per_normal, 0, 0, 0, tangent, 0, 0, 0, tangent}, 9 * sizeof *w);
    } else {
        const ab_symmetric *s = &b->any[row].w;
        memcpy(w, (double[9]){s->xx, s->xy, s->xz, s->xy, s->yy, s->yz, s->xz, s->yz, s->zz}, 9 * sizeof *w);
    }
}

// -------------------------------------------------------------------------------------------------------------- making

static void put_body(ab_cone_bodies *b, int64_t i) {
    const ab_cone_body *body = &b->def.body[i];
    const v3 *row = body->inverse_inertia.row;
    b->inverse_inertia[i] = (ab_symmetric){row[0].x, row[1].y, row[2].z, row[0].y, row[0].z, row[1].z};
    b->motion[i] =
        (ab_cone_motion){.inverse_mass = body->inverse_mass, .inverse_moment = (row[0].x + row[1].y + row[2].z) / 3};
    b->mechanism_of[i] = -1;
}

static abut_status take(ab_arena *arena, ab_cone_bodies *b) {
    const int64_t n = b->def.nbody, m = b->def.ncontact;
    AB_TRY(AB_TAKE(b->cx, arena, &b->motion, n));
    AB_TRY(AB_TAKE(b->cx, arena, &b->inverse_inertia, n));
    AB_TRY(AB_TAKE(b->cx, arena, &b->mechanism_of, n));
    AB_TRY(AB_TAKE(b->cx, arena, &b->member, n));
    AB_TRY(AB_TAKE(b->cx, arena, &b->check_v, n));
    AB_TRY(AB_TAKE(b->cx, arena, &b->check_w, n));
    AB_TRY(AB_TAKE(b->cx, arena, &b->ball, m));
    AB_TRY(AB_TAKE(b->cx, arena, &b->any, m));
    AB_TRY(AB_TAKE(b->cx, arena, &b->row_of, m));
    AB_TRY(AB_TAKE(b->cx, arena, &b->segment, m));
    AB_TRY(AB_TAKE(b->cx, arena, &b->share, b->cx->threads + 1));
    return AB_TAKE(b->cx, arena, &b->first_segment, 257);
}

abut_status ab_cone_bodies_make(ab_ctx *cx, ab_arena *arena, const ab_cone_bodies_def *def, ab_cone_bodies **bodies) {
    ab_cone_bodies *b;
    AB_TRY(AB_TAKE(cx, arena, &b, 1));
    *b = (ab_cone_bodies){.cx = cx, .def = *def};
    AB_TRY(take(arena, b));
    for (int64_t i = 0; i < def->nbody; i++) put_body(b, i);
    for (int32_t k = 0; k < def->nmechanism; k++)
        for (int32_t i = 0; i < def->mechanism[k].n; i++) {
            b->mechanism_of[def->mechanism[k].body[i]] = k;
            b->member[def->mechanism[k].body[i]] = i;
        }
    ab_keyed *order;
    AB_TRY(ab_cone_bodies_order(b, arena, &order));
    put_rows(b, order);
    divide(b);
    *bodies = b;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------------ pull and push

void ab_cone_bodies_pull(const ab_cone_bodies *b, const v3 *v, const v3 *w, double *u) {
    for (int64_t k = 0; k < b->def.ncontact; k++) {
        const ab_cone_contact *c = &b->def.contact[k];
        v3 at = v3_zero();
        if (c->a >= 0) at = v3_add(v[c->a], v3_cross(w[c->a], c->arm_a));
        if (c->b >= 0) at = v3_sub(at, v3_add(v[c->b], v3_cross(w[c->b], c->arm_b)));
        for (int j = 0; j < 3; j++) u[3 * k + j] = v3_dot(ab_cone_axis(c, j), at);
    }
}

static void push(const ab_cone_bodies *b, int32_t i, v3 f, v3 arm, v3 *v, v3 *w) {
    if (i < 0) return;
    if (b->mechanism_of[i] < 0) {
        ab_cone_bodies_add_response(b, i, i, f, arm, &v[i], &w[i]);
        return;
    }
    const ab_cone_mechanism *m = &b->def.mechanism[b->mechanism_of[i]];
    for (int64_t k = 0; k < m->n; k++)
        ab_cone_bodies_add_response(b, m->body[k], i, f, arm, &v[m->body[k]], &w[m->body[k]]);
}

void ab_cone_bodies_push(ab_cone_bodies *b, const double *r, v3 *v, v3 *w) {
    for (int64_t k = 0; k < b->def.ncontact; k++) {
        const ab_cone_contact *c = &b->def.contact[k];
        v3 f = v3_zero();
        for (int j = 0; j < 3; j++) f = v3_add_scaled(f, r[3 * k + j], ab_cone_axis(c, j));
        push(b, c->a, f, c->arm_a, v, w);
        push(b, c->b, v3_neg(f), c->arm_b, v, w);
    }
}

// u = W r by the two functions above; the sweeps have their own.
static void recompute(const ab_cones *c, const double *r, double *u) {
    ab_cone_bodies *b = c->with;
    memset(b->check_v, 0, (size_t)b->def.nbody * sizeof *b->check_v);
    memset(b->check_w, 0, (size_t)b->def.nbody * sizeof *b->check_w);
    ab_cone_bodies_push(b, r, b->check_v, b->check_w);
    ab_cone_bodies_pull(b, b->check_v, b->check_w, u);
}

const ab_cone_form ab_cone_form_bodies = {ab_cone_bodies_multiply, block,
                                          ab_cone_bodies_start,    ab_cone_bodies_sweep,
                                          ab_cone_bodies_plan,     ab_cone_bodies_factor,
                                          ab_cone_bodies_solve,    recompute,
                                          ab_cone_bodies_list};
