"""A gripper with two fingers lifts twenty different parts, most of them meshes with holes and hollows.

    python3 gripper.py [PART...]

Each part lies on the floor between the fingers. They close with a constant force, the palm rises, and the part must follow.
"""
import sys
from typing import Any, NamedTuple

import numpy as np

import abut

STAR = [[round(r * np.cos(a), 6), round(r * np.sin(a), 6)] for a, r in zip(np.arange(10) * np.pi / 5, [0.02, 0.01] * 5)]
PARTS: dict[str, dict[str, Any]] = {
    "wave": {"superformula": {"radius": 0.018, "m": 6, "rings": 40}},
    "shell": {"superformula": {"radius": 0.018, "m": 3, "rings": 40}},
    "trefoil": {"knot": {"radius": 0.014, "inner": 0.006, "tube": 0.0035, "along": 160, "around": 12}},
    "cinquefoil": {"knot": {"radius": 0.014, "inner": 0.006, "tube": 0.003, "loops": 5, "along": 200, "around": 12}},
    "gear": {"gear": {"teeth": 16, "module": 0.002, "width": 0.012}},
    "bolt": {"bolt": {"diameter": 0.016, "pitch": 0.003, "length": 0.03, "head": 0.01, "around": 48}},
    "nut": {"nut": {"diameter": 0.016, "pitch": 0.003, "height": 0.013, "width": 0.024, "around": 48}},
    "peg": {"peg": {"radius": 0.01, "length": 0.03, "chamfer": 0.001}},
    "plate": {"plate": {"size": [0.03, 0.03, 0.015], "hole": 0.008}},
    "star": {"extrusion": {"outline": STAR, "length": 0.02}},
    "cross": {"extrusion": {"outline": [[0.006, 0.006], [0.006, 0.018], [-0.006, 0.018], [-0.006, 0.006], [-0.018, 0.006], [-0.018, -0.006],
                                        [-0.006, -0.006], [-0.006, -0.018], [0.006, -0.018], [0.006, -0.006], [0.018, -0.006],
                                        [0.018, 0.006]], "length": 0.02}},
    "channel": {"extrusion": {"outline": [[-0.015, -0.01], [0.015, -0.01], [0.015, 0.01], [0.011, 0.01], [0.011, -0.006], [-0.011, -0.006],
                                          [-0.011, 0.01], [-0.015, 0.01]], "length": 0.02}},
    "ring": {"revolution": {"profile": [[0.012, -0.008], [0.018, -0.008], [0.018, 0.008], [0.012, 0.008]], "around": 48}},
    "cone": {"revolution": {"profile": [[0, 0], [0.018, 0], [0.012, 0.03], [0, 0.03]], "around": 48}},
    "cup": {"revolution": {"profile": [[0, 0], [0.015, 0], [0.017, 0.03], [0.014, 0.03], [0.012, 0.003], [0, 0.003]], "around": 48}},
    "vase": {"revolution": {"profile": [[0, 0], [0.012, 0], [0.017, 0.012], [0.011, 0.026], [0.013, 0.03], [0, 0.03]], "around": 48}},
    "dodecahedron": {"dodecahedron": 0.013},
    "icosahedron": {"icosahedron": 0.02},
    "prism": {"prism": {"sides": 6, "radius": 0.015, "length": 0.025}},
    "rock": {"rock": {"size": 0.03, "faces": 16, "seed": 4}},
}
LIFT, GRIP, FRICTION = 0.04, 5.0, 0.9  # m, N, -


class Grasp(NamedTuple):
    risen: float  # of the part, m
    lifted: bool  # with the palm, held by both fingers, off the floor; it may swing between them


def build(shape: dict[str, Any]) -> abut.World:
    """Floor, part, and a palm on a vertical guide with two fingers."""
    world = abut.World(contact={"resolution": 24})
    world.add_material("rubber", density=1100, young="5 MPa", restitution=0.1, friction=FRICTION)
    world.add_body(name="floor", shape={"plane": {}}, material="rubber")
    world.add_body(name="part", shape=shape, material="rubber", position=[0, 0, 0.05])
    world.add_body(name="palm", shape={"box": [0.12, 0.03, 0.01]}, material="rubber", contact=False, position=[0, 0, 0.1])
    world.add_joint("prismatic", "guide", b="palm", at=[0, 0, 0.1], axis=[0, 0, 1])
    world.add_joint("prescribed_travel", "lift", b="palm", at=[0, 0, 0.1], axis=[0, 0, 1], speed=0)
    for side, sign in (("left", -1), ("right", 1)):
        place = [sign * 0.03, 0, 0.022]
        world.add_body(name=side, shape={"box": [0.01, 0.03, 0.036]}, material="rubber", position=place)
        world.add_joint("prismatic", f"{side}_slide", a="palm", b=side, at=place, axis=[1, 0, 0])
        world.add_force("motor", f"{side}_motor", along="travel", a="palm", b=side, at=place, axis=[1, 0, 0], damping=25, max_force=GRIP)
    return world


def grasp(shape: dict[str, Any]) -> Grasp:
    with build(shape) as world:
        part = world["part"]
        # down onto the floor, by the distance from it
        part.position = part.position - [0, 0, world.distance("part", "floor").distance]
        world.force("left_motor").set_target(effort=GRIP)
        world.force("right_motor").set_target(effort=-GRIP)
        world.run_until(0.1)
        start = part.position[2]
        world.joint("lift").set_drive(speed=LIFT / 0.1)
        world.run_until(0.2)
        world.joint("lift").set_drive(speed=0)
        world.run_until(0.21)
        risen = part.position[2] - start
        held = {frozenset((a.name, b.name)) for a, b in _touching(world)}
        lifted = abs(risen - LIFT) < 0.1 * LIFT and {frozenset(("part", "left")), frozenset(("part", "right"))} <= held
        return Grasp(risen, lifted and frozenset(("part", "floor")) not in held)


def _touching(world: abut.World) -> list[tuple[abut.Body, abut.Body]]:
    touches = world.touches()
    touches.update()
    return touches.now


if __name__ == "__main__":
    outcomes = {name: grasp(PARTS[name]) for name in sys.argv[1:] or PARTS}
    for name, outcome in outcomes.items():
        print(f"{name:14s} risen by {1e3 * outcome.risen:5.1f} mm" + ("" if outcome.lifted else "   not held"))
    print(f"{sum(outcome.lifted for outcome in outcomes.values())} of {len(outcomes)} lifted")
