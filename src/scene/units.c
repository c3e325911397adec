// Converts units with UDUNITS-2. It has global state (message handler, parser, last status), so every use is protected
// by one lock; nothing else of abut is shared between contexts. UDUNITS reads its database with its own allocator.
#include "scene/units.h"
#include "base/alloc.h"
#include "abut/unit.h"
#include "base/num.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <udunits2.h>

#define MAX_ROWS 4096

static pthread_mutex_t udunits_lock = PTHREAD_MUTEX_INITIALIZER;

static const struct {
    const char *si, *word;
} WORDS[] = {
    {"1", "a pure number"},
    {"m", "a length"},
    {"s", "a time"},
    {"m/s", "a speed"},
    {"m/s^2", "an acceleration"},
    {"kg", "a mass"},
    {"kg/m^3", "a density"},
    {"N", "a force"},
    {"N m", "a torque"},
    {"Pa", "a pressure"},
    {"N/m", "a stiffness"},
    {"rad", "an angle"},
    {"rad/s", "an angular velocity"},
    {"kg m^2", "a moment of inertia"},
    {"m^2", "an area"},
    {"m^3", "a volume"},
    {"K", "a temperature"},
    {"W", "a power"},
    {"A", "an electric current"},
    {"mol", "an amount of substance"},
    {"cd", "a luminous intensity"},
};
#define WORD_COUNT ((int)(sizeof WORDS / sizeof WORDS[0]))

const char *ab_unit_word(const char *si) {
    for (int i = 0; i < WORD_COUNT; i++)
        if (strcmp(WORDS[i].si, si) == 0) return WORDS[i].word;
    return si;
}

// Adds common unit names that UDUNITS does not know.
static void add_names(ut_system *system) {
    static const struct {
        const char *name, *meaning;
    } NAMES[] = {{"deg", "degree"}, {"rev", "revolution"}, {"turn", "revolution"}};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        ut_unit *unit = ut_parse(system, NAMES[i].meaning, UT_UTF8);
        if (!unit) continue;
        ut_map_name_to_unit(NAMES[i].name, UT_UTF8, unit);
        ut_free(unit);
    }
}

static abut_status load_system(ab_ctx *cx, ab_units *units) {
    if (units->system) return ABUT_OK;
    ut_set_error_message_handler(ut_ignore);
    units->system = ut_read_xml(NULL);
    if (!units->system)
        return ab_fail(cx, ABUT_ERR_IO,
                       "could not read the units database of UDUNITS-2; install libudunits2-data, or set "
                       "UDUNITS2_XML_PATH to its udunits2.xml");
    add_names(units->system);
    return ABUT_OK;
}

// UDUNITS multiplies prefixes in floating point: g/cm^3 differs from 1000 by one bit. A factor that close to a power of
// ten is replaced by it.
static ab_unit_factor make_factor(double value) {
    if (!(value > 0 && isfinite(value))) return (ab_unit_factor){AB_UNIT_OK, value, 1};
    const int power = (int)lround(log10(value));
    char text[AB_NUM_MAX];
    snprintf(text, sizeof text, "1e%d", power < 0 ? -power : power);
    double ten = 0;
    ab_num_read(text, (int64_t)strlen(text), &ten);
    const double near = power < 0 ? 1 / ten : ten;
    if (!(fabs(value - near) <= 1e-14 * near)) return (ab_unit_factor){AB_UNIT_OK, value, 1};
    return power < 0 ? (ab_unit_factor){AB_UNIT_OK, 1, ten} : (ab_unit_factor){AB_UNIT_OK, ten, 1};
}

// UDUNITS also converts a time into a frequency by its reciprocal; here these are different dimensions.
static bool same_dimension(const ut_unit *a, const ut_unit *b) {
    if (!ut_are_convertible(a, b)) return false;
    ut_unit *ratio = ut_divide(a, b), *one = ut_get_dimensionless_unit_one(ut_get_system(a));
    const bool same = !ratio || ut_are_convertible(ratio, one); // logarithmic units have neither ratio nor reciprocal
    ut_free(ratio);
    ut_free(one);
    return same;
}

static ab_unit_factor convert(const ut_unit *from, const ut_unit *to) {
    if (!same_dimension(from, to)) return (ab_unit_factor){AB_UNIT_DIMENSION, 0, 1};
    cv_converter *converter = ut_get_converter((ut_unit *)from, (ut_unit *)to);
    if (!converter) return (ab_unit_factor){AB_UNIT_DIMENSION, 0, 1};
    const double zero = cv_convert_double(converter, 0), one = cv_convert_double(converter, 1);
    const double two = cv_convert_double(converter, 2);
    cv_free(converter);
    const bool proportional = zero == 0 && fabs(two - 2 * one) <= 1e-14 * two;
    const bool usable = one > 1e-300 && one < 1e300;
    return proportional && usable ? make_factor(one) : (ab_unit_factor){AB_UNIT_OFFSET, 0, 1};
}

