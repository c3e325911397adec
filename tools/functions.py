#!/usr/bin/python3
"""Lengths of C functions, from the first line of the signature to the closing brace.

    functions.py [--list] PATH...

Fails when the median is above MEDIAN lines, or a function is longer than LONGEST lines and no comment inside it or directly
above it says "long because". --list prints every function, longest first.
"""
import pathlib
import re
import statistics
import sys

MEDIAN, LONGEST = 12, 80
NOISE = re.compile(
    r"""//(?:\\\n|[^\n])* | /\*.*?\*/ | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""", re.S | re.X)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.M)
SIGNATURE = re.compile(r"([A-Za-z_]\w*)\s*\([^;{}]*\)\s*$", re.S)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def skeleton(text):
    """The text with comments, strings and directives blanked; offsets and lines stay."""
    for pattern in (NOISE, DIRECTIVE, ATTRIBUTE):
        text = pattern.sub(blank, text)
    # A linkage block is not a function: its brace is dropped, and so is the closing one, which then stands alone.
    return re.sub(r"\bextern\s+\{", blank, text)


def functions(text):
    """(name, first line, last line) of each definition, lines from 1."""
    code = skeleton(text)
    depth, start, found = 0, 0, None
    for brace in re.finditer(r"[{};]", code):
        at = brace.start()
        if brace.group() == "{":
            if depth == 0:
                signature = SIGNATURE.search(code[start:at])
                head = start + len(code[start:at]) - len(code[start:at].lstrip())
                found = (signature.group(1), head) if signature else None
            depth += 1
        elif brace.group() == "}" and depth > 0:
            depth -= 1
            if depth == 0 and found:
                yield found[0], text.count("\n", 0, found[1]) + 1, text.count("\n", 0, at) + 1
        if depth == 0:
            start = at + 1


def has_reason(lines, first, last):
    above = first - 1
    while above > 0 and lines[above - 1].lstrip().startswith(("//", "*", "/*")):
        above -= 1
    return any("long because" in line for line in lines[above:last])


def measure(paths):
    files = [f for p in map(pathlib.Path, paths) for f in ([p] if p.is_file() else sorted(p.rglob("*.[ch]")))]
    for file in files:
        text = file.read_text()
        lines = text.splitlines()
        for name, first, last in functions(text):
            yield last - first + 1, f"{file}:{first}", name, has_reason(lines, first, last)


def main():
    listing = "--list" in sys.argv
    found = sorted(measure([a for a in sys.argv[1:] if a != "--list"]), reverse=True)
    if not found:
        print("no function found")
        return 1
    if listing:
        print(*(f"{length:4} {where} {name}" for length, where, name, _ in found), sep="\n")
    lengths = [f[0] for f in found]
    median = statistics.median(lengths)
    bad = [f for f in found if f[0] > LONGEST and not f[3]]
    for length, where, name, _ in bad:
        print(f"{where}: {name} has {length} lines without a comment saying \"long because ...\" (limit {LONGEST})")
    if median > MEDIAN:
        print(f"the median function has {median:g} lines (limit {MEDIAN})")
    ninety = lengths[len(lengths) // 10]
    print(f"{len(found)} functions, median {median:g} lines, 90 % within {ninety}, longest {lengths[0]}")
    return 1 if bad or median > MEDIAN else 0


sys.exit(main())
