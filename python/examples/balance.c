// The loop of balance.py in C: the same bits. Compile without contraction of a * b + c, which Python does not do either:
//
//     cc -O2 -ffp-contract=off balance.c $(pkg-config --cflags --libs abut) -lm && ./a.out balance.yaml 100
#include <abut/abut.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double GAINS[4] = {3.162, 5.954, 51.25, 13.09}; // N/m, N s/m, N/rad, N s/rad

static abut_status balance(abut_world *world, double seconds, double *largest) {
    abut_body cart, pole;
    int64_t drive, angle;
    abut_status status = abut_body_find(world, "cart", &cart);
    if (!status) status = abut_body_find(world, "pole", &pole);
    if (!status) status = abut_force_find(world, "drive", &drive);
    if (!status) status = abut_force_find(world, "angle", &angle);
    if (status) return status;
    const int64_t steps = (int64_t)rint(seconds / abut_world_dt(world));
    for (int64_t i = 0; !status && i < steps; i++) {
        if (i % 10000 == 5000)
            status = abut_body_apply_impulse(world, pole, (abut_v3){0.02, 0, 0}, (abut_v3){0, 0, 0});
        abut_body_state of_cart, of_pole;
        if (!status) status = abut_body_get(world, cart, &of_cart);
        if (!status) status = abut_body_get(world, pole, &of_pole);
        if (status) return status;
        const double tilt = abut_force_get(world, angle).coordinate, place = abut_force_get(world, drive).coordinate;
        const double effort =
            GAINS[0] * place + GAINS[1] * of_cart.velocity.x + GAINS[2] * tilt + GAINS[3] * of_pole.angular_velocity.y;
        if (fabs(tilt) > *largest) *largest = fabs(tilt);
        status = abut_force_set_target(world, drive, 0, 0, effort);
        if (!status) status = abut_world_step(world);
    }
    return status;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    abut_context *context = NULL;
    abut_scene *scene = NULL;
    double largest = 0;
    if (abut_context_create(NULL, &context)) return 1;
    abut_status status = abut_scene_load(context, argv[1], NULL, &scene);
    if (!status) status = balance(abut_scene_world(scene), atof(argv[2]), &largest);
    if (status)
        fprintf(stderr, "%s\n", abut_context_message(context));
    else
        printf("%016" PRIx64 "\n", abut_world_hash(abut_scene_world(scene)));
    abut_scene_destroy(scene);
    abut_context_destroy(context);
    return status ? 1 : 0;
}
