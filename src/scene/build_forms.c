// Shapes of forms.def: their meshes.
#include "scene/forms.h"

#include "geom/generate.h"

typedef abut_status mesh_maker(ab_ctx *cx, const void *spec, ab_mesh *mesh);

#define BY_FORMULA(name)                                                                                     \
    static abut_status make_##name(ab_ctx *cx, const void *spec, ab_mesh *mesh) {                            \
        return ab_generate_##name(cx, &((const ab_##name##_spec *)spec)->def, mesh);                         \
    }
BY_FORMULA(superformula)
BY_FORMULA(knot)
BY_FORMULA(gear)
BY_FORMULA(bolt)
BY_FORMULA(nut)
BY_FORMULA(peg)
BY_FORMULA(plate)

static abut_status make_extrusion(ab_ctx *cx, const void *spec, ab_mesh *mesh) {
    const ab_extrusion_spec *s = spec;
    const ab_extrusion_def def = {s->outline.item, s->outline.n, s->hole.item, s->hole.n, s->length};
    return ab_generate_extrusion(cx, &def, mesh);
}

static abut_status make_revolution(ab_ctx *cx, const void *spec, ab_mesh *mesh) {
    const ab_revolution_spec *s = spec;
    return ab_generate_revolution(
        cx, &(ab_revolution_def){s->profile.item, s->profile.n, s->around, s->angle}, mesh);
}

abut_status ab_form_mesh(ab_ctx *cx, int form, const void *spec, ab_mesh *mesh) {
    static mesh_maker *const MAKE[AB_FORM_COUNT] = {
#define AB_FORM(name) make_##name,
#include "scene/forms.def"
#undef AB_FORM
    };
    *mesh = (ab_mesh){0};
    return MAKE[form](cx, spec, mesh);
}
