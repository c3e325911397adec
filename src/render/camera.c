// Chooses the camera: direction from the spread of the scene, focal length so that everything fits.
#include "render/camera.h"
#include "base/alloc.h"
#include "math/m3.h"
#include "render/view.h"

#define DEGREE   0.017453292519943295
#define MAX_KEPT 20000 // points of one frame; more points are subsampled

// ----------------------------------------------------------------------------------------------------- points

typedef struct camera_crowd { // mean positions of the bodies
    v3 *sum;                  // of the points of each body  (nbody)
    int64_t *count;           // (nbody)
    int64_t nbody;
    v3 mean; // of the mean positions
    double reach;
} camera_crowd;

static int64_t point_count(const ab_primitives *primitives) {
    return primitives->nsphere + 3 * (primitives->solid.n + primitives->glass.n);
}

static ab_ball point_at(const ab_primitives *primitives, int64_t i, int64_t *body) {
    if (i < primitives->nsphere) {
        *body = primitives->sphere[i].body;
        return (ab_ball){primitives->sphere[i].centre, primitives->sphere[i].radius};
    }
    const int64_t corner = i - primitives->nsphere;
    const int64_t triangle = corner / 3, solid = primitives->solid.n;
    const ab_triangle_item *t =
        triangle < solid ? &primitives->solid.item[triangle] : &primitives->glass.item[triangle - solid];
    *body = t->body;
    return (ab_ball){t->corner[corner % 3], 0};
}

static v3 middle_of(const camera_crowd *c, int64_t body) { return v3_scale(1 / (double)c->count[body], c->sum[body]); }

// Bodies farther from the mean than 2.5 times the RMS distance are ignored, so that outliers do not shrink the others.
static void measure(camera_crowd *c, const ab_primitives *primitives) {
    int64_t body = 0, present = 0;
    for (int64_t i = 0; i < point_count(primitives); i++) {
        const ab_ball ball = point_at(primitives, i, &body);
        c->sum[body] = v3_add(c->sum[body], ball.centre);
        c->count[body]++;
    }
    for (int64_t b = 0; b < c->nbody; b++) {
        if (c->count[b] == 0) continue;
        c->mean = v3_add(c->mean, middle_of(c, b));
        present++;
    }
    if (present == 0) return;
    c->mean = v3_scale(1 / (double)present, c->mean);
    double sum2 = 0;
    for (int64_t b = 0; b < c->nbody; b++)
        if (c->count[b] > 0) sum2 += v3_norm2(v3_sub(middle_of(c, b), c->mean));
    c->reach = present > 4 ? 2.5 * sqrt(sum2 / (double)present) : INFINITY;
}

static bool belongs(const camera_crowd *c, int64_t body) {
    return v3_norm(v3_sub(middle_of(c, body), c->mean)) <= c->reach * (1 + 1e-9);
}

static abut_status keep_points(ab_ctx *cx, ab_framing *framing, const ab_primitives *primitives,
                               const camera_crowd *c) {
    const int64_t stride = 1 + point_count(primitives) / MAX_KEPT;
    AB_TRY(AB_GROW(cx, &framing->ball, &framing->capacity, framing->n + point_count(primitives) / stride + 1));
    for (int64_t i = 0; i < point_count(primitives); i += stride) {
        int64_t body = 0;
        const ab_ball ball = point_at(primitives, i, &body);
        if (belongs(c, body)) framing->ball[framing->n++] = ball;
    }
    return ABUT_OK;
}

abut_status ab_framing_add(ab_ctx *cx, ab_framing *framing, const ab_primitives *primitives, int64_t nbody) {
    camera_crowd c = {.nbody = nbody};
    abut_status status = AB_ALLOC(cx, &c.sum, nbody);
    if (status == ABUT_OK) status = AB_ALLOC(cx, &c.count, nbody);
    if (status == ABUT_OK) {
        measure(&c, primitives);
        status = keep_points(cx, framing, primitives, &c);
        int64_t present = 0;
        for (int64_t b = 0; b < nbody; b++) present += c.count[b] > 0;
        if (present > framing->bodies) framing->bodies = present;
    }
    ab_free(cx, c.sum);
    ab_free(cx, c.count);
    return status;
}

abut_status ab_framing_point(ab_ctx *cx, ab_framing *framing, v3 point) {
    AB_TRY(AB_GROW(cx, &framing->ball, &framing->capacity, framing->n + 1));
    framing->ball[framing->n++] = (ab_ball){point, 0};
    return ABUT_OK;
}

void ab_framing_free(ab_ctx *cx, ab_framing *framing) {
    ab_free(cx, framing->ball);
    *framing = (ab_framing){0};
}

// -------------------------------------------------------------------------------------------------- direction

// Horizontal axes: azimuth 0 is along `front`, 90 degrees along `side`. With up = z these are x and y.
typedef struct compass {
    v3 front, side, up;
} compass;

static compass compass_for(v3 up) {
    const v3 other = fabs(up.x) < 0.5 ? v3_make(1, 0, 0) : v3_make(0, 1, 0);
    const v3 side = v3_unit(v3_cross(up, other));
    return (compass){v3_cross(side, up), side, up};
}

// Variances of the points along the axes of the compass, and the covariance of the horizontal ones.
typedef struct camera_spread {
    double front, side, up, both;
} camera_spread;

