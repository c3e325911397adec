// Writes the summary of a run as JSON.
#include "report/summary.h"
#include "observe/ledger_terms.h"
#include "observe/residual_terms.h"

#include <inttypes.h>

static void put_energy(ab_text *to, const abut_energy *energy) {
    ab_text_put(to, "{");
    for (int i = 0; i < AB_LEDGER_TERMS; i++) {
        ab_text_format(to, "%s\n    \"%s\": ", i ? "," : "", ab_ledger_terms[i].name);
        ab_text_json_number(to, ab_ledger_value(energy, i));
    }
    ab_text_put(to, "\n  }");
}

static void put_worst(ab_text *to, const abut_residuals *worst) {
    ab_text_put(to, "{");
    for (int i = 0; i < AB_RESIDUAL_TERMS; i++) {
        ab_text_format(to, "%s\n    \"%s\": ", i ? "," : "", ab_residual_terms[i].name);
        ab_text_json_number(to, ab_residual_value(worst, i));
    }
    ab_text_put(to, "\n  }");
}

static void put_check(ab_text *to, const abut_check *c) {
    ab_text_format(to, "{\"name\": \"%s\", \"pass\": %s, \"value\": ", c->name, c->pass ? "true" : "false");
    ab_text_json_number(to, c->value);
    ab_text_put(to, ", \"limit\": ");
    ab_text_json_number(to, c->limit);
    ab_text_format(to, ",\n     \"what\": \"%s\", \"hint\": \"%s\", \"detail\": ", c->what, c->hint);
    ab_text_json_string(to, c->detail);
    ab_text_put(to, "}");
}

void ab_checks_json(ab_text *to, const abut_check *check, int count) {
    ab_text_put(to, ",\n  \"verdict\": [");
    for (int i = 0; i < count; i++) {
        ab_text_put(to, i ? ",\n    " : "\n    ");
        put_check(to, &check[i]);
    }
    ab_text_put(to, "\n  ]");
}

static void number(ab_text *to, const char *key, double value) {
    ab_text_format(to, ",\n  \"%s\": ", key);
    ab_text_json_number(to, value);
}

static void integer(ab_text *to, const char *key, int64_t value) {
    ab_text_format(to, ",\n  \"%s\": %" PRId64, key, value);
}

static void text(ab_text *to, const char *key, const char *value) {
    ab_text_format(to, ",\n  \"%s\": ", key);
    ab_text_json_string(to, value);
}

static void put_losses(ab_text *to, const abut_watch *w) {
    static const char *const NAME[ABUT_LOSSES] = {"damping", "friction", "impact"};
    ab_text_put(to, ",\n  \"losses\": {");
    for (int i = 0; i < ABUT_LOSSES; i++) {
        const abut_give_and_take *l = &w->loss[i];
        ab_text_format(to, "%s\n    \"%s\": {\"gave_in_steps\": %" PRId64, i ? "," : "", NAME[i], l->steps);
        const double value[] = {l->taken, l->given, l->passed, l->max_given, l->time};
        static const char *const KEY[] = {"taken", "given", "passed", "max_given", "at"};
        for (int k = 0; k < 5; k++) {
            ab_text_format(to, ", \"%s\": ", KEY[k]);
            ab_text_json_number(to, value[k]);
        }
        ab_text_put(to, "}");
    }
    ab_text_put(to, "\n  }");
}

