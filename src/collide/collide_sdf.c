// Contacts of shapes of any form, point by point.
//
// solid - solid: every point of the finer surface inside of the other is a hit, with the interpolated distance as its
// gap and
//   the gradient of the interpolant as its direction, not normalised: the force is then the gradient of a potential.
//     Points of
//   sharp edges of the coarser surface are held against the finer body too, since they reach between its points; they
//     stand for
//   as much less of their surface as its points are finer.
// sphere - solid: the nearest point of the surface, exactly, with the curvature that the surface has there.
// plane - solid: every point below the plane.
//
// A point has the share of the pair's stiffness that it has of the smaller of the two surfaces: K A_i/A. A finer mesh
// is then no stiffer, and it is the same whose points are counted.
#include "collide/contact_radius.h"
#include "collide/sample_contacts.h"

static double effective_radius(const ab_shape *a, const ab_shape *b) {
    return 1 / (1 / a->equivalent + 1 / b->equivalent);
}

static ab_obb box_of(ab_placed p) {
    const ab_obb *box = &p.shape->sdf_collider->box;
    return (ab_obb){pose_mul((ab_pose){*p.x, *p.q}, box->pose), box->half};
}

// A body and the matrix of its turn.
typedef struct turned {
    const ab_placed *body;
    m3 turn;
} turned;

static turned turned_of(const ab_placed *body) { return (turned){body, quat_matrix(*body->q)}; }

typedef struct sdf_role {
    const turned *points, *field;
    bool points_are_b;    // normals point from b to a
    uint32_t feature;     // added to the number of the point
    double radius, area;  // effective radius, the smaller of the two surfaces
    double area_fraction; // of the area that points have
} sdf_role;

static double surface_of(const ab_shape *s) { return s->sdf_collider ? s->sdf_collider->points.area : INFINITY; }

static sdf_role role_of(const turned *points, const turned *field, bool points_are_b, uint32_t feature) {
    const ab_shape *own = points->body->shape, *other = field->body->shape;
    return (sdf_role){points,
                      field,
                      points_are_b,
                      feature,
                      effective_radius(own, other),
                      ab_lesser(surface_of(own), surface_of(other)),
                      1};
}

static const ab_sdf_collider *collider_of(const turned *t) { return t->body->shape->sdf_collider; }

// From the frame of the points to that of the field.
static ab_target target_of(const sdf_role *r, const ab_sdf *sdf, v3 normal, ab_detect detect) {
    const m3 back = m3_transpose(r->field->turn);
    ab_target t = {.sdf = sdf,
                   .exact = detect == AB_DETECT_EXACT,
                   .smooth = detect == AB_DETECT_SMOOTH,
                   .normal = normal,
                   .turn = m3_product(back, r->points->turn),
                   .shift = m3_mul(back, v3_sub(*r->points->body->x, *r->field->body->x))};
    if (sdf) ab_target_set_cells(&t);
    return t;
}

static ab_sample_frame frame_of(const sdf_role *r, const ab_points *points, ab_contact_points *out) {
    return (ab_sample_frame){&r->field->turn,
                             &r->points->turn,
                             *r->points->body->x,
                             r->points_are_b ? -1 : 1,
                             r->area_fraction,
                             1 / r->area,
                             r->radius,
                             r->feature,
                             points,
                             out};
}

// Interpolated touches of a tree become hits as they come; others are kept and become hits in add_samples.
static ab_inside_samples samples_of(const ab_target *target, ab_sample_frame *frame) {
    ab_inside_samples samples = ab_inside_samples_into(frame->out->sample, frame->out->capacity);
    samples.reach = frame->out->reach;
    samples.take = target->sdf && !target->exact ? ab_samples_to_contacts_lanes() : NULL;
    samples.arg = frame;
    return samples;
}

// Touches that did not fit are counted, so that the next attempt has room.
static void add_samples(const ab_sample_frame *f, const ab_inside_samples *samples) {
    const int64_t written = samples->n < samples->capacity ? samples->n : samples->capacity;
    ab_samples_to_contacts(f, samples->sample, written);
    f->out->n += samples->n - written;
}

// By the tree.
static void find_in_tree(const sdf_role *r, const ab_target *target, const ab_point_tree *tree,
                         ab_leaf_cache *leaf_cache, ab_contact_points *out) {
    ab_sample_frame frame = frame_of(r, tree->points, out);
    ab_inside_samples samples = samples_of(target, &frame);
    if (leaf_cache && samples.take)
        ab_point_tree_find_again(tree, target, leaf_cache, &samples);
    else
        ab_point_tree_find(tree, target, &samples);
    if (!samples.take) add_samples(&frame, &samples);
    out->clear = ab_lesser(out->clear, samples.clear);
}

