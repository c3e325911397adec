// HDF5 calls with uniform error handling. Every object is closed by the function that opened it, except a dataset that
// is being filled (ab_h5_rows); closing the file closes all objects still open in it (H5F_CLOSE_STRONG).
#include "base/h5.h"
#include "base/alloc.h"
#include "base/inflate.h"

#include <string.h>

#define CHUNK_BYTES   (256 * 1024) // large enough to compress well, small enough to read one frame of a small scene
#define DEFLATE_LEVEL 1            // 4 takes longer and makes shuffled coordinates 1 % smaller

size_t ab_scalar_size(ab_scalar type) {
    static const size_t sizes[] = {[AB_F32] = 4, [AB_F64] = 8, [AB_I32] = 4, [AB_I64] = 8, [AB_U8] = 1};
    return sizes[type];
}

// The type in the file, little-endian; also used as the type in memory.
static hid_t h5_type(ab_scalar type) {
    const hid_t types[] = {[AB_F32] = H5T_IEEE_F32LE,
                           [AB_F64] = H5T_IEEE_F64LE,
                           [AB_I32] = H5T_STD_I32LE,
                           [AB_I64] = H5T_STD_I64LE,
                           [AB_U8] = H5T_STD_U8LE};
    return types[type];
}

void ab_h5_fail(ab_h5 *h5, const char *doing, const char *object) {
    if (h5->status != ABUT_OK) return;
    h5->status = ab_fail(h5->cx, h5->writing ? ABUT_ERR_IO : ABUT_ERR_CORRUPT, "'%s': could not %s '%s'; %s", h5->path,
                         doing, object, h5->writing ? "check the disk" : "the file is damaged or was not made by abut");
}

// -------------------------------------------------------------------------------------------------- the file

static hid_t create_file(ab_h5 *h5, hid_t access) {
    const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (creation >= 0 && H5Pset_obj_track_times(creation, false) >= 0)
        file = H5Fcreate(h5->path, H5F_ACC_TRUNC, creation, access);
    if (creation >= 0) H5Pclose(creation);
    return file;
}

static void restore_printing(ab_h5 *h5) { H5Eset_auto2(H5E_DEFAULT, h5->print, h5->print_data); }

static abut_status start(ab_ctx *cx, const char *path, bool writing, ab_h5 *h5) {
    *h5 = (ab_h5){.cx = cx, .path = path, .writing = writing, .file = -1, .driver = -1};
    H5Eget_auto2(H5E_DEFAULT, &h5->print, &h5->print_data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const hid_t access = ab_h5_access(h5, &h5->driver);
    if (access >= 0) h5->file = writing ? create_file(h5, access) : H5Fopen(path, H5F_ACC_RDONLY, access);
    if (access >= 0) H5Pclose(access);
    if (h5->file < 0) {
        ab_h5_fail(h5, writing ? "create" : "open", path);
        return ab_h5_close(h5);
    }
    return ABUT_OK;
}

abut_status ab_h5_create(ab_ctx *cx, const char *path, ab_h5 *h5) { return start(cx, path, true, h5); }

abut_status ab_h5_open(ab_ctx *cx, const char *path, ab_h5 *h5) { return start(cx, path, false, h5); }

abut_status ab_h5_close(ab_h5 *h5) {
    if (h5->file >= 0 && H5Fclose(h5->file) < 0) ab_h5_fail(h5, "close", h5->path);
    if (h5->driver >= 0) H5FDunregister(h5->driver);
    restore_printing(h5);
    h5->file = h5->driver = -1;
    return h5->status;
}

// ------------------------------------------------------------------------------------- groups and attributes

void ab_h5_group(ab_h5 *h5, const char *path) {
    if (h5->status != ABUT_OK) return;
    const hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
    hid_t group = -1;
    if (creation >= 0 && H5Pset_obj_track_times(creation, false) >= 0 &&
        H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0)
        group = H5Gcreate2(h5->file, path, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (creation >= 0) H5Pclose(creation);
    if (group < 0 || H5Gclose(group) < 0) ab_h5_fail(h5, "create the group", path);
}

void ab_h5_link(ab_h5 *h5, const char *path, const char *target) {
    if (h5->status != ABUT_OK) return;
    if (H5Lcreate_soft(target, h5->file, path, H5P_DEFAULT, H5P_DEFAULT) < 0) ab_h5_fail(h5, "create the link", path);
}

static void put_attribute(ab_h5 *h5, const char *path, const char *name, hid_t type, hid_t space, const void *values) {
    hid_t attribute = -1;
    if (type >= 0 && space >= 0)
        attribute = H5Acreate_by_name(h5->file, path, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute < 0 || H5Awrite(attribute, type, values) < 0) ab_h5_fail(h5, "write an attribute of", path);
    if (attribute >= 0) H5Aclose(attribute);
    if (space >= 0) H5Sclose(space);
}

void ab_h5_attribute(ab_h5 *h5, const char *path, const char *name, ab_scalar type, const void *values, int64_t count) {
    if (h5->status != ABUT_OK) return;
    const hsize_t size = (hsize_t)count;
    const hid_t space = count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    put_attribute(h5, path, name, h5_type(type), space, values);
}

// Attributes are ASCII, as VTKHDF readers expect; datasets are UTF-8.
static hid_t string_type(int64_t width, H5T_cset_t characters) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    if (type < 0) return -1;
    H5Tset_size(type, (size_t)(width > 0 ? width : 1));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, characters);
    return type;
}

