// Reads and writes frictional contact problems in FCLIB's HDF5 layout: /fclib_local with W (compressed columns,
// compressed rows or triplets), vectors/q, vectors/mu and spacedim.
#include "base/alloc.h"
#include "output/h5.h"
#include "solve/cone_problem_object.h"

#include <string.h>

#define MAX_ENTRIES (INT64_C(1) << 30)

typedef struct reading {
    ab_ctx *cx;
    const char *path;
    ab_h5 h5;
    int64_t n, count; // contacts, entries
    double *mu, *q, *value;
    int32_t *pointer, *index; // as in the file
    int64_t npointer;
    int32_t storage; // -1 by columns, -2 by rows, else the number of triplets
    ab_entry *entry;
} reading;

static abut_status wrong(reading *r, const char *what) {
    return ab_fail(r->cx, ABUT_ERR_INPUT, "%s: %s", r->path, what);
}

static int32_t number(reading *r, const char *path) {
    int32_t value = 0;
    if (ab_h5_rows_of(&r->h5, path) != 1 && r->h5.status == ABUT_OK) ab_h5_fail(&r->h5, "read one number from", path);
    ab_h5_get(&r->h5, path, AB_I32, 0, 1, 0, &value);
    return value;
}

static abut_status read_sizes(reading *r) {
    const int32_t dimensions = number(r, "/fclib_local/spacedim"), rows = number(r, "/fclib_local/W/m"),
                  columns = number(r, "/fclib_local/W/n");
    r->storage = number(r, "/fclib_local/W/nz");
    r->n = ab_h5_rows_of(&r->h5, "/fclib_local/vectors/mu");
    r->count = ab_h5_rows_of(&r->h5, "/fclib_local/W/x");
    r->npointer = ab_h5_rows_of(&r->h5, "/fclib_local/W/p");
    if (r->h5.status != ABUT_OK) return r->h5.status;
    if (dimensions != 3) return wrong(r, "only problems in three dimensions can be solved (spacedim is not 3)");
    if (rows != columns || rows < 0 || r->n != rows / 3 || rows % 3 != 0)
        return wrong(r, "W must have three rows and columns for each friction coefficient");
    if (ab_h5_rows_of(&r->h5, "/fclib_local/vectors/q") != rows)
        return wrong(r, "vectors/q must have as many numbers as W has rows");
    if (r->count > MAX_ENTRIES || ab_h5_rows_of(&r->h5, "/fclib_local/W/i") != r->count)
        return wrong(r, "W/i and W/x must have the same number of entries");
    const int64_t pointers = r->storage < 0 ? (int64_t)rows + 1 : r->count;
    if (r->storage < -2 || r->npointer != pointers) return wrong(r, "W/p does not fit the storage that W/nz tells");
    return r->h5.status;
}

static abut_status read_arrays(reading *r) {
    AB_TRY(AB_ALLOC(r->cx, &r->mu, r->n));
    AB_TRY(AB_ALLOC(r->cx, &r->q, 3 * r->n));
    AB_TRY(AB_ALLOC(r->cx, &r->value, r->count));
    AB_TRY(AB_ALLOC(r->cx, &r->index, r->count));
    AB_TRY(AB_ALLOC(r->cx, &r->pointer, r->npointer));
    AB_TRY(AB_ALLOC(r->cx, &r->entry, r->count));
    ab_h5_get(&r->h5, "/fclib_local/vectors/mu", AB_F64, 0, r->n, 0, r->mu);
    ab_h5_get(&r->h5, "/fclib_local/vectors/q", AB_F64, 0, 3 * r->n, 0, r->q);
    ab_h5_get(&r->h5, "/fclib_local/W/x", AB_F64, 0, r->count, 0, r->value);
    ab_h5_get(&r->h5, "/fclib_local/W/i", AB_I32, 0, r->count, 0, r->index);
    ab_h5_get(&r->h5, "/fclib_local/W/p", AB_I32, 0, r->npointer, 0, r->pointer);
    return r->h5.status;
}

