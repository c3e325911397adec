#include "geom/mesh.h"