// Rejects units that start with a number ("10 2mm" would be 20 mm) and the word "since", which makes a date.
static bool plausible(const char *text) {
    const bool number = text[0] >= '0' && text[0] <= '9' && strncmp(text, "1/", 2) != 0;
    return !number && text[0] != '.' && text[0] != '-' && text[0] != '+' && !strchr(text, '@') &&
           !strstr(text, "since");
}

static ab_unit_factor look_up(ut_system *system, const char *text, const char *si) {
    ut_unit *from = plausible(text) ? ut_parse(system, text, UT_UTF8) : NULL;
    ut_unit *to = ut_parse(system, si, UT_UTF8);
    ab_unit_factor factor = {AB_UNIT_UNKNOWN, 0, 1};
    if (from && to) factor = convert(from, to);
    ut_free(from);
    ut_free(to);
    return factor;
}

// ---------------------------------------------------------------------------------------------------------- dimensions

#define MAX_POWER 100
static const char *const BASE[AB_UNIT_BASES] = {"m", "kg", "s", "A", "K", "mol", "cd", "rad"};

static ut_status add_base(const ut_unit *base, int power, ab_dimension *d) {
    const char *symbol = ut_get_symbol(base, UT_ASCII);
    for (int i = 0; symbol && i < AB_UNIT_BASES; i++) {
        if (strcmp(BASE[i], symbol) != 0) continue;
        const int sum = d->power[i] + power;
        if (abs(sum) > MAX_POWER) return UT_BAD_ARG;
        d->power[i] = (int8_t)sum;
        return UT_SUCCESS;
    }
    return UT_BAD_ARG;
}

static ut_status visit_basic(const ut_unit *unit, void *dimension) { return add_base(unit, 1, dimension); }

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *base, const int *power,
                               void *dimension) {
    (void)unit;
    for (int i = 0; i < count; i++)
        if (abs(power[i]) > MAX_POWER || add_base(base[i], power[i], dimension) != UT_SUCCESS) return UT_BAD_ARG;
    return UT_SUCCESS;
}

static const ut_visitor VISITOR;

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *from, double offset,
                                void *dimension) {
    (void)unit, (void)scale, (void)offset;
    return ut_accept_visitor(from, &VISITOR, dimension);
}

static ut_status visit_date(const ut_unit *unit, const ut_unit *time, double origin, void *dimension) {
    (void)unit, (void)time, (void)origin, (void)dimension;
    return UT_BAD_ARG;
}

static ut_status visit_logarithm(const ut_unit *unit, double base, const ut_unit *reference, void *dimension) {
    (void)unit, (void)base, (void)reference, (void)dimension;
    return UT_BAD_ARG;
}

static const ut_visitor VISITOR = {visit_basic, visit_product, visit_galilean, visit_date, visit_logarithm};

// "1.m1.s-2"; "1" without a dimension.
static void write_dimension(const ab_dimension *d, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "1");
    for (int i = 0; i < AB_UNIT_BASES; i++)
        if (d->power[i] != 0) used += (size_t)snprintf(text + used, size - used, ".%s%d", BASE[i], d->power[i]);
}

static ab_unit_factor measure(ut_system *system, const char *text, ab_dimension *d) {
    ut_unit *unit = plausible(text) ? ut_parse(system, text, UT_UTF8) : NULL;
    char si[8 * AB_UNIT_BASES + 2];
    ab_unit_factor factor = {AB_UNIT_UNKNOWN, 0, 1};
    if (unit && ut_accept_visitor(unit, &VISITOR, d) == UT_SUCCESS) {
        write_dimension(d, si, sizeof si);
        factor = look_up(system, text, si);
    }
    ut_free(unit);
    return factor;
}

static abut_status add_row(ab_ctx *cx, ab_units *units, const char *text, int64_t length, const char *si) {
    AB_TRY(AB_GROW(cx, &units->row, &units->capacity, units->n + 1));
    ab_unit_row *row = &units->row[units->n];
    *row = (ab_unit_row){0};
    memcpy(row->text, text, (size_t)length);
    memcpy(row->si, si, strlen(si));
    pthread_mutex_lock(&udunits_lock);
    const abut_status status = load_system(cx, units);
    if (status == ABUT_OK)
        row->factor =
            si[0] ? look_up(units->system, row->text, si) : measure(units->system, row->text, &row->dimension);
    pthread_mutex_unlock(&udunits_lock);
    if (status == ABUT_OK) units->n++;
    return status;
}

