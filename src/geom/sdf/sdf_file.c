// Serialises a field in the envelope of base/file_envelope.h: key, grid, bricks that have blocks, samples, corners,
// repaired mesh, report. The trees are rebuilt on reading. Every count is checked against the remaining bytes, every
// index against its range.
#include "geom/sdf/sdf_file.h"

#include "base/alloc.h"
#include "base/file_envelope.h"
#include "base/hash.h"

#include <string.h>

static const ab_format FORMAT = {AB_SDF_FILE_MAGIC, AB_SDF_FILE_VERSION, "a signed-distance field of abut",
                                 "remove it, it will be built again"};

#define LARGEST 1e50 // m, as for the coordinates of meshes

static uint64_t hash_double(uint64_t hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return ab_hash_u64(hash, bits);
}

static uint64_t key_word(uint64_t hash, const ab_mesh *mesh, const abut_sdf_options *o) {
    hash = ab_hash_u64(hash, FORMAT.version);
    hash = ab_hash_bytes(hash, mesh->vertex, mesh->nvertex * (int64_t)sizeof *mesh->vertex);
    hash = ab_hash_bytes(hash, mesh->triangle, mesh->ntriangle * (int64_t)sizeof *mesh->triangle);
    hash = ab_hash_u64(hash, (uint64_t)o->cells);
    hash = hash_double(hash, o->cell);
    hash = hash_double(hash, o->error);
    hash = ab_hash_u64(hash, (uint64_t)o->band);
    return ab_hash_u64(hash, (uint64_t)o->compact | (uint64_t)o->allow_leaks << 1);
}

ab_sdf_key ab_sdf_key_of(const ab_mesh *mesh, const abut_sdf_options *options) {
    const uint64_t first = key_word(AB_HASH_START, mesh, options);
    return (ab_sdf_key){{first, key_word(~first, mesh, options)}};
}

static void pack_v3(ab_text *to, v3 v) {
    ab_pack_f64(to, v.x);
    ab_pack_f64(to, v.y);
    ab_pack_f64(to, v.z);
}

static v3 unpack_v3(ab_unpack *from) {
    const double x = ab_unpack_f64(from), y = ab_unpack_f64(from), z = ab_unpack_f64(from);
    if (!(fabs(x) <= LARGEST && fabs(y) <= LARGEST && fabs(z) <= LARGEST)) from->bad = true;
    return v3_make(x, y, z);
}

// The counts of the report, for packing and unpacking.
enum { COUNTS = 16 };
static void list_counts(abut_sdf_report *r, int64_t *count[COUNTS]) {
    int64_t *const all[COUNTS] = {&r->welded,
                                  &r->degenerate_triangles,
                                  &r->duplicate_triangles,
                                  &r->reoriented_triangles,
                                  &r->capped_holes,
                                  &r->open_edges,
                                  &r->nonmanifold_edges,
                                  &r->cells[0],
                                  &r->cells[1],
                                  &r->cells[2],
                                  &r->bricks,
                                  &r->bytes,
                                  &r->edges,
                                  &r->violations,
                                  &r->leaking_samples,
                                  NULL};
    memcpy(count, all, sizeof all);
}

static void pack_report(ab_text *to, const abut_sdf_report *report) {
    abut_sdf_report r = *report;
    int64_t *count[COUNTS];
    list_counts(&r, count);
    for (int i = 0; count[i]; i++) ab_pack_i64(to, *count[i]);
    ab_pack_u32(to, r.inverted);
    pack_v3(to, r.origin);
    ab_pack_f64(to, r.cell);
    ab_pack_f64(to, r.worst_violation);
    pack_v3(to, r.worst_place);
}

static abut_sdf_report unpack_report(ab_unpack *from) {
    abut_sdf_report r = {0};
    int64_t *count[COUNTS];
    list_counts(&r, count);
    for (int i = 0; count[i]; i++) *count[i] = ab_unpack_i64(from);
    r.inverted = ab_unpack_u32(from) == 1;
    r.origin = unpack_v3(from);
    r.cell = ab_unpack_f64(from);
    r.worst_violation = ab_unpack_f64(from);
    r.worst_place = unpack_v3(from);
    return r;
}

