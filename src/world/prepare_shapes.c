// Builds the collision geometry of shapes once it is known which colliders may touch and by which law: distance fields
// and surface samples for depth laws, polyhedra and walls for overlap-volume laws.
#include "base/alloc.h"
#include "base/work.h"
#include "shape/sdf_collider.h"
#include "world/world.h"

// Colliders of one material and the laws of their contacts.
typedef struct prepare_shapes_crowd {
    int64_t touching, moving; // number of colliders with contact, and of those that move
    int64_t sdf_bodies;       // number with contact that are neither balls nor planes
    bool depth, volume;       // some contact has a depth law, an overlap-volume law
    bool sticks;              // some depth law has cohesion
    bool points;              // some contact by a depth law needs surface samples
} prepare_shapes_crowd;

static void count_colliders(const ab_world *w, prepare_shapes_crowd *of) {
    for (int64_t i = 0; i < w->collider.n; i++) {
        if (!ab_collider_touches(w, i)) continue;
        prepare_shapes_crowd *here = &of[w->collider.material[i]];
        const ab_shape_kind kind = ab_collider_shape(w, i)->kind;
        here->touching++;
        here->moving += ab_collider_moves(w, i);
        here->sdf_bodies += kind != AB_SHAPE_sphere && kind != AB_SHAPE_plane;
    }
}

static void find_laws(const ab_world *w, prepare_shapes_crowd *of) {
    for (int64_t a = 0; a < w->nmaterial; a++)
        for (int64_t b = 0; b < w->nmaterial; b++) {
            const ab_normal_law *law = ab_world_law(w, a, b);
            const bool others = of[b].touching > (a == b);
            if (!law || !others || of[a].touching == 0 || of[a].moving + of[b].moving == 0) continue;
            of[a].volume = of[a].volume || law->pressure;
            of[a].depth = of[a].depth || !law->pressure;
            of[a].points = of[a].points || (!law->pressure && of[b].sdf_bodies > (a == b));
            of[a].sticks = of[a].sticks || (!law->pressure && ab_world_cohesion(w, a, b) > 0);
        }
}

// A wall is fixed or has a joint.
static bool may_be_wall(const ab_world *w, int64_t collider) {
    const int64_t row = ab_owner(w, collider);
    bool led = !ab_body_moves(&w->body, row);
    for (int64_t i = 0; i < w->mechanism.n && !led; i++)
        led = w->mechanism.joint[i].a == row || w->mechanism.joint[i].b == row;
    return led;
}

// Rebuilds a field that was used for balls only, which test the triangles: it may not resolve thin parts.
static void resolve_thin_parts(ab_world *w, ab_shape *shape) {
    if (shape->met_by_points) return;
    ab_sdf_collider_free(w->cx, shape->sdf_collider);
    shape->sdf_collider = NULL;
    shape->met_by_points = true;
}

// Least sample spacing, m: of all SDF colliders, and of the sheet itself (given, or its size over the resolution).
static double finest_spacing(const ab_world *w, const ab_shape *sheet) {
    double finest = sheet->spacing > 0 ? sheet->spacing : 2 * sheet->radius / (double)w->resolution;
    for (int64_t i = 0; i < w->nshape; i++)
        if (w->shapes[i].sdf_collider) finest = fmin(finest, w->shapes[i].sdf_collider->spacing);
    return finest;
}

static abut_status make_shape(ab_world *w, int64_t collider, const prepare_shapes_crowd *of) {
    ab_shape *shape = &w->shapes[w->collider.shape[collider]];
    if (of->points && w->detect != AB_DETECT_EXACT) resolve_thin_parts(w, shape);
    const bool fields = of->depth && ab_shape_needs_sdf_collider(shape);
    const bool flying_wall = of->volume && shape->wall && !may_be_wall(w, collider);
    const bool faces = of->volume && !shape->convex && !shape->wall && shape->kind != AB_SHAPE_plane;
    if (!fields && !faces && !flying_wall) return ABUT_OK;
    char label[ABUT_LABEL];
    ab_collider_label(w, collider, label);
    if (flying_wall)
        return ab_fail(
            w->cx, ABUT_ERR_INPUT,
            "%s: a mesh that is not convex can only be a wall, fixed or led by a joint; split it into convex parts",
            label);
    if (fields && of->sticks)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "%s: the cohesion of '%s' needs contacts that have an area: balls, or contact.law: volume",
                       label, w->materials[w->collider.material[collider]].name);
    ab_work_name(w->cx, label);
    if (faces) AB_TRY(ab_shape_make_faces(w->cx, label, may_be_wall(w, collider), shape));
    if (fields) return ab_shape_make_sdf_collider(w->cx, label, shape, w->resolution, w->detect == AB_DETECT_OCTREE);
    return ABUT_OK;
}

static abut_status make_sheet(ab_world *w, int64_t collider, const prepare_shapes_crowd *of) {
    ab_shape *shape = &w->shapes[w->collider.shape[collider]];
    if (!of->depth || !ab_shape_is_sheet(shape)) return ABUT_OK;
    char label[ABUT_LABEL];
    ab_collider_label(w, collider, label);
    return ab_shape_make_sheet(w->cx, label, shape, finest_spacing(w, shape));
}

// Open meshes come last: they need the sample spacing of the others.
static abut_status make_shapes(ab_world *w, const prepare_shapes_crowd *of, int64_t *culprit) {
    for (int64_t k = 0; k < 2 * w->collider.n; k++) {
        const int64_t i = k % w->collider.n;
        if (!ab_collider_touches(w, i)) continue;
        *culprit = i;
        const prepare_shapes_crowd *here = &of[w->collider.material[i]];
        AB_TRY(k < w->collider.n ? make_shape(w, i, here) : make_sheet(w, i, here));
    }
    return ABUT_OK;
}

#define WALL 4 // clipping planes of a triangle of a wall

static abut_status make_workspaces(ab_world *w) {
    int32_t max = 0;
    for (int64_t i = 0; i < w->nshape; i++)
        if (w->shapes[i].convex && w->shapes[i].convex->planes.n > max) max = w->shapes[i].convex->planes.n;
    if (max == 0) return ABUT_OK;
    w->contacts.twists = w->last_contacts.twists = true;
    return ab_clip_workspaces_make(w->cx, 2 * max + WALL, &w->clip_workspaces);
}

abut_status ab_world_prepare_shapes(ab_world *w, int64_t *culprit) {
    prepare_shapes_crowd *of = NULL;
    *culprit = 0;
    AB_TRY(AB_ALLOC(w->cx, &of, w->nmaterial));
    count_colliders(w, of);
    find_laws(w, of);
    const abut_status status = make_shapes(w, of, culprit);
    ab_free(w->cx, of);
    return status == ABUT_OK ? make_workspaces(w) : status;
}
