// Mobility of the bodies that have joints and contacts: B = S K^-1 S^T, K the saddle-point matrix of bodies and joints
// (solve/kkt.h), S their velocities. One dense matrix for each mechanism, from six solutions per body; mechanisms that
// no joint connects are solved together.
//
// Joints can keep a contact from moving in some direction, tangential ones mostly. A small fraction of the mobility
// without joints is added, so that every contact can move; its effect on a velocity is that fraction. Where a light
// mechanism carries a heavy body it is a fraction of the mobility of that body, or the light one would yield to it.
#include "base/union_find.h"
#include "step/contact_cones.h"

#define LOOSENESS     1e-8  // of the mobility without joints, or of that of the heaviest body with a contact
#define MIN_LOOSENESS 1e-12 // of the mobility without joints

enum { MAX_TOUCHED = 256 }; // bodies with contacts in a mechanism: its matrix is dense

typedef struct touched_bodies {
    ab_world *w;
    int32_t *root;      // mechanism of a body of the system: its representative       (kkt.nbody)
    int32_t *mechanism; // of a representative, -1 = not touched                       (kkt.nbody)
    int32_t *index;     // of a body of the world in the system, -1 = no joint         (bodies)
    uint8_t *taken;     // body of the system has a contact                            (kkt.nbody)
    ab_cone_mechanism *list;
    double **mobility; // of each in the list
    int64_t n, max;    // mechanisms; most bodies in one
} touched_bodies;

static abut_status take(touched_bodies *t) {
    ab_world *w = t->w;
    const int64_t n = w->mechanism.kkt.nbody;
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->root, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->mechanism, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->taken, n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->index, w->state.body.n));
    AB_TRY(AB_TAKE(w->cx, &w->arena, &t->list, n));
    return AB_TAKE(w->cx, &w->arena, &t->mobility, n);
}

static void find_mechanisms(touched_bodies *t) {
    const ab_mechanism *m = &t->w->mechanism;
    ab_union_find_start(t->root, m->kkt.nbody);
    for (int64_t i = 0; i < m->kkt.njoint; i++)
        if (m->kkt.joint[i].a >= 0 && m->kkt.joint[i].b >= 0)
            ab_union_find_join(t->root, m->kkt.joint[i].a, m->kkt.joint[i].b);
    for (int64_t i = 0; i < t->w->state.body.n; i++) t->index[i] = -1;
    for (int32_t i = 0; i < m->kkt.nbody; i++) {
        t->index[m->held[i]] = i;
        t->mechanism[i] = -1;
        t->taken[i] = 0;
    }
}

static void mark(touched_bodies *t, int32_t body) {
    if (body >= 0 && t->index[body] >= 0) t->taken[t->index[body]] = 1;
}

static abut_status too_many(const touched_bodies *t, int64_t body) {
    char label[ABUT_LABEL];
    ab_collider_label(t->w, ab_first_collider(t->w, body), label);
    return ab_fail(t->w->cx, ABUT_ERR_LIMIT,
                   "more than %d bodies of the mechanism of '%s' are in contact, the limit of contact.enforcement: %s; "
                   "use enforcement: penalty",
                   MAX_TOUCHED, label, t->w->config.enforcement->name);
}

// Lists the touched bodies of each mechanism, ascending.
static abut_status list_bodies(touched_bodies *t) {
    ab_world *w = t->w;
    for (int32_t i = 0; i < w->mechanism.kkt.nbody; i++) {
        if (!t->taken[i]) continue;
        int32_t *of = &t->mechanism[ab_union_find_root(t->root, i)];
        if (*of < 0) {
            *of = (int32_t)t->n++;
            t->list[*of] = (ab_cone_mechanism){0};
        }
        t->list[*of].n++;
    }
    for (int64_t k = 0; k < t->n; k++) {
        int32_t *body;
        AB_TRY(AB_TAKE(w->cx, &w->arena, &body, t->list[k].n));
        t->list[k].body = body;
        t->list[k].n = 0;
    }
    for (int32_t i = 0; i < w->mechanism.kkt.nbody; i++) {
        if (!t->taken[i]) continue;
        ab_cone_mechanism *m = &t->list[t->mechanism[ab_union_find_root(t->root, i)]];
        if (m->n == MAX_TOUCHED) return too_many(t, w->mechanism.held[i]);
        ((int32_t *)m->body)[m->n++] = (int32_t)w->mechanism.held[i];
        if (m->n > t->max) t->max = m->n;
    }
    return ABUT_OK;
}

