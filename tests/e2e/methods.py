#!/usr/bin/python3
"""methods.py PROGRAM ROOT: the comparisons of docs/methods.md, run as written, show what the page says of them."""
import csv
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

program, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
COMMANDS = [shlex.split(c)[1:] for c in re.findall(r"^    (abut compare .*)$", (root / "docs/methods.md").read_text(encoding="utf-8"), re.M)]


def table(name, code, folder):
    """Rows of compare.csv of the page's command for a scene, by their values."""
    (words,) = [c for c in COMMANDS if c[1] == f"scenes/{name}.yaml"]
    done = subprocess.run([program, *words, "-o", folder / name], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    assert (folder / name / "compare.csv").exists(), done.stdout
    with open(folder / name / "compare.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    keys = sum(w == "--vary" for w in words)
    return {tuple(list(r.values())[:keys]): r for r in rows}


def number(row, column):
    (name,) = [c for c in row if c.split(" [")[0] == column]
    return float(row[name])


def check_enforcement(rows):
    for (method, _), r in rows.items():
        soft = method == "penalty"
        assert (number(r, "max_overlap") > 8e-3) if soft else (number(r, "max_overlap") < 1e-9), r
        assert abs(number(r, "distance_at_end") - 0.5825e-3) < 1e-6 if soft else number(r, "distance_at_end") < 1e-9, r
        assert soft or abs(number(r, "residual")) < 1e-11, r
    shares = number(rows["penalty", "1"], "residual") / number(rows["penalty", "0.1"], "residual")
    assert 60 < shares < 200, shares  # second order: 100


def check_incline(rows):
    for (method, dt), r in rows.items():
        limit = {"multiplier": 1e-6, "augmented": 1e-6, "penalty": 0.05}[method]
        assert number(r, "distance") < limit and (method != "penalty" or number(r, "distance") > 0.02), r
        assert r["state"] == ("checks failed" if (method, dt) == ("penalty", "2") else "finished"), r
        assert (method, dt) == ("penalty", "2") or number(r, "sticks.speed") < 1e-6, r


def check_stack(rows):
    done = {key for key, r in rows.items() if r["state"] == "finished"}
    assert {("auto", "2"), ("auto", "10"), ("newton", "2"), ("admm", "2")} <= done, done
    assert number(rows["auto", "2"], "max_contact_residual") < 1e-8, rows["auto", "2"]
    for solver in ("gauss_seidel", "augmented", "fischer"):
        for dt in ("2", "10"):
            assert rows[solver, dt]["state"] == "failed" and "solved to" in rows[solver, dt]["reason"], rows[solver, dt]


def check_cradle(rows):
    lost = {law: number(r, "lost_impact") for (law,), r in rows.items()}
    assert abs(lost["moreau"]) < 1e-7 and abs(lost["stronge"]) < 1e-7, lost
    assert abs(lost["poisson"] - 6.8e-3) < 1e-4 and abs(lost["newton"] - 47.4e-3) < 1e-4, lost


def check_kane_levinson(rows):
    for (law, guard), r in rows.items():
        after = {"moreau": 23.18 if guard == "true" else 63.97, "newton": 23.02, "stronge": 13.91, "poisson": 13.25}[law]
        assert abs(1e3 * number(r, "kinetic") - after) < 0.01, (law, guard, r)
        assert (r["state"] == "finished") == (after != 63.97), r


with tempfile.TemporaryDirectory() as place:
    to = pathlib.Path(place)
    check_enforcement(table("enforcement", 0, to))
    check_incline(table("incline", 0, to))
    check_stack(table("stack", 3, to))
    check_cradle(table("newtons_cradle_impacts", 0, to))
    check_kane_levinson(table("kane_levinson", 0, to))
print("the methods do what the page says")
