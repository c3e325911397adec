#include "result/verdict.h"
#include "result/ledger.h"

#define MOST_OVERLAP 0.25 // d / R of the smallest body: there the circle of contact, sqrt(d R), is half as wide as the body
#define MOST_DISTANCE 1e-3 // of a radius: bodies that turn while they are parted miss by the square of the angle
#define MOST_DRIFT   1e-4 // of the size of the mechanism, or rad

static ab_check checked(const char *name, const char *what, const char *hint, double value, double limit) {
    return (ab_check){name, what, hint, value, limit, value <= limit};
}

double ab_smallest_radius(const ab_world *w) {
    double smallest = INFINITY;
    for (int64_t i = 0; i < w->body.n; i++) {
        if (w->body.flags[i] & (AB_BODY_FIXED | AB_BODY_NO_CONTACT)) continue;
        smallest = fmin(smallest, w->shapes[w->body.shape[i]].radius);
    }
    return smallest;
}

static ab_check check_end(const ab_scene *scene, const abut_run_summary *s) {
    return checked("finished", "share of the simulated time that is missing",
                   "go on with `abut run --resume`, or see why it stopped",
                   scene->end > 0 ? fmax(0, 1 - s->progress.time / scene->end) : 0, 1e-9);
}

static ab_check check_energy(const abut_run_summary *s) {
    return checked("energy", "residual of the energy ledger, as a share of the energy there is",
                   "take a smaller time.dt", ab_ledger_share(&s->energy), AB_LEDGER_MOST_SHARE);
}

static ab_check check_overlap(const abut_run_summary *s, double radius) {
    return checked("overlap", "deepest overlap, as a share of the smallest body's radius",
                   "make contacts stiffer, or time.dt smaller", s->deepest_ever / radius, MOST_OVERLAP);
}

static ab_check check_pull(const abut_run_summary *s) {
    return checked("push", "largest force of a contact that pulls, N", "report it: no contact law here may pull",
                   s->worst.pull, 0);
}

static ab_check check_distance(const abut_run_summary *s, double radius) {
    return checked("touch", "largest gap across which a contact acts, as a share of the smallest body's radius",
                   "take a smaller time.dt", s->worst.distance / radius, MOST_DISTANCE);
}

static ab_check check_immersion(const abut_run_summary *s) {
    return checked("thickness", "deepest overlap, as a share of half the thickness of the two bodies: beyond 1 they pass through each other",
                   "make contacts stiffer, or thin parts thicker", s->worst.immersion, AB_MOST_IMMERSION);
}

static ab_check check_jumps(const abut_run_summary *s) {
    return checked("jumps", "pairs of bodies so fast that they may have passed through each other unseen in a step", "take a smaller time.dt",
                   s->worst.jumps, 0);
}

static ab_check check_joints(const abut_run_summary *s) {
    return checked("joints", "largest error of a joint, in sizes of the mechanism or rad",
                   "take a smaller time.dt, or drift: projection", s->worst.joint_position, MOST_DRIFT);
}

int ab_verdict(const ab_scene *scene, const abut_run_summary *summary, ab_check check[AB_CHECKS]) {
    const ab_world *w = scene->world;
    const double radius = summary->smallest_radius;
    int n = 0;
    check[n++] = check_end(scene, summary);
    check[n++] = check_energy(summary);
    if (isfinite(radius)) {
        check[n++] = check_overlap(summary, radius);
        check[n++] = check_pull(summary);
        check[n++] = check_distance(summary, radius);
        check[n++] = check_immersion(summary);
        check[n++] = check_jumps(summary);
    }
    if (w->mechanism.n > 0) check[n++] = check_joints(summary);
    return n;
}
