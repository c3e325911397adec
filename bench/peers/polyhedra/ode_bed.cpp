// ODE: convex geoms, hash space, QuickStep with its usual 20 iterations.
#include "bed.h"
#include <ode/ode.h>

static dWorldID world;
static dJointGroupID contacts;

struct Hull {
    std::vector<dReal> planes, points;
    std::vector<unsigned> polygons;
};

static Hull hull_of(const Shape &s) {
    Hull h;
    h.points.assign(s.vertex.begin(), s.vertex.end());
    for (const auto &face : s.face) {
        const double *a = &s.vertex[3 * face[0]], *b = &s.vertex[3 * face[1]], *c = &s.vertex[3 * face[2]];
        double n[3], u[3], v[3];
        for (int k = 0; k < 3; k++) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
        for (int k = 0; k < 3; k++) n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) h.planes.push_back(n[k] / length);
        h.planes.push_back((n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / length);
        h.polygons.push_back(unsigned(face.size()));
        h.polygons.insert(h.polygons.end(), face.begin(), face.end());
    }
    return h;
}

static void meet(void *, dGeomID a, dGeomID b) {
    const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (!body_a && !body_b) return;
    dContact contact[4] = {};
    const int n = dCollide(a, b, 4, &contact[0].geom, sizeof contact[0]);
    for (int i = 0; i < n; i++) {
        contact[i].surface.mode = dContactSoftERP | dContactSoftCFM | dContactApprox1;
        contact[i].surface.mu = 0.5;
        contact[i].surface.soft_erp = 0.2;
        contact[i].surface.soft_cfm = 1e-6;
        dJointAttach(dJointCreateContact(world, contacts, &contact[i]), body_a, body_b);
    }
}

int main(int argc, char **argv) {
    need(argc == 2);
    const Bed bed = read_bed(argv[1]);
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    world = dWorldCreate();
    dWorldSetGravity(world, 0, 0, -9.81);
    dWorldSetQuickStepNumIterations(world, 20);
    dWorldSetContactSurfaceLayer(world, 0.001);
    dWorldSetContactMaxCorrectingVel(world, 1);
    const dSpaceID space = dHashSpaceCreate(0);
    dHashSpaceSetLevels(space, -1, 3);
    contacts = dJointGroupCreate(0);
    dCreatePlane(space, 0, 0, 1, 0);
    dCreatePlane(space, 1, 0, 0, 0);
    dCreatePlane(space, -1, 0, 0, -bed.width);
    dCreatePlane(space, 0, 1, 0, 0);
    dCreatePlane(space, 0, -1, 0, -bed.width);
    std::vector<Hull> hull;
    for (const Shape &s : bed.shape) hull.push_back(hull_of(s));
    for (const Body &b : bed.body) {
        Hull &h = hull[b.shape];
        const dBodyID body = dBodyCreate(world);
        const dGeomID geom = dCreateConvex(space, h.planes.data(), unsigned(h.planes.size() / 4), h.points.data(),
                                           unsigned(h.points.size() / 3), h.polygons.data());
        const double *m = bed.shape[b.shape].moments;
        dMass mass;
        dMassSetParameters(&mass, 1, 0, 0, 0, m[0], m[1], m[2], 0, 0, 0);
        dBodySetMass(body, &mass);
        dGeomSetBody(geom, body);
        dBodySetPosition(body, b.x[0], b.x[1], b.x[2]);
        const dQuaternion q = {b.q[0], b.q[1], b.q[2], b.q[3]};
        dBodySetQuaternion(body, q);
        dBodySetAutoDisableFlag(body, 0);
    }
    return time_steps([space] {
        dSpaceCollide(space, nullptr, meet);
        dWorldQuickStep(world, 2e-3);
        dJointGroupEmpty(contacts);
    });
}
