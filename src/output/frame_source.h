// Reader of the frames of a run, from its journal or, if that no longer exists, from results.vtkhdf.
#ifndef AB_OUTPUT_FRAME_SOURCE_H
#define AB_OUTPUT_FRAME_SOURCE_H

#include "output/vtk_blocks.h"

#define AB_LABEL_MAX ABUT_LABEL

// One block of one frame. The memory is reused for the next one read.
typedef struct ab_block_data {
    ab_block_size size;
    int64_t *connectivity; // (size.ids)
    int64_t *offset;       // (size.cells + 1)
    char *array[AB_BLOCK_ARRAYS];
    int64_t connectivity_capacity, offset_capacity, array_capacity[AB_BLOCK_ARRAYS];
} ab_block_data;

#define AB_DATASET_PATH 192

// Rows of a dataset whose pieces are good. Frames are read one after the other, so each piece is checked once.
typedef struct ab_checked_rows {
    char path[AB_DATASET_PATH];
    int64_t first, end;
} ab_checked_rows;

typedef struct ab_frame_source {
    ab_ctx *cx;
    char *path; // of the file that is read
    int64_t nframe;
    double *time;                // s  (nframe)
    char (*label)[AB_LABEL_MAX]; // labels of the bodies, by id  (nlabel)
    int64_t nlabel;
    v3 gravity; // m/s^2
    // if read from a journal
    bool recorded;
    ab_journal journal;
    ab_vtk_blocks blocks;
    ab_frame frame;
    int64_t loaded; // index of the frame in `frame`, -1 = none
    // if read from results.vtkhdf
    ab_h5 h5;
    bool open;
    ab_checked_rows *checked; // (nchecked)
    int64_t nchecked, checked_capacity;
} ab_frame_source;

// The source must not move while it is open.
abut_status ab_frame_source_open(ab_ctx *cx, const char *folder, ab_frame_source *source);
abut_status ab_frame_source_block(ab_frame_source *source, int64_t frame, ab_block_kind kind, ab_block_data *data);
void ab_frame_source_free(ab_frame_source *source);
void ab_block_data_free(ab_ctx *cx, ab_block_data *data);

// Index of an array in its block, by name and place.
int ab_block_find(ab_block_kind kind, ab_array_place place, const char *name);

#endif
