"""The shared library: where it is, its functions with their signatures, and contexts."""
from __future__ import annotations

import ctypes
import ctypes.util
import logging
import os
import pathlib
import threading
from typing import Any, Callable, Optional

from . import _interface as c
from ._errors import Error, error_of

log = logging.getLogger("abut")
_HERE = pathlib.Path(__file__).resolve().parent
_DEFS = ("world", "material", "pair", "body", "collider", "joint", "force", "recorder", "run", "cones", "sdf", "plot", "render", "press")


def _places() -> list[str]:
    """Where the library may be, first the one that the user names, then that of the wheel, of the source tree, of the system."""
    named = os.environ.get("ABUT_LIBRARY")
    if named:
        return [named]
    near = [_HERE / "libabut.so", _HERE.parent.parent / "build/libabut.so"]
    return [str(path) for path in near if path.is_file()] + ["libabut.so.0"]


def _open() -> ctypes.CDLL:
    failure: Optional[OSError] = None
    for place in _places():
        try:
            return ctypes.CDLL(place)
        except OSError as error:
            failure = error
    raise ImportError(f"the library libabut is not found: {failure}. Build it with ./run, or name it in ABUT_LIBRARY")


def _declare(library: ctypes.CDLL) -> None:
    for name, (result, arguments) in c.FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"libabut has no function {name}: it is of another version than this package")
        function.restype, function.argtypes = result, arguments
    version = library.abut_version().decode()
    if version != c.ABUT_VERSION:
        raise ImportError(f"libabut is of version {version}, and this package of {c.ABUT_VERSION}")
    for name in _DEFS:
        default = getattr(library, f"abut_{name}_default")()
        if default.size != ctypes.sizeof(default):
            raise ImportError(f"libabut has another abut_{name}_default than this package: install both anew")


lib = _open()
_declare(lib)


@c.abut_log_fn
def _write_log(_user: Any, level: int, line: bytes) -> None:
    log.log({c.ABUT_LOG_DEBUG: logging.DEBUG, c.ABUT_LOG_INFO: logging.INFO}.get(level, logging.WARNING), line.decode())


class Handle:
    """An object of the library, destroyed when its owner and all objects made from it have let go, in whatever order."""

    def __init__(self, value: Any, destroy: Callable[[Any], None], parent: Optional["Handle"] = None) -> None:
        self.value: Any = value
        self._destroy, self._parent, self._uses, self._open = destroy, parent, 1, True
        if parent is not None:
            parent._uses += 1

    def close(self) -> None:
        """The owner lets go; a second call does nothing."""
        if self._open:
            self._open = False
            self._drop()

    def _drop(self) -> None:
        self._uses -= 1
        if self._uses == 0:
            self._destroy(self.value)
            self.value = None
            if self._parent is not None:
                self._parent._drop()

    def __del__(self) -> None:
        self.close()


class Context:
    """Threads, cache and messages of the library. One thread at a time may use a context and what was made with it.

    threads: number of worker threads, 0 = all cores; results have the same bits for any number.
    cache: folder in which distance fields of meshes are kept between worlds.
    """

    def __init__(self, threads: int = 0, cache: Optional[os.PathLike[str] | str] = None) -> None:
        self._interrupted: list[BaseException] = []
        interrupted = self._interrupted  # the callback holds no reference to the context itself

        def cancel(_user: Any) -> bool:  # called while a scene is set up: Ctrl-C arrives here, as an exception
            try:
                return bool(interrupted)
            except BaseException as error:
                interrupted.append(error)
                return True

        self._cancel = dict(c.abut_config._fields_)["cancel"](cancel)
        config = lib.abut_config_default()
        config.threads = threads
        config.log = _write_log
        config.cancel = self._cancel
        if cache is not None:
            config.cache = os.fsencode(cache)
        handle = ctypes.c_void_p()
        status = lib.abut_context_create(ctypes.byref(config), ctypes.byref(handle))
        if status:
            raise error_of(status)("the context could not be created: " + lib.abut_status_text(status).decode())
        self.handle = Handle(handle, lib.abut_context_destroy)

    def message(self) -> str:
        return lib.abut_context_message(self.handle.value).decode(errors="replace")

    def check(self, status: int) -> None:
        """Raises the exception of a failed call, with the text of the library."""
        if status or self._interrupted:
            self.check_all(status, "")

    def check_all(self, status: int, details: str) -> None:
        """The same with a text of the caller's own, where it is not empty; Ctrl-C comes first."""
        if self._interrupted:
            raise self._interrupted.pop()
        if status:
            raise error_of(status)(details or self.message())

    def make(self, function: Any, *arguments: Any) -> ctypes.c_void_p:
        """Calls a function whose last argument is a place for what it makes."""
        made = ctypes.c_void_p()
        self.check(function(*arguments, ctypes.byref(made)))
        return made


_local = threading.local()


def default_context() -> Context:
    """The context of this thread, which everything uses that is not given another one."""
    if not hasattr(_local, "context"):
        _local.context = Context()
    return _local.context


__all__ = ["Context", "Error", "Handle", "c", "default_context", "lib", "log"]
