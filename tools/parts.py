#!/usr/bin/env python3
"""parts.py FOLDER: writes the STL files of docs/tutorials, in millimetres, as a CAD program would: pinion, wheel, funnel.

pinion.stl, wheel.stl  spur gears with involute teeth, module 2, 20 and 40 teeth, 8 thick, 0.05 of backlash each
funnel.stl             a cone from radius 100 at z = 120 to radius 25 at z = 0: a surface without thickness, as sheet metal is drawn
"""
import sys
from math import acos, cos, pi, radians, sin, tan
from pathlib import Path

PRESSURE_ANGLE = radians(20)


def write_stl(path, triangles):
    lines = [f"solid {path.stem}"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop", *("vertex %.9g %.9g %.9g" % corner for corner in triangle), "endloop", "endfacet"]
    path.write_text("\n".join([*lines, f"endsolid {path.stem}", ""]), encoding="ascii")


def involute(angle):
    return tan(angle) - angle


def gear_profile(teeth, module, backlash, steps=12):
    """Corners of one gear, anticlockwise: for each tooth the flank that rises, the tip, the flank that falls, the root."""
    pitch, base = teeth * module / 2, teeth * module / 2 * cos(PRESSURE_ANGLE)
    tip, root = pitch + module, pitch - 1.25 * module
    half_tooth = (pi * module / 2 - backlash) / (2 * pitch)
    corners = []
    for k in range(teeth):
        flank = []
        for i in range(steps + 1):
            radius = max(base, root) + (tip - max(base, root)) * i / steps
            flank.append((radius, half_tooth + involute(PRESSURE_ANGLE) - involute(acos(min(1, base / radius)))))
        if root < base:
            flank.insert(0, (root, flank[0][1]))
        middle = 2 * pi * k / teeth
        corners += [(r * cos(middle - a), r * sin(middle - a)) for r, a in flank]
        corners += [(r * cos(middle + a), r * sin(middle + a)) for r, a in reversed(flank)]
    return corners


def gear(teeth, thickness=8.0):
    corners = gear_profile(teeth, 2.0, 0.05)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        yield ((0, 0, thickness), (ax, ay, thickness), (bx, by, thickness))
        yield ((0, 0, 0), (bx, by, 0), (ax, ay, 0))
        yield ((ax, ay, 0), (bx, by, 0), (bx, by, thickness))
        yield ((ax, ay, 0), (bx, by, thickness), (ax, ay, thickness))


def funnel(around=48):
    for k in range(around):
        a, b = 2 * pi * k / around, 2 * pi * (k + 1) / around
        low_a, low_b = (25 * cos(a), 25 * sin(a), 0), (25 * cos(b), 25 * sin(b), 0)
        high_a, high_b = (100 * cos(a), 100 * sin(a), 120), (100 * cos(b), 100 * sin(b), 120)
        yield (low_a, low_b, high_b)
        yield (low_a, high_b, high_a)


if len(sys.argv) != 2:
    sys.exit(__doc__)
folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for name, triangles in (("pinion", gear(20)), ("wheel", gear(40)), ("funnel", funnel())):
    write_stl(folder / f"{name}.stl", triangles)
