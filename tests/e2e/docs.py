#!/usr/bin/python3
"""docs.py PROGRAM ROOT: what README.md and docs/ show works as it stands.

A block ```yaml with the key `abut` on a line of its own is a whole scene: it is run with --strict and must pass its own checks; one with the key `press` is pressed. Blocks without it are
fragments, which need only be YAML. A scene is called as the command after it calls it. A scene outside of such a block would not be run, and is a failure.
Indented lines that begin with `build/abut` or `abut` are commands. Those of README.md are done as written, in their order, in one folder; `run` and `press` get
--strict. Those of other pages may be long: of them `run` becomes `check`, `press`, `impact` and `cone` are done, `sdf` and `mesh` where their file is at hand, and the others only with
--help, to see that the verb is there.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import yaml

program, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
failures = []
done = 0


def attempt(what, arguments, folder):
    global done
    done += 1
    try:
        run = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        failures.append(f"{what}: takes too long")
        return
    if run.returncode != 0:
        failures.append(f"{what}: exit code {run.returncode}\n{run.stderr[-2000:]}")


def blocks(text):
    """(kind, text) of yaml blocks and commands in their order."""
    lines = iter(text.split("\n"))
    for line in lines:
        if line.strip() == "```yaml":
            inside = []
            for line in lines:
                if line.strip() == "```":
                    break
                inside.append(line)
            yield "yaml", "\n".join(inside) + "\n"
        elif re.match(r"    (build/)?abut [a-z]", line):
            while line.rstrip().endswith("\\"):
                line = line.rstrip()[:-1] + " " + next(lines)
            yield "command", line.strip()


def words_of(command):
    words = shlex.split(command, comments=True)[1:]
    return [w for w in words if w != "&"]


def name_for(parts, at):
    for kind, text in parts[at + 1:]:
        if kind == "command":
            for word in words_of(text):
                if word.endswith(".yaml") and "/" not in word:
                    return word
    return "scene.yaml"


def only_checked(words):
    """The arguments of `run` that `check` knows too."""
    kept = ["check"]
    rest = iter(words[1:])
    for word in rest:
        if word == "--set":
            kept += [word, next(rest)]
        elif word in ("-o", "--out", "--threads", "--cache"):
            next(rest)
        elif not word.startswith("-"):
            kept.append(word)
    return kept


def do_command(page, command, as_written, folder):
    words = words_of(command)
    what = f"{page}: {command}"
    if as_written:
        attempt(what, words + (["--strict"] if words[0] in ("run", "press") else []), folder)
    elif words[0] == "press" and (folder / words[1]).exists():
        attempt(what, words + ["--overwrite", "--strict"], folder)
    elif words[0] == "run" and "--resume" not in words:
        arguments = only_checked(words)
        if (folder / arguments[1]).exists():
            attempt(what, arguments, folder)
    elif words[0] in ("impact", "cone"):
        attempt(what, words, folder)
    elif words[0] in ("sdf", "mesh") and (folder / words[1]).exists():
        (folder / "points.csv").write_text("0,0,0\n0.04,0,0\n", encoding="ascii")
        attempt(what, [w.replace("~", str(folder)) for w in words], folder)
    else:
        attempt(what, [words[0], "--help"], folder)


def do_page(path):
    page = path.relative_to(root)
    text = path.read_text(encoding="utf-8")
    parts = list(blocks(text))
    if len(re.findall(r"^\s*abut: \d", text, re.M)) != sum(bool(re.search(r"^abut:", t, re.M)) for k, t in parts if k == "yaml"):
        failures.append(f"{page}: a scene is not in a block ```yaml")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.symlink(root / "scenes", folder / "scenes")
        with open(folder / "trefoil.obj", "wb") as knot:
            subprocess.run([sys.executable, root / "tools/trefoil.py"], check=True, stdout=knot)
        make_stl(folder / "part.stl")
        for at, (kind, text) in enumerate(parts):
            if kind == "command":
                do_command(page, text, page.name == "README.md", folder)
                continue
            try:
                yaml.safe_load(text)
            except yaml.YAMLError as mistake:
                failures.append(f"{page}: a block is no YAML: {mistake}")
            if re.search(r"^abut:", text, re.M) and re.search(r"^impact:", text, re.M):
                (folder / name_for(parts, at)).write_text(text, encoding="utf-8")
                attempt(f"{page}: the impact {name_for(parts, at)}", ["impact", name_for(parts, at)], folder)
            elif re.search(r"^abut:", text, re.M):
                scene = folder / name_for(parts, at)
                scene.write_text(text, encoding="utf-8")
                verb = "press" if re.search(r"^press:", text, re.M) else "run"
                attempt(f"{page}: the scene {scene.name}", [verb, scene.name, "-o", f"out/of_docs_{at}", "--no-picture", "--strict"], folder)


def make_stl(path):
    """A cube as STL."""
    corner = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    with open(path, "w", encoding="ascii") as out:
        out.write("solid part\n")
        for a, b, c, d in faces:
            for face in ((a, b, c), (a, c, d)):
                out.write("facet normal 0 0 0\nouter loop\n")
                for k in face:
                    out.write("vertex %d %d %d\n" % corner[k])
                out.write("endloop\nendfacet\n")
        out.write("endsolid part\n")


for document in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
    do_page(document)
for failure in failures:
    print(f"FAILED: {failure}")
print(f"{done} scenes and commands of the documentation")
if done < 20:
    print("FAILED: hardly any were found")
sys.exit(1 if failures or done < 20 else 0)
