// The recording and the report that holds it, read back and held against the journal they were made from.
#include "compare.h"
#include "faults.h"
#include "recording.h"
#include "recording_reader.h"
#include "geom/mesh/simplify.h"
#include "output/history.h"
#include "report/report.h"

#define FRAMES 6

static const char PAGE[] = "<html>before <!-- recording -->after</html>";

typedef struct stage {
    ab_ctx *cx;
    scratch s;
    ab_journal journal;
    ab_recording recording;
} stage;

// A recording of frames of which the fourth lacks a body.
static stage stage_start(void) {
    stage st = {.cx = recording_context(), .s = scratch_start()};
    char path[SCRATCH_MAX];
    CHECK_OK(st.cx, recording_record(st.cx, &(recording){st.s.folder, FRAMES, 3}, false));
    CHECK_OK(st.cx, ab_journal_open(st.cx, scratch_path(&st.s, "journal.abut", path), &st.journal));
    st.recording = ab_recording_start(st.cx);
    return st;
}

static void stage_end(stage *st) {
    ab_recording_free(&st->recording);
    ab_journal_free(&st->journal);
    abut_context_destroy(st->cx);
    scratch_end(&st->s);
}

static void check_body(const recording_motion *m, int64_t row, const ab_recording_grain *grain,
                       const ab_frame_body *body) {
    const double x[3] = {body->x.x, body->x.y, body->x.z};
    for (int k = 0; k < 3; k++) // rounded to the nearest
        CHECK_NEAR(grain->quantum * (double)m->value[k][row], x[k], 0.5000001 * grain->quantum);
    // three components are off by half a turn; the largest one, at least 1/2, by at most 3/2 of their sum over it
    const quat q = recording_turn(m, row, grain->turn);
    const double dot = q.w * body->q.w + q.x * body->q.x + q.y * body->q.y + q.z * body->q.z;
    CHECK(2 * acos(fmin(1, fabs(dot))) <= 6 * grain->turn);
    const double speed = v3_norm(body->v);
    CHECK_NEAR(recording_level(m->value[7][row]), speed,
               0.045 * speed + AB_RECORDING_MIN_LEVEL); // a sixteenth of an octave
}

// Frame f of a block holds the bodies of frame i of the journal and no others.
static void check_frame(stage *st, const recording_bodies *t, const recording_motion *m, int64_t f, int64_t i) {
    ab_frame frame = {0};
    CHECK_OK(st->cx, ab_journal_frame(&st->journal, i, &frame));
    const ab_epoch *epoch = &st->journal.epoch[st->journal.frame[i].epoch];
    int64_t there = 0;
    for (int64_t n = 0; n < m->nbody; n++) there += m->from[n] <= f && f < m->to[n];
    CHECK(there == frame.nbody && m->nbody == t->n);
    for (int64_t n = 0; n < frame.nbody; n++) {
        const int64_t row = recording_row_of(t, &epoch->body[n]);
        CHECK(m->from[row] <= f && f < m->to[row]);
        check_body(m, f * m->nbody + row, &st->recording.grain, &frame.body[n]);
    }
    ab_frame_free(st->cx, &frame);
}

TEST(motion_reads_back_within_its_quantum) {
    stage st = stage_start();
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 1, 0));
    int64_t i = 0;
    for (int k = 0; i < st.journal.nframe; k++) {
        recording_block b = recording_find(&st.recording.bytes, AB_RECORDING_MOTION, k);
        recording_bodies t = recording_bodies_of(&st.recording.bytes, k);
        recording_motion m = recording_read_motion(&b);
        for (int64_t f = 0; f < m.nframe; f++, i++) check_frame(&st, &t, &m, f, i);
        recording_motion_free(&m);
        free(t.key);
        free(b.raw);
    }
    CHECK(i == FRAMES && st.recording.shown == FRAMES);
    stage_end(&st);
}

// A body that leaves does not end the block: it would cost the others their past.
TEST(a_body_that_leaves_leaves_one_block) {
    stage st = stage_start();
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 1, 0));
    recording_block b = recording_find(&st.recording.bytes, AB_RECORDING_MOTION, 0);
    recording_motion m = recording_read_motion(&b);
    CHECK(m.nframe == FRAMES && m.nbody == st.journal.epoch[0].nbody);
    int64_t left = 0;
    for (int64_t n = 0; n < m.nbody; n++) left += m.from[n] == 0 && m.to[n] == 3;
    CHECK(left == 1);
    recording_motion_free(&m);
    free(b.raw);
    stage_end(&st);
}

