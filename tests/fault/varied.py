#!/usr/bin/python3
"""varied.py PROGRAM [COUNT] [FIRST]: runs scenes with settings that nobody tuned, and looks for wrong runs whose checks all passed.

Scene number k is the same on every machine: up to six solids of any shape and of 0.1 mm to 10 m, at rest or up to ten thousand times
faster than a fall through their size, on a plane, a plate, an open mesh, in an open bowl, between planes or free; e of 0, 0.5 and 1, mu of
0, 0.3 and 1; every integrator, law and enforcement. Of a run whose checks passed it asks, from energy.csv and bodies.csv alone:

    is every number finite?
    has the mechanical energy increased, or changed without friction and losses, by more than 2 % of the energy in play?
    is the centre of a body below the floor, or has it passed through the wall of the bowl?

A crash, or exit code 3 without a message, is wrong too. Prints each wrong scene, then a summary; exits with 1 if there was one. Runs that
take longer than 60 s of the processor are stopped and counted.
"""
import csv
import json
import math
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

G = 9.81
TOLERANCE = 0.02  # of the energy in play: the verdict's is 0.05, of the residual
LIMIT = 60  # s of the processor
BOWL = 6.0  # radius of the bowl, in sizes
IMPLICIT = ["implicit_euler", "generalised_alpha", "discrete_gradient"]
EXPLICIT = ["rk4", "symplectic_euler"]


def write_mesh(path, vertices, triangles):
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}\n" for x, y, z in vertices]
    lines += [f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles]
    path.write_text("".join(lines))


def round_mesh(around, rings, rows, half_axes):
    """A sphere's rings from the lower pole, of which `rows` of `rings` are made: all of them close it."""
    a, b, c = half_axes
    vertices = [(0, 0, -c)]
    for i in range(1, min(rows, rings - 1) + 1):
        for j in range(around):
            polar, turn = math.pi * i / rings, 2 * math.pi * j / around
            vertices.append((a * math.sin(polar) * math.cos(turn), b * math.sin(polar) * math.sin(turn), -c * math.cos(polar)))
    at = lambda i, j: 1 + (i - 1) * around + j % around
    triangles = [(0, at(1, j + 1), at(1, j)) for j in range(around)]
    for i in range(1, min(rows, rings - 1)):
        for j in range(around):
            triangles += [(at(i, j), at(i + 1, j + 1), at(i + 1, j)), (at(i, j), at(i, j + 1), at(i + 1, j + 1))]
    if rows == rings:
        vertices.append((0, 0, c))
        triangles += [(len(vertices) - 1, at(rings - 1, j), at(rings - 1, j + 1)) for j in range(around)]
    return vertices, triangles


def write_meshes(folder):
    write_mesh(folder / "ball.obj", *round_mesh(24, 12, 12, (1, 1, 1)))
    write_mesh(folder / "egg.obj", *round_mesh(16, 8, 8, (1, 0.7, 0.5)))
    write_mesh(folder / "bowl.obj", *round_mesh(32, 16, 8, (1, 1, 1)))
    n = 4
    square = [(-1 + 2 * i / n, -1 + 2 * j / n, 0) for i in range(n + 1) for j in range(n + 1)]
    corners = [i * (n + 1) + j for i in range(n) for j in range(n)]
    write_mesh(folder / "sheet.obj", square,
               [t for a in corners for t in ((a, a + n + 1, a + n + 2), (a, a + n + 2, a + 1))])


def shape(r, size, faces):
    length = lambda low, high: f"{size * r.uniform(low, high):.5g}"
    three = lambda low, high: ", ".join(length(low, high) for _ in range(3))
    polyhedra = [
        lambda: f"box: {{size: [{three(.8, 2)}]}}",
        lambda: f"box: {{size: [{length(1, 2)}, {length(1, 2)}, {length(.05, .1)}]}}",
        lambda: f"rock: {{size: {length(1.2, 1.8)}, seed: {r.randrange(1, 99)}}}",
    ]
    others = [
        lambda: f"sphere: {{radius: {length(.7, 1)}}}",
        lambda: f"capsule: {{radius: {length(.4, .8)}, length: {length(.5, 1.5)}}}",
        lambda: f"cylinder: {{radius: {length(.4, 1)}, length: {length(.4, 1.6)}}}",
        lambda: f"cone: {{radius: {length(.6, 1)}, height: {length(.8, 1.6)}}}",
        lambda: f"ellipsoid: {{semi_axes: [{three(.5, 1)}]}}",
        lambda: f"superellipsoid: {{semi_axes: [{three(.5, 1)}], across: {r.choice([2, 3, 6])}, along: {r.choice([2, 4, 8])}}}",
        lambda: f"extrusion: {{outline: [[0, 0], [{size:.5g}, 0], [{size:.5g}, {size * .3:.5g}], [{size * .3:.5g}, {size * .3:.5g}], "
                f"[{size * .3:.5g}, {size:.5g}], [0, {size:.5g}]], length: {size * .4:.5g}}}",
        lambda: f"mesh: {{file: ball.obj, scale: {length(.6, 1)}}}",
        lambda: f"mesh: {{file: egg.obj, scale: {length(.6, 1)}}}",
    ]
    return r.choice(polyhedra if faces else polyhedra + others)()


