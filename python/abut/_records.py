"""Structures of the library as named tuples, and arguments as structures."""
from __future__ import annotations

import ctypes
import keyword
from collections import namedtuple
from functools import lru_cache
from typing import Any, Sequence

import numpy as np

from . import _interface as c


@lru_cache(maxsize=None)
def _tuple_of(kind: type) -> Any:
    name = "".join(word.capitalize() for word in kind.__name__.removeprefix("abut_").split("_"))
    return namedtuple(name, [field + "_" * keyword.iskeyword(field) for field, *_ in kind._fields_])  # type: ignore[attr-defined]


def _value(item: Any) -> Any:
    if isinstance(item, c.abut_v3):
        return np.array((item.x, item.y, item.z))
    if isinstance(item, c.abut_quat):
        return np.array((item.w, item.x, item.y, item.z))
    if isinstance(item, ctypes.Structure):
        return record_of(item)
    if isinstance(item, ctypes.Array):
        if item._type_ is ctypes.c_char:
            return item.value.decode(errors="replace")
        return tuple(_value(element) for element in item)
    if isinstance(item, bytes):
        return item.decode(errors="replace")
    return item


def record_of(structure: ctypes.Structure) -> Any:
    """A structure of numbers as a named tuple; vectors become NumPy arrays, texts strings."""
    return _tuple_of(type(structure))(*(_value(getattr(structure, field)) for field, *_ in structure._fields_))


def v3(value: Sequence[float]) -> c.abut_v3:
    x, y, z = value
    return c.abut_v3(x, y, z)


def quat(value: Sequence[float]) -> c.abut_quat:
    w, x, y, z = value
    return c.abut_quat(w, x, y, z)


def vectors(points: Any) -> np.ndarray:
    """Points as a contiguous (n, 3) array of doubles."""
    array = np.ascontiguousarray(points, dtype=np.float64)
    if array.ndim == 1:
        array = array.reshape(1, -1)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"points need the shape (n, 3), but this is {array.shape}")
    return array


def pointer(array: np.ndarray, kind: Any) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(kind))
