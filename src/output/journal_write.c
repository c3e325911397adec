// Writes the journal. Tables are written only when they are new or changed, so a frame record contains only the state.
#include "base/alloc.h"
#include "base/hash.h"
#include "base/pack.h"
#include "output/journal.h"

#include <string.h>

ab_journal_head ab_journal_magic(void) {
    return (ab_journal_head){{'a', 'b', 'u', 't', 'j', 'r', 'n', 'l'}, AB_JOURNAL_VERSION, 0};
}

uint64_t ab_journal_record_checksum(const ab_journal_record *record) {
    return ab_hash_bytes(AB_HASH_START, record, offsetof(ab_journal_record, header));
}

// Appends the payload as a record.
static abut_status put_record(ab_journal_writer *writer, ab_journal_record_kind kind) {
    ab_text *payload = &writer->payload;
    AB_TRY(ab_text_status(payload));
    ab_journal_record record = {.kind = kind, .length = payload->size};
    record.payload = ab_hash_bytes(AB_HASH_START, payload->data, payload->size);
    record.header = ab_journal_record_checksum(&record);
    AB_TRY(ab_stream_put(&writer->stream, &record, sizeof record));
    return ab_stream_put(&writer->stream, payload->data, payload->size);
}

static ab_text *start_payload(ab_journal_writer *writer) {
    writer->payload.size = 0;
    return &writer->payload;
}

static abut_status put_scene(ab_journal_writer *writer, const ab_scene *scene) {
    ab_text *to = start_payload(writer);
    ab_pack_string(to, scene->title ? scene->title : "");
    ab_pack_u64(to, scene->hash);
    ab_pack_string(to, ABUT_VERSION);
    ab_pack_array(to, &scene->world->config.gravity, 3, sizeof(double));
    ab_pack_f64(to, scene->end);
    return put_record(writer, AB_JOURNAL_SCENE);
}

static abut_status put_names(ab_journal_writer *writer, const ab_world *w) {
    ab_text *to = start_payload(writer);
    ab_pack_i64(to, w->state.nname - writer->nname);
    for (; writer->nname < w->state.nname; writer->nname++) ab_pack_string(to, w->state.names[writer->nname]);
    return put_record(writer, AB_JOURNAL_NAMES);
}

static abut_status put_materials(ab_journal_writer *writer, const ab_world *w) {
    ab_text *to = start_payload(writer);
    ab_pack_i64(to, w->config.nmaterial - writer->nmaterial);
    for (; writer->nmaterial < w->config.nmaterial; writer->nmaterial++)
        ab_pack_string(to, w->config.materials[writer->nmaterial].name);
    return put_record(writer, AB_JOURNAL_MATERIALS);
}

static abut_status put_joints(ab_journal_writer *writer, const ab_world *w) {
    ab_text *to = start_payload(writer);
    ab_pack_i64(to, w->mechanism.n - writer->njoint);
    for (; writer->njoint < w->mechanism.n; writer->njoint++)
        ab_pack_string(to, w->mechanism.joint[writer->njoint].name);
    return put_record(writer, AB_JOURNAL_JOINTS);
}

static int64_t count_lines(const ab_world *w) {
    int64_t count = 0;
    ab_line_element line;
    for (int64_t at = 0; ab_line_element_next(w, &at, &line);) count++;
    return count;
}

static abut_status put_lines(ab_journal_writer *writer, const ab_world *w) {
    ab_text *to = start_payload(writer);
    writer->nlink = count_lines(w);
    ab_pack_i64(to, writer->nlink);
    ab_line_element line;
    for (int64_t at = 0; ab_line_element_next(w, &at, &line);) ab_pack_string(to, line.name);
    return put_record(writer, AB_JOURNAL_LINES);
}

