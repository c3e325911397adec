// Parser of YAML text into a tree of nodes with their places in the source. A scalar is kept as text; the schema
// decides its type.
//
// Limits against excessive time and memory: depth, nodes (an alias counts as its whole subtree), aliases only to
// completed anchors (no cycles), one document, no tags, no merge keys, no duplicate keys.
#ifndef AB_SCENE_YAML_H
#define AB_SCENE_YAML_H

#include "scene/loader.h"

#define AB_YAML_FILE_LIMIT  (INT64_C(64) << 20) // bytes
#define AB_YAML_DEPTH_LIMIT 64
#define AB_YAML_NODE_LIMIT  INT64_C(5000000) // in all files together

typedef enum ab_node_kind { AB_NODE_SCALAR, AB_NODE_SEQUENCE, AB_NODE_MAPPING } ab_node_kind;

typedef struct ab_node ab_node;

typedef struct ab_child {
    const ab_node *key; // NULL in a sequence
    const ab_node *value;
} ab_child;

struct ab_node {
    ab_node_kind kind;
    bool plain; // an unquoted scalar
    ab_place place;
    int64_t weight; // nodes of this subtree, aliases expanded
    int64_t count;  // number of children, or bytes of the text
    union {
        const char *text;      // scalar, with a final 0
        const ab_child *child; // (count)
    };
};

// Parses a registered source. Returns its root; NULL after errors, which are diagnosed, or a failure.
const ab_node *ab_yaml_parse(ab_loader *l, int32_t source);

// The value of a key of a mapping; NULL if the key is absent or the node is NULL or not a mapping.
const ab_node *ab_node_get(const ab_node *mapping, const char *key);
const ab_node *ab_node_key(const ab_node *mapping, const char *key); // the key itself, for its place

bool ab_node_is(const ab_node *scalar, const char *text); // whether it is a plain scalar with this text

uint64_t ab_node_hash(uint64_t hash, const ab_node *node); // of its contents, not of places

#endif
