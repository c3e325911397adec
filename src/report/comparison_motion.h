// Motion of bodies in a history, and how far apart two runs are.
#ifndef AB_REPORT_COMPARISON_MOTION_H
#define AB_REPORT_COMPARISON_MOTION_H

#include "math/v3.h"
#include "output/history.h"

// Columns of a body in bodies.csv.
typedef struct ab_track {
    const ab_history *history;
    int64_t column; // of x; then y, z, four of the orientation, and the velocity
    int64_t name;   // bytes of the body's name, which the column begins with
} ab_track;

// The first body at or after a column; false: there is none.
bool ab_track_next(const ab_history *history, int64_t column, ab_track *track);
bool ab_track_find(const ab_history *history, const char *name, int64_t name_bytes, int64_t guess, ab_track *track);
const char *ab_track_name(const ab_track *track); // followed by ".x"
bool ab_track_moves(const ab_track *track);

typedef struct ab_track_end {
    v3 place;     // at the end, m
    double speed; // there, m/s
} ab_track_end;
ab_track_end ab_track_last(const ab_track *track);

typedef struct ab_track_apart {
    double max, at, last; // largest one, its time, and that of the last common row; NAN = no common row
} ab_track_apart;
// Between the places of a body in two runs, at the rows of `a` within the time of `b`; straight lines between its rows.
ab_track_apart ab_track_distance(const ab_track *a, const ab_track *b);

#endif
