// Imports a robot model: abut_import of abut/import.h. Finds the format, reads the model, writes the scene, and lists
// what nobody has asked for while it was read.
#include "import/model.h"
#include "base/alloc.h"
#include "base/def.h"
#include "base/io.h"

#include <string.h>

abut_import_options abut_import_default(void) { return (abut_import_options){.size = sizeof(abut_import_options)}; }

// ------------------------------------------------------------------------------------------------- what was left out

#define MAX_LEFT_OUT 200 // rows of the list

typedef struct left_out {
    const char *element, *attribute; // attribute NULL = the element
    int64_t line, count;
} left_out;

typedef struct left_out_list {
    left_out row[MAX_LEFT_OUT];
    int n;
    int64_t beyond;
} left_out_list;

static bool same(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static void note_left_out(void *user, const ab_xml *node, const ab_xml_attribute *attribute) {
    left_out_list *list = user;
    const char *name = attribute ? attribute->name : NULL;
    for (int i = 0; i < list->n; i++)
        if (strcmp(list->row[i].element, node->name) == 0 && same(list->row[i].attribute, name)) {
            list->row[i].count++;
            return;
        }
    if (list->n == MAX_LEFT_OUT)
        list->beyond++;
    else
        list->row[list->n++] = (left_out){node->name, name, node->line, 1};
}

// Names come from the file: control characters and what would end a comment are not written.
static void put_plain(ab_text *to, const char *name) {
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c >= 0x20 && (unsigned char)*c != 0x7f) ab_text_bytes(to, c, 1);
}

static void tell_left_out(ab_model *m, const left_out_list *list) {
    for (int i = 0; i < list->n; i++) {
        const left_out *l = &list->row[i];
        ab_text_format(&m->notes, "line %lld: not supported: ", (long long)l->line);
        if (l->attribute) {
            put_plain(&m->notes, l->attribute);
            ab_text_put(&m->notes, " of ");
        }
        ab_text_put(&m->notes, "<");
        put_plain(&m->notes, l->element);
        ab_text_put(&m->notes, ">");
        if (l->count > 1) ab_text_format(&m->notes, ", %lld times", (long long)l->count);
        ab_text_put(&m->notes, "\n");
    }
    if (list->beyond > 0)
        ab_text_format(&m->notes, "not supported: %lld more elements and attributes\n", (long long)list->beyond);
    m->unsupported = list->n + list->beyond;
}

// ------------------------------------------------------------------------------------------------------------- formats

static const struct {
    const char *root, *name;
    void (*read)(ab_model *m, ab_xml *root);
} FORMATS[] = {
    {"robot", "URDF", ab_import_urdf}, {"mujoco", "MJCF", ab_import_mjcf}, {"sdf", "SDFormat", ab_import_sdformat}};

static void read_model(ab_model *m, ab_xml *root) {
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++)
        if (strcmp(root->name, FORMATS[i].root) == 0) {
            root->used = true;
            m->format = FORMATS[i].name;
            FORMATS[i].read(m, root);
            return;
        }
    ab_model_refuse(m, root,
                    "a model begins with <robot> (URDF), <mujoco> (MJCF) or <sdf> (SDFormat), not with <%.40s>",
                    root->name);
}

static void import(ab_model *m, const ab_bytes *bytes, left_out_list *list) {
    ab_xml *root = NULL;
    ab_model_stop(m, ab_xml_parse(&m->xml, m->path, bytes->data, bytes->size, &root));
    if (ab_model_good(m)) read_model(m, root);
    if (!ab_model_good(m)) return;
    if (m->nbody == 0) ab_model_refuse(m, root, "the model has no bodies");
    if (m->outside)
        ab_model_note(m, NULL,
                      "Meshes lie outside of the scene's folder: run it with --allow-outside, or write it above them.");
    ab_xml_unused(root, note_left_out, list);
    tell_left_out(m, list);
    ab_model_stop(m, ab_text_status(&m->notes));
}

static void free_model(ab_model *m) {
    ab_free(m->cx, m->material);
    ab_free(m->cx, m->collider);
    ab_free(m->cx, m->body);
    ab_free(m->cx, m->link);
    ab_text_free(&m->notes);
    ab_xml_free(&m->xml);
}

static const char *advice_for(const char *path) {
    const char *dot = strrchr(path, '.');
    if (dot && (strcmp(dot, ".step") == 0 || strcmp(dot, ".stp") == 0 || strcmp(dot, ".STEP") == 0))
        return "STEP files hold exact surfaces and no triangles: export STL, OBJ or PLY from the CAD program and name "
               "it as "
               "'mesh' in a scene";
    if (dot && (strcmp(dot, ".gltf") == 0 || strcmp(dot, ".glb") == 0 || strcmp(dot, ".dae") == 0))
        return "this is a mesh and no model: export STL, OBJ or PLY and name it as 'mesh' in a scene";
    return NULL;
}

abut_status abut_import(abut_context *context, const char *path, const abut_import_options *options, abut_text *scene,
                        abut_import_summary *summary) {
    if (!context) return ABUT_ERR_ARGUMENT;
    if (!path || !scene || !scene->cx)
        return ab_fail(context, ABUT_ERR_ARGUMENT, "abut_import needs a path and a text");
    abut_import_options o = abut_import_default();
    if (options) AB_TRY(ab_def_read(context, &o, sizeof o, options, "abut_import_default"));
    const char *advice = advice_for(path);
    if (advice) return ab_fail(context, ABUT_ERR_INPUT, "'%.200s': %s", path, advice);
    ab_bytes bytes;
    left_out_list *list = NULL;
    AB_TRY(ab_io_read_file(context, path, AB_XML_BYTES, &bytes));
    ab_model m = {.cx = context,
                  .xml = {.cx = context},
                  .path = path,
                  .scene = o.scene ? o.scene : path,
                  .options = {o.free_base, o.self_collision},
                  .gravity = {0, 0, -9.81},
                  .notes = ab_text_start(context)};
    m.status = AB_ALLOC(context, &list, 1);
    if (ab_model_good(&m)) import(&m, &bytes, list);
    if (ab_model_good(&m)) {
        ab_model_write(&m, scene);
        ab_model_stop(&m, ab_text_status(scene));
    }
    if (summary) *summary = (abut_import_summary){m.format ? m.format : "", m.nbody, m.nlink, m.unsupported};
    ab_free(context, list);
    free_model(&m);
    ab_bytes_free(context, &bytes);
    return m.status;
}
