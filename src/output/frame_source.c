// Reads frames from a journal or a results.vtkhdf. The latter may be damaged: every count that sizes memory is checked
// against the length of its dataset, every index against the array it refers to.
#include "output/frame_source.h"
#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

int ab_block_find(ab_block_kind kind, ab_array_place place, const char *name) {
    for (int a = 0; a < ab_blocks[kind].narray; a++) {
        const ab_array *array = &ab_blocks[kind].array[a];
        if (array->place == place && strcmp(array->name, name) == 0) return a;
    }
    return -1;
}

static abut_status reserve(ab_ctx *cx, ab_block_kind kind, ab_block_data *data) {
    AB_TRY(AB_GROW(cx, &data->connectivity, &data->connectivity_capacity, data->size.ids));
    AB_TRY(AB_GROW(cx, &data->offset, &data->offset_capacity, data->size.cells + 1));
    for (int a = 0; a < ab_blocks[kind].narray; a++)
        AB_TRY(AB_GROW(cx, &data->array[a], &data->array_capacity[a],
                       ab_array_bytes(&ab_blocks[kind].array[a], data->size)));
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------------- journal

static abut_status label_roster(ab_frame_source *s) {
    s->nlabel = s->blocks.nroster;
    AB_TRY(AB_ALLOC(s->cx, &s->label, s->nlabel));
    for (int64_t i = 0; i < s->nlabel; i++) ab_journal_label(&s->journal, &s->blocks.roster[i].body, s->label[i]);
    return ABUT_OK;
}

static abut_status open_journal(ab_frame_source *s) {
    AB_TRY(ab_journal_open(s->cx, s->path, &s->journal));
    AB_TRY(ab_vtk_blocks_make(s->cx, &s->journal, ab_vtk_limits_usual, &s->blocks));
    s->nframe = s->journal.nframe;
    s->gravity = s->journal.gravity;
    AB_TRY(AB_ALLOC(s->cx, &s->time, s->nframe));
    if (s->nframe) memcpy(s->time, s->blocks.time, (size_t)s->nframe * sizeof *s->time);
    return label_roster(s);
}

static abut_status journal_block(ab_frame_source *s, int64_t i, ab_block_kind kind, ab_block_data *data) {
    if (s->loaded != i) AB_TRY(ab_journal_frame(&s->journal, i, &s->frame));
    s->loaded = i;
    const int64_t epoch = s->journal.frame[i].epoch;
    data->size = ab_block_measure(&s->blocks, kind, epoch, s->frame.ncontact);
    AB_TRY(reserve(s->cx, kind, data));
    ab_block_cells(&s->blocks, epoch, data->size, data->connectivity, data->offset);
    const ab_moment moment = {&s->blocks, epoch, &s->frame};
    for (int a = 0; a < ab_blocks[kind].narray; a++) ab_blocks[kind].array[a].fill(&moment, data->array[a]);
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------------------- VTKHDF

// Whether `count` rows from `first` on lie in the dataset.
static bool rows_inside(ab_frame_source *s, const char *path, int64_t first, int64_t count) {
    const int64_t rows = ab_h5_rows_of(&s->h5, path);
    const bool inside = first >= 0 && count >= 0 && first <= rows && count <= rows - first;
    if (!inside) ab_h5_fail(&s->h5, "find the rows of a frame in", path);
    return inside;
}

static ab_checked_rows *checked_rows(ab_frame_source *s, const char *path) {
    for (int64_t i = 0; i < s->nchecked; i++)
        if (strcmp(s->checked[i].path, path) == 0) return &s->checked[i];
    const abut_status grown = AB_GROW(s->cx, &s->checked, &s->checked_capacity, s->nchecked + 1);
    if (grown != ABUT_OK) {
        s->h5.status = grown;
        return NULL;
    }
    ab_checked_rows *c = &s->checked[s->nchecked++];
    *c = (ab_checked_rows){.end = 0};
    snprintf(c->path, sizeof c->path, "%s", path);
    return c;
}

// Checks the pieces that hold rows `first` to `end` - 1, except those checked before.
static void check_rows(ab_frame_source *s, const char *path, int64_t first, int64_t end) {
    ab_checked_rows *c = checked_rows(s, path);
    if (!c || (c->first <= first && end <= c->end)) return;
    const bool follows = c->first <= first && first <= c->end;
    int64_t from = follows ? c->end : first;
    ab_h5_check_rows(&s->h5, path, &from, &end);
    if (!follows) c->first = from;
    c->end = end;
}

static void get(ab_frame_source *s, const char *path, ab_scalar type, int64_t first, int64_t rows, int64_t columns,
                void *values) {
    if (rows == 0 || s->h5.status != ABUT_OK || !rows_inside(s, path, first, rows)) return;
    check_rows(s, path, first, first + rows);
    ab_h5_get(&s->h5, path, type, first, rows, columns, values);
}

static abut_status read_labels(ab_frame_source *s) {
    s->nlabel = ab_h5_rows_of(&s->h5, "/abut/body_name");
    AB_TRY(s->h5.status);
    AB_TRY(AB_ALLOC(s->cx, &s->label, s->nlabel));
    ab_h5_check_pieces(&s->h5, "/abut/body_name");
    ab_h5_get_strings(&s->h5, "/abut/body_name", s->nlabel, AB_LABEL_MAX, (char *)s->label);
    for (int64_t i = 0; i < s->nlabel; i++) s->label[i][AB_LABEL_MAX - 1] = 0;
    return s->h5.status;
}

static abut_status open_vtkhdf(ab_frame_source *s) {
    AB_TRY(ab_h5_open(s->cx, s->path, &s->h5));
    s->open = true;
    s->nframe = ab_h5_rows_of(&s->h5, "/VTKHDF/centres/Steps/Values");
    AB_TRY(s->h5.status);
    AB_TRY(AB_ALLOC(s->cx, &s->time, s->nframe));
    get(s, "/VTKHDF/centres/Steps/Values", AB_F64, 0, s->nframe, 0, s->time);
    get(s, "/abut/gravity", AB_F64, 0, 1, 3, &s->gravity);
    return read_labels(s);
}

// Path of the dataset "a/b" of a block.
static const char *in_block(char path[AB_DATASET_PATH], ab_block_kind kind, const char *a, const char *b) {
    snprintf(path, AB_DATASET_PATH, "/VTKHDF/%s/%s%s%s", ab_blocks[kind].name, a, a[0] && b[0] ? "/" : "", b);
    return path;
}

static int64_t number_at(ab_frame_source *s, ab_block_kind kind, const char *a, const char *b, int64_t row) {
    char path[AB_DATASET_PATH];
    int64_t value = 0;
    get(s, in_block(path, kind, a, b), AB_I64, row, 1, 0, &value);
    return value;
}

static const char *const groups[] = {"Vertices", "Lines", "Polygons"}; // by corners of a cell, minus 1

// One entry of row `row` of a dataset with one column per topology: Vertices, Lines, Polygons, Strips.
static int64_t topology_at(ab_frame_source *s, ab_block_kind kind, const char *name, int64_t row, int topology) {
    char path[AB_DATASET_PATH];
    int64_t values[4] = {0};
    get(s, in_block(path, kind, "Steps", name), AB_I64, row, 1, 4, values);
    return values[topology];
}

static bool cells_inside(const ab_block_data *data) {
    for (int64_t i = 0; i < data->size.ids; i++)
        if (data->connectivity[i] < 0 || data->connectivity[i] >= data->size.points) return false;
    for (int64_t i = 0; i < data->size.cells; i++)
        if (data->offset[i] > data->offset[i + 1]) return false;
    return data->offset[0] == 0 && data->offset[data->size.cells] == data->size.ids;
}

static void read_cells(ab_frame_source *s, int64_t i, int64_t part, ab_block_kind kind, ab_block_data *data) {
    const int topology = data->size.corners - 1;
    const char *group = groups[topology];
    const int64_t first_id = topology_at(s, kind, "ConnectivityIdOffsets", i, topology);
    const int64_t first_cell = topology_at(s, kind, "CellOffsets", i, topology);
    char path[AB_DATASET_PATH];
    if (!rows_inside(s, in_block(path, kind, group, "Connectivity"), first_id, data->size.ids)) return;
    get(s, path, AB_I64, first_id, data->size.ids, 0, data->connectivity);
    // each preceding part has one offset more than cells
    if (!rows_inside(s, in_block(path, kind, group, "Offsets"), first_cell + part, data->size.cells + 1)) return;
    get(s, path, AB_I64, first_cell + part, data->size.cells + 1, 0, data->offset);
    if (s->h5.status == ABUT_OK && !cells_inside(data))
        ab_h5_fail(&s->h5, "make sense of the cells of", ab_blocks[kind].name);
}

static void read_array(ab_frame_source *s, int64_t i, ab_block_kind kind, int a, ab_block_data *data) {
    const ab_array *array = &ab_blocks[kind].array[a];
    const bool points = array->place == AB_POINTS, cells = array->place == AB_CELL_DATA;
    const char *where = points ? "Steps" : cells ? "Steps/CellDataOffsets" : "Steps/PointDataOffsets";
    const int64_t first = number_at(s, kind, where, points ? "PointOffsets" : array->name, i);
    const int64_t rows = ab_array_rows(array, data->size);
    char path[AB_DATASET_PATH];
    in_block(path, kind, points ? "" : cells ? "CellData" : "PointData", array->name);
    if (rows_inside(s, path, first, rows)) get(s, path, array->type, first, rows, array->columns, data->array[a]);
}

// Reads the size of a block in a frame and checks it against the max that fits into the file.
static bool read_size(ab_frame_source *s, int64_t part, ab_block_kind kind, ab_block_size *size) {
    char path[AB_DATASET_PATH];
    *size = (ab_block_size){.points = number_at(s, kind, "NumberOfPoints", "", part), .corners = 1};
    for (int corners = 2; corners <= 3; corners++)
        if (number_at(s, kind, groups[corners - 1], "NumberOfCells", part) > 0) size->corners = corners;
    const char *group = groups[size->corners - 1];
    size->cells = number_at(s, kind, group, "NumberOfCells", part);
    size->ids = number_at(s, kind, group, "NumberOfConnectivityIds", part);
    return rows_inside(s, in_block(path, kind, "Points", ""), 0, size->points) &&
           rows_inside(s, in_block(path, kind, group, "Offsets"), 0, size->cells) &&
           rows_inside(s, in_block(path, kind, group, "Connectivity"), 0, size->ids);
}

static abut_status vtkhdf_block(ab_frame_source *s, int64_t i, ab_block_kind kind, ab_block_data *data) {
    const int64_t part = number_at(s, kind, "Steps", "PartOffsets", i);
    if (!read_size(s, part, kind, &data->size)) return s->h5.status;
    AB_TRY(reserve(s->cx, kind, data));
    read_cells(s, i, part, kind, data);
    for (int a = 0; a < ab_blocks[kind].narray; a++) read_array(s, i, kind, a, data);
    return s->h5.status;
}

// ---------------------------------------------------------------------------------------------------- either

static abut_status find_file(ab_frame_source *s, const char *folder) {
    AB_TRY(ab_path_join(s->cx, folder, "journal.abut", &s->path));
    AB_TRY(ab_io_exists(s->cx, s->path, &s->recorded));
    if (s->recorded) return ABUT_OK;
    ab_free(s->cx, s->path);
    s->path = NULL;
    AB_TRY(ab_path_join(s->cx, folder, "results.vtkhdf", &s->path));
    bool written = false;
    AB_TRY(ab_io_exists(s->cx, s->path, &written));
    if (written) return ABUT_OK;
    return ab_fail(s->cx, ABUT_ERR_INPUT,
                   "'%s' holds neither journal.abut nor results.vtkhdf; name the folder of a run", folder);
}

abut_status ab_frame_source_open(ab_ctx *cx, const char *folder, ab_frame_source *source) {
    *source = (ab_frame_source){.cx = cx, .loaded = -1};
    abut_status status = find_file(source, folder);
    if (status == ABUT_OK) status = source->recorded ? open_journal(source) : open_vtkhdf(source);
    if (status != ABUT_OK) ab_frame_source_free(source);
    return status;
}

abut_status ab_frame_source_block(ab_frame_source *source, int64_t frame, ab_block_kind kind, ab_block_data *data) {
    return source->recorded ? journal_block(source, frame, kind, data) : vtkhdf_block(source, frame, kind, data);
}

void ab_frame_source_free(ab_frame_source *source) {
    ab_ctx *cx = source->cx;
    if (source->open) ab_h5_close(&source->h5);
    if (source->journal.cx) ab_vtk_blocks_free(cx, &source->blocks);
    ab_frame_free(cx, &source->frame);
    ab_journal_free(&source->journal);
    ab_free(cx, source->time);
    ab_free(cx, source->label);
    ab_free(cx, source->path);
    ab_free(cx, source->checked);
    *source = (ab_frame_source){0};
}

void ab_block_data_free(ab_ctx *cx, ab_block_data *data) {
    ab_free(cx, data->connectivity);
    ab_free(cx, data->offset);
    for (int a = 0; a < AB_BLOCK_ARRAYS; a++) ab_free(cx, data->array[a]);
    *data = (ab_block_data){0};
}