// Column `axis` of body k of every mechanism that has so many.
static void fill_columns(touched_bodies *t, int64_t k, int axis) {
    ab_mechanism *m = &t->w->mechanism;
    for (int64_t i = 0; i < m->kkt.ndof; i++) m->body_side[i] = 0;
    for (int64_t i = 0; i < m->kkt.nrow; i++) m->row_side[i] = 0;
    for (int64_t i = 0; i < t->n; i++)
        if (k < t->list[i].n) m->body_side[m->kkt.block[t->index[t->list[i].body[k]]].first + axis] = 1;
    ab_kkt_solve(&m->kkt, m->body_side, m->row_side);
    for (int64_t i = 0; i < t->n; i++) {
        const int64_t n = t->list[i].n;
        for (int64_t j = 0; k < n && j < n; j++)
            for (int c = 0; c < AB_KKT_BLOCK; c++)
                t->mobility[i][(AB_KKT_BLOCK * j + c) * AB_KKT_BLOCK * n + AB_KKT_BLOCK * k + axis] =
                    m->body_side[m->kkt.block[t->index[t->list[i].body[j]]].first + c];
    }
}

static void make_symmetric(double *a, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++) a[i * n + j] = a[j * n + i] = 0.5 * (a[i * n + j] + a[j * n + i]);
}

// Mobility of the heaviest moving body that has a contact, kg^-1
static double min_mobility(const ab_contact_cones *c, const ab_cone_body *body) {
    double min = INFINITY;
    for (int64_t i = 0; i < c->n; i++) {
        if (c->frame[i].a >= 0) min = ab_lesser(min, body[c->frame[i].a].inverse_mass);
        if (c->frame[i].b >= 0) min = ab_lesser(min, body[c->frame[i].b].inverse_mass);
    }
    return min;
}

static void loosen(const ab_cone_mechanism *m, const ab_cone_body *body, double min, double *a) {
    const int64_t size = AB_KKT_BLOCK * m->n;
    for (int64_t i = 0; i < m->n; i++) {
        const ab_cone_body *b = &body[m->body[i]];
        double *at = a + AB_KKT_BLOCK * i * size + AB_KKT_BLOCK * i;
        const double share = ab_greater(MIN_LOOSENESS, LOOSENESS * ab_lesser(1, min / b->inverse_mass));
        for (int c = 0; c < 3; c++) {
            at[c * size + c] += share * b->inverse_mass;
            for (int d = 0; d < 3; d++) at[(3 + c) * size + 3 + d] += share * v3_at(b->inverse_inertia.row[c], d);
        }
    }
}

abut_status ab_contact_mechanisms(ab_world *w, const ab_contact_cones *c, ab_cone_bodies_def *def) {
    if (w->mechanism.n == 0) return ABUT_OK;
    touched_bodies t = {.w = w};
    AB_TRY(take(&t));
    find_mechanisms(&t);
    for (int64_t i = 0; i < c->n; i++) mark(&t, c->frame[i].a), mark(&t, c->frame[i].b);
    AB_TRY(list_bodies(&t));
    for (int64_t i = 0; i < t.n; i++) {
        const int64_t size = AB_KKT_BLOCK * t.list[i].n;
        AB_TRY(AB_TAKE(w->cx, &w->arena, &t.mobility[i], size * size));
        t.list[i].mobility = t.mobility[i];
    }
    for (int64_t k = 0; k < t.max; k++)
        for (int axis = 0; axis < AB_KKT_BLOCK; axis++) fill_columns(&t, k, axis);
    const double min = min_mobility(c, def->body);
    for (int64_t i = 0; i < t.n; i++) {
        make_symmetric(t.mobility[i], AB_KKT_BLOCK * t.list[i].n);
        loosen(&t.list[i], def->body, min, t.mobility[i]);
    }
    def->mechanism = t.list;
    def->nmechanism = t.n;
    return ABUT_OK;
}
