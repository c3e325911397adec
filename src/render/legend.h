// The legend of an image: time and colour scale.
#ifndef AB_RENDER_LEGEND_H
#define AB_RENDER_LEGEND_H

#include "render/canvas.h"
#include "render/drawables.h"

abut_status ab_legend_draw(ab_ctx *cx, const ab_look *look, double time, ab_image *image);

// The colour scale as it is on the screen; share from 0 to 1.
ab_rgb8 ab_scale_ink(double share);

#endif
