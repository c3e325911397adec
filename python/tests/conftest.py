"""What the tests share: the program and the library of this build, and small scenes."""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))

BALLS = """\
abut: 1
time: {end: 30 ms, dt: 0.1 ms}
contact: {law: linear, stiffness: 20 N/mm}
materials: {glass: {friction: 0.4, restitution: 0.7}}
bodies:
  - {name: floor, shape: {plane: {}}, material: glass}
  - {name: ball, shape: {sphere: 1 cm}, material: glass, position: [0, 0, 9.99 mm], velocity: [10 cm/s, 0, 0]}
  - {name: other, shape: {sphere: 1 cm}, material: glass, position: [19 mm, 0, 12 mm]}
  - {name: crate, shape: {box: [2 cm, 2 cm, 2 cm]}, material: glass, position: [0, 5 cm, 12 mm], angular_velocity: [1, 0, 0]}
joints: [{name: pin, kind: revolute, b: other, at: [19 mm, 0, 50 mm], axis: [0, 1, 0]}]
torques: [{name: motor, kind: motor, b: other, at: [19 mm, 0, 50 mm], axis: [0, 1, 0], max_torque: 1 N m}]
probes: [{name: gap, kind: distance, a: ball, b: other}]
output: {frames: 5 ms, history: 1 ms}
"""


def program() -> str:
    """The program of the build that is tested."""
    return os.environ.get("ABUT_PROGRAM", str(ROOT / "build/abut"))


@pytest.fixture(name="balls")
def make_balls(tmp_path):
    path = tmp_path / "balls.yaml"
    path.write_text(BALLS)
    return path


@pytest.fixture
def cli():
    def run(*words, **keys):
        return subprocess.run([program(), *map(str, words)], capture_output=True, text=True, check=True, **keys)

    return run
