// Files of `abut impact`: what they say, and every mistake with its place.
#include "scene_files.h"

#include <math.h>

#define CASE   "abut: 1\nimpact:\n"
#define PLANAR "  planar: true\n  mobility: [2.5, -1.5, -1.5, 2.5]\n  velocity: [-1, -0.5]\n"
#define BALL   "  bodies:\n    ball: {mass: 2 kg, inertia: [1, 2, 3], position: [0, 0, 1], velocity: [1, 0, -3]}\n"
#define TOUCH  "  contacts:\n    - {a: ball}\n"

static scene_files *impact_text(scene_files *f, const char *text) {
    *f = (scene_files){.count = 0};
    files_put(f, "impact.yaml", text);
    files_open(f);
    f->status = abut_impact_load(f->cx, "impact.yaml", NULL, &f->scene);
    return f;
}

static const abut_impact_def *case_of(scene_files *f, const char *text) {
    CHECK_LOADED(impact_text(f, text));
    CHECK(strcmp(abut_scene_study(f->scene), "impact") == 0 && abut_scene_world(f->scene) == NULL);
    return abut_scene_impact(f->scene);
}

TEST(a_planar_mobility_gets_second_tangents_that_do_not_move) {
    scene_files f;
    const abut_impact_def *d =
        case_of(&f, CASE "  law: newton\n  friction: 0.3\n  restitution: 0.5\n  guard: false\n" PLANAR);
    static const double W[9] = {2.5, -1.5, 0, -1.5, 2.5, 0, 0, 0, 2.5};
    CHECK(d->contacts == 1 && d->bodies == 0 && strcmp(d->law, "newton") == 0 && !d->guard);
    CHECK(memcmp(d->mobility, W, sizeof W) == 0);
    CHECK(d->velocity[0] == -1 && d->velocity[1] == -0.5 && d->velocity[2] == 0);
    CHECK(d->contact[0].friction == 0.3 && d->contact[0].restitution == 0.5 && d->contact[0].stiffness == 1);
    files_end(&f);
}

TEST(the_rod_of_the_oracle_is_solved_from_its_file) {
    scene_files f;
    abut_impact_end end;
    abut_impact_report report;
    const abut_impact_def *d = case_of(&f, CASE "  law: stronge\n  friction: 0.3\n  restitution: 0.5\n" PLANAR);
    CHECK_OK(f.cx, abut_impact_solve(f.cx, d, &end, NULL, &report));
    CHECK_NEAR(end.after[0], 0.5, 1e-12);
    CHECK_NEAR(end.after[1], -1.048780487804878, 1e-12);
    CHECK_NEAR(end.impulse[0], 0.7317073170731707, 1e-12);
    CHECK_NEAR(report.gain, -0.3529149315883403, 1e-12);
    files_end(&f);
}

TEST(bodies_and_contacts_are_those_of_the_file) {
    scene_files f;
    const abut_impact_def *d = case_of(
        &f,
        CASE "  friction: 0.4\n  restitution: 0.6\n  order: sequential\n" BALL
             "    wall: {mass: 1 t, inertia: [1, 1, 1], angular_velocity: [0, 0, 1 rev/s], orientation: {euler: [0, 0, "
             "90 deg]}}\n"
             "  contacts:\n"
             "    - {name: foot, a: ball, friction: 0.1, law: poisson, stiffness: 3}\n"
             "    - {a: wall, b: ball, point: [1 mm, 2, 3], normal: [1, 0, 0], tangent: [0, 1, 0], restitution: 0}\n");
    CHECK(d->bodies == 2 && d->contacts == 2 && strcmp(d->order, "sequential") == 0 && d->guard);
    CHECK(strcmp(d->body[0].name, "ball") == 0 && strcmp(d->body[1].name, "wall") == 0);
    CHECK(d->body[0].mass == 2 && d->body[0].inertia.z == 3 && d->body[0].velocity.z == -3 && d->body[1].mass == 1000);
    CHECK_NEAR(d->body[1].spin.z, 6.283185307179586, 1e-15);
    CHECK_NEAR(d->body[1].orientation.z, sqrt(0.5), 1e-15);
    const abut_impact_contact *c = d->contact;
    CHECK(strcmp(c[0].name, "foot") == 0 && c[0].a == 0 && c[0].b == -1 && c[0].normal.z == 1 && c[0].normal.x == 0);
    CHECK(c[0].friction == 0.1 && c[0].restitution == 0.6 && c[0].stiffness == 3 && strcmp(c[0].law, "poisson") == 0);
    CHECK(c[1].name == NULL && c[1].a == 1 && c[1].b == 0 && c[1].point.x == 1e-3 && c[1].tangent.y == 1);
    CHECK(c[1].friction == 0.4 && c[1].restitution == 0 && c[1].law == NULL && strcmp(d->law, "moreau") == 0);
    files_end(&f);
}

