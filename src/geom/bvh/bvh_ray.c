// Ray cast: the first triangle along a ray. Coordinates are sheared so that the ray runs along its dominant axis; the
// signs of the three edge functions then decide whether it hits. An edge function has exactly opposite values for the
// two triangles that share the edge, and zero counts as inside, so rays cannot pass between neighbours. [woop2013]
#include "geom/bvh/bvh.h"

typedef struct ray {
    v3 origin, direction;
    int kx, ky, kz;    // kz: dominant axis of the direction; kx, ky, kz right-handed
    double sx, sy, sz; // shear
} ray;

static ray make_ray(v3 origin, v3 d) {
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    const int kz = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
    const double along = v3_at(d, kz);
    ray r = {.origin = origin, .direction = d, .kx = (kz + 1) % 3, .ky = (kz + 2) % 3, .kz = kz};
    r.sx = v3_at(d, r.kx) / along;
    r.sy = v3_at(d, r.ky) / along;
    r.sz = 1 / along;
    return r;
}

static v3 shear(const ray *r, v3 p) {
    const v3 q = v3_sub(p, r->origin);
    const double z = v3_at(q, r->kz);
    return v3_make(v3_at(q, r->kx) - r->sx * z, v3_at(q, r->ky) - r->sy * z, r->sz * z);
}

// The parameter of the hit, INFINITY if there is none.
static double hit_triangle(const ray *r, const ab_mesh *mesh, int32_t triangle) {
    const int32_t *v = mesh->triangle[triangle].v;
    const v3 a = shear(r, mesh->vertex[v[0]]), b = shear(r, mesh->vertex[v[1]]), c = shear(r, mesh->vertex[v[2]]);
    const double opposite_a = c.x * b.y - c.y * b.x;
    const double opposite_b = a.x * c.y - a.y * c.x;
    const double opposite_c = b.x * a.y - b.y * a.x;
    const bool negative = opposite_a < 0 || opposite_b < 0 || opposite_c < 0;
    const bool positive = opposite_a > 0 || opposite_b > 0 || opposite_c > 0;
    const double sum = opposite_a + opposite_b + opposite_c;
    if ((negative && positive) || sum == 0) return INFINITY;
    const double t = (opposite_a * a.z + opposite_b * b.z + opposite_c * c.z) / sum;
    return t >= 0 ? t : INFINITY;
}

// Ray parameter of the entry into a box, INFINITY if the ray misses it. Slabs are widened by more than their round-off.
static double enter(const ray *r, const ab_bvh_node *node, int k, double longest) {
    double from = 0, to = longest;
    for (int axis = 0; axis < 3; axis++) {
        const double o = v3_at(r->origin, axis);
        const double d = v3_at(r->direction, axis);
        const double low = node->low[axis][k] - o;
        const double high = node->high[axis][k] - o;
        if (d == 0) {
            if (low > 0 || high < 0) return INFINITY;
            continue;
        }
        const double first = d > 0 ? low / d : high / d;
        const double last = d > 0 ? high / d : low / d;
        from = ab_greater(from, first - 0x1p-50 * fabs(first));
        to = ab_lesser(to, last + 0x1p-50 * fabs(last));
    }
    return from <= to ? from : INFINITY;
}

static ab_ray_hit test_leaf(const ray *r, const ab_bvh *bvh, const ab_bvh_leaf *leaf, ab_ray_hit best, double longest) {
    for (int k = 0; k < leaf->count; k++) {
        const double t = hit_triangle(r, bvh->mesh, leaf->triangle[k]);
        const bool tie = t == best.t && leaf->triangle[k] < best.triangle;
        if (t <= longest && (t < best.t || tie)) best = (ab_ray_hit){t, leaf->triangle[k]};
    }
    return best;
}

ab_ray_hit ab_bvh_ray(const ab_bvh *bvh, v3 origin, v3 direction, double longest) {
    ab_ray_hit best = {INFINITY, -1};
    if (!(v3_norm2(direction) > 0)) return best;
    const ray r = make_ray(origin, direction);
    int32_t stack[AB_BVH_STACK];
    int size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const int32_t next = stack[--size];
        if (next < 0) {
            best = test_leaf(&r, bvh, &bvh->leaf[~next], best, longest);
            continue;
        }
        const ab_bvh_node *node = &bvh->node[next];
        for (int k = 0; k < node->count; k++)
            if (enter(&r, node, k, ab_lesser(longest, best.t)) < INFINITY) stack[size++] = node->child[k];
    }
    return best;
}
