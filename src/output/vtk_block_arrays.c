// Fills the arrays of the VTK blocks, each by one loop over bodies, contacts or line elements.
#include "output/vtk_blocks.h"

static const ab_epoch *epoch_of(const ab_moment *moment) { return &moment->blocks->journal->epoch[moment->epoch]; }

static const ab_shape *shape_of(const ab_moment *moment, int64_t body) {
    return &moment->blocks->journal->shape[epoch_of(moment)->body[body].shape];
}

static const ab_mesh *surface_of(const ab_vtk_blocks *p, const ab_journal_body *body) {
    return &p->surface[body->shape];
}

static ab_pose pose_of(const ab_moment *moment, int64_t body) {
    return (ab_pose){moment->frame->body[body].x, moment->frame->body[body].q};
}

// ---------------------------------------------------------------------------------------------------- bodies

static int64_t vertices_of(const ab_vtk_blocks *p, const ab_journal_body *body) {
    return p->vertices_only ? 1 : surface_of(p, body)->nvertex;
}

// World position of a surface vertex. The square of a plane is centred at the projection of the scene centre.
static v3 vertex_at(const ab_moment *moment, int64_t body, int64_t k) {
    const ab_vtk_blocks *p = moment->blocks;
    const ab_pose pose = pose_of(moment, body);
    if (p->vertices_only) return pose.x;
    const v3 local = surface_of(p, &epoch_of(moment)->body[body])->vertex[k];
    if (shape_of(moment, body)->kind != AB_SHAPE_plane) return pose_apply(pose, local);
    const v3 middle = pose_unapply(pose, p->centre);
    return pose_apply(pose, v3_make(middle.x + 2 * p->half * local.x, middle.y + 2 * p->half * local.y, 0));
}

static void fill_surface_points(const ab_moment *moment, void *values) {
    float *to = values;
    for (int64_t i = 0; i < moment->frame->nbody; i++) {
        const int64_t count = vertices_of(moment->blocks, &epoch_of(moment)->body[i]);
        for (int64_t k = 0; k < count; k++) {
            const v3 x = vertex_at(moment, i, k);
            *to++ = (float)x.x;
            *to++ = (float)x.y;
            *to++ = (float)x.z;
        }
    }
}

// Speed of the material point: |v + w x r|.
static void fill_surface_speed(const ab_moment *moment, void *values) {
    float *to = values;
    for (int64_t i = 0; i < moment->frame->nbody; i++) {
        const ab_frame_body *b = &moment->frame->body[i];
        const int64_t count = vertices_of(moment->blocks, &epoch_of(moment)->body[i]);
        for (int64_t k = 0; k < count; k++)
            *to++ = (float)v3_norm(v3_add(b->v, v3_cross(b->w, v3_sub(vertex_at(moment, i, k), b->x))));
    }
}

static void fill_surface_body(const ab_moment *moment, void *values) {
    int32_t *to = values;
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) {
        const int64_t count = vertices_of(moment->blocks, &epoch_of(moment)->body[i]);
        for (int64_t k = 0; k < count; k++) *to++ = moment->blocks->id[moment->epoch][i];
    }
}

static void fill_surface_material(const ab_moment *moment, void *values) {
    int32_t *to = values;
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) {
        const ab_journal_body *body = &epoch_of(moment)->body[i];
        const int64_t count = vertices_of(moment->blocks, body);
        for (int64_t k = 0; k < count; k++) *to++ = body->material;
    }
}

static void fill_cell_body(const ab_moment *moment, void *values) {
    int32_t *to = values;
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) {
        const ab_vtk_blocks *p = moment->blocks;
        const int64_t count = p->vertices_only ? 1 : surface_of(p, &epoch_of(moment)->body[i])->ntriangle;
        for (int64_t k = 0; k < count; k++) *to++ = p->id[moment->epoch][i];
    }
}

// --------------------------------------------------------------------------------------------------- centres

static void fill_id(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) ((int32_t *)values)[i] = moment->blocks->id[moment->epoch][i];
}

static void fill_radius(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) {
        const double radius = shape_of(moment, i)->equivalent;
        ((double *)values)[i] = isfinite(radius) ? radius : 0;
    }
}

static void fill_mass(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) ((double *)values)[i] = epoch_of(moment)->body[i].mass;
}

static void fill_shape(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) ((int32_t *)values)[i] = (int32_t)shape_of(moment, i)->kind;
}

static void fill_material(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++) ((int32_t *)values)[i] = epoch_of(moment)->body[i].material;
}

static void fill_fixed(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++)
        ((uint8_t *)values)[i] = (epoch_of(moment)->body[i].flags & AB_ROW_FIXED) != 0;
}

