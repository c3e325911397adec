// Contact of a ball with a sheet. The patch of the sheet inside the ball may have several components; each is a contact
// whose depth is that of its nearest point:
//
//     W = sum over components of U(r - d_i)
//
// Two components i, j merge when the ball reaches the saddle s of the distance between them; from then on they share
// the depth beyond the saddle,
//
//     W = U(r - d_i) + U(r - d_j) - U(r - d_s)
//
// which is continuous and independent of the triangulation: a component that appears at a saddle has zero energy. (This
// is the H0 persistence of the distance: every component but the deepest counts from the saddle where it joins a deeper
// one.) The tangent planes at the two nearest points intersect in a line, the common edge if they are neighbours, and
//
//     d_s n_s = alpha n_i + beta n_j,  alpha = (d_i - d_j c)/(1 - c^2),  beta = (d_j - d_i c)/(1 - c^2),  c = n_i . n_j
//
// so the force of the saddle acts along n_i and n_j: contact i has the area weight 1 - (alpha/d_s) (r - d_s)/(r - d_i),
// which is exact if the force is proportional to the depth.
#include "geom/sdf/sheet.h"

#include "base/alloc.h"

// ---------------------------------------------------------------------------------------------------------- minima

typedef struct sheet_search {
    const ab_wall *sheet;
    v3 centre;
    double radius;
    ab_sheet_contact *sheet_contact;
    int n;
} sheet_search;

static bool has_corner(const ab_triangle *t, int32_t v) { return t->v[0] == v || t->v[1] == v || t->v[2] == v; }

// True if no adjacent triangle at the nearest edge or vertex is nearer; of equally near ones the first counts.
static bool nearest_around(const sheet_search *s, const ab_closest *c) {
    const ab_wall *w = s->sheet;
    const int32_t *v = w->mesh.triangle[c->triangle].v;
    const int32_t from = v[c->corner], to = v[(c->corner + 1) % 3];
    for (int32_t i = w->first[from]; i < w->first[from + 1]; i++) {
        const int32_t t = w->star[i];
        if (t == c->triangle || (c->feature == AB_FEATURE_EDGE && !has_corner(&w->mesh.triangle[t], to))) continue;
        const double there = ab_closest_on_triangle(&w->mesh, t, s->centre).distance;
        if (there < c->distance || (there == c->distance && t < c->triangle)) return false;
    }
    return true;
}

static uint32_t feature_of(const ab_wall *w, const ab_closest *c) {
    const uint32_t n = (uint32_t)w->mesh.ntriangle, t = (uint32_t)c->triangle;
    if (c->feature == AB_FEATURE_FACE) return (uint32_t)w->patch[t];
    if (c->feature == AB_FEATURE_EDGE) return n + 3 * t + (uint32_t)c->corner;
    return 4 * n + (uint32_t)w->mesh.triangle[t].v[c->corner];
}

static int farthest_of(const sheet_search *s) {
    int far = 0;
    for (int i = 1; i < s->n; i++)
        if (s->sheet_contact[i].distance > s->sheet_contact[far].distance) far = i;
    return far;
}

static bool look_at(void *arg, int32_t t) {
    sheet_search *s = arg;
    const ab_closest c = ab_closest_on_triangle(&s->sheet->mesh, t, s->centre);
    if (!(c.distance < s->radius) || (c.feature != AB_FEATURE_FACE && !nearest_around(s, &c))) return true;
    int at = s->n;
    if (s->n == AB_SHEET_CONTACTS) {
        at = farthest_of(s);
        if (s->sheet_contact[at].distance <= c.distance) return true;
        s->n--;
    }
    const v3 away = c.distance > 0 ? v3_scale(1 / c.distance, v3_sub(s->centre, c.point)) : ab_wall_normal(s->sheet, t);
    s->sheet_contact[at] = (ab_sheet_contact){c.point, away, c.distance, 1, feature_of(s->sheet, &c)};
    s->n++;
    return true;
}

static void sort_by_feature(ab_sheet_contact *sheet_contact, int n) {
    for (int i = 1; i < n; i++) {
        const ab_sheet_contact moved = sheet_contact[i];
        int k = i;
        for (; k > 0 && sheet_contact[k - 1].feature > moved.feature; k--) sheet_contact[k] = sheet_contact[k - 1];
        sheet_contact[k] = moved;
    }
}

// ---------------------------------------------------------------------------------------------------------- saddles

typedef struct saddle {
    double distance; // distance of the line from the centre, m
    double of[2];    // alpha/d_s, beta/d_s
} saddle;

#define SAME 1e-14 // 1 - cos^2 below which directions are equal

