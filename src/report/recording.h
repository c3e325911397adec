// The film: a run as the page of a browser shows it, in few bytes.
//
//   film    = magic "abutfilm", u32 version, u32 zero, block...
//   block   = u32 kind, u32 frames in it (0 for tables), u32 bytes unpacked, u32 bytes packed, payload (zlib)
//
// A block needs no other block of its kind, so a reader can take them in any order and at any time; a film that is
// being made grows at its end. `v` below is a number as a varint: seven bits in each byte, the lowest first, the high
// bit set in all but the last; `z` is a signed one, 2 i or -2 i - 1 as v.
//
//   about     JSON objects; a later key replaces an earlier one
//   shapes    appended to the table: v count, then for each: u8 form (AB_FORM_*), f32 half[3], f32 radius, and for a
//     mesh v vertices,
//             v triangles, f32 low[3], f32 step, z x, y, z of every vertex in steps as differences to the one before,
//               then z corners
//             as differences to the one before
//   bodies    replaces the table: all that live in some frame of the motion that follows, by slot and collider. v
//     count, then columns:
//             v slot, v collider (0 = the body, k = its k-th), v name, v number + 1, v shape, v material, v flags, v
//               owner,
//             v name of the collider + 1, f32 mass
//   times     f64 rows, one for each frame: AB_RECORDING_TIMES columns
//   motion    of the bodies of the last table: v frames, v bodies, for each body v the frames before it came and v
//     those after it
//             left, then for each of eight channels: u8 order, z residuals (frames x bodies; of a body that is not
//               there its nearest
//             values). Channels: x, y, z in quanta; which component of the quaternion is left out (the largest, made
//               positive)
//             and the three others in turns; level of the speed. A residual is the value less its prediction from the
//               frames
//             before in the block: order 0 none, 1 the last value, 2 straight on; of quaternions only from frames that
//               leave
//             out the same component.
//   contacts  v frames, v contacts of each, then for each of eight channels z residuals: lower row and upper row as
//     differences to
//             the contact before; the others to the contact before if it is of the same pair and frame, else to the
//               first one
//             of the pair in the frame before, if it is in the block and has some, else to nothing: x, y, z in contact
//               quanta from the centre of the smaller body; level of the force;
//             its direction on the lower row's body, on an octahedron of so many steps
//   links     springs and rods, if there are some, between the motion and the contacts of the same frames: v frames, v
//     links, then for x, y, z of one end and of the other z differences to the frame
//             before in quanta (frames x links)
//   history   v length of a JSON object, the object, then rows of every column as differences of f32 bits to the row
//     before, all
//             first bytes, all second ones, ...
//
// A level is round(8 log2(value / AB_RECORDING_MIN_LEVEL)) + 1 and 0 for less than that: within 4.5 % of the value.
#ifndef AB_REPORT_RECORDING_H
#define AB_REPORT_RECORDING_H

#include "base/sort.h"
#include "output/journal.h"

#define AB_RECORDING_VERSION   3
#define AB_RECORDING_MIN_LEVEL 1e-9 // m/s, N
#define AB_RECORDING_TIMES     10   // time, dt, deepest, contacts, and how many by depth: AB_DEPTHS

typedef enum ab_recording_kind {
    AB_RECORDING_METADATA = 1,
    AB_RECORDING_SHAPES,
    AB_RECORDING_BODIES,
    AB_RECORDING_TIMES_OF,
    AB_RECORDING_MOTION,
    AB_RECORDING_CONTACTS,
    AB_RECORDING_HISTORY,
    AB_RECORDING_LINES // of the motion before
} ab_recording_kind;

enum { AB_FORM_SPHERE, AB_FORM_BOX, AB_FORM_CYLINDER, AB_FORM_PLANE, AB_FORM_MESH, AB_FORM_COMPOUND };

