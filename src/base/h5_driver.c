// An HDF5 virtual file driver that maps reads and writes at addresses to the context's file hook.
//
// HDF5 cannot close a file whose writes fail: its caches stay dirty and every close fails. Therefore the driver stores
// the first failure in the handle and reports success for all later writes; the file closes, and ab_h5_close returns
// the failure. The incomplete file is never renamed to its final name.
//
// When a read fails, HDF5 1.10 leaks memory and prints a message to standard error at exit. Therefore files of usual
// size are read into memory before HDF5 opens them.
#include "base/alloc.h"
#include "base/h5.h"

#include <string.h>

#define IMAGE_MAX (INT64_C(1) << 28) // max size of a file that is read into memory, bytes

typedef struct driver_info {
    ab_h5 *h5;
} driver_info;

typedef struct driver_file {
    H5FD_t base; // must be first: HDF5's base struct
    ab_h5 *h5;
    ab_file file;
    char *image; // contents of a file opened for reading, NULL = not in memory
    haddr_t end; // end of the address range allocated by HDF5
} driver_file;

static void note(ab_h5 *h5, abut_status status) {
    if (h5->status == ABUT_OK) h5->status = status;
}

static abut_status load_image(driver_file *f) {
    if (f->file.size == 0 || f->file.size > IMAGE_MAX) return ABUT_OK;
    AB_TRY(AB_ALLOC(f->h5->cx, &f->image, f->file.size));
    return ab_file_read(&f->file, f->image, f->file.size, 0);
}

static void release(driver_file *f) {
    ab_ctx *cx = f->h5->cx;
    ab_file_abandon(&f->file);
    ab_free(cx, f->image);
    ab_free(cx, f);
}

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t limit) {
    (void)flags;
    (void)limit;
    const driver_info *info = H5Pget_driver_info(access);
    ab_h5 *h5 = info->h5;
    driver_file *f = NULL;
    note(h5, AB_ALLOC(h5->cx, &f, 1));
    if (!f) return NULL;
    f->h5 = h5;
    note(h5, ab_file_open(h5->cx, name, h5->writing ? ABUT_OPEN_CREATE : ABUT_OPEN_READ, &f->file));
    if (h5->status == ABUT_OK && !h5->writing) note(h5, load_image(f));
    if (h5->status == ABUT_OK) return &f->base;
    release(f);
    return NULL;
}

static herr_t driver_close(H5FD_t *base) {
    driver_file *f = (driver_file *)base;
    ab_h5 *h5 = f->h5;
    if (h5->writing && h5->status == ABUT_OK) note(h5, ab_file_sync(&f->file));
    if (h5->status == ABUT_OK) note(h5, ab_file_close(&f->file));
    release(f);
    return 0;
}

static herr_t driver_query(const H5FD_t *base, unsigned long *flags) {
    (void)base;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const driver_file *)base)->end;
}

static herr_t driver_set_eoa(H5FD_t *base, H5FD_mem_t type, haddr_t address) {
    (void)type;
    ((driver_file *)base)->end = address;
    return 0;
}

static haddr_t driver_get_eof(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return (haddr_t)((const driver_file *)base)->file.size;
}

// Bytes past the end of the file read as zero, as HDF5 requires.
static herr_t driver_read(H5FD_t *base, H5FD_mem_t type, hid_t list, haddr_t address, size_t size, void *buffer) {
    (void)type;
    (void)list;
    driver_file *f = (driver_file *)base;
    const uint64_t there = (uint64_t)f->file.size > address ? (uint64_t)f->file.size - address : 0;
    const size_t count = size < there ? size : (size_t)there;
    memset((char *)buffer + count, 0, size - count);
    if (count == 0) return 0;
    if (f->image) {
        memcpy(buffer, f->image + address, count);
        return 0;
    }
    if (f->h5->status != ABUT_OK) return -1;
    note(f->h5, ab_file_read(&f->file, buffer, (int64_t)count, (int64_t)address));
    return f->h5->status == ABUT_OK ? 0 : -1;
}

static herr_t driver_write(H5FD_t *base, H5FD_mem_t type, hid_t list, haddr_t address, size_t size,
                           const void *buffer) {
    (void)type;
    (void)list;
    driver_file *f = (driver_file *)base;
    if (f->h5->status == ABUT_OK) note(f->h5, ab_file_write(&f->file, buffer, (int64_t)size, (int64_t)address));
    return 0;
}

static herr_t driver_truncate(H5FD_t *base, hid_t list, hbool_t closing) {
    (void)list;
    (void)closing;
    driver_file *f = (driver_file *)base;
    const int64_t size = (int64_t)f->end;
    if (f->h5->writing && f->h5->status == ABUT_OK && size != f->file.size)
        note(f->h5, ab_file_truncate(&f->file, size));
    return 0;
}

static const H5FD_class_t driver_class = {
    .name = "abut",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(driver_info),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_get_eof,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t ab_h5_access(ab_h5 *h5, hid_t *driver) {
    *driver = H5FDregister(&driver_class);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    const driver_info info = {h5};
    // 1.8: the oldest format that keeps the creation order in groups; it does not mark files as open
    const bool ok = *driver >= 0 && access >= 0 && H5Pset_driver(access, *driver, &info) >= 0 &&
                    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0;
    if (ok) return access;
    if (access >= 0) H5Pclose(access);
    return -1;
}
