// Reads the journal: one pass over the record headers loads the tables and locates the frames; frames are read on
// demand. All data are checked before use, because the file may be damaged.
#include "base/alloc.h"
#include "base/plain_text.h"
#include "base/hash.h"
#include "base/pack.h"
#include "output/journal.h"

#include <stdio.h>
#include <string.h>

static abut_status damaged(const ab_journal *journal, const char *what) {
    return ab_fail(journal->cx, ABUT_ERR_CORRUPT, "'%s' is damaged: %s; start the run anew", journal->file.path, what);
}

// -------------------------------------------------------------------------------------------------- payloads

static abut_status read_scene(ab_journal *journal, ab_unpack *from) {
    if (journal->title) {
        from->bad = true; // a journal has one scene record
        return ABUT_OK;
    }
    AB_TRY(ab_unpack_string(journal->cx, from, &journal->title));
    journal->scene_hash = ab_unpack_u64(from);
    AB_TRY(ab_unpack_string(journal->cx, from, &journal->version));
    ab_unpack_array(from, &journal->gravity, 3, sizeof(double));
    journal->ends = ab_unpack_f64(from);
    return ABUT_OK;
}

// Appends names to a table; each is a string of less than AB_NAME_MAX bytes.
static abut_status read_names(ab_journal *journal, ab_unpack *from, ab_name **table, int64_t *n, int64_t *capacity) {
    const int64_t count = ab_unpack_count(from, (int64_t)sizeof(int64_t));
    AB_TRY(AB_GROW(journal->cx, table, capacity, *n + count));
    for (int64_t i = 0; i < count; i++) {
        const int64_t length = ab_unpack_count(from, 1);
        if (length >= AB_NAME_MAX) from->bad = true;
        if (from->bad) return ABUT_OK;
        char *name = (*table)[*n];
        memset(name, 0, AB_NAME_MAX);
        ab_unpack_array(from, name, length, 1);
        if (!ab_is_plain(name, length)) from->bad = true; // also rejects embedded zero bytes
        (*n)++;
    }
    return ABUT_OK;
}

static bool triangles_inside(const ab_mesh *mesh) {
    for (int64_t t = 0; t < mesh->ntriangle; t++)
        for (int k = 0; k < 3; k++)
            if (mesh->triangle[t].v[k] < 0 || mesh->triangle[t].v[k] >= mesh->nvertex) return false;
    return true;
}

static abut_status read_mesh(ab_journal *journal, ab_unpack *from, ab_mesh *mesh) {
    mesh->nvertex = ab_unpack_count(from, (int64_t)sizeof(v3));
    AB_TRY(AB_ALLOC(journal->cx, &mesh->vertex, mesh->nvertex));
    ab_unpack_array(from, mesh->vertex, mesh->nvertex, sizeof(v3));
    mesh->ntriangle = ab_unpack_count(from, (int64_t)sizeof(ab_triangle));
    AB_TRY(AB_ALLOC(journal->cx, &mesh->triangle, mesh->ntriangle));
    ab_unpack_array(from, mesh->triangle, mesh->ntriangle, sizeof(ab_triangle));
    if (!triangles_inside(mesh)) from->bad = true;
    return ABUT_OK;
}

// Shapes of other kinds have a surface only if they need one.
static bool lacks_surface(const ab_shape *shape) {
    return (shape->kind == AB_SHAPE_mesh || shape->kind == AB_SHAPE_hull) && shape->surface.nvertex == 0;
}

// Surfaces are made of them: they must be in their range.
static void read_powers(ab_unpack *from, ab_shape *shape) {
    ab_unpack_array(from, shape->power, 2, sizeof(double));
    for (int i = 0; i < 2; i++)
        if (!(shape->power[i] > 1 && shape->power[i] <= 20)) from->bad = true;
}

