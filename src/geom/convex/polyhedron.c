// Builds convex polyhedra from triangle meshes.
//
// Starting with the largest triangles, each collects neighbours whose corners lie in its plane; the boundary edges of
// the group are the loop of a face. A vertex shared by only two faces lies on a straight edge and is removed.
#include "geom/convex/polyhedron.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "geom/convex/hull.h"
#include "geom/mesh/mesh_mass.h"

static const double FLAT = 1e-11; // relative to the radius: round-off of a plane
static const double BENT = 1e-6;  // relative to the radius: flatness of coordinates rounded to floats

typedef struct polyhedron_builder {
    ab_ctx *cx;
    const char *name;
    const ab_mesh *mesh;
    ab_polyhedron *p;
    int64_t ntriangle;     // without degenerate ones that repeat a vertex
    ab_triangle *triangle; // (ntriangle)
    int32_t *beside;       // adjacent triangle at edge k of triangle t  (3 ntriangle)
    int32_t *face;         // face of a triangle, -1 = none yet  (ntriangle)
    int32_t *queue;        // (ntriangle)
    int32_t *next;         // successor of a vertex in the current loop  (nvertex)
    int32_t *uses;         // number of loops with a vertex, then its new index  (nvertex)
    ab_keyed *row, *spare; // (3 ntriangle)
    int32_t *loop;         // vertices of all loops  (3 ntriangle)
    int32_t *first;        // start of each face in `loop`  (ntriangle + 1)
    int32_t nface;
    double size; // radius of the bounding sphere, m
} polyhedron_builder;

// ----------------------------------------------------------------------------------------------------------- checks

static abut_status check_surface(polyhedron_builder *b) {
    ab_mesh_report r;
    AB_TRY(ab_mesh_inspect(b->cx, b->mesh, &r));
    if (r.triangles == 0) return ab_fail(b->cx, ABUT_ERR_INPUT, "%s: no triangles; a polyhedron needs four", b->name);
    if (!r.closed)
        return ab_fail(b->cx, ABUT_ERR_INPUT,
                       "%s: the surface is not closed: %lld open, %lld branching and %lld flipped edges; close it, or "
                       "take the convex hull",
                       b->name, (long long)r.boundary_edges, (long long)r.nonmanifold_edges,
                       (long long)r.flipped_edges);
    if (r.components != 1)
        return ab_fail(b->cx, ABUT_ERR_INPUT, "%s: %lld separate parts; give one convex part", b->name,
                       (long long)r.components);
    if (r.inverted)
        return ab_fail(b->cx, ABUT_ERR_INPUT, "%s: the triangles face inward (volume %g m^3); turn them around",
                       b->name, ab_mesh_volume(b->mesh));
    return ABUT_OK;
}

static abut_status allocate(polyhedron_builder *b) {
    const int64_t n = b->mesh->ntriangle;
    AB_TRY(AB_ALLOC(b->cx, &b->triangle, n));
    AB_TRY(AB_ALLOC(b->cx, &b->beside, 3 * n));
    AB_TRY(AB_ALLOC(b->cx, &b->face, n));
    AB_TRY(AB_ALLOC(b->cx, &b->queue, n));
    AB_TRY(AB_ALLOC(b->cx, &b->next, b->mesh->nvertex));
    AB_TRY(AB_ALLOC(b->cx, &b->uses, b->mesh->nvertex));
    AB_TRY(AB_ALLOC(b->cx, &b->row, 3 * n));
    AB_TRY(AB_ALLOC(b->cx, &b->spare, 3 * n));
    AB_TRY(AB_ALLOC(b->cx, &b->loop, 3 * n));
    return AB_ALLOC(b->cx, &b->first, n + 1);
}

static void release(polyhedron_builder *b) {
    void *const block[] = {b->triangle, b->beside, b->face,  b->queue, b->next,
                           b->uses,     b->row,    b->spare, b->loop,  b->first};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++) ab_free(b->cx, block[i]);
}

// ------------------------------------------------------------------------------------------------------------ faces

static void take_triangles(polyhedron_builder *b) {
    for (int64_t t = 0; t < b->mesh->ntriangle; t++) {
        const int32_t *v = b->mesh->triangle[t].v;
        if (v[0] != v[1] && v[1] != v[2] && v[2] != v[0]) b->triangle[b->ntriangle++] = b->mesh->triangle[t];
    }
}

// Sort key and value of a directed edge; opposite edges of a closed surface become adjacent rows.
static void sort_edges(polyhedron_builder *b, const int32_t *from, const int32_t *to, int64_t k) {
    const uint32_t low = (uint32_t)(*from < *to ? *from : *to);
    const uint32_t high = (uint32_t)(*from < *to ? *to : *from);
    b->row[k] = (ab_keyed){(uint64_t)low << 32 | high, k};
}

