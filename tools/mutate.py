#!/usr/bin/python3
"""mutate.py [--file FILE]... [--sample N] [--list] [--jobs N]: would the tests notice?

Changes one operator, comparison, constant, condition or statement of a C file at a time, compiles that file alone, links it before the
library into the tests that concern it, and runs them. A mutant is killed when a test fails, crashes or takes ten times as long; one that
does not compile, or whose object has the same bytes, is no mutant. What survives is printed. Exit code 1 if the score of a file is below
80 %. The list is the same for the same source; --sample N takes N of each file, evenly spread. Needs the tests built in build/.
"""
import argparse
import concurrent.futures
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
GOAL = 80  # per cent

# The tests that concern a file, fast ones first.
CONCERN = {
    "src/base/num_read.c": ["test_num"],
    "app/http.c": ["test_http"],
    "src/base/file_envelope.c": ["test_checkpoint", "test_sdf_file"],
    "src/base/pack.c": ["test_pack", "test_checkpoint"],
    "src/geom/mesh/stl.c": ["test_stl"],
    "src/geom/mesh/obj.c": ["test_obj"],
    "src/geom/mesh/ply.c": ["test_ply"],
    "src/geom/mesh/ply_header.c": ["test_ply"],
    "src/geom/mesh/cursor.c": ["test_obj", "test_stl", "test_ply"],
    "src/geom/convex/clip.c": ["test_clip", "test_polyhedron", "test_overlap", "test_overlap_pairs"],
    "src/geom/sdf/sdf_file.c": ["test_sdf_values", "test_sdf_file", "test_damaged_bytes"],
    "src/scene/read.c": ["test_scene", "test_diagnostics", "test_mesh_scenes"],
    "src/scene/yaml.c": ["test_yaml", "test_scene"],
    "src/law/cohesion_area.c": ["test_laws", "test_law_formulas", "test_cohesion"],
    "src/law/damping_hysteresis.c": ["test_laws", "test_law_formulas", "test_law_blocks", "test_dampings"],
    "src/law/damping_logarithmic.c": ["test_laws", "test_law_formulas", "test_law_blocks", "test_dampings"],
    "src/law/damping_restitution.c": ["test_laws", "test_law_formulas", "test_law_blocks", "test_impact"],
    "src/law/damping_viscous.c": ["test_laws", "test_law_formulas", "test_law_blocks", "test_dampings"],
    "src/law/friction_coulomb.c": ["test_laws", "test_law_formulas", "test_law_blocks", "test_ledger"],
    "src/law/friction_velocity.c": ["test_laws", "test_law_formulas", "test_law_blocks", "test_velocity_friction"],
    "src/law/normal_hertz.c": ["test_laws", "test_law_formulas", "test_law_blocks"],
    "src/law/normal_linear.c": ["test_laws", "test_law_formulas", "test_law_blocks", "test_ledger"],
    "src/law/normal_power.c": ["test_laws", "test_law_formulas", "test_law_blocks"],
    "src/law/contact_initiation.c": ["test_laws", "test_impact"],
    "src/law/rolling_spring.c": ["test_law_formulas", "test_law_blocks", "test_rolling"],
    "src/output/checkpoint.c": ["test_checkpoint"],
    "src/output/history.c": ["test_history"],
    "src/output/journal_read.c": ["test_journal_tables", "test_journal", "test_damaged_bytes"],
    "src/observe/ledger_terms.c": ["test_ledger"],
    "src/step/account_energy.c": ["test_ledger", "test_rolling", "test_base_steps", "test_forces"],
    "src/world/snapshot.c": ["test_world", "test_mechanism_state", "test_parts", "test_spatial_order", "test_rolling", "test_inlets_outlets"],
}

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*",
         "&&": "||", "||": "&&", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "/=", "|=": "&="}
BINARY = re.compile(r"(?<= )(<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|\|=|[-+*/%<>&|])(?= )")
NOT = re.compile(r"!(?=[\w(])")
STEP = re.compile(r"\+\+|--")
NUMBER = re.compile(r"(?<![\w.\"'])(\d+\.?\d*(?:[eE][-+]?\d+)?|0x[0-9a-fA-F]+)(?=[uUlLf]*\b)(?![\w.])")
TRUTH = re.compile(r"\b(true|false)\b")
STATEMENT = re.compile(r"^(\s+)(?:AB_TRY\(.*\)|[\w>.\-\[\]*]+ (?:[-+*|&]?=) [^;]*|[\w>.\-]+\([^;{}]*\)|[\w>.\-\[\]]+(?:\+\+|--));$")


def blank_out(text):
    """The text with comments, strings, characters and preprocessor lines as spaces of the same length."""
    pattern = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def other_number(word):
    if word.startswith("0x"):
        return hex(int(word, 16) ^ 1)
    if re.fullmatch(r"\d+", word):
        return str(int(word) + 1)
    return repr(float(word) * 2) if float(word) else "1.0"


def mutants(text):
    """(start, end, replacement) of every change, in the order of the text."""
    code = blank_out(text)
    found = []
    for match in BINARY.finditer(code):
        found.append((match.start(), match.end(), SWAPS[match.group()]))
    for match in NOT.finditer(code):
        found.append((match.start(), match.end(), ""))
    for match in STEP.finditer(code):
        found.append((match.start(), match.end(), "--" if match.group() == "++" else "++"))
    for match in NUMBER.finditer(code):
        found.append((match.start(1), match.end(1), other_number(match.group(1))))
    for match in TRUTH.finditer(code):
        found.append((match.start(), match.end(), "false" if match.group() == "true" else "true"))
    start = 0
    for line in code.splitlines(keepends=True):
        match = STATEMENT.match(line.rstrip("\n"))
        if match:
            found.append((start + match.end(1), start + len(line.rstrip("\n")), ";"))
        start += len(line)
    return sorted(found)


