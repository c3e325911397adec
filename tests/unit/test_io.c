// Files through the hook: what is refused, what survives a kill, what a failing call leaves behind.
#include "base/alloc.h"
#include "base/io.h"
#include "faults.h"
#include "scratch.h"

static void put_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

// The content of a small file; "" when there is none.
static const char *content(const char *path, char text[256]) {
    FILE *file = fopen(path, "rb");
    const size_t count = file ? fread(text, 1, 255, file) : 0;
    text[count] = 0;
    if (file) fclose(file);
    return text;
}

static ab_ctx *standard(void) {
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(NULL, &cx));
    return cx;
}

static void check_refused(ab_ctx *cx, const char *path, int64_t limit, const char *because) {
    ab_bytes bytes;
    CHECK_STATUS(ABUT_ERR_INPUT, ab_io_read_file(cx, path, limit, &bytes));
    CHECK(bytes.data == NULL && bytes.size == 0);
    if (!strstr(abut_context_message(cx), because))
        fail_msg("'%s' does not say '%s'", abut_context_message(cx), because);
    if (!strstr(abut_context_message(cx), path)) fail_msg("'%s' does not name %s", abut_context_message(cx), path);
}

TEST(what_is_no_regular_file_is_refused_and_named) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    check_refused(cx, "/dev/zero", 1 << 20, "device");
    check_refused(cx, s.folder, 1 << 20, "folder");
    check_refused(cx, scratch_path(&s, "absent", path), 1 << 20, "no file");
    CHECK(mkfifo(scratch_path(&s, "pipe", path), 0600) == 0);
    check_refused(cx, path, 1 << 20, "pipe"); // and returns: nobody writes into it
    CHECK(cx->io.open(cx->io.user, path, ABUT_OPEN_READ) == -ENODEV);
    CHECK(cx->io.open(cx->io.user, "/dev/zero", ABUT_OPEN_READ) == -ENODEV);
    CHECK(cx->io.open(cx->io.user, s.folder, ABUT_OPEN_READ) == -EISDIR);
    ab_stream stream;
    CHECK_STATUS(ABUT_ERR_IO, ab_stream_open(cx, "/dev/null", &stream));
    CHECK(strstr(abut_context_message(cx), "not a file"));
    CHECK_STATUS(ABUT_ERR_IO, ab_stream_open(cx, s.folder, &stream));
    CHECK(strstr(abut_context_message(cx), "folder"));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_file_is_read_up_to_its_limit_and_not_beyond) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    ab_bytes bytes;
    put_file(scratch_path(&s, "five", path), "12345");
    CHECK_OK(cx, ab_io_read_file(cx, path, 5, &bytes));
    CHECK(bytes.size == 5);
    assert_string_equal(bytes.data, "12345");
    ab_bytes_free(cx, &bytes);
    check_refused(cx, path, 4, "larger");
    put_file(scratch_path(&s, "empty", path), "");
    CHECK_OK(cx, ab_io_read_file(cx, path, 0, &bytes));
    CHECK(bytes.size == 0 && bytes.data[0] == 0);
    ab_bytes_free(cx, &bytes);
    scratch_end(&s);
    abut_context_destroy(cx);
}

// A hook that announces another size than the file has, as if it changed meanwhile.
typedef struct liar {
    abut_io truth;
    int64_t size;
} liar;

static int lying_kind(void *user, const char *path, abut_file_kind *kind, int64_t *size) {
    const liar *l = user;
    const int done = l->truth.kind(l->truth.user, path, kind, size);
    *size = l->size;
    return done;
}

TEST(a_file_that_grows_or_shrinks_while_read_gives_what_is_there) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    put_file(scratch_path(&s, "file", path), "the whole content of a file that was longer than announced");
    liar l = {cx->io, 0};
    cx->io.kind = lying_kind;
    cx->io.user = &l;
    const int64_t announced[] = {0, 1, 57, 58, 59, 4000};
    for (size_t i = 0; i < sizeof announced / sizeof announced[0]; i++) {
        ab_bytes bytes;
        l.size = announced[i];
        CHECK_OK(cx, ab_io_read_file(cx, path, 5000, &bytes));
        CHECK(bytes.size == 58 && strlen(bytes.data) == 58);
        ab_bytes_free(cx, &bytes);
    }
    l.size = 3;
    check_refused(cx, path, 20, "larger"); // the limit holds for what is read, not for what was announced
    scratch_end(&s);
    abut_context_destroy(cx);
}

