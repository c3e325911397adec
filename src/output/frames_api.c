// Frames of a run as arrays: abut_frames_* of abut/frames.h.
#include "base/alloc.h"
#include "output/frame_source.h"

#include <assert.h>

struct abut_frames {
    ab_frame_source source;
    ab_block_data data[AB_BLOCKS];
};

abut_status abut_frames_open(abut_context *cx, const char *folder, abut_frames **frames) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!folder || !frames) return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_frames_open needs a folder and a place");
    *frames = NULL;
    abut_frames *made = NULL;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    const abut_status status = ab_frame_source_open(cx, folder, &made->source);
    if (status == ABUT_OK)
        *frames = made;
    else
        ab_free(cx, made);
    return status;
}

void abut_frames_destroy(abut_frames *frames) {
    if (!frames) return;
    ab_ctx *cx = frames->source.cx;
    for (int i = 0; i < AB_BLOCKS; i++) ab_block_data_free(cx, &frames->data[i]);
    ab_frame_source_free(&frames->source);
    ab_free(cx, frames);
}

int64_t abut_frames_count(const abut_frames *frames) { return frames ? frames->source.nframe : 0; }

double abut_frames_time(const abut_frames *frames, int64_t frame) {
    return frame >= 0 && frame < abut_frames_count(frames) ? frames->source.time[frame] : NAN;
}

int64_t abut_frames_label_count(const abut_frames *frames) { return frames ? frames->source.nlabel : 0; }

const char *abut_frames_label(const abut_frames *frames, int64_t body) {
    return body >= 0 && body < abut_frames_label_count(frames) ? frames->source.label[body] : NULL;
}

static const ab_block_kind kind_of[ABUT_FRAME_PARTS] = {
    [ABUT_FRAME_SURFACES] = AB_BLOCK_BODIES,
    [ABUT_FRAME_BODIES] = AB_BLOCK_CENTRES,
    [ABUT_FRAME_CONTACTS] = AB_BLOCK_CONTACTS,
    [ABUT_FRAME_LINES] = AB_BLOCK_LINES,
};

static const abut_scalar scalar_of[] = {
    [AB_F32] = ABUT_SCALAR_FLOAT, [AB_F64] = ABUT_SCALAR_DOUBLE, [AB_I32] = ABUT_SCALAR_INT,
    [AB_I64] = ABUT_SCALAR_LONG,  [AB_U8] = ABUT_SCALAR_BYTE,
};

static abut_frame_array describe(const ab_array *array, const char *bytes, ab_block_size size) {
    const int32_t columns = array->columns == 0 ? 1 : array->columns;
    const int64_t stride = columns * (int64_t)ab_scalar_size(array->type);
    return (abut_frame_array){
        array->name, array->unit, scalar_of[array->type], columns, {bytes, ab_array_rows(array, size), stride}};
}

abut_status abut_frames_read(abut_frames *frames, int64_t frame, abut_frame_part part,
                             abut_frame_array arrays[ABUT_FRAME_ARRAYS], int32_t *count) {
    if (!frames) return ABUT_ERR_ARGUMENT;
    ab_ctx *cx = frames->source.cx;
    if (!arrays || !count || (unsigned)part >= ABUT_FRAME_PARTS)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "abut_frames_read needs a part and a place for its arrays");
    if (isnan(abut_frames_time(frames, frame)))
        return ab_fail(cx, ABUT_ERR_INPUT, "there is no frame %lld; there are %lld, from 0", (long long)frame,
                       (long long)abut_frames_count(frames));
    const ab_block_kind kind = kind_of[part];
    ab_block_data *data = &frames->data[kind];
    AB_TRY(ab_frame_source_block(&frames->source, frame, kind, data));
    static_assert(AB_BLOCK_ARRAYS <= ABUT_FRAME_ARRAYS, "a block has more arrays than the caller has places");
    *count = ab_blocks[kind].narray;
    for (int32_t i = 0; i < *count; i++) arrays[i] = describe(&ab_blocks[kind].array[i], data->array[i], data->size);
    return ABUT_OK;
}
