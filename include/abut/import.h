// Robot models of other programs as scenes: URDF, MJCF and SDFormat.
#ifndef ABUT_IMPORT_H
#define ABUT_IMPORT_H

#include "abut/text.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_import_options {
    uint32_t size;     // bytes of this struct; set by the default function
    const char *scene; // path at which the scene will be written, from which meshes are named; NULL = beside the model
    bool free_base;    // URDF and SDFormat: the root is not held to the ground
    bool self_collision; // bodies of one kinematic tree touch each other
} abut_import_options;

typedef struct abut_import_summary {
    const char *format;    // "URDF", "MJCF" or "SDFormat"; static
    int64_t bodies, links; // links: joints and force elements
    int64_t unsupported;   // kinds of elements and attributes that were left out
} abut_import_summary;

ABUT_API abut_import_options abut_import_default(void);
// Appends a model as the text of a scene, with comments that list all that is not supported. Meshes are not opened.
// options NULL = default, summary may be NULL. ABUT_ERR_INPUT: the file is no model, or wrong; the message has the
// line.
ABUT_API abut_status abut_import(abut_context *context, const char *path, const abut_import_options *options,
                                 abut_text *scene, abut_import_summary *summary);

#ifdef __cplusplus
}
#endif

#endif