static abut_status read_shape(ab_journal *journal, ab_unpack *from, ab_shape *shape) {
    const uint32_t kind = ab_unpack_u32(from);
    if (kind > AB_SHAPE_compound) from->bad = true;
    *shape = (ab_shape){.kind = from->bad ? AB_SHAPE_sphere : (ab_shape_kind)kind};
    ab_unpack_array(from, &shape->half, 3, sizeof(double));
    if (shape->kind == AB_SHAPE_superellipsoid) read_powers(from, shape);
    shape->volume = ab_unpack_f64(from);
    ab_unpack_array(from, &shape->moments, 3, sizeof(double));
    shape->radius = ab_unpack_f64(from);
    shape->equivalent = ab_unpack_f64(from);
    ab_unpack_array(from, &shape->placed, 7, sizeof(double));
    AB_TRY(read_mesh(journal, from, &shape->surface));
    if (lacks_surface(shape)) from->bad = true;
    return ABUT_OK;
}

static abut_status read_shapes(ab_journal *journal, ab_unpack *from) {
    const int64_t count = ab_unpack_count(from, 17 * (int64_t)sizeof(double));
    AB_TRY(AB_GROW(journal->cx, &journal->shape, &journal->shape_capacity, journal->nshape + count));
    for (int64_t i = 0; i < count && !from->bad; i++)
        AB_TRY(read_shape(journal, from, &journal->shape[journal->nshape++]));
    return ABUT_OK;
}

static bool body_inside(const ab_journal *journal, const ab_journal_body *body, int64_t nbody) {
    return body->name >= 0 && body->name < journal->nname && body->shape >= 0 && body->shape < journal->nshape &&
           body->material >= 0 && body->material < journal->nmaterial && body->owner >= 0 && body->owner < nbody &&
           body->collider_name >= -1 && body->collider_name < journal->nname;
}

static abut_status read_bodies(ab_journal *journal, ab_unpack *from) {
    const int64_t count = ab_unpack_count(from, (int64_t)sizeof(ab_journal_body));
    AB_TRY(AB_GROW(journal->cx, &journal->epoch, &journal->epoch_capacity, journal->nepoch + 1));
    ab_epoch *epoch = &journal->epoch[journal->nepoch];
    *epoch = (ab_epoch){.nbody = count};
    AB_TRY(AB_ALLOC(journal->cx, &epoch->body, count));
    journal->nepoch++;
    ab_unpack_array(from, epoch->body, count, sizeof *epoch->body);
    for (int64_t i = 0; i < count; i++)
        if (!body_inside(journal, &epoch->body[i], count)) from->bad = true;
    return ABUT_OK;
}

static abut_status read_table(ab_journal *journal, uint32_t kind, ab_unpack *from) {
    switch (kind) {
    case AB_JOURNAL_SCENE:
        return read_scene(journal, from);
    case AB_JOURNAL_NAMES:
        return read_names(journal, from, &journal->name, &journal->nname, &journal->name_capacity);
    case AB_JOURNAL_MATERIALS:
        return read_names(journal, from, &journal->material, &journal->nmaterial, &journal->material_capacity);
    case AB_JOURNAL_JOINTS:
        return read_names(journal, from, &journal->joint, &journal->njoint, &journal->joint_capacity);
    case AB_JOURNAL_LINES:
        return read_names(journal, from, &journal->line, &journal->nline, &journal->line_capacity);
    case AB_JOURNAL_SHAPES:
        return read_shapes(journal, from);
    case AB_JOURNAL_BODIES:
        return read_bodies(journal, from);
    default:
        from->bad = true;
        return ABUT_OK;
    }
}

// --------------------------------------------------------------------------------------------------- records

// Reads the payload at `offset` into journal->bytes; *whole is whether its checksum matches.
static abut_status load(ab_journal *journal, int64_t offset, int64_t length, uint64_t checksum, bool *whole) {
    AB_TRY(AB_GROW(journal->cx, &journal->bytes, &journal->byte_capacity, length));
    AB_TRY(ab_file_read(&journal->file, journal->bytes, length, offset));
    *whole = ab_hash_bytes(AB_HASH_START, journal->bytes, length) == checksum;
    return ABUT_OK;
}