void ab_h5_attribute_text(ab_h5 *h5, const char *path, const char *name, const char *text) {
    if (h5->status != ABUT_OK) return;
    const hid_t type = string_type((int64_t)strlen(text), H5T_CSET_ASCII);
    put_attribute(h5, path, name, type, H5Screate(H5S_SCALAR), text);
    if (type >= 0) H5Tclose(type);
}

// -------------------------------------------------------------------------------------------------- datasets

static int fill_shape(int64_t rows, int64_t columns, hsize_t shape[2]) {
    shape[0] = (hsize_t)rows;
    shape[1] = (hsize_t)columns;
    return columns > 0 ? 2 : 1;
}

// Sets chunks and compression and disables the time stamp; an empty dataset is not chunked.
static bool set_layout(hid_t creation, int64_t rows, int64_t columns, size_t item) {
    if (creation < 0 || H5Pset_obj_track_times(creation, false) < 0) return false;
    if (rows == 0) return true;
    const int64_t fit = CHUNK_BYTES / (int64_t)(item * (size_t)(columns > 0 ? columns : 1));
    hsize_t chunk[2];
    const int rank = fill_shape(rows < fit ? rows : fit > 0 ? fit : 1, columns, chunk);
    return H5Pset_chunk(creation, rank, chunk) >= 0 && H5Pset_shuffle(creation) >= 0 &&
           H5Pset_deflate(creation, DEFLATE_LEVEL) >= 0;
}

