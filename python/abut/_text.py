"""Python values as the text of a scene: mappings, lists, numbers, words and quantities with units."""
from __future__ import annotations

import json
import math
import os
import re
from typing import Any

import numpy as np

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NOT_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}  # other readers take them for something else


def _number(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"a scene has no number {value}")
    return repr(value)


def text_of(value: Any) -> str:
    """The value in YAML's flow style, on one line."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return _number(float(value))
    if isinstance(value, os.PathLike):
        return text_of(os.fspath(value))
    if isinstance(value, str):
        return value if _WORD.match(value) and value.lower() not in _NOT_WORDS else json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text_of(str(key))}: {text_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, np.ndarray):
        return text_of(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(text_of(item) for item in value) + "]"
    raise TypeError(f"a scene cannot hold {value!r}: give numbers, texts, lists and dicts")


def scene_text(parts: dict[str, Any]) -> str:
    """A scene, one item of its lists and mappings on each line, so that messages name the line of an item."""
    lines = []
    for key, value in parts.items():
        if isinstance(value, dict) and value:
            lines.append(f"{key}:")
            lines += [f"  {text_of(str(name))}: {text_of(item)}" for name, item in value.items()]
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
            lines.append(f"{key}:")
            lines += [f"  - {text_of(item)}" for item in value]
        else:
            lines.append(f"{key}: {text_of(value)}")
    return "\n".join(lines) + "\n"