static void pack_shape(ab_text *to, const ab_shape *shape) {
    ab_pack_u32(to, shape->kind);
    ab_pack_array(to, &shape->half, 3, sizeof(double));
    if (shape->kind == AB_SHAPE_superellipsoid) ab_pack_array(to, shape->power, 2, sizeof(double));
    ab_pack_f64(to, shape->volume);
    ab_pack_array(to, &shape->moments, 3, sizeof(double));
    ab_pack_f64(to, shape->radius);
    ab_pack_f64(to, shape->equivalent);
    ab_pack_array(to, &shape->placed, 7, sizeof(double));
    ab_pack_i64(to, shape->surface.nvertex);
    ab_pack_array(to, shape->surface.vertex, shape->surface.nvertex, sizeof(v3));
    ab_pack_i64(to, shape->surface.ntriangle);
    ab_pack_array(to, shape->surface.triangle, shape->surface.ntriangle, sizeof(ab_triangle));
}

static abut_status put_shapes(ab_journal_writer *writer, const ab_world *w) {
    ab_text *to = start_payload(writer);
    ab_pack_i64(to, w->config.nshape - writer->nshape);
    for (; writer->nshape < w->config.nshape; writer->nshape++) pack_shape(to, &w->config.shapes[writer->nshape]);
    return put_record(writer, AB_JOURNAL_SHAPES);
}

static abut_status put_bodies(ab_journal_writer *writer, int64_t nbody) {
    ab_text *to = start_payload(writer);
    ab_pack_i64(to, nbody);
    ab_pack_array(to, writer->body, nbody, sizeof *writer->body);
    return put_record(writer, AB_JOURNAL_BODIES);
}

static abut_status add_row(ab_journal_writer *writer, int64_t body, int64_t collider) {
    AB_TRY(AB_GROW(writer->stream.cx, &writer->row, &writer->row_capacity, writer->nrow + 1));
    writer->row[writer->nrow++] = (ab_journal_row){(uint32_t)body, collider};
    return ABUT_OK;
}

// Adds the row of a body and, if it is compound, those of its colliders.
static abut_status add_rows(ab_journal_writer *writer, const ab_world *w, int64_t body) {
    AB_TRY(add_row(writer, body, -1));
    const bool compound = ab_is_compound(w, body);
    for (int64_t c = ab_first_collider(w, body); c < ab_first_collider(w, body + 1); c++) {
        if (compound) AB_TRY(add_row(writer, body, c));
        writer->place[c] = (uint32_t)writer->nrow - 1;
    }
    return ABUT_OK;
}

// Assigns rows of the frame to bodies by slot, that is in order of creation, because the world occasionally re-sorts
// its bodies by position.
static abut_status place_bodies(ab_journal_writer *writer, const ab_world *w) {
    AB_TRY(AB_GROW(writer->stream.cx, &writer->place, &writer->place_capacity, w->state.collider.n));
    writer->nrow = 0;
    for (int64_t slot = 0; slot < w->state.nslot; slot++) {
        const int64_t body = ab_body_row(w, (abut_body){(uint32_t)slot + 1, w->state.slots[slot].generation});
        if (body >= 0) AB_TRY(add_rows(writer, w, body)); // else it was removed
    }
    return ABUT_OK;
}

static ab_journal_body body_row(const ab_world *w, int64_t i, int64_t place) {
    const ab_bodies *b = &w->state.body;
    const ab_colliders *c = &w->state.collider;
    const int64_t first = ab_first_collider(w, i);
    const uint32_t own = ab_is_compound(w, i) ? AB_ROW_NO_CONTACT | AB_ROW_HIDDEN : c->flags[first];
    return (ab_journal_body){.slot = b->slot[i],
                             .generation = w->state.slots[b->slot[i]].generation,
                             .name = b->name[i],
                             .shape = b->mass_table.row[b->mass_index[i]].shape,
                             .material = c->material[first],
                             .flags = own | (ab_body_moves(b, i) ? 0 : AB_ROW_FIXED),
                             .owner = (int32_t)place,
                             .number = b->number[i],
                             .mass = ab_mass_of(b, i),
                             .collider_name = -1};
}

