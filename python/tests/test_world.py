"""Worlds in Python: built by calls and loaded, bit for bit those of the program; views, setters, saved states, errors."""
import gc
import json
import threading

import numpy as np
import pytest

import abut


def falling(**keys):
    world = abut.World(dt="0.1 ms", **keys)
    world.add_material("rubber", young="2 MPa", restitution=0.8)
    world.add_body(name="floor", shape={"plane": {}}, material="rubber")
    ball = world.add_body(name="ball", shape={"sphere": "3 cm"}, material="rubber", position=[0, 0, "1 m"])
    return world, ball


def test_a_loaded_world_stepped_here_has_the_bits_of_the_program(balls, cli, tmp_path):
    cli("run", balls, "-o", tmp_path / "out", "-q")
    said = json.loads((tmp_path / "out/run.json").read_text())
    world = abut.load(balls)
    world.step(said["steps"])
    assert f"{world.hash():016x}" == said["hash"]
    assert world.energy.kinetic == said["energy"]["kinetic"]


def test_a_world_built_by_calls_has_the_bits_of_its_scene(balls):
    world = abut.World(dt="0.1 ms", contact={"law": "linear", "stiffness": "20 N/mm"}, time={"end": "30 ms"})
    world.add_material("glass", friction=0.4, restitution=0.7)
    world.add_body(name="floor", shape={"plane": {}}, material="glass")
    world.add_body(name="ball", shape={"sphere": "1 cm"}, material="glass", position=[0, 0, "9.99 mm"], velocity=["10 cm/s", 0, 0])
    other = world.add_body(name="other", shape={"sphere": "1 cm"}, material="glass", position=["19 mm", 0, "12 mm"])
    world.add_body(name="crate", shape={"box": ["2 cm"] * 3}, material="glass", position=[0, "5 cm", "12 mm"], angular_velocity=[1, 0, 0])
    world.add_joint("revolute", "pin", b=other, at=["19 mm", 0, "50 mm"], axis=[0, 1, 0])
    world.add_torque("motor", "motor", b=other, at=["19 mm", 0, "50 mm"], axis=[0, 1, 0], max_torque="1 N m")
    scene = abut.load(balls)
    world.step(200)
    scene.step(200)
    assert world.hash() == scene.hash()


def test_the_text_of_a_built_world_is_a_scene_that_the_program_runs(cli, tmp_path):
    world, _ = falling(time={"end": "10 ms"})
    path = tmp_path / "scene.yaml"
    path.write_text("abut: 1\n" + world.scene)
    cli("run", path, "-o", tmp_path / "out", "-q")
    world.step(100)
    assert f"{world.hash():016x}" == json.loads((tmp_path / "out/run.json").read_text())["hash"]


def test_views_are_without_a_copy_and_show_the_present_state():
    world, ball = falling()
    x, v = world.x, world.v
    assert x.shape == (2, 3) and world.q.shape == (2, 4)
    arrays = world._arrays()
    for view, part in ((x, arrays.centre), (v, arrays.velocity), (world.w, arrays.angular_velocity), (world.q, arrays.orientation)):
        assert view.__array_interface__["data"][0] == part.data
    before = x[ball.row, 2]
    kept = x.copy()
    world.step(100)
    assert x[ball.row, 2] < before and kept[ball.row, 2] == before
    assert v[ball.row, 2] == pytest.approx(-0.0981, abs=1e-9)
    with pytest.raises((ValueError, TypeError)):
        x[0, 0] = 1


def test_a_view_of_a_world_that_has_grown_is_an_error_and_a_new_one_is_right():
    world, _ = falling()
    x = world.x
    rows = x[:1]
    world.add_body(name="late", shape={"sphere": "1 cm"}, material="rubber", position=[1, 0, 1])
    world.step()
    for use in (lambda: x[0], lambda: x + 1, lambda: np.sum(x), lambda: x.mean(), lambda: rows[0], lambda: list(x), lambda: str(x),
                lambda: np.concatenate([x, x]), lambda: x.copy(), lambda: x.tolist()):
        with pytest.raises(abut.StaleView):
            use()
    assert world.x.shape == (3, 3)
    late = world["late"]
    fresh = world.x
    late.remove()
    world.step()
    with pytest.raises(abut.StaleView):
        fresh[0]
    world.close()
    with pytest.raises(abut.StaleView):
        fresh.sum()


