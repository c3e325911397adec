// Every key of a scene file, described once: name, type, unit, range, default, help. The reader, the JSON Schema, the
// help and the reference page all come from these tables.
#ifndef AB_SCENE_SCHEMA_H
#define AB_SCENE_SCHEMA_H

#include "scene/spec.h"

typedef enum ab_type {
    AB_QUANTITY,   // double                a number, or a text with a unit
    AB_VECTOR,     // `count` doubles       list of quantities
    AB_VECTORS,    // ab_list of v3         list of vectors of 3 or `count` numbers; the rest is 0
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

// Names that come from elsewhere: laws, integrators.
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
    const char *unit;               // SI, of quantities and vectors; "1" = none
    double low, high;               // range of every number; infinite = open
    bool above, below;              // the bound itself is outside
    const char *word;               // a word instead of the quantity: "auto" ...
    double word_value;              // ... and what it stands for
    double fallback[4];             // default of numbers, bool (0, 1) and words (index)
    const char *note;               // says the default where a number cannot
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
    const char *shorthand; // the key that a value which is no mapping stands for; NULL = none
    const char *example;   // YAML
};

extern const ab_schema_record ab_scene_record;

const ab_key *ab_schema_key(const ab_schema_record *record, const char *name); // NULL if there is none
const char *ab_old_key(const ab_schema_record *record,
                       const char *name); // how to write now what it said; NULL = it never was a key

// Reads a mapping into its struct; mistakes are diagnosed, wrong values stay at their defaults.
void ab_read_mapping(ab_loader *l, const ab_schema_record *record, const ab_node *node, void *target);

// "did you mean 'x'?" or the list of what there is, into text.
void ab_suggest(const char *given, const char *const *words, int count, char *text, int64_t size);

// Integrators and laws are named in tables of their own rooms.
extern const ab_words ab_integrator_words, ab_law_words, ab_damping_words, ab_friction_words;

// Texts made from the tables.
abut_status ab_scene_schema(ab_text *text); // JSON Schema, draft 2020-12
abut_status ab_scene_help(ab_text *text,
                          const char *key);    // of one key ("time.dt", "dt", "sphere"); NULL = overview
abut_status ab_scene_reference(ab_text *text); // docs/scene.md

#endif
