// The journal: what is written comes back, a torn end is ignored, damage is refused.
#include "output/journal.h"
#include "base/alloc.h"
#include "base/hash.h"
#include "base/pack.h"
#include "faults.h"
#include "recording.h"
#include "scratch.h"
#include "world/spatial_order.h"

typedef struct stage { // a context that remembers its last warning, a folder, and a journal in it
    abut_context *cx;
    scratch folder;
    char path[SCRATCH_MAX];
    char warning[512];
} stage;

static void remember(void *user, abut_log_level level, const char *line) {
    stage *s = user;
    if (level == ABUT_LOG_WARNING) snprintf(s->warning, sizeof s->warning, "%s", line);
}

static void open_stage(stage *s, int frames) {
    *s = (stage){.folder = scratch_start()};
    abut_config config = abut_config_default();
    config.log = remember;
    config.log_user = s;
    assert_int_equal(ABUT_OK, abut_context_create(&config, &s->cx));
    scratch_path(&s->folder, "journal.abut", s->path);
    if (frames > 0) CHECK_OK(s->cx, recording_record(s->cx, &(recording){s->folder.folder, frames, 2}, false));
}

static void close_stage(stage *s) {
    scratch_end(&s->folder);
    abut_context_destroy(s->cx);
}

static ab_bytes read_bytes(stage *s) {
    ab_bytes bytes;
    CHECK_OK(s->cx, ab_io_read_file(s->cx, s->path, 1 << 28, &bytes));
    return bytes;
}

static void put_bytes(stage *s, const char *bytes,
                      int64_t size) { // not synced: a thousand times would take a minute
    FILE *file = fopen(s->path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(bytes, 1, (size_t)size, file) == (size_t)size);
    CHECK(fclose(file) == 0);
}

// Where the records begin; the last entry is the end of the file. Returns their number.
static int find_records(const ab_bytes *bytes, int64_t at[64]) {
    int n = 0;
    at[0] = sizeof(ab_journal_head);
    while (at[n] < bytes->size && n < 62) {
        ab_journal_record record;
        memcpy(&record, bytes->data + at[n], sizeof record);
        at[n + 1] = at[n] + (int64_t)sizeof record + record.length;
        n++;
    }
    return n;
}

// ------------------------------------------------------------------------------------------------- round trip

static void check_body(const ab_world *w, const ab_frame *frame, int64_t i) {
    CHECK(memcmp(&frame->body[i].x, &w->state.body.x[i], sizeof(v3)) == 0);
    CHECK(memcmp(&frame->body[i].q, &w->state.body.q[i], sizeof(quat)) == 0);
    CHECK(memcmp(&frame->body[i].v, &w->state.body.v[i], sizeof(v3)) == 0);
    CHECK(memcmp(&frame->body[i].w, &w->state.body.w[i], sizeof(v3)) == 0);
    CHECK(memcmp(&frame->body[i].force, &w->state.body.force[i], sizeof(v3)) == 0);
    CHECK(memcmp(&frame->body[i].torque, &w->state.body.torque[i], sizeof(v3)) == 0);
}

static void check_contact(const ab_world *w, const ab_frame *frame, int64_t i) {
    assert_int_equal(w->state.contacts.a[i], frame->contact[i].a);
    assert_int_equal(w->state.contacts.b[i], frame->contact[i].b);
    CHECK(memcmp(&frame->contact[i].point, &w->state.contacts.point[i], sizeof(v3)) == 0);
    CHECK(memcmp(&frame->contact[i].normal, &w->state.contacts.normal[i], sizeof(v3)) == 0);
    CHECK(memcmp(&frame->contact[i].force, &w->state.contacts.force[i], sizeof(v3)) == 0);
    CHECK(frame->contact[i].gap == w->state.contacts.gap[i]);
    CHECK(frame->contact[i].normal_force == w->state.contacts.normal_force[i]);
}

