// Overlaps of convex polyhedra against exact rational results, in both roles.
#include "polyhedra.h"

typedef struct oracle {
    char name[64];
    int overlaps, unique;
    ab_polyhedron a, b;
    double volume;
    v3 area[2], moment[2], centroid, point; // faces that coincide given to A, to B
} oracle;

static bool read_case(ab_ctx *cx, FILE *file, oracle *o) {
    if (fscanf(file, " case %63s %d %d", o->name, &o->overlaps, &o->unique) != 3) return false;
    o->a = read_polyhedron(cx, file);
    o->b = read_polyhedron(cx, file);
    if (!o->overlaps) return true;
    read_numbers(file, "volume", &o->volume, 1);
    o->area[0] = read_v3(file, "area");
    o->moment[0] = read_v3(file, "moment");
    o->area[1] = read_v3(file, "area_b");
    o->moment[1] = read_v3(file, "moment_b");
    o->centroid = read_v3(file, "centroid");
    o->point = read_v3(file, "point");
    return true;
}

typedef void check_fn(ab_ctx *cx, const oracle *o, ab_overlap_workspace *workspace);

static void for_each_case(check_fn *check) {
    abut_context *cx = shape_context();
    FILE *file = open_data("overlap_oracles.txt");
    int cases = 0;
    for (oracle o; read_case(cx, file, &o); cases++) {
        ab_overlap_workspace workspace;
        CHECK_OK(cx, ab_overlap_make(cx, o.a.planes.n + o.b.planes.n, &workspace));
        check(cx, &o, &workspace);
        ab_overlap_free(cx, &workspace);
        ab_polyhedron_free(cx, &o.a);
        ab_polyhedron_free(cx, &o.b);
    }
    fclose(file);
    assert_int_equal(cases, 60);
    abut_context_destroy(cx);
}

static ab_overlap_state overlap_of(const ab_polyhedron *a, const ab_polyhedron *b, ab_overlap_workspace *workspace,
                                   ab_overlap *out) {
    const ab_pose rest = pose_identity();
    const ab_overlap_state m = ab_overlap_clip(a, b, ab_overlap_pose(a, rest, b, rest), workspace, out);
    *out = ab_overlap_move(out, ab_polyhedron_pose(a, rest));
    return m;
}

static void near(const oracle *o, const char *what, v3 actual, v3 expected, double tolerance) {
    if (!(v3_norm(v3_sub(actual, expected)) <= tolerance))
        fail_msg("%s: %s = %.17g %.17g %.17g, expected %.17g %.17g %.17g, off by %.3g of %.3g", o->name, what, actual.x,
                 actual.y, actual.z, expected.x, expected.y, expected.z, v3_norm(v3_sub(actual, expected)), tolerance);
}

// Exact input, so errors are those of the arithmetic: 1e-16 of the size over the thickness of the overlap. 1e-12 holds
// for all, the flattest tip included (random_08_16x16, 2e-8 of the volume). A sum of areas that is zero has the error
// of its parts, at most the square of the size.
static const double EXACT = 1e-12;

static void check_values(const oracle *o, const ab_overlap *r, double sign, int ties) {
    const double reach = v3_norm(o->a.centre) + o->a.radius + o->b.radius;
    const v3 area = v3_scale(sign, o->area[ties]);
    const double size = v3_norm(area) > 0 ? v3_norm(area) : o->a.radius * o->a.radius;
    if (!(fabs(r->volume - o->volume) <= EXACT * o->volume))
        fail_msg("%s: volume = %.17g, expected %.17g", o->name, r->volume, o->volume);
    near(o, "area", r->area, area, EXACT * size);
    near(o, "moment", r->moment, v3_scale(sign, o->moment[ties]), EXACT * size * reach);
    near(o, "centroid", r->centroid, o->centroid, EXACT * reach);
    if (v3_norm(area) > 0) near(o, "point", ab_overlap_point(r), o->point, EXACT * reach);
    near(o, "sum of areas", v3_add(r->area, r->area_a), v3_zero(),
         1e-15 * size); // a few roundings of the sum
}

static void check_meeting(const oracle *o, ab_overlap_state m) {
    if (m != (o->overlaps ? AB_OVERLAP : AB_APART)) fail_msg("%s: meeting %d", o->name, m);
}

static void check_forward(ab_ctx *cx, const oracle *o, ab_overlap_workspace *workspace) {
    (void)cx;
    ab_overlap r;
    check_meeting(o, overlap_of(&o->a, &o->b, workspace, &r));
    if (o->overlaps) check_values(o, &r, 1, 0);
}

// The point of the line depends on S alone, and a closed surface has no moment: only signs change, and whose a common
// face is.
static void check_exchanged(ab_ctx *cx, const oracle *o, ab_overlap_workspace *workspace) {
    (void)cx;
    ab_overlap r;
    check_meeting(o, overlap_of(&o->b, &o->a, workspace, &r));
    if (o->overlaps && o->unique) check_values(o, &r, -1, 0);
    if (!o->overlaps || o->unique) return;
    near(o, "area", r.area, v3_neg(o->area[1]), EXACT * v3_norm(o->area[1]));
    near(o, "moment", r.moment, v3_neg(o->moment[1]), EXACT * v3_norm(o->area[1]) * o->a.radius);
}

// Turned and moved together, to where coordinates have lost five digits: S and V turn with them.
static void check_moved(ab_ctx *cx, const oracle *o, ab_overlap_workspace *workspace) {
    (void)cx;
    const ab_pose pose = {{1e4, -2e4, 3e4}, quat_unit((quat){1, 2, -3, 4})};
    ab_overlap r;
    const ab_overlap_state m = ab_overlap_clip(&o->a, &o->b, ab_overlap_pose(&o->a, pose, &o->b, pose), workspace, &r);
    if (o->overlaps && o->volume < 1e-6) return; // thinner than what the turn rounds to
    if (!o->overlaps) {
        CHECK(r.volume <= 1e-15); // of bodies that touch, what rounding makes of nothing
        return;
    }
    check_meeting(o, m);
    r = ab_overlap_move(&r, ab_polyhedron_pose(&o->a, pose));
    if (!(fabs(r.volume - o->volume) <= 1e-10 * o->volume)) fail_msg("%s: volume %.17g", o->name, r.volume);
}

TEST(overlaps_match_exact_ones) { for_each_case(check_forward); }
TEST(exchanged_bodies_have_the_opposite_area) { for_each_case(check_exchanged); }
TEST(overlaps_turned_and_far_away_keep_their_volume) { for_each_case(check_moved); }

CLAIMS(CLAIM(overlaps_match_exact_ones), CLAIM(exchanged_bodies_have_the_opposite_area),
       CLAIM(overlaps_turned_and_far_away_keep_their_volume))