def walls(place, s):
    fixed = ", material: m, fixed: true"
    plane = "  - {name: floor, shape: {plane: {}}, material: m}\n"
    sides = "".join(f"  - {{name: side{k}, shape: {{plane: {{normal: [{x}, {y}, 0]}}}}, material: m, position: [{-3 * s * x:.6g}, {-3 * s * y:.6g}, 0]}}\n"
                    for k, (x, y) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]))
    return {
        "floor": plane,
        "tray": plane + sides,
        "plate": f"  - {{name: plate, shape: {{box: {{size: [{16 * s:.5g}, {16 * s:.5g}, {.3 * s:.5g}]}}}}{fixed}, position: [0, 0, {-.15 * s:.5g}]}}\n",
        "sheet": f"  - {{name: sheet, shape: {{mesh: {{file: sheet.obj, scale: {8 * s:.5g}}}}}{fixed}}}\n",
        "bowl": f"  - {{name: bowl, shape: {{mesh: {{file: bowl.obj, scale: {BOWL * s:.5g}}}}}{fixed}}}\n",
        "free": "",
    }[place]


class Scene:
    def __init__(self, number):
        r = random.Random(number)
        self.size = s = 10**(r.uniform(-4, 1) if r.random() < .4 else r.uniform(-2.3, -.5))
        self.place = r.choice(["floor", "floor", "tray", "plate", "sheet", "bowl", "free"])
        self.e, self.mu = r.choice([0, .5, 1]), r.choice([0, .3, 1])
        self.enforcement = r.choice(["penalty"] * 6 + ["multiplier", "augmented"])
        if self.place in ("sheet", "bowl"):
            self.enforcement = "penalty"  # impulses have no open meshes
        penalty = self.enforcement == "penalty"
        self.integrator = r.choice([None] * 6 + IMPLICIT + EXPLICIT) if penalty else r.choice([None, "moreau"])
        self.bodies = r.choice([2, 3, 4, 6] if self.place == "free" else [1, 2, 3, 4, 6])
        fall = math.sqrt(G * s)
        speed = fall * r.choice([0, 1, 3, 10, 100])
        if self.place == "free":
            speed = max(speed, fall)
        end = 12 * s / speed if self.place == "free" else math.sqrt(s / G) * r.choice([4, 8])
        density = r.choice([1000, 2500, 7800])
        young = min(2e11, max(1e4, density * max(speed, fall)**2 * 10**r.uniform(2.5, 4.5)))
        stiffness = density * 4 * s**3 * max(speed, fall)**2 / (s * 10**r.uniform(-3, -1.7))**2
        law = r.choice(["", "", "", "law: volume, ", f"law: linear, stiffness: {stiffness:.4g}, "] if penalty else [""])
        self.faces = "volume" in law  # a law of polyhedra
        self.text = self.head(r, end, penalty, law)
        self.text += f"materials: {{m: {{density: {density}, young: {young:.4g}, restitution: {self.e}, friction: {self.mu}}}}}\n"
        self.text += "bodies:\n" + walls(self.place, s) + "".join(self.body(r, k, speed) for k in range(self.bodies))
        self.text += "output: {frames: 2}\n"

    def head(self, r, end, penalty, law):
        step = "" if penalty else f", dt: {end / r.choice([500, 2000]):.3g}"
        integrator = f", integrator: {self.integrator}" if self.integrator else ""
        detect = r.choice([""] * 5 + ["detect: smooth, ", "detect: exact, "])
        return (f"abut: 1\ntime: {{end: {end:.5g}{step}{integrator}}}\ngravity: [0, 0, {0 if self.place == 'free' else -G}]\n"
                f"contact: {{{law}{detect}enforcement: {self.enforcement}, resolution: {r.choice([16, 32, 64])}}}\n")

    def body(self, r, k, speed):
        s = self.size
        if self.place == "free":  # all fly towards the middle
            turn, away = 2 * math.pi * k / self.bodies, 1.3 / math.sin(math.pi / self.bodies)
            x = [s * (away * math.cos(turn) + r.uniform(-.1, .1)), s * (away * math.sin(turn) + r.uniform(-.1, .1)), s * r.uniform(-.3, .3)]
            v = [-speed * math.cos(turn), -speed * math.sin(turn), 0]
        else:
            x = [s * r.uniform(-.4, .4), s * r.uniform(-.4, .4), s * (1.8 + 2.6 * k - (3 if self.place == "bowl" else 0))]
            v = [speed * r.uniform(-.3, .3), speed * r.uniform(-.3, .3), -speed * r.uniform(.3, 1)]
        w = [.5 * speed / s * r.uniform(-1, 1) for _ in range(3)]
        q = [r.uniform(-3, 3) for _ in range(3)]
        row = lambda values: "[" + ", ".join(f"{a:.6g}" for a in values) + "]"
        return (f"  - {{name: b{k}, shape: {{{shape(r, s, self.faces)}}}, material: m, position: {row(x)}, velocity: {row(v)}, angular_velocity: {row(w)}, "
                f"orientation: {{euler: {row(q)}}}}}\n")


