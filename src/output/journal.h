// The journal: append-only record of the frames of a run, in a binary format that stays readable after a kill at any
// byte.
//
//   file    = magic "abutjrnl", u32 version, u32 zero, record...
//   record  = u32 kind, u32 zero, i64 length, u64 checksum of the payload, u64 checksum of the four fields before,
//             payload (length bytes)
//
// Kinds: `scene` (title, hash, version, gravity, end), `names`, `materials`, `shapes` (each appends to its table),
// `bodies` (replaces the table of bodies, which is in the order of their creation; written whenever the set of bodies
// has changed) and `frame` (state of all bodies in the order of that table, contacts, joint reactions and end points of
// the line elements; the names of the last two are in `joints` and `lines`). An incomplete record is ignored with a
// warning.
#ifndef AB_OUTPUT_JOURNAL_H
#define AB_OUTPUT_JOURNAL_H

#include "base/file.h"
#include "base/text.h"
#include "scene/scene.h"

#define AB_JOURNAL_VERSION 5

// Rows of a frame are the bodies; a compound body is followed by its colliders.
enum { AB_ROW_FIXED = 1, AB_ROW_NO_CONTACT = 2, AB_ROW_HIDDEN = 8 };

// Properties of a body or collider that do not change with time.
typedef struct ab_journal_body {
    uint32_t slot, generation;
    int32_t name, shape, material; // rows of the journal's tables
    uint32_t flags;                // AB_ROW_*
    int32_t owner;                 // of a collider: row of its body; of a body: its own row
    uint32_t collider;             // 0 = a body, k = its k-th collider
    int64_t number;                // index in its group, -1 = not in a group
    double mass;                   // kg; 0 for a collider
    int32_t collider_name;         // row of the journal's names, -1 = a body
    uint32_t zero;
} ab_journal_body;

// A time interval in which the set of bodies does not change.
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
    v3 force; // on body a, N
    double normal_force;
} ab_frame_contact;

typedef struct ab_frame_joint {
    v3 point;         // m
    v3 force, torque; // of the joint on body b at its point, N and N m; the opposite acts on body a
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
    ab_text payload;                                 // of the record being written
    int64_t nname, nmaterial, nshape, njoint, nlink; // rows of the tables written so far
    uint64_t bodies;                                 // hash of the table of bodies written last
    ab_journal_body *body;                           // current table of bodies
    int64_t body_capacity;
    ab_journal_row *row; // body and collider of the world for every row of the table   (nrow)
    uint32_t *place;     // row of the table for every collider: its own, or that of its body   (colliders)
    int64_t nrow, row_capacity, place_capacity;
} ab_journal_writer;

// Creates a journal of `scene` and writes the tables of its present bodies.
abut_status ab_journal_create(ab_ctx *cx, const char *path, const ab_scene *scene, ab_journal_writer *writer);
// Truncates a journal to its first `keep` bytes, which must end with a whole record, and appends from there.
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
    int64_t end; // length of the part that consists of whole records, bytes
    char *title, *version;
    uint64_t scene_hash;
    v3 gravity;  // m/s^2
    double ends; // end time of the scene, s
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

// Reads the tables and locates the frames. An incomplete last record is ignored with a warning; a file that is not a
// journal, or of another version, gives ABUT_ERR_CORRUPT.
abut_status ab_journal_open(ab_ctx *cx, const char *path, ab_journal *journal);
// Reads the i-th frame into `frame`, whose memory is reused.
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
    uint64_t payload; // checksum of the payload
    uint64_t header;  // checksum of the four fields above
} ab_journal_record;

typedef struct ab_journal_head {
    char magic[8];
    uint32_t version, zero;
} ab_journal_head;

ab_journal_head ab_journal_magic(void);
uint64_t ab_journal_record_checksum(const ab_journal_record *record);

#endif
