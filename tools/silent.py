#!/usr/bin/python3
"""Finds code of the library that prints, ends the process or reads its environment.

    silent.py FOLDER

A library that does so takes decisions that belong to the program around it. Comments and texts do not count. Exits with 1 and one
line per violation.
"""
import pathlib
import re
import sys

FORBIDDEN = re.compile(
    r"\b(?:(?:v?printf|puts|putchar|perror|psignal|exit|_exit|_Exit|quick_exit|abort|getenv|setenv|putenv|system|raise|"
    r"setlocale)\s*\(|stdout\b|stderr\b|stdin\b|environ\b)")
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def violations(path):
    code = NO_CODE.sub(lambda match: " " + "\n" * match.group().count("\n"), path.read_text())
    for number, line in enumerate(code.splitlines(), 1):
        for match in FORBIDDEN.finditer(line):
            yield f"{path}:{number}: the library must not use {match.group().rstrip('( ')}"


def main():
    files = [f for f in sorted(pathlib.Path(sys.argv[1]).rglob("*")) if f.suffix in (".c", ".h", ".def")]
    found = [violation for path in files for violation in violations(path)]
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(files)} files, {len(found)} problems")
    return 1 if found or not files else 0


sys.exit(main())