TEST(a_frame_comes_back_bit_for_bit) {
    stage s;
    open_stage(&s, 0);
    recording_set set;
    ab_journal_writer writer;
    CHECK_OK(s.cx, recording_open(s.cx, &set));
    const ab_world *w = set.scene.world;
    for (int i = 0; i < 60; i++) CHECK_OK(s.cx, abut_world_step(set.scene.world)); // grains have landed
    CHECK(w->state.contacts.n > 0);
    CHECK_OK(s.cx, ab_journal_create(s.cx, s.path, &set.scene, &writer));
    CHECK_OK(s.cx, ab_journal_put(&writer, w));
    CHECK_OK(s.cx, ab_journal_close(&writer));
    ab_journal journal;
    ab_frame frame = {0};
    CHECK_OK(s.cx, ab_journal_open(s.cx, s.path, &journal));
    assert_int_equal(1, journal.nframe);
    CHECK_OK(s.cx, ab_journal_frame(&journal, 0, &frame));
    CHECK(frame.time == w->state.time && frame.step == w->state.step && frame.dt == w->config.dt &&
          frame.deepest == w->ledger.deepest);
    CHECK(memcmp(&frame.energy, &w->ledger.energy, sizeof frame.energy) == 0);
    CHECK(memcmp(&journal.gravity, &w->config.gravity, sizeof(v3)) == 0);
    assert_int_equal(w->state.body.n, frame.nbody);
    for (int64_t i = 0; i < frame.nbody; i++) check_body(w, &frame, i);
    assert_int_equal(w->state.contacts.n, frame.ncontact);
    for (int64_t i = 0; i < frame.ncontact; i++) check_contact(w, &frame, i);
    ab_frame_free(s.cx, &frame);
    ab_journal_free(&journal);
    recording_close(&set);
    close_stage(&s);
}

// The body that a frame has at a place, and each of those that touch, are those of the table.
static void check_places(const ab_world *w, const ab_journal *journal, const ab_frame *frame) {
    const ab_journal_body *body = journal->epoch[0].body;
    for (int64_t k = 0; k < frame->nbody; k++) {
        const int64_t row = ab_body_row(w, (abut_body){body[k].slot + 1, body[k].generation});
        CHECK(memcmp(&frame->body[k].x, &w->state.body.x[row], sizeof(v3)) == 0);
        CHECK(body[k].shape == w->state.collider.shape[row] && body[k].number == w->state.body.number[row]);
        CHECK(body[k].owner == k && body[k].collider == 0);
    }
    for (int64_t i = 0; i < frame->ncontact; i++) {
        CHECK(body[frame->contact[i].a].slot == w->state.body.slot[w->state.contacts.a[i]]);
        CHECK(body[frame->contact[i].b].slot == w->state.body.slot[w->state.contacts.b[i]]);
    }
}

static int64_t rows_moved(const ab_world *w) {
    int64_t moved = 0;
    for (int64_t i = 0; i < w->state.body.n; i++) moved += w->state.body.slot[i] != (uint32_t)i;
    return moved;
}

// Large worlds sort their rows by place now and then; who reads results finds body i at place i in every frame.
TEST(bodies_keep_their_places_when_rows_are_sorted) {
    stage s;
    open_stage(&s, 0);
    recording_set set;
    ab_journal_writer writer;
    ab_journal journal;
    ab_frame frame = {0};
    CHECK_OK(s.cx, recording_open(s.cx, &set));
    ab_world *w = set.scene.world;
    for (int i = 0; i < 60; i++) CHECK_OK(s.cx, abut_world_step(w));
    CHECK_OK(s.cx, ab_journal_create(s.cx, s.path, &set.scene, &writer));
    CHECK_OK(s.cx, ab_journal_put(&writer, w));
    for (int64_t i = 0; i < w->state.body.n; i++)
        w->state.body.x[i] = v3_neg(w->state.body.x[i]); // the last are the first
    CHECK_OK(s.cx, ab_order_rows(w));
    for (int64_t i = 0; i < w->state.body.n; i++) w->state.body.x[i] = v3_neg(w->state.body.x[i]);
    CHECK(rows_moved(w) > 1 && w->state.contacts.n > 0);
    CHECK_OK(s.cx, ab_journal_put(&writer, w));
    CHECK_OK(s.cx, ab_journal_close(&writer));
    CHECK_OK(s.cx, ab_journal_open(s.cx, s.path, &journal));
    assert_int_equal(1, journal.nepoch); // the same bodies in the same order
    CHECK_OK(s.cx, ab_journal_frame(&journal, 1, &frame));
    check_places(w, &journal, &frame);
    ab_frame_free(s.cx, &frame);
    ab_journal_free(&journal);
    recording_close(&set);
    close_stage(&s);
}

