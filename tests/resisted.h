// Kinetic energy that the contacts of a world resist. The velocities of all bodies, in the metric of the masses, are the
// sum of two orthogonal parts: one that no contact sees, J v = 0, and the rest. J has the rows of all contacts: the
// normal velocity at the middle of the contact; with friction the tangential velocity too; for polyhedra the tilt of the
// face, and with friction its turn. What no contact sees nothing resists: bodies that roll without slipping, balls that
// spin about the line through their contacts, and without friction all that slides or spins on the spot.
//   A = J M^-1 J^T,   A p = J v,   E = 1/2 p.J v       by conjugate gradients; A may be singular
// A contact counts for RESISTED_MEMORY after it has been seen, so that a body that hops is not free; bodies without
// contacts are resisted as a whole.
#ifndef ABUT_TESTS_RESISTED_H
#define ABUT_TESTS_RESISTED_H

#include "claim.h"
#include "step/step.h"

#include <stdlib.h>
#include <string.h>

#define RESISTED_MEMORY 2e-3 // s: the flight of a hop at 1 cm/s
#define RESISTED_ROWS   6    // of a contact

typedef struct resisted_contact {
    uint64_t key;
    int64_t a, b; // rows of bodies
    v3 point, normal;
    double seen; // s
} resisted_contact;

typedef struct resisted_memory {
    resisted_contact *contact; // by key
    int64_t n;
} resisted_memory;

typedef struct resisted_row {
    int64_t a, b;
    v3 force, torque_a, torque_b; // on a, and about both centres; the opposite acts on b
} resisted_row;

typedef struct resisted_energy {
    double resisted, all; // J
} resisted_energy;

// The contacts [i, end) of a pair at their middle, weighted by their forces.
static inline resisted_contact resisted_middle(const ab_world *w, int64_t i, int64_t end) {
    const ab_contacts *c = &w->state.contacts;
    resisted_contact of = {.key = ab_contact_key(c, i),
                           .a = ab_owner(w, c->a[i]),
                           .b = ab_owner(w, c->b[i]),
                           .point = v3_zero(),
                           .normal = v3_zero(),
                           .seen = w->state.time};
    double sum = 0;
    for (; i < end; i++) {
        const double weight = fabs(c->normal_force[i]) + 1e-300;
        of.point = v3_add_scaled(of.point, weight, c->point[i]);
        of.normal = v3_add_scaled(of.normal, weight, c->normal[i]);
        sum += weight;
    }
    of.point = v3_scale(1 / sum, of.point);
    of.normal = v3_unit(of.normal);
    return of;
}

// After every step: the contacts of now, and those that were seen not long ago.
static inline void resisted_note(const ab_world *w, resisted_memory *m) {
    const ab_contacts *c = &w->state.contacts;
    resisted_contact *next = malloc((size_t)(m->n + c->n + 1) * sizeof *next);
    assert_non_null(next);
    int64_t n = 0, old = 0;
    for (int64_t i = 0, end; i < c->n; i = end) {
        end = ab_pair_end(c, i);
        const resisted_contact now = resisted_middle(w, i, end);
        for (; old < m->n && m->contact[old].key < now.key; old++)
            if (m->contact[old].seen >= w->state.time - RESISTED_MEMORY) next[n++] = m->contact[old];
        if (old < m->n && m->contact[old].key == now.key) old++;
        next[n++] = now;
    }
    for (; old < m->n; old++)
        if (m->contact[old].seen >= w->state.time - RESISTED_MEMORY) next[n++] = m->contact[old];
    free(m->contact);
    *m = (resisted_memory){next, n};
}

static inline void resisted_forget(resisted_memory *m) {
    free(m->contact);
    *m = (resisted_memory){0};
}

// ---------------------------------------------------------------------------------------------------------- rows

static inline resisted_row resisted_force_row(const ab_world *w, const resisted_contact *c, v3 along) {
    const v3 *x = w->state.body.x;
    return (resisted_row){c->a, c->b, along, v3_cross(v3_sub(c->point, x[c->a]), along),
                          v3_cross(v3_sub(c->point, x[c->b]), along)};
}

static inline resisted_row resisted_couple_row(const resisted_contact *c, v3 about) {
    return (resisted_row){c->a, c->b, v3_zero(), about, about};
}

static inline int64_t resisted_rows_of(const ab_world *w, const resisted_contact *c, bool friction, bool faces,
                                       resisted_row *row) {
    const v3 n = c->normal,
             s = v3_unit(fabs(n.x) < 0.6 ? v3_cross(n, v3_make(1, 0, 0)) : v3_cross(n, v3_make(0, 1, 0))),
             t = v3_cross(n, s);
    int64_t count = 0;
    row[count++] = resisted_force_row(w, c, n);
    if (faces && friction) row[count++] = resisted_couple_row(c, s), row[count++] = resisted_couple_row(c, t);
    if (friction) row[count++] = resisted_force_row(w, c, s), row[count++] = resisted_force_row(w, c, t);
    if (friction && faces) row[count++] = resisted_couple_row(c, n);
    return count;
}

// ----------------------------------------------------------------------------------------------------- projection

