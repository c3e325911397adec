// Support functions of hulls and convex meshes, for gaps and manifolds: vertices, edges and faces of their polyhedra.
#include "shape/shape_common.h"

static v3 vertex_at(const ab_polyhedron *p, int32_t i) { return v3_add(p->centre, ab_vertex_at(&p->loops, i)); }

static int32_t farthest(const ab_polyhedron *p, v3 n) {
    const ab_loops *l = &p->loops;
    int32_t best = 0;
    double max = -INFINITY;
    for (int32_t i = 0; i < l->nvertex; i++) {
        const double h = n.x * l->x[i] + n.y * l->y[i] + n.z * l->z[i];
        if (!(h > max)) continue;
        max = h;
        best = i;
    }
    return best;
}

static v3 vertex(const ab_convex *c, v3 n) { return vertex_at(c->polyhedron, farthest(c->polyhedron, n)); }

static void add_corner(const ab_polyhedron *p, int32_t vertex, int32_t edge, ab_support_face *face) {
    face->corner[face->n] = vertex_at(p, vertex);
    face->vertex[face->n] = (uint16_t)vertex;
    face->edge[face->n++] = (uint16_t)edge;
}

// Index of the face whose normal is nearest to n.
static int32_t facing(const ab_polyhedron *p, v3 n) {
    int32_t best = 0;
    double max = -INFINITY;
    for (int32_t f = 0; f < p->planes.n; f++) {
        const double cosine = v3_dot(n, ab_plane_at(&p->planes, f).normal);
        if (!(cosine > max)) continue;
        max = cosine;
        best = f;
    }
    return best;
}

static void add_loop(const ab_polyhedron *p, int32_t f, ab_support_face *face) {
    const int32_t first = p->loops.first[f], n = p->loops.first[f + 1] - first;
    const int32_t kept = n < AB_SUPPORT_FACE_MAX ? n : AB_SUPPORT_FACE_MAX;
    for (int32_t i = 0; i < kept; i++) {
        const ab_corner corner = p->loops.corner[first + i * n / kept];
        add_corner(p, corner.vertex, corner.edge, face);
    }
}

// The edge at a vertex that n is most nearly across, or -1 if the sine of the angle is not below `angle`.
static int32_t edge_across(const ab_polyhedron *p, int32_t vertex, v3 n, double angle) {
    int32_t best = -1;
    double min = angle;
    for (int32_t i = 0; i < p->loops.nedge; i++) {
        const ab_polyhedron_edge *e = &p->edge[i];
        if (e->from != vertex && e->to != vertex) continue;
        const v3 along = v3_sub(ab_vertex_at(&p->loops, e->to), ab_vertex_at(&p->loops, e->from));
        const double sine = fabs(v3_dot(n, along)) / v3_norm(along);
        if (!(sine < min)) continue;
        min = sine;
        best = i;
    }
    return best;
}

static void face(const ab_convex *c, v3 n, double angle, ab_support_face *face) {
    const ab_polyhedron *p = c->polyhedron;
    const int32_t f = facing(p, n);
    face->n = 0;
    if (v3_norm(v3_cross(n, ab_plane_at(&p->planes, f).normal)) < angle) return add_loop(p, f, face);
    const int32_t corner = farthest(p, n), e = edge_across(p, corner, n, angle);
    if (e < 0) return add_corner(p, corner, 0, face);
    add_corner(p, p->edge[e].from, e, face);
    add_corner(p, p->edge[e].to, e, face);
}

static bool normal(const ab_convex *c, int i, v3 *n) {
    if (i >= c->polyhedron->planes.n) return false;
    *n = ab_plane_at(&c->polyhedron->planes, i).normal;
    return true;
}

static bool edge(const ab_convex *c, int i, ab_convex_edge *edge) {
    const ab_polyhedron *p = c->polyhedron;
    if (i >= p->loops.nedge) return false;
    const ab_polyhedron_edge *e = &p->edge[i];
    *edge = (ab_convex_edge){vertex_at(p, e->from), vertex_at(p, e->to), ab_plane_at(&p->planes, e->left).normal,
                             ab_plane_at(&p->planes, e->right).normal, false};
    return true;
}

const ab_support_type ab_surface_convex = {
    .vertex = vertex, .face = face, .normal = normal, .edge = edge, .polytope = true};
