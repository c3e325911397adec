// Scenes: worlds described by a file.
#ifndef ABUT_SCENE_H
#define ABUT_SCENE_H

#include "abut/text.h"
#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_diagnostic {
    char code[8];         // "E012"; `abut explain E012` gives details
    bool error;           // false = warning
    const char *file;     // path; this and the strings below belong to the scene
    int64_t line, column; // from 1; 0 = the whole file
    const char *message;  // cause and remedy
    const char *source;   // the line of the file; "" = none
} abut_diagnostic;

typedef struct abut_scene_options {
    const char *const *set; // overrides such as "time.dt=1e-5", as on the command line
    int set_count;
    bool allow_outside; // includes and meshes outside the scene's folder are allowed
} abut_scene_options;

typedef struct abut_scene abut_scene;

// Reads a scene of bodies that move and builds its world. With ABUT_ERR_INPUT the scene still exists and holds the
// diagnostics of all errors. Destroy it in every case with abut_scene_destroy.
ABUT_API abut_status abut_scene_load(abut_context *context, const char *path, const abut_scene_options *options,
                                     abut_scene **scene);
// The same for files of every study: abut_scene_study says which.
ABUT_API abut_status abut_scene_load_any(abut_context *context, const char *path, const abut_scene_options *options,
                                         abut_scene **scene);
// The same from text[0..size). `name` stands for the path in messages; its folder is that of the scene, in which the
// files that the text names are found. `abut` and `time.end` may be missing: the world then has no end of its own.
ABUT_API abut_status abut_scene_parse(abut_context *context, const char *name, const char *text, int64_t size,
                                      const abut_scene_options *options, abut_scene **scene);
// Adds to the running world of a scene what text[0..size) describes with the keys of scenes: materials, bodies,
// generators (grid and fill), joints, forces and torques. Names of bodies and materials of the scene are known. All is
// added or, after a failure, nothing. `name` as in abut_scene_parse. ABUT_ERR_INPUT: the message has the first error
// and its place.
ABUT_API abut_status abut_scene_extend(abut_scene *scene, const char *name, const char *text, int64_t size,
                                       const abut_scene_options *options);
ABUT_API void abut_scene_destroy(abut_scene *scene);
ABUT_API int64_t abut_scene_diagnostic_count(const abut_scene *scene);
ABUT_API abut_diagnostic abut_scene_diagnostic_get(const abut_scene *scene, int64_t index);
// What the file describes: "dynamics", "press", "impact"; "" if it could not be read.
ABUT_API const char *abut_scene_study(const abut_scene *scene);
ABUT_API abut_world *abut_scene_world(abut_scene *scene); // of a scene of dynamics; NULL after errors

// Appends "file:line:column: error E012: message", the source line and a caret under the place.
ABUT_API void abut_diagnostic_text(const abut_diagnostic *diagnostic, abut_text *to);

typedef enum abut_report_format {
    ABUT_REPORT_TEXT, // for people; numbers are rounded and follow the locale
    ABUT_REPORT_JSON  // all digits
} abut_report_format;

// Appends what a run of the scene would meet: masses, materials, the stable time step, stiffness and depth of the
// contacts to expect, overlaps at t = 0, problems of meshes; in JSON also the diagnostics. Prepares the world as its
// first step would. A scene with errors has nothing but diagnostics.
ABUT_API abut_status abut_scene_report(const abut_scene *scene, abut_report_format format, abut_text *to);

// Appends the JSON Schema (draft 2020-12) of scene files.
ABUT_API abut_status abut_scene_schema(abut_text *to);
// Appends the help on a key ("time.dt", "dt", "sphere"); NULL = overview of all keys. ABUT_ERR_ARGUMENT: no such key.
ABUT_API abut_status abut_scene_help(const char *key, abut_text *to);

typedef struct abut_explanation {
    const char *code;  // "E012", "W101"
    const char *name;  // "unknown-key"
    const char *brief; // one line
    const char *more;  // paragraphs with an example
} abut_explanation;

ABUT_API const abut_explanation *abut_scene_explanation(int64_t index); // static; NULL beyond the last
// The explanation of a code or name, ignoring case; NULL if there is none.
ABUT_API const abut_explanation *abut_scene_explain(const char *code);

#define ABUT_PROBE_COLUMNS 12

// Present values of one probe of the scene.
typedef struct abut_probe_state {
    const char *name; // as in the scene; owned by the scene
    // suffix of the name in the header of probes.csv, with the unit: ".rate [m/s]"
    const char *column[ABUT_PROBE_COLUMNS];
    double value[ABUT_PROBE_COLUMNS];
    int columns; // number of columns in use
} abut_probe_state;

ABUT_API int64_t abut_scene_probe_count(const abut_scene *scene);
ABUT_API abut_probe_state abut_scene_probe_get(const abut_scene *scene, int64_t index); // else no columns

#ifdef __cplusplus
}
#endif

#endif
