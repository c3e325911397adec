// Collects the per-frame series of the group /abut and writes them at the end.
#include "output/metadata.h"
#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

abut_status ab_metadata_start(ab_ctx *cx, const ab_journal *journal, ab_metadata *metadata) {
    const int64_t nframe = journal->nframe;
    *metadata = (ab_metadata){.nframe = nframe, .njoint = journal->njoint};
    AB_TRY(AB_ALLOC(cx, &metadata->joint_point, nframe * metadata->njoint));
    AB_TRY(AB_ALLOC(cx, &metadata->joint_force, nframe * metadata->njoint));
    AB_TRY(AB_ALLOC(cx, &metadata->joint_torque, nframe * metadata->njoint));
    AB_TRY(AB_ALLOC(cx, &metadata->time, nframe));
    AB_TRY(AB_ALLOC(cx, &metadata->dt, nframe));
    AB_TRY(AB_ALLOC(cx, &metadata->deepest, nframe));
    for (int t = 0; t < AB_LEDGER_TERMS; t++) AB_TRY(AB_ALLOC(cx, &metadata->energy[t], nframe));
    AB_TRY(AB_ALLOC(cx, &metadata->step, nframe));
    AB_TRY(AB_ALLOC(cx, &metadata->bodies, nframe));
    return AB_ALLOC(cx, &metadata->contacts, nframe);
}

void ab_metadata_note(ab_metadata *metadata, int64_t i, const ab_frame *frame) {
    metadata->time[i] = frame->time;
    metadata->dt[i] = frame->dt;
    metadata->deepest[i] = frame->deepest;
    for (int t = 0; t < AB_LEDGER_TERMS; t++) metadata->energy[t][i] = ab_ledger_value(&frame->energy, t);
    metadata->step[i] = frame->step;
    metadata->bodies[i] = frame->nbody;
    metadata->contacts[i] = frame->ncontact;
    for (int64_t k = 0; k < metadata->njoint; k++) {
        metadata->joint_point[i * metadata->njoint + k] = frame->joint[k].point;
        metadata->joint_force[i * metadata->njoint + k] = frame->joint[k].force;
        metadata->joint_torque[i * metadata->njoint + k] = frame->joint[k].torque;
    }
}

static void put_series(ab_h5 *h5, const char *path, ab_scalar type, int64_t rows, const void *values,
                       const char *unit) {
    ab_h5_put(h5, path, type, rows, 0, values);
    ab_h5_attribute_text(h5, path, "unit", unit);
}

static void put_histories(const ab_metadata *metadata, ab_h5 *h5) {
    const int64_t n = metadata->nframe;
    put_series(h5, "/abut/time", AB_F64, n, metadata->time, "s");
    put_series(h5, "/abut/dt", AB_F64, n, metadata->dt, "s");
    put_series(h5, "/abut/deepest", AB_F64, n, metadata->deepest, "m");
    put_series(h5, "/abut/step", AB_I64, n, metadata->step, "1");
    put_series(h5, "/abut/body_count", AB_I64, n, metadata->bodies, "1");
    put_series(h5, "/abut/contact_count", AB_I64, n, metadata->contacts, "1");
    ab_h5_group(h5, "/abut/energy");
    for (int t = 0; t < AB_LEDGER_TERMS; t++) {
        char path[64];
        snprintf(path, sizeof path, "/abut/energy/%s", ab_ledger_terms[t].name);
        put_series(h5, path, AB_F64, n, metadata->energy[t], "J");
    }
}

// One row per frame: x, y, z of each joint in turn.
static void put_vectors(ab_h5 *h5, const ab_metadata *metadata, const char *path, const v3 *values, const char *unit) {
    ab_h5_put(h5, path, AB_F64, metadata->nframe, 3 * metadata->njoint, values);
    ab_h5_attribute_text(h5, path, "unit", unit);
}

