"""Worlds: built by calls or loaded from a scene, stepped, read and steered."""
from __future__ import annotations

import contextlib
import ctypes
import html
import os
import pathlib
import tempfile
from typing import Any, Callable, Iterator, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _interface as c
from ._errors import ArgumentError, Error, StaleView
from ._library import Context, Handle, default_context, lib
from ._records import quat, record_of, v3
from ._shapes import Quantity, Vector, add_shape, quantity
from ._text import scene_text, text_of
from ._views import View, over

_LATER = ("materials", "bodies", "generators", "joints", "forces", "torques")  # what a running world takes
_CONTACT = np.dtype([("a", np.uint32), ("b", np.uint32), ("point", np.float64, 3), ("normal", np.float64, 3), ("gap", np.float64),
                     ("force", np.float64, 3), ("normal_force", np.float64), ("collider_a", np.uint32), ("collider_b", np.uint32)])


class Body:
    """A body of a world. Its properties are read from the world, and set into it, between steps.

    Positions are of the body's own frame, in which its shape was given, velocities of the centre of mass.
    """

    def __init__(self, world: "World", handle: c.abut_body) -> None:
        self.world, self._id = world, handle

    def _state(self) -> c.abut_body_state:
        state = c.abut_body_state()
        self.world._check(lib.abut_body_get(self.world._handle, self._id, ctypes.byref(state)))
        return state

    def _vector(self, value: Vector, unit: str) -> c.abut_v3:
        return v3([quantity(x, unit, self.world.context) for x in value])

    @property
    def name(self) -> str:
        """Its label: "ball", or "marble[7]" for a member of a group."""
        label = ctypes.create_string_buffer(c.ABUT_LABEL)
        self.world._check(lib.abut_body_label(self.world._handle, self._id, label))
        return label.value.decode()

    @property
    def row(self) -> int:
        """Its row in world.x, v, q and w. The order of large worlds changes now and then."""
        return int(lib.abut_body_index(self.world._handle, self._id))

    @property
    def position(self) -> np.ndarray:
        """Of the body's frame, m."""
        p = self._state().position
        return np.array((p.x, p.y, p.z))

    @position.setter
    def position(self, value: Vector) -> None:
        self.set_pose(value, self.orientation)

    @property
    def orientation(self) -> np.ndarray:
        """Quaternion (w, x, y, z) from body axes to world axes."""
        q = self._state().orientation
        return np.array((q.w, q.x, q.y, q.z))

    @orientation.setter
    def orientation(self, value: Sequence[float]) -> None:
        self.set_pose(self.position, value)

    def set_pose(self, position: Vector, orientation: Sequence[float] = (1, 0, 0, 0)) -> None:
        """Sets position (m) and orientation (quaternion w, x, y, z) at once."""
        self.world._check(lib.abut_body_set_pose(self.world._handle, self._id, self._vector(position, "m"), quat(orientation)))

    @property
    def velocity(self) -> np.ndarray:
        """Of the centre of mass, m/s."""
        v = self._state().velocity
        return np.array((v.x, v.y, v.z))

    @velocity.setter
    def velocity(self, value: Vector) -> None:
        self.set_velocity(value, self.angular_velocity)

    @property
    def angular_velocity(self) -> np.ndarray:
        """rad/s, world axes."""
        w = self._state().angular_velocity
        return np.array((w.x, w.y, w.z))

    @angular_velocity.setter
    def angular_velocity(self, value: Vector) -> None:
        self.set_velocity(self.velocity, value)

    def set_velocity(self, velocity: Vector, angular_velocity: Vector = (0, 0, 0)) -> None:
        """Sets the velocity of the centre of mass (m/s) and the angular velocity (rad/s)."""
        self.world._check(lib.abut_body_set_velocity(self.world._handle, self._id, self._vector(velocity, "m/s"),
                                                     self._vector(angular_velocity, "rad/s")))

    @property
    def mass(self) -> float:
        """kg."""
        return float(self._state().mass)

    @property
    def force(self) -> np.ndarray:
        """Resultant at the centre of mass in the last step, N."""
        f = self._state().force
        return np.array((f.x, f.y, f.z))

    @property
    def torque(self) -> np.ndarray:
        """Resultant about the centre of mass in the last step, N m."""
        t = self._state().torque
        return np.array((t.x, t.y, t.z))

    def set_force(self, force: Vector, torque: Vector = (0, 0, 0)) -> None:
        """External force (N) and torque (N m) at the centre of mass, which act until they are set again."""
        self.world._check(lib.abut_body_set_force(self.world._handle, self._id, self._vector(force, "N"), self._vector(torque, "N m")))

    def apply_impulse(self, impulse: Vector, angular_impulse: Vector = (0, 0, 0)) -> None:
        """Applies an impulse (N s) and an angular impulse (N m s) at the centre of mass."""
        self.world._check(lib.abut_body_apply_impulse(self.world._handle, self._id, self._vector(impulse, "N s"),
                                                      self._vector(angular_impulse, "N m s")))

    def remove(self) -> None:
        """Removes the body from the world. Joints and force elements that hold it are removed before."""
        self.world._check(lib.abut_body_remove(self.world._handle, self._id))

    def __repr__(self) -> str:
        return f"<abut.Body {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and (self.world, self._id.slot, self._id.generation) == (other.world, other._id.slot,
                                                                                               other._id.generation)

    def __hash__(self) -> int:
        return hash((id(self.world), self._id.slot, self._id.generation))


