// Any bytes as a OBJ file.
#include "fuzz/fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) { return fuzz_mesh("fuzz.obj", bytes, size); }
