// Two bodies of the mesh in random poses, 0.1, 0.5 and 2 % of the diagonal deep and 1 % apart: all contacts with their
// normals, against the octree of the paper on the same field, and against FCL, ODE and Bullet on the same triangles.
#include "sdf/contact.h"

#include "base/alloc.h"
#include "collide/encounter.h"
#include "peers/contact_peers.h"
#include "sdf/sdf_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSES = 8, CASES = 4, FIELD = 128 };

typedef struct meeting {
    const char *name;
    double depth;  // diagonals
    double min[3]; // goals: time of FCL, ODE, Bullet over ours; 0 = none
} meeting;

static const meeting CASE[CASES] = {
    {"0.1 % deep", 0.001, {80, 60, 120}},
    {"0.5 % deep", 0.005, {80, 60, 120}},
    {"2 % deep", 0.02, {80, 60, 120}},
    {"1 % apart", -0.01, {8, 0, 0}},
};

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "bench: %s\n", abut_context_message(cx));
    exit(3);
}

static void find_poses(const ab_encounter *e, double depth, ab_pose *pose) {
    ab_random random = ab_random_start(42, 0);
    for (int i = 0; i < POSES;)
        if (ab_encounter_approach(e, AB_DETECT_TREE, depth, &random, &pose[i])) i++;
}

static bool same_hits(const ab_contact_points *a, const ab_contact_point *b, int64_t n) {
    if (a->n != n) return false;
    for (int64_t i = 0; i < n; i++)
        if (memcmp(&a->contact[i].feature, &b[i].feature, sizeof b[i].feature) != 0 || a->contact[i].gap != b[i].gap)
            return false;
    return true;
}

// Poses in which the octree or all points give other contacts than the tree.
static int count_different(abut_context *cx, const ab_encounter *e, const ab_pose *pose, double *contacts) {
    ab_contact_point *kept = NULL;
    check(cx, ab_alloc(cx, (void **)&kept, e->capacity, sizeof *kept));
    int different = 0;
    for (int i = 0; i < POSES; i++) {
        const int64_t n = ab_encounter_look(e, pose[i], AB_DETECT_TREE).n;
        memcpy(kept, e->contact, (size_t)n * sizeof *kept);
        contacts[i] = (double)n;
        const ab_contact_points octree = ab_encounter_look(e, pose[i], AB_DETECT_OCTREE);
        bool same = same_hits(&octree, kept, n);
        const ab_contact_points all = ab_encounter_look(e, pose[i], AB_DETECT_BRUTE);
        same = same && same_hits(&all, kept, n);
        different += !same;
    }
    ab_free(cx, kept);
    return different;
}

enum { TREE, OCTREE, ALL, SMOOTH, WAYS, ROUNDS = 4 };

// Medians over the poses; the best of rounds that take turns, since the speed of a shared machine changes from second
// to second.
static void time_ways(const ab_encounter *e, const ab_pose *pose, double of[WAYS]) {
    static const ab_detect DETECT[WAYS] = {AB_DETECT_TREE, AB_DETECT_OCTREE, AB_DETECT_BRUTE, AB_DETECT_SMOOTH};
    double time[WAYS][POSES];
    for (int round = 0; round < ROUNDS; round++)
        for (int way = 0; way < WAYS; way++)
            for (int i = 0; i < POSES; i++) {
                const double here = ab_encounter_time(e, pose[i], DETECT[way]);
                time[way][i] = round == 0 || here < time[way][i] ? here : time[way][i];
            }
    for (int way = 0; way < WAYS; way++) of[way] = median(time[way], POSES);
}

typedef struct peer {
    const char *label, *name, *flags;
} peer;

static const peer PEER[3] = {
    {"FCL", "fcl", "-I/usr/include/eigen3 -lfcl -lccd"},
    {"ODE", "ode", "-lode"},
    {"Bullet GIMPACT", "bullet", "-I/usr/include/bullet -lBulletCollision -lLinearMath"},
};

static void label(char *text, const char *of, const meeting *m) { snprintf(text, 80, "contact %s: %s", m->name, of); }

static void compare_ours(bench *b, abut_context *cx, const ab_encounter *e, ab_pose pose[CASES][POSES],
                         double ours[WAYS][CASES]) {
    char name[80];
    for (int c = 0; c < CASES; c++) {
        const meeting *m = &CASE[c];
        double contacts[POSES], time[WAYS];
        find_poses(e, m->depth, pose[c]);
        const int different = count_different(cx, e, pose[c], contacts);
        time_ways(e, pose[c], time);
        for (int way = 0; way < WAYS; way++) ours[way][c] = time[way];
        label(name, "time", m);
        figure(b, name, 1e6 * time[TREE], "us", no_goal());
        label(name, "contacts", m);
        figure(b, name, median(contacts, POSES), "", no_goal());
        label(name, "poses with other contacts", m);
        figure(b, name, different, "", at_most(0));
        label(name, "octree over ours", m);
        figure(b, name, time[OCTREE] / time[TREE], "", m->depth > 0 ? at_least(40) : no_goal());
        label(name, "all points over ours", m);
        figure(b, name, time[ALL] / time[TREE], "", no_goal());
        label(name, "smooth over ours", m);
        figure(b, name, time[SMOOTH] / time[TREE], "", no_goal());
        label(name, "octree over smooth", m);
        figure(b, name, time[OCTREE] / time[SMOOTH], "", no_goal());
    }
}

