// All contacts, with normals and depths, by FCL: trees of oriented boxes and swept spheres over the triangles.
#include "common.h"

#include <fcl/fcl.h>

#include <memory>

using Model = fcl::BVHModel<fcl::OBBRSSd>;

static std::shared_ptr<Model> make_model(const Mesh &m) {
    std::vector<fcl::Vector3d> vertex;
    std::vector<fcl::Triangle> triangle;
    for (std::int32_t i = 0; i < m.vertices; i++)
        vertex.emplace_back(m.vertex[3 * i], m.vertex[3 * i + 1], m.vertex[3 * i + 2]);
    for (std::int32_t i = 0; i < m.triangles; i++)
        triangle.emplace_back(m.triangle[3 * i], m.triangle[3 * i + 1], m.triangle[3 * i + 2]);
    auto model = std::make_shared<Model>();
    model->beginModel();
    model->addSubModel(vertex, triangle);
    model->endModel();
    return model;
}

int main(int argc, char **argv) {
    Job job;
    if (argc != 2 || !read_job(argv[1], job)) return 2;
    const auto a = make_model(job.mesh[0]), b = make_model(job.mesh[1]);
    return measure(job, [&](const Pose &pose) {
        fcl::Transform3d place = fcl::Transform3d::Identity();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) place.linear()(i, j) = pose.turn[3 * i + j];
            place.translation()[i] = pose.shift[i];
        }
        fcl::CollisionRequestd request(1000000, true);
        fcl::CollisionResultd result;
        fcl::collide(a.get(), fcl::Transform3d::Identity(), b.get(), place, request, result);
        return (long)result.numContacts();
    });
}
