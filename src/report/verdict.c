// Checks a run: energy, losses, overlap, missed contacts, joints, each with its limit and advice.
#include "report/verdict.h"
#include "observe/ledger_terms.h"

#include <stdio.h>

#define MAX_OVERLAP                                                                                                    \
    0.25 // d / R of the smallest body: at this depth the contact circle, sqrt(d R), is half as wide as the body
#define MAX_DISTANCE 1e-3 // of a radius: rotation while bodies are separated leaves an error of the angle squared
#define MAX_DRIFT    1e-4 // of the size of the mechanism, or rad
#define MAX_MISSED   0.1  // of the smaller body, or half the thickness of a wall
#define MAX_GAIN                                                                                                       \
    1e-4 // of the energy damping removes: dampers use forces of a body's other contacts from the previous step
#define MAX_GIVEN                                                                                                      \
    1e-3 // of the energy friction removes: springs of contacts that end within a step act to its end and give <= 1e-5
// The ledger misses the work on friction springs by (omega dt)^2/4 of what they pass on, 2 % at the recommended step,
// now in one direction and now in the other (step/account_energy.c): as a share of 20 times that, it is the limit
// above.
#define SPRING_WEIGHT 20
// Where a loss takes less than this share of the energy in play (e = 1, a straight impact), what it gives is judged as
// a share of this: 1e-6 of the energy by damping and 1e-5 by friction, 2e-4 of what the residual may have, are no
// failure.
#define MIN_TAKEN 0.01

static abut_check checked(const char *name, const char *what, const char *hint, double value, double limit) {
    return (abut_check){name, what, hint, value, limit, value <= limit, ""};
}

double ab_smallest_radius(const ab_world *w) {
    double smallest = INFINITY;
    for (int64_t i = 0; i < w->state.collider.n; i++)
        if (ab_collider_moves(w, i) && ab_collider_touches(w, i))
            smallest = fmin(smallest, ab_collider_shape(w, i)->radius);
    return smallest;
}

static abut_check check_end(const ab_scene *scene, const abut_run_summary *s) {
    return checked("finished", "share of the simulated time that is missing",
                   "go on with `abut run --resume`, or see why it stopped",
                   scene->end > 0 ? fmax(0, 1 - s->progress.time / scene->end) : 0, 1e-9);
}

static abut_check check_energy(const abut_run_summary *s) {
    const double turnover = s->watch.turnover, turned = turnover > 0 ? s->watch.turning_max / turnover : 0;
    abut_check c =
        checked("energy",
                "residual of the energy ledger, and what surfaces that turn on each other gave, as a share "
                "of the energy in play",
                "take a smaller time.dt", ab_ledger_share(&s->energy, turnover) + turned, AB_LEDGER_MAX_SHARE);
    if (!c.pass)
        snprintf(c.detail, sizeof c.detail, "%.3g J and %.3g J of %.3g J", s->energy.residual, s->watch.turning_max,
                 turnover);
    return c;
}

static void tell_of_gain(abut_check *c, const abut_give_and_take *l) {
    if (c->pass) return;
    snprintf(c->detail, sizeof c->detail,
             "%.3g J at t = %.6g s (step %lld), the largest of %lld such step%s, which gave %.3g J in all",
             l->max_given, l->time, (long long)l->step, (long long)l->steps, l->steps > 1 ? "s" : "", l->given);
}

static double share_given(const abut_give_and_take *l, double turnover) {
    return l->steps > 0 ? l->given / fmax(l->taken + SPRING_WEIGHT * l->passed, MIN_TAKEN * turnover) : 0;
}

static abut_check check_damping(const abut_run_summary *s) {
    const double turnover = s->watch.turnover;
    const abut_give_and_take *damping = &s->watch.loss[ABUT_LOSS_DAMPING], *impact = &s->watch.loss[ABUT_LOSS_IMPACT];
    const abut_give_and_take *worse =
        share_given(damping, turnover) >= share_given(impact, turnover) ? damping : impact;
    abut_check c = checked(
        "damping",
        "energy that damping or impacts gave instead of taking it, as a share of what they took or of a hundredth "
        "of the energy in play",
        "take a smaller time.dt; if that does not help, report it with the scene: no law may create energy",
        share_given(worse, turnover), MAX_GAIN);
    tell_of_gain(&c, worse);
    return c;
}

