# What YADE's scripts here have in common: the words of the bed that bench/peers/bed_peers.c writes, and the hulls at their beginning.
import os

from yade import log

log.setLevel("Default", 1)
words = iter(open(os.environ["BED"]).read().split())


def numbers(n):
    return [float(next(words)) for _ in range(n)]


def read_hull():
    vertices = [tuple(numbers(3)) for _ in range(int(next(words)))]
    for _ in range(int(next(words))):
        numbers(int(next(words)))  # faces: it makes its own
    numbers(3)
    return vertices


def read_hulls():
    return [read_hull() for _ in range(int(next(words)))]