def test_views_follow_a_world_that_is_restored():
    world, ball = falling()
    state = world.save()
    world.step(500)
    low = world.x[ball.row, 2]
    world.restore(state)
    assert world.x[ball.row, 2] > low and world.time == 0


def test_a_restored_world_repeats_its_bits(balls):
    world = abut.load(balls)
    world.step(50)
    state = world.save()
    world.step(100)
    first = world.hash()
    world.restore(state)
    world.step(100)
    assert world.hash() == first
    with pytest.raises(abut.CorruptError):
        world.restore(state[:-3])
    with pytest.raises(abut.CorruptError):
        falling()[0].restore(state)


def test_contacts_are_a_structured_array_and_balance_the_weight():
    world, ball = falling()
    ball.position = [0, 0, 0.0299]
    for _ in range(40):  # the ball is held in the floor until it rests there
        world.step(100)
        ball.velocity = [0, 0, 0]
    contacts = world.contacts
    assert len(contacts) == 1 and {contacts["a"][0], contacts["b"][0]} == {0, 1}
    force = contacts["force"][0] if contacts["a"][0] == ball.row else -contacts["force"][0]
    assert contacts["gap"][0] < 0 and contacts["normal_force"][0] > 0
    assert ball.force == pytest.approx(force + [0, 0, -9.81 * ball.mass], abs=1e-12)
    assert contacts.dtype["point"].shape == (3,)


def test_contacts_of_compound_bodies_name_bodies_and_colliders():
    world = abut.World(dt="0.1 ms", gravity=[0, 0, 0])
    world.add_material("m", young="1 MPa")
    world.add_body(name="floor", shape={"plane": {}}, material="m")
    world.add_body(name="dumbbell", material="m", position=[0, 0, "9.9 mm"],
                   colliders=[{"shape": {"sphere": "1 cm"}, "position": ["-3 cm", 0, 0]}, {"shape": {"sphere": "1 cm"}, "position": ["3 cm", 0, 0]}])
    world.step()
    contacts = world.contacts
    bodies = {tuple(sorted((int(a), int(b)))) for a, b in zip(contacts["a"], contacts["b"])}
    colliders = {tuple(sorted((int(a), int(b)))) for a, b in zip(contacts["collider_a"], contacts["collider_b"])}
    assert len(contacts) == 2 and bodies == {(0, 1)} and colliders == {(0, 1), (0, 2)}


def test_setters_take_units_and_reach_the_world():
    world, ball = falling()
    ball.set_pose(["10 cm", 0, "2 m"], [1, 0, 0, 1])
    ball.velocity = ["1 m/s", 0, 0]
    ball.angular_velocity = ["60 rpm", 0, 0]
    assert ball.position == pytest.approx([0.1, 0, 2])
    assert ball.orientation == pytest.approx([2**-0.5, 0, 0, 2**-0.5])
    assert ball.angular_velocity == pytest.approx([2 * np.pi, 0, 0])
    ball.set_force(["2 N", 0, 0])
    ball.apply_impulse([0, "1 N s", 0])
    world.set_gravity([0, 0, 0])
    world.step(1000)
    assert ball.velocity == pytest.approx([1 + 0.2 / ball.mass, 1 / ball.mass, 0], rel=1e-9)
    world.set_material("rubber", friction=0.1, young="3 MPa")
    with pytest.raises(abut.ArgumentError, match="colour"):
        world.set_material("rubber", colour=1)
    with pytest.raises(abut.InputError, match="measures a mass"):
        ball.velocity = ["1 kg", 0, 0]
    with pytest.raises(abut.ArgumentError, match="is fixed"):
        world["floor"].velocity = [1, 0, 0]


def test_motors_joints_and_probes_are_read_and_steered(balls):
    world = abut.load(balls)
    motor, pin = world.force("motor"), world.joint("pin")
    motor.set_target(effort=0.05)
    world.step(10)
    assert motor.effort == 0.05 and motor.coordinate != 0
    assert pin.point == pytest.approx([0.019, 0, 0.05], abs=1e-9)
    assert np.linalg.norm(pin.force) > 0
    between = np.linalg.norm(world["ball"].position - world["other"].position)
    assert next(iter(world.probes["gap"].values())) == pytest.approx(between, rel=1e-12)
    pin.remove()
    motor.remove()
    before = world["other"].velocity
    world.step()
    change = world["other"].velocity - before
    assert change[1] == 0
    with pytest.raises(abut.ArgumentError, match="no joint 'pin'"):
        world.joint("pin")


