"""Quantities with units, and shapes given as in scenes: {"sphere": "5 cm"}."""
from __future__ import annotations

import ctypes
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _interface as c
from ._errors import ArgumentError
from ._library import Context, default_context, lib
from ._records import pointer, v3, vectors

Quantity = Union[float, str]  # a number in SI, or a text with a unit: "5 mm", "40 mm/s"
Vector = Sequence[Quantity]


def quantity(value: Quantity, unit: str, context: Optional[Context] = None) -> float:
    """A quantity in SI: `quantity("40 mm/s", "m/s")` is 0.04. A number is taken as it is.

    >>> abut.quantity("90 deg", "rad")
    1.5707963267948966
    """
    if isinstance(value, (int, float, np.integer, np.floating)):
        return float(value)
    context = context or default_context()
    number = ctypes.c_double()
    context.check(lib.abut_quantity_read(context.handle.value, str(value).encode(), unit.encode(), ctypes.byref(number)))
    return number.value


# Arguments of abut_shape_add_...: their keys in scenes, and whether each is a length, three lengths, three numbers or a number.
_ARGUMENTS = {
    "sphere": {"radius": "m"}, "box": {"size": "mmm"}, "ellipsoid": {"semi_axes": "mmm"}, "capsule": {"radius": "m", "length": "m"},
    "cylinder": {"radius": "m", "length": "m"}, "cone": {"radius": "m", "height": "m"}, "plane": {"normal": "111"},
    "superellipsoid": {"semi_axes": "mmm", "across": "1", "along": "1"},
}


def _argument(value: Any, kind: str, context: Context) -> Any:
    units = ["m" if letter == "m" else "1" for letter in kind]
    if value is None:
        raise ValueError("a size is missing")
    given = [value] if len(kind) == 1 else list(value)
    if len(given) != len(units):
        raise ValueError(f"{len(units)} numbers are needed, not {len(given)}")
    numbers = [quantity(x, unit, context) for x, unit in zip(given, units)]
    return numbers[0] if len(kind) == 1 else v3(numbers)


def _hull(world: Any, sizes: Any, index: Any) -> int:
    points = vectors(sizes["points"] if isinstance(sizes, dict) else sizes)
    return int(lib.abut_shape_add_hull(world, pointer(points, c.abut_v3), len(points), ctypes.byref(index)))


def add_shape(world: Any, shape: dict[str, Any], context: Context) -> int:
    """Adds a shape to a world of the library; its index there."""
    (kind, sizes), = shape.items()
    index = ctypes.c_int32()
    if kind == "hull":
        context.check(_hull(world, sizes, index))
        return index.value
    names = _ARGUMENTS.get(kind)
    if names is not None and not isinstance(sizes, dict):
        sizes = {next(iter(names)): sizes} if len(names) == 1 else None
    if names == {"normal": "111"} and not sizes:
        sizes = {"normal": (0, 0, 1)}
    if names is None or sizes is None or set(sizes) != set(names):
        known = "; ".join(f"{name}: {', '.join(keys)}" for name, keys in _ARGUMENTS.items())
        raise ArgumentError(f"a shape is a mapping such as {{'sphere': '5 cm'}} or {{'box': [1, 2, 3]}}, and not {shape!r}. "
                            f"There are {known}; hull: points")
    try:
        arguments = [_argument(sizes[name], letters, context) for name, letters in names.items()]
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"the sizes of {shape!r}: {error}") from error
    context.check(getattr(lib, f"abut_shape_add_{kind}")(world, *arguments, ctypes.byref(index)))
    return index.value


__all__ = ["Quantity", "Vector", "add_shape", "quantity"]
