// Fields of mesh files, good and broken ones: FILE... or BROKEN=SOUND...; audit, and signs judged at every node
//
// A file is measured, or refused with the reason. The judge of a node's sign is the winding number of the sound mesh,
// if one is given, or else of the mesh as it was repaired; where the tree's is not clear, the sum of the solid angles
// of all triangles.
#include "common/figure.h"
#include "geom/sdf/sdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ON_SURFACE 1e-6 // cells: nearer than the rounding of a float, either sign is right
#define DOUBT      0.2  // where the tree's winding number, which errs by 0.1, does not tell the side

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "bench: %s\n", abut_context_message(cx));
    exit(3);
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

typedef struct verdict {
    double wrong;   // % of the nodes
    double deepest; // distance of a place with the wrong sign from the surface, cells
} verdict;

static bool inside(const ab_winding *sound, const ab_mesh *mesh, v3 p) {
    const double about = ab_winding_number(sound, p);
    return (fabs(about - 0.5) < DOUBT ? ab_winding_exact(mesh, p) : about) > 0.5;
}

// Looks at every node of the grid.
static verdict judge(const ab_sdf *sdf, const ab_winding *winding, const ab_mesh *sound) {
    const ab_cell3 n = sdf->grid.bricks;
    const int64_t nx = AB_BRICK * n.x + 1, ny = AB_BRICK * n.y + 1, nz = AB_BRICK * n.z + 1, nodes = nx * ny * nz;
    const double h = sdf->grid.h;
    verdict v = {0, 0};
    for (int64_t i = 0; i < nodes; i++) {
        const v3 step = v3_make((double)(i % nx), (double)(i / nx % ny), (double)(i / nx / ny));
        const v3 p = v3_add_scaled(sdf->grid.origin, h, step);
        const double cells = ab_sdf_distance(sdf, p, NULL) / h;
        if (fabs(cells) < ON_SURFACE || (cells < 0) == inside(winding, sound, p)) continue;
        v.wrong += 100.0 / (double)nodes;
        v.deepest = fmax(v.deepest, fabs(cells));
    }
    return v;
}

static void report(bench *b, abut_context *cx, const char *file, const ab_sdf *sdf, const ab_mesh *sound) {
    char name[160];
    ab_bvh bvh;
    ab_winding winding;
    check(cx, ab_bvh_build(cx, sound, &bvh));
    check(cx, ab_winding_build(cx, &bvh, &winding));
    const verdict v = judge(sdf, &winding, sound);
    ab_winding_free(cx, &winding);
    ab_bvh_free(cx, &bvh);
    snprintf(name, sizeof name, "%s: grid edges that fail the audit", file);
    figure(b, name, (double)sdf->report.violations, "", at_most(0));
    snprintf(name, sizeof name, "%s: nodes with the wrong sign", file);
    figure(b, name, v.wrong, "%", at_most(0.02));
    snprintf(name, sizeof name, "%s: the deepest of them", file);
    figure(b, name, v.deepest, "cells", at_most(2));
}

static void measure(bench *b, abut_context *cx, const char *path, const char *sound_path) {
    ab_mesh mesh = {0}, sound = {0};
    ab_sdf sdf;
    char name[160];
    check(cx, ab_mesh_load(cx, path, 1, &mesh));
    if (sound_path) check(cx, ab_mesh_load(cx, sound_path, 1, &sound));
    const abut_sdf_options options = abut_sdf_default();
    const double start = cpu_seconds();
    const abut_status status = ab_sdf_build(cx, name_of(path), &mesh, &options, &sdf);
    snprintf(name, sizeof name, "%s: %s", name_of(path), status == ABUT_OK ? "time" : abut_context_message(cx));
    figure(b, name, cpu_seconds() - start, status == ABUT_OK ? "s" : "s, refused", no_goal());
    if (status == ABUT_OK) {
        report(b, cx, name_of(path), &sdf, sound_path ? &sound : &sdf.mesh);
        ab_sdf_free(cx, &sdf);
    }
    ab_mesh_free(cx, &mesh);
    ab_mesh_free(cx, &sound);
}

static bool is_option(const char *word) { return word[0] == '-'; }

int main(int argc, char **argv) {
    char *options[8] = {argv[0]};
    int noption = 1;
    for (int i = 1; i < argc && noption < 8; i++)
        if (is_option(argv[i])) options[noption++] = argv[i];
    bench b = bench_open(noption, options);
    abut_context *cx = NULL;
    if (abut_context_create(NULL, &cx) != ABUT_OK) return 3;
    int files = 0;
    for (int i = 1; i < argc; i++) {
        if (is_option(argv[i])) continue;
        char *sound = strchr(argv[i], '=');
        if (sound) *sound++ = 0;
        measure(&b, cx, argv[i], sound);
        files++;
    }
    abut_context_destroy(cx);
    if (files == 0) fprintf(stderr, "bench/run meshes FILE...: name mesh files, or BROKEN=SOUND\n");
    return files == 0 ? 2 : bench_close(&b);
}
