// Prints report and mass properties of a mesh file.
//   I_o = I_c + m (|c|^2 1 - c c^T): inertia about the origin from that about the centroid c
#include "info.h"

#include "geom/mesh/mesh_mass.h"
#include "geom/mesh/mesh.h"
#include "geom/bvh/nested_shells.h"
#include "geom/mesh/zip.h"

#include <inttypes.h>

typedef struct figures {
    const char *path;
    double density, mass; // kg/m^3, kg
    ab_mesh_report report;
    int64_t nested;  // shells inside others with the same orientation, which are ignored
    ab_mass solid;   // for density 1
    m3 about_centre; // inertia about the centroid for the given density, kg m^2
    m3 about_origin;
    v3 principal;
    double equivalent_radius;
} figures;

static m3 shifted(m3 inertia, double mass, v3 c) {
    const double square = v3_norm2(c);
    m3 out = inertia;
    for (int i = 0; i < 3; i++) {
        const v3 own = v3_make(i == 0 ? square : 0, i == 1 ? square : 0, i == 2 ? square : 0);
        out.row[i] = v3_add_scaled(out.row[i], mass, v3_sub(own, v3_scale(v3_at(c, i), c)));
    }
    return out;
}

static abut_status measure(abut_context *cx, const char *path, double scale, double density, figures *f) {
    ab_mesh mesh;
    AB_TRY(ab_mesh_load(cx, path, scale, &mesh));
    int64_t welded = 0, near = 0;
    abut_status status = ab_mesh_weld(cx, &mesh, &welded);
    if (status == ABUT_OK) status = ab_mesh_zip(cx, &mesh, &near);
    welded += near;
    if (status == ABUT_OK) status = ab_mesh_inspect(cx, &mesh, &f->report);
    if (status == ABUT_OK && f->report.closed && f->report.components > 1 && f->report.self_intersections == 0)
        status = ab_mesh_remove_nested(cx, &mesh, &f->nested);
    if (status == ABUT_OK) f->solid = ab_mesh_mass(&mesh);
    ab_mesh_free(cx, &mesh);
    AB_TRY(status);
    m3 axes;
    f->report.welded = welded;
    f->path = path;
    f->density = density;
    f->mass = density * f->solid.volume;
    f->about_centre = m3_scale(density, f->solid.inertia);
    f->about_origin = shifted(f->about_centre, f->mass, f->solid.centroid);
    f->equivalent_radius = cbrt(0.75 / 3.14159265358979323846 * fabs(f->solid.volume));
    ab_m3_eigen(f->about_centre, &f->principal, &axes); // ascending, as in abut_mesh_mass
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------------------- text

static void print_count(const char *what, int64_t count, bool always) {
    if (always || count != 0) printf("    %-24s %12" PRId64 "\n", what, count);
}

static void print_report(const ab_mesh_report *r, int64_t nested) {
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

static void print_row(const char *what, v3 v, const char *unit) {
    printf("    %-24s %12.6g %12.6g %12.6g %s\n", what, v.x, v.y, v.z, unit);
}

static void print_matrix(const char *what, m3 m) {
    print_row(what, m.row[0], "kg m^2");
    print_row("", m.row[1], "");
    print_row("", m.row[2], "");
}

static void print_figures(const figures *f) {
    printf("%s\n", f->path);
    print_report(&f->report, f->nested);
    printf("solid of %g kg/m^3%s\n", f->density, f->report.closed ? "" : " (of no meaning: the mesh is open)");
    printf("    %-24s %12.6g m^2\n", "surface area", f->solid.area);
    printf("    %-24s %12.6g m^3\n", "volume", f->solid.volume);
    printf("    %-24s %12.6g kg\n", "mass", f->mass);
    printf("    %-24s %12.6g m\n", "equivalent radius", f->equivalent_radius);
    print_row("centroid", f->solid.centroid, "m");
    print_row("principal moments", f->principal, "kg m^2");
    print_matrix("inertia at the centroid", f->about_centre);
    print_matrix("inertia at the origin", f->about_origin);
}

// -------------------------------------------------------------------------------------------------------- JSON

static void put_number(ab_text *to, const char *key, double value) {
    ab_text_format(to, ",\n  \"%s\": ", key);
    ab_text_json_number(to, value);
}

static void put_vector(ab_text *to, const char *key, v3 value) {
    ab_text_format(to, ",\n  \"%s\": ", key);
    app_json_v3(to, value);
}

static void put_matrix(ab_text *to, const char *key, m3 m) {
    ab_text_format(to, ",\n  \"%s\": [", key);
    for (int i = 0; i < 3; i++) {
        if (i) ab_text_put(to, ", ");
        app_json_v3(to, m.row[i]);
    }
    ab_text_put(to, "]");
}

static void put_report(ab_text *to, const ab_mesh_report *r, int64_t nested) {
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
        ab_text_format(to, ",\n  \"%s\": %" PRId64, counts[i].key, counts[i].value);
    ab_text_format(to, ",\n  \"closed\": %s", r->closed ? "true" : "false");
    ab_text_format(to, ",\n  \"inverted\": %s", r->inverted ? "true" : "false");
    put_vector(to, "low", r->low);
    put_vector(to, "high", r->high);
}

static int print_json(abut_context *cx, const figures *f) {
    ab_text text = ab_text_start(cx);
    ab_text_put(&text, "{\n  \"file\": ");
    ab_text_json_string(&text, f->path);
    put_report(&text, &f->report, f->nested);
    put_number(&text, "density", f->density);
    put_number(&text, "mass", f->mass);
    put_number(&text, "volume", f->solid.volume);
    put_number(&text, "surface_area", f->solid.area);
    put_vector(&text, "centroid", f->solid.centroid);
    put_matrix(&text, "inertia_centroid", f->about_centre);
    put_matrix(&text, "inertia_origin", f->about_origin);
    put_vector(&text, "principal_moments", f->principal);
    put_number(&text, "equivalent_radius", f->equivalent_radius);
    ab_text_put(&text, "\n}");
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
