// The states that an impact goes through: kept, cut into phases, written as CSV.
#include "impact_verb.h"
#include "output.h"

#include <math.h>

static void keep(void *user, const abut_impact_point *point) {
    impact_run *run = user;
    if (run->stored != ABUT_OK) return;
    run->stored = APP_GROW(run->cx, &run->point, &run->capacity, run->points + 1);
    if (run->stored == ABUT_OK) run->point[run->points++] = *point;
}

abut_status impact_run_solve(abut_context *cx, const abut_impact_def *def, const char *law, impact_run *run) {
    *run = (impact_run){.cx = cx, .law = law, .def = *def};
    APP_TRY(APP_ALLOC(cx, &run->end, def->contacts));
    APP_TRY(APP_ALLOC(cx, &run->after, def->bodies));
    run->def.watch = keep;
    run->def.watch_user = run;
    run->status = abut_impact_solve(cx, &run->def, run->end, run->after, &run->report);
    if (run->stored != ABUT_OK) return run->stored;
    return run->status == ABUT_ERR_UNSOLVED ? ABUT_OK : run->status;
}

void impact_run_free(impact_run *run) {
    free(run->end);
    free(run->after);
    free(run->point);
}

// ------------------------------------------------------------------------------------------------------------- phases

#define STOPPED 1e-12 // slip that is none, over the velocity before the impact

double impact_slip(const impact_run *run, const abut_impact_point *p) {
    const double *before = run->end[p->contact].before, slip = hypot(p->velocity[1], p->velocity[2]);
    return slip <= STOPPED * fmax(fabs(before[0]), hypot(before[1], before[2])) ? 0 : slip;
}

static bool is_like(const abut_impact_point *a, const abut_impact_point *b) {
    return a->motion == b->motion && a->expands == b->expands;
}

// The first point only says what was before.
static int64_t next_point(const impact_run *run, int64_t contact, int64_t from) {
    int64_t i = from < run->def.contacts ? run->def.contacts : from;
    while (i < run->points && run->point[i].contact != contact) i++;
    return i;
}

bool impact_next_phase(const impact_run *run, int64_t contact, int64_t from, impact_phase *phase) {
    for (int64_t i = next_point(run, contact, from); i < run->points;) {
        const abut_impact_point *first = &run->point[i];
        *phase = (impact_phase){i, i, first->motion, first->expands};
        for (i = next_point(run, contact, i + 1); i < run->points && is_like(first, &run->point[i]);
             i = next_point(run, contact, i + 1)) {
            phase->last = i;
            const abut_impact_point *p = &run->point[i]; // slip that stops may go on in another direction
            if (first->motion == ABUT_IMPACT_SLIP && impact_slip(run, p) == 0 && p->impulse[0] > first->impulse[0])
                break;
        }
        if (run->point[phase->last].impulse[0] > first->impulse[0]) return true;
    }
    return false;
}

const char *impact_phase_name(const impact_phase *phase) {
    const bool slips = phase->motion == ABUT_IMPACT_SLIP;
    return phase->expands ? (slips ? "expansion, slip" : "expansion, stick")
                          : (slips ? "compression, slip" : "compression, stick");
}

// ---------------------------------------------------------------------------------------------------------------- CSV

static void put_row(abut_text *to, const impact_run *run, const abut_impact_point *p) {
    static const char *const MOTION[] = {"open", "slip", "stick"};
    const double value[] = {p->impulse[0],  p->impulse[1],  p->impulse[2],  p->velocity[0],
                            p->velocity[1], p->velocity[2], p->normal_work, p->tangent_work};
    abut_text_format(to, "%s,%lld,%s,%s", run->law, (long long)p->contact, MOTION[p->motion],
                     p->expands ? "expansion" : "compression");
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        abut_text_put(to, ",");
        abut_text_number(to, value[i]);
    }
    abut_text_put(to, "\n");
}

abut_status impact_write_path(abut_context *cx, const impact_run *run, int runs, const char *name) {
    app_output out = {0};
    abut_text text = abut_text_start(cx);
    abut_text_put(&text, "law,contact,motion,phase,p_n [N s],p_t1 [N s],p_t2 [N s],v_n [m/s],v_t1 [m/s],v_t2 [m/s],"
                         "normal_work [J],tangent_work [J]\n");
    for (int i = 0; i < runs; i++)
        for (int64_t k = 0; k < run[i].points; k++) put_row(&text, &run[i], &run[i].point[k]);
    abut_status status = abut_text_status(&text);
    if (status == ABUT_OK) status = app_output_open(cx, name, ".csv", &out);
    if (status == ABUT_OK)
        status = app_output_close(&out, abut_file_replace(cx, out.path, abut_text_string(&text), text.size));
    abut_text_free(&text);
    return status;
}
