// The efficiency cases of [zhang2024, fig. 10] as shares of the time that every point against every triangle takes. The
// paper has 23.0 % (box and box) and 3.9 % (mesh and box) for its field and 14.2 % and 2.3 % with its octree.
#include "sdf/contact.h"

#include "collide/search_efficiency.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIELD = 128 };

static void share(bench *b, const char *name, const char *how, double part, double whole, const char *paper) {
    char text[80];
    snprintf(text, sizeof text, "%s: %s", name, how);
    figure(b, text, 100 * part / whole, paper, no_goal());
}

void measure_shares(bench *b, abut_context *cx, const ab_mesh *mesh) {
    static const char *const PAPER[ABUT_SEARCH_CASES][2] = {
        {"% (paper 23.0)", "% (paper 14.2)"}, {"% (paper 3.9)", "% (paper 2.3)"}, {"%", "%"}};
    abut_search_timing result[ABUT_SEARCH_CASES];
    if (ab_search_efficiency(cx, "the mesh", mesh, FIELD, result) != ABUT_OK) {
        fprintf(stderr, "bench: %s\n", abut_context_message(cx));
        exit(3);
    }
    for (int i = 0; i < ABUT_SEARCH_CASES; i++) {
        const abut_search_timing *r = &result[i];
        share(b, r->name, "field", r->brute, r->nearest, PAPER[i][0]);
        share(b, r->name, "octree", r->octree, r->nearest, PAPER[i][1]);
        share(b, r->name, "tree", r->tree, r->nearest, "%");
    }
}
