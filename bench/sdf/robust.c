// Coarse parts, for which contacts are easily missed: three pairs of them come together 200 times, each in a random
// attitude and along a random line, until contacts are found. Just before, a judge must not find them deeper than 0.2 %
// of the diagonal in each other.
#include "sdf/contact.h"

#include "collide/encounter.h"
#include "geom/generate/generate.h"
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINES = 200, PARTS = 3, FIELD = 64 };

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "bench: %s\n", abut_context_message(cx));
    exit(3);
}

static ab_shape make_part(abut_context *cx, ab_mesh *mesh) {
    ab_shape shape;
    check(cx, ab_shape_mesh(cx, mesh, &shape));
    check(cx, ab_shape_make_sdf_collider(cx, "a part", &shape, FIELD, true));
    ab_mesh_free(cx, mesh);
    return shape;
}

static void make_parts(abut_context *cx, ab_shape part[PARTS]) {
    ab_mesh gear = {0}, bolt = {0};
    check(cx, ab_generate_gear(cx, &(ab_gear_def){17, 0.01, 0.35, 0.04, 3}, &gear));
    check(cx, ab_generate_bolt(cx, &(ab_bolt_def){0.04, 0.006, 0.1, 0.025, 24}, &bolt));
    check(cx, ab_shape_box(cx, v3_make(0.1, 0.13, 0.07), &part[0]));
    check(cx, ab_shape_make_sdf_collider(cx, "a box", &part[0], FIELD, true));
    part[1] = make_part(cx, &gear);
    part[2] = make_part(cx, &bolt);
}

typedef struct verdict {
    int judged, missed;
    double deepest; // just before contacts were found, diagonals
} verdict;

// Lines on which the bodies pass each other are replaced by others.
static verdict judge_pair(abut_context *cx, const ab_shape *a, const ab_shape *b) {
    ab_encounter e;
    check(cx, ab_encounter_open(cx, a, b, &e));
    ab_random random = ab_random_start(5, 0);
    verdict v = {0};
    for (int attempt = 0; v.judged < LINES && attempt < 20 * LINES; attempt++) {
        ab_pose pose;
        if (!ab_encounter_approach(&e, AB_DETECT_EXACT, -1e-5, &random, &pose)) continue;
        const double depth = judge_depth(a, b, pose, 2e-4 * e.diagonal) / e.diagonal;
        v.judged++;
        v.missed += depth > 0.002;
        v.deepest = fmax(v.deepest, depth);
    }
    ab_encounter_close(cx, &e);
    return v;
}

void measure_misses(bench *b, abut_context *cx, const ab_mesh *mesh) {
    (void)mesh;
    static const char *const NAME[PARTS] = {"box", "gear", "bolt"};
    ab_shape part[PARTS];
    make_parts(cx, part);
    for (int i = 0; i < PARTS; i++) {
        char text[80];
        const int other = (i + 1) % PARTS;
        const verdict v = judge_pair(cx, &part[i], &part[other]);
        snprintf(text, sizeof text, "%s and %s: poses judged", NAME[i], NAME[other]);
        figure(b, text, v.judged, "", at_least(LINES));
        snprintf(text, sizeof text, "%s and %s: missed contacts", NAME[i], NAME[other]);
        figure(b, text, v.missed, "", at_most(0));
        snprintf(text, sizeof text, "%s and %s: deepest not found", NAME[i], NAME[other]);
        figure(b, text, 100 * v.deepest, "% of diagonal", at_most(0.2));
    }
    for (int i = 0; i < PARTS; i++) ab_shape_free(cx, &part[i]);
}
