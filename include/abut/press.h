// Elastic contact at rest: a rigid or elastic indenter on an elastic surface, solved under g >= 0.
//
//   g = f + u - delta >= 0,   p >= 0,   p g = 0,   u = K p
//
// f: gap of the undeformed bodies, delta: approach of the indenter, u: displacement of the surface, p: pressure.
#ifndef ABUT_PRESS_H
#define ABUT_PRESS_H

#include "abut/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a closed form says of a contact, for comparison; NAN: it does not say.
typedef struct abut_press_exact {
    double force, approach, area, mean_gap, max_pressure, energy, stiffness;
} abut_press_exact;

// The answer for one load. NAN: not asked for.
typedef struct abut_press_load {
    double force, pressure;                  // P, N; P over the area of the grid, Pa
    double approach;                         // delta, m
    double area, share, perimeter;           // of the cells under pressure: m^2, of the area of the grid, m
    double mean_gap;                         // over the cells that can touch, m
    double max_pressure;                     // Pa
    double energy;                           // stored in the solids, J
    double work;                             // of the load since first touch, by the trapezoidal rule over the loads, J
    double stiffness;                        // dP/d delta, N/m; infinite = full contact of a periodic half-space
    double yielding_area;                    // of the cells at the hardness, m^2
    double tangential;                       // force, N
    double stick_area;                       // m^2
    double overlap, pull, distance, product; // residuals of g >= 0, p >= 0, p g = 0: m, N, m, J
    abut_press_exact exact;
    int64_t iterations, convolutions;
} abut_press_load;

typedef struct abut_press_options {
    uint32_t size;     // bytes of this struct; set by the default function
    const char *scene; // path of a file with the key `press`
    const char *out;   // folder of the results, created if missing
    bool overwrite;    // replace the results in `out`
    abut_scene_options scene_options;
    const char *law;       // file for the curve of force over approach as CSV; NULL = none
    int32_t picture_width; // pixels of pressure.png, gap.png and profile.png; 0 = none
    bool report;           // write report.html
    // Called with every solved load; false stops, without results. May be NULL.
    bool (*solved)(void *user, int64_t index, int64_t count, const abut_press_load *load);
    void *solved_user;
    // Called with every diagnostic of the file. May be NULL.
    void (*diagnostic)(void *user, const abut_diagnostic *diagnostic);
    void *diagnostic_user;
    abut_text *json; // the contents of run.json are appended; NULL = none
} abut_press_options;

typedef struct abut_press_summary {
    int64_t columns, rows;  // of the grid
    int64_t loads;          // solved
    abut_press_load last;   // of them
    const char *exact;      // name of the closed form beside the answers; "" = none. Static
    int32_t checks, failed; // number of checks and of failed checks
    abut_check check[ABUT_CHECKS];
    uint64_t hash; // of pressure, displacement and approach of all loads
} abut_press_summary;

ABUT_API abut_press_options abut_press_default(void);
// Solves every load of a file and writes press.csv, results.vtkhdf, pictures, report.html and run.json to a folder.
// ABUT_ERR_UNSOLVED: the tolerance is not reached; the message names the value that is. `summary` may be NULL.
ABUT_API abut_status abut_press(abut_context *context, const abut_press_options *options, abut_press_summary *summary);

#ifdef __cplusplus
}
#endif

#endif
