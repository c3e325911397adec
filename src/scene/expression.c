// Recursive descent over the text of a scalar. The first mistake is diagnosed at its place and ends the evaluation.
#include "scene/expression.h"
#include "base/num.h"
#include "math/elementary.h"
#include "scene/read_numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NAME 63

typedef enum variable_state { VARIABLE_NEW, VARIABLE_BUSY, VARIABLE_KNOWN, VARIABLE_BAD } variable_state;

typedef struct variable {
    const char *name;
    const ab_node *key, *node;
    variable_state state;
    bool used;
    ab_value value;
} variable;

struct ab_variables {
    variable *item; // (n), by name
    int64_t n;
};

typedef struct calculation {
    ab_loader *l;
    const ab_node *node;
    int64_t at;
    bool failed;
} calculation;

static const ab_value NOTHING = {.number = 0};

static ab_value nested(calculation *p);

// ------------------------------------------------------------------------------------------------------------ mistakes

static AB_PRINTF(4, 5) ab_value refuse(calculation *p, ab_code code, int64_t at, const char *format, ...) {
    if (!p->failed) {
        char message[512];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        ab_diagnose(p->l, code, ab_inside(p->node, at), "%s", message);
    }
    p->failed = true;
    return NOTHING;
}

static ab_value bounded(calculation *p, int64_t at, ab_value value) {
    if (isfinite(value.number)) return value;
    return refuse(p, AB_E018, at, "the result is too large for a number");
}

// ---------------------------------------------------------------------------------------------------------- dimensions

// Angles are pure numbers where they are added, multiplied or compared: r times an angle is a length.
static bool same_but_angle(const ab_dimension *a, const ab_dimension *b) {
    return memcmp(a->power, b->power, AB_UNIT_RADIAN) == 0;
}

static bool is_pure(const ab_dimension *d) { return same_but_angle(d, &(ab_dimension){{0}}); }

static bool is_number(const ab_value *v) { return is_pure(&v->dimension) && v->dimension.power[AB_UNIT_RADIAN] == 0; }

// "a speed" for m/s.
static void describe(calculation *p, const ab_value *v, char words[160]) {
    static const char *const BASE[AB_UNIT_BASES] = {"m", "kg", "s", "A", "K", "mol", "cd", "rad"};
    char unit[80] = "";
    size_t used = 0;
    for (int i = 0; i < AB_UNIT_BASES; i++)
        if (v->dimension.power[i] != 0)
            used += (size_t)snprintf(unit + used, sizeof unit - used, "%s%s%d", used > 0 ? "." : "", BASE[i],
                                     v->dimension.power[i]);
    if (is_pure(&v->dimension))
        snprintf(words, 160, used > 0 ? "an angle" : "a pure number");
    else
        ab_units_describe(p->l->cx, unit, (int64_t)used, words, 160);
}

static ab_value refuse_pair(calculation *p, int64_t at, const char *what, const ab_value *a, const ab_value *b) {
    char left[160], right[160];
    describe(p, a, left);
    describe(p, b, right);
    return refuse(p, AB_E017, at, "%s %s and %s", what, left, right);
}

// -------------------------------------------------------------------------------------------------------------- tokens

static char here(const calculation *p) { return p->at < p->node->count ? p->node->text[p->at] : 0; }

static void skip_blanks(calculation *p) {
    while (here(p) == ' ' || here(p) == '\t') p->at++;
}

static bool take(calculation *p, char c) {
    skip_blanks(p);
    if (here(p) != c) return false;
    p->at++;
    return true;
}

static bool begins_name(char c) { return isalpha((unsigned char)c) || c == '_'; }

static int64_t name_length(const char *text) {
    int64_t n = 0;
    if (begins_name(text[0]))
        while (begins_name(text[n]) || isdigit((unsigned char)text[n])) n++;
    return n;
}

// Units also have characters beyond ASCII, and %.
static bool begins_unit(char c) { return begins_name(c) || (unsigned char)c >= 0x80 || c == '%'; }

// ----------------------------------------------------------------------------------------------------------- variables

static int by_name(const void *a, const void *b) {
    return strcmp(((const variable *)a)->name, ((const variable *)b)->name);
}

