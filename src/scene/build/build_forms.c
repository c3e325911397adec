// Makes the meshes of the shapes of forms.def.
#include "scene/forms.h"

#include "base/hash.h"
#include "geom/generate/generate.h"
#include "shape/shape.h"

typedef abut_status mesh_maker(ab_ctx *cx, const void *spec, uint64_t variant, ab_mesh *mesh);

#define BY_FORMULA(name)                                                                                               \
    static abut_status make_##name(ab_ctx *cx, const void *spec, uint64_t variant, ab_mesh *mesh) {                    \
        (void)variant;                                                                                                 \
        return ab_generate_##name(cx, &((const ab_##name##_spec *)spec)->def, mesh);                                   \
    }
BY_FORMULA(superformula)
BY_FORMULA(knot)
BY_FORMULA(gear)
BY_FORMULA(bolt)
BY_FORMULA(nut)
BY_FORMULA(peg)
BY_FORMULA(plate)
BY_FORMULA(tetrahedron)
BY_FORMULA(octahedron)
BY_FORMULA(dodecahedron)
BY_FORMULA(icosahedron)
BY_FORMULA(prism)

static abut_status make_extrusion(ab_ctx *cx, const void *spec, uint64_t variant, ab_mesh *mesh) {
    (void)variant;
    const ab_extrusion_spec *s = spec;
    const ab_extrusion_def def = {s->outline.item, s->outline.n, s->hole.item, s->hole.n, s->length};
    return ab_generate_extrusion(cx, &def, mesh);
}

static abut_status make_revolution(ab_ctx *cx, const void *spec, uint64_t variant, ab_mesh *mesh) {
    (void)variant;
    const ab_revolution_spec *s = spec;
    return ab_generate_revolution(cx, &(ab_revolution_def){s->profile.item, s->profile.n, s->around, s->angle}, mesh);
}

// Variant 0 uses the seed unchanged.
static abut_status make_rock(ab_ctx *cx, const void *spec, uint64_t variant, ab_mesh *mesh) {
    ab_rock_def def = ((const ab_rock_spec *)spec)->def;
    if (variant > 0) def.seed = (int64_t)(ab_hash_u64(ab_hash_u64(AB_HASH_START, (uint64_t)def.seed), variant) >> 1);
    return ab_generate_rock(cx, &def, mesh);
}

bool ab_form_is_random(int form) { return form == AB_FORM_rock; }

bool ab_form_is_convex(int form) {
    static const ab_shape_kind KIND[AB_FORM_COUNT] = {
#define AB_FORM(name, shape) AB_SHAPE_##shape,
#include "scene/forms.def"
#undef AB_FORM
    };
    return KIND[form] == AB_SHAPE_hull;
}

abut_status ab_form_mesh(ab_ctx *cx, int form, const void *spec, uint64_t variant, ab_mesh *mesh) {
    static mesh_maker *const MAKE[AB_FORM_COUNT] = {
#define AB_FORM(name, shape) make_##name,
#include "scene/forms.def"
#undef AB_FORM
    };
    *mesh = (ab_mesh){0};
    return MAKE[form](cx, spec, variant, mesh);
}
