"""abut in Python: bodies in contact, stepped, steered and read.

>>> import abut
>>> world = abut.load("scenes/billiards.yaml")
>>> world.step(1000)
>>> world.x                       # centres of mass, a view without a copy
>>> world.contacts["force"]       # of the last step
>>> abut.run("scenes/billiards.yaml", "out/billiards").report
"""
from ._errors import (ArgumentError, CorruptError, Error, FileError, InputError, Interrupted, LimitError, NumericError, OutOfMemory, StaleView,
                      StepError, UnsolvedError)
from ._interface import ABUT_VERSION as __version__
from ._library import Context
from .geometry import Field, Mesh, Polyhedron, Solution, cone_project, overlap, sdf, solve
from .problems import Impact, Press, gap, impact, press
from .results import Frame, Frames, Result, Table, read
from .runs import Case, run, sweep
from .world import Body, Force, Hit, Joint, Nearest, Recorder, Touches, World, load, quantity

__all__ = ["ArgumentError", "Body", "Case", "Context", "CorruptError", "Error", "Field", "FileError", "Force", "Frame", "Frames", "Hit", "Impact",
           "InputError", "Interrupted", "Joint", "LimitError", "Mesh", "Nearest", "NumericError", "OutOfMemory", "Polyhedron", "Press",
           "Recorder", "Result", "Solution", "StaleView", "StepError", "Table", "Touches", "UnsolvedError", "World", "cone_project",
           "gap", "impact", "load", "overlap", "press", "quantity", "read", "run", "sdf", "solve", "sweep"]
