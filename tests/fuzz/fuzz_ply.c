// Any bytes as a PLY file.
#include "fuzz/fuzz_mesh.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    return fuzz_mesh_start();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) { return fuzz_mesh("fuzz.ply", bytes, size); }
