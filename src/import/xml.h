// XML as a tree, read by expat within limits: size, depth, number of elements; no document type, hence no entities.
// Readers mark what they use, so that what nobody has asked for can be listed.
#ifndef AB_IMPORT_XML_H
#define AB_IMPORT_XML_H

#include "base/arena.h"
#include "base/text.h"

#define AB_XML_BYTES    (INT64_C(64) << 20)
#define AB_XML_DEPTH    128
#define AB_XML_ELEMENTS INT64_C(1000000)

typedef struct ab_xml_attribute {
    const char *name, *value;
    bool used;
    struct ab_xml_attribute *next;
} ab_xml_attribute;

typedef struct ab_xml {
    const char *name;
    const char *text; // without surrounding blanks
    ab_xml_attribute *attribute;
    struct ab_xml *child, *next, *parent;
    int64_t line;
    bool used;
} ab_xml;

typedef struct ab_xml_reader {
    ab_ctx *cx;
    ab_arena arena; // nodes and texts, from chunks
    char *room;     // unused part of the last chunk
    int64_t room_size, elements;
} ab_xml_reader;

// Parses bytes; the tree lives until ab_xml_free. `name` is the file in messages. ABUT_ERR_INPUT: no XML, or beyond a
// limit.
abut_status ab_xml_parse(ab_xml_reader *r, const char *name, const char *bytes, int64_t size, ab_xml **root);
void ab_xml_free(ab_xml_reader *r);
// Memory that lives as long as the tree, zeroed; NULL after a failure, whose message is set.
void *ab_xml_take(ab_xml_reader *r, int64_t bytes);

// First child of this name, or the next one behind `after`; NULL if there is none. Marks what it returns.
ab_xml *ab_xml_child(ab_xml *node, const char *name);
ab_xml *ab_xml_next(ab_xml *after, const char *name);
// Value of an attribute, NULL if it is absent. Marks it.
const char *ab_xml_get(ab_xml *node, const char *name);
const char *ab_xml_child_text(ab_xml *node, const char *name); // of the first child of this name; NULL

void ab_xml_use_all(ab_xml *node); // marks an element and all below it; NULL is allowed

// Reads up to `max` numbers separated by blanks from a text; the count, -1 if something is no finite number.
int ab_xml_numbers(const char *text, double *value, int max);

// Calls `tell` for every element and attribute that was not used, except those below an unused element.
void ab_xml_unused(const ab_xml *node, void (*tell)(void *user, const ab_xml *node, const ab_xml_attribute *attribute),
                   void *user);

#endif
