// Projects points to pixels and depths, and rasterises spheres and triangles.
#include "render/view.h"
#include "base/threads.h"
#include "math/whole.h"

ab_view ab_view_towards(v3 eye, v3 direction, v3 up) {
    const v3 forward = v3_unit(direction);
    const v3 side = v3_cross(forward, up);
    const v3 other = fabs(forward.x) < 0.9 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    const v3 right = v3_unit(v3_norm2(side) > 1e-12 ? side : v3_cross(forward, other));
    return (ab_view){.eye = eye, .right = right, .up = v3_cross(right, forward), .forward = forward};
}

ab_ray ab_view_ray(const ab_view *view, double px, double py) {
    const double a = (px - 0.5 * view->width) / view->scale, b = (0.5 * view->height - py) / view->scale;
    const v3 offset = v3_add(v3_scale(a, view->right), v3_scale(b, view->up));
    if (view->perspective) return (ab_ray){view->eye, v3_add(view->forward, offset)};
    return (ab_ray){v3_add(view->eye, offset), view->forward};
}

v3 ab_view_project(const ab_view *view, v3 point) {
    const v3 d = v3_sub(point, view->eye);
    const double depth = v3_dot(d, view->forward);
    const double s = view->perspective ? view->scale / depth : view->scale;
    return v3_make(0.5 * view->width + s * v3_dot(d, view->right), 0.5 * view->height - s * v3_dot(d, view->up), depth);
}

typedef struct band {
    const ab_drawing *drawing;
    ab_view *view;
    ab_veil *veil;
    int64_t top, bottom; // rows of this task
} band;

static void see(ab_view *view, int64_t x, int64_t y, double depth, int64_t item) {
    const int64_t pixel = y * view->width + x;
    if (!(depth < (double)view->depth[pixel])) return;
    view->depth[pixel] = (float)depth;
    if (view->item) view->item[pixel] = (int32_t)item;
}

double ab_sphere_enter(ab_ray ray, const ab_sphere_item *s) {
    const v3 d = v3_sub(ray.from, s->centre);
    const double a = v3_norm2(ray.along), b = v3_dot(d, ray.along), c = v3_norm2(d) - s->radius * s->radius;
    return (-b - sqrt(b * b - a * c)) / a;
}

double ab_ground_enter(ab_ray ray, const ab_drawing *d) {
    const double falling = -v3_dot(ray.along, d->up);
    const double height = v3_dot(v3_sub(ray.from, d->ground_point), d->up);
    return falling > 0 && height > 0 ? height / falling : INFINITY;
}

static void draw_sphere(const band *t, int64_t i) {
    ab_view *view = t->view;
    const ab_sphere_item *s = &t->drawing->spheres[i];
    const v3 p = ab_view_project(view, s->centre);
    if (p.z <= 2 * s->radius && view->perspective) return; // the eye is inside or too near
    // in perspective a sphere is an ellipse, slightly wider than its radius at the depth of its centre
    const double reach =
        1 + (view->perspective ? 1.5 * view->scale * s->radius / (p.z - s->radius) : view->scale * s->radius);
    const int64_t top = ab_whole(p.y - reach, t->top, t->bottom), bottom = ab_whole(p.y + reach + 1, t->top, t->bottom);
    const int64_t left = ab_whole(p.x - reach, 0, view->width), right = ab_whole(p.x + reach + 1, 0, view->width);
    for (int64_t y = top; y < bottom; y++)
        for (int64_t x = left; x < right; x++)
            see(view, x, y, ab_sphere_enter(ab_view_ray(view, (double)x + 0.5, (double)y + 0.5), s), i);
}

static double edge(v3 a, v3 b, double x, double y) { return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x); }

// On the screen depth is linear in parallel projection, and its inverse is linear in perspective.
static double blend_depth(const ab_view *view, const v3 p[3], const double weight[3]) {
    if (!view->perspective) return weight[0] * p[0].z + weight[1] * p[1].z + weight[2] * p[2].z;
    return 1 / (weight[0] / p[0].z + weight[1] / p[1].z + weight[2] / p[2].z);
}

// Glass is more opaque at grazing angles.
static void glaze(const band *t, int64_t x, int64_t y, double depth, int64_t i) {
    const ab_view *view = t->view;
    const int64_t pixel = y * view->width + x;
    if (!(depth < (double)view->depth[pixel])) return;
    const ab_triangle_item *item = &t->drawing->glass[i];
    const ab_ray ray = ab_view_ray(view, (double)x + 0.5, (double)y + 0.5);
    const double slant = 1 - fabs(v3_dot(item->normal[0], v3_unit(ray.along)));
    const float alpha = (float)(0.13 + 0.3 * slant * slant);
    ab_veil *veil = &t->veil[pixel];
    veil->r += alpha * (float)item->colour.r;
    veil->g += alpha * (float)item->colour.g;
    veil->b += alpha * (float)item->colour.b;
    veil->weight += alpha;
    veil->through *= 1 - alpha;
}

typedef struct view_span {
    int64_t left, right;
} view_span;

