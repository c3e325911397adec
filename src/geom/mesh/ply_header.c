// Header of a PLY file: format, elements and their properties, as text in all three formats.
//
//   ply / format ascii|binary_little_endian|binary_big_endian 1.0 / element NAME COUNT / property TYPE NAME /
//   property list COUNT_TYPE ITEM_TYPE NAME / comment ... / obj_info ... / end_header
#include "geom/mesh/ply.h"

#include "base/num.h"

#include <string.h>

const ab_ply_type ab_ply_types[AB_PLY_TYPES] = {
    {"char", "int8", 1, false, -128, 127},
    {"uchar", "uint8", 1, false, 0, 255},
    {"short", "int16", 2, false, -32768, 32767},
    {"ushort", "uint16", 2, false, 0, 65535},
    {"int", "int32", 4, false, -2147483648.0, 2147483647.0},
    {"uint", "uint32", 4, false, 0, 4294967295.0},
    {"float", "float32", 4, true, 0, 0},
    {"double", "float64", 8, true, 0, 0},
};

static abut_status read_type(ab_cursor *c, const ab_ply_type **type) {
    const ab_word word = ab_cursor_peek(c);
    for (int i = 0; i < AB_PLY_TYPES; i++) {
        *type = &ab_ply_types[i];
        if (!ab_word_is(word, (*type)->name) && !ab_word_is(word, (*type)->sized_name)) continue;
        ab_cursor_take(c);
        return ABUT_OK;
    }
    return ab_cursor_expected(c, "a type",
                              "types are char, uchar, short, ushort, int, uint, float, double, or int8 to float64");
}

static abut_status read_format(ab_cursor *c, ab_ply *ply) {
    const ab_word word = ab_cursor_peek(c);
    ply->binary = !ab_word_is(word, "ascii");
    ply->big_endian = ab_word_is(word, "binary_big_endian");
    if (ply->binary && !ply->big_endian && !ab_word_is(word, "binary_little_endian"))
        return ab_cursor_expected(c, "a format", "it is ascii, binary_little_endian or binary_big_endian");
    ab_cursor_take(c);
    if (!ab_word_is(ab_cursor_peek(c), "1.0"))
        return ab_cursor_expected(c, "version 1.0", "no other version is defined");
    ab_cursor_take(c);
    return ABUT_OK;
}

static abut_status read_element(ab_cursor *c, ab_ply *ply) {
    if (ply->nelement == AB_PLY_ELEMENTS)
        return ab_cursor_fail(c, "more than %d elements; remove those that are not vertex or face", AB_PLY_ELEMENTS);
    ab_ply_element *element = &ply->element[ply->nelement];
    *element = (ab_ply_element){.name = ab_cursor_take(c), .first = ply->nproperty};
    const ab_word count = ab_cursor_peek(c);
    if (count.length == 0 || ab_num_read_int(count.text, count.length, &element->count) != count.length ||
        element->count < 0)
        return ab_cursor_expected(c, "the number of elements", "write it as: element NAME COUNT");
    for (int i = 0; i < ply->nelement; i++) {
        const ab_word other = ply->element[i].name;
        if (other.length == element->name.length && memcmp(other.text, element->name.text, (size_t)other.length) == 0)
            return ab_cursor_fail(c, "an element of this name exists already; rename or remove one");
    }
    ab_cursor_take(c);
    ply->nelement++;
    return ABUT_OK;
}

// The role of a property, by element and name.
static ab_ply_role role_of(ab_word element, ab_word name, bool list) {
    if (ab_word_is(element, "vertex") && !list && name.length == 1 && name.text[0] >= 'x' && name.text[0] <= 'z')
        return (ab_ply_role)(AB_PLY_X + (name.text[0] - 'x'));
    if (ab_word_is(element, "face") && list && (ab_word_is(name, "vertex_indices") || ab_word_is(name, "vertex_index")))
        return AB_PLY_CORNERS;
    return AB_PLY_OTHER;
}

