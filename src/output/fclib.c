// Reads and writes frictional contact problems in FCLIB's HDF5 layout. Matrices are stored by compressed columns,
// compressed rows or triplets.
//   /fclib_local    u = W r + q
//   /fclib_global   M v = H r + G l + f,  G^T v + b = 0,  u = H^T v + w;  G and b may be absent
// Both have vectors/mu and spacedim. A global problem is condensed to a local one.
#include "output/fclib.h"

#include "base/alloc.h"
#include "base/h5.h"
#include "solve/condense.h"
#include "solve/cone_problem_object.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_ENTRIES (INT64_C(1) << 30)
#define PATH_MAX_H5 64

typedef struct reading {
    ab_ctx *cx;
    const char *path;
    ab_h5 h5;
} reading;

static abut_status wrong(const reading *r, const char *what) {
    return ab_fail(r->cx, ABUT_ERR_INPUT, "%s: %s", r->path, what);
}

// ------------------------------------------------------------------------------------------------------------- vectors

// All n numbers of a dataset.
static void take(ab_h5 *h5, const char *path, ab_scalar type, int64_t n, void *values) {
    ab_h5_check_pieces(h5, path);
    ab_h5_get(h5, path, type, 0, n, 0, values);
}

static int32_t number(reading *r, const char *path) {
    int32_t value = 0;
    if (ab_h5_rows_of(&r->h5, path) != 1 && r->h5.status == ABUT_OK) ab_h5_fail(&r->h5, "read one number from", path);
    take(&r->h5, path, AB_I32, 1, &value);
    return value;
}

// A vector of n numbers; the caller frees it.
static abut_status read_vector(reading *r, const char *path, int64_t n, double **vector) {
    const int64_t rows = ab_h5_rows_of(&r->h5, path);
    AB_TRY(r->h5.status);
    if (rows != n)
        return ab_fail(r->cx, ABUT_ERR_INPUT, "%s: %s has %lld numbers instead of %lld", r->path, path, (long long)rows,
                       (long long)n);
    AB_TRY(AB_ALLOC(r->cx, vector, n));
    take(&r->h5, path, AB_F64, n, *vector);
    return r->h5.status;
}

// ------------------------------------------------------------------------------------------------------------ matrices

// A matrix as it is stored.
typedef struct stored {
    reading *r;
    const char *group;
    int32_t rows, columns;
    int32_t storage; // -1 by columns, -2 by rows, else the number of triplets
    int64_t count, npointer;
    int32_t *pointer, *index; // as in the file
    double *value;
} stored;

static abut_status wrong_matrix(const stored *s, const char *what) {
    return ab_fail(s->r->cx, ABUT_ERR_INPUT, "%s: %s: %s", s->r->path, s->group, what);
}

static const char *member(const stored *s, const char *name, char path[PATH_MAX_H5]) {
    snprintf(path, PATH_MAX_H5, "%s/%s", s->group, name);
    return path;
}

static abut_status read_sizes(stored *s) {
    char path[PATH_MAX_H5];
    ab_h5 *h5 = &s->r->h5;
    s->rows = number(s->r, member(s, "m", path));
    s->columns = number(s->r, member(s, "n", path));
    s->storage = number(s->r, member(s, "nz", path));
    s->count = ab_h5_rows_of(h5, member(s, "x", path));
    s->npointer = ab_h5_rows_of(h5, member(s, "p", path));
    const int64_t indices = ab_h5_rows_of(h5, member(s, "i", path));
    AB_TRY(h5->status);
    if (s->rows < 0 || s->columns < 0) return wrong_matrix(s, "a number of rows or columns is negative");
    if (s->count > MAX_ENTRIES || indices != s->count)
        return wrong_matrix(s, "i and x must have the same number of entries");
    const int64_t lines = s->storage == -1 ? s->columns : s->rows;
    if (s->storage < -2 || s->npointer != (s->storage < 0 ? lines + 1 : s->count))
        return wrong_matrix(s, "p does not fit the storage given by nz");
    return ABUT_OK;
}

