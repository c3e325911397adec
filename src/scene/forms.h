// Forms: shapes defined by a formula or an outline (forms.def). In a scene they follow the shapes of shapes.def in the
// list of alternatives; in the world they are meshes or hulls.
#ifndef AB_SCENE_FORMS_H
#define AB_SCENE_FORMS_H

#include "geom/mesh/mesh.h"
#include "scene/schema.h"

enum {
#define AB_FORM(name, shape) AB_FORM_##name,
#include "scene/forms.def"
#undef AB_FORM
    AB_FORM_COUNT
};

#define AB_FORM(name, shape) extern const ab_schema_record ab_form_record_##name;
#include "scene/forms.def"
#undef AB_FORM

extern const ab_words ab_form_words;
extern const ab_alternatives ab_form_alternatives;

// Makes the mesh of a form from its keys. ABUT_ERR_ARGUMENT if they are not valid. Random forms differ by `variant`.
abut_status ab_form_mesh(ab_ctx *cx, int form, const void *spec, uint64_t variant, ab_mesh *mesh);
bool ab_form_is_convex(int form);
bool ab_form_is_random(int form);

#endif
