// Records the recording of tests/recording.h into a folder and exports it, for the checks of the result files by other
// programs.
#include "recording.h"
#include "base/io.h"
#include "output/export.h"

#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    abut_context *cx = NULL;
    if (abut_context_create(NULL, &cx) != ABUT_OK) return 3;
    const recording f = {argv[1], 12, 4};
    abut_status status = ab_io_make_directories(cx, f.folder);
    if (status == ABUT_OK) status = recording_record(cx, &f, true);
    ab_export_summary summary;
    if (status == ABUT_OK) status = ab_export_pvd(cx, f.folder, f.folder, &summary);
    if (status != ABUT_OK) fprintf(stderr, "%s\n", abut_context_message(cx));
    abut_context_destroy(cx);
    return status == ABUT_OK ? 0 : 1;
}
