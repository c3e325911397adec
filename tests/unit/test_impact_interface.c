// Impacts by the public header: bodies with contacts, the process that is watched, and every mistake.
#include "claim.h"

#include "abut/abut.h"
#include "math/m3.h"
#include "math/quat.h"
#include "math/random.h"

#include <math.h>

static abut_context *context(void) {
    abut_context *cx;
    CHECK(abut_context_create(NULL, &cx) == ABUT_OK);
    return cx;
}

static v3 random_v3(ab_random *r) {
    const double x = ab_random_between(r, -1, 1), y = ab_random_between(r, -1, 1);
    return v3_make(x, y, ab_random_between(r, -1, 1));
}

enum { BODIES = 3, CONTACTS = 3 };

typedef struct crowd {
    abut_impact_body body[BODIES], after[BODIES];
    abut_impact_contact contact[CONTACTS];
    abut_impact_end end[CONTACTS];
    abut_impact_def def;
    abut_impact_report report;
} crowd;

// Three bodies in a row from the ground on, of any shape, turn and motion.
static void make_crowd(ab_random *r, crowd *c, const char *law) {
    c->def = abut_impact_problem();
    for (int i = 0; i < BODIES; i++) {
        const v3 x = random_v3(r);
        c->body[i] = (abut_impact_body){.mass = ab_random_between(r, 0.5, 2),
                                        .inertia = v3_make(ab_random_between(r, 0.2, 1), ab_random_between(r, 0.2, 1),
                                                           ab_random_between(r, 0.2, 1)),
                                        .orientation = {ab_random_between(r, 0.1, 1), x.x, x.y, x.z}, // of any length
                                        .position = random_v3(r),
                                        .velocity = random_v3(r),
                                        .spin = random_v3(r)};
        c->contact[i] = (abut_impact_contact){.a = i,
                                              .b = i - 1,
                                              .point = random_v3(r),
                                              .normal = random_v3(r),
                                              .tangent = i == 1 ? random_v3(r) : v3_zero(),
                                              .friction = ab_random_between(r, 0, 1),
                                              .restitution = ab_random_between(r, 0, 1),
                                              .stiffness = 1};
    }
    c->def.bodies = BODIES;
    c->def.contacts = CONTACTS;
    c->def.body = c->body;
    c->def.contact = c->contact;
    c->def.law = law;
}

static double energy_of(const abut_impact_body *b) {
    double sum = 0;
    for (int i = 0; i < BODIES; i++) {
        const v3 w = quat_unrotate(quat_unit(b[i].orientation), b[i].spin);
        sum += 0.5 * b[i].mass * v3_norm2(b[i].velocity) + 0.5 * v3_dot(w, v3_mul(b[i].inertia, w));
    }
    return sum;
}

static v3 velocity_at(const abut_impact_body *b, int32_t body, v3 point) {
    if (body < 0) return v3_zero();
    return v3_add(b[body].velocity, v3_cross(b[body].spin, v3_sub(point, b[body].position)));
}

// Second implementation of kinematics and energy: the velocities of the points and the kinetic energy of the bodies.
TEST(bodies_move_as_their_contacts_and_lose_the_energy_that_is_told) {
    static const char *const LAWS[] = {"moreau", "newton", "poisson", "stronge"};
    abut_context *cx = context();
    ab_random r = ab_random_start(1, 0);
    for (int i = 0; i < 400; i++) {
        crowd c;
        make_crowd(&r, &c, LAWS[i % 4]);
        const abut_status status = abut_impact_solve(cx, &c.def, c.end, c.after, &c.report);
        if (status == ABUT_ERR_UNSOLVED) continue;
        CHECK_OK(cx, status);
        const double energy = energy_of(c.body);
        CHECK_NEAR(c.report.energy, energy, 1e-13 * energy);
        CHECK_NEAR(energy_of(c.after) - energy, c.report.gain, 1e-9 * energy); // impulses may be large and opposite
        double works = 0;
        for (int k = 0; k < CONTACTS; k++) {
            const abut_impact_contact *q = &c.contact[k];
            for (int after = 0; after < 2; after++) {
                const abut_impact_body *b = after ? c.after : c.body;
                const v3 v = v3_sub(velocity_at(b, q->a, q->point), velocity_at(b, q->b, q->point));
                const double *told = after ? c.end[k].after : c.end[k].before;
                CHECK_NEAR(v3_dot(v3_unit(q->normal), v), told[0], 1e-8);
                CHECK_NEAR(v3_norm(v), v3_norm(v3_make(told[0], told[1], told[2])), 1e-8);
            }
            CHECK(c.end[k].after[0] >= -1e-8);
            works += c.end[k].normal_work + c.end[k].tangent_work;
        }
        CHECK_NEAR(works, c.report.gain, 1e-8);
    }
    abut_context_destroy(cx);
}