static variable *find_variable(const ab_loader *l, const char *name, int64_t length) {
    char text[LONGEST_NAME + 1] = "";
    if (!l->variables || length > LONGEST_NAME) return NULL;
    memcpy(text, name, (size_t)length);
    const variable wanted = {.name = text};
    return bsearch(&wanted, l->variables->item, (size_t)l->variables->n, sizeof wanted, by_name);
}

static ab_value whole_text(calculation *p) {
    if (p->node->count > AB_EXPRESSION_LONGEST)
        return refuse(p, AB_E051, 0, "an expression has at most %d bytes", AB_EXPRESSION_LONGEST);
    const ab_value value = nested(p);
    skip_blanks(p);
    if (!p->failed && p->at < p->node->count)
        return refuse(p, AB_E051, p->at, "the expression should end here, or an operator is missing: + - * / ^");
    return value;
}

static void compute(ab_loader *l, variable *v) {
    calculation p = {.l = l, .node = v->node, .at = ab_is_expression(v->node)};
    v->state = VARIABLE_BUSY;
    v->value = whole_text(&p);
    v->state = p.failed ? VARIABLE_BAD : VARIABLE_KNOWN;
}

static ab_value value_of(calculation *p, int64_t at, variable *v) {
    v->used = true;
    if (v->state == VARIABLE_BUSY)
        return refuse(p, AB_E051, at, "'%s' needs itself, directly or through others", v->name);
    if (v->state == VARIABLE_NEW) compute(p->l, v);
    if (v->state == VARIABLE_BAD) p->failed = true; // told where it stands
    return v->value;
}

// ----------------------------------------------------------------------------------------------------------- functions

typedef struct function {
    const char *name;
    int arguments;
    double (*of_angle)(double); // sin, cos, tan
    double (*angle_of)(double); // asin, acos, atan
    double (*of_number)(double);
} function;

static const function FUNCTIONS[] = {
    {"sqrt", 1, NULL, NULL, NULL},   {"abs", 1, NULL, NULL, NULL},    {"min", 2, NULL, NULL, NULL},
    {"max", 2, NULL, NULL, NULL},    {"sin", 1, sin, NULL, NULL},     {"cos", 1, cos, NULL, NULL},
    {"tan", 1, tan, NULL, NULL},     {"asin", 1, NULL, asin, NULL},   {"acos", 1, NULL, acos, NULL},
    {"atan", 1, NULL, atan, NULL},   {"floor", 1, NULL, NULL, floor}, {"ceil", 1, NULL, NULL, ceil},
    {"round", 1, NULL, NULL, round},
};
enum { FUNCTION_COUNT = sizeof FUNCTIONS / sizeof FUNCTIONS[0] };

static const function *find_function(const char *name, int64_t length) {
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if ((int64_t)strlen(FUNCTIONS[i].name) == length && strncmp(FUNCTIONS[i].name, name, (size_t)length) == 0)
            return &FUNCTIONS[i];
    return NULL;
}

static bool is_pi(const char *name, int64_t length) { return length == 2 && strncmp(name, "pi", 2) == 0; }

static ab_value root_of(calculation *p, int64_t at, ab_value v) {
    if (v.number < 0) return refuse(p, AB_E051, at, "the square root of a negative number");
    for (int i = 0; i < AB_UNIT_BASES; i++) {
        if (v.dimension.power[i] % 2 != 0) {
            char words[160];
            describe(p, &v, words);
            return refuse(p, AB_E017, at, "the square root of %s has no unit", words);
        }
        v.dimension.power[i] = (int8_t)(v.dimension.power[i] / 2);
    }
    v.number = sqrt(v.number);
    return v;
}

#define FULL_TURN (2 * AB_PI)

static ab_value of_angle(calculation *p, int64_t at, const function *f, ab_value v) {
    if (!is_pure(&v.dimension)) {
        char words[160];
        describe(p, &v, words);
        return refuse(p, AB_E017, at, "%s needs an angle, but this is %s", f->name, words);
    }
    if (is_number(&v) && v.pure == AB_PURE_BARE && fabs(v.number) > FULL_TURN)
        return refuse(p, AB_E048, at, "an angle of more than a turn needs its unit: deg or rad");
    return (ab_value){.number = f->of_angle(v.number), .pure = AB_PURE_CONSTANT};
}

