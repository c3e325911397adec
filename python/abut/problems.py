"""Contact problems alone: the gap of two shapes, one impact, a contact of elastic bodies at rest."""
from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any, Callable, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _interface as c
from ._errors import ArgumentError
from ._library import Context, Handle, default_context, lib
from ._records import pointer, quat, record_of, v3
from ._shapes import add_shape
from .world import _diagnostics, _diagnostics_of, scene_options

Path = Union[str, os.PathLike[str]]
Pose = Optional[tuple[Sequence[float], Sequence[float]]]  # position (m) and quaternion (w, x, y, z)


def _frame(pose: Pose) -> Any:
    return None if pose is None else ctypes.byref(c.abut_frame(v3(pose[0]), quat(pose[1])))


def gap(a: dict[str, Any], b: dict[str, Any], pose_a: Pose = None, pose_b: Pose = None, context: Optional[Context] = None) -> Any:
    """The exact gap of two convex shapes at poses: gap (m; negative in overlap), normal from b to a, and the nearest points on_a and on_b.

    a, b: {"sphere": r}, {"box": [x, y, z]}, {"capsule": {"radius": r, "length": l}}, cylinder, ellipsoid, cone, superellipsoid, plane, or
    {"hull": points}, with quantities as in scenes. pose: (position, quaternion).

    >>> abut.gap({"sphere": "5 cm"}, {"box": [0.2, 0.2, 0.2]}, pose_a=([0, 0, 0.25], [1, 0, 0, 0])).gap
    0.1
    """
    context = context or default_context()
    definition = lib.abut_world_default()
    world = Handle(context.make(lib.abut_world_create, context.handle.value, ctypes.byref(definition)), lib.abut_world_destroy,
                   context.handle)
    shapes = [add_shape(world.value, shape, context) for shape in (a, b)]
    result = c.abut_gap_result()
    context.check(lib.abut_gap(world.value, shapes[0], _frame(pose_a), shapes[1], _frame(pose_b), None, ctypes.byref(result)))
    return record_of(result)


# --------------------------------------------------------------------------------------------------------------- impacts


class Impact(NamedTuple):
    """The outcome of an impact.

    contacts: a structured array with before and after (velocities, m/s), impulse (on body a, N s), normal first, and works (J). bodies:
    after the impact, with mass, velocity, spin, ...; empty if W was given. report: energy, gain, and what was special. path: states of
    the contacts on the way, if they were asked for: contact, velocity, impulse, normal_work, tangent_work, motion, expands.
    """

    contacts: np.ndarray
    bodies: list[Any]
    report: Any
    path: list[Any]


_END = np.dtype([("before", np.float64, 3), ("after", np.float64, 3), ("impulse", np.float64, 3), ("normal_work", np.float64),
                 ("tangent_work", np.float64), ("compression_impulse", np.float64), ("compression_work", np.float64), ("jammed", np.bool_)],
                align=True)
_MOTIONS = ("open", "slip", "stick")


def _fill(record: Any, item: dict[str, Any], keep: list[bytes]) -> None:
    """Members of a structure from a mapping; those of bodies are called as in scenes, too."""
    kinds = dict(record._fields_)
    for key, value in item.items():
        if key not in kinds:
            raise ArgumentError(f"there is no '{key}' here; there are {', '.join(kinds)}")
        if kinds[key] is c.abut_v3:
            value = v3(value)
        elif kinds[key] is c.abut_quat:
            value = quat(value)
        elif isinstance(value, str):
            keep.append(value.encode())
            value = keep[-1]
        elif key in ("a", "b") and value is None:
            value = -1
        setattr(record, key, value)


def _impact_of(definition: Any, bodies: Any, contacts: Any, mobility: Any, velocity: Any, keep: list[Any]) -> None:
    if contacts is None or (bodies is None) == (mobility is None):
        raise ArgumentError("an impact needs a file; or bodies and contacts; or W, v and contacts with friction, restitution, ...")
    rows = (c.abut_impact_contact * max(1, len(contacts)))()
    for row, item in zip(rows, contacts):
        row.a, row.b, row.stiffness = -1, -1, 1.0
        _fill(row, item, keep)
    definition.contact, definition.contacts = rows, len(contacts)
    keep.append(rows)
    if bodies is not None:
        members = (c.abut_impact_body * max(1, len(bodies)))()
        for member, item in zip(members, bodies):
            member.orientation.w = 1
            _fill(member, item, keep)
        definition.body, definition.bodies = members, len(bodies)
        keep.append(members)
        return
    matrix, u = np.ascontiguousarray(mobility, dtype=np.float64), np.ascontiguousarray(velocity, dtype=np.float64).ravel()
    n = 3 * len(contacts)
    if matrix.shape != (n, n) or len(u) != n:
        raise ValueError(f"{len(contacts)} contacts need W of the shape {(n, n)} and v of {n} numbers, not {matrix.shape} and {len(u)}")
    definition.mobility, definition.velocity = pointer(matrix, ctypes.c_double), pointer(u, ctypes.c_double)
    keep += [matrix, u]