TEST(the_first_tangent_points_as_asked_and_is_any_otherwise) {
    abut_context *cx = context();
    const abut_impact_body ball = {
        .mass = 1, .inertia = {1, 1, 1}, .orientation = {1, 0, 0, 0}, .velocity = {3, 4, -1}};
    abut_impact_contact contact = {.b = -1, .normal = {0, 0, 2}, .tangent = {0, 5, 7}, .stiffness = 1};
    abut_impact_def def = abut_impact_problem();
    abut_impact_end end;
    def.bodies = def.contacts = 1;
    def.body = &ball;
    def.contact = &contact;
    CHECK_OK(cx, abut_impact_solve(cx, &def, &end, NULL, NULL));
    CHECK(end.before[0] == -1 && end.before[1] == 4 && end.before[2] == -3); // second tangent: n x t = -x
    contact.tangent = v3_zero();
    for (int axis = 0; axis < 3; axis++) {
        contact.normal = v3_make(axis == 0, axis == 1, axis == 2);
        CHECK_OK(cx, abut_impact_solve(cx, &def, &end, NULL, NULL));
        CHECK_NEAR(v3_norm(v3_make(end.before[0], end.before[1], end.before[2])), sqrt(26), 1e-14);
    }
    abut_context_destroy(cx);
}

// ----------------------------------------------------------------------------------------------------------- the path

typedef struct walk {
    abut_impact_point last[CONTACTS];
    int seen[CONTACTS], begun[CONTACTS];
    double fallen; // of p_n
} walk;

static void follow(void *user, const abut_impact_point *p) {
    walk *w = user;
    abut_impact_point *last = &w->last[p->contact];
    if (w->seen[p->contact]++ > 0) w->fallen = fmax(w->fallen, last->impulse[0] - p->impulse[0]);
    w->begun[p->contact] += p->impulse[0] == 0 && p->normal_work == 0 && last->impulse[0] > 0;
    *last = *p;
}

// Also where the guard tries many restitutions: what is shown is one process, from rest of the impulses to the outcome.
TEST(the_watched_process_leads_from_the_first_state_to_the_outcome_once) {
    static const char *const LAWS[] = {"moreau", "newton", "poisson", "stronge"};
    abut_context *cx = context();
    ab_random r = ab_random_start(2, 0);
    int guarded = 0;
    for (int i = 0; i < 400; i++) {
        crowd c;
        walk w = {.fallen = 0};
        make_crowd(&r, &c, LAWS[i % 4]);
        c.def.watch = follow;
        c.def.watch_user = &w;
        c.def.order = i % 3 ? "simultaneous" : "sequential";
        if (i % 2) c.def.contacts = 1, c.def.bodies = 1, c.contact[0].restitution = 1;
        const abut_status status = abut_impact_solve(cx, &c.def, c.end, c.after, &c.report);
        if (status == ABUT_ERR_UNSOLVED || c.report.fell_back || c.report.completed) continue;
        CHECK_OK(cx, status);
        guarded += c.report.guarded;
        for (int64_t k = 0; k < c.def.contacts; k++) {
            CHECK(w.seen[k] >= 1 && w.begun[k] == 0);
            CHECK(memcmp(w.last[k].velocity, c.end[k].after, sizeof c.end[k].after) == 0);
            CHECK(memcmp(w.last[k].impulse, c.end[k].impulse, sizeof c.end[k].impulse) == 0);
            CHECK(i % 4 == 0 || !(c.end[k].impulse[0] > 0) || w.seen[k] > 2); // more than the ends, but by moreau
        }
        CHECK(w.fallen <= 1e-10);
    }
    CHECK(guarded > 0);
    abut_context_destroy(cx);
}

// ----------------------------------------------------------------------------------------------------------- mistakes

static abut_context *cx_of_refusals;

static void refuses(const abut_impact_def *def, const char *word) {
    abut_impact_end end[CONTACTS];
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_impact_solve(cx_of_refusals, def, end, NULL, NULL));
    const char *message = abut_context_message(cx_of_refusals);
    if (!strstr(message, word)) fail_msg("'%s' is not in: %s", word, message);
}

#define REFUSES(change, word)                                                                                          \
    do {                                                                                                               \
        crowd c;                                                                                                       \
        ab_random r = ab_random_start(3, 0);                                                                           \
        make_crowd(&r, &c, "stronge");                                                                                 \
        c.contact[1].name = "second";                                                                                  \
        c.body[2].name = "third";                                                                                      \
        change;                                                                                                        \
        refuses(&c.def, word);                                                                                         \
    } while (0)

