// Triangle meshes: copy, free, parsing, loading, welding of equal vertices, reversal of the orientation.
#include "geom/mesh/mesh.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/sort.h"
#include "base/work.h"
#include "geom/mesh/mesh_builder.h"

#include <string.h>

#define FILE_MAX (INT64_C(4) << 30) // bytes

void ab_mesh_free(ab_ctx *cx, ab_mesh *mesh) {
    ab_free(cx, mesh->vertex);
    ab_free(cx, mesh->triangle);
    *mesh = (ab_mesh){0};
}

abut_status ab_mesh_copy(ab_ctx *cx, const ab_mesh *from, ab_mesh *to) {
    AB_TRY(AB_ALLOC_RAW(cx, &to->vertex, from->nvertex));
    AB_TRY(AB_ALLOC_RAW(cx, &to->triangle, from->ntriangle));
    to->nvertex = from->nvertex;
    to->ntriangle = from->ntriangle;
    if (from->nvertex) memcpy(to->vertex, from->vertex, (size_t)from->nvertex * sizeof *to->vertex);
    if (from->ntriangle) memcpy(to->triangle, from->triangle, (size_t)from->ntriangle * sizeof *to->triangle);
    return ABUT_OK;
}

static bool ends_with(const char *name, const char *ending) {
    const ab_word word = {name, (int64_t)strlen(name)};
    const int64_t length = (int64_t)strlen(ending);
    return word.length >= length && ab_word_is_caseless((ab_word){word.text + word.length - length, length}, ending);
}

typedef abut_status reader(ab_cursor *cursor, ab_mesh_builder *builder);

// The suffix of the name decides, or the content if the suffix is unknown.
static reader *choose_reader(const char *name, const char *bytes, int64_t size) {
    if (ends_with(name, ".stl")) return ab_read_stl;
    if (ends_with(name, ".obj")) return ab_read_obj;
    if (ends_with(name, ".ply")) return ab_read_ply;
    if (size >= 4 && (memcmp(bytes, "ply\n", 4) == 0 || memcmp(bytes, "ply\r", 4) == 0)) return ab_read_ply;
    if (ab_stl_binary_size_fits(bytes, size) || (size >= 6 && memcmp(bytes, "solid ", 6) == 0)) return ab_read_stl;
    return NULL;
}

// What to do with a file of another format, by its suffix or its first bytes.
static const char *advice_for(const char *name, const char *bytes, int64_t size) {
    if (ends_with(name, ".step") || ends_with(name, ".stp") || (size >= 12 && memcmp(bytes, "ISO-10303-21", 12) == 0))
        return "STEP files hold exact surfaces and no triangles; export STL from the CAD program, with a tolerance "
               "that "
               "suits the contact";
    if (ends_with(name, ".gltf") || ends_with(name, ".glb") || (size >= 4 && memcmp(bytes, "glTF", 4) == 0))
        return "glTF files hold whole scenes; export the one mesh that touches as STL, OBJ or PLY, with Blender for "
               "example";
    if (ends_with(name, ".dae")) return "Collada files hold whole scenes; export the one mesh as STL, OBJ or PLY";
    return "not a known mesh format; use a file that ends in .stl, .obj or .ply";
}

abut_status ab_mesh_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_mesh *mesh) {
    *mesh = (ab_mesh){0};
    if (size == 0) return ab_fail(cx, ABUT_ERR_INPUT, "%s: the file is empty; export the mesh again", name);
    reader *read = choose_reader(name, bytes, size);
    if (!read) return ab_fail(cx, ABUT_ERR_INPUT, "%s: %s", name, advice_for(name, bytes, size));
    ab_cursor cursor = ab_cursor_start(cx, name, bytes, size);
    ab_mesh_builder builder = {0};
    abut_status status = read(&cursor, &builder);
    if (status == ABUT_OK && builder.mesh.ntriangle == 0)
        status = ab_fail(cx, ABUT_ERR_INPUT, "%s: the mesh has no triangles; export a surface", name);
    if (status == ABUT_OK)
        *mesh = builder.mesh;
    else
        ab_mesh_free(cx, &builder.mesh);
    return status;
}

