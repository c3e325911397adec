// Mass properties against exact rational results, in place and 2^20 m away.
#include "claim.h"
#include "shapes.h"

#include "geom/mesh/mesh_mass.h"

#include <stdio.h>

// The largest error of one result: double-double sums leave only the final rounding (1.1e-16) and, for the area, one
// square root per triangle; the factor 4 is for their sum.
static const double ROUNDING = 5e-16;

typedef struct oracle {
    char name[64];
    ab_mesh mesh;
    double volume, area, centroid[3], central[6], about_zero[6], principal[3], radius; // xx yy zz yz zx xy
} oracle;

static void read_values(FILE *file, const char *label, double *value, int count) {
    char word[32];
    CHECK(fscanf(file, "%31s", word) == 1);
    assert_string_equal(word, label);
    for (int i = 0; i < count; i++) CHECK(fscanf(file, "%lf", &value[i]) == 1);
}

static bool read_case(ab_ctx *cx, FILE *file, oracle *o) {
    long long nvertex, ntriangle;
    if (fscanf(file, " case %63s %lld %lld", o->name, &nvertex, &ntriangle) != 3) return false;
    o->mesh = (ab_mesh){.nvertex = nvertex, .ntriangle = ntriangle};
    CHECK_OK(cx, AB_ALLOC(cx, &o->mesh.vertex, nvertex));
    CHECK_OK(cx, AB_ALLOC(cx, &o->mesh.triangle, ntriangle));
    for (int64_t i = 0; i < nvertex; i++) read_values(file, "v", &o->mesh.vertex[i].x, 3);
    for (int64_t t = 0; t < ntriangle; t++) {
        int32_t *v = o->mesh.triangle[t].v;
        CHECK(fscanf(file, " f %d %d %d", &v[0], &v[1], &v[2]) == 3);
    }
    read_values(file, "volume", &o->volume, 1);
    read_values(file, "area", &o->area, 1);
    read_values(file, "centroid", o->centroid, 3);
    read_values(file, "inertia_centroid", o->central, 6);
    read_values(file, "inertia_origin", o->about_zero, 6);
    read_values(file, "principal", o->principal, 3);
    read_values(file, "radius", &o->radius, 1);
    return true;
}

typedef void check_fn(ab_ctx *cx, oracle *o);

static void for_each_case(check_fn *check) {
    abut_context *cx = shape_context();
    FILE *file = fopen(TEST_DATA "/mass_oracles.txt", "r");
    assert_non_null(file);
    CHECK(fscanf(file, "#%*[^\n] #%*[^\n] #%*[^\n]") == 0);
    int cases = 0;
    for (oracle o; read_case(cx, file, &o); cases++) {
        check(cx, &o);
        ab_mesh_free(cx, &o.mesh);
    }
    fclose(file);
    assert_int_equal(cases, 14);
    abut_context_destroy(cx);
}

static void check_near(const oracle *o, const char *what, double actual, double expected, double tolerance) {
    if (!(fabs(actual - expected) <= tolerance))
        fail_msg("%s: %s = %.17g, expected %.17g within %.3g", o->name, what, actual, expected, tolerance);
}

// Entries of a tensor are compared relative to its largest, since symmetric bodies have entries that are zero.
static void check_tensor(const oracle *o, const char *what, m3 j, const double *expected, double tolerance) {
    const double actual[6] = {j.row[0].x, j.row[1].y, j.row[2].z, j.row[1].z, j.row[2].x, j.row[0].y};
    const double mirrored[3] = {j.row[2].y, j.row[0].z, j.row[1].x};
    const double scale = fmax(fmax(fabs(expected[0]), fabs(expected[1])), fabs(expected[2]));
    for (int k = 0; k < 6; k++) check_near(o, what, actual[k], expected[k], tolerance * scale);
    for (int k = 0; k < 3; k++) check_near(o, what, mirrored[k], expected[3 + k], tolerance * scale);
}

static void check_invariants(const oracle *o, ab_mass m) {
    check_near(o, "volume", m.volume, o->volume, ROUNDING * o->volume);
    check_near(o, "area", m.area, o->area, ROUNDING * o->area);
    check_tensor(o, "inertia about the centroid", m.inertia, o->central, ROUNDING);
}

// 1e-30: a coordinate that symmetry makes zero keeps the round-off of double-double.
static void check_centroid(const oracle *o, v3 actual, v3 expected) {
    for (int i = 0; i < 3; i++) {
        const double e = v3_at(expected, i);
        check_near(o, "centroid", v3_at(actual, i), e, ROUNDING * fabs(e) + 1e-30);
    }
}

static v3 centroid_of(const oracle *o) { return v3_make(o->centroid[0], o->centroid[1], o->centroid[2]); }

static void check_in_place(ab_ctx *cx, oracle *o) {
    (void)cx;
    const ab_mass m = ab_mesh_mass(&o->mesh);
    CHECK(ab_mesh_volume(&o->mesh) == m.volume);
    check_invariants(o, m);
    check_centroid(o, m.centroid, centroid_of(o));
    check_tensor(o, "inertia about the origin", m.inertia_origin, o->about_zero, ROUNDING);
}

