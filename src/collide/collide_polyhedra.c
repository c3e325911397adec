// Contacts of convex polyhedra, by the volume of their overlap.
//
// The force of a potential W(V) on a is W' S, with the torque W' G (geom/convex/overlap.h): a force W'|S| along n =
// S/|S| through the point x, and a couple W'|S| h along n, h = n . G/|S|. So an overlap is a contact point with the gap
// gradient norm |S| and the pitch h. The same holds for the other coordinates of an overlap (overlap_depth.h), with
// their gradients in place of S and G.
#include "collide/contact_point.h"

#include "geom/convex/gjk.h"
#include "geom/convex/overlap_depth.h"

static double effective_radius(const ab_shape *a, const ab_shape *b) {
    return 1 / (1 / a->equivalent + 1 / b->equivalent);
}

static ab_pose mesh_pose(const ab_placed *p) { return (ab_pose){*p->x, *p->q}; }

// Adds an overlap given in the frame of the polyhedron `frame`, about its centre. S points to the body of the first
// shape.
static void add_overlap(const ab_overlap *o, ab_pose frame, double radius, bool turn_round, ab_contact_points *out) {
    const bool volume = out->coordinate == AB_OVERLAP_VOLUME;
    const double area = v3_norm(o->area), size = volume ? area : v3_norm(o->of.force);
    if (!(size > 0)) return;
    const ab_overlap of = {
        .centroid = o->centroid, .area = volume ? o->area : o->of.force, .moment = volume ? o->moment : o->of.torque};
    const v3 n = v3_scale(1 / size, of.area);
    if (out->n < out->capacity) { // member by member, as in ab_contact_points_add_whole
        ab_contact_point *contact = &out->contact[out->n];
        contact->point = pose_apply(frame, ab_overlap_point(&of));
        contact->gap = volume ? -o->volume / size : -o->of.depth;
        contact->normal = quat_rotate(frame.q, turn_round ? v3_neg(n) : n);
        contact->gap_gradient_norm = size;
        contact->radius = radius;
        contact->area_weight = 1;
        contact->area = area;
        contact->value = volume ? o->volume : o->of.value;
        contact->pitch = v3_dot(n, of.moment) / size;
        contact->feature = 0;
        contact->overlap = 1;
    }
    out->n++;
}

// Separation of distant polyhedra along the cached separating axis.
static double clear_by(const ab_polyhedron *a, const ab_polyhedron *b, ab_pose b_in_a, const ab_axis_cache *w) {
    const double spheres = v3_norm(b_in_a.x) - a->radius - b->radius;
    const v3 axis = ab_axis_cache_axis(w);
    if (!(v3_norm2(axis) > 0)) return spheres;
    const ab_convex_pair d = {&a->loops, &b->loops, quat_matrix(b_in_a.q), b_in_a.x};
    return ab_greater(spheres, (1 - 1e-6) * ab_axis_gap(&d, axis));
}

void ab_collide_polyhedra(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_polyhedron *pa = a->shape->convex, *pb = b->shape->convex;
    ab_axis_cache fresh = {0};
    ab_axis_cache *axis_cache = out->axis_cache ? out->axis_cache : &fresh;
    const ab_pose b_in_a = ab_overlap_pose(pa, mesh_pose(a), pb, mesh_pose(b));
    ab_overlap o;
    out->workspace->coordinate = out->coordinate;
    const ab_overlap_state met = ab_test_overlap(pa, pb, b_in_a, axis_cache, out->workspace, &o);
    if (met == AB_UNKNOWN) out->failed = true;
    if (met == AB_APART)
        out->clear = out->reach > 0 ? clear_by(pa, pb, b_in_a, axis_cache) : ab_axis_cache_clearance(axis_cache);
    if (met == AB_OVERLAP)
        add_overlap(&o, ab_polyhedron_pose(pa, mesh_pose(a)), effective_radius(a->shape, b->shape), false, out);
}

static double lowest_over(const ab_polyhedron *p, ab_plane plane) {
    double low = INFINITY;
    for (int32_t i = 0; i < p->loops.nvertex; i++)
        low = ab_lesser(low, v3_dot(plane.normal, ab_vertex_at(&p->loops, i)));
    return low - plane.offset;
}

// Overlap of a polyhedron and a plane: the part of the polyhedron below the plane; S is the section in the plane.
void ab_collide_plane_polyhedron(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_polyhedron *p = b->shape->convex;
    const ab_pose frame = ab_polyhedron_pose(p, mesh_pose(b));
    const v3 up = quat_rotate(*a->q, a->shape->half);
    const ab_plane plane = {quat_unrotate(frame.q, up), v3_dot(up, v3_sub(*a->x, frame.x))};
    out->clear = lowest_over(p, plane);
    if (out->clear >= 0) return;
    ab_clip *clip = &out->workspace->clip;
    ab_clip_start(clip, &p->loops);
    const ab_cut done = ab_clip_cut(clip, plane, 0);
    if (done == AB_CUT_FULL) out->failed = true;
    if (done != AB_CUT_SOME) return; // all of it is below the plane: V does not change
    const ab_clip_integrals in = ab_clip_measure(&clip->now);
    const v3 on_plane = v3_add_scaled(in.centroid, plane.offset - v3_dot(plane.normal, in.centroid),
                                      plane.normal); // as for a wall of triangles
    ab_overlap o = {.volume = in.volume, .centroid = in.centroid, .area = in.of[1].area, .moment = in.of[1].moment};
    if (!(in.volume > 0)) return;
    if (out->coordinate != AB_OVERLAP_VOLUME) o.of = ab_overlap_depth(clip, 0, &o, out->coordinate);
    o.centroid = on_plane;
    add_overlap(&o, frame, b->shape->equivalent, true, out);
}
