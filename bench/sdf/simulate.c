// Two bodies of the mesh pull each other with a constant force, meet, bounce and roll on each other for 5 s in 50,000
// steps: time of the whole run on one thread, and how much longer it is with the octree of the paper, measured over
// every 50th step.
#include "sdf/contact.h"

#include "collide/separation_bound.h"
#include "step/step.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 50000, EVERY = 50, FIELD = 128 };

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "bench: %s\n", abut_context_message(cx));
    exit(3);
}

static abut_body add_body(abut_context *cx, abut_world *w, int32_t shape, int32_t material, abut_v3 x, abut_v3 spin) {
    abut_body_def def = abut_body_default();
    abut_body body;
    def.name = "body";
    def.shape = shape;
    def.material = material;
    def.mass = 1;
    def.position = x;
    def.angular_velocity = spin;
    check(cx, abut_body_add(w, &def, &body));
    return body;
}

// Lengths are in radii of the body, so that any mesh will do.
static abut_world *make_world(abut_context *cx, const ab_mesh *mesh) {
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0, 0, 0};
    def.normal_law = "linear";
    static const abut_parameter stiffness = {"stiffness", 1e7};
    def.parameters = &stiffness;
    def.parameter_count = 1;
    def.dt = 5.0 / STEPS;
    def.resolution = FIELD;
    def.detect = "octree"; // has both; switched below
    abut_world *w = NULL;
    check(cx, abut_world_create(cx, &def, &w));
    abut_material_def material_def = abut_material_default();
    material_def.restitution = 0.5;
    material_def.friction = 0.3;
    int32_t material, shape;
    check(cx, abut_material_add(w, &material_def, &material));
    ab_shape made;
    check(cx, ab_shape_mesh(cx, mesh, &made));
    const double r = made.radius;
    check(cx, ab_world_adopt_shape(w, &made, &shape));
    abut_force_def pull = abut_force_default();
    pull.kind = "spring";
    pull.along = "distance";
    pull.a = add_body(cx, w, shape, material, (abut_v3){0, 0, 0}, (abut_v3){0, 0, 0});
    pull.b = add_body(cx, w, shape, material, (abut_v3){1.6 * r, 0.3 * r, 0.2 * r}, (abut_v3){0.3, 0.5, 1});
    const abut_parameter inward = {"force", -2 * r};
    pull.parameters = &inward;
    pull.parameter_count = 1;
    int32_t force;
    check(cx, abut_force_add(w, &pull, &force));
    return w;
}

// The octree does not know what the tree has seen.
static void step(abut_context *cx, ab_world *w, ab_detect detect) {
    w->config.detect = detect;
    if (detect == AB_DETECT_OCTREE && w->collision.separation) w->collision.separation[0].clear = 0;
    check(cx, abut_world_step(w));
}

typedef struct tally {
    int64_t touching; // steps
    double contacts;
} tally;

// CPU seconds of some steps, read once for all: reading the clock takes a good part of a step.
static double time_steps(abut_context *cx, ab_world *w, ab_detect detect, int n, tally *t) {
    const double start = cpu_seconds();
    for (int i = 0; i < n; i++) {
        step(cx, w, detect);
        t->touching += w->state.contacts.n > 0;
        t->contacts += (double)w->state.contacts.n;
    }
    return cpu_seconds() - start;
}

void simulate(bench *b, abut_context *cx, const ab_mesh *mesh) {
    ab_world *w = make_world(cx, mesh);
    check(cx, ab_step_start(w));
    double tree = 0, octree = 0;
    tally t = {0};
    for (int i = 0; i < STEPS; i += EVERY) {
        octree += time_steps(cx, w, AB_DETECT_OCTREE, 1, &t);
        tree += time_steps(cx, w, AB_DETECT_TREE, EVERY - 1, &t);
    }
    const double ours = tree * EVERY / (EVERY - 1), theirs = octree * EVERY;
    figure(b, "run: time of 50,000 steps", ours, "s, 1 thread", at_most(2));
    figure(b, "run: octree over ours", theirs / ours, "", at_least(100));
    figure(b, "run: steps in contact", 100.0 * (double)t.touching / STEPS, "%", no_goal());
    figure(b, "run: contacts in a step with any", t.contacts / (double)(t.touching ? t.touching : 1), "", no_goal());
    abut_world_destroy(w);
}
