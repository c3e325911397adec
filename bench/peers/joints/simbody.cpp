// A chain in Simbody with its Runge-Kutta-Merson integrator; the step is its accuracy.
#include "common.h"

#include <Simbody.h>

#include <algorithm>
#include <vector>

using namespace SimTK;

static Answer run(const Job &job) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, GRAVITY, 0));
    const Inertia about_centre(AXIAL, ACROSS, ACROSS);
    const Body::Rigid rod(MassProperties(1, Vec3(0.5, 0, 0), about_centre.shiftFromMassCenter(Vec3(0.5, 0, 0), 1)));
    std::vector<MobilizedBody> rods;
    MobilizedBody last = matter.Ground();
    for (int i = 0; i < job.size; i++) {
        last = MobilizedBody::Pin(last, Transform(i ? Vec3(1, 0, 0) : Vec3(0)), rod, Transform());
        rods.push_back(last);
    }
    const State start = system.realizeTopology();
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(job.step);
    integrator.setConstraintTolerance(std::min(job.step, 1e-4));
    TimeStepper stepper(system, integrator);
    stepper.initialize(start);
    const double began = cpu_seconds();
    stepper.stepTo(job.end);
    const double seconds = cpu_seconds() - began;
    const State &end = integrator.getState();
    system.realize(end, Stage::Velocity);
    const Vec3 tip = rods[9].findStationLocationInGround(end, Vec3(1, 0, 0));
    return {seconds, tip[0], tip[1]};
}

int main(int argc, char **argv) {
    const Job job = read_job(argc, argv);
    if (!job.chain) return 2;
    Answer best{};
    for (int turn = 0; turn < job.turns; turn++) keep_best(best, run(job), turn);
    return print(best);
}