static void check_contact(const stage *st, const recording_bodies *t, const ab_epoch *epoch, const int64_t row[8],
                          const ab_frame *frame, const ab_frame_contact *k) {
    const bool ordered = recording_row_of(t, &epoch->body[k->a]) < recording_row_of(t, &epoch->body[k->b]);
    const uint32_t lower = ordered ? k->a : k->b, upper = ordered ? k->b : k->a;
    CHECK(row[0] == recording_row_of(t, &epoch->body[lower]) && row[1] == recording_row_of(t, &epoch->body[upper]));
    const double ra = st->journal.shape[epoch->body[lower].shape].radius,
                 rb = st->journal.shape[epoch->body[upper].shape].radius;
    const v3 from = frame->body[ra <= rb ? lower : upper].x;
    const double q = st->recording.grain.contact_quantum;
    const v3 point = v3_add(from, v3_make(q * (double)row[2], q * (double)row[3], q * (double)row[4]));
    CHECK(v3_norm(v3_sub(point, k->point)) <= 0.87 * q); // half the diagonal of a cube
    const v3 force = k->a == lower ? k->force : v3_neg(k->force);
    CHECK_NEAR(recording_level(row[5]), v3_norm(force), 0.045 * v3_norm(force) + AB_RECORDING_MIN_LEVEL);
    if (v3_norm(force) >
        AB_RECORDING_MIN_LEVEL) // the octahedron has 127 steps from the middle to the edge: less than a degree each
        CHECK(v3_dot(recording_direction(row[6], row[7]), v3_unit(force)) > cos(0.017));
}

// The contact of a pair; balls have one.
static int64_t find_contact(const recording_contacts *c, const recording_bodies *t, int64_t f, const ab_epoch *epoch,
                            const ab_frame_contact *k) {
    const int64_t a = recording_row_of(t, &epoch->body[k->a]), b = recording_row_of(t, &epoch->body[k->b]);
    for (int64_t i = c->first[f]; i < c->first[f + 1]; i++)
        if (c->row[i][0] == (a < b ? a : b) && c->row[i][1] == (a < b ? b : a)) return i;
    fail_msg("the recording lacks a contact");
    return 0;
}

// Frames of a block from `first` of the journal on; returns how many contacts they have.
static int64_t check_contacts(stage *st, int block, recording_block *b, int64_t first) {
    recording_contacts c = recording_read_contacts(b);
    recording_bodies t = recording_bodies_of(&st->recording.bytes, block);
    ab_frame frame = {0};
    for (int64_t f = 0; f < c.nframe; f++) {
        CHECK_OK(st->cx, ab_journal_frame(&st->journal, first + f, &frame));
        const ab_epoch *epoch = &st->journal.epoch[st->journal.frame[first + f].epoch];
        int64_t found = 0;
        for (int64_t k = 0; k < frame.ncontact; k++) {
            const ab_frame_contact *contact = &frame.contact[k];
            if (!(contact->gap <= 0 || v3_norm2(contact->force) > 0)) continue;
            check_contact(st, &t, epoch, c.row[find_contact(&c, &t, f, epoch, contact)], &frame, contact);
            found++;
        }
        CHECK(found == c.first[f + 1] - c.first[f]);
    }
    ab_frame_free(st->cx, &frame);
    recording_contacts_free(&c);
    free(t.key);
    return c.n;
}

TEST(contacts_read_back_within_their_quantum) {
    stage st = stage_start();
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 1, 0));
    int64_t n = 0, first = 0;
    for (int k = 0; first < FRAMES; k++) {
        recording_block b = recording_find(&st.recording.bytes, AB_RECORDING_CONTACTS, k);
        n += check_contacts(&st, k, &b, first);
        first += b.frames;
        free(b.raw);
    }
    CHECK(n > 4 && n == st.recording.contact_frames); // the recording has contacts
    stage_end(&st);
}

TEST(links_read_back_within_their_quantum) {
    stage st = stage_start();
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 1, 0));
    recording_block b = recording_find(&st.recording.bytes, AB_RECORDING_LINES, 0);
    ab_frame frame = {0};
    const int64_t frames = (int64_t)recording_v(&b), n = (int64_t)recording_v(&b);
    CHECK(frames == FRAMES && n == st.journal.nline && n > 0);
    for (int channel = 0; channel < 6; channel++) {
        int64_t at[16] = {0};
        for (int64_t f = 0; f < frames; f++) {
            CHECK_OK(st.cx, ab_journal_frame(&st.journal, f, &frame));
            for (int64_t i = 0; i < n; i++) {
                at[i] += recording_z(&b);
                CHECK_NEAR(st.recording.grain.quantum * (double)at[i],
                           v3_at(frame.line[i].end[channel / 3], channel % 3),
                           0.5000001 * st.recording.grain.quantum); // rounded to the nearest
            }
        }
    }
    CHECK(b.at == b.size);
    free(b.raw);
    ab_frame_free(st.cx, &frame);
    stage_end(&st);
}

