// Contacts of arbitrary shapes, by surface samples.
//
// solid - solid: every sample of the finer surface inside the other solid is a contact point, with the interpolated
// distance as its gap and the gradient of the interpolant, not normalised, as its direction: the force is then the
// gradient of a potential. Feature-edge samples of the coarser surface are tested against the finer solid too, because
// edges can penetrate between its samples; their area is reduced by the ratio of the sample spacings.
//
// sphere - solid: the exact nearest point of the surface, with the local curvature of the surface.
//
// plane - solid: every sample below the plane.
//
// A sample has the fraction A_i/A of the pair's stiffness K, A being the smaller of the two surfaces: the stiffness
// depends neither on the fineness of the mesh nor on whose samples are used.
#include "collide/contact_radius.h"
#include "collide/sample_contacts.h"

static double effective_radius(const ab_shape *a, const ab_shape *b) {
    return 1 / (1 / a->equivalent + 1 / b->equivalent);
}

static ab_obb box_of(ab_placed p) {
    const ab_obb *box = &p.shape->sdf_collider->box;
    return (ab_obb){pose_mul((ab_pose){*p.x, *p.q}, box->pose), box->half};
}

// A body and its rotation matrix.
typedef struct turned {
    const ab_placed *body;
    m3 turn;
} turned;

static turned turned_of(const ab_placed *body) { return (turned){body, quat_matrix(*body->q)}; }

typedef struct sdf_role {
    const turned *points, *field;
    bool points_are_b;    // normals point from b to a
    uint32_t feature;     // offset added to the index of the sample
    double radius, area;  // effective radius, area of the smaller of the two surfaces
    double area_fraction; // factor on the areas of the samples
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

// Transformation from the frame of the samples to that of the field.
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

// Interpolated samples of a tree are converted to contact points directly; others are stored and converted by
// add_samples.
static ab_inside_samples samples_of(const ab_target *target, ab_sample_frame *frame) {
    ab_inside_samples samples = ab_inside_samples_into(frame->out->sample, frame->out->capacity);
    samples.reach = frame->out->reach;
    samples.margin = target->sdf ? ab_lesser(frame->out->margin, ab_sdf_max_margin(target->sdf)) : frame->out->margin;
    samples.take = target->sdf && !target->exact ? ab_samples_to_contacts_lanes() : NULL;
    samples.arg = frame;
    return samples;
}

// Samples beyond the capacity are counted, so that the next attempt has enough memory.
static void add_samples(const ab_sample_frame *f, const ab_inside_samples *samples) {
    const int64_t written = samples->n < samples->capacity ? samples->n : samples->capacity;
    ab_samples_to_contacts(f, samples->sample, written);
    f->out->n += samples->n - written;
}

// Search by the sample tree.
static void find_in_tree(const sdf_role *r, const ab_target *target, const ab_point_tree *tree,
                         ab_leaf_cache *leaf_cache, ab_contact_points *out) {
    ab_sample_frame frame = frame_of(r, tree->points, out);
    ab_inside_samples samples = samples_of(target, &frame);
    if (leaf_cache && samples.take && !(samples.margin > 0))
        ab_point_tree_find_again(tree, target, leaf_cache, &samples);
    else
        ab_point_tree_find(tree, target, &samples);
    if (!samples.take) add_samples(&frame, &samples);
    out->clear = ab_lesser(out->clear, samples.clear);
}

// Search by the octree, or over all samples.
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
    const bool tree =
        out->detect == AB_DETECT_TREE || target->exact || target->smooth || !target->sdf || out->margin > 0;
    if (tree)
        find_in_tree(r, target, &collider_of(r->points)->all, out->leaf_cache, out);
    else
        find_otherwise(r, target, out);
}

// Contact points of feature-edge samples, which round bodies do not have.
static void find_feature_edges(const sdf_role *r, ab_contact_points *out) {
    const ab_point_tree *sharp = &collider_of(r->points)->feature_edges;
    if (sharp->levels == 0) return;
    const ab_target target = target_of(r, &collider_of(r->field)->sdf, v3_zero(), out->detect);
    find_in_tree(r, &target, sharp, out->leaf_cache ? &out->leaf_cache[1] : NULL, out);
}

// With a margin: the clearance beyond it, less what interpolation and its bound may be off, so that whether a pair is
// skipped never decides what is found.
static double beyond_margin(double clear, const ab_contact_points *out, double cell) {
    return out->margin > 0 ? clear - out->margin - 2 * cell : clear;
}

void ab_collide_sdf_sdf(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_obb box_a = box_of(*a), box_b = box_of(*b);
    out->clear = ab_obb_gap(&box_a, &box_b) - out->margin;
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
    out->clear =
        beyond_margin(out->clear, out, ab_greater(collider_of(&finer)->sdf.grid.h, collider_of(&coarser)->sdf.grid.h));
}

void ab_collide_plane_sdf(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const turned points = turned_of(b), plane = turned_of(a);
    const sdf_role r = role_of(&points, &plane, true, 0);
    const ab_target below = target_of(&r, NULL, a->shape->half, AB_DETECT_TREE);
    out->clear = INFINITY;
    find_all(&r, &below, out);
    out->clear = beyond_margin(out->clear, out, 0);
}

// Gradient of the gap: outward, with a small component along the surface to where the contact is softer
// (collide/contact_radius.h).
static v3 lean(v3 away, double gap, const ab_ball_radius *r, double by_radius) {
    return v3_add_scaled(away, by_radius * gap / r->radius, r->gradient);
}

// Uses the exact surface, because the centre of a large sphere lies where the field is coarse.
void ab_collide_sphere_sdf(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const ab_sdf_collider *sdf_collider = b->shape->sdf_collider;
    const ab_sdf *sdf = &sdf_collider->sdf;
    const double r = a->shape->half.x, h = sdf->grid.h;
    const v3 centre = quat_unrotate(*b->q, v3_sub(*a->x, *b->x));
    const double beyond = h * ab_sdf_beyond(&sdf->grid, ab_sdf_cells(&sdf->grid, centre));
    const double near = ab_sdf_distance(sdf, centre, NULL);
    const double reach = r + out->margin;
    if (beyond > 0 ? beyond > reach : near > reach + AB_BRICK * h)
        return; // margin for interpolation between brick corners; outside the grid the value is too large
    v3 away;
    ab_closest nearest;
    const double gap =
        ab_sdf_exact_distance(sdf, centre, near < h ? INFINITY : reach, &away, &nearest) - r; // near < h: maybe inside
    if (gap >= out->margin) return;
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