static ab_value of_number(calculation *p, int64_t at, const function *f, ab_value v) {
    if (!is_number(&v)) {
        char words[160];
        describe(p, &v, words);
        return refuse(p, AB_E017, at, "%s needs a pure number, but this is %s", f->name, words);
    }
    if (f->of_number) {
        v.number = f->of_number(v.number);
        return v;
    }
    if (f->angle_of != atan && fabs(v.number) > 1) return refuse(p, AB_E051, at, "%s of a number beyond 1", f->name);
    const ab_dimension radian = {.power[AB_UNIT_RADIAN] = 1};
    return (ab_value){f->angle_of(v.number), radian, AB_PURE_RATIO};
}

// The kind of a number that comes from two.
static ab_pure mixed(const ab_value *a, const ab_value *b) {
    if (!is_number(a) || !is_number(b)) return AB_PURE_RATIO;
    return a->pure > b->pure ? a->pure : b->pure;
}

// Whether two values can be added; a bare number is no angle.
static bool alike(const ab_value *a, const ab_value *b) {
    const bool left = is_number(a) && a->pure == AB_PURE_BARE, right = is_number(b) && b->pure == AB_PURE_BARE;
    if (left != right && (left ? !is_number(b) : !is_number(a))) return false;
    return same_but_angle(&a->dimension, &b->dimension);
}

static ab_value extreme(calculation *p, int64_t at, const function *f, const ab_value argument[2]) {
    if (!alike(&argument[0], &argument[1]))
        return refuse_pair(p, at, strcmp(f->name, "min") == 0 ? "min of" : "max of", &argument[0], &argument[1]);
    const bool second = (argument[1].number > argument[0].number) == (f->name[1] == 'a');
    ab_value chosen = argument[second];
    chosen.pure = mixed(&argument[0], &argument[1]);
    return chosen;
}

static ab_value apply(calculation *p, int64_t at, const function *f, const ab_value argument[2]) {
    ab_value v = argument[0];
    if (f->of_angle) return of_angle(p, at, f, v);
    if (f->angle_of || f->of_number) return of_number(p, at, f, v);
    if (f->arguments == 2) return extreme(p, at, f, argument);
    if (strcmp(f->name, "sqrt") == 0) return root_of(p, at, v);
    v.number = fabs(v.number);
    return v;
}

static ab_value call(calculation *p, int64_t at, const function *f) {
    ab_value argument[2] = {NOTHING, NOTHING};
    if (!take(p, '(')) return refuse(p, AB_E051, p->at, "'%s' is a function: '(' is missing", f->name);
    for (int i = 0; i < f->arguments && !p->failed; i++) {
        if (i > 0 && !take(p, ','))
            return refuse(p, AB_E051, p->at, "'%s' needs %d values, with a comma between them", f->name, f->arguments);
        argument[i] = nested(p);
    }
    if (!p->failed && !take(p, ')')) return refuse(p, AB_E051, p->at, "')' is missing");
    return p->failed ? NOTHING : bounded(p, at, apply(p, at, f, argument));
}

// --------------------------------------------------------------------------------------------------------------- units

// The length of a unit's name with its exponent; 0 = none.
static int64_t unit_length(const char *text) {
    int64_t n = 0;
    while (begins_unit(text[n]) || (n > 0 && isdigit((unsigned char)text[n]))) n++;
    if (n == 0 || text[n] != '^') return n;
    const int64_t sign = text[n + 1] == '-';
    if (!isdigit((unsigned char)text[n + 1 + sign])) return n;
    for (n += 1 + sign; isdigit((unsigned char)text[n]);) n++;
    return n;
}

// A variable, or something else that is no unit, where a unit could stand behind an operator.
static bool is_other(const calculation *p, const char *text) {
    const int64_t n = name_length(text);
    return find_variable(p->l, text, n) || find_function(text, n) || is_pi(text, n);
}

static bool is_unit(calculation *p, const char *text, int64_t length) {
    ab_unit_factor factor;
    ab_dimension dimension;
    ab_stop(p->l, ab_units_measure(p->l->cx, text, length, &factor, &dimension));
    return factor.status == AB_UNIT_OK;
}

// Refuses a name behind a number that is a variable: 2 a could be 2*a, or two of the unit a.
static bool check_unit_name(calculation *p, int64_t at) {
    const char *text = p->node->text + at;
    const int64_t n = name_length(text);
    if (!is_other(p, text)) return true;
    if (is_unit(p, text, n))
        refuse(p, AB_E051, at, "'%.*s' is a variable and a unit: write * in front of the variable, or rename it",
               (int)n, text);
    else
        refuse(p, AB_E051, at, "an operator is missing in front of '%.*s'", (int)n, text);
    return false;
}

