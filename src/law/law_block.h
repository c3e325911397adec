// Contacts by the block. A law is written for one contact; AB_ELASTIC_ROWS, AB_DAMPING_ROWS and AB_FRICTION_ROWS make
// of it a loop over the rows of a block, in which every number of a contact has an array of its own, so that the
// processor works on several contacts at once. A row has the bits that the law gives to a contact alone.
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

typedef struct ab_memory_rows {
    ab_rows3 spring;
    double stiffness[AB_LAW_ROWS];
} ab_memory_rows; // ab_friction_memory

// Some contacts of one interaction.
struct ab_law_block {
    const ab_interaction *in;
    int n;       // rows, whole lanes: those beyond the last contact are nobody's
    bool faces;  // some have a lever
    double half; // share of the step over which forces are implicit, s

    _Alignas(64) double depth[AB_LAW_ROWS], radius[AB_LAW_ROWS]; // m
    double gap_gradient_norm[AB_LAW_ROWS];                       // of the gap along the normal
    double mass[AB_LAW_ROWS];                                    // effective, of this contact's part, kg; ...
    double gap_mass[AB_LAW_ROWS];                                // ... and what a change of the gap moves
    double max_approach_speed[AB_LAW_ROWS];                      // the largest approach speed, m/s
    ab_elastic_rows elastic;                                     // by the normal law
    double damping[AB_LAW_ROWS];                                 // D of the gap, by the damping, N s/m

    double friction_normal_force[AB_LAW_ROWS]; // normal force that friction is of, N
    double slide_inverse_mass[AB_LAW_ROWS];    // 1 over the mass that a tangential force moves in the two bodies, 1/kg
    double slide_mass[AB_LAW_ROWS];            // ab_friction_in.mass: of this contact's part, kg
    ab_rows3 normal, last_normal, slip, velocity;
    double twist[AB_LAW_ROWS]; // as in ab_friction_in
    double lever[AB_LAW_ROWS]; // the same; only read with `faces`
    ab_memory_rows memory;     // renewed by the friction
    ab_rows3 force;            // tangential, on a, by the friction, N
    double work[AB_LAW_ROWS];  // ab_friction_out.work, J
};

// How a rolls on b, and the couple on a that resists it.
typedef struct ab_rolling_rows {
    double radius[AB_LAW_ROWS]; // effective one of the two bodies, m
    double moment[AB_LAW_ROWS]; // of inertia that the couple turns, from below, kg m^2
    ab_rows3 angle;             // that a rolled by against b since the memory was stored, tangential, rad
    ab_rows3 spin;              // angular velocity of a against b now, tangential, rad/s
    ab_memory_rows memory;      // renewed
    ab_rows3 couple;            // N m
    double work[AB_LAW_ROWS];   // of the angle on the memory, J
} ab_rolling_rows;
void ab_rolling_couples(const ab_law_block *b, ab_rolling_rows *r); // b: the same contacts

// For every row, k, of the block b. What has an address and lives in the loop itself keeps compilers from working on
// rows together: it goes into a function.
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

// What a damper may have so that in a step it takes no more than the motion that there is of the mass.
AB_SIMD_INLINE double ab_split_damper(double damping, double step, double mass) {
    return damping / (1 + damping * step / mass);
}

AB_SIMD_INLINE ab_friction_in ab_friction_in_row(const ab_law_block *b, const ab_interaction *in, int k) {
    const double stiffness = b->elastic.tangent_stiffness[k];
    return (ab_friction_in){
        .in = in,
        .normal_force = b->friction_normal_force[k],
        .tangent_stiffness = stiffness,
        .damping =
            ab_split_damper(in->tangential_damping * sqrt(stiffness * b->mass[k]), 2 * b->half, b->slide_mass[k]),
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

#endif
