// Converts libyaml's events into nodes. The children of open mappings and sequences are on a stack shared by all
// levels; when a level closes, its children move to an array of their own. libyaml allocates with malloc.
#include "scene/yaml.h"
#include "base/alloc.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct anchor {
    const char *name;
    const ab_node *node; // NULL while it is being built
} anchor;

typedef struct yaml_level {
    ab_node *node;
    int64_t first;      // index of its first child on the stack
    const ab_node *key; // key whose value is not read yet
    int64_t anchor;     // to set when the level closes, -1 = none
} yaml_level;

typedef struct yaml_reader {
    ab_loader *l;
    int32_t source;
    bool bad; // an error that ends the parse
    yaml_level levels[AB_YAML_DEPTH_LIMIT + 1];
    int depth;
    ab_child *stack; // children of all open levels
    int64_t nstack, stack_capacity;
    anchor *anchors;
    int64_t nanchor, anchor_capacity;
    const ab_node *root;
} yaml_reader;

// Columns count characters from 1, as editors do.
static ab_place place_of(const yaml_reader *r, yaml_mark_t mark) {
    const ab_scene_source *source = &r->l->source[r->source];
    const int64_t shift = mark.line == 0 ? source->skip : 0;
    return (ab_place){r->source, (int32_t)mark.line + 1, (int32_t)((int64_t)mark.column + 1 + shift)};
}

#define REFUSE(r, code, place, ...)                                                                                    \
    do {                                                                                                               \
        ab_diagnose((r)->l, (code), (place), __VA_ARGS__);                                                             \
        (r)->bad = true;                                                                                               \
    } while (0)

static bool going(const yaml_reader *r) { return !r->bad && r->l->status == ABUT_OK; }

// ----------------------------------------------------------------------------------------------------- tree

static bool count_nodes(yaml_reader *r, int64_t weight, ab_place place) {
    r->l->nodes += weight;
    if (r->l->nodes <= AB_YAML_NODE_LIMIT) return true;
    REFUSE(r, AB_E004, place, "the scene holds more than %lld values; use generators instead of long lists",
           (long long)AB_YAML_NODE_LIMIT);
    return false;
}

static ab_node *new_node(yaml_reader *r, ab_node_kind kind, ab_place place) {
    if (!count_nodes(r, 1, place)) return NULL;
    ab_node *node = ab_take(r->l, 1, sizeof *node);
    if (node) *node = (ab_node){.kind = kind, .place = place, .weight = 1};
    return node;
}

// Duplicate keys are found when the mapping closes (check_duplicates).
static void push_child(yaml_reader *r, const ab_node *key, const ab_node *value) {
    ab_stop(r->l, AB_GROW(r->l->cx, &r->stack, &r->stack_capacity, r->nstack + 1));
    if (!going(r)) return;
    r->stack[r->nstack++] = (ab_child){key, value};
    r->levels[r->depth].node->weight += value->weight;
}

static void check_key(yaml_reader *r, const ab_node *key) {
    if (key->kind != AB_NODE_SCALAR)
        REFUSE(r, AB_E014, key->place, "a key must be a word, not a list or a mapping");
    else if (key->plain && strcmp(key->text, "<<") == 0)
        REFUSE(r, AB_E009, key->place,
               "merge keys '<<' are not supported; write the keys out, or repeat a whole value with an alias");
}

// Adds a completed node to the open level.
static void place_node(yaml_reader *r, const ab_node *node) {
    if (!node || !going(r)) return;
    yaml_level *top = &r->levels[r->depth];
    if (r->depth == 0) {
        r->root = node;
    } else if (top->node->kind == AB_NODE_SEQUENCE) {
        push_child(r, NULL, node);
    } else if (!top->key) {
        check_key(r, node);
        top->key = node;
    } else {
        push_child(r, top->key, node);
        top->key = NULL;
    }
}

// --------------------------------------------------------------------------------------------------- anchors

static int64_t add_anchor(yaml_reader *r, const yaml_char_t *name, const ab_node *node) {
    if (!name) return -1;
    ab_stop(r->l, AB_GROW(r->l->cx, &r->anchors, &r->anchor_capacity, r->nanchor + 1));
    const char *text = ab_take_text(r->l, (const char *)name, (int64_t)strlen((const char *)name));
    if (!text) return -1;
    r->anchors[r->nanchor] = (anchor){text, node};
    return r->nanchor++;
}

#define MAX_ANCHORS 1000

static const anchor *find_anchor(const yaml_reader *r, const char *name) {
    for (int64_t i = r->nanchor - 1; i >= 0; i--)
        if (strcmp(r->anchors[i].name, name) == 0) return &r->anchors[i];
    return NULL;
}