static abut_check check_friction(const abut_run_summary *s) {
    const abut_give_and_take *l = &s->watch.loss[ABUT_LOSS_FRICTION];
    abut_check c =
        checked("friction",
                "energy that friction gave instead of taking it, as a share of what it took and of 20 times what its "
                "springs stored, or of a hundredth of the energy in play",
                "take a smaller time.dt; if that does not help, report it with the scene: no law may create energy",
                share_given(l, s->watch.turnover), MAX_GIVEN);
    tell_of_gain(&c, l);
    return c;
}

// Advice that makes the contacts of this world stiffer.
static const char *cure_for_overlap(const ab_world *w, const abut_watch *watch, double deepest) {
    if (watch->overlap >= 0.99 * deepest)
        return "move the bodies apart that overlap when the run begins; `abut check` names them";
    if (!w->config.enforcement->compliant) return "take a smaller time.dt";
    if (w->config.penetration > 0) return "lower contact.penetration, or raise contact.approach_speed";
    if (w->config.contact.law->by_number) return "raise contact.stiffness, with a smaller time.dt if that is given";
    return "raise materials.*.young, with a smaller time.dt if that is given";
}

static abut_check check_overlap(const ab_world *w, const abut_run_summary *s, double radius) {
    return checked("overlap", "deepest overlap, as a share of the smallest body's radius",
                   cure_for_overlap(w, &s->watch, s->deepest_ever), s->deepest_ever / radius, MAX_OVERLAP);
}

static abut_check check_missed(const abut_run_summary *s) {
    const abut_watch *w = &s->watch;
    abut_check c =
        checked("contacts", "overlap that contacts do not tell of, over the smaller body or five thicknesses there",
                "give what is thin a smaller cell or raise contact.resolution, or take contact.detect: exact; a "
                "smaller time.dt if it is fast",
                w->missed_share, MAX_MISSED);
    if (!c.pass)
        snprintf(c.detail, sizeof c.detail,
                 "'%s' and '%s' overlap by %.3g m more than their contacts tell, at t = %.6g s", w->missed_a,
                 w->missed_b, w->missed, w->missed_time);
    return c;
}

static abut_check check_pull(const abut_run_summary *s) {
    return checked("push", "largest force of a contact that pulls, N", "report it: no contact law here may pull",
                   s->worst.pull, 0);
}

static abut_check check_distance(const abut_run_summary *s, double radius) {
    return checked("touch", "largest gap across which a contact acts, as a share of the smallest body's radius",
                   "take a smaller time.dt", s->worst.distance / radius, MAX_DISTANCE);
}

static abut_check check_immersion(const abut_run_summary *s) {
    return checked(
        "thickness",
        "deepest overlap, as a share of half the thickness of the two bodies: beyond 1 they pass through each other",
        "make contacts stiffer, or thin parts thicker", s->worst.immersion, AB_MAX_IMMERSION);
}

static abut_check check_jumps(const abut_run_summary *s) {
    return checked("jumps", "pairs of bodies so fast that they may have passed through each other unseen in a step",
                   "take a smaller time.dt", s->worst.jumps, 0);
}

static abut_check check_joints(const abut_run_summary *s) {
    return checked("joints", "largest error of a joint, in sizes of the mechanism or rad",
                   "take a smaller time.dt, or drift: projection", s->worst.joint_position, MAX_DRIFT);
}

static abut_check check_solver(const ab_world *w, const abut_run_summary *s) {
    abut_check c = checked("solver", "contact problems that were not solved to contact.tolerance",
                           "take a smaller time.dt, another contact.solver or a larger contact.tolerance",
                           (double)s->watch.unsolved, 0);
    snprintf(c.detail, sizeof c.detail, "largest residual %.2g, tolerance %.2g; %lld iterations in all",
             s->watch.contact_residual, w->config.contact_tolerance, (long long)s->watch.contact_sweeps);
    return c;
}

void ab_judge(const ab_scene *scene, abut_run_summary *s) {
    const ab_world *w = scene->world;
    const double radius = s->smallest_radius;
    abut_check *check = s->check;
    int n = 0;
    if (s->finished) check[n++] = check_end(scene, s);
    check[n++] = check_energy(s);
    check[n++] = check_damping(s);
    if (isfinite(radius)) {
        check[n++] = check_friction(s);
        check[n++] = check_overlap(w, s, radius);
        check[n++] = check_missed(s);
        check[n++] = check_pull(s);
        check[n++] = check_distance(s, radius);
        check[n++] = check_immersion(s);
        check[n++] = check_jumps(s);
    }
    if (w->mechanism.n > 0) check[n++] = check_joints(s);
    if (!w->config.enforcement->compliant) check[n++] = check_solver(w, s);
    s->checks = n;
    s->failed = 0;
    for (int i = 0; i < n; i++) s->failed += !check[i].pass;
}