static abut_status read_arrays(stored *s) {
    char path[PATH_MAX_H5];
    ab_ctx *cx = s->r->cx;
    ab_h5 *h5 = &s->r->h5;
    AB_TRY(AB_ALLOC(cx, &s->value, s->count));
    AB_TRY(AB_ALLOC(cx, &s->index, s->count));
    AB_TRY(AB_ALLOC(cx, &s->pointer, s->npointer));
    take(h5, member(s, "x", path), AB_F64, s->count, s->value);
    take(h5, member(s, "i", path), AB_I32, s->count, s->index);
    take(h5, member(s, "p", path), AB_I32, s->npointer, s->pointer);
    return h5->status;
}

// Row or column pointers must ascend from 0 to the number of entries in use.
static abut_status unpack(const stored *s, ab_entries *to) {
    const int64_t lines = s->npointer - 1;
    if (s->storage >= 0) {
        if (s->storage > s->count) return wrong_matrix(s, "nz is larger than the number of entries");
        for (int64_t k = 0; k < s->storage; k++) to->entry[k] = (ab_entry){s->pointer[k], s->index[k], s->value[k]};
        to->count = s->storage;
        return ABUT_OK;
    }
    if (s->pointer[0] != 0 || s->pointer[lines] > s->count)
        return wrong_matrix(s, "p does not begin with 0 or ends beyond the entries");
    for (int64_t i = 0; i < lines; i++) {
        if (s->pointer[i + 1] < s->pointer[i]) return wrong_matrix(s, "p does not ascend");
        for (int64_t k = s->pointer[i]; k < s->pointer[i + 1]; k++)
            to->entry[k] = s->storage == -1 ? (ab_entry){s->index[k], (int32_t)i, s->value[k]}
                                            : (ab_entry){(int32_t)i, s->index[k], s->value[k]};
    }
    to->count = s->pointer[lines];
    return ABUT_OK;
}

static abut_status check_entries(const stored *s, const ab_entries *m) {
    for (int64_t k = 0; k < m->count; k++) {
        const ab_entry e = m->entry[k];
        if (e.row < 0 || e.row >= s->rows || e.column < 0 || e.column >= s->columns)
            return ab_fail(s->r->cx, ABUT_ERR_INPUT,
                           "%s: %s has an entry in row %d, column %d, but %d rows, %d columns", s->r->path, s->group,
                           e.row, e.column, s->rows, s->columns);
        if (!isfinite(e.value)) return wrong_matrix(s, "a number is not finite");
    }
    return ABUT_OK;
}

static abut_status read_stored(stored *s, ab_entries *to) {
    AB_TRY(read_sizes(s));
    AB_TRY(read_arrays(s));
    *to = (ab_entries){.rows = s->rows, .columns = s->columns};
    AB_TRY(AB_ALLOC(s->r->cx, &to->entry, s->count));
    AB_TRY(unpack(s, to));
    return check_entries(s, to);
}

// The caller frees to->entry.
static abut_status read_matrix(reading *r, const char *group, ab_entries *to) {
    stored s = {.r = r, .group = group};
    const abut_status status = read_stored(&s, to);
    ab_free(r->cx, s.value);
    ab_free(r->cx, s.index);
    ab_free(r->cx, s.pointer);
    return status;
}

// ------------------------------------------------------------------------------------------------------------ problems

typedef struct problem {
    ab_global_cones global;
    ab_entries w; // W
    double *mu, *q, *f, *gap_rate, *b;
    int64_t n; // contacts
} problem;

static abut_status check_dimensions(reading *r, const char *path) {
    const int32_t dimensions = number(r, path);
    AB_TRY(r->h5.status);
    return dimensions == 3 ? ABUT_OK : wrong(r, "only problems in three dimensions can be solved (spacedim is not 3)");
}

static abut_status read_local(reading *r, problem *p) {
    AB_TRY(check_dimensions(r, "/fclib_local/spacedim"));
    AB_TRY(read_matrix(r, "/fclib_local/W", &p->w));
    if (p->w.rows != p->w.columns || p->w.rows % 3 != 0)
        return wrong(r, "W must have three rows and columns for each contact");
    p->n = p->w.rows / 3;
    AB_TRY(read_vector(r, "/fclib_local/vectors/mu", p->n, &p->mu));
    return read_vector(r, "/fclib_local/vectors/q", 3 * p->n, &p->q);
}

