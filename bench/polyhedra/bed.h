// Beds of bodies of volume 1 and mass 1 in a box, of cubes or of 32 hulls with 12 to 26 faces.
#ifndef ABUT_BENCH_BED_H
#define ABUT_BENCH_BED_H

#include "common/figure.h"
#include "world/world.h"

enum { BED_BODIES = 2000, BED_SHAPES = 32 };
#define BED_WIDTH 12.0 // of the box with BED_BODIES
#define BED_DT    2e-4 // s, the recommended one
#define BED_YOUNG 1e4

typedef struct bed {
    abut_context *cx;
    abut_world *w;
    int32_t first;             // row of the first body
    int32_t shape[BED_SHAPES]; // body i has that of i % BED_SHAPES
    bool rocks;
} bed;

// An empty box of tiles of BED_WIDTH, and the shapes. The allocator may be all zero.
bed bed_open(int threads, int tiles_x, int tiles_y, bool rocks, abut_allocator allocator);
void bed_close(bed *b);
void bed_check(const bed *b, abut_status status); // ends the program
void bed_steps(bed *b, int steps);
void put_bed(bench *b, const bed *of, const char *what, double value, const char *unit, goal wanted);

void bench_beds(bench *b);
void bench_scale(bench *b, const bed *settled);      // beds of many tiles; threads; memory
void bench_collisions(bench *b, const bed *settled); // energy of frictionless collisions

#endif
