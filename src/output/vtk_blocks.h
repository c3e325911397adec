// What a run looks like: four blocks of points and cells that every picture format (VTKHDF, VTP) writes.
//
//   bodies
//     surfaces in world coordinates. Connectivity changes only with the set of bodies, points with every frame.
//              Detail falls with the number of bodies; beyond the limits each body is one vertex at its centre.
//   centres    one vertex per body: glyphs, tables
//   contacts   one vertex per contact, as many as there are in the frame
//   links      one line per spring, motor or stop along a distance, and per rod
//
// A body is known by its id: its row in the roster, the list of all bodies of the run in the order they appeared.
#ifndef AB_OUTPUT_VTK_BLOCKS_H
#define AB_OUTPUT_VTK_BLOCKS_H

#include "output/h5.h"
#include "output/journal.h"

typedef struct ab_vtk_limits {
    int64_t frame_points; // of surfaces in one frame
    int64_t total_points; // of surfaces in all frames; ten times as many for those of hulls and meshes
} ab_vtk_limits;

// What ParaView still turns smoothly, and a file of about 200 MB before compression.
static const ab_vtk_limits ab_vtk_limits_usual = {5000000, 12000000};

typedef struct ab_member { // of the roster
    uint32_t slot, generation, collider;
    int32_t id;
    ab_journal_body body; // as it first appeared
} ab_member;

typedef struct ab_vtk_blocks {
    ab_journal *journal;
    ab_mesh *surface;   // by shape, shape frame  (journal->nshape)
    bool vertices_only; // surfaces would be too many points
    int detail;         // of the surfaces
    v3 centre;          // of everything that is not a plane, over the whole run, m
    double half;        // edge of the squares that stand for planes, m
    int32_t **id;       // of the bodies of an epoch  (journal->nepoch)
    ab_member *roster;  // (nroster) by id
    int64_t nroster, roster_capacity;
    int64_t *contacts; // in the frame  (journal->nframe)
    double *time;      // of the frame, s  (journal->nframe)
} ab_vtk_blocks;

// Reads the journal once.
abut_status ab_vtk_blocks_make(ab_ctx *cx, ab_journal *journal, ab_vtk_limits limits, ab_vtk_blocks *blocks);
void ab_vtk_blocks_free(ab_ctx *cx, ab_vtk_blocks *blocks);

#define AB_BLOCK_ARRAYS 16 // at most in a block

typedef enum ab_block_kind {
    AB_BLOCK_BODIES,
    AB_BLOCK_CENTRES,
    AB_BLOCK_CONTACTS,
    AB_BLOCK_LINES,
    AB_BLOCKS
} ab_block_kind;

typedef enum ab_array_place { AB_POINTS, AB_POINT_DATA, AB_CELL_DATA } ab_array_place;

// A state that arrays are filled from.
typedef struct ab_moment {
    const ab_vtk_blocks *blocks;
    int64_t epoch;
    const ab_frame *frame; // NULL for arrays that are still
} ab_moment;

typedef struct ab_array {
    const char *name, *unit;
    ab_array_place place;
    ab_scalar type;
    int columns;   // 0 = scalar
    bool constant; // the same as long as the bodies are
    void (*fill)(const ab_moment *moment, void *values);
} ab_array;

typedef struct ab_block {
    const char *name;
    const ab_array *array; // the first one is the points
    int narray;
} ab_block;

extern const ab_block ab_blocks[AB_BLOCKS];

typedef struct ab_block_size {
    int64_t points, cells, ids; // ids: length of the connectivity
    int corners;                // of a cell: 1 vertices, 2 lines, 3 triangles
} ab_block_size;

ab_block_size ab_block_measure(const ab_vtk_blocks *blocks, ab_block_kind block, int64_t epoch, int64_t contacts);
// Connectivity (size.ids) and where each cell begins in it (size.cells + 1).
void ab_block_cells(const ab_vtk_blocks *blocks, int64_t epoch, ab_block_size size, int64_t *connectivity,
                    int64_t *offset);
int64_t ab_array_rows(const ab_array *array, ab_block_size size);
int64_t ab_array_bytes(const ab_array *array, ab_block_size size);

#endif