// Adding 2^20 is exact for the vertices of every case, so the moved body is the same body.
static void check_moved_by(oracle *o, v3 by) {
    shape_move(&o->mesh, by);
    const ab_mass m = ab_mesh_mass(&o->mesh);
    shape_move(&o->mesh, v3_neg(by));
    check_invariants(o, m);
    const v3 c = v3_add(centroid_of(o), by);
    check_centroid(o, m.centroid, c);
    // Steiner: J0 = Jc + V (c.c I - c c^T), in doubles here, hence eight roundings.
    const double v = o->volume;
    const double expected[6] = {o->central[0] + v * (c.y * c.y + c.z * c.z),
                                o->central[1] + v * (c.z * c.z + c.x * c.x),
                                o->central[2] + v * (c.x * c.x + c.y * c.y),
                                o->central[3] - v * c.y * c.z,
                                o->central[4] - v * c.z * c.x,
                                o->central[5] - v * c.x * c.y};
    check_tensor(o, "moved inertia about the origin", m.inertia_origin, expected, 8 * 1.2e-16);
}

static void check_moved(ab_ctx *cx, oracle *o) {
    (void)cx;
    const double far = 1048576;
    check_moved_by(o, v3_make(far, 0, 0));
    check_moved_by(o, v3_make(0, far, 0));
    check_moved_by(o, v3_make(0, 0, far));
    check_moved_by(o, v3_make(-far, far, far));
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void check_principal(ab_ctx *cx, oracle *o) {
    (void)cx;
    v3 moments;
    quat axes;
    ab_mass_principal(ab_mesh_mass(&o->mesh).inertia, &moments, &axes);
    const m3 r = quat_matrix(axes);
    const m3 back = m3_product(r, m3_product(m3_diagonal(moments), m3_transpose(r)));
    check_tensor(o, "inertia from its principal frame", back, o->central,
                 4e-15); // some fifteen rotations and products
    double sorted[3] = {moments.x, moments.y, moments.z};
    qsort(sorted, 3, sizeof *sorted, ascending);
    for (int i = 0; i < 3; i++) check_near(o, "principal moment", sorted[i], o->principal[i], 2e-15 * o->principal[2]);
}

TEST(mass_properties_match_exact_ones) { for_each_case(check_in_place); }
TEST(mass_properties_lose_nothing_at_two_to_the_20) { for_each_case(check_moved); }
TEST(principal_moments_match_exact_ones) { for_each_case(check_principal); }

TEST(reversed_mesh_has_the_negative_volume_and_the_same_centroid) {
    abut_context *cx = shape_context();
    ab_mesh mesh = shape_tetra(cx);
    for (int t = 0; t < 4; t++) {
        const int32_t swap = mesh.triangle[t].v[1];
        mesh.triangle[t].v[1] = mesh.triangle[t].v[2];
        mesh.triangle[t].v[2] = swap;
    }
    const ab_mass m = ab_mesh_mass(&mesh);
    CHECK_NEAR(m.volume, -1.0 / 6, 0); // correctly rounded
    CHECK_NEAR(m.centroid.x, 0.25, 0);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(flat_mesh_has_no_volume_and_finite_properties) {
    abut_context *cx = shape_context();
    static const v3 vertex[4] = {{0.1, 0.2, 0.3}, {1.1, 0.7, 0.3}, {0.3, 1.7, 0.3}, {0.2, 0.9, 0.3}};
    static const ab_triangle triangle[4] = {{{0, 1, 2}}, {{0, 3, 1}}, {{1, 3, 2}}, {{2, 3, 0}}};
    ab_mesh mesh = shape_copy(cx, vertex, 4, triangle, 4);
    const ab_mass m = ab_mesh_mass(&mesh);
    CHECK_NEAR(m.volume, 0, 1e-30); // what double-double leaves
    CHECK(m.centroid.x == 0.1 && m.centroid.y == 0.2 && m.centroid.z == 0.3);
    CHECK(v3_finite(m.inertia.row[0]));
    mesh.ntriangle = 0;
    CHECK(ab_mesh_mass(&mesh).area == 0);
    ab_mesh_free(cx, &mesh);
    abut_context_destroy(cx);
}

TEST(diagonal_inertia_keeps_its_axes_and_order) {
    v3 moments;
    quat axes;
    m3 inertia = m3_diagonal(v3_make(3, 1, 2));
    inertia.row[0].y = inertia.row[1].x = 1e-16; // round-off of a symmetric body
    ab_mass_principal(inertia, &moments, &axes);
    CHECK(moments.x == 3 && moments.y == 1 && moments.z == 2);
    CHECK(axes.w == 1);
}

CLAIMS(CLAIM(mass_properties_match_exact_ones), CLAIM(mass_properties_lose_nothing_at_two_to_the_20),
       CLAIM(principal_moments_match_exact_ones), CLAIM(reversed_mesh_has_the_negative_volume_and_the_same_centroid),
       CLAIM(flat_mesh_has_no_volume_and_finite_properties), CLAIM(diagonal_inertia_keeps_its_axes_and_order))
