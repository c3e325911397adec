// abut solve: solves a frictional contact problem from a file in the FCLIB layout.
#include "app.h"

typedef struct solve_wishes {
    const char *solver, *residual, *write;
    double tolerance, penalty;
    int64_t max;
    bool json, relax;
} solve_wishes;

static int print_json(abut_context *cx, int64_t contacts, const abut_cones_report *r, bool solved, double wall) {
    abut_text text = abut_text_start(cx);
    abut_text_format(&text, "{\n  \"contacts\": %lld,\n  \"solved\": %s,\n  \"natural\": ", (long long)contacts,
                     solved ? "true" : "false");
    abut_text_json_number(&text, r->natural);
    abut_text_put(&text, ",\n  \"energy\": ");
    abut_text_json_number(&text, r->energy);
    abut_text_format(&text,
                     ",\n  \"worst\": %lld,\n  \"solver\": \"%s\",\n  \"iterations\": %lld,\n  \"factorizations\": "
                     "%lld,\n  \"seconds\": ",
                     (long long)r->worst, r->solver, (long long)r->iterations, (long long)r->factorizations);
    abut_text_json_number(&text, wall);
    abut_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

static void print(int64_t contacts, const abut_cones_report *r, double wall) {
    printf("contacts   %lld\n", (long long)contacts);
    printf("solver     %s, %lld iterations, %lld factorizations, %.3g ms\n", r->solver, (long long)r->iterations,
           (long long)r->factorizations, 1e3 * wall);
    printf("natural    %.3e\n", r->natural);
    printf("energy     %.3e, largest in contact %lld\n", r->energy, (long long)r->worst);
}

typedef struct solve_answer {
    abut_cones *cones;
    double *impulse, *velocity;
} solve_answer;

static int solve(abut_context *cx, const solve_wishes *w, solve_answer *a) {
    const int64_t n = abut_cones_count(a->cones);
    abut_cones_options o = abut_cones_default();
    if (w->solver) o.solver = w->solver;
    o.tolerance = w->tolerance;
    o.energy = w->residual && w->residual[0] == 'e';
    o.max_iterations = w->max;
    o.relax = w->relax;
    o.penalty = w->penalty;
    abut_status status = APP_ALLOC(cx, &a->impulse, 3 * n);
    if (status == ABUT_OK) status = APP_ALLOC(cx, &a->velocity, 3 * n);
    if (status != ABUT_OK) return app_report(cx, status);
    abut_cones_report report;
    const double begin = app_wall_time();
    const abut_status solved = abut_cones_solve(a->cones, &o, a->impulse, a->velocity, &report);
    const double wall = app_wall_time() - begin;
    if (solved != ABUT_OK && solved != ABUT_ERR_UNSOLVED) return app_report(cx, solved);
    int code = APP_OK;
    if (w->json)
        code = print_json(cx, n, &report, solved == ABUT_OK, wall);
    else
        print(n, &report, wall);
    if (solved != ABUT_OK) code = app_report(cx, solved);
    if (w->write && (status = abut_cones_save(a->cones, w->write, a->impulse, a->velocity)) != ABUT_OK)
        code = app_report(cx, status);
    return code;
}

static int run(const app_verb *verb, int argc, char **argv) {
    const abut_cones_options o = abut_cones_default();
    solve_wishes w = {.tolerance = o.tolerance, .max = o.max_iterations, .penalty = o.penalty};
    const app_option options[] = {
        {"solver", 0, APP_TEXT, "NAME", "one of `abut list solvers` (auto)", &w.solver},
        {"tolerance", 0, APP_NUMBER, "RESIDUAL", "residual at which a solver stops (1e-8)", &w.tolerance},
        {"residual", 0, APP_TEXT, "natural|energy", "definition of the residual (natural)", &w.residual},
        {"max-iterations", 0, APP_INTEGER, "N", "iteration limit of each solver (20000)", &w.max},
        {"relax", 0, APP_FLAG, NULL, "solve the convex relaxation, in which sliding contacts open with mu |u_t|",
         &w.relax},
        {"penalty", 0, APP_NUMBER, "NUMBER", "of solver augmented, over the effective mass of a contact (100)",
         &w.penalty},
        {"write", 0, APP_TEXT, "FILE", "write the problem and its solution, as FCLIB does", &w.write},
        {"json", 0, APP_FLAG, NULL, "print JSON with all digits", &w.json},
    };
    app_list arguments;
    int code = APP_OK;
    if (!app_parse(verb, options, sizeof options / sizeof options[0], argc, argv, &arguments, &code)) return code;
    abut_context *cx = app_context(1);
    if (!cx) return APP_FAILED;
    solve_answer a = {0};
    const abut_status status = abut_cones_load(cx, arguments.item[0], &a.cones);
    code = status == ABUT_OK ? solve(cx, &w, &a) : app_report(cx, status);
    abut_cones_destroy(a.cones);
    free(a.impulse);
    free(a.velocity);
    abut_context_destroy(cx);
    return code;
}

const app_verb app_verb_solve = {
    .name = "solve",
    .summary = "solve a frictional contact problem: Signorini's condition and Coulomb's law",
    .usage = "PROBLEM.hdf5 [options]",
    .details = "u = W r + q, r in the friction cone, u + mu |u_t| n in its dual, complementary. The file has the "
               "layout of FCLIB (local and global problems in three dimensions; global ones\n"
               "are condensed, and --write writes the local problem).\n"
               "Exit code 3: no solver reached the tolerance; the best it found is printed and written.",
    .example = "    abut solve Capsules-i100-889.hdf5 --tolerance 1e-8\n"
               "    abut solve box_stack.hdf5 --solver admm --residual energy --write solution.hdf5",
    .min_arguments = 1,
    .max_arguments = 1,
    .run = run,
};
