// throw_steps COUNT [FIRST]: fuzz_steps without a search and without sanitizers, so that it can be built by any
// compiler and is fast: COUNT scenes of pseudo-random throws, numbered from FIRST (0). Prints how many were loaded and
// went 20 steps; exit code 1 if some went wrong.
#include "fuzz_steps.c"

static void throw_scene(uint64_t number) {
    uint8_t bytes[400];
    uint64_t state = number * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (size_t k = 0; k < sizeof bytes; k++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        bytes[k] = (uint8_t)(state >> 56);
    }
    if (getenv("ABUT_FUZZ_PRINT")) fprintf(stderr, "# scene %llu\n", (unsigned long long)number);
    LLVMFuzzerTestOneInput(bytes, sizeof bytes);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: throw_steps COUNT [FIRST]\n");
        return 2;
    }
    const long long count = atoll(argv[1]), first = argc > 2 ? atoll(argv[2]) : 0;
    LLVMFuzzerInitialize(&argc, &argv);
    for (long long i = 0; i < count; i++) {
        last_scene = first + i;
        throw_scene((uint64_t)last_scene);
    }
    fprintf(stderr, "wrong: %lld of %lld scenes\n", wrong_scenes, count);
    return wrong_scenes > 0;
}
