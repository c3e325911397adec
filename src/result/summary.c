// A run's outcome as JSON.
#include "result/summary.h"
#include "result/ledger.h"
#include "result/residuals.h"

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

static void number(ab_text *to, const char *key, double value) {
    ab_text_format(to, ",\n  \"%s\": ", key);
    ab_text_json_number(to, value);
}

static void integer(ab_text *to, const char *key, int64_t value) {
    ab_text_format(to, ",\n  \"%s\": %" PRId64, key, value);
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
    if (with_wall) {
        number(to, "wall", s->progress.wall);
        number(to, "steps_per_second", s->progress.steps_per_second);
    }
    ab_text_put(to, ",\n  \"energy\": ");
    put_energy(to, &s->energy);
    ab_text_put(to, ",\n  \"worst\": ");
    put_worst(to, &s->worst);
    ab_text_format(to, ",\n  \"hash\": \"%016" PRIx64 "\"\n}", s->hash);
}
