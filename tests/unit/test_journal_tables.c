// Journals made by hand, with one thing wrong at a time: each is refused, and the one with nothing wrong is read.
#include "base/pack.h"
#include "claim.h"
#include "fuzz/journal_seed.h"
#include "fuzz/memory_files.h"

// What is written; `whole` is what makes sense.
typedef struct wish {
    int scenes;       // records of a scene
    uint32_t extra;   // kind of a record behind the tables; 0 = none
    const char *name; // of the only body
    uint32_t shape_kind;
    int32_t corner; // last of the only triangle of its three vertices
    bool empty;
    double power[2]; // neither vertices nor triangles
    ab_journal_body body;
    int64_t bodies, joints, links; // of the frame
    uint32_t touching[2];
} wish;

static wish whole(void) {
    return (wish){.scenes = 1,
                  .name = "ball",
                  .shape_kind = AB_SHAPE_mesh,
                  .corner = 2,
                  .body = {.number = -1, .collider_name = -1},
                  .bodies = 1,
                  .joints = 1,
                  .links = 1};
}

static void put(ab_text *file, uint32_t kind, ab_text *payload) {
    journal_put_record(file, kind, payload->data, payload->size);
    ab_text_free(payload);
}

static void put_scene(ab_text *file) {
    ab_text p = ab_text_start(file->cx);
    const double gravity[3] = {0, 0, -9.81};
    ab_pack_string(&p, "title");
    ab_pack_u64(&p, 7);
    ab_pack_string(&p, "1.0");
    ab_pack_array(&p, gravity, 3, sizeof(double));
    ab_pack_f64(&p, 2.5);
    put(file, AB_JOURNAL_SCENE, &p);
}

static void put_names(ab_text *file, uint32_t kind, const char *name) {
    ab_text p = ab_text_start(file->cx);
    ab_pack_i64(&p, 1);
    ab_pack_string(&p, name);
    put(file, kind, &p);
}

static void put_shape(ab_text *file, const wish *w) {
    ab_text p = ab_text_start(file->cx);
    const double zeros[16] = {0};
    const v3 vertex[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const ab_triangle triangle = {{0, 1, w->corner}};
    ab_pack_i64(&p, 1);
    ab_pack_u32(&p, w->shape_kind);
    ab_pack_array(&p, zeros, 3, sizeof(double));
    if (w->shape_kind == AB_SHAPE_superellipsoid) ab_pack_array(&p, w->power, 2, sizeof(double));
    ab_pack_array(&p, zeros, 13, sizeof(double));
    ab_pack_i64(&p, w->empty ? 0 : 3);
    ab_pack_array(&p, vertex, w->empty ? 0 : 3, sizeof vertex[0]);
    ab_pack_i64(&p, w->empty ? 0 : 1);
    ab_pack_array(&p, &triangle, w->empty ? 0 : 1, sizeof triangle);
    put(file, AB_JOURNAL_SHAPES, &p);
}

static void put_zeros(ab_text *to, int64_t count, size_t size) {
    const char zeros[1024] = {0};
    ab_pack_i64(to, count);
    for (int64_t i = 0; i < count; i++) ab_pack_array(to, zeros, 1, size);
}

static void put_frame(ab_text *file, const wish *w) {
    ab_text p = ab_text_start(file->cx);
    const abut_energy energy = {0};
    const ab_frame_contact contact = {.a = w->touching[0], .b = w->touching[1]};
    ab_pack_i64(&p, 12);
    ab_pack_f64(&p, 0.5);
    ab_pack_f64(&p, 0.25);
    ab_pack_f64(&p, 0.125);
    ab_pack_array(&p, &energy, 1, sizeof energy);
    put_zeros(&p, w->bodies, sizeof(ab_frame_body));
    ab_pack_i64(&p, 1);
    ab_pack_array(&p, &contact, 1, sizeof contact);
    put_zeros(&p, w->joints, sizeof(ab_frame_joint));
    put_zeros(&p, w->links, sizeof(ab_frame_line));
    put(file, AB_JOURNAL_FRAME, &p);
}

static void put_journal(ab_text *file, const wish *w) {
    const ab_journal_head head = ab_journal_magic();
    ab_text_bytes(file, (const char *)&head, sizeof head);
    for (int i = 0; i < w->scenes; i++) put_scene(file);
    put_names(file, AB_JOURNAL_NAMES, w->name);
    put_names(file, AB_JOURNAL_MATERIALS, "steel");
    put_names(file, AB_JOURNAL_JOINTS, "hinge");
    put_names(file, AB_JOURNAL_LINES, "spring");
    put_shape(file, w);
    ab_text p = ab_text_start(file->cx);
    ab_pack_i64(&p, 1);
    ab_pack_array(&p, &w->body, 1, sizeof w->body);
    put(file, AB_JOURNAL_BODIES, &p);
    if (w->extra) put_names(file, w->extra, "more");
    put_frame(file, w);
}

static void check_whole(const ab_journal *journal, const ab_frame *frame) {
    char label[ABUT_LABEL];
    CHECK(strcmp(journal->title, "title") == 0 && strcmp(journal->version, "1.0") == 0 && journal->scene_hash == 7);
    CHECK(journal->ends == 2.5 && journal->gravity.z == -9.81);
    CHECK(journal->nname >= 1 && journal->nline == 1);
    CHECK(journal->njoint == 1 && strcmp(journal->joint[0], "hinge") == 0);
    CHECK(frame->step == 12 && frame->time == 0.5 && frame->dt == 0.25 && frame->deepest == 0.125);
    CHECK(frame->nbody == 1 && frame->ncontact == 1 && frame->njoint == 1 && frame->nline == 1);
    ab_journal_body first = journal->epoch[0].body[0];
    first.collider_name = -1;
    ab_journal_label(journal, &first, label);
    CHECK(strcmp(label, "ball") == 0);
    ab_journal_body copy = {.number = 0, .collider_name = -1};
    ab_journal_label(journal, &copy, label);
    CHECK(strcmp(label, "ball[0]") == 0);
    copy.collider_name = 0;
    ab_journal_label(journal, &copy, label);
    CHECK(strcmp(label, "ball[0]/ball") == 0);
}

// Whether all of it is read; else it is refused as damaged.
static bool is_read(const wish *w) {
    abut_context *maker = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &maker));
    ab_text file = ab_text_start(maker);
    put_journal(&file, w);
    CHECK_OK(maker, ab_text_status(&file));
    memory_files files = {{{"journal.abut", file.data, file.size}}};
    abut_context *cx = memory_context(&files);
    ab_journal journal;
    ab_frame frame = {0};
    abut_status status = ab_journal_open(cx, "journal.abut", &journal);
    const bool opened = status == ABUT_OK;
    if (opened) status = ab_journal_frame(&journal, 0, &frame);
    if (status != ABUT_OK) CHECK_STATUS(ABUT_ERR_CORRUPT, status);
    if (status == ABUT_OK && strcmp(w->name, "ball") == 0) check_whole(&journal, &frame);
    ab_frame_free(cx, &frame);
    CHECK(frame.body == NULL && frame.njoint == 0);
    if (opened) ab_journal_free(&journal);
    abut_context_destroy(cx);
    ab_text_free(&file);
    abut_context_destroy(maker);
    return status == ABUT_OK;
}

