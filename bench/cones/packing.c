// Pours balls and keeps the contact problem of the last step.
#include "cones/packing.h"

#include "base/alloc.h"
#include "solve/block_rows.h"
#include "solve/cone_bodies_data.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACING 1.05 // of the centres at the start, over the largest diameter
#define LARGEST 0.01 // m

static void check(abut_context *cx, abut_status status) {
    if (status == ABUT_OK) return;
    fprintf(stderr, "%s\n", abut_context_message(cx));
    exit(3);
}

static double noise(uint64_t *state) { // -1 to 1
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

static void *copy(const void *from, int64_t count, size_t size) {
    void *to = malloc((size_t)(count > 0 ? count : 1) * size);
    if (!to) exit(3);
    if (count > 0) memcpy(to, from, (size_t)count * size);
    return to;
}

static abut_status keep(void *user, const ab_world *w, const ab_cones *c, const double *guess,
                        const ab_cone_report *report) {
    (void)w, (void)report;
    packing *p = user;
    const ab_cone_bodies *b = c->with;
    packing_free(p);
    p->n = c->n;
    p->def = b->def;
    p->def.body = copy(b->def.body, b->def.nbody, sizeof *b->def.body);
    p->def.contact = copy(b->def.contact, c->n, sizeof *b->def.contact);
    p->mu = copy(c->mu, c->n, sizeof *c->mu);
    p->q = copy(c->q, 3 * c->n, sizeof *c->q);
    p->warm = copy(guess, 3 * c->n, sizeof *guess);
    return ABUT_OK;
}

void packing_free(packing *p) {
    free((void *)p->def.body);
    free((void *)p->def.contact);
    free(p->mu);
    free(p->q);
    free(p->warm);
    p->def = (ab_cone_bodies_def){0};
    p->mu = p->q = p->warm = NULL;
}

static void add_walls(abut_context *cx, abut_world *w, double width) {
    static const abut_v3 NORMAL[5] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    for (int i = 0; i < 5; i++) {
        abut_body_def def = abut_body_default();
        def.name = "wall";
        def.number = i;
        def.fixed = true;
        def.position = (abut_v3){i == 2 ? width : 0, i == 4 ? width : 0, 0};
        check(cx, abut_shape_add_plane(w, NORMAL[i], &def.shape));
        check(cx, abut_body_add(w, &def, NULL));
    }
}

enum { SIZES = 20 };

static void add_shapes(abut_context *cx, abut_world *w, bool boxes, int32_t shape[SIZES]) {
    for (int i = 0; i < SIZES; i++) {
        const double size = LARGEST * (0.8 + 0.2 * i / (SIZES - 1)), edge = size / sqrt(3);
        check(cx, boxes ? abut_shape_add_box(w, (abut_v3){edge, edge, edge}, &shape[i])
                        : abut_shape_add_sphere(w, 0.5 * size, &shape[i]));
    }
}

static void add_bodies(abut_context *cx, abut_world *w, int side, int layers, bool boxes) {
    uint64_t seed = 1;
    int32_t shape[SIZES];
    add_shapes(cx, w, boxes, shape);
    const double pitch = SPACING * LARGEST;
    abut_body_def def = abut_body_default();
    def.name = "body";
    for (int64_t k = 0; k < (int64_t)side * side * layers; k++) {
        def.number = k;
        def.shape = shape[(int)(0.5 * SIZES * (1 + noise(&seed)))];
        def.position = (abut_v3){pitch * ((double)(k % side) + 0.5) + 0.02 * LARGEST * noise(&seed),
                                 pitch * ((double)(k / side % side) + 0.5) + 0.02 * LARGEST * noise(&seed),
                                 pitch * ((double)(k / side / side) + 0.5)};
        check(cx, abut_body_add(w, &def, NULL));
    }
}

packing pour(int threads, int side, int layers, int steps, bool boxes) {
    packing p = {0};
    abut_config config = abut_config_default();
    config.threads = threads;
    if (abut_context_create(&config, &p.cx) != ABUT_OK) exit(3);
    abut_world_def def = abut_world_default();
    def.enforcement = "multiplier";
    def.contact_solver = "gauss_seidel";
    def.contact_tolerance = boxes ? 3e-2 : 1e-3; // boxes are there for the time of a sweep only
    def.allow_unsolved = true;
    def.dt = 2e-3;
    abut_world *w;
    check(p.cx, abut_world_create(p.cx, &def, &w));
    abut_material_def m = abut_material_default();
    int32_t material;
    m.friction = 0.5;
    m.restitution = 0;
    check(p.cx, abut_material_add(w, &m, &material));
    add_walls(p.cx, w, SPACING * LARGEST * side);
    add_bodies(p.cx, w, side, layers, boxes);
    for (int k = 0; k < steps; k++) {
        if (k + 1 == steps) w->problem_watch = (ab_problem_watch){keep, &p};
        check(p.cx, abut_world_step(w));
    }
    abut_world_destroy(w);
    return p;
}

// ------------------------------------------------------------------------------------------------------------- writing

static abut_status assemble(const packing *p, ab_block_rows *rows) {
    ab_arena arena = {0};
    ab_entry *entry = NULL;
    int64_t count;
    ab_cone_bodies *b;
    abut_status status = ab_cone_bodies_make(p->cx, &arena, &p->def, &b);
    const ab_cones c = {p->n, p->mu, p->q, NULL, &ab_cone_form_bodies, b, false};
    if (status == ABUT_OK) status = c.form->list(p->cx, &c, &entry, &count);
    if (status == ABUT_OK) status = ab_block_rows_make(p->cx, p->n, entry, count, rows);
    ab_free(p->cx, entry);
    ab_arena_free(p->cx, &arena);
    return status;
}

bool problem_write(int64_t n, const ab_block_rows *w, const double *q, const double *mu, const char *path) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    const int64_t blocks = w->first[n];
    const size_t rows = (size_t)n, nb = (size_t)blocks;
    bool ok = fwrite("FC3D0001", 8, 1, f) == 1 && fwrite(&n, 8, 1, f) == 1 && fwrite(&blocks, 8, 1, f) == 1;
    ok = ok && fwrite(w->first, 8, rows + 1, f) == rows + 1 && fwrite(w->column, 4, nb, f) == nb;
    ok = ok && fwrite(w->value, 8, 9 * nb, f) == 9 * nb && fwrite(q, 8, 3 * rows, f) == 3 * rows;
    ok = ok && fwrite(mu, 8, rows, f) == rows;
    return fclose(f) == 0 && ok;
}

bool packing_write(const packing *p, const char *path) {
    ab_block_rows w;
    if (assemble(p, &w) != ABUT_OK) return false;
    const bool ok = problem_write(p->n, &w, p->q, p->mu, path);
    ab_block_rows_free(p->cx, &w);
    return ok;
}
