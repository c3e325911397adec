// make_result_seeds FOLDER: what a small run leaves, and a field, to begin with: a journal in FOLDER/journal/ and
// FOLDER/render/, as a file and as records, a recording in FOLDER/recording/, histories in FOLDER/csv/, a field in
// FOLDER/sdf_file/, as a file and as its body, a contact problem in FOLDER/fclib/, maps of heights in
// FOLDER/height_map/.
#include "base/io.h"
#include "base/h5.h"
#include "checkpoint_seed.h"
#include "geom/sdf/sdf_error.h"
#include "geom/sdf/sdf_file.h"
#include "gray_png.h"
#include "journal_seed.h"
#include "output/csv.h"
#include "report/recording.h"

#include "abut/cones.h"

#include <stdio.h>
#include <string.h>

enum { FRAME_HEAD = 32 };

static abut_status put(abut_context *cx, const char *folder, const char *target, const char *name,
                       const ab_text *text) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, target);
    AB_TRY(ab_io_make_directories(cx, path));
    AB_TRY(ab_text_status(text));
    snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    return ab_io_replace_file(cx, path, text->data, text->size);
}

static abut_status record(abut_context *cx, abut_world *w, const char *path) {
    char title[] = "a seed";
    const ab_scene scene = {.cx = cx, .title = title, .hash = 42, .world = w};
    ab_journal_writer writer;
    AB_TRY(ab_journal_create(cx, path, &scene, &writer));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 20; k++) AB_TRY(abut_world_step(w));
        AB_TRY(ab_journal_put(&writer, w));
    }
    return ab_journal_close(&writer);
}

// A journal's records without their heads.
static void shorten(const ab_bytes *file, ab_text *to) {
    ab_text_bytes(to, &(char){JOURNAL_RECORDS}, 1);
    ab_journal_record r;
    for (int64_t at = sizeof(ab_journal_head); at < file->size; at += (int64_t)sizeof r + r.length) {
        memcpy(&r, file->data + at, sizeof r);
        const char head[JOURNAL_SHORT_HEAD] = {(char)r.kind, (char)(r.length & 255), (char)(r.length >> 8)};
        ab_text_bytes(to, head, sizeof head);
        ab_text_bytes(to, file->data + at + sizeof r, r.length);
    }
}

static abut_status put_journal(abut_context *cx, const char *folder, const char *path) {
    ab_bytes file;
    AB_TRY(ab_io_read_file(cx, path, 1 << 20, &file));
    ab_text whole = ab_text_start(cx), records = ab_text_start(cx);
    ab_text_bytes(&whole, &(char){JOURNAL_FILE}, 1);
    ab_text_bytes(&whole, file.data, file.size);
    shorten(&file, &records);
    static const char *const TARGETS[] = {"journal", "render"};
    for (int i = 0; i < 2; i++) {
        AB_TRY(put(cx, folder, TARGETS[i], "file", &whole));
        AB_TRY(put(cx, folder, TARGETS[i], "records", &records));
    }
    ab_bytes_free(cx, &file);
    ab_text_free(&whole);
    ab_text_free(&records);
    return ABUT_OK;
}

static abut_status put_recording(abut_context *cx, const char *folder, const char *journal_path,
                                 const char *history_path) {
    ab_journal journal;
    AB_TRY(ab_journal_open(cx, journal_path, &journal));
    ab_recording recording = ab_recording_start(cx);
    AB_TRY(ab_recording_extend(&recording, &journal, 1, 0));
    AB_TRY(ab_recording_history(&recording, history_path, "energy", 100));
    AB_TRY(put(cx, folder, "recording", "recording", &recording.bytes));
    ab_recording_free(&recording);
    ab_journal_free(&journal);
    return ABUT_OK;
}

static abut_status put_histories(abut_context *cx, abut_world *w, const char *folder) {
    ab_text energy = ab_text_start(cx), odd = ab_text_start(cx);
    ab_csv_energy_header(&energy);
    for (int i = 0; i < 3; i++) {
        AB_TRY(abut_world_step(w));
        ab_csv_energy_row(&energy, w);
    }
    ab_text_put(&odd, "t [s],\"a, \"\"b\"\".x [m/s]\",c\r\n0,1e-3,nan\r\n1,,-inf\n");
    AB_TRY(put(cx, folder, "csv", "energy", &energy));
    AB_TRY(put(cx, folder, "csv", "odd", &odd));
    ab_text_free(&energy);
    ab_text_free(&odd);
    return ABUT_OK;
}

static abut_status put_field(abut_context *cx, const char *folder) {
    v3 corner[4] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
    ab_triangle face[4] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
    const ab_mesh mesh = {.vertex = corner, .nvertex = 4, .triangle = face, .ntriangle = 4};
    abut_sdf_options options = abut_sdf_default();
    options.cells = 16;
    ab_sdf sdf;
    AB_TRY(ab_sdf_build_as_asked(cx, "seed", &mesh, &options, &sdf));
    ab_text file = ab_text_start(cx), body = ab_text_start(cx);
    ab_sdf_pack(&file, &sdf, ab_sdf_key_of(&mesh, &options));
    AB_TRY(put(cx, folder, "sdf_file", "file", &file));
    ab_text_bytes(&body, file.data + FRAME_HEAD, file.size - FRAME_HEAD);
    AB_TRY(put(cx, folder, "sdf_file", "body", &body));
    ab_text_free(&file);
    ab_text_free(&body);
    ab_sdf_free(cx, &sdf);
    return ABUT_OK;
}

