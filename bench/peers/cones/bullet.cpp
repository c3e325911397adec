// Bullet: sequential impulses with its usual 10 iterations; 50 with an argument.
#include "common.h"
#include <btBulletDynamicsCommon.h>

static int iterations = 10;

struct Bullet {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<btRigidBody *> body;
    double dt;

    Bullet(double step, Vector g) : dt(step) {
        world.setGravity(btVector3(btScalar(g.x), btScalar(g.y), btScalar(g.z)));
        world.getSolverInfo().m_numIterations = iterations;
    }
    int add(btCollisionShape *shape, double mass, Vector at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
        btTransform pose(btQuaternion::getIdentity(), btVector3(btScalar(at.x), btScalar(at.y), btScalar(at.z)));
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), new btDefaultMotionState(pose), shape, inertia);
        info.m_friction = btScalar(std::sqrt(FRICTION)); // of two bodies it is the product
        body.push_back(new btRigidBody(info));
        body.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(body.back());
        return int(body.size()) - 1;
    }
    void plane() { add(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0, {0, 0, 0}); }
    int box(double half, double mass, Vector at) {
        return add(new btBoxShape(btVector3(btScalar(half), btScalar(half), btScalar(half))), mass, at);
    }
    int ball(double radius, double mass, Vector at) { return add(new btSphereShape(btScalar(radius)), mass, at); }
    void step() { world.stepSimulation(btScalar(dt), 0, btScalar(dt)); }
    static Vector vector(const btVector3 &v) { return {v.x(), v.y(), v.z()}; }
    Vector position(int i) { return vector(body[size_t(i)]->getCenterOfMassPosition()); }
    Vector velocity(int i) { return vector(body[size_t(i)]->getLinearVelocity()); }
    void push(int i, Vector v) {
        body[size_t(i)]->setLinearVelocity(btVector3(btScalar(v.x), btScalar(v.y), btScalar(v.z)));
    }
    static bool can(int) { return true; }
    double overlap() {
        double sum = 0;
        for (int m = 0; m < dispatcher.getNumManifolds(); m++) {
            const btPersistentManifold *manifold = dispatcher.getManifoldByIndexInternal(m);
            for (int i = 0; i < manifold->getNumContacts(); i++)
                sum += std::fmax(0, -double(manifold->getContactPoint(i).getDistance()));
        }
        return sum;
    }
};

int main(int argc, char **) {
    if (argc > 1) iterations = 50;
    return scenes<Bullet>();
}
