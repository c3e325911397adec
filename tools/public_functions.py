#!/usr/bin/python3
"""Finds public functions that no test calls.

    public_functions.py [ROOT]

Every function that a header of ROOT/include/abut exports must be called in C below ROOT/tests. Exits with 1 and a line for each
that is not.
"""
import pathlib
import re
import sys

import python_interface


def calls_below(*folders):
    files = [file for folder in folders for file in sorted(folder.rglob("*.[ch]"))]
    return {name for file in files for name in re.findall(r"\b(abut_\w+)\(", file.read_text(encoding="utf-8"))}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    functions = set(python_interface.Headers(root).functions)
    missing = sorted(functions - calls_below(root / "tests"))
    print(*(f"{name}: no test calls it" for name in missing), sep="\n", end="\n" if missing else "")
    print(f"{len(functions)} public functions, {len(missing)} without a test")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
