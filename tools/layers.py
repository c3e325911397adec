#!/usr/bin/python3
"""Finds includes that climb and includes that go in circles.

    layers.py [--files N] [ROOT]

The rooms below ROOT/src stand in the order ROOMS; a file may include files of its own room and of rooms before it. A room may be
a folder within a folder (geom/mesh); rooms that stand together with a + are one as far as includes go. ROOT/include may be included by
all and includes nothing of src. ROOT/app includes ROOT/include and nothing of src: the program is a user of the library. Quoted includes
must resolve. A room of more than N files (64) is several libraries. Exits with 1 and one line per violation.
"""
import argparse
import collections
import pathlib
import re
import sys

ROOMS = ("base math geom/mesh geom/bvh geom/convex geom/generate geom/sdf shape collide law joint solve elastic flex dist world observe "
         "step+step/integrate scene scene/build import output render report run").split()
HEIGHT = {room: i for i, level in enumerate(ROOMS) for room in level.split("+")}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def rank(root, path):
    """Height of a file: public headers lowest, then the rooms, then the program. None: no such room."""
    top, *rest = path.relative_to(root).parts
    if top == "include":
        return -1
    if top == "app":
        return len(ROOMS)
    return HEIGHT.get("/".join(rest[:-1]))


def resolve(root, source, name):
    for folder in (source.parent, root / "src", root / "include", root / "app"):
        target = (folder / name).resolve()
        if target.is_file() and root in target.parents:
            return target
    return None


def includes(source):
    for number, line in enumerate(source.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def read_graph(root, problems):
    """{file: [included file]} of everything below include, src and app; violations of single includes on the way."""
    graph = {}
    files = [f for top in ("include", "src", "app") for f in sorted((root / top).rglob("*")) if f.suffix in (".c", ".h", ".def")]
    for source in files:
        graph[source] = []
        here, height = source.relative_to(root), rank(root, source)
        if height is None:
            problems.append(f"{here}: no room '{'/'.join(here.parts[1:-1])}' in the architecture (rooms: {' '.join(ROOMS)})")
            continue
        for number, quoted, name in includes(source):
            target = resolve(root, source, name)
            if target is None:
                if quoted:
                    problems.append(f"{here}:{number}: \"{name}\" is not a file of the project")
                continue
            graph[source].append(target)
            above = rank(root, target)
            if here.parts[0] == "app" and target.relative_to(root).parts[0] == "src":
                problems.append(f"{here}:{number}: internal include of {target.relative_to(root)}; app/ uses include/abut only")
            if above is not None and above > height:
                problems.append(f"{here}:{number}: upward include of {target.relative_to(root)}")
    return graph


def crowded(graph, root, limit):
    rooms = collections.Counter(f.relative_to(root / "src").parent.as_posix() for f in graph if root / "src" in f.parents)
    yield from (f"src/{room}: {count} files, at most {limit}; a room is one library" for room, count in rooms.items() if count > limit)


def cycles(graph):
    """One path per back edge of a depth-first walk."""
    state, path, found = {}, [], []

    def walk(node):
        state[node] = "open"
        path.append(node)
        for target in graph.get(node, ()):
            if state.get(target) == "open":
                found.append(path[path.index(target):] + [target])
            elif target not in state:
                walk(target)
        path.pop()
        state[node] = "done"

    for node in graph:
        if node not in state:
            walk(node)
    return found


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--files", type=int, default=64)
    arguments.add_argument("root", nargs="?", default=".")
    given = arguments.parse_args()
    root = pathlib.Path(given.root).resolve()
    problems = []
    graph = read_graph(root, problems)
    problems += crowded(graph, root, given.files)
    for cycle in cycles(graph):
        problems.append("include cycle: " + " -> ".join(str(f.relative_to(root)) for f in cycle))
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(graph)} files, {sum(map(len, graph.values()))} includes, {len(problems)} problems")
    return 1 if problems or not graph else 0


sys.exit(main())
