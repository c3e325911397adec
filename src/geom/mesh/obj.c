// Wavefront OBJ: v and f make the mesh; texture coordinates, normals, groups, materials, lines and points are skipped;
// free-form geometry and unknown keywords are refused, since skipping them would silently change the part.
#include "geom/mesh/mesh_builder.h"

#include "base/num.h"

static const char *const PASSED_OVER[] = {"vt", "vn", "g", "o", "s", "usemtl", "mtllib", "l", "p"};
static const char *const FREE_FORM[] = {"vp",   "cstype", "deg",  "bmat", "step", "curv", "curv2", "surf",
                                        "parm", "trim",   "hole", "scrv", "sp",   "end",  "con"};

static bool is_one_of(ab_word word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (ab_word_is(word, list[i])) return true;
    return false;
}

// x y z, optionally followed by a weight, a colour, or both.
static abut_status read_vertex(ab_cursor *c, ab_mesh_builder *builder) {
    v3 p;
    AB_TRY(ab_cursor_coordinates(c, &p));
    int more = 0;
    for (double ignored; !ab_cursor_at_line_end(c); more++) AB_TRY(ab_cursor_number(c, "a weight or colour", &ignored));
    if (more == 2 || more > 4)
        return ab_cursor_fail(
            c,
            "a vertex has 3 coordinates, and may have a weight, a colour or both, but this one has %d "
            "numbers; check the exporter",
            3 + more);
    return ab_mesh_builder_vertex(c->cx, builder, p);
}

static abut_status bad_corner(ab_cursor *c) {
    return ab_cursor_expected(c, "a corner v, v/vt, v//vn or v/vt/vn",
                              "corners are whole numbers counted from 1, or from -1 back");
}

// Reads one integer of a corner such as 7/2/5 at offset *used, and advances it.
static bool corner_number(ab_word word, int64_t *used, int64_t *value) {
    const int64_t length = ab_num_read_int(word.text + *used, word.length - *used, value);
    *used += length;
    return length > 0 && *value != 0;
}

// True if the word is v, v/vt, v//vn or v/vt/vn.
static bool corner_syntax(ab_word word, int64_t *vertex) {
    int64_t used = 0;
    int64_t ignored = 0;
    if (!corner_number(word, &used, vertex)) return false;
    if (used == word.length) return true;
    if (word.text[used++] != '/' || used == word.length) return false;
    if (word.text[used] != '/' && !corner_number(word, &used, &ignored)) return false;
    if (used == word.length) return true;
    if (word.text[used++] != '/') return false;
    return corner_number(word, &used, &ignored) && used == word.length;
}

static abut_status read_corner(ab_cursor *c, ab_mesh_builder *builder, ab_fan *fan) {
    int64_t number = 0;
    const ab_word word = ab_cursor_peek(c);
    if (!corner_syntax(word, &number)) return bad_corner(c);
    const int64_t count = builder->mesh.nvertex;
    if (number > count || number < -count)
        return ab_cursor_fail(c,
                              "the face uses vertex %lld, but only %lld are defined above this line; check the indices",
                              (long long)number, (long long)count);
    AB_TRY(ab_mesh_builder_corner(c->cx, builder, fan, number > 0 ? number - 1 : count + number));
    c->at += word.length;
    return ABUT_OK;
}

static abut_status read_face(ab_cursor *c, ab_mesh_builder *builder) {
    ab_fan fan = {0};
    while (!ab_cursor_at_line_end(c)) AB_TRY(read_corner(c, builder, &fan));
    if (fan.corners >= 3) return ABUT_OK;
    return ab_cursor_fail(c, "a face has %lld corners; it needs at least 3", (long long)fan.corners);
}

static abut_status read_statement(ab_cursor *c, ab_mesh_builder *builder) {
    const ab_word word = ab_cursor_peek(c);
    const bool free_form = is_one_of(word, FREE_FORM, sizeof FREE_FORM / sizeof *FREE_FORM);
    if (free_form)
        return ab_cursor_expected(c, "v, f or another polygon keyword",
                                  "free-form curves and surfaces are not read: export the part as triangles");
    const bool vertex = ab_word_is(word, "v");
    const bool face = ab_word_is(word, "f");
    if (!vertex && !face && !is_one_of(word, PASSED_OVER, sizeof PASSED_OVER / sizeof *PASSED_OVER))
        return ab_cursor_expected(c, "an OBJ keyword", "v, vt, vn, f, l, p, g, o, s, usemtl and mtllib are known");
    ab_cursor_take(c);
    if (vertex) return read_vertex(c, builder);
    if (face) return read_face(c, builder);
    while (!ab_cursor_at_line_end(c)) ab_cursor_take(c);
    return ABUT_OK;
}

abut_status ab_read_obj(ab_cursor *c, ab_mesh_builder *builder) {
    c->obj_rules = true;
    for (ab_cursor_skip_space(c); c->at < c->size; ab_cursor_skip_space(c)) AB_TRY(read_statement(c, builder));
    return ABUT_OK;
}
