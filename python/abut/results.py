"""Results of a run in its folder: histories, frames, contacts, energy, the verdict, without knowledge of their files."""
from __future__ import annotations

import ctypes
import html
import json
import os
import pathlib
import re
from typing import Any, Iterator, Optional, Union

import numpy as np

from . import _interface as c
from ._errors import InputError
from ._library import Context, Handle, default_context, lib
from ._views import over
from .world import inline

_HEAD = re.compile(r"(.*?)(?: \[(.*)\])?\Z")
_KINDS = {c.ABUT_SCALAR_FLOAT: np.float32, c.ABUT_SCALAR_DOUBLE: np.float64, c.ABUT_SCALAR_INT: np.int32,
          c.ABUT_SCALAR_LONG: np.int64, c.ABUT_SCALAR_BYTE: np.uint8}


class Table:
    """Columns over time: a history of a run.

    table["kinetic"] or table.kinetic is a column, an array; table.time the times, s; table.units["kinetic"] its unit, "J". Columns of a
    body or joint have its name before a dot: table["ball.vz"]; table.of("ball") has them alone, and their vectors: .position (n, 3), ...
    """

    def __init__(self, columns: dict[str, np.ndarray], units: dict[str, str]) -> None:
        self.columns, self.units = columns, units

    @property
    def time(self) -> np.ndarray:
        """s."""
        return self.columns["time"]

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self.columns:
            raise KeyError(f"there is no column '{name}'; there are {', '.join(self.columns)}")
        return self.columns[name]

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_") or name not in self.__dict__.get("columns", {}):
            raise AttributeError(name)
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.columns["time"]) if self.columns else 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def names(self) -> list[str]:
        """Bodies, joints, ... that have columns."""
        return list(dict.fromkeys(name.rpartition(".")[0] for name in self.columns if "." in name))

    def of(self, name: str) -> "Table":
        """The columns of one body, joint, force or probe."""
        front = name + "."
        own = {key[len(front):]: value for key, value in self.columns.items() if key.startswith(front) and "." not in key[len(front):]}
        if not own:
            raise KeyError(f"there is nothing called '{name}'; there are {', '.join(self.names())}")
        units = {key: self.units.get(front + key, "") for key in own}
        return _Vectors({"time": self.time, **own}, {"time": "s", **units})

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{html.escape(self.units.get(name, ''))}</td><td>{_range(values)}</td></tr>"
                       for name, values in self.columns.items())
        return f"<table><tr><th>column</th><th>unit</th><th>range of {len(self)} rows</th></tr>{rows}</table>"

    def __repr__(self) -> str:
        return f"<abut.Table, {len(self)} rows of {', '.join(self.columns)}>"


def _range(values: np.ndarray) -> str:
    good = values[np.isfinite(values)] if len(values) else values
    return f"{good.min():.6g} ... {good.max():.6g}" if len(good) else ""


class _Vectors(Table):
    """Columns of one thing, with its vectors."""

    _VECTORS = {"position": "xyz", "velocity": ("vx", "vy", "vz"), "angular_velocity": ("wx", "wy", "wz"), "force": ("fx", "fy", "fz"),
                "torque": ("tx", "ty", "tz"), "orientation": ("qw", "qx", "qy", "qz")}

    def __getattr__(self, name: str) -> np.ndarray:
        parts = self._VECTORS.get(name)
        columns = self.__dict__.get("columns", {})
        if parts and name not in columns and all(part in columns for part in parts):
            return np.stack([columns[part] for part in parts], axis=1)
        return super().__getattr__(name)


def read_table(path: Union[str, os.PathLike[str]]) -> Table:
    """A history, one of the CSV files of a run. Cells that are empty, of a body that has left, are NaN."""
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    if not lines:
        raise InputError(f"'{path}' is empty: the run has not begun")
    heads = [_HEAD.match(word).groups() for word in _split(lines[0])]  # type: ignore[union-attr]
    whole = [line for line in lines[1:] if line.count(",") >= len(heads) - 1]  # a run that goes on may be within a line
    cells = [[float(cell or "nan") for cell in line.split(",")] for line in whole]
    numbers = np.array(cells, dtype=float).reshape(len(whole), len(heads))
    return Table({name: numbers[:, i].copy() for i, (name, _) in enumerate(heads)}, {name: unit or "" for name, unit in heads})


