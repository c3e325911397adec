// Stages of a run. The scene of a stage is the tree of the file with the values of the stages so far put in, as --set
// puts them in; so all that is read, checked and built of a scene is so of a stage.
#include "scene/stages.h"
#include "base/hash.h"
#include "scene/compose.h"

#include <string.h>

static const ab_node *stages_of(const ab_node *root) {
    const ab_node *stages = ab_node_get(root, "stages");
    return stages && stages->kind == AB_NODE_SEQUENCE ? stages : NULL;
}

int64_t ab_count_stages(const ab_node *root) {
    const ab_node *stages = stages_of(root);
    return stages ? stages->count : 0;
}

// --------------------------------------------------------------------------------------------------- what may change

// First part of a path that may change, or "bodies.*.force": any second part, with this third one. A part that must
// stay: "-name" behind a first part.
static const char *const ALLOWED[] = {"gravity", "contact", "materials", "joints",
                                      "forces",  "torques", "controls",  "output"};
static const char *const FIXED[] = {"kind",     "a",          "b",       "at",      "at_a",      "at_b",
                                    "axis",     "axis_a",     "axis_b",  "across",  "across_a",  "across_b",
                                    "name",     "along",      "collide", "density", "preset",    "enforcement",
                                    "geometry", "resolution", "detect",  "patch",   "per_point", "ignore",
                                    "measure",  "drive",      "inputs",  "outputs"};

static bool is_among(const char *const *words, size_t n, const char *text, size_t length) {
    for (size_t i = 0; i < n; i++)
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) return true;
    return false;
}

static bool may_change(const char *path) {
    const size_t first = strcspn(path, ".");
    const char *last = strrchr(path, '.');
    last = last ? last + 1 : path;
    if (strcmp(path, "time.dt") == 0 || strcmp(path, "dt") == 0) return true;
    if (first == strlen("bodies") && memcmp(path, "bodies", first) == 0)
        return strcmp(last, "force") == 0 || strcmp(last, "torque") == 0;
    return is_among(ALLOWED, sizeof ALLOWED / sizeof *ALLOWED, path, first) &&
           !is_among(FIXED, sizeof FIXED / sizeof *FIXED, last, strlen(last));
}

// ---------------------------------------------------------------------------------------------------------- the tree

static const ab_node *apply_one(ab_loader *l, const ab_node *root, const ab_node *stage) {
    const ab_node *set = ab_node_get(stage, "set");
    if (!set || set->kind != AB_NODE_MAPPING) return root;
    for (int64_t i = 0; i < set->count && !ab_full(l); i++) {
        const ab_node *path = set->child[i].key;
        if (may_change(path->text))
            root = ab_compose_value(l, root, path, set->child[i].value);
        else
            ab_diagnose(
                l, AB_E025, path->place,
                "'%.64s' cannot change in a stage; gravity, time.dt, laws and parameters of contact, materials, "
                "joints, forces, torques and controls, bodies.NAME.force and output can",
                path->text);
    }
    return root;
}

const ab_node *ab_apply_stages(ab_loader *l, const ab_node *root, int64_t stage) {
    const ab_node *stages = stages_of(root);
    for (int64_t i = 0; stages && i <= stage && i < stages->count && !ab_full(l); i++)
        root = apply_one(l, root, stages->child[i].value);
    return root;
}

uint64_t ab_settings_hash(const ab_node *root) {
    static const char *const WITHOUT[] = {"title", "time", "output", "probes", "stages", "groups"};
    uint64_t hash = AB_HASH_START;
    for (int64_t i = 0; i < root->count; i++) {
        const ab_node *key = root->child[i].key;
        if (is_among(WITHOUT, sizeof WITHOUT / sizeof *WITHOUT, key->text, strlen(key->text))) continue;
        hash = ab_node_hash(ab_node_hash(hash, key), root->child[i].value);
    }
    return hash;
}

// ------------------------------------------------------------------------------------------------------------- times

static void check_times(ab_loader *l, ab_stage_spec *s, double begin, double end, bool last) {
    const ab_place place = s->head.node->place;
    const bool lasts = s->duration > 0, ends = s->end > 0;
    if (lasts && ends)
        ab_diagnose(l, AB_E039, place, "stage '%s' has a duration and an end; give one of them", s->name);
    else if (!lasts && !ends && !last)
        ab_diagnose(l, AB_E039, place, "stage '%s' needs a duration or an end; only the last one ends with time.end",
                    s->name);
    s->end = lasts ? begin + s->duration : ends ? s->end : end;
    if (!(s->end > begin))
        ab_diagnose(l, AB_E039, place, "stage '%s' ends at %g s, but it begins at %g s", s->name, s->end, begin);
    else if (last ? fabs(s->end - end) > 1e-9 * end : !(s->end < end))
        ab_diagnose(
            l, AB_E039, place,
            "stage '%s' ends at %g s and time.end is %g s; the last stage ends with time.end, the others before",
            s->name, s->end, end);
    if (last) s->end = end;
}

void ab_check_stages(ab_loader *l, ab_scene_spec *spec) {
    ab_stage_spec *s = spec->stages.item;
    double begin = 0;
    if (!(spec->time.end > 0)) return; // diagnosed already
    for (int64_t i = 0; i < spec->stages.n && !ab_full(l); i++) {
        check_times(l, &s[i], begin, spec->time.end, i == spec->stages.n - 1);
        begin = s[i].end;
    }
}
