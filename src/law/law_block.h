// Blocks of contacts for vectorised contact laws. A law is written for one contact; AB_ELASTIC_ROWS, AB_DAMPING_ROWS,
// AB_FRICTION_ROWS and AB_COHESION_ROWS generate the loop over the rows of a block, which is a structure of arrays, so
// that several contacts are evaluated at once. Each row is bitwise equal to the law evaluated for one contact.
#ifndef AB_LAW_LAW_BLOCK_H
#define AB_LAW_LAW_BLOCK_H

#include "law/law.h"
#include "math/simd.h"

enum { AB_LAW_ROWS = 4 * AB_LANES };

typedef struct ab_rows3 {
    double x[AB_LAW_ROWS], y[AB_LAW_ROWS], z[AB_LAW_ROWS];
} ab_rows3;

AB_SIMD_INLINE v3 ab_rows3_at(const ab_rows3 *r, int k) { return v3_make(r->x[k], r->y[k], r->z[k]); }
AB_SIMD_INLINE void ab_rows3_set(ab_rows3 *r, int k, v3 v) {
    r->x[k] = v.x;
    r->y[k] = v.y;
    r->z[k] = v.z;
}

typedef struct ab_elastic_rows {
    double force[AB_LAW_ROWS], energy[AB_LAW_ROWS], stiffness[AB_LAW_ROWS], tangent_stiffness[AB_LAW_ROWS];
} ab_elastic_rows; // ab_elastic

typedef struct ab_cohesion_rows {
    double force[AB_LAW_ROWS], energy[AB_LAW_ROWS];
} ab_cohesion_rows; // ab_cohesion

typedef struct ab_memory_rows {
    ab_rows3 spring;
    double stiffness[AB_LAW_ROWS];
} ab_memory_rows; // ab_friction_memory

// A block of contacts with the same interaction.
struct ab_law_block {
    const ab_interaction *in;
    int n;       // rows, padded to whole lanes; rows beyond the last contact are unused
    bool faces;  // some rows are face contacts with a lever
    double half; // half of the step over which forces are implicit, s; 0 = explicit
    double step; // explicit damping: the step that limits it, s

    _Alignas(64) double depth[AB_LAW_ROWS], radius[AB_LAW_ROWS]; // m
    double gap_gradient_norm[AB_LAW_ROWS];                       // gap gradient norm |grad g|
    double mass[AB_LAW_ROWS];                                    // effective mass, this contact's fraction, kg
    double gap_mass[AB_LAW_ROWS];                                // effective mass of the gap coordinate, kg
    double max_approach_speed[AB_LAW_ROWS];                      // largest approach speed since the contact began, m/s
    ab_elastic_rows elastic;                                     // from the normal law
    double damping[AB_LAW_ROWS];                                 // D of the gap coordinate, from the damping law, N s/m
    ab_cohesion_rows pull;                                       // from the cohesion law

    double friction_normal_force[AB_LAW_ROWS]; // normal force that limits friction, N
    double slide_inverse_mass[AB_LAW_ROWS];    // inverse effective mass of a tangential force on the two bodies, 1/kg
    double slide_mass[AB_LAW_ROWS];            // ab_friction_in.mass, this contact's fraction, kg
    ab_rows3 normal, last_normal, slip, velocity;
    double twist[AB_LAW_ROWS]; // as in ab_friction_in
    double lever[AB_LAW_ROWS]; // as in ab_friction_in; only read if `faces`
    ab_memory_rows memory;     // updated by the friction law
    ab_rows3 force;            // tangential force on a, from the friction law, N
    double work[AB_LAW_ROWS];  // ab_friction_out.work, J
};

// Rolling of a relative to b, and the resisting couple on a.
struct ab_rolling_rows {
    double radius[AB_LAW_ROWS]; // effective radius of the two bodies, m
    double moment[AB_LAW_ROWS]; // effective moment of inertia of the couple, lower bound, kg m^2
    ab_rows3 angle;             // tangential rotation of a relative to b since the memory was stored, rad
    ab_rows3 spin;              // tangential angular velocity of a relative to b, rad/s
    ab_memory_rows memory;      // updated by the rolling law
    ab_rows3 couple;            // N m
    double work[AB_LAW_ROWS];   // work of the rotation on the memory, J
};

// Loop over the rows k of the block b. Local variables whose address is taken prevent vectorisation; they belong in a
// function called by the loop.
#define AB_EVERY_ROW(b) _Pragma("omp simd") for (int k = 0; k < (b)->n / AB_LANES * AB_LANES; k++)

#define AB_ELASTIC_ROWS(one)                                                                                           \
    AB_SIMD static void one##_rows(ab_law_block *b) {                                                                  \
        const ab_interaction in = *b->in;                                                                              \
        AB_EVERY_ROW(b) {                                                                                              \
            const ab_elastic e = one(&in, b->depth[k], b->radius[k]);                                                  \
            b->elastic.force[k] = e.force;                                                                             \
            b->elastic.energy[k] = e.energy;                                                                           \
            b->elastic.stiffness[k] = e.stiffness;                                                                     \
            b->elastic.tangent_stiffness[k] = e.tangent_stiffness;                                                     \
        }                                                                                                              \
    }