// Row or column pointers must ascend from 0 to the number of entries in use.
static abut_status unpack(reading *r) {
    const int64_t lines = r->npointer - 1;
    if (r->storage >= 0) {
        if (r->storage > r->count) return wrong(r, "W/nz tells of more entries than there are");
        for (int64_t k = 0; k < r->storage; k++) r->entry[k] = (ab_entry){r->pointer[k], r->index[k], r->value[k]};
        r->count = r->storage;
        return ABUT_OK;
    }
    if (r->pointer[0] != 0 || r->pointer[lines] > r->count)
        return wrong(r, "W/p does not begin with 0 or ends beyond the entries");
    for (int64_t i = 0; i < lines; i++) {
        if (r->pointer[i + 1] < r->pointer[i]) return wrong(r, "W/p does not ascend");
        for (int64_t k = r->pointer[i]; k < r->pointer[i + 1]; k++)
            r->entry[k] = r->storage == -1 ? (ab_entry){r->index[k], (int32_t)i, r->value[k]}
                                           : (ab_entry){(int32_t)i, r->index[k], r->value[k]};
    }
    r->count = r->pointer[lines];
    return ABUT_OK;
}

static abut_status read(reading *r, abut_cones **cones) {
    AB_TRY(read_sizes(r));
    AB_TRY(read_arrays(r));
    AB_TRY(unpack(r));
    return ab_cones_make(r->cx, r->path, ABUT_ERR_INPUT, r->n, r->mu, r->q, r->entry, r->count, cones);
}

abut_status abut_cones_load(abut_context *context, const char *path, abut_cones **cones) {
    if (!context) return ABUT_ERR_ARGUMENT;
    if (!path || !cones) return ab_fail(context, ABUT_ERR_ARGUMENT, "a problem needs a file and a place to be put");
    *cones = NULL;
    reading r = {.cx = context, .path = path};
    AB_TRY(ab_h5_open(context, path, &r.h5));
    abut_status status = read(&r, cones);
    const abut_status closed = ab_h5_close(&r.h5);
    if (status == ABUT_OK && closed != ABUT_OK) {
        abut_cones_destroy(*cones);
        *cones = NULL;
        status = closed;
    }
    ab_free(context, r.mu);
    ab_free(context, r.q);
    ab_free(context, r.value);
    ab_free(context, r.index);
    ab_free(context, r.pointer);
    ab_free(context, r.entry);
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

static void write(ab_h5 *h5, const abut_cones *c, const triplets *t, const double *impulse, const double *velocity) {
    const int32_t size = (int32_t)(3 * c->w.n), count = (int32_t)t->count;
    static const char *const GROUPS[] = {"/fclib_local", "/fclib_local/W", "/fclib_local/vectors", "/solution"};
    for (int i = 0; i < 4; i++) ab_h5_group(h5, GROUPS[i]);
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
    ab_h5_put(h5, "/solution/r", AB_F64, size, 0, impulse);
    ab_h5_put(h5, "/solution/u", AB_F64, size, 0, velocity);
}

abut_status abut_cones_save(const abut_cones *cones, const char *path, const double *impulse, const double *velocity) {
    if (!cones) return ABUT_ERR_ARGUMENT;
    if (!path || !impulse || !velocity)
        return ab_fail(cones->cx, ABUT_ERR_ARGUMENT, "a solution has a file, impulses and velocities");
    triplets t = {0};
    ab_h5 h5;
    abut_status status = list_entries(cones, &t);
    if (status == ABUT_OK) status = ab_h5_create(cones->cx, path, &h5);
    if (status == ABUT_OK) {
        write(&h5, cones, &t, impulse, velocity);
        status = ab_h5_close(&h5);
    }
    ab_free(cones->cx, t.row);
    ab_free(cones->cx, t.column);
    ab_free(cones->cx, t.value);
    return status;
}
