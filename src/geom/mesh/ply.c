// Body of a PLY file: rows of values, element by element, as text lines or packed bytes. Elements other than vertex and
// face, and their other properties, are skipped; every count is checked against the remaining bytes before allocation
// or looping.
#include "geom/mesh/ply.h"

#include "base/alloc.h"
#include "geom/mesh/mesh_builder.h"

#include <assert.h>

typedef struct body {
    ab_cursor *cursor;
    const ab_ply *ply;
    ab_mesh_builder *builder;
    int64_t value_at; // offset of the last value
} body;

static abut_status fail_here(const body *b, const char *note) {
    return b->ply->binary ? ab_cursor_fail_at_byte(b->cursor, "%s", note) : ab_cursor_fail(b->cursor, "%s", note);
}

static abut_status fail_at_value(const body *b, const char *note) {
    b->cursor->at = b->value_at;
    return fail_here(b, note);
}

static double decode(const ab_ply_type *type, const char *bytes, bool big_endian) {
    if (type->is_float) return ab_bytes_float(bytes, type->size, big_endian);
    const double value = (double)ab_bytes_unsigned(bytes, type->size, big_endian);
    return value > type->max ? value - 2 * (type->max + 1) : value; // two's complement
}

static abut_status read_binary_value(body *b, const ab_ply_type *type, double *value) {
    ab_cursor *c = b->cursor;
    if (type->size > c->size - c->at)
        return fail_here(b, "the file ends inside a row; it is cut off: export the mesh again");
    b->value_at = c->at;
    *value = decode(type, c->text + c->at, b->ply->big_endian);
    c->at += type->size;
    return ABUT_OK;
}

static abut_status read_ascii_value(body *b, const ab_ply_type *type, double *value) {
    ab_cursor_skip_blanks(b->cursor);
    b->value_at = b->cursor->at;
    AB_TRY(ab_cursor_number(b->cursor, "a value of the row", value));
    if (type->is_float || (*value == floor(*value) && *value >= type->min && *value <= type->max)) return ABUT_OK;
    return fail_at_value(b, "the value does not fit its integer type; check the exporter");
}

static abut_status read_value(body *b, const ab_ply_type *type, double *value) {
    return b->ply->binary ? read_binary_value(b, type, value) : read_ascii_value(b, type, value);
}

static abut_status read_corners(body *b, const ab_ply_type *type, int64_t count) {
    if (count < 3) return fail_at_value(b, "a face has fewer than 3 corners; remove it");
    ab_fan fan = {0};
    for (int64_t i = 0; i < count; i++) {
        double index;
        AB_TRY(read_value(b, type, &index));
        if (!(index >= 0 && index < (double)b->ply->vertices))
            return fail_at_value(b, "a face uses a vertex that does not exist; indices run from 0 to the "
                                    "number of vertices less 1");
        AB_TRY(ab_mesh_builder_corner(b->cursor->cx, b->builder, &fan, (int64_t)index));
    }
    return ABUT_OK;
}

static abut_status pass_over(body *b, const ab_ply_type *type, int64_t count) {
    ab_cursor *c = b->cursor;
    if (b->ply->binary) {
        if (count > (c->size - c->at) / type->size)
            return fail_here(b, "a row is longer than the rest of the file; it is cut off or damaged");
        c->at += count * type->size;
        return ABUT_OK;
    }
    double ignored;
    for (int64_t i = 0; i < count; i++) AB_TRY(read_ascii_value(b, type, &ignored));
    return ABUT_OK;
}

static abut_status read_property(body *b, const ab_ply_property *property, double *xyz) {
    if (property->role <= AB_PLY_Z) return read_value(b, property->type, &xyz[property->role]);
    double count = 1;
    if (property->counted_by) AB_TRY(read_value(b, property->counted_by, &count));
    if (!(count >= 0)) return fail_at_value(b, "a list has a negative length; the file is damaged");
    if (property->role == AB_PLY_CORNERS) return read_corners(b, property->type, (int64_t)count);
    return pass_over(b, property->type, (int64_t)count);
}

static abut_status read_row(body *b, const ab_ply_element *element) {
    double xyz[3] = {0};
    if (!b->ply->binary) ab_cursor_skip_space(b->cursor);
    for (int i = 0; i < element->nproperty; i++) AB_TRY(read_property(b, &b->ply->property[element->first + i], xyz));
    if (!b->ply->binary) AB_TRY(ab_cursor_line_end(b->cursor, "the row's last value"));
    if (!element->has[AB_PLY_X]) return ABUT_OK;
    const v3 p = v3_make(xyz[0], xyz[1], xyz[2]);
    if (!ab_coordinates_valid(p))
        return fail_here(b, "a coordinate is not finite or larger than 1e50; repair the mesh");
    return ab_mesh_builder_vertex(b->cursor->cx, b->builder, p);
}

// Minimum size of a row in bytes: text needs a digit and a separator for each value.
static int64_t min_row(const ab_ply *ply, const ab_ply_element *element) {
    int64_t bytes = 0;
    for (int i = 0; i < element->nproperty; i++) {
        const ab_ply_property *property = &ply->property[element->first + i];
        bytes += ply->binary ? (property->counted_by ? property->counted_by : property->type)->size : 2;
    }
    return bytes;
}

static abut_status read_element(body *b, const ab_ply_element *element) {
    const int64_t left = b->cursor->size - b->cursor->at + 1; // the last line may lack its newline
    const int64_t row = min_row(b->ply, element);
    assert(row > 0); // the header refuses an element without properties
    if (element->count > left / row)
        return ab_fail(b->cursor->cx, ABUT_ERR_INPUT,
                       "%s: element '%.*s' claims %lld rows of at least %lld bytes, but %lld bytes are left; "
                       "the file is cut "
                       "off or damaged: export the mesh again",
                       b->cursor->name, (int)element->name.length, element->name.text, (long long)element->count,
                       (long long)row, (long long)(left - 1));
    for (int64_t i = 0; i < element->count; i++) AB_TRY(read_row(b, element));
    return ABUT_OK;
}

abut_status ab_read_ply(ab_cursor *c, ab_mesh_builder *builder) {
    ab_ply ply = {0};
    AB_TRY(ab_ply_header(c, &ply));
    body b = {.cursor = c, .ply = &ply, .builder = builder};
    for (int i = 0; i < ply.nelement; i++) AB_TRY(read_element(&b, &ply.element[i]));
    if (!ply.binary) ab_cursor_skip_space(c);
    if (c->at < c->size)
        return fail_here(&b, "there is more in the file than its header describes; remove it or export again");
    return ABUT_OK;
}
