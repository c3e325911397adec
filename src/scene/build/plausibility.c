// Warns of values that are possible but hardly meant: gravity upwards, sizes that differ by a unit, materials without
// stiffness, a scene without bodies.
#include "scene/builder.h"
#include "scene/presets.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>

static void check_gravity(ab_builder *b) {
    const v3 g = b->spec->gravity;
    const int positive = (g.x > 0) + (g.y > 0) + (g.z > 0), negative = (g.x < 0) + (g.y < 0) + (g.z < 0);
    if (positive != 1 || negative > 0) return;
    const char *axis = g.x > 0 ? "x" : g.y > 0 ? "y" : "z";
    ab_diagnose(b->l, AB_W113, ab_node_get(b->spec->head.node, "gravity")->place,
                "bodies fall along +%s; write a minus if %s is up", axis, axis);
}

// ----------------------------------------------------------------------------------------------------------- sizes

#define LARGE_RATIO 1e3

static void put_size(char *text, size_t size, double metres) {
    char number[AB_NUM_MAX];
    const bool small = metres < 1;
    ab_brief(number, small ? 1e3 * metres : metres);
    snprintf(text, size, "%s %s", number, small ? "mm" : "m");
}

// Planes have no size.
static double size_of(const ab_world *w, int64_t collider) {
    const ab_shape *shape = ab_collider_shape(w, collider);
    return shape->kind == AB_SHAPE_plane ? NAN : 2 * shape->radius;
}

static void check_sizes(ab_builder *b) {
    const ab_world *w = b->w;
    int64_t smallest = -1, largest = -1;
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        const double size = size_of(w, i);
        if (!ab_collider_touches(w, i) || isnan(size)) continue;
        if (smallest < 0 || size < size_of(w, smallest)) smallest = i;
        if (largest < 0 || size > size_of(w, largest)) largest = i;
    }
    if (smallest < 0 || !(size_of(w, largest) > LARGE_RATIO * size_of(w, smallest))) return;
    char small[ABUT_LABEL], large[ABUT_LABEL], small_size[64], large_size[64];
    ab_collider_label(w, smallest, small);
    ab_collider_label(w, largest, large);
    put_size(small_size, sizeof small_size, size_of(w, smallest));
    put_size(large_size, sizeof large_size, size_of(w, largest));
    ab_diagnose(b->l, AB_W112, b->place[ab_owner(w, largest)], "'%s' is %s across and '%s' %s; is a unit missing?",
                large, large_size, small, small_size);
}

// ------------------------------------------------------------------------------------------------------- materials

// Whether a contact of the material takes its stiffness from Young's modulus; laws with a stiffness of their own do
// not.
static bool needs_young(const ab_world *w, int32_t material) {
    for (int32_t i = 0; i < w->config.nmaterial; i++) {
        const ab_interaction *in = ab_world_interaction(w, material, i);
        if (in->apart || !in->law || ab_parameter_find(in->law->parameters, "stiffness") >= 0) continue;
        return true;
    }
    return false;
}

static bool is_touched(const ab_world *w, int32_t material) {
    for (int64_t i = 0; i < w->state.collider.n; i++)
        if (w->state.collider.material[i] == material && ab_collider_touches(w, i)) return true;
    return false;
}

static void check_stiffness(ab_builder *b) {
    const ab_world *w = b->w;
    const ab_material_spec *m = b->spec->materials.item;
    if (!w->config.enforcement->compliant || w->state.body.n < 2) return;
    for (int32_t i = 0; i < w->config.nmaterial; i++)
        if (!ab_material_gives(&m[i], "young") && is_touched(w, i) && needs_young(w, i))
            ab_diagnose(
                b->l, AB_W115, m[i].head.key->place,
                "'young' of %s is not given: it is as soft as rubber, 10 MPa; give it, or a 'preset' such as steel",
                m[i].head.key->text);
}

// ----------------------------------------------------------------------------------------------------------- whole

void ab_check_plausibility(ab_builder *b) {
    if (b->w->state.body.n == 0)
        ab_diagnose(b->l, AB_W114, b->spec->head.node->place, "the scene has no bodies: nothing will happen");
    check_gravity(b);
    check_sizes(b);
    check_stiffness(b);
}