def impact(case: Optional[Path] = None, *, bodies: Optional[Sequence[dict[str, Any]]] = None,
           contacts: Optional[Sequence[dict[str, Any]]] = None, W: Any = None, v: Any = None,  # pylint: disable=invalid-name
           law: Optional[str] = None, order: Optional[str] = None, guard: Optional[bool] = None, path: bool = False,
           set: Any = None, allow_outside: bool = False, context: Optional[Context] = None) -> Impact:  # pylint: disable=redefined-builtin
    """Solves one impact: v+ = v- + W p, by the law of moreau, newton, poisson or stronge (the default).

    case: a file with the key `impact`. Or bodies, each {"mass": m, "inertia": (principal moments), "position", "velocity", "spin"}, and
    contacts, each {"a": body, "b": body or None, "point", "normal" from b to a, "friction", "restitution"}. Or W (3n, 3n) and v (3n)
    instead of bodies, normal components first. order: "simultaneous" or "sequential". path: give the states on the way. SI units.

    >>> rod = {"mass": 1, "inertia": [1e-3, 0.3, 0.3], "velocity": [0, 0, -1]}
    >>> hit = {"a": 0, "b": None, "point": [0.5, 0, 0], "normal": [0, 0, 1], "restitution": 0.5}
    >>> abut.impact(bodies=[rod], contacts=[hit]).bodies[0].velocity[2]
    -0.18181818181818188
    """
    context = context or default_context()
    keep: list[Any] = []
    definition, scene = lib.abut_impact_problem(), None
    if case is not None:
        scene = _load_impact(case, set, allow_outside, context)
        ctypes.memmove(ctypes.byref(definition), lib.abut_scene_impact(scene.value), ctypes.sizeof(definition))
    else:
        _impact_of(definition, bodies, contacts, W, v, keep)
    for key, value in (("law", law and law.encode()), ("order", order and order.encode()), ("guard", guard)):
        if value is not None:
            setattr(definition, key, value)
    states: list[Any] = []

    def watch(_user: Any, point: Any) -> None:
        state = record_of(point.contents)
        states.append(state._replace(motion=_MOTIONS[state.motion], velocity=np.array(state.velocity), impulse=np.array(state.impulse)))

    if path:
        definition.watch = dict(c.abut_impact_def._fields_)["watch"](watch)
    n, k = int(definition.contacts), int(definition.bodies)
    ends, after, report = np.zeros(n, _END), (c.abut_impact_body * max(1, k))(), c.abut_impact_report()
    context.check(lib.abut_impact_solve(context.handle.value, ctypes.byref(definition), pointer(ends, c.abut_impact_end), after if k else None,
                                        ctypes.byref(report)))
    found = Impact(ends, [record_of(after[i]) for i in range(k)], record_of(report), states)
    if scene is not None:
        scene.close()
    return found


def _load_impact(case: Path, set: Any, allow_outside: bool, context: Context) -> Handle:  # pylint: disable=redefined-builtin
    options, _keep = scene_options(set, allow_outside)
    scene = ctypes.c_void_p()
    status = lib.abut_impact_load(context.handle.value, os.fsencode(case), ctypes.byref(options), ctypes.byref(scene))
    handle = Handle(scene, lib.abut_scene_destroy, context.handle)
    if status:
        message, details = context.message(), _diagnostics(scene) if scene else ""
        handle.close()
        context.check_all(status, details or message)
    return handle


# ------------------------------------------------------------------------------------------------------ elastic contacts


class Press(NamedTuple):
    """The answer of an elastic contact: `loads`, one record for each load with force, approach, area, max_pressure, energy, stiffness,
    exact (what a closed form says), ...; `summary` with the checks; `folder` with press.csv, pictures and report.html."""

    loads: list[Any]
    summary: Any
    folder: pathlib.Path

    @property
    def passed(self) -> bool:
        """Whether all checks hold."""
        return bool(self.summary.failed == 0)

    def curve(self, *names: str) -> np.ndarray:
        """Numbers of all loads: curve("approach", "force") is an array (loads, 2)."""
        return np.array([[getattr(load, name) for name in names] for load in self.loads])


def press(case: Path, out: Optional[Path] = None, *, set: Any = None, overwrite: bool = False, allow_outside: bool = False,  # pylint: disable=redefined-builtin
          report: bool = True, picture: int = 640, progress: Optional[Callable[[int, int, Any], Any]] = None,
          context: Optional[Context] = None) -> Press:
    """Solves a contact of elastic bodies at rest, a file with the key `press`, into a folder, as `abut press` does.

    out: the folder; "out/" and the name of the file if it is not given. set: values that replace those of the file. progress: called
    with the number of a load, their count, and the load; if it returns False, or raises, nothing is kept.

    >>> abut.press("scenes/punch.yaml", "out/punch").curve("approach", "force")
    """
    context = context or default_context()
    folder = pathlib.Path(out) if out is not None else pathlib.Path("out") / pathlib.Path(case).stem
    options = lib.abut_press_default()
    keep = (os.fsencode(case), os.fsencode(folder))
    options.scene, options.out = keep
    options.overwrite, options.report, options.picture_width = overwrite, report, picture
    options.scene_options, _words = scene_options(set, allow_outside)
    loads: list[Any] = []
    raised: list[BaseException] = []
    errors: list[str] = []

    def solved(_user: Any, index: int, count: int, load: Any) -> bool:
        try:
            loads.append(record_of(load.contents))
            return progress is None or progress(index, count, loads[-1]) is not False
        except BaseException as error:  # pylint: disable=broad-except - no exception may pass through the library
            raised.append(error)
            return False

    def diagnosed(_user: Any, diagnostic: Any) -> None:
        if diagnostic.contents.error:
            errors.append(_diagnostics_of(diagnostic.contents))

    kinds = dict(c.abut_press_options._fields_)
    options.solved, options.diagnostic = kinds["solved"](solved), kinds["diagnostic"](diagnosed)
    summary = c.abut_press_summary()
    status = lib.abut_press(context.handle.value, ctypes.byref(options), ctypes.byref(summary))
    if raised:
        raise raised[0]
    context.check_all(status, "\n".join(errors))
    return Press(loads, record_of(summary), folder)


__all__ = ["Impact", "Press", "gap", "impact", "press"]
