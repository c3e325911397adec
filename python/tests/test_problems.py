"""Contact problems alone, and laws by functions of Python: closed forms, the program, and what is wrong."""
import json

import numpy as np
import pytest

import abut

CASE = """\
abut: 1
impact:
  law: stronge
  friction: 0.5
  restitution: 0.7
  planar: true
  mobility: [2.5, -1.5, -1.5, 2.5]
  velocity: [-1, 0.2]
"""
UPRIGHT = [1, 0, 0, 0]


def test_gaps_of_shapes_are_closed_forms():
    ball, box = {"sphere": "5 cm"}, {"box": ["20 cm", 0.2, 0.2]}
    found = abut.gap(ball, box, pose_a=([0, 0, 0.25], UPRIGHT))
    assert found.gap == pytest.approx(0.1, abs=1e-14) and found.normal == pytest.approx([0, 0, 1])
    assert found.on_a == pytest.approx([0, 0, 0.2]) and found.on_b == pytest.approx([0, 0, 0.1])
    assert abut.gap(ball, ball, pose_b=([0.06, 0, 0], UPRIGHT)).gap == pytest.approx(-0.04, abs=1e-14)
    assert abut.gap(ball, {"plane": {}}, pose_a=([0, 0, 1], UPRIGHT)).gap == pytest.approx(0.95, abs=1e-14)
    rod = {"capsule": {"radius": 0.1, "length": 1}}
    assert abut.gap(rod, rod, pose_b=([2, 0, 0], UPRIGHT)).gap == pytest.approx(1.8, abs=1e-14)
    cone = {"cone": {"radius": 1, "height": 2}}
    assert abut.gap(ball, cone, pose_a=([0, 0, 3], UPRIGHT)).gap == pytest.approx(0.95, abs=1e-14)
    blunt = {"superellipsoid": {"semi_axes": [1, 1, 1], "across": 2, "along": 2}}
    assert abut.gap(ball, blunt, pose_a=([3, 0, 0], UPRIGHT)).gap == pytest.approx(1.95, abs=1e-9)
    corners = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    assert abut.gap({"hull": corners}, {"hull": {"points": corners}}, pose_b=([0, 2.5, 0], UPRIGHT)).gap == pytest.approx(0.5, abs=1e-12)
    for wrong in ({"ball": 1}, {"box": [1, 2]}, {"cone": 1}, {"sphere": None}):
        with pytest.raises(abut.ArgumentError):
            abut.gap(wrong, ball)


def test_an_impact_of_a_rod_is_the_closed_form_by_every_law_that_keeps_it():
    rod = {"mass": 1, "inertia": [1e-3, 0.3, 0.3], "velocity": [0, 0, -1]}
    hit = {"a": 0, "b": None, "point": [0.5, 0, 0], "normal": [0, 0, 1], "restitution": 0.5}
    effective = 1 / (1 + 0.25 / 0.3)
    for law in ("newton", "poisson", "stronge", "moreau"):
        found = abut.impact(bodies=[rod], contacts=[hit], law=law, path=True)
        assert found.contacts["impulse"][0, 0] == pytest.approx(1.5 * effective)
        assert found.bodies[0].velocity[2] == pytest.approx(1.5 * effective - 1)
        assert found.contacts["after"][0, 0] == pytest.approx(0.5)
        assert found.report.gain == pytest.approx(-0.5 * effective * 0.75)
        assert found.path[0].velocity[0] == -1 and found.path[-1].velocity[0] == pytest.approx(0.5)
    with pytest.raises(abut.ArgumentError):
        abut.impact(contacts=[hit])
    with pytest.raises(abut.ArgumentError, match="colour"):
        abut.impact(bodies=[rod], contacts=[{**hit, "colour": 1}])
    with pytest.raises(ValueError, match="shape"):
        abut.impact(contacts=[hit], W=np.eye(2), v=[0, 0, 0])


def test_an_impact_of_a_file_or_of_a_mobility_is_that_of_the_program(cli, tmp_path):
    path = tmp_path / "case.yaml"
    path.write_text(CASE)
    said = json.loads(cli("impact", path, "--json").stdout)
    found = abut.impact(path)
    assert list(found.contacts["impulse"][0]) == said["laws"][0]["contacts"][0]["impulse"]
    assert abut.impact(path, law="newton").contacts["after"][0, 0] == pytest.approx(0.7)
    alone = abut.impact(W=np.array([[2.5, -1.5, 0], [-1.5, 2.5, 0], [0, 0, 1]]), v=[-1, 0.2, 0], contacts=[{"friction": 0.5, "restitution": 0.7}])
    assert alone.contacts["impulse"][0, :2] == pytest.approx(found.contacts["impulse"][0, :2])
    path.write_text(CASE.replace("stronge", "strong"))
    with pytest.raises(abut.InputError, match="did you mean 'stronge'"):
        abut.impact(path)