// Two contacts and their solution.
static abut_status put_problem(abut_context *cx, const char *folder) {
    const double mu[] = {0.5, 0}, q[] = {-1, 0.5, 0, -2, 0, 1}, value[] = {1, 1, 1, 1, 1, 1, 0.25, 0.25};
    const int32_t row[] = {0, 1, 2, 3, 4, 5, 0, 3}, column[] = {0, 1, 2, 3, 4, 5, 3, 0};
    const abut_cones_def def = {.size = sizeof def,
                                .contacts = 2,
                                .friction = mu,
                                .velocity = q,
                                .entries = 8,
                                .row = row,
                                .column = column,
                                .value = value};
    const abut_cones_options options = abut_cones_default();
    double r[6] = {0}, u[6];
    char path[4096];
    abut_cones *cones;
    AB_TRY(abut_cones_create(cx, &def, &cones));
    AB_TRY(abut_cones_solve(cones, &options, r, u, NULL));
    snprintf(path, sizeof path, "%s/fclib", folder);
    AB_TRY(ab_io_make_directories(cx, path));
    snprintf(path, sizeof path, "%s/fclib/local", folder);
    AB_TRY(abut_cones_save(cones, path, r, u));
    abut_cones_destroy(cones);
    return ABUT_OK;
}

// A format's number before the bytes of a map, as fuzz_height_map reads it.
static abut_status put_map(abut_context *cx, const char *folder, const char *name, char format, const char *bytes,
                           int64_t size) {
    ab_text text = ab_text_start(cx);
    ab_text_bytes(&text, &format, 1);
    ab_text_bytes(&text, bytes, size);
    const abut_status status = put(cx, folder, "height_map", name, &text);
    ab_text_free(&text);
    return status;
}

static abut_status put_picture(abut_context *cx, const char *folder, const char *name, int bits) {
    const uint16_t value[] = {1, 200, 3, 255, 7, 9};
    ab_text png = ab_text_start(cx);
    AB_TRY(gray_png(cx, 3, 2, bits, value, bits, &png));
    AB_TRY(put_map(cx, folder, name, 2, png.data, png.size));
    ab_text_free(&png);
    return ABUT_OK;
}

static abut_status put_maps(abut_context *cx, const char *folder) {
    static const char TEXT[] = "# heights\n1, 2;3\n4\tnan 6e-3\n",
                      POINTS[] = "0 0 1\n1 0 2\n2 0 3\n0 1 4\n1 1 5\n2 1 6\n";
    const double value[] = {1, 2, 3, 4, 5, 6};
    char path[4096];
    AB_TRY(put_map(cx, folder, "text", 0, TEXT, sizeof TEXT - 1));
    AB_TRY(put_map(cx, folder, "filled", 4, TEXT, sizeof TEXT - 1));
    AB_TRY(put_map(cx, folder, "xyz", 1, POINTS, sizeof POINTS - 1));
    AB_TRY(put_picture(cx, folder, "png8", 8));
    AB_TRY(put_picture(cx, folder, "png16", 16));
    snprintf(path, sizeof path, "%s/map.h5", folder);
    ab_h5 h5;
    ab_bytes file;
    AB_TRY(ab_h5_create(cx, path, &h5));
    ab_h5_put(&h5, "/heights", AB_F64, 2, 3, value);
    AB_TRY(ab_h5_close(&h5));
    AB_TRY(ab_io_read_file(cx, path, 1 << 20, &file));
    AB_TRY(put_map(cx, folder, "hdf5", 3, file.data, file.size));
    ab_bytes_free(cx, &file);
    return ab_io_remove(cx, path);
}

static abut_status make(abut_context *cx, abut_world *w, const char *folder) {
    char journal[4096], history[4096];
    snprintf(journal, sizeof journal, "%s/journal.abut", folder);
    snprintf(history, sizeof history, "%s/csv/energy", folder);
    AB_TRY(ab_io_make_directories(cx, folder));
    AB_TRY(record(cx, w, journal));
    AB_TRY(put_journal(cx, folder, journal));
    AB_TRY(put_histories(cx, w, folder));
    AB_TRY(put_recording(cx, folder, journal, history));
    AB_TRY(put_field(cx, folder));
    AB_TRY(put_problem(cx, folder));
    AB_TRY(put_maps(cx, folder));
    return ab_io_remove(cx, journal);
}

int main(int argc, char **argv) {
    abut_context *cx = NULL;
    if (argc != 2 || abut_context_create(NULL, &cx) != ABUT_OK) return 2;
    abut_world *w = seed_world(cx);
    const abut_status status = w ? make(cx, w, argv[1]) : ABUT_ERR_MEMORY;
    if (status != ABUT_OK) fprintf(stderr, "%s\n", abut_context_message(cx));
    abut_world_destroy(w);
    abut_context_destroy(cx);
    return status != ABUT_OK;
}