class Joint:
    """A joint of a world, by its name."""

    def __init__(self, world: "World", name: str) -> None:
        self.world, self.name = world, name

    @property
    def _index(self) -> int:
        index = ctypes.c_int64()
        self.world._check(lib.abut_joint_find(self.world._handle, self.name.encode(), ctypes.byref(index)))
        return index.value

    @property
    def point(self) -> np.ndarray:
        """Where it is, m."""
        p = lib.abut_joint_get(self.world._handle, self._index).point
        return np.array((p.x, p.y, p.z))

    @property
    def force(self) -> np.ndarray:
        """Reaction on body b at the point, N, world axes."""
        f = lib.abut_joint_get(self.world._handle, self._index).force
        return np.array((f.x, f.y, f.z))

    @property
    def torque(self) -> np.ndarray:
        """Reaction on body b at the point, N m, world axes."""
        t = lib.abut_joint_get(self.world._handle, self._index).torque
        return np.array((t.x, t.y, t.z))

    def set_drive(self, speed: float = 0.0, position: Optional[float] = None) -> None:
        """A prescribed_angle or prescribed_travel goes on with this speed (rad/s or m/s) from this position, None = where it is."""
        here = float("nan") if position is None else float(position)
        self.world._check(lib.abut_joint_set_drive(self.world._handle, self._index, here, float(speed)))

    def remove(self) -> None:
        """Removes the joint: its bodies are free of each other from the next step on."""
        self.world._check(lib.abut_joint_remove(self.world._handle, self._index))

    def __repr__(self) -> str:
        return f"<abut.Joint {self.name}>"


class Force:
    """A force element of a world (spring, stop, motor, ...), by its name."""

    def __init__(self, world: "World", name: str) -> None:
        self.world, self.name = world, name
        self._known: Optional[int] = None
        self._of = -1

    @property
    def _index(self) -> int:
        if self._known is None or self._of != self.world._removals:
            index = ctypes.c_int64()
            self.world._check(lib.abut_force_find(self.world._handle, self.name.encode(), ctypes.byref(index)))
            self._known, self._of = index.value, self.world._removals
        return self._known

    @property
    def coordinate(self) -> float:
        """Distance or travel, m, or angle, rad."""
        return float(lib.abut_force_get(self.world._handle, self._index).coordinate)

    @property
    def effort(self) -> float:
        """N or N m, positive in the direction of increasing coordinate."""
        return float(lib.abut_force_get(self.world._handle, self._index).effort)

    def set_target(self, target: float = 0.0, speed: float = 0.0, effort: float = 0.0) -> None:
        """Of a motor: effort + k (target - s) + c (speed - s'), with its gains k and c, limited to its largest effort."""
        status = lib.abut_force_set_target(self.world._handle, self._index, target, speed, effort)
        if status:
            self.world._check(status)

    def remove(self) -> None:
        """Removes the force element."""
        self.world._check(lib.abut_force_remove(self.world._handle, self._index))
        self.world._removals += 1

    def __repr__(self) -> str:
        return f"<abut.Force {self.name}>"


class Hit(NamedTuple):
    """Where a ray meets a body."""

    body: Body
    collider: int  # its index within the body
    distance: float  # from the origin of the ray, m
    point: np.ndarray  # m
    normal: np.ndarray  # unit vector out of the body


class Nearest(NamedTuple):
    """Nearest points of two bodies; all but the distance are zero if they overlap."""

    distance: float  # m
    point_a: np.ndarray  # m
    point_b: np.ndarray
    normal: np.ndarray  # unit vector from b to a
    collider_a: int
    collider_b: int


class Touches:
    """Observes which bodies begin and cease to touch.

    >>> touches = world.touches()
    >>> while world.time < 1:
    ...     world.step()
    ...     begun, ended = touches.update()
    """

    def __init__(self, world: "World") -> None:
        handle = ctypes.c_void_p()
        world._check(lib.abut_touches_create(world._handle, ctypes.byref(handle)))
        self.world, self._handle = world, Handle(handle, lib.abut_touches_destroy, world._scene)

    def _pairs(self, name: str) -> list[tuple[Body, Body]]:
        handle = self._handle.value
        count, get = getattr(lib, f"abut_touches_{name}_count"), getattr(lib, f"abut_touches_{name}")
        pairs = [get(handle, i) for i in range(count(handle))]
        return [(Body(self.world, pair.a), Body(self.world, pair.b)) for pair in pairs]

    def update(self) -> tuple[list[tuple[Body, Body]], list[tuple[Body, Body]]]:
        """The pairs that have begun and those that have ended to touch since the last update."""
        self.world._check(lib.abut_touches_update(self._handle.value))
        return self._pairs("begun"), self._pairs("ended")

    @property
    def now(self) -> list[tuple[Body, Body]]:
        """The pairs that touched at the last update."""
        return self._pairs("now")