static abut_status note_frame(ab_journal *journal, const ab_journal_record *record, int64_t offset) {
    AB_TRY(AB_GROW(journal->cx, &journal->frame, &journal->frame_capacity, journal->nframe + 1));
    journal->frame[journal->nframe++] = (ab_frame_entry){offset, record->length, record->payload, journal->nepoch - 1};
    return ABUT_OK;
}

// Reads the record at journal->end; *more is false when there is no complete one.
static abut_status next_record(ab_journal *journal, bool *more) {
    *more = false;
    const int64_t left = journal->file.size - journal->end - (int64_t)sizeof(ab_journal_record);
    if (left < 0) return ABUT_OK;
    ab_journal_record record;
    AB_TRY(ab_file_read(&journal->file, &record, sizeof record, journal->end));
    if (record.header != ab_journal_record_checksum(&record) || record.length < 0 || record.length > left)
        return ABUT_OK;
    const int64_t payload = journal->end + (int64_t)sizeof record;
    const bool frame = record.kind == AB_JOURNAL_FRAME;
    if (frame && journal->nepoch == 0) return damaged(journal, "a frame comes before its bodies");
    bool whole = true;
    const bool last = record.length == left;
    if (!frame || last) AB_TRY(load(journal, payload, record.length, record.payload, &whole));
    if (!whole) return ABUT_OK;
    *more = true;
    journal->end = payload + record.length;
    if (frame) return note_frame(journal, &record, payload);
    ab_unpack from = ab_unpack_start(journal->bytes, record.length);
    AB_TRY(read_table(journal, record.kind, &from));
    return ab_unpack_done(&from) ? ABUT_OK : damaged(journal, "a table in it makes no sense");
}

static abut_status read_head(ab_journal *journal) {
    const ab_journal_head expected = ab_journal_magic();
    ab_journal_head head = {0};
    const bool there = journal->file.size >= (int64_t)sizeof head;
    if (there) AB_TRY(ab_file_read(&journal->file, &head, sizeof head, 0));
    if (!there || memcmp(head.magic, expected.magic, sizeof head.magic) != 0 || head.zero != 0)
        return ab_fail(journal->cx, ABUT_ERR_CORRUPT, "'%s' is not a journal of abut", journal->file.path);
    if (head.version != AB_JOURNAL_VERSION)
        return ab_fail(journal->cx, ABUT_ERR_CORRUPT,
                       "'%s' is a journal of version %u, this program reads version %d; use the program that wrote it",
                       journal->file.path, (unsigned)head.version, AB_JOURNAL_VERSION);
    journal->end = sizeof head;
    return ABUT_OK;
}

static abut_status read_records(ab_journal *journal) {
    AB_TRY(read_head(journal));
    for (bool more = true; more;) AB_TRY(next_record(journal, &more));
    if (!journal->title) return damaged(journal, "it holds no scene");
    const int64_t torn = journal->file.size - journal->end;
    if (torn > 0)
        ab_log(journal->cx, ABUT_LOG_WARNING, "the last %lld bytes of '%s' are no whole record and are ignored",
               (long long)torn, journal->file.path);
    return ABUT_OK;
}

abut_status ab_journal_open(ab_ctx *cx, const char *path, ab_journal *journal) {
    *journal = (ab_journal){.cx = cx};
    AB_TRY(ab_file_open(cx, path, ABUT_OPEN_READ, &journal->file));
    const abut_status status = read_records(journal);
    if (status != ABUT_OK) ab_journal_free(journal);
    return status;
}

// ---------------------------------------------------------------------------------------------------- frames

