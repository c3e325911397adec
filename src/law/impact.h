// Impacts: velocities change within no time and no displacement, by impulses at the contacts.
//
//   v+ = v- + W p       W = mobility of the contacts (Delassus), 1/kg; per contact: normal, first, second tangent
//
// The laws newton, poisson and stronge are one process [routh1905; keller1986; stronge2000] with three ends. The normal
// impulse p_n of a contact grows, and its tangential impulse obeys Coulomb's law all the time, with the slip v_t of
// that moment:
//
//   slip     dp_t = -mu dp_n v_t/|v_t|
//   stick    dp_t such that v_t stays 0, while |dp_t| <= mu dp_n
//
// Compression lasts while v_n < 0. The law says when expansion is over (ab_impact_law.excess). `moreau` is no process:
// one cone problem with the target v_n >= -e v_n- (solve/cone_problem.h).
#ifndef AB_LAW_IMPACT_H
#define AB_LAW_IMPACT_H

#include "base/arena.h"
#include "law/law.h"

#include <stdbool.h>

// What a contact has taken up and given back.
typedef struct ab_impact_phase {
    double before;                  // v_n before the impact, m/s
    double restitution;             // e
    double velocity;                // v_n, m/s
    double impulse_in, impulse_out; // p_n of compression and of expansion, N s
    double work_in, work_out;       // work against v_n < 0 and along v_n > 0, both positive, J
} ab_impact_phase;

// The law of an impact.
struct ab_impact_law {
    AB_LAW_MEMBERS;
    bool may_gain; // it may create energy
    // Zero when expansion is over, negative before; homogeneous in its quantities. NULL: the law is not a process.
    double (*excess)(const ab_impact_phase *phase);
    // Several contacts: c of ds/dt = -c v_n in expansion, s the compression; in compression c = 1.
    double (*unload)(const ab_impact_phase *phase);
};

// One contact in an impact.
typedef struct ab_impact_contact {
    double mu, restitution;   // friction, e
    const ab_impact_law *law; // a process
    double stiffness;         // of several contacts; ratios matter
} ab_impact_contact;

typedef enum ab_impact_motion { AB_IMPACT_OPEN, AB_IMPACT_SLIP, AB_IMPACT_STICK } ab_impact_motion;

// State of one contact during an impact, or at its end.
typedef struct ab_impact_state {
    double v[3], p[3];     // velocity, m/s; impulse, N s
    double work_n, work_t; // of the normal and the tangential impulse on the bodies, J
    ab_impact_motion motion;
    bool expands;
} ab_impact_state;

typedef struct ab_impact_outcome {
    ab_impact_state end;
    double impulse_in, work_in; // normal impulse and work of compression, N s, J
    bool jammed;                // v_n fell although p_n grew: slip presses the bodies together (Painleve)
} ab_impact_outcome;

typedef enum ab_impact_status {
    AB_IMPACT_DONE,
    AB_IMPACT_SINGULAR,  // no impulse ends it: W is not positive definite
    AB_IMPACT_UNFINISHED // more phases than the limit
} ab_impact_status;

typedef void ab_impact_watch(void *with, int64_t contact, const ab_impact_state *state);

// The process of one contact. w: row-major, symmetric positive definite. watch: called at the ends of all pieces and
// between; NULL = not.
ab_impact_status ab_impact_one(const double w[9], const double v[3], const ab_impact_contact *contact,
                               ab_impact_outcome *out, ab_impact_watch *watch, void *with);

typedef enum ab_impact_order { AB_IMPACT_SIMULTANEOUS, AB_IMPACT_SEQUENTIAL, AB_IMPACT_ORDERS } ab_impact_order;
extern const char *const ab_impact_order_names[AB_IMPACT_ORDERS], *const ab_impact_order_help[AB_IMPACT_ORDERS];

// Several contacts: all at once, or one after the other by approach speed.
typedef struct ab_impact_problem {
    int64_t n;
    const double *w;                  // symmetric positive semidefinite  (3 n)^2
    const double *v;                  // before  (3 n)
    const ab_impact_contact *contact; // (n)
    ab_impact_order order;
    ab_impact_watch *watch; // NULL = not
    void *with;
} ab_impact_problem;

enum { AB_IMPACT_MAX = 64 }; // contacts of a problem

// out: (n). Memory comes from the arena. Fails for lack of memory only; otherwise *status tells.
abut_status ab_impact_process(ab_ctx *cx, ab_arena *arena, const ab_impact_problem *problem, ab_impact_outcome *out,
                              ab_impact_status *status);
// The simultaneous process, of problem->n > 1.
abut_status ab_impact_several(ab_ctx *cx, ab_arena *arena, const ab_impact_problem *problem, ab_impact_outcome *out,
                              ab_impact_status *status);

#endif