// Range of the samples of a row that may be inside a triangle: each edge bounds it from one side, with a margin for
// rounding. For slivers these ranges are much smaller than the bounding box.
static view_span span_of_row(const v3 p[3], double area, double cy, view_span within) {
    double low = -INFINITY, high = INFINITY;
    for (int k = 0; k < 3; k++) {
        const v3 a = p[(k + 1) % 3], b = p[(k + 2) % 3];
        const double slope = -(b.y - a.y) / area, at_zero = edge(a, b, 0, cy) / area; // of the weight, over x
        const double zero = -at_zero / slope;
        if (slope > 0) low = fmax(low, zero);
        if (slope < 0) high = fmin(high, zero);
    }
    return (view_span){ab_whole(low - 1.5, within.left, within.right), ab_whole(high + 1.5, within.left, within.right)};
}

// Calls see or glaze for a sample if it is inside the triangle.
static inline void scan_sample(const band *t, const v3 p[3], double area, int64_t x, int64_t y, int64_t item,
                               bool glass) {
    const double cx = (double)x + 0.5, cy = (double)y + 0.5;
    const double weight[3] = {edge(p[1], p[2], cx, cy) / area, edge(p[2], p[0], cx, cy) / area,
                              edge(p[0], p[1], cx, cy) / area};
    if (weight[0] < 0 || weight[1] < 0 || weight[2] < 0) return;
    if (glass)
        glaze(t, x, y, blend_depth(t->view, p, weight), item);
    else
        see(t->view, x, y, blend_depth(t->view, p, weight), item);
}

static inline void scan(const band *t, const ab_triangle_item *triangle, int64_t item, bool glass) {
    ab_view *view = t->view;
    v3 p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = ab_view_project(view, triangle->corner[k]);
        if (!(p[k].z > 0) && view->perspective) return; // behind the eye
    }
    const double area = edge(p[0], p[1], p[2].x, p[2].y);
    if (area == 0) return;
    const v3 low = v3_min(p[0], v3_min(p[1], p[2])), high = v3_max(p[0], v3_max(p[1], p[2]));
    const int64_t top = ab_whole(low.y, t->top, t->bottom), bottom = ab_whole(high.y + 1, t->top, t->bottom);
    const view_span box = {ab_whole(low.x, 0, view->width), ab_whole(high.x + 1, 0, view->width)};
    for (int64_t y = top; y < bottom; y++) {
        const view_span row = span_of_row(p, area, (double)y + 0.5, box);
        for (int64_t x = row.left; x < row.right; x++) scan_sample(t, p, area, x, y, item, glass);
    }
}

static void begin_rows(const band *t) {
    ab_view *view = t->view;
    for (int64_t i = t->top * view->width; i < t->bottom * view->width; i++) {
        view->depth[i] = INFINITY;
        if (!view->item) continue;
        view->item[i] = AB_SEEN_NOTHING;
        if (t->drawing->ground == AB_GROUND_NONE) continue;
        const int64_t column = i % view->width, row = i / view->width;
        const ab_ray ray = ab_view_ray(view, (double)column + 0.5, (double)row + 0.5);
        view->depth[i] = (float)ab_ground_enter(ray, t->drawing);
        if (isfinite(view->depth[i])) view->item[i] = AB_SEEN_GROUND;
    }
}

static void draw_band(const band *t) {
    const ab_drawing *d = t->drawing;
    begin_rows(t);
    for (int64_t i = 0; i < d->nsphere; i++) draw_sphere(t, i);
    for (int64_t i = 0; i < d->ntriangle; i++) scan(t, &d->triangles[i], d->nsphere + i, false);
}

static void draw_rows(void *arg, int64_t begin, int64_t end) {
    band t = *(const band *)arg;
    t.top = begin;
    t.bottom = end;
    draw_band(&t);
}

void ab_view_draw(const ab_ctx *cx, const ab_drawing *drawing, ab_view *view) {
    ab_parallel_for(cx, view->height, 64, draw_rows, &(band){drawing, view, NULL, 0, 0});
}

static void draw_whole(void *arg, int64_t begin, int64_t end) {
    const band *t = arg;
    for (int64_t i = begin; i < end; i++) draw_band(&(band){t->drawing, &t->view[i], NULL, 0, t->view[i].height});
}

void ab_views_draw(const ab_ctx *cx, const ab_drawing *drawing, ab_view *views, int64_t count) {
    ab_parallel_for(cx, count, 1, draw_whole, &(band){drawing, views, NULL, 0, 0});
}

static void glaze_rows(void *arg, int64_t begin, int64_t end) {
    band t = *(const band *)arg;
    t.top = begin;
    t.bottom = end;
    for (int64_t i = begin * t.view->width; i < end * t.view->width; i++) t.veil[i] = (ab_veil){.through = 1};
    for (int64_t i = 0; i < t.drawing->nglass; i++) scan(&t, &t.drawing->glass[i], i, true);
}

void ab_view_glaze(const ab_ctx *cx, const ab_drawing *drawing, const ab_view *view, ab_veil *veil) {
    ab_view same = *view;
    ab_parallel_for(cx, view->height, 64, glaze_rows, &(band){drawing, &same, veil, 0, 0});
}
