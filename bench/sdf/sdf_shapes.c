// Solids of the project's own generators, in the proportions of its scenes, and one that none of them makes.
#include "sdf/sdf_shapes.h"

#include "base/alloc.h"
#include "geom/generate/generate.h"

#include <string.h>

#define PI 3.14159265358979323846

// 232,324 triangles; the star of scenes/two_solids.yaml.
static abut_status make_superformula(abut_context *cx, ab_mesh *mesh) {
    return ab_generate_superformula(cx, &(ab_superformula_def){6, 1, 1.2, 1.2, 1, 241}, mesh);
}

// 231,336 triangles; the bolt of the coarse parts (robust.c) with more points around.
static abut_status make_bolt(abut_context *cx, ab_mesh *mesh) {
    return ab_generate_bolt(cx, &(ab_bolt_def){0.04, 0.006, 0.1, 0.025, 567}, mesh);
}

// 231,404 triangles: a thin rope, wound three times about the axis and seven times through the hole.
static abut_status make_knot(abut_context *cx, ab_mesh *mesh) {
    return ab_generate_knot(cx, &(ab_knot_def){3, 7, 1, 0.4, 0.1, 3403, 34}, mesh);
}

// 231,420 triangles; the trefoil of scenes/knot_on_box.yaml.
static abut_status make_trefoil(abut_context *cx, ab_mesh *mesh) {
    return ab_generate_knot(cx, &(ab_knot_def){2, 3, 1, 0.4, 0.225, 1102, 105}, mesh);
}

// A slender torus with knobs: AROUND x ACROSS quadrilaterals in two triangles each, one of which is cut in three to
// make their number 231,422.
enum { AROUND = 1102, ACROSS = 105 };

static v3 knobbed(int i, int j) {
    const double u = 2 * PI * i / AROUND, w = 2 * PI * j / ACROSS;
    const double r = 0.1 * (1 + 0.2 * sin(17 * u) * cos(5 * w) + 0.05 * sin(61 * u + 7 * w));
    return v3_make((1 + r * cos(w)) * cos(u), (1 + r * cos(w)) * sin(u), r * sin(w));
}

static void cut_first(ab_mesh *m) {
    const ab_triangle t = m->triangle[0];
    const int32_t middle = (int32_t)m->nvertex;
    const v3 sum = v3_add(v3_add(m->vertex[t.v[0]], m->vertex[t.v[1]]), m->vertex[t.v[2]]);
    m->vertex[m->nvertex++] = v3_scale(1.0 / 3, sum);
    m->triangle[0] = (ab_triangle){{t.v[0], t.v[1], middle}};
    m->triangle[m->ntriangle++] = (ab_triangle){{t.v[1], t.v[2], middle}};
    m->triangle[m->ntriangle++] = (ab_triangle){{t.v[2], t.v[0], middle}};
}

static abut_status make_torus(abut_context *cx, ab_mesh *m) {
    *m = (ab_mesh){0};
    AB_TRY(AB_ALLOC(cx, &m->vertex, AROUND * ACROSS + 1));
    AB_TRY(AB_ALLOC(cx, &m->triangle, 2 * (AROUND * ACROSS + 1)));
    for (int i = 0; i < AROUND; i++)
        for (int j = 0; j < ACROSS; j++) {
            const int32_t next = (i + 1) % AROUND, up = (j + 1) % ACROSS;
            const int32_t a = i * ACROSS + j, b = next * ACROSS + j, c = next * ACROSS + up, d = i * ACROSS + up;
            m->vertex[m->nvertex++] = knobbed(i, j);
            m->triangle[m->ntriangle++] = (ab_triangle){{a, b, c}};
            m->triangle[m->ntriangle++] = (ab_triangle){{a, c, d}};
        }
    cut_first(m);
    return ABUT_OK;
}

const bench_shape SHAPE[SHAPES] = {
    {"knot", make_knot},   {"superformula", make_superformula}, {"bolt", make_bolt}, {"trefoil", make_trefoil},
    {"torus", make_torus},
};

const bench_shape *find_shape(const char *name) {
    for (int i = 0; i < SHAPES; i++)
        if (strcmp(SHAPE[i].name, name) == 0) return &SHAPE[i];
    return NULL;
}
