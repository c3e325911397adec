// Prints a state hash per world: built with every compiler and level, the lines must be the same. With an argument N it
// uses N threads.
#include "base/hash.h"
#include "parameters.h"
#include "worlds.h"

#include "elastic.h" // behind law.h, which has parameters of this name

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_hash(const char *name, const char *law, const char *integrator, int threads) {
    abut_world_def def = abut_world_default();
    def.normal_law = law;
    def.integrator = integrator;
    def.dt = 2e-5;
    GIVE(def, "stiffness", 2e3);
    const abut_material_def m = abut_material_default();
    test_world t = open_world(threads, &def, &m);
    fill_box(&t, 10, 8);
    run_steps(&t, 1500);
    printf("%s %016" PRIx64 " contacts %" PRId64 "\n", name, abut_world_hash(t.w), abut_contact_count(t.w));
    close_world(&t);
}

static void print_racket(const char *integrator) {
    abut_world_def def = abut_world_default();
    def.integrator = integrator;
    def.dt = 1e-3;
    const abut_material_def m = abut_material_default();
    test_world t = open_world(1, &def, &m);
    abut_body_def body = abut_body_default();
    CHECK_OK(t.cx, abut_shape_add_box(t.w, (abut_v3){0.1, 0.2, 0.3}, &body.shape));
    body.no_contact = true;
    body.angular_velocity = (abut_v3){0.01, 5, 0.01};
    CHECK_OK(t.cx, abut_body_add(t.w, &body, NULL));
    run_steps(&t, 3000);
    printf("racket-%s %016" PRIx64 "\n", integrator, abut_world_hash(t.w));
    close_world(&t);
}

// A rough surface on a periodic layer, or a cone on a free half-space, with every radix of the transforms and registers
// of every width that the processor has.
static void print_press(const char *name, bool periodic, int threads) {
    static const ab_surface_values ROUGH = {{0.8, 0, 0.1, 0.5, 0.25, 0.1, 3}, {{0}}}, CONE = {{0.1}, {{0}}};
    for (int width = 0; width <= (int)ab_widest(); width++) {
        ab_halfspace_def def = elastic_def(84, 60, 1.4, 1, periodic, 1);
        def.solid[0].thickness = periodic ? 0.3 : 0;
        def.width = (ab_width)width;
        elastic e = open_elastic(&def, threads);
        CHECK_OK(e.cx, set_surface(&e, periodic ? AB_SURFACE_rough : AB_SURFACE_cone, periodic ? &ROUGH : &CONE));
        press(&e, AB_DRIVE_FORCE, 5e-3);
        uint64_t hash = ab_hash_bytes(AB_HASH_START, e.h.cells.p, ab_grid_cells(&def.grid) * 8);
        hash = ab_hash_bytes(hash, e.h.cells.u, ab_grid_cells(&def.grid) * 8);
        printf("press-%s %016" PRIx64 "\n", name, hash);
        close_elastic(&e);
    }
}

int main(int argc, char **argv) {
    const int threads = argc > 1 ? atoi(argv[1]) : 1;
    print_hash("heap-hertz-verlet", "hertz", "verlet", threads);
    print_hash("heap-linear-verlet", "linear", "verlet", threads);
    print_hash("heap-hertz-rk4", "hertz", "rk4", threads);
    print_racket("verlet");
    print_racket("rk4");
    print_press("rough", true, threads);
    print_press("cone", false, threads);
    return 0;
}