static void free_units(ab_ctx *cx) {
    ab_units *units = cx->units;
    pthread_mutex_lock(&udunits_lock);
    ut_free_system(units->system);
    pthread_mutex_unlock(&udunits_lock);
    ab_free(cx, units->row);
    ab_free(cx, units);
    cx->units = NULL;
}

static abut_status units_of(ab_ctx *cx, ab_units **units) {
    if (!cx->units) AB_TRY(ab_alloc(cx, &cx->units, 1, sizeof(ab_units)));
    cx->units_free = free_units;
    *units = cx->units;
    if ((*units)->n > MAX_ROWS) (*units)->n = 0; // a context that reads many scenes, with many spellings
    return ABUT_OK;
}

// The row of a unit; *found stays if the text cannot be one.
static abut_status find_row(ab_ctx *cx, const char *text, int64_t length, const char *si, ab_unit_row *found) {
    if (length > AB_UNIT_TEXT_MAX || strlen(si) > AB_UNIT_TEXT_MAX || memchr(text, 0, (size_t)length)) return ABUT_OK;
    ab_units *units = NULL;
    AB_TRY(units_of(cx, &units));
    int64_t i = 0;
    for (; i < units->n; i++) {
        const ab_unit_row *row = &units->row[i];
        if (strcmp(row->si, si) == 0 && strncmp(row->text, text, (size_t)length) == 0 && row->text[length] == 0) break;
    }
    if (i == units->n) AB_TRY(add_row(cx, units, text, length, si));
    *found = units->row[i];
    return ABUT_OK;
}

abut_status ab_units_find(ab_ctx *cx, const char *text, int64_t length, const char *si, ab_unit_factor *factor) {
    ab_unit_row row = {.factor = {AB_UNIT_UNKNOWN, 0, 1}};
    const abut_status status = find_row(cx, text, length, si, &row);
    *factor = row.factor;
    return status;
}

abut_status ab_units_measure(ab_ctx *cx, const char *text, int64_t length, ab_unit_factor *factor,
                             ab_dimension *dimension) {
    ab_unit_row row = {.factor = {AB_UNIT_UNKNOWN, 0, 1}};
    const abut_status status = find_row(cx, text, length, "", &row);
    *factor = row.factor;
    *dimension = row.dimension;
    return status;
}

static void describe(ut_system *system, const char *text, char *words, int64_t size) {
    ut_unit *unit = ut_parse(system, text, UT_UTF8);
    if (!unit) return;
    bool named = false;
    for (int i = 0; i < WORD_COUNT && !named; i++) {
        ut_unit *si = ut_parse(system, WORDS[i].si, UT_UTF8);
        named = same_dimension(unit, si);
        ut_free(si);
        if (named) snprintf(words, (size_t)size, "%s", WORDS[i].word);
    }
    char definition[128] = "";
    if (!named && ut_format(unit, definition, sizeof definition, UT_ASCII | UT_DEFINITION) > 0)
        snprintf(words, (size_t)size, "%.*s", (int)sizeof definition - 1, definition);
    ut_free(unit);
}

void ab_units_describe(const ab_ctx *cx, const char *text, int64_t length, char *words, int64_t size) {
    const ab_units *units = cx->units;
    char unit[AB_UNIT_TEXT_MAX + 1] = "";
    snprintf(words, (size_t)size, "something else");
    if (!units || !units->system || length > AB_UNIT_TEXT_MAX) return;
    memcpy(unit, text, (size_t)length);
    pthread_mutex_lock(&udunits_lock);
    describe(units->system, unit, words, size);
    pthread_mutex_unlock(&udunits_lock);
}

// Units whose capitals are mistaken.
static const char *const COMMON[] = {"m",  "mm", "cm", "um",  "km", "s",   "ms",  "us",  "min", "kg",  "g",
                                     "mg", "t",  "N",  "mN",  "kN", "MN",  "Pa",  "kPa", "MPa", "GPa", "J",
                                     "W",  "kW", "Hz", "kHz", "K",  "rad", "deg", "rpm", "rev", "turn"};

