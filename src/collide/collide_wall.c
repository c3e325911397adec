// Contacts of convex polyhedra with walls of triangles, by the volume that the wall takes of them: V, S and G are sums over triangles, which
// do not depend on how the wall is split. There is a contact for every patch of neighbours in one plane, so that friction remembers
// the plane and not the triangle; together they share one pressure.
//
// A closed wall has an inside. An open one is a surface with two sides: bodies are on the side where their centre is, and the wall takes
// what is beyond it, as seen from there.
#include "collide/contact_point.h"

#include "geom/convex/wall.h"

// While triangles are added, a hit holds the sum of S in `normal`, of |S| x in `point` and of |S| in `radius`, and its touch G in
// `gradient`, all about the polyhedron's centre. Ascending by patch.
typedef struct patches {
    ab_contact_point *hit;
    ab_inside_sample *touch;
    int64_t n, room;
    int64_t lost; // triangles that there was no room for
    double volume;
} patches;

// The place of a patch, made if there is none; -1 if there is no room.
static int64_t place_of(patches *p, uint32_t patch) {
    int64_t i = p->n;
    while (i > 0 && p->hit[i - 1].feature > patch) i--;
    if (i > 0 && p->hit[i - 1].feature == patch) return i - 1;
    if (p->n >= p->room) return -1;
    for (int64_t k = p->n++; k > i; k--) {
        p->hit[k] = p->hit[k - 1];
        p->touch[k] = p->touch[k - 1];
    }
    p->hit[i] = (ab_contact_point){.feature = patch, .overlap = 1};
    p->touch[i] = (ab_inside_sample){0};
    return i;
}

static void add_facet(void *arg, int32_t patch, const ab_facet *facet) {
    patches *p = arg;
    const int64_t i = place_of(p, (uint32_t)patch);
    p->volume += facet->volume;
    p->lost += i < 0;
    if (i < 0) return;
    const double size = v3_norm(facet->area);
    p->hit[i].radius += size;
    p->hit[i].normal = v3_add(p->hit[i].normal, facet->area);
    p->hit[i].point = v3_add_scaled(p->hit[i].point, size, facet->centroid);
    p->touch[i].gradient = v3_add(p->touch[i].gradient, v3_cross(facet->centroid, facet->area));
}

typedef struct place {
    ab_pose frame; // of the polyhedron about its centre
    double volume, radius, sign;
} place;

// From the sums; see collide_polyhedra.c. Friction acts on the wall's surface, as it does on a plane.
static void finish(ab_contact_point *hit, v3 moment, double faces, const place *at) {
    const ab_overlap o = {.centroid = v3_scale(1 / hit->radius, hit->point), .area = hit->normal, .moment = moment};
    const double size = v3_norm(o.area);
    const v3 n = v3_scale(1 / size, o.area);
    hit->point = pose_apply(at->frame, ab_overlap_point(&o));
    hit->normal = quat_rotate(at->frame.q, v3_scale(at->sign, n));
    hit->slope = size;
    hit->gap = -at->volume / faces;
    hit->volume = at->volume * size / faces;
    hit->pitch = v3_dot(n, moment) / size;
    hit->radius = at->radius;
}

// The side must be told apart from the wall's other one.
#define ASIDE 1e-7 // of the radius

// How far the polyhedron may move before it touches; only worth a look while it is farther than its size. And the point that looks at the wall:
// the centre, or if that lies on the wall a point close by, in front.
static double clear_of(const ab_wall *wall, ab_pose wall_in_p, const ab_polyhedron *p, v3 *eye) {
    const v3 centre = quat_unrotate(wall_in_p.q, v3_neg(wall_in_p.x));
    const ab_closest near = ab_bvh_closest(&wall->bvh, centre, 4 * p->radius);
    *eye = near.distance < ASIDE * p->radius
               ? v3_scale(ASIDE * p->radius, quat_rotate(wall_in_p.q, ab_wall_normal(wall, near.triangle)))
               : v3_zero();
    return (near.triangle < 0 ? 4 * p->radius : near.distance) - p->radius;
}

// What the wall takes; negative if it faces away.
static double volume_of(const ab_shape *wall, const ab_polyhedron *p, double sum) {
    return ab_shape_is_sheet(wall) || sum >= 0 ? sum : p->volume + sum;
}

// The sum of the volumes is negative if the centre is inside of the wall, V - |P|, or behind an open one, -V.
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
    patches sum = {out->hit, out->touch, 0, out->room, 0, 0};
    if (!ab_wall_overlap(other->shape->wall, wall_in_p, p, eye, &out->room_to_cut->clip, add_facet, &sum)) out->free_edge = true;
    double faces = 0;
    for (int64_t i = 0; i < sum.n; i++) faces += v3_norm(sum.hit[i].normal);
    const double volume = volume_of(other->shape, p, sum.volume);
    if (volume == 0 || !(faces > 0)) return;
    const place at = {frame, fabs(volume), body->shape->equivalent, wall_is_b == (volume > 0) ? 1 : -1};
    for (int64_t i = 0; i < sum.n; i++) finish(&sum.hit[i], sum.touch[i].gradient, faces, &at);
    out->n = sum.n + sum.lost;
}
