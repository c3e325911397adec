#include "geom/mesh/mesh.h"