static abut_status read_property(ab_cursor *c, ab_ply *ply) {
    if (ply->nelement == 0)
        return ab_cursor_fail(c, "a property before the first element; write 'element NAME COUNT' above it");
    if (ply->nproperty == AB_PLY_PROPERTIES)
        return ab_cursor_fail(c, "more than %d properties; remove those that are not geometry", AB_PLY_PROPERTIES);
    ab_ply_element *element = &ply->element[ply->nelement - 1];
    ab_ply_property property = {0};
    const bool list = ab_word_is(ab_cursor_peek(c), "list");
    if (list) {
        ab_cursor_take(c);
        AB_TRY(read_type(c, &property.counted_by));
        if (property.counted_by->is_float)
            return ab_cursor_fail(c, "a list is counted by an integer type, not by a float");
    }
    AB_TRY(read_type(c, &property.type));
    const ab_word name = ab_cursor_peek(c);
    if (name.length == 0) return ab_cursor_expected(c, "the property's name", "write it as: property TYPE NAME");
    property.role = role_of(element->name, name, list);
    if (property.role == AB_PLY_CORNERS && property.type->is_float)
        return ab_cursor_fail(c, "vertex indices need an integer type, not a float");
    if (property.role != AB_PLY_OTHER && element->has[property.role])
        return ab_cursor_fail(c, "the element has this property already; rename or remove one");
    ab_cursor_take(c);
    element->has[property.role] = true;
    element->nproperty++;
    ply->property[ply->nproperty++] = property;
    return ABUT_OK;
}

static abut_status read_line(ab_cursor *c, ab_ply *ply, bool *ended) {
    const ab_word word = ab_cursor_peek(c);
    *ended = ab_word_is(word, "end_header");
    const bool element = ab_word_is(word, "element");
    const bool property = ab_word_is(word, "property");
    const bool remark = ab_word_is(word, "comment") || ab_word_is(word, "obj_info");
    if (!*ended && !element && !property && !remark)
        return ab_cursor_expected(c, "a header line",
                                  "header lines are element, property, comment, obj_info and end_header");
    ab_cursor_take(c);
    if (element) AB_TRY(read_element(c, ply));
    if (property) AB_TRY(read_property(c, ply));
    if (!remark) AB_TRY(ab_cursor_line_end(c, "this header line"));
    ab_cursor_skip_line(c);
    return ABUT_OK;
}

static abut_status expect_word(ab_cursor *c, const char *word, const char *advice) {
    if (!ab_word_is(ab_cursor_peek(c), word)) return ab_cursor_expected(c, word, advice);
    ab_cursor_take(c);
    return ABUT_OK;
}

static const ab_ply_element *find_element(const ab_ply *ply, const char *name) {
    for (int i = 0; i < ply->nelement; i++)
        if (ab_word_is(ply->element[i].name, name)) return &ply->element[i];
    return NULL;
}

static abut_status check_header(ab_cursor *c, ab_ply *ply) {
    for (int i = 0; i < ply->nelement; i++)
        if (ply->element[i].nproperty == 0)
            return ab_cursor_fail(c, "element %d has no property; add one or remove it", i + 1);
    const ab_ply_element *vertex = find_element(ply, "vertex");
    const ab_ply_element *face = find_element(ply, "face");
    if (!vertex || !vertex->has[AB_PLY_X] || !vertex->has[AB_PLY_Y] || !vertex->has[AB_PLY_Z])
        return ab_cursor_fail(c, "no element vertex with the properties x, y and z; export the mesh with positions");
    if (!face || !face->has[AB_PLY_CORNERS])
        return ab_cursor_fail(
            c, "no element face with a list vertex_indices or vertex_index; point clouds and triangle strips "
               "are not read: export the part as triangles");
    ply->vertices = vertex->count;
    return ABUT_OK;
}

abut_status ab_ply_header(ab_cursor *c, ab_ply *ply) {
    AB_TRY(expect_word(c, "ply", "a PLY file begins with a line 'ply'"));
    AB_TRY(ab_cursor_line_end(c, "'ply'"));
    ab_cursor_skip_line(c);
    while (ab_word_is(ab_cursor_peek(c), "comment")) ab_cursor_skip_line(c);
    AB_TRY(expect_word(c, "format", "the header's first statement is 'format'"));
    AB_TRY(read_format(c, ply));
    AB_TRY(ab_cursor_line_end(c, "the format"));
    ab_cursor_skip_line(c);
    for (bool ended = false; !ended;) AB_TRY(read_line(c, ply, &ended));
    return check_header(c, ply);
}
