// A narrow band of three cells by OpenVDB's meshToVolume on one thread. Nodes outside of the band hold its background value.
#include "common.h"

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/global_control.h>

int main(int argc, char **argv) {
    Job job;
    if (argc != 3 || !read_job(argv[1], job)) return 2;
    tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    openvdb::initialize();
    std::vector<openvdb::Vec3s> vertex;
    std::vector<openvdb::Vec3I> triangle;
    for (std::size_t i = 0; i < job.vertex.size(); i += 3)
        vertex.emplace_back((float)((job.vertex[i] - job.origin[0]) / job.h),
                            (float)((job.vertex[i + 1] - job.origin[1]) / job.h),
                            (float)((job.vertex[i + 2] - job.origin[2]) / job.h));
    for (std::size_t i = 0; i < job.triangle.size(); i += 3)
        triangle.emplace_back(job.triangle[i], job.triangle[i + 1], job.triangle[i + 2]);
    const double start = cpu_seconds();
    const auto transform = openvdb::math::Transform::createLinearTransform(1.0);
    openvdb::tools::QuadAndTriangleDataAdapter<openvdb::Vec3s, openvdb::Vec3I> mesh(vertex, triangle);
    const auto grid = openvdb::tools::meshToVolume<openvdb::FloatGrid>(mesh, *transform, 3.0F, 3.0F);
    const double took = cpu_seconds() - start;
    std::vector<float> distance;
    const auto access = grid->getConstAccessor();
    for (int k = 0; k < job.nodes; k += job.step)
        for (int j = 0; j < job.nodes; j++)
            for (int i = 0; i < job.nodes; i++)
                distance.push_back(access.getValue(openvdb::Coord(i, j, k)) * (float)job.h);
    return finish(argv[2], 0, took, distance);
}
