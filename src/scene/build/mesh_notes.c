// Reports defects of the meshes of a scene, with their numbers.
#include "base/alloc.h"
#include "geom/mesh/mesh_mass.h"
#include "scene/builder.h"
#include "scene/build/mesh_notes.h"

static void item(ab_text *to, int64_t n, const char *one, const char *many) {
    if (n > 0) ab_text_format(to, "%s%lld %s", to->size > 0 ? ", " : "", (long long)n, n == 1 ? one : many);
}

// Lists the defects that make a mesh open.
static void list_gaps(ab_text *to, const ab_mesh_report *r) {
    item(to, r->boundary_edges, "free edge", "free edges");
    item(to, r->holes, "hole", "holes");
    item(to, r->nonmanifold_edges, "edge with more than two triangles", "edges with more than two triangles");
    item(to, r->flipped_edges, "edge whose triangles face opposite ways", "edges whose triangles face opposite ways");
}

static void list_flaws(ab_text *to, const ab_mesh_report *r) {
    list_gaps(to, r);
    item(to, r->duplicate_triangles, "duplicate triangle", "duplicate triangles");
    item(to, r->degenerate_triangles, "triangle without area", "triangles without area");
    item(to, r->self_intersections, "pair of crossing triangles", "pairs of crossing triangles");
}

// How abut treats the defects.
static const char *remedy(const ab_mesh_report *r, bool sheet) {
    if (sheet) return "it is a surface without thickness, which bodies touch from both sides";
    if (r->self_intersections > 0)
        return "its distance field takes the inside of any part for inside, its mass counts twice what parts share";
    return "copies and triangles without area are dropped, and neighbours turned to face alike";
}

void ab_note_mesh(ab_loader *l, const ab_mesh_report *r, bool sheet, const char *file, ab_place place) {
    if (r->inverted)
        ab_diagnose(l, AB_W103, place, "'%s' is inside out: all %lld triangles are turned", file,
                    (long long)r->triangles);
    ab_text flaws = ab_text_start(l->cx);
    list_flaws(&flaws, r);
    if (flaws.size > 0)
        ab_diagnose(l, AB_W103, place, "'%s' has %s; %s; see `abut info`", file, ab_text_string(&flaws),
                    remedy(r, sheet));
    ab_stop(l, ab_text_status(&flaws));
    ab_text_free(&flaws);
}

#define FILLED 1e-3 // max relative volume that the hull adds to a mesh regarded as convex

void ab_note_hull(ab_loader *l, const ab_mesh *mesh, double volume, const char *file, ab_place place) {
    const double within = fabs(ab_mesh_volume(mesh));
    if (!(volume > (1 + FILLED) * within) || within == 0) return;
    char more[AB_NUM_MAX];
    ab_brief(more, 100 * (volume / within - 1));
    ab_diagnose(l, AB_W106, place, "the hull of '%s' has %s %% more volume than the mesh, which is not convex", file,
                more);
}

#define LARGE_PART 10.0 // m: few parts are larger, and those in mm are a thousand times too large

void ab_note_size(ab_loader *l, const ab_shape *shape, const char *file, ab_place place) {
    const double size = 2 * fmax(shape->half.x, fmax(shape->half.y, shape->half.z));
    if (size <= LARGE_PART) return;
    char across[AB_NUM_MAX];
    ab_brief(across, size);
    ab_diagnose(l, AB_W112, place,
                "'%s' is %s m across; if the file is in mm, write {file: %s, unit: mm}, else unit: m", file, across,
                file);
}

void ab_refuse_open(ab_loader *l, const ab_mesh *mesh, const char *tail, ab_place place) {
    ab_mesh_report report;
    ab_stop(l, ab_mesh_inspect(l->cx, mesh, &report));
    if (l->status != ABUT_OK) return;
    ab_text gaps = ab_text_start(l->cx);
    list_gaps(&gaps, &report);
    ab_diagnose(l, AB_E033, place, "this mesh is not closed: %s; %s", ab_text_string(&gaps), tail);
    ab_stop(l, ab_text_status(&gaps));
    ab_text_free(&gaps);
}