TEST(a_body_or_contact_that_is_wrong_is_named) {
    cx_of_refusals = context();
    REFUSES(c.body[2].mass = 0, "body 2 third: mass");
    REFUSES(c.body[0].inertia.y = -1, "body 0: mass");
    REFUSES(c.body[1].velocity.z = NAN, "body 1: a number");
    REFUSES(c.body[1].orientation = ((abut_quat){0, 0, 0, 0}), "body 1: a number");
    REFUSES(c.contact[1].friction = -1, "contact 1 second: friction");
    REFUSES(c.contact[0].restitution = 1.1, "contact 0: restitution");
    REFUSES(c.contact[0].stiffness = 0, "contact 0: stiffness");
    REFUSES(c.contact[0].law = "hooke", "abut list impacts");
    REFUSES(c.contact[0].a = 3, "does not exist");
    REFUSES(c.contact[0].b = -2, "does not exist");
    REFUSES(c.contact[1].a = 0, "two different bodies");
    REFUSES(c.contact[0].normal = v3_zero(), "normal not zero");
    REFUSES(c.contact[0].point.x = INFINITY, "point must be finite");
    REFUSES(c.contact[0].tangent = v3_scale(-2, c.contact[0].normal), "along its normal");
    REFUSES(c.def.law = NULL, "abut list impacts");
    REFUSES(c.def.order = "random", "simultaneous or sequential");
    REFUSES(c.def.contacts = 0, "1 to 1000 contacts");
    REFUSES(c.def.contacts = 1001, "1 to 1000 contacts");
    abut_context_destroy(cx_of_refusals);
}

#define REFUSES_MATRIX(change, word)                                                                                   \
    do {                                                                                                               \
        double w[9] = {2, 0, 0, 0, 3, 0, 0, 0, 3}, v[3] = {-1, 0, 0};                                                  \
        const abut_impact_contact contact = {.stiffness = 1};                                                          \
        abut_impact_def d = abut_impact_problem();                                                                     \
        d.contacts = 1;                                                                                                \
        d.contact = &contact;                                                                                          \
        d.mobility = w;                                                                                                \
        d.velocity = v;                                                                                                \
        change;                                                                                                        \
        refuses(&d, word);                                                                                             \
    } while (0)

TEST(a_mobility_that_is_none_is_refused) {
    cx_of_refusals = context();
    REFUSES_MATRIX(w[1] = 0.1, "symmetric: row 1, column 0");
    REFUSES_MATRIX(w[0] = 0, "contact 0 along its normal");
    REFUSES_MATRIX(w[4] = NAN, "a number of the mobility");
    REFUSES_MATRIX(v[2] = INFINITY, "a velocity is not finite");
    REFUSES_MATRIX(d.velocity = NULL, "not both");
    REFUSES_MATRIX(d.size = 4096, "abut_impact_problem");
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_impact_solve(NULL, NULL, NULL, NULL, NULL));
    const abut_impact_def none = abut_impact_problem();
    CHECK_STATUS(ABUT_ERR_ARGUMENT, abut_impact_solve(cx_of_refusals, &none, NULL, NULL, NULL));
    abut_context_destroy(cx_of_refusals);
}

// Two walls that approach each other with a body between: no impulse on it separates it from both.
TEST(bodies_that_no_impulse_separates_are_told) {
    abut_context *cx = context();
    double w[36] = {0};
    const double v[6] = {-1, 0, 0, -0.5, 0, 0};
    const abut_impact_contact contact[2] = {{.stiffness = 1}, {.stiffness = 1}};
    abut_impact_end end[2];
    abut_impact_def d = abut_impact_problem();
    for (int i = 0; i < 6; i++) w[7 * i] = 1;
    w[3] = w[18] = -1;
    d.contacts = 2;
    d.contact = contact;
    d.mobility = w;
    d.velocity = v;
    CHECK_STATUS(ABUT_ERR_UNSOLVED, abut_impact_solve(cx, &d, end, NULL, NULL));
    CHECK(strstr(abut_context_message(cx), "wedged"));
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(bodies_move_as_their_contacts_and_lose_the_energy_that_is_told),
       CLAIM(the_first_tangent_points_as_asked_and_is_any_otherwise),
       CLAIM(the_watched_process_leads_from_the_first_state_to_the_outcome_once),
       CLAIM(a_body_or_contact_that_is_wrong_is_named), CLAIM(a_mobility_that_is_none_is_refused),
       CLAIM(bodies_that_no_impulse_separates_are_told))
