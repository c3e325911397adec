// VTP files: one PolyData in VTK's XML format, arrays appended as raw little-endian bytes.
#ifndef AB_OUTPUT_VTP_H
#define AB_OUTPUT_VTP_H

#include "output/frame_source.h"

abut_status ab_vtp_write(ab_ctx *cx, const char *path, ab_block_kind kind, const ab_block_data *data);

#endif
