"""Geometry and contact problems alone: meshes, distance fields, overlaps, friction cones."""
from __future__ import annotations

import ctypes
import os
from typing import Any, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _interface as c
from ._library import Context, Handle, default_context, lib
from ._records import pointer, quat, record_of, v3, vectors
from .world import Quantity, quantity

Path = Union[str, os.PathLike[str]]
Pose = Optional[tuple[Sequence[float], Sequence[float]]]  # position (m) and quaternion (w, x, y, z)


class Mesh:
    """A triangle mesh: from an STL, OBJ or PLY file, or from arrays of vertices (n, 3) and triangles (m, 3).

    >>> mesh = abut.Mesh("part.stl", scale=0.001)
    >>> mesh.mass.volume
    """

    def __init__(self, path: Optional[Path] = None, *, scale: float = 1.0, vertices: Any = None, triangles: Any = None,
                 context: Optional[Context] = None) -> None:
        self.context = context or default_context()
        if path is not None:
            made = self.context.make(lib.abut_mesh_load, self.context.handle.value, os.fsencode(path), scale)
        else:
            points = vectors(vertices) * scale
            corners = np.ascontiguousarray(triangles, dtype=np.int32).reshape(-1, 3)
            made = self.context.make(lib.abut_mesh_create, self.context.handle.value, pointer(points, c.abut_v3), len(points),
                                     pointer(corners, ctypes.c_int32), len(corners))
        self._handle = Handle(made, lib.abut_mesh_destroy, self.context.handle)

    @property
    def report(self) -> Any:
        """Defects: holes, boundary_edges, self_intersections, closed, inverted, low, high, ..."""
        report = c.abut_mesh_report()
        self.context.check(lib.abut_mesh_inspect(self._handle.value, ctypes.byref(report)))
        return record_of(report)

    @property
    def mass(self) -> Any:
        """Mass properties for 1 kg/m^3: volume, area, centroid, inertia_centroid, principal_moments, ..."""
        return record_of(lib.abut_mesh_mass(self._handle.value))


class Field:
    """A signed-distance field of a closed mesh: field.distance(points) is negative inside."""

    def __init__(self, mesh: Mesh, **options: Any) -> None:
        self.context = mesh.context
        definition = lib.abut_sdf_default()
        self._keep = {}
        for key, value in options.items():
            if key in ("cell", "error"):
                value = quantity(value, "m", self.context)
            if key == "cache":
                value = self._keep[key] = os.fsencode(value)
            if key not in dict(definition._fields_) or key == "size":  # type: ignore[misc]
                raise TypeError(f"abut.sdf has no option '{key}'")
            setattr(definition, key, value)
        made = self.context.make(lib.abut_sdf_build, mesh._handle.value, ctypes.byref(definition))
        self._handle = Handle(made, lib.abut_sdf_destroy, self.context.handle)

    def distance(self, points: Any, gradient: bool = False) -> Any:
        """Interpolated distances at points (n, 3), m; with gradient=True also the gradients (n, 3). One point gives one number."""
        given = vectors(points)
        found, slopes = np.empty(len(given)), np.empty_like(given) if gradient else None
        places = pointer(slopes, c.abut_v3) if slopes is not None else None
        self.context.check(lib.abut_sdf_distances(self._handle.value, pointer(given, c.abut_v3), len(given),
                                                  pointer(found, ctypes.c_double), places))
        single = np.ndim(points) == 1
        distance = found[0] if single else found
        return (distance, slopes[0] if single else slopes) if slopes is not None else distance

    __call__ = distance

    def closest(self, point: Sequence[float]) -> Any:
        """Exact distance, closest point of the surface, and its triangle."""
        return record_of(lib.abut_sdf_closest(self._handle.value, v3(point)))

    def ray(self, origin: Sequence[float], direction: Sequence[float], longest: float = 1.0) -> float:
        """Parameter t of the first intersection of origin + t direction with the surface; inf if there is none."""
        return float(lib.abut_sdf_ray(self._handle.value, v3(origin), v3(direction), longest))

    @property
    def report(self) -> Any:
        """Repair of the mesh, cells, memory, audit."""
        return record_of(lib.abut_sdf_report_get(self._handle.value))