static abut_status read_joints(reading *r, problem *p) {
    p->global.g.rows = p->global.m.rows;
    if (!ab_h5_has(&r->h5, "/fclib_global/G")) return r->h5.status;
    AB_TRY(read_matrix(r, "/fclib_global/G", &p->global.g));
    if (p->global.g.rows != p->global.m.rows) return wrong(r, "G must have as many rows as M");
    return read_vector(r, "/fclib_global/vectors/b", p->global.g.columns, &p->b);
}

static abut_status read_global(reading *r, problem *p) {
    ab_global_cones *g = &p->global;
    AB_TRY(check_dimensions(r, "/fclib_global/spacedim"));
    AB_TRY(read_matrix(r, "/fclib_global/M", &g->m));
    AB_TRY(read_matrix(r, "/fclib_global/H", &g->h));
    if (g->m.rows != g->m.columns || g->h.rows != g->m.rows || g->h.columns % 3 != 0)
        return wrong(r, "M must be square, and H must have as many rows and three columns for each contact");
    p->n = g->h.columns / 3;
    AB_TRY(read_vector(r, "/fclib_global/vectors/mu", p->n, &p->mu));
    AB_TRY(read_vector(r, "/fclib_global/vectors/f", g->m.rows, &p->f));
    AB_TRY(read_vector(r, "/fclib_global/vectors/w", 3 * p->n, &p->gap_rate));
    AB_TRY(read_joints(r, p));
    if (g->h.columns + g->g.columns > INT32_MAX) return wrong(r, "H and G have too many columns");
    g->f = p->f;
    g->w = p->gap_rate;
    g->b = p->b;
    AB_TRY(AB_ALLOC(r->cx, &p->q, 3 * p->n));
    return ab_condense(r->cx, r->path, g, &p->w, p->q);
}

static abut_status read(reading *r, problem *p, abut_cones **cones) {
    AB_TRY(ab_h5_has(&r->h5, "/fclib_global") ? read_global(r, p) : read_local(r, p));
    return ab_cones_make(r->cx, r->path, ABUT_ERR_INPUT, p->n, p->mu, p->q, p->w.entry, p->w.count, cones);
}

static void free_problem(ab_ctx *cx, problem *p) {
    ab_entry *const entries[] = {p->w.entry, p->global.m.entry, p->global.h.entry, p->global.g.entry};
    double *const vectors[] = {p->mu, p->q, p->f, p->gap_rate, p->b};
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) ab_free(cx, entries[i]);
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) ab_free(cx, vectors[i]);
}

abut_status abut_cones_load(abut_context *context, const char *path, abut_cones **cones) {
    if (!context) return ABUT_ERR_ARGUMENT;
    if (!path || !cones) return ab_fail(context, ABUT_ERR_ARGUMENT, "a problem needs a file and a place to be put");
    *cones = NULL;
    reading r = {.cx = context, .path = path};
    problem p = {.n = 0};
    AB_TRY(ab_h5_open(context, path, &r.h5));
    abut_status status = read(&r, &p, cones);
    const abut_status closed = ab_h5_close(&r.h5);
    if (status == ABUT_OK && closed != ABUT_OK) {
        abut_cones_destroy(*cones);
        *cones = NULL;
        status = closed;
    }
    free_problem(context, &p);
    return status;
}

// ------------------------------------------------------------------------------------------------------------- writing

typedef struct triplets {
    int32_t *row, *column;
    double *value;
    int64_t count;
} triplets;

