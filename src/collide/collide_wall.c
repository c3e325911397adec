// Contacts of convex polyhedra with walls of triangles, by the overlap volume of polyhedron and wall: V, S and G are
// sums over triangles that do not depend on how the wall is triangulated. There is one contact for every patch of
// adjacent coplanar triangles, so that the friction memory belongs to the plane and not to the triangle; all contacts
// of a pair share one pressure.
//
// A closed wall has an interior. An open one is a surface with two sides: a body is on the side of its centre, and the
// overlap is its part beyond the wall as seen from there.
#include "collide/contact_point.h"

#include "geom/convex/wall.h"

// Sums per patch. While triangles are added, a contact point stores the sum of S in `normal`, of |S| x in `point` and
// of |S| in `radius`, and its sample G in `gradient`, all about the polyhedron's centre. Ascending by patch.
typedef struct patches {
    ab_contact_point *contact;
    ab_inside_sample *sample;
    int64_t n, capacity;
    int64_t lost; // number of triangles beyond the capacity
    double volume;
} patches;

// Index of a patch, inserted if it is new; -1 if the capacity is exhausted.
static int64_t place_of(patches *p, uint32_t patch) {
    int64_t i = p->n;
    while (i > 0 && p->contact[i - 1].feature > patch) i--;
    if (i > 0 && p->contact[i - 1].feature == patch) return i - 1;
    if (p->n >= p->capacity) return -1;
    for (int64_t k = p->n++; k > i; k--) {
        p->contact[k] = p->contact[k - 1];
        p->sample[k] = p->sample[k - 1];
    }
    p->contact[i] = (ab_contact_point){.feature = patch, .overlap = 1};
    p->sample[i] = (ab_inside_sample){0};
    return i;
}

static void add_facet(void *arg, int32_t patch, const ab_facet *facet) {
    patches *p = arg;
    const int64_t i = place_of(p, (uint32_t)patch);
    p->volume += facet->volume;
    p->lost += i < 0;
    if (i < 0) return;
    const double size = v3_norm(facet->area);
    p->contact[i].radius += size;
    p->contact[i].normal = v3_add(p->contact[i].normal, facet->area);
    p->contact[i].point = v3_add_scaled(p->contact[i].point, size, facet->centroid);
    p->sample[i].gradient = v3_add(p->sample[i].gradient, v3_cross(facet->centroid, facet->area));
}

typedef struct wall_place {
    ab_pose frame; // frame of the polyhedron about its centre
    double volume, radius, sign;
} wall_place;

// Completes a contact point from the sums; see collide_polyhedra.c. Friction acts on the wall's surface, as on a plane.
static void finish(ab_contact_point *contact, v3 moment, double faces, const wall_place *at) {
    const ab_overlap o = {
        .centroid = v3_scale(1 / contact->radius, contact->point), .area = contact->normal, .moment = moment};
    const double size = v3_norm(o.area);
    const v3 n = v3_scale(1 / size, o.area);
    contact->point = pose_apply(at->frame, ab_overlap_point(&o));
    contact->normal = quat_rotate(at->frame.q, v3_scale(at->sign, n));
    contact->gap_gradient_norm = size;
    contact->gap = -at->volume / faces;
    contact->area_weight = 1;
    contact->area = size;
    contact->value = at->volume * size / faces;
    contact->pitch = v3_dot(n, moment) / size;
    contact->radius = at->radius;
}

// Offset from the wall that determines the side of a point on it.
#define ASIDE 1e-7 // of the radius

// Distance that the polyhedron may move before contact; searched only up to a few times its size. Also sets the
// viewpoint: the centre, or if that lies on the wall a point close by, in front.
static double clear_of(const ab_wall *wall, ab_pose wall_in_p, const ab_polyhedron *p, v3 *eye) {
    const v3 centre = quat_unrotate(wall_in_p.q, v3_neg(wall_in_p.x));
    const ab_closest near = ab_bvh_closest(&wall->bvh, centre, 4 * p->radius);
    *eye = near.distance < ASIDE * p->radius
               ? v3_scale(ASIDE * p->radius, quat_rotate(wall_in_p.q, ab_wall_normal(wall, near.triangle)))
               : v3_zero();
    return (near.triangle < 0 ? 4 * p->radius : near.distance) - p->radius;
}

// Overlap volume; negative if the wall faces away.
static double volume_of(const ab_shape *wall, const ab_polyhedron *p, double sum) {
    return ab_shape_is_sheet(wall) || sum >= 0 ? sum : p->volume + sum;
}

// The sum of the volumes is negative if the centre is inside a closed wall, V - |P|, or behind an open one, -V.
void ab_collide_wall(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const bool wall_is_b = b->shape->wall != NULL;
    const ab_placed *body = wall_is_b ? a : b, *other = wall_is_b ? b : a;
    const ab_polyhedron *p = body->shape->convex;
    const ab_pose frame = ab_polyhedron_pose(p, (ab_pose){*body->x, *body->q});
    const ab_pose wall_in_p = {quat_unrotate(frame.q, v3_sub(*other->x, frame.x)),
                               quat_mul(quat_conjugate(frame.q), *other->q)};
    v3 eye;
    out->clear = clear_of(other->shape->wall, wall_in_p, p, &eye);
    if (out->clear > 0) return;
    patches sum = {out->contact, out->sample, 0, out->capacity, 0, 0};
    if (!ab_wall_overlap(other->shape->wall, wall_in_p, p, eye, &out->workspace->clip, add_facet, &sum))
        out->free_edge = true;
    double faces = 0;
    for (int64_t i = 0; i < sum.n; i++) faces += v3_norm(sum.contact[i].normal);
    const double volume = volume_of(other->shape, p, sum.volume);
    if (volume == 0 || !(faces > 0)) return;
    const wall_place at = {frame, fabs(volume), body->shape->equivalent, wall_is_b == (volume > 0) ? 1 : -1};
    for (int64_t i = 0; i < sum.n; i++) finish(&sum.contact[i], sum.sample[i].gradient, faces, &at);
    out->n = sum.n + sum.lost;
}