// The end of the unit that begins at p->at.
static int64_t unit_end(calculation *p) {
    const char *text = p->node->text;
    int64_t end = p->at;
    for (int64_t next = p->at; next < p->node->count;) {
        if (!check_unit_name(p, next)) return end;
        end = next + unit_length(text + next);
        for (next = end; text[next] == ' ' || text[next] == '\t';) next++;
        const bool operator= text[next] == '/' || text[next] == '*' || text[next] == '.';
        if (operator) next++;
        while (text[next] == ' ' || text[next] == '\t') next++;
        if (!begins_unit(text[next]) || (operator&& is_other(p, text + next))) break;
        if (operator&& text[next - 1] != '.' && !is_unit(p, text + next, unit_length(text + next))) break;
    }
    return end;
}

static ab_value with_unit(calculation *p, double number) {
    const int64_t at = p->at, end = unit_end(p);
    const char *unit = p->node->text + at;
    if (p->failed) return NOTHING;
    ab_unit_factor factor;
    ab_value v = {.pure = AB_PURE_RATIO};
    ab_stop(p->l, ab_units_measure(p->l->cx, unit, end - at, &factor, &v.dimension));
    if (p->l->status != ABUT_OK) p->failed = true;
    if (factor.status == AB_UNIT_OFFSET)
        return refuse(p, AB_E016, at, "'%.*s' cannot be used here: its zero is not nothing", (int)(end - at), unit);
    if (factor.status != AB_UNIT_OK) return refuse(p, AB_E016, at, "unknown unit '%.*s'", (int)(end - at), unit);
    p->at = end;
    v.number = number * factor.times / factor.over;
    return v;
}

// ------------------------------------------------------------------------------------------------------------- grammar

static ab_value literal(calculation *p) {
    ab_value v = {.pure = AB_PURE_BARE};
    const int64_t at = p->at;
    p->at += ab_num_read(p->node->text + at, p->node->count - at, &v.number);
    if (p->at == at) return refuse(p, AB_E051, at, "a number, a variable or '(' is expected here");
    skip_blanks(p);
    if (begins_unit(here(p))) v = with_unit(p, v.number);
    return p->failed ? NOTHING : bounded(p, at, v);
}

static ab_value unknown_name(calculation *p, int64_t at, const char *name, int64_t length) {
    const ab_variables *all = p->l->variables;
    const char *names[64 + FUNCTION_COUNT];
    char given[LONGEST_NAME + 1] = "", hint[512];
    int count = 0;
    for (int64_t i = 0; all && i < all->n && count < 64; i++) names[count++] = all->item[i].name;
    for (int i = 0; i < FUNCTION_COUNT; i++) names[count++] = FUNCTIONS[i].name;
    memcpy(given, name, (size_t)(length < LONGEST_NAME ? length : LONGEST_NAME));
    if (is_unit(p, name, length))
        return refuse(p, AB_E051, at, "the unit '%s' needs a number in front: 1 %s", given, given);
    ab_suggest(given, names, count, hint, sizeof hint);
    return refuse(p, AB_E051, at, "there is no variable '%s' under 'let'; %s", given, hint);
}

static ab_value named(calculation *p) {
    const char *name = p->node->text + p->at;
    const int64_t at = p->at, length = name_length(name);
    const function *f = find_function(name, length);
    variable *v = find_variable(p->l, name, length);
    p->at += length;
    if (f) return call(p, at, f);
    if (is_pi(name, length)) return (ab_value){.number = AB_PI};
    return v ? value_of(p, at, v) : unknown_name(p, at, name, length);
}

static ab_value primary(calculation *p) {
    skip_blanks(p);
    if (p->failed) return NOTHING;
    if (begins_name(here(p))) return named(p);
    if (!take(p, '(')) return literal(p);
    const ab_value v = nested(p);
    if (!p->failed && !take(p, ')')) return refuse(p, AB_E051, p->at, "')' is missing");
    return v;
}

