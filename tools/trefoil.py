#!/usr/bin/env python3
"""Prints a trefoil knot as an OBJ file, in metres: a mesh for docs/fields.md that no one has to download."""
from math import cos, pi, sin

ALONG, AROUND = 240, 32


def curve(t):
    out = 0.04 + 0.016 * cos(3 * t)
    return (out * cos(2 * t), out * sin(2 * t), 0.016 * sin(3 * t))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    size = sum(x * x for x in a) ** 0.5
    return tuple(x / size for x in a)


for k in range(ALONG):
    t = 2 * pi * k / ALONG
    at = curve(t)
    ahead = unit(tuple(b - a for a, b in zip(curve(t - 1e-4), curve(t + 1e-4))))
    side = unit(cross(ahead, (at[0] - 0.04 * cos(2 * t), at[1] - 0.04 * sin(2 * t), at[2])))
    out = cross(side, ahead)
    for i in range(AROUND):
        a = 2 * pi * i / AROUND
        print("v", *(round(p + 0.009 * (cos(a) * o + sin(a) * s), 9) for p, o, s in zip(at, out, side)))
for k in range(ALONG):
    for i in range(AROUND):
        corner = [(k + dk) % ALONG * AROUND + (i + di) % AROUND + 1 for dk, di in ((0, 0), (0, 1), (1, 1), (1, 0))]
        print("f", *corner)
