// Writes results.vtkhdf in the layout that VTK 9.4 and later read as a PartitionedDataSetCollection with time
// (VTKHDF 2.2):
//
//   /VTKHDF                      Version, Type
//     Assembly/<block>/<block>   soft link to the block
//     <block>                    Version, Type = PolyData, Index
//       NumberOfPoints           by part
//       Points                   of all steps, concatenated
//       Vertices Lines Polygons Strips: NumberOfCells, NumberOfConnectivityIds, Offsets, Connectivity by part
//       PointData CellData       arrays, by step or, if constant, by part
//       Steps                    NSteps, Values, and offsets of each step's part, points, cells and arrays
//   /abut                        the same run as plain tables with units, for readers other than VTK
//
// A part is a topology. `bodies`, `centres` and `links` have one part per set of bodies, shared by all steps with that
// set; `contacts` has one per step. Steps without cells share one empty part, which comes last: readers up to VTK 9.5
// locate a part's Offsets by counting parts until the number of preceding cells is reached, which fails after an empty
// part.
#include "output/vtkhdf.h"
#include "base/alloc.h"
#include "output/metadata.h"

#include <stdio.h>
#include <string.h>

#define PATH_MAX_LENGTH 192 // of an object inside the file; all names are fixed and short
#define TOPOLOGIES      4
#define ARRAYS_MAX      16

static const char *const topologies[TOPOLOGIES] = {"Vertices", "Lines", "Polygons", "Strips"};

typedef struct layout {
    ab_block_kind kind;
    int topology; // of the cells: index of Vertices, Lines, Polygons, Strips
    int64_t nstep, npart;
    ab_block_size *part;  // (npart)
    ab_block_size *first; // sums over the preceding parts  (npart + 1)
    int64_t *part_epoch;  // (npart)
    int64_t *step_part;   // (nstep)
    ab_h5_rows set[AB_BLOCK_ARRAYS];
} layout;

typedef struct writer {
    ab_ctx *cx;
    ab_h5 h5;
    ab_journal *journal;
    ab_vtk_blocks blocks;
    ab_metadata metadata;
    layout block[AB_BLOCKS];
    int64_t *column; // of the Steps being written  (4 nstep)
    void *bytes;     // of the array being filled
    int64_t byte_capacity;
} writer;

static void object(char path[PATH_MAX_LENGTH], const char *block, const char *group, const char *name) {
    snprintf(path, PATH_MAX_LENGTH, "/VTKHDF/%s%s%s%s%s", block, group[0] ? "/" : "", group, name[0] ? "/" : "", name);
}

// ----------------------------------------------------------------------------------------------------- layout

static ab_block_size step_size(const writer *w, ab_block_kind kind, int64_t i) {
    return ab_block_measure(&w->blocks, kind, w->journal->frame[i].epoch, w->blocks.contacts[i]);
}

static bool same_part(const writer *w, ab_block_kind kind, int64_t i) {
    return i > 0 && kind != AB_BLOCK_CONTACTS && w->journal->frame[i].epoch == w->journal->frame[i - 1].epoch;
}

static void sum_parts(layout *l) {
    for (int64_t p = 0; p < l->npart; p++) {
        l->first[p + 1].points = l->first[p].points + l->part[p].points;
        l->first[p + 1].cells = l->first[p].cells + l->part[p].cells;
        l->first[p + 1].ids = l->first[p].ids + l->part[p].ids;
    }
}

