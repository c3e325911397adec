// Builds a tree of elements from the events of expat. Expat allocates with malloc.
#include "import/xml.h"
#include "base/num.h"

#include <expat.h>
#include <math.h>
#include <string.h>

#define CHUNK (64 * 1024)

typedef struct xml_parse {
    ab_xml_reader *reader;
    const char *name;
    XML_Parser parser;
    ab_xml *root, *open, *last; // last: the last child closed in `open`, to append behind
    int depth;
    ab_text text; // characters of the open element
    abut_status status;
} xml_parse;

void *ab_xml_take(ab_xml_reader *r, int64_t bytes) {
    bytes = (bytes + 15) / 16 * 16;
    if (bytes > r->room_size) {
        void *fresh = NULL;
        const int64_t size = bytes > CHUNK ? bytes : CHUNK;
        if (ab_arena_take(r->cx, &r->arena, &fresh, size, 1) != ABUT_OK) return NULL;
        r->room = fresh;
        r->room_size = size;
    }
    void *p = r->room;
    r->room += bytes;
    r->room_size -= bytes;
    memset(p, 0, (size_t)bytes);
    return p;
}

void ab_xml_free(ab_xml_reader *r) { ab_arena_free(r->cx, &r->arena); }

static void stop(xml_parse *p, abut_status status) {
    if (p->status == ABUT_OK) p->status = status;
    XML_StopParser(p->parser, XML_FALSE);
}

static void refuse(xml_parse *p, const char *why) {
    if (p->status == ABUT_OK)
        stop(p, ab_fail(p->reader->cx, ABUT_ERR_INPUT, "%s:%lu: %s", p->name,
                        (unsigned long)XML_GetCurrentLineNumber(p->parser), why));
}

static const char *keep(xml_parse *p, const char *text, int64_t length) {
    char *copy = ab_xml_take(p->reader, length + 1);
    if (copy)
        memcpy(copy, text, (size_t)length);
    else
        stop(p, ABUT_ERR_MEMORY);
    return copy;
}

static void keep_attributes(xml_parse *p, ab_xml *node, const char **pairs) {
    ab_xml_attribute **end = &node->attribute;
    for (; pairs[0] && p->status == ABUT_OK; pairs += 2) {
        ab_xml_attribute *a = ab_xml_take(p->reader, sizeof *a);
        if (!a) {
            stop(p, ABUT_ERR_MEMORY);
            return;
        }
        a->name = keep(p, pairs[0], (int64_t)strlen(pairs[0]));
        a->value = keep(p, pairs[1], (int64_t)strlen(pairs[1]));
        *end = a;
        end = &a->next;
    }
}

