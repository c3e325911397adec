// Rigid contacts with friction: sweeps, packings, FCLIB problems, scenes; against Siconos, Bullet, ODE, MuJoCo
//
//     bench/run cones [--problems FOLDER] [--large] [--json]
// FOLDER has frictional contact problems in the FCLIB layout (*.hdf5), which are not part of abut: those of
// https://github.com/FrictionalContactLibrary. --large pours 96,000 balls, which takes ten minutes. CPU time.
#include "cones/cones_bench.h"

#include <string.h>

typedef struct wishes {
    const char *problems;
    bool large;
} wishes;

// Takes the arguments that are not of every bench out of the list.
static wishes take_wishes(int *argc, char **argv) {
    wishes w = {0};
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--problems") == 0 && i + 1 < *argc)
            w.problems = argv[++i];
        else if (strcmp(argv[i], "--large") == 0)
            w.large = true;
        else
            argv[kept++] = argv[i];
    }
    *argc = kept;
    return w;
}

int main(int argc, char **argv) {
    const wishes w = take_wishes(&argc, argv);
    bench b = bench_open(argc, argv);
    bench_sweeps(&b);
    bench_scenes(&b);
    if (w.problems)
        bench_problems(&b, w.problems);
    else
        figure_missing(&b, "FCLIB problems", "name their folder: --problems FOLDER", no_goal());
    bench_packing(&b, w.large);
    return bench_close(&b);
}