class Contact(NamedTuple):
    """Names of the columns of world.contacts."""

    a: int
    b: int
    point: np.ndarray
    normal: np.ndarray
    gap: float
    force: np.ndarray
    normal_force: float


class World:
    """A world of bodies in contact, built by calls.

    The calls take what scenes say, with the same names, units and messages: `abut help scene` lists all keys, and `world.scene` is the
    text that they make. The world starts with the first step, or when its state is first asked for; bodies, joints and forces can be
    added and removed after that, too.

    >>> world = abut.World(dt="0.1 ms")
    >>> world.add_material("rubber", young="20 MPa", restitution=0.8)
    >>> world.add_body(name="floor", shape={"plane": {}}, material="rubber")
    >>> ball = world.add_body(name="ball", shape={"sphere": "3 cm"}, material="rubber", position=[0, 0, "1 m"])
    >>> world.step(100)
    >>> ball.velocity[2]
    -0.0981

    dt: time step, or "auto" (the default); integrator, end and the other keys of `time` may be given by name, or as the mapping `time`.
    gravity, contact, constraints, output, seed, title: as in scenes.
    folder: where relative paths of meshes begin. context: threads and cache, see abut.Context.
    """

    def __init__(self, *, dt: Optional[Quantity] = None, gravity: Optional[Vector] = None, integrator: Optional[str] = None,
                 time: Optional[dict[str, Any]] = None, folder: Union[str, os.PathLike[str]] = "", context: Optional[Context] = None,
                 **keys: Any) -> None:
        self.context = context or default_context()
        self._folder = os.fspath(folder)
        self._parts: dict[str, Any] = dict(keys)
        timing = dict(time or {})
        timing.update({name: value for name, value in (("dt", dt), ("integrator", integrator)) if value is not None})
        if timing:
            self._parts["time"] = timing
        if gravity is not None:
            self._parts["gravity"] = list(gravity)
        self._scene: Optional[Handle] = None
        self._world: Optional[int] = None
        self._recorder: Optional["Recorder"] = None
        self._removals = 0
        self._probes: dict[Any, int] = {}
        self._later: list[Callable[[], Any]] = []  # what needs the world, until it starts
        self._laws: list[Any] = []  # functions that the library calls
        self._text: Optional[str] = None

    # ------------------------------------------------------------------------------------------------------ building

    @property
    def scene(self) -> str:
        """The text of the scene that the calls have made so far, or that was loaded."""
        return self._text if self._text is not None else scene_text(self._parts)

    @property
    def started(self) -> bool:
        return self._world is not None

    def add(self, section: str, item: dict[str, Any]) -> None:
        """Adds one item to a section of the scene, with its keys: add("probes", {"name": "gap", "kind": "distance", ...})."""
        if self._world is not None:
            self.extend({section: [item]})
        else:
            self._parts.setdefault(section, []).append(item)

    def extend(self, parts: dict[str, Any]) -> None:
        """Adds several sections at once: wholly or, if something is wrong, not at all."""
        if self._world is None:
            for section, items in parts.items():
                if isinstance(items, dict):
                    self._parts.setdefault(section, {}).update(items)
                else:
                    self._parts.setdefault(section, []).extend(items)
            return
        units = {"units": self._parts["units"]} if "units" in self._parts else {}
        text = scene_text({**units, **parts}).encode()
        options = c.abut_scene_options(allow_outside=True)
        name = os.path.join(self._folder, "<python>").encode()
        self._check(lib.abut_scene_extend(self._scene.value, name, text, len(text), ctypes.byref(options)))  # type: ignore[union-attr]

    def add_material(self, name: str, **keys: Any) -> str:
        """Adds a material: density, young, poisson, restitution, friction, ... Returns its name."""
        self.extend({"materials": {name: keys}})
        return name

    def add_body(self, shape: Optional[dict[str, Any]] = None, material: Optional[str] = None, name: Optional[str] = None,
                 **keys: Any) -> Body:
        """Adds a body: shape, material, position, orientation, velocity, fixed, mass, colliders, ... as under `bodies` of scenes."""
        item = {"name": name, "shape": shape, "material": material, **keys}
        if name is None:
            item["name"] = name = self._free_name("body")
        self.add("bodies", {key: value for key, value in item.items() if value is not None})
        return _Named(self, name) if self._world is None else self.body(name)

    def _free_name(self, stem: str) -> str:
        self._unnamed = getattr(self, "_unnamed", 0) + 1
        return f"{stem}_{self._unnamed}"

    def add_grid(self, name: str, **keys: Any) -> None:
        """Adds bodies on a grid, as `generators: [{grid: ...}]` of scenes."""
        self.add("generators", {"grid": {"name": name, **keys}})

    def add_fill(self, name: str, **keys: Any) -> None:
        """Adds bodies at random places of a region, as `generators: [{fill: ...}]` of scenes."""
        self.add("generators", {"fill": {"name": name, **keys}})

    def add_inlet(self, name: str, **keys: Any) -> None:
        """Adds an inlet, through which bodies enter while the world runs; before the first step."""
        self.add("generators", {"inlet": {"name": name, **keys}})

    def add_joint(self, kind: str, name: Optional[str] = None, **keys: Any) -> Joint:
        """Adds a joint: revolute, prismatic, fixed, ... between bodies a and b, as under `joints` of scenes."""
        name = name or self._free_name("joint")
        self.add("joints", {"name": name, "kind": kind, **{key: _by_name(value) for key, value in keys.items()}})
        return Joint(self, name)

    def add_force(self, kind: str, name: Optional[str] = None, **keys: Any) -> Force:
        """Adds a spring, stop, motor, ... along a distance or travel, as under `forces` of scenes."""
        name = name or self._free_name("force")
        self.add("forces", {"name": name, "kind": kind, **{key: _by_name(value) for key, value in keys.items()}})
        return Force(self, name)

    def add_torque(self, kind: str, name: Optional[str] = None, **keys: Any) -> Force:
        """The same about an axis, as under `torques` of scenes."""
        name = name or self._free_name("torque")
        self.add("torques", {"name": name, "kind": kind, **{key: _by_name(value) for key, value in keys.items()}})
        return Force(self, name)

    def add_law(self, law: Callable[[float, float, float], dict[str, float]], name: Optional[str] = None, *, along: str = "distance",
                a: Union[Body, str, None] = None, b: Union[Body, str, None] = None, at: Optional[Vector] = None,
                at_a: Optional[Vector] = None, at_b: Optional[Vector] = None, axis: Sequence[float] = (0, 0, 1),
                stiffness: float = 0.0, damping: float = 0.0) -> Force:
        """Adds a force element by a function of Python: law(s, rate, time) returns efforts (N, or N m along an angle) by name.

        The names are elastic = -dU/ds, with stored = U in J; damping and friction, whose power is lost; and work, whose power is put in. s
        is the "distance" of two points, the "travel" of b along the axis, or the "angle" of b about it. a, b: None is the ground; at, or
        at_a and at_b, in the world: origins of the bodies otherwise. stiffness, damping: the largest, from which an automatic time step
        follows. The function is called several times in a step. Results have the same bits if it is a function of its arguments.

        >>> world.add_law(lambda s, rate, time: {"elastic": -500 * s**3, "stored": 125 * s**4}, b="ball")
        """
        name = name or self._free_name("law")
        ends = (a, b)
        points = (at if at_a is None else at_a, at if at_b is None else at_b)

        def add() -> None:
            definition = lib.abut_force_default()
            definition.along = along.encode()
            axes = v3(axis), v3(_across(axis))
            for side, body, point in zip("ab", ends, points):
                held = self.body(_by_name(body)) if body is not None else None
                place = self._origin(held) if point is None else [quantity(x, "m", self.context) for x in point]
                frame = c.abut_frame()
                row = held._id if held is not None else c.abut_body()
                self._check(lib.abut_frame_at(self._handle, row, v3(place), *axes, ctypes.byref(frame)))
                setattr(definition, side, row)
                setattr(definition, "frame_" + side, frame)
            rates = (c.abut_parameter * 2)((b"stiffness", stiffness), (b"damping", damping))
            definition.name, definition.parameters, definition.parameter_count = name.encode(), rates, 2  # type: ignore[union-attr]
            definition.act = self._law("act", c.abut_force_def, c.abut_effort, law)
            self._check(lib.abut_force_add(self._handle, ctypes.byref(definition), None))

        self._when_started(add)
        return Force(self, name)

    def add_contact_law(self, a: str, b: str, law: Callable[[float, float], dict[str, float]], *, restitution: Optional[float] = None,
                        friction: Optional[float] = None) -> None:
        """Sets the elastic law of two materials by a function of Python: law(depth, radius) returns the state of a contact by name.

        The names are force (N), energy (its integral over the depth, J), stiffness (dF/dd, N/m) and tangent_stiffness (N/m; 2/7 of the
        stiffness if it is left out). Before the first step. Threads take turns in the function. Results have the same bits if it is a
        function of its arguments.

        >>> world.add_contact_law("rubber", "rubber", lambda d, r: {"force": 1e4 * d, "energy": 5e3 * d * d, "stiffness": 1e4})
        """
        def state(depth: float, radius: float) -> dict[str, float]:
            said = law(depth, radius)
            return {"tangent_stiffness": 2 / 7 * said["stiffness"], **said}

        def add() -> None:
            definition, index = lib.abut_pair_default(), ctypes.c_int32()
            for side, material in (("a", a), ("b", b)):
                self._check(lib.abut_material_find(self._handle, material.encode(), ctypes.byref(index)))
                setattr(definition, side, index.value)
            for key, value in (("restitution", restitution), ("friction", friction)):
                if value is not None:
                    setattr(definition, key, value)
            definition.elastic = self._law("elastic", c.abut_pair_def, c.abut_elastic, state)
            self._check(lib.abut_pair_set(self._handle, ctypes.byref(definition)))

        self._when_started(add)

    def _when_started(self, add: Callable[[], None]) -> None:
        if self._world is None:
            self._later.append(add)
        else:
            add()

    @staticmethod
    def _origin(body: Optional[Body]) -> Sequence[float]:
        return (0.0, 0.0, 0.0) if body is None else body.position

    def _law(self, member: str, definition: Any, record: Any, law: Callable[..., dict[str, float]]) -> Any:
        """A function of Python as the library calls it. What it raises ends the step, which raises it."""
        raised = self.context._interrupted
        names = [field for field, *_ in record._fields_]

        def call(_user: Any, *arguments: Any) -> None:
            *numbers, out = arguments
            state = out.contents
            try:
                for key, value in law(*numbers).items():
                    if key not in names:
                        raise ArgumentError(f"a law says {', '.join(names)}, but not '{key}'")
                    setattr(state, key, value)
            except BaseException as error:  # pylint: disable=broad-except - no exception may pass through the library
                raised.append(error)
                for key in names:
                    setattr(state, key, float("nan"))

        function = dict(definition._fields_)[member](call)
        self._laws.append(function)
        return function

    def add_probe(self, kind: str, name: str, **keys: Any) -> None:
        """Adds a probe, as under `probes` of scenes; before the first step. world.probes has its values."""
        self.add("probes", {"name": name, "kind": kind, **{key: _by_name(value) for key, value in keys.items()}})

    def start(self) -> "World":
        """Builds the world from the calls so far. The first step and the first question for its state do it, too."""
        if self._world is None:
            if self._text is not None:
                raise Error("this world was closed")
            text = self.scene
            name = os.path.join(self._folder, "<python>").encode()
            raw = text.encode()
            options = c.abut_scene_options(allow_outside=True)
            self._open(lib.abut_scene_parse, name, raw, len(raw), options)
            self._text = text
            later, self._later = self._later, []
            for add in later:
                add()
        return self

    def _open(self, function: Any, *arguments: Any) -> None:
        scene = ctypes.c_void_p()
        *front, options = arguments
        status = function(self.context.handle.value, *front, ctypes.byref(options), ctypes.byref(scene))
        handle = Handle(scene, lib.abut_scene_destroy, self.context.handle) if scene else None
        if status:
            message, details = self.context.message(), _diagnostics(scene) if scene else ""
            if handle:
                handle.close()
            self.context.check_all(status, details or message)
        self._scene = handle
        self._world = lib.abut_scene_world(scene)

    @property
    def _handle(self) -> Any:
        if self._world is None:
            self.start()
        return self._world

    def _check(self, status: int) -> None:
        if status:
            self.context.check(status)

    def close(self) -> None:
        """Destroys the world; views of it are stale from then on."""
        if self._recorder is not None:
            self._recorder.close()
        self._world = None
        self._text = self.scene
        if self._scene is not None:
            self._scene.close()

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *_exception: Any) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------------------ stepping

    def step(self, steps: int = 1) -> None:
        """Advances the world by one time step, or by several."""
        handle = self._world
        if handle is None or self._recorder is not None:
            self._step_recorded(steps)
            return
        if steps == 1:
            status = lib.abut_world_step(handle)
            if status:
                self.context.check(status)
            return
        one = lib.abut_world_step
        for _ in range(steps):
            status = one(handle)
            if status:
                self.context.check(status)

    def _step_recorded(self, steps: int) -> None:
        handle = self._handle
        for _ in range(steps):
            self._check(lib.abut_world_step(handle))
            if self._recorder is not None:
                self._recorder.step()

    def run_until(self, time: Quantity) -> None:
        """Steps until this time: to the step nearest to it."""
        end = quantity(time, "s", self.context)
        while self.time < end - 0.5 * self.dt:
            self.step()

    def refresh(self) -> None:
        """Evaluates contacts and forces of the present state at once, as after setting poses."""
        self._check(lib.abut_world_refresh(self._handle))

    @property
    def time(self) -> float:
        """s."""
        return float(lib.abut_world_time(self._handle))

    @property
    def steps(self) -> int:
        """Number of time steps so far."""
        return int(lib.abut_world_step_count(self._handle))

    @property
    def dt(self) -> float:
        """Time step, s."""
        return float(lib.abut_world_dt(self._handle))

    # ------------------------------------------------------------------------------------------------------ reading

    def _arrays(self) -> c.abut_world_arrays:
        arrays = c.abut_world_arrays()
        self._check(lib.abut_world_arrays_get(self._handle, ctypes.byref(arrays)))
        return arrays

    def _view(self, name: str, columns: int) -> View:
        part = getattr(self._arrays(), name)
        view = over(part.data, part.count, columns, part.stride).view(View)
        address, count = part.data, part.count

        def valid() -> bool:
            if self._world is None:
                return False
            now = getattr(self._arrays(), name)
            return bool(now.data == address and now.count == count)

        view._valid = valid
        return view

    @property
    def x(self) -> View:
        """Centres of mass of all bodies, m: a view (n, 3) without a copy."""
        return self._view("centre", 3)

    @property
    def q(self) -> View:
        """Orientations of the principal axes of inertia, quaternions (w, x, y, z): a view (n, 4) without a copy."""
        return self._view("orientation", 4)

    @property
    def v(self) -> View:
        """Velocities of the centres of mass, m/s: a view (n, 3) without a copy."""
        return self._view("velocity", 3)

    @property
    def w(self) -> View:
        """Angular velocities, rad/s, world axes: a view (n, 3) without a copy."""
        return self._view("angular_velocity", 3)

    @property
    def forces(self) -> View:
        """Resultant forces, N: a view (n, 3) without a copy."""
        return self._view("force", 3)

    @property
    def torques(self) -> View:
        """Resultant torques about the centres of mass, N m: a view (n, 3) without a copy."""
        return self._view("torque", 3)

    @property
    def contacts(self) -> np.ndarray:
        """The contacts of the last step, a structured array: a and b (rows of bodies), point, normal (from b to a), gap, force on a,
        normal_force, collider_a, collider_b (rows of colliders). SI units, world axes."""
        arrays = self._arrays()
        n = arrays.contact_a.count
        made = np.empty(n, _CONTACT)

        def column(name: str, columns: int, kind: Any) -> np.ndarray:
            part = getattr(arrays, name)
            return over(part.data, part.count, columns, part.stride, kind)

        for side in "ab":
            made["collider_" + side] = column("contact_" + side, 1, np.uint32)
            bodies = column("collider_body", 1, np.uint32)
            made[side] = bodies[made["collider_" + side]] if len(bodies) else made["collider_" + side]
        for name, columns in (("point", 3), ("normal", 3), ("gap", 1), ("force", 3), ("normal_force", 1)):
            made[name] = column("contact_" + name, columns, np.float64)
        return made

    @property
    def names(self) -> list[str]:
        """Labels of all bodies, in the order of x, v, q and w."""
        return [body.name for body in self.bodies]

    @property
    def bodies(self) -> list[Body]:
        """All bodies, in the order of x, v, q and w."""
        handle = self._handle
        return [Body(self, lib.abut_body_at(handle, i)) for i in range(lib.abut_body_count(handle))]

    def __len__(self) -> int:
        return int(lib.abut_body_count(self._handle))

    def body(self, name: str) -> Body:
        """The body of this name; members of groups are named with their number: "marble[7]"."""
        handle = c.abut_body()
        self._check(lib.abut_body_find(self._handle, name.encode(), ctypes.byref(handle)))
        return Body(self, handle)

    __getitem__ = body

    def joint(self, name: str) -> Joint:
        joint = Joint(self, name)
        joint._index
        return joint

    def force(self, name: str) -> Force:
        """The force element of this name: spring, stop, motor, ... of `forces` or `torques`."""
        force = Force(self, name)
        force._index
        return force

    @property
    def energy(self) -> Any:
        """The energy ledger, J: kinetic, potential, stored_normal, ..., lost_friction, ..., work_external, initial, residual."""
        return record_of(lib.abut_world_energy(self._handle))

    @property
    def residuals(self) -> Any:
        """Violations of contact and joint conditions in the last step, by code that no solver uses."""
        return record_of(lib.abut_world_residuals(self._handle))

    @property
    def watch(self) -> Any:
        """Statistics since the start: largest overlap, energy that losses took and gave, impacts, unsolved contacts, ..."""
        return record_of(lib.abut_world_watch(self._handle))

    @property
    def probes(self) -> dict[str, dict[str, float]]:
        """Present values of the probes: {"gap": {".distance [m]": 0.1, ...}}."""
        self._handle
        scene = self._scene.value  # type: ignore[union-attr]
        found = {}
        for i in range(lib.abut_scene_probe_count(scene)):
            state = lib.abut_scene_probe_get(scene, i)
            found[state.name.decode()] = {state.column[k].decode().lstrip("."): state.value[k] for k in range(state.columns)}
        return found

    # ------------------------------------------------------------------------------------------------------ questions

    def ray(self, origin: Vector, direction: Sequence[float], longest: Quantity = float("inf")) -> Optional[Hit]:
        """The first surface on a ray, no further than `longest` (m), or None.

        >>> world.ray([0, 0, "1 m"], [0, 0, -1]).body
        """
        hit = c.abut_ray_hit()
        start = v3([quantity(x, "m", self.context) for x in origin])
        self._check(lib.abut_world_ray(self._handle, start, v3(direction), quantity(longest, "m", self.context), ctypes.byref(hit)))
        found = record_of(hit)
        return Hit(Body(self, hit.body), *found[1:]) if hit.body.slot else None

    def distance(self, a: Union[Body, str], b: Union[Body, str]) -> Nearest:
        """Distance of two bodies and their nearest points, from their exact surfaces.

        >>> world.distance("ball", "floor").distance
        """
        nearest = c.abut_nearest()
        one, other = (self.body(body) if isinstance(body, str) else body for body in (a, b))
        self._check(lib.abut_body_distance(self._handle, one._id, other._id, ctypes.byref(nearest)))
        return Nearest(*record_of(nearest))

    def overlaps(self, shape: dict[str, Any], position: Vector = (0, 0, 0), orientation: Sequence[float] = (1, 0, 0, 0)) -> list[Body]:
        """The bodies that overlap a sphere, box, capsule, cylinder or ellipsoid at a place.

        >>> world.overlaps({"sphere": "5 cm"}, position=[0, 0, "10 cm"])
        """
        index, count = self._probe(shape), ctypes.c_int64()
        frame = c.abut_frame(v3([quantity(x, "m", self.context) for x in position]), quat(orientation))
        bodies = (c.abut_body * max(1, len(self)))()
        self._check(lib.abut_world_overlaps(self._handle, index, ctypes.byref(frame), bodies, len(bodies), ctypes.byref(count)))
        return [Body(self, c.abut_body(bodies[i].slot, bodies[i].generation)) for i in range(count.value)]

    def _probe(self, shape: dict[str, Any]) -> int:
        """The shape of a question; the world keeps it for the next one."""
        key = repr(shape)
        if key not in self._probes:
            self._probes[key] = add_shape(self._handle, shape, self.context)
        return self._probes[key]

    def touches(self) -> Touches:
        """An observer of the pairs of bodies that begin and cease to touch."""
        return Touches(self)

    def hash(self) -> int:
        """Equal for worlds in bitwise equal states."""
        return int(lib.abut_world_hash(self._handle))

    # ------------------------------------------------------------------------------------------------------ steering

    def set_gravity(self, gravity: Vector) -> None:
        """m/s^2, from the next step on."""
        self._check(lib.abut_world_set_gravity(self._handle, v3([quantity(x, "m/s^2", self.context) for x in gravity])))

    def set_material(self, name: str, **properties: float) -> None:
        """Changes friction, restitution, young, ... of a material from the next step on; masses stay."""
        index, definition = ctypes.c_int32(), c.abut_material_def()
        handle = self._handle
        self._check(lib.abut_material_find(handle, name.encode(), ctypes.byref(index)))
        self._check(lib.abut_material_get(handle, index, ctypes.byref(definition)))
        for key, value in properties.items():
            if key in ("name", "size") or key not in dict(definition._fields_):  # type: ignore[misc]
                raise ArgumentError(f"a material has no property '{key}'")
            setattr(definition, key, quantity(value, _UNITS.get(key, "1"), self.context))
        self._check(lib.abut_material_set(handle, index, ctypes.byref(definition)))

    def save(self) -> bytes:
        """The state, to which `restore` goes back bit by bit. Settings (gravity, targets of motors, materials) are not part of it."""
        state = c.abut_bytes()
        self._check(lib.abut_world_save(self._handle, ctypes.byref(state)))
        try:
            return ctypes.string_at(state.data, state.size)
        finally:
            lib.abut_bytes_free(self.context.handle.value, ctypes.byref(state))

    def restore(self, state: bytes) -> None:
        """Goes back to a saved state of this world, or of one made by the same calls."""
        self._check(lib.abut_world_load(self._handle, state, len(state)))

    # ------------------------------------------------------------------------------------------------------ results

    def record(self, out: Union[str, os.PathLike[str]], **options: Any) -> "Recorder":
        """Records the steps from now on into a folder, as a run does: `with world.record("out/x"): world.step(1000)`.

        frames, history, probes: simulated time between them ("20 ms"); end: the time expected, of which they else are a hundredth and a
        thousandth; title; overwrite: replace a run in the folder.
        """
        return Recorder(self, out, **options)

    def page(self) -> str:
        """The present state as one HTML page, which a browser shows."""
        with tempfile.TemporaryDirectory() as folder:
            recorder = Recorder(self, pathlib.Path(folder) / "state", picture=(0, 0))
            recorder._attach(False)
            recorder.close()
            report = pathlib.Path(folder) / "state/report.html"
            return report.read_text(encoding="utf-8") if report.is_file() else ""

    def _repr_html_(self) -> str:
        return inline(self.page()) or f"<pre>{html.escape(repr(self))}</pre>"

    def __repr__(self) -> str:
        if self._world is None:
            return f"<abut.World, {'closed' if self._text is not None else 'not started'}>"
        return f"<abut.World, {len(self)} bodies, t = {self.time:.6g} s>"


