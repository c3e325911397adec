// Columns of press.csv. A closed form has columns of its own, left empty where it says nothing.
#include "output/press_table.h"

#include <math.h>
#include <stddef.h>

enum { ALWAYS, STIFFNESS, TANGENTIAL, HARDNESS, EXACT };

static const struct {
    const char *name, *unit;
    size_t offset;
    int of;
} COLUMN[] = {
#define COLUMN_OF(name, unit, of)                                                                                      \
    { #name, unit, offsetof(abut_press_load, name), of }
    COLUMN_OF(force, "N", ALWAYS),
    COLUMN_OF(pressure, "Pa", ALWAYS),
    COLUMN_OF(approach, "m", ALWAYS),
    COLUMN_OF(area, "m^2", ALWAYS),
    COLUMN_OF(share, "1", ALWAYS),
    COLUMN_OF(perimeter, "m", ALWAYS),
    COLUMN_OF(mean_gap, "m", ALWAYS),
    COLUMN_OF(max_pressure, "Pa", ALWAYS),
    COLUMN_OF(energy, "J", ALWAYS),
    COLUMN_OF(work, "J", ALWAYS),
    COLUMN_OF(stiffness, "N/m", STIFFNESS),
    COLUMN_OF(yielding_area, "m^2", HARDNESS),
    COLUMN_OF(tangential, "N", TANGENTIAL),
    COLUMN_OF(stick_area, "m^2", TANGENTIAL),
    COLUMN_OF(overlap, "m", ALWAYS),
    COLUMN_OF(pull, "N", ALWAYS),
    COLUMN_OF(distance, "m", ALWAYS),
    COLUMN_OF(product, "J", ALWAYS),
    COLUMN_OF(exact.force, "N", EXACT),
    COLUMN_OF(exact.approach, "m", EXACT),
    COLUMN_OF(exact.area, "m^2", EXACT),
    COLUMN_OF(exact.mean_gap, "m", EXACT),
    COLUMN_OF(exact.max_pressure, "Pa", EXACT),
    COLUMN_OF(exact.energy, "J", EXACT),
    COLUMN_OF(exact.stiffness, "N/m", EXACT),
#undef COLUMN_OF
};
enum { COLUMNS = sizeof COLUMN / sizeof *COLUMN };

static bool is_there(const ab_press_columns *c, int i) {
    const bool there[] = {true, c->stiffness, c->tangential, c->hardness, c->exact};
    return there[COLUMN[i].of];
}

static double value_of(const abut_press_load *load, int i) {
    return *(const double *)(const void *)((const char *)load + COLUMN[i].offset);
}

void ab_press_csv_header(ab_text *to, const ab_press_columns *columns) {
    ab_text_put(to, "load");
    for (int i = 0; i < COLUMNS; i++)
        if (is_there(columns, i)) ab_text_format(to, ",%s [%s]", COLUMN[i].name, COLUMN[i].unit);
    ab_text_put(to, ",iterations,convolutions\n");
}

void ab_press_csv_row(ab_text *to, const ab_press_columns *columns, int64_t index, const abut_press_load *load) {
    ab_text_format(to, "%lld", (long long)index + 1);
    for (int i = 0; i < COLUMNS; i++) {
        if (!is_there(columns, i)) continue;
        ab_text_put(to, ",");
        if (!isnan(value_of(load, i))) ab_text_number(to, value_of(load, i));
    }
    ab_text_format(to, ",%lld,%lld\n", (long long)load->iterations, (long long)load->convolutions);
}

void ab_press_json_row(ab_text *to, const ab_press_columns *columns, const abut_press_load *load) {
    ab_text_put(to, "{");
    for (int i = 0; i < COLUMNS; i++) {
        if (!is_there(columns, i)) continue;
        ab_text_format(to, "\"%s\": ", COLUMN[i].name);
        ab_text_json_number(to, value_of(load, i));
        ab_text_put(to, ", ");
    }
    ab_text_format(to, "\"iterations\": %lld, \"convolutions\": %lld}", (long long)load->iterations,
                   (long long)load->convolutions);
}

void ab_press_law(ab_text *to, const abut_press_load *load, int64_t count) {
    ab_text_put(to, "approach [m],force [N]\n");
    double last = -INFINITY;
    for (int64_t row = 0; row < count; row++) {
        int64_t next = -1;
        for (int64_t i = 0; i < count; i++)
            if (load[i].approach > last && (next < 0 || load[i].approach < load[next].approach)) next = i;
        if (next < 0) return;
        last = load[next].approach;
        ab_text_number(to, last);
        ab_text_put(to, ",");
        ab_text_number(to, load[next].force);
        ab_text_put(to, "\n");
    }
}