static void find_neighbours(polyhedron_builder *b) {
    for (int64_t k = 0; k < 3 * b->ntriangle; k++) {
        const int32_t *v = b->triangle[k / 3].v;
        sort_edges(b, &v[k % 3], &v[(k + 1) % 3], k);
    }
    ab_sort_keyed(b->row, b->spare, 3 * b->ntriangle);
    for (int64_t i = 0; i < 3 * b->ntriangle; i += 2) {
        const int64_t k = b->row[i].value;
        const int64_t l = b->row[i + 1].value;
        b->beside[k] = (int32_t)(l / 3);
        b->beside[l] = (int32_t)(k / 3);
    }
}

static v3 corner(const polyhedron_builder *b, int64_t triangle, int k) {
    return b->mesh->vertex[b->triangle[triangle].v[k]];
}

static v3 normal_of(const polyhedron_builder *b, int64_t t) {
    return v3_cross(v3_sub(corner(b, t, 1), corner(b, t, 0)), v3_sub(corner(b, t, 2), corner(b, t, 0)));
}

static bool lies_in(const polyhedron_builder *b, int64_t t, v3 unit, v3 place) {
    if (!(v3_dot(normal_of(b, t), unit) >= 0) || !(v3_norm2(unit) > 0)) return false;
    for (int k = 0; k < 3; k++)
        if (fabs(v3_dot(unit, v3_sub(corner(b, t, k), place))) > FLAT * b->size) return false;
    return true;
}

// A seed without area collects no neighbours, and check_convex refuses it.
static void gather_face(polyhedron_builder *b, int32_t seed) {
    const v3 unit = v3_unit(normal_of(b, seed));
    int32_t n = 0;
    b->queue[n++] = seed;
    b->face[seed] = b->nface;
    for (int32_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            const int32_t t = b->beside[3 * (int64_t)b->queue[i] + k];
            if (b->face[t] >= 0 || !lies_in(b, t, unit, corner(b, seed, 0))) continue;
            b->face[t] = b->nface;
            b->queue[n++] = t;
        }
    b->nface++;
}

// Processes triangles by descending area: the complement of the key reverses the order.
static void gather_faces(polyhedron_builder *b) {
    for (int64_t t = 0; t < b->ntriangle; t++) {
        b->row[t] = (ab_keyed){~ab_sort_key(v3_norm(normal_of(b, t))), t};
        b->face[t] = -1;
    }
    ab_sort_keyed(b->row, b->spare, b->ntriangle);
    for (int64_t i = 0; i < b->ntriangle; i++)
        if (b->face[b->row[i].value] < 0) gather_face(b, (int32_t)b->row[i].value);
}

// ------------------------------------------------------------------------------------------------------------ loops

// Edges between faces, sorted by face.
static int64_t sort_rims(polyhedron_builder *b) {
    int64_t n = 0;
    for (int64_t k = 0; k < 3 * b->ntriangle; k++)
        if (b->face[k / 3] != b->face[b->beside[k]]) b->row[n++] = (ab_keyed){(uint64_t)b->face[k / 3], k};
    ab_sort_keyed(b->row, b->spare, n);
    return n;
}

static abut_status walk_loop(polyhedron_builder *b, const ab_keyed *rim, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        const int32_t *v = b->triangle[rim[i].value / 3].v;
        const int64_t k = rim[i].value % 3;
        b->next[v[k]] = v[(k + 1) % 3];
    }
    const int32_t start = b->triangle[rim[0].value / 3].v[rim[0].value % 3];
    int32_t *loop = b->loop + b->first[b->nface];
    int64_t length = 0;
    for (int32_t at = start; length == 0 || (at != start && length < n); at = b->next[at]) {
        loop[length++] = at;
        b->uses[at]++;
    }
    if (length != n)
        return ab_fail(b->cx, ABUT_ERR_INPUT,
                       "%s: a flat part of the surface has no single edge around it; it is not convex", b->name);
    b->first[++b->nface] = (int32_t)(loop + length - b->loop);
    return ABUT_OK;
}

static abut_status walk_loops(polyhedron_builder *b) {
    const int64_t n = sort_rims(b);
    b->nface = 0;
    for (int64_t i = 0, next; i < n; i = next) {
        for (next = i; next < n && b->row[next].key == b->row[i].key; next++) {}
        AB_TRY(walk_loop(b, b->row + i, next - i));
    }
    return ABUT_OK;
}

