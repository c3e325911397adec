// Writes rows and headers of the CSV files.
#include "output/csv.h"
#include "base/plain_text.h"
#include "observe/ledger_terms.h"
#include "observe/residual_terms.h"

#include <stdio.h>
#include <string.h>

// A field that a spreadsheet would read as a formula gets a leading apostrophe, which makes it text. Scenes have no
// such names, but programs may give them.
void ab_csv_field(ab_text *text, const char *field) {
    const char *before = ab_is_formula(field) ? "'" : "";
    if (!strpbrk(field, ",\"\r\n")) {
        ab_text_put(text, before);
        ab_text_put(text, field);
        return;
    }
    ab_text_put(text, "\"");
    ab_text_put(text, before);
    for (const char *c = field; *c; c++) {
        if (*c == '"') ab_text_put(text, "\"");
        ab_text_bytes(text, c, 1);
    }
    ab_text_put(text, "\"");
}

static void number(ab_text *text, double value) {
    ab_text_put(text, ",");
    ab_text_number(text, value);
}

void ab_csv_energy_header(ab_text *text) {
    ab_text_put(text, "time [s],step,dt [s]");
    for (int i = 0; i < AB_LEDGER_TERMS; i++) ab_text_format(text, ",%s [J]", ab_ledger_terms[i].name);
    ab_text_put(text, ",bodies,contacts,deepest [m]\n");
}

void ab_csv_energy_row(ab_text *text, const ab_world *w) {
    ab_text_number(text, w->state.time);
    ab_text_format(text, ",%lld", (long long)w->state.step);
    number(text, ab_world_last_dt(w));
    for (int i = 0; i < AB_LEDGER_TERMS; i++) number(text, ab_ledger_value(&w->ledger.energy, i));
    ab_text_format(text, ",%lld,%lld", (long long)w->state.body.n, (long long)w->state.contacts.n);
    number(text, w->ledger.deepest);
    ab_text_put(text, "\n");
}

static const char *const state_fields[AB_CSV_STATE_FIELDS] = {
    "x [m]",    "y [m]",    "z [m]",      "qw",         "qx",         "qy",     "qz",     "vx [m/s]",
    "vy [m/s]", "vz [m/s]", "wx [rad/s]", "wy [rad/s]", "wz [rad/s]", "fx [N]", "fy [N]", "fz [N]",
};

void ab_csv_state_header(ab_text *text, const char *label) {
    for (int i = 0; i < AB_CSV_STATE_FIELDS; i++) {
        char field[AB_NAME_MAX + 64];
        snprintf(field, sizeof field, "%s%s%s", label, label[0] ? "." : "", state_fields[i]);
        ab_text_put(text, ",");
        ab_csv_field(text, field);
    }
}

static void vector(ab_text *text, v3 a) {
    number(text, a.x);
    number(text, a.y);
    number(text, a.z);
}

void ab_csv_state_row(ab_text *text, const ab_csv_state *state) {
    if (!state) {
        for (int i = 0; i < AB_CSV_STATE_FIELDS; i++) ab_text_put(text, ",");
        return;
    }
    vector(text, state->pose.x);
    number(text, state->pose.q.w);
    vector(text, v3_make(state->pose.q.x, state->pose.q.y, state->pose.q.z));
    vector(text, state->v);
    vector(text, state->w);
    vector(text, state->force);
}

// One header field: the name followed by `what`.
static void column(ab_text *text, const char *name, const char *what) {
    char field[AB_NAME_MAX + 64];
    snprintf(field, sizeof field, "%s%s", name, what);
    ab_text_put(text, ",");
    ab_csv_field(text, field);
}

static void moment(ab_text *text, const ab_world *w) {
    ab_text_number(text, w->state.time);
    ab_text_format(text, ",%lld", (long long)w->state.step);
}

void ab_csv_joints_header(ab_text *text, const ab_world *w) {
    static const char *const FIELDS[] = {".fx [N]", ".fy [N]", ".fz [N]", ".tx [N m]", ".ty [N m]", ".tz [N m]"};
    ab_text_put(text, "time [s],step");
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        const ab_joint_coordinates *c = w->mechanism.joint[i].joint.type->coordinates;
        for (int k = 0; c && k < c->count; k++) {
            column(text, w->mechanism.joint[i].name, c->column[k].value);
            column(text, w->mechanism.joint[i].name, c->column[k].rate);
        }
        for (size_t k = 0; k < sizeof FIELDS / sizeof FIELDS[0]; k++)
            column(text, w->mechanism.joint[i].name, FIELDS[k]);
    }
    ab_text_put(text, "\n");
}

