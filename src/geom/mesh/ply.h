// PLY reader: the header (ply_header.c) describes the layout of the body (ply.c).
#ifndef AB_GEOM_MESH_PLY_H
#define AB_GEOM_MESH_PLY_H

#include "geom/mesh/cursor.h"

enum { AB_PLY_TYPES = 8, AB_PLY_ELEMENTS = 32, AB_PLY_PROPERTIES = 256 };

typedef struct ab_ply_type {
    const char *name, *sized_name;
    int size; // bytes
    bool is_float;
    double min, max; // range of the integer types
} ab_ply_type;

extern const ab_ply_type ab_ply_types[AB_PLY_TYPES];

typedef enum ab_ply_role { AB_PLY_X, AB_PLY_Y, AB_PLY_Z, AB_PLY_CORNERS, AB_PLY_OTHER, AB_PLY_ROLES } ab_ply_role;

typedef struct ab_ply_property {
    const ab_ply_type *type;
    const ab_ply_type *counted_by; // NULL = not a list
    ab_ply_role role;
} ab_ply_property;

typedef struct ab_ply_element {
    ab_word name;
    int64_t count;
    int first, nproperty; // range in ab_ply.property
    bool has[AB_PLY_ROLES];
} ab_ply_element;

typedef struct ab_ply {
    bool binary, big_endian;
    int nelement, nproperty;
    ab_ply_element element[AB_PLY_ELEMENTS];
    ab_ply_property property[AB_PLY_PROPERTIES];
    int64_t vertices; // declared; indices are checked against it
} ab_ply;

// Reads the header and leaves the cursor at the first byte behind it.
abut_status ab_ply_header(ab_cursor *cursor, ab_ply *ply);

#endif