TEST(times_tell_how_deep_contacts_are) {
    stage st = stage_start();
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 1, 0));
    recording_block b = recording_find(&st.recording.bytes, AB_RECORDING_TIMES_OF, 0);
    ab_frame frame = {0};
    for (int64_t f = 0; f < b.frames; f++) {
        double row[AB_RECORDING_TIMES], sum = 0;
        memcpy(row, b.raw + f * (int64_t)sizeof row, sizeof row);
        CHECK_OK(st.cx, ab_journal_frame(&st.journal, f, &frame));
        for (int k = 4; k < AB_RECORDING_TIMES; k++) sum += row[k];
        CHECK(row[0] == frame.time && row[1] == frame.dt && row[2] == frame.deepest);
        CHECK(row[3] == (double)frame.ncontact && sum == row[3]);
    }
    ab_frame_free(st.cx, &frame);
    free(b.raw);
    stage_end(&st);
}

TEST(shapes_read_back_within_their_step) {
    stage st = stage_start();
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 1, 0));
    recording_block b = recording_find(&st.recording.bytes, AB_RECORDING_SHAPES, 0);
    CHECK((int64_t)recording_v(&b) == st.journal.nshape);
    int meshes = 0;
    for (int64_t i = 0; i < st.journal.nshape; i++) {
        const ab_shape *shape = &st.journal.shape[i];
        const int form = b.raw[b.at++];
        CHECK_NEAR(recording_f32(&b), shape->half.x, 1e-7 * fabs(shape->half.x)); // a float has 24 bits
        b.at += 8;
        CHECK(recording_f32(&b) == (float)shape->radius);
        if (form != AB_FORM_MESH) continue;
        meshes++;
        CHECK((int64_t)recording_v(&b) == shape->surface.nvertex);
        CHECK((int64_t)recording_v(&b) == shape->surface.ntriangle);
        double low[3];
        for (int k = 0; k < 3; k++) low[k] = recording_f32(&b);
        const double step = recording_f32(&b);
        int64_t at[3] = {0}, corner = 0;
        for (int64_t k = 0; k < shape->surface.nvertex; k++) {
            for (int n = 0; n < 3; n++) at[n] += recording_z(&b);
            const v3 x = v3_add(v3_make(low[0], low[1], low[2]),
                                v3_scale(step, v3_make((double)at[0], (double)at[1], (double)at[2])));
            CHECK(v3_norm(v3_sub(x, shape->surface.vertex[k])) <= step); // half the diagonal, and floats
        }
        for (int64_t k = 0; k < 3 * shape->surface.ntriangle; k++) {
            corner += recording_z(&b);
            CHECK(corner == shape->surface.triangle[k / 3].v[k % 3]);
        }
    }
    CHECK(meshes == 1 && b.at == b.size);
    free(b.raw);
    stage_end(&st);
}

TEST(a_thinned_mesh_keeps_its_limit_and_its_shape) {
    ab_ctx *cx = recording_context();
    ab_shape ball;
    ab_mesh fine = {0}, thin = {0};
    CHECK_OK(cx, ab_shape_ellipsoid(cx, v3_make(1, 2, 3), &ball));
    CHECK_OK(cx, ab_shape_types[AB_SHAPE_ellipsoid]->surface(cx, &ball, 2, &fine));
    CHECK_OK(cx, ab_mesh_simplify(cx, &fine, 500, &thin));
    CHECK(thin.ntriangle <= 500 && thin.ntriangle > 100);
    for (int64_t i = 0; i < thin.nvertex;
         i++) { // means of points of one cell, a tenth of the ball wide, lie just inside
        const v3 p = thin.vertex[i];
        CHECK_NEAR(p.x * p.x + p.y * p.y / 4 + p.z * p.z / 9, 1, 0.15);
    }
    CHECK_NEAR(ab_mesh_mass(&thin).volume, ball.volume, 0.15 * ball.volume);
    ab_mesh_free(cx, &fine);
    ab_mesh_free(cx, &thin);
    ab_shape_free(cx, &ball);
    abut_context_destroy(cx);
}

