// Forces of the contacts, and their sum for each body.
#include "base/threads.h"
#include "step/forces.h"

typedef struct job {
    ab_world *w;
    const ab_evaluation *eval;
} job;

// Velocity of a against b at a point, for the given velocities of all bodies.
static inline v3 relative_velocity(const v3 *v, const v3 *spin, uint32_t a, uint32_t b, v3 arm_a, v3 arm_b) {
    return v3_sub(v3_add(v[a], v3_cross(spin[a], arm_a)), v3_add(v[b], v3_cross(spin[b], arm_b)));
}

static v3 tangential(v3 n, v3 v) { return v3_add_scaled(v, -v3_dot(n, v), n); }

// A contact that began within the step has slipped only since then.
static double time_touching(double since, double depth, double mean_rate, bool new) {
    return new && mean_rate * since > depth ? depth / mean_rate : since;
}

static ab_elastic scaled(ab_elastic e, double share) {
    return (ab_elastic){share * e.force, share * e.energy, share * e.stiffness, share * e.tangent_stiffness};
}

// What a tangential force at the contact moves, from below: every turn counts as if it were about the axis of the least moment.
static double tangent_mass(const ab_bodies *b, uint32_t ia, uint32_t ib, v3 arm_a, v3 arm_b) {
    double inverse = ab_inverse_of(b, ia) + ab_inverse_of(b, ib);
    const uint32_t row[2] = {ia, ib};
    const double arm2[2] = {v3_norm2(arm_a), v3_norm2(arm_b)};
    for (int k = 0; k < 2; k++) {
        const v3 m = ab_moments_of(b, row[k]);
        if (ab_inverse_of(b, row[k]) > 0) inverse += arm2[k] / ab_lesser(m.x, ab_lesser(m.y, m.z));
    }
    return 1 / inverse;
}

// A contact as the laws see it.
typedef struct meeting {
    uint32_t ia, ib;
    v3 arm_a, arm_b;   // from the centres of mass, m
    v3 velocity, mean; // of a against b: now, and since the step began, m/s
    double both, mass; // effective mass of the two bodies, and this contact's part of it, kg
    const ab_interaction *in;
    ab_elastic e;
    double pressed; // normal force without cohesion, N
    bool new;
} meeting;

// What the law's forces are multiplied with. A share below 1 is that of a point of a solid.
static double law_share(const ab_world *w, const meeting *m, double share) {
    const double scale = share * ab_law_scale(m->in, m->both);
    if (!(m->in->patch > 0) || share >= 1) return scale;
    return scale * ab_patch_scale(m->in, w->shapes[w->body.shape[m->ia]].equivalent, w->shapes[w->body.shape[m->ib]].equivalent);
}

static meeting meeting_of(const ab_world *w, int64_t i, const ab_passing *passing) {
    const ab_contacts *c = &w->contacts;
    const ab_bodies *b = &w->body;
    meeting m; // filled, not cleared first: that takes as long as a part of the law
    m.ia = c->a[i];
    m.ib = c->b[i];
    m.new = c->impact[i] < 0;
    m.e = (ab_elastic){0};
    m.pressed = 0;
    m.arm_a = v3_sub(c->point[i], b->x[m.ia]);
    m.arm_b = v3_sub(c->point[i], b->x[m.ib]);
    m.velocity = relative_velocity(b->v, b->w, m.ia, m.ib, m.arm_a, m.arm_b);
    m.mean = relative_velocity(b->mean_v, b->mean_w, m.ia, m.ib, m.arm_a, m.arm_b);
    m.both = 1 / (ab_inverse_of(b, m.ia) + ab_inverse_of(b, m.ib));
    m.mass = passing->part * m.both;
    m.in = ab_world_interaction(w, b->material[m.ia], b->material[m.ib]);
    return m;
}

// k_t = (G_a/R_a + G_b/R_b) |S| of an overlap.
static double tangent_of_overlap(const ab_world *w, const meeting *m, double area) {
    const ab_shape *a = &w->shapes[w->body.shape[m->ia]], *b = &w->shapes[w->body.shape[m->ib]];
    return area * (m->in->shear_of[0] * ab_shape_curvature(a) + m->in->shear_of[1] * ab_shape_curvature(b));
}

