// Bodies that stand by contact and friction alone.
#include "rigid.h"

// -------------------------------------------------------------------------------------------------------------- stacks

// A column of boxes of 0.2 m; the mass of box i is ratio^(i/(boxes - 1)): light under heavy.
static void add_column(test_world *t, double ratio, int boxes, abut_body *box) {
    add_floor(t, NONE, UP);
    int32_t shape;
    CHECK_OK(t->cx, abut_shape_add_box(t->w, (abut_v3){0.2, 0.2, 0.2}, &shape));
    for (int i = 0; i < boxes; i++) {
        abut_body_def def = abut_body_default();
        def.name = "box";
        def.number = i;
        def.shape = shape;
        def.material = t->material;
        def.position = (abut_v3){0, 0, 0.1 + 0.2 * i};
        def.mass = boxes > 1 ? pow(ratio, (double)i / (boxes - 1)) : 1;
        def.inertia = (abut_v3){def.mass * 0.04 / 6, def.mass * 0.04 / 6, def.mass * 0.04 / 6};
        CHECK_OK(t->cx, abut_body_add(t->w, &def, &box[i]));
    }
}

static void stand(double dt, double ratio, int boxes, double time) {
    test_world t = open_rigid(dt, 0, 0.5);
    t.w->config.contact_tolerance = 1e-6; // the default
    abut_body box[16];
    add_column(&t, ratio, boxes, box);
    run_steps(&t, (int64_t)(time / dt + 0.5));
    double off = 0, speed = 0;
    for (int i = 0; i < boxes; i++) {
        const abut_body_state s = state_of(&t, box[i]);
        off = fmax(off, v3_norm(v3_sub(s.centre, (abut_v3){0, 0, 0.1 + 0.2 * i})));
        speed = fmax(speed, v3_norm(s.velocity));
    }
    const abut_energy e = abut_world_energy(t.w);
    print_message("%2d boxes, ratio %g, dt %g s: off by %.2g m, %.2g m/s; residual %.2g J of %.3g J; %lld sweeps\n", boxes, ratio, dt, off,
                  speed, e.residual, t.w->ledger.watch.turnover, (long long)t.w->ledger.watch.contact_sweeps);
    close_world(&t);
}

TEST(light_boxes_carry_heavy_ones) {
    for (int k = 0; k <= 6; k += 2) stand(1e-3, pow(10, k), 2, 1);
    for (int k = 0; k <= 6; k += 2) stand(1e-3, pow(10, k), 10, 1);
    stand(5e-3, 1, 10, 10);
    stand(2e-4, 1, 10, 1);
    stand(5e-5, 1, 10, 0.2);
}

CLAIMS(CLAIM(light_boxes_carry_heavy_ones))