def rows_of(path):
    with path.open() as file:
        return [{key.split(" ")[0]: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def energy_is_wrong(scene, rows, turnover):
    mechanical = [sum(row[k] for k in ("kinetic", "potential", "stored_normal", "stored_tangential")) for row in rows]
    change = (mechanical[-1] - mechanical[0]) / turnover if turnover > 0 else 0
    if change > TOLERANCE:
        return f"the mechanical energy has increased by {change:.2g} of what was in play"
    lossless = scene.e == 1 and scene.mu == 0 and scene.enforcement == "penalty" and scene.integrator in (None, "discrete_gradient")
    return f"the energy has changed by {change:.2g}, without friction or losses" if lossless and -change > TOLERANCE else None


def path_is_wrong(scene, rows):
    for k in range(scene.bodies):
        inside = None
        for row in rows:
            x, y, z = (row[f"b{k}.{axis}"] / scene.size for axis in "xyz")
            if scene.place in ("floor", "tray") and z < 0:
                return f"the centre of b{k} is below the floor at t = {row['time']:.4g} s"
            within = math.hypot(x, y, z) < BOWL
            if scene.place == "bowl" and inside is True and not within and z < -1:
                return f"b{k} has passed through the wall of the bowl at t = {row['time']:.4g} s"
            inside = within
    return None


def wrong(scene, folder):
    """What is wrong with a run whose checks all passed; None if nothing is."""
    energy, motion = rows_of(folder / "energy.csv"), rows_of(folder / "bodies.csv")
    if not all(math.isfinite(value) for row in energy + motion for value in row.values()):
        return "a number is not finite"
    turnover = json.loads((folder / "run.json").read_text())["turnover"]
    return energy_is_wrong(scene, energy, turnover) or path_is_wrong(scene, motion)


def limit_processor():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))


def outcome(program, number, folder):
    """('passed' | 'told' | 'refused' | 'gave up' | 'slow' | 'WRONG', what)"""
    scene, out = Scene(number), folder / f"{number}"
    path = folder / f"{number}.yaml"
    path.write_text(scene.text)
    done = subprocess.run([program, "run", path, "-o", out, "-q", "--strict", "--no-picture", "--no-report", "--threads", "1"],
                          capture_output=True, check=False, preexec_fn=limit_processor)
    message = done.stderr.decode(errors="replace").strip()
    stopped = done.returncode == -24 or "stopped" in message  # SIGXCPU
    if stopped:
        return "slow", ""
    if done.returncode == 2 and message:
        return "refused", message
    if done.returncode == 3 and message:
        return ("told" if "checks failed" in message else "gave up"), message
    if done.returncode != 0:
        return "WRONG", f"exit code {done.returncode}: {message[:200]}"
    what = wrong(scene, out)
    return ("WRONG", what) if what else ("passed", "")


def main():
    program = Path(sys.argv[1]).resolve()
    count, first = (int(a) for a in (sys.argv[2:4] + ["60", "0"][len(sys.argv) - 2:]))
    outcomes = Counter()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_meshes(folder)
        for number in range(first, first + count):
            how, what = outcome(program, number, folder)
            outcomes[how] += 1
            if how == "WRONG":
                print(f"scene {number}: {what}\n{Scene(number).text}")
    print(f"{count} scenes: " + ", ".join(f"{n} {how}" for how, n in sorted(outcomes.items())))
    sys.exit(outcomes["WRONG"] > 0)


if __name__ == "__main__":
    main()