static abut_status lay_out(writer *w, ab_block_kind kind) {
    layout *l = &w->block[kind];
    *l = (layout){.kind = kind, .nstep = w->journal->nframe};
    l->topology = kind == AB_BLOCK_LINES ? 1 : kind == AB_BLOCK_BODIES && !w->blocks.vertices_only ? 2 : 0;
    AB_TRY(AB_ALLOC(w->cx, &l->part, l->nstep + 1));
    AB_TRY(AB_ALLOC(w->cx, &l->first, l->nstep + 2));
    AB_TRY(AB_ALLOC(w->cx, &l->part_epoch, l->nstep + 1));
    AB_TRY(AB_ALLOC(w->cx, &l->step_part, l->nstep));
    bool empty = l->nstep == 0;
    ab_block_size size = {0};
    for (int64_t i = 0; i < l->nstep; i++) {
        if (!same_part(w, kind, i)) size = step_size(w, kind, i);
        if (size.cells == 0) empty = true;
        if (size.cells > 0 && !same_part(w, kind, i)) {
            l->part[l->npart] = size;
            l->part_epoch[l->npart++] = w->journal->frame[i].epoch;
        }
        l->step_part[i] = size.cells > 0 ? l->npart - 1 : -1;
    }
    for (int64_t i = 0; i < l->nstep; i++)
        if (l->step_part[i] < 0) l->step_part[i] = l->npart;
    l->npart += empty; // its size is zero, as allocated
    sum_parts(l);
    return ABUT_OK;
}

static ab_block_size size_at(const layout *l, int64_t step) { return l->part[l->step_part[step]]; }

// Number of rows of an array in the whole file.
static int64_t total_rows(const layout *l, const ab_array *array) {
    int64_t sum = 0;
    if (array->constant)
        for (int64_t p = 0; p < l->npart; p++) sum += ab_array_rows(array, l->part[p]);
    else
        for (int64_t i = 0; i < l->nstep; i++) sum += ab_array_rows(array, size_at(l, i));
    return sum;
}

// --------------------------------------------------------------------------------------------------- topology

// Writes one number per part: `field` of its size for the topology in use, zero for the others.
static void put_counts(writer *w, const layout *l, const char *group, const char *name, size_t field, bool used) {
    char path[PATH_MAX_LENGTH];
    object(path, ab_blocks[l->kind].name, group, name);
    ab_h5_rows set = ab_h5_rows_create(&w->h5, path, AB_I64, l->npart, 0);
    for (int64_t p = 0; p < l->npart; p++) {
        int64_t value = 0;
        if (used) memcpy(&value, (const char *)&l->part[p] + field, sizeof value);
        w->column[p] = value;
    }
    ab_h5_rows_put(&w->h5, &set, w->column, l->npart);
    ab_h5_rows_close(&w->h5, &set);
}

// Connectivity and offsets of one part.
static abut_status put_part_cells(writer *w, const layout *l, int64_t p, ab_h5_rows *ids, ab_h5_rows *offsets) {
    const ab_block_size size = l->part[p];
    const int64_t count = size.ids + size.cells + 1;
    AB_TRY(ab_grow(w->cx, &w->bytes, &w->byte_capacity, count * (int64_t)sizeof(int64_t), 1));
    int64_t *connectivity = w->bytes;
    ab_block_cells(&w->blocks, l->part_epoch[p], size, connectivity, connectivity + size.ids);
    ab_h5_rows_put(&w->h5, ids, connectivity, size.ids);
    ab_h5_rows_put(&w->h5, offsets, connectivity + size.ids, size.cells + 1);
    return ABUT_OK;
}

static abut_status put_used_cells(writer *w, const layout *l, ab_h5_rows *ids, ab_h5_rows *offsets) {
    abut_status status = ABUT_OK;
    for (int64_t p = 0; p < l->npart && status == ABUT_OK; p++) status = put_part_cells(w, l, p, ids, offsets);
    return status;
}