def sdf(mesh: Union[Mesh, Path], *, scale: float = 1.0, **options: Any) -> Field:
    """The signed-distance field of a closed mesh, or of a mesh file.

    cells: along the longest side; or cell: their edge; or error: bound of the interpolation error ("10 um"). cache: a folder.

    >>> field = abut.sdf("part.stl", scale=0.001, cells=128)
    >>> field.distance([[0, 0, 0], [0.1, 0, 0]])
    """
    return Field(mesh if isinstance(mesh, Mesh) else Mesh(mesh, scale=scale), **options)


class Polyhedron:
    """A closed convex polyhedron: a convex mesh, or the hull of points (n, 3) or of a mesh."""

    def __init__(self, shape: Any, hull: bool = True, context: Optional[Context] = None) -> None:
        mesh = shape if isinstance(shape, Mesh) else Mesh(shape) if isinstance(shape, (str, os.PathLike)) else None
        self.context = mesh.context if mesh else context or default_context()
        if mesh is None:
            points = vectors(shape)
            made = self.context.make(lib.abut_polyhedron_from_points, self.context.handle.value, pointer(points, c.abut_v3), len(points))
        else:
            function = lib.abut_polyhedron_hull_of_mesh if hull else lib.abut_polyhedron_from_mesh
            made = self.context.make(function, mesh._handle.value)
        self._handle = Handle(made, lib.abut_polyhedron_destroy, self.context.handle)


def _frame(pose: Pose) -> Any:
    return None if pose is None else ctypes.byref(c.abut_frame(v3(pose[0]), quat(pose[1])))


def overlap(a: Any, b: Any, pose_a: Pose = None, pose_b: Pose = None, method: str = "clip") -> Any:
    """The exact overlap of two convex polyhedra: overlap (bool), volume, centroid, area, moment, point and normal from b to a.

    a, b: Polyhedron, Mesh, points (n, 3) or a mesh file, of which the hull is taken. pose: (position, quaternion). method: clip or dual.

    >>> cube = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> abut.overlap(cube, cube, pose_b=([0.5, 0, 0], [1, 0, 0, 0])).volume
    0.5
    """
    first = a if isinstance(a, Polyhedron) else Polyhedron(a)
    second = b if isinstance(b, Polyhedron) else Polyhedron(b, context=first.context)
    result = c.abut_overlap_result()
    how = {"clip": c.ABUT_OVERLAP_CLIP, "dual": c.ABUT_OVERLAP_DUAL}[method]
    first.context.check(lib.abut_polyhedron_overlap(first._handle.value, _frame(pose_a), second._handle.value, _frame(pose_b), how,
                                                    ctypes.byref(result)))
    return record_of(result)


def cone_project(friction: float, z: Any) -> np.ndarray:
    """Projects vectors (normal, tangent, tangent) onto the cone |z_t| <= friction z_n; (3,) or (n, 3).

    >>> abut.cone_project(0.5, [1, 2, 0])
    array([1.6, 0.8, 0. ])
    """
    given = np.array(z, dtype=np.float64, ndmin=2)
    for row in given:
        lib.abut_cone_project(friction, pointer(row, ctypes.c_double))
    return given[0] if np.ndim(z) == 1 else given


class Solution(NamedTuple):
    """Impulses and velocities (contacts, 3), normal component first, and the residuals that no solver uses."""

    impulse: np.ndarray
    velocity: np.ndarray
    report: Any


