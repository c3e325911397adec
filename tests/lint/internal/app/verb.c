// A program that reaches inside the library.
#include "base/inner.h"