static ab_journal_body collider_row(const ab_world *w, const ab_journal_row *row, int64_t place) {
    const ab_colliders *c = &w->state.collider;
    const int64_t k = row->collider - ab_first_collider(w, row->body) + 1;
    ab_journal_body of = body_row(w, row->body, place - k);
    of.shape = c->shape[row->collider];
    of.material = c->material[row->collider];
    of.flags = c->flags[row->collider] | (of.flags & AB_ROW_FIXED);
    of.collider = (uint32_t)k;
    of.collider_name = c->name[row->collider];
    of.mass = 0;
    return of;
}

static abut_status list_bodies(ab_journal_writer *writer, const ab_world *w) {
    AB_TRY(place_bodies(writer, w));
    AB_TRY(AB_GROW(writer->stream.cx, &writer->body, &writer->body_capacity, writer->nrow));
    for (int64_t k = 0; k < writer->nrow; k++) {
        const ab_journal_row *row = &writer->row[k];
        writer->body[k] = row->collider < 0 ? body_row(w, row->body, k) : collider_row(w, row, k);
    }
    return ABUT_OK;
}

// Writes the table rows that the next frame refers to and the journal does not contain yet.
static abut_status put_tables(ab_journal_writer *writer, const ab_world *w) {
    if (w->state.nname > writer->nname) AB_TRY(put_names(writer, w));
    if (w->config.nmaterial > writer->nmaterial) AB_TRY(put_materials(writer, w));
    if (w->config.nshape > writer->nshape) AB_TRY(put_shapes(writer, w));
    if (w->mechanism.n > writer->njoint) AB_TRY(put_joints(writer, w));
    if (count_lines(w) > writer->nlink) AB_TRY(put_lines(writer, w));
    AB_TRY(list_bodies(writer, w));
    const uint64_t bodies = ab_hash_bytes(AB_HASH_START, writer->body, writer->nrow * (int64_t)sizeof *writer->body);
    if (bodies == writer->bodies) return ABUT_OK;
    writer->bodies = bodies;
    return put_bodies(writer, writer->nrow);
}

// A collider gets the force and torque of its body.
static ab_frame_body frame_of(const ab_world *w, const ab_journal_row *row) {
    const ab_bodies *b = &w->state.body;
    const int64_t i = row->body, c = row->collider;
    if (c < 0) return (ab_frame_body){b->x[i], b->q[i], b->v[i], b->w[i], b->force[i], b->torque[i]};
    return (ab_frame_body){
        *ab_collider_x(w, c), *ab_collider_q(w, c), ab_collider_velocity(w, c), b->w[i], v3_zero(), v3_zero()};
}

static void pack_body_frames(ab_text *to, const ab_journal_writer *writer, const ab_world *w) {
    ab_pack_i64(to, writer->nrow);
    for (int64_t k = 0; k < writer->nrow; k++) {
        const ab_frame_body frame = frame_of(w, &writer->row[k]);
        ab_pack_array(to, &frame, 1, sizeof frame);
    }
}

static void pack_contact_frames(ab_text *to, const ab_journal_writer *writer, const ab_contacts *c) {
    ab_pack_i64(to, c->n);
    for (int64_t i = 0; i < c->n; i++) {
        const ab_frame_contact frame = {.a = writer->place[c->a[i]],
                                        .b = writer->place[c->b[i]],
                                        .point = c->point[i],
                                        .normal = c->normal[i],
                                        .gap = c->gap[i],
                                        .force = c->force[i],
                                        .normal_force = c->normal_force[i]};
        ab_pack_array(to, &frame, 1, sizeof frame);
    }
}

static void pack_joint_frames(ab_text *to, const ab_world *w) {
    ab_pack_i64(to, w->mechanism.n);
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        const abut_joint_state s = abut_joint_get(w, i);
        const ab_frame_joint frame = {s.point, s.force, s.torque};
        ab_pack_array(to, &frame, 1, sizeof frame);
    }
}