def _split(line: str) -> list[str]:
    """The cells of the header, in which names may be quoted."""
    import csv

    return next(csv.reader([line]))


class Frame:
    """One recorded moment: all bodies and contacts.

    bodies, contacts: structured arrays (position, orientation, velocity, ...; point, normal, force, gap, ...), SI units, world axes.
    `body` and `owner` are indices of Frames.names; body_a and body_b of contacts, too.
    """

    def __init__(self, frames: "Frames", index: int) -> None:
        self._frames, self.index = frames, index
        self.time = frames.times[index]

    @property
    def bodies(self) -> np.ndarray:
        return self._frames._part(self.index, c.ABUT_FRAME_BODIES)

    @property
    def contacts(self) -> np.ndarray:
        return self._frames._part(self.index, c.ABUT_FRAME_CONTACTS)

    def body(self, name: str) -> np.void:
        """The row of one body."""
        rows = self.bodies
        found = rows[rows["body"] == self._frames._index_of(name)]
        if len(found) == 0:
            raise KeyError(f"'{name}' is not there at t = {self.time:.6g} s")
        return found[0]

    def __repr__(self) -> str:
        return f"<abut.Frame {self.index}, t = {self.time:.6g} s, {len(self.bodies)} bodies, {len(self.contacts)} contacts>"


class Frames:
    """The frames of a run: frames[0], frames[-1], len(frames), frames.times, frames.at(0.5)."""

    def __init__(self, folder: Union[str, os.PathLike[str]], context: Optional[Context] = None) -> None:
        self.context = context or default_context()
        made = self.context.make(lib.abut_frames_open, self.context.handle.value, os.fsencode(folder))
        self._handle = Handle(made, lib.abut_frames_destroy, self.context.handle)
        count = lib.abut_frames_count(made)
        self.times = np.array([lib.abut_frames_time(made, i) for i in range(count)])
        self.names = [lib.abut_frames_label(made, i).decode() for i in range(lib.abut_frames_label_count(made))]

    def __len__(self) -> int:
        return len(self.times)

    def __getitem__(self, index: int) -> Frame:
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no frame {index}; there are {len(self)}")
        return Frame(self, index % len(self))

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(self, i) for i in range(len(self)))

    def at(self, time: float) -> Frame:
        """The frame nearest to a time, s."""
        return Frame(self, int(np.argmin(np.abs(self.times - time))))

    def _index_of(self, name: str) -> int:
        if name not in self.names:
            raise KeyError(f"there is no body '{name}' in these results")
        return self.names.index(name)

    def _part(self, frame: int, part: int) -> np.ndarray:
        arrays, count = (c.abut_frame_array * c.ABUT_FRAME_ARRAYS)(), ctypes.c_int32()
        self.context.check(lib.abut_frames_read(self._handle.value, frame, part, arrays, ctypes.byref(count)))
        columns = {}
        for array in arrays[:count.value]:
            name = {"Points": "point" if part == c.ABUT_FRAME_CONTACTS else "centre"}.get(array.name.decode(), array.name.decode())
            columns[name] = over(array.array.data, array.array.count, array.columns, array.array.stride, _KINDS[array.type])
        rows = len(next(iter(columns.values())))
        kinds = [(name, column.dtype, column.shape[1:]) for name, column in columns.items()]
        made = np.empty(rows, np.dtype(kinds))
        for name, column in columns.items():
            made[name] = column
        return made

    def contacts(self, a: str, b: Optional[str] = None) -> dict[str, np.ndarray]:
        """Contacts of a body, or of two bodies, over all frames: time, frame, point, normal, gap, force and normal_force, one row for each
        contact. The force acts on `a`, and the normal points to it. Colliders of a compound body are named "body/collider"."""
        first, second = self._index_of(a), None if b is None else self._index_of(b)
        found: list[np.ndarray] = []
        frames: list[np.ndarray] = []
        for frame in self:
            rows = frame.contacts
            forward = (rows["body_a"] == first) & ((rows["body_b"] == second) if second is not None else True)
            reverse = (rows["body_b"] == first) & ((rows["body_a"] == second) if second is not None else True)
            turned = rows[reverse].copy()
            turned["force"] *= -1
            turned["normal"] *= -1
            both = np.concatenate([rows[forward], turned])
            found.append(both)
            frames.append(np.full(len(both), frame.index))
        all_rows = np.concatenate(found) if found else np.empty(0)
        index = np.concatenate(frames) if frames else np.empty(0, int)
        columns = {name: all_rows[name] for name in ("point", "normal", "gap", "force", "normal_force")}
        return {"time": self.times[index], "frame": index, **columns}


