// One contact, three methods: penalty, Lagrange multiplier by an active set, augmented Lagrangian. Their answers become
// one as the penalty grows.
#include "claim.h"
#include "math/random.h"
#include "scene/scene.h"
#include "solve/unilateral.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------------------ the solver

enum { MAX = 12 };

static abut_context *open_context(void) {
    abut_context *cx = NULL;
    assert_int_equal(ABUT_OK, abut_context_create(&(abut_config){.threads = 1}, &cx));
    return cx;
}

// B^T B with `rank` rows: rows repeat each other when that is less than n.
static void pick_matrix(ab_random *r, int n, int rank, double *a) {
    double b[MAX * MAX];
    for (int i = 0; i < rank * n; i++) b[i] = ab_random_between(r, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i * n + j] = 0;
            for (int k = 0; k < rank; k++) a[i * n + j] += b[k * n + i] * b[k * n + j];
        }
}

static void check_answer(int n, const double *a, const double *b, const double *p, double tolerance) {
    for (int i = 0; i < n; i++) {
        double w = b[i];
        for (int j = 0; j < n; j++) w += a[i * n + j] * p[j];
        CHECK(p[i] >= 0 && w >= -tolerance);
        CHECK_NEAR(p[i] * w, 0, tolerance * (1 + p[i]));
    }
}

TEST(active_sets_give_signs_and_complementarity) {
    abut_context *cx = open_context();
    ab_random r = ab_random_start(31, 0);
    ab_arena arena = {0};
    for (int k = 0; k < 300; k++) {
        const int n = 1 + (int)(ab_random_u64(&r) % MAX);
        double a[MAX * MAX], b[MAX], p[MAX], soft[MAX];
        pick_matrix(&r, n, n, a);
        for (int i = 0; i < n; i++) a[i * n + i] += 0.1;
        for (int i = 0; i < n; i++) b[i] = ab_random_between(&r, -1, 1);
        CHECK_OK(cx, ab_solve_active_set(cx, &arena, n, a, b, p));
        check_answer(n, a, b, p, 1e-9);
        CHECK_OK(cx, ab_solve_augmented(cx, &arena, n, a, b, 1e4, 4, soft));
        check_answer(n, a, b, soft, 1e-9); // (1 + 1e4 * 0.1)^-4 of the answer
    }
    ab_arena_free(cx, &arena);
    abut_context_destroy(cx);
}

// Four legs of a table: any load that the legs can carry is shared, and nothing moves.
TEST(rows_that_repeat_each_other_share_their_load) {
    abut_context *cx = open_context();
    ab_random r = ab_random_start(32, 0);
    ab_arena arena = {0};
    for (int k = 0; k < 100; k++) {
        double a[MAX * MAX], b[MAX], p[MAX], push[MAX];
        pick_matrix(&r, 6, 3, a);
        for (int i = 0; i < 6; i++) push[i] = ab_random_between(&r, 0, 1);
        for (int i = 0; i < 6; i++) {
            b[i] = 0;
            for (int j = 0; j < 6; j++) b[i] -= a[i * 6 + j] * push[j];
        }
        CHECK_OK(cx, ab_solve_active_set(cx, &arena, 6, a, b, p));
        check_answer(6, a, b, p, 1e-6); // the regularisation over the smallest eigenvalue
    }
    ab_arena_free(cx, &arena);
    abut_context_destroy(cx);
}

// ------------------------------------------------------------------------------------------------------ the scene

typedef struct outcome {
    double early, depth; // height of the ball at 0.25 s, and how far it has sunk in at the end, m
    double force;        // on the floor at the end, N
} outcome;

