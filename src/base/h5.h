// HDF5 files over the file layer of abut. A handle stores the first failure and ignores every later call, so a writer
// checks the status once, at the end. HDF5 error printing is off, and files contain no time stamps.
#ifndef AB_BASE_H5_H
#define AB_BASE_H5_H

#include "base/file.h"

#include <hdf5.h>

typedef struct ab_h5 {
    ab_ctx *cx;
    const char *path;   // for messages; must outlive the handle
    abut_status status; // of the first failure, whose message is set
    bool writing;
    hid_t file, driver;
    H5E_auto2_t print; // HDF5's previous error handler, restored on close
    void *print_data;
} ab_h5;

typedef enum ab_scalar { AB_F32, AB_F64, AB_I32, AB_I64, AB_U8 } ab_scalar;
size_t ab_scalar_size(ab_scalar type);

// The handle must not move while the file is open. If these fail, the handle is already closed.
abut_status ab_h5_create(ab_ctx *cx, const char *path, ab_h5 *h5);
abut_status ab_h5_open(ab_ctx *cx, const char *path, ab_h5 *h5);
// Flushes, syncs and closes; returns the first failure of all calls with the handle.
abut_status ab_h5_close(ab_h5 *h5);

// Records that HDF5 failed to `doing`, unless a failure of the file layer is recorded already.
void ab_h5_fail(ab_h5 *h5, const char *doing, const char *object);

// ---------------------------------------------------------------------------------------------------- writing

void ab_h5_group(ab_h5 *h5, const char *path);                    // its members keep their order of creation
void ab_h5_link(ab_h5 *h5, const char *path, const char *target); // a soft link
void ab_h5_attribute(ab_h5 *h5, const char *path, const char *name, ab_scalar type, const void *values, int64_t count);
void ab_h5_attribute_text(ab_h5 *h5, const char *path, const char *name, const char *text);

// A dataset whose rows are appended in order. columns 0 = one-dimensional.
typedef struct ab_h5_rows {
    hid_t set;
    ab_scalar type;
    int64_t rows, columns, at;
} ab_h5_rows;

ab_h5_rows ab_h5_rows_create(ab_h5 *h5, const char *path, ab_scalar type, int64_t rows, int64_t columns);
void ab_h5_rows_put(ab_h5 *h5, ab_h5_rows *set, const void *values, int64_t rows);
void ab_h5_rows_close(ab_h5 *h5, ab_h5_rows *set);
// Writes a whole dataset.
void ab_h5_put(ab_h5 *h5, const char *path, ab_scalar type, int64_t rows, int64_t columns, const void *values);
// Strings of up to `width` bytes, padded with 0.
void ab_h5_put_strings(ab_h5 *h5, const char *path, int64_t rows, int64_t width, const char *values);

// A dataset of planes, rows by columns of AB_F64, which are appended in order.
typedef struct ab_h5_planes {
    hid_t set;
    int64_t planes, rows, columns, at;
} ab_h5_planes;

ab_h5_planes ab_h5_planes_create(ab_h5 *h5, const char *path, int64_t planes, int64_t rows, int64_t columns);
void ab_h5_planes_put(ab_h5 *h5, ab_h5_planes *set, const double *values); // one plane
void ab_h5_planes_close(ab_h5 *h5, ab_h5_planes *set);

// ---------------------------------------------------------------------------------------------------- reading

bool ab_h5_has(ab_h5 *h5, const char *path);                     // a group or dataset whose parent exists
int64_t ab_h5_rows_of(ab_h5 *h5, const char *path);              // 0 after a failure
void ab_h5_shape(ab_h5 *h5, const char *path, int64_t shape[2]); // of a dataset of two dimensions; any other fails
// Reads `rows` rows from `first` on; the dataset must have `columns` columns (0 = one-dimensional).
void ab_h5_get(ab_h5 *h5, const char *path, ab_scalar type, int64_t first, int64_t rows, int64_t columns, void *values);
// Fails for a dataset of one or two dimensions whose pieces are not of the size that its head says: HDF5 1.10 copies
// beyond the end of pieces that unpack to less. Of packed datasets only those by gzip, with or without shuffling, are
// known.
void ab_h5_check_pieces(ab_h5 *h5, const char *path);
// Fixed-width strings of `width` bytes.
void ab_h5_get_strings(ab_h5 *h5, const char *path, int64_t rows, int64_t width, char *values);

// ----------------------------------------------------------------------------------------- h5_driver.c, for h5.c

// File access property list of the driver over the context's file hook. The caller unregisters *driver after closing
// the file.
hid_t ab_h5_access(ab_h5 *h5, hid_t *driver);

#endif
