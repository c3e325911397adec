// Contacts of open meshes (sheets), which are surfaces without thickness.
//
// sphere - sheet: one contact for every part of the sheet inside the sphere (geom/sdf/sheet.h), directed to the side of
// the sphere's centre.
//
// solid - sheet, plane - sheet: every sample of the sheet inside the other body is a contact point, with that body's
// distance as its gap and the gradient of that distance as its direction. So the side of the sheet does not matter, and
// the force is the gradient of a potential. Samples are generated on demand, as fine as those of the solid.
#include "geom/sdf/sheet.h"
#include "collide/contact_point.h"

static v3 point_in(const ab_placed *p, v3 world) { return quat_unrotate(*p->q, v3_sub(world, *p->x)); }

// -------------------------------------------------------------------------------------------------------------- balls

static bool sheet_is_far(const ab_wall *wall, v3 centre, double radius, ab_contact_points *out) {
    const double within = radius + ab_greater(radius, out->reach);
    const ab_closest near = ab_bvh_closest(&wall->bvh, centre, within);
    out->clear = (near.triangle < 0 ? within : near.distance) - radius;
    return out->clear >= 0;
}

static void collide_ball(const ab_placed *ball, const ab_placed *sheet, double sign, ab_contact_points *out) {
    const ab_wall *wall = sheet->shape->wall;
    const double r = ball->shape->half.x;
    const v3 centre = point_in(sheet, *ball->x);
    if (sheet_is_far(wall, centre, r, out)) return;
    ab_sheet_contact sheet_contact[AB_SHEET_CONTACTS];
    const int n = ab_sheet_contact_ball(wall, centre, r, sheet_contact);
    for (int i = 0; i < n; i++) {
        const double gap = sheet_contact[i].distance - r;
        const v3 away = quat_rotate(*sheet->q, sheet_contact[i].away);
        const ab_contact_point contact = {
            .point = v3_add_scaled(*ball->x, -(r + 0.5 * gap), away), // middle of the overlap, as for a plane
            .gap = gap,
            .normal = v3_scale(sign, away),
            .gap_gradient_norm = 1,
            .radius = r,
            .area_weight = sheet_contact[i].area_weight,
            .feature = sheet_contact[i].feature};
        ab_contact_points_add(out, &contact);
    }
}

// ------------------------------------------------------------------------------------------------------------- points

typedef struct taking {
    const ab_placed *sheet;
    m3 sheet_turn, field_turn;
    double sign, per_whole, radius;
    ab_contact_points *out;
} taking;

static void take_point(void *arg, const ab_sheet_point *p) {
    const taking *t = arg;
    const double gap_gradient_norm = v3_norm(p->gradient);
    if (!(gap_gradient_norm > 0)) return;
    const ab_contact_point contact = {.point = v3_add(*t->sheet->x, m3_mul(t->sheet_turn, p->at)),
                                      .gap = p->distance,
                                      .normal =
                                          m3_mul(t->field_turn, v3_scale(t->sign / gap_gradient_norm, p->gradient)),
                                      .gap_gradient_norm = gap_gradient_norm,
                                      .radius = t->radius,
                                      .area_weight = t->per_whole * p->area,
                                      .area = p->area,
                                      .feature = p->number};
    ab_contact_points_add(t->out, &contact);
}

// Sift-down of heapsort, which is in place and O(n log n) in the worst case.
static void sift(ab_contact_point *contact, int64_t from, int64_t n) {
    const ab_contact_point moved = contact[from];
    int64_t i = from;
    for (int64_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && contact[child + 1].feature > contact[child].feature) child++;
        if (contact[child].feature <= moved.feature) break;
        contact[i] = contact[child];
    }
    contact[i] = moved;
}

static void sort_by_feature(ab_contact_point *contact, int64_t n) {
    for (int64_t i = n / 2 - 1; i >= 0; i--) sift(contact, i, n);
    for (int64_t end = n - 1; end > 0; end--) {
        const ab_contact_point last = contact[end];
        contact[end] = contact[0];
        contact[0] = last;
        sift(contact, 0, end);
    }
}

static ab_target target_of(const ab_placed *sheet, const ab_placed *other, const taking *t, ab_detect detect) {
    const m3 back = m3_transpose(t->field_turn);
    const ab_sdf_collider *sdf_collider = other->shape->sdf_collider;
    ab_target target = {.sdf = sdf_collider ? &sdf_collider->sdf : NULL,
                        .exact = sdf_collider && detect == AB_DETECT_EXACT,
                        .smooth = sdf_collider && detect == AB_DETECT_SMOOTH,
                        .normal = other->shape->half,
                        .turn = m3_product(back, t->sheet_turn),
                        .shift = m3_mul(back, v3_sub(*sheet->x, *other->x))};
    if (sdf_collider) ab_target_set_cells(&target);
    return target;
}

// `sign`: of the outward direction of the other body.
static void collide_points(const ab_placed *sheet, const ab_placed *other, double sign, ab_contact_points *out) {
    const ab_sdf_collider *sdf_collider = other->shape->sdf_collider;
    const ab_wall *wall = sheet->shape->wall;
    const v3 centre = point_in(sheet, *other->x);
    const double reach = sdf_collider ? other->shape->radius : INFINITY;
    if (sdf_collider && sheet_is_far(wall, centre, reach, out)) return;
    const double area = sdf_collider ? sdf_collider->points.area : sheet->shape->cuts->area;
    const double radius = sdf_collider ? other->shape->equivalent : sheet->shape->radius;
    const taking t = {sheet, quat_matrix(*sheet->q), quat_matrix(*other->q), sign, 1 / area, radius, out};
    const ab_target target = target_of(sheet, other, &t, out->detect);
    const double spacing = sdf_collider ? sdf_collider->spacing : sheet->shape->cuts->spacing;
    ab_sheet_find(wall, sheet->shape->cuts, spacing, &target, centre, reach, take_point, (void *)&t);
    sort_by_feature(out->contact, out->n < out->capacity ? out->n : out->capacity);
}

void ab_collide_sheet(const ab_placed *a, const ab_placed *b, ab_contact_points *out) {
    const bool both = ab_shape_is_sheet(a->shape) && ab_shape_is_sheet(b->shape);
    const bool b_is_sheet = ab_shape_is_sheet(b->shape);
    const ab_placed *sheet = b_is_sheet ? b : a, *other = b_is_sheet ? a : b;
    if (both) return;
    if (other->shape->kind == AB_SHAPE_sphere)
        collide_ball(other, sheet, b_is_sheet ? 1 : -1, out);
    else
        collide_points(sheet, other, b_is_sheet ? -1 : 1, out);
}
