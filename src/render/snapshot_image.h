// Snapshot image: a picture of the present state of a world.
#ifndef AB_RENDER_SNAPSHOT_IMAGE_H
#define AB_RENDER_SNAPSHOT_IMAGE_H

#include "world/world.h"

// Writes a PNG: bodies coloured by material, the floor at the plane that faces up most, no walls.
abut_status ab_snapshot_image_write(const ab_world *w, const char *path, int32_t width, int32_t height);

#endif
