// Distances by CGAL's tree of boxes, with the nearest point of the last node as a first guess.
#include "common.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>

typedef CGAL::Simple_cartesian<double> Kernel;
typedef std::vector<Kernel::Triangle_3>::const_iterator Iterator;
typedef CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Iterator>>> Tree;

int main(int argc, char **argv) {
    Job job;
    if (argc != 3 || !read_job(argv[1], job)) return 2;
    const auto corner = [&](std::int32_t i) {
        return Kernel::Point_3(job.vertex[3 * i], job.vertex[3 * i + 1], job.vertex[3 * i + 2]);
    };
    std::vector<Kernel::Triangle_3> triangle;
    for (std::size_t t = 0; t < job.triangle.size(); t += 3)
        triangle.push_back(
            {corner(job.triangle[t]), corner(job.triangle[t + 1]), corner(job.triangle[t + 2])});
    const double start = cpu_seconds();
    Tree tree(triangle.begin(), triangle.end());
    tree.build();
    tree.accelerate_distance_queries();
    const double built = cpu_seconds();
    std::vector<float> distance;
    for (int k = 0; k < job.nodes; k += job.step)
        for (int j = 0; j < job.nodes; j++) {
            Tree::Point_and_primitive_id last;
            for (int i = 0; i < job.nodes; i++) {
                const Kernel::Point_3 p(job.at(0, i), job.at(1, j), job.at(2, k));
                last = i ? tree.closest_point_and_primitive(p, last) : tree.closest_point_and_primitive(p);
                distance.push_back((float)std::sqrt(CGAL::squared_distance(p, last.first)));
            }
        }
    return finish(argv[2], built - start, cpu_seconds() - built, distance);
}