void ab_csv_joints_row(ab_text *text, const ab_world *w) {
    moment(text, w);
    for (int64_t i = 0; i < w->mechanism.n; i++) {
        ab_joint_coordinate coordinate[AB_JOINT_COORDINATES];
        const int count = ab_measure_joint(w, &w->mechanism.joint[i], coordinate);
        for (int k = 0; k < count; k++) {
            number(text, coordinate[k].value);
            number(text, coordinate[k].rate);
        }
        vector(text, w->mechanism.joint[i].force);
        vector(text, w->mechanism.joint[i].torque);
    }
    ab_text_put(text, "\n");
}

void ab_csv_forces_header(ab_text *text, const ab_world *w) {
    ab_text_put(text, "time [s],step");
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        const ab_world_force *f = &w->mechanism.force[i];
        const bool angle = f->force.along == AB_ALONG_ANGLE;
        column(text, f->name, angle ? ".angle [rad]" : ".length [m]");
        column(text, f->name, angle ? ".torque [N m]" : ".force [N]");
    }
    ab_text_put(text, "\n");
}

void ab_csv_forces_row(ab_text *text, const ab_world *w) {
    moment(text, w);
    for (int64_t i = 0; i < w->mechanism.nforce; i++) {
        number(text, w->mechanism.force[i].s);
        number(text, w->mechanism.force[i].effort);
    }
    ab_text_put(text, "\n");
}

void ab_csv_residuals_header(ab_text *text) {
    ab_text_put(text, "time [s],step");
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++) {
        const ab_residual_term *t = &ab_residual_terms[i];
        ab_text_format(text, t->unit[0] ? ",%s [%s]" : ",%s", t->name, t->unit);
    }
    for (int i = 0; i < AB_DEPTHS; i++) ab_text_format(text, ",contacts_%s", ab_depth_names[i]);
    ab_text_put(text, "\n");
}

void ab_csv_residuals_row(ab_text *text, const ab_world *w) {
    int64_t count[AB_DEPTHS] = {0};
    for (int64_t i = 0; i < w->state.contacts.n; i++) count[ab_depth_class(w->state.contacts.gap[i])]++;
    moment(text, w);
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++) number(text, ab_residual_value(&w->ledger.residual, i));
    for (int i = 0; i < AB_DEPTHS; i++) ab_text_format(text, ",%lld", (long long)count[i]);
    ab_text_put(text, "\n");
}

static bool is_flux_plane(const ab_flows *t, int64_t i) { return i >= t->ninlet + t->noutlet; }

void ab_csv_flows_header(ab_text *text, const ab_world *w) {
    const ab_flows *t = &w->state.flows;
    ab_text_put(text, "time [s],step");
    for (int64_t i = 0; i < ab_flows_count(t); i++) {
        column(text, ab_flows_name(t, i), ".bodies");
        column(text, ab_flows_name(t, i), ".mass [kg]");
        if (is_flux_plane(t, i)) column(text, ab_flows_name(t, i), ".rate [kg/s]");
    }
    ab_text_put(text, "\n");
}

void ab_csv_flows_row(ab_text *text, const ab_world *w) {
    const ab_flows *t = &w->state.flows;
    moment(text, w);
    for (int64_t i = 0; i < ab_flows_count(t); i++) {
        const ab_flow_tally *tally = ab_flows_tally(t, i);
        ab_text_format(text, ",%lld", (long long)tally->count);
        number(text, tally->mass);
        if (is_flux_plane(t, i)) number(text, tally->rate);
    }
    ab_text_put(text, "\n");
}

void ab_csv_probes_header(ab_text *text, const ab_probe *probe, int64_t n) {
    ab_text_put(text, "time [s],step");
    for (int64_t i = 0; i < n; i++) {
        const ab_probe_type *type = ab_probe_types[probe[i].kind];
        for (int k = 0; k < type->columns; k++) column(text, probe[i].name, type->column[k]);
    }
    ab_text_put(text, "\n");
}

void ab_csv_probes_row(ab_text *text, const ab_probe *probe, int64_t n, const ab_world *w) {
    moment(text, w);
    for (int64_t i = 0; i < n; i++) {
        const ab_probe_type *type = ab_probe_types[probe[i].kind];
        double value[AB_PROBE_COLUMNS];
        type->read(&probe[i], w, value);
        for (int k = 0; k < type->columns; k++) number(text, value[k]);
    }
    ab_text_put(text, "\n");
}
