// Values of parameters by their names.
#include "base/parameter.h"
#include "base/text.h"

static abut_status unknown_parameter(ab_ctx *cx, const char *owner, const char *type, ab_parameter_list list,
                                     const char *name) {
    ab_text text = ab_text_start(cx);
    for (int i = 0; i < list.count; i++) ab_text_format(&text, "%s%s", i > 0 ? ", " : "", list.item[i].name);
    abut_status status = ab_text_status(&text);
    if (status == ABUT_OK)
        status = ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': %s has no parameter '%s'; it has %s", owner, type, name,
                         list.count > 0 ? ab_text_string(&text) : "none");
    ab_text_free(&text);
    return status;
}

static abut_status find(ab_ctx *cx, const char *owner, const char *type, ab_parameter_list list, const char *name,
                        int *index) {
    if (!name) return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': a parameter needs a name", owner);
    *index = ab_parameter_find(list, name);
    return *index < 0 ? unknown_parameter(cx, owner, type, list, name) : ABUT_OK;
}

// "more than 0 and at most 10 m/s"
static void put_range(ab_text *text, const ab_parameter *p) {
    if (isfinite(p->low)) ab_text_put(text, p->above ? "more than " : "at least ");
    if (isfinite(p->low)) ab_text_number(text, p->low);
    if (isfinite(p->low) && isfinite(p->high)) ab_text_put(text, " and ");
    if (isfinite(p->high)) ab_text_put(text, p->below ? "less than " : "at most ");
    if (isfinite(p->high)) ab_text_number(text, p->high);
    if (!isfinite(p->low) && !isfinite(p->high)) ab_text_put(text, "finite");
    if (strcmp(p->unit, "1") != 0) ab_text_format(text, " %s", p->unit);
}

abut_status ab_parameter_check(ab_ctx *cx, const char *owner, const ab_parameter *p, double value) {
    if (ab_parameter_in_range(p, value)) return ABUT_OK;
    ab_text range = ab_text_start(cx), given = ab_text_start(cx);
    put_range(&range, p);
    ab_text_number(&given, value);
    const abut_status status =
        ab_fail(cx, ABUT_ERR_ARGUMENT, "%s%s%sthe parameter '%s' must be %s, not %s", owner ? "'" : "",
                owner ? owner : "", owner ? "': " : "", p->name, ab_text_string(&range), ab_text_string(&given));
    ab_text_free(&range);
    ab_text_free(&given);
    return status;
}

static abut_status missing(ab_ctx *cx, const char *owner, const char *type, const ab_parameter *p) {
    return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': %s needs '%s': %s", owner, type, p->name, p->help);
}

abut_status ab_parameters_set(ab_ctx *cx, const char *owner, const char *type, ab_parameter_list list,
                              const abut_parameter *given, int64_t n, double *value) {
    bool is_given[AB_PARAMETERS_MAX] = {false};
    for (int i = 0; i < list.count; i++) value[i] = list.item[i].fallback;
    for (int64_t i = 0; i < n; i++) {
        int k = -1;
        AB_TRY(find(cx, owner, type, list, given[i].name, &k));
        const ab_parameter *p = &list.item[k];
        if (p->count != 0) return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': %s is a list of numbers", owner, p->name);
        AB_TRY(ab_parameter_check(cx, owner, p, given[i].value));
        value[k] = given[i].value;
        is_given[k] = true;
    }
    for (int i = 0; i < list.count; i++)
        if (list.item[i].required && list.item[i].count == 0 && !is_given[i])
            return missing(cx, owner, type, &list.item[i]);
    return ABUT_OK;
}

abut_status ab_parameters_set_lists(ab_ctx *cx, const char *owner, const char *type, ab_parameter_list list,
                                    const abut_list_parameter *given, int64_t n, ab_numbers *value) {
    for (int i = 0; i < list.count; i++) value[i] = (ab_numbers){NULL, 0};
    for (int64_t i = 0; i < n; i++) {
        int k = -1;
        AB_TRY(find(cx, owner, type, list, given[i].name, &k));
        const ab_parameter *p = &list.item[k];
        const bool fits = p->count == AB_ANY_COUNT ? given[i].count >= 0 : given[i].count == p->count;
        if (p->count == 0) return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': %s is one number", owner, p->name);
        if (!fits || (given[i].count > 0 && !given[i].value))
            return ab_fail(cx, ABUT_ERR_ARGUMENT, "'%s': the list %s has the wrong number of values", owner, p->name);
        for (int64_t j = 0; j < given[i].count; j++) AB_TRY(ab_parameter_check(cx, owner, p, given[i].value[j]));
        value[k] = (ab_numbers){given[i].value, given[i].count};
    }
    for (int i = 0; i < list.count; i++)
        if (list.item[i].required && list.item[i].count != 0 && value[i].n == 0)
            return missing(cx, owner, type, &list.item[i]);
    return ABUT_OK;
}
