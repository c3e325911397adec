// Data that `abut check` collects about a scene, and its two output formats.
#ifndef ABUT_APP_CHECK_H
#define ABUT_APP_CHECK_H

#include "app.h"

#include "scene/scene.h"
#include "step/step.h"

// Consecutive bodies of equal name, shape, material and mobility.
typedef struct app_group {
    const char *name;
    int64_t first; // first row
    const char *shape, *material;
    int64_t count;
    bool fixed;
    double min, max, total; // smallest, largest and total mass, kg
} app_group;

typedef struct app_mesh_problem {
    int64_t shape; // index
    ab_mesh_report report;
} app_mesh_problem;

typedef struct app_check {
    const ab_scene *scene;
    const ab_world *w; // NULL when the scene has errors
    app_group *group;  // (ngroup)
    int64_t ngroup, group_capacity;
    int64_t moving;
    double mass;            // total of the mobile bodies, kg
    double apart;           // time during which no contact is possible, s; 0 = unknown
    app_mesh_problem *mesh; // meshes that have problems  (nmesh)
    int64_t nmesh, mesh_capacity;
} app_check;

abut_status app_check_world(ab_ctx *cx, app_check *check); // fills all fields except scene and w
void app_check_free(ab_ctx *cx, app_check *check);

void app_check_print(const app_check *check);
void app_check_json(ab_text *to, const app_check *check);

#endif