static abut_status replace(abut_context *cx, void *arg) { return ab_io_replace_file(cx, arg, "new content", 11); }

TEST(replacing_writes_syncs_renames_and_syncs_the_folder_in_this_order) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], text[256];
    faults f = faults_start(0, 0);
    CHECK_STATUS(ABUT_OK, faults_run(&f, replace, scratch_path(&s, "file", path)));
    const unsigned char order[] = {FAULT_OPEN,  FAULT_WRITE,  FAULT_SYNC,
                                   FAULT_CLOSE, FAULT_RENAME, FAULT_SYNC_DIRECTORY};
    assert_int_equal(f.traced, sizeof order);
    assert_memory_equal(f.trace, order, sizeof order);
    assert_string_equal(content(path, text), "new content");
    scratch_end(&s);
}

TEST(a_kill_at_any_call_leaves_the_old_file_or_the_new_one) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], text[256];
    int64_t kills = 0, old = 0;
    for (int64_t at = 1;; at++, kills++) {
        put_file(scratch_path(&s, "file", path), "old");
        faults f = faults_start(FAULTS_FILES, at);
        f.sticky = true;
        f.longest = 4; // many writes: kills between them too
        const abut_status status = faults_run(&f, replace, path);
        content(path, text);
        const bool is_old = strcmp(text, "old") == 0;
        if (!is_old) assert_string_equal(text, "new content");
        old += is_old;
        if (f.fired == 0) break;
        CHECK_STATUS(ABUT_ERR_IO, status);
    }
    // open, 3 writes, sync, close, rename fail before the new file is in place; only the folder's sync comes behind.
    assert_int_equal(kills, 8);
    assert_int_equal(old, 7);
    scratch_end(&s);
}

TEST(a_failed_replacement_leaves_no_temporary_file) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], temporary[SCRATCH_MAX];
    scratch_path(&s, "file", path);
    scratch_path(&s, "file.tmp", temporary);
    for (int64_t at = 1; at <= 6; at++) {
        faults f = faults_start(FAULTS_FILES, at);
        CHECK_STATUS(ABUT_ERR_IO, faults_run(&f, replace, path));
        CHECK(f.fired == 1);
        CHECK(access(temporary, F_OK) != 0);
    }
    scratch_end(&s);
}

TEST(a_full_disk_is_named_with_what_to_do) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    faults f = faults_start(FAULTS_OF(FAULT_WRITE), 1);
    f.error = ENOSPC;
    const abut_config config = faults_config(&f);
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    CHECK_STATUS(ABUT_ERR_IO, ab_io_replace_file(cx, scratch_path(&s, "file", path), "x", 1));
    CHECK(strstr(abut_context_message(cx), "disk full") && strstr(abut_context_message(cx), "--resume"));
    abut_context_destroy(cx);
    scratch_end(&s);
}

static uint64_t sum_of(const void *bytes, int64_t count) {
    ab_checksum sum = {0};
    ab_checksum_add(&sum, bytes, count);
    return ab_checksum_value(&sum);
}

static abut_status stream_twice(ab_ctx *cx, ab_stream *stream, const char *path) {
    static const char block[100000] = "block"; // longer than the buffer
    AB_TRY(ab_stream_put(stream, "abc", 3));
    AB_TRY(ab_stream_flush(stream, true));
    AB_TRY(ab_stream_put(stream, "defgh", 5));
    AB_TRY(ab_stream_put(stream, block, sizeof block));
    AB_TRY(ab_stream_close(stream));
    AB_TRY(ab_stream_resume(cx, path, 5, sum_of("abcde", 5), stream));
    AB_TRY(ab_stream_put(stream, "XYZ", 3));
    return ab_stream_close(stream);
}

