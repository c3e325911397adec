// Reads and applies the units of bare numbers.
#include "scene/bare_units.h"
#include "base/hash.h"
#include "scene/tables.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *key, *si, *token;
    size_t offset; // in ab_units_spec
} ROW[AB_BARE_COUNT] = {
#define AB_BARE_UNIT(key, si, token, help) {#key, si, token, offsetof(ab_units_spec, key)},
#include "scene/bare_units.def"
#undef AB_BARE_UNIT
};

static const ab_key KEYS[] = {
#define AB_BARE_UNIT(key, si, token, help) {KEY(ab_units_spec, key, AB_STRING, help), .note = (si)},
#include "scene/bare_units.def"
#undef AB_BARE_UNIT
};
const ab_schema_record ab_units_record = {
    RECORD(
        ab_units_spec, "units",
        "Units of the numbers of this file that are written without one. Files that it includes have their own. A bare "
        "number of a compound unit, such as a speed where lengths are in mm, must then be given its unit.",
        KEYS),
    .example = "units: {length: mm, angle: deg}"};

static void set_unit(ab_loader *l, ab_bare_units *bare, int i, const ab_node *mapping, const char *text) {
    if (!text) return;
    ab_unit_factor factor;
    ab_stop(l, ab_units_find(l->cx, text, (int64_t)strlen(text), ROW[i].si, &factor));
    if (l->status != ABUT_OK) return;
    if (factor.status == AB_UNIT_OK) {
        bare->text[i] = text;
        bare->factor[i] = factor;
        return;
    }
    const ab_code code = factor.status == AB_UNIT_DIMENSION ? AB_E017 : AB_E016;
    ab_diagnose(l, code, ab_node_get(mapping, ROW[i].key)->place,
                "'%.64s' is no unit of '%s', which is %s: write %s or the like", text, ROW[i].key,
                ab_unit_word(ROW[i].si), ROW[i].si);
}

static const ab_node *without_units(ab_loader *l, const ab_node *root) {
    ab_node *copy = ab_take(l, 1, sizeof *copy);
    ab_child *child = ab_take(l, root->count, sizeof *child);
    if (!copy || !child) return NULL;
    *copy = *root;
    copy->count = 0;
    copy->child = child;
    for (int64_t i = 0; i < root->count; i++)
        if (strcmp(root->child[i].key->text, "units") != 0) child[copy->count++] = root->child[i];
    return copy;
}

const ab_node *ab_take_bare_units(ab_loader *l, int32_t source, const ab_node *root) {
    const ab_node *mapping = ab_node_get(root, "units");
    if (!mapping) return root;
    ab_units_spec spec;
    ab_bare_units *bare = ab_take(l, 1, sizeof *bare);
    ab_read_mapping(l, &ab_units_record, mapping, &spec);
    if (!bare) return NULL;
    for (int i = 0; i < AB_BARE_COUNT; i++)
        set_unit(l, bare, i, mapping, *(const char *const *)((const char *)&spec + ROW[i].offset));
    l->source[source].bare = bare;
    l->hash = ab_node_hash(l->hash, mapping); // the key is not part of the scene's tree
    return without_units(l, root);
}

// Whether a unit text has this word: "N s/m" has N, s and m.
static bool has_token(const char *unit, const char *token) {
    const size_t length = strlen(token);
    for (const char *at = unit; length > 0 && (at = strstr(at, token)) != NULL; at++) {
        const bool begins = at == unit || !isalpha((unsigned char)at[-1]);
        if (begins && !isalpha((unsigned char)at[length])) return true;
    }
    return false;
}

static bool refuse_ambiguous(ab_loader *l, const ab_key *key, const ab_node *node, int changed, const char *unit,
                             int own) {
    ab_diagnose(l, AB_E048, node->place,
                "'%s' is %s, and bare %ss of this file are in %s: write the unit behind %s, %s for example%s%s%s",
                key->name, ab_unit_word(key->unit), ROW[changed].key, unit, node->text, key->unit,
                own >= 0 ? ", or give units." : "", own >= 0 ? ROW[own].key : "", "");
    return false;
}

bool ab_convert_bare(ab_loader *l, const ab_key *key, const ab_node *node, double *number, bool *chosen) {
    const ab_bare_units *bare = l->source[node->place.source].bare;
    *chosen = false;
    if (!bare || *number == 0) return true;
    int own = -1, changed = -1;
    for (int i = 0; i < AB_BARE_COUNT; i++) {
        if (strcmp(ROW[i].si, key->unit) == 0) own = i;
        if (changed < 0 && bare->text[i] && has_token(key->unit, ROW[i].token)) changed = i;
    }
    if (own >= 0 && bare->text[own]) {
        *chosen = true;
        *number = *number * bare->factor[own].times / bare->factor[own].over;
        return true;
    }
    return changed < 0 || refuse_ambiguous(l, key, node, changed, bare->text[changed], own);
}