static abut_status put_topology(writer *w, const layout *l, int topology) {
    const char *group = topologies[topology];
    const char *block = ab_blocks[l->kind].name;
    const bool used = topology == l->topology;
    char path[PATH_MAX_LENGTH];
    object(path, block, group, "");
    ab_h5_group(&w->h5, path);
    put_counts(w, l, group, "NumberOfCells", offsetof(ab_block_size, cells), used);
    put_counts(w, l, group, "NumberOfConnectivityIds", offsetof(ab_block_size, ids), used);
    object(path, block, group, "Connectivity");
    ab_h5_rows ids = ab_h5_rows_create(&w->h5, path, AB_I64, used ? l->first[l->npart].ids : 0, 0);
    object(path, block, group, "Offsets");
    ab_h5_rows offsets =
        ab_h5_rows_create(&w->h5, path, AB_I64, used ? l->first[l->npart].cells + l->npart : l->npart, 0);
    abut_status status = ABUT_OK;
    memset(w->column, 0, (size_t)l->npart * sizeof *w->column);
    if (used)
        status = put_used_cells(w, l, &ids, &offsets);
    else
        ab_h5_rows_put(&w->h5, &offsets, w->column, l->npart);
    ab_h5_rows_close(&w->h5, &ids);
    ab_h5_rows_close(&w->h5, &offsets);
    return status;
}

// ------------------------------------------------------------------------------------------------------ steps

static void put_column(writer *w, const layout *l, const char *group, const char *name, int64_t columns) {
    char path[PATH_MAX_LENGTH];
    object(path, ab_blocks[l->kind].name, group, name);
    ab_h5_put(&w->h5, path, AB_I64, l->nstep, columns, w->column);
}

// Writes the cell offset of each step in the four topologies: the first cell of its part.
static void put_cell_offsets(writer *w, const layout *l) {
    for (int64_t i = 0; i < l->nstep; i++)
        for (int t = 0; t < TOPOLOGIES; t++)
            w->column[TOPOLOGIES * i + t] = t == l->topology ? l->first[l->step_part[i]].cells : 0;
    put_column(w, l, "Steps", "CellOffsets", TOPOLOGIES);
    for (int64_t i = 0; i < l->nstep; i++)
        for (int t = 0; t < TOPOLOGIES; t++)
            w->column[TOPOLOGIES * i + t] = t == l->topology ? l->first[l->step_part[i]].ids : 0;
    put_column(w, l, "Steps", "ConnectivityIdOffsets", TOPOLOGIES);
}

static void put_array_offsets(writer *w, const layout *l, const ab_array *array, const char *group, const char *name) {
    int64_t sum = 0;
    for (int64_t i = 0; i < l->nstep; i++) {
        const bool cells = array->place == AB_CELL_DATA;
        const int64_t constant = cells ? l->first[l->step_part[i]].cells : l->first[l->step_part[i]].points;
        w->column[i] = array->constant ? constant : sum;
        sum += ab_array_rows(array, size_at(l, i));
    }
    put_column(w, l, group, name, 0);
}

static void put_steps(writer *w, const layout *l) {
    const ab_block *block = &ab_blocks[l->kind];
    const int32_t nstep = (int32_t)l->nstep;
    char path[PATH_MAX_LENGTH];
    object(path, block->name, "Steps", "");
    ab_h5_group(&w->h5, path);
    ab_h5_attribute(&w->h5, path, "NSteps", AB_I32, &nstep, 1);
    object(path, block->name, "Steps", "Values");
    ab_h5_put(&w->h5, path, AB_F64, l->nstep, 0, w->blocks.time);
    for (int64_t i = 0; i < l->nstep; i++) w->column[i] = l->step_part[i];
    put_column(w, l, "Steps", "PartOffsets", 0);
    for (int64_t i = 0; i < l->nstep; i++) w->column[i] = 1;
    put_column(w, l, "Steps", "NumberOfParts", 0);
    put_array_offsets(w, l, &block->array[0], "Steps", "PointOffsets");
    put_cell_offsets(w, l);
    object(path, block->name, "Steps", "PointDataOffsets");
    ab_h5_group(&w->h5, path);
    object(path, block->name, "Steps", "CellDataOffsets");
    ab_h5_group(&w->h5, path);
    for (int a = 1; a < block->narray; a++)
        put_array_offsets(w, l, &block->array[a],
                          block->array[a].place == AB_CELL_DATA ? "Steps/CellDataOffsets" : "Steps/PointDataOffsets",
                          block->array[a].name);
}