def test_a_punch_is_sneddons_and_the_same_as_the_programs(cli, tmp_path):
    path = tmp_path / "punch.yaml"
    path.write_text("abut: 1\npress:\n  grid: {cells: [64, 64], size: [6 mm, 6 mm]}\n  indenter: {sphere: 20 mm}\n"
                    "  solid: {young: 5 MPa, poisson: 0.49}\n  load: {approach: [10 um, 50 um]}\n")
    cli("press", path, "-o", tmp_path / "cli", "-q", "--no-report", "--no-picture")
    counted = []
    found = abut.press(path, tmp_path / "here", report=False, picture=0, progress=lambda i, n, load: counted.append((i, n)))
    assert (tmp_path / "cli/press.csv").read_bytes() == (tmp_path / "here/press.csv").read_bytes()
    assert counted == [(0, 2), (1, 2)] and found.passed and found.curve("approach", "force").shape == (2, 2)
    hertz = 4 / 3 * 5e6 / (1 - 0.49**2) * np.sqrt(0.02) * 50e-6**1.5
    assert found.loads[1].force == pytest.approx(hertz, rel=0.03)  # 64 cells
    with pytest.raises(ZeroDivisionError):
        abut.press(path, tmp_path / "stopped", progress=lambda *_: 1 / 0)
    with pytest.raises(abut.InputError, match="young"):
        abut.press(path, tmp_path / "wrong", set={"press.solid.young": "5 kg"})


def bouncing(law):
    world = abut.World(dt="5 us", gravity=[0, 0, 0], contact={"law": "linear", "stiffness": "20 N/mm"})
    world.add_material("m", restitution=0.6, friction=0.3)
    world.add_body(name="floor", shape={"plane": {}}, material="m")
    ball = world.add_body(name="ball", shape={"sphere": "2 cm"}, material="m", position=[0, 0, 0.02], velocity=[0.5, 0, -0.8])
    if law:
        world.add_contact_law("m", "m", law)
    return world, ball


def test_a_contact_law_in_python_has_the_bits_of_the_same_law_in_c():
    def linear(depth, _radius):
        force = 2e4 * depth
        return {"force": force, "energy": 0.5 * force * depth, "stiffness": 2e4, "tangent_stiffness": 2 / 7 * 2e4}

    engine, _ = bouncing(None)
    own, ball = bouncing(linear)
    engine.step(1500)
    own.step(1500)
    assert own.v.tobytes() == engine.v.tobytes() and own.w.tobytes() == engine.w.tobytes() and ball.velocity[2] == pytest.approx(0.48, rel=0.01)
    late, ball = bouncing(None)
    late.step(2)
    late.add_contact_law("m", "m", linear)  # in a running world
    late.step(1498)
    assert ball.velocity[2] == pytest.approx(0.48, rel=0.01)


def test_a_force_law_in_python_has_the_bits_of_a_spring():
    worlds = []
    for own in (True, False):
        world = abut.World(dt="0.1 ms")
        world.add_material("m")
        ball = world.add_body(name="ball", shape={"sphere": "2 cm"}, material="m", position=[0.1, 0, -0.3])
        if own:
            force = world.add_law(lambda s, rate, time: {"elastic": -80 * (s - 0.3), "stored": 0.5 * 80 * (s - 0.3) * (s - 0.3),
                                                         "damping": -0.2 * rate}, "band", b=ball, at_a=[0, 0, 0])
        else:
            force = world.add_force("spring", "band", b=ball, at_a=[0, 0, 0], stiffness=80, damping=0.2, length=0.3)
        world.step(2000)
        worlds.append((world.x.tobytes(), world.v.tobytes(), force.coordinate, force.effort, world.energy.lost_damping))
    assert worlds[0] == worlds[1]


def test_what_a_law_raises_arrives_and_a_wrong_name_is_told():
    world = abut.World(dt="1 ms")
    world.add_material("m")
    ball = world.add_body(name="ball", shape={"sphere": "2 cm"}, material="m")
    world.start()
    law = world.add_law(lambda s, rate, time: {"works": 1}, b="ball", along="travel", axis=[1, 1, 0])
    with pytest.raises(abut.ArgumentError, match="not 'works'"):
        world.step()
    law.remove()
    other = abut.World(dt="1 ms")
    other.add_material("m")
    other.add_body(name="ball", shape={"sphere": "2 cm"}, material="m")
    other.add_law(lambda s, rate, time: {"work": 1 / (time - time)}, b="ball", along="angle", at=[0, 0, 0])
    with pytest.raises(ZeroDivisionError):
        other.step()
    assert ball.name == "ball"


def test_saving_and_restoring_a_hundred_thousand_times_leaks_nothing():
    def resident():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096

    world, _ = bouncing(None)
    world.step(10)
    state, before = world.save(), world.hash()
    for _ in range(1000):
        world.save()
        world.restore(state)
    start = resident()
    for _ in range(100_000):
        world.restore(world.save())
    assert world.hash() == before
    assert resident() - start < 1 << 20  # a leak of 11 bytes each would show
