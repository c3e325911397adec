// Poses in which two SDF colliders overlap by a given depth, and the time of one contact search there.
#include "collide/encounter.h"

#include <time.h>

abut_status ab_encounter_open(ab_ctx *cx, const ab_shape *a, const ab_shape *b, ab_encounter *e) {
    const ab_surface_points *of_a = &a->sdf_collider->points, *of_b = &b->sdf_collider->points;
    *e = (ab_encounter){.a = a, .b = b, .diagonal = 2 * v3_norm(b->sdf_collider->box.half)};
    e->capacity = of_a->all.n + of_a->feature_edges.n + of_b->all.n + of_b->feature_edges.n;
    abut_status status = AB_TAKE(cx, &e->memory, &e->contact, e->capacity);
    if (status == ABUT_OK) status = AB_TAKE(cx, &e->memory, &e->sample, e->capacity);
    if (status != ABUT_OK) ab_encounter_close(cx, e);
    return status;
}

void ab_encounter_close(ab_ctx *cx, ab_encounter *e) {
    ab_arena_free(cx, &e->memory);
    *e = (ab_encounter){0};
}

ab_contact_points ab_encounter_look(const ab_encounter *e, ab_pose b, ab_detect detect) {
    const ab_pose origin = pose_identity();
    ab_contact_points contacts = {
        .contact = e->contact, .sample = e->sample, .capacity = e->capacity, .detect = detect};
    ab_collide_sdf_sdf(&(ab_placed){e->a, &origin.x, &origin.q}, &(ab_placed){e->b, &b.x, &b.q}, &contacts);
    return contacts;
}

static double deepest(const ab_contact_points *contacts) {
    double depth = 0;
    for (int64_t i = 0; i < contacts->n; i++) depth = ab_greater(depth, -contacts->contact[i].gap);
    return depth;
}

// Advances by the clearance of each search, and at least by 1e-5 of the diagonal.
static bool approach_contact(const ab_encounter *e, ab_detect detect, v3 line, ab_pose *b) {
    double way = e->a->radius + e->b->radius;
    for (; way > 0;) {
        b->x = v3_scale(way, line);
        const ab_contact_points contacts = ab_encounter_look(e, *b, detect);
        if (contacts.n > 0) return true;
        way -= ab_greater(contacts.clear, 1e-5 * e->diagonal);
    }
    return false;
}

static bool push_together(const ab_encounter *e, ab_detect detect, double depth, v3 line, ab_pose *b) {
    for (double way = v3_norm(b->x); way > 0;) {
        b->x = v3_scale(way, line);
        const ab_contact_points contacts = ab_encounter_look(e, *b, detect);
        const double missing = depth * e->diagonal - deepest(&contacts);
        if (missing <= 0) return true;
        way -= 0.1 * missing + 1e-5 * e->diagonal;
    }
    return false;
}

bool ab_encounter_approach(const ab_encounter *e, ab_detect detect, double depth, ab_random *random, ab_pose *b) {
    b->q = ab_random_rotation(random);
    const v3 line = quat_rotate(ab_random_rotation(random), v3_make(1, 0, 0));
    if (!approach_contact(e, detect, line, b)) return false;
    if (depth > 0) return push_together(e, detect, depth, line, b);
    b->x = v3_add_scaled(b->x, -depth * e->diagonal, line);
    return ab_encounter_look(e, *b, detect).n == 0;
}

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_looks(const ab_encounter *e, ab_pose b, ab_detect detect, int looks) {
    const double start = cpu_seconds();
    for (int i = 0; i < looks; i++) ab_encounter_look(e, b, detect);
    return cpu_seconds() - start;
}

// Repeats the search until the measured time is far above the resolution of the clock.
double ab_encounter_time(const ab_encounter *e, ab_pose b, ab_detect detect) {
    const double MIN = 1e-4;
    int looks = 1;
    while (time_looks(e, b, detect, looks) < MIN) looks *= 2;
    double best = INFINITY;
    for (int turn = 0; turn < 7; turn++) best = ab_lesser(best, time_looks(e, b, detect, looks) / looks);
    return best;
}
