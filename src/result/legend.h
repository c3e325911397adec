// What is written into a picture: the time, and what the colours mean.
#ifndef AB_RESULT_LEGEND_H
#define AB_RESULT_LEGEND_H

#include "result/cast.h"

abut_status ab_legend_draw(ab_ctx *cx, const ab_look *look, double time, ab_image *image);

#endif