// An alias becomes a node with its own place that shares the children of its anchor.
static void take_alias(yaml_reader *r, const yaml_event_t *event) {
    const char *name = (const char *)event->data.alias.anchor;
    const ab_place place = place_of(r, event->start_mark);
    const anchor *target = find_anchor(r, name);
    if (!target) {
        REFUSE(r, AB_E005, place, "there is no anchor '&%s' above this alias", name);
    } else if (!target->node) {
        REFUSE(r, AB_E005, place, "the alias '*%s' stands inside its own anchor, so it would never end", name);
    } else if (count_nodes(r, target->node->weight, place)) {
        ab_node *copy = ab_take(r->l, 1, sizeof *copy);
        if (!copy) return;
        *copy = *target->node;
        copy->place = place;
        place_node(r, copy);
    }
}

// ---------------------------------------------------------------------------------------------------- events

static void check_tag(yaml_reader *r, const yaml_char_t *tag, yaml_mark_t mark) {
    if (tag && strcmp((const char *)tag, "!") != 0)
        REFUSE(r, AB_E008, place_of(r, mark),
               "tags such as '%s' are not supported; the meaning of a value follows from its key", (const char *)tag);
}

static void check_anchors(yaml_reader *r, const yaml_char_t *name, yaml_mark_t mark) {
    if (name && r->nanchor >= MAX_ANCHORS)
        REFUSE(r, AB_E004, place_of(r, mark), "more than %d anchors in one file", MAX_ANCHORS);
}

static void take_scalar(yaml_reader *r, const yaml_event_t *event) {
    check_tag(r, event->data.scalar.tag, event->start_mark);
    check_anchors(r, event->data.scalar.anchor, event->start_mark);
    if (!going(r)) return;
    ab_node *node = new_node(r, AB_NODE_SCALAR, place_of(r, event->start_mark));
    if (!node) return;
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->count = (int64_t)event->data.scalar.length;
    node->text = ab_take_text(r->l, (const char *)event->data.scalar.value, node->count);
    if (!node->text) return;
    if (memchr(node->text, 0, (size_t)node->count))
        REFUSE(r, AB_E022, node->place, "a text must not contain the character \\0");
    add_anchor(r, event->data.scalar.anchor, node);
    place_node(r, node);
}

static void open_level(yaml_reader *r, ab_node_kind kind, const yaml_char_t *anchor_name, const yaml_char_t *tag,
                       yaml_mark_t mark) {
    check_tag(r, tag, mark);
    check_anchors(r, anchor_name, mark);
    if (r->depth == AB_YAML_DEPTH_LIMIT)
        REFUSE(r, AB_E004, place_of(r, mark), "nested more than %d levels deep", AB_YAML_DEPTH_LIMIT);
    if (!going(r)) return;
    ab_node *node = new_node(r, kind, place_of(r, mark));
    const int64_t name = add_anchor(r, anchor_name, NULL);
    if (!node || !going(r)) return;
    r->levels[++r->depth] = (yaml_level){node, r->nstack, NULL, name};
}

// Order of keys by text, then by place.
static int by_text(const void *a, const void *b) {
    const ab_node *x = ((const ab_child *)a)->key, *y = ((const ab_child *)b)->key;
    const int order = strcmp(x->text, y->text);
    if (order != 0) return order;
    return x->place.line != y->place.line ? (x->place.line > y->place.line) - (x->place.line < y->place.line)
                                          : (x->place.column > y->place.column) - (x->place.column < y->place.column);
}

static void check_duplicates(yaml_reader *r, const ab_node *node) {
    ab_child *sorted = NULL;
    ab_stop(r->l, AB_ALLOC(r->l->cx, &sorted, node->count));
    if (!sorted) return;
    memcpy(sorted, node->child, (size_t)node->count * sizeof *sorted);
    qsort(sorted, (size_t)node->count, sizeof *sorted, by_text);
    for (int64_t i = 1; i < node->count; i++) {
        const ab_node *key = sorted[i].key, *before = sorted[i - 1].key;
        if (strcmp(key->text, before->text) != 0) continue;
        ab_diagnose(r->l, AB_E006, key->place, "the key '%s' stands here twice: first in line %d; remove one of them",
                    key->text, (int)before->place.line);
        r->bad = true;
    }
    ab_free(r->l->cx, sorted);
}

static void close_level(yaml_reader *r) {
    const yaml_level *top = &r->levels[r->depth];
    ab_node *node = top->node;
    assert(node); // libyaml closes only what it opened
    node->count = r->nstack - top->first;
    ab_child *child = ab_take(r->l, node->count, sizeof *child);
    if (!child) return;
    if (node->count > 0) memcpy(child, r->stack + top->first, (size_t)node->count * sizeof *child);
    node->child = child;
    if (node->kind == AB_NODE_MAPPING && node->count > 1) check_duplicates(r, node);
    if (top->anchor >= 0) r->anchors[top->anchor].node = node;
    r->nstack = top->first;
    r->depth--;
    place_node(r, node);
}