typedef struct resisted_motion {
    v3 v, w;
} resisted_motion;

typedef struct resisted_system {
    const ab_world *w;
    resisted_row *row; // (n)
    int64_t n;
    resisted_motion *motion; // (bodies)
} resisted_system;

static inline double resisted_rate(const resisted_row *r, const resisted_motion *m) {
    return v3_dot(r->force, v3_sub(m[r->a].v, m[r->b].v)) + v3_dot(r->torque_a, m[r->a].w) -
           v3_dot(r->torque_b, m[r->b].w);
}

// M^-1 J^T p into the motion of the bodies.
static inline void resisted_move(resisted_system *s, const double *p) {
    const ab_bodies *b = &s->w->state.body;
    memset(s->motion, 0, (size_t)b->n * sizeof *s->motion);
    for (int64_t i = 0; i < s->n; i++) {
        const resisted_row *r = &s->row[i];
        resisted_motion *a = &s->motion[r->a], *o = &s->motion[r->b];
        a->v = v3_add_scaled(a->v, p[i], r->force), o->v = v3_add_scaled(o->v, -p[i], r->force);
        a->w = v3_add_scaled(a->w, p[i], r->torque_a), o->w = v3_add_scaled(o->w, -p[i], r->torque_b);
    }
    for (int64_t i = 0; i < b->n; i++) {
        const bool moves = ab_inverse_mass_of(b, i) > 0;
        s->motion[i].v = v3_scale(ab_inverse_mass_of(b, i), s->motion[i].v);
        s->motion[i].w = moves ? ab_spin(ab_moments_of(b, i), b->q[i], s->motion[i].w) : v3_zero();
    }
}

static inline double resisted_dot(const double *x, const double *y, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

// 1/2 p.b with A p = b; the energy grows to its value from below. Ends after RESISTED_QUIET rounds that add less than 1e-6
// of it, or less than `enough`, J.
#define RESISTED_QUIET 20
static inline double resisted_solve(resisted_system *s, const double *b, double enough) {
    double *p = calloc((size_t)(4 * s->n + 1), sizeof *p), *r = p + s->n, *d = r + s->n, *z = d + s->n;
    assert_non_null(p);
    memcpy(r, b, (size_t)s->n * sizeof *r);
    memcpy(d, b, (size_t)s->n * sizeof *d);
    double rr = resisted_dot(r, r, s->n), energy = 0;
    for (int64_t round = 0, quiet = 0; round < 20 * s->n && quiet < RESISTED_QUIET && rr > 0; round++) {
        resisted_move(s, d);
        for (int64_t i = 0; i < s->n; i++) z[i] = resisted_rate(&s->row[i], s->motion);
        const double alpha = rr / resisted_dot(d, z, s->n), before = energy;
        for (int64_t i = 0; i < s->n; i++) p[i] += alpha * d[i], r[i] -= alpha * z[i];
        energy = 0.5 * resisted_dot(p, b, s->n);
        quiet = fabs(energy - before) <= 1e-6 * energy + enough ? quiet + 1 : 0;
        const double next = resisted_dot(r, r, s->n);
        for (int64_t i = 0; i < s->n; i++) d[i] = r[i] + next / rr * d[i];
        rr = next;
    }
    free(p);
    return energy;
}

static inline double resisted_kinetic(const ab_bodies *b, int64_t i) {
    return ab_inverse_mass_of(b, i) > 0 ? 0.5 * ab_mass_of(b, i) * v3_norm2(b->v[i]) + 0.5 * v3_dot(b->w[i], b->l[i])
                                        : 0;
}

// enough: error of the energy that does not matter, J.
static inline resisted_energy resisted_of(const ab_world *w, const resisted_memory *m, bool friction, bool faces,
                                          double enough) {
    const ab_bodies *b = &w->state.body;
    resisted_system s = {.w = w};
    s.row = malloc((size_t)(RESISTED_ROWS * m->n + 1) * sizeof *s.row);
    s.motion = calloc((size_t)b->n, sizeof *s.motion);
    bool *touches = calloc((size_t)b->n, sizeof *touches);
    double *rate = malloc((size_t)(RESISTED_ROWS * m->n + 1) * sizeof *rate);
    assert_true(s.row && s.motion && touches && rate);
    for (int64_t i = 0; i < m->n; i++) {
        touches[m->contact[i].a] = touches[m->contact[i].b] = true;
        s.n += resisted_rows_of(w, &m->contact[i], friction, faces, s.row + s.n);
    }
    for (int64_t i = 0; i < b->n; i++) s.motion[i] = (resisted_motion){b->v[i], b->w[i]};
    for (int64_t i = 0; i < s.n; i++) rate[i] = resisted_rate(&s.row[i], s.motion);
    resisted_energy e = {.resisted = resisted_solve(&s, rate, enough)};
    for (int64_t i = 0; i < b->n; i++) {
        e.all += resisted_kinetic(b, i);
        if (!touches[i]) e.resisted += resisted_kinetic(b, i);
    }
    free(s.row);
    free(s.motion);
    free(touches);
    free(rate);
    return e;
}

#endif