static void add_size(void *arg, const char *name, int64_t size, int64_t modified) {
    (void)name, (void)modified;
    *(int64_t *)arg += size;
}

// Every function of io.h that calls the hook, in one run.
static abut_status use_all(ab_ctx *cx, const char *folder, char *paths[3], ab_stream *stream, ab_bytes *bytes) {
    AB_TRY(ab_path_join(cx, folder, "a/b", &paths[0]));
    AB_TRY(ab_path_join(cx, paths[0], "stream", &paths[1]));
    AB_TRY(ab_path_join(cx, paths[0], "file", &paths[2]));
    AB_TRY(ab_io_make_directories(cx, paths[0]));
    int lock = -1;
    AB_TRY(ab_io_lock(cx, paths[1], folder, &lock));
    AB_TRY(ab_io_unlock(cx, folder, &lock));
    AB_TRY(ab_io_replace_file(cx, paths[2], "hello", 5));
    AB_TRY(ab_io_read_file(cx, paths[2], 100, bytes));
    int64_t total = 0;
    AB_TRY(ab_io_list(cx, paths[0], add_size, &total));
    AB_TRY(ab_stream_open(cx, paths[1], stream));
    AB_TRY(stream_twice(cx, stream, paths[1]));
    AB_TRY(ab_io_rename(cx, paths[1], paths[2]));
    return ab_io_remove(cx, paths[2]);
}

static abut_status everything(abut_context *cx, void *arg) {
    const scratch s = scratch_start();
    (void)arg;
    char *paths[3] = {NULL};
    ab_stream stream = {.file = -1};
    ab_bytes bytes = {0};
    const abut_status status = use_all(cx, s.folder, paths, &stream, &bytes);
    ab_stream_abandon(&stream);
    ab_bytes_free(cx, &bytes);
    for (int i = 0; i < 3; i++) ab_free(cx, paths[i]);
    scratch_end(&s);
    return status;
}

TEST(every_file_call_that_fails_once_is_reported_and_leaks_nothing) {
    for (int site = FAULT_OPEN; site < FAULT_SITES; site++) {
        const faults_result r = faults_sweep(FAULTS_OF(site), false, ABUT_ERR_IO, everything, NULL);
        assert_int_equal(r.survived, 0);
    }
    const faults_result all = faults_sweep(FAULTS_FILES, true, ABUT_ERR_IO, everything, NULL);
    CHECK(all.fired > 20 && all.survived == 0);
}

TEST(every_allocation_that_fails_is_reported_and_leaks_nothing) {
    const faults_result r = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, everything, NULL);
    CHECK(r.fired > 10);
    assert_int_equal(r.survived, 0);
}

TEST(a_lock_is_held_by_one_and_freed_by_its_end) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    scratch_path(&s, "lock", path);
    faults f = faults_start(0, 0);
    const abut_config config = faults_config(&f);
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    int first = -1, second = -1;
    CHECK_OK(cx, ab_io_lock(cx, path, "the folder", &first));
    CHECK_STATUS(ABUT_ERR_INPUT, ab_io_lock(cx, path, "the folder", &second));
    CHECK(second == -1 && strstr(abut_context_message(cx), "the folder") != NULL);
    CHECK_OK(cx, ab_io_unlock(cx, "the folder", &first));
    CHECK_OK(cx, ab_io_lock(cx, path, "the folder", &second));
    CHECK_OK(cx, ab_io_unlock(cx, "the folder", &second));
    f.sites = FAULTS_OF(FAULT_LOCK); // a file system without locks is trusted
    f.at = 1;
    f.counted = 0;
    f.error = ENOLCK;
    CHECK_OK(cx, ab_io_lock(cx, path, "the folder", &second));
    CHECK(f.fired == 1 && second == -1);
    abut_context_destroy(cx);
    assert_int_equal(0, f.open_handles);
    scratch_end(&s);
}

