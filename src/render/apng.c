// Writes APNG files: acTL (number of images, of repeats) before the first IDAT; before each image fcTL (sequence
// number, size, offset, duration); the pixels of all images but the first in fdAT, which is a sequence number followed
// by the contents of an IDAT. Only the rectangle that changed is written.   [APNG specification, in PNG 3rd edition]
#include "render/apng.h"
#include "base/alloc.h"

#include <string.h>

abut_status ab_apng_open(ab_ctx *cx, const char *path, int32_t width, int32_t height, int64_t frames, int64_t fps,
                         ab_apng *file) {
    *file = (ab_apng){.cx = cx, .frames = frames, .fps = fps, .stream = {.file = -1}};
    AB_TRY(ab_image_alloc(cx, width, height, &file->last));
    abut_status status = ab_stream_open(cx, path, &file->stream);
    ab_text head = ab_text_start(cx), control = ab_text_start(cx);
    ab_png_start(&head, width, height);
    ab_png_u32(&control, (uint32_t)frames);
    ab_png_u32(&control, 0);
    ab_png_chunk(&head, "acTL", ab_text_string(&control), control.size);
    if (status == ABUT_OK) status = ab_text_status(&control);
    if (status == ABUT_OK) status = ab_text_status(&head);
    if (status == ABUT_OK) status = ab_stream_put(&file->stream, head.data, head.size);
    ab_text_free(&control);
    ab_text_free(&head);
    if (status == ABUT_OK) return ABUT_OK;
    return ab_apng_close(file, status);
}

// Bounding rectangle of the differences of two images; one pixel if they are equal, because an image cannot be empty.
static ab_rect changed_part(const ab_image *a, const ab_image *b) {
    int32_t left = a->width, right = 0, top = a->height, bottom = 0;
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            const int64_t i = 3 * ((int64_t)y * a->width + x);
            if (memcmp(a->rgb + i, b->rgb + i, 3) == 0) continue;
            left = x < left ? x : left;
            right = x >= right ? x + 1 : right;
            top = y < top ? y : top;
            bottom = y + 1;
        }
    return left < right ? (ab_rect){left, top, right - left, bottom - top} : (ab_rect){0, 0, 1, 1};
}

static void put_control(ab_apng *file, ab_rect part, ab_text *to) {
    ab_text control = ab_text_start(to->cx);
    ab_png_u32(&control, file->sequence++);
    ab_png_u32(&control, (uint32_t)part.width);
    ab_png_u32(&control, (uint32_t)part.height);
    ab_png_u32(&control, (uint32_t)part.left);
    ab_png_u32(&control, (uint32_t)part.top);
    const char delay[6] = {0, 1, 0, (char)file->fps, 0, 0}; // 1/fps s; no clearing, pixels overwrite earlier ones
    ab_text_bytes(&control, delay, 6);
    ab_png_chunk(to, "fcTL", ab_text_string(&control), control.size);
    if (ab_text_status(&control) != ABUT_OK) to->status = ab_text_status(&control);
    ab_text_free(&control);
}

static abut_status put_picture(ab_apng *file, const ab_image *image, ab_text *pixels, ab_text *to) {
    const bool first = file->added == 0;
    const ab_rect part = first ? (ab_rect){0, 0, image->width, image->height} : changed_part(image, &file->last);
    put_control(file, part, to);
    if (!first) ab_png_u32(pixels, file->sequence++);
    AB_TRY(ab_png_pixels(to->cx, image, part, pixels));
    ab_png_chunk(to, first ? "IDAT" : "fdAT", pixels->data, pixels->size);
    AB_TRY(ab_text_status(to));
    memcpy(file->last.rgb, image->rgb, (size_t)(3 * (int64_t)image->width * image->height));
    file->added++;
    return ab_stream_put(&file->stream, to->data, to->size);
}

abut_status ab_apng_add(ab_apng *file, const ab_image *image) {
    ab_text pixels = ab_text_start(file->cx), to = ab_text_start(file->cx);
    const abut_status status = put_picture(file, image, &pixels, &to);
    ab_text_free(&pixels);
    ab_text_free(&to);
    return status;
}

static abut_status put_end(ab_apng *file) {
    ab_text end = ab_text_start(file->cx);
    ab_png_chunk(&end, "IEND", "", 0);
    abut_status status = ab_text_status(&end);
    if (status == ABUT_OK) status = ab_stream_put(&file->stream, end.data, end.size);
    ab_text_free(&end);
    return status == ABUT_OK ? ab_stream_close(&file->stream) : status;
}

abut_status ab_apng_close(ab_apng *file, abut_status status) {
    ab_ctx *cx = file->cx;
    const abut_status done = status == ABUT_OK ? put_end(file) : status;
    if (done != ABUT_OK && file->stream.path)
        cx->io.remove(cx->io.user, file->stream.path); // the failure is reported already
    ab_stream_abandon(&file->stream);
    ab_image_free(cx, &file->last);
    return done;
}

// ------------------------------------------------------------------------------------------------------- interface

struct abut_animation {
    ab_apng file;
};

abut_status abut_animation_open(abut_context *cx, const char *path, int32_t width, int32_t height, int64_t frames,
                                int64_t fps, abut_animation **animation) {
    if (!cx) return ABUT_ERR_ARGUMENT;
    if (!path || !animation || width < 1 || height < 1 || frames < 1 || fps < 1)
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "an animation needs a path, a size, frames and a rate");
    *animation = NULL;
    abut_animation *made = NULL;
    AB_TRY(AB_ALLOC(cx, &made, 1));
    const abut_status status = ab_apng_open(cx, path, width, height, frames, fps, &made->file);
    if (status == ABUT_OK)
        *animation = made;
    else
        ab_free(cx, made);
    return status;
}

abut_status abut_animation_add(abut_animation *a, const abut_image *image) {
    if (!a) return ABUT_ERR_ARGUMENT;
    const ab_image *last = &a->file.last;
    if (!image || !image->rgb || image->width != last->width || image->height != last->height)
        return ab_fail(a->file.cx, ABUT_ERR_ARGUMENT, "an image of an animation has the size of the animation");
    return ab_apng_add(&a->file, image);
}

abut_status abut_animation_close(abut_animation *a, abut_status status) {
    if (!a) return status;
    ab_ctx *cx = a->file.cx;
    const abut_status closed = ab_apng_close(&a->file, status);
    ab_free(cx, a);
    return closed;
}
