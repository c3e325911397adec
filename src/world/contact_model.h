// The contact model of a world and of pairs of materials (contact_model.c).
#ifndef AB_WORLD_CONTACT_MODEL_H
#define AB_WORLD_CONTACT_MODEL_H

#include "world/world.h"

// Sets the laws that are named, with the defaults of their parameters; a NULL name leaves the law as it is.
abut_status ab_choose_laws(ab_ctx *cx, const char *const names[AB_LAW_FAMILIES], ab_interaction *in);
// Sets parameters of the interaction's laws; a parameter that none of them has is an error.
abut_status ab_set_parameters(ab_ctx *cx, const abut_parameter *given, int64_t count, ab_interaction *in);
// Adds a parameter, of any law, to those given for the world.
abut_status ab_keep_parameter(ab_world *w, const abut_parameter *given);
// Sets the parameters given for the world in the interaction's laws that have them.
abut_status ab_apply_world_parameters(const ab_world *w, ab_interaction *in);
// Checks parameters that must fit together.
abut_status ab_check_contact_model(const ab_world *w, ab_interaction *in);
// The parameter `stiffness` of the normal law, 0 = automatic, or the law has none.
double ab_stiffness_parameter(const ab_interaction *in);

// Hash of the laws of the world and of all pairs, of their parameters and curves.
uint64_t ab_contact_model_hash(const ab_world *w);

#endif