static abut_status scale_mesh(ab_ctx *cx, const char *path, double scale, ab_mesh *mesh) {
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        mesh->vertex[i] = v3_scale(scale, mesh->vertex[i]);
        if (!ab_coordinates_valid(mesh->vertex[i]))
            return ab_fail(cx, ABUT_ERR_INPUT, "%s: the scale makes a coordinate larger than 1e50 m; check the scale",
                           path);
    }
    return ABUT_OK;
}

abut_status ab_mesh_load(ab_ctx *cx, const char *path, double scale, ab_mesh *mesh) {
    *mesh = (ab_mesh){0};
    if (!(scale > 0 && isfinite(scale)))
        return ab_fail(cx, ABUT_ERR_ARGUMENT, "%s: the scale of a mesh must be a positive number; 0.001 reads mm",
                       path);
    ab_bytes file;
    AB_TRY(ab_io_read_file(cx, path, FILE_MAX, &file));
    abut_status status = ab_mesh_parse(cx, path, file.data, file.size, mesh);
    ab_bytes_free(cx, &file);
    if (status == ABUT_OK) status = scale_mesh(cx, path, scale, mesh);
    if (status != ABUT_OK) ab_mesh_free(cx, mesh);
    return status;
}

static bool same_place(v3 a, v3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static uint64_t hash_place(v3 p) {
    return ab_hash_u64(ab_hash_u64(ab_hash_u64(AB_HASH_START, ab_sort_key(p.x)), ab_sort_key(p.y)), ab_sort_key(p.z));
}

// number[i] = the first vertex at the position of vertex i. The hash table has a power of two of slots, at least twice
// the number of vertices.
static abut_status find_earliest(ab_ctx *cx, const ab_mesh *mesh, int32_t *table, int64_t slots, int32_t *number) {
    for (int64_t i = 0; i < slots; i++) table[i] = -1;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        AB_TRY(AB_WORKED(cx, "vertices", i, mesh->nvertex));
        int64_t slot = (int64_t)(hash_place(mesh->vertex[i]) & (uint64_t)(slots - 1));
        while (table[slot] >= 0 && !same_place(mesh->vertex[table[slot]], mesh->vertex[i]))
            slot = (slot + 1) & (slots - 1);
        if (table[slot] < 0) table[slot] = (int32_t)i;
        number[i] = table[slot];
    }
    return ABUT_OK;
}

static int64_t slots_for(int64_t vertices) {
    int64_t slots = 1;
    while (slots < 2 * vertices) slots *= 2;
    return slots;
}

// Compacts the kept vertices in their order and renumbers; returns their number.
static int64_t compact(ab_mesh *mesh, int32_t *number) {
    int64_t kept = 0;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        const bool keep = number[i] == i;
        if (keep) mesh->vertex[kept] = mesh->vertex[i];
        number[i] = keep ? (int32_t)kept++ : number[number[i]]; // the earlier vertex is already renumbered
    }
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++) mesh->triangle[t].v[k] = number[mesh->triangle[t].v[k]];
    return kept;
}

abut_status ab_mesh_weld(ab_ctx *cx, ab_mesh *mesh, int64_t *joined) {
    int32_t *table = NULL, *number = NULL;
    const int64_t slots = slots_for(mesh->nvertex);
    abut_status status = AB_ALLOC_RAW(cx, &table, slots);
    if (status == ABUT_OK) status = AB_ALLOC_RAW(cx, &number, mesh->nvertex);
    if (status == ABUT_OK) status = find_earliest(cx, mesh, table, slots, number);
    if (status == ABUT_OK) {
        const int64_t kept = compact(mesh, number);
        if (joined) *joined = mesh->nvertex - kept;
        mesh->nvertex = kept;
    }
    ab_free(cx, number);
    ab_free(cx, table);
    return status;
}

void ab_mesh_turn(ab_mesh *mesh) {
    for (int64_t i = 0; i < mesh->ntriangle; i++) {
        const int32_t second = mesh->triangle[i].v[1];
        mesh->triangle[i].v[1] = mesh->triangle[i].v[2];
        mesh->triangle[i].v[2] = second;
    }
}
