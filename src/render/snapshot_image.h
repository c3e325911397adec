// A picture of the world as it is now.
#ifndef AB_RENDER_SNAPSHOT_IMAGE_H
#define AB_RENDER_SNAPSHOT_IMAGE_H

#include "world/world.h"

// Writes a PNG: bodies coloured by material, the floor where gravity's plane is, walls left out.
abut_status ab_snapshot_image_write(const ab_world *w, const char *path, int32_t width, int32_t height);

#endif