static void fill_hidden(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++)
        ((uint8_t *)values)[i] = (epoch_of(moment)->body[i].flags & AB_ROW_HIDDEN) != 0;
}

// Outward normal of planes; zero for all other shapes.
static void fill_normal(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->frame->nbody; i++) {
        const ab_shape *shape = shape_of(moment, i);
        const bool plane = shape->kind == AB_SHAPE_plane;
        ((v3 *)values)[i] = plane ? quat_rotate(moment->frame->body[i].q, shape->half) : v3_zero();
    }
}

static void fill_owner(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < epoch_of(moment)->nbody; i++)
        ((int32_t *)values)[i] = moment->blocks->id[moment->epoch][epoch_of(moment)->body[i].owner];
}

static ab_pose user_pose(const ab_moment *moment, int64_t i) {
    return pose_mul(pose_of(moment, i), shape_of(moment, i)->placed);
}

static void fill_position(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->frame->nbody; i++) ((v3 *)values)[i] = user_pose(moment, i).x;
}

static void fill_orientation(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->frame->nbody; i++) ((quat *)values)[i] = user_pose(moment, i).q;
}

#define FILL_BODY(name, field)                                                                                         \
    static void name(const ab_moment *moment, void *values) {                                                          \
        for (int64_t i = 0; i < moment->frame->nbody; i++) ((v3 *)values)[i] = moment->frame->body[i].field;           \
    }
FILL_BODY(fill_centre, x)
FILL_BODY(fill_velocity, v)
FILL_BODY(fill_angular_velocity, w)
FILL_BODY(fill_force, force)
FILL_BODY(fill_torque, torque)

// -------------------------------------------------------------------------------------------------- contacts

#define FILL_CONTACT(name, type, field)                                                                                \
    static void name(const ab_moment *moment, void *values) {                                                          \
        for (int64_t i = 0; i < moment->frame->ncontact; i++) ((type *)values)[i] = moment->frame->contact[i].field;   \
    }
FILL_CONTACT(fill_contact_point, v3, point)
FILL_CONTACT(fill_contact_force, v3, force)
FILL_CONTACT(fill_contact_normal, v3, normal)
FILL_CONTACT(fill_contact_gap, double, gap)
FILL_CONTACT(fill_contact_normal_force, double, normal_force)

static void fill_contact_a(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->frame->ncontact; i++)
        ((int32_t *)values)[i] = moment->blocks->id[moment->epoch][moment->frame->contact[i].a];
}

static void fill_contact_b(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->frame->ncontact; i++)
        ((int32_t *)values)[i] = moment->blocks->id[moment->epoch][moment->frame->contact[i].b];
}

// --------------------------------------------------------------------------------------------- line elements

static void fill_line_ends(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->frame->nline; i++)
        for (int k = 0; k < 2; k++) ((v3 *)values)[2 * i + k] = moment->frame->line[i].end[k];
}

static void fill_line_pull(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->frame->nline; i++) ((double *)values)[i] = moment->frame->line[i].pull;
}

static void fill_line(const ab_moment *moment, void *values) {
    for (int64_t i = 0; i < moment->blocks->journal->nline; i++) ((int32_t *)values)[i] = (int32_t)i;
}

// ---------------------------------------------------------------------------------------------------- tables

static const ab_array bodies[] = {
    {"Points", "m", AB_POINTS, AB_F32, 3, false, fill_surface_points},
    {"body", "", AB_POINT_DATA, AB_I32, 0, true, fill_surface_body},
    {"material", "", AB_POINT_DATA, AB_I32, 0, true, fill_surface_material},
    {"speed", "m/s", AB_POINT_DATA, AB_F32, 0, false, fill_surface_speed},
    {"body", "", AB_CELL_DATA, AB_I32, 0, true, fill_cell_body},
};

static const ab_array centres[] = {
    {"Points", "m", AB_POINTS, AB_F64, 3, false, fill_centre},
    {"body", "", AB_POINT_DATA, AB_I32, 0, true, fill_id},
    {"radius", "m", AB_POINT_DATA, AB_F64, 0, true, fill_radius},
    {"mass", "kg", AB_POINT_DATA, AB_F64, 0, true, fill_mass},
    {"shape", "", AB_POINT_DATA, AB_I32, 0, true, fill_shape},
    {"material", "", AB_POINT_DATA, AB_I32, 0, true, fill_material},
    {"fixed", "", AB_POINT_DATA, AB_U8, 0, true, fill_fixed},
    {"hidden", "", AB_POINT_DATA, AB_U8, 0, true, fill_hidden},
    {"owner", "", AB_POINT_DATA, AB_I32, 0, true, fill_owner},
    {"position", "m", AB_POINT_DATA, AB_F64, 3, false, fill_position},
    {"orientation", "", AB_POINT_DATA, AB_F64, 4, false, fill_orientation},
    {"normal", "", AB_POINT_DATA, AB_F64, 3, false, fill_normal},
    {"velocity", "m/s", AB_POINT_DATA, AB_F64, 3, false, fill_velocity},
    {"angular_velocity", "rad/s", AB_POINT_DATA, AB_F64, 3, false, fill_angular_velocity},
    {"force", "N", AB_POINT_DATA, AB_F64, 3, false, fill_force},
    {"torque", "N m", AB_POINT_DATA, AB_F64, 3, false, fill_torque},
};