class Result:
    """The results of a run, in its folder.

    summary: the contents of run.json; passed: whether all checks passed. energy, bodies, joints, forces, probes, flows, residuals:
    histories (Table). frames: Frames. report: path of the page. In a notebook it shows its page.
    """

    def __init__(self, folder: Union[str, os.PathLike[str]], context: Optional[Context] = None) -> None:
        self.folder = pathlib.Path(folder)
        self._context = context
        self._tables: dict[str, Table] = {}
        self._frames: Optional[Frames] = None
        if not self.folder.is_dir():
            raise InputError(f"there is no folder '{self.folder}'")
        if not (self.folder / "energy.csv").is_file():
            raise InputError(f"the folder '{self.folder}' holds no results of a run")

    def table(self, name: str) -> Table:
        """A history by its name: "energy", "bodies", "joints", "forces", "probes", "flows" or "residuals"."""
        if name not in self._tables:
            path = self.folder / f"{name}.csv"
            if not path.is_file():
                there = ", ".join(sorted(p.stem for p in self.folder.glob("*.csv")))
                raise InputError(f"this run has no history '{name}'; it has {there}")
            self._tables[name] = read_table(path)
        return self._tables[name]

    energy = property(lambda self: self.table("energy"), doc="The energy ledger over time, J.")
    bodies = property(lambda self: self.table("bodies"), doc="Position, orientation, velocities and forces of named bodies over time.")
    joints = property(lambda self: self.table("joints"), doc="Reactions of the joints over time.")
    forces = property(lambda self: self.table("forces"), doc="Force elements over time.")
    probes = property(lambda self: self.table("probes"), doc="Probes over time.")
    flows = property(lambda self: self.table("flows"), doc="Inlets, outlets and flux planes over time.")
    residuals = property(lambda self: self.table("residuals"), doc="Violations of contact and joint conditions over time.")

    @property
    def summary(self) -> dict[str, Any]:
        """What run.json says: state at the end, energy, verdict, hash. Empty while the run goes on."""
        path = self.folder / "run.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    @property
    def passed(self) -> bool:
        """Whether the run has ended and all its checks passed."""
        summary = self.summary
        return bool(summary.get("finished")) and summary.get("failed") == 0

    @property
    def frames(self) -> Frames:
        """All bodies and contacts at the recorded times."""
        if self._frames is None:
            self._frames = Frames(self.folder, self._context)
        return self._frames

    def contacts(self, a: str, b: Optional[str] = None) -> dict[str, np.ndarray]:
        """Contacts of a body, or of two bodies, over all frames; see Frames.contacts."""
        return self.frames.contacts(a, b)

    def body(self, name: str) -> Table:
        """The history of one body, with its vectors: .position, .velocity, .angular_velocity, .force (n, 3), .orientation (n, 4)."""
        return self.bodies.of(name)

    @property
    def report(self) -> pathlib.Path:
        """Path of the page of the run."""
        return self.folder / "report.html"

    def _repr_html_(self) -> str:
        page = self.report.read_text(encoding="utf-8") if self.report.is_file() else ""
        return inline(page) or f"<pre>{html.escape(repr(self))}</pre>"

    def __repr__(self) -> str:
        summary = self.summary
        state = "goes on" if not summary else f"t = {summary['time']:.6g} s, " + (
            "all checks passed" if summary["failed"] == 0 else f"{summary['failed']} of {summary['checks']} checks failed")
        return f"<abut.Result '{self.folder}', {state}>"


def read(folder: Union[str, os.PathLike[str]], context: Optional[Context] = None) -> Result:
    """The results in the folder of a run, which may be finished, stopped or going on.

    >>> result = abut.read("out/ball")
    >>> result.energy.kinetic[-1]
    >>> result.body("ball").position[:, 2]
    >>> result.contacts("ball", "floor")["normal_force"].max()
    """
    return Result(folder, context)
