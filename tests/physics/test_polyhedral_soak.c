// labels: long
// A million steps of a cube at rest, on the level and on a slope.
#include "polyhedral.h"

TEST(a_resting_cube_drifts_by_less_than_1e_6_of_its_edge_in_a_million_steps) {
    CHECK_NEAR(drift_of_resting_cube(0, 1000000), 0, 1e-6);
    CHECK_NEAR(drift_of_resting_cube(PI / 9, 1000000), 0, 1e-6);
}

CLAIMS(CLAIM(a_resting_cube_drifts_by_less_than_1e_6_of_its_edge_in_a_million_steps))
