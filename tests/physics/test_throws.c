// Bullets thrown at walls, 0.1 to 100 thicknesses in a step: none passes unnoticed, and those that are thrown back keep
// their energy. A few thousand of them; `test_throws all` throws 100000.
// labels: slow long
#include "claim.h"
#include "worlds.h"

#include "geom/generate/generate.h"
#include "math/random.h"
#include "observe/ledger_terms.h"
#include "world/snapshot.h"

#include <stdio.h>
#include <stdlib.h>

static int64_t throws_of_a_pair = 100;

enum { BALL, BOX, HULL, MESH, BULLETS };
enum { PLANE, BLOCK, PLATE, CHANNEL, WALLS };
static const char *const bullet_name[BULLETS] = {"ball", "box", "hull", "mesh"};
static const char *const wall_name[WALLS] = {"plane", "block", "plate", "channel"};

#define SIZE 0.01  // of bullets: radius or half edge, m
#define THIN 0.002 // plate and channel, m

static int32_t adopt(test_world *t, ab_mesh *mesh) {
    ab_shape made;
    int32_t shape;
    CHECK_OK(t->cx, ab_shape_mesh(t->cx, mesh, &made));
    CHECK_OK(t->cx, ab_world_adopt_shape(t->w, &made, &shape));
    ab_mesh_free(t->cx, mesh);
    return shape;
}

static int32_t bullet_shape(test_world *t, int kind) {
    static const abut_v3 corner[6] = {{SIZE, 0, 0},  {-SIZE, 0, 0}, {0, SIZE, 0},
                                      {0, -SIZE, 0}, {0, 0, SIZE},  {0, 0, -SIZE}};
    static const v3 ell[6] = {{0, 0, 0},       {2 * SIZE, 0, 0},    {2 * SIZE, SIZE, 0},
                              {SIZE, SIZE, 0}, {SIZE, 2 * SIZE, 0}, {0, 2 * SIZE, 0}};
    int32_t shape = -1;
    ab_mesh mesh = {0};
    if (kind == BALL) CHECK_OK(t->cx, abut_shape_add_sphere(t->w, SIZE, &shape));
    if (kind == BOX) CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){2 * SIZE, 2 * SIZE, 2 * SIZE}, &shape));
    if (kind == HULL) CHECK_OK(t->cx, abut_shape_add_hull(t->w, corner, 6, &shape));
    if (kind == MESH) {
        CHECK_OK(t->cx, ab_generate_extrusion(t->cx, &(ab_extrusion_def){.outer = ell, .nouter = 6, .length = 2 * SIZE},
                                              &mesh));
        shape = adopt(t, &mesh);
    }
    if (kind != BALL) CHECK_OK(t->cx, abut_shape_set_detail(t->w, shape, 0, SIZE / 2));
    return shape;
}

// Their front is at z = 0, and solid below. The channel is a plate with two rims that point down.
static int32_t wall_shape(test_world *t, int kind) {
    const double wide = 8 * SIZE;
    const v3 section[8] = {{-wide, -wide / 2, 0},
                           {-wide + THIN, -wide / 2, 0},
                           {-wide + THIN, -THIN, 0},
                           {wide - THIN, -THIN, 0},
                           {wide - THIN, -wide / 2, 0},
                           {wide, -wide / 2, 0},
                           {wide, 0, 0},
                           {-wide, 0, 0}};
    int32_t shape = -1;
    ab_mesh mesh = {0};
    if (kind == PLANE) CHECK_OK(t->cx, abut_shape_add_plane(t->w, (abut_v3){0, 0, 1}, &shape));
    if (kind == BLOCK) CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){2 * wide, 2 * wide, 2 * wide}, &shape));
    if (kind == PLATE) CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){2 * wide, 2 * wide, THIN}, &shape));
    if (kind == CHANNEL) {
        CHECK_OK(t->cx, ab_generate_extrusion(
                            t->cx, &(ab_extrusion_def){.outer = section, .nouter = 8, .length = 2 * wide}, &mesh));
        shape = adopt(t, &mesh);
    }
    return shape;
}