def test_a_wrong_addition_says_where_and_changes_nothing():
    world, ball = falling()
    world.step(10)
    before = world.hash()
    with pytest.raises(abut.InputError, match="did you mean 'rubber'"):
        world.add_body(name="bad", shape={"sphere": 0.1}, material="ruber")
    with pytest.raises(abut.InputError, match="has a body 'ball' already"):
        world.add_body(name="ball", shape={"sphere": 0.1}, material="rubber")
    assert world.hash() == before and len(world) == 2
    with pytest.raises(abut.ArgumentError, match="no body 'bad'"):
        world["bad"]
    with pytest.raises(TypeError, match="cannot hold"):
        world.add_body(name="odd", shape={"sphere": object()}, material="rubber")
    with pytest.raises(ValueError, match="no number nan"):
        world.add_body(name="odd", shape={"sphere": float("nan")}, material="rubber")


def test_all_errors_of_a_scene_are_told_at_once_with_their_lines():
    world = abut.World(dt="1 ms")
    world.add_body(name="a", shape={"spher": 1}, material="x")
    with pytest.raises(abut.InputError) as caught:
        world.step()
    text = str(caught.value)
    assert "did you mean 'sphere'" in text and "no material 'x'" in text and "    ^" in text
    with pytest.raises(abut.InputError, match="no file"):
        abut.load("nowhere.yaml")
    fast, ball = falling()
    ball.position = [0, 0, 0.0299]
    fast.step()
    fast.set_material("rubber", young="1e6 GPa")
    with pytest.raises(abut.StepError, match="time step"):
        fast.step()


def test_words_and_texts_of_scenes_pass_as_they_are(tmp_path):
    world = abut.World(time={"dt": "auto", "end": "1 ms"}, title="a: 'title' # with \"signs\" [and] {more}", seed=3,
                       constraints={"drift": "none"}, output={"frames": "auto"})
    world.add_material("no", young=np.float32(1e6), friction=np.int64(1))
    world.add_body(name="true", shape={"sphere": "1 cm"}, material="no", position=np.array([0, 0, 0.0099]), contact=True)
    world.add_body(name="été", shape={"plane": {}}, material="no", fixed=np.bool_(True))
    world.step()
    assert world.names == ["true", "été"]
    assert world.dt < 1e-3


def test_a_world_of_one_context_is_freed_in_any_order():
    context = abut.Context(threads=1)
    world, ball = falling(context=context)
    world.step()
    del context
    gc.collect()
    world.step()
    cycle = [world, ball]
    cycle.append(cycle)
    del world, ball, cycle
    gc.collect()
    world, _ = falling()
    world.step()
    world.close()
    world.close()
    with pytest.raises(abut.Error, match="closed"):
        world.step()
    with falling()[0] as inner:
        inner.step()
    assert not inner.started


def test_threads_have_contexts_of_their_own(balls):
    hashes = []

    def work():
        world = abut.load(balls)
        world.step(100)
        hashes.append(world.hash())

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(hashes) == 3 and len(set(hashes)) == 1


def test_quantities_are_read_as_in_scenes():
    assert abut.quantity("40 mm/s", "m/s") == 0.04
    assert abut.quantity(3, "m") == 3.0
    with pytest.raises(abut.InputError, match="unknown unit"):
        abut.quantity("3 furlongz", "m")


def test_scenes_keep_their_units_when_the_world_grows():
    world = abut.World(units={"length": "mm"}, dt="0.1 ms")
    world.add_material("m", young="1 MPa")
    world.add_body(name="a", shape={"sphere": 10}, material="m", position=[0, 0, 500])
    world.step()
    world.add_body(name="b", shape={"sphere": 10}, material="m", position=[0, 0, 700])
    assert world["a"].position[2] == pytest.approx(0.5, abs=1e-6) and world["b"].position[2] == 0.7


