// The recording: a run in the compact format that the browser page plays.
//
//   recording = magic "abut.rec", u32 version, u32 zero, block...
//   block     = u32 kind, u32 number of frames (0 for tables), u32 bytes unpacked, u32 bytes packed, payload (zlib)
//
// Blocks of one kind do not depend on each other, so a reader can decode them in any order; a growing recording is
// extended at its end. Below, `v` is an unsigned varint: seven bits per byte, lowest first, high bit set in all bytes
// but the last; `z` is a signed integer i, coded as v of 2 i or -2 i - 1.
//
//   metadata  JSON objects; later keys replace earlier ones
//   shapes    appended to the table: v count, then for each: u8 form (AB_FORM_*), f32 half[3], f32 radius, and for a
//             mesh v vertices, v triangles, f32 low[3], f32 step, z x, y, z of every vertex in steps as differences to
//             the previous vertex, then z corners as differences to the previous corner
//   bodies    replaces the table: all bodies that exist in some frame of the motion that follows, by slot and collider.
//             v count, then columns: v slot, v collider (0 = the body, k = its k-th), v name, v number + 1, v shape,
//             v material, v flags, v owner, v name of the collider + 1, f32 mass
//   times     f64 rows, one per frame: AB_RECORDING_TIMES columns
//   motion    of the bodies of the last table: v frames, v bodies, for each body v the number of frames before it
//             appears and v the number after it is removed, then for each of eight channels: u8 order, z residuals
//             (frames x bodies; the nearest values where a body does not exist). Channels: x, y, z in quanta; index of
//             the omitted quaternion component (the largest, made positive) and the three others in units of `turn`;
//             level of the speed. A residual is the value minus its prediction from the preceding frames of the block:
//             order 0 zero, 1 the last value, 2 linear extrapolation; for quaternions only from frames that omit the
//             same component.
//   contacts  v frames, v contacts of each, then for each of eight channels z residuals: lower row and upper row as
//             differences to the previous contact; the others as differences to the previous contact if it has the same
//             pair and frame, else to the first contact of the pair in the previous frame of the block, else to zero:
//             x, y, z in contact quanta from the centre of the smaller body; level of the force; direction of the force
//             on the lower row's body, in octahedral coordinates in `direction` steps
//   lines     line elements (springs and rods), if any, between the motion and the contacts of the same frames:
//             v frames, v lines, then for x, y, z of the first and of the second end z differences to the previous
//             frame in quanta (frames x lines)
//   history   v length of a JSON object, the object, then rows of every column as differences of f32 bits to the
//             previous row, all first bytes, all second ones, ...
//
// A level is round(8 log2(value / AB_RECORDING_MIN_LEVEL)) + 1, or 0 below that value: within 4.5 % of the value.
#ifndef AB_REPORT_RECORDING_H
#define AB_REPORT_RECORDING_H

#include "base/sort.h"
#include "output/journal.h"

#define AB_RECORDING_VERSION   3
#define AB_RECORDING_MIN_LEVEL 1e-9 // m/s, N
#define AB_RECORDING_TIMES     10   // time, dt, deepest, contacts, and contacts by depth class (AB_DEPTHS)

typedef enum ab_recording_kind {
    AB_RECORDING_METADATA = 1,
    AB_RECORDING_SHAPES,
    AB_RECORDING_BODIES,
    AB_RECORDING_TIMES_OF,
    AB_RECORDING_MOTION,
    AB_RECORDING_CONTACTS,
    AB_RECORDING_HISTORY,
    AB_RECORDING_LINES // of the frames of the preceding motion block
} ab_recording_kind;

enum { AB_FORM_SPHERE, AB_FORM_BOX, AB_FORM_CYLINDER, AB_FORM_PLANE, AB_FORM_MESH, AB_FORM_COMPOUND };