static ab_value raised(calculation *p, int64_t at, ab_value base, int64_t exponent) {
    ab_value v = {.number = 1, .pure = base.pure};
    for (int i = 0; i < AB_UNIT_BASES; i++) {
        const int64_t power = base.dimension.power[i] * exponent;
        if (llabs(power) > 100) return refuse(p, AB_E018, at, "the power of a unit is too large");
        v.dimension.power[i] = (int8_t)power;
    }
    for (int64_t i = 0; i < llabs(exponent); i++) v.number *= base.number;
    if (exponent >= 0) return bounded(p, at, v);
    if (v.number == 0) return refuse(p, AB_E051, at, "division by 0");
    v.number = 1 / v.number;
    return bounded(p, at, v);
}

#define LARGEST_EXPONENT 100

static ab_value power(calculation *p) {
    const ab_value base = primary(p);
    if (p->failed || !take(p, '^')) return base;
    skip_blanks(p);
    int64_t exponent = 0;
    const int64_t at = p->at, used = ab_num_read_int(p->node->text + at, p->node->count - at, &exponent);
    if (used == 0 || llabs(exponent) > LARGEST_EXPONENT)
        return refuse(p, AB_E051, at, "an exponent is a whole number from -%d to %d", LARGEST_EXPONENT,
                      LARGEST_EXPONENT);
    p->at += used;
    return raised(p, at, base, exponent);
}

static ab_value with_sign(calculation *p) {
    bool minus = false;
    for (skip_blanks(p); here(p) == '-' || here(p) == '+'; skip_blanks(p)) minus ^= p->node->text[p->at++] == '-';
    ab_value v = power(p);
    if (minus) v.number = -v.number;
    return v;
}

static ab_value multiply(calculation *p, int64_t at, ab_value a, const ab_value *b, int sign) {
    const ab_pure pure = mixed(&a, b);
    if (sign < 0 && b->number == 0) return refuse(p, AB_E051, at, "division by 0");
    for (int i = 0; i < AB_UNIT_BASES; i++) {
        const int power = a.dimension.power[i] + sign * b->dimension.power[i];
        if (abs(power) > 100) return refuse(p, AB_E018, at, "the power of a unit is too large");
        a.dimension.power[i] = (int8_t)power;
    }
    a.number = sign > 0 ? a.number * b->number : a.number / b->number;
    a.pure = pure;
    return bounded(p, at, a);
}

static ab_value product(calculation *p) {
    ab_value v = with_sign(p);
    for (skip_blanks(p); !p->failed && (here(p) == '*' || here(p) == '/'); skip_blanks(p)) {
        const int64_t at = p->at++;
        const ab_value next = with_sign(p);
        if (!p->failed) v = multiply(p, at, v, &next, p->node->text[at] == '*' ? 1 : -1);
    }
    return v;
}

static ab_value plus(calculation *p, int64_t at, ab_value a, const ab_value *b, int sign) {
    if (!alike(&a, b)) return refuse_pair(p, at, "these cannot be added:", &a, b);
    a.pure = mixed(&a, b);
    a.number += sign * b->number;
    if (a.dimension.power[AB_UNIT_RADIAN] == 0) a.dimension = b->dimension;
    return bounded(p, at, a);
}

static ab_value sum(calculation *p) {
    ab_value v = product(p);
    for (skip_blanks(p); !p->failed && (here(p) == '+' || here(p) == '-'); skip_blanks(p)) {
        const int64_t at = p->at++;
        const ab_value next = product(p);
        if (!p->failed) v = plus(p, at, v, &next, p->node->text[at] == '+' ? 1 : -1);
    }
    return v;
}

// The text of an expression, a bracket or an argument.
static ab_value nested(calculation *p) {
    if (p->l->expressions >= AB_EXPRESSION_DEPTH)
        return refuse(p, AB_E051, p->at, "more than %d brackets and variables are in each other", AB_EXPRESSION_DEPTH);
    p->l->expressions++;
    const ab_value v = sum(p);
    p->l->expressions--;
    return v;
}

// ------------------------------------------------------------------------------------------------------- the variables

static bool check_variable(ab_loader *l, const ab_node *key) {
    const int64_t length = key->count;
    if (length == 0 || length > LONGEST_NAME || name_length(key->text) != length)
        ab_diagnose(l, AB_E022, key->place, "the name of a variable has 1 to %d letters, digits and _, a letter first",
                    LONGEST_NAME);
    else if (find_function(key->text, length) || is_pi(key->text, length))
        ab_diagnose(l, AB_E022, key->place, "'%s' has a meaning in expressions; choose another name", key->text);
    else
        return true;
    return false;
}