static saddle saddle_between(const ab_sheet_contact *i, const ab_sheet_contact *j) {
    const double c = v3_dot(i->away, j->away), sine2 = 1 - c * c;
    const double alpha = i->distance - j->distance * c, beta = j->distance - i->distance * c;
    if (alpha <= 0) return (saddle){j->distance, {0, 1}};
    if (beta <= 0 || (c > 0 && sine2 <= SAME)) return (saddle){i->distance, {1, 0}};
    if (sine2 <= SAME) return (saddle){INFINITY, {0, 0}};
    const double d2 = (i->distance * alpha + j->distance * beta) / sine2, d = sqrt(d2);
    return (saddle){d, {alpha / (sine2 * d), beta / (sine2 * d)}};
}

static void take_from(ab_sheet_contact *t, double part, double depth, double radius) {
    t->area_weight -= part * depth / (radius - t->distance);
}

// Joins the components along a maximum spanning tree of penetration at the saddles (Prim) and subtracts the shared
// energy.
static void share_patches(sheet_search *s) {
    ab_sheet_contact *t = s->sheet_contact;
    saddle best[AB_SHEET_CONTACTS];
    int with[AB_SHEET_CONTACTS];
    bool joined[AB_SHEET_CONTACTS] = {true};
    for (int j = 1; j < s->n; j++) best[j] = saddle_between(&t[0], &t[j]), with[j] = 0;
    for (int round = 1; round < s->n; round++) {
        int next = 0;
        for (int j = 1; j < s->n; j++)
            if (!joined[j] && (next == 0 || best[j].distance < best[next].distance)) next = j;
        joined[next] = true;
        const double depth = s->radius - best[next].distance;
        if (depth > 0) {
            take_from(&t[with[next]], best[next].of[0], depth, s->radius);
            take_from(&t[next], best[next].of[1], depth, s->radius);
        }
        for (int j = 1; j < s->n; j++) {
            if (joined[j]) continue;
            const saddle here = saddle_between(&t[next], &t[j]);
            if (here.distance < best[j].distance) best[j] = here, with[j] = next;
        }
    }
}

#define NOTHING 1e-9 // negligible area weight

static int remove_empty(ab_sheet_contact *sheet_contact, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (sheet_contact[i].area_weight > NOTHING) sheet_contact[kept++] = sheet_contact[i];
    return kept;
}

int ab_sheet_contact_ball(const ab_wall *sheet, v3 centre, double radius,
                          ab_sheet_contact sheet_contact[AB_SHEET_CONTACTS]) {
    sheet_search s = {sheet, centre, radius, sheet_contact, 0};
    const v3 reach = v3_make(radius, radius, radius);
    ab_bvh_overlap(&sheet->bvh, v3_sub(centre, reach), v3_add(centre, reach), look_at, &s);
    sort_by_feature(sheet_contact, s.n);
    if (s.n > 1) share_patches(&s);
    return remove_empty(sheet_contact, s.n);
}

// ---------------------------------------------------------------------------------------------------- sample points

static double longest2_of(const v3 p[3]) {
    return ab_greater(ab_greater(v3_norm2(v3_sub(p[1], p[0])), v3_norm2(v3_sub(p[2], p[1]))),
                      v3_norm2(v3_sub(p[0], p[2])));
}

static double area_of(const v3 p[3]) { return 0.5 * v3_norm(v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]))); }

static void corners_of(const ab_mesh *mesh, int64_t t, v3 p[3]) {
    for (int k = 0; k < 3; k++) p[k] = mesh->vertex[mesh->triangle[t].v[k]];
}

// Bisection first shortens a needle until it is as long as wide; then two bisections halve the length.
static int depth_of(const v3 p[3], double spacing) {
    const double length = sqrt(longest2_of(p)) / spacing, area = 2 * area_of(p) / (spacing * spacing);
    const double halvings = ab_greater(log2(ab_greater(length, 1)), log2(ab_greater(area, 1)));
    return length <= 1 ? 0 : (int)ceil(halvings) + 3;
}

#define MAX_NUMBERS 0x1p31

static double numbers_of(const ab_mesh *mesh, double spacing) {
    double sum = 0;
    v3 p[3];
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        corners_of(mesh, t, p);
        sum += ldexp(1, depth_of(p, spacing));
    }
    return sum;
}