def _across(axis: Sequence[float]) -> np.ndarray:
    """Some direction across an axis, the same for both bodies."""
    other = np.zeros(3)
    other[int(np.argmin(np.abs(axis)))] = 1
    return np.cross(axis, other)


_UNITS = {"density": "kg/m^3", "young": "Pa", "cohesion": "Pa"}


def _by_name(value: Any) -> Any:
    return value.name if isinstance(value, (Body, _Named)) else value


class _Named(Body):
    """A body of a world that has not started: it is found by its name when it is used."""

    def __init__(self, world: World, name: str) -> None:  # pylint: disable=super-init-not-called
        self.world, self._name = world, name
        self._found: Optional[c.abut_body] = None

    @property
    def _id(self) -> c.abut_body:  # type: ignore[override]
        if self._found is None:
            self._found = self.world.body(self._name)._id
        return self._found

    @property
    def name(self) -> str:
        return self._name


class Recorder:
    """Writes what a world does into a folder: frames, histories, report.html, picture.png and run.json with the verdict."""

    def __init__(self, world: World, out: Union[str, os.PathLike[str]], *, frames: Optional[Quantity] = None,
                 history: Optional[Quantity] = None, probes: Optional[Quantity] = None, end: Optional[Quantity] = None,
                 title: Optional[str] = None, overwrite: bool = False, picture: tuple[int, int] = (960, 600),
                 report_bytes: int = 50_000_000) -> None:
        self.world, self.folder = world, pathlib.Path(out)
        self.summary: Optional[Any] = None
        definition = lib.abut_recorder_default()
        self._keep = (os.fsencode(out), title.encode() if title else None)
        definition.out, definition.title = self._keep
        definition.overwrite = overwrite
        world._handle
        definition.scene = world._scene.value  # type: ignore[union-attr]
        for name, value in (("frame_interval", frames), ("history_interval", history), ("probe_interval", probes), ("end", end)):
            if value is not None:
                setattr(definition, name, quantity(value, "s", world.context))
        definition.picture_width, definition.picture_height = picture
        definition.report_bytes = report_bytes
        made = world.context.make(lib.abut_recorder_create, world._handle, ctypes.byref(definition))
        self._handle: Optional[Handle] = Handle(made, lib.abut_recorder_destroy, world._scene)
        self._attach(True)

    def _attach(self, on: bool) -> None:
        if on and self.world._recorder is not None:
            self._handle.close()  # type: ignore[union-attr]
            raise ArgumentError("this world is being recorded already")
        if on or self.world._recorder is self:
            self.world._recorder = self if on else None

    def step(self) -> None:
        """Writes what is due. world.step calls it."""
        self.world._check(lib.abut_recorder_step(self._handle.value))  # type: ignore[union-attr]

    def close(self) -> Any:
        """Ends the recording; returns the summary with the verdict."""
        if self._handle is None:
            return self.summary
        handle, self._handle = self._handle, None
        self._attach(False)
        summary = c.abut_run_summary()
        try:
            self.world._check(lib.abut_recorder_finish(handle.value, ctypes.byref(summary)))
        finally:
            handle.close()
        self.summary = record_of(summary)
        return self.summary

    def result(self) -> Any:
        """The results so far recorded and closed, as abut.read gives them."""
        from .results import read

        self.close()
        return read(self.folder)

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, kind: Any, *_rest: Any) -> None:
        if kind is None:
            self.close()
        else:
            with contextlib.suppress(Error):  # the exception under way says more
                self.close()


