// What `abut check` finds out about a scene without running it.
#ifndef AB_REPORT_SCENE_FINDINGS_H
#define AB_REPORT_SCENE_FINDINGS_H

#include "scene/scene.h"
#include "step/step.h"

// Consecutive bodies of equal name, shape, material and mobility.
typedef struct ab_body_group {
    const char *name;
    int64_t first; // first row
    const char *shape, *material;
    int64_t count;
    bool fixed;
    double min, max, total;   // smallest, largest and total mass, kg
    v3 size;                  // edges of the box around the first, in the axes it was given in, m; infinite for a plane
    double smallest, largest; // longest edge of that box, m
} ab_body_group;

typedef struct ab_mesh_problem {
    int64_t shape; // index
    ab_mesh_report report;
} ab_mesh_problem;

typedef struct ab_scene_findings {
    const ab_scene *scene;
    const ab_world *w;    // NULL when the scene has errors
    ab_body_group *group; // (ngroup)
    int64_t ngroup, group_capacity;
    int64_t moving;
    double mass;           // total of the mobile bodies, kg
    double apart;          // time during which no contact is possible, s; 0 = unknown
    ab_mesh_problem *mesh; // meshes that have problems  (nmesh)
    int64_t nmesh, mesh_capacity;
} ab_scene_findings;

abut_status ab_scene_examine(ab_ctx *cx, ab_scene_findings *findings); // fills all fields except scene and w
void ab_scene_findings_free(ab_ctx *cx, ab_scene_findings *findings);

#endif