// `strength` is the stiffness of the penalty, or the penalty of the augmented method.
static outcome fall(const char *enforcement, double strength) {
    char method[64], k[64];
    const bool augmented = strcmp(enforcement, "augmented") == 0;
    snprintf(method, sizeof method, "contact.enforcement=%s", enforcement);
    snprintf(k, sizeof k, "contact.%s=%g", augmented ? "penalty" : "stiffness", strength);
    const char *const set[] = {method, k};
    abut_context *cx = open_context();
    abut_scene *scene = NULL;
    const abut_scene_options options = {set, 2, false};
    CHECK_OK(cx, abut_scene_load(cx, TEST_DATA "/../../scenes/enforcement.yaml", &options, &scene));
    ab_world *w = scene->world;
    outcome o = {0};
    for (int64_t i = 0; i < scene->steps; i++) {
        CHECK_OK(cx, abut_step(w));
        CHECK(w->mechanism.margin <= 1e-12);
        if (i + 1 == 2500) o.early = w->body.x[1].z;
    }
    o.depth = 0.05 - w->body.x[1].z;
    o.force = w->contacts.n > 0 ? w->contacts.normal_force[0] : 0;
    // The damping of a compliant contact begins with a jump somewhere in a step, of which there are a dozen in a
    // contact; impulses are exact.
    CHECK_NEAR(w->energy.residual, 0, (w->enforcement == AB_ENFORCE_PENALTY ? 1e-2 : 1e-5) * w->energy.initial);
    abut_scene_destroy(scene);
    abut_context_destroy(cx);
    return o;
}

TEST(three_methods_agree_the_better_the_stiffer_the_penalty) {
    const outcome exact = fall("multiplier", 1e5);
    const double weight = 11340 * 4.0 / 3 * 3.14159265358979 * 0.05 * 0.05 * 0.05 * 9.81;
    CHECK_NEAR(exact.depth, 0, 1e-9); // what one step falls, pushed back
    CHECK_NEAR(exact.force, weight, 1e-4 * weight);
    double last[2] = {INFINITY, INFINITY}, path[2] = {INFINITY, INFINITY};
    for (int i = 0; i < 3; i++) {
        const double k = 1e5 * pow(10, i), penalty = pow(10, i);
        const outcome soft = fall("penalty", k), both = fall("augmented", penalty);
        print_message("stiffness %g N/m: sinks in by %.2e m, path off by %.2e m; augmented, penalty %g: %.2e "
                      "m, %.2e m\n",
                      k, soft.depth, soft.early - exact.early, penalty, both.depth, both.early - exact.early);
        CHECK_NEAR(soft.depth, weight / k, 0.01 * weight / k); // what a spring must give
        CHECK_NEAR(soft.force, weight, 1e-3 * weight);
        CHECK_NEAR(both.force, weight, 1e-3 * weight);
        CHECK(soft.depth < 0.2 * last[0] && fabs(both.depth) < 0.2 * last[1]);
        // the paths after the first bounces: a compliant contact takes pi sqrt(m/k)
        CHECK(fabs(soft.early - exact.early) < 0.6 * path[0] && fabs(both.early - exact.early) < 0.6 * path[1]);
        last[0] = soft.depth, last[1] = fabs(both.depth);
        path[0] = fabs(soft.early - exact.early), path[1] = fabs(both.early - exact.early);
    }
}

TEST(contacts_without_compliance_refuse_friction) {
    const char *const set[] = {"materials.lead.friction=0.3", "contact.pairs=[{a: lead, b: lead, friction: 0.3}]"};
    for (int k = 0; k < 2; k++) {
        abut_context *cx = open_context();
        abut_scene *scene = NULL;
        const abut_scene_options options = {&set[k], 1, false};
        CHECK_STATUS(ABUT_ERR_INPUT, abut_scene_load(cx, TEST_DATA "/../../scenes/enforcement.yaml", &options, &scene));
        CHECK(strstr(abut_scene_get_diagnostic(scene, 0).message, "friction: 0") != NULL);
        abut_scene_destroy(scene);
        abut_context_destroy(cx);
    }
}

CLAIMS(CLAIM(active_sets_give_signs_and_complementarity), CLAIM(rows_that_repeat_each_other_share_their_load),
       CLAIM(three_methods_agree_the_better_the_stiffer_the_penalty),
       CLAIM(contacts_without_compliance_refuse_friction))
