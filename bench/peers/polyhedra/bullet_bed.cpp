// Bullet in double precision: convex hulls, dynamic tree, sequential impulses with their usual 10 iterations.
#include "bed.h"
#include <btBulletDynamicsCommon.h>

static const btScalar MARGIN = 0.01;

static void add_plane(btDiscreteDynamicsWorld &world, btVector3 normal, btScalar offset) {
    auto *shape = new btStaticPlaneShape(normal, offset);
    shape->setMargin(MARGIN);
    auto *body = new btRigidBody(0, nullptr, shape);
    body->setFriction(0.5);
    world.addRigidBody(body);
}

static btConvexHullShape *hull_of(const Shape &s) {
    auto *hull = new btConvexHullShape();
    for (size_t i = 0; i < s.vertex.size(); i += 3)
        hull->addPoint(btVector3(s.vertex[i], s.vertex[i + 1], s.vertex[i + 2]), false);
    hull->recalcLocalAabb();
    hull->setMargin(MARGIN);
    return hull;
}

static void add_body(btDiscreteDynamicsWorld &world, const Body &b, btCollisionShape *shape, const double *m) {
    const btTransform place(btQuaternion(b.q[1], b.q[2], b.q[3], b.q[0]), btVector3(b.x[0], b.x[1], b.x[2]));
    btRigidBody::btRigidBodyConstructionInfo info(1, new btDefaultMotionState(place), shape, btVector3(m[0], m[1], m[2]));
    info.m_friction = 0.5;
    auto *body = new btRigidBody(info);
    body->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(body);
}

int main(int argc, char **argv) {
    need(argc == 2);
    const Bed bed = read_bed(argv[1]);
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broad;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broad, &solver, &configuration);
    world.setGravity(btVector3(0, 0, -9.81));
    add_plane(world, btVector3(0, 0, 1), 0);
    add_plane(world, btVector3(1, 0, 0), 0);
    add_plane(world, btVector3(-1, 0, 0), -bed.width);
    add_plane(world, btVector3(0, 1, 0), 0);
    add_plane(world, btVector3(0, -1, 0), -bed.width);
    std::vector<btCollisionShape *> shape;
    for (const Shape &s : bed.shape) shape.push_back(hull_of(s));
    for (const Body &b : bed.body) add_body(world, b, shape[b.shape], bed.shape[b.shape].moments);
    return time_steps([&world] { world.stepSimulation(2e-3, 0); });
}
