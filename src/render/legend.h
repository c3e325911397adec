// The legend of an image: time and colour scale.
#ifndef AB_RENDER_LEGEND_H
#define AB_RENDER_LEGEND_H

#include "render/drawables.h"

abut_status ab_legend_draw(ab_ctx *cx, const ab_look *look, double time, ab_image *image);

#endif
