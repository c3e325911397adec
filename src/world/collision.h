// Broad and narrow phase: candidate pairs, caches of the collision functions, contacts of the last step and scratch
// data of contacts. The caches change the time of a step and no bit of its result.
#ifndef AB_WORLD_COLLISION_H
#define AB_WORLD_COLLISION_H

#include "base/sort.h"
#include "collide/broad_phase.h"
#include "collide/clip_workspaces.h"
#include "collide/contact_point.h"
#include "math/reduce.h"
#include "world/contacts.h"

typedef struct ab_collision {
    // broad phase   computed by ab_find_pairs
    ab_pairs pairs;         // candidate pairs of colliders (Verlet list)
    v3 *pair_list_x;        // position of each collider when the pair list was built, m   (colliders)
    float *pair_list_q;     // and its orientation, quaternions   (4 colliders)
    double *pair_list_skin; // displacement of each that invalidates the list, m; NULL = AB_SKIN bounding radii
    int64_t pair_list_x_capacity, pair_list_q_capacity, pair_list_skin_capacity;
    // narrow phase   computed by ab_collide
    int64_t *block_contacts; // contact points that each block of pairs has memory for   (nblock_contacts)
    int64_t nblock_contacts, block_contacts_capacity;
    struct ab_separation_bound *separation; // collide/separation_bound.h, only with SDF colliders or walls   (pairs)
    int64_t separation_capacity;
    // only with polyhedra
    ab_axis_cache *axis_cache; // separating axes; clearances count from the pair-list poses   (pairs)
    // bound of the displacement of any point of a collider since the pair list was built, m   (colliders)
    // computed by ab_find_pairs
    float *displacement_bound;
    int64_t axis_cache_capacity, displacement_bound_capacity;
    // pairs sorted by the two bodies of their colliders, only with polyhedra and compound bodies   (pairs)
    // computed by ab_find_pairs
    ab_keyed *together;
    int64_t together_capacity;
    ab_clip_workspaces clip_workspaces; // only with polyhedra
    bool edge_warned;                   // a free edge of a wall inside a body was reported
    // tunnelling   computed by ab_choose_substeps
    ab_pairs swept;  // pairs that may touch within the step and travel further than AB_TRAVEL_PER_SUBSTEP allows
    double thinnest; // least ab_shape.inner of the colliders that can touch, m
    int64_t jumps;   // pairs that may pass through each other in spite of the substeps
    bool jump_warned, immersion_warned;
    struct ab_leaf_cache *leaf_cache; // geom/sdf/point_tree.h, two for each pair of SDF colliders
    int64_t leaf_cache_capacity;
    bool pairs_stale; // bodies were added or removed since the pair list was built
    // contacts at the beginning of the step, for ab_match_history; only AB_CONTACT_KEPT for most integrators
    // computed by ab_swap_contact_buffers
    ab_contacts last_contacts;
    ab_contact_scratch *contact_scratch; // (contacts)
    int64_t contact_scratch_capacity;
    ab_largest stiffest; // largest k/m*, (rad/s)^2, and its contact   computed by ab_apply_laws
    double slip_work;    // sum of ab_contact_scratch.slip_work, J   computed by ab_apply_laws
} ab_collision;

#endif