// Impacts by the laws that had any, and what was special about them.
static void put_impacts(ab_text *to, const abut_watch *w) {
    const char *before = "\n    ";
    ab_text_put(to, ",\n  \"impacts\": {");
    for (int i = 0; i < ABUT_IMPACT_LAWS; i++) {
        const abut_impact_watch *law = &w->impact[i];
        if (law->count == 0) continue;
        ab_text_format(to, "%s\"%s\": {\"count\": %" PRId64 ", \"lost\": ", before,
                       abut_table_get(ABUT_TABLE_IMPACTS, i).name, law->count);
        ab_text_json_number(to, law->lost);
        ab_text_put(to, ", \"speed\": ");
        ab_text_json_number(to, law->speed);
        ab_text_put(to, "}");
        before = ",\n    ";
    }
    ab_text_format(to,
                   "%s\"guarded\": %" PRId64 ", \"fell_back\": %" PRId64 ", \"completed\": %" PRId64
                   ", \"jammed\": %" PRId64 ", \"painleve\": %" PRId64,
                   before, w->impacts_guarded, w->impacts_fell_back, w->impacts_completed, w->impacts_jammed,
                   w->painleve);
    if (w->painleve > 0) {
        ab_text_put(to, ", \"painleve_time\": ");
        ab_text_json_number(to, w->painleve_time);
        ab_text_put(to, ", \"painleve_a\": ");
        ab_text_json_string(to, w->painleve_a);
        ab_text_put(to, ", \"painleve_b\": ");
        ab_text_json_string(to, w->painleve_b);
    }
    ab_text_put(to, "\n  }");
}

// Only of contacts by impulses, which have problems to solve.
static void put_solver(ab_text *to, const abut_run_summary *s) {
    if (!(s->worst.contact_cones > 0)) return;
    ab_text_format(to, ",\n  \"contact_problems\": {\"max_contacts\": %.0f, \"iterations\": %" PRId64,
                   s->worst.contact_cones, s->watch.contact_sweeps);
    ab_text_put(to, ", \"worst_residual\": ");
    ab_text_json_number(to, s->watch.contact_residual);
    ab_text_format(to, ", \"above_tolerance\": %" PRId64 "}", s->watch.unsolved);
}

static void put_watch(ab_text *to, const abut_watch *w) {
    number(to, "turnover", w->turnover);
    put_losses(to, w);
    put_impacts(to, w);
    integer(to, "audits", w->audits);
    if (w->field_force > 0) number(to, "misplaced_share", w->misplaced_force / w->field_force);
    if (w->field_error > 0) {
        number(to, "field_error", w->field_error);
        number(to, "field_error_time", w->field_error_time);
        text(to, "field_error_a", w->field_error_a);
        text(to, "field_error_b", w->field_error_b);
    }
    if (!w->missed_a[0] && !w->missed_b[0]) return;
    number(to, "missed_time", w->missed_time);
    text(to, "missed_a", w->missed_a);
    text(to, "missed_b", w->missed_b);
}

void ab_summary_json(ab_text *to, const abut_run_summary *s, bool with_wall) {
    ab_text_format(to, "{\n  \"abut\": \"%s\"", abut_version());
    ab_text_format(to, ",\n  \"finished\": %s", s->finished ? "true" : "false");
    number(to, "time", s->progress.time);
    number(to, "end", s->progress.end);
    integer(to, "step", s->progress.step);
    integer(to, "steps", s->progress.steps);
    integer(to, "bodies", s->progress.bodies);
    integer(to, "contacts", s->progress.contacts);
    integer(to, "frames", s->frames);
    integer(to, "checks", s->checks);
    integer(to, "failed", s->failed);
    number(to, "deepest_ever", s->deepest_ever);
    put_watch(to, &s->watch);
    put_solver(to, s);
    if (with_wall) {
        number(to, "wall", s->progress.wall);
        number(to, "steps_per_second", s->progress.steps_per_second);
    }
    ab_text_put(to, ",\n  \"energy\": ");
    put_energy(to, &s->energy);
    ab_text_put(to, ",\n  \"worst\": ");
    put_worst(to, &s->worst);
    ab_checks_json(to, s->check, s->checks);
    ab_text_format(to, ",\n  \"hash\": \"%016" PRIx64 "\"\n}", s->hash);
}

abut_status abut_run_summary_json(const abut_run_summary *summary, bool wall, abut_text *to) {
    if (!to || !to->cx) return ABUT_ERR_ARGUMENT;
    if (!summary) return ab_fail(to->cx, ABUT_ERR_ARGUMENT, "abut_run_summary_json needs a summary");
    ab_summary_json(to, summary, wall);
    return ab_text_status(to);
}