// The common unit that equals text[0..length) but for capitals; NULL if there is none.
static const char *common_unit(const char *text, int64_t length) {
    for (size_t i = 0; i < sizeof COMMON / sizeof COMMON[0]; i++)
        if ((int64_t)strlen(COMMON[i]) == length && strncasecmp(COMMON[i], text, (size_t)length) == 0 &&
            strncmp(COMMON[i], text, (size_t)length) != 0)
            return COMMON[i];
    return NULL;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool ab_units_suggest(ab_ctx *cx, const char *text, const char *si, char *words, int64_t size) {
    int64_t used = 0;
    for (int64_t at = 0, n; text[at] && used < size - 1; at += n) {
        for (n = 0; is_letter(text[at + n]);) n++;
        const char *unit = n > 0 ? common_unit(text + at, n) : NULL;
        if (n == 0) n = 1;
        used += snprintf(words + used, (size_t)(size - used), "%.*s", (int)n, unit ? unit : text + at);
    }
    ab_unit_factor factor = {AB_UNIT_UNKNOWN, 0, 1};
    if (used > AB_UNIT_TEXT_MAX || strcmp(words, text) == 0) return false;
    return ab_units_find(cx, words, used, si, &factor) == ABUT_OK && factor.status == AB_UNIT_OK;
}

// ------------------------------------------------------------------------------------------------ the public function

static abut_status wrong_unit(ab_ctx *cx, ab_unit_status why, const char *given, const char *unit, const char *si) {
    if (why == AB_UNIT_UNKNOWN)
        return ab_fail(cx, ABUT_ERR_INPUT, "'%.64s': unknown unit '%.64s'; %s is wanted, in %s for example", given,
                       unit, ab_unit_word(si), si);
    char words[160];
    ab_units_describe(cx, unit, (int64_t)strlen(unit), words, sizeof words);
    if (why == AB_UNIT_DIMENSION)
        return ab_fail(cx, ABUT_ERR_INPUT, "'%.64s': %s is wanted, in %s for example, but '%.64s' measures %s", given,
                       ab_unit_word(si), si, unit, words);
    return ab_fail(cx, ABUT_ERR_INPUT, "'%.64s': the zero of '%.64s' is not nothing; use %s", given, unit, si);
}

abut_status abut_quantity_read(abut_context *context, const char *text, const char *unit, double *value) {
    if (!context) return ABUT_ERR_ARGUMENT;
    if (!text || !unit || !value || strlen(unit) > AB_UNIT_TEXT_MAX)
        return ab_fail(context, ABUT_ERR_ARGUMENT, "abut_quantity_read needs a text, a unit and a place for the value");
    double number = 0;
    const char *rest = text + ab_num_read(text, (int64_t)strlen(text), &number);
    if (rest == text)
        return ab_fail(context, ABUT_ERR_INPUT, "'%.64s' does not begin with a number, as '1.5 %s' does", text, unit);
    rest += strspn(rest, " \t");
    ab_unit_factor factor = {AB_UNIT_OK, 1, 1};
    if (rest[0]) AB_TRY(ab_units_find(context, rest, (int64_t)strlen(rest), unit, &factor));
    if (factor.status != AB_UNIT_OK) return wrong_unit(context, factor.status, text, rest, unit);
    number = number * factor.times / factor.over;
    if (!isfinite(number)) return ab_fail(context, ABUT_ERR_INPUT, "'%.64s' is too large for a number", text);
    *value = number;
    return ABUT_OK;
}

abut_status abut_unit_factor(abut_context *context, const char *unit, const char *si, double *factor) {
    if (!context) return ABUT_ERR_ARGUMENT;
    if (!unit || !si || !factor)
        return ab_fail(context, ABUT_ERR_ARGUMENT, "abut_unit_factor needs two units and a place");
    ab_unit_factor found;
    char words[160];
    abut_status status = ab_units_find(context, unit, (int64_t)strlen(unit), si, &found);
    if (status == ABUT_OK && found.status == AB_UNIT_OK) {
        *factor = found.times / found.over;
    } else if (status == ABUT_OK && found.status == AB_UNIT_DIMENSION) {
        ab_units_describe(context, unit, (int64_t)strlen(unit), words, sizeof words);
        status =
            ab_fail(context, ABUT_ERR_ARGUMENT, "the unit '%.64s' measures %s, not %s", unit, words, ab_unit_word(si));
    } else if (status == ABUT_OK) {
        const bool near = ab_units_suggest(context, unit, si, words, AB_UNIT_TEXT_MAX + 1);
        status = ab_fail(context, ABUT_ERR_ARGUMENT, "there is no unit '%.64s' of %s%s%s%s", unit, ab_unit_word(si),
                         near ? "; did you mean '" : "", near ? words : "", near ? "'?" : "");
    }
    return status;
}