// Removes vertices with two faces and numbers the others; returns their number.
static int32_t remove_straight(polyhedron_builder *b) {
    int32_t nvertex = 0;
    for (int64_t v = 0; v < b->mesh->nvertex; v++) b->uses[v] = b->uses[v] > 2 ? nvertex++ : -1;
    int32_t at = 0;
    for (int32_t f = 0; f < b->nface; f++) {
        const int32_t begin = b->first[f];
        b->first[f] = at;
        for (int32_t k = begin; k < b->first[f + 1]; k++)
            if (b->uses[b->loop[k]] >= 0) b->loop[at++] = b->uses[b->loop[k]];
    }
    b->first[b->nface] = at;
    return nvertex;
}

// A surface without volume has faces of fewer than three corners, or fewer than four vertices.
static abut_status check_faces(const polyhedron_builder *b, int32_t nvertex) {
    bool flat = nvertex < 4;
    for (int32_t f = 0; f < b->nface; f++) flat = flat || b->first[f + 1] - b->first[f] < 3;
    if (!flat) return ABUT_OK;
    return ab_fail(b->cx, ABUT_ERR_INPUT, "%s: the surface encloses no volume; give it a thickness", b->name);
}

// ----------------------------------------------------------------------------------------------------------- result

static abut_status allocate_result(polyhedron_builder *b, int32_t nvertex) {
    ab_loops *l = &b->p->loops;
    ab_planes *s = &b->p->planes;
    if (b->nface > AB_CLIP_MAX_FACES / 2)
        return ab_fail(b->cx, ABUT_ERR_LIMIT, "%s: %d faces are too many for exact overlap; at most %d", b->name,
                       (int)b->nface, AB_CLIP_MAX_FACES / 2);
    double **const of_vertices[] = {&l->x, &l->y, &l->z};
    for (int k = 0; k < 3; k++) AB_TRY(AB_ALLOC(b->cx, of_vertices[k], ab_padded(nvertex)));
    double **const of_faces[] = {&s->x, &s->y, &s->z, &s->offset};
    for (int k = 0; k < 4; k++) AB_TRY(AB_ALLOC(b->cx, of_faces[k], ab_padded(b->nface)));
    AB_TRY(AB_ALLOC(b->cx, &l->first, b->nface + 1));
    AB_TRY(AB_ALLOC(b->cx, &l->corner, b->first[b->nface]));
    l->nvertex = nvertex;
    l->nface = s->n = b->nface;
    AB_TRY(AB_ALLOC(b->cx, &b->p->edge, b->first[b->nface] / 2));
    return AB_ALLOC(b->cx, &l->owner, b->nface);
}

static v3 mean_vertex(const polyhedron_builder *b) {
    v3 sum = v3_zero();
    for (int64_t v = 0; v < b->mesh->nvertex; v++)
        if (b->uses[v] >= 0) sum = v3_add(sum, b->mesh->vertex[v]);
    return v3_scale(1.0 / b->p->loops.nvertex, sum);
}

static void put_vertices(polyhedron_builder *b) {
    ab_loops *l = &b->p->loops;
    b->p->centre = mean_vertex(b);
    for (int64_t v = 0; v < b->mesh->nvertex; v++) {
        if (b->uses[v] < 0) continue;
        const v3 place = v3_sub(b->mesh->vertex[v], b->p->centre);
        l->x[b->uses[v]] = place.x;
        l->y[b->uses[v]] = place.y;
        l->z[b->uses[v]] = place.z;
        b->p->radius = ab_greater(b->p->radius, v3_norm(place));
    }
}

// Opposite half-edges are adjacent after sorting and share an index.
static void number_edges(polyhedron_builder *b) {
    ab_loops *l = &b->p->loops;
    for (int32_t f = 0; f < b->nface; f++) {
        l->first[f + 1] = b->first[f + 1];
        for (int32_t k = b->first[f]; k < b->first[f + 1]; k++) {
            const int32_t next = k + 1 < b->first[f + 1] ? k + 1 : b->first[f];
            sort_edges(b, &b->loop[k], &b->loop[next], k);
            l->corner[k].vertex = (uint16_t)b->loop[k];
        }
    }
    const int32_t n = b->first[b->nface];
    ab_sort_keyed(b->row, b->spare, n);
    for (int32_t i = 0; i < n; i++) l->corner[b->row[i].value].edge = (uint16_t)(i / 2);
    l->nedge = n / 2;
}

// The face of the first half-edge is to the left.
static void put_edges(ab_polyhedron *p) {
    const ab_loops *l = &p->loops;
    for (int32_t f = 0; f < l->nface; f++)
        for (int32_t k = l->first[f]; k < l->first[f + 1]; k++) {
            ab_polyhedron_edge *e = &p->edge[l->corner[k].edge];
            const bool first = e->from == e->to; // still zero
            if (first) e->from = l->corner[k].vertex;
            if (first) e->to = l->corner[k + 1 < l->first[f + 1] ? k + 1 : l->first[f]].vertex;
            *(first ? &e->left : &e->right) = (uint16_t)f;
        }
}