TEST(overrides_change_an_impact) {
    scene_files f = {.count = 0};
    files_put(&f, "impact.yaml", CASE PLANAR);
    files_open(&f);
    const char *const set[] = {"impact.law=poisson", "impact.restitution=0.25", "impact.velocity=[-2, 1]"};
    const abut_scene_options options = {set, 3, false};
    f.status = abut_impact_load(f.cx, "impact.yaml", &options, &f.scene);
    CHECK_LOADED(&f);
    const abut_impact_def *d = abut_scene_impact(f.scene);
    CHECK(strcmp(d->law, "poisson") == 0 && d->contact[0].restitution == 0.25 && d->velocity[0] == -2);
    files_end(&f);
}

// ---------------------------------------------------------------------------------------------------------- mistakes

typedef struct bad_case {
    const char *text, *word;
    int64_t line;
} bad_case;

static const bad_case BAD[] = {
    {CASE "  law: stronge\n", "needs 'bodies'", 3},
    {CASE BALL, "needs 'bodies'", 3},
    {CASE BALL TOUCH "  mobility: [1]\n", "either bodies or a mobility", 7},
    {CASE BALL TOUCH "  velocity: [1]\n", "stand with each body", 7},
    {CASE BALL TOUCH "  planar: true\n", "about a mobility", 7},
    {CASE BALL "  contacts:\n    - {a: bell}\n", "no body 'bell'", 6},
    {CASE BALL "  contacts:\n    - {a: ball, b: wall}\n", "no body 'wall'", 6},
    {CASE BALL "  contacts:\n    - {a: ball, b: ball}\n", "two different bodies", 3},
    {CASE "  mobility: [1, 0, 0, 1]\n  velocity: [1, 1]\n", "3 numbers for each contact", 4},
    {CASE "  mobility: [1, 0, 0, 1]\n  velocity: []\n", "3 numbers for each contact", 4},
    {CASE "  planar: true\n  mobility: [1, 0, 0]\n  velocity: [1, 1]\n", "has 4 numbers, not 3", 4},
    {CASE PLANAR "  contacts: [{}, {}]\n", "1 contacts, not 2", 6},
    {CASE "  planar: true\n  mobility: [1, 0, 1, 1]\n  velocity: [1, 1]\n", "symmetric", 3},
};

TEST(a_mistake_is_told_at_its_place) {
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        scene_files f;
        CHECK_STATUS(ABUT_ERR_INPUT, impact_text(&f, BAD[i].text)->status);
        CHECK(abut_scene_impact(f.scene) == NULL);
        const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
        if (strcmp(d.code, "E050") != 0 || !strstr(d.message, BAD[i].word) || d.line != BAD[i].line)
            fail_msg("%s:%lld, not '%s' in line %lld: %s", d.code, (long long)d.line, BAD[i].word,
                     (long long)BAD[i].line, d.message);
        files_end(&f);
    }
}

TEST(files_of_other_studies_are_refused_with_their_verb) {
    scene_files f;
    CHECK_STATUS(ABUT_ERR_INPUT, impact_text(&f, "abut: 1\ntime: {end: 1}\n")->status);
    CHECK(strstr(abut_scene_diagnostic_get(f.scene, 0).message, "needs a file with the key 'impact'"));
    CHECK(abut_scene_impact(f.scene) == NULL && abut_scene_impact(NULL) == NULL);
    files_end(&f);
    f = (scene_files){.count = 0};
    files_put(&f, "impact.yaml", CASE PLANAR);
    files_load(&f, NULL, 0, false);
    CHECK_STATUS(ABUT_ERR_INPUT, f.status);
    CHECK(strstr(abut_scene_diagnostic_get(f.scene, 0).message, "`abut impact`"));
    files_end(&f);
}

CLAIMS(CLAIM(a_planar_mobility_gets_second_tangents_that_do_not_move),
       CLAIM(the_rod_of_the_oracle_is_solved_from_its_file), CLAIM(bodies_and_contacts_are_those_of_the_file),
       CLAIM(overrides_change_an_impact), CLAIM(a_mistake_is_told_at_its_place),
       CLAIM(files_of_other_studies_are_refused_with_their_verb))