abut_status ab_sheet_cuts_make(ab_ctx *cx, const char *name, const ab_mesh *mesh, double spacing, ab_sheet_cuts *cuts) {
    if (cuts->spacing == spacing) return ABUT_OK;
    if (numbers_of(mesh, spacing) > MAX_NUMBERS)
        return ab_fail(cx, ABUT_ERR_LIMIT,
                       "%s: the open mesh is too large for the parts that it meets, whose points are %g m apart; lower "
                       "contact.resolution",
                       name, spacing);
    if (!cuts->first) AB_TRY(AB_ALLOC(cx, &cuts->first, mesh->ntriangle));
    if (!cuts->depth) AB_TRY(AB_ALLOC(cx, &cuts->depth, mesh->ntriangle));
    uint32_t number = 0;
    v3 p[3];
    cuts->area = 0;
    for (int64_t t = 0; t < mesh->ntriangle; t++) {
        corners_of(mesh, t, p);
        cuts->area += area_of(p);
        cuts->first[t] = number;
        cuts->depth[t] = depth_of(p, spacing);
        number += UINT32_C(1) << cuts->depth[t];
    }
    cuts->spacing = spacing;
    return ABUT_OK;
}

void ab_sheet_cuts_free(ab_ctx *cx, ab_sheet_cuts *cuts) {
    ab_free(cx, cuts->first);
    ab_free(cx, cuts->depth);
    *cuts = (ab_sheet_cuts){0};
}

typedef struct sheet_finding {
    const ab_wall *sheet;
    const ab_sheet_cuts *cuts;
    const ab_target *target;
    double spacing2;
    v3 centre;
    double reach;
    ab_sheet_take *take;
    void *arg;
} sheet_finding;

// Bound of the interpolation error in cells, sqrt(3)/2; AB_BRICK times that for interpolation between brick corners.
#define INTERPOLATED 0.87

// True if no point within `around` of p can be inside: the distance at p exceeds that radius plus the interpolation
// errors at p and at the other point.
static bool is_free(const sheet_finding *f, v3 p, double around) {
    const ab_target *t = f->target;
    if (!t->sdf) return v3_dot(t->normal, ab_target_place(t, p)) > around;
    const v3 q = v3_add(m3_mul(t->cell_turn, p), t->cell_shift);
    const double r = around / t->sdf->grid.h, out = ab_sdf_beyond(&t->sdf->grid, q);
    if (out > 0) return out > r;
    const ab_cell3 brick = {(int32_t)(q.x / AB_BRICK), (int32_t)(q.y / AB_BRICK), (int32_t)(q.z / AB_BRICK)};
    const double wrong = ab_sdf_block_of(t->sdf, brick) >= 0 ? INTERPOLATED : AB_BRICK * INTERPOLATED;
    return ab_sdf_distance_at(t->sdf, q, NULL) / t->sdf->grid.h > r + wrong + INTERPOLATED;
}

static void test_point(const sheet_finding *f, const v3 p[3], v3 at, uint32_t number) {
    ab_sheet_point point = {.at = at, .number = number};
    point.distance = ab_target_distance(f->target, at, &point.gradient);
    if (!(point.distance < 0)) return;
    point.area = area_of(p);
    f->take(f->arg, &point);
}

// Recursive bisection; each level adds one bit to the index, which identifies the half.
static void halve(const sheet_finding *f, const v3 p[3], uint32_t number, int left) {
    const v3 middle = v3_scale(1.0 / 3, v3_add(p[0], v3_add(p[1], p[2])));
    double around2 = 0;
    for (int k = 0; k < 3; k++) around2 = ab_greater(around2, v3_norm2(v3_sub(p[k], middle)));
    const double around = sqrt(around2), way = f->reach + around;
    if (v3_norm2(v3_sub(middle, f->centre)) > way * way || is_free(f, middle, around)) return;
    if (left == 0 || longest2_of(p) <= f->spacing2) {
        test_point(f, p, middle, number);
        return;
    }
    int k = 0;
    for (int i = 1; i < 3; i++)
        if (v3_norm2(v3_sub(p[(i + 1) % 3], p[i])) > v3_norm2(v3_sub(p[(k + 1) % 3], p[k]))) k = i;
    const v3 a = p[k], b = p[(k + 1) % 3], c = p[(k + 2) % 3], half = v3_scale(0.5, v3_add(a, b));
    halve(f, (v3[3]){c, a, half}, number, left - 1);
    halve(f, (v3[3]){b, c, half}, number + (UINT32_C(1) << (left - 1)), left - 1);
}

static bool cut_triangle(void *arg, int32_t t) {
    const sheet_finding *f = arg;
    v3 p[3];
    corners_of(&f->sheet->mesh, t, p);
    halve(f, p, f->cuts->first[t], f->cuts->depth[t]);
    return true;
}

void ab_sheet_find(const ab_wall *sheet, const ab_sheet_cuts *cuts, double spacing, const ab_target *target, v3 centre,
                   double reach, ab_sheet_take *take, void *arg) {
    sheet_finding f = {sheet, cuts, target, spacing * spacing, centre, reach, take, arg};
    const v3 around = v3_make(reach, reach, reach);
    ab_bvh_overlap(&sheet->bvh, v3_sub(centre, around), v3_add(centre, around), cut_triangle, &f);
}
