// Writes the summary of elastic contact as JSON.
#include "report/press_summary.h"
#include "report/summary.h"

#include <inttypes.h>

void ab_press_summary_json(ab_text *to, const abut_press_summary *s, const ab_press_columns *columns,
                           const abut_press_load *load) {
    ab_text_format(to, "{\n  \"abut\": \"%s\",\n  \"study\": \"press\"", abut_version());
    ab_text_format(to, ",\n  \"columns\": %" PRId64 ",\n  \"rows\": %" PRId64, s->columns, s->rows);
    ab_text_format(to, ",\n  \"exact\": ");
    ab_text_json_string(to, s->exact);
    ab_text_format(to, ",\n  \"checks\": %d,\n  \"failed\": %d", (int)s->checks, (int)s->failed);
    ab_text_put(to, ",\n  \"loads\": [");
    for (int64_t i = 0; i < s->loads; i++) {
        ab_text_put(to, i ? ",\n    " : "\n    ");
        ab_press_json_row(to, columns, &load[i]);
    }
    ab_text_put(to, "\n  ]");
    ab_checks_json(to, s->check, s->checks);
    ab_text_format(to, ",\n  \"hash\": \"%016" PRIx64 "\"\n}", s->hash);
}