static void pack_body(ab_text *to, const ab_sdf *sdf, ab_sdf_key key) {
    const int64_t samples = sdf->nblock * AB_SDF_BLOCK;
    ab_pack_u64(to, key.word[0]);
    ab_pack_u64(to, key.word[1]);
    pack_v3(to, sdf->grid.origin);
    ab_pack_f64(to, sdf->grid.h);
    ab_pack_array(to, &sdf->grid.bricks, 1, sizeof sdf->grid.bricks);
    ab_pack_array(to, sdf->corner, ab_sdf_corners(&sdf->grid), sizeof *sdf->corner);
    ab_pack_i64(to, sdf->nblock);
    ab_pack_array(to, sdf->brick, sdf->nblock, sizeof *sdf->brick);
    ab_pack_f64(to, sdf->quantum);
    if (sdf->code)
        ab_pack_array(to, sdf->code, samples, sizeof *sdf->code);
    else
        ab_pack_array(to, sdf->sample, samples, sizeof *sdf->sample);
    ab_pack_i64(to, sdf->mesh.nvertex);
    ab_pack_array(to, sdf->mesh.vertex, sdf->mesh.nvertex, sizeof *sdf->mesh.vertex);
    ab_pack_i64(to, sdf->mesh.ntriangle);
    ab_pack_array(to, sdf->mesh.triangle, sdf->mesh.ntriangle, sizeof *sdf->mesh.triangle);
    pack_report(to, &sdf->report);
}

void ab_sdf_pack(ab_text *to, const ab_sdf *sdf, ab_sdf_key key) {
    ab_text body = ab_text_start(to->cx);
    pack_body(&body, sdf, key);
    if (ab_text_status(&body) == ABUT_OK)
        ab_envelope_pack(to, &FORMAT, &body);
    else
        to->status = ab_text_status(&body);
    ab_text_free(&body);
}

static void check_distances(ab_unpack *from, const float *value, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        if (!(fabsf(value[i]) <= 3e38f)) from->bad = true;
}

static abut_status unpack_corners(ab_ctx *cx, ab_unpack *from, ab_sdf *sdf) {
    ab_sdf_grid *g = &sdf->grid;
    g->origin = unpack_v3(from);
    g->h = ab_unpack_f64(from);
    ab_unpack_array(from, &g->bricks, 1, sizeof g->bricks);
    const ab_cell3 n = g->bricks;
    if (!(g->h > 0 && g->h <= LARGEST) || n.x < 1 || n.y < 1 || n.z < 1) from->bad = true;
    if ((n.x + 1.0) * (n.y + 1.0) * (n.z + 1.0) * sizeof *sdf->corner > (double)(from->size - from->at))
        from->bad = true;
    if (from->bad) return ABUT_OK;
    const int64_t corners = ab_sdf_corners(g);
    AB_TRY(AB_ALLOC(cx, &sdf->corner, corners));
    ab_unpack_array(from, sdf->corner, corners, sizeof *sdf->corner);
    check_distances(from, sdf->corner, corners);
    return ABUT_OK;
}

// Bricks with blocks are stored once each, in ascending order of their index.
static void index_blocks(ab_unpack *from, ab_sdf *sdf) {
    const ab_cell3 n = sdf->grid.bricks;
    int64_t last = -1;
    for (int64_t i = 0; i < ab_sdf_bricks(&sdf->grid); i++) sdf->block[i] = -1;
    for (int64_t b = 0; b < sdf->nblock; b++) {
        const ab_cell3 at = sdf->brick[b];
        const bool inside = at.x >= 0 && at.x < n.x && at.y >= 0 && at.y < n.y && at.z >= 0 && at.z < n.z;
        const int64_t index = inside ? ab_sdf_brick_index(&sdf->grid, at) : -1;
        if (index <= last) {
            from->bad = true;
            return;
        }
        sdf->block[index] = (int32_t)b;
        last = index;
    }
}

static abut_status unpack_blocks(ab_ctx *cx, ab_unpack *from, ab_sdf *sdf) {
    const int64_t nblock = ab_unpack_count(from, AB_SDF_BLOCK * (int64_t)sizeof *sdf->code);
    if (from->bad || nblock >= INT32_MAX / AB_SDF_BLOCK) {
        from->bad = true;
        return ABUT_OK;
    }
    AB_TRY(AB_ALLOC(cx, &sdf->block, ab_sdf_bricks(&sdf->grid)));
    AB_TRY(AB_ALLOC(cx, &sdf->brick, nblock));
    sdf->nblock = nblock;
    ab_unpack_array(from, sdf->brick, nblock, sizeof *sdf->brick);
    if (!from->bad) index_blocks(from, sdf);
    return ABUT_OK;
}

