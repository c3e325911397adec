// Builds the collision geometry of shapes once it is known which colliders may touch and by which contact geometry:
// distance fields and surface samples, polyhedra, walls, and the cuts of open meshes.
#include "base/alloc.h"
#include "base/work.h"
#include "shape/sdf_collider.h"
#include "world/world.h"

// Colliders of one material and class of shape, and the geometries of their contacts.
typedef struct prepare_shapes_crowd {
    int64_t touching, moving; // number of colliders with contact, and of those that move
    bool field;               // some contact needs a distance field
    bool sheet;               // some contact needs the cuts of an open mesh
    bool faces;               // some contact needs a polyhedron or a wall
    bool tilts;               // some contact is an overlap under a law of a depth
    bool sticks;              // some contact has cohesion without an area that it could act on
    bool points;              // some contact is by surface samples
} prepare_shapes_crowd;

static prepare_shapes_crowd *crowd_of(const ab_world *w, int64_t collider, prepare_shapes_crowd *of) {
    return &of[w->state.collider.material[collider] * AB_CLASSES + ab_shape_class_of(ab_collider_shape(w, collider))];
}

// Convex meshes are polyhedra. With laws that also take distance fields only small ones: a fine mesh is rather round.
static abut_status find_convex_meshes(ab_world *w) {
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        ab_shape *shape = &w->config.shapes[w->state.collider.shape[i]];
        if (shape->kind != AB_SHAPE_mesh || !ab_collider_touches(w, i)) continue;
        bool all = !w->config.enforcement->compliant, overlap = false;
        for (int64_t b = 0; b < w->config.nmaterial; b++) {
            const ab_geometry_choice choice = ab_world_geometry(w, w->state.collider.material[i], b);
            all = all || choice == AB_CHOOSE_VOLUME;
            overlap = overlap || choice != AB_CHOOSE_SDF;
        }
        if (all || (overlap && shape->surface.ntriangle <= AB_MESH_FACES)) AB_TRY(ab_shape_find_convex(w->cx, shape));
    }
    return ABUT_OK;
}

static void count_colliders(const ab_world *w, prepare_shapes_crowd *of) {
    for (int64_t i = 0; i < w->state.collider.n; i++) {
        if (!ab_collider_touches(w, i)) continue;
        prepare_shapes_crowd *here = crowd_of(w, i, of);
        here->touching++;
        here->moving += ab_collider_moves(w, i);
    }
}

static void note_geometry(const ab_world *w, int64_t a, int64_t b, prepare_shapes_crowd *of) {
    prepare_shapes_crowd *here = &of[a];
    const ab_shape_class class_a = a % AB_CLASSES, class_b = b % AB_CLASSES;
    const int64_t material_a = a / AB_CLASSES, material_b = b / AB_CLASSES;
    const ab_geometry_choice choice = ab_world_geometry(w, material_a, material_b);
    const ab_geometry g = ab_geometry_of(class_a, class_b, choice);
    const bool sampled = (g == AB_GEOMETRY_SDF || g == AB_GEOMETRY_SHEET) && class_a > AB_CLASS_PLANE;
    here->field = here->field || sampled;
    here->sheet = here->sheet || g == AB_GEOMETRY_SHEET;
    here->points = here->points || (sampled && class_b > AB_CLASS_PLANE);
    here->faces = here->faces || g == AB_GEOMETRY_OVERLAP || g == AB_GEOMETRY_WALL || g == AB_GEOMETRY_REFUSED ||
                  (g == AB_GEOMETRY_ANALYTIC && class_a > AB_CLASS_PLANE) ||
                  (choice == AB_CHOOSE_VOLUME && class_a >= AB_CLASS_SOLID);
    const bool areas = sampled || (g == AB_GEOMETRY_OVERLAP && choice != AB_CHOOSE_VOLUME);
    here->tilts = here->tilts || (g == AB_GEOMETRY_OVERLAP && choice != AB_CHOOSE_VOLUME);
    here->sticks = here->sticks || (areas && ab_world_cohesion(w, material_a, material_b) > 0);
}

static void find_geometries(const ab_world *w, prepare_shapes_crowd *of) {
    const int64_t n = w->config.nmaterial * AB_CLASSES;
    for (int64_t a = 0; a < n; a++)
        for (int64_t b = 0; b < n && of[a].touching > 0; b++) {
            const bool others = of[b].touching > (a == b);
            if (others && of[a].moving + of[b].moving > 0 && ab_world_law(w, a / AB_CLASSES, b / AB_CLASSES))
                note_geometry(w, a, b, of);
        }
}