static void pack_frame_lines(ab_text *to, const ab_world *w, int64_t nlink) {
    ab_pack_i64(to, nlink);
    ab_line_element line;
    for (int64_t at = 0; ab_line_element_next(w, &at, &line);) {
        const ab_frame_line frame = {{line.end[0], line.end[1]}, line.pull};
        ab_pack_array(to, &frame, 1, sizeof frame);
    }
}

abut_status ab_journal_put(ab_journal_writer *writer, const ab_world *w) {
    AB_TRY(put_tables(writer, w));
    ab_text *to = start_payload(writer);
    ab_pack_i64(to, w->state.step);
    ab_pack_f64(to, w->state.time);
    ab_pack_f64(to, ab_world_last_dt(w));
    ab_pack_f64(to, w->ledger.deepest);
    ab_pack_array(to, &w->ledger.energy, 1, sizeof w->ledger.energy);
    pack_body_frames(to, writer, w);
    pack_contact_frames(to, writer, &w->state.contacts);
    pack_joint_frames(to, w);
    pack_frame_lines(to, w, writer->nlink);
    return put_record(writer, AB_JOURNAL_FRAME);
}

abut_status ab_journal_create(ab_ctx *cx, const char *path, const ab_scene *scene, ab_journal_writer *writer) {
    *writer = (ab_journal_writer){.payload = ab_text_start(cx)};
    AB_TRY(ab_stream_open(cx, path, &writer->stream));
    const ab_journal_head head = ab_journal_magic();
    abut_status status = ab_stream_put(&writer->stream, &head, sizeof head);
    if (status == ABUT_OK) status = put_scene(writer, scene);
    if (status == ABUT_OK) status = put_tables(writer, scene->world);
    if (status != ABUT_OK) ab_journal_abandon(writer);
    return status;
}

// Takes the table sizes from an existing journal, so that only new rows are appended.
static abut_status know(ab_journal_writer *writer, const ab_journal *journal, int64_t keep) {
    if (journal->end != keep || journal->nepoch == 0)
        return ab_fail(journal->cx, ABUT_ERR_CORRUPT,
                       "'%s' does not hold the %lld bytes that its checkpoint speaks of; %s", journal->file.path,
                       (long long)keep, "start the run anew");
    const ab_epoch *last = &journal->epoch[journal->nepoch - 1];
    writer->nname = journal->nname;
    writer->nmaterial = journal->nmaterial;
    writer->nshape = journal->nshape;
    writer->njoint = journal->njoint;
    writer->nlink = journal->nline;
    writer->bodies = ab_hash_bytes(AB_HASH_START, last->body, last->nbody * (int64_t)sizeof *last->body);
    return ABUT_OK;
}

abut_status ab_journal_resume(ab_ctx *cx, const char *path, int64_t keep, uint64_t sum, ab_journal_writer *writer) {
    *writer = (ab_journal_writer){.payload = ab_text_start(cx)};
    AB_TRY(ab_stream_resume(cx, path, keep, sum,
                            &writer->stream)); // truncates the file first, so that reading it ends at `keep`
    ab_journal journal = {0};
    abut_status status = ab_journal_open(cx, path, &journal);
    if (status == ABUT_OK) status = know(writer, &journal, keep);
    ab_journal_free(&journal);
    if (status != ABUT_OK) ab_journal_abandon(writer);
    return status;
}

abut_status ab_journal_close(ab_journal_writer *writer) {
    const abut_status status = ab_stream_close(&writer->stream);
    ab_journal_abandon(writer);
    return status;
}

void ab_journal_abandon(ab_journal_writer *writer) {
    ab_stream_abandon(&writer->stream);
    if (!writer->payload.cx) return;
    ab_free(writer->payload.cx, writer->body);
    ab_free(writer->payload.cx, writer->row);
    ab_free(writer->payload.cx, writer->place);
    writer->body = NULL;
    writer->row = NULL;
    writer->place = NULL;
    writer->body_capacity = writer->row_capacity = writer->place_capacity = writer->nrow = 0;
    ab_text_free(&writer->payload);
}