TEST(a_stream_holds_what_was_put_whatever_one_write_transfers) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    faults f = faults_start(0, 0);
    f.longest = 4099;
    const abut_config config = faults_config(&f);
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    ab_stream stream;
    CHECK_OK(cx, ab_stream_open(cx, scratch_path(&s, "s", path), &stream));
    char piece[70001];
    for (size_t i = 0; i < sizeof piece; i++) piece[i] = (char)(i % 251);
    const int64_t lengths[] = {1, 65535, 0, 65536, 65537, 17, 70001, 40000, 40000};
    int64_t total = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        CHECK_OK(cx, ab_stream_put(&stream, piece, lengths[i]));
        total += lengths[i];
        CHECK(stream.size == total);
    }
    CHECK_OK(cx, ab_stream_close(&stream));
    CHECK_OK(cx, ab_stream_close(&stream)); // closed already: fine
    ab_bytes bytes;
    CHECK_OK(cx, ab_io_read_file(cx, path, 1 << 20, &bytes));
    CHECK(bytes.size == total);
    int64_t at = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; at += lengths[i++])
        CHECK(memcmp(bytes.data + at, piece, (size_t)lengths[i]) == 0);
    ab_bytes_free(cx, &bytes);
    abut_context_destroy(cx);
    CHECK(f.live_blocks == 0 && f.open_handles == 0);
    scratch_end(&s);
}