static void put_joints(const ab_metadata *metadata, ab_h5 *h5, const ab_journal *journal) {
    if (metadata->njoint == 0) return;
    ab_h5_put_strings(h5, "/abut/joint_name", metadata->njoint, AB_NAME_MAX, (const char *)journal->joint);
    put_vectors(h5, metadata, "/abut/joint_point", metadata->joint_point, "m");
    put_vectors(h5, metadata, "/abut/joint_force", metadata->joint_force, "N");
    put_vectors(h5, metadata, "/abut/joint_torque", metadata->joint_torque, "N m");
}

static void put_line_elements(ab_h5 *h5, const ab_journal *journal) {
    if (journal->nline > 0)
        ab_h5_put_strings(h5, "/abut/link_name", journal->nline, AB_NAME_MAX, (const char *)journal->line);
}

// Labels of the bodies by id, as in messages: "ball", "grains[7]" or "crank/pin"; names of materials and shape kinds.
static abut_status put_names(ab_h5 *h5, const ab_vtk_blocks *blocks) {
    const ab_journal *journal = blocks->journal;
    int64_t width = 1; // of the longest label, with its final 0
    char one[ABUT_LABEL], *label = NULL;
    for (int64_t i = 0; i < blocks->nroster; i++) {
        ab_journal_label(journal, &blocks->roster[i].body, one);
        const int64_t here = (int64_t)strlen(one) + 1;
        width = here > width ? here : width;
    }
    AB_TRY(AB_ALLOC(h5->cx, &label, blocks->nroster * width));
    for (int64_t i = 0; i < blocks->nroster; i++) {
        ab_journal_label(journal, &blocks->roster[i].body, one);
        memcpy(label + i * width, one, strlen(one) + 1);
    }
    ab_h5_put_strings(h5, "/abut/body_name", blocks->nroster, width, label);
    ab_free(h5->cx, label);
    ab_h5_put_strings(h5, "/abut/material_name", journal->nmaterial, AB_NAME_MAX, (const char *)journal->material);
    ab_name kind[AB_SHAPE_compound + 1] = {{0}};
    for (int i = 0; i <= AB_SHAPE_compound; i++) snprintf(kind[i], AB_NAME_MAX, "%s", ab_shape_types[i]->name);
    ab_h5_put_strings(h5, "/abut/shape_name", AB_SHAPE_compound + 1, AB_NAME_MAX, (const char *)kind);
    return ABUT_OK;
}

abut_status ab_metadata_put(const ab_metadata *metadata, ab_h5 *h5, const ab_vtk_blocks *blocks) {
    const ab_journal *journal = blocks->journal;
    char hash[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)journal->scene_hash);
    ab_h5_group(h5, "/abut");
    ab_h5_attribute_text(h5, "/abut", "version", journal->version);
    ab_h5_attribute_text(h5, "/abut", "scene_hash", hash);
    ab_h5_put_strings(h5, "/abut/title", 1, (int64_t)strlen(journal->title) + 1, journal->title);
    ab_h5_put(h5, "/abut/gravity", AB_F64, 1, 3, &journal->gravity);
    ab_h5_attribute_text(h5, "/abut/gravity", "unit", "m/s^2");
    AB_TRY(put_names(h5, blocks));
    put_histories(metadata, h5);
    put_joints(metadata, h5, journal);
    put_line_elements(h5, blocks->journal);
    return h5->status;
}

void ab_metadata_free(ab_ctx *cx, ab_metadata *metadata) {
    ab_free(cx, metadata->time);
    ab_free(cx, metadata->dt);
    ab_free(cx, metadata->deepest);
    for (int t = 0; t < AB_LEDGER_TERMS; t++) ab_free(cx, metadata->energy[t]);
    ab_free(cx, metadata->step);
    ab_free(cx, metadata->bodies);
    ab_free(cx, metadata->contacts);
    ab_free(cx, metadata->joint_point);
    ab_free(cx, metadata->joint_force);
    ab_free(cx, metadata->joint_torque);
}
