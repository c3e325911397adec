// Results of a run, in its folder: state of the checkpoint, exports, charts, pictures, and the recording that the
// browser page plays. The run may be finished, stopped or still active.
#ifndef ABUT_RESULTS_H
#define ABUT_RESULTS_H

#include "abut/image.h"
#include "abut/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------------------ checkpoint

typedef struct abut_run_info {
    char *scene; // absolute path of the scene
    char **set;  // overrides of the scene  (set_count)
    int32_t set_count;
    bool begun, finished;
    int64_t step;
    double time;          // s
    int64_t frames, rows; // frames, and rows of the histories, written so far
    double deepest;       // largest penetration so far, m
} abut_run_info;

// Reads how far the run in a folder has come. ABUT_ERR_INPUT: the folder has no run. ABUT_ERR_CORRUPT: its checkpoint
// is damaged. Free the info with abut_run_info_free.
ABUT_API abut_status abut_run_info_read(abut_context *context, const char *folder, abut_run_info *info);
ABUT_API void abut_run_info_free(abut_context *context, abut_run_info *info);

// Appends a summary as a JSON object; `wall` adds wall-clock time and speed, which differ from run to run.
ABUT_API abut_status abut_run_summary_json(const abut_run_summary *summary, bool wall, abut_text *to);

// ---------------------------------------------------------------------------------------------------------- export

typedef enum abut_export_format {
    ABUT_EXPORT_PVD,   // FOLDER/pvd/results.pvd and VTP files, for ParaView before 5.13
    ABUT_EXPORT_CSV,   // FOLDER/frames.csv: one row per body and frame
    ABUT_EXPORT_VTKHDF // FOLDER/results.vtkhdf of a run that was killed, from its journal
} abut_export_format;

typedef struct abut_export_summary {
    int64_t frames, files;
} abut_export_summary;

// Writes the results in another format into the folder of the run. `summary` may be NULL.
ABUT_API abut_status abut_run_export(abut_context *context, const char *folder, abut_export_format format,
                                     abut_export_summary *summary);

// ---------------------------------------------------------------------------------------------------------- charts

typedef struct abut_plot abut_plot; // histories of one or several runs, and the curves chosen from them

// Reads all histories (CSV files) of the runs in `folders`. ABUT_ERR_INPUT: no such folder, or it has no history.
// Destroy the plot with abut_plot_destroy.
ABUT_API abut_status abut_plot_open(abut_context *context, const char *const *folders, int count, abut_plot **plot);
ABUT_API void abut_plot_destroy(abut_plot *plot);
// Adds curves: "energy", a column such as "ball.vz" in which * stands for any letters, or a vector such as
// "velocity:ball". ABUT_ERR_INPUT: a run has no such column; the message suggests one.
ABUT_API abut_status abut_plot_choose(abut_plot *plot, const char *word);
ABUT_API int64_t abut_plot_curve_count(const abut_plot *plot);
// Appends the files and columns of the first run, a line each.
ABUT_API abut_status abut_plot_list(const abut_plot *plot, abut_text *to);

typedef struct abut_plot_options {
    uint32_t size;         // bytes of this struct; set by the default function
    const char *title;     // NULL = the first folder
    double from, to;       // range of time, s; NAN = that end from the curves
    int32_t width, height; // of the picture and of each panel, pixels
    const char *x;         // column that the curves are drawn over; NULL = the time
    double smooth;         // each value is the mean over a window of this length, s; 0 = as it is
    // Units to show, such as mm: columns of the same dimension are converted.
    const char *const *unit;
    int32_t unit_count;
} abut_plot_options;