TEST(tables_come_back_and_change_with_the_bodies) {
    stage s;
    open_stage(&s, 4);
    ab_journal journal;
    CHECK_OK(s.cx, ab_journal_open(s.cx, s.path, &journal));
    assert_string_equal("a recording", journal.title);
    assert_string_equal(ABUT_VERSION, journal.version);
    assert_int_equal(42, journal.scene_hash);
    assert_int_equal(4, journal.nframe);
    assert_int_equal(2, journal.nepoch); // a grain is removed before the third frame
    assert_int_equal(7, journal.epoch[0].nbody);
    assert_int_equal(6, journal.epoch[1].nbody);
    assert_int_equal(0, journal.frame[1].epoch);
    assert_int_equal(1, journal.frame[2].epoch);
    assert_int_equal(5, journal.nshape);
    assert_int_equal(AB_SHAPE_hull, journal.shape[3].kind);
    assert_int_equal(4, journal.shape[3].surface.nvertex);
    char label[ABUT_LABEL];
    ab_journal_label(&journal, &journal.epoch[0].body[2], label);
    assert_string_equal("crate, \"odd\"", label);
    ab_journal_label(&journal, &journal.epoch[0].body[5], label);
    assert_string_equal("grain[1]", label);
    assert_string_equal("", s.warning);
    ab_journal_free(&journal);
    close_stage(&s);
}

// ---------------------------------------------------------------------------------------------------- torn end

TEST(a_last_record_cut_at_any_byte_is_ignored_with_a_warning) {
    stage s;
    open_stage(&s, 3);
    ab_bytes whole = read_bytes(&s);
    int64_t at[64];
    const int n = find_records(&whole, at);
    assert_int_equal(whole.size, at[n]);
    for (int64_t size = at[n - 1]; size < whole.size; size++) {
        s.warning[0] = 0;
        put_bytes(&s, whole.data, size);
        ab_journal journal;
        CHECK_OK(s.cx, ab_journal_open(s.cx, s.path, &journal));
        assert_int_equal(2, journal.nframe);
        assert_int_equal(at[n - 1], journal.end);
        CHECK((size == at[n - 1]) == (s.warning[0] == 0));
        ab_journal_free(&journal);
    }
    ab_bytes_free(s.cx, &whole);
    close_stage(&s);
}

TEST(a_last_record_with_pages_of_zeros_is_ignored) { // what power loss leaves of a file that grew
    stage s;
    open_stage(&s, 3);
    ab_bytes whole = read_bytes(&s);
    int64_t at[64];
    const int n = find_records(&whole, at);
    memset(whole.data + at[n - 1] + 100, 0, (size_t)(whole.size - at[n - 1] - 100));
    put_bytes(&s, whole.data, whole.size);
    ab_journal journal;
    CHECK_OK(s.cx, ab_journal_open(s.cx, s.path, &journal));
    assert_int_equal(2, journal.nframe);
    ab_journal_free(&journal);
    ab_bytes_free(s.cx, &whole);
    close_stage(&s);
}

// ------------------------------------------------------------------------------------------------------ damage

// Opens and reads every frame; true if all of it succeeded.
static bool readable(stage *s, int64_t *frames) {
    ab_journal journal;
    *frames = 0;
    if (ab_journal_open(s->cx, s->path, &journal) != ABUT_OK) return false;
    ab_frame frame = {0};
    bool ok = true;
    for (int64_t i = 0; i < journal.nframe; i++) ok &= ab_journal_frame(&journal, i, &frame) == ABUT_OK;
    *frames = journal.nframe;
    ab_frame_free(s->cx, &frame);
    ab_journal_free(&journal);
    return ok;
}

TEST(no_flipped_bit_goes_unnoticed) {
    stage s;
    open_stage(&s, 3);
    ab_bytes whole = read_bytes(&s);
    int64_t frames;
    for (int64_t i = 0; i < whole.size; i += 7) { // 7 is prime to the sizes of fields, so all kinds of bytes are hit
        whole.data[i] ^= (char)(1 << (i % 8));
        put_bytes(&s, whole.data, whole.size);
        const bool ok = readable(&s, &frames);
        if (ok && frames == 3) fail_msg("a flipped bit in byte %lld goes unnoticed", (long long)i);
        whole.data[i] ^= (char)(1 << (i % 8));
    }
    ab_bytes_free(s.cx, &whole);
    close_stage(&s);
}