static void compare_peer(bench *b, int which, const contact_job *job, double ours[WAYS][CASES]) {
    char name[80], of[40], smooth[40], text[200];
    double seconds[CASES * POSES], contacts[CASES * POSES];
    const bool ran = contact_peer(PEER[which].name, PEER[which].flags, job, seconds, contacts, text);
    snprintf(of, sizeof of, "%s over ours", PEER[which].label);
    snprintf(smooth, sizeof smooth, "%s over smooth", PEER[which].label);
    for (int c = 0; c < CASES; c++) {
        const double min = CASE[c].min[which];
        const goal wanted = min > 0 ? at_least(min) : no_goal();
        label(name, of, &CASE[c]);
        if (!ran) {
            figure_missing(b, name, text, wanted);
            continue;
        }
        const double time = median(seconds + c * POSES, POSES);
        figure(b, name, time / ours[TREE][c], "", wanted);
        label(name, smooth, &CASE[c]);
        figure(b, name, time / ours[SMOOTH][c], "", no_goal());
    }
}

static void open_solid(abut_context *cx, const ab_mesh *mesh, ab_shape *shape, ab_encounter *e) {
    check(cx, ab_shape_mesh(cx, mesh, shape));
    check(cx, ab_shape_make_sdf_collider(cx, "the mesh", shape, FIELD, true));
    check(cx, ab_encounter_open(cx, shape, shape, e));
}

void measure_contact(bench *b, abut_context *cx, const ab_mesh *mesh) {
    ab_shape shape;
    ab_encounter e;
    open_solid(cx, mesh, &shape, &e);
    const ab_surface_points *points = &shape.sdf_collider->points;
    figure(b, "contact: points of a body", (double)points->all.n, "", no_goal());
    figure(b, "contact: those on sharp edges", (double)points->feature_edges.n, "", no_goal());
    ab_pose pose[CASES][POSES];
    double ours[WAYS][CASES];
    compare_ours(b, cx, &e, pose, ours);
    const contact_job job = {&shape.sdf_collider->sdf.mesh, &shape.sdf_collider->sdf.mesh, &pose[0][0], CASES * POSES};
    for (int i = 0; i < 3; i++) compare_peer(b, i, &job, ours);
    ab_encounter_close(cx, &e);
    ab_shape_free(cx, &shape);
}

// The octree over the tree where the bodies touch: contacts, ratio, and whether the contacts are the same.
static void compare_octree(bench *b, abut_context *cx, const ab_encounter *e, const char *shape) {
    char name[80];
    int different = 0;
    for (int c = 0; c < CASES; c++) {
        const meeting *m = &CASE[c];
        if (!(m->depth > 0)) continue;
        ab_pose pose[POSES];
        double contacts[POSES], time[WAYS];
        find_poses(e, m->depth, pose);
        different += count_different(cx, e, pose, contacts);
        time_ways(e, pose, time);
        snprintf(name, sizeof name, "%s %s: contacts", shape, m->name);
        figure(b, name, median(contacts, POSES), "", no_goal());
        snprintf(name, sizeof name, "%s %s: octree over ours", shape, m->name);
        figure(b, name, time[OCTREE] / time[TREE], "", at_least(40));
    }
    snprintf(name, sizeof name, "%s: poses with other contacts", shape);
    figure(b, name, different, "", at_most(0));
}

void measure_others(bench *b, abut_context *cx, const ab_mesh *mesh) {
    (void)mesh;
    for (int i = 1; i < SHAPES; i++) {
        char name[80];
        ab_mesh made;
        ab_shape shape;
        ab_encounter e;
        check(cx, SHAPE[i].make(cx, &made));
        snprintf(name, sizeof name, "%s: triangles", SHAPE[i].name);
        figure(b, name, (double)made.ntriangle, "", no_goal());
        open_solid(cx, &made, &shape, &e);
        snprintf(name, sizeof name, "%s: points of a body", SHAPE[i].name);
        figure(b, name, (double)shape.sdf_collider->points.all.n, "", no_goal());
        compare_octree(b, cx, &e, SHAPE[i].name);
        ab_encounter_close(cx, &e);
        ab_shape_free(cx, &shape);
        ab_mesh_free(cx, &made);
    }
}
