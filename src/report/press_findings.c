// Grid, modulus, gap of the undeformed bodies and loads of a contact of elastic bodies.
#include "report/press_findings.h"
#include "render/engineering.h"

#include <math.h>

// Doubles per cell: the fields of the solver, two tables and the spectrum; on a grid that is free also its padding.
#define NUMBERS_PERIODIC 8
#define NUMBERS_FREE     11

typedef struct gap_range {
    double largest, deviation; // m, of cells that can touch
    int64_t touchable;
} gap_range;

static bool can_touch(double f) { return f < 0.5 * AB_NEVER_TOUCHES; }

static gap_range range_of(const ab_press_case *c) {
    const int64_t n = ab_grid_cells(&c->def.grid);
    gap_range r = {0, 0, 0};
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!can_touch(c->gap[i])) continue;
        r.touchable++;
        r.largest = fmax(r.largest, c->gap[i]);
        sum += c->gap[i];
    }
    const double mean = sum / (double)r.touchable; // of at least one: a case without any is refused
    for (int64_t i = 0; i < n; i++)
        if (can_touch(c->gap[i])) squares += (c->gap[i] - mean) * (c->gap[i] - mean);
    r.deviation = sqrt(squares / (double)r.touchable);
    return r;
}

static double modulus_of(const ab_press_case *c) {
    double compliance = 0;
    for (int i = 0; i < c->def.solids; i++) compliance += ab_solid_compliance(&c->def.solid[i]);
    return 1 / compliance;
}

static double bytes_of(const ab_press_case *c) {
    return 8.0 * (c->def.grid.periodic ? NUMBERS_PERIODIC : NUMBERS_FREE) * (double)ab_grid_array(&c->def.grid);
}

static const struct {
    const char *name, *unit;
} DRIVES[] = {[AB_DRIVE_FORCE] = {"force", "N"},
              [AB_DRIVE_PRESSURE] = {"pressure", "Pa"},
              [AB_DRIVE_APPROACH] = {"approach", "m"},
              [AB_DRIVE_MEAN_GAP] = {"mean gap", "m"}};

static void print_scaled(ab_text *to, const char *before, double value, const char *unit) {
    const ab_scaled_unit u = ab_engineering_unit(value, unit);
    ab_text_format(to, "%s%.4g %s", before, value * u.factor, u.name);
}

static void print_loads(ab_text *to, const ab_press_case *c) {
    double min = c->load[0], max = c->load[0];
    for (int64_t i = 1; i < c->loads; i++) {
        min = fmin(min, c->load[i]);
        max = fmax(max, c->load[i]);
    }
    ab_text_format(to, "%lld load%s by %s", (long long)c->loads, c->loads > 1 ? "s" : "", DRIVES[c->drive].name);
    print_scaled(to, ", ", min, DRIVES[c->drive].unit);
    if (max > min) print_scaled(to, " to ", max, DRIVES[c->drive].unit);
    ab_text_put(to, "\n");
}

void ab_press_findings_text(ab_text *to, const ab_press_case *c) {
    const ab_grid *g = &c->def.grid;
    const gap_range r = range_of(c);
    ab_text_format(to, "%lld x %lld cells", (long long)g->nx, (long long)g->ny);
    print_scaled(to, ", each ", g->dx, "m");
    print_scaled(to, " x ", g->dy, "m");
    ab_text_put(to, g->periodic ? ", periodic" : ", free half-space");
    print_scaled(to, "\nE* of the bodies together: ", modulus_of(c), "Pa");
    print_scaled(to, "\ngap of the undeformed bodies: 0 to ", r.largest, "m");
    print_scaled(to, ", standard deviation ", r.deviation, "m");
    if (r.touchable < ab_grid_cells(g))
        ab_text_format(to, "; %lld cells can never touch", (long long)(ab_grid_cells(g) - r.touchable));
    ab_text_put(to, "\n");
    print_loads(to, c);
    if (c->exact.name) ab_text_format(to, "closed form beside the answers: %s\n", c->exact.name);
    ab_text_format(to, "memory about %.3g MB\nsolve it with `abut press`\n", 1e-6 * bytes_of(c));
}

static void number(ab_text *to, const char *key, double value) {
    ab_text_format(to, ",\n  \"%s\": ", key);
    ab_text_json_number(to, value);
}

void ab_press_findings_json(ab_text *to, const ab_press_case *c) {
    const ab_grid *g = &c->def.grid;
    const gap_range r = range_of(c);
    ab_text_format(to, ",\n  \"study\": \"press\",\n  \"cells\": [%lld, %lld],\n  \"periodic\": %s", (long long)g->nx,
                   (long long)g->ny, g->periodic ? "true" : "false");
    ab_text_format(to, ",\n  \"touchable\": %lld,\n  \"loads\": %lld", (long long)r.touchable, (long long)c->loads);
    number(to, "modulus", modulus_of(c));
    number(to, "largest_gap", r.largest);
    number(to, "deviation", r.deviation);
    number(to, "bytes", bytes_of(c));
}
