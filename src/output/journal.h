// The journal: what a run records while it goes, in a format of our own that survives a kill at any byte.
//
//   file    = magic "abutjrnl", u32 version, u32 zero, record...
//   record  = u32 kind, u32 zero, i64 length, u64 checksum of the payload, u64 checksum of these four, payload (length
//     bytes)
//
// Kinds: `scene` (title, hash, version, gravity, end), `names`, `materials`, `shapes` (each appends to its table),
// `bodies` (replaces the table of bodies, in the order in which they came to be: written whenever the set of bodies
// changed) and `frame` (one state of all bodies in the order of that table, the contacts, the reactions of the joints
// and the ends of the links, whose names are in `joints` and `links`). A record that was not written to its end is
// ignored, with a warning.
#ifndef AB_OUTPUT_JOURNAL_H
#define AB_OUTPUT_JOURNAL_H

#include "base/file.h"
#include "base/text.h"
#include "scene/scene.h"

#define AB_JOURNAL_VERSION 5

// Rows of a frame are bodies and, behind each compound body, its colliders.
enum { AB_ROW_FIXED = 1, AB_ROW_NO_CONTACT = 2, AB_ROW_HIDDEN = 8 };

// What stays the same while a body lives.
typedef struct ab_journal_body {
    uint32_t slot, generation;
    int32_t name, shape, material; // rows of the journal's tables
    uint32_t flags;                // AB_ROW_*
    int32_t owner;                 // row of the body of a collider; its own if it is a body
    uint32_t collider;             // 0 = a body, k = its k-th collider
    int64_t number;                // -1 = alone
    double mass;                   // kg; 0 of a collider
    int32_t collider_name;         // of the journal's names, -1 = a body
    uint32_t zero;
} ab_journal_body;

// A time during which the same bodies lived.
typedef struct ab_epoch {
    ab_journal_body *body; // (nbody)
    int64_t nbody;
} ab_epoch;

typedef struct ab_frame_body {
    v3 x;             // centre of mass, m
    quat q;           // principal axes to world
    v3 v, w;          // m/s, rad/s in world axes
    v3 force, torque; // N, N m about the centre of mass
} ab_frame_body;

typedef struct ab_frame_contact {
    uint32_t a, b; // rows of the epoch
    v3 point, normal;
    double gap;
    v3 force; // on a, N
    double normal_force;
} ab_frame_contact;

typedef struct ab_frame_joint {
    v3 point;         // m
    v3 force, torque; // of the joint on b at its point, N and N m; the opposite acts on a
} ab_frame_joint;

typedef struct ab_frame_line {
    v3 end[2];   // m
    double pull; // N
} ab_frame_line;

typedef struct ab_frame {
    int64_t step;
    double time, dt, deepest;
    abut_energy energy;
    ab_frame_body *body; // (nbody)
    int64_t nbody, body_capacity;
    ab_frame_contact *contact; // (ncontact)
    int64_t ncontact, contact_capacity;
    ab_frame_joint *joint; // (njoint)
    int64_t njoint, joint_capacity;
    ab_frame_line *line; // (nline)
    int64_t nline, line_capacity;
} ab_frame;

// ---------------------------------------------------------------------------------------------------- writing

typedef struct ab_journal_row {
    uint32_t body;
    int64_t collider; // -1 = the body itself
} ab_journal_row;

typedef struct ab_journal_writer {
    ab_stream stream;
    ab_text payload;                                 // of the record being made
    int64_t nname, nmaterial, nshape, njoint, nlink; // rows of the tables written so far
    uint64_t bodies;                                 // hash of the table of bodies written last
    ab_journal_body *body;                           // the table of now
    int64_t body_capacity;
    ab_journal_row *row; // in the world of every place in the table   (nrow)
    uint32_t *place;     // of every collider: its own, or that of its body   (colliders)
    int64_t nrow, row_capacity, place_capacity;
} ab_journal_writer;

// Starts a journal of `scene` with its bodies as they are now.
abut_status ab_journal_create(ab_ctx *cx, const char *path, const ab_scene *scene, ab_journal_writer *writer);
// Cuts a journal to its first `keep` bytes, which must end a record, and goes on from there.
abut_status ab_journal_resume(ab_ctx *cx, const char *path, int64_t keep, uint64_t sum, ab_journal_writer *writer);
abut_status ab_journal_put(ab_journal_writer *writer, const ab_world *w); // a frame
abut_status ab_journal_close(ab_journal_writer *writer);
void ab_journal_abandon(ab_journal_writer *writer);

// ---------------------------------------------------------------------------------------------------- reading

typedef struct ab_frame_entry {
    int64_t offset, length; // of the payload
    uint64_t checksum;
    int64_t epoch;
} ab_frame_entry;

typedef char ab_name[AB_NAME_MAX];

typedef struct ab_journal {
    ab_ctx *cx;
    ab_file file;
    int64_t end; // bytes that hold whole records
    char *title, *version;
    uint64_t scene_hash;
    v3 gravity;  // m/s^2
    double ends; // s: when the scene ends
    ab_name *name;
    int64_t nname, name_capacity;
    ab_name *material;
    int64_t nmaterial, material_capacity;
    ab_name *joint;
    int64_t njoint, joint_capacity;
    ab_name *line;
    int64_t nline, line_capacity;
    ab_shape *shape; // owned
    int64_t nshape, shape_capacity;
    ab_epoch *epoch; // owned
    int64_t nepoch, epoch_capacity;
    ab_frame_entry *frame;
    int64_t nframe, frame_capacity;
    char *bytes; // payload of the record being read
    int64_t byte_capacity;
} ab_journal;

// Reads the tables and finds the frames. A torn end is ignored and warned about; something that is no journal, or of
// another version, is ABUT_ERR_CORRUPT.
abut_status ab_journal_open(ab_ctx *cx, const char *path, ab_journal *journal);
// The i-th frame into `frame`, whose memory is used again.
abut_status ab_journal_frame(ab_journal *journal, int64_t i, ab_frame *frame);
void ab_journal_free(ab_journal *journal);
void ab_frame_free(ab_ctx *cx, ab_frame *frame);

// "name", "name[7]" or "name/collider" into text[ABUT_LABEL].
void ab_journal_label(const ab_journal *journal, const ab_journal_body *body, char *text);

// -------------------------------------------------------------------------------------------- shared by both

typedef enum ab_journal_record_kind {
    AB_JOURNAL_SCENE = 1,
    AB_JOURNAL_NAMES,
    AB_JOURNAL_MATERIALS,
    AB_JOURNAL_SHAPES,
    AB_JOURNAL_BODIES,
    AB_JOURNAL_FRAME,
    AB_JOURNAL_JOINTS,
    AB_JOURNAL_LINES
} ab_journal_record_kind;

typedef struct ab_journal_record {
    uint32_t kind, zero;
    int64_t length;
    uint64_t payload; // checksum
    uint64_t header;  // checksum of the four above
} ab_journal_record;

typedef struct ab_journal_head {
    char magic[8];
    uint32_t version, zero;
} ab_journal_head;

ab_journal_head ab_journal_magic(void);
uint64_t ab_journal_record_checksum(const ab_journal_record *record);

#endif
