"""Exceptions: one for every kind of failure, with the text of the library, which says what to do."""
from __future__ import annotations

from . import _interface as c


class Error(Exception):
    """A failure of abut. Its text is that of the library."""


class ArgumentError(Error, ValueError):
    """An argument is out of range."""


class InputError(Error, ValueError):
    """A scene, mesh or other input is wrong; the text has the place."""


class LimitError(Error):
    """A size limit was exceeded."""


class OutOfMemory(Error, MemoryError):
    """Out of memory."""


class NumericError(Error, ArithmeticError):
    """The simulation produced a number that is not finite."""


class StepError(Error):
    """The time step is too large for the stiffness of the contacts."""


class FileError(Error, OSError):
    """A file could not be read or written."""


class CorruptError(Error):
    """A file or a saved state of abut is damaged, or of another version or world."""


class Interrupted(Error):
    """Stopped on request; a run can be resumed."""


class UnsolvedError(Error):
    """The contacts were not solved to the tolerance."""


class StaleView(Error):
    """A view of arrays that the world has moved since: bodies were added, removed, or the world is closed."""


_OF_STATUS = {
    c.ABUT_ERR_ARGUMENT: ArgumentError,
    c.ABUT_ERR_INPUT: InputError,
    c.ABUT_ERR_LIMIT: LimitError,
    c.ABUT_ERR_MEMORY: OutOfMemory,
    c.ABUT_ERR_NUMERIC: NumericError,
    c.ABUT_ERR_STEP: StepError,
    c.ABUT_ERR_IO: FileError,
    c.ABUT_ERR_CORRUPT: CorruptError,
    c.ABUT_INTERRUPTED: Interrupted,
    c.ABUT_ERR_UNSOLVED: UnsolvedError,
}


def error_of(status: int) -> type[Error]:
    """The class of exception of a status."""
    return _OF_STATUS.get(status, Error)
