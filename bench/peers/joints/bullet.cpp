// A chain as Bullet's multibody in joint coordinates (Featherstone's algorithm), fixed steps of its Runge-Kutta method of order 4, in
// double precision.
#include "common.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

static btMultiBody *make_chain(int size) {
    auto *chain = new btMultiBody(size, 0, btVector3(0, 0, 0), true, false);
    chain->setBaseWorldTransform(btTransform::getIdentity());
    for (int i = 0; i < size; i++)
        chain->setupRevolute(i, 1, btVector3(AXIAL, ACROSS, ACROSS), i - 1, btQuaternion::getIdentity(), btVector3(0, 0, 1),
                             btVector3(i ? 0.5 : 0, 0, 0), btVector3(0.5, 0, 0), true);
    chain->finalizeMultiDof();
    chain->setLinearDamping(0);
    chain->setAngularDamping(0);
    chain->setUseGyroTerm(true);
    chain->setMaxCoordinateVelocity(1e9);
    chain->useRK4Integration(true);
    return chain;
}

static Answer run(const Job &job) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, GRAVITY, 0));
    btMultiBody *chain = make_chain(job.size);
    world.addMultiBody(chain);
    const long steps = (long)(job.end / job.step + 0.5);
    const double began = cpu_seconds();
    for (long i = 0; i < steps; i++) world.stepSimulation(job.step, 0);
    const double seconds = cpu_seconds() - began;
    const btVector3 tip = chain->localPosToWorld(9, btVector3(0.5, 0, 0));
    world.removeMultiBody(chain);
    delete chain;
    return {seconds, tip.x(), tip.y()};
}

int main(int argc, char **argv) {
    const Job job = read_job(argc, argv);
    if (!job.chain) return 2;
    Answer best{};
    for (int turn = 0; turn < job.turns; turn++) keep_best(best, run(job), turn);
    return print(best);
}