static void take_event(yaml_reader *r, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        take_scalar(r, event);
        break;
    case YAML_ALIAS_EVENT:
        take_alias(r, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        open_level(r, AB_NODE_SEQUENCE, event->data.sequence_start.anchor, event->data.sequence_start.tag,
                   event->start_mark);
        break;
    case YAML_MAPPING_START_EVENT:
        open_level(r, AB_NODE_MAPPING, event->data.mapping_start.anchor, event->data.mapping_start.tag,
                   event->start_mark);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_level(r);
        break;
    case YAML_DOCUMENT_START_EVENT:
        if (r->root)
            REFUSE(r, AB_E007, place_of(r, event->start_mark),
                   "a second document starts here; a scene is one document");
        break;
    default:
        break;
    }
}

// --------------------------------------------------------------------------------------------------- errors

// Line and column of a byte, for errors that libyaml reports by offset only.
static ab_place place_of_byte(const yaml_reader *r, size_t offset) {
    const ab_scene_source *source = &r->l->source[r->source];
    yaml_mark_t mark = {0};
    for (int64_t i = source->skip; i < source->size && i - source->skip < (int64_t)offset; i++) {
        const unsigned char c = (unsigned char)source->bytes[i];
        if (c == '\n') {
            mark.line++;
            mark.column = 0;
        } else if ((c & 0xC0) != 0x80) {
            mark.column++;
        }
    }
    return place_of(r, mark);
}

static void report_syntax(yaml_reader *r, const yaml_parser_t *parser) {
    const char *problem = parser->problem ? parser->problem : "not YAML";
    const char *context = parser->context ? parser->context : "";
    if (parser->error == YAML_MEMORY_ERROR) {
        ab_stop(r->l, ab_fail(r->l->cx, ABUT_ERR_MEMORY, "out of memory while reading YAML"));
    } else if (parser->error == YAML_READER_ERROR) {
        REFUSE(r, AB_E003, place_of_byte(r, parser->problem_offset),
               "the text is not valid UTF-8 here (%s); save the file as UTF-8", problem);
    } else if (strstr(problem, "cannot start any token")) {
        const ab_scene_source *source = &r->l->source[r->source];
        const size_t at = parser->problem_mark.index + (size_t)source->skip;
        const char c = at < (size_t)source->size ? source->bytes[at] : ' ';
        if (c == '\t')
            REFUSE(r, AB_E002, place_of(r, parser->problem_mark), "a tab is used for indentation; use blanks");
        else
            REFUSE(r, AB_E002, place_of(r, parser->problem_mark),
                   "a value cannot start with '%c'; put quotes around it", c);
    } else {
        REFUSE(r, AB_E002, place_of(r, parser->problem_mark), "%s%s%s; check the indentation and the brackets above",
               problem, context[0] ? " " : "", context);
    }
}

static void read_events(yaml_reader *r, yaml_parser_t *parser) {
    for (bool more = true; more && going(r);) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            report_syntax(r, parser);
            return;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        take_event(r, &event);
        yaml_event_delete(&event);
    }
}

const ab_node *ab_yaml_parse(ab_loader *l, int32_t source) {
    if (l->status != ABUT_OK || source < 0) return NULL;
    const ab_scene_source *from = &l->source[source];
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        ab_stop(l, ab_fail(l->cx, ABUT_ERR_MEMORY, "out of memory while reading YAML"));
        return NULL;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)from->bytes + from->skip,
                                 (size_t)(from->size - from->skip));
    yaml_reader r = {.l = l, .source = source};
    read_events(&r, &parser);
    yaml_parser_delete(&parser);
    ab_free(l->cx, r.stack);
    ab_free(l->cx, r.anchors);
    return going(&r) ? r.root : NULL;
}

// ---------------------------------------------------------------------------------------------------- lookup

static const ab_child *find_child(const ab_node *mapping, const char *key) {
    if (!mapping || mapping->kind != AB_NODE_MAPPING) return NULL;
    for (int64_t i = 0; i < mapping->count; i++)
        if (strcmp(mapping->child[i].key->text, key) == 0) return &mapping->child[i];
    return NULL;
}

const ab_node *ab_node_get(const ab_node *mapping, const char *key) {
    const ab_child *child = find_child(mapping, key);
    return child ? child->value : NULL;
}

const ab_node *ab_node_key(const ab_node *mapping, const char *key) {
    const ab_child *child = find_child(mapping, key);
    return child ? child->key : NULL;
}

bool ab_node_is(const ab_node *scalar, const char *text) {
    return scalar && scalar->kind == AB_NODE_SCALAR && scalar->plain && strcmp(scalar->text, text) == 0;
}

uint64_t ab_node_hash(uint64_t hash, const ab_node *node) {
    if (!node) return ab_hash_u64(hash, 0);
    hash = ab_hash_u64(hash, 1 + (uint64_t)node->kind * 2 + node->plain);
    hash = ab_hash_u64(hash, (uint64_t)node->count);
    if (node->kind == AB_NODE_SCALAR) return ab_hash_bytes(hash, node->text, node->count);
    for (int64_t i = 0; i < node->count; i++) {
        if (node->child[i].key) hash = ab_node_hash(hash, node->child[i].key);
        hash = ab_node_hash(hash, node->child[i].value);
    }
    return hash;
}