// How fine: chosen from the first bodies, so that a film can begin before its run has ended.
typedef struct ab_recording_grain {
    double quantum;         // of positions, m
    double contact_quantum; // of contact points, m
    double turn;            // of the components of quaternions
    double direction;       // steps of a direction from the middle of the octahedron to its rim
} ab_recording_grain;

typedef struct ab_recording {
    ab_ctx *cx;
    ab_text bytes; // the film
    ab_text raw;   // of the block being made
    ab_recording_grain grain;
    bool headed, begun;                               // the head, the first tables are there
    int64_t nframe;                                   // of the journal, seen so far: those shown and those left out
    int64_t nshape, nname, nmaterial;                 // of the journal, put so far
    uint64_t bodies;                                  // hash of the table of bodies put last
    int64_t shown;                                    // frames put
    int64_t body_frames, contact_frames;              // rows of bodies and contacts in them
    int64_t motion_bytes, contact_bytes, table_bytes; // of their blocks, packed
    struct ab_recording_chunk *chunk;                 // frames of the block being made
} ab_recording;

// A film of nothing.
ab_recording ab_recording_start(ab_ctx *cx);
// Puts what the journal holds and the film does not: tables, and every `stride`-th frame and the last one. A journal
// that has grown is opened anew and given to the same film. Stops early, with frames left, once the film has `limit`
// bytes (0 = never).
abut_status ab_recording_extend(ab_recording *recording, ab_journal *journal, int64_t stride, int64_t limit);
abut_status ab_recording_metadata(ab_recording *recording, const char *json);
// A CSV file as a block, of at most `max` numbers: every n-th row, and the last.
abut_status ab_recording_history(ab_recording *recording, const char *path, const char *name, int64_t max);
void ab_recording_free(ab_recording *recording);

// ------------------------------------------------------------------------------------------------ between its files

// Frames copied from the journal, and all bodies that live in some of them.
typedef struct ab_recording_chunk {
    int64_t nframe, capacity, epoch_capacity;
    ab_frame *frame;       // (nframe)
    int64_t *epoch;        // of the journal, that a frame belongs to  (nframe)
    ab_journal_body *body; // by slot and collider  (nbody)
    int64_t nbody, body_capacity;
    ab_journal_body *merged; // room for the next `body`
    int64_t merged_capacity;
    ab_keyed *key, *spare; // room to sort
    int64_t key_capacity, spare_capacity;
    int32_t *place;                 // row of `body` for every row of an epoch
    int64_t place_capacity, placed; // the epoch that it is of, -1 = none
} ab_recording_chunk;

// Adds the bodies of an epoch to those of the reel.
abut_status ab_recording_chunk_join(ab_ctx *cx, ab_recording_chunk *chunk, const ab_epoch *epoch);
// Makes reel->place that of an epoch whose bodies have joined.
abut_status ab_recording_chunk_place(ab_ctx *cx, ab_recording_chunk *chunk, const ab_journal *journal, int64_t epoch);
void ab_recording_chunk_rewind(ab_recording_chunk *chunk); // no frames, no bodies
void ab_recording_chunk_free(ab_ctx *cx, ab_recording_chunk *chunk);

void ab_recording_varint(ab_text *to, uint64_t value);
void ab_recording_zigzag(ab_text *to, int64_t value);
void ab_recording_f32(ab_text *to, double value);
int64_t ab_recording_level(double value);
int64_t ab_recording_round(double value); // nearest whole number, at most 2^28 from zero
// Packs film->raw as a block and empties it.
abut_status ab_recording_put(ab_recording *recording, ab_recording_kind kind, int64_t frames);
abut_status ab_recording_put_shapes(ab_recording *recording, const ab_journal *journal);
abut_status ab_recording_put_motion(ab_recording *recording, const ab_journal *journal);
abut_status ab_recording_put_lines(ab_recording *recording);
abut_status ab_recording_put_contacts(ab_recording *recording, const ab_journal *journal);

#endif
