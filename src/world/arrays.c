// Views of the arrays of a world: abut/array.h.
#include "world/world.h"

#define VIEW(rows, n) ((abut_array){(rows), (n), (int64_t)sizeof *(rows)})

abut_status abut_world_arrays_get(const abut_world *world, abut_world_arrays *arrays) {
    if (!world) return ABUT_ERR_ARGUMENT;
    if (!arrays) return ab_fail(world->cx, ABUT_ERR_ARGUMENT, "abut_world_arrays_get needs a place for the views");
    const ab_bodies *b = &world->state.body;
    const ab_contacts *c = &world->state.contacts;
    const ab_colliders *collider = &world->state.collider;
    *arrays = (abut_world_arrays){
        .centre = VIEW(b->x, b->n),
        .orientation = VIEW(b->q, b->n),
        .velocity = VIEW(b->v, b->n),
        .angular_velocity = VIEW(b->w, b->n),
        .force = VIEW(b->force, b->n),
        .torque = VIEW(b->torque, b->n),
        .contact_a = VIEW(c->a, c->n),
        .contact_b = VIEW(c->b, c->n),
        .contact_point = VIEW(c->point, c->n),
        .contact_normal = VIEW(c->normal, c->n),
        .contact_gap = VIEW(c->gap, c->n),
        .contact_force = VIEW(c->force, c->n),
        .contact_normal_force = VIEW(c->normal_force, c->n),
        .collider_body = VIEW(collider->owner, collider->compound ? collider->n : 0),
    };
    return ABUT_OK;
}
