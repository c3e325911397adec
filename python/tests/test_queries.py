"""Questions about a world: rays, distances, bodies at a place, and pairs that begin and cease to touch."""
import numpy as np
import pytest

import abut


@pytest.fixture(name="world")
def make_world():
    world = abut.World(dt="0.1 ms", gravity=[0, 0, "-10 m/s^2"])
    world.add_material("rubber", young="20 MPa", restitution=0.8)
    world.add_body(name="floor", shape={"plane": {}}, material="rubber")
    world.add_body(name="ball", shape={"sphere": "3 cm"}, material="rubber", position=[0, 0, "5 cm"])
    world.add_body(name="crate", shape={"box": ["2 cm", "2 cm", "2 cm"]}, material="rubber", position=["20 cm", 0, "50 cm"])
    return world


def test_a_ray_finds_the_first_surface_or_nothing(world):
    hit = world.ray([0, 0, "1 m"], [0, 0, -2])
    assert isinstance(hit, abut.Hit) and hit.body == world["ball"] and hit.collider == 0
    assert hit.distance == pytest.approx(0.92, abs=1e-14)  # rounding, in units of the radius
    assert np.array_equal(hit.normal, [0, 0, 1]) and hit.point == pytest.approx([0, 0, 0.08], abs=1e-14)
    assert world.ray([0, 0, "1 m"], [0, 0, 1]) is None
    assert world.ray([0, 0, "1 m"], [0, 0, -1], longest="50 cm") is None
    with pytest.raises(abut.ArgumentError, match="ray"):
        world.ray([0, 0, 0], [0, 0, 0])


def test_the_distance_of_two_bodies_is_that_of_their_nearest_points(world):
    near = world.distance("ball", world["floor"])
    assert isinstance(near, abut.Nearest) and near.distance == pytest.approx(0.02, abs=1e-15)
    assert near.point_a == pytest.approx([0, 0, 0.02], abs=1e-15) and near.point_b == pytest.approx([0, 0, 0], abs=1e-15)
    with pytest.raises(abut.ArgumentError, match="two different"):
        world.distance("ball", "ball")


@pytest.mark.parametrize("shape", [{"sphere": "3 cm"}, {"sphere": {"radius": "3 cm"}}, {"box": ["6 cm", "6 cm", "6 cm"]},
                                   {"ellipsoid": {"semi_axes": [0.03, 0.03, 0.03]}}, {"capsule": {"length": "1 cm", "radius": 0.025}},
                                   {"cylinder": {"radius": "3 cm", "length": "6 cm"}}])
def test_bodies_at_a_place_are_found(world, shape):
    for _ in range(2):  # the second time the shape is known
        assert [body.name for body in world.overlaps(shape, position=[0, 0, "10 cm"])] == ["ball"]
        assert world.overlaps(shape, position=["1 m", 0, "10 cm"]) == []
        assert {body.name for body in world.overlaps(shape, position=[0, 0, "2 cm"])} == {"ball", "floor"}


@pytest.mark.parametrize("shape", [{"mug": {}}, {"box": [1, 2]}, {"capsule": {"radius": 1}}, {"sphere": {"size": 1}}])
def test_what_is_no_place_is_refused(world, shape):
    with pytest.raises(abut.ArgumentError, match="a shape is|the sizes of"):
        world.overlaps(shape)


def test_a_bounce_begins_and_ends_once(world):
    touches = world.touches()
    assert isinstance(touches, abut.Touches)
    begun, ended = [], []
    while world.time < 0.1:
        world.step()
        some, others = touches.update()
        begun += some
        ended += others
        assert len(touches.now) == len(begun) - len(ended)
    names = [(a.name, b.name) for a, b in begun]
    assert names == [("floor", "ball")] and ended == begun
