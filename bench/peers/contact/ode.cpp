// Contacts of two triangle meshes by ODE.
#include "common.h"

#include <ode/ode.h>

static dGeomID make_geom(const Mesh &m, const std::vector<float> &vertex) {
    const dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(data, vertex.data(), 3 * sizeof(float), m.vertices, m.triangle.data(), 3 * m.triangles,
                                3 * sizeof(std::int32_t));
    return dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
}

int main(int argc, char **argv) {
    enum { MOST = 30000 };
    Job job;
    if (argc != 2 || !read_job(argv[1], job)) return 2;
    dInitODE2(0);
    const std::vector<float> first = job.mesh[0].floats(), second = job.mesh[1].floats();
    const dGeomID a = make_geom(job.mesh[0], first), b = make_geom(job.mesh[1], second);
    std::vector<dContactGeom> contact(MOST);
    return measure(job, [&](const Pose &pose) {
        dMatrix3 turn = {0};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) turn[4 * i + j] = (dReal)pose.turn[3 * i + j];
        dGeomSetRotation(b, turn);
        dGeomSetPosition(b, (dReal)pose.shift[0], (dReal)pose.shift[1], (dReal)pose.shift[2]);
        return (long)dCollide(a, b, MOST, contact.data(), sizeof(dContactGeom));
    });
}
