"""Discharge of a hopper through holes of several widths, and the fit of Beverloo's law.

    python3 hopper.py [GRAINS]

    W = C rho sqrt(g) (D - k d)^2.5

W is the mass per time, rho the density of the bed, D the width of the hole and d that of a grain. C is about 0.6 and k about 1.5 for spheres.
A hopper of some hundred grains is small: walls are near and the flow fluctuates, so the figures are rough.
"""
import sys
from typing import NamedTuple

import numpy as np

import abut

GRAIN, DENSITY, GRAVITY = 0.008, 2500.0, 9.81  # m, kg/m^3, m/s^2
HOLES = (0.032, 0.036, 0.04, 0.044)  # m


def discharge(hole: float, grains: int) -> float:
    """Mass flow in kg/s between the passage of 15 % and 60 % of the grains."""
    r, wide, tall = hole / 2, 0.042, 0.35
    profile = [[r, 0], [wide, wide - r], [wide, tall], [wide + 0.01, tall], [wide + 0.01, wide - r], [r + 0.01, 0]]
    world = abut.World(dt="0.15 ms", seed=3, contact={"law": "linear", "stiffness": "1 kN/m"})
    world.add_material("glass", density=DENSITY, restitution=0.5, friction=0.5)
    world.add_body(name="hopper", shape={"revolution": {"profile": profile, "around": 24}}, material="glass", fixed=True)
    plug = world.add_body(name="plug", shape={"plane": {}}, material="glass")
    world.add_fill("grain", shape={"sphere": GRAIN / 2}, material="glass", count=grains,
                   region={"from": [0, 0, wide], "to": [0, 0, tall], "radius": wide - GRAIN / 2})
    with world:
        mass = world.body("grain[0]").mass
        world.run_until(0.3)  # the grains fall onto the plug and come to rest
        plug.remove()
        times, passed = [0.0], [0]
        while passed[-1] < 0.6 * grains and world.time < 6:
            world.step(20)
            times.append(world.time)
            passed.append(int((world.x[:, 2] < -GRAIN).sum()))
    count, time = np.array(passed), np.array(times)
    return float(mass * np.polyfit(time[count > 0.15 * grains], count[count > 0.15 * grains], 1)[0])


class Beverloo(NamedTuple):
    c: float
    k: float
    misfit: float  # largest relative difference of a flow from the law


def beverloo(holes: np.ndarray, flows: np.ndarray, bed: float = 0.6 * DENSITY) -> Beverloo:
    """W^0.4 is linear in D: slope (C rho sqrt g)^0.4, zero at D = k d."""
    slope, offset = np.polyfit(holes, flows**0.4, 1)
    c, k = slope**2.5 / (bed * np.sqrt(GRAVITY)), -offset / slope / GRAIN
    law = c * bed * np.sqrt(GRAVITY) * (holes - k * GRAIN)**2.5
    return Beverloo(float(c), float(k), float(np.abs(flows / law - 1).max()))


def study(grains: int = 400, holes: tuple[float, ...] = HOLES) -> tuple[np.ndarray, Beverloo]:
    flows = np.array([discharge(hole, grains) for hole in holes])
    return flows, beverloo(np.array(holes), flows)


if __name__ == "__main__":
    found, law = study(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
    for hole, flow in zip(HOLES, found):
        print(f"hole of {1e3 * hole:.0f} mm: {flow:.3f} kg/s")
    print(f"C = {law.c:.2f}, k = {law.k:.2f}, flows are within {100 * law.misfit:.0f} % of the law")
