// The group /abut: series noted while the frames pass, written at the end.
#include "output/metadata.h"
#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

abut_status ab_metadata_start(ab_ctx *cx, const ab_journal *journal, ab_metadata *about) {
    const int64_t nframe = journal->nframe;
    *about = (ab_metadata){.nframe = nframe, .njoint = journal->njoint};
    AB_TRY(AB_ALLOC(cx, &about->joint_point, nframe * about->njoint));
    AB_TRY(AB_ALLOC(cx, &about->joint_force, nframe * about->njoint));
    AB_TRY(AB_ALLOC(cx, &about->joint_torque, nframe * about->njoint));
    AB_TRY(AB_ALLOC(cx, &about->time, nframe));
    AB_TRY(AB_ALLOC(cx, &about->dt, nframe));
    AB_TRY(AB_ALLOC(cx, &about->deepest, nframe));
    for (int t = 0; t < AB_LEDGER_TERMS; t++) AB_TRY(AB_ALLOC(cx, &about->energy[t], nframe));
    AB_TRY(AB_ALLOC(cx, &about->step, nframe));
    AB_TRY(AB_ALLOC(cx, &about->bodies, nframe));
    return AB_ALLOC(cx, &about->contacts, nframe);
}

void ab_metadata_note(ab_metadata *about, int64_t i, const ab_frame *frame) {
    about->time[i] = frame->time;
    about->dt[i] = frame->dt;
    about->deepest[i] = frame->deepest;
    for (int t = 0; t < AB_LEDGER_TERMS; t++) about->energy[t][i] = ab_ledger_value(&frame->energy, t);
    about->step[i] = frame->step;
    about->bodies[i] = frame->nbody;
    about->contacts[i] = frame->ncontact;
    for (int64_t k = 0; k < about->njoint; k++) {
        about->joint_point[i * about->njoint + k] = frame->joint[k].point;
        about->joint_force[i * about->njoint + k] = frame->joint[k].force;
        about->joint_torque[i * about->njoint + k] = frame->joint[k].torque;
    }
}

static void put_series(ab_h5 *h5, const char *path, ab_scalar type, int64_t rows, const void *values,
                       const char *unit) {
    ab_h5_put(h5, path, type, rows, 0, values);
    ab_h5_attribute_text(h5, path, "unit", unit);
}

static void put_histories(const ab_metadata *about, ab_h5 *h5) {
    const int64_t n = about->nframe;
    put_series(h5, "/abut/time", AB_F64, n, about->time, "s");
    put_series(h5, "/abut/dt", AB_F64, n, about->dt, "s");
    put_series(h5, "/abut/deepest", AB_F64, n, about->deepest, "m");
    put_series(h5, "/abut/step", AB_I64, n, about->step, "1");
    put_series(h5, "/abut/body_count", AB_I64, n, about->bodies, "1");
    put_series(h5, "/abut/contact_count", AB_I64, n, about->contacts, "1");
    ab_h5_group(h5, "/abut/energy");
    for (int t = 0; t < AB_LEDGER_TERMS; t++) {
        char path[64];
        snprintf(path, sizeof path, "/abut/energy/%s", ab_ledger_terms[t].name);
        put_series(h5, path, AB_F64, n, about->energy[t], "J");
    }
}

// One row for each frame, x y z of one joint after the other.
static void put_vectors(ab_h5 *h5, const ab_metadata *about, const char *path, const v3 *values,
                        const char *unit) {
    ab_h5_put(h5, path, AB_F64, about->nframe, 3 * about->njoint, values);
    ab_h5_attribute_text(h5, path, "unit", unit);
}

static void put_joints(const ab_metadata *about, ab_h5 *h5, const ab_journal *journal) {
    if (about->njoint == 0) return;
    ab_h5_put_strings(h5, "/abut/joint_name", about->njoint, AB_NAME_MAX, (const char *)journal->joint);
    put_vectors(h5, about, "/abut/joint_point", about->joint_point, "m");
    put_vectors(h5, about, "/abut/joint_force", about->joint_force, "N");
    put_vectors(h5, about, "/abut/joint_torque", about->joint_torque, "N m");
}

static void put_links(ab_h5 *h5, const ab_journal *journal) {
    if (journal->nlink > 0)
        ab_h5_put_strings(h5, "/abut/link_name", journal->nlink, AB_NAME_MAX, (const char *)journal->link);
}

// Names of the bodies by id, as in messages: "ball", "grains[7]" or "crank/pin"; of the materials and of the kinds of shapes.
static abut_status put_names(ab_h5 *h5, const ab_vtk_blocks *picture) {
    const ab_journal *journal = picture->journal;
    int64_t width = 1; // of the longest, with its zero
    char one[ABUT_LABEL], *label = NULL;
    for (int64_t i = 0; i < picture->nroster; i++) {
        ab_journal_label(journal, &picture->roster[i].body, one);
        const int64_t here = (int64_t)strlen(one) + 1;
        width = here > width ? here : width;
    }
    AB_TRY(AB_ALLOC(h5->cx, &label, picture->nroster * width));
    for (int64_t i = 0; i < picture->nroster; i++) {
        ab_journal_label(journal, &picture->roster[i].body, one);
        memcpy(label + i * width, one, strlen(one) + 1);
    }
    ab_h5_put_strings(h5, "/abut/body_name", picture->nroster, width, label);
    ab_free(h5->cx, label);
    ab_h5_put_strings(h5, "/abut/material_name", journal->nmaterial, AB_NAME_MAX,
                      (const char *)journal->material);
    ab_name kind[AB_SHAPE_compound + 1] = {{0}};
    for (int i = 0; i <= AB_SHAPE_compound; i++) snprintf(kind[i], AB_NAME_MAX, "%s", ab_shape_types[i]->name);
    ab_h5_put_strings(h5, "/abut/shape_name", AB_SHAPE_compound + 1, AB_NAME_MAX, (const char *)kind);
    return ABUT_OK;
}

abut_status ab_metadata_put(const ab_metadata *about, ab_h5 *h5, const ab_vtk_blocks *picture) {
    const ab_journal *journal = picture->journal;
    char hash[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)journal->scene_hash);
    ab_h5_group(h5, "/abut");
    ab_h5_attribute_text(h5, "/abut", "version", journal->version);
    ab_h5_attribute_text(h5, "/abut", "scene_hash", hash);
    ab_h5_put_strings(h5, "/abut/title", 1, (int64_t)strlen(journal->title) + 1, journal->title);
    ab_h5_put(h5, "/abut/gravity", AB_F64, 1, 3, &journal->gravity);
    ab_h5_attribute_text(h5, "/abut/gravity", "unit", "m/s^2");
    AB_TRY(put_names(h5, picture));
    put_histories(about, h5);
    put_joints(about, h5, journal);
    put_links(h5, picture->journal);
    return h5->status;
}

void ab_metadata_free(ab_ctx *cx, ab_metadata *about) {
    ab_free(cx, about->time);
    ab_free(cx, about->dt);
    ab_free(cx, about->deepest);
    for (int t = 0; t < AB_LEDGER_TERMS; t++) ab_free(cx, about->energy[t]);
    ab_free(cx, about->step);
    ab_free(cx, about->bodies);
    ab_free(cx, about->contacts);
    ab_free(cx, about->joint_point);
    ab_free(cx, about->joint_force);
    ab_free(cx, about->joint_torque);
}
