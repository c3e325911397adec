// CGAL's intersection of half-spaces, the convex hull of the dual, with a point inside given: seconds a pair, and the mean volume.
#include "common.h"

#include <CGAL/Convex_hull_3/dual/halfspace_intersection_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polyhedron_3.h>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Body = CGAL::Polyhedron_3<Kernel>;

// By fans; CGAL's own triangulation of faces does not survive the smallest of them.
static double volume_of(const Body &body, const Kernel::Point_3 &inside) {
    double six = 0;
    for (auto f = body.facets_begin(); f != body.facets_end(); ++f) {
        const auto h = f->halfedge();
        const Kernel::Vector_3 a = h->vertex()->point() - inside;
        for (auto k = h->next(); k->next() != h; k = k->next())
            six += CGAL::determinant(a, k->vertex()->point() - inside, k->next()->vertex()->point() - inside);
    }
    return std::fabs(six) / 6;
}

static void measure(const std::vector<Pair> &pairs) {
    double seconds = 0, volume = 0;
    for (const Pair &p : pairs) {
        std::vector<Kernel::Plane_3> planes;
        for (size_t i = 0; i < p.planes.size(); i += 4)
            planes.emplace_back(p.planes[i], p.planes[i + 1], p.planes[i + 2], -p.planes[i + 3]);
        const Kernel::Point_3 inside(p.inside[0], p.inside[1], p.inside[2]);
        Body body;
        double best = 1e300;
        for (int turn = 0; turn < 5; turn++) {
            body.clear();
            const double start = cpu_seconds();
            CGAL::halfspace_intersection_3(planes.begin(), planes.end(), body, boost::make_optional(inside));
            best = std::min(best, cpu_seconds() - start);
        }
        seconds += best;
        volume += volume_of(body, inside);
    }
    std::printf("%.17g %.17g\n", seconds / pairs.size(), volume / pairs.size());
}

int main(int, char **argv) {
    for (const std::vector<Pair> &pairs : read_groups(argv[1])) measure(pairs);
}
