// Two hulls of the bed thrown at each other without friction or damping: what is missing of their energy when they have
// parted. YADE does the same with its own law; both as stiff and with the same step.
#include "math/random.h"
#include "peers/bed_peers.h"
#include "polyhedra/bed.h"

enum { COLLISIONS = 20 };

static bed open_space(void) {
    bed b = {0};
    if (abut_context_create(NULL, &b.cx) != ABUT_OK) return b;
    abut_world_def def = abut_world_default();
    def.normal_law = "volume";
    def.gravity = v3_zero();
    def.dt = 1e-4;
    bed_check(&b, abut_world_create(b.cx, &def, &b.w));
    const abut_material_def stone = {.size = sizeof(abut_material_def),
                                     .name = "stone",
                                     .density = 1,
                                     .young = 2e5,
                                     .poisson = 0.2,
                                     .restitution = 1,
                                     .friction = 0,
                                     .sliding_friction = -1};
    int32_t material;
    bed_check(&b, abut_material_add(b.w, &stone, &material));
    return b;
}

static void throw_hull(bed *b, const ab_polyhedron *p, ab_random *r, double side) {
    v3 point[64];
    for (int32_t i = 0; i < p->loops.nvertex; i++) point[i] = ab_vertex_at(&p->loops, i);
    abut_body_def def = abut_body_default();
    bed_check(b, abut_shape_add_hull(b->w, point, p->loops.nvertex, &def.shape));
    def.orientation = ab_random_rotation(r);
    const double y = ab_random_between(r, -0.3, 0.3), z = ab_random_between(r, -0.3, 0.3);
    def.position = v3_make(1.3 * side, y, z);
    def.velocity = v3_make(-0.5 * side, 0, 0);
    bed_check(b, abut_body_add(b->w, &def, NULL));
}

// Relative to the energy before; negative if they did not meet.
static double error_of(const bed *from, ab_random *r) {
    bed b = open_space();
    for (int k = 0; k < 2; k++) {
        const int32_t shape = from->shape[ab_random_u64(r) % BED_SHAPES];
        throw_hull(&b, from->w->config.shapes[shape].convex, r, k == 0 ? -1 : 1);
    }
    bool met = false;
    for (int i = 0; i < 30000; i++) {
        bed_steps(&b, 1);
        if (met && abut_contact_count(b.w) == 0) break;
        met = met || abut_contact_count(b.w) > 0;
    }
    const abut_energy e = abut_world_energy(b.w);
    bed_close(&b);
    return met ? fabs(e.kinetic / e.initial - 1) : -1;
}

void bench_collisions(bench *b, const bed *settled) {
    ab_random r = ab_random_start(7, 3);
    double worst = 0, theirs;
    char why[PEER_TEXT];
    for (int i = 0; i < COLLISIONS; i++) worst = fmax(worst, error_of(settled, &r));
    put_bed(b, settled, "energy error of a frictionless collision, worst of 20", worst, "", at_most(1e-6));
    const char *const name = "bed of hulls: energy error of YADE's, mean of 20";
    if (yade_collisions(settled->w, settled->first, BED_WIDTH, &theirs, why))
        figure(b, name, theirs, "", no_goal());
    else
        figure_missing(b, name, why, no_goal());
}
