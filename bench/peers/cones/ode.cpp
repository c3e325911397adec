// ODE: QuickStep with its usual 20 iterations.
#include "common.h"
#include <ode/ode.h>

struct Ode {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    std::vector<dBodyID> body;
    double dt, sum = 0;

    Ode(double step, Vector g) : dt(step) {
        static bool begun = false;
        if (!begun) dInitODE2(0), dAllocateODEDataForThread(dAllocateMaskAll);
        begun = true;
        world = dWorldCreate();
        dWorldSetGravity(world, g.x, g.y, g.z);
        dWorldSetQuickStepNumIterations(world, 20);
        space = dHashSpaceCreate(0);
        contacts = dJointGroupCreate(0);
    }
    ~Ode() {
        dJointGroupDestroy(contacts);
        dSpaceDestroy(space);
        dWorldDestroy(world);
    }
    void plane() {
        dCreatePlane(space, 0, 0, 1, 0);
        body.push_back(nullptr);
    }
    int add(dGeomID geom, dMass &mass, Vector at) {
        const dBodyID b = dBodyCreate(world);
        dBodySetMass(b, &mass);
        dGeomSetBody(geom, b);
        dBodySetPosition(b, at.x, at.y, at.z);
        body.push_back(b);
        return int(body.size()) - 1;
    }
    int box(double half, double m, Vector at) {
        dMass mass;
        dMassSetBoxTotal(&mass, m, 2 * half, 2 * half, 2 * half);
        return add(dCreateBox(space, 2 * half, 2 * half, 2 * half), mass, at);
    }
    int ball(double radius, double m, Vector at) {
        dMass mass;
        dMassSetSphereTotal(&mass, m, radius);
        return add(dCreateSphere(space, radius), mass, at);
    }
    static void meet(void *arg, dGeomID a, dGeomID b) {
        Ode *e = static_cast<Ode *>(arg);
        const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
        if (!body_a && !body_b) return;
        dContact contact[8] = {};
        const int n = dCollide(a, b, 8, &contact[0].geom, sizeof contact[0]);
        for (int i = 0; i < n; i++) {
            contact[i].surface.mode = dContactApprox1;
            contact[i].surface.mu = FRICTION;
            e->sum += std::fmax(0, contact[i].geom.depth);
            dJointAttach(dJointCreateContact(e->world, e->contacts, &contact[i]), body_a, body_b);
        }
    }
    void step() {
        sum = 0;
        dSpaceCollide(space, this, meet);
        dWorldQuickStep(world, dt);
        dJointGroupEmpty(contacts);
    }
    static Vector vector(const dReal *x) { return {x[0], x[1], x[2]}; }
    Vector position(int i) { return vector(dBodyGetPosition(body[size_t(i)])); }
    Vector velocity(int i) { return vector(dBodyGetLinearVel(body[size_t(i)])); }
    void push(int i, Vector v) { dBodySetLinearVel(body[size_t(i)], v.x, v.y, v.z); }
    static bool can(int) { return true; }
    double overlap() { return sum; }
};

int main() { return scenes<Ode>(); }