TEST(a_stream_continues_behind_the_bytes_it_keeps) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], text[256];
    ab_stream stream;
    put_file(scratch_path(&s, "s", path), "0123456789");
    CHECK_OK(cx, ab_stream_resume(cx, path, 4, sum_of("0123", 4), &stream));
    CHECK(stream.size == 4);
    CHECK_OK(cx, ab_stream_put(&stream, "AB", 2));
    CHECK_OK(cx, ab_stream_close(&stream));
    assert_string_equal(content(path, text), "0123AB");
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_stream_resume(cx, path, 7, sum_of("0123AB", 7), &stream));
    assert_string_equal(content(path, text), "0123AB"); // refused without touching it
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_stream_resume(cx, scratch_path(&s, "absent", path), 1, sum_of("0", 1), &stream));
    CHECK(!scratch_has(path));
    CHECK_OK(cx, ab_stream_close(&stream));
    CHECK_OK(cx, ab_stream_open(cx, scratch_path(&s, "s", path), &stream));
    CHECK_OK(cx, ab_stream_put(&stream, "lost", 4));
    ab_stream_abandon(&stream);
    assert_string_equal(content(path, text), "");
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_sum_is_the_same_however_the_bytes_are_cut_and_sees_every_bit) {
    unsigned char bytes[100];
    for (int i = 0; i < 100; i++) bytes[i] = (unsigned char)(i * i);
    const uint64_t whole = sum_of(bytes, 100);
    for (int cut = 0; cut <= 100; cut++) {
        ab_checksum sum = {0};
        ab_checksum_add(&sum, bytes, cut / 2);
        ab_checksum_add(&sum, bytes + cut / 2, cut - cut / 2);
        ab_checksum_add(&sum, bytes + cut, 100 - cut);
        CHECK(ab_checksum_value(&sum) == whole);
        CHECK(cut == 100 || sum_of(bytes, cut) != whole);
    }
    for (int bit = 0; bit < 800; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        CHECK(sum_of(bytes, 100) != whole);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}

TEST(a_stream_whose_kept_bytes_were_changed_is_refused_and_left_as_it_is) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], text[256];
    ab_stream stream;
    put_file(scratch_path(&s, "s", path), "01x3456789");
    CHECK_STATUS(ABUT_ERR_CORRUPT, ab_stream_resume(cx, path, 4, sum_of("0123", 4), &stream));
    CHECK(strstr(abut_context_message(cx), "checksum") && strstr(abut_context_message(cx), path));
    assert_string_equal(content(path, text), "01x3456789");
    CHECK_OK(cx, ab_stream_resume(cx, path, 2, sum_of("01", 2), &stream)); // behind what is kept anything may stand
    CHECK_OK(cx, ab_stream_put(&stream, "23", 2));
    CHECK(ab_checksum_value(&stream.sum) == sum_of("0123", 4));
    CHECK_OK(cx, ab_stream_close(&stream));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(nothing_is_written_through_a_link_or_into_another_name_of_a_file) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], victim[SCRATCH_MAX], text[256];
    ab_stream stream;
    int lock = -1;
    put_file(scratch_path(&s, "victim", victim), "precious");
    CHECK(symlink("victim", scratch_path(&s, "link", path)) == 0);
    CHECK_STATUS(ABUT_ERR_IO, ab_stream_open(cx, path, &stream));
    CHECK(strstr(abut_context_message(cx), "symbolic link") && strstr(abut_context_message(cx), path));
    CHECK_STATUS(ABUT_ERR_IO, ab_stream_resume(cx, path, 3, sum_of("pre", 3), &stream));
    CHECK_STATUS(ABUT_ERR_IO, ab_io_lock(cx, path, s.folder, &lock));
    CHECK(symlink("made", scratch_path(&s, "dangling", path)) == 0);
    CHECK_STATUS(ABUT_ERR_IO, ab_stream_open(cx, path, &stream));
    CHECK(symlink("victim", scratch_path(&s, "file.tmp", path)) == 0);
    CHECK_STATUS(ABUT_ERR_IO, ab_io_replace_file(cx, scratch_path(&s, "file", path), "new", 3));
    CHECK(!scratch_has(path) && !scratch_has(scratch_path(&s, "made", path)));
    CHECK(link(victim, scratch_path(&s, "twin", path)) == 0);
    CHECK_OK(cx, ab_stream_open(cx, path, &stream));
    CHECK_OK(cx, ab_stream_put(&stream, "new", 3));
    CHECK_OK(cx, ab_stream_close(&stream));
    assert_string_equal(content(path, text), "new");
    assert_string_equal(content(victim, text), "precious");
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_temporary_file_that_a_kill_has_left_is_no_obstacle) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], text[256];
    put_file(scratch_path(&s, "file.tmp", path), "half of it, and more than the new");
    CHECK_OK(cx, ab_io_replace_file(cx, scratch_path(&s, "file", path), "whole", 5));
    assert_string_equal(content(path, text), "whole");
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_write_that_failed_can_be_repeated_without_doubling_bytes) {
    const scratch s = scratch_start();
    char path[SCRATCH_MAX], text[256];
    faults f = faults_start(FAULTS_OF(FAULT_WRITE), 2);
    f.longest = 3; // the first write lands, the second fails
    const abut_config config = faults_config(&f);
    ab_ctx *cx = NULL;
    CHECK_STATUS(ABUT_OK, abut_context_create(&config, &cx));
    ab_stream stream;
    CHECK_OK(cx, ab_stream_open(cx, scratch_path(&s, "s", path), &stream));
    CHECK_OK(cx, ab_stream_put(&stream, "0123456789", 10));
    CHECK_STATUS(ABUT_ERR_IO, ab_stream_flush(&stream, true));
    CHECK_OK(cx, ab_stream_close(&stream));
    assert_string_equal(content(path, text), "0123456789");
    abut_context_destroy(cx);
    scratch_end(&s);
}

TEST(folders_are_made_with_their_parents_and_files_in_the_way_are_named) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx, ab_io_make_directories(cx, scratch_path(&s, "a//b/c/", path)));
    CHECK(scratch_has(scratch_path(&s, "a/b/c", path)));
    CHECK_OK(cx, ab_io_make_directories(cx, path));
    put_file(scratch_path(&s, "a/file", path), "x");
    CHECK_STATUS(ABUT_ERR_IO, ab_io_make_directories(cx, scratch_path(&s, "a/file/d", path)));
    CHECK(strstr(abut_context_message(cx), "is a file where a folder is needed"));
    CHECK_OK(cx, ab_io_make_directories(cx, "/"));
    CHECK_OK(cx, ab_io_make_directories(cx, "."));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(removing_what_is_absent_is_fine_and_a_folder_is_not_removed) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    CHECK_OK(cx, ab_io_remove(cx, scratch_path(&s, "absent", path)));
    CHECK_STATUS(ABUT_ERR_IO, ab_io_remove(cx, s.folder));
    CHECK(scratch_has(s.folder));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_folder_lists_its_regular_files_and_what_is_no_folder_cannot_be_listed) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char path[SCRATCH_MAX];
    int64_t total = 0;
    CHECK_OK(cx, ab_io_make_directories(cx, scratch_path(&s, "folder", path)));
    CHECK_OK(cx, ab_io_replace_file(cx, scratch_path(&s, "a", path), "four", 4));
    CHECK_OK(cx, ab_io_replace_file(cx, scratch_path(&s, "b", path), "eleven here", 11));
    CHECK_OK(cx, ab_io_list(cx, s.folder, add_size, &total));
    assert_int_equal(total, 15);
    CHECK_STATUS(ABUT_ERR_IO, ab_io_list(cx, path, add_size, &total));
    scratch_end(&s);
    abut_context_destroy(cx);
}