static camera_spread spread_of(const ab_framing *f, const compass *c, v3 centre) {
    camera_spread s = {0};
    for (int64_t i = 0; i < f->n; i++) {
        const v3 d = v3_sub(f->ball[i].centre, centre);
        const double a = v3_dot(d, c->front), b = v3_dot(d, c->side), h = v3_dot(d, c->up);
        const double own = 0.2 * f->ball[i].radius * f->ball[i].radius;
        s.front += a * a + own;
        s.side += b * b + own;
        s.up += h * h + own;
        s.both += a * b;
    }
    return s;
}

// Flat scenes are seen from their broad side, at an angle of 28 degrees; all others from a default direction.
static void choose_direction(const ab_framing *f, const compass *c, v3 centre, bool floor, double *azimuth,
                             double *elevation) {
    const camera_spread s = spread_of(f, c, centre);
    const double mean = 0.5 * (s.front + s.side), half = 0.5 * (s.front - s.side);
    const double root = sqrt(half * half + s.both * s.both), wide = mean + root, thin = mean - root;
    *azimuth = -124;
    *elevation = 26;
    if (thin < 0.1 * wide && (s.up > 0.02 * wide || floor)) {
        const double along = 0.5 * atan2(s.both, half) / DEGREE; // azimuth of the widest direction
        const double one = along - 62, other = along + 118;      // 28 degrees from the normal of the broad side
        *azimuth = cos((one + 124) * DEGREE) >= cos((other + 124) * DEGREE) ? one : other;
        *elevation = 16;
    } else if (s.up < 0.02 * wide && !floor)
        *elevation = 52;
}

static v3 eye_direction(const compass *c, double azimuth, double elevation) {
    const double level = cos(elevation * DEGREE);
    const v3 flat =
        v3_add(v3_scale(level * cos(azimuth * DEGREE), c->front), v3_scale(level * sin(azimuth * DEGREE), c->side));
    return v3_add_scaled(flat, sin(elevation * DEGREE), c->up);
}

// -------------------------------------------------------------------------------------------------------- fit

static void enclose(const ab_framing *f, v3 *centre, double *radius) {
    v3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int64_t i = 0; i < f->n; i++) {
        const v3 r = {f->ball[i].radius, f->ball[i].radius, f->ball[i].radius};
        low = v3_min(low, v3_sub(f->ball[i].centre, r));
        high = v3_max(high, v3_add(f->ball[i].centre, r));
    }
    *centre = f->n > 0 && v3_finite(v3_sub(high, low)) ? v3_scale(0.5, v3_add(low, high)) : v3_zero();
    *radius = 0;
    for (int64_t i = 0; i < f->n; i++)
        *radius = fmax(*radius, v3_norm(v3_sub(f->ball[i].centre, *centre)) + f->ball[i].radius);
    if (!(*radius > 0 && isfinite(*radius))) *radius = 1;
}

typedef struct window { // visible range, as tangents of the angles to the viewing axis
    double left, right, bottom, top;
} window;

static window window_of(const ab_framing *f, const ab_view *v) {
    window w = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (int64_t i = 0; i < f->n; i++) {
        const v3 d = v3_sub(f->ball[i].centre, v->eye);
        const double depth = v3_dot(d, v->forward), r = f->ball[i].radius / depth;
        const double x = v3_dot(d, v->right) / depth, y = v3_dot(d, v->up) / depth;
        w = (window){fmin(w.left, x - r), fmax(w.right, x + r), fmin(w.bottom, y - r), fmax(w.top, y + r)};
    }
    return w;
}

// Share of the image that the scene fills; less for a single body on a floor, which would hide the floor.
static double fill_share(const ab_framing *f, ab_ground ground) {
    return f->bodies <= 2 && ground == AB_GROUND_FLOOR ? 0.5 : 0.82;
}

void ab_framing_aim(const ab_framing *framing, const ab_aim *aim, int32_t width, int32_t height, ab_drawing *d) {
    const compass c = compass_for(d->up);
    double azimuth, elevation;
    enclose(framing, &d->centre, &d->radius);
    choose_direction(framing, &c, d->centre, d->ground == AB_GROUND_FLOOR, &azimuth, &elevation);
    if (isfinite(aim->azimuth)) azimuth = aim->azimuth;
    if (isfinite(aim->elevation)) elevation = aim->elevation;
    const v3 towards = v3_neg(eye_direction(&c, azimuth, elevation));
    const double distance = 3.6 * d->radius;
    v3 middle = aim->follow ? aim->target : d->centre;
    const double shorter = width < height ? width : height;
    d->camera = (ab_camera){v3_add_scaled(middle, -distance, towards), towards, 1.2};
    if (framing->n == 0) return;
    double focus = 1;
    for (int k = 0; k < 4; k++) { // fixed-point iteration that centres the scene in the image
        ab_view v = ab_view_towards(v3_add_scaled(middle, -distance, towards), towards, d->up);
        v.perspective = true;
        const window w = window_of(framing, &v);
        const double share = fill_share(framing, d->ground);
        focus = share * fmin(width / (w.right - w.left), height / (w.top - w.bottom)) / shorter;
        d->camera.eye = v.eye;
        if (aim->follow) break;
        const v3 across = v3_scale(0.5 * (w.left + w.right) * distance, v.right);
        middle = v3_add(middle, v3_add_scaled(across, 0.5 * (w.bottom + w.top) * distance, v.up));
    }
    d->camera.focus = focus * aim->zoom;
    d->radius *= 0.82 / fill_share(framing, d->ground);
}
