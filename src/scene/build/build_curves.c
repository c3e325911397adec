// Curves of the contact law `table`: files that `abut press --law` writes, or measured ones in its two columns.
#include "scene/builder.h"
#include "base/hash.h"
#include "elastic/height_map.h"
#include "scene/paths.h"

#include <stdio.h>
#include <string.h>

#define HEADER      "approach [m],force [N]"
#define CURVE_LIMIT (INT64_C(64) << 20) // bytes

// The columns begin behind a first line that names them with their units; it becomes a comment.
static abut_status take_header(ab_ctx *cx, const char *file, ab_bytes *bytes) {
    const int64_t length = (int64_t)strlen(HEADER);
    const bool starts = bytes->size > length && memcmp(bytes->data, HEADER, (size_t)length) == 0;
    if (!starts || (bytes->data[length] != '\n' && bytes->data[length] != '\r'))
        return ab_fail(cx, ABUT_ERR_INPUT, "%s:1: a curve begins with the line '" HEADER "'", file);
    bytes->data[0] = '#';
    return ABUT_OK;
}

static abut_status set_columns(ab_builder *b, const char *file, const ab_height_map *map, int32_t row_a,
                               int32_t row_b) {
    ab_ctx *cx = b->l->cx;
    if (map->nx != 2) return ab_fail(cx, ABUT_ERR_INPUT, "%s: a curve has two columns, " HEADER, file);
    double *depth = ab_take(b->l, map->ny, sizeof *depth), *force = ab_take(b->l, map->ny, sizeof *force);
    if (!depth || !force) return b->l->status;
    for (int64_t i = 0; i < map->ny; i++) {
        depth[i] = map->value[2 * i];
        force[i] = map->value[2 * i + 1];
    }
    const abut_status status = abut_pair_set_curve(b->w, row_a, row_b, depth, force, map->ny);
    if (status != ABUT_ERR_ARGUMENT) return status;
    char why[300];
    snprintf(why, sizeof why, "%s", abut_context_message(cx));
    return ab_fail(cx, ABUT_ERR_INPUT, "%s: %s", file, why);
}

static abut_status set_curve(ab_builder *b, const char *file, const char *path, int32_t row_a, int32_t row_b) {
    ab_ctx *cx = b->l->cx;
    ab_bytes bytes;
    ab_height_map map = {0};
    AB_TRY(ab_io_read_file(cx, path, CURVE_LIMIT, &bytes));
    b->l->hash = ab_hash_bytes(b->l->hash, bytes.data, bytes.size);
    abut_status status = take_header(cx, file, &bytes);
    const ab_height_map_source source = {.name = file, .path = path, .bytes = bytes.data, .size = bytes.size};
    if (status == ABUT_OK) status = ab_height_map_text(cx, &source, &map);
    ab_bytes_free(cx, &bytes);
    if (status == ABUT_OK) status = set_columns(b, file, &map, row_a, row_b);
    ab_height_map_free(cx, &map);
    return status;
}

static void build_curve(ab_builder *b, const ab_head *head, const char *file, int32_t row_a, int32_t row_b) {
    const char *relative = NULL;
    const ab_node *node = file ? ab_node_get(head->node, "curve") : NULL;
    const char *path = node ? ab_scene_path(b->l, node, file, &relative) : NULL;
    if (path) ab_build_refused(b->l, AB_E039, node->place, set_curve(b, file, path, row_a, row_b));
}

void ab_build_curves(ab_builder *b) {
    const ab_contact_spec *c = &b->spec->contact;
    const ab_pair_spec *pair = c->pairs.item;
    build_curve(b, &c->head, c->curve, ABUT_ANY_MATERIAL, ABUT_ANY_MATERIAL);
    for (int64_t i = 0; i < c->pairs.n; i++) build_curve(b, &pair[i].head, pair[i].curve, pair[i].row_a, pair[i].row_b);
}