// A wall is fixed or has a joint.
static bool may_be_wall(const ab_world *w, int64_t collider) {
    const int64_t row = ab_owner(w, collider);
    bool led = !ab_body_moves(&w->state.body, row);
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
    double finest = sheet->spacing > 0 ? sheet->spacing : 2 * sheet->radius / (double)w->config.resolution;
    for (int64_t i = 0; i < w->config.nshape; i++)
        if (w->config.shapes[i].sdf_collider) finest = fmin(finest, w->config.shapes[i].sdf_collider->spacing);
    return finest;
}

// Overlaps need faces, and so do manifolds of hulls, which contacts by impulses use between convex shapes.
static bool needs_faces(const ab_world *w, const ab_shape *shape, const prepare_shapes_crowd *of) {
    if (shape->convex || shape->wall) return false;
    return w->config.enforcement->compliant ? of->faces && shape->kind != AB_SHAPE_plane : shape->kind == AB_SHAPE_hull;
}

static abut_status make_shape(ab_world *w, int64_t collider, const prepare_shapes_crowd *of) {
    ab_shape *shape = &w->config.shapes[w->state.collider.shape[collider]];
    if (of->points && w->config.detect != AB_DETECT_EXACT) resolve_thin_parts(w, shape);
    const bool fields = of->field && ab_shape_needs_sdf_collider(shape);
    const bool flying_wall = of->faces && shape->wall && !may_be_wall(w, collider);
    const bool faces = needs_faces(w, shape, of);
    if (!fields && !faces && !flying_wall) return ABUT_OK;
    char label[ABUT_LABEL];
    ab_collider_label(w, collider, label);
    if (flying_wall)
        return ab_fail(
            w->cx, ABUT_ERR_INPUT,
            "%s: a mesh that is not convex can only be a wall, fixed or led by a joint; split it into convex parts",
            label);
    if ((fields || faces) && of->sticks)
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT,
                       "%s: the cohesion of '%s' needs contacts that have an area: balls, or contact.law: volume",
                       label, w->config.materials[w->state.collider.material[collider]].name);
    ab_work_name(w->cx, label);
    if (faces) AB_TRY(ab_shape_make_faces(w->cx, label, may_be_wall(w, collider), shape));
    if (fields)
        return ab_shape_make_sdf_collider(w->cx, label, shape, w->config.resolution,
                                          w->config.detect == AB_DETECT_OCTREE);
    return ABUT_OK;
}

static abut_status make_sheet(ab_world *w, int64_t collider, const prepare_shapes_crowd *of) {
    ab_shape *shape = &w->config.shapes[w->state.collider.shape[collider]];
    if (!of->sheet || !ab_shape_is_sheet(shape)) return ABUT_OK;
    char label[ABUT_LABEL];
    ab_collider_label(w, collider, label);
    return ab_shape_make_sheet(w->cx, label, shape, finest_spacing(w, shape));
}

// Open meshes come last: they need the sample spacing of the others.
static abut_status make_shapes(ab_world *w, prepare_shapes_crowd *of, int64_t *culprit) {
    for (int64_t k = 0; k < 2 * w->state.collider.n; k++) {
        const int64_t i = k % w->state.collider.n;
        if (!ab_collider_touches(w, i)) continue;
        *culprit = i;
        const prepare_shapes_crowd *here = crowd_of(w, i, of);
        AB_TRY(k < w->state.collider.n ? make_shape(w, i, here) : make_sheet(w, i, here));
    }
    return ABUT_OK;
}

#define WALL 4 // clipping planes of a triangle of a wall

static abut_status make_workspaces(ab_world *w) {
    int32_t max = 0;
    for (int64_t i = 0; i < w->config.nshape; i++)
        if (w->config.shapes[i].convex && w->config.shapes[i].convex->planes.n > max)
            max = w->config.shapes[i].convex->planes.n;
    if (max == 0) return ABUT_OK;
    w->state.contacts.twists = w->collision.last_contacts.twists = true;
    return ab_clip_workspaces_make(w->cx, 2 * max + WALL, &w->collision.clip_workspaces);
}

abut_status ab_world_prepare_shapes(ab_world *w, int64_t *culprit) {
    prepare_shapes_crowd *of = NULL;
    *culprit = 0;
    AB_TRY(find_convex_meshes(w));
    AB_TRY(AB_ALLOC(w->cx, &of, w->config.nmaterial * AB_CLASSES));
    count_colliders(w, of);
    find_geometries(w, of);
    for (int64_t i = 0; i < w->config.nmaterial * AB_CLASSES; i++)
        if (of[i].tilts) w->state.contacts.tilts = w->collision.last_contacts.tilts = true;
    const abut_status status = make_shapes(w, of, culprit);
    ab_free(w->cx, of);
    return status == ABUT_OK ? make_workspaces(w) : status;
}