TEST(a_recording_that_grows_has_the_frames_of_one_made_at_once) {
    stage st = stage_start();
    ab_journal start = st.journal;
    start.nframe = 2; // as the journal was when it had two frames
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &start, 1, 0));
    CHECK(st.recording.shown == 2);
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 1, 0));
    CHECK(st.recording.shown == FRAMES);
    recording_block second = recording_find(&st.recording.bytes, AB_RECORDING_MOTION, 1); // frame 2, a block of its own
    recording_motion m = recording_read_motion(&second);
    recording_bodies t = recording_bodies_of(&st.recording.bytes, 1);
    check_frame(&st, &t, &m, 0, 2);
    free(t.key);
    recording_motion_free(&m);
    free(second.raw);
    stage_end(&st);
}

TEST(a_stride_keeps_the_first_frame_and_the_last) {
    stage st = stage_start();
    CHECK_OK(st.cx, ab_recording_extend(&st.recording, &st.journal, 4, 0));
    CHECK(st.recording.shown == 3); // 0, 4, 5
    stage_end(&st);
}

TEST(a_history_reads_back_as_floats) {
    stage st = stage_start();
    char path[SCRATCH_MAX];
    ab_history h;
    scratch_path(&st.s, "energy.csv", path);
    CHECK_OK(st.cx, ab_recording_history(&st.recording, path, "energy.csv", 1000000));
    CHECK_OK(st.cx, ab_history_read(st.cx, path, &h));
    recording_block b = recording_find(&st.recording.bytes, AB_RECORDING_HISTORY, 0);
    const int64_t length = (int64_t)recording_v(&b);
    CHECK(memcmp(b.raw + b.at, "{\"file\":\"energy.csv\"", 20) == 0);
    const unsigned char *plane = b.raw + b.at + length;
    const int64_t values = h.nrow * h.ncolumn;
    CHECK(b.size == b.at + length + 4 * values);
    for (int64_t c = 0; c < h.ncolumn; c++) {
        uint32_t bits = 0;
        for (int64_t i = 0; i < h.nrow; i++) {
            for (int byte = 0; byte < 4; byte++) bits += (uint32_t)plane[byte * values + c * h.nrow + i] << 8 * byte;
            float value;
            memcpy(&value, &bits, sizeof value);
            CHECK(value == (float)h.value[i * h.ncolumn + c]);
        }
    }
    free(b.raw);
    ab_history_free(st.cx, &h);
    stage_end(&st);
}

// ------------------------------------------------------------------------------------------------------- report

typedef struct job {
    const char *folder;
    recording_set *set;
    int64_t limit;
} job;

static abut_status write_job(ab_ctx *cx, const job *j, bool *written) {
    static const char *const set[] = {"title=\"</script><b>\""};
    const abut_run_summary summary = {.deepest_ever = 1e-6, .smallest_radius = 0.02};
    const ab_report report = {.page = {PAGE, sizeof PAGE - 1},
                              .folder = j->folder,
                              .scene = &j->set->scene,
                              .summary = &summary,
                              .set = set,
                              .nset = 1,
                              .failure = "stopped",
                              .limit = j->limit};
    return ab_report_write(cx, &report, written);
}

typedef struct desk {
    ab_ctx *cx;
    scratch s;
    recording_set set;
    char path[SCRATCH_MAX];
} desk;

static desk desk_start(void) {
    desk d = {.cx = recording_context(), .s = scratch_start()};
    CHECK_OK(d.cx, recording_record(d.cx, &(recording){d.s.folder, FRAMES, 3}, false));
    CHECK_OK(d.cx, recording_open(d.cx, &d.set));
    CHECK_OK(d.cx, abut_world_step(d.set.scene.world)); // chooses what the report tells of
    scratch_path(&d.s, "report.html", d.path);
    return d;
}

static void desk_end(desk *d) {
    recording_close(&d->set);
    scratch_end(&d->s);
    abut_context_destroy(d->cx);
}

static ab_bytes read_report(const desk *d) {
    ab_bytes bytes;
    CHECK_OK(d->cx, ab_io_read_file(d->cx, d->path, 1 << 30, &bytes));
    return bytes;
}

