#!/usr/bin/python3
"""programs.py COMPILER LIBRARY ROOT: the C programs of docs/c.md compile without warnings, run, and print what the page says.

A block ```c with a function main is a program; the block ```text after it is its output.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

compiler, library, root = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
page = (root / "docs/c.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"^```c\n(.*?)^```\n.*?^```text\n(.*?)^```\n", re.M | re.S)
failures = []
programs = PROGRAM.findall(page)
for number, (source, expected) in enumerate(programs, 1):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.symlink(root / "scenes", folder / "scenes")
        (folder / "program.c").write_text(source, encoding="utf-8")
        build = [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{root}/include", "program.c", "-o", "program", str(library), "-lm",
                 f"-Wl,-rpath,{library.parent}"]
        made = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            failures.append(f"program {number} does not compile:\n{made.stderr}")
            continue
        run = subprocess.run(["./program"], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        if run.returncode != 0 or run.stdout != expected:
            failures.append(f"program {number}: exit code {run.returncode}\n{run.stderr}printed\n{run.stdout}instead of\n{expected}")
print(*failures, sep="\n", end="\n" if failures else "")
print(f"{len(programs)} programs")
sys.exit(1 if failures or len(programs) != page.count("int main(") or not programs else 0)