// By the octree, or all points.
static void find_otherwise(const sdf_role *r, const ab_target *target, ab_contact_points *out) {
    const ab_sdf_collider *s = collider_of(r->points);
    const ab_sample_frame frame = frame_of(r, &s->points.all, out);
    ab_inside_samples samples = ab_inside_samples_into(out->sample, out->capacity);
    if (out->detect == AB_DETECT_OCTREE)
        ab_octree_find(&s->octree, target, &collider_of(r->field)->box, &samples);
    else
        ab_points_find(&s->points.all, target, &samples);
    add_samples(&frame, &samples);
    out->clear = ab_lesser(out->clear, samples.clear);
}

static void find_all(const sdf_role *r, const ab_target *target, ab_contact_points *out) {
    const bool tree = out->detect == AB_DETECT_TREE || target->exact || target->smooth || !target->sdf;
    if (tree)
        find_in_tree(r, target, &collider_of(r->points)->all, out->leaf_cache, out);
    else
        find_otherwise(r, target, out);
}

// Round bodies have no such points.
static void find_feature_edges(const sdf_role *r, ab_contact_points *out) {
    const ab_point_tree *sharp = &collider_of(r->points)->feature_edges;
    if (sharp->levels == 0) return;
    const ab_target target = target_of(r, &collider_of(r->field)->sdf, v3_zero(), out->detect);
    find_in_tree(r, &target, sharp, out->leaf_cache ? &out->leaf_cache[1] : NULL, out);
}

void ab_collide_sdf_sdf(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_obb box_a = box_of(*a), box_b = box_of(*b);
    out->clear = ab_obb_gap(&box_a, &box_b);
    if (out->clear > 0) return;
    out->clear = INFINITY;
    const bool b_finer = ab_points_are_of_b(a->shape, b->shape);
    const turned finer = turned_of(b_finer ? b : a), coarser = turned_of(b_finer ? a : b);
    const sdf_role fine = role_of(&finer, &coarser, b_finer, 0);
    sdf_role coarse = role_of(&coarser, &finer, !b_finer, AB_SECOND_ROLE);
    coarse.area_fraction = collider_of(&finer)->spacing / collider_of(&coarser)->spacing;
    const ab_target into_coarse = target_of(&fine, &collider_of(&coarser)->sdf, v3_zero(), out->detect);
    find_all(&fine, &into_coarse, out);
    find_feature_edges(&coarse, out);
}

void ab_collide_plane_sdf(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const turned points = turned_of(b), plane = turned_of(a);
    const sdf_role r = role_of(&points, &plane, true, 0);
    const ab_target below = target_of(&r, NULL, a->shape->half, AB_DETECT_TREE);
    out->clear = INFINITY;
    find_all(&r, &below, out);
}

// The gap's gradient: the way out, and a little along the surface to where the contact is softer
// (collide/contact_radius.h).
static v3 lean(v3 away, double gap, const ab_ball_radius *r, double by_radius) {
    return v3_add_scaled(away, by_radius * gap / r->radius, r->gradient);
}

// The exact surface, since the centre of a large sphere lies where the field is coarse.
void ab_collide_sphere_sdf(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_sdf_collider *sdf_collider = b->shape->sdf_collider;
    const ab_sdf *sdf = &sdf_collider->sdf;
    const double r = a->shape->half.x, h = sdf->grid.h;
    const v3 centre = quat_unrotate(*b->q, v3_sub(*a->x, *b->x));
    const double beyond = h * ab_sdf_beyond(&sdf->grid, ab_sdf_cells(&sdf->grid, centre));
    const double near = ab_sdf_distance(sdf, centre, NULL);
    if (beyond > 0 ? beyond > r : near > r + AB_BRICK * h)
        return; // interpolated between corners of bricks at worst; beyond the grid too large
    v3 away;
    ab_closest nearest;
    const double gap =
        ab_sdf_exact_distance(sdf, centre, near < h ? INFINITY : r, &away, &nearest) - r; // < h: it may be inside
    if (gap >= 0) return;
    const ab_ball_radius both = ab_ball_radius_at(&sdf->mesh, sdf_collider->curvature, &nearest, r);
    const v3 gradient = lean(away, gap, &both, out->by_radius);
    const double gap_gradient_norm = v3_norm(gradient);
    ab_contact_point contact = {.point = v3_add(*b->x, quat_rotate(*b->q, nearest.point)),
                                .gap = gap,
                                .normal = quat_rotate(*b->q, v3_scale(1 / gap_gradient_norm, gradient)),
                                .gap_gradient_norm = gap_gradient_norm,
                                .radius = both.radius,
                                .area_weight = 1};
    ab_contact_points_add(out, &contact);
}
