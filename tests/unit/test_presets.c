// Materials by name.
#include "scene_files.h"
#include "scene/presets.h"

#define HEAD "abut: 1\ntime: {end: 1 s}\n"

static const ab_material *material_of(const scene_files *f, int row) {
    CHECK(row < f->scene->world->config.nmaterial);
    return &f->scene->world->config.materials[row];
}

TEST(every_preset_is_a_material_of_the_world) {
    for (int i = 0; i < ab_preset_count; i++) {
        const ab_preset *p = &ab_presets[i];
        char text[200];
        snprintf(text, sizeof text, HEAD "materials: {m: {preset: %s}}\n", p->name);
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        const ab_material *m = material_of(&f, 0);
        CHECK(m->density == p->density && m->young == p->young && m->poisson == p->poisson);
        CHECK(m->restitution == 0.5 && m->friction == 0.3); // the defaults: they belong to two surfaces
        CHECK(!has_code(&f, "W107"));                       // no preset is one that is asked about
        files_end(&f);
    }
}

TEST(the_number_of_a_preset_is_that_of_its_help) {
    for (int i = 0; i < ab_preset_count; i++) {
        double density = 0, young = 0, poisson = 0;
        assert_int_equal(
            3, sscanf(ab_presets[i].help, "%lf kg/m^3, %lf GPa, Poisson's ratio %lf:", &density, &young, &poisson));
        CHECK(density == ab_presets[i].density && poisson == ab_presets[i].poisson);
        CHECK_NEAR(young * 1e9, ab_presets[i].young, 1e-15 * ab_presets[i].young); // one rounding of the product
        for (int k = 0; k < i; k++) CHECK(strcmp(ab_presets[k].name, ab_presets[i].name) != 0);
    }
}

TEST(what_a_material_gives_itself_wins_over_its_preset) {
    scene_files f;
    scene_text(&f, HEAD "materials: {gear: {preset: POM, young: 3 GPa, friction: 0.2}, shaft: steel}\n");
    CHECK_LOADED(&f);
    const ab_material *gear = material_of(&f, 0), *shaft = material_of(&f, 1);
    CHECK(gear->density == 1410 && gear->young == 3e9 && gear->poisson == 0.35 && gear->friction == 0.2);
    CHECK(shaft->density == 7850 && shaft->young == 210e9 && shaft->poisson == 0.3); // a name alone is a preset
    assert_int_equal(0x17, f.scene->material_given[0]);                              // all but restitution
    assert_int_equal(0x07, f.scene->material_given[1]);
    files_end(&f);
}

TEST(the_stiffness_of_a_preset_is_not_asked_about) {
    static const char FORMAT[] = HEAD "materials: {m: {%s}}\nbodies:\n  - {shape: {plane: {}}, material: m}\n"
                                      "  - {shape: {sphere: 1 cm}, material: m, position: [0, 0, 1]}\n";
    static const char *const KEYS[] = {"preset: rubber", "density: 1100", "preset: rubber, young: 5 MPa"};
    for (int i = 0; i < 3; i++) {
        char text[400];
        snprintf(text, sizeof text, FORMAT, KEYS[i]);
        scene_files f;
        scene_text(&f, text);
        CHECK_LOADED(&f);
        CHECK(has_code(&f, "W115") == (i == 1));
        files_end(&f);
    }
}

// The first diagnostic of a scene whose third and fourth line are these.
static void check_first(const char *materials, const char *code, int64_t column, const char *words) {
    char text[200];
    snprintf(text, sizeof text, HEAD "materials:\n  %s\n", materials);
    scene_files f;
    scene_text(&f, text);
    const abut_diagnostic d = abut_scene_diagnostic_get(f.scene, 0);
    assert_string_equal(code, d.code);
    assert_int_equal(4, d.line);
    assert_int_equal(column, d.column);
    CHECK(strstr(d.message, words) != NULL);
    files_end(&f);
}

TEST(a_preset_that_is_not_there_is_told_at_its_place) {
    check_first("m: {preset: pom}", "E019", 15, "did you mean 'POM'?");
    check_first("m: cheese", "E019", 6, "stainless_steel");
    check_first("m: {preset: [steel]}", "E014", 15, "must be a word");
}

TEST(a_running_world_takes_materials_by_name) {
    static const char MORE[] = "materials: {ring: brass}\n";
    scene_files f;
    scene_text(&f, HEAD "materials: {m: steel}\n");
    CHECK_LOADED(&f);
    CHECK_OK(f.cx, abut_scene_extend(f.scene, "more.yaml", MORE, (int64_t)sizeof MORE - 1, NULL));
    CHECK(material_of(&f, 0)->young == 210e9 && material_of(&f, 1)->young == 101e9);
    files_end(&f);
}

CLAIMS(CLAIM(every_preset_is_a_material_of_the_world), CLAIM(the_number_of_a_preset_is_that_of_its_help),
       CLAIM(what_a_material_gives_itself_wins_over_its_preset), CLAIM(the_stiffness_of_a_preset_is_not_asked_about),
       CLAIM(a_preset_that_is_not_there_is_told_at_its_place), CLAIM(a_running_world_takes_materials_by_name))
