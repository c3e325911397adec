#include "base/twin.h"
