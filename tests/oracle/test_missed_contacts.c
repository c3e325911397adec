// Contacts of coarse parts with exact distances, against a judge that does not search for them (judge.h). The bench
// runs the same over 600 lines.
#include "claim.h"
#include "judge.h"
#include "shapes.h"

#include "geom/generate/generate.h"
#include "math/random.h"
#include "collide/contact_point.h"

enum { CELLS = 40, ROOM = 20000 };

static ab_shape make_part(ab_ctx *cx, ab_mesh *mesh) {
    ab_shape shape;
    CHECK_OK(cx, ab_shape_mesh(cx, mesh, &shape));
    CHECK_OK(cx, ab_shape_make_sdf_collider(cx, "a part", &shape, CELLS, false));
    ab_mesh_free(cx, mesh);
    return shape;
}

static ab_contact_points look(const ab_shape *a, const ab_shape *b, ab_pose pose, ab_contact_point *contact,
                              ab_inside_sample *sample) {
    const ab_pose origin = pose_identity();
    ab_contact_points contacts = {.contact = contact, .sample = sample, .capacity = ROOM, .detect = AB_DETECT_EXACT};
    ab_collide_sdf_sdf(&(ab_placed){a, &origin.x, &origin.q}, &(ab_placed){b, &pose.x, &pose.q}, &contacts);
    return contacts;
}

// b comes along a line until contacts are found; returns how deep the judge finds it just before, in diagonals.
static double depth_before(const ab_shape *a, const ab_shape *b, ab_random *random, ab_contact_point *contact,
                           ab_inside_sample *sample) {
    const double diagonal = 2 * v3_norm(b->sdf_collider->box.half), step = 1e-4 * diagonal;
    const v3 line = quat_rotate(ab_random_rotation(random), v3_make(1, 0, 0));
    ab_pose pose = {v3_zero(), ab_random_rotation(random)};
    double way = a->radius + b->radius, last = way;
    for (; way > 0;) {
        pose.x = v3_scale(way, line);
        const ab_contact_points contacts = look(a, b, pose, contact, sample);
        if (contacts.n > 0) break;
        last = way;
        way -= ab_greater(contacts.clear, step);
    }
    pose.x = v3_scale(last, line);
    return judge_depth(a, b, pose, 2e-4 * diagonal) / diagonal;
}

TEST(contacts_of_coarse_parts_are_found_before_they_are_deep) {
    abut_context *cx = shape_context();
    ab_mesh gear = {0}, bolt = {0}, cube = shape_cube(cx, 0.05);
    CHECK_OK(cx, ab_generate_gear(cx, &(ab_gear_def){9, 0.01, 0.35, 0.04, 2}, &gear));
    CHECK_OK(cx, ab_generate_bolt(cx, &(ab_bolt_def){0.04, 0.012, 0.05, 0.025, 12}, &bolt));
    ab_shape part[3] = {make_part(cx, &cube), make_part(cx, &gear), make_part(cx, &bolt)};
    ab_contact_point *contact = NULL;
    ab_inside_sample *sample = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &contact, ROOM));
    CHECK_OK(cx, AB_ALLOC(cx, &sample, ROOM));
    ab_random random = ab_random_start(3, 0);
    for (int i = 0; i < 9; i++)
        CHECK(depth_before(&part[i % 3], &part[(i + 1) % 3], &random, contact, sample) <= 0.002);
    ab_free(cx, contact);
    ab_free(cx, sample);
    for (int i = 0; i < 3; i++) ab_shape_free(cx, &part[i]);
    abut_context_destroy(cx);
}

// Beside the edge of a cube the field is round; the triangles are not.
TEST(exact_contact_has_the_depth_and_the_normal_of_the_triangles) {
    abut_context *cx = shape_context();
    ab_mesh cubes[2] = {shape_cube(cx, 0.5), shape_cube(cx, 0.5)};
    ab_shape a = make_part(cx, &cubes[0]), b = make_part(cx, &cubes[1]);
    ab_contact_point *contact = NULL;
    ab_inside_sample *sample = NULL;
    CHECK_OK(cx, AB_ALLOC(cx, &contact, ROOM));
    CHECK_OK(cx, AB_ALLOC(cx, &sample, ROOM));
    const double deep = 1e-4; // an edge of b in the top of a, near one of its edges
    const ab_pose pose = {{0.495, 0.02, 0.5 + sqrt(0.5) - deep}, quat_from_turn(v3_make(0, 0.78539816339744831, 0))};
    const ab_contact_points contacts = look(&a, &b, pose, contact, sample);
    CHECK(contacts.n > 10);
    for (int64_t i = 0; i < contacts.n; i++) {
        CHECK_NEAR(contact[i].gap, -deep, 1e-12);
        CHECK_NEAR(fabs(contact[i].normal.z), 1, 1e-12);
        CHECK_NEAR(contact[i].gap_gradient_norm, 1, 1e-12);
    }
    ab_free(cx, contact);
    ab_free(cx, sample);
    ab_shape_free(cx, &a);
    ab_shape_free(cx, &b);
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(contacts_of_coarse_parts_are_found_before_they_are_deep),
       CLAIM(exact_contact_has_the_depth_and_the_normal_of_the_triangles))