// The laws speak of the gap, which opens `slope` times as fast as the bodies part along the normal: forces on the bodies are
// larger by as much, and the mass that the gap moves is smaller by its square.
static void push(ab_world *w, const ab_evaluation *eval, meeting *m, int64_t i, ab_passing *passing) {
    ab_contacts *c = &w->contacts;
    m->e = scaled(m->in->law->elastic(m->in, -c->gap[i], passing->radius), law_share(w, m, passing->share));
    const double slope = passing->slope;
    const ab_cohesion pull = ab_cohesion_of_depth(m->in, -c->gap[i], passing->radius);
    const double last = c->normal_force[i] / slope + pull.force;
    const double rate = -slope * v3_dot(c->normal[i], m->velocity);
    c->impact[i] = ab_greater(ab_greater(c->impact[i], 0), rate);
    c->elastic_force[i] = slope * (m->e.force - pull.force);
    c->stored_normal[i] = m->e.energy - pull.energy;
    passing->stiffness = slope * slope * m->e.stiffness / passing->part;
    const ab_damping_in in = {m->in, m->e, passing->share, m->mass / (slope * slope), -c->gap[i], c->impact[i], 0};
    const double damping = w->damping->coefficient(&in);
    m->pressed = slope * (m->new && eval->half > 0 ? ab_onset_force(&in, damping, rate, eval->since)
                                                   : ab_damped_force(&in, damping, rate, last, eval->half));
    c->normal_force[i] = m->pressed - slope * pull.force;
}

// Relative rotation about axes in the plane of contact, in place of slip.
static void roll(ab_world *w, const ab_friction_in *sliding, double since, const meeting *m, int64_t i) {
    ab_contacts *c = &w->contacts;
    const ab_bodies *b = &w->body;
    const double radius = ab_effective_radius(w, m->ia, m->ib);
    ab_friction_in in = *sliding;
    in.slip = v3_scale(since, tangential(in.normal, v3_sub(b->mean_w[m->ia], b->mean_w[m->ib])));
    in.velocity = tangential(in.normal, v3_sub(b->w[m->ia], b->w[m->ib]));
    const bool rolls = in.in->rolling_friction > 0 && isfinite(radius);
    c->couple[i] = rolls ? ab_rolling_couple(&in, radius, &c->roll[i]) : v3_zero();
}

// Needs the normal force.
static v3 rub(ab_world *w, const ab_evaluation *eval, const meeting *m, int64_t i, const ab_passing *passing) {
    ab_contacts *c = &w->contacts;
    const ab_bodies *b = &w->body;
    const v3 n = c->normal[i];
    const double since = time_touching(eval->since, -c->gap[i], -passing->slope * v3_dot(n, m->mean), m->new);
    const double k = m->e.tangent_stiffness;
    const ab_friction_in in = {
        .in = m->in,
        .normal_force = m->pressed,
        .tangent_stiffness = k,
        .damping = m->in->tangential_damping * sqrt(k * m->mass),
        .mass = w->friction->stores ? 0 : passing->part * tangent_mass(b, m->ia, m->ib, m->arm_a, m->arm_b),
        .step = 2 * eval->half,
        .normal = n,
        .last_normal = passing->last_normal,
        .slip = v3_scale(since, tangential(n, m->mean)),
        .velocity = tangential(n, m->velocity),
        .twist = 0.5 * since * v3_dot(n, v3_add(b->mean_w[m->ia], b->mean_w[m->ib])),
    };
    const v3 force = w->friction->force(&in, &c->memory[i]);
    if (c->rolls) roll(w, &in, since, m, i);
    // cppcheck-suppress returnDanglingLifetime  // it takes the call by pointer for a constructor
    return force;
}

static void law_row(ab_world *w, const ab_evaluation *eval, int64_t i) {
    ab_passing *passing = &eval->passing[i - eval->contact];
    meeting m = meeting_of(w, i, passing);
    if (m.in->law->pressure) { // pressed already
        const double area = passing->slope;
        m.e.tangent_stiffness = tangent_of_overlap(w, &m, area);
        m.pressed = ab_greater(0, w->contacts.normal_force[i] + m.in->cohesion * area);
    } else
        push(w, eval, &m, i, passing);
    const v3 tangent = rub(w, eval, &m, i, passing);
    w->contacts.force[i] = v3_add_scaled(tangent, w->contacts.normal_force[i], w->contacts.normal[i]);
}

static void law_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t k = begin; k < end; k++) law_row(j->w, j->eval, j->eval->contact + k);
}

