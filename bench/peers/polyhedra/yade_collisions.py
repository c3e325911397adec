# YADE: pairs of the hulls that bench/peers/bed_peers.c writes, thrown at each other without friction and damping. Prints "seconds E", E the
# mean of what they have gained or lost of their energy when they have parted.
import os
import random
import sys

from yade import polyhedra_utils

from yade_hulls import read_hulls


def energy(bodies):
    total = 0
    for body in bodies:
        s = body.state
        w = s.ori.conjugate() * s.angVel
        total += 0.5 * s.mass * s.vel.squaredNorm() + 0.5 * sum(s.inertia[k] * w[k] ** 2 for k in range(3))
    return total


def collide(r, shapes):
    O.reset()
    material = PolyhedraMat()
    material.density, material.young, material.poisson, material.frictionAngle = 1, 2e5, 0.2, 0
    O.materials.append(material)
    bodies = []
    for side in (-1, 1):
        body = polyhedra_utils.polyhedra(material, v=shapes[r.randrange(len(shapes))])
        turn = Quaternion(r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1))
        turn.normalize()
        body.state.ori = turn
        body.state.pos = Vector3(1.3 * side, 0.6 * (r.random() - 0.5), 0.6 * (r.random() - 0.5))
        body.state.vel = Vector3(-0.5 * side, 0, 0)
        O.bodies.append(body)
        bodies.append(body)
    O.engines = [
        ForceResetter(),
        InsertionSortCollider([Bo1_Polyhedra_Aabb()], verletDist=0.05),
        InteractionLoop(
            [Ig2_Polyhedra_Polyhedra_PolyhedraGeom()],
            [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
            [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()],
        ),
        NewtonIntegrator(damping=0, gravity=(0, 0, 0), exactAsphericalRot=True),
    ]
    O.dt = 1e-4
    before = energy(bodies)
    O.run(30000, True)
    met = bodies[0].state.vel != Vector3(0.5, 0, 0)
    apart = all(not i.isReal or i.geom.penetrationVolume <= 0 for i in O.interactions)
    return abs(energy(bodies) / before - 1) if met and apart else None


shapes = read_hulls()
r = random.Random(7)
errors = [e for e in (collide(r, shapes) for _ in range(20)) if e is not None]
print("\nseconds %.9g" % (sum(errors) / len(errors)))
sys.stdout.flush()
os._exit(0)