// Replaces 8 bytes of the payload of record k and mends the checksums, so that only the check of the content is left.
static void forge(stage *s, const ab_bytes *whole, const int64_t *at, int k, int64_t offset, int64_t value) {
    char *copy = NULL;
    CHECK_OK(s->cx, AB_ALLOC(s->cx, &copy, whole->size));
    memcpy(copy, whole->data, (size_t)whole->size);
    ab_journal_record record;
    memcpy(&record, copy + at[k], sizeof record);
    char *payload = copy + at[k] + sizeof record;
    memcpy(payload + offset, &value, sizeof value);
    record.payload = ab_hash_bytes(AB_HASH_START, payload, record.length);
    record.header = ab_journal_record_checksum(&record);
    memcpy(copy + at[k], &record, sizeof record);
    put_bytes(s, copy, whole->size);
    ab_free(s->cx, copy);
}

TEST(hostile_numbers_behind_right_checksums_are_refused) {
    stage s;
    open_stage(&s, 2);
    ab_bytes whole = read_bytes(&s);
    int64_t at[64], frames;
    const int n = find_records(&whole, at);
    CHECK(n == 8); // scene, names, materials, shapes, links, bodies, two frames
    const int64_t hostile[] = {-1, INT64_MAX, INT64_MIN, INT64_MAX / 8, 1 << 30};
    const int64_t ledger = 4 * 8 + (int64_t)sizeof(abut_energy); // where a frame counts its bodies
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        for (int k = 0; k < 6; k++) { // the first number of a table is a count
            forge(&s, &whole, at, k, 0, hostile[i]);
            CHECK(!readable(&s, &frames));
        }
        forge(&s, &whole, at, 7, ledger, hostile[i]);
        CHECK(!readable(&s, &frames));
        forge(&s, &whole, at, 5, 8 + 8, hostile[i]); // name and shape of the first body
        const bool out_of_range = (int32_t)hostile[i] < 0 || (int32_t)(hostile[i] >> 32) < 0 ||
                                  (int32_t)hostile[i] > 5 || (int32_t)(hostile[i] >> 32) > 5;
        CHECK(readable(&s, &frames) == !out_of_range);
    }
    forge(&s, &whole, at, 5, 8 + (int64_t)offsetof(ab_journal_body, owner), 1); // a collider of the second body is fine
    CHECK(readable(&s, &frames));
    forge(&s, &whole, at, 5, 8 + (int64_t)offsetof(ab_journal_body, owner), 7); // there are seven: 0 to 6
    CHECK(!readable(&s, &frames));
    ab_bytes_free(s.cx, &whole);
    close_stage(&s);
}

TEST(what_is_no_journal_or_of_another_version_is_refused) {
    stage s;
    open_stage(&s, 1);
    ab_bytes whole = read_bytes(&s);
    ab_journal journal;
    for (int64_t size = 0; size < (int64_t)sizeof(ab_journal_head); size++) {
        put_bytes(&s, whole.data, size);
        CHECK_STATUS(ABUT_ERR_CORRUPT, ab_journal_open(s.cx, s.path, &journal));
    }
    put_bytes(&s, whole.data, sizeof(ab_journal_head)); // a head alone says nothing of a scene
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_journal_open(s.cx, s.path, &journal));
    whole.data[8] = AB_JOURNAL_VERSION + 1;
    put_bytes(&s, whole.data, whole.size);
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_journal_open(s.cx, s.path, &journal));
    char version[32];
    snprintf(version, sizeof version, "reads version %d", AB_JOURNAL_VERSION);
    CHECK(strstr(abut_context_message(s.cx), version) != NULL);
    CHECK_OK(s.cx, ab_io_remove(s.cx, s.path));
    CHECK_STATUS(ABUT_ERR_INPUT, ab_journal_open(s.cx, s.path, &journal));
    CHECK_STATUS(ABUT_ERR_INPUT, ab_journal_open(s.cx, s.folder.folder, &journal)); // a folder
    ab_bytes_free(s.cx, &whole);
    close_stage(&s);
}

CLAIMS(CLAIM(a_frame_comes_back_bit_for_bit), CLAIM(bodies_keep_their_places_when_rows_are_sorted),
       CLAIM(tables_come_back_and_change_with_the_bodies),
       CLAIM(a_last_record_cut_at_any_byte_is_ignored_with_a_warning),
       CLAIM(a_last_record_with_pages_of_zeros_is_ignored), CLAIM(no_flipped_bit_goes_unnoticed),
       CLAIM(hostile_numbers_behind_right_checksums_are_refused),
       CLAIM(what_is_no_journal_or_of_another_version_is_refused))
