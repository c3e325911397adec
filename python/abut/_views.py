"""Views: NumPy arrays over the memory of a world, without a copy, that know when that memory has moved."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional

import numpy as np

from ._errors import StaleView


class View(np.ndarray):
    """A read-only array over the memory of the library. It shows the present state, also after steps.

    When bodies are added or removed, or the world is closed, the memory may move: any use of an older view then raises StaleView; ask
    the world for a new one. `view.copy()` is an ordinary array that stays as it is.
    """

    _valid: Optional[Callable[[], bool]]

    def __array_finalize__(self, parent: Any) -> None:
        self._valid = getattr(parent, "_valid", None)

    def _guard(self) -> None:
        if self._valid is not None and not self._valid():
            raise StaleView("this view is of an array that the world has moved since; ask the world for it again, or keep a copy")

    def __getitem__(self, index: Any) -> Any:
        self._guard()
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._guard()
        super().__setitem__(index, value)

    def __iter__(self) -> Any:
        self._guard()
        return super().__iter__()

    def __repr__(self) -> str:
        self._guard()
        return np.array(self).__repr__()

    __str__ = __repr__

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keys: Any) -> Any:
        return getattr(ufunc, method)(*(_ordinary(item) for item in inputs), **keys)

    def __array_function__(self, function: Any, types: Any, arguments: Any, keys: Any) -> Any:
        return function(*_ordinary_all(arguments), **_ordinary_all(keys))

    def __reduce__(self) -> Any:
        self._guard()
        return np.array(self).__reduce__()


def _guarded(name: str) -> Callable[..., Any]:
    """A method of arrays, of a view: checks, and works on an ordinary array over the same memory."""

    def method(self: View, *arguments: Any, **keys: Any) -> Any:
        return getattr(_ordinary(self), name)(*arguments, **keys)

    method.__name__ = name
    method.__doc__ = getattr(np.ndarray, name).__doc__
    return method


for _name in ("all any argmax argmin argsort astype choose clip compress conj copy cumprod cumsum diagonal dot dump dumps flatten item max mean "
              "min nonzero prod ptp ravel repeat round searchsorted squeeze std sum take tobytes tofile tolist tostring trace var "
              "__float__ __int__ __bool__ __contains__ __copy__ __deepcopy__").split():
    setattr(View, _name, _guarded(_name))


def _ordinary(item: Any) -> Any:
    if isinstance(item, View):
        item._guard()
        return item.view(np.ndarray)
    return item


def _ordinary_all(items: Any) -> Any:
    if isinstance(items, dict):
        return {key: _ordinary_all(item) for key, item in items.items()}
    if isinstance(items, (list, tuple)):
        return type(items)(_ordinary_all(item) for item in items)
    return _ordinary(items)


def over(address: Optional[int], count: int, columns: int, stride: int, kind: Any = np.float64) -> np.ndarray:
    """An ordinary read-only array over memory of the library: (count,) or (count, columns)."""
    shape = (count,) if columns == 1 else (count, columns)
    item = np.dtype(kind)
    if not address or count == 0:
        return np.zeros(shape, item)
    bytes_ = (ctypes.c_char * (stride * count)).from_address(address)
    strides = (stride,) if columns == 1 else (stride, item.itemsize)
    array = np.ndarray(shape, item, bytes_, 0, strides)
    array.flags.writeable = False
    return array
