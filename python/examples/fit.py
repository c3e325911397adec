"""Fits restitution and friction to a measured track by least squares.

    python3 fit.py [TRACK.csv]

A ball is thrown obliquely onto a floor and bounces; a camera gives its place every 5 ms with an error of 1 mm. Gauss and Newton's
method finds the coefficients whose simulated track is nearest, with their standard errors. Without a file the track is made by the formulas
of a hard ball that slides in every bounce, not by the engine, with errors of a fixed seed.
"""
import sys
from typing import NamedTuple

import numpy as np

import abut

START, SPEED, RADIUS, GRAVITY = (0.0, 0.5), (4.0, 0.0), 0.02, 9.81  # m, m/s, x and z
INTERVAL, COUNT, ERROR = 5e-3, 140, 1e-3  # s, -, m


def ideal_track(restitution: float, friction: float) -> np.ndarray:
    """Place (x, z) at every picture by the formulas: between bounces a parabola; friction takes mu (1 + e) v_n while the ball slides."""
    place, speed, time, track = np.array(START), np.array(SPEED), 0.0, []
    for picture in np.arange(COUNT) * INTERVAL:
        while True:
            height = place[1] - RADIUS
            fall = (speed[1] + np.sqrt(max(0.0, speed[1]**2 + 2 * GRAVITY * height))) / GRAVITY
            if time + fall > picture:
                break
            place = place + fall * speed - [0, 0.5 * GRAVITY * fall**2]
            down = GRAVITY * fall - speed[1]
            speed = np.array([speed[0] - friction * (1 + restitution) * down, restitution * down])
            place[1], time = RADIUS, time + fall
        t = picture - time
        track.append(place + t * speed - [0, 0.5 * GRAVITY * t**2])
    return np.array(track)


def simulated_track(restitution: float, friction: float) -> np.ndarray:
    """The same of the engine."""
    world = abut.World(dt="10 us", gravity=[0, 0, -GRAVITY], contact={"law": "linear", "stiffness": "5 MN/m"})
    world.add_material("rubber", density=1100, restitution=restitution, friction=friction)
    world.add_body(name="floor", shape={"plane": {}}, material="rubber")
    world.add_body(name="ball", shape={"sphere": RADIUS}, material="rubber", position=[START[0], 0, START[1]], velocity=[SPEED[0], 0, SPEED[1]])
    with world:
        x, steps, track = world.start().x, round(INTERVAL / world.dt), []
        for _ in range(COUNT):
            track.append(x[1, [0, 2]])
            world.step(steps)
    return np.array(track)


class Fit(NamedTuple):
    restitution: float
    friction: float
    error: np.ndarray  # standard errors of both
    rms: float  # of the track, m


def fit(track: np.ndarray, guess: tuple[float, float] = (0.6, 0.05), rounds: int = 12) -> Fit:
    """Gauss and Newton's method with differences for the derivatives; a step that does not help is halved."""
    p = np.array(guess)

    def misses(at: np.ndarray) -> np.ndarray:
        return (simulated_track(*at) - track).ravel()

    rest = misses(p)
    jacobian = np.empty((rest.size, 2))
    for _ in range(rounds):
        for k in range(2):
            jacobian[:, k] = (misses(p + 1e-4 * np.eye(2)[k]) - misses(p - 1e-4 * np.eye(2)[k])) / 2e-4
        step = -np.linalg.lstsq(jacobian, rest, rcond=None)[0]
        for _ in range(8):
            there = np.clip(p + step, 0.01, 0.99)
            after = misses(there)
            if after @ after < rest @ rest:
                break
            step = step / 2
        else:
            break
        done = np.abs(there - p).max() < 1e-6
        p, rest = there, after
        if done:
            break
    variance = rest @ rest / (rest.size - 2) * np.linalg.inv(jacobian.T @ jacobian)
    return Fit(p[0], p[1], np.sqrt(np.diag(variance)), float(np.sqrt(rest @ rest / rest.size)))


def measured(restitution: float = 0.78, friction: float = 0.1, seed: int = 1) -> np.ndarray:
    """An ideal track with the errors of a camera."""
    return ideal_track(restitution, friction) + ERROR * np.random.default_rng(seed).standard_normal((COUNT, 2))


if __name__ == "__main__":
    found = fit(np.loadtxt(sys.argv[1], delimiter=",") if len(sys.argv) > 1 else measured())
    print(f"restitution {found.restitution:.4f} +- {found.error[0]:.4f}, friction {found.friction:.4f} +- {found.error[1]:.4f}")
    print(f"the tracks differ by {1e3 * found.rms:.2f} mm")