// The text of a variable, which may also stand under `value`; NULL if it is none, which the schema diagnoses.
static const ab_node *text_of(const ab_node *value) {
    if (value->kind == AB_NODE_MAPPING) value = ab_node_get(value, "value");
    return value && value->kind == AB_NODE_SCALAR && value->count > 0 ? value : NULL;
}

void ab_take_variables(ab_loader *l, const ab_node *root) {
    const ab_node *let = ab_node_get(root, "let");
    if (!let || let->kind != AB_NODE_MAPPING) return;
    if (let->count > AB_VARIABLES_MAX) {
        ab_diagnose(l, AB_E037, let->place, "%lld variables are more than the %d that are possible",
                    (long long)let->count, AB_VARIABLES_MAX);
        return;
    }
    ab_variables *all = ab_take(l, 1, sizeof *all);
    variable *item = ab_take(l, let->count, sizeof *item);
    if (!all || !item) return;
    all->item = item;
    for (int64_t i = 0; i < let->count; i++) {
        const ab_node *key = let->child[i].key, *text = text_of(let->child[i].value);
        if (text && check_variable(l, key)) item[all->n++] = (variable){.name = key->text, .key = key, .node = text};
    }
    qsort(item, (size_t)all->n, sizeof *item, by_name);
    l->variables = all;
    for (int64_t i = 0; i < all->n && !ab_full(l); i++)
        if (item[i].state == VARIABLE_NEW) compute(l, &item[i]);
}

// Files that are included may define more than a scene needs.
static bool is_own(const ab_loader *l, const variable *v, const ab_node *root) {
    return v->key->place.source == root->place.source || l->source[v->key->place.source].skip > 0;
}

void ab_tell_unused(ab_loader *l, const ab_node *root) {
    const ab_variables *all = l->variables;
    for (int64_t i = 0; all && l->diagnostics->errors == 0 && i < all->n; i++)
        if (!all->item[i].used && is_own(l, &all->item[i], root))
            ab_diagnose(l, AB_W116, all->item[i].key->place, "nothing uses the variable '%s'; write =%s to use it",
                        all->item[i].name, all->item[i].name);
}

// ------------------------------------------------------------------------------------------------------- use in a key

bool ab_is_expression(const ab_node *scalar) { return scalar->text[0] == '='; }

bool ab_lacks_equals(const ab_loader *l, const ab_node *scalar) {
    const char *text = scalar->text;
    double number = 0;
    const int64_t used = ab_num_read(text, scalar->count, &number);
    const char *rest = text + used + strspn(text + used, " \t");
    if (used > 0 && rest[0] && (strchr("-/^", rest[0]) || strpbrk(rest, "+*("))) return true;
    for (int64_t at = 0; at < scalar->count; at++) {
        const int64_t length = name_length(text + at);
        if (find_variable(l, text + at, length)) return true;
        if (length > 0) at += length - 1;
    }
    return false;
}

// Whether a value can be used for a key of this dimension. An angle may be a ratio of lengths; a number is no angle.
static bool fits(const ab_value *v, const ab_dimension *wanted) {
    if (!same_but_angle(&v->dimension, wanted)) return false;
    return !is_pure(wanted) || wanted->power[AB_UNIT_RADIAN] != 0 || is_number(v);
}

bool ab_evaluate_for(ab_loader *l, const ab_key *key, const ab_node *node, double *number, bool *bare) {
    const char *unit = key->unit ? key->unit : "1";
    calculation p = {.l = l, .node = node, .at = 1};
    const ab_value v = whole_text(&p);
    ab_unit_factor factor;
    ab_dimension wanted;
    if (p.failed) return false;
    ab_stop(l, ab_units_measure(l->cx, unit, (int64_t)strlen(unit), &factor, &wanted));
    if (l->status != ABUT_OK) return false;
    const bool any = is_pure(&wanted) && wanted.power[AB_UNIT_RADIAN] == 0;
    *number = v.number;
    *bare = !any && is_number(&v) && v.pure == AB_PURE_BARE;
    if (*bare || fits(&v, &wanted)) return true;
    char words[160];
    describe(&p, &v, words);
    refuse(&p, AB_E017, 0, "'%s' is %s, in %s for example, but the expression is %s", key->name, ab_unit_word(unit),
           unit, words);
    return false;
}
