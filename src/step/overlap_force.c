// Normal forces of overlaps of convex polyhedra under laws that take a depth or the compression of an overlap
// (geom/convex/overlap_depth.h). Each overlap is one contact with one potential W of its coordinate q. Along y, the
// motion whose wrench is a unit force on the line of the contact, q' = |dq| y':
//   F = W'(q) |dq|,   P = max(0, F + D y'),   1/m_y by ab_gap_coordinate
// Along y a tilt of faces about their centre has no rate, so that rocking would not be damped. The damper D, spread
// evenly over the area |S| of a square, also has a couple against the tilt w across the normal:
//   M = -D |S|/12 w,   |M| <= P sqrt(|S|)/2: no part of the face pulls
// D is at most that of critical damping here: with e = 0 a rock on its edge tipped over at half a millimetre a second.
#include "base/threads.h"
#include "step/gap_coordinate.h"

typedef struct overlap_force_job {
    ab_world *w;
    const ab_evaluation *eval;
} overlap_force_job;

// Stiffness (1 - 1/n) F^2/W of W ~ d^n, with n = 2 of a face and 3 of a corner by r = sqrt(12/|S|) u/d^2, which is 1
// and 0.22.
static double stiffness_of(const ab_contact_scratch *s, double depth, double force, double energy) {
    const double r = s->overlap * sqrt(12 / s->area) / (depth * depth);
    const double n = ab_greater(2, ab_lesser(3, 3.3 - 1.3 * r));
    return (1 - 1 / n) * force * force / energy;
}

// Along y.
static ab_elastic elastic_of(const ab_interaction *in, const ab_contact_scratch *s, double depth, double mass) {
    const double gradient = s->gap_gradient_norm;
    if (in->law->overlap == AB_OVERLAP_COMPRESSION) {
        const ab_elastic e = in->law->compression(in, s->overlap);
        const double k = stiffness_of(s, depth, gradient * e.force, e.energy);
        return (ab_elastic){gradient * e.force, e.energy, k, 4 * in->shear / in->young * k};
    }
    const double scale = ab_law_scale(in, mass);
    const ab_elastic e = in->law->elastic(in, s->overlap, s->radius);
    return (ab_elastic){scale * gradient * e.force, scale * e.energy, scale * gradient * gradient * e.stiffness,
                        scale * e.tangent_stiffness};
}

// Limited so that the couple cannot reverse the tilt within the step, as ab_explicit_damper.
static v3 tilt_couple(const overlap_force_job *j, const ab_gap_coordinate *y, v3 normal, double damping, double area,
                      double force) {
    const ab_bodies *b = &j->w->state.body;
    const v3 tilt = v3_across(normal, v3_sub(b->w[y->a], b->w[y->b]));
    const double inverse = j->eval->partners[y->a] * ab_inverse_min_moment_of(b, y->a) +
                           j->eval->partners[y->b] * ab_inverse_min_moment_of(b, y->b);
    const double step = 2 * ab_greater(j->eval->half, 0.5 * j->eval->step);
    const double by_step = step > 0 ? ab_lesser(damping * area / 12, 0.5 / (step * inverse)) : damping * area / 12;
    const double max = 0.5 * sqrt(area) * force, size = by_step * v3_norm(tilt);
    return v3_scale(size > max ? -by_step * max / size : -by_step, tilt);
}

static void apply_overlap(const overlap_force_job *j, int64_t i, const ab_interaction *in) {
    ab_world *w = j->w;
    ab_contacts *c = &w->state.contacts;
    ab_contact_scratch *s = &j->eval->scratch[i];
    const double inverse = ab_contact_inverse(w, i), depth = -c->gap[i];
    ab_gap_coordinate y = ab_gap_coordinate_of(w, c->a[i], c->b[i]);
    ab_gap_coordinate_add(w, c->point[i], c->normal[i], c->pitch[i], &y);
    const ab_gap_coordinate_mass moving = ab_gap_coordinate_mass_of(w, j->eval, &y);
    const ab_elastic e = elastic_of(in, s, depth, 1 / inverse);
    const double rate = ab_gap_coordinate_rate(w, &y);
    const bool fresh = c->max_approach_speed[i] < 0;
    c->max_approach_speed[i] = ab_greater(ab_greater(c->max_approach_speed[i], 0), rate);
    const ab_damping_in damping = {in, e, 1, moving.whole, depth, c->max_approach_speed[i], 0, 0};
    c->normal_force[i] = ab_gap_coordinate_force(j->eval, &damping, moving.split, rate, c->normal_force[i], fresh);
    s->fresh_force = fresh ? c->normal_force[i] : 0;
    const double by_law = in->damping_law->coefficient(&damping),
                 critical = e.force * sqrt(2 * moving.whole / e.energy);
    c->tilt[i] = tilt_couple(j, &y, c->normal[i], ab_lesser(by_law, critical), s->area, c->normal_force[i]);
    c->elastic_force[i] = e.force;
    c->stored_normal[i] = e.energy;
    s->friction_normal_force = c->normal_force[i];
    s->tangent_stiffness = e.tangent_stiffness;
    s->stiffness = e.stiffness / (moving.whole * inverse);
}

static void apply_overlaps(void *arg, int64_t begin, int64_t end) {
    const overlap_force_job *j = arg;
    const ab_contacts *c = &j->w->state.contacts;
    for (int64_t i = begin; i < end; i++) {
        c->tilt[i] = v3_zero();
        if (!ab_is_overlap(&j->eval->scratch[i])) continue;
        const ab_interaction *in = ab_collider_interaction(j->w, c->a[i], c->b[i]);
        if (in->law->overlap != AB_OVERLAP_VOLUME) apply_overlap(j, i, in);
    }
}

void ab_apply_overlap_forces(ab_world *w, const ab_evaluation *eval) {
    if (w->state.contacts.tilts)
        ab_parallel_for(w->cx, w->state.contacts.n, 1024, apply_overlaps, &(overlap_force_job){w, eval});
}
