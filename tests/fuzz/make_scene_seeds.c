// make_scene_seeds FOLDER: scenes to start fuzz_scene from, into FOLDER/scene/, files for fuzz_impact into FOLDER/impact/,
// and their dictionaries FOLDER/scene.dict and FOLDER/impact.dict, from the tables that describe scenes.
#include "scene/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static FILE *create(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file) return file;
    fprintf(stderr, "could not write %s\n", path);
    exit(1);
}

static const char WHOLE[] =
    "abut: 1\ntitle: seed\ngravity: [0, 0, -9.81 m/s^2]\nseed: 3\ntime: {end: 1 ms, dt: auto, integrator: "
    "rk4}\n"
    "contact: {law: linear, stiffness: 1 N/mm}\noutput: {frames: 0, history: 1 ms, checkpoint: 1 min}\n"
    "materials:\n  m: &m {density: 1 g/cm^3, young: 1 MPa}\n  n: *m\n"
    "bodies:\n  - {name: floor, shape: {plane: [0, 0, 1]}, material: m}\n"
    "  - {shape: {mesh: {file: part.obj, scale: 0.5}}, material: n, contact: false, orientation: {euler: [30 "
    "deg, 0, 0]}}\n"
    "  - {shape: {hull: {file: part.obj}}, material: n, contact: false, mass: 1 kg, inertia: [1, 1, 1]}\n"
    "generators:\n"
    "  - grid: {name: g, shape: {sphere: 1 mm}, material: m, count: [2, 2, 1], spacing: [3 mm, 3 mm, 0], "
    "jitter: 1 um}\n"
    "  - fill: {name: f, radius: {min: 1 mm, max: 2 mm}, material: n, count: 5, region: {low: [0, 0, 1 cm], "
    "high: [3 cm, 3 cm, 3 cm]}}\n";

static const char IN_MM[] =
    "abut: 1\ntime: {end: 1 ms}\nunits: {length: mm, angle: deg, speed: mm/s, density: g/cm^3}\n"
    "materials: {m: {density: 1, young: 5 Mpa}}\nbodies:\n"
    "  - {name: a, shape: {mesh: {file: part.obj, unit: mm}}, material: m, orientation: {euler: [0, 0, 90]}}\n"
    "joints:\n  - {kind: revolute, b: a, at_b: [1, 2, 3]}\n";

static const char COMPUTED[] =
    "abut: 1\ntime: {end: =2*t}\nlet: {t: 1 ms, r: 1 cm/2 - 3*w, w: max(1 mm, 0 m)^2/1 mm, n: 4}\nmaterials: {m: POM}\n"
    "bodies:\n  - {shape: {sphere: =r}, material: m, position: [=-r, =r*cos(pi/n), \"=sqrt(r*(2*r + w))\"]}\n";

static void write_seeds(const char *folder) {
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    for (int i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.yaml", all[i]->name);
        FILE *file = create(folder, name);
        fputs(all[i]->example, file);
        fclose(file);
    }
    FILE *file = create(folder, "whole.yaml");
    fwrite(WHOLE, 1, sizeof WHOLE, file); // with its final 0: what follows is an override
    fputs("bodies.floor.position=[0, 0, -1 cm]", file);
    fclose(file);
    file = create(folder, "units.yaml");
    fputs(IN_MM, file);
    fclose(file);
    file = create(folder, "computed.yaml");
    fputs(COMPUTED, file);
    fclose(file);
    file = create(folder, "plain.yaml");
    fwrite(WHOLE, 1, sizeof WHOLE - 1, file);
    fclose(file);
}

static const char IMPACT[] =
    "abut: 1\nimpact:\n  law: stronge\n  order: sequential\n  friction: 0.5\n  restitution: 0.7\n  bodies:\n"
    "    a: {mass: 1 kg, inertia: [1, 1, 1], position: [0, 0, 1], velocity: [1, 0, -1]}\n"
    "    b: {mass: 2, inertia: [1, 2, 3], angular_velocity: [1, 2, 3], orientation: {euler: [10 deg, 0, 0]}}\n"
    "  contacts:\n    - {a: a, b: b, point: [0.1, 0, 0.5], law: moreau, stiffness: 2}\n"
    "    - {a: b, point: [0, 0, -0.5], tangent: [1, 0, 0], friction: 0, restitution: 1}\n";

static void write_impacts(const char *folder) {
    static const char *const LAWS[] = {"moreau", "newton", "poisson", "stronge"};
    for (int i = 0; i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.yaml", LAWS[i]);
        FILE *file = create(folder, name);
        fprintf(file,
                "abut: 1\nimpact:\n  law: %s\n  guard: %s\n  friction: 0.5\n  restitution: 0.7\n  planar: true\n"
                "  mobility: [2.5, -1.5, -1.5, 2.5]\n  velocity: [-1, 0.2]\n",
                LAWS[i], i % 2 ? "true" : "false");
        fclose(file);
    }
    FILE *file = create(folder, "bodies.yaml");
    fputs(IMPACT, file);
    fclose(file);
}

static void write_dictionary(const char *folder, const char *name) {
    const ab_schema_record *all[AB_MAX_RECORDS];
    const int count = ab_all_records(all);
    FILE *file = create(folder, name);
    for (int i = 0; i < count; i++) {
        fprintf(file, "\"%s: \"\n", all[i]->name);
        for (ab_key_iterator k = ab_keys_of(all[i]); ab_next_key(&k);) fprintf(file, "\"%s: \"\n", k.key->name);
    }
    static const char *const WORDS[] = {" mm",   " m/s", " deg",    " N/mm",    "auto",   "true",     "false",
                                        "hertz", "&a ",  "*a",      "<<: ",     "!!int ", "---\\x0A", "{}",
                                        "[]",    "- ",   "\\x0A  ", "part.obj", "../",    "1e308"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) fprintf(file, "\"%s\"\n", WORDS[i]);
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make_scene_seeds FOLDER\n");
        return 2;
    }
    char scenes[4096], impacts[4096];
    snprintf(scenes, sizeof scenes, "%s/scene", argv[1]);
    snprintf(impacts, sizeof impacts, "%s/impact", argv[1]);
    mkdir(argv[1], 0777);
    mkdir(scenes, 0777);
    mkdir(impacts, 0777);
    write_seeds(scenes);
    write_impacts(impacts);
    write_dictionary(argv[1], "scene.dict");
    write_dictionary(argv[1], "impact.dict");
    return 0;
}