TEST(a_journal_with_nothing_wrong_is_read) {
    const wish w = whole();
    CHECK(is_read(&w));
}

TEST(a_second_scene_and_a_record_of_no_kind_are_refused) {
    wish w = whole();
    w.scenes = 2;
    CHECK(!is_read(&w));
    w.scenes = 0;
    CHECK(!is_read(&w));
    w = whole();
    w.extra = 200;
    CHECK(!is_read(&w));
    w.extra = AB_JOURNAL_NAMES;
    CHECK(is_read(&w));
}

TEST(names_fit_and_are_plain) {
    char name[AB_NAME_MAX + 1];
    wish w = whole();
    w.name = name;
    memset(name, 'n', sizeof name);
    name[AB_NAME_MAX - 1] = 0;
    CHECK(is_read(&w));
    name[AB_NAME_MAX - 1] = 'n';
    name[AB_NAME_MAX] = 0;
    CHECK(!is_read(&w));
    w.name = "a\x1b[2J";
    CHECK(!is_read(&w));
}

TEST(rows_of_tables_are_in_them) {
    wish w = whole();
    int32_t *const row[] = {&w.body.name, &w.body.shape, &w.body.material, &w.body.owner};
    for (int i = 0; i < 4; i++) {
        *row[i] = 1;
        CHECK(!is_read(&w));
        *row[i] = -1;
        CHECK(!is_read(&w));
        *row[i] = 0;
        CHECK(is_read(&w));
    }
    w.body.collider_name = 1;
    CHECK(!is_read(&w));
    w.body.collider_name = 0;
    CHECK(is_read(&w));
    w.shape_kind = AB_SHAPE_compound + 1;
    CHECK(!is_read(&w));
    w = whole();
    w.corner = 3;
    CHECK(!is_read(&w));
    w.corner = -1;
    CHECK(!is_read(&w));
}

// Recordings and pictures look at the first vertex of a surface.
TEST(a_mesh_or_hull_without_a_surface_is_refused) {
    wish w = whole();
    w.empty = true;
    CHECK(!is_read(&w));
    w.shape_kind = AB_SHAPE_hull;
    CHECK(!is_read(&w));
    w.empty = false;
    CHECK(is_read(&w));
}

// Their surfaces are powers of them.
TEST(exponents_of_a_superellipsoid_are_in_their_range) {
    wish w = whole();
    w.shape_kind = AB_SHAPE_superellipsoid;
    w.power[0] = 4;
    w.power[1] = 2;
    CHECK(is_read(&w));
    w.power[1] = 1;
    CHECK(!is_read(&w));
    w.power[1] = NAN;
    CHECK(!is_read(&w));
}

TEST(a_frame_has_as_many_rows_as_the_tables_and_contacts_of_its_bodies) {
    for (int64_t count = 0; count <= 2; count += 2) {
        wish w = whole();
        w.joints = count;
        CHECK(!is_read(&w));
        w = whole();
        w.links = count;
        CHECK(!is_read(&w));
        w = whole();
        w.bodies = count;
        CHECK(!is_read(&w));
    }
    for (int k = 0; k < 2; k++) {
        wish w = whole();
        w.touching[k] = 1;
        CHECK(!is_read(&w));
    }
}

CLAIMS(CLAIM(a_journal_with_nothing_wrong_is_read), CLAIM(a_second_scene_and_a_record_of_no_kind_are_refused),
       CLAIM(names_fit_and_are_plain), CLAIM(rows_of_tables_are_in_them),
       CLAIM(a_mesh_or_hull_without_a_surface_is_refused), CLAIM(exponents_of_a_superellipsoid_are_in_their_range),
       CLAIM(a_frame_has_as_many_rows_as_the_tables_and_contacts_of_its_bodies))
