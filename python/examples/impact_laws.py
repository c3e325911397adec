"""Compares the laws of impact: a double pendulum strikes a rough floor, and friction reverses its slip during the impact.

    python3 impact_laws.py [SCENE]

Newton's coefficient creates energy there, Poisson's and Stronge's do not. The scene is that of Kane and Levinson.
"""
import pathlib
import sys
from typing import NamedTuple

import abut

SCENE = pathlib.Path(__file__).resolve().parents[2] / "scenes/kane_levinson.yaml"


class Outcome(NamedTuple):
    change: float  # of the kinetic energy by the impact, relative to that before
    guarded: int  # impacts whose restitution was reduced, because it would have created energy


def strike(law: str, guard: bool = True, scene: pathlib.Path = SCENE) -> Outcome:
    """One step, in which the tip strikes the floor; there is no gravity, so that all energy is kinetic."""
    with abut.load(scene, set={"contact.impact": law, "contact.impact_guard": guard}) as world:
        world.step()
        energy = world.energy
        return Outcome(energy.kinetic / energy.initial - 1, world.watch.impacts_guarded)


def compare(scene: pathlib.Path = SCENE) -> dict[str, Outcome]:
    cases = {law: strike(law, scene=scene) for law in ("moreau", "newton", "poisson", "stronge")}
    cases.update({f"{law}, no guard": strike(law, False, scene) for law in ("moreau", "newton")})
    return cases


if __name__ == "__main__":
    for name, outcome in compare(*map(pathlib.Path, sys.argv[1:])).items():
        print(f"{name:18s} energy {100 * outcome.change:+8.2f} %" + "   (restitution reduced)" * (outcome.guarded > 0))
