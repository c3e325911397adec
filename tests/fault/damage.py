#!/usr/bin/python3
"""damage.py PROGRAM [COUNT] [SEED]: damages every file of a stopped run's folder in turn and resumes it.

A resumed run may refuse (an exit code and a message) or end with the files of a run that was never stopped, bit for bit. Ending with
other files without having named the damaged one is an acceptance in silence; so are a crash and a hang. Prints a table by file and
exits with 1 if there was one. COUNT damages (1000) are spread evenly over the files.
"""
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SCENE = """abut: 1
time: {end: 0.05 s, dt: 100 us}
contact: {law: linear, stiffness: 5 N/mm}
materials: {glass: {density: 2500 kg/m^3, restitution: 0.5, friction: 0.4}}
bodies:
  - {name: floor, shape: {plane: {}}, material: glass}
  - {name: ball, shape: {sphere: 5 mm}, material: glass, position: [0, 0, 6 mm]}
  - {name: bob, shape: {sphere: 5 mm}, material: glass, position: [5 cm, 0, 5 cm], contact: false}
generators:
  - fill: {name: marble, radius: {min: 4 mm, max: 6 mm}, material: glass, count: 8, region: {low: [1 cm, 1 cm, 0], high: [4 cm, 4 cm, 6 cm]}}
joints:
  - {name: hinge, kind: spherical, b: bob, at: [5 cm, 0, 8 cm]}
forces:
  - {name: cord, kind: spring, b: bob, at: [8 cm, 0, 5 cm], stiffness: 1 N/m, damping: 0.01 N s/m}
flux_planes:
  - {name: throat, at: [0, 0, 2 cm]}
probes:
  - {name: energy, kind: momentum}
output: {frames: 5 ms, history: 1 ms}
"""
QUIET = ["-q", "--no-picture", "--no-report"]


def run(program, *arguments, timeout=120):
    done = subprocess.run([program, "run", *arguments, *QUIET], capture_output=True, timeout=timeout, check=False)
    return done.returncode, done.stderr.decode(errors="replace")


def stop_half_way(program, scene, folder):
    """A folder whose run ended because its files must not grow beyond a size, which is not a question of speed: the largest one that is
    too small."""
    left = None
    for limit in (8 << 10, 16 << 10, 24 << 10, 32 << 10, 48 << 10, 64 << 10):
        shutil.rmtree(folder, ignore_errors=True)
        done = subprocess.run([program, "run", scene, "-o", folder, "--checkpoint-steps", "50", *QUIET], capture_output=True, check=False,
                              restore_signals=False,  # SIGXFSZ stays ignored
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        if done.returncode == 0:
            break
        left = folder + ".left"
        shutil.rmtree(left, ignore_errors=True)
        os.rename(folder, left)
    if left is None:
        sys.exit("FAILED: no run could be stopped half way")
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(left, folder)


def flip(data, dice):
    at = dice.randrange(len(data))
    data[at] ^= 1 << dice.randrange(8)
    return data


def digit(data, dice):
    """Another digit where there is one: still a number."""
    places = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
    if not places:
        return flip(data, dice)
    at = dice.choice(places)
    data[at] = 48 + (data[at] - 48 + dice.randrange(1, 10)) % 10
    return data


def blank(data, dice):
    at = dice.randrange(len(data))
    end = min(len(data), at + 1 + dice.randrange(64))
    data[at:end] = bytes(end - at)
    return data


def cut(data, dice):
    return data[: dice.randrange(len(data))]


def grow(data, dice):
    return data + bytes(dice.randrange(256) for _ in range(1 + dice.randrange(64)))


def drop(data, dice):
    at = dice.randrange(len(data))
    del data[at : at + 1 + dice.randrange(64)]
    return data


def swap(data, dice):
    size = min(16, len(data) // 2)
    a, b = sorted((dice.randrange(len(data) - size + 1), dice.randrange(len(data) - size + 1)))
    if b - a < size:
        return flip(data, dice)
    data[a : a + size], data[b : b + size] = data[b : b + size], data[a : a + size]
    return data


def remove(_data, _dice):
    return None


WAYS = [flip, flip, digit, digit, blank, cut, grow, drop, swap, remove]


def damage(path, dice):
    """Damages the file; returns how, None if it is as it was."""
    before = path.read_bytes()
    way = dice.choice(WAYS) if before else grow
    after = way(bytearray(before), dice)
    if after is None:
        path.unlink()
        return way.__name__
    path.write_bytes(after)
    return way.__name__ if bytes(after) != before else None


def same(whole, folder):
    names = sorted(p.name for p in whole.iterdir())
    if names != sorted(p.name for p in folder.iterdir()):
        return "other files"
    for name in names:
        if (whole / name).read_bytes() != (folder / name).read_bytes():
            return name
    return None


def trial(program, stopped, whole, folder, name, dice):
    """One damage: 'refused', 'harmless', 'told', or what went wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(stopped, folder)
    way = damage(folder / name, dice)
    while way is None:
        way = damage(folder / name, dice)
    try:
        code, said = run(program, "--resume", str(folder))
    except subprocess.TimeoutExpired:
        return f"{way}: hang"
    if code < 0 or code > 4:
        return f"{way}: crash, exit code {code}: {said[-200:]}"
    if code != 0:
        return "refused" if said.strip() else f"{way}: exit code {code} without a message"
    other = same(whole, folder)
    if other is None:
        return "harmless"
    return "told" if name in said else f"{way}: {other} differs"


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as top:
        scene, whole, stopped, folder = (Path(top) / name for name in ("scene.yaml", "whole", "stopped", "damaged"))
        scene.write_text(SCENE)
        code, said = run(program, str(scene), "-o", str(whole), "--checkpoint-steps", "50")
        if code != 0:
            sys.exit(f"FAILED: the whole run ended with {code}: {said}")
        stop_half_way(program, str(scene), str(stopped))
        names = sorted(p.name for p in stopped.iterdir() if p.name != ".lock")  # says nothing by its bytes
        table = {name: {"refused": 0, "harmless": 0, "told": 0, "silent": 0} for name in names}
        for i in range(count):
            name = names[i % len(names)]
            verdict = trial(program, stopped, whole, folder, name, dice)
            if verdict not in table[name]:
                if table[name]["silent"] < 3:
                    print(f"    damage {i} (seed {seed}) of {name} was accepted: {verdict}")
                verdict = "silent"
            table[name][verdict] += 1
    print(f"{'file':<18}{'refused':>9}{'harmless':>9}{'told':>9}{'silent':>9}")
    for name, row in table.items():
        print(f"{name:<18}" + "".join(f"{row[key]:>9}" for key in ("refused", "harmless", "told", "silent")))
    silent = sum(row["silent"] for row in table.values())
    print(f"{count} damages of {len(names)} files (seed {seed}): {silent} accepted in silence")
    sys.exit(1 if silent else 0)


main()
