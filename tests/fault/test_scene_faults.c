// Reading a scene when memory runs out or the disk fails, at every call in turn.
#include "faults.h"
#include "scratch.h"

static scratch folder;

static void write_file(const char *name, const char *text) {
    char path[SCRATCH_MAX];
    FILE *file = fopen(scratch_path(&folder, name, path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int start(void **state) {
    (void)state;
    folder = scratch_start();
    write_file("scene.yaml",
               "abut: 1\ninclude: [materials.yaml]\ntime: {end: 10 ms, dt: auto}\nlet: {s: 3*mesh, mesh: 1 mm}\n"
               "bodies:\n"
               "  - {name: floor, shape: {plane: {}}, material: glass}\n"
               "  - &part {shape: {mesh: part.obj}, material: glass, contact: false}\n"
               "  - {shape: {hull: {file: part.obj}}, material: glass, contact: false, orientation: {euler: "
               "[30 deg, "
               "0, 0]}}\n"
               "generators:\n"
               "  - grid: {name: g, shape: {sphere: 1 mm}, material: glass, count: [3, 3, 1], spacing: [=s, "
               "=s, 0],\n"
               "           origin: [0, 0, 2 mm]}\n"
               "  - fill: {name: f, radius: {min: 1 mm, max: 2 mm}, material: glass, count: 20,\n"
               "           region: {low: [0, 0, 1 cm], high: [3 cm, 3 cm, 3 cm]}}\n"
               "joints:\n"
               "  - {kind: distance, a: \"g[0]\", b: \"g[1]\"}\n"
               "  - {kind: distance, a: \"g[1]\", b: \"g[4]\"}\n"
               "  - {kind: distance, a: \"g[4]\", b: \"g[0]\"}\n"
               "forces: [{kind: spring, a: \"g[2]\", b: \"g[5]\", stiffness: 1 N/m}]\n");
    write_file("materials.yaml", "materials:\n  glass: {preset: glass, young: 10 MPa}\n");
    write_file("part.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write_file("wrong.yaml", "abut: 1\ntime: {end: -1 ms, dt: 3 kg, edn: 2}\nmaterials: {a: {}, a: {}}\n");
    write_file("mistaken.yaml",
               "abut: 1\ntime: {end: -1 ms, dt: 3 kg, edn: 2}\nlet: {x: 3 furlongz}\nmaterials: {a: {young: =1 kg + 2 "
               "s}, c: {young: 3 furlongz}}\n"
               "bodies: [{name: x, shape: {spere: 1}, material: b}, {name: x, shape: {sphere: 1}, material: a}]\n");
    return 0;
}

static int end(void **state) {
    (void)state;
    scratch_end(&folder);
    return 0;
}

static abut_status load(abut_context *cx, void *arg) {
    char path[SCRATCH_MAX];
    const char *const set[] = {"time.end=20 ms", "bodies.floor.position=[0, 0, -1 mm]"};
    const abut_scene_options options = {set, 2, false};
    abut_scene *scene = NULL;
    const abut_status status = abut_scene_load(cx, scratch_path(&folder, arg, path), &options, &scene);
    abut_scene_destroy(scene);
    return status;
}

// A scene with mistakes cannot succeed: here success is that they are told.
static abut_status load_wrong(abut_context *cx, void *arg) {
    const abut_status status = load(cx, arg);
    return status == ABUT_ERR_INPUT ? ABUT_OK : status;
}

TEST(every_failing_allocation_ends_in_a_clean_error) {
    const faults_result once = faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, load, (void *)"scene.yaml");
    const faults_result sticky = faults_sweep(FAULTS_MEMORY, true, ABUT_ERR_MEMORY, load, (void *)"scene.yaml");
    print_message("%lld allocations failed once, %lld for good\n", (long long)once.fired, (long long)sticky.fired);
    CHECK(once.fired > 50 && once.survived == 0 && sticky.survived == 0);
}

TEST(failing_allocations_while_mistakes_are_collected_leak_nothing) {
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, load_wrong, (void *)"wrong.yaml").fired > 10);
    CHECK(faults_sweep(FAULTS_MEMORY, false, ABUT_ERR_MEMORY, load_wrong, (void *)"mistaken.yaml").fired > 10);
}

TEST(every_failing_file_call_ends_in_a_clean_error) {
    const faults_result once = faults_sweep(FAULTS_FILES, false, ABUT_ERR_IO, load, (void *)"scene.yaml");
    const faults_result sticky = faults_sweep(FAULTS_FILES, true, ABUT_ERR_IO, load, (void *)"scene.yaml");
    CHECK(once.fired > 10 && once.survived == 0 && sticky.fired > 10 && sticky.survived == 0);
}

TEST(reads_of_one_byte_give_the_same_scene) {
    faults f = faults_start(0, 0);
    f.longest = 1;
    CHECK_STATUS(ABUT_OK, faults_run(&f, load, (void *)"scene.yaml"));
}

int main(void) {
    const struct CMUnitTest claims[] = {
        CLAIM(every_failing_allocation_ends_in_a_clean_error),
        CLAIM(failing_allocations_while_mistakes_are_collected_leak_nothing),
        CLAIM(every_failing_file_call_ends_in_a_clean_error),
        CLAIM(reads_of_one_byte_give_the_same_scene),
    };
    return cmocka_run_group_tests(claims, start, end);
}
