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
from .world import Body, Force, Joint, Recorder, World, load, quantity

__all__ = ["ArgumentError", "Body", "Context", "CorruptError", "Error", "FileError", "Force", "InputError", "Interrupted", "Joint",
           "LimitError", "NumericError", "OutOfMemory", "Recorder", "StaleView", "StepError", "UnsolvedError", "World", "load", "quantity"]
