// The four blocks of points and cells that describe a run in the VTK formats (VTKHDF, VTP):
//
//   bodies     surfaces in world coordinates. Connectivity changes only with the set of bodies, points with every
//              frame. Detail falls with the number of bodies; beyond the limits each body is one vertex at its centre.
//   centres    one vertex per body: glyphs, tables
//   contacts   one vertex per contact of the frame
//   links      line elements: one line per spring, motor or stop along a distance, and per rod
//
// The id of a body is its row in the roster, the list of all bodies of the run in order of appearance.
#ifndef AB_OUTPUT_VTK_BLOCKS_H
#define AB_OUTPUT_VTK_BLOCKS_H

#include "base/h5.h"
#include "output/journal.h"

typedef struct ab_vtk_limits {
    int64_t frame_points; // surface points of one frame
    int64_t total_points; // surface points of all frames; ten times as many for hulls and meshes
} ab_vtk_limits;

// ParaView still rotates such a frame smoothly; the file has about 200 MB before compression.
static const ab_vtk_limits ab_vtk_limits_usual = {5000000, 12000000};

typedef struct ab_member { // of the roster
    uint32_t slot, generation, collider;
    int32_t id;
    ab_journal_body body; // at its first appearance
} ab_member;

typedef struct ab_vtk_blocks {
    ab_journal *journal;
    ab_mesh *surface;   // by shape, shape frame  (journal->nshape)
    bool vertices_only; // surfaces would exceed the limits
    int detail;         // of the surfaces
    v3 centre;          // of the extent of all bodies except planes over the whole run, m
    double half;        // half the diagonal of that extent, m; sets the size of the squares that represent planes
    int32_t **id;       // ids of the bodies, by epoch and row  (journal->nepoch)
    ab_member *roster;  // (nroster) by id
    int64_t nroster, roster_capacity;
    int64_t *contacts; // number of contacts in each frame  (journal->nframe)
    double *time;      // of each frame, s  (journal->nframe)
} ab_vtk_blocks;

// Reads the journal once.
abut_status ab_vtk_blocks_make(ab_ctx *cx, ab_journal *journal, ab_vtk_limits limits, ab_vtk_blocks *blocks);
void ab_vtk_blocks_free(ab_ctx *cx, ab_vtk_blocks *blocks);

#define AB_BLOCK_ARRAYS 16 // max arrays of a block

typedef enum ab_block_kind {
    AB_BLOCK_BODIES,
    AB_BLOCK_CENTRES,
    AB_BLOCK_CONTACTS,
    AB_BLOCK_LINES,
    AB_BLOCKS
} ab_block_kind;

typedef enum ab_array_place { AB_POINTS, AB_POINT_DATA, AB_CELL_DATA } ab_array_place;

// The state from which arrays are filled.
typedef struct ab_moment {
    const ab_vtk_blocks *blocks;
    int64_t epoch;
    const ab_frame *frame; // NULL for constant arrays
} ab_moment;

typedef struct ab_array {
    const char *name, *unit;
    ab_array_place place;
    ab_scalar type;
    int columns;   // 0 = scalar
    bool constant; // within an epoch
    void (*fill)(const ab_moment *moment, void *values);
} ab_array;

typedef struct ab_block {
    const char *name;
    const ab_array *array; // array[0] holds the points
    int narray;
} ab_block;

extern const ab_block ab_blocks[AB_BLOCKS];

typedef struct ab_block_size {
    int64_t points, cells, ids; // ids: length of the connectivity
    int corners;                // points per cell: 1 vertices, 2 lines, 3 triangles
} ab_block_size;

ab_block_size ab_block_measure(const ab_vtk_blocks *blocks, ab_block_kind block, int64_t epoch, int64_t contacts);
// Connectivity (size.ids) and the index of each cell's first entry in it (size.cells + 1).
void ab_block_cells(const ab_vtk_blocks *blocks, int64_t epoch, ab_block_size size, int64_t *connectivity,
                    int64_t *offset);
int64_t ab_array_rows(const ab_array *array, ab_block_size size);
int64_t ab_array_bytes(const ab_array *array, ab_block_size size);

#endif
