// Estimates the contacts to expect, and warns where a half-space patch would have too few sample points.
#include "scene/builder.h"
#include "scene/scene.h"
#include "shape/sdf_collider.h"

#include <math.h>

#define FEW_POINTS  30.0 // with fewer points forces are wrong by more than 6 %
#define GOOD_POINTS 50.0
#define MAX_POINTS  1e6 // max points of a body that a warning recommends
#define MAX_LINES   3

static double points_of(const ab_expected_pair *p) {
    return p->at_impact.points > 0 ? p->at_impact.points : p->at_rest.points;
}

// Only round contacts count: corners have few points at any resolution, faces have many.
static bool has_few(const ab_expected_pair *p) {
    return p->how == AB_TOUCHING_ROUND && points_of(p) > 0 && points_of(p) < FEW_POINTS;
}

// The collider with the finer samples, which provides the contact points.
static int64_t finer_of(const ab_world *w, const ab_expected_pair *p) {
    const ab_sdf_collider *a = ab_collider_shape(w, p->row[0])->sdf_collider,
                          *b = ab_collider_shape(w, p->row[1])->sdf_collider;
    return p->row[!a || (b && b->spacing < a->spacing)];
}

static void warn_of_pair(ab_builder *b, const ab_expected_pair *p, double speed) {
    const int64_t row = finer_of(b->w, p);
    const ab_sdf_collider *sdf_collider = ab_collider_shape(b->w, row)->sdf_collider;
    const double n = points_of(p), more = GOOD_POINTS / n;
    char of[2][ABUT_LABEL], finer[ABUT_LABEL], points[AB_NUM_MAX], load[AB_NUM_MAX], spacing[AB_NUM_MAX];
    for (int k = 0; k < 2; k++) ab_expected_label(b->w, p, k, of[k]);
    ab_collider_label(b->w, row, finer);
    ab_brief(points, n < 10 ? ceil(n) : 5 * floor(n / 5));
    ab_brief(load, p->at_impact.points > 0 ? speed : p->at_rest.force);
    ab_brief(spacing, 1e3 * sdf_collider->spacing / sqrt(more));
    const char *unit = p->at_impact.points > 0 ? "m/s" : "N", *off = n < 5    ? "more than 20 %"
                                                                     : n < 15 ? "20 %"
                                                                              : "10 %";
    if (more * (double)sdf_collider->points.all.n > MAX_POINTS)
        ab_diagnose(b->l, AB_W109, b->place[ab_owner(b->w, row)],
                    "the patch of '%s' and '%s' has about %s points at %s %s: its force may be off by %s; "
                    "only a softer "
                    "young or a sphere would help",
                    of[0], of[1], points, load, unit, off);
    else
        ab_diagnose(b->l, AB_W109, b->place[ab_owner(b->w, row)],
                    "the patch of '%s' and '%s' has about %s points at %s %s: its force may be off by %s; "
                    "set 'spacing' of "
                    "'%s' to %s mm",
                    of[0], of[1], points, load, unit, off, finer, spacing);
}

void ab_build_expectations(ab_builder *b, ab_scene *scene) {
    ab_stop(b->l, ab_expect_pairs(b->w, scene->advice.speed, &scene->expected));
    int lines = 0;
    for (int64_t i = 0; i < scene->expected.n && lines < MAX_LINES && b->l->status == ABUT_OK; i++) {
        const ab_expected_pair *p = &scene->expected.pair[i];
        if (!has_few(p)) continue;
        warn_of_pair(b, p, scene->expected.speed);
        lines++;
    }
}