static void begin_element(void *user, const char *name, const char **pairs) {
    xml_parse *p = user;
    if (p->status != ABUT_OK) return;
    if (++p->depth > AB_XML_DEPTH) {
        refuse(p, "elements are nested too deeply");
        return;
    }
    if (++p->reader->elements > AB_XML_ELEMENTS) {
        refuse(p, "too many elements");
        return;
    }
    ab_xml *node = ab_xml_take(p->reader, sizeof *node);
    if (!node) {
        stop(p, ABUT_ERR_MEMORY);
        return;
    }
    *node = (ab_xml){.name = keep(p, name, (int64_t)strlen(name)), .text = "", .parent = p->open};
    node->line = (int64_t)XML_GetCurrentLineNumber(p->parser);
    keep_attributes(p, node, pairs);
    if (!p->open)
        p->root = node;
    else if (p->last)
        p->last->next = node;
    else
        p->open->child = node;
    p->open = node;
    p->last = NULL;
    p->text.size = 0;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void end_element(void *user, const char *name) {
    (void)name;
    xml_parse *p = user;
    if (p->status != ABUT_OK) return;
    if (ab_text_status(&p->text) != ABUT_OK) {
        stop(p, ABUT_ERR_MEMORY);
        return;
    }
    int64_t from = 0, to = p->text.size;
    while (from < to && is_blank(p->text.data[from])) from++;
    while (to > from && is_blank(p->text.data[to - 1])) to--;
    if (to > from) p->open->text = keep(p, p->text.data + from, to - from);
    p->text.size = 0;
    p->last = p->open;
    p->open = p->open->parent;
    p->depth--;
}

static void characters(void *user, const char *bytes, int length) {
    xml_parse *p = user;
    if (p->status == ABUT_OK && p->open) ab_text_bytes(&p->text, bytes, length);
}

static void refuse_doctype(void *user, const char *name, const char *system, const char *public, int internal) {
    (void)name, (void)system, (void)public, (void)internal;
    refuse(user, "a document type is not read: models need none, and entities may be without end");
}

static void parse(xml_parse *p, const char *bytes, int64_t size) {
    XML_SetUserData(p->parser, p);
    XML_SetElementHandler(p->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(p->parser, characters);
    XML_SetStartDoctypeDeclHandler(p->parser, refuse_doctype);
    for (int64_t at = 0; p->status == ABUT_OK; at += CHUNK) {
        const bool last = size - at <= CHUNK;
        if (XML_Parse(p->parser, bytes + at, last ? (int)(size - at) : CHUNK, last) == XML_STATUS_OK) {
            if (last) return;
            continue;
        }
        const enum XML_Error why = XML_GetErrorCode(p->parser);
        if (why == XML_ERROR_NO_MEMORY && p->status == ABUT_OK)
            stop(p, ab_fail(p->reader->cx, ABUT_ERR_MEMORY, "out of memory while reading '%s'", p->name));
        else
            refuse(p, XML_ErrorString(why));
    }
}

abut_status ab_xml_parse(ab_xml_reader *r, const char *name, const char *bytes, int64_t size, ab_xml **root) {
    *root = NULL;
    if (size > AB_XML_BYTES) return ab_fail(r->cx, ABUT_ERR_INPUT, "'%s' is larger than a model can be", name);
    xml_parse p = {.reader = r, .name = name, .text = ab_text_start(r->cx)};
    p.parser = XML_ParserCreate(NULL);
    if (!p.parser) return ab_fail(r->cx, ABUT_ERR_MEMORY, "out of memory while reading '%s'", name);
    parse(&p, bytes, size);
    XML_ParserFree(p.parser);
    ab_text_free(&p.text);
    *root = p.root;
    return p.status;
}

// ------------------------------------------------------------------------------------------------------------- queries

static ab_xml *find(ab_xml *node, const char *name) {
    for (; node; node = node->next)
        if (strcmp(node->name, name) == 0) {
            node->used = true;
            return node;
        }
    return NULL;
}

ab_xml *ab_xml_child(ab_xml *node, const char *name) { return node ? find(node->child, name) : NULL; }

ab_xml *ab_xml_next(ab_xml *after, const char *name) { return after ? find(after->next, name) : NULL; }

const char *ab_xml_get(ab_xml *node, const char *name) {
    for (ab_xml_attribute *a = node ? node->attribute : NULL; a; a = a->next)
        if (strcmp(a->name, name) == 0) {
            a->used = true;
            return a->value;
        }
    return NULL;
}

const char *ab_xml_child_text(ab_xml *node, const char *name) {
    const ab_xml *child = ab_xml_child(node, name);
    return child ? child->text : NULL;
}

void ab_xml_use_all(ab_xml *node) {
    if (!node) return;
    node->used = true;
    for (ab_xml_attribute *a = node->attribute; a; a = a->next) a->used = true;
    for (ab_xml *child = node->child; child; child = child->next) ab_xml_use_all(child);
}

int ab_xml_numbers(const char *text, double *value, int max) {
    int count = 0;
    const char *at = text, *end = text + strlen(text);
    for (;;) {
        while (is_blank(*at)) at++;
        if (at == end) return count;
        double number = 0;
        const int64_t used = ab_num_read(at, end - at, &number);
        if (used == 0 || !isfinite(number) || count == max || (at + used < end && !is_blank(at[used]))) return -1;
        value[count++] = number;
        at += used;
    }
}

void ab_xml_unused(const ab_xml *node, void (*tell)(void *user, const ab_xml *node, const ab_xml_attribute *attribute),
                   void *user) {
    for (; node; node = node->next) {
        if (!node->used) {
            tell(user, node, NULL);
            continue;
        }
        for (const ab_xml_attribute *a = node->attribute; a; a = a->next)
            if (!a->used && strcmp(a->name, "name") != 0) tell(user, node, a);
        ab_xml_unused(node->child, tell, user);
    }
}