// Statistics of a curve over the rows that have a value; NAN where there are none.
typedef struct abut_statistics {
    const char *name, *unit; // belong to the plot and to the options
    int64_t rows;
    double min, min_at, max, max_at; // at: the time, or the column that the curve is drawn over
    double mean, rms;                // over time
    double first, last;
} abut_statistics;
ABUT_API abut_plot_options abut_plot_default(void);
// Draws the curves, a panel for every unit, as PNG if the path ends in .png, else as SVG. options NULL = default.
ABUT_API abut_status abut_plot_write(const abut_plot *plot, const abut_plot_options *options, const char *path);
// Statistics of a curve as it would be drawn. ABUT_ERR_ARGUMENT: no such curve.
ABUT_API abut_status abut_plot_statistics(const abut_plot *plot, const abut_plot_options *options, int64_t curve,
                                          abut_statistics *statistics);

// -------------------------------------------------------------------------------------------------------- pictures

typedef enum abut_colouring {
    ABUT_COLOUR_BODY,
    ABUT_COLOUR_MATERIAL,
    ABUT_COLOUR_SPEED,
    ABUT_COLOUR_FORCE
} abut_colouring;

typedef struct abut_render_options {
    uint32_t size;         // bytes of this struct; set by the default function
    int32_t width, height; // pixels, 16 to 16384
    abut_colouring colouring;
    double max;                // speed or force of the brightest colour; 0 = the largest in the frames considered
    bool arrows;               // draw contact forces
    bool walls;                // draw planes that are no floor
    bool legend;               // time and colour scale
    double azimuth, elevation; // of the eye about and above the horizontal plane, degrees; NAN = chosen
    double zoom;               // 1 = everything inside the picture
    const char *look_at;       // name of a body kept in the middle; NULL = none
    const char *const *glass;  // names, with *, of bodies drawn transparent, hidden ones too  (glass_count)
    int glass_count;
} abut_render_options;

typedef struct abut_render abut_render; // draws frames of a run

ABUT_API abut_render_options abut_render_default(void);
// Opens the results in a folder. The strings of the options must outlive the renderer. options NULL = default.
// ABUT_ERR_ARGUMENT: an option is out of range. ABUT_ERR_INPUT: no frames, or no body called look_at. Destroy with
// abut_render_destroy.
ABUT_API abut_status abut_render_open(abut_context *context, const char *folder, const abut_render_options *options,
                                      abut_render **render);
ABUT_API void abut_render_destroy(abut_render *render);
ABUT_API int64_t abut_render_frame_count(const abut_render *render);
ABUT_API double abut_render_frame_time(const abut_render *render, int64_t frame); // s; NAN: no such frame
ABUT_API int64_t abut_render_frame_at(const abut_render *render, double time);    // frame nearest to a time, s
// Extends the field of view and the range of colours to a frame; call it for at least one frame before the first
// drawing.
ABUT_API abut_status abut_render_consider(abut_render *render, int64_t frame);
// Draws a frame; *image is owned by the renderer and valid until its next call.
ABUT_API abut_status abut_render_draw(abut_render *render, int64_t frame, const abut_image **image);

// ------------------------------------------------------------------------------------------- recording and its page

#define ABUT_RECORDING_FILE "recording.abut" // in the folder of a run whose report omits frames: all of them

// The HTML page that plays a recording, and its size in bytes; size 0 if the library was built without it. Static.
ABUT_API const char *abut_page(int64_t *size);

typedef struct abut_recording abut_recording; // a run in the format of the page, growing while the run goes on

// An empty recording; destroy it with abut_recording_destroy.
ABUT_API abut_status abut_recording_create(abut_context *context, abut_recording **recording);
ABUT_API void abut_recording_destroy(abut_recording *recording);
// Appends the frames of the journal at `path` (FOLDER/journal.abut) that are new since the last call.
ABUT_API abut_status abut_recording_extend(abut_recording *recording, const char *path);
// Appends the present histories (CSV files) of the run in a folder.
ABUT_API abut_status abut_recording_histories(abut_recording *recording, const char *folder);
ABUT_API int64_t abut_recording_frame_count(const abut_recording *recording);
// The bytes so far and their number; valid until the next call with the recording.
ABUT_API const char *abut_recording_bytes(const abut_recording *recording, int64_t *size);

#ifdef __cplusplus
}
#endif

#endif