static hid_t create_set(ab_h5 *h5, const char *path, hid_t type, int64_t rows, int64_t columns) {
    hsize_t shape[2];
    const int rank = fill_shape(rows, columns, shape);
    const hid_t space = H5Screate_simple(rank, shape, NULL);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t set = -1;
    if (space >= 0 && type >= 0 && set_layout(creation, rows, columns, H5Tget_size(type)))
        set = H5Dcreate2(h5->file, path, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (creation >= 0) H5Pclose(creation);
    if (space >= 0) H5Sclose(space);
    if (set < 0) ab_h5_fail(h5, "create the dataset", path);
    return set;
}

ab_h5_rows ab_h5_rows_create(ab_h5 *h5, const char *path, ab_scalar type, int64_t rows, int64_t columns) {
    ab_h5_rows set = {.set = -1, .type = type, .rows = rows, .columns = columns};
    if (h5->status == ABUT_OK) set.set = create_set(h5, path, h5_type(type), rows, columns);
    return set;
}

// Selects `rows` rows from `first` on in the file and creates a memory space of the same shape.
static bool select_rows(hid_t set, int64_t first, int64_t rows, int64_t columns, hid_t *memory, hid_t *file) {
    hsize_t start[2] = {(hsize_t)first, 0};
    hsize_t count[2];
    const int rank = fill_shape(rows, columns, count);
    *memory = H5Screate_simple(rank, count, NULL);
    *file = H5Dget_space(set);
    return *memory >= 0 && *file >= 0 && H5Sget_simple_extent_ndims(*file) == rank &&
           H5Sselect_hyperslab(*file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 && H5Sselect_valid(*file) > 0;
}

static void close_spaces(hid_t memory, hid_t file) {
    if (memory >= 0) H5Sclose(memory);
    if (file >= 0) H5Sclose(file);
}

void ab_h5_rows_put(ab_h5 *h5, ab_h5_rows *set, const void *values, int64_t rows) {
    if (h5->status != ABUT_OK || rows == 0) return;
    hid_t memory = -1, file = -1;
    const bool ok = select_rows(set->set, set->at, rows, set->columns, &memory, &file) &&
                    H5Dwrite(set->set, h5_type(set->type), memory, file, H5P_DEFAULT, values) >= 0;
    close_spaces(memory, file);
    if (!ok) ab_h5_fail(h5, "write", "rows of a dataset");
    set->at += rows;
}

void ab_h5_rows_close(ab_h5 *h5, ab_h5_rows *set) {
    if (set->set >= 0 && H5Dclose(set->set) < 0) ab_h5_fail(h5, "close", "a dataset");
    set->set = -1;
}

void ab_h5_put(ab_h5 *h5, const char *path, ab_scalar type, int64_t rows, int64_t columns, const void *values) {
    ab_h5_rows set = ab_h5_rows_create(h5, path, type, rows, columns);
    ab_h5_rows_put(h5, &set, values, rows);
    ab_h5_rows_close(h5, &set);
}

void ab_h5_put_strings(ab_h5 *h5, const char *path, int64_t rows, int64_t width, const char *values) {
    if (h5->status != ABUT_OK) return;
    const hid_t type = string_type(width, H5T_CSET_UTF8);
    const hid_t set = create_set(h5, path, type, rows, 0);
    if (set >= 0 && rows > 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
        ab_h5_fail(h5, "write", path);
    if (set >= 0) H5Dclose(set);
    if (type >= 0) H5Tclose(type);
}

// ---------------------------------------------------------------------------------------------------- planes

static bool set_plane_layout(hid_t creation, const ab_h5_planes *p) {
    const int64_t fit = CHUNK_BYTES / (int64_t)sizeof(double) / p->columns;
    const hsize_t chunk[3] = {1, (hsize_t)(p->rows < fit ? p->rows : fit > 0 ? fit : 1), (hsize_t)p->columns};
    return creation >= 0 && H5Pset_obj_track_times(creation, false) >= 0 && H5Pset_chunk(creation, 3, chunk) >= 0 &&
           H5Pset_shuffle(creation) >= 0 && H5Pset_deflate(creation, DEFLATE_LEVEL) >= 0;
}

ab_h5_planes ab_h5_planes_create(ab_h5 *h5, const char *path, int64_t planes, int64_t rows, int64_t columns) {
    ab_h5_planes p = {-1, planes, rows, columns, 0};
    if (h5->status != ABUT_OK) return p;
    const hsize_t shape[3] = {(hsize_t)planes, (hsize_t)rows, (hsize_t)columns};
    const hid_t space = H5Screate_simple(3, shape, NULL), creation = H5Pcreate(H5P_DATASET_CREATE);
    if (space >= 0 && set_plane_layout(creation, &p))
        p.set = H5Dcreate2(h5->file, path, h5_type(AB_F64), space, H5P_DEFAULT, creation, H5P_DEFAULT);
    close_spaces(space, -1);
    if (creation >= 0) H5Pclose(creation);
    if (p.set < 0) ab_h5_fail(h5, "create the dataset", path);
    return p;
}

void ab_h5_planes_put(ab_h5 *h5, ab_h5_planes *p, const double *values) {
    if (h5->status != ABUT_OK) return;
    const hsize_t start[3] = {(hsize_t)p->at, 0, 0}, count[3] = {1, (hsize_t)p->rows, (hsize_t)p->columns};
    const hid_t memory = H5Screate_simple(3, count, NULL), file = H5Dget_space(p->set);
    const bool ok = memory >= 0 && file >= 0 &&
                    H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                    H5Dwrite(p->set, h5_type(AB_F64), memory, file, H5P_DEFAULT, values) >= 0;
    close_spaces(memory, file);
    if (!ok) ab_h5_fail(h5, "write", "a plane of a dataset");
    p->at++;
}

void ab_h5_planes_close(ab_h5 *h5, ab_h5_planes *p) {
    if (p->set >= 0 && H5Dclose(p->set) < 0) ab_h5_fail(h5, "close", "a dataset");
    p->set = -1;
}

// --------------------------------------------------------------------------------------------------- reading

static hid_t open_set(ab_h5 *h5, const char *path) {
    const hid_t set = H5Dopen2(h5->file, path, H5P_DEFAULT);
    if (set < 0) ab_h5_fail(h5, "open the dataset", path);
    return set;
}

bool ab_h5_has(ab_h5 *h5, const char *path) {
    return h5->status == ABUT_OK && H5Lexists(h5->file, path, H5P_DEFAULT) > 0;
}

// Number of dimensions of a dataset, at least 1; 0 after a failure.
static int extent_of(ab_h5 *h5, const char *path, hsize_t shape[H5S_MAX_RANK]) {
    if (h5->status != ABUT_OK) return 0;
    const hid_t set = open_set(h5, path);
    if (set < 0) return 0;
    const hid_t space = H5Dget_space(set);
    const int rank = space >= 0 ? H5Sget_simple_extent_dims(space, shape, NULL) : -1;
    if (rank < 1) ab_h5_fail(h5, "read the size of", path);
    if (space >= 0) H5Sclose(space);
    H5Dclose(set);
    return h5->status == ABUT_OK ? rank : 0;
}

int64_t ab_h5_rows_of(ab_h5 *h5, const char *path) {
    hsize_t shape[H5S_MAX_RANK] = {0};
    return extent_of(h5, path, shape) > 0 ? (int64_t)shape[0] : 0;
}

void ab_h5_shape(ab_h5 *h5, const char *path, int64_t shape[2]) {
    hsize_t extent[H5S_MAX_RANK] = {0};
    const int rank = extent_of(h5, path, extent);
    if (rank > 0 && rank != 2) ab_h5_fail(h5, "read rows and columns of", path);
    for (int i = 0; i < 2; i++) shape[i] = rank == 2 && extent[i] <= INT64_MAX ? (int64_t)extent[i] : 0;
}

static bool same_width(hid_t set, int64_t columns) {
    hsize_t shape[H5S_MAX_RANK] = {0};
    const hid_t space = H5Dget_space(set);
    const int rank = space >= 0 ? H5Sget_simple_extent_dims(space, shape, NULL) : -1;
    if (space >= 0) H5Sclose(space);
    return columns > 0 ? rank == 2 && shape[1] == (hsize_t)columns : rank == 1;
}

void ab_h5_get(ab_h5 *h5, const char *path, ab_scalar type, int64_t first, int64_t rows, int64_t columns,
               void *values) {
    if (h5->status != ABUT_OK || rows == 0) return;
    const hid_t set = open_set(h5, path);
    if (set < 0) return;
    hid_t memory = -1, file = -1;
    const bool ok = same_width(set, columns) && select_rows(set, first, rows, columns, &memory, &file) &&
                    H5Dread(set, h5_type(type), memory, file, H5P_DEFAULT, values) >= 0;
    close_spaces(memory, file);
    H5Dclose(set);
    if (!ok) ab_h5_fail(h5, "read", path);
}

// ------------------------------------------------------------------------------------------- pieces of a dataset

#define PIECE_LIMIT (INT64_C(1) << 30) // bytes

typedef struct piece_layout {
    hid_t set, space;
    int64_t bytes; // of a piece, unpacked
    bool packed;
} piece_layout;

// Shuffling and gzip, in this order; *packed: by gzip.
static bool known_filters(hid_t creation, bool *packed) {
    const int count = H5Pget_nfilters(creation);
    int expected = H5Z_FILTER_SHUFFLE;
    *packed = false;
    for (int i = 0; i < count; i++) {
        unsigned flags = 0, configuration = 0;
        size_t values = 0;
        const int filter = H5Pget_filter2(creation, (unsigned)i, &flags, &values, NULL, 0, NULL, &configuration);
        const bool next = filter == expected || (i == 0 && filter == H5Z_FILTER_DEFLATE);
        if (!next) return false;
        *packed = filter == H5Z_FILTER_DEFLATE;
        expected = *packed ? -1 : H5Z_FILTER_DEFLATE;
    }
    return count >= 0;
}

static bool describe_pieces(hid_t creation, hid_t type, piece_layout *p) {
    hsize_t shape[2] = {1, 1};
    const int rank = creation >= 0 ? H5Pget_chunk(creation, 2, shape) : -1;
    if (rank < 1 || rank > 2 || type < 0 || !known_filters(creation, &p->packed)) return false;
    const hsize_t item = H5Tget_size(type), limit = (hsize_t)PIECE_LIMIT;
    if (item < 1 || shape[0] < 1 || shape[1] < 1 || shape[0] > limit || shape[1] > limit / shape[0] ||
        item > limit / (shape[0] * shape[1]))
        return false;
    p->bytes = (int64_t)(item * shape[0] * shape[1]);
    return true;
}

static abut_status unpack(ab_h5 *h5, const piece_layout *p, const hsize_t *offset, char *from, int64_t size, char *to) {
    uint32_t mask = 0;
    if (H5Dread_chunk(p->set, H5P_DEFAULT, offset, &mask, from) < 0 || mask != 0) return ABUT_ERR_CORRUPT;
    return ab_inflate(h5->cx, h5->path, from, size, to, p->bytes);
}

static bool unpacks(ab_h5 *h5, const piece_layout *p, const hsize_t *offset, int64_t size) {
    char *from = NULL, *to = NULL;
    abut_status status = ab_alloc_raw(h5->cx, (void **)&from, size, 1);
    if (status == ABUT_OK) status = ab_alloc_raw(h5->cx, (void **)&to, p->bytes, 1);
    if (status == ABUT_OK) status = unpack(h5, p, offset, from, size, to);
    ab_free(h5->cx, from);
    ab_free(h5->cx, to);
    if (status == ABUT_ERR_MEMORY) h5->status = status;
    return status == ABUT_OK;
}

static bool is_good_piece(ab_h5 *h5, const piece_layout *p, hsize_t index) {
    hsize_t offset[2] = {0, 0}, size = 0;
    unsigned mask = 0;
    haddr_t address = 0;
    if (H5Dget_chunk_info(p->set, p->space, index, offset, &mask, &address, &size) < 0 || mask != 0) return false;
    if (!p->packed) return size == (hsize_t)p->bytes;
    return size > 0 && size <= (hsize_t)PIECE_LIMIT && unpacks(h5, p, offset, (int64_t)size);
}

static bool are_good(ab_h5 *h5, hid_t creation, piece_layout *p) {
    const hid_t type = H5Dget_type(p->set);
    hsize_t count = 0;
    bool good = describe_pieces(creation, type, p) && p->space >= 0 && H5Dget_num_chunks(p->set, p->space, &count) >= 0;
    for (hsize_t i = 0; good && i < count; i++) good = is_good_piece(h5, p, i);
    if (type >= 0) H5Tclose(type);
    return good;
}

void ab_h5_check_pieces(ab_h5 *h5, const char *path) {
    if (h5->status != ABUT_OK) return;
    piece_layout p = {.set = open_set(h5, path), .space = -1};
    if (p.set < 0) return;
    const hid_t creation = H5Dget_create_plist(p.set);
    p.space = H5Dget_space(p.set);
    if (creation < 0 || (H5Pget_layout(creation) == H5D_CHUNKED && !are_good(h5, creation, &p)))
        ab_h5_fail(h5, "unpack (by gzip)", path);
    if (creation >= 0) H5Pclose(creation);
    if (p.space >= 0) H5Sclose(p.space);
    H5Dclose(p.set);
}

void ab_h5_get_strings(ab_h5 *h5, const char *path, int64_t rows, int64_t width, char *values) {
    if (h5->status != ABUT_OK || rows == 0) return;
    const hid_t set = open_set(h5, path);
    if (set < 0) return;
    const hid_t type = string_type(width, H5T_CSET_UTF8);
    const bool ok = type >= 0 && same_width(set, 0) && ab_h5_rows_of(h5, path) == rows &&
                    H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (type >= 0) H5Tclose(type);
    H5Dclose(set);
    if (!ok) ab_h5_fail(h5, "read", path);
}
