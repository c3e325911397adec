// The contact model of a world and of pairs of materials: laws by name, and their parameters by name.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/text.h"
#include "world/contact_model.h"

// ------------------------------------------------------------------------------------------------------- laws

static abut_status no_such_law(ab_ctx *cx, ab_law_family family, const char *name) {
    ab_text names = ab_text_start(cx);
    for (int i = 0; i < ab_law_count(family); i++)
        ab_text_format(&names, "%s%s", i > 0 ? ", " : "", ab_law_about_of(family, i).name);
    const abut_status status = ab_fail(cx, ABUT_ERR_ARGUMENT, "no %s '%s'; there are %s", ab_law_family_names[family],
                                       name, ab_text_string(&names));
    ab_text_free(&names);
    return status;
}

static abut_status choose(ab_ctx *cx, ab_law_family family, const char *name, ab_interaction *in) {
    if (!name) return ABUT_OK;
    const int type = ab_law_find(family, name);
    if (type < 0) return no_such_law(cx, family, name);
    ab_interaction_choose(in, family, type);
    return ABUT_OK;
}

abut_status ab_choose_laws(ab_ctx *cx, const char *const names[AB_LAW_FAMILIES], ab_interaction *in) {
    for (int f = 0; f < AB_LAW_FAMILIES; f++) AB_TRY(choose(cx, (ab_law_family)f, names[f], in));
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------- parameters

static void put_names(ab_text *text, ab_parameter_list list) {
    for (int i = 0; i < list.count; i++) ab_text_format(text, "%s%s", text->size > 0 ? ", " : "", list.item[i].name);
}

static abut_status no_such_parameter(ab_ctx *cx, const char *name, const ab_text *names) {
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "no parameter '%s' of the contact laws used here; there are %s",
                   name ? name : "", names->size > 0 ? ab_text_string(names) : "none");
}

// Sets a parameter in all laws of the interaction that have it. *found: whether one has.
static abut_status set_one(ab_ctx *cx, const abut_parameter *given, ab_interaction *in, bool *found) {
    *found = false;
    for (int f = 0; f < AB_LAW_FAMILIES && given->name; f++) {
        const ab_parameter_list list = ab_interaction_about(in, (ab_law_family)f).parameters;
        const int i = ab_parameter_find(list, given->name);
        if (i < 0) continue;
        AB_TRY(ab_parameter_check(cx, NULL, &list.item[i], given->value));
        ab_interaction_values(in, (ab_law_family)f)[i] = given->value;
        *found = true;
    }
    return ABUT_OK;
}

abut_status ab_set_parameters(ab_ctx *cx, const abut_parameter *given, int64_t count, ab_interaction *in) {
    if (count > 0 && !given) return ab_fail(cx, ABUT_ERR_ARGUMENT, "parameters are counted, but there is no list");
    for (int64_t k = 0; k < count; k++) {
        bool found = false;
        AB_TRY(set_one(cx, &given[k], in, &found));
        if (found) continue;
        ab_text names = ab_text_start(cx);
        for (int f = 0; f < AB_LAW_FAMILIES; f++)
            put_names(&names, ab_interaction_about(in, (ab_law_family)f).parameters);
        const abut_status status = no_such_parameter(cx, given[k].name, &names);
        ab_text_free(&names);
        return status;
    }
    return ABUT_OK;
}

// The parameter of this name of any law; NULL if there is none.
static const ab_parameter *parameter_of_any(const char *name) {
    for (int f = 0; f < AB_LAW_FAMILIES && name; f++)
        for (int type = 0; type < ab_law_count((ab_law_family)f); type++) {
            const ab_parameter_list list = ab_law_about_of((ab_law_family)f, type).parameters;
            const int i = ab_parameter_find(list, name);
            if (i >= 0) return list.item + i;
        }
    return NULL;
}

static abut_status unknown_parameter(ab_ctx *cx, const char *name) {
    ab_text names = ab_text_start(cx);
    for (int f = 0; f < AB_LAW_FAMILIES; f++)
        for (int type = 0; type < ab_law_count((ab_law_family)f); type++)
            put_names(&names, ab_law_about_of((ab_law_family)f, type).parameters);
    const abut_status status = no_such_parameter(cx, name, &names);
    ab_text_free(&names);
    return status;
}

abut_status ab_keep_parameter(ab_world *w, const abut_parameter *given) {
    const ab_parameter *p = parameter_of_any(given->name);
    if (!p) return unknown_parameter(w->cx, given->name);
    AB_TRY(ab_parameter_check(w->cx, NULL, p, given->value));
    ab_config *c = &w->config;
    AB_TRY(AB_GROW(w->cx, &c->parameter, &c->parameter_capacity, c->nparameter + 1));
    c->parameter[c->nparameter++] = (abut_parameter){p->name, given->value};
    return ABUT_OK;
}

abut_status ab_apply_world_parameters(const ab_world *w, ab_interaction *in) {
    bool found = false;
    for (int64_t i = 0; i < w->config.nparameter; i++) AB_TRY(set_one(w->cx, &w->config.parameter[i], in, &found));
    return ABUT_OK;
}

double ab_stiffness_parameter(const ab_interaction *in) {
    const int i = ab_parameter_find(in->law->parameters, "stiffness");
    return i < 0 ? 0 : in->normal_value[i];
}

abut_status ab_check_contact_model(const ab_world *w, ab_interaction *in) {
    for (int f = 0; f < AB_LAW_FAMILIES; f++) {
        const ab_law_about about = ab_interaction_about(in, (ab_law_family)f);
        const char *message = about.check ? about.check(ab_interaction_values(in, (ab_law_family)f)) : NULL;
        if (message)
            return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "%s '%s': %s", ab_law_family_names[f], about.name, message);
    }
    if (in->law->by_number && ab_stiffness_parameter(in) == 0 && !(w->config.penetration > 0))
        return ab_fail(w->cx, ABUT_ERR_ARGUMENT, "an automatic stiffness needs a penetration, the depth to tolerate");
    return ABUT_OK;
}

static uint64_t hash_laws(uint64_t hash, ab_interaction in) {
    for (int f = 0; f < AB_LAW_FAMILIES; f++) {
        const ab_law_about about = ab_interaction_about(&in, (ab_law_family)f);
        const double *value = ab_interaction_values(&in, (ab_law_family)f);
        hash = ab_hash_bytes(hash, about.name, (int64_t)strlen(about.name));
        hash = ab_hash_bytes(hash, value, about.parameters.count * (int64_t)sizeof *value);
    }
    return hash;
}

uint64_t ab_contact_model_hash(const ab_world *w) {
    uint64_t hash = hash_laws(AB_HASH_START, w->config.contact);
    for (int64_t i = 0; i < w->config.nrule; i++) {
        const ab_pair_rule *rule = &w->config.rules[i];
        hash = ab_hash_u64(ab_hash_u64(hash, (uint64_t)rule->def.a), (uint64_t)rule->def.b);
        hash = hash_laws(hash, rule->contact);
    }
    for (int64_t i = 0; i < w->config.ncurve; i++) {
        const ab_pair_curve *c = &w->config.curves[i];
        hash = ab_hash_u64(ab_hash_u64(hash, (uint64_t)c->a), (uint64_t)c->b);
        hash = ab_hash_bytes(hash, c->curve.point, c->curve.n * (int64_t)sizeof *c->curve.point);
    }
    return hash;
}
