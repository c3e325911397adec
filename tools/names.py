#!/usr/bin/python3
"""Finds names that stand for two things, and files that do not say what they are.

    names.py [ROOT]

Below ROOT/include, src and app: no two files have one name (a .c and its .h in one folder count as one; public headers have
a name of their own, abut/mesh.h), no struct, union or
enum tag is defined twice, every .c opens with a comment that says what it computes, and no line has more than 120
characters. Exits with 1 and one line per violation.
"""
import collections
import pathlib
import re
import sys

COLUMNS = 120
TAG = re.compile(r"^\s*(?:typedef\s+)?(?:struct|union|enum)\s+(\w+)\s*\{")


def source_files(root):
    return [f for top in ("include", "src", "app") for f in sorted((root / top).rglob("*")) if f.suffix in (".c", ".h")]


def names_twice(files):
    """Files of one stem in several folders, or of one stem and kind."""
    places = collections.defaultdict(set)
    for f in files:
        if "include" not in f.parts:
            places[f.stem].add(f.parent)
    for stem, folders in sorted(places.items()):
        if len(folders) > 1:
            yield f"file name '{stem}' in {', '.join(sorted(str(d) for d in folders))}"


def tags_twice(files, texts):
    places = collections.defaultdict(list)
    for f in files:
        for number, line in enumerate(texts[f], 1):
            match = TAG.match(line)
            if match:
                places[match.group(1)].append(f"{f}:{number}")
    for tag, where in sorted(places.items()):
        if len(where) > 1:
            yield f"tag '{tag}' is defined at {', '.join(where)}"


def files_without_words(files, texts):
    for f in files:
        if f.suffix == ".c" and not (texts[f] and texts[f][0].startswith("// ")):
            yield f"{f}:1: no comment says what it computes"


def long_lines(files, texts):
    for f in files:
        for number, line in enumerate(texts[f], 1):
            if len(line) > COLUMNS:
                yield f"{f}:{number}: {len(line)} characters, at most {COLUMNS}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = source_files(root)
    texts = {f: f.read_text().splitlines() for f in files}
    problems = [*names_twice(files), *tags_twice(files, texts), *files_without_words(files, texts), *long_lines(files, texts)]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(files)} files, {len(problems)} problems")
    return 1 if problems or not files else 0


sys.exit(main())
