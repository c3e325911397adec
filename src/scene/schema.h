// The schema of scene files: tables of all keys with name, type, unit, range, default and help. The reader, the JSON
// Schema, the help and the reference page are derived from these tables.
#ifndef AB_SCENE_SCHEMA_H
#define AB_SCENE_SCHEMA_H

#include "base/parameter.h"
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
    AB_EXPRESSION, // const char *          a number, quantity or expression, as text
    AB_VALUES,     // const ab_node *       a mapping from paths of other values of the scene to values
    AB_WORD,       // int32_t               index into the choices
    AB_MAPPING,    // the record's struct
    AB_LIST,       // ab_list of the record's structs
    AB_MAP,        // ab_list of the record's structs, by name
    AB_ONE_OF,     // ab_choice             a mapping with one of the alternatives as its only key
    AB_ONES_OF,    // ab_list of ab_choice
    AB_PARAMETERS  // ab_list of ab_given   stands for the parameters of a family of types, each a key of its own
} ab_type;

typedef struct ab_schema_record ab_schema_record;

// Names from tables outside the schema: laws, integrators.
typedef struct ab_words {
    int (*count)(void);
    const char *(*name)(int index);
    const char *(*help)(int index);
} ab_words;

// A family of types with parameters of their own (base/parameter.h): contact laws, joints, force elements. One row of a
// table stands for the parameters of all of them:
//
//     {KEY(ab_joint_spec, parameters, AB_PARAMETERS, "Parameters of the kinds."), .family = &ab_joint_family},
//
// The reader takes each parameter as a quantity with unit and range and appends it to the list `parameters` (ab_list of
// ab_given; what is not given is not listed). Help, JSON Schema and reference page list every parameter once, with the
// types that have it; types that share a name must agree in unit. Which types a mapping has chosen is known
// after reading: ab_check_parameters diagnoses parameters that none of the chosen types has.
typedef struct ab_family {
    int (*count)(void);
    const char *(*name)(int type);
    ab_parameter_list (*parameters)(int type);
} ab_family;

// A parameter given in a scene.
typedef struct ab_given {
    const char *name; // of its ab_parameter
    double value;     // SI
    ab_numbers list;  // of one that is a list
    const ab_node *key;
} ab_given;

typedef struct ab_alternatives {
    const ab_schema_record *const *record;
    int count;
} ab_alternatives;

typedef struct ab_key {
    const char *name;
    const char *help; // one sentence
    ab_type type;
    int count;   // elements of a vector
    bool single; // of lists of quantities and of alternatives: one may stand alone, without brackets
    size_t offset;
    bool required;
    const char *unit;               // SI unit of quantities and vectors; "1" = dimensionless
    double low, high;               // range of every number; infinite = unbounded
    bool above, below;              // low, high itself is excluded
    bool angle;                     // of a turn: a bare number that looks like degrees is asked about
    const char *remedy;             // what to write instead of a vector of another length; NULL = nothing to say
    const char *word;               // a word allowed instead of the quantity: "auto" ...
    double word_value;              // ... and its numeric value
    double fallback[4];             // default of numbers, bool (0, 1) and words (index)
    const char *note;               // describes a default that is not a number
    const ab_schema_record *record; // mapping, list, map
    const ab_alternatives *one;     // one of
    const ab_words *words;          // word
    const ab_family *family;        // parameters
} ab_key;

struct ab_schema_record {
    const char *name; // "body": its heading in the reference, unique
    const char *as;   // of one of several alternatives: the key by which it is chosen; NULL = the name
    const char *help;
    const ab_key *key; // (count)
    int count;
    size_t size;           // of the struct
    const char *shorthand; // key to which a value that is not a mapping is assigned; NULL = none
    const char *example;   // YAML
};

extern const ab_schema_record ab_scene_record, ab_press_root_record, ab_impact_root_record;

// Key of an alternative.
static inline const char *ab_alternative_name(const ab_schema_record *record) {
    return record->as ? record->as : record->name;
}

const ab_key *ab_schema_key(const ab_schema_record *record, const char *name); // a row; NULL if there is none

// Iterates over the keys of a record, with every AB_PARAMETERS row replaced by its parameters:
//     for (ab_key_iterator i = ab_keys_of(record); ab_next_key(&i);) use(i.key);
typedef struct ab_key_iterator {
    const ab_schema_record *record;
    int row, type, index; // row of the table; type of its family and index in the type's list
    const ab_key *key;    // of the table, or `own`
    const ab_key *list;   // the AB_PARAMETERS row that the key comes from; else NULL
    ab_key own;           // a parameter as a key
    char help[512];       // its help, with the types that have it
} ab_key_iterator;
ab_key_iterator ab_keys_of(const ab_schema_record *record);
bool ab_next_key(ab_key_iterator *i);                   // false at the end
bool ab_find_key(ab_key_iterator *i, const char *name); // of a fresh iterator: the key of this name; false = none
bool ab_has_key(const ab_schema_record *record, const char *name); // a row or a parameter

// Value given for a parameter; NULL if it is not given.
const double *ab_given_value(const ab_list *given, const char *name);
// Diagnoses given parameters that none of the `count` chosen types of the family has; false if there are any.
bool ab_check_parameters(ab_loader *l, const ab_family *family, const int *types, int count, const ab_list *given);
// Parameters given in the scene, for the interface. Of one type: ab_check_parameters has accepted them.
typedef struct ab_parameters {
    abut_parameter number[AB_PARAMETERS_MAX];
    abut_list_parameter list[AB_PARAMETERS_MAX];
    int32_t numbers, lists;
} ab_parameters;
ab_parameters ab_build_parameters(const ab_list *given);

const char *ab_old_key(const ab_schema_record *record,
                       const char *name); // replacement of a key of older versions; NULL = never was a key

// Reads a mapping into its struct; errors are diagnosed, invalid values stay at their defaults.
void ab_read_mapping(ab_loader *l, const ab_schema_record *record, const ab_node *node, void *target);

// Writes "did you mean 'x'?" or the list of valid words into text.
void ab_suggest(const char *given, const char *const *words, int count, char *text, int64_t size);

extern const ab_words ab_integrator_words, ab_surface_words;

// Contact laws of all families as types of one family.
extern const ab_family ab_contact_family;
int ab_contact_type(ab_law_family family, int type);

// The reference page, generated from the tables as abut_scene_schema and abut_scene_help are.
abut_status ab_scene_reference(ab_text *text); // docs/scene.md

#endif