static const ab_array contacts[] = {
    {"Points", "m", AB_POINTS, AB_F64, 3, false, fill_contact_point},
    {"force", "N", AB_POINT_DATA, AB_F64, 3, false, fill_contact_force},
    {"normal", "", AB_POINT_DATA, AB_F64, 3, false, fill_contact_normal},
    {"gap", "m", AB_POINT_DATA, AB_F64, 0, false, fill_contact_gap},
    {"normal_force", "N", AB_POINT_DATA, AB_F64, 0, false, fill_contact_normal_force},
    {"body_a", "", AB_POINT_DATA, AB_I32, 0, false, fill_contact_a},
    {"body_b", "", AB_POINT_DATA, AB_I32, 0, false, fill_contact_b},
};

static const ab_array links[] = {
    {"Points", "m", AB_POINTS, AB_F64, 3, false, fill_line_ends},
    {"pull", "N", AB_CELL_DATA, AB_F64, 0, false, fill_line_pull},
    {"link", "", AB_CELL_DATA, AB_I32, 0, true, fill_line},
};

#define BLOCK(arrays)                                                                                                  \
    { #arrays, arrays, sizeof(arrays) / sizeof(arrays)[0] }

const ab_block ab_blocks[AB_BLOCKS] = {
    [AB_BLOCK_BODIES] = BLOCK(bodies),
    [AB_BLOCK_CENTRES] = BLOCK(centres),
    [AB_BLOCK_CONTACTS] = BLOCK(contacts),
    [AB_BLOCK_LINES] = BLOCK(links),
};

// ----------------------------------------------------------------------------------------------------- sizes

static ab_block_size surfaces_size(const ab_vtk_blocks *p, const ab_epoch *epoch) {
    ab_block_size size = {.corners = 3};
    for (int64_t i = 0; i < epoch->nbody; i++) {
        const ab_mesh *mesh = surface_of(p, &epoch->body[i]);
        size.points += mesh->nvertex;
        size.cells += mesh->ntriangle;
    }
    size.ids = 3 * size.cells;
    return size;
}

ab_block_size ab_block_measure(const ab_vtk_blocks *blocks, ab_block_kind block, int64_t epoch, int64_t ncontact) {
    const ab_epoch *e = &blocks->journal->epoch[epoch];
    if (block == AB_BLOCK_BODIES && !blocks->vertices_only) return surfaces_size(blocks, e);
    const int corners = block == AB_BLOCK_LINES ? 2 : 1;
    const int64_t n = block == AB_BLOCK_LINES      ? blocks->journal->nline
                      : block == AB_BLOCK_CONTACTS ? ncontact
                                                   : e->nbody;
    return (ab_block_size){.points = corners * n, .cells = n, .ids = corners * n, .corners = corners};
}

static void triangles(const ab_vtk_blocks *p, const ab_epoch *epoch, int64_t *connectivity) {
    int64_t first = 0;
    for (int64_t i = 0; i < epoch->nbody; i++) {
        const ab_mesh *mesh = surface_of(p, &epoch->body[i]);
        for (int64_t t = 0; t < mesh->ntriangle; t++)
            for (int k = 0; k < 3; k++) *connectivity++ = first + mesh->triangle[t].v[k];
        first += mesh->nvertex;
    }
}

void ab_block_cells(const ab_vtk_blocks *blocks, int64_t epoch, ab_block_size size, int64_t *connectivity,
                    int64_t *offset) {
    if (size.corners == 3)
        triangles(blocks, &blocks->journal->epoch[epoch], connectivity);
    else
        for (int64_t i = 0; i < size.ids; i++) connectivity[i] = i;
    for (int64_t i = 0; i <= size.cells; i++) offset[i] = size.corners * i;
}

int64_t ab_array_rows(const ab_array *array, ab_block_size size) {
    return array->place == AB_CELL_DATA ? size.cells : size.points;
}

int64_t ab_array_bytes(const ab_array *array, ab_block_size size) {
    return ab_array_rows(array, size) * (array->columns > 0 ? array->columns : 1) *
           (int64_t)ab_scalar_size(array->type);
}