def solve(problem: Optional[Path] = None, *, W: Any = None, q: Any = None, friction: Any = None, solver: str = "auto",  # pylint: disable=invalid-name
          tolerance: float = 1e-8, energy: bool = False, max_iterations: int = 20000, guess: Any = None, save: Optional[Path] = None,
          context: Optional[Context] = None) -> Solution:
    """Solves a frictional contact problem: Signorini's condition and Coulomb's law for all contacts at once, u = W r + q.

    problem: an FCLIB file. Or W (3n, 3n), a matrix or triplets (rows, columns, values), q (3n) and friction (n). solver: as in
    `abut list solvers`. Raises UnsolvedError, which has the best attempt as .solution, if the tolerance is not reached.

    >>> abut.solve(W=np.eye(3), q=[-1, 0.2, 0], friction=[0.5]).impulse
    array([[ 1. , -0.2,  0. ]])
    """
    context = context or default_context()
    if problem is not None:
        made = context.make(lib.abut_cones_load, context.handle.value, os.fsencode(problem))
    else:
        made = _problem(context, W, q, friction)
    handle = Handle(made, lib.abut_cones_destroy, context.handle)
    n = lib.abut_cones_count(made)
    impulse = np.zeros(3 * n) if guess is None else np.array(guess, dtype=np.float64).reshape(3 * n)
    velocity, report = np.zeros(3 * n), c.abut_cones_report()
    options = lib.abut_cones_default()
    name = solver.encode()
    options.solver, options.tolerance, options.energy, options.max_iterations = name, tolerance, energy, max_iterations
    status = lib.abut_cones_solve(handle.value, ctypes.byref(options), pointer(impulse, ctypes.c_double), pointer(velocity, ctypes.c_double),
                                  ctypes.byref(report))
    solution = Solution(impulse.reshape(n, 3), velocity.reshape(n, 3), record_of(report))
    if status == c.ABUT_ERR_UNSOLVED:
        from ._errors import UnsolvedError

        error = UnsolvedError(context.message())
        error.solution = solution  # type: ignore[attr-defined]
        raise error
    context.check(status)
    if save is not None:
        context.check(lib.abut_cones_save(handle.value, os.fsencode(save), pointer(impulse, ctypes.c_double),
                                          pointer(velocity, ctypes.c_double)))
    return solution


def _problem(context: Context, matrix: Any, q: Any, friction: Any) -> ctypes.c_void_p:
    free, mu = np.ascontiguousarray(q, dtype=np.float64).ravel(), np.ascontiguousarray(friction, dtype=np.float64).ravel()
    if len(free) != 3 * len(mu):
        raise ValueError(f"q needs three numbers for each contact: {3 * len(mu)}, not {len(free)}")
    if isinstance(matrix, (tuple, list)) and len(matrix) == 3 and np.ndim(matrix[0]) == 1 and len(matrix[0]) != 3:
        rows, columns, values = matrix
    elif isinstance(matrix, tuple):
        rows, columns, values = matrix
    else:
        dense = np.asarray(matrix, dtype=np.float64)
        if dense.shape != (len(free), len(free)):
            raise ValueError(f"W needs the shape {(len(free), len(free))}, but this is {dense.shape}")
        rows, columns = np.nonzero(dense)
        values = dense[rows, columns]
    i, j = np.ascontiguousarray(rows, dtype=np.int32), np.ascontiguousarray(columns, dtype=np.int32)
    x = np.ascontiguousarray(values, dtype=np.float64)
    definition = lib.abut_cones_problem()
    definition.contacts, definition.entries = len(mu), len(x)
    definition.friction, definition.velocity = pointer(mu, ctypes.c_double), pointer(free, ctypes.c_double)
    definition.row, definition.column, definition.value = pointer(i, ctypes.c_int32), pointer(j, ctypes.c_int32), pointer(x, ctypes.c_double)
    return context.make(lib.abut_cones_create, context.handle.value, ctypes.byref(definition))


__all__ = ["Field", "Mesh", "Polyhedron", "Quantity", "Solution", "cone_project", "overlap", "sdf", "solve"]