// ----------------------------------------------------------------------------------------------------- arrays

static const char *const places[] = {[AB_POINTS] = "", [AB_POINT_DATA] = "PointData", [AB_CELL_DATA] = "CellData"};

static void open_arrays(writer *w, layout *l) {
    const ab_block *block = &ab_blocks[l->kind];
    char path[PATH_MAX_LENGTH];
    for (int a = 0; a < block->narray; a++) {
        const ab_array *array = &block->array[a];
        object(path, block->name, places[array->place], array->name);
        l->set[a] = ab_h5_rows_create(&w->h5, path, array->type, total_rows(l, array), array->columns);
        if (array->unit[0]) ab_h5_attribute_text(&w->h5, path, "unit", array->unit);
    }
}

static void close_arrays(writer *w, layout *l) {
    for (int a = 0; a < ab_blocks[l->kind].narray; a++) ab_h5_rows_close(&w->h5, &l->set[a]);
}

// Fills and writes the constant arrays (frame NULL) or the time-dependent ones.
static abut_status put_arrays(writer *w, layout *l, int64_t epoch, ab_block_size size, const ab_frame *frame) {
    const ab_moment moment = {&w->blocks, epoch, frame};
    for (int a = 0; a < ab_blocks[l->kind].narray; a++) {
        const ab_array *array = &ab_blocks[l->kind].array[a];
        if (array->constant == (frame != NULL) || size.points == 0) continue;
        AB_TRY(ab_grow(w->cx, &w->bytes, &w->byte_capacity, ab_array_bytes(array, size), 1));
        array->fill(&moment, w->bytes);
        ab_h5_rows_put(&w->h5, &l->set[a], w->bytes, ab_array_rows(array, size));
    }
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------- one block

static void start_object(writer *w, const char *path, const char *type) {
    static const int64_t version[2] = {2, 2};
    ab_h5_group(&w->h5, path);
    ab_h5_attribute(&w->h5, path, "Version", AB_I64, version, 2);
    ab_h5_attribute_text(&w->h5, path, "Type", type);
}

static abut_status put_block(writer *w, ab_block_kind kind) {
    layout *l = &w->block[kind];
    const char *name = ab_blocks[kind].name;
    const int32_t index = (int32_t)kind;
    char path[PATH_MAX_LENGTH];
    object(path, name, "", "");
    start_object(w, path, "PolyData");
    ab_h5_attribute(&w->h5, path, "Index", AB_I32, &index, 1);
    put_counts(w, l, "NumberOfPoints", "", offsetof(ab_block_size, points), true);
    for (int t = 0; t < TOPOLOGIES; t++) AB_TRY(put_topology(w, l, t));
    object(path, name, "PointData", "");
    ab_h5_group(&w->h5, path);
    object(path, name, "CellData", "");
    ab_h5_group(&w->h5, path);
    put_steps(w, l);
    open_arrays(w, l);
    for (int64_t p = 0; p < l->npart; p++) AB_TRY(put_arrays(w, l, l->part_epoch[p], l->part[p], NULL));
    return w->h5.status;
}

static void put_assembly(writer *w) {
    ab_h5_group(&w->h5, "/VTKHDF/Assembly");
    for (int b = 0; b < AB_BLOCKS; b++) {
        char path[PATH_MAX_LENGTH], target[PATH_MAX_LENGTH];
        object(path, "Assembly", ab_blocks[b].name, "");
        ab_h5_group(&w->h5, path);
        object(path, "Assembly", ab_blocks[b].name, ab_blocks[b].name);
        object(target, ab_blocks[b].name, "", "");
        ab_h5_link(&w->h5, path, target);
    }
}

// ---------------------------------------------------------------------------------------------------- the file

static abut_status put_frame(writer *w, int64_t i, const ab_frame *frame) {
    for (int b = 0; b < AB_BLOCKS; b++)
        AB_TRY(put_arrays(w, &w->block[b], w->journal->frame[i].epoch, size_at(&w->block[b], i), frame));
    return w->h5.status;
}

static abut_status put_frames(writer *w) {
    ab_frame frame = {0};
    abut_status status = ABUT_OK;
    for (int64_t i = 0; i < w->journal->nframe && status == ABUT_OK; i++) {
        status = ab_journal_frame(w->journal, i, &frame);
        if (status != ABUT_OK) break;
        ab_metadata_note(&w->metadata, i, &frame);
        status = put_frame(w, i, &frame);
    }
    ab_frame_free(w->cx, &frame);
    return status;
}

static abut_status put_all(writer *w) {
    start_object(w, "/VTKHDF", "PartitionedDataSetCollection");
    for (int b = 0; b < AB_BLOCKS; b++) AB_TRY(put_block(w, (ab_block_kind)b));
    put_assembly(w);
    const abut_status status = put_frames(w);
    for (int b = 0; b < AB_BLOCKS; b++) close_arrays(w, &w->block[b]);
    return status == ABUT_OK ? ab_metadata_put(&w->metadata, &w->h5, &w->blocks) : status;
}

static abut_status prepare(writer *w) {
    for (int b = 0; b < AB_BLOCKS; b++) AB_TRY(lay_out(w, (ab_block_kind)b));
    AB_TRY(ab_metadata_start(w->cx, w->journal, &w->metadata));
    return AB_ALLOC(w->cx, &w->column, TOPOLOGIES * (w->journal->nframe + 1));
}

static void release(writer *w) {
    for (int b = 0; b < AB_BLOCKS; b++) {
        ab_free(w->cx, w->block[b].part);
        ab_free(w->cx, w->block[b].first);
        ab_free(w->cx, w->block[b].part_epoch);
        ab_free(w->cx, w->block[b].step_part);
    }
    ab_metadata_free(w->cx, &w->metadata);
    ab_free(w->cx, w->column);
    ab_free(w->cx, w->bytes);
}

static abut_status write_file(writer *w, const char *path) {
    abut_status status = prepare(w);
    if (status == ABUT_OK) status = ab_h5_create(w->cx, path, &w->h5);
    if (status == ABUT_OK) {
        status = put_all(w);
        const abut_status closed = ab_h5_close(&w->h5);
        if (status == ABUT_OK) status = closed;
    }
    release(w);
    return status;
}

// The name of the file while it is being written.
static abut_status temporary_name(ab_ctx *cx, const char *path, char **name) {
    const size_t length = strlen(path);
    AB_TRY(AB_ALLOC(cx, name, (int64_t)length + 5));
    memcpy(*name, path, length);
    memcpy(*name + length, ".tmp", 4);
    return ABUT_OK;
}

abut_status ab_vtkhdf_write(ab_ctx *cx, ab_journal *journal, const char *path) {
    writer w = {.cx = cx, .journal = journal};
    if (journal->nframe > INT32_MAX)
        return ab_fail(cx, ABUT_ERR_LIMIT, "'%s': %lld frames are more than VTKHDF counts; record fewer", path,
                       (long long)journal->nframe);
    char *temporary = NULL;
    AB_TRY(temporary_name(cx, path, &temporary));
    abut_status status = ab_vtk_blocks_make(cx, journal, ab_vtk_limits_usual, &w.blocks);
    if (status == ABUT_OK) status = write_file(&w, temporary);
    if (status == ABUT_OK) status = ab_io_rename(cx, temporary, path);
    if (status != ABUT_OK) cx->io.remove(cx->io.user, temporary); // the failure is reported already
    ab_vtk_blocks_free(cx, &w.blocks);
    ab_free(cx, temporary);
    return status;
}

abut_status ab_vtkhdf_make(ab_ctx *cx, const char *journal_path, const char *path, int64_t *frames) {
    ab_journal journal;
    AB_TRY(ab_journal_open(cx, journal_path, &journal));
    const abut_status status = ab_vtkhdf_write(cx, &journal, path);
    *frames = journal.nframe;
    ab_journal_free(&journal);
    return status;
}