static abut_body_def wall_def(test_world *t, int kind) {
    abut_body_def def = abut_body_default();
    def.name = wall_name[kind];
    def.shape = wall_shape(t, kind);
    def.material = t->material;
    def.fixed = true;
    if (kind == BLOCK) def.position.z = -8 * SIZE;
    if (kind == PLATE) def.position.z = -THIN / 2;
    if (kind == CHANNEL) def.orientation = (abut_quat){sqrt(0.5), sqrt(0.5), 0, 0}; // y up to z up
    return def;
}

typedef struct range {
    test_world t;
    ab_text start; // the world before a throw
    double thickness;
} range;

static range open_range(int bullet, int wall, const char *law) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = law;
    def.resolution = 32;
    def.dt = 1e-9;
    abut_material_def material = abut_material_default();
    material.restitution = 0.8;
    material.friction = 0.3;
    range r = {.t = open_world(1, &def, &material)};
    const abut_body_def fixed = wall_def(&r.t, wall);
    CHECK_OK(r.t.cx, abut_body_add(r.t.w, &fixed, NULL));
    abut_body_def body = abut_body_default();
    body.name = bullet_name[bullet];
    body.shape = bullet_shape(&r.t, bullet);
    body.material = r.t.material;
    body.position.z = 1;
    CHECK_OK(r.t.cx, abut_body_add(r.t.w, &body, NULL));
    CHECK_OK(r.t.cx, ab_step_start(r.t.w));
    r.start = ab_text_start(r.t.cx);
    CHECK_OK(r.t.cx, ab_snapshot_save(r.t.w, &r.start));
    r.thickness = wall == PLATE || wall == CHANNEL ? THIN : 2 * SIZE;
    return r;
}

static void close_range(range *r) {
    ab_text_free(&r->start);
    close_world(&r->t);
}

typedef struct throw {
    double speed, ratio, young; // ratio: thicknesses in a step
    bool automatic;             // the step is the one that `dt: auto` chooses
    bool noticed, refused, behind;
    double error; // of energy in the end, over what there was
}
throw;

// What a scene with `dt: auto` does.
static void choose_step(range *r, throw *p) {
    ab_step_advice advice;
    CHECK_OK(r->t.cx, ab_step_advise(r->t.w, &advice));
    r->t.w->config.dt = advice.recommended;
    r->t.w->config.automatic_dt = true;
    r->t.w->config.known_speed = advice.speed;
    p->ratio = p->speed * advice.recommended / r->thickness;
}

// The bullet aims at the middle of the wall and stands before it, anywhere within the first step.
static void place(range *r, ab_random *random, throw *p) {
    ab_world *w = r->t.w;
    p->speed = exp(ab_random_between(random, log(1), log(300)));
    p->ratio = exp(ab_random_between(random, log(0.1), log(100)));
    p->young = exp(ab_random_between(random, log(1e7), log(1e13)));
    w->config.materials[0].young = p->young;
    CHECK_OK(r->t.cx, ab_snapshot_load(w, r->start.data, r->start.size)); // makes the interactions, too
    w->config.dt = p->ratio * r->thickness / p->speed;
    w->state.started = w->config.automatic_dt = false;
    const v3 turn = ab_random_in_box(random, v3_make(-3, -3, -3), v3_make(3, 3, 3));
    const v3 slant = ab_random_in_box(random, v3_make(-0.3, -0.3, -1), v3_make(0.3, 0.3, -1));
    w->state.body.q[1] = quat_from_turn(turn);
    w->state.body.v[1] = v3_scale(p->speed, v3_unit(slant));
    w->state.body.l[1] = w->state.body.w[1] = v3_zero();
    if (p->automatic) choose_step(r, p);
    const double height = ab_collider_shape(w, 1)->radius * 1.01 + ab_random_unit(random) * p->speed * w->config.dt;
    w->state.body.x[1] = v3_scale(height / w->state.body.v[1].z, w->state.body.v[1]);
    w->collision.jump_warned = w->collision.immersion_warned = true; // it is told by the residuals
}

