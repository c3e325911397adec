// Contacts of bodies as the sweeps use them: rows in the order of the sweep.
#ifndef AB_SOLVE_CONE_BODIES_DATA_H
#define AB_SOLVE_CONE_BODIES_DATA_H

#include "solve/cone_bodies.h"

// Velocity of a body due to impulses, with what a ball needs to change it: one cache line.
typedef struct ab_cone_motion {
    v3 v;
    double inverse_mass;
    v3 w;
    double inverse_moment; // third of the trace of the inverse inertia
} ab_cone_motion;

// Symmetric 3 x 3 matrix: xx, yy, zz, xy, xz, yz.
typedef struct ab_symmetric {
    double xx, yy, zz, xy, xz, yz;
} ab_symmetric;

static inline v3 ab_symmetric_mul(const ab_symmetric *s, v3 a) {
    return (v3){s->xx * a.x + s->xy * a.y + s->xz * a.z, s->xy * a.x + s->yy * a.y + s->yz * a.z,
                s->xz * a.x + s->yz * a.y + s->zz * a.z};
}

// Contact whose arms lie along the normal and whose bodies have the same moment about every axis: W_ii is diagonal.
typedef struct ab_cone_ball {
    int32_t a, b;
    int64_t contact;
    v3 n, t;
    double arm_a, arm_b;            // along n
    double per_normal, per_tangent; // 1/W_nn, 1/W_tt
} ab_cone_ball;

// Any contact.
typedef struct ab_cone_any {
    int32_t a, b;
    int64_t contact;
    v3 n, t, arm_a, arm_b;
    ab_symmetric w, inverse; // W_ii, W_ii^-1
} ab_cone_any;

// Contacts that one thread takes together.
typedef struct ab_cone_segment {
    int64_t ball, ball_end, any, any_end;
    int64_t middle; // body in the middle of those that these contacts may have
} ab_cone_segment;

struct ab_cone_bodies {
    ab_ctx *cx;
    ab_cone_bodies_def def;
    ab_cone_motion *motion;         // (nbody)
    ab_symmetric *inverse_inertia;  // (nbody)
    int32_t *mechanism_of, *member; // of a body: its mechanism, -1 = none, and its index there  (nbody)
    v3 *check_v, *check_w;          // velocities of `recompute`  (nbody)
    ab_cone_ball *ball;
    ab_cone_any *any;
    int64_t nball, nany;
    int64_t *row_of;          // of a contact: its index in `any`, or -1 less its index in `ball`  (ncontact)
    ab_cone_segment *segment; // segments of phase k are [first_segment[k], first_segment[k + 1]); phases are in order
    int64_t *first_segment;   // (nphase + 1)
    int64_t nphase;
    int64_t *share; // thread t has the segments whose `middle` is in [share[t], share[t + 1])   (threads + 1)
};

// Order of a sweep: (key, contact), sorted. Contacts of equal key >> 1 make a segment, of equal key >> AB_PHASE_SHIFT a
// phase; the lowest bit is 1 for contacts that are not of balls.
enum { AB_PHASE_SHIFT = 56, AB_SEGMENT_SHIFT = 1, AB_LAST_PHASE = 255 };
struct ab_keyed;
abut_status ab_cone_bodies_order(const ab_cone_bodies *b, ab_arena *arena, struct ab_keyed **order);
int64_t ab_cone_bodies_middle(uint64_t key); // of a segment
bool ab_cone_bodies_is_ball(const ab_cone_bodies *b, const ab_cone_contact *c);

// 6 x 6 block of the mobility of a mechanism: response of body i to impulses on body j of the same one.
void ab_cone_bodies_respond(const ab_cone_bodies *b, int32_t i, int32_t j, v3 impulse, v3 turn, v3 *dv, v3 *dw);

// Adds the velocity of body i due to an impulse on body j.
void ab_cone_bodies_add_response(const ab_cone_bodies *b, int32_t i, int32_t j, v3 impulse, v3 arm, v3 *dv, v3 *dw);

// Parts of the form.
void ab_cone_bodies_multiply(const ab_cones *c, const double *r, double *u);
void ab_cone_bodies_start(const ab_cones *c, const double *r);
void ab_cone_bodies_sweep(const ab_cones *c, double *r, double *slip);
abut_status ab_cone_bodies_plan(ab_ctx *cx, ab_arena *arena, const ab_cones *c, void **factors, bool *fits);
bool ab_cone_bodies_factor(const ab_cones *c, void *factors, const double *e, const double *cc);
void ab_cone_bodies_solve(const ab_cones *c, void *factors, double *x);
abut_status ab_cone_bodies_list(ab_ctx *cx, const ab_cones *c, struct ab_entry **entry, int64_t *count);

#endif