static abut_status list_entries(const abut_cones *c, triplets *t) {
    const int64_t max = 9 * c->w.first[c->w.n];
    if (max > INT32_MAX)
        return ab_fail(c->cx, ABUT_ERR_LIMIT, "W has more than %d entries, which a file of FCLIB cannot count",
                       INT32_MAX);
    AB_TRY(AB_ALLOC(c->cx, &t->row, max));
    AB_TRY(AB_ALLOC(c->cx, &t->column, max));
    AB_TRY(AB_ALLOC(c->cx, &t->value, max));
    for (int64_t i = 0; i < c->w.n; i++)
        for (int64_t k = 9 * c->w.first[i]; k < 9 * c->w.first[i + 1]; k++) {
            if (c->w.value[k] == 0) continue;
            t->row[t->count] = (int32_t)(3 * i + k % 9 / 3);
            t->column[t->count] = (int32_t)(3 * (int64_t)c->w.column[k / 9] + k % 3);
            t->value[t->count++] = c->w.value[k];
        }
    return ABUT_OK;
}

static void put_number(ab_h5 *h5, const char *path, int32_t value) { ab_h5_put(h5, path, AB_I32, 1, 0, &value); }

static void write_guess(ab_h5 *h5, int32_t size, const double *guess) {
    if (!guess) return;
    ab_h5_group(h5, "/guesses");
    put_number(h5, "/guesses/number_of_guesses", 1);
    ab_h5_group(h5, "/guesses/1");
    ab_h5_put(h5, "/guesses/1/r", AB_F64, size, 0, guess);
}

static void write_title(ab_h5 *h5, const char *title) {
    if (!title) return;
    ab_h5_group(h5, "/fclib_local/info");
    ab_h5_put_strings(h5, "/fclib_local/info/title", 1, (int64_t)strlen(title) + 1, title);
}

static void write(ab_h5 *h5, const abut_cones *c, const triplets *t, const ab_fclib_answer *answer) {
    const int32_t size = (int32_t)(3 * c->w.n), count = (int32_t)t->count;
    static const char *const GROUPS[] = {"/fclib_local", "/fclib_local/W", "/fclib_local/vectors", "/solution"};
    for (int i = 0; i < 4; i++) ab_h5_group(h5, GROUPS[i]);
    write_title(h5, answer->title);
    put_number(h5, "/fclib_local/spacedim", 3);
    put_number(h5, "/fclib_local/W/nzmax", count);
    put_number(h5, "/fclib_local/W/m", size);
    put_number(h5, "/fclib_local/W/n", size);
    put_number(h5, "/fclib_local/W/nz", count);
    ab_h5_put(h5, "/fclib_local/W/p", AB_I32, t->count, 0, t->row);
    ab_h5_put(h5, "/fclib_local/W/i", AB_I32, t->count, 0, t->column);
    ab_h5_put(h5, "/fclib_local/W/x", AB_F64, t->count, 0, t->value);
    ab_h5_put(h5, "/fclib_local/vectors/q", AB_F64, size, 0, c->q);
    ab_h5_put(h5, "/fclib_local/vectors/mu", AB_F64, c->w.n, 0, c->mu);
    ab_h5_put(h5, "/solution/r", AB_F64, size, 0, answer->impulse);
    ab_h5_put(h5, "/solution/u", AB_F64, size, 0, answer->velocity);
    write_guess(h5, size, answer->guess);
}

abut_status ab_fclib_write(const abut_cones *cones, const char *path, const ab_fclib_answer *answer) {
    triplets t = {0};
    ab_h5 h5;
    abut_status status = list_entries(cones, &t);
    if (status == ABUT_OK) status = ab_h5_create(cones->cx, path, &h5);
    if (status == ABUT_OK) {
        write(&h5, cones, &t, answer);
        status = ab_h5_close(&h5);
    }
    ab_free(cones->cx, t.row);
    ab_free(cones->cx, t.column);
    ab_free(cones->cx, t.value);
    return status;
}

abut_status abut_cones_save(const abut_cones *cones, const char *path, const double *impulse, const double *velocity) {
    if (!cones) return ABUT_ERR_ARGUMENT;
    if (!path || !impulse || !velocity)
        return ab_fail(cones->cx, ABUT_ERR_ARGUMENT, "a solution has a file, impulses and velocities");
    return ab_fclib_write(cones, path, &(ab_fclib_answer){.impulse = impulse, .velocity = velocity});
}
