#!/usr/bin/python3
"""beginners.py PROGRAM: every mistake that people make in their first hour is told, with its cause and its cure.

A row is a claim: the scene (or the command), the exit code, and words that the message must have. `None` as a word would
be no claim; every row has at least one.
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
HEAD = "abut: 1\ntime: {end: 10 ms}\n"
STEEL = "materials: {m: {density: 7850, young: 5 MPa}}\n"
FLOOR = "  - {name: floor, shape: {plane: {}}, material: m}\n"


def ball(keys="position: [0, 0, 1 cm]"):
    return "  - {name: ball, shape: {sphere: 1 cm}, material: m, %s}\n" % keys


def scene(bodies=FLOOR + ball(), head=HEAD, materials=STEEL, more=""):
    return head + materials + "bodies:\n" + bodies + more


def cylinder(path, radius, length, seam=0.0, open_end=False):
    """A cylinder as STL; its last corner is off by `seam`, as sin(2 pi) is."""
    count = 24
    ring = [(radius * math.cos(2 * math.pi * k / count), radius * math.sin(2 * math.pi * k / count)) for k in range(count)]
    ring.append((radius, seam))
    with open(path, "w", encoding="ascii") as out:
        out.write("solid part\n")

        def triangle(*corners):
            out.write("facet normal 0 0 0\nouter loop\n")
            for corner in corners:
                out.write("vertex %.17g %.17g %.17g\n" % corner)
            out.write("endloop\nendfacet\n")

        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            triangle((ax, ay, 0), (bx, by, 0), (bx, by, length))
            triangle((ax, ay, 0), (bx, by, length), (ax, ay, length))
            triangle((0, 0, 0), (bx, by, 0), (ax, ay, 0))
            if not open_end:
                triangle((0, 0, length), (ax, ay, length), (bx, by, length))
        out.write("endsolid part\n")


def part(keys, more=""):
    return scene(FLOOR + "  - {name: part, shape: {mesh: {%s}}, material: m, position: [0, 0, 50], %s}\n" % (keys, more))


# what, scene, exit code, words
SCENES = [
    ("a wrong unit", scene(ball("position: [0, 0, 10 kg]")), 2, ["E017", "position", "is a length", "measures a mass"]),
    ("capitals of a unit", scene(materials="materials: {m: {young: 5 Mpa}}\n"), 2, ["E016", "did you mean 'MPa'"]),
    ("an unknown unit", scene(materials="materials: {m: {young: 5 bananas}}\n"), 2, ["E016", "is a pressure, in Pa"]),
    ("a unit without a blank, and in words", scene(FLOOR + ball("position: [0, 2cm, 10 centimetre]")), 0, []),
    ("a missing material", scene("  - {shape: {sphere: 1 cm}}\n"), 2, ["E013", "lacks 'material'"]),
    ("a misspelt material", scene(ball().replace("material: m", "material: n")), 2, ["E030", "there is only m"]),
    ("a mesh in mm", part("file: part.stl"), 0, ["W112", "40 m across", "unit: mm"]),
    ("a mesh in mm, said", part("file: part.stl, unit: mm").replace("0, 50]", "0, 50 mm]"), 0, []),
    ("a mesh that large, said", part("file: part.stl, unit: m"), 0, []),
    ("a mesh in no unit of length", part("file: part.stl, unit: kg"), 2, ["E017", "no unit of length"]),
    ("sizes a thousand apart", scene(FLOOR + ball() + "  - {name: peg, shape: {box: [50, 50, 50]}, material: m, position: [0, 90, 50]}\n"),
     0, ["W112", "'peg'", "ball", "is a unit missing?"]),
    ("an open mesh that moves", part("file: open.stl, unit: mm"), 2, ["E033", "not closed", "free edge", "'fixed: true'"]),
    ("a mesh cut off", part("file: cut.stl, unit: mm"), 2, ["E034", "cut.stl"]),
    ("a seam of 3e-14", part("file: seam.stl, unit: mm").replace("0, 50]", "0, 50 mm]"), 0, ["W103", "joined", "closed"]),
    ("a time step too large", scene(head="abut: 1\ntime: {end: 1 s, dt: 0.1 s}\n"), 2, ["E036", "at most", "'dt: auto'"]),
    ("an overlap at the start", scene(FLOOR + ball("position: [0, 0, 8 mm]")), 0, ["W101", "by 2 mm", "move ball by as much along [0, 0, 1]"]),
    ("anchors that do not fit", scene(ball(), more="joints: [{name: pin, kind: spherical, b: ball, at_a: [0, 0, 0], at_b: [0, 0, 2 cm]}]\n"), 0,
     ["W104", "pin", "30 mm"]),
    ("joints that cannot fit", scene(ball(), more="joints: [{name: one, kind: fixed, b: ball, at: [0, 0, 0]}, "
                                                  "{name: two, kind: spherical, b: ball, at_a: [1, 0, 0], at_b: [0, 0, 0]}]\n"), 2, ["E043", "joint '"]),
    ("a typo in a key", scene(materials="materials: {m: {fricton: 1}}\n"), 2, ["E012", "did you mean 'friction'"]),
    ("gravity as a number", scene(head=HEAD + "gravity: 9.81\n"), 2, ["E014", "gravity"]),
    ("gravity of two numbers", scene(head=HEAD + "gravity: [0, -9.81]\n"), 2, ["E020", "needs 3 numbers"]),
    ("gravity upwards", scene(head=HEAD + "gravity: [0, 0, 9.81]\n"), 0, ["W113", "write a minus"]),
    ("a wrong path", part("file: gone.stl"), 2, ["E034", "gone.stl"]),
    ("an absolute path", part("file: /etc/passwd"), 2, ["E024", "allow-outside"]),
    ("a negative mass", scene(ball("mass: -1 kg")), 2, ["E018", "more than 0"]),
    ("three numbers for an orientation", scene(ball("orientation: [0, 0, 90]")), 2, ["E020", "{euler: [0, 0, 90 deg]}"]),
    ("angles beyond a turn without a unit", scene(ball("orientation: {euler: [0, 0, 90]}")), 2, ["E048", "5160 deg", "'90 deg'"]),
    ("a whole number as an angle", scene(ball("orientation: {axis: [0, 0, 1], angle: 5}")), 0, ["W110", "286 deg"]),
    ("a quaternion of another length", scene(ball("orientation: [0, 0, 90, 1]")), 0, ["W111", "(w, x, y, z)", "length 90"]),
    ("a name twice", scene(ball() + ball("position: [0, 0, 1]")), 2, ["E031", "in line 5"]),
    ("a tab", "abut: 1\ntime:\n\tend: 1 s\n", 2, ["E002", ":3:1"]),
    ("a stray comma", "abut: 1\ntime: {end: 1 s, dt: 1 ms, , }\n", 2, [":2:"]),
    ("no bodies", HEAD, 0, ["W114", "no bodies"]),
    ("no stiffness", scene(materials="materials: {m: {density: 7850}}\n"), 0, ["W115", "young", "10 MPa", "'preset'"]),
    ("a material by its name", scene(materials="materials: {m: rubber}\n"), 0, []),
    ("a material misspelt", scene(materials="materials: {m: {preset: aluminum}}\n"), 2, ["E019", "did you mean 'aluminium'"]),
    ("a robot of another program", "<robot name='arm'>\n</robot>\n", 2, ["E010", "URDF", "abut import"]),
    ("a variable misspelt", scene(ball("position: [=radios, 0, 1 cm]"), more="let: {radius: 1 cm}\n"), 2, ["E051", "did you mean 'radius'"]),
    ("a sum of a length and a time", scene(ball('position: ["=1 cm + 2 s", 0, 1 cm]')), 2, ["E017", "a length and a time"]),
    ("a variable without =", scene(ball("position: [radius, 0, 1 cm]"), more="let: {radius: 1 cm}\n"), 2, ["E015", "=radius"]),
    ("arithmetic without =", scene(ball("position: [1 cm/2 + 3 mm, 0, 1 cm]")), 2, ["E016", "=1 cm/2 + 3 mm"]),
    ("lengths in mm", scene(FLOOR + "  - {name: ball, shape: {sphere: 10}, material: m, position: [0, 0, 100]}\n", head=HEAD + "units: {length: mm}\n",
                            materials=STEEL.replace("7850", "7850 kg/m^3")), 0, []),
    ("lengths in mm, and a speed without unit",
     scene(ball("velocity: [100, 0, 0]"), head=HEAD + "units: {length: mm}\n", materials=STEEL.replace("7850", "7850 kg/m^3")), 2,
     ["E048", "'velocity' is a speed", "units.speed"]),
]

# what, arguments, exit code, words
COMMANDS = [
    ("a scene that is not there", ["run", "gone.yaml"], 2, ["E001", "gone.yaml"]),
    ("the verb forgotten", ["good.yaml"], 2, ["abut run good.yaml"]),
    ("a typo in --set", ["check", "good.yaml", "--set", "time.edn=1"], 2, ["E012", "did you mean 'end'"]),
    ("a typo in an option", ["run", "good.yaml", "--ouput", "x"], 2, ["did you mean '--out'"]),
    ("a body of --set misspelt", ["check", "good.yaml", "--set", "bodies.bal.mass=1"], 2, ["E025", "did you mean 'ball'"]),
    ("a variable by --set", ["check", "variables.yaml", "--set", "r=2 cm"], 0, []),
    ("a variable by --set misspelt", ["check", "variables.yaml", "--set", "let.rr=2 cm"], 0, ["W116", "'rr'"]),
    ("units by --set", ["check", "good.yaml", "--set", "units.length=mm"], 2, ["E025", "belong to their file"]),
    ("a folder that cannot be made", ["run", "good.yaml", "-q", "-o", "good.yaml/x"], 4, ["'good.yaml' is a file where a folder is needed"]),
    ("a run done before", ["run", "good.yaml", "-q", "-o", "done"], 2, ["--resume done", "--overwrite"]),
]

failures = []
done = 0


def claim(what, arguments, code, words, folder):
    global done
    done += 1
    run = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    said = run.stderr
    missing = [word for word in words if word not in said]
    silent = code == 0 and not words and said
    if run.returncode != code or missing or silent:
        failures.append(f"{what}: exit code {run.returncode} instead of {code}; lacks {missing}; said:\n{said}")


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    cylinder(work / "part.stl", 20, 40)
    cylinder(work / "seam.stl", 20, 40, seam=3e-14)
    cylinder(work / "open.stl", 20, 40, open_end=True)
    (work / "cut.stl").write_bytes((work / "part.stl").read_bytes()[:5000])
    (work / "good.yaml").write_text(scene(), encoding="ascii")
    (work / "variables.yaml").write_text(scene(FLOOR + ball("position: [0, 0, =r]"), more="let: {r: 1 cm}\n"), encoding="ascii")
    for what, text, code, words in SCENES:
        (work / "scene.yaml").write_text(text, encoding="ascii")
        claim(what, ["check", "scene.yaml"], code, words, work)
    subprocess.run([program, "run", "good.yaml", "-q", "-o", "done", "--no-report", "--no-picture"], cwd=work, check=True)
    for what, arguments, code, words in COMMANDS:
        claim(what, arguments, code, words, work)
    if os.geteuid() != 0:  # root may write everywhere
        os.chmod(work, 0o555)
        claim("a folder that cannot be written", ["run", "good.yaml", "-q", "-o", "out/x"], 4, ["Permission denied"], work)
        os.chmod(work, 0o755)
    run = subprocess.run([program, "check", "scene.yaml"], cwd=work, capture_output=True, text=True, check=False)
    (work / "part.yaml").write_text(part("file: part.stl, unit: mm"), encoding="ascii")
    run = subprocess.run([program, "check", "part.yaml"], cwd=work, capture_output=True, text=True, check=False)
    if "40 x 40 x 40 mm" not in run.stdout:
        failures.append(f"`abut check` does not print the size of a part:\n{run.stdout}")
    (work / "soft.yaml").write_text(scene(materials="materials: {m: {density: 7850}}\n"), encoding="ascii")
    run = subprocess.run([program, "check", "soft.yaml"], cwd=work, capture_output=True, text=True, check=False)
    if "1e+07*" not in run.stdout or "7850 " not in run.stdout or "* not given" not in run.stdout:
        failures.append(f"`abut check` does not mark defaults:\n{run.stdout}")
    for arguments in (["info", "part.stl", "--unit", "mm"], ["info", "part.stl", "--scale", "0.001"]):
        run = subprocess.run([program, *arguments], cwd=work, capture_output=True, text=True, check=False)
        if run.returncode != 0 or "0.04 m" not in run.stdout:
            failures.append(f"{arguments}: no size in metres:\n{run.stdout}{run.stderr}")
    claim("a unit of another quantity", ["info", "part.stl", "--unit", "kg"], 2, ["measures a mass, not a length"], work)

for failure in failures:
    print(f"FAILED: {failure}")
print(f"{done} mistakes of beginners")
sys.exit(1 if failures else 0)
