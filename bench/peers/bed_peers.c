// Writes the bed for YADE, ODE and Bullet, runs them and reads their times.
#include "peers/bed_peers.h"

#include "geom/convex/polyhedron.h"

#include <stdio.h>
#include <string.h>

// Vertices of a body about its centre of mass, in world axes turned back by its orientation: the shape's own frame.
static void write_shape(FILE *f, const ab_shape *shape) {
    const ab_polyhedron *p = shape->convex;
    const ab_loops *l = &p->loops;
    fprintf(f, "%d", l->nvertex);
    for (int32_t i = 0; i < l->nvertex; i++) {
        const v3 v = v3_add(p->centre, ab_vertex_at(l, i));
        fprintf(f, " %.17g %.17g %.17g", v.x, v.y, v.z);
    }
    fprintf(f, "\n%d", l->nface);
    for (int32_t k = 0; k < l->nface; k++) {
        fprintf(f, " %d", l->first[k + 1] - l->first[k]);
        for (int32_t c = l->first[k]; c < l->first[k + 1]; c++) fprintf(f, " %d", l->corner[c].vertex);
    }
    fprintf(f, "\n%.17g %.17g %.17g\n", shape->moments.x, shape->moments.y, shape->moments.z);
}

// Count and shapes, then count, width and bodies: shape, place and orientation (w, x, y, z) of the centre of mass.
static bool write_bed(const char *path, const ab_world *w, int64_t first, double width) {
    FILE *f = fopen(path, "w");
    if (!f) return false;
    int64_t shapes = 0;
    for (int64_t i = 0; i < w->config.nshape; i++) shapes += w->config.shapes[i].convex != NULL;
    fprintf(f, "%lld\n", (long long)shapes);
    for (int64_t i = 0; i < w->config.nshape; i++)
        if (w->config.shapes[i].convex) write_shape(f, &w->config.shapes[i]);
    fprintf(f, "%lld %.17g\n", (long long)(w->state.body.n - first), width);
    for (int64_t i = first; i < w->state.body.n; i++) {
        const v3 x = w->state.body.x[i];
        const quat q = w->state.body.q[i];
        fprintf(f, "%lld %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n",
                (long long)(w->state.collider.shape[i] - (w->config.nshape - shapes)), x.x, x.y, x.z, q.w, q.x, q.y,
                q.z);
    }
    return fclose(f) == 0;
}

static bool ask(const char *command, double *seconds) {
    FILE *pipe = popen(command, "r");
    if (!pipe) return false;
    const bool ok = fscanf(pipe, "%lf", seconds) == 1;
    return pclose(pipe) == 0 && ok;
}

static bool run(const peer *p, const char *command, const ab_world *w, int64_t first, double width, double *seconds,
                char *text) {
    char path[100];
    snprintf(path, sizeof path, "%s/bed", p->folder);
    if (!write_bed(path, w, first, width)) return peer_fail(text, p->name, "has no room for the bed");
    return ask(command, seconds) || peer_fail(text, p->name, "failed");
}

// YADE is a program that reads a script.
static bool run_yade(const char *script, const ab_world *w, int64_t first, double width, double *seconds, char *text) {
    peer p;
    char command[900];
    if (!peer_open_script(&p, "yade", text)) return false;
    snprintf(command, sizeof command,
             "BED=%s/bed PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=%s/peers/polyhedra yade -n -x -j1 "
             "%s/peers/polyhedra/%s.py 2>/dev/null | sed -n 's/^seconds //p'",
             p.folder, BENCH_FOLDER, BENCH_FOLDER, script);
    const bool ok = run(&p, command, w, first, width, seconds, text);
    peer_close(&p);
    return ok;
}

static bool run_compiled(const char *name, const char *options, const char *libraries, const ab_world *w, int64_t first,
                         double width, double *seconds, char *text) {
    peer p;
    char command[200];
    if (!peer_open(&p, "polyhedra", name, options, libraries, text)) return false;
    snprintf(command, sizeof command, "%s/%s %s/bed 2>>%s/log", p.folder, name, p.folder, p.folder);
    const bool ok = run(&p, command, w, first, width, seconds, text);
    peer_close(&p);
    return ok;
}

bool bed_peer(const char *name, const ab_world *w, int64_t first, double width, double *seconds, char *text) {
    if (strcmp(name, "yade") == 0) return run_yade("yade_bed", w, first, width, seconds, text);
    if (strcmp(name, "ode") == 0) return run_compiled("ode_bed", "", "-lode", w, first, width, seconds, text);
    return run_compiled("bullet_bed", "-I/usr/include/bullet -DBT_USE_DOUBLE_PRECISION",
                        "-lBulletDynamics-float64 -lBulletCollision-float64 -lLinearMath-float64", w, first, width,
                        seconds, text);
}

bool yade_collisions(const ab_world *w, int64_t first, double width, double *error, char *text) {
    return run_yade("yade_collisions", w, first, width, error, text);
}
