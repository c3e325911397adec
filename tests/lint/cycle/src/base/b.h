#include "base/c.h"
