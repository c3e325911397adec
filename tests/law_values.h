// Parameters of contact laws in an interaction that a test fills by itself.
#ifndef ABUT_TESTS_LAW_VALUES_H
#define ABUT_TESTS_LAW_VALUES_H

#include "claim.h"
#include "law/force_curve.h"
#include "law/law.h"

// Sets the value that a law finds under the name of one of its parameters.
static inline void law_value(ab_interaction *in, ab_law_family family, const char *law, const char *name,
                             double value) {
    const int type = ab_law_find(family, law);
    assert_in_range(type, 0, ab_law_count(family) - 1);
    const int index = ab_parameter_find(ab_law_about_of(family, type).parameters, name);
    assert_in_range(index, 0, AB_PARAMETERS_MAX - 1);
    ab_interaction_values(in, family)[index] = value;
}

// A curve of Hertz' exponent through points from 0.2 nm to beyond 2 mm, for the law that needs one. Never freed.
static inline const ab_force_curve *some_curve(void) {
    static ab_force_curve_point point[20];
    static ab_force_curve curve = {point, 0};
    if (curve.n > 0) return &curve;
    double depth[20], force[20];
    for (int i = 0; i < 19; i++) {
        depth[i] = 2e-10 * pow(2.6, i);
        force[i] = 1e9 * depth[i] * sqrt(depth[i]);
    }
    abut_context *cx = NULL;
    ab_force_curve made;
    assert_int_equal(ABUT_OK, abut_context_create(NULL, &cx));
    CHECK_OK(cx, ab_force_curve_make(cx, depth, force, 19, &made));
    memcpy(point, made.point, sizeof point);
    curve.n = made.n;
    ab_force_curve_free(cx, &made);
    abut_context_destroy(cx);
    return &curve;
}

// Values for every law that has parameters. The linear law finds those of the power law that it shares.
static inline void law_values(ab_interaction *in, double ratio, double exponent) {
    in->curve = some_curve();
    law_value(in, AB_LAW_NORMAL, "power", "stiffness_ratio", ratio);
    law_value(in, AB_LAW_NORMAL, "power", "exponent", exponent);
    law_value(in, AB_LAW_NORMAL, "power", "reference_depth", 1e-3);
    law_value(in, AB_LAW_NORMAL, "linear", "stiffness_ratio", ratio);
    law_value(in, AB_LAW_NORMAL, "table", "stiffness_ratio", ratio);
    law_value(in, AB_LAW_DAMPING, "viscous", "viscosity", 50);
    law_value(in, AB_LAW_DAMPING, "viscous", "viscous_exponent", 1.2);
    law_value(in, AB_LAW_DAMPING, "viscous", "reference_depth", 1e-3);
    law_value(in, AB_LAW_FRICTION, "velocity", "stick_speed", 0.01);
    law_value(in, AB_LAW_FRICTION, "velocity", "slide_speed", 0.03);
}

#endif
