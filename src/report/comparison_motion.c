// Motion of bodies in a history, and how far apart two runs are.
//
// Between two rows h apart a place is on a straight line, which is off by up to h^2/8 of the acceleration.
#include "report/comparison_motion.h"

#include <math.h>
#include <string.h>

enum { VELOCITY = 7 }; // columns from x to vx

static double value(const ab_history *h, int64_t row, int64_t column) { return h->value[row * h->ncolumn + column]; }

static v3 vector(const ab_track *t, int64_t row, int64_t offset) {
    const double *x = t->history->value + row * t->history->ncolumn + t->column + offset;
    return (v3){x[0], x[1], x[2]};
}

// ----------------------------------------------------------------------------------------------------------- columns

// A body begins with NAME.x, and seven columns later comes NAME.vx.
static bool is_track(const ab_history *h, int64_t column, int64_t *name) {
    if (column + VELOCITY + 2 >= h->ncolumn) return false;
    const char *x = h->column[column].name, *vx = h->column[column + VELOCITY].name;
    const int64_t length = (int64_t)strlen(x);
    if (length < 2 || strcmp(x + length - 2, ".x") != 0) return false;
    *name = length - 2;
    return (int64_t)strlen(vx) == length + 1 && memcmp(x, vx, (size_t)length - 1) == 0 &&
           strcmp(vx + length - 1, "vx") == 0;
}

bool ab_track_next(const ab_history *history, int64_t column, ab_track *track) {
    *track = (ab_track){history, column, 0};
    for (; track->column < history->ncolumn; track->column++)
        if (is_track(history, track->column, &track->name)) return true;
    return false;
}

const char *ab_track_name(const ab_track *track) { return track->history->column[track->column].name; }

static bool is_called(const ab_track *track, const char *name, int64_t bytes) {
    return track->name == bytes && memcmp(ab_track_name(track), name, (size_t)bytes) == 0;
}

bool ab_track_find(const ab_history *history, const char *name, int64_t bytes, int64_t guess, ab_track *track) {
    if (guess < history->ncolumn && ab_track_next(history, guess, track) && is_called(track, name, bytes)) return true;
    for (int64_t column = 1; ab_track_next(history, column, track); column = track->column + 1)
        if (is_called(track, name, bytes)) return true;
    return false;
}

// ------------------------------------------------------------------------------------------------------------ motion

bool ab_track_moves(const ab_track *track) {
    const ab_history *h = track->history;
    for (int64_t i = 1; i < h->nrow; i++)
        for (int k = 0; k < 7; k++) // a body that only turns moves
            if (value(h, i, track->column + k) != value(h, 0, track->column + k)) return true;
    return false;
}

ab_track_end ab_track_last(const ab_track *track) {
    if (track->history->nrow == 0) return (ab_track_end){{NAN, NAN, NAN}, NAN};
    const int64_t row = track->history->nrow - 1;
    return (ab_track_end){vector(track, row, 0), v3_norm(vector(track, row, VELOCITY))};
}

// ---------------------------------------------------------------------------------------------------------- distance

static double time_of(const ab_track *t, int64_t row) { return value(t->history, row, 0); }

// Place at a time in the interval that begins with a row.
static v3 place_at(const ab_track *t, int64_t row, double time) {
    const v3 from = vector(t, row, 0);
    if (time == time_of(t, row)) return from;
    const double share = (time - time_of(t, row)) / (time_of(t, row + 1) - time_of(t, row));
    return v3_add_scaled(from, share, v3_sub(vector(t, row + 1, 0), from));
}

// Row whose interval holds the time, which only grows. Times that differ by rounding only are the same.
static bool seek_row(const ab_track *t, double *time, int64_t *row) {
    const int64_t last = t->history->nrow - 1;
    const double slack = 1e-9 * time_of(t, last);
    while (*row < last && time_of(t, *row + 1) <= *time + slack) ++*row;
    if (fabs(time_of(t, *row) - *time) <= slack) *time = time_of(t, *row);
    return *time >= time_of(t, *row) && (*row < last || *time == time_of(t, *row));
}

ab_track_apart ab_track_distance(const ab_track *a, const ab_track *b) {
    ab_track_apart d = {NAN, NAN, NAN};
    int64_t row = 0;
    for (int64_t i = 0; i < a->history->nrow && b->history->nrow > 0; i++) {
        double time = time_of(a, i);
        if (!seek_row(b, &time, &row)) continue;
        const double apart = v3_norm(v3_sub(vector(a, i, 0), place_at(b, row, time)));
        if (!isfinite(apart)) continue; // a body that is not there has no place
        d.last = apart;
        if (apart <= d.max) continue;
        d.max = apart;
        d.at = time;
    }
    return d;
}