def _diagnostics_of(diagnostic: Any) -> str:
    """One error of a scene, with its place and its line."""
    text = lib.abut_text_start(default_context().handle.value)
    lib.abut_diagnostic_text(ctypes.byref(diagnostic), ctypes.byref(text))
    whole = lib.abut_text_string(ctypes.byref(text)).decode(errors="replace")
    lib.abut_text_free(ctypes.byref(text))
    return whole.rstrip("\n")


def _diagnostics(scene: Any) -> str:
    """All errors of a scene."""
    all_ = [lib.abut_scene_diagnostic_get(scene, i) for i in range(lib.abut_scene_diagnostic_count(scene))]
    return "\n".join(_diagnostics_of(diagnostic) for diagnostic in all_ if diagnostic.error)


def inline(page: str, height: int = 620) -> str:
    """An HTML page within a notebook."""
    return f'<iframe srcdoc="{html.escape(page)}" width="100%" height="{height}" style="border: 0"></iframe>' if page else ""


def load(scene: Union[str, os.PathLike[str]], set: Optional[Union[dict[str, Any], Sequence[str]]] = None,  # pylint: disable=redefined-builtin
         allow_outside: bool = False, context: Optional[Context] = None) -> World:
    """The world of a scene file, ready to be stepped.

    set: values that replace those of the file, {"time.dt": "1e-5", "bodies.ball.velocity": [1, 0, 0]}, as `--set` does.
    allow_outside: files outside of the scene's folder are allowed.

    >>> world = abut.load("scenes/billiards.yaml", set={"materials.ivory.friction": 0.1})
    >>> world.step(1000)
    """
    world = World(context=context, folder=os.path.dirname(os.fspath(scene)))
    options, _keep = scene_options(set, allow_outside)
    world._open(lib.abut_scene_load, os.fsencode(scene), options)
    world._text = pathlib.Path(scene).read_text(encoding="utf-8")
    return world


def scene_options(set: Any, allow_outside: bool) -> tuple[c.abut_scene_options, Any]:  # pylint: disable=redefined-builtin
    """Options of a scene, and what must live as long as they."""
    words = [f"{key}={text_of(value)}" for key, value in set.items()] if isinstance(set, dict) else list(set or [])
    raw = (ctypes.c_char_p * max(1, len(words)))(*(word.encode() for word in words))
    return c.abut_scene_options(ctypes.cast(raw, ctypes.POINTER(ctypes.c_char_p)), len(words), allow_outside), raw


def steps_of(world: World, count: int) -> Iterator[World]:
    """Steps a world and hands it out after every step: `for w in abut.steps_of(world, 1000): ...`."""
    for _ in range(count):
        world.step()
        yield world


__all__ = ["Body", "Contact", "Force", "Hit", "Joint", "Nearest", "Recorder", "StaleView", "Touches", "World", "load", "quantity", "steps_of"]
