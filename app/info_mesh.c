// Prints report and mass properties of a mesh file.
#include "info.h"

#include <inttypes.h>

typedef struct figures {
    const char *path;
    double density; // kg/m^3
    abut_mesh_report report;
    int64_t nested;             // shells inside others with the same orientation, which are ignored
    abut_mass_properties solid; // for density 1
} figures;

static abut_status examine(abut_mesh *mesh, figures *f) {
    APP_TRY(abut_mesh_inspect(mesh, &f->report));
    if (f->report.closed && f->report.components > 1 && f->report.self_intersections == 0)
        APP_TRY(abut_mesh_remove_nested(mesh, &f->nested));
    f->solid = abut_mesh_mass(mesh);
    return ABUT_OK;
}

static abut_status measure(abut_context *cx, const char *path, double scale, double density, figures *f) {
    abut_mesh *mesh = NULL;
    APP_TRY(abut_mesh_load(cx, path, scale, &mesh));
    *f = (figures){.path = path, .density = density};
    const abut_status status = examine(mesh, f);
    abut_mesh_destroy(mesh);
    return status;
}

static abut_v3 row_of(const figures *f, const double tensor[3][3], int i) {
    return (abut_v3){f->density * tensor[i][0], f->density * tensor[i][1], f->density * tensor[i][2]};
}

static abut_v3 principal_of(const figures *f) {
    const double *moment = f->solid.principal_moments;
    return (abut_v3){f->density * moment[0], f->density * moment[1], f->density * moment[2]};
}

// -------------------------------------------------------------------------------------------------------- text

static void print_count(const char *what, int64_t count, bool always) {
    if (always || count != 0) printf("    %-24s %12" PRId64 "\n", what, count);
}

static void print_report(const abut_mesh_report *r, int64_t nested) {
    printf("mesh: %s\n",
           r->closed ? (r->inverted ? "closed, but inside out" : "closed") : "open: it has no volume of its own");
    print_count("vertices", r->vertices, true);
    print_count("triangles", r->triangles, true);
    print_count("parts", r->components, true);
    print_count("parts within others", nested, false); // nested shells of the same orientation, ignored
    print_count("vertices joined", r->welded, false);
    print_count("unused vertices", r->unused_vertices, false);
    print_count("holes", r->holes, false);
    print_count("boundary edges", r->boundary_edges, false);
    print_count("non-manifold edges", r->nonmanifold_edges, false);
    print_count("flipped edges", r->flipped_edges, false);
    print_count("duplicate triangles", r->duplicate_triangles, false);
    print_count("degenerate triangles", r->degenerate_triangles, false);
    print_count("self-intersections", r->self_intersections, false);
    printf("    %-24s %12.6g %12.6g %12.6g m\n", "from", r->low.x, r->low.y, r->low.z);
    printf("    %-24s %12.6g %12.6g %12.6g m\n", "to", r->high.x, r->high.y, r->high.z);
}

static void print_row(const char *what, abut_v3 v, const char *unit) {
    printf("    %-24s %12.6g %12.6g %12.6g %s\n", what, v.x, v.y, v.z, unit);
}

static void print_tensor(const char *what, const figures *f, const double tensor[3][3]) {
    print_row(what, row_of(f, tensor, 0), "kg m^2");
    print_row("", row_of(f, tensor, 1), "");
    print_row("", row_of(f, tensor, 2), "");
}

static void print_figures(const figures *f) {
    printf("%s\n", f->path);
    print_report(&f->report, f->nested);
    printf("solid of %g kg/m^3%s\n", f->density, f->report.closed ? "" : " (of no meaning: the mesh is open)");
    printf("    %-24s %12.6g m^2\n", "surface area", f->solid.area);
    printf("    %-24s %12.6g m^3\n", "volume", f->solid.volume);
    printf("    %-24s %12.6g kg\n", "mass", f->density * f->solid.volume);
    printf("    %-24s %12.6g m\n", "equivalent radius", f->solid.equivalent_radius);
    print_row("centroid", f->solid.centroid, "m");
    print_row("principal moments", principal_of(f), "kg m^2");
    print_tensor("inertia at the centroid", f, f->solid.inertia_centroid);
    print_tensor("inertia at the origin", f, f->solid.inertia_origin);
}

// -------------------------------------------------------------------------------------------------------- JSON

static void put_tensor(abut_text *to, const char *key, const figures *f, const double tensor[3][3]) {
    abut_text_format(to, ",\n  \"%s\": [", key);
    for (int i = 0; i < 3; i++) {
        if (i) abut_text_put(to, ", ");
        app_json_v3(to, row_of(f, tensor, i));
    }
    abut_text_put(to, "]");
}

static void put_report(abut_text *to, const abut_mesh_report *r, int64_t nested) {
    const struct {
        const char *key;
        int64_t value;
    } counts[] = {
        {"vertices", r->vertices},
        {"triangles", r->triangles},
        {"components", r->components},
        {"nested", nested},
        {"welded", r->welded},
        {"unused_vertices", r->unused_vertices},
        {"boundary_edges", r->boundary_edges},
        {"holes", r->holes},
        {"nonmanifold_edges", r->nonmanifold_edges},
        {"flipped_edges", r->flipped_edges},
        {"duplicate_triangles", r->duplicate_triangles},
        {"degenerate_triangles", r->degenerate_triangles},
        {"self_intersections", r->self_intersections},
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        abut_text_format(to, ",\n  \"%s\": %" PRId64, counts[i].key, counts[i].value);
    abut_text_format(to, ",\n  \"closed\": %s", r->closed ? "true" : "false");
    abut_text_format(to, ",\n  \"inverted\": %s", r->inverted ? "true" : "false");
    app_json_vector(to, "low", r->low);
    app_json_vector(to, "high", r->high);
}

static int print_json(abut_context *cx, const figures *f) {
    abut_text text = abut_text_start(cx);
    abut_text_put(&text, "{\n  \"file\": ");
    abut_text_json_string(&text, f->path);
    put_report(&text, &f->report, f->nested);
    app_json_number(&text, "density", f->density);
    app_json_number(&text, "mass", f->density * f->solid.volume);
    app_json_number(&text, "volume", f->solid.volume);
    app_json_number(&text, "surface_area", f->solid.area);
    app_json_vector(&text, "centroid", f->solid.centroid);
    put_tensor(&text, "inertia_centroid", f, f->solid.inertia_centroid);
    put_tensor(&text, "inertia_origin", f, f->solid.inertia_origin);
    app_json_vector(&text, "principal_moments", principal_of(f));
    app_json_number(&text, "equivalent_radius", f->solid.equivalent_radius);
    abut_text_put(&text, "\n}");
    return app_print_text(&text, ABUT_OK);
}

int app_info_mesh(abut_context *cx, const char *path, double scale, double density, bool json) {
    figures f;
    const abut_status status = measure(cx, path, scale, density, &f);
    if (status != ABUT_OK) return app_report(cx, status);
    if (json) return print_json(cx, &f);
    print_figures(&f);
    return APP_OK;
}
