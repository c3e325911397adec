// One fuzzed mesh: read it, and if it is good and small, inspect, weigh and wrap it.
#ifndef ABUT_TESTS_FUZZ_MESH_H
#define ABUT_TESTS_FUZZ_MESH_H

#include "accepted.h"
#include "geom/convex/hull.h"
#include "geom/mesh/mesh_mass.h"

#include <stdlib.h>

// A reader that accepts must have kept its promises: finite coordinates and indices that exist.
static inline void fuzz_check_mesh(const ab_mesh *mesh) {
    if (mesh->ntriangle < 1) abort();
    for (int64_t i = 0; i < mesh->nvertex; i++)
        if (!v3_finite(mesh->vertex[i])) abort();
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++)
            if (mesh->triangle[t].v[k] < 0 || mesh->triangle[t].v[k] >= mesh->nvertex) abort();
}

static inline void fuzz_use_mesh(abut_context *cx, const ab_mesh *mesh) {
    enum { SMALL = 200 }; // triangles; more would only slow the search for inputs
    if (mesh->ntriangle > SMALL) return;
    ab_mesh_report report;
    if (ab_mesh_inspect(cx, mesh, &report) != ABUT_OK) abort();
    const ab_mass mass = ab_mesh_mass(mesh);
    if (!isfinite(mass.volume) || !v3_finite(mass.centroid)) abort();
    ab_mesh hull;
    if (ab_hull(cx, mesh->vertex, mesh->nvertex, &hull) == ABUT_OK) ab_mesh_free(cx, &hull);
}

static inline int fuzz_mesh_start(void) {
    static const char *const ROUTES[] = {"mesh", NULL};
    fuzz_watch(ROUTES);
    return 0;
}

static inline int fuzz_mesh(const char *name, const uint8_t *bytes, size_t size) {
    abut_config config = abut_config_default();
    config.threads = 1; // to start others takes longer than to read a file
    abut_context *cx;
    if (abut_context_create(&config, &cx) != ABUT_OK) return 0;
    ab_mesh mesh;
    fuzz_begin();
    const abut_status status = ab_mesh_parse(cx, name, (const char *)bytes, (int64_t)size, &mesh);
    if (status == ABUT_OK) {
        fuzz_accept(0);
        fuzz_check_mesh(&mesh);
        fuzz_use_mesh(cx, &mesh);
        ab_mesh_free(cx, &mesh);
    } else if (abut_context_message(cx)[0] == 0 || mesh.vertex) {
        abort(); // a refusal has its reason and keeps no memory
    }
    abut_context_destroy(cx);
    return 0;
}

#endif