AB_SIMD_INLINE ab_damping_in ab_damping_in_row(const ab_law_block *b, const ab_interaction *in, int k) {
    const ab_elastic_rows *e = &b->elastic;
    return (ab_damping_in){in,          {e->force[k], e->energy[k], e->stiffness[k], e->tangent_stiffness[k]},
                           1,           b->gap_mass[k],
                           b->depth[k], b->max_approach_speed[k],
                           0,           0};
}

#define AB_DAMPING_ROWS(one)                                                                                           \
    AB_SIMD static void one##_rows(ab_law_block *b) {                                                                  \
        const ab_interaction in = *b->in;                                                                              \
        AB_EVERY_ROW(b) {                                                                                              \
            const ab_damping_in row = ab_damping_in_row(b, &in, k);                                                    \
            b->damping[k] = one(&row);                                                                                 \
        }                                                                                                              \
    }

#define AB_COHESION_ROWS(one)                                                                                          \
    AB_SIMD static void one##_rows(ab_law_block *b) {                                                                  \
        const ab_interaction in = *b->in;                                                                              \
        AB_EVERY_ROW(b) {                                                                                              \
            const ab_cohesion pull = one(&in, b->depth[k], b->radius[k]);                                              \
            b->pull.force[k] = pull.force;                                                                             \
            b->pull.energy[k] = pull.energy;                                                                           \
        }                                                                                                              \
    }

// Damping coefficient reduced so that the damper cannot reverse the motion of the mass within a step.
AB_SIMD_INLINE double ab_split_damper(const ab_law_block *b, double damping, double mass) {
    return ab_explicit_damper(damping / (1 + damping * 2 * b->half / mass), b->step, mass);
}

AB_SIMD_INLINE ab_friction_in ab_friction_in_row(const ab_law_block *b, const ab_interaction *in, int k) {
    const double stiffness = b->elastic.tangent_stiffness[k];
    return (ab_friction_in){
        .in = in,
        .normal_force = b->friction_normal_force[k],
        .tangent_stiffness = stiffness,
        .damping = ab_split_damper(b, in->tangential_damping * sqrt(stiffness * b->mass[k]), b->slide_mass[k]),
        .mass = b->slide_mass[k],
        .step = 2 * b->half,
        .normal = ab_rows3_at(&b->normal, k),
        .last_normal = ab_rows3_at(&b->last_normal, k),
        .slip = ab_rows3_at(&b->slip, k),
        .velocity = ab_rows3_at(&b->velocity, k),
        .twist = b->twist[k],
        .lever = b->lever[k],
    };
}

AB_SIMD_INLINE ab_friction_memory ab_memory_row(const ab_memory_rows *m, int k) {
    return (ab_friction_memory){ab_rows3_at(&m->spring, k), m->stiffness[k]};
}
AB_SIMD_INLINE void ab_memory_row_set(ab_memory_rows *m, int k, ab_friction_memory memory) {
    ab_rows3_set(&m->spring, k, memory.spring);
    m->stiffness[k] = memory.stiffness;
}

#define AB_FRICTION_ROWS(one)                                                                                          \
    AB_SIMD_INLINE void one##_row(ab_law_block *b, const ab_interaction *in, int k) {                                  \
        const ab_friction_in row = ab_friction_in_row(b, in, k);                                                       \
        ab_friction_memory memory = ab_memory_row(&b->memory, k);                                                      \
        const ab_friction_out rub = one(&row, &memory);                                                                \
        ab_rows3_set(&b->force, k, rub.force);                                                                         \
        b->work[k] = rub.work;                                                                                         \
        ab_memory_row_set(&b->memory, k, memory);                                                                      \
    }                                                                                                                  \
    AB_SIMD static void one##_rows(ab_law_block *b) {                                                                  \
        const ab_interaction in = *b->in;                                                                              \
        AB_EVERY_ROW(b) one##_row(b, &in, k);                                                                          \
    }

// elastic_rows of a law without a form in lanes: ab_normal_law.elastic for one contact after the other.
static inline void ab_elastic_row_by_row(ab_law_block *b,
                                         ab_elastic (*elastic)(const ab_interaction *in, double depth, double radius)) {
    for (int k = 0; k < b->n; k++) {
        const ab_elastic e = elastic(b->in, b->depth[k], b->radius[k]);
        b->elastic.force[k] = e.force;
        b->elastic.energy[k] = e.energy;
        b->elastic.stiffness[k] = e.stiffness;
        b->elastic.tangent_stiffness[k] = e.tangent_stiffness;
    }
}

#endif