// A quantum of 0 marks float samples.
static abut_status unpack_samples(ab_ctx *cx, ab_unpack *from, ab_sdf *sdf) {
    const int64_t samples = sdf->nblock * AB_SDF_BLOCK;
    sdf->quantum = ab_unpack_f64(from);
    if (!(sdf->quantum >= 0 && sdf->quantum <= LARGEST)) from->bad = true;
    const bool compact = sdf->quantum > 0;
    const int64_t item = (int64_t)(compact ? sizeof *sdf->code : sizeof *sdf->sample);
    if (from->bad || samples > (from->size - from->at) / item) {
        from->bad = true;
        return ABUT_OK;
    }
    if (compact) {
        AB_TRY(AB_ALLOC(cx, &sdf->code, samples));
        ab_unpack_array(from, sdf->code, samples, sizeof *sdf->code);
        return ABUT_OK;
    }
    AB_TRY(AB_ALLOC(cx, &sdf->sample, samples + AB_SAMPLES_SPARE));
    ab_unpack_array(from, sdf->sample, samples, sizeof *sdf->sample);
    check_distances(from, sdf->sample, samples);
    return ABUT_OK;
}

static void check_mesh(ab_unpack *from, const ab_mesh *mesh) {
    if (mesh->ntriangle < 1) from->bad = true;
    for (int64_t i = 0; i < mesh->nvertex; i++) {
        const v3 p = mesh->vertex[i];
        if (!(fabs(p.x) <= LARGEST && fabs(p.y) <= LARGEST && fabs(p.z) <= LARGEST)) from->bad = true;
    }
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++)
            if (mesh->triangle[t].v[k] < 0 || mesh->triangle[t].v[k] >= mesh->nvertex) from->bad = true;
}

static abut_status unpack_mesh(ab_ctx *cx, ab_unpack *from, ab_mesh *mesh) {
    const int64_t nvertex = ab_unpack_count(from, (int64_t)sizeof *mesh->vertex);
    if (nvertex > INT32_MAX) from->bad = true;
    if (from->bad) return ABUT_OK;
    AB_TRY(AB_ALLOC(cx, &mesh->vertex, nvertex));
    mesh->nvertex = nvertex;
    ab_unpack_array(from, mesh->vertex, nvertex, sizeof *mesh->vertex);
    const int64_t ntriangle = ab_unpack_count(from, (int64_t)sizeof *mesh->triangle);
    if (ntriangle > INT32_MAX) from->bad = true;
    if (from->bad) return ABUT_OK;
    AB_TRY(AB_ALLOC(cx, &mesh->triangle, ntriangle));
    mesh->ntriangle = ntriangle;
    ab_unpack_array(from, mesh->triangle, ntriangle, sizeof *mesh->triangle);
    check_mesh(from, mesh);
    return ABUT_OK;
}

static abut_status unpack_body(ab_ctx *cx, ab_unpack *from, ab_sdf *sdf) {
    AB_TRY(unpack_corners(cx, from, sdf));
    if (!from->bad) AB_TRY(unpack_blocks(cx, from, sdf));
    if (!from->bad) AB_TRY(unpack_samples(cx, from, sdf));
    if (!from->bad) AB_TRY(unpack_mesh(cx, from, &sdf->mesh));
    sdf->report = unpack_report(from);
    return ABUT_OK;
}

static abut_status parse(ab_ctx *cx, const char *name, ab_unpack *from, ab_sdf *sdf) {
    AB_TRY(unpack_body(cx, from, sdf));
    if (!ab_unpack_done(from)) return ab_envelope_refuse(cx, name, &FORMAT, "holds values that make no sense");
    AB_TRY(ab_bvh_build(cx, &sdf->mesh, &sdf->bvh));
    return ab_winding_build(cx, &sdf->bvh, &sdf->winding);
}

abut_status ab_sdf_parse(ab_ctx *cx, const char *name, const char *bytes, int64_t size, ab_sdf *sdf, ab_sdf_key *key) {
    *sdf = (ab_sdf){0};
    ab_unpack from;
    AB_TRY(ab_envelope_open(cx, name, &FORMAT, bytes, size, &from));
    key->word[0] = ab_unpack_u64(&from);
    key->word[1] = ab_unpack_u64(&from);
    const abut_status status = parse(cx, name, &from, sdf);
    if (status != ABUT_OK) ab_sdf_free(cx, sdf);
    return status;
}
