// Mass properties of a closed mesh by tetrahedra from one origin o (the first vertex) to each triangle (a, b, c):
//
//   d = a . (b x c),  s = a + b + c
//   V          = sum d / 6
//   int x      = sum d s / 24
//   int x x^T  = sum d (s s^T + a a^T + b b^T + c c^T) / 120
//
// with a, b, c relative to o. Then centroid r = int x / V, C = int x x^T - V r r^T, and the inertia about the centroid
// J = tr(C) I - C. Every step is in double-double: the differences from o are exact, and cancellation in the sums and
// in C starts from 32 digits, so that all results are accurate to the last digit or two of a double wherever the mesh
// lies.
#include "geom/mesh/mesh_mass.h"

#include "math/dd.h"

typedef struct dd3 {
    dd x[3];
} dd3;

// Moments of the volume relative to the origin o; second is xx, yy, zz, yz, zx, xy.
typedef struct moments {
    dd six_volume, area;
    dd3 first;
    dd second[6];
} moments;

static const int ROW[6] = {0, 1, 2, 1, 2, 0};
static const int COLUMN[6] = {0, 1, 2, 2, 0, 1};

static dd3 difference(v3 a, v3 b) {
    return (dd3){{dd_difference(a.x, b.x), dd_difference(a.y, b.y), dd_difference(a.z, b.z)}};
}

static dd3 add3(dd3 a, dd3 b) {
    return (dd3){{dd_add(a.x[0], b.x[0]), dd_add(a.x[1], b.x[1]), dd_add(a.x[2], b.x[2])}};
}

static dd dot3(dd3 a, dd3 b) {
    return dd_add(dd_add(dd_mul(a.x[0], b.x[0]), dd_mul(a.x[1], b.x[1])), dd_mul(a.x[2], b.x[2]));
}

static dd3 cross3(dd3 a, dd3 b) {
    dd3 c;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        c.x[i] = dd_sub(dd_mul(a.x[j], b.x[k]), dd_mul(a.x[k], b.x[j]));
    }
    return c;
}

static double triangle_area(v3 a, v3 b, v3 c) {
    const dd3 normal = cross3(difference(b, a), difference(c, a));
    return 0.5 * sqrt(dd_round(dot3(normal, normal)));
}

static void add_triangle(moments *m, dd3 a, dd3 b, dd3 c) {
    const dd d = dot3(a, cross3(b, c));
    const dd3 s = add3(add3(a, b), c);
    m->six_volume = dd_add(m->six_volume, d);
    for (int i = 0; i < 3; i++) m->first.x[i] = dd_add(m->first.x[i], dd_mul(d, s.x[i]));
    for (int k = 0; k < 6; k++) {
        const int i = ROW[k];
        const int j = COLUMN[k];
        const dd corners = dd_add(dd_add(dd_mul(a.x[i], a.x[j]), dd_mul(b.x[i], b.x[j])), dd_mul(c.x[i], c.x[j]));
        m->second[k] = dd_add(m->second[k], dd_mul(d, dd_add(dd_mul(s.x[i], s.x[j]), corners)));
    }
}

static moments integrate(const ab_mesh *mesh, v3 origin) {
    moments m = {0};
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const int32_t *v = mesh->triangle[t].v;
        const v3 a = mesh->vertex[v[0]];
        const v3 b = mesh->vertex[v[1]];
        const v3 c = mesh->vertex[v[2]];
        add_triangle(&m, difference(a, origin), difference(b, origin), difference(c, origin));
        m.area = dd_add(m.area, dd_from(triangle_area(a, b, c)));
    }
    return m;
}

// J = tr(C) I - C from the six components of C.
static m3 inertia_of(const dd *c) {
    const double xx = dd_round(dd_add(c[1], c[2]));
    const double yy = dd_round(dd_add(c[2], c[0]));
    const double zz = dd_round(dd_add(c[0], c[1]));
    const double yz = -dd_round(c[3]);
    const double zx = -dd_round(c[4]);
    const double xy = -dd_round(c[5]);
    return m3_rows(v3_make(xx, xy, zx), v3_make(xy, yy, yz), v3_make(zx, yz, zz));
}

// second + V r r^T, or minus it.
static void shift_second(const dd *second, dd volume, dd3 r, bool away, dd *shifted) {
    for (int k = 0; k < 6; k++) {
        const dd term = dd_mul(volume, dd_mul(r.x[ROW[k]], r.x[COLUMN[k]]));
        shifted[k] = away ? dd_add(second[k], term) : dd_sub(second[k], term);
    }
}

// The volume of a flat mesh is round-off of double-double, about 1e-32 of its size.
static bool has_volume(const moments *m) {
    const double area = dd_round(m->area);
    return fabs(m->six_volume.high) > 1e-25 * area * sqrt(area);
}

ab_mass ab_mesh_mass(const ab_mesh *mesh) {
    if (mesh->ntriangle == 0) return (ab_mass){0};
    const v3 origin = mesh->vertex[mesh->triangle[0].v[0]];
    const moments m = integrate(mesh, origin);
    const dd volume = dd_div(m.six_volume, dd_from(6));
    dd3 r = {0}; // centroid relative to o; zero for a mesh without volume
    dd second[6], central[6], about_zero[6];
    for (int i = 0; i < 3 && has_volume(&m); i++) r.x[i] = dd_div(m.first.x[i], dd_mul(dd_from(24), volume));
    for (int k = 0; k < 6; k++) second[k] = dd_div(m.second[k], dd_from(120));
    shift_second(second, volume, r, false, central);
    const dd3 centroid = add3(r, difference(origin, v3_zero()));
    shift_second(central, volume, centroid, true, about_zero);
    return (ab_mass){.volume = dd_round(volume),
                     .area = dd_round(m.area),
                     .centroid = v3_make(dd_round(centroid.x[0]), dd_round(centroid.x[1]), dd_round(centroid.x[2])),
                     .inertia = inertia_of(central),
                     .inertia_origin = inertia_of(about_zero)};
}

double ab_mesh_volume(const ab_mesh *mesh) {
    dd six_volume = {0};
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        const int32_t *v = mesh->triangle[t].v;
        const v3 origin = mesh->vertex[mesh->triangle[0].v[0]];
        const dd3 a = difference(mesh->vertex[v[0]], origin);
        const dd3 b = difference(mesh->vertex[v[1]], origin);
        const dd3 c = difference(mesh->vertex[v[2]], origin);
        six_volume = dd_add(six_volume, dot3(a, cross3(b, c)));
    }
    return dd_round(dd_div(six_volume, dd_from(6)));
}

void ab_mass_principal(m3 inertia, v3 *diagonal, quat *axes) {
    const m3 *j = &inertia;
    const double trace = j->row[0].x + j->row[1].y + j->row[2].z;
    const double off = fmax(fmax(fabs(j->row[0].y), fabs(j->row[0].z)), fabs(j->row[1].z));
    const double round_off = 1e-15; // relative size of entries that are zero by symmetry
    if (off <= round_off * fabs(trace)) {
        *diagonal = v3_make(j->row[0].x, j->row[1].y, j->row[2].z);
        *axes = quat_identity();
        return;
    }
    m3 vectors;
    ab_m3_eigen(inertia, diagonal, &vectors);
    *axes = ab_quat_from_matrix(vectors);
}
