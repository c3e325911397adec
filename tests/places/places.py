#!/usr/bin/env python3
"""places.py BUILD [NAME...]: a component of the engine is one file and one line.

For each row of ROWS it copies the sources to a scratch folder, adds the template as one new file and one line to its
list, compiles only that file and what includes the list, links the program, and runs a scene that uses the component.
A shape has a second line, its record in the tables of scenes; a key of scenes has three lines and no file. Nothing else may
be edited, so a component that needed another place would fail here. Exits with 77 (skipped) when the build folder is not one of Ninja.
"""
import csv
import math
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
TEMPLATES = SOURCE / "tests/templates"
COPIED = ("src", "include", "app", "web")


def last_row(folder, name="bodies.csv"):
    """Last row of a result table as {column without unit: number}."""
    with open(folder / name, newline="") as file:
        rows = list(csv.reader(file))
    return {key.split(" [")[0]: float(value) for key, value in zip(rows[0], rows[-1])}


def near(what, value, expected, tolerance):
    if not abs(value - expected) <= tolerance:
        raise SystemExit(f"{what} = {value!r}, expected {expected!r} within {tolerance!r}")


def check_friction(folder):
    end = last_row(folder)
    # v = v0 exp(-c t/m); the force is taken at the ends of steps: (c dt/m)^2/12 and the settling of the normal force
    near("first.vx", end["first.vx"], math.exp(-2), 1e-6)
    near("second.vx", end["second.vx"], math.exp(-1), 1e-6)


def check_normal(folder):
    near("ball.z", last_row(folder)["ball.z"], 0.95, 1e-12)  # k d (1 + d/s) = m g at rest


def check_damping(folder):
    # x = x0 exp(-t c/2m) (cos wt + (c/2mw) sin wt), w = sqrt(k/m - (c/2m)^2); order 4, dt = 0.1 ms
    omega = math.sqrt(96)
    x = 0.02 * math.exp(-2) * (math.cos(omega) + 2 / omega * math.sin(omega))
    near("ball.z", last_row(folder)["ball.z"], 0.9 + x, 1e-10)


def check_joint(folder):
    end = last_row(folder)
    near("ball.x", end["ball.x"], 1, 1e-12)  # 1000 steps without a force along x
    near("ball.z", end["ball.z"], 0.3, 1e-12)


def check_force(folder):
    end = last_row(folder)
    near("ball.vx", end["ball.vx"], 1 / 3, 1e-10)  # 1/(1 + c t); order 4, dt = 1 ms
    near("wheel.wz", end["wheel.wz"], 1 / 4, 1e-10)


def check_probe(folder):
    near("way", last_row(folder, "probes.csv")["way"], 0.75, 1e-12)


def check_integrator(folder):
    near("ball.x", last_row(folder)["ball.x"], (complex(1 - 0.1**2 / 2, -0.1) ** 20).real, 1e-12)


def check_shape(folder):
    end = last_row(folder)
    # 1 kg on one of eight faces, which has an eighth of 1 MN/m; what is left of the motion after 0.5 s
    near("lying.z", end["lying.z"], 0.1 / math.sqrt(3) - 8 * 9.81 / 1e6, 1e-8)
    near("flying.wz", end["flying.wz"], 2 + 0.01 * 0.5 / 0.002, 1e-9)  # of 1 kg: I = m a^2/5


def check_cone(folder):
    end = last_row(folder)
    near("ball.vx", end["ball.vx"], 5, 1e-9)  # 5/7 of 7 m/s; 1e-12 of the impulses of 680 steps of sliding
    near("ball.z", end["ball.z"], 0.1, 1e-9)  # overlaps of 1e-9 of the radius are left alone


def check_key(folder):
    near("ball.z", last_row(folder)["ball.z"], -0.5 * 3 * 9.81, 1e-12)