// Until it has touched and left.
static void fly(range *r, throw *p) {
    ab_world *w = r->t.w;
    const double kinetic = 0.5 * ab_mass_of(&w->state.body, 1) * p->speed * p->speed;
    const int64_t max = 1000 + (int64_t)(100 * SIZE / (p->speed * w->config.dt));
    bool touched = false;
    for (int64_t k = 0; k < max; k++) {
        p->refused = ab_step(w) != ABUT_OK;
        p->noticed =
            p->noticed || p->refused || w->ledger.residual.immersion > AB_MAX_IMMERSION || w->ledger.residual.jumps > 0;
        if (p->refused) return;
        p->error = fabs(w->ledger.energy.residual) / kinetic;
        p->behind = w->state.body.x[1].z < 0;
        touched = touched || w->ledger.residual.overlap > 0;
        const bool leaves = w->state.contacts.n == 0 && (p->behind || w->state.body.v[1].z > 0);
        if (leaves && (touched || w->state.body.x[1].z < -4 * SIZE)) return;
    }
}

typedef struct tally {
    int64_t thrown, caught, noticed, refused, wrong;
    double worst; // error of energy of those that were caught by an automatic step
} tally;

// A run says so itself when its ledger does not close (report/verdict.c); an automatic step has no excuse.
static bool is_wrong(const throw *p) {
    const bool energy = p->error > AB_LEDGER_MAX_SHARE;
    return (p->behind && !p->noticed && !energy) || (p->automatic && (p->refused || (energy && !p->noticed)));
}

static void count(tally *sum, const throw *p) {
    const bool told = p->noticed || p->error > AB_LEDGER_MAX_SHARE;
    sum->thrown++;
    sum->noticed += told;
    sum->refused += p->refused;
    sum->caught += !told && !p->behind;
    sum->wrong += is_wrong(p);
    if (p->automatic && !told) sum->worst = fmax(sum->worst, p->error);
}

static void throw_all(int bullet, int wall, const char *law, tally *sum) {
    range r = open_range(bullet, wall, law);
    ab_random random = ab_random_start(1, (uint64_t)(bullet * WALLS + wall));
    for (int64_t k = 0; k < throws_of_a_pair; k++) {
        throw p = {.automatic = k % 4 == 0};
        place(&r, &random, &p);
        fly(&r, &p);
        count(sum, &p);
        if (is_wrong(&p))
            print_message("%s at %s, %s: %lld: %.3g m/s, %.3g thicknesses a step, young %.3g: %s, energy off by %.3g\n",
                          bullet_name[bullet], wall_name[wall], law, (long long)k, p.speed, p.ratio, p.young,
                          p.behind ? "behind the wall" : "before it", p.error);
    }
    close_range(&r);
}

static tally throw_at_all_walls(int bullet, const char *law) {
    tally sum = {0};
    for (int wall = 0; wall < WALLS; wall++) throw_all(bullet, wall, law, &sum);
    print_message("%s, %s: %lld thrown, %lld caught (energy to %.2g), %lld told of, %lld of them by refusal\n",
                  bullet_name[bullet], law, (long long)sum.thrown, (long long)sum.caught, sum.worst,
                  (long long)sum.noticed, (long long)sum.refused);
    CHECK(sum.wrong == 0);
    return sum;
}

static void check_throws(int bullet) {
    const tally sum = throw_at_all_walls(bullet, "hertz");
    CHECK(sum.caught > sum.thrown / 8); // the test is of some use
}

TEST(no_ball_passes_unnoticed) { check_throws(BALL); }
TEST(no_box_passes_unnoticed) { check_throws(BOX); }
TEST(no_hull_passes_unnoticed) { check_throws(HULL); }
TEST(no_mesh_passes_unnoticed) { check_throws(MESH); }

// Their softness grows with the step that they are given, so that most of these go through, and are told of.
TEST(no_polyhedron_passes_unnoticed) {
    throw_at_all_walls(BOX, "volume");
    throw_at_all_walls(HULL, "volume");
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "all") == 0) throws_of_a_pair = 100000 / 24 + 1;
    if (argc > 1 && atoi(argv[1]) > 0) throws_of_a_pair = atoi(argv[1]);
    const struct CMUnitTest claims[] = {CLAIM(no_ball_passes_unnoticed), CLAIM(no_box_passes_unnoticed),
                                        CLAIM(no_hull_passes_unnoticed), CLAIM(no_mesh_passes_unnoticed),
                                        CLAIM(no_polyhedron_passes_unnoticed)};
    return cmocka_run_group_tests(claims, NULL, NULL);
}
