// The schema of scene files: tables of all keys with name, type, unit, range, default and help. The reader, the JSON
// Schema, the help and the reference page are derived from these tables.
#ifndef AB_SCENE_SCHEMA_H
#define AB_SCENE_SCHEMA_H

#include "scene/spec.h"

typedef enum ab_type {
    AB_QUANTITY,   // double                a number, or a text with a unit
    AB_VECTOR,     // `count` doubles       list of quantities
    AB_VECTORS,    // ab_list of v3         list of vectors of 3 or `count` numbers; other components are 0
    AB_QUANTITIES, // ab_list of double     list of quantities, of any length
    AB_INTEGER,    // int64_t
    AB_INTEGERS,   // `count` int64_t
    AB_BOOL,       // bool                  true or false
    AB_STRING,     // const char *
    AB_STRINGS,    // ab_list of const char *
    AB_WORD,       // int32_t               index into the choices
    AB_MAPPING,    // the record's struct
    AB_LIST,       // ab_list of the record's structs
    AB_MAP,        // ab_list of the record's structs, by name
    AB_ONE_OF,     // ab_choice             a mapping with one of the alternatives as its only key
    AB_ONES_OF     // ab_list of ab_choice
} ab_type;

typedef struct ab_schema_record ab_schema_record;

// Names from tables outside the schema: laws, integrators.
typedef struct ab_words {
    int (*count)(void);
    const char *(*name)(int index);
    const char *(*help)(int index);
} ab_words;

typedef struct ab_alternatives {
    const ab_schema_record *const *record;
    int count;
} ab_alternatives;

typedef struct ab_key {
    const char *name;
    const char *help; // one sentence
    ab_type type;
    int count; // elements of a vector
    size_t offset;
    bool required;
    const char *unit;               // SI unit of quantities and vectors; "1" = dimensionless
    double low, high;               // range of every number; infinite = unbounded
    bool above, below;              // low, high itself is excluded
    const char *word;               // a word allowed instead of the quantity: "auto" ...
    double word_value;              // ... and its numeric value
    double fallback[4];             // default of numbers, bool (0, 1) and words (index)
    const char *note;               // describes a default that is not a number
    const ab_schema_record *record; // mapping, list, map
    const ab_alternatives *one;     // one of
    const ab_words *words;          // word
} ab_key;

struct ab_schema_record {
    const char *name; // "body": its heading in the reference
    const char *help;
    const ab_key *key; // (count)
    int count;
    size_t size;           // of the struct
    const char *shorthand; // key to which a value that is not a mapping is assigned; NULL = none
    const char *example;   // YAML
};

extern const ab_schema_record ab_scene_record;

const ab_key *ab_schema_key(const ab_schema_record *record, const char *name); // NULL if there is none
const char *ab_old_key(const ab_schema_record *record,
                       const char *name); // replacement of a key of older versions; NULL = never was a key

// Reads a mapping into its struct; errors are diagnosed, invalid values stay at their defaults.
void ab_read_mapping(ab_loader *l, const ab_schema_record *record, const ab_node *node, void *target);

// Writes "did you mean 'x'?" or the list of valid words into text.
void ab_suggest(const char *given, const char *const *words, int count, char *text, int64_t size);

// Names of integrators and laws, from the tables of their modules.
extern const ab_words ab_integrator_words, ab_law_words, ab_damping_words, ab_friction_words;

// Texts generated from the tables.
abut_status ab_scene_schema(ab_text *text); // JSON Schema, draft 2020-12
abut_status ab_scene_help(ab_text *text,
                          const char *key);    // help on one key ("time.dt", "dt", "sphere"); NULL = overview
abut_status ab_scene_reference(ab_text *text); // docs/scene.md

#endif