// Quantisation steps. They are chosen from the bodies known at the start, so that a recording can begin before the end
// of its run.
typedef struct ab_recording_grain {
    double quantum;         // of positions, m
    double contact_quantum; // of contact points, m
    double turn;            // of the components of quaternions
    double direction;       // steps of octahedral coordinates from 0 to 1
} ab_recording_grain;

typedef struct ab_recording {
    ab_ctx *cx;
    ab_text bytes; // the encoded recording
    ab_text raw;   // unpacked payload of the block being written
    ab_recording_grain grain;
    bool headed, begun;                               // the header, the first tables are written
    int64_t nframe;                                   // frames of the journal processed, recorded or skipped
    int64_t nshape, nname, nmaterial;                 // rows of the journal's tables written so far
    uint64_t bodies;                                  // hash of the last table of bodies written
    int64_t shown;                                    // frames recorded
    int64_t body_frames, contact_frames;              // rows of bodies and contacts in them
    int64_t motion_bytes, contact_bytes, table_bytes; // of their blocks, packed
    struct ab_recording_chunk *chunk;                 // frames of the block being written
} ab_recording;

// An empty recording.
ab_recording ab_recording_start(ab_ctx *cx);
// Appends what is new in the journal: tables, every `stride`-th frame and the last one. To follow a growing journal,
// reopen it and call this again with the same recording. Stops early, with frames left, once the recording exceeds
// `limit` bytes (0 = no limit).
abut_status ab_recording_extend(ab_recording *recording, ab_journal *journal, int64_t stride, int64_t limit);
abut_status ab_recording_metadata(ab_recording *recording, const char *json);
// Appends a CSV file as a block of at most `max` numbers: every n-th row, and the last.
abut_status ab_recording_history(ab_recording *recording, const char *path, const char *name, int64_t max);
void ab_recording_free(ab_recording *recording);

// ------------------------------------------------------------------------------------------------ between its files

// Frames copied from the journal, and all bodies that exist in any of them.
typedef struct ab_recording_chunk {
    int64_t nframe, capacity, epoch_capacity;
    ab_frame *frame;       // (nframe)
    int64_t *epoch;        // journal epoch of each frame  (nframe)
    ab_journal_body *body; // by slot and collider  (nbody)
    int64_t nbody, body_capacity;
    ab_journal_body *merged; // buffer for the next `body`
    int64_t merged_capacity;
    ab_keyed *key, *spare; // sort buffers
    int64_t key_capacity, spare_capacity;
    int32_t *place;                 // row of `body` for every row of the epoch `placed`
    int64_t place_capacity, placed; // placed: -1 = none
} ab_recording_chunk;

// Adds the bodies of an epoch to those of the chunk.
abut_status ab_recording_chunk_join(ab_ctx *cx, ab_recording_chunk *chunk, const ab_epoch *epoch);
// Sets chunk->place for an epoch whose bodies were added by ab_recording_chunk_join.
abut_status ab_recording_chunk_place(ab_ctx *cx, ab_recording_chunk *chunk, const ab_journal *journal, int64_t epoch);
void ab_recording_chunk_rewind(ab_recording_chunk *chunk); // removes all frames and bodies
void ab_recording_chunk_free(ab_ctx *cx, ab_recording_chunk *chunk);

void ab_recording_varint(ab_text *to, uint64_t value);
void ab_recording_zigzag(ab_text *to, int64_t value);
void ab_recording_f32(ab_text *to, double value);
int64_t ab_recording_level(double value);
int64_t ab_recording_round(double value); // nearest integer, clamped to +-2^28
// Packs recording->raw into a block and empties it.
abut_status ab_recording_put(ab_recording *recording, ab_recording_kind kind, int64_t frames);
abut_status ab_recording_put_shapes(ab_recording *recording, const ab_journal *journal);
abut_status ab_recording_put_motion(ab_recording *recording, const ab_journal *journal);
abut_status ab_recording_put_lines(ab_recording *recording);
abut_status ab_recording_put_contacts(ab_recording *recording, const ab_journal *journal);

#endif
