// A user's program against the installed library: a ball falls freely, and the library's version is its header's.
#include <abut/abut.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static abut_status drop(abut_world *world, abut_body *ball) {
    abut_material_def steel = abut_material_default();
    abut_body_def def = abut_body_default();
    abut_status status = abut_material_add(world, &steel, &def.material);
    if (!status) status = abut_shape_add_sphere(world, 0.01, &def.shape);
    if (!status) status = abut_body_add(world, &def, ball);
    for (int i = 0; !status && i < 100; i++) status = abut_world_step(world);
    return status;
}

int main(void) {
    if (strcmp(abut_version(), ABUT_VERSION) != 0) return 1;
    const abut_config config = abut_config_default();
    abut_context *context = NULL;
    if (abut_context_create(&config, &context)) return 1;
    abut_world_def def = abut_world_default();
    def.gravity = (abut_v3){0.0, 0.0, -10.0};
    def.dt = 1e-3;
    abut_world *world = NULL;
    abut_body ball = {0};
    abut_body_state state = {0};
    abut_status status = abut_world_create(context, &def, &world);
    if (!status) status = drop(world, &ball);
    if (!status) status = abut_body_get(world, ball, &state);
    if (status) fprintf(stderr, "%s\n", abut_context_message(context));
    printf("z = %g m, v = %g m/s after %g s\n", state.position.z, state.velocity.z,
           world ? abut_world_time(world) : 0.0);
    // v = -g t does not depend on the integrator; 100 additions of g dt round in the last digits only.
    const int good = !status && fabs(state.velocity.z + 1.0) < 1e-12 && state.position.z < -0.04;
    abut_world_destroy(world);
    abut_context_destroy(context);
    return good ? 0 : 1;
}
