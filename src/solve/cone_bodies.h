// Contact problems of bodies: W = H B H^T is never assembled. H maps the velocities of bodies to those of contacts, B
// impulses on bodies to velocities: M^-1 of free bodies, and a dense matrix for bodies that joints connect.
//
// Velocities are kept in an array. A contact reads those of its two bodies, solves its law, and adds the effect of its
// new impulse. The order of a sweep depends on the problem alone: blocks of 256 bodies are the leaves of a binary tree,
// and a contact belongs to the smallest node that has both of its bodies. The nodes of a level, from the leaves to the
// root, share no body, so that threads can take them in any order; last, in order, come contacts of bodies with more
// than 64 contacts or with joints. Rows of bodies are sorted by place, so that the upper levels have few contacts.
#ifndef AB_SOLVE_CONE_BODIES_H
#define AB_SOLVE_CONE_BODIES_H

#include "math/m3.h"
#include "solve/cone_problem.h"

// One contact, world axes.
typedef struct ab_cone_contact {
    int32_t a, b;    // bodies; -1: does not move, for one of the two
    v3 normal;       // from b to a
    v3 tangent;      // the first; the second is normal x tangent
    v3 arm_a, arm_b; // from the centre of mass to the contact point, m
} ab_cone_contact;

// Normal, first and second tangent: k = 0, 1, 2.
static inline v3 ab_cone_axis(const ab_cone_contact *c, int k) {
    return k == 0 ? c->normal : k == 1 ? c->tangent : v3_cross(c->normal, c->tangent);
}

typedef struct ab_cone_body {
    double inverse_mass; // 1/kg
    m3 inverse_inertia;  // about the centre of mass, world axes, 1/(kg m^2)
} ab_cone_body;

// Bodies that joints connect.
typedef struct ab_cone_mechanism {
    int64_t n;
    const int32_t *body;    // (n)
    const double *mobility; // B, symmetric positive semidefinite, velocity and spin of each body  (6 n x 6 n)
} ab_cone_mechanism;

typedef struct ab_cone_bodies_def {
    int64_t nbody, ncontact, nmechanism;
    const ab_cone_body *body;
    const ab_cone_contact *contact;
    const ab_cone_mechanism *mechanism; // a body is in one of them at most; its ab_cone_body is then not used
} ab_cone_bodies_def;

typedef struct ab_cone_bodies ab_cone_bodies; // `with` of ab_cone_form_bodies

// Memory comes from the arena. The arrays of def must outlive the result.
abut_status ab_cone_bodies_make(ab_ctx *cx, ab_arena *arena, const ab_cone_bodies_def *def, ab_cone_bodies **bodies);

// u = H v: velocities of the contacts, a relative to b; normal, first and second tangent  (3 ncontact).
// v m/s, w rad/s: of all bodies
void ab_cone_bodies_pull(const ab_cone_bodies *bodies, const v3 *v, const v3 *w, double *u);
// Block W_ij: velocity of contact i per impulse of contact j, row-major.
void ab_cone_bodies_block(const ab_cone_bodies *bodies, int64_t i, int64_t j, double w[9]);
// v += B H^T r, r N s
void ab_cone_bodies_push(ab_cone_bodies *bodies, const double *r, v3 *v, v3 *w);

#endif