# One row for each kind of component:
#   template   file of tests/templates, or the scene, where no file is added; NAME.yaml beside it is the scene to run
#   place      where a component of this kind lives
#   list, line its list and the line to add to it
#   before     text of the list before which to add the line; at its end if there is none
#   says       what the program must say of it: {arguments of abut: texts}
#   check      takes the folder of results
#   also       further lines: [(file, text before which to add it, line)]
ROWS = {
    "friction": {
        "template": "friction_template.c",
        "place": "src/law/friction_template.c",
        "list": "src/law/frictions.def",
        "line": "AB_FRICTION(template)",
        "says": {
            "list frictions": ["template"],
            "help scene drag": ["contact.drag", "pair.drag", "Of template", "more than 0 N s/m"],
            "schema": ['"drag": {'],
        },
        "check": check_friction,
    },
    "normal": {
        "template": "normal_template.c",
        "place": "src/law/normal_template.c",
        "list": "src/law/laws.def",
        "line": "AB_NORMAL_LAW(template)",
        "says": {"list laws": ["template"], "help scene stiffening_depth": ["contact.stiffening_depth", "Of template"]},
        "check": check_normal,
    },
    "damping": {
        "template": "damping_template.c",
        "place": "src/law/damping_template.c",
        "list": "src/law/dampings.def",
        "line": "AB_DAMPING(template)",
        "says": {"list dampings": ["template"], "help scene dashpot": ["contact.dashpot", "Of template"]},
        "check": check_damping,
    },
    "joint": {
        "template": "joint_template.c",
        "place": "src/joint/joint_template.c",
        "list": "src/joint/joints.def",
        "line": "AB_JOINT(template)",
        "says": {
            "list joints": ["template"],
            "help scene height": ["joint.height", "Of template"],
            "schema": ['"height": {'],
        },
        "check": check_joint,
    },
    "force": {
        "template": "force_template.c",
        "place": "src/joint/force_template.c",
        "list": "src/joint/forces.def",
        "line": "AB_FORCE(template)",
        "says": {
            "list forces": ["template"],
            "help scene drag": ["force.drag", "N s^2/m^2", "torque.drag", "N m s^2/rad^2"],
            "schema": ['"drag": {'],
        },
        "check": check_force,
    },
    "probe": {
        "template": "probe_template.c",
        "place": "src/observe/probe_template.c",
        "list": "src/observe/probes.def",
        "line": "AB_PROBE(template)",
        "says": {"help scene probe.kind": ["template"], "help scene offset": ["probe.offset", "Of template"]},
        "check": check_probe,
    },
    "shape": {
        "template": "shape_template.c",
        "place": "src/shape/shape_template.c",
        "list": "src/shape/shapes.def",
        "line": "AB_SHAPE(template)",
        "also": [
            (
                "src/scene/tables.c",
                "static const ab_key HULL[] = {",
                'SIZED_SHAPE(template, "An octahedron.", .shorthand = "reach", .example = "shape: {template: 1 cm}")',
            )
        ],
        "says": {"list shapes": ["template"], "help scene template": ["reach", "more than 0 m", "required"]},
        "check": check_shape,
    },
    "cone": {
        "template": "cone_template.c",
        "place": "src/solve/cone_template.c",
        "list": "src/solve/cone_solvers.def",
        "line": "AB_CONE_SOLVER(template)",
        "says": {"list solvers": ["template"], "schema": ['"template"'], "help scene contact.solver": ["template"]},
        "check": check_cone,
    },
    "key": {
        "template": "key_template.yaml",
        "list": "src/scene/spec.h",
        "before": "    ab_time_spec time;",
        "line": "    double gravity_factor;",
        "also": [
            (
                "src/scene/tables.c",
                "    {KEY(ab_scene_spec, time, AB_MAPPING,",
                '    {KEY(ab_scene_spec, gravity_factor, AB_QUANTITY, "Factor on gravity."), .unit = "1", ANY, .fallback = {1}},',
            ),
            (
                "src/scene/build/build.c",
                "    def.dt = s->time.dt;",
                "    def.gravity = v3_scale(s->gravity_factor, s->gravity);",
            ),
        ],
        "says": {"help scene gravity_factor": ["scene.gravity_factor", "Factor on gravity."], "schema": ['"gravity_factor": {']},
        "check": check_key,
    },
    "integrator": {
        "template": "integrator_template.c",
        "place": "src/step/integrate/integrator_template.c",
        "list": "src/step/integrate/integrators.def",
        "line": "AB_INTEGRATOR(template)",
        "says": {"list integrators": ["template"], "schema": ['"template"']},
        "check": check_integrator,
    },
}


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise SystemExit(f"{command}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Build:
    """The commands of an existing build folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.link = run(["ninja", "-C", self.folder, "-t", "commands", "abut"]).strip().splitlines()[-1]
        self.compile, self.users = {}, {}
        for line in run(["ninja", "-C", self.folder, "-t", "commands", "abut"]).splitlines():
            words = shlex.split(line)
            if "-c" in words and "-o" in words:
                self.compile[words[words.index("-o") + 1]] = words
        self.read_dependencies()

    def read_dependencies(self):
        target = None
        for line in run(["ninja", "-C", self.folder, "-t", "deps"]).splitlines():
            if line and not line.startswith(" "):
                target = line.split(":")[0]
            elif line.strip() and target in self.compile:
                path = (self.folder / line.strip()).resolve()
                self.users.setdefault(str(path), []).append(target)

    def compile_in(self, tree, target, source, out):
        """Compiles a copy of the source of `target`, or another file with its flags, without optimisation."""
        words = list(self.compile[target])
        words[words.index("-c") + 1] = source
        words = [w.replace(str(SOURCE) + "/", str(tree) + "/") if w.startswith(("-I", "-D")) else w for w in words]
        words = ["-O0" if w in ("-O1", "-O2", "-O3") else w for w in words if not w.startswith("-D_FORTIFY_SOURCE")]
        for option in ("-o", "-MF", "-MT"):
            words[words.index(option) + 1] = str(out) + {"-o": "", "-MF": ".d", "-MT": ""}[option]
        run(words, cwd=self.folder)


def build_program(build, tree, row):
    """Adds the component to the copied tree and links the program with what changes."""
    new = tree / row["place"] if "place" in row else None
    if new and new.exists():
        raise SystemExit(f"{row['place']} exists already")
    if new:
        shutil.copy(TEMPLATES / row["template"], new)
    lines = row.get("also", [])
    if "before" in row:
        lines = [(row["list"], row["before"], row["line"]), *lines]
    else:
        with open(tree / row["list"], "a") as file:
            file.write(row["line"] + "\n")
    for path, before, line in lines:
        text = (tree / path).read_text()
        if text.count(before) != 1:
            raise SystemExit(f"{path} has {text.count(before)} times: {before}")
        (tree / path).write_text(text.replace(before, line + "\n" + before))
    users = build.users.get(str((SOURCE / row["list"]).resolve()), [])
    if not users:
        raise SystemExit(f"nothing includes {row['list']}; build the program first")
    (tree / "objects").mkdir()
    link, added = build.link, []
    for number, target in enumerate(users):
        words = build.compile[target]
        source = words[words.index("-c") + 1].replace(str(SOURCE) + "/", str(tree) + "/")
        out = tree / "objects" / f"{number}.o"
        build.compile_in(tree, target, source, out)
        if f" {target} " in link:
            link = link.replace(f" {target} ", f" {out} ")
        else:
            added.append(str(out))
    if new:
        out = tree / "objects/new.o"
        build.compile_in(tree, users[0], str(new), out)
        added.append(str(out))
    # Objects that are named stand for the members of the archive that define the same.
    archive = next(word for word in shlex.split(link) if word.endswith("libabut_static.a"))
    program = tree / "abut"
    link = link.replace(f" -o abut ", f" -o {program} ").replace(f" {archive} ", f" {' '.join(added)} {archive} ", 1)
    run(link, shell=True, cwd=build.folder)
    count = 1 if new else 0
    print(f"  {count} file, {1 + len(row.get('also', []))} lines, {len(users) + count} files compiled")
    return program


def check_program(program, tree, row):
    for arguments, texts in row["says"].items():
        said = run([program, *arguments.split()])
        for text in texts:
            if text not in said:
                raise SystemExit(f"abut {arguments} does not say '{text}':\n{said[:3000]}")
    scene = TEMPLATES / (pathlib.Path(row["template"]).stem + ".yaml")
    out = tree / "results"
    run([program, "run", scene, "--out", out, "--no-picture", "--no-report", "--quiet", "--threads", "1"])
    row["check"](out)


def main():
    build_folder, names = sys.argv[1], sys.argv[2:] or list(ROWS)
    if not (pathlib.Path(build_folder) / "build.ninja").exists() or not shutil.which("ninja"):
        print("not a build folder of Ninja")
        return 77
    build = Build(build_folder)
    for name in names:
        print(name)
        with tempfile.TemporaryDirectory(prefix="abut_places_") as scratch:
            tree = pathlib.Path(scratch)
            for folder in COPIED:
                shutil.copytree(SOURCE / folder, tree / folder, ignore=shutil.ignore_patterns("node_modules"))
            check_program(build_program(build, tree, ROWS[name]), tree, ROWS[name])
    return 0


if __name__ == "__main__":
    sys.exit(main())
