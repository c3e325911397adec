// Contact of two bodies of the bench's mesh; others: of the shapes that are not the first, against the octree alone.
#ifndef ABUT_BENCH_SDF_CONTACT_H
#define ABUT_BENCH_SDF_CONTACT_H

#include "common/figure.h"
#include "geom/mesh/mesh.h"

void measure_contact(bench *b, abut_context *cx, const ab_mesh *mesh);
void measure_others(bench *b, abut_context *cx, const ab_mesh *mesh);
void measure_shares(bench *b, abut_context *cx, const ab_mesh *mesh);
void measure_misses(bench *b, abut_context *cx, const ab_mesh *mesh);
void simulate(bench *b, abut_context *cx, const ab_mesh *mesh);

#endif