static abut_status unpack_frame(ab_journal *journal, const ab_epoch *epoch, ab_unpack *from, ab_frame *frame) {
    frame->step = ab_unpack_i64(from);
    frame->time = ab_unpack_f64(from);
    frame->dt = ab_unpack_f64(from);
    frame->deepest = ab_unpack_f64(from);
    ab_unpack_array(from, &frame->energy, 1, sizeof frame->energy);
    frame->nbody = ab_unpack_count(from, (int64_t)sizeof *frame->body);
    AB_TRY(AB_GROW(journal->cx, &frame->body, &frame->body_capacity, frame->nbody));
    ab_unpack_array(from, frame->body, frame->nbody, sizeof *frame->body);
    frame->ncontact = ab_unpack_count(from, (int64_t)sizeof *frame->contact);
    AB_TRY(AB_GROW(journal->cx, &frame->contact, &frame->contact_capacity, frame->ncontact));
    ab_unpack_array(from, frame->contact, frame->ncontact, sizeof *frame->contact);
    frame->njoint = ab_unpack_count(from, (int64_t)sizeof *frame->joint);
    AB_TRY(AB_GROW(journal->cx, &frame->joint, &frame->joint_capacity, frame->njoint));
    ab_unpack_array(from, frame->joint, frame->njoint, sizeof *frame->joint);
    frame->nline = ab_unpack_count(from, (int64_t)sizeof *frame->line);
    AB_TRY(AB_GROW(journal->cx, &frame->line, &frame->line_capacity, frame->nline));
    ab_unpack_array(from, frame->line, frame->nline, sizeof *frame->line);
    if (frame->nbody != epoch->nbody || frame->njoint != journal->njoint || frame->nline != journal->nline)
        from->bad = true;
    for (int64_t i = 0; i < frame->ncontact; i++)
        if (frame->contact[i].a >= frame->nbody || frame->contact[i].b >= frame->nbody) from->bad = true;
    return ABUT_OK;
}

abut_status ab_journal_frame(ab_journal *journal, int64_t i, ab_frame *frame) {
    const ab_frame_entry *entry = &journal->frame[i];
    bool whole = false;
    AB_TRY(load(journal, entry->offset, entry->length, entry->checksum, &whole));
    if (!whole) return damaged(journal, "the checksum of a frame does not fit");
    ab_unpack from = ab_unpack_start(journal->bytes, entry->length);
    AB_TRY(unpack_frame(journal, &journal->epoch[entry->epoch], &from, frame));
    return ab_unpack_done(&from) ? ABUT_OK : damaged(journal, "a frame in it makes no sense");
}

void ab_frame_free(ab_ctx *cx, ab_frame *frame) {
    ab_free(cx, frame->body);
    ab_free(cx, frame->contact);
    ab_free(cx, frame->joint);
    ab_free(cx, frame->line);
    *frame = (ab_frame){0};
}

void ab_journal_free(ab_journal *journal) {
    ab_ctx *cx = journal->cx;
    if (!cx) return;
    ab_file_abandon(&journal->file);
    ab_free(cx, journal->title);
    ab_free(cx, journal->version);
    ab_free(cx, journal->name);
    ab_free(cx, journal->material);
    ab_free(cx, journal->joint);
    ab_free(cx, journal->line);
    for (int64_t i = 0; i < journal->nshape; i++) ab_shape_free(cx, &journal->shape[i]);
    ab_free(cx, journal->shape);
    for (int64_t i = 0; i < journal->nepoch; i++) ab_free(cx, journal->epoch[i].body);
    ab_free(cx, journal->epoch);
    ab_free(cx, journal->frame);
    ab_free(cx, journal->bytes);
    *journal = (ab_journal){0};
}

void ab_journal_label(const ab_journal *journal, const ab_journal_body *body, char *text) {
    const char *name = journal->name[body->name];
    int used = body->number < 0 ? snprintf(text, ABUT_LABEL, "%s", name)
                                : snprintf(text, ABUT_LABEL, "%s[%lld]", name, (long long)body->number);
    if (body->collider_name >= 0)
        snprintf(text + used, (size_t)(ABUT_LABEL - used), "/%s", journal->name[body->collider_name]);
}
