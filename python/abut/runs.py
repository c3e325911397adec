"""Runs of scenes into folders, one by one or many with different values."""
from __future__ import annotations

import ctypes
import itertools
import os
import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Callable, Iterator, NamedTuple, Optional, Sequence, Union

from . import _interface as c
from ._errors import ArgumentError
from ._library import Context, default_context, lib
from ._records import record_of
from ._text import text_of
from .results import Result, read
from .world import Quantity, _diagnostics_of, quantity, scene_options

Path = Union[str, os.PathLike[str]]


class _Line:
    """Progress as one line that is written anew; only on a terminal."""

    def __init__(self) -> None:
        self.used = 0

    def __call__(self, progress: Any) -> bool:
        share = progress.time / progress.end if progress.end > 0 else 0
        left = progress.wall * (1 - share) / share if share > 0 else float("nan")
        line = f"t = {progress.time:.4g} of {progress.end:.4g} s ({100 * share:.0f} %), {progress.contacts} contacts, {left:.0f} s left"
        sys.stderr.write("\r" + line.ljust(self.used))
        sys.stderr.flush()
        self.used = len(line)
        return True

    def end(self) -> None:
        if self.used:
            sys.stderr.write("\r" + " " * self.used + "\r")
            sys.stderr.flush()


def _options(scene: Optional[Path], out: Path, keys: dict[str, Any]) -> tuple[c.abut_run_options, list[Any]]:
    options = lib.abut_run_default()
    keep: list[Any] = [os.fsencode(out), os.fsencode(scene) if scene is not None else None]
    options.out, options.scene = keep
    options.scene_options, words = scene_options(keys.pop("set"), keys.pop("allow_outside"))
    keep.append(words)
    options.resume, options.overwrite = keys.pop("resume"), keys.pop("overwrite")
    options.picture_width, options.picture_height = keys.pop("picture")
    options.report_bytes = keys.pop("report_bytes")
    interval: Optional[Quantity] = keys.pop("checkpoint")
    if interval is not None:
        options.checkpoint_interval = quantity(interval, "s")
    return options, keep


def run(scene: Optional[Path] = None, out: Optional[Path] = None, *, set: Optional[Union[dict[str, Any], Sequence[str]]] = None,  # pylint: disable=redefined-builtin
        overwrite: bool = False, resume: bool = False, allow_outside: bool = False, checkpoint: Optional[Quantity] = None,
        picture: tuple[int, int] = (960, 600), report_bytes: int = 50_000_000,
        progress: Union[bool, Callable[[Any], Any]] = True, context: Optional[Context] = None) -> Result:
    """Runs a scene into a folder, as `abut run` does, and returns its results.

    out: the folder; "out/" and the name of the scene if it is not given. set: values that replace those of the scene. overwrite: replace
    a run in the folder; resume: go on with it. progress: True shows a line on a terminal; a function is called about ten times a second
    with time, end, step, contacts, wall, ...; if it returns False, or raises, the run stops with a checkpoint, as at Ctrl-C.

    >>> result = abut.run("scenes/bouncing_ball.yaml", "out/ball", set={"time.end": "1 s"})
    >>> result.passed
    True
    """
    context = context or default_context()
    if scene is None and out is None:
        raise ArgumentError("a run needs a scene, or the folder of a run to resume")
    folder = pathlib.Path(out) if out is not None else pathlib.Path("out") / pathlib.Path(scene).stem  # type: ignore[arg-type]
    options, _keep = _options(scene, folder, {"set": set, "allow_outside": allow_outside, "resume": resume, "overwrite": overwrite,
                                              "picture": picture, "report_bytes": report_bytes, "checkpoint": checkpoint})
    line = _Line()
    shown = line if progress is True and sys.stderr.isatty() else progress if callable(progress) else None
    raised: list[BaseException] = []
    errors: list[str] = []

    def told(_user: Any, now: Any) -> bool:
        try:
            return shown is None or shown(record_of(now.contents)) is not False
        except BaseException as error:  # also KeyboardInterrupt: the run stops with a checkpoint, and the exception goes on
            raised.append(error)
            return False

    def diagnosed(_user: Any, diagnostic: Any) -> None:
        if diagnostic.contents.error:
            errors.append(_diagnostics_of(diagnostic.contents))

    kinds = dict(c.abut_run_options._fields_)  # type: ignore[misc]
    options.progress, options.diagnostic = kinds["progress"](told), kinds["diagnostic"](diagnosed)
    summary = c.abut_run_summary()
    try:
        status = lib.abut_run(context.handle.value, ctypes.byref(options), ctypes.byref(summary))
    finally:
        line.end()
    if raised:
        raise raised[0]
    context.check_all(status, "\n".join(errors))
    return read(folder, context)


class Case(NamedTuple):
    """One run of a sweep: its values, its results, and what was measured of it, or the error that ended it."""

    values: dict[str, Any]
    result: Optional[Result]
    measured: Any
    error: Optional[str]


def _one(job: tuple[Path, Path, dict[str, Any], dict[str, Any], Optional[Callable[[Result], Any]]]) -> tuple[Any, Optional[str]]:
    scene, folder, values, options, measure = job
    try:
        result = run(scene, folder, set=values, progress=False, context=Context(threads=1), **options)
        return (measure(result) if measure else None), None
    except Exception as error:  # pylint: disable=broad-except - told with its case; the others go on
        return None, f"{type(error).__name__}: {error}"


def _cases(over: dict[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for values in itertools.product(*over.values()):
        yield dict(zip(over, values))


def sweep(scene: Path, over: dict[str, Sequence[Any]], out: Path = "out/sweep", *, measure: Optional[Callable[[Result], Any]] = None,
          set: Optional[dict[str, Any]] = None, processes: Optional[int] = None, overwrite: bool = False,  # pylint: disable=redefined-builtin
          allow_outside: bool = False) -> list[Case]:
    """Runs a scene with every combination of values, in several processes, each into a folder of its own.

    over: keys of the scene and their values, {"materials.steel.friction": [0.1, 0.2], "time.dt": ["1 us", "2 us"]}. measure: a function
    of a result, defined in a module (processes must be able to import it). Results do not depend on the number of processes.

    >>> cases = abut.sweep("scenes/slide.yaml", {"materials.wood.friction": [0.1, 0.2, 0.3]}, measure=last_position)
    >>> [(case.values, case.measured) for case in cases]
    """
    if not over or any(len(values) == 0 for values in over.values()):
        raise ArgumentError("a sweep needs keys and, for each of them, values")
    options = {"overwrite": overwrite, "allow_outside": allow_outside, "picture": (0, 0)}
    cases = list(_cases(over))
    folders = [pathlib.Path(out) / _folder_of(i, values) for i, values in enumerate(cases)]
    jobs = [(scene, folder, {**(set or {}), **values}, options, measure) for folder, values in zip(folders, cases)]
    workers = min(processes or os.cpu_count() or 1, len(jobs))
    if workers == 1:
        done = [_one(job) for job in jobs]
    else:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            done = list(pool.map(_one, jobs))
    return [Case(values, read(folder) if error is None else None, measured, error)
            for values, folder, (measured, error) in zip(cases, folders, done)]


def _folder_of(index: int, values: dict[str, Any]) -> str:
    words = "_".join(f"{key.split('.')[-1]}={text_of(value)}" for key, value in values.items())
    clean = "".join(letter if letter.isalnum() or letter in "=._-+" else "" for letter in words)
    return f"{index:04d}_{clean[:80]}"


__all__ = ["Case", "run", "sweep"]