// The area vector of the loop gives the normal; the plane passes through the mean of its corners.
static void put_plane(ab_polyhedron *p, int32_t face) {
    const ab_loops *l = &p->loops;
    const int32_t first = l->first[face];
    const int32_t n = l->first[face + 1] - first;
    const v3 a = ab_vertex_at(l, l->corner[first].vertex);
    v3 area = v3_zero();
    for (int32_t k = 2; k < n; k++)
        area = v3_add(area, v3_cross(v3_sub(ab_vertex_at(l, l->corner[first + k - 1].vertex), a),
                                     v3_sub(ab_vertex_at(l, l->corner[first + k].vertex), a)));
    const v3 unit = v3_unit(area);
    double sum = 0;
    for (int32_t k = 0; k < n; k++) sum += v3_dot(unit, ab_vertex_at(l, l->corner[first + k].vertex));
    p->planes.x[face] = unit.x;
    p->planes.y[face] = unit.y;
    p->planes.z[face] = unit.z;
    p->planes.offset[face] = sum / n;
    p->largest = ab_greater(p->largest, 0.5 * v3_norm(area));
}

static abut_status check_convex(polyhedron_builder *b) {
    const ab_loops *l = &b->p->loops;
    double worst = 0;
    for (int32_t f = 0; f < l->nface; f++)
        for (int32_t v = 0; v < l->nvertex; v++) {
            const ab_plane plane = ab_plane_at(&b->p->planes, f);
            if (!(v3_norm2(plane.normal) > 0))
                return ab_fail(b->cx, ABUT_ERR_INPUT, "%s: a face has no area; repair the mesh or take the convex hull",
                               b->name);
            worst = ab_greater(worst, v3_dot(plane.normal, ab_vertex_at(l, v)) - plane.offset);
        }
    if (worst <= BENT * b->p->radius) return ABUT_OK;
    return ab_fail(b->cx, ABUT_ERR_INPUT,
                   "%s: not convex: a vertex lies %.3g m above a face, %.3g of the radius; take the convex hull or "
                   "split the part",
                   b->name, worst, worst / b->p->radius);
}

static double size_of(const ab_mesh *mesh) {
    v3 low = mesh->vertex[mesh->triangle[0].v[0]];
    v3 high = low;
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) {
            low = v3_min(low, mesh->vertex[mesh->triangle[t].v[k]]);
            high = v3_max(high, mesh->vertex[mesh->triangle[t].v[k]]);
        }
    return 0.5 * v3_norm(v3_sub(high, low));
}

static abut_status build(polyhedron_builder *b) {
    AB_TRY(check_surface(b));
    AB_TRY(allocate(b));
    b->size = size_of(b->mesh);
    take_triangles(b);
    find_neighbours(b);
    gather_faces(b);
    AB_TRY(walk_loops(b));
    const int32_t nvertex = remove_straight(b);
    AB_TRY(check_faces(b, nvertex));
    AB_TRY(allocate_result(b, nvertex));
    put_vertices(b);
    number_edges(b);
    put_edges(b->p);
    for (int32_t f = 0; f < b->nface; f++) put_plane(b->p, f);
    AB_TRY(ab_vertex_edges_make(b->cx, &b->p->loops, &b->p->vertex_edges));
    b->p->volume = ab_clip_measure(&b->p->loops).volume;
    return check_convex(b);
}

abut_status ab_polyhedron_build(ab_ctx *cx, const char *name, const ab_mesh *mesh, ab_polyhedron *p) {
    *p = (ab_polyhedron){0};
    polyhedron_builder b = {.cx = cx, .name = name, .mesh = mesh, .p = p};
    const abut_status status = build(&b);
    release(&b);
    if (status != ABUT_OK) ab_polyhedron_free(cx, p);
    return status;
}

abut_status ab_polyhedron_hull(ab_ctx *cx, const char *name, const v3 *point, int64_t npoint, ab_polyhedron *p) {
    *p = (ab_polyhedron){0};
    ab_mesh hull;
    AB_TRY(ab_hull(cx, point, npoint, &hull));
    const abut_status status = ab_polyhedron_build(cx, name, &hull, p);
    ab_mesh_free(cx, &hull);
    return status;
}

void ab_polyhedron_free(ab_ctx *cx, ab_polyhedron *p) {
    void *const block[] = {p->loops.x,  p->loops.y,  p->loops.z,  p->loops.first,   p->loops.corner, p->loops.owner,
                           p->planes.x, p->planes.y, p->planes.z, p->planes.offset, p->edge};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++) ab_free(cx, block[i]);
    ab_vertex_edges_free(cx, &p->vertex_edges);
    *p = (ab_polyhedron){0};
}
