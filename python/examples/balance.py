"""Balances a pole on a cart for 100 s by feedback of the state, with a push every 10 s.

    python3 balance.py [SECONDS]

The force on the cart is a sum of its place and speed and the angle and rate of the pole, with gains of a linear-quadratic regulator.
balance.c is the same loop in C; both end in the same bits.
"""
import pathlib
import sys

import abut

GAINS = (3.162, 5.954, 51.25, 13.09)  # N/m, N s/m, N/rad, N s/rad


def balance(seconds: float = 100.0) -> tuple[abut.World, float]:
    """The world at the end, and the largest angle of the pole, rad."""
    world = abut.load(pathlib.Path(__file__).with_name("balance.yaml"))
    drive, angle = world.force("drive"), world.force("angle")
    cart, pole = world["cart"], world["pole"]
    world.start()
    v, w = world.v, world.w  # views: they show the present state after every step
    largest = 0.0
    for step in range(round(seconds / world.dt)):
        if step % 10000 == 5000:
            pole.apply_impulse([0.02, 0, 0])
        tilt = angle.coordinate
        speed, rate = float(v[cart.row, 0]), float(w[pole.row, 1])
        largest = max(largest, abs(tilt))
        drive.set_target(effort=GAINS[0] * drive.coordinate + GAINS[1] * speed + GAINS[2] * tilt + GAINS[3] * rate)
        world.step()
    return world, largest


if __name__ == "__main__":
    end, most = balance(float(sys.argv[1]) if len(sys.argv) > 1 else 100.0)
    print(f"after {end.time:.0f} s the pole is at {end.force('angle').coordinate:.4f} rad, at most it was at {most:.4f} rad")
    print(f"{end.hash():016x}")