TEST(a_report_is_the_page_with_the_recording_inside_and_the_same_each_time) {
    desk d = desk_start();
    bool written = false;
    CHECK_OK(d.cx, write_job(d.cx, &(job){d.s.folder, &d.set, 50000000}, &written));
    CHECK(written);
    ab_bytes first = read_report(&d);
    CHECK(memcmp(first.data, "<html>before <script type=\"application/x-abut-recording\">", 50) == 0);
    CHECK(strstr(first.data, "</script>\nafter</html>") != NULL);
    CHECK(strstr(first.data, "<b>") == NULL); // what scenes say is never HTML
    CHECK_OK(d.cx, write_job(d.cx, &(job){d.s.folder, &d.set, 50000000}, &written));
    ab_bytes second = read_report(&d);
    CHECK(first.size == second.size && memcmp(first.data, second.data, (size_t)first.size) == 0);
    ab_bytes_free(d.cx, &first);
    ab_bytes_free(d.cx, &second);
    desk_end(&d);
}

TEST(a_report_keeps_its_limit_by_leaving_out_frames_or_is_not_written) {
    desk d = desk_start();
    bool written = false;
    CHECK_OK(d.cx, write_job(d.cx, &(job){d.s.folder, &d.set, 50000000}, &written));
    ab_bytes all = read_report(&d);
    int64_t reports = 0;
    const int64_t spare = (1 << 16) / 3 * 4; // that is kept free
    for (int64_t limit = all.size + spare; limit > spare; limit -= 256) {
        ab_io_remove(d.cx, d.path);
        CHECK_OK(d.cx, write_job(d.cx, &(job){d.s.folder, &d.set, limit}, &written));
        CHECK(written == scratch_has(d.path));
        if (!written) continue;
        ab_bytes bytes = read_report(&d);
        CHECK(bytes.size <= limit);
        reports += bytes.size < all.size;
        ab_bytes_free(d.cx, &bytes);
    }
    CHECK(reports > 0 && !written); // some were thinned, the last had no room
    ab_bytes_free(d.cx, &all);
    desk_end(&d);
}

TEST(without_a_page_there_is_no_report) {
    desk d = desk_start();
    bool written = true;
    const ab_report none = {.folder = d.s.folder, .scene = &d.set.scene, .limit = 50000000};
    CHECK_OK(d.cx, ab_report_write(d.cx, &none, &written));
    CHECK(!written && !scratch_has(d.path));
    const ab_report odd = {.page = {"no mark", 7},
                           .folder = d.s.folder,
                           .scene = &d.set.scene,
                           .summary = &(abut_run_summary){.frames = 0},
                           .limit = 50000000};
    CHECK_STATUS(ABUT_ERR_ARGUMENT, ab_report_write(d.cx, &odd, &written));
    desk_end(&d);
}

static abut_status write_again(abut_context *cx, void *arg) {
    const desk *d = arg;
    bool written;
    recording_set set = d->set;
    return write_job(cx, &(job){d->s.folder, &set, 50000000}, &written);
}

TEST(a_report_survives_every_fault_of_memory_and_disk_or_says_so) {
    desk d = desk_start();
    const faults_result memory = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, write_again, &d);
    const faults_result files = faults_sweep(FAULTS_FILES, true, ABUT_ERR_IO, write_again, &d);
    const uint32_t writing =
        FAULTS_OF(FAULT_WRITE) | FAULTS_OF(FAULT_SYNC) | FAULTS_OF(FAULT_RENAME) | FAULTS_OF(FAULT_SYNC_DIRECTORY);
    const faults_result full = faults_sweep(writing, true, ABUT_ERR_IO, write_again, &d);
    CHECK(memory.fired > 20 && files.fired > 5);
    CHECK(memory.survived == 0 && full.fired > 2 && full.survived == 0); // a full disk is never overlooked
    desk_end(&d);
}

CLAIMS(CLAIM(motion_reads_back_within_its_quantum), CLAIM(a_body_that_leaves_leaves_one_block),
       CLAIM(contacts_read_back_within_their_quantum), CLAIM(links_read_back_within_their_quantum),
       CLAIM(times_tell_how_deep_contacts_are), CLAIM(shapes_read_back_within_their_step),
       CLAIM(a_thinned_mesh_keeps_its_limit_and_its_shape),
       CLAIM(a_recording_that_grows_has_the_frames_of_one_made_at_once),
       CLAIM(a_stride_keeps_the_first_frame_and_the_last), CLAIM(a_history_reads_back_as_floats),
       CLAIM(a_report_is_the_page_with_the_recording_inside_and_the_same_each_time),
       CLAIM(a_report_keeps_its_limit_by_leaving_out_frames_or_is_not_written),
       CLAIM(without_a_page_there_is_no_report), CLAIM(a_report_survives_every_fault_of_memory_and_disk_or_says_so))
