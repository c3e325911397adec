// Contacts of two triangle meshes by Bullet's GIMPACT.
#include "common.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

struct Counter : public btManifoldResult {
    long contacts = 0;
    Counter(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b) : btManifoldResult(a, b) {}
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar) override { contacts++; }
};

static btGImpactMeshShape *make_shape(const Mesh &m, const std::vector<float> &vertex) {
    btIndexedMesh part;
    part.m_numTriangles = m.triangles;
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(m.triangle.data());
    part.m_triangleIndexStride = 3 * sizeof(std::int32_t);
    part.m_numVertices = m.vertices;
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(vertex.data());
    part.m_vertexStride = 3 * sizeof(float);
    part.m_vertexType = PHY_FLOAT;
    auto *mesh = new btTriangleIndexVertexArray;
    mesh->addIndexedMesh(part, PHY_INTEGER);
    auto *shape = new btGImpactMeshShape(mesh);
    shape->setMargin(0);
    shape->updateBound();
    return shape;
}

static long collide(btCollisionDispatcher &dispatcher, const btCollisionObject &a, const btCollisionObject &b) {
    btCollisionObjectWrapper first(nullptr, a.getCollisionShape(), &a, a.getWorldTransform(), -1, -1);
    btCollisionObjectWrapper second(nullptr, b.getCollisionShape(), &b, b.getWorldTransform(), -1, -1);
    btCollisionAlgorithm *algorithm = dispatcher.findAlgorithm(&first, &second, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    Counter counter(&first, &second);
    algorithm->processCollision(&first, &second, btDispatcherInfo(), &counter);
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    return counter.contacts;
}

int main(int argc, char **argv) {
    Job job;
    if (argc != 2 || !read_job(argv[1], job)) return 2;
    const std::vector<float> first = job.mesh[0].floats(), second = job.mesh[1].floats();
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    btCollisionObject a, b;
    a.setCollisionShape(make_shape(job.mesh[0], first));
    b.setCollisionShape(make_shape(job.mesh[1], second));
    a.setWorldTransform(btTransform::getIdentity());
    return measure(job, [&](const Pose &pose) {
        const double *t = pose.turn, *s = pose.shift;
        const auto f = [](double x) { return (btScalar)x; };
        b.setWorldTransform(btTransform(
            btMatrix3x3(f(t[0]), f(t[1]), f(t[2]), f(t[3]), f(t[4]), f(t[5]), f(t[6]), f(t[7]), f(t[8])),
            btVector3(f(s[0]), f(s[1]), f(s[2]))));
        return collide(dispatcher, a, b);
    });
}