TEST(a_bare_name_is_replaced_in_the_current_folder) {
    ab_ctx *cx = standard();
    const scratch s = scratch_start();
    char before[SCRATCH_MAX], text[256];
    CHECK(getcwd(before, sizeof before) && chdir(s.folder) == 0);
    const abut_status status = ab_io_replace_file(cx, "bare", "x", 1);
    content("bare", text);
    CHECK(chdir(before) == 0);
    CHECK_OK(cx, status);
    assert_string_equal(text, "x");
    scratch_end(&s);
    abut_context_destroy(cx);
}

static void check_join(ab_ctx *cx, const char *directory, const char *name, const char *expected) {
    char *path = NULL;
    CHECK_OK(cx, ab_path_join(cx, directory, name, &path));
    assert_string_equal(path, expected);
    ab_free(cx, path);
}

TEST(paths_join_with_one_slash_and_absolute_names_stay) {
    ab_ctx *cx = standard();
    check_join(cx, "a", "b", "a/b");
    check_join(cx, "a/", "b", "a/b");
    check_join(cx, "/", "b", "/b");
    check_join(cx, "", "b", "b");
    check_join(cx, "a", "/b", "/b");
    abut_context_destroy(cx);
}

CLAIMS(CLAIM(what_is_no_regular_file_is_refused_and_named), CLAIM(a_file_is_read_up_to_its_limit_and_not_beyond),
       CLAIM(a_file_that_grows_or_shrinks_while_read_gives_what_is_there),
       CLAIM(replacing_writes_syncs_renames_and_syncs_the_folder_in_this_order),
       CLAIM(a_kill_at_any_call_leaves_the_old_file_or_the_new_one),
       CLAIM(a_failed_replacement_leaves_no_temporary_file), CLAIM(a_full_disk_is_named_with_what_to_do),
       CLAIM(every_file_call_that_fails_once_is_reported_and_leaks_nothing),
       CLAIM(every_allocation_that_fails_is_reported_and_leaks_nothing),
       CLAIM(a_lock_is_held_by_one_and_freed_by_its_end),
       CLAIM(a_stream_holds_what_was_put_whatever_one_write_transfers),
       CLAIM(a_stream_continues_behind_the_bytes_it_keeps),
       CLAIM(a_sum_is_the_same_however_the_bytes_are_cut_and_sees_every_bit),
       CLAIM(a_stream_whose_kept_bytes_were_changed_is_refused_and_left_as_it_is),
       CLAIM(nothing_is_written_through_a_link_or_into_another_name_of_a_file),
       CLAIM(a_temporary_file_that_a_kill_has_left_is_no_obstacle),
       CLAIM(a_write_that_failed_can_be_repeated_without_doubling_bytes),
       CLAIM(folders_are_made_with_their_parents_and_files_in_the_way_are_named),
       CLAIM(removing_what_is_absent_is_fine_and_a_folder_is_not_removed),
       CLAIM(a_folder_lists_its_regular_files_and_what_is_no_folder_cannot_be_listed),
       CLAIM(a_bare_name_is_replaced_in_the_current_folder), CLAIM(paths_join_with_one_slash_and_absolute_names_stay))