def spread(items, count):
    if count <= 0 or count >= len(items):
        return items
    return [items[i * len(items) // count] for i in range(count)]


class Builder:
    """Compiles a file as the build does, but quickly and without warnings, and links tests with its object before the library."""

    def __init__(self, file):
        self.file = file
        commands = json.loads((BUILD / "compile_commands.json").read_text())
        entry = next(c for c in commands if Path(c["file"]) == ROOT / file)
        words = [w for w in shlex.split(entry["command"]) if w not in ("ccache", "-Werror", "-O3", "-O2", "-c", str(ROOT / file))]
        at = words.index("-o")
        self.compile = words[:at] + words[at + 2 :] + ["-O1", "-w", "-g0", "-iquote", str((ROOT / file).parent), "-c"]
        self.link = {}

    def object_of(self, text, folder, name):
        source, to = folder / f"{name}.c", folder / f"{name}.o"
        source.write_text(text)
        # The same name inside for all of them, so that equal code makes equal objects.
        words = self.compile + ["-frandom-seed=1", f"-ffile-prefix-map={source}=mutant.c", str(source), "-o", str(to)]
        done = subprocess.run(words, cwd=BUILD, capture_output=True, check=False)
        return to if done.returncode == 0 else None

    def test_with(self, test, object_file, folder):
        if test not in self.link:
            said = subprocess.run(["ninja", "-t", "commands", test], cwd=BUILD, capture_output=True, check=True).stdout.decode()
            line = [part for part in said.strip().splitlines()[-1].split("&&") if "libabut_static.a" in part][0]
            self.link[test] = shlex.split(line)
        words = list(self.link[test])
        program = folder / f"{object_file.stem}_{test}"
        words[words.index("-o") + 1] = str(program)
        words.insert(words.index("libabut_static.a"), str(object_file))
        subprocess.run(words, cwd=BUILD, check=True, capture_output=True)
        return program


def run_test(program, folder, seconds):
    """(passed, seconds of the processor)."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    scratch = tempfile.mkdtemp(dir=folder)
    before = time.time()
    process = subprocess.Popen([str(program)], cwd=BUILD, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit,
                               env={**os.environ, "TMPDIR": scratch})
    try:
        code = process.wait(timeout=60 + 20 * seconds)  # one that sleeps takes no time of the processor
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        code = -9
    subprocess.run(["rm", "-rf", scratch], check=False)
    return code == 0, time.time() - before


def describe(text, change):
    start, end, replacement = change
    line = text.count("\n", 0, start) + 1
    whole = text[text.rfind("\n", 0, start) + 1 : text.find("\n", start)].strip()
    return f"{line}: '{text[start:end]}' -> '{replacement}' in: {whole}"


def try_mutant(builder, text, change, original, limits, folder, number):
    """'killed', 'survived', or None if it is no mutant."""
    start, end, replacement = change
    made = builder.object_of(text[:start] + replacement + text[end:], folder, f"m{number}")
    if made is None or made.read_bytes() == original:
        return None
    verdict = "survived"
    for test, seconds in limits.items():
        program = builder.test_with(test, made, folder)
        passed, _ = run_test(program, folder, seconds)
        program.unlink()
        if not passed:
            verdict = "killed"
            break
    made.unlink()
    return verdict


def judge(file, sample, jobs):
    text = (ROOT / file).read_text()
    builder = Builder(file)
    changes = spread(mutants(text), sample)
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/dev/shm" if os.access("/dev/shm", os.W_OK) else None)) as top:
        folder = Path(top)
        plain = builder.object_of(text, folder, "plain")
        original = plain.read_bytes()
        limits = {}
        for test in CONCERN[file]:
            passed, seconds = run_test(builder.test_with(test, plain, folder), folder, 600)
            if not passed:
                sys.exit(f"{test} fails without a mutant")
            limits[test] = 10 * seconds + 2
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            verdicts = list(pool.map(lambda k: try_mutant(builder, text, changes[k], original, limits, folder, k), range(len(changes))))
    killed, survived = verdicts.count("killed"), verdicts.count("survived")
    for change, verdict in zip(changes, verdicts):
        if verdict == "survived":
            print(f"    {file}:{describe(text, change)}")
    score = 100 * killed / max(1, killed + survived)
    print(f"{file}: {killed} of {killed + survived} killed, {score:.0f} %", flush=True)
    return killed, survived


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", action="append", help="one of the files that the script knows; all of them if none is named")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants of each file instead of all")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    wish = parser.parse_args()
    files = wish.file or list(CONCERN)
    unknown = [f for f in files if f not in CONCERN]
    if unknown:
        sys.exit(f"mutate.py does not know which tests concern {', '.join(unknown)}; add a line to CONCERN")
    if wish.list:
        for file in files:
            text = (ROOT / file).read_text()
            for change in spread(mutants(text), wish.sample):
                print(f"{file}:{describe(text, change)}")
        return
    scores = [judge(file, wish.sample, wish.jobs) for file in files]
    killed, survived = (sum(column) for column in zip(*scores))
    print(f"all: {killed} of {killed + survived} killed, {100 * killed / max(1, killed + survived):.0f} %")
    sys.exit(any(100 * k < GOAL * (k + s) for k, s in scores))


main()
