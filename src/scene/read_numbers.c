// Reads quantities and whole numbers: "5 mm" where a length in m is expected.
#include "scene/read_numbers.h"
#include "base/num.h"
#include "geom/mesh/cursor.h"
#include "scene/bare_units.h"
#include "scene/describe.h"
#include "scene/expression.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *ab_kind_word(const ab_node *node) {
    if (node->kind == AB_NODE_SEQUENCE) return "a list";
    if (node->kind == AB_NODE_MAPPING) return "a mapping";
    if (node->count > 0) return "a single value";
    return node->plain ? "nothing" : "an empty text";
}

void ab_wrong_kind(ab_loader *l, const ab_key *key, const ab_node *node, const char *expected) {
    ab_diagnose(l, AB_E014, node->place, "'%s' must be %s, but this is %s", key->name, expected, ab_kind_word(node));
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool check_range(ab_loader *l, const ab_key *key, const ab_node *node, double value) {
    const bool low = key->above ? value > key->low : value >= key->low;
    const bool high = key->below ? value < key->high : value <= key->high;
    if (low && high) return true;
    ab_text range = ab_text_start(l->cx);
    ab_describe_range(&range, key);
    const ab_code code = key->low == key->high ? AB_E011 : AB_E018; // only the format version has a single valid value
    ab_diagnose(l, code, node->place, "'%s' is out of range: %s is not %s", key->name, node->text,
                ab_text_string(&range));
    ab_stop(l, ab_text_status(&range));
    ab_text_free(&range);
    return false;
}

ab_place ab_inside(const ab_node *node, int64_t offset) {
    ab_place place = node->place;
    for (int64_t i = 0; i < offset && i < node->count; i++)
        place.column += ((unsigned char)node->text[i] & 0xC0) != 0x80; // characters, not bytes
    place.column += node->plain ? 0 : 1;
    return place;
}

static void unit_mistake(ab_loader *l, const ab_key *key, const ab_node *node, int64_t at, ab_unit_status status) {
    const char *unit = node->text + at;
    char better[AB_UNIT_TEXT_MAX + 1] = "";
    if (status == AB_UNIT_UNKNOWN && ab_lacks_equals(l, node)) {
        ab_diagnose(l, AB_E016, ab_inside(node, at), "unknown unit '%.*s'; write '=%.200s' to compute it",
                    AB_UNIT_TEXT_MAX, unit, node->text);
    } else if (status == AB_UNIT_UNKNOWN && ab_units_suggest(l->cx, unit, key->unit, better, sizeof better)) {
        ab_diagnose(l, AB_E016, ab_inside(node, at), "unknown unit '%.*s'; did you mean '%s'?", AB_UNIT_TEXT_MAX, unit,
                    better);
    } else if (status == AB_UNIT_UNKNOWN) {
        ab_diagnose(l, AB_E016, ab_inside(node, at), "unknown unit '%.*s'; '%s' is %s, in %s for example",
                    AB_UNIT_TEXT_MAX, unit, key->name, ab_unit_word(key->unit), key->unit);
    } else if (status == AB_UNIT_DIMENSION) {
        char words[160];
        ab_units_describe(l->cx, unit, (int64_t)strlen(unit), words, sizeof words);
        ab_diagnose(l, AB_E017, ab_inside(node, at), "'%s' is %s, in %s for example, but '%s' measures %s", key->name,
                    ab_unit_word(key->unit), key->unit, unit, words);
    } else {
        ab_diagnose(l, AB_E016, ab_inside(node, at), "'%s' cannot be used here: its zero is not nothing; use %s", unit,
                    key->unit);
    }
}

// Reads the number before an optional unit; false after an error.
static bool split_number(ab_loader *l, const ab_key *key, const ab_node *node, double *number, int64_t *unit) {
    const int64_t used = ab_num_read(node->text, node->count, number);
    int64_t at = used;
    while (at < node->count && is_blank(node->text[at])) at++;
    *unit = at;
    if (used > 0 && isfinite(*number)) return true;
    if (used > 0)
        ab_diagnose(l, AB_E018, node->place, "'%s' is too large for a number", node->text);
    else if (ab_lacks_equals(l, node))
        ab_diagnose(l, AB_E015, node->place, "'%s' needs a number; write '=%.200s' to compute it", key->name,
                    node->text);
    else
        ab_diagnose(l, AB_E015, node->place, "'%s' needs a number%s%s, but this is '%s'", key->name,
                    strcmp(key->unit, "1") == 0 ? "" : " such as 1.5 ", strcmp(key->unit, "1") == 0 ? "" : key->unit,
                    node->text);
    return false;
}

// Lengths and positions have the same bound as mesh coordinates, so that products of them stay finite.
static bool check_distance(ab_loader *l, const ab_key *key, const ab_node *node, double number) {
    if (strcmp(key->unit, "m") != 0 || fabs(number) <= AB_COORDINATE_MAX) return true;
    ab_diagnose(l, AB_E018, node->place, "'%s' is out of range: %s is more than 1e50 m", key->name, node->text);
    return false;
}

#define FULL_TURN 6.283185307179586

// Asks for the unit of a bare angle that is hardly meant in rad.
static bool check_angle(ab_loader *l, const ab_key *key, const ab_node *node, double number) {
    if (!key->angle || number == 0 || !(fabs(number) > FULL_TURN || number == floor(number))) return true;
    char degrees[AB_NUM_MAX];
    ab_brief(degrees, 360 / FULL_TURN * number);
    if (fabs(number) > FULL_TURN)
        ab_diagnose(l, AB_E048, node->place,
                    "bare numbers are SI: %s rad are %s deg; write '%s deg', or '%s rad' if that is meant", node->text,
                    degrees, node->text, node->text);
    else
        ab_diagnose(l, AB_W110, node->place, "'%s' without a unit is taken as %s rad = %s deg; write the unit",
                    node->text, node->text, degrees);
    return fabs(number) <= FULL_TURN;
}

static bool read_bare(ab_loader *l, const ab_key *key, const ab_node *node, double *number) {
    bool chosen = false;
    if (!ab_convert_bare(l, key, node, number, &chosen)) return false;
    return chosen || check_angle(l, key, node, *number);
}

// Reads "5 mm".
static bool read_plain_quantity(ab_loader *l, const ab_key *key, const ab_node *node, double *number) {
    int64_t at = 0;
    if (!split_number(l, key, node, number, &at)) return false;
    if (at == node->count) return read_bare(l, key, node, number);
    ab_unit_factor factor;
    ab_stop(l, ab_units_find(l->cx, node->text + at, node->count - at, key->unit, &factor));
    if (l->status != ABUT_OK) return false;
    if (factor.status != AB_UNIT_OK) {
        unit_mistake(l, key, node, at, factor.status);
        return false;
    }
    *number = *number * factor.times / factor.over;
    return true;
}

// Reads "=2*a".
static bool read_expression(ab_loader *l, const ab_key *key, const ab_node *node, double *number) {
    bool bare = false;
    if (!ab_evaluate_for(l, key, node, number, &bare)) return false;
    return !bare || read_bare(l, key, node, number);
}

static bool read_scalar_quantity(ab_loader *l, const ab_key *key, const ab_node *node, double *value) {
    double number = 0;
    const bool read =
        ab_is_expression(node) ? read_expression(l, key, node, &number) : read_plain_quantity(l, key, node, &number);
    if (!read) return false;
    if (!isfinite(number)) {
        ab_diagnose(l, AB_E018, node->place, "'%s' is too large for a number", node->text);
        return false;
    }
    if (!check_range(l, key, node, number) || !check_distance(l, key, node, number)) return false;
    *value = number;
    return true;
}

void ab_read_quantity(ab_loader *l, const ab_key *key, const ab_node *node, double *value) {
    if (node->kind != AB_NODE_SCALAR || node->count == 0)
        ab_wrong_kind(l, key, node, "a number, with or without a unit");
    else if (key->word && ab_node_is(node, key->word))
        *value = key->word_value;
    else
        read_scalar_quantity(l, key, node, value);
}

#define ROUND_OFF   1e-9 // of a whole number from an expression, such as 0.1*30
#define LARGEST_INT 9007199254740992.0

static void read_whole_expression(ab_loader *l, const ab_key *key, const ab_node *node, int64_t *value) {
    double number = 0;
    bool bare = false;
    if (!ab_evaluate_for(l, key, node, &number, &bare)) return;
    const double whole = round(number);
    if (fabs(number - whole) > ROUND_OFF * fmax(1, fabs(number)) || fabs(whole) > LARGEST_INT) {
        char text[AB_NUM_MAX];
        ab_num_write(text, number);
        ab_diagnose(l, AB_E015, node->place, "'%s' needs a whole number, but the expression is %s", key->name, text);
    } else if (check_range(l, key, node, whole)) {
        *value = (int64_t)whole;
    }
}

void ab_read_integer(ab_loader *l, const ab_key *key, const ab_node *node, int64_t *value) {
    int64_t number = 0;
    if (node->kind != AB_NODE_SCALAR || node->count == 0)
        ab_wrong_kind(l, key, node, "a whole number");
    else if (ab_is_expression(node))
        read_whole_expression(l, key, node, value);
    else if (ab_num_read_int(node->text, node->count, &number) != node->count)
        ab_diagnose(l, AB_E015, node->place, "'%s' needs a whole number, but this is '%s'", key->name, node->text);
    else if (check_range(l, key, node, (double)number))
        *value = number;
}