// Contacts that are not compliant have no force until the end of the step (part_contacts.c).
static void no_forces(ab_contacts *c, int64_t begin) {
    for (int64_t i = begin; i < c->n; i++) {
        c->force[i] = v3_zero();
        c->normal_force[i] = c->elastic_force[i] = c->stored_normal[i] = 0;
    }
}

static double frequency2_of(void *arg, int64_t k) {
    const job *j = arg;
    const ab_bodies *b = &j->w->body;
    const int64_t i = j->eval->contact + k;
    return j->eval->passing[k].stiffness * (ab_inverse_of(b, j->w->contacts.a[i]) + ab_inverse_of(b, j->w->contacts.b[i]));
}

// The first of those that vibrate as fast.
static abut_status note_fastest(job *j) {
    ab_world *w = j->w;
    ab_largest here;
    AB_TRY(ab_reduce_max(w->cx, &w->arena, w->contacts.n - j->eval->contact, frequency2_of, j, &here));
    if (here.index >= 0 && (w->fastest.index < 0 || ab_is_larger(here.value, w->fastest.value)))
        w->fastest = (ab_largest){here.value, j->eval->contact + here.index};
    return ABUT_OK;
}

abut_status ab_apply_laws(ab_world *w, const ab_evaluation *eval) {
    if (w->enforcement != AB_ENFORCE_PENALTY) {
        no_forces(&w->contacts, eval->contact);
        return ABUT_OK;
    }
    job j = {w, eval};
    ab_press_overlaps(w, eval);
    ab_parallel_for(w->cx, w->contacts.n - eval->contact, 512, law_rows, &j);
    return note_fastest(&j);
}

typedef struct wrench {
    v3 force, torque;
} wrench;

static void add_contacts(const ab_world *w, int64_t i, int64_t begin, int64_t end, wrench *sum) {
    const ab_contacts *c = &w->contacts;
    for (int64_t k = begin; k < end; k++) {
        const bool is_a = c->a[k] == i;
        const v3 f = is_a ? c->force[k] : v3_neg(c->force[k]);
        const double couple = c->pitch[k] * c->normal_force[k];
        sum->force = v3_add(sum->force, f);
        sum->torque = v3_add(sum->torque, v3_cross(v3_sub(c->point[k], w->body.x[i]), f));
        sum->torque = v3_add_scaled(sum->torque, is_a ? couple : -couple, c->normal[k]);
        if (c->rolls) sum->torque = v3_add_scaled(sum->torque, is_a ? 1 : -1, c->couple[k]);
    }
}

// Each body adds up its own contacts, in the order of its pairs: the same sum whoever computes it. Those with lower rows come first.
static void gather_row(ab_world *w, const ab_evaluation *eval, int64_t i) {
    ab_bodies *b = &w->body;
    const ab_pairs *pairs = &w->pairs;
    const uint32_t *first = eval->first_contact;
    wrench sum = {v3_zero(), v3_zero()};
    for (int64_t e = pairs->below[i]; e < pairs->below[i + 1]; e++)
        add_contacts(w, i, first[pairs->back[e]], first[pairs->back[e] + 1], &sum);
    add_contacts(w, i, first[pairs->first[i]], first[pairs->first[i + 1]], &sum);
    b->force[i] = v3_add(sum.force, v3_add_scaled(b->load ? b->load[i] : v3_zero(), ab_mass_of(b, i), w->gravity));
    b->torque[i] = b->load_torque ? v3_add(sum.torque, b->load_torque[i]) : sum.torque;
}

static void gather_rows(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t i = begin; i < end; i++) gather_row(j->w, j->eval, i);
}

void ab_gather_forces(ab_world *w, const ab_evaluation *eval) {
    ab_parallel_for(w->cx, w->body.n, 1024, gather_rows, &(job){w, eval});
}

// Parts one after the other: their order, and with it every sum, does not change.
void ab_load_carriers(ab_world *w) {
    ab_bodies *b = &w->body;
    for (int64_t i = 0; i < w->ncarried; i++) {
        const int64_t row = w->carried[i].row, carrier = w->carried[i].carrier;
        const v3 arm = v3_sub(b->x[row], b->x[carrier]);
        b->force[carrier] = v3_add(b->force[carrier], b->force[row]);
        b->torque[carrier] = v3_add(b->torque[carrier], v3_add(b->torque[row], v3_cross(arm, b->force[row])));
    }
}
